import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect an Okta organization. */
export const OktaCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Okta domain",
    help: "The address of the organization: in the Admin Console, top right, below your user name. Not the -admin address.",
    example: "https://acme.okta.com"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "Admin Console > Security > API > Tokens > Create token, made by a user with the Read-Only Administrator role."
  })
})
