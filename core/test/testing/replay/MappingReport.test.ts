import { expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { MappingReport } from "@tributary/core/replay"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { AcmeUser, acme, groupReplies, groups, replies, toItsmUser, userList } from "../Acme.js"

const user = (id: string, more: object = {}) => ({ id, name: `User ${id}`, email: null, state: "ENABLED", ...more })

it("the mapping report names the fields that the mapping never reads, and how often they have a value", async () => {
  const answers = {
    ...replies,
    "GET /users": {
      ...replies["GET /users"],
      body: [
        user("1", { badge: { color: "red" }, teams: ["a", "b"] }),
        user("2", { email: "2@acme.example", teams: [] })
      ]
    },
    "GET /users?after=2": { body: [user("3", { devices: [{ os: "Linux" }, { os: "Windows" }] }), user("4")] }
  }
  const report = await ConnectorTest.mappingReport(acme(), { replies: answers })
  expect(report.fields.map(({ path, filled, use }) => [path, filled, use])).toEqual([
    ["id", 1, "record"],
    ["name", 1, "record"],
    ["state", 1, "record"],
    ["badge.color", 0.25, "unread"],
    ["teams.[]", 0.25, "unread"],
    ["email", 0.25, "record"],
    ["devices.[].os", 0.25, "unread"]
  ])
})

it("the mapping report covers child lists and lookups", async () => {
  const report = await ConnectorTest.mappingReport(acme({ groups: groups() }), {
    replies: { ...groupReplies, "GET /groups/a/tags": { body: { tags: [{ label: "red", weight: 7 }] } } }
  })
  const shown = report.fields.filter(({ endpoint }) => endpoint.startsWith("/groups/"))
  expect(shown.map(({ endpoint, path, use }) => `${endpoint} ${path}: ${use}`)).toEqual([
    "/groups/{id}/members id: record",
    "/groups/{id}/tags label: record",
    "/groups/{id}/tags weight: unread"
  ])
})

const AcmeTicket = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  state: Row.nullish(Schema.String),
  labels: Row.nullish(Schema.Array(Schema.Struct({ text: Row.nullish(Schema.String) }))),
  isHidden: Row.nullish(Schema.Boolean)
})

const STATES: Readonly<Record<string, "OPEN" | "CLOSED">> = { new: "OPEN", done: "CLOSED" }

const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  endpoint: "/tickets",
  row: AcmeTicket,
  pagination: Pagination.none(),
  permissions: ["tickets.read"],
  toRecord: ({ id, isHidden, labels, state, title }) => ({
    name: isHidden === true ? "hidden" : title,
    status: STATES[state ?? ""] ?? "OTHER",
    project_id: "p1",
    vendor_id: id,
    vendor_attributes: {
      id,
      vendor: "ACME",
      created_at: null,
      updated_at: null,
      type: null,
      status: state,
      priority: null,
      data: { labels: labels?.map(({ text }) => text) ?? [] }
    }
  })
})

it("the mapping report distinguishes fields of records, vendor data and fields without effect, and names what records lack", async () => {
  const connector = { ...acme(), exports: { itsm_tickets: [tickets] } }
  const ticket = (id: string, state: string | null) => ({
    id,
    title: `Ticket ${id}`,
    state,
    labels: [{ text: "red", weight: 1 }],
    isHidden: false,
    self: { href: "https://vendor.example" }
  })
  const body = [
    ticket("1", "new"),
    ticket("2", "parked"),
    ticket("3", "lost"),
    ticket("4", "parked"),
    ticket("5", null)
  ]
  const report = await ConnectorTest.mappingReport(connector, { replies: { "GET /tickets": { body } } })
  expect(MappingReport.render(report)).toMatchInlineSnapshot(`
    "7 fields: 3 in the record; 1 in vendor_data only; 2 in vendor_data as the vendor sends it; 1 read, without effect here
    /tickets
      in the record: id, title, state (80 %)
      in vendor_data only: labels.[].text
      in vendor_data as the vendor sends it: labels.[].weight, self.href
      read, without effect here: isHidden
    itsm_ticket: 5 records
      always null: type, description, priority, is_active, parent_ticket_id, assigned_user_id, created_by_user_id, ticket_created_at, due_date, closed_at, status_updated_at, tags, url, identifier, vendor_attributes.created_at, vendor_attributes.updated_at, vendor_attributes.type, vendor_attributes.priority
      unknown values of status in 3 records: lost, parked
    "
  `)
})

it("the mapping report knows what depends on a field that another one can replace, and that a field which a row must have is worth nothing", async () => {
  const Sized = Schema.Struct({ ...AcmeUser.fields, login: Row.nullish(Schema.String), shoe_size: Schema.Number })
  const users = Extractor.make({
    ...userList,
    row: Sized,
    toRecord: (user) => toItsmUser({ ...user, email: user.email ?? user.login })
  })
  const sized = (id: string) => user(id, { email: `${id}@acme.example`, login: `${id}@acme.example`, shoe_size: 42 })
  const report = await ConnectorTest.mappingReport(acme({ users }), {
    replies: {
      ...replies,
      "GET /users": { ...replies["GET /users"], body: [sized("1"), sized("2")] },
      "GET /users?after=2": { ...replies["GET /users?after=2"], body: [sized("3")] }
    }
  })
  expect(report.fields.map(({ path, use }) => [path, use])).toEqual([
    ["id", "record"],
    ["name", "record"],
    ["email", "record"],
    ["state", "record"],
    ["login", "no effect"],
    ["shoe_size", "no effect"]
  ])
})
