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
