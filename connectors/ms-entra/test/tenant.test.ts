import { VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { msEntra } from "../src/index.js"
import { ada, replies, TENANT } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /v1.0/users?$skiptoken=p2",
    { body: { value: [{ ...ada, id: "foreign-row", userPrincipalName: "eve@globex.example" }] } },
    "/v1.0/users"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(msEntra, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)

it("finds the id of a tenant that was entered by its domain, without the permission Organization.Read.All", async () => {
  const ask = Effect.flatMap(VendorHttp.VendorHttp, ({ tenant }) => tenant.id)
  const { exit } = await ConnectorTest.runAction(msEntra, ask, {
    credentials: { tenant_id: "ACME.example" },
    replies: {
      "POST /ACME.example/oauth2/v2.0/token": { body: { access_token: "token", expires_in: 3600 } },
      "GET /acme.example/v2.0/.well-known/openid-configuration": {
        body: { issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` }
      },
      "GET /v1.0/organization": { status: 403, body: { error: { code: "Authorization_RequestDenied" } } }
    }
  })
  expect(exit).toEqual(Exit.succeed(TENANT))
})
