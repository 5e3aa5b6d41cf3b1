import { VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { cloudOf } from "../src/clouds.js"
import { msDefenderEndpoint } from "../src/index.js"

const TENANT = "3e7a1c52-9d40-4f8b-b6e1-5c2f8a0d7b94"

it.each([
  [null, "https://api.security.microsoft.com", "https://api.securitycenter.microsoft.com", "microsoftonline.com"],
  ["eu", "https://eu.api.security.microsoft.com", "https://api.securitycenter.microsoft.com", "microsoftonline.com"],
  [
    "gcc",
    "https://api-gcc.securitycenter.microsoft.us",
    "https://api-gcc.securitycenter.microsoft.us",
    "microsoftonline.com"
  ],
  [
    "gov",
    "https://api-gov.securitycenter.microsoft.us",
    "https://api-gov.securitycenter.microsoft.us",
    "microsoftonline.us"
  ]
] as const)("knows the addresses of the region %s", (region, api, audience, login) => {
  expect(cloudOf(region)).toEqual({ api, audience, login: `https://login.${login}` })
})

it("finds the id of a tenant that was entered by its domain", async () => {
  const ask = Effect.flatMap(VendorHttp.VendorHttp, ({ tenant }) => tenant.id)
  const { exit } = await ConnectorTest.runAction(msDefenderEndpoint, ask, {
    credentials: { tenant_id: "ACME.example", region: "gov" },
    replies: {
      "POST /ACME.example/oauth2/v2.0/token": { body: { access_token: "token", expires_in: 3600 } },
      "GET /acme.example/v2.0/.well-known/openid-configuration": {
        body: { issuer: `https://login.microsoftonline.us/${TENANT}/v2.0` }
      }
    }
  })
  expect(exit).toEqual(Exit.succeed(TENANT))
})
