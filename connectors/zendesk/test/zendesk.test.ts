import { ConnectorTest, type ScriptedVendor } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { zendesk } from "../src/index.js"
import { zendeskRate } from "../src/rate.js"
import { COMMENTED, deletedTicket, exported, linus, replies, TICKETS, USERS, wheel } from "./fixtures/replies.js"

ConnectorTest.conformance(zendesk, { replies })

ConnectorTest.readme(zendesk, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(zendesk, { replies }, new URL("mapping.txt", import.meta.url))

/** The record ids that a run assigned, by vendor id. */
const idsOf = ({ records }: ConnectorTest.RunReport) => {
  const ids = Object.values(records).flatMap((all) =>
    all.map(({ id, vendor_attributes }) => [(vendor_attributes as { readonly id: string }).id, id] as const)
  )
  return Object.fromEntries(ids)
}

describe("Zendesk records", () => {
  it("fills every user field that Zendesk provides [contract: itsm-user-fields]", async () => {
    const { records } = await ConnectorTest.run(zendesk, { replies })
    const [ada, grace, , nobody] = records["itsm_user"] ?? []
    expect(ada).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "ada@acme.example",
      name: "Ada Rivers",
      status: "ACTIVE",
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: "11",
        updated_at: "2024-05-02T08:30:00.000Z",
        vendor: "ZENDESK",
        data: {
          vendor: "ZENDESK",
          role: "agent",
          is_suspended: false,
          organization_id: "40",
          default_group_id: "21",
          external_id: "hr-7",
          locale: "en-GB",
          time_zone: "Europe/London",
          last_login_at: "2024-05-03T08:30:00Z",
          has_two_factor_authentication: true
        }
      }
    })
    expect(grace).toMatchObject({ status: "INACTIVE", vendor_attributes: { data: { role: "end-user" } } })
    expect(nobody).toMatchObject({ name: "14", email: null, status: "INACTIVE" })
  })

  // The shape of a group was checked against the API reference, nukosuke/go-zendesk (fixture/GET/groups.json) and airbytehq/airbyte
  // (source-zendesk-support, integration_tests/expected_records.jsonl).
  it("fills every group field that Zendesk provides", async () => {
    const { records } = await ConnectorTest.run(zendesk, { replies })
    const [millers, nameless] = records["itsm_group"] ?? []
    expect(millers).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Millers",
      description: "Who turn the wheel",
      vendor: "ZENDESK",
      vendor_id: "21",
      vendor_data: null,
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-04-01T08:30:00.000Z",
        id: "21",
        updated_at: "2024-04-02T08:30:00.000Z",
        vendor: "ZENDESK",
        data: { vendor: "ZENDESK", is_default: true, is_public: true }
      }
    })
    expect(nameless).toMatchObject({ name: "22", description: null })
  })

  it("fills every ticket field that Zendesk provides, and links the ticket to users and to its problem", async () => {
    const report = await ConnectorTest.run(zendesk, { replies })
    const ids = idsOf(report)
    const [solved, held, empty] = report.records["itsm_ticket"] ?? []
    expect(solved).toEqual({
      id: ids["101"],
      name: "The wheel stands still",
      status: "RESOLVED",
      type: "incident",
      description: "No water.\nAsk Ada.",
      priority: "CRITICAL",
      is_active: false,
      project_id: null,
      parent_ticket_id: ids["102"],
      assigned_user_id: ids["11"],
      created_by_user_id: ids["12"],
      ticket_created_at: "2024-05-01T08:30:00.000Z",
      due_date: "2024-05-31T11:00:00.000Z",
      closed_at: "2024-05-03T08:30:00.000Z",
      status_updated_at: "2024-05-03T08:30:00.000Z",
      tags: ["urgent", "water"],
      url: `${ConnectorTest.BASE_URL}/agent/tickets/101`,
      identifier: "#101",
      vendor: "ZENDESK",
      vendor_id: "101",
      vendor_data: {
        generated_timestamp: 1714811400,
        collaborator_ids: [13],
        custom_fields: [{ id: 900, value: "Lower weir" }],
        satisfaction_rating: { score: "unoffered" },
        metric_set: { id: 501, reopens: 0 }
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        id: "101",
        vendor: "ZENDESK",
        created_at: "2024-05-01T08:30:00.000Z",
        updated_at: "2024-05-04T08:30:00.000Z",
        type: "incident",
        status: "solved",
        priority: "urgent",
        data: {
          vendor: "ZENDESK",
          external_id: "case-7",
          channel: "web",
          custom_status_id: "60",
          submitter_id: "11",
          organization_id: "40",
          group_id: "21",
          brand_id: "80",
          ticket_form_id: "70",
          has_incidents: false,
          is_public: true
        }
      }
    })
    expect(held).toMatchObject({ status: "IN_PROGRESS", priority: "MEDIUM", is_active: true, closed_at: null })
    expect(empty).toMatchObject({ name: "#103", status: "OTHER", priority: null, is_active: null, tags: null })
  })

  // The shape of a comment was checked against the API reference, airbytehq/airbyte (source-zendesk-support, schemas/ticket_comments.json)
  // and nukosuke/go-zendesk (fixture/GET/ticket_comments.json).
  it("fills every comment field that Zendesk provides, and asks for none of a deleted ticket", async () => {
    const report = await ConnectorTest.run(zendesk, { replies })
    const ids = idsOf(report)
    const [seen, silent, note] = report.records["itsm_comment"] ?? []
    expect(seen).toEqual({
      id: ids["1001"],
      body: "No water.",
      ticket_id: ids["101"],
      author_user_id: ids["12"],
      vendor: "ZENDESK",
      vendor_id: "1001",
      vendor_data: {
        via: { source: { from: { address: "grace@acme.example" } } },
        metadata: { system: { location: "London" } }
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: "1001",
        updated_at: null,
        vendor: "ZENDESK",
        data: { vendor: "ZENDESK", type: "Comment", is_public: true, channel: "email", audit_id: "4001" }
      }
    })
    expect(silent).toMatchObject({ body: null, author_user_id: null })
    expect(note).toMatchObject({ body: "No **water**.", vendor_attributes: { data: { is_public: false } } })
    expect(report.requests.some(({ url }) => url.includes("/tickets/104/"))).toBe(false)
  })

  // The shape of an attachment was checked against the API reference, api-evangelist/zendesk (openapi/attachments-openapi-original.yml)
  // and airbytehq/airbyte (source-zendesk-support, schemas/shared/attachments.json).
  it("fills every attachment field that Zendesk provides, but the address that opens the file to everyone", async () => {
    const report = await ConnectorTest.run(zendesk, { replies })
    const ids = idsOf(report)
    const [photo, inline, bare] = report.records["itsm_attachment"] ?? []
    expect(photo).toEqual({
      id: ids["2001"],
      file_name: "wheel.png",
      content_type: "image/png",
      size_bytes: 2048,
      url: `${ConnectorTest.BASE_URL}/api/v2/attachments/2001.json`,
      ticket_id: ids["101"],
      author_user_id: ids["12"],
      vendor: "ZENDESK",
      vendor_id: "2001",
      vendor_data: { width: 640, height: 480, malware_access_override: false },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: "2001",
        updated_at: null,
        vendor: "ZENDESK",
        data: {
          vendor: "ZENDESK",
          comment_id: "1001",
          is_public: true,
          is_inline: false,
          is_deleted: false,
          malware_scan_result: "malware_not_found"
        }
      }
    })
    expect(inline).toMatchObject({ vendor_attributes: { data: { is_inline: true } } })
    expect(bare).toMatchObject({ file_name: "2003", url: null, size_bytes: null, content_type: null })
    expect(JSON.stringify(report.records["itsm_attachment"])).not.toContain("open-")
  })

  it("maps an unknown priority to UNKNOWN", async () => {
    const odd = { ...wheel, priority: "sky-high", status: "parked" }
    const page = exported(TICKETS, "tickets", [odd], "t2", true)
    const { records } = await ConnectorTest.run(zendesk, {
      replies: { ...replies, [`GET ${TICKETS}?start_time=0`]: page }
    })
    expect(records["itsm_ticket"]).toMatchObject([{ priority: "UNKNOWN", status: "OTHER", is_active: null }])
  })
})

// The shape of their pages was checked against the API reference, api-evangelist/zendesk (openapi/incremental-openapi-original.yml) and
// treasure-data/embulk-input-zendesk (its cursor-based service).
describe("Zendesk's incremental exports", () => {
  it("ask for all rows first, and name no deleted ones", async () => {
    const { records, requests } = await ConnectorTest.run(zendesk, { replies })
    const first = requests.map(({ url }) => new URL(url)).filter(({ searchParams }) => searchParams.has("start_time"))
    expect(first.map(({ pathname, search }) => [pathname, search])).toEqual([
      [USERS, "?per_page=1000&start_time=0"],
      [TICKETS, "?per_page=1000&start_time=0&include=metric_sets"],
      [TICKETS, "?exclude_deleted=true&per_page=1000&start_time=0"],
      [TICKETS, "?exclude_deleted=true&per_page=1000&start_time=0"]
    ])
    expect([records["itsm_user"]?.length, records["itsm_ticket"]?.length]).toEqual([4, 3])
  })

  it("go on behind the last page, with changed rows and deletions", async () => {
    const { deltas, stored } = await ConnectorTest.run(zendesk, { replies })
    const changed: ConnectorTest.Replies = {
      [`GET ${USERS}?cursor=u2`]: exported(USERS, "users", [{ ...linus, active: false }], "u3", true),
      [`GET ${TICKETS}?cursor=t2&include=metric_sets`]: exported(
        TICKETS,
        "tickets",
        [
          { ...wheel, status: "open" },
          { ...deletedTicket, id: 102 }
        ],
        "t3",
        true
      )
    }
    const report = await ConnectorTest.run(zendesk, { replies: { ...replies, ...changed }, stored, deltas })
    const { itsm_ticket: tickets = [], itsm_user: users = [] } = report.records
    expect(tickets.map(({ identifier, status }) => [identifier, status])).toEqual([
      ["#101", "OPEN"],
      ["#103", "OTHER"]
    ])
    expect(users.map(({ name }) => name)).toEqual(["Ada Rivers", "Grace Rivers", "14"])
    expect([...report.deltas.values()].map((url) => new URL(url).searchParams.get("cursor"))).toEqual(["u3", "t3"])
    const full = report.requests.filter(({ url }) => url.includes("start_time") && !url.includes(COMMENTED))
    expect(full).toEqual([])
  })

  it("ask only for tickets that changed whose comments and attachments are read", async () => {
    const since = "2024-05-05T00:00:00.000Z"
    const { deltas } = await ConnectorTest.run(zendesk, { replies })
    const changed: ConnectorTest.Replies = {
      [`GET ${COMMENTED}&start_time=1714867200`]: exported(COMMENTED, "tickets", [wheel], "t4", true)
    }
    const report = await ConnectorTest.run(zendesk, { replies: { ...replies, ...changed }, since, deltas })
    expect(report.requests.filter(({ url }) => url.includes("start_time=1714867200"))).toHaveLength(2)
    expect(report.requests.some(({ url }) => url.includes("/tickets/102/comments"))).toBe(false)
  })

  it("prove no absence if the last page does not say that the export ends there", async () => {
    const { body } = exported(USERS, "users", [linus], "u2", true)
    const page = { body: { ...body, after_url: null, end_of_stream: false } }
    const { failures, stored } = await ConnectorTest.run(zendesk, { replies })
    expect(failures).toEqual([])
    const cut = await ConnectorTest.run(zendesk, {
      replies: { ...replies, [`GET ${USERS}?start_time=0`]: page },
      stored
    })
    expect(cut.records["itsm_user"]).toHaveLength(4)
    expect(cut.health.name).not.toBe("HEALTHY")
  })
})

describe("Zendesk's lists below tickets", () => {
  const answering = (status: number): ReadonlyArray<ScriptedVendor.Fault> => [
    {
      strikes: ({ url }) => url.pathname.includes("/tickets/102/comments"),
      outcome: () => ({ _tag: "Reply", reply: { status, body: { error: "RecordNotFound", description: "Not found" } } })
    }
  ]

  it("keep the comments of a ticket that is gone, and read those of the others", async () => {
    const { stored } = await ConnectorTest.run(zendesk, { replies })
    const report = await ConnectorTest.run(zendesk, { replies, stored, faults: answering(404) })
    expect(report.failures).toEqual([])
    expect(report.records["itsm_comment"]?.map(({ vendor_id }) => vendor_id)).toEqual(["1001", "1002", "1003", "1004"])
  })

  it("fail if Zendesk refuses them, and nothing is removed", async () => {
    const { stored } = await ConnectorTest.run(zendesk, { replies })
    const report = await ConnectorTest.run(zendesk, { replies, stored, faults: answering(403) })
    expect(report.failures.map(({ endpoint }) => endpoint)).toEqual([
      "/api/v2/tickets/{id}/comments?include_inline_images=true",
      "/api/v2/tickets/{id}/comments"
    ])
    expect(report.records["itsm_comment"]).toHaveLength(4)
  })
})

describe("zendeskRate", () => {
  it("reads the limit of the endpoint first, then that of the account", () => {
    const account = { "ratelimit-limit": "400", "ratelimit-remaining": "395", "ratelimit-reset": "30" }
    const own = { "zendesk-ratelimit-incremental-exports-cursor": "total=10; remaining=9; resets=42" }
    expect(zendeskRate({ ...account, ...own }, 1_000)).toEqual({ limit: 10, remaining: 9, resetAt: 43_000 })
    expect(zendeskRate(account, 1_000)).toEqual({ limit: 400, remaining: 395, resetAt: 31_000 })
    expect(zendeskRate({}, 1_000)).toBeNull()
  })
})
