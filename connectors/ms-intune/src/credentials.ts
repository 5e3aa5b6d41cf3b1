import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect Microsoft Intune. */
export const MsIntuneCredentials = Schema.Struct({
  tenant_id: Credentials.text({
    title: "Directory (tenant) ID",
    help: "ID of the tenant, shown in the Microsoft Entra admin center > Entra ID > App registrations > your application > Overview.",
    example: "8b2d4f60-1c3e-4a5b-8d7f-6e9a0c1b2d3e",
    pattern: /^[0-9A-Za-z][0-9A-Za-z.-]*$/
  }),
  client_id: Credentials.text({
    title: "Application (client) ID",
    help: "ID of the application, shown on the same Overview page as the tenant's ID.",
    example: "a1d5e8f2-4b7c-4e90-8f36-2c9d0b7e5a14"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "The secret's Value (not its ID), shown once when it is created at your application > Certificates & secrets > New client secret."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the tenant: a Cloud Application Administrator can register the application, a Privileged Role Administrator can grant the permissions.",
  "Microsoft Entra admin center > Entra ID > App registrations > New registration: choose a name such as Tributary, Accounts in this organizational directory only, and no redirect URI. Use the application for this connection only.",
  "Its Overview page shows the Directory (tenant) ID and the Application (client) ID.",
  "API permissions > Add a permission > Microsoft Graph > Application permissions: add DeviceManagementManagedDevices.Read.All, with which the connection is tested, and the permissions of the data that you want. Then choose Grant admin consent; without it, none of the permissions takes effect.",
  "Certificates & secrets > New client secret: copy its Value, which is shown only once. The secret expires on the day you choose here. From then on the connection cannot read anything until you enter a new secret."
]
