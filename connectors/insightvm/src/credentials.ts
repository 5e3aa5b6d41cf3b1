import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect an InsightVM Security Console. */
export const InsightVmCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Security Console address",
    help: "The address at which the console's web interface opens, with its port (3780 unless it was changed).",
    example: "https://insightvm.acme.example:3780"
  }),
  username: Credentials.text({
    title: "User name",
    help: "A console user of its own, without two-factor authentication: Administration > Users > New User Account.",
    example: "tributary"
  }),
  password: Credentials.secret({
    title: "Password",
    help: "The password of that user."
  })
})
