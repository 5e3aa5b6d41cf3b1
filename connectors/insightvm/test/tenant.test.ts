import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { insightvm } from "../src/index.js"
import { replies, router } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /api/3/assets?page=1",
    {
      body: {
        resources: [
          {
            ...router,
            hostName: "foreign-row",
            links: [{ href: "https://globex.internal:3780/api/3/assets/9", rel: "self" }]
          }
        ],
        page: { number: 1, size: 500, totalPages: 2, totalResources: 2 }
      }
    },
    "/api/3/assets"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(insightvm, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
