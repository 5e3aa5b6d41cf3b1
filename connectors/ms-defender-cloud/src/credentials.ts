import { Credentials, Pagination } from "@tributary/core"
import { Schema } from "effect"

const UUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

/** What a customer enters to connect the Azure subscriptions that Defender for Cloud watches. */
export const MsDefenderCloudCredentials = Schema.Struct({
  tenant_id: Credentials.text({
    title: "Directory (tenant) ID",
    help: "Microsoft Entra admin center > Entra ID > App registrations > your application > Overview.",
    example: "7b2d9e41-5c8f-4f06-a3b1-9d4e6c0f8a25",
    pattern: /^[0-9A-Za-z][0-9A-Za-z.-]*$/
  }),
  client_id: Credentials.text({
    title: "Application (client) ID",
    help: "On the same page as the tenant's ID.",
    example: "e4c17a90-2f6b-4d83-b5e9-0a8d3c6f1b72"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "The application's page > Certificates & secrets > New client secret. The value, not the secret's ID; it is shown once."
  }),
  subscription_ids: Credentials.optional(
    Credentials.text({
      title: "Subscription IDs",
      help: "The subscriptions to read, separated by commas; all that the application may read where this is left out.",
      example: "0b1f6471-1bf0-4dda-aec3-cb9272f09590,4f8c2d3a-7e19-4b6d-9a05-c1d2e3f4a5b6",
      pattern: new RegExp(`^${UUID}(\\s*,\\s*${UUID})*$`)
    })
  )
})
export interface MsDefenderCloudCredentials extends Schema.Schema.Type<typeof MsDefenderCloudCredentials> {}

/** Whether a row is of no subscription, or of one that was chosen; Azure's ids mean the same in any case. */
export const choosing = ({ subscription_ids }: Pick<MsDefenderCloudCredentials, "subscription_ids">) => {
  if (subscription_ids === null) return () => true
  const chosen = new Set(subscription_ids.split(",").map((id) => id.trim().toLowerCase()))
  return (_endpoint: string, row: unknown): boolean => {
    const id = Pagination.at(row, "subscriptionId")
    return typeof id !== "string" || chosen.has(id.toLowerCase())
  }
}
