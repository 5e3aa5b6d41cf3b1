import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ServiceNowChange, toChangeTicket } from "../src/exports/itsm_tickets.changes.js"
import { ServiceNowIncident, toIncidentTicket } from "../src/exports/itsm_tickets.incidents.js"
import { servicenow } from "../src/index.js"
import { Count, Flag, fromInstant, toInstant, toReference } from "../src/value.js"
import { gate, photo, repair, replies, sysId } from "./fixtures/replies.js"

// A table has many pages in a real tenant, whose boundaries depend on the rows.
ConnectorTest.conformance(servicenow, { replies, times: 100 })

ConnectorTest.readme(servicenow, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(servicenow, { replies }, new URL("mapping.txt", import.meta.url))

/** The record ids that a run assigned, by vendor id. */
const idsOf = ({ records }: ConnectorTest.RunReport) => {
  const ids = Object.values(records).flatMap((all) =>
    all.map(({ id, vendor_attributes }) => [(vendor_attributes as { readonly id: string }).id.slice(-2), id] as const)
  )
  return Object.fromEntries(ids)
}

/** How the query for the author of a comment begins. */
const AUTHOR = "user_name="
const queryOf = (url: URL): string => url.searchParams.get("sysparm_query") ?? ""

describe("ServiceNow records", () => {
  it("fills every user field that ServiceNow provides", async () => {
    const { records } = await ConnectorTest.run(servicenow, { replies })
    const [ada, grace] = records["itsm_user"] ?? []
    expect(ada).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "ada@acme.example",
      name: "Ada Rivers",
      status: "ACTIVE",
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: sysId("u1"),
        updated_at: "2024-05-02T08:30:00.000Z",
        vendor: "SERVICENOW",
        data: {
          vendor: "SERVICENOW",
          user_name: "ada.rivers",
          title: "Engineer",
          employee_number: "1001",
          department_id: sysId("d1"),
          department: "Mills",
          manager_id: sysId("u2"),
          last_login_at: "2024-05-20T08:30:00Z",
          is_locked_out: false
        }
      }
    })
    expect(grace).toMatchObject({ name: "grace", email: null, status: "INACTIVE" })
    expect(grace).toMatchObject({
      vendor_attributes: { data: { department: null, manager_id: null, last_login_at: null, is_locked_out: true } }
    })
  })

  it("fills every group field that ServiceNow provides", async () => {
    const { records } = await ConnectorTest.run(servicenow, { replies })
    const [millers, all] = records["itsm_group"] ?? []
    expect(millers).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Millers",
      description: "Those who keep the mill",
      vendor: "SERVICENOW",
      vendor_id: sysId("g1"),
      vendor_data: null,
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: sysId("g1"),
        updated_at: "2024-05-02T08:30:00.000Z",
        vendor: "SERVICENOW",
        data: {
          vendor: "SERVICENOW",
          email: "mill@acme.example",
          type: "itil",
          is_active: true,
          manager_id: sysId("u1"),
          parent_group_id: null
        }
      }
    })
    expect(all).toMatchObject({ description: null, vendor_attributes: { data: { manager_id: null, email: null } } })
  })

  it("fills every incident field that ServiceNow provides, and links the incident to users and parent", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    const ids = idsOf(report)
    const [wheel, gate] = report.records["itsm_ticket"] ?? []
    expect(wheel).toEqual({
      id: ids["i1"],
      name: "The wheel stands still",
      status: "CLOSED",
      type: "incident",
      description: "No water.",
      priority: "CRITICAL",
      is_active: false,
      project_id: null,
      parent_ticket_id: ids["i2"],
      assigned_user_id: ids["u2"],
      created_by_user_id: ids["u1"],
      ticket_created_at: "2024-05-01T08:30:00.000Z",
      due_date: "2024-05-31T08:30:00.000Z",
      closed_at: "2024-05-05T08:30:00.000Z",
      status_updated_at: "2024-05-05T08:30:00.000Z",
      tags: null,
      url: `${ConnectorTest.BASE_URL}/nav_to.do?uri=incident.do%3Fsys_id%3D${sysId("i1")}`,
      identifier: "INC0000001",
      vendor: "SERVICENOW",
      vendor_id: sysId("i1"),
      vendor_data: null,
      vendor_data_omitted: null,
      vendor_attributes: {
        id: sysId("i1"),
        vendor: "SERVICENOW",
        created_at: "2024-05-02T08:30:00.000Z",
        updated_at: "2024-05-03T08:30:00.000Z",
        type: "hardware",
        status: "7",
        priority: "1",
        data: {
          vendor: "SERVICENOW",
          table: "incident",
          assignment_group_id: sysId("g1"),
          opened_by: sysId("u1"),
          parent_id: null,
          parent_table: null,
          closed_by_id: sysId("u1"),
          close_notes: "The weir is open.",
          contact_type: "phone",
          escalation: "1",
          impact: "1",
          urgency: "1",
          made_sla: false,
          reassignment_count: 2,
          cmdb_ci_id: sysId("w1"),
          business_service_id: sysId("b1"),
          company_id: sysId("m1"),
          correlation_id: "case-7",
          created_by: "ada.rivers",
          subcategory: "wheel",
          severity: "1",
          close_code: "Solved (Permanently)",
          caller_id: sysId("u2"),
          problem_id: sysId("p1"),
          reopen_count: 1,
          resolved_by_id: sysId("u2"),
          resolved_at: "2024-05-04T08:30:00Z"
        }
      }
    })
    expect(gate).toMatchObject({ status: "RESOLVED", closed_at: "2024-05-04T08:30:00.000Z", parent_ticket_id: null })
    expect(gate).toMatchObject({ status_updated_at: "2024-05-04T08:30:00.000Z" })
    expect(gate).toMatchObject({ assigned_user_id: null, created_by_user_id: ids["u1"], due_date: null })
  })

  it("fills every change request field that ServiceNow provides", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    const ids = idsOf(report)
    const [, , repair, repaint] = report.records["itsm_ticket"] ?? []
    expect(repair).toMatchObject({
      name: "Mend the wheel",
      status: "IN_REVIEW",
      type: "change_request",
      priority: "MEDIUM",
      is_active: true,
      due_date: "2024-05-21T08:30:00.000Z",
      status_updated_at: null,
      parent_ticket_id: ids["i1"],
      created_by_user_id: ids["u1"],
      url: `${ConnectorTest.BASE_URL}/nav_to.do?uri=change_request.do%3Fsys_id%3D${sysId("c1")}`,
      identifier: "CHG0000001",
      vendor_attributes: {
        type: "normal",
        status: "-3",
        data: {
          table: "change_request",
          parent_table: "incident",
          risk: "3",
          impact: "3",
          urgency: "3",
          approval: "requested",
          planned_start: "2024-05-20T08:30:00Z",
          planned_end: "2024-05-21T08:30:00Z",
          requested_by_id: sysId("u2")
        }
      }
    })
    // State 3 is Closed here, but On Hold for an incident.
    expect(repaint).toMatchObject({ status: "CLOSED", priority: "UNKNOWN", is_active: false })
    expect(repaint).toMatchObject({
      due_date: "2024-05-30T08:30:00.000Z",
      status_updated_at: "2024-05-22T08:30:00.000Z"
    })
  })

  const incident = (fields: object) =>
    toIncidentTicket(Schema.decodeUnknownSync(ServiceNowIncident)({ ...gate, ...fields }))
  const change = (state: string) =>
    toChangeTicket(Schema.decodeUnknownSync(ServiceNowChange)({ sys_id: "c1", state })).status

  it("maps the states of both tables, and any other state to OTHER", () => {
    const states = ["1", "2", "3", "6", "7", "8", "42", ""].map((state) => incident({ state }).status)
    expect(states).toEqual(["OPEN", "IN_PROGRESS", "IN_PROGRESS", "RESOLVED", "CLOSED", "CLOSED", "OTHER", "OTHER"])
    expect(["-5", "-4", "-3", "-2", "-1", "0", "3", "4", "1"].map(change)).toEqual([
      "OPEN",
      "IN_REVIEW",
      "IN_REVIEW",
      "TODO",
      "IN_PROGRESS",
      "IN_REVIEW",
      "CLOSED",
      "CLOSED",
      "OTHER"
    ])
  })

  it("says since when a ticket has its status only if it is resolved or closed", () => {
    const times = { resolved_at: "2024-05-04 08:30:00", closed_at: "2024-05-05 08:30:00" }
    const since = (fields: object) => incident({ ...times, ...fields }).status_updated_at
    expect(since({ state: "6" })).toBe("2024-05-04T08:30:00Z")
    expect(since({ state: "7" })).toBe("2024-05-05T08:30:00Z")
    // It was reopened: both times are older than the status.
    expect(since({ state: "2" })).toBeNull()
    expect(since({ state: "7", closed_at: "" })).toBeNull()
    expect(since({ state: "6", resolved_at: "" })).toBe("2024-05-05T08:30:00Z")
  })

  it("maps priorities, and an empty one to null", () => {
    const priorities = ["1", "2", "3", "4", "5", "6", ""].map((priority) => incident({ priority }).priority)
    expect(priorities).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN", null])
  })

  it("reads references without links, and then sets url to null", () => {
    const bare = incident({ opened_by: sysId("u1"), caller_id: sysId("u2") })
    expect(bare).toMatchObject({ created_by_user_id: sysId("u1"), url: null })
  })

  it("refers to no record if a reference holds text other than a sys_id, and keeps the text", () => {
    const imported = { opened_by: "Ada Rivers", assigned_to: "grace@acme.example", parent: "INC0000001", caller_id: "" }
    expect(incident(imported)).toMatchObject({
      created_by_user_id: null,
      assigned_user_id: null,
      parent_ticket_id: null,
      vendor_attributes: { data: { opened_by: "Ada Rivers", parent_id: "INC0000001" } }
    })
  })

  it.each([
    ["incident", sysId("x1")],
    ["change_request", sysId("x1")],
    // Some instances do not show the table of the parent.
    ["", sysId("x1")],
    ["problem", null]
  ])("refers to a parent in the table '%s' as %s", (table, expected) => {
    const row = { ...repair, parent: sysId("x1"), "parent.sys_class_name": table }
    expect(toChangeTicket(Schema.decodeUnknownSync(ServiceNowChange)(row)).parent_ticket_id).toBe(expected)
  })

  it("fills every comment field that ServiceNow provides", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    const ids = idsOf(report)
    const [question, note] = report.records["itsm_comment"] ?? []
    expect(question).toEqual({
      id: ids["n1"],
      body: "Is there water?",
      ticket_id: ids["i1"],
      author_user_id: ids["u1"],
      vendor: "SERVICENOW",
      vendor_id: sysId("n1"),
      vendor_data: null,
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-03T08:30:00.000Z",
        id: sysId("n1"),
        updated_at: null,
        vendor: "SERVICENOW",
        data: {
          vendor: "SERVICENOW",
          table: "incident",
          journal: "comments",
          is_public: true,
          created_by: "ada.rivers"
        }
      }
    })
    expect(note).toMatchObject({
      body: "Weir & sluice\nare open",
      // The instance's own processes have no user.
      author_user_id: null,
      vendor_attributes: { data: { journal: "work_notes", is_public: false, created_by: "system" } }
    })
  })

  it("fills every attachment field that ServiceNow provides", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    const ids = idsOf(report)
    const [wheel, plan] = report.records["itsm_attachment"] ?? []
    expect(wheel).toEqual({
      id: ids["a1"],
      file_name: "wheel.png",
      content_type: "image/png",
      size_bytes: 4711,
      url: photo.download_link,
      ticket_id: ids["i1"],
      author_user_id: ids["u2"],
      vendor: "SERVICENOW",
      vendor_id: sysId("a1"),
      vendor_data: {
        compressed: "true",
        size_compressed: "4012",
        chunk_size_bytes: "734003",
        image_width: "640",
        state: "available",
        hash: "0f1e2d3c",
        encryption_context: { value: sysId("e1") },
        sys_mod_count: "2",
        sys_updated_by: "grace"
      },
      vendor_data_omitted: null,
      vendor_attributes: {
        created_at: "2024-05-03T08:30:00.000Z",
        id: sysId("a1"),
        updated_at: "2024-05-04T08:30:00.000Z",
        vendor: "SERVICENOW",
        data: { vendor: "SERVICENOW", table: "incident", created_by: "grace" }
      }
    })
    expect(plan).toMatchObject({ file_name: sysId("a2"), content_type: null, size_bytes: null, ticket_id: ids["c1"] })
  })

  it("looks up each author once, and ignores users that ServiceNow returns under another name", async () => {
    const anyone = { body: { result: [{ sys_id: sysId("u1"), user_name: "ada.rivers" }] } }
    const wrong = {
      strikes: ({ url }: { readonly url: URL }) => queryOf(url) === `${AUTHOR}grace`,
      outcome: () => ({ _tag: "Reply" as const, reply: anyone })
    }
    const report = await ConnectorTest.run(servicenow, { replies, faults: [wrong] })
    expect(report.records["itsm_attachment"]).toMatchObject([{ author_user_id: null }, { author_user_id: null }])
    const authors = report.requests.filter(({ url }) => queryOf(new URL(url)).startsWith(AUTHOR))
    expect(authors).toHaveLength(3)
  })
})

describe("ServiceNow values", () => {
  it("are read from strings, and invalid ones become null", () => {
    expect(toInstant("2024-05-01 08:30:00")).toBe("2024-05-01T08:30:00Z")
    expect(toInstant("2024-05-01")).toBe("2024-05-01T00:00:00Z")
    expect([toInstant(""), toInstant("yesterday")]).toEqual([null, null])
    expect(fromInstant("2024-05-01T10:30:00.999+02:00")).toBe("2024-05-01 08:30:00")
    expect([toReference(""), toReference({ link: "x", value: "" })]).toEqual([null, null])
    const value = sysId("u1")
    expect(toReference({ value, link: "no address" })).toEqual({ value, sys_id: value, origin: null })
    expect(toReference("Ada Rivers")).toEqual({ value: "Ada Rivers", sys_id: null, origin: null })
    const counts = Schema.decodeUnknownSync(Schema.Struct({ a: Count, b: Count, c: Count }))
    expect(counts({ a: "7", b: 8, c: "many" })).toEqual({ a: 7, b: 8, c: null })
    const flags = Schema.decodeUnknownSync(Schema.Struct({ a: Flag, b: Flag, c: Flag, d: Flag }))
    expect(flags({ a: "true", b: false, c: "maybe" })).toEqual({ a: true, b: false, c: null, d: null })
  })
})

describe("The ServiceNow connector", () => {
  const queriesOf = ({ requests }: ConnectorTest.RunReport) =>
    new Set(
      requests
        .flatMap(({ url }) => new URL(url).searchParams.get("sysparm_query") ?? [])
        .filter((query) => !query.startsWith(AUTHOR))
    )

  it("orders by sys_id, and requests only the fields that the mapping reads", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    expect(queriesOf(report)).toEqual(
      new Set([
        "ORDERBYsys_id",
        "nameINincident,change_request^elementINcomments,work_notes^ORDERBYsys_id",
        "table_nameINincident,change_request^ORDERBYsys_id"
      ])
    )
    const groups = report.requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname.endsWith("_group"))
    expect(groups?.searchParams.get("sysparm_fields")).toBe(
      "sys_id,name,description,email,type,active,manager,parent,sys_created_on,sys_updated_on"
    )
  })

  it("requests updated rows in a delta, with times in ServiceNow's format", async () => {
    const report = await ConnectorTest.run(servicenow, { replies, since: "2024-05-09T07:08:09.000Z" })
    const updated = "sys_updated_on>=2024-05-09 07:08:09^ORDERBYsys_id"
    expect(queriesOf(report)).toEqual(
      new Set([
        updated,
        // Journal entries never change.
        "nameINincident,change_request^elementINcomments,work_notes^sys_created_on>=2024-05-09 07:08:09^ORDERBYsys_id",
        `table_nameINincident,change_request^${updated}`
      ])
    )
    expect(servicenow.exports.itsm_tickets?.[0]?.lookbackSecs).toBeGreaterThanOrEqual(12 * 60 * 60)
  })

  it("reads on after a full page without a Link header, and is incomplete if the last page also lacks the count", async () => {
    const users = Array.from({ length: 500 }, (_, index) => ({ sys_id: `u${index}`, name: `User ${index}` }))
    const stripped = {
      ...replies,
      "GET /api/now/table/sys_user": { body: { result: users } },
      "GET /api/now/table/sys_user?sysparm_offset=500": { body: { result: [{ sys_id: "last", name: "Last" }] } }
    }
    const { records, health } = await ConnectorTest.run(servicenow, { replies: stripped })
    expect(health.name).toBe("VENDOR_SERVER_ERROR")
    expect(records["itsm_user"]).toHaveLength(501)
  })

  it("reads on after a page without a Link header that omits rows the user may not see", async () => {
    const user = (id: string) => ({ sys_id: id, name: id })
    const headers = { "x-total-count": "1001" }
    const stripped = {
      ...replies,
      "GET /api/now/table/sys_user": { body: { result: [user("first")] }, headers },
      "GET /api/now/table/sys_user?sysparm_offset=500": { body: { result: [] }, headers },
      "GET /api/now/table/sys_user?sysparm_offset=1000": { body: { result: [user("last")] }, headers }
    }
    const { records } = await ConnectorTest.run(servicenow, { replies: stripped })
    expect(records["itsm_user"]).toHaveLength(2)
  })

  it("reads every user if a proxy removes the Link header of the last page", async () => {
    const users = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({ sys_id: `u${from + index}`, name: `User ${from + index}` }))
    const page = (from: number, count: number, more: object = {}): ConnectorTest.Reply => ({
      body: { result: users(count, from) },
      headers: { "x-total-count": "1200", ...more }
    })
    const path = "/api/now/table/sys_user"
    const link = (to: number) => ({
      link: `<${ConnectorTest.BASE_URL}${path}?sysparm_limit=500&sysparm_offset=${to}>;rel="next"`
    })
    const stripped = {
      ...replies,
      [`GET ${path}`]: page(0, 500, link(500)),
      [`GET ${path}?sysparm_offset=500`]: page(500, 500, link(1000)),
      [`GET ${path}?sysparm_offset=1000`]: page(1000, 200)
    }
    const { health, records, requests } = await ConnectorTest.run(servicenow, { replies: stripped })
    expect(health.name).toBe("HEALTHY")
    expect(records["itsm_user"]).toHaveLength(1200)
    const pages = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === path)
    expect(pages.filter(({ searchParams }) => searchParams.get("sysparm_limit") === "500")).toHaveLength(3)
  })

  it("requests no page beyond the count if the last page is full", async () => {
    const headers = { "x-total-count": "500" }
    const users = Array.from({ length: 500 }, (_, index) => ({ sys_id: `u${index}`, name: `User ${index}` }))
    const full = { ...replies, "GET /api/now/table/sys_user": { body: { result: users }, headers } }
    const { requests } = await ConnectorTest.run(servicenow, { replies: full })
    expect(requests.filter(({ url }) => url.includes("sysparm_offset=500"))).toEqual([])
  })

  it("treats a list that was cut off as a failure, and removes nothing", async () => {
    const { stored } = await ConnectorTest.run(servicenow, { replies })
    const cancelled = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/sys_user"),
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { body: { result: [], error: { message: "Transaction cancelled" }, status: "failure" } }
      })
    }
    const report = await ConnectorTest.run(servicenow, { replies, stored, faults: [cancelled] })
    expect(report.health).toMatchObject({ name: "VENDOR_SERVER_ERROR" })
    expect(report.records["itsm_user"]).toHaveLength(2)
  })

  it("names the table that the user may not read, and removes no tickets", async () => {
    const { stored } = await ConnectorTest.run(servicenow, { replies })
    const forbidden = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/change_request"),
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 403 } })
    }
    const report = await ConnectorTest.run(servicenow, { replies, stored, faults: [forbidden] })
    expect(report.health).toMatchObject({
      name: "UNAUTHORIZED",
      details: [{ data_export_type: "itsm_tickets", endpoint: "/api/now/table/change_request" }]
    })
    expect(report.records["itsm_ticket"]).toHaveLength(4)
  })

  it("sends user ID and password as Basic authentication", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    const expected = Buffer.from(`tributary.integration:${ConnectorTest.PLANTED_SECRET}`).toString("base64")
    expect(report.requests[0]?.headers["authorization"]).toBe(`Basic ${expected}`)
  })
})
