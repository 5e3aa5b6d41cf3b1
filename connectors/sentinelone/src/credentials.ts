import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a SentinelOne console. */
export const SentinelOneCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Console address",
    help: "Address of your SentinelOne console, as the browser shows it after you have signed in, without a path.",
    example: "https://acme.sentinelone.net"
  }),
  api_token: Credentials.secret({
    title: "API token",
    help: "Token of a service user with the role Viewer, shown once when you create it at Settings > Users > Service Users > Actions > Create New Service User; it expires on the date that you choose there."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the account: Settings > Users > Service Users > Actions > Create New Service User: choose a name such as Tributary and an expiration date.",
  "Select Scope of Access: choose the account, or the sites that the connection may read, and the role Viewer or a role of your own with the permissions of the data that you want.",
  "Create User, and copy the API token, which is shown only once. It stops working on its expiration date; enter a new one before that day."
]
