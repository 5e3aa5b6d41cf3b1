import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ServiceNowChange, toChangeTicket } from "../src/exports/itsm_tickets.changes.js"
import { ServiceNowIncident, toIncidentTicket } from "../src/exports/itsm_tickets.incidents.js"
import { servicenow } from "../src/index.js"
import { Flag, fromInstant, toInstant, toReference } from "../src/value.js"
import { gate, replies } from "./fixtures/replies.js"

ConnectorTest.conformance(servicenow, { replies })

ConnectorTest.readme(servicenow, new URL("../README.md", import.meta.url))

/** The record ids that a run assigned, by vendor id. */
const idsOf = ({ records }: ConnectorTest.RunReport) => {
  const ids = Object.values(records).flatMap((all) =>
    all.map(({ id, vendor_attributes }) => [(vendor_attributes as { readonly id: string }).id, id] as const)
  )
  return Object.fromEntries(ids)
}

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
        id: "u1",
        updated_at: "2024-05-02T08:30:00.000Z",
        vendor: "SERVICENOW",
        data: { vendor: "SERVICENOW", user_name: "ada.rivers", title: "Engineer", employee_number: "1001" }
      }
    })
    expect(grace).toMatchObject({ name: "grace", email: null, status: "INACTIVE" })
  })

  it("fills every group field that ServiceNow provides", async () => {
    const { records } = await ConnectorTest.run(servicenow, { replies })
    const [millers, all] = records["itsm_group"] ?? []
    expect(millers).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Millers",
      description: "Those who keep the mill",
      vendor: "SERVICENOW",
      vendor_id: "g1",
      vendor_data: null,
      vendor_attributes: {
        created_at: "2024-05-01T08:30:00.000Z",
        id: "g1",
        updated_at: "2024-05-02T08:30:00.000Z",
        vendor: "SERVICENOW",
        data: {
          vendor: "SERVICENOW",
          email: "mill@acme.example",
          type: "itil",
          is_active: true,
          manager_id: "u1",
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
      status_updated_at: null,
      tags: null,
      url: `${ConnectorTest.BASE_URL}/nav_to.do?uri=incident.do%3Fsys_id%3Di1`,
      identifier: "INC0000001",
      vendor: "SERVICENOW",
      vendor_id: "i1",
      vendor_data: null,
      vendor_attributes: {
        id: "i1",
        vendor: "SERVICENOW",
        created_at: "2024-05-02T08:30:00.000Z",
        updated_at: "2024-05-03T08:30:00.000Z",
        type: "hardware",
        status: "7",
        priority: "1",
        data: {
          vendor: "SERVICENOW",
          table: "incident",
          assignment_group_id: "g1",
          correlation_id: "case-7",
          subcategory: "wheel",
          impact: "1",
          urgency: "1",
          close_code: "Solved (Permanently)",
          caller_id: "u2",
          resolved_at: "2024-05-04T08:30:00Z"
        }
      }
    })
    expect(gate).toMatchObject({ status: "RESOLVED", closed_at: "2024-05-04T08:30:00.000Z", parent_ticket_id: null })
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
      parent_ticket_id: ids["i1"],
      created_by_user_id: ids["u1"],
      url: `${ConnectorTest.BASE_URL}/nav_to.do?uri=change_request.do%3Fsys_id%3Dc1`,
      identifier: "CHG0000001",
      vendor_attributes: {
        type: "normal",
        status: "-3",
        data: { table: "change_request", risk: "3", impact: "3", approval: "requested", requested_by_id: "u2" }
      }
    })
    // State 3 is Closed here, but On Hold for an incident.
    expect(repaint).toMatchObject({ status: "CLOSED", priority: "UNKNOWN", is_active: false })
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

  it("maps priorities, and an empty one to null", () => {
    const priorities = ["1", "2", "3", "4", "5", "6", ""].map((priority) => incident({ priority }).priority)
    expect(priorities).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN", null])
  })

  it("reads references without links, and then has no url", () => {
    const bare = incident({ opened_by: "u1", caller_id: "u2" })
    expect(bare).toMatchObject({ created_by_user_id: "u1", url: null })
  })
})

describe("ServiceNow values", () => {
  it("are read from strings, and invalid ones become null", () => {
    expect(toInstant("2024-05-01 08:30:00")).toBe("2024-05-01T08:30:00Z")
    expect(toInstant("2024-05-01")).toBe("2024-05-01T00:00:00Z")
    expect([toInstant(""), toInstant("yesterday")]).toEqual([null, null])
    expect(fromInstant("2024-05-01T10:30:00.999+02:00")).toBe("2024-05-01 08:30:00")
    expect([toReference(""), toReference({ link: "x", value: "" })]).toEqual([null, null])
    expect(toReference({ value: "u1", link: "no address" })).toEqual({ sys_id: "u1", origin: null })
    const flags = Schema.decodeUnknownSync(Schema.Struct({ a: Flag, b: Flag, c: Flag, d: Flag }))
    expect(flags({ a: "true", b: false, c: "maybe" })).toEqual({ a: true, b: false, c: null, d: null })
  })
})

describe("The ServiceNow connector", () => {
  const queriesOf = ({ requests }: ConnectorTest.RunReport) =>
    new Set(requests.flatMap(({ url }) => new URL(url).searchParams.get("sysparm_query") ?? []))

  it("orders by sys_id, and requests only the fields that the mapping reads", async () => {
    const report = await ConnectorTest.run(servicenow, { replies })
    expect(queriesOf(report)).toEqual(new Set(["ORDERBYsys_id"]))
    const groups = report.requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname.endsWith("_group"))
    expect(groups?.searchParams.get("sysparm_fields")).toBe(
      "sys_id,name,description,email,type,active,manager,parent,sys_created_on,sys_updated_on"
    )
  })

  it("requests updated rows in a delta, with times in ServiceNow's format", async () => {
    const report = await ConnectorTest.run(servicenow, { replies, since: "2024-05-09T07:08:09.000Z" })
    expect(queriesOf(report)).toEqual(new Set(["sys_updated_on>=2024-05-09 07:08:09^ORDERBYsys_id"]))
    expect(servicenow.exports.itsm_tickets?.[0]?.lookbackSecs).toBeGreaterThanOrEqual(12 * 60 * 60)
  })

  it("reads on after a full page without a Link header", async () => {
    const users = Array.from({ length: 500 }, (_, index) => ({ sys_id: `u${index}`, name: `User ${index}` }))
    const stripped = {
      ...replies,
      "GET /api/now/table/sys_user": { body: { result: users } },
      "GET /api/now/table/sys_user?sysparm_offset=500": { body: { result: [{ sys_id: "last", name: "Last" }] } }
    }
    const { records, health } = await ConnectorTest.run(servicenow, { replies: stripped })
    expect(health.name).toBe("HEALTHY")
    expect(records["itsm_user"]).toHaveLength(501)
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
