import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect a Jira Cloud site. */
export const JiraCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Jira address",
    help: "The address of the site, as the browser shows it; for a scoped API token https://api.atlassian.com/ex/jira/ and the site's cloud id.",
    example: "https://acme.atlassian.net"
  }),
  email: Credentials.text({
    title: "Email",
    help: "The email address of the Atlassian account that made the API token.",
    example: "tributary@acme.example"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "id.atlassian.com > Security > API tokens > Create API token, made with the account named above."
  })
})
