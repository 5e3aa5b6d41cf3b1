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
