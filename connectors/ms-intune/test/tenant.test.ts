import { VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { msIntune } from "../src/index.js"

const TENANT = "8b2d4f60-1c3e-4a5b-8d7f-6e9a0c1b2d3e"

it("finds the id of a tenant that was entered by its domain", async () => {
  const ask = Effect.flatMap(VendorHttp.VendorHttp, ({ tenant }) => tenant.id)
  const { exit } = await ConnectorTest.runAction(msIntune, ask, {
    credentials: { tenant_id: "ACME.example" },
    replies: {
      "POST /ACME.example/oauth2/v2.0/token": { body: { access_token: "token", expires_in: 3600 } },
      "GET /acme.example/v2.0/.well-known/openid-configuration": {
        body: { issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` }
      }
    }
  })
  expect(exit).toEqual(Exit.succeed(TENANT))
})
