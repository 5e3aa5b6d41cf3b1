import { Credentials } from "@tributary/core"
import { Schema } from "effect"

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
  })
})
