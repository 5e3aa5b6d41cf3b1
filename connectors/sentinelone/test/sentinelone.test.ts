import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { sentinelone } from "../src/index.js"
import { tenant } from "../src/sentinelone.js"
import { laptop, replies, risk, threat } from "./fixtures/replies.js"

ConnectorTest.conformance(sentinelone, { replies })

ConnectorTest.readme(sentinelone, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(sentinelone, { replies }, new URL("mapping.txt", import.meta.url))

ConnectorTest.release(sentinelone, new URL("../package.json", import.meta.url))

/** The healthy run, which the tests of its requests read. */
const healthy = ConnectorTest.run(sentinelone, { replies })

const AGENTS = "/web/api/v2.1/agents"
const RISKS = "/web/api/v2.1/application-management/risks"
const THREATS = "/web/api/v2.1/threats"

const answering = (path: string, status: number, title: string, code = status * 10_000 + 10) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({
    _tag: "Reply" as const,
    reply: { status, body: { errors: [{ code, detail: null, title }] } }
  })
})

const refused = (path: string, status: number, title: string) =>
  ConnectorTest.run(sentinelone, { replies, faults: [answering(path, status, title)] })

describe("The SentinelOne connector", () => {
  it("reads the agents with those that are decommissioned or uninstalled, in the order of their ids", async () => {
    const { requests } = await healthy
    const asked = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === AGENTS)
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { sortBy: "id", sortOrder: "asc", limit: "1000", isDecommissioned: "True,False", isUninstalled: "True,False" },
      {
        sortBy: "id",
        sortOrder: "asc",
        limit: "1000",
        isDecommissioned: "True,False",
        isUninstalled: "True,False",
        cursor: "agents-2"
      }
    ])
  })

  it("asks for what changed, by the field that each list filters by", async () => {
    const since = "2024-05-09T00:00:00.000Z"
    const { requests } = await ConnectorTest.run(sentinelone, { replies, since })
    const asked = requests.map(({ url }) => new URL(url)).filter(({ searchParams }) => !searchParams.has("cursor"))
    const filters = asked.map(({ pathname, searchParams }) => [
      pathname.split("/").at(-1),
      [...searchParams].filter(([name]) => name.includes("__") || name === "includeRemovals")
    ])
    expect(Object.fromEntries(filters)).toEqual({
      threats: [["updatedAt__gte", since]],
      agents: [["updatedAt__gte", since]],
      groups: [["updatedAt__gte", since]],
      risks: [
        ["includeRemovals", "true"],
        ["riskUpdatedDate__gte", since]
      ],
      users: []
    })
  })

  it("sends the token with each request, and stores no secret", async () => {
    const { records, requests } = await healthy
    const sent = new Set(requests.map(({ headers }) => headers["authorization"]))
    expect([...sent]).toEqual([expect.stringMatching(/^ApiToken ./)])
    const stored = JSON.stringify(records)
    expect(stored).not.toContain("licence-key-7f3a")
    expect(stored).not.toContain("registration-token-5c9d")
  })

  it("reports an expired token as the customer's to fix", async () => {
    const { health } = await refused(THREATS, 401, "Authentication Failed")
    expect(health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })

  it.each([
    [403, "Insufficient permissions", "UNAUTHORIZED", null],
    [403, "The license of this account does not include it", "UNAUTHORIZED", "licence"],
    [404, "Not found", "UNAUTHORIZED", "licence"],
    [400, "Validation Error", "VENDOR_CLIENT_ERROR", null]
  ])("reads the other lists if the risks answer %s, %s", async (status, title, health, detail) => {
    const { failures, records } = await refused(RISKS, status, title)
    expect(failures).toMatchObject([{ endpoint: RISKS, health }])
    expect(failures[0]?.detail.includes("licence")).toBe(detail !== null)
    expect(records["device"]).toHaveLength(4)
    expect(records["vulnerability"] ?? []).toEqual([])
  })

  it("knows the account of an agent and of a threat", () => {
    expect([laptop, threat, risk].map((row) => tenant.ofRow?.(row, AGENTS))).toEqual(["1", "1", null])
  })

  it("does not take another list that is not there for one that needs a licence", async () => {
    const { failures } = await refused(THREATS, 404, "Not found")
    expect(failures).toMatchObject([{ endpoint: THREATS, health: "VENDOR_CLIENT_ERROR" }])
  })
})
