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
    pageUrl: "https://id.atlassian.com/manage-profile/security/api-tokens",
    help: "API token of that account, created at id.atlassian.com > Security > API tokens > Create API token."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the site: choose an account that nobody else uses, and give it Browse users and groups at Settings > System > Global permissions, and the other permissions of the data that you want in the permission scheme of each project.",
  "For an account that signs in: create a token at id.atlassian.com > Security > API tokens. A token without scopes works at the site's own address, a token with scopes at the gateway's.",
  "Or for a service account (admin.atlassian.com > Directory > Service accounts): give it access to Jira on the site, and create a token with scopes, which is the only kind that it can have.",
  "The gateway's address is https://api.atlassian.com/ex/jira/ followed by the cloud ID, which the page /_edge/tenant_info of your site shows. The email is that of the account.",
  "A token expires after at most a year; enter a new one before that day."
]
