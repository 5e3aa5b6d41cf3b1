import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { msDefenderCloud } from "../src/index.js"
import { ASSESSMENTS, openPorts, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    ASSESSMENTS,
    {
      body: {
        value: [
          openPorts,
          { ...openPorts, id: "/subscriptions/sub-9/providers/Microsoft.Security/assessments/foreign-row" }
        ]
      }
    },
    "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessments"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(msDefenderCloud, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
