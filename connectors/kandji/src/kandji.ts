import { Connector } from "@tributary/core"
import { Redacted } from "effect"
import { KandjiCredentials, setupSteps } from "./credentials.js"
import { devicePolicies } from "./exports/device_policies.js"
import { devices } from "./exports/devices.js"
import { core, version } from "./version.generated.js"

/** The Kandji connector, whose vendor is renaming the product to Iru: https://api-docs.kandji.io/ */
export const kandji = Connector.make({
  vendor: "KANDJI",
  name: "Kandji (Iru)",
  version,
  core,
  description: "Management of Apple devices: devices and blueprints.",
  category: "MDM",
  authType: "API_KEY",
  docsUrl: "https://api-docs.kandji.io/",
  credentials: KandjiCredentials,
  setupSteps,
  http: ({ base_url, api_token }) => ({
    baseUrl: base_url,
    headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_token)}`) },
    // All tokens of a customer share the limit, which no header announces: https://api-docs.kandji.io/
    rateLimitedBy: "tenant",
    rateCap: { requests: 10_000, period: "1 hour" }
  }),
  check: "/api/v1/devices?limit=1",
  exports: { devices: [devices], device_policies: [devicePolicies] }
})
