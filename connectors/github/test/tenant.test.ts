import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { github } from "../src/index.js"
import { bare, dependabotAlert, replies } from "./fixtures/replies.js"

const globex = { login: "globex", id: 9002 }

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    "GET /orgs/acme/repos?page=2",
    { body: [bare, { ...bare, id: 7009, name: "foreign-row", owner: globex }] },
    "/orgs/{$organization}/repos"
  ],
  [
    "GET /orgs/acme/dependabot/alerts?sort=created&after=d2",
    {
      body: [
        {
          ...dependabotAlert,
          number: 9,
          repository: { id: 7009, full_name: "globex/foreign-row", owner: globex }
        }
      ]
    },
    "/orgs/{$organization}/dependabot/alerts"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(github, { replies: { ...replies, [request]: reply } })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)
