import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Zendesk account. */
export const ZendeskCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Zendesk address",
    help: "The account's own address with its subdomain, as Admin Center shows it at Account > Appearance > Branding; not a host-mapped domain.",
    example: "https://acme.zendesk.com"
  }),
  email: Credentials.text({
    title: "Email",
    help: "Email address of the administrator whom the connector acts as, shown at Admin Center > People > Team members.",
    example: "tributary@acme.example"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "Token created at Admin Center > Apps and integrations > APIs > API tokens > Add API token; token access must be on there."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the account: create a team member used for nothing else (Admin Center > People > Team members) with the role Administrator, because Zendesk gives its incremental exports to administrators only.",
  "Turn on token access at Admin Center > Apps and integrations > APIs > API configuration, and add a token at API tokens. Zendesk shows it once."
]
