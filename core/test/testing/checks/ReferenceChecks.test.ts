import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { acme, groupReplies, groups, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const REFERENCES = "every reference leads to a record of the run"

const AcmeTicket = Schema.Struct({ id: Schema.String, assignee: Schema.String, above: Schema.NullOr(Schema.String) })

const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  endpoint: "/tickets",
  row: AcmeTicket,
  pagination: Pagination.none(),
  permissions: ["tickets.read"],
  toRecord: ({ id, assignee, above }) => ({
    name: id,
    status: "OPEN",
    assigned_user_id: assignee,
    parent_ticket_id: above,
    // The connector exports no projects.
    project_id: "the only one",
    vendor_id: id,
    vendor_attributes: {
      id,
      vendor: "ACME",
      created_at: null,
      updated_at: null,
      type: null,
      status: null,
      priority: null,
      data: null
    }
  })
})

const withTickets = { ...acme(), exports: { ...acme().exports, itsm_tickets: [tickets] } }
const ticket = (id: string, assignee: string, above: string | null = null) => ({ id, assignee, above })
const listing = (...rows: ReadonlyArray<unknown>) => ({ ...replies, "GET /tickets": { body: rows } })

describe("The check of references", () => {
  it("holds for references to records of the run, for null, and for kinds that the connector does not export", async () => {
    const sound = listing(ticket("t1", "1"), ticket("t2", "3", "t1"))
    expect(await failing(withTickets, sound, /^every reference/)).toEqual([])
  })

  it.each([
    ["a name instead of an id", ticket("t1", "User 1")],
    ["a record of another list", ticket("t1", "1", "1")]
  ])("fails for %s", async (_, row) => {
    expect(await failing(withTickets, listing(row), /^every reference/)).toEqual([REFERENCES])
  })

  it("fails for an end of a relation, and names the record, the field and the remedy", async () => {
    // The groups' members are users of another kind than the connector's.
    const asIdpUsers = Extractor.make({
      record: RecordKind.IdpUser,
      endpoint: "/people",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["users.read"],
      toRecord: ({ id }) => ({
        domain: "",
        email_addr: id,
        full_name: id,
        name: id,
        vendor_id: id,
        vendor_status: "ACTIVE",
        vendor_created_at: "2024-05-01T08:30:00Z"
      })
    })
    const connector = { ...acme(), exports: { ...acme().exports, idp: [groups(), asIdpUsers] } }
    const people = (...ids: ReadonlyArray<string>) => ({
      ...groupReplies,
      "GET /people": { body: ids.map((id) => ({ id })) }
    })
    expect(await failing(connector, people("1", "2"), /^every reference/)).toEqual([])
    const [check] = ConnectorTest.checks(connector, { replies: people("1") }).filter(({ name }) => name === REFERENCES)
    await expect(check?.run()).rejects.toThrow(
      /^idp_group_membership \["a","2"\]: user_vendor_id refers to no idp_user of the run\. Map the other record's vendor_id/
    )
  })
})
