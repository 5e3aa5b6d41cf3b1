import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect an Okta organization. */
export const OktaCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Okta domain",
    help: "Address of the Okta organization, shown below your user name at the top right of the Admin Console; not the -admin address.",
    example: "https://acme.okta.com"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "API token of a user with the Read-Only Administrator role, created at Admin Console > Security > API > Tokens > Create token."
  })
})
