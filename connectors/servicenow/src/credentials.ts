import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect a ServiceNow instance. */
export const ServiceNowCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Instance address",
    help: "The instance's own address, as the browser shows it; not a custom domain in front of it.",
    example: "https://acme.service-now.com"
  }),
  username: Credentials.text({
    title: "User ID",
    help: "User Administration > Users > the integration user's User ID.",
    example: "tributary.integration"
  }),
  password: Credentials.secret({
    title: "Password",
    help: "The password of the integration user, who is marked Web service access only."
  })
})
