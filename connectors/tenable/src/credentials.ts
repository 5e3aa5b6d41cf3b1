import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a Tenable Vulnerability Management container. */
export const TenableCredentials = Schema.Struct({
  access_key: Credentials.secret({
    title: "Access key",
    help: "The access key of a Tenable user: My Account > API Keys > Generate."
  }),
  secret_key: Credentials.secret({
    title: "Secret key",
    help: "The secret key of the same user; Tenable shows it only once, next to the access key, when you generate the keys."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the container: Settings > Access Control > Users > Create User: a new user with the role Basic, with API access enabled.",
  "Settings > Access Control > Permissions > Create Permission: Can View on All Assets for that user.",
  "Settings > Access Control > Users > that user > Generate API Keys. Or the user generates them under My Account > API Keys."
]
