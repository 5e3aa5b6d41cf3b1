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
    pageUrl: "https://github.com/settings/personal-access-tokens",
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

export interface GitHubCredentials extends Schema.Schema.Type<typeof GitHubCredentials> {}

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an owner of the organization: Create or choose a user for this connection only, and make it an owner of the organization, or a security manager (organization settings > Organization roles > Role assignments) and a member. Only an owner sees who has no second factor, and the SAML identities.",
  "Organization settings > Third-party Access > Personal access tokens > Settings: allow fine-grained personal access tokens.",
  "Sign in as that user: Settings > Developer settings > Personal access tokens > Fine-grained tokens > Generate new token. Choose the organization as Resource owner, All repositories as repository access, and the permissions of the data that you want, each Read-only.",
  "Copy the token, which is shown only once. If the organization wants to approve tokens, an owner does so at organization settings > Third-party Access > Personal access tokens > Pending requests. A token stops working when it expires; the connection then says that GitHub refuses it.",
  "Or with a GitHub App, which does not depend on a person's account: Organization settings > Developer settings > GitHub Apps > New GitHub App: no webhook, and the permissions of the data that you want, each Read-only.",
  "Generate a private key; its file is what to enter as the token. Copy the App ID from the same page.",
  "Install App for all repositories of the organization. The number at the end of the address of the installation's settings is its ID: enter APP_ID/INSTALLATION_ID as app and installation."
]
