import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect an InsightVM Security Console. */
export const InsightVmCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Security Console address",
    help: "The address at which you open the console in a browser, with its port (3780 by default).",
    example: "https://insightvm.acme.example:3780"
  }),
  username: Credentials.text({
    title: "User name",
    help: "The name of a console user that only this connection uses, without two-factor authentication: Administration > Users > New User Account.",
    example: "tributary"
  }),
  password: Credentials.secret({
    title: "Password",
    help: "The password of that console user, which you set when you create the user."
  })
})
