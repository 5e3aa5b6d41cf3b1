import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { jira } from "../src/index.js"
import { gone, replies } from "./fixtures/replies.js"

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /rest/api/3/users/search?startAt=200",
    {
      body: [{ ...gone, accountId: "foreign-row", self: "https://globex.atlassian.net/rest/api/3/user?accountId=1" }]
    },
    "/rest/api/3/users/search"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(jira, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
