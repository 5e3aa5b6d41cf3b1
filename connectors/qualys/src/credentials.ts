import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Qualys subscription. */
export const QualysCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "API server address",
    help: "The address of the API server of your Qualys platform: Help > About, or https://www.qualys.com/platform-identification/.",
    example: "https://qualysapi.qualys.com"
  }),
  username: Credentials.text({
    title: "User name",
    help: "The login of a Qualys user with API access that only this connection uses: Users > New > User.",
    example: "acme_ab1"
  }),
  password: Credentials.secret({
    title: "Password",
    help: "The password of that user. The user must have signed in once and completed the registration."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As a manager of the subscription: Users > New > User, with the role Reader, API access allowed and GUI access off after the first sign-in. To read the users of Qualys, the role must be Manager, Administrator or Unit Manager.",
  "Asset Groups of the user: those to read, or all of them.",
  "The user signs in once with the mailed password, accepts the terms and sets the password to enter. Until then, Qualys answers every request with the error 2003."
]
