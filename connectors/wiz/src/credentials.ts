import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Wiz tenant. */
export const WizCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "API endpoint",
    help: "The API Endpoint URL of the tenant without /graphql: Wiz portal > user icon > Tenant Info.",
    example: "https://api.us17.app.wiz.io"
  }),
  client_id: Credentials.text({
    title: "Client ID",
    help: "Client ID of a service account of the type Custom Integration: Settings > Access Management > Service Accounts > Add Service Account.",
    example: "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrst"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "Client secret of the service account; Wiz shows it only once, when you create the account, and can rotate it later."
  }),
  auth_domain: Credentials.choice({
    title: "Authentication domain",
    help: "auth.app.wiz.io, unless the tenant is older and its portal names auth.wiz.io, or it is in Wiz for Government.",
    example: "auth.app.wiz.io",
    values: ["auth.app.wiz.io", "auth.wiz.io", "auth.app.wiz.us"]
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As a Global Admin: Wiz portal > Settings > Access Management > Service Accounts > Add Service Account, of the type Custom Integration (GraphQL API).",
  "Tick the scopes of the data that you want, and nothing else. The account sees the projects that you choose; choose none for all.",
  "Add it, and copy the client ID and the client secret, which Wiz does not show again."
]
