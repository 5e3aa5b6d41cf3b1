import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect Microsoft Defender for Endpoint. */
export const MsDefenderEndpointCredentials = Schema.Struct({
  tenant_id: Credentials.text({
    title: "Directory (tenant) ID",
    help: "ID of the tenant, shown in the Microsoft Entra admin center > Entra ID > App registrations > your application > Overview.",
    example: "3e7a1c52-9d40-4f8b-b6e1-5c2f8a0d7b94",
    pattern: /^[0-9A-Za-z][0-9A-Za-z.-]*$/
  }),
  client_id: Credentials.text({
    title: "Application (client) ID",
    help: "ID of the application, shown on the same Overview page as the tenant's ID.",
    example: "c86f0b13-2a5d-4e97-8b34-f1d09e6a7c25"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "The secret's Value (not its ID), shown once when it is created at your application > Certificates & secrets > New client secret."
  }),
  region: Credentials.optional(
    Credentials.choice({
      title: "Region",
      help: "The API server to use: the one nearest to you, gcc for US Government GCC, or gov for GCC High and DoD; leave this empty for the worldwide address.",
      values: ["us", "eu", "uk", "au", "swa", "ina", "aea", "gcc", "gov"]
    })
  )
})
/** The decoded credentials; `region` is null if the customer left it empty. */
export interface MsDefenderEndpointCredentials extends Schema.Schema.Type<typeof MsDefenderEndpointCredentials> {}

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the tenant: a Cloud Application Administrator can register the application, a Privileged Role Administrator can grant the permissions.",
  "Microsoft Entra admin center > Entra ID > App registrations > New registration: choose a name such as Tributary, Accounts in this organizational directory only, and no redirect URI. Use the application for this connection only.",
  "Its Overview page shows the Directory (tenant) ID and the Application (client) ID.",
  "API permissions > Add a permission > APIs my organization uses > type WindowsDefenderATP, which is not shown before you type it > Application permissions: add Machine.Read.All, with which the connection is tested, and the permissions of the data that you want. Then choose Grant admin consent; without it, none of the permissions takes effect.",
  "Certificates & secrets > New client secret: copy its Value, which is shown only once. The secret expires on the day you choose here. From then on the connection cannot read anything until you enter a new secret."
]
