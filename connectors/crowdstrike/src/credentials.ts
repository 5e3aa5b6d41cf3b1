import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** What a customer enters to connect a CrowdStrike Falcon tenant. */
export const CrowdStrikeCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Falcon API address",
    help: "The base URL that the Falcon console shows with a new API client: https://api.crowdstrike.com (US-1), https://api.us-2.crowdstrike.com, https://api.eu-1.crowdstrike.com, https://api.laggar.gcw.crowdstrike.com (US-GOV-1) or https://api.us-gov-2.crowdstrike.mil.",
    example: "https://api.us-2.crowdstrike.com"
  }),
  client_id: Credentials.text({
    title: "API client ID",
    help: "Falcon console > Support and resources > API clients and keys > Create API client.",
    example: "0a1b2c3d4e5f60718293a4b5c6d7e8f9"
  }),
  client_secret: Credentials.secret({
    title: "API client secret",
    help: "Shown once, when the API client is created; it can be reset there."
  })
})
