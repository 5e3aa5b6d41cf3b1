import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect a Tenable Vulnerability Management container. */
export const TenableCredentials = Schema.Struct({
  access_key: Credentials.secret({
    title: "Access key",
    help: "My Account > API Keys > Generate."
  }),
  secret_key: Credentials.secret({
    title: "Secret key",
    help: "Shown once, beside the access key, when the keys are generated."
  })
})
