import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect a Roster account. */
export const RosterCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Roster address",
    help: "Address of your Roster account, as the browser shows it after you have signed in.",
    example: "https://acme.roster.example"
  }),
  api_key: Credentials.secret({
    title: "API key",
    help: "Key of a service account with the role Reader, created at Settings > Service accounts > New key."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the account: Settings > Service accounts > New service account: choose the role Reader.",
  "Settings > Service accounts > that account > New key: copy the key, which is shown only once."
]
