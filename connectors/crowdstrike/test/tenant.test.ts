import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { crowdstrike } from "../src/index.js"
import { laptop, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /devices/combined/devices/v1?offset=hosts-1",
    {
      body: {
        resources: [{ ...laptop, device_id: "d3", hostname: "foreign-row", cid: "C9" }],
        meta: { pagination: { total: 3, next: "hosts-2" } },
        errors: []
      }
    },
    "/devices/combined/devices/v1"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(crowdstrike, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
