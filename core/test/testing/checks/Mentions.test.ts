import { Connector, Credentials, Extractor, Mention, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { failing } from "../FailingChecks.js"

const IDENTITY = "rows with different content become different records"

const Person = Schema.Struct({ id: Schema.String, name: Schema.String })
const Comment = Schema.Struct({ id: Schema.String, text: Schema.String })
const Ticket = Schema.Struct({ id: Schema.String, assignee: Person, comments: Schema.Array(Comment) })
type Ticket = Schema.Schema.Type<typeof Ticket>

const attributes = (id: string) => ({ id, vendor: "ACME", created_at: null, updated_at: null, data: null })

const assignees = Mention.of<Ticket>()({
  record: RecordKind.ItsmUser,
  things: ({ assignee }) => [assignee],
  toRecord: ({ id, name }) => ({ email: null, name, status: "ACTIVE", vendor_attributes: attributes(id) })
})

const commentsBy = (idOf: (comment: { readonly id: string }, ticket: Ticket) => string) =>
  Mention.of<Ticket>()({
    record: RecordKind.ItsmComment,
    things: ({ comments }) => comments,
    toRecord: (comment, ticket) => ({
      body: comment.text,
      ticket_id: ticket.id,
      author_user_id: null,
      vendor_id: idOf(comment, ticket),
      vendor_attributes: attributes(idOf(comment, ticket))
    })
  })

const ticketsOf = (idOf: Parameters<typeof commentsBy>[0]) =>
  Extractor.make({
    record: RecordKind.ItsmTicket,
    endpoint: "/tickets",
    row: Ticket,
    pagination: Pagination.none(),
    permissions: ["tickets.read"],
    mentions: [assignees, commentsBy(idOf)],
    toRecord: ({ assignee, id }) => ({
      name: id,
      status: "OPEN",
      assigned_user_id: assignee.id,
      project_id: "p1",
      vendor_id: id,
      vendor_attributes: { ...attributes(id), type: null, status: null, priority: null }
    })
  })

const tickets = (idOf: Parameters<typeof commentsBy>[0]) => {
  const read = ticketsOf(idOf)
  return Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "An invented help desk.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://acme.example/docs",
    credentials: Schema.Struct({ key: Credentials.secret({ title: "Key", help: "Settings > Keys." }) }),
    check: "/tickets",
    http: ({ key }) => ({ baseUrl: "https://vendor.example", headers: { "x-api-key": key } }),
    exports: {
      itsm_tickets: [read],
      itsm_users: [read],
      itsm_comments: [read]
    }
  })
}

const replies = {
  "GET /tickets": {
    body: [
      { id: "t1", assignee: { id: "u1", name: "Ada" }, comments: [{ id: "1", text: "red" }] },
      { id: "t2", assignee: { id: "u1", name: "Ada Lovelace" }, comments: [{ id: "1", text: "blue" }] }
    ]
  }
}

describe("What rows mention", () => {
  it("may be described differently by each of them", async () => {
    expect(
      await failing(
        tickets(({ id }, ticket) => `${ticket.id}/${id}`),
        replies,
        /different content/
      )
    ).toEqual([])
  })

  it("are different things if they refer to different records", async () => {
    expect(
      await failing(
        tickets(({ id }) => id),
        replies,
        /different content/
      )
    ).toEqual([IDENTITY])
  })
})
