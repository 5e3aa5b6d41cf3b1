import { VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { GitLabCredentials } from "../src/credentials.js"
import { classify } from "../src/errors.js"
import { REPORT } from "../src/exports/issues.js"
import { gitlabRate } from "../src/gitlab.js"
import { gitlab } from "../src/index.js"
import { REPORT_QUERY } from "../src/rows/vulnerability.js"
import { attic, GITLAB, REPORT_1, REPORT_2, replies, webPage } from "./fixtures/replies.js"

const REPORT_TYPES = ["findings", "issues", "sast_issues", "sca_issues", "vulnerability_findings_v2"]

const run = (changed: ConnectorTest.Replies = {}, options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(gitlab, { ...options, replies: { ...replies, ...changed } })

/** The healthy run. */
const healthy = run()

/** What GitLab answers about a group whose report it does not show: an empty list. */
const hidden = (integerValue: number): ConnectorTest.Reply => ({
  body: {
    data: {
      group: {
        maxAccessLevel: { integerValue },
        vulnerabilitySeveritiesCount: null,
        vulnerabilities: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
      }
    }
  }
})

const failing = (...errors: ReadonlyArray<object>): ConnectorTest.Reply => ({ body: { errors } })

const unknownField = (typeName: string, fieldName: string) => ({
  message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
  locations: [{ line: 1, column: 1 }],
  path: ["query Report"],
  extensions: { code: "undefinedField", typeName, fieldName }
})

const COMMUNITY = failing(
  unknownField("Group", "vulnerabilitySeveritiesCount"),
  unknownField("Group", "vulnerabilities")
)

const NO_GROUP = { body: { data: { group: null } } }

describe("GitLab's refusals", () => {
  it.each<readonly [string, ConnectorTest.Reply, string]>([
    ["a group without Ultimate", hidden(30), "needs GitLab Ultimate"],
    ["a token whose role is too low", hidden(20), "it must be Developer"],
    ["the Community Edition", COMMUNITY, "Community Edition"],
    ["a group that the token may not see", NO_GROUP, "may not see it"]
  ])("of the report cost its export types, and no record that was read before: %s", async (_, reply, words) => {
    const { stored } = await healthy
    const { failures, records } = await run({ [REPORT_1]: reply }, { stored })
    expect(failures.map(({ data_export_type }) => data_export_type).toSorted()).toEqual(REPORT_TYPES)
    for (const failure of failures) expect(failure).toMatchObject({ endpoint: REPORT, health: "UNAUTHORIZED" })
    expect(failures[0]?.detail).toContain(words)
    const kinds = ["application", "organization_identity", "appsec_issue", "vulnerability_finding"]
    expect(kinds.map((kind) => records[kind]?.length)).toEqual([3, 5, 7, 7])
  })

  it.each<readonly [string, ConnectorTest.Reply, boolean]>([
    ["a group without Ultimate", hidden(50), true],
    ["a group without Ultimate, for a Security Manager", hidden(25), true],
    ["a role that is too low", hidden(20), false],
    ["no role", hidden(0), false],
    ["the Community Edition", COMMUNITY, true],
    ["a hidden group", NO_GROUP, false]
  ])("are a matter of the licence only if they are: %s", (_, { body }, isOfPlan) => {
    const error = classify({ endpoint: REPORT, status: 200, headers: {}, body })
    expect(error?._tag).toBe("Unauthorized")
    expect(error !== null && VendorError.isOfPlan(error)).toBe(isOfPlan)
    expect(error !== null && VendorError.areCredentialsRefused(error)).toBe(false)
  })

  it.each<readonly [string, ConnectorTest.Reply, string, string]>([
    [
      "a query that is too complex",
      failing({ message: "Query has complexity of 271, which exceeds max complexity of 250" }),
      "VENDOR_CLIENT_ERROR",
      "too complex"
    ],
    [
      "a GitLab that is too old",
      failing(unknownField("Vulnerability", "findingTokenStatus")),
      "VENDOR_CLIENT_ERROR",
      "may be too old"
    ],
    [
      "a query that ran out of time",
      failing({ message: "Timeout on Group.vulnerabilities" }),
      "VENDOR_SERVER_ERROR",
      ""
    ],
    [
      "a token that GitLab does not know",
      { status: 401, body: { errors: [{ message: "Invalid token" }] } },
      "UNAUTHORIZED",
      "401"
    ]
  ])("have the health that they mean: %s", async (_, reply, health, words) => {
    const { failures } = await run({ [REPORT_1]: reply })
    expect(failures.map((failure) => failure.health)).toEqual(REPORT_TYPES.map(() => health))
    expect(failures[0]?.detail).toContain(words)
  })

  it("are permissions that the token lacks if GitLab says 404 about what exists", async () => {
    const { failures } = await run({
      "GET /api/v4/groups/acme%2Fplatform/projects": { status: 404, body: { message: "404 Group Not Found" } }
    })
    expect(failures).toMatchObject([{ data_export_type: "applications", health: "UNAUTHORIZED" }])
  })
})

const accepts = (group: string): boolean =>
  Either.isRight(Schema.decodeUnknownEither(GitLabCredentials)({ group, token: "token" }))

describe("GitLab's query for the report", () => {
  it("stays below the complexity of 250, also if all kinds of locations count", () => {
    // Each field costs 1, one that is resolved apart costs 1 more, and each row of a page 1 % of what the page costs: https://docs.gitlab.com/api/graphql/#maximum-query-complexity
    const [, list = ""] = REPORT_QUERY.split("vulnerabilities(")
    const names =
      list
        .slice(list.indexOf("{"))
        .replaceAll(/\.\.\. on \w+/g, "")
        .match(/\w+/g) ?? []
    const resolvedApart = ["vulnerabilities", "sort", "location", "findingTokenStatus"]
    const cost = (names.length + resolvedApart.length) * 2
    expect(cost).toBeLessThan(250 - 10)
  })

  it("goes to the address of a GitLab of one's own", async () => {
    const base_url = "https://code.acme.example/gitlab"
    const moved = Object.fromEntries(
      Object.entries(replies).map(([request, reply]) => [
        request.replace(" /", " /gitlab/"),
        { ...reply, headers: { link: (reply.headers?.["link"] ?? "").replaceAll(GITLAB, base_url) } }
      ])
    )
    const report = await ConnectorTest.run(gitlab, { replies: moved, credentials: { base_url } })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.requests.every(({ url }) => url.startsWith(`${base_url}/api/`))).toBe(true)
  })

  it.each(["acme", "acme/platform", "a-b_c.d/e/f"])("accepts the group %s", (group) => {
    expect(accepts(group)).toBe(true)
  })

  it.each(["", "/acme", "acme/", "acme//shop", 'acme"', "acme shop", "https://gitlab.com/acme"])(
    "refuses the group %s",
    (group) => {
      expect(accepts(group)).toBe(false)
    }
  )
})

describe("GitLab's rate limits", () => {
  it("are read from the headers, whose reset time is in epoch seconds", () => {
    const headers = { "ratelimit-limit": "2000", "ratelimit-remaining": "0", "ratelimit-reset": "42" }
    expect(gitlabRate(headers)).toEqual({ limit: 2_000, remaining: 0, resetAt: 42_000 })
    expect(gitlabRate({ "ratelimit-remaining": "5", "ratelimit-reset": "42" })).toMatchObject({ limit: null })
    expect(gitlabRate({})).toBeNull()
  })

  it("make a job wait until the limit is reset", async () => {
    const headers = { "ratelimit-limit": "2000", "ratelimit-remaining": "0", "ratelimit-reset": "42" }
    const { elapsedMillis, health } = await run(
      {},
      {
        faults: [
          {
            times: 1,
            strikes: ({ url }) => url.pathname.endsWith("/projects"),
            outcome: () => ({ _tag: "Reply", reply: { status: 429, headers, text: "Retry later" } })
          }
        ]
      }
    )
    expect(health.name).toBe("HEALTHY")
    expect(elapsedMillis).toBeGreaterThanOrEqual(42_000)
    expect(elapsedMillis).toBeLessThan(46_000)
  })
})

const globex = { id: "gid://gitlab/Project/9009", fullPath: "globex/foreign-row", webUrl: null }

it.each<readonly [string, ConnectorTest.Reply, string]>([
  [
    REPORT_2,
    {
      body: {
        data: {
          group: {
            maxAccessLevel: { integerValue: 30 },
            vulnerabilitySeveritiesCount: { critical: 2 },
            vulnerabilities: {
              nodes: [{ ...webPage, project: globex }],
              pageInfo: { hasNextPage: false, endCursor: null }
            }
          }
        }
      }
    },
    REPORT
  ],
  [
    "GET /api/v4/groups/acme%2Fplatform/projects?page=2",
    { body: [{ ...attic, path_with_namespace: "globex/foreign-row" }] },
    "/api/v4/groups/{$group}/projects"
  ]
])("refuses %s with a row of another tenant, and stores nothing of it", async (request, reply, endpoint) => {
  const { failures, records } = await run({ [request]: reply })
  const foreign = failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
  expect(foreign.length).toBeGreaterThan(0)
  for (const failure of foreign) expect(failure).toMatchObject({ endpoint, health: "VENDOR_SERVER_ERROR" })
  expect(JSON.stringify(records)).not.toContain("foreign-row")
})
