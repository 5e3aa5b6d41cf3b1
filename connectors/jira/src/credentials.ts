import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Jira Cloud site. */
export const JiraCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Jira address",
    help: "Address of the Jira site as the browser shows it; with a scoped API token, https://api.atlassian.com/ex/jira/ followed by the site's cloud ID.",
    example: "https://acme.atlassian.net"
  }),
  email: Credentials.text({
    title: "Email",
    help: "Email address of the Atlassian account that created the API token, shown at id.atlassian.com > Email.",
    example: "tributary@acme.example"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "API token of that account, created at id.atlassian.com > Security > API tokens > Create API token."
  })
})
