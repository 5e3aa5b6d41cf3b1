import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { jumpcloud } from "../src/index.js"
import { laptop, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /api/systems?skip=0",
    { body: { results: [laptop, { ...laptop, _id: "foreign-row", organization: "o9" }], totalCount: 2 } },
    "/api/systems"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(jumpcloud, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
