import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { fromText, toText } from "../src/atlassianDocument.js"
import { browseUrl } from "../src/browseUrl.js"
import { toItsmTicket } from "../src/exports/itsm_tickets.js"
import { jira } from "../src/index.js"
import { accountOf } from "../src/person.js"
import type { JiraIssue } from "../src/rows/issue.js"
import { customFields, flood, GATEWAY, gate, gatewayReplies, plan, replies } from "./fixtures/replies.js"

ConnectorTest.conformance(jira, { replies, ways: { OAUTH2_AUTHORIZATION_CODE: gatewayReplies } })

ConnectorTest.readme(jira, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(jira, { replies }, new URL("mapping.txt", import.meta.url))

/** The record ids that a run assigned, by vendor id. */
const idsOf = ({ records }: ConnectorTest.RunReport) => {
  const ids = Object.values(records).flatMap((all) =>
    all.map(({ id, vendor_attributes }) => [(vendor_attributes as { readonly id: string }).id, id] as const)
  )
  return Object.fromEntries(ids)
}

/** What `vendor_data` has of a user in the row of something else. */
const person = (displayName: string) => ({
  displayName,
  active: true,
  accountType: "atlassian",
  timeZone: "Europe/London"
})

describe("Jira records", () => {
  it("fills every user field that Jira provides [contract: itsm-user-fields]", async () => {
    const { records } = await ConnectorTest.run(jira, { replies })
    const [ada, grace, robot, gone] = records["itsm_user"] ?? []
    expect(ada).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "ada@acme.example",
      name: "Ada Rivers",
      status: "ACTIVE",
      vendor_attributes: {
        created_at: null,
        id: "ada",
        updated_at: null,
        vendor: "JIRA",
        data: { vendor: "JIRA", accountType: "atlassian", locale: "en_GB", time_zone: "Europe/London" }
      }
    })
    expect(grace).toMatchObject({ status: "INACTIVE", email: null })
    expect(robot).toMatchObject({ status: "ACTIVE", email: null, vendor_attributes: { data: { accountType: "app" } } })
    expect(gone).toMatchObject({ status: "DELETED" })
  })

  it("fills every group field that Jira provides", async () => {
    const { records } = await ConnectorTest.run(jira, { replies })
    const [millers, nameless] = records["itsm_group"] ?? []
    expect(millers).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "millers",
      description: null,
      vendor: "JIRA",
      vendor_id: "g-1",
      vendor_data: null,
      vendor_data_omitted: null,
      vendor_attributes: { created_at: null, id: "g-1", updated_at: null, vendor: "JIRA", data: { vendor: "JIRA" } }
    })
    expect(nameless).toMatchObject({ name: "g-2" })
  })

  it("fills every project field that Jira provides", async () => {
    const { records } = await ConnectorTest.run(jira, { replies })
    const [mill, weir] = records["itsm_project"] ?? []
    expect(mill).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Mill",
      key: "MILL",
      description: "Everything about the mill",
      url: `${ConnectorTest.BASE_URL}/browse/MILL`,
      vendor: "JIRA",
      vendor_id: "10",
      vendor_data: {
        entityId: "entity-10",
        projectCategory: { id: "1", description: "All that stands" },
        lead: person("Ada Rivers")
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: null,
        id: "10",
        updated_at: null,
        vendor: "JIRA",
        data: {
          vendor: "JIRA",
          type: "software",
          style: "classic",
          category: "Buildings",
          lead_account_id: "ada",
          is_private: false,
          is_team_managed: false,
          is_archived: false
        }
      }
    })
    expect(weir).toMatchObject({
      description: null,
      vendor_attributes: { data: { is_archived: true, category: null } }
    })
  })

  it("fills every ticket field that Jira provides, and links the ticket to users, project and parent", async () => {
    const report = await ConnectorTest.run(jira, { replies })
    const ids = idsOf(report)
    const [wheel, gate] = report.records["itsm_ticket"] ?? []
    expect(wheel).toEqual({
      id: ids["100"],
      name: "The wheel stands still",
      status: "RESOLVED",
      type: "Bug",
      description: "What happens\nAsk @Ada first.\n- No water",
      priority: "CRITICAL",
      is_active: false,
      project_id: ids["10"],
      parent_ticket_id: ids["101"],
      assigned_user_id: ids["grace"],
      created_by_user_id: ids["ada"],
      ticket_created_at: "2024-05-01T08:30:00.000Z",
      due_date: "2024-05-31T00:00:00.000Z",
      closed_at: "2024-05-04T08:30:00.000Z",
      status_updated_at: "2024-05-02T08:30:00.000Z",
      tags: ["urgent", "water"],
      url: `${ConnectorTest.BASE_URL}/browse/MILL-1`,
      identifier: "MILL-1",
      vendor: "JIRA",
      vendor_id: "100",
      vendor_data: {
        fields: {
          issuetype: { description: "What is broken" },
          status: {
            id: "3",
            description: "The work is Done",
            statusCategory: { id: 4, name: "Done", colorName: "yellow" }
          },
          project: { name: "Mill", projectTypeKey: "software" },
          parent: { key: "MILL-2" },
          assignee: { displayName: "Grace Rivers" },
          reporter: person("Ada Rivers"),
          creator: { displayName: "Deploy Robot", accountType: "app" },
          components: [{ description: "It turns the stones" }],
          fixVersions: [{ released: true, releaseDate: "2024-06-01" }],
          versions: [{ archived: true }],
          timespent: 3600,
          timetracking: { timeSpent: "1h", timeSpentSeconds: 3600 },
          aggregatetimespent: 7200,
          aggregateprogress: { progress: 7200, total: 7200, percent: 100 },
          progress: { progress: 3600, total: 3600, percent: 100 },
          workratio: -1,
          lastViewed: "2024-05-08T10:30:00.000+0200",
          votes: { votes: 2, hasVoted: false },
          watches: { watchCount: 3, isWatching: false },
          subtasks: [{ id: "102", key: "MILL-3" }],
          issuelinks: [
            {
              id: "500",
              type: { id: "1", name: "Blocks", inward: "is blocked by", outward: "blocks" },
              inwardIssue: { id: "102", key: "MILL-3" }
            }
          ],
          ...customFields,
          customfield_10002: { id: "7", value: "Upper weir" }
        }
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        id: "100",
        vendor: "JIRA",
        created_at: "2024-05-01T08:30:00.000Z",
        updated_at: "2024-05-03T08:30:00.000Z",
        type: "Bug",
        status: "Done",
        priority: "Highest",
        data: {
          vendor: "JIRA",
          status_category: "done",
          type_id: "10002",
          project_key: "MILL",
          is_subtask: false,
          hierarchy_level: 0,
          resolution: "Fixed",
          components: ["Wheel"],
          fix_versions: ["2.1"],
          affected_versions: ["2.0"],
          security_level: "Millers only",
          environment: "The lower weir",
          creator_account_id: "robot"
        }
      }
    })
    expect(gate).toMatchObject({ status: "IN_REVIEW", is_active: true, priority: "MEDIUM", closed_at: null, tags: [] })
    expect(gate).toMatchObject({ description: null, assigned_user_id: null, created_by_user_id: ids["robot"] })
  })

  it("fills every comment field that Jira provides, and lists comments only for issues that have some", async () => {
    const report = await ConnectorTest.run(jira, { replies })
    const ids = idsOf(report)
    const [seen, deaf] = report.records["itsm_comment"] ?? []
    expect(seen).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: "Seen\nand heard",
      ticket_id: ids["100"],
      author_user_id: ids["grace"],
      vendor: "JIRA",
      vendor_id: "1000",
      vendor_data: {
        author: person("Grace Rivers"),
        updateAuthor: { accountId: "ada", ...person("Ada Rivers") },
        visibility: { type: "role", identifier: "1" }
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-05T08:30:00.000Z",
        id: "1000",
        updated_at: "2024-05-06T08:30:00.000Z",
        vendor: "JIRA",
        data: { vendor: "JIRA", issue_key: "MILL-1", visible_to: "Administrators", is_public: true }
      }
    })
    expect(deaf).toMatchObject({ body: null, author_user_id: null, ticket_id: ids["100"] })
    expect(report.requests.some(({ url }) => url.includes("/issue/101/"))).toBe(false)
  })

  it("fills every attachment field that Jira provides", async () => {
    const report = await ConnectorTest.run(jira, { replies })
    const ids = idsOf(report)
    const [photo, letter, plan] = report.records["itsm_attachment"] ?? []
    expect(photo).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      file_name: "wheel.png",
      content_type: "image/png",
      size_bytes: 2048,
      url: `${ConnectorTest.BASE_URL}/rest/api/3/attachment/content/2000`,
      ticket_id: ids["100"],
      author_user_id: ids["grace"],
      vendor: "JIRA",
      vendor_id: "2000",
      vendor_data: {
        author: person("Grace Rivers"),
        thumbnail: `${ConnectorTest.BASE_URL}/rest/api/3/attachment/thumbnail/2000`
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-07T08:30:00.000Z",
        id: "2000",
        updated_at: null,
        vendor: "JIRA",
        data: { vendor: "JIRA", issue_key: "MILL-1" }
      }
    })
    expect(letter).toMatchObject({ file_name: "letter", content_type: null, size_bytes: 0, author_user_id: null })
    expect(plan).toMatchObject({ file_name: "plan.pdf", ticket_id: ids["101"] })
  })

  const withAttachments = (attachment: unknown) => {
    const changed = { ...gate, fields: { ...gate.fields, attachment } }
    return {
      ...replies,
      "GET /rest/api/3/search/jql?nextPageToken=t2": { body: { issues: [changed, flood], isLast: true } }
    }
  }

  it.each<readonly [string, unknown, number, string]>([
    ["an attachment that is null", [null, plan], 1, "itsm_attachment"],
    ["an attachment without an id", [{ ...plan, id: null }], 0, "itsm_attachment"],
    ["an issue whose list of attachments is null", null, 0, "itsm_ticket"]
  ])("rejects %s, and removes nothing", async (_, attachment, more, kind) => {
    const { stored } = await ConnectorTest.run(jira, { replies })
    const report = await ConnectorTest.run(jira, { replies: withAttachments(attachment), stored })
    expect(report.rejections).toMatchObject([{ kind }])
    expect(report.records["itsm_ticket"]).toHaveLength(3)
    expect(report.records["itsm_attachment"]).toHaveLength(3)
    const fresh = await ConnectorTest.run(jira, { replies: withAttachments(attachment) })
    expect(fresh.records["itsm_attachment"]).toHaveLength(2 + more)
  })

  it("keeps what it has read of an attachment of which a value cannot be read", async () => {
    const { stored } = await ConnectorTest.run(jira, { replies })
    const odd = withAttachments([{ ...plan, size: "large" }])
    const report = await ConnectorTest.run(jira, { replies: odd, stored })
    expect(report.rejections).toEqual([])
    expect(report.records["itsm_attachment"]?.at(-1)).toMatchObject({ file_name: "plan.pdf", size_bytes: 2048 })
  })

  it("reads tickets although their site has no attachments, so that Jira leaves them out", async () => {
    const report = await ConnectorTest.run(jira, { replies: withAttachments(undefined) })
    expect(report.rejections).toEqual([])
    expect([report.records["itsm_ticket"]?.length, report.records["itsm_attachment"]?.length]).toEqual([3, 2])
  })

  it("reads the attachments with the tickets: a scan of three issues on two pages searches four times, for tickets and for comments", async () => {
    const { requests } = await ConnectorTest.run(jira, { replies })
    const searches = requests.filter(({ url }) => new URL(url).pathname === "/rest/api/3/search/jql")
    const fields = searches.map(({ url }) => new URL(url).searchParams.get("fields"))
    const [all, counted] = ["*all,-comment,-worklog", "comment"]
    expect(fields).toEqual([all, all, counted, counted])
  })

  it("removes an attachment that its issue no longer has", async () => {
    const { stored } = await ConnectorTest.run(jira, { replies })
    const report = await ConnectorTest.run(jira, { replies: withAttachments([]), stored })
    expect(report.rejections).toEqual([])
    expect(report.records["itsm_attachment"]).toHaveLength(2)
  })

  const withStatus = (name: string | null, key: string | null) => {
    const fields = { ...gate.fields, status: { name, statusCategory: { key } } }
    return toItsmTicket({ ...gate, fields } as unknown as JiraIssue, { sites: null })
  }

  it.each([
    ["To Do", "new", "TODO"],
    ["Reopened", "new", "OPEN"],
    ["Work in progress", "indeterminate", "IN_PROGRESS"],
    ["In Review", "indeterminate", "IN_REVIEW"],
    ["Done", "done", "RESOLVED"],
    ["Closed", "done", "CLOSED"],
    ["Won't Do", "done", "CLOSED"],
    ["Frozen", "undefined", "OTHER"],
    [null, null, "OTHER"]
  ])("maps the status %s in the category %s to %s", (name, key, expected) => {
    expect(withStatus(name, key).status).toBe(expected)
  })

  it("refers to no user if Jira names the placeholder account of a user that an import lost", () => {
    const [lost, ada] = [{ accountId: "unknown" }, { accountId: "ada" }]
    expect([accountOf(lost), accountOf(lost, ada), accountOf(null)]).toEqual([null, "ada", null])
  })

  it("uses the last change of category as closed_at when a workflow sets no resolution", () => {
    expect(withStatus("Done", "done")).toMatchObject({
      is_active: false,
      closed_at: gate.fields.statuscategorychangedate
    })
    expect(withStatus("Frozen", "undefined")).toMatchObject({ is_active: null, closed_at: null })
  })

  it.each([
    [{ name: "Blocker" }, "CRITICAL"],
    [{ name: " major" }, "HIGH"],
    [{ name: "Lowest" }, "INFORMATIONAL"],
    [{ name: "High - Tier 2" }, "HIGH"],
    [{ name: "Whenever" }, "UNKNOWN"],
    [{ name: "constructor" }, "UNKNOWN"],
    [null, null]
  ])("maps the priority %o to %s", (priority, expected) => {
    const fields = { ...gate.fields, priority }
    expect(toItsmTicket({ ...gate, fields } as unknown as JiraIssue, { sites: null }).priority).toBe(expected)
  })
})

describe("The Jira connector", () => {
  it("requests issues updated since a given minute in a delta, ordered by creation", async () => {
    const report = await ConnectorTest.run(jira, { replies, since: "2024-05-09T07:08:09.000Z" })
    const queries = report.requests.flatMap(({ url }) => new URL(url).searchParams.get("jql") ?? [])
    const changed = 'updated >= "2024-05-09 07:08" ORDER BY created ASC'
    expect(new Set(queries)).toEqual(new Set([changed]))
    for (const exportType of ["itsm_tickets", "itsm_comments", "itsm_attachments"] as const) {
      expect(jira.exports[exportType]?.[0]?.lookbackSecs).toBeGreaterThanOrEqual(12 * 60 * 60)
    }
  })

  it("restricts the search for all issues, because Jira refuses unrestricted JQL", async () => {
    const report = await ConnectorTest.run(jira, { replies })
    const queries = report.requests.flatMap(({ url }) => new URL(url).searchParams.get("jql") ?? [])
    const all = "project is not EMPTY ORDER BY created ASC"
    expect(new Set(queries)).toEqual(new Set([all]))
  })

  it("sends email and API token as Basic authentication", async () => {
    const report = await ConnectorTest.run(jira, { replies })
    const expected = Buffer.from(`tributary@acme.example:${ConnectorTest.PLANTED_SECRET}`).toString("base64")
    expect(report.requests[0]?.headers["authorization"]).toBe(`Basic ${expected}`)
  })

  it("reports UNAUTHORIZED, and removes nothing, when an expired token gets an empty list", async () => {
    const { stored } = await ConnectorTest.run(jira, { replies })
    const anonymous = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/search/jql"),
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { body: { issues: [], isLast: true }, headers: { "x-seraph-loginreason": "AUTHENTICATED_FAILED" } }
      })
    }
    const report = await ConnectorTest.run(jira, { replies, stored, faults: [anonymous] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED" })
    expect(report.records["itsm_ticket"]).toHaveLength(3)
    expect(report.records["itsm_comment"]).toHaveLength(3)
    expect(report.records["itsm_attachment"]).toHaveLength(3)
  })
})

describe("Atlassian documents", () => {
  const text = (value: string) => ({ type: "text", text: value })
  const paragraph = (...content: ReadonlyArray<unknown>) => ({ type: "paragraph", content })
  const item = (...content: ReadonlyArray<unknown>) => ({ type: "listItem", content })

  it("become the text that a reader sees", () => {
    const document = {
      type: "doc",
      content: [
        { type: "panel", content: [paragraph(text("Mind"), { type: "emoji", attrs: { shortName: ":eyes:" } })] },
        {
          type: "orderedList",
          content: [item(paragraph(text("one")), { type: "bulletList", content: [item(paragraph(text("two")))] })]
        },
        { type: "rule" },
        { type: "codeBlock", content: [text("a = 1\nb = 2")] },
        {
          type: "table",
          content: [
            {
              type: "tableRow",
              content: ["k", "v"].map((cell) => ({ type: "tableCell", content: [paragraph(text(cell))] }))
            }
          ]
        },
        { type: "expand", attrs: { title: "More" }, content: [paragraph({ type: "date", attrs: { timestamp: "0" } })] },
        { type: "blockCard", attrs: { url: "https://acme.example/1" } }
      ]
    }
    expect(toText(document)).toBe(
      "Mind:eyes:\n1. one\n  - two\na = 1\nb = 2\nk | v\nMore\n1970-01-01\nhttps://acme.example/1"
    )
  })

  it("end early, and say so, if they are far longer than Jira accepts", () => {
    const paragraphs = (text: string, count: number) => ({
      type: "doc",
      content: Array.from({ length: count }, () => ({ type: "paragraph", content: [{ type: "text", text }] }))
    })
    expect(toText(paragraphs("a", 16_383))).toHaveLength(32_765)
    expect(toText(paragraphs("a", 100_000))).toMatch(/^(?:a\n){50000,90000}a?… \(the rest of the text is too long\)$/)
    expect(toText(paragraphs("\n".repeat(500_000), 1))).toBe("… (the rest of the text is too long)")
    // Half of a character is no character.
    expect(toText(paragraphs(`a${"😀".repeat(200_000)}`, 1))?.isWellFormed()).toBe(true)
  })

  it("become null when empty or malformed, and plain strings stay", () => {
    expect(toText(null)).toBeNull()
    expect([toText("plain"), toText(" ")]).toEqual(["plain", null])
    expect(toText({ type: "doc", content: [] })).toBeNull()
    expect(toText({ type: "doc", content: [null, 7, { type: "paragraph", content: "odd" }] })).toBeNull()
    expect(toText({ type: "doc", content: [paragraph({ type: "date", attrs: { timestamp: "never" } })] })).toBeNull()
  })

  it("have one paragraph for each line of a text", () => {
    expect(fromText("a\r\n\nb").content).toEqual([paragraph(text("a")), paragraph(), paragraph(text("b"))])
  })
})

describe("Jira addresses", () => {
  /** The same answers at the gateway's address. */
  const behindGateway: ConnectorTest.Replies = JSON.parse(
    JSON.stringify(replies)
      .replaceAll(`${ConnectorTest.BASE_URL}/rest`, `${GATEWAY}/rest`)
      .replaceAll("GET /rest", `GET ${new URL(GATEWAY).pathname}/rest`)
  )
  const SITE = `GET ${new URL(GATEWAY).pathname}/rest/api/3/serverInfo`
  const urlsOf = ({ records }: ConnectorTest.RunReport) =>
    [...(records["itsm_project"] ?? []), ...(records["itsm_ticket"] ?? [])].map(({ url }) => url)
  const run = (more: ConnectorTest.Replies = {}) =>
    ConnectorTest.run(jira, { replies: { ...behindGateway, ...more }, credentials: { base_url: GATEWAY } })

  it("browseUrl finds an issue's address for a browser", () => {
    expect(browseUrl("https://acme.atlassian.net/rest/api/3/issue/1", "A-1", null)).toBe(
      "https://acme.atlassian.net/browse/A-1"
    )
    expect(browseUrl(`${GATEWAY}/rest/api/3/issue/1`, "A-1", "https://acme.example")).toBe(
      "https://acme.example/browse/A-1"
    )
    expect(browseUrl(`${GATEWAY}/rest/api/3/issue/1`, "A-1", null)).toBeNull()
    expect(browseUrl(null, "A-1", "https://acme.example")).toBeNull()
  })

  it("are those of the site behind the API gateway", async () => {
    const urls = ["MILL", "WEIR", "MILL-1", "MILL-2", "MILL-3"].map((key) => `https://acme.atlassian.net/browse/${key}`)
    expect(urlsOf(await run())).toEqual(urls)
  })

  it("are those that the site shows if it names the gateway as its own", async () => {
    const site = { body: { baseUrl: GATEWAY, displayUrl: "https://help.acme.example/" } }
    expect(urlsOf(await run({ [SITE]: site }))[0]).toBe("https://help.acme.example/browse/MILL")
  })

  it.each([
    { status: 403, body: {} },
    // What the gateway answers to a token without the scope.
    { status: 401, body: { code: 401, message: "Unauthorized; scope does not match" } }
  ])("stay unknown behind the gateway if the account may not see the site: $status", async (refusal) => {
    const report = await run({ [SITE]: refusal })
    expect(report.failures).toEqual([])
    expect(urlsOf(report)).toEqual([null, null, null, null, null])
  })
})
