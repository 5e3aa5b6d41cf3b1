import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { okta } from "../src/index.js"
import { ada, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /api/v1/users?after=p2",
    {
      body: [
        { ...ada, id: "00u8" },
        { ...ada, id: "foreign-row", _links: { self: { href: "https://globex.okta.com/api/v1/users/00u9" } } }
      ]
    },
    "/api/v1/users"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(okta, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
