import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Kandji tenant. */
export const KandjiCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "API URL",
    help: "Address of your organization's API, shown at Access > API tokens: https://{subdomain}.api.kandji.io (US) or https://{subdomain}.api.eu.kandji.io (EU).",
    example: "https://acme.api.kandji.io"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "A token with the permissions to list devices, blueprints and Prism's FileVault, shown once when you add it at Access > API tokens > Add Token."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the tenant: Web app > account menu > Access > API tokens: copy Your organization's API URL.",
  "Add Token: choose a name such as Tributary, and copy the token. It is shown only once.",
  "Open the token's permissions, and choose Device list, with which the connection is tested, and those of the data that you want."
]
