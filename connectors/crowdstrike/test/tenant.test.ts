import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { crowdstrike } from "../src/index.js"
import { laptop, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    'POST /devices/entities/devices/v2 {"ids":["d1","d2"]}',
    { body: { resources: [laptop, { ...laptop, device_id: "d2", hostname: "foreign-row", cid: "C9" }], errors: [] } },
    "/devices/entities/devices/v2"
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
