import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect Jamf Pro. */
export const JamfCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Jamf Pro address",
    help: "Address of your Jamf Pro server, as the browser shows it after you have signed in.",
    example: "https://acme.jamfcloud.com"
  }),
  client_id: Credentials.text({
    title: "Client ID",
    help: "ID of the API client, shown at Settings > System > API roles and clients > API Clients > your client.",
    example: "3f5a1c2e-7b84-4d09-9e6d-2a8c0b7f4e15"
  }),
  client_secret: Credentials.secret({
    title: "Client secret",
    help: "Secret of the API client, shown once when you choose Generate client secret on the same page."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of Jamf Pro: Settings > System > API roles and clients > API Roles > New: choose a name such as Tributary, and the privileges of the data that you want.",
  "API Clients > New: choose a name, assign the role, and enable the client. Any access token lifetime will do: the connector asks for a new token in time.",
  "Generate client secret: copy the client ID and the secret. Jamf shows the secret only once."
]
