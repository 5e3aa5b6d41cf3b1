import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { servicenow } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /api/now/table/sys_user",
    {
      body: {
        result: [
          {
            sys_id: "foreign-row",
            manager: { link: "https://globex.service-now.com/api/now/table/sys_user/1", value: "1" }
          }
        ]
      }
    },
    "/api/now/table/sys_user"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(servicenow, {
      replies: { ...replies, [request]: reply },
      credentials: { base_url: "https://acme.service-now.com" }
    })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
