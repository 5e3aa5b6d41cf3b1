import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a GitLab group. */
export const GitLabCredentials = Schema.Struct({
  group: Credentials.text({
    title: "Group",
    help: "The group's full path as it is written in addresses: acme in https://gitlab.com/acme, or acme/platform for a subgroup.",
    example: "acme/platform",
    pattern: /^[\w.-]{1,255}(?:\/[\w.-]{1,255}){0,20}$/
  }),
  token: Credentials.secret({
    title: "Access token",
    help: "Group access token with the scope read_api and the role Security Manager or Developer: group > Settings > Access tokens > Add new token; or a personal access token with the same scope."
  }),
  base_url: Credentials.optional(
    Credentials.baseUrl({
      title: "GitLab address",
      help: "Only for GitLab Self-Managed and GitLab Dedicated: the address of your GitLab, as the browser shows it; https://gitlab.com if left out.",
      example: "https://gitlab.acme.example"
    })
  )
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an owner of the group: Group > Settings > Access tokens > Add new token. On GitLab.com, group access tokens need GitLab Premium or Ultimate. Without them, create a user for this connection only, make it a member of the group, and create a personal access token as that user.",
  "Choose the role Security Manager, which may see the vulnerability report and, unlike Developer, may not push code. Where GitLab does not offer it yet, choose Developer. Then choose the scope read_api and nothing else, and an expiry date.",
  "Copy the token, which is shown only once. It stops working when it expires; the connection then says that GitLab refuses it."
]
