import { Credentials } from "@tributary/core"
import { Schema } from "effect"

const UUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

/** The field that chooses some of the subscriptions that the application may read. */
export const subscription_ids = Credentials.optional(
  Credentials.text({
    title: "Subscription IDs",
    help: "IDs of the subscriptions to read, separated by commas; leave this empty to read all that the application may read. Azure portal > Subscriptions shows them.",
    example: "0b1f6471-1bf0-4dda-aec3-cb9272f09590,4f8c2d3a-7e19-4b6d-9a05-c1d2e3f4a5b6",
    pattern: new RegExp(`^${UUID}(\\s*,\\s*${UUID})*$`)
  })
)

/** The credentials that a customer enters to connect the Azure subscriptions that Defender for Cloud protects. */
export const MsDefenderCloudCredentials = Schema.Struct({
  tenant_id: Credentials.text({
    title: "Directory (tenant) ID",
    help: "ID of the tenant, shown in the Microsoft Entra admin center > Entra ID > App registrations > your application > Overview.",
    example: "7b2d9e41-5c8f-4f06-a3b1-9d4e6c0f8a25",
    pattern: /^[0-9A-Za-z][0-9A-Za-z.-]*$/
  }),
  client_id: Credentials.text({
    title: "Application (client) ID",
    help: "ID of the application, shown on the same Overview page as the tenant's ID.",
    example: "e4c17a90-2f6b-4d83-b5e9-0a8d3c6f1b72"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "The secret's Value (not its ID), shown once when it is created at your application > Certificates & secrets > New client secret."
  }),
  subscription_ids
})
/** The decoded credentials; `subscription_ids` is null if the customer left it empty. */
export interface MsDefenderCloudCredentials extends Schema.Schema.Type<typeof MsDefenderCloudCredentials> {}

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the tenant: Microsoft Entra admin center > Entra ID > App registrations > New registration: register an application that only this connection uses, for this directory only and without a redirect URI. It needs no API permissions. Its Overview shows both IDs.",
  "Certificates & secrets > New client secret: copy its Value, which Azure shows only once. After the expiry date that you choose here, the connection cannot read anything until you enter a new secret.",
  "Azure portal > Management groups (or Subscriptions) > the one to read > Access control (IAM) > Add > Add role assignment: assign the roles of the data that you want to the application (User, group, or service principal; search for its name). Roles on a management group also apply to its future subscriptions."
]
