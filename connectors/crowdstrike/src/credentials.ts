import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** The credentials that a customer enters to connect a CrowdStrike Falcon tenant. */
export const CrowdStrikeCredentials = Schema.Struct({
  base_url: Credentials.baseUrl({
    title: "Falcon API address",
    help: "The base URL of the Falcon API in your tenant's region, which the console shows when you create an API client: https://api.crowdstrike.com (US-1), https://api.us-2.crowdstrike.com (US-2), https://api.eu-1.crowdstrike.com (EU-1), https://api.laggar.gcw.crowdstrike.com (US-GOV-1) or https://api.us-gov-2.crowdstrike.mil.",
    example: "https://api.us-2.crowdstrike.com"
  }),
  client_id: Credentials.text({
    title: "API client ID",
    help: "The client ID of an API client: Falcon console > Support and resources > API clients and keys > Create API client.",
    example: "0a1b2c3d4e5f60718293a4b5c6d7e8f9"
  }),
  client_secret: Credentials.secret({
    title: "API client secret",
    help: "The secret of the API client; the console shows it only once, when you create the client, and can reset it later."
  })
})

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "As a Falcon Administrator: Falcon console > Support and resources > API clients and keys > Create API client.",
  "Tick Read for Hosts, with which the connection is tested, and for each scope of the data that you want, and nothing else.",
  "Click Create, and copy the client ID, the secret and the base URL; the console does not show the secret again."
]
