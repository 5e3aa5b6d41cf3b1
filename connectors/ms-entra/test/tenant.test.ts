import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { msEntra } from "../src/index.js"
import { ada, replies } from "./fixtures/replies.js"

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
