import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a ServiceNow instance. */
export const ServiceNowCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Instance address",
    help: "The instance's own address, as the browser shows it; not a custom domain in front of it.",
    example: "https://acme.service-now.com"
  }),
  username: Credentials.text({
    title: "User ID",
    help: "User ID of the integration user, shown at User Administration > Users.",
    example: "tributary.integration"
  }),
  password: Credentials.secret({
    title: "Password",
    help: "Password of the integration user, chosen with Set Password on the user's form; mark the user Web service access only."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As an administrator of the instance: User Administration > Users > New: choose a User ID used for nothing else, select Web service access only and clear Password needs reset.",
  "Save, then choose Set Password in the same form.",
  "Roles > Edit: add the roles of the data that you want. The user can have any time zone."
]
