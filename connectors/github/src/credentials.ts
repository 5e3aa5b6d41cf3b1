import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a GitHub organization. */
export const GitHubCredentials = Schema.Struct({
  organization: Credentials.text({
    title: "Organization",
    help: "The organization's name as it is written in addresses: acme in https://github.com/acme.",
    example: "acme",
    pattern: /^[\w-]{1,100}$/
  }),
  token: Credentials.secret({
    title: "Fine-grained personal access token, or private key of a GitHub App",
    help: "Token of an organization owner or security manager, with the organization as resource owner: Settings > Developer settings > Personal access tokens > Fine-grained tokens > Generate new token. For a GitHub App: the private key that its settings generate, with all its lines."
  }),
  app_installation: Credentials.optional(
    Credentials.text({
      title: "App and installation",
      help: "Only for a GitHub App: its App ID and the installation ID, which is the last number in the address of the installation's settings, with a slash between them.",
      example: "123456/7890123",
      pattern: /^\d{1,20}\/\d{1,20}$/
    })
  ),
  base_url: Credentials.optional(
    Credentials.baseUrl({
      title: "API address",
      help: "Only for GitHub Enterprise Server (https://HOST/api/v3) and GitHub Enterprise Cloud with data residency (https://api.SUBDOMAIN.ghe.com); https://api.github.com if left out.",
      example: "https://github.acme.example/api/v3"
    })
  )
})
