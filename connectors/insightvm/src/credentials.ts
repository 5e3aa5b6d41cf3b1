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

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As a global administrator of the console: Administration > Users > Create, with a new name and password and the console's own authentication method. Leave two-factor authentication off, because the API would require a fresh code with every request.",
  "Roles: Custom Role, with the permissions of the data that you want. Only a Global Administrator may read the users of a console.",
  "Site Access and Asset Group Access: the sites to read, or all of them.",
  "Enter the console's address with its port, the name and the password as the credentials of the connection."
]
