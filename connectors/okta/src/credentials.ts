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

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As a Super Administrator: Admin Console > Directory > People > Add person: create a service user for this connection only. A token has the permissions of the user who created it, and stops working when that user is deactivated.",
  "Admin Console > Security > Administrators > Add administrator: give that user the role Read-Only Administrator, or a custom role with okta.users.read, with which the connection is tested, and the permissions of the data that you want.",
  "Sign in as that user: Admin Console > Security > API > Tokens > Create token. Copy the token, which is shown only once. A token expires after 30 days without use, for example while its connection is paused. If you limit the token to network zones, they must include the addresses that the service calls from."
]
