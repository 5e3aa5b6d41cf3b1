import { type Action, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type { CreateTicket } from "../../api/parts/TicketBody.js"
import type { ConnectionScope } from "../../store/accounts/AccessScope.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import { inBody } from "../server/request/ValidationErrors.js"

/** Pairs of fields that identify the same thing; a request uses at most one of each. */
const pairs = [
  ["project_id", "project_vendor_id"],
  ["type", "type_vendor_id"],
  ["assigned_user_id", "assigned_user_vendor_id"],
  ["parent_ticket_id", "parent_ticket_vendor_id"]
] as const

const isSent = (value: unknown): boolean => value !== undefined && value !== null

const both = (body: CreateTicket): ReadonlyArray<Errors.Mistake> =>
  pairs
    .filter((pair) => pair.every((field) => isSent(body[field])))
    .map(([field, other]) =>
      inBody({ path: [other], msg: `Send either ${field} or ${other}, not both`, type: "conflict" })
    )

/** The record kind that each service id refers to. */
const references = {
  project_id: RecordKind.ItsmProject,
  assigned_user_id: RecordKind.ItsmUser,
  parent_ticket_id: RecordKind.ItsmTicket
} as const

type Reference = keyof typeof references

const unknown = (field: Reference) =>
  Errors.make("InvalidParameter", {
    detail: [
      inBody({
        path: [field],
        msg: `This connection has no record with this id. GET /v1${references[field].path} lists the existing ones.`,
        type: "reference"
      })
    ]
  })

/** Translates the service ids of the body into the source tool's ids; fails with 422 when a record does not exist. */
export const resolve = (scope: ConnectionScope, body: CreateTicket) =>
  Effect.gen(function* () {
    const detail = both(body)
    if (detail.length > 0) return yield* Errors.make("InvalidParameter", { detail })
    const query = yield* RecordQuery
    const vendorId = (field: Reference, sent: string | null | undefined) =>
      Effect.gen(function* () {
        const id = body[field]
        if (id === undefined || id === null) return sent ?? null
        return yield* query.vendorId(scope, references[field], id)
      }).pipe(Effect.catchTag("RecordNotFound", () => unknown(field)))
    const ticket: Action.NewTicket = {
      name: body.name,
      project_vendor_id: yield* vendorId("project_id", body.project_vendor_id),
      type: body.type ?? null,
      type_vendor_id: body.type_vendor_id ?? null,
      description: body.description ?? null,
      priority: body.priority ?? null,
      assigned_user_vendor_id: yield* vendorId("assigned_user_id", body.assigned_user_vendor_id),
      parent_ticket_vendor_id: yield* vendorId("parent_ticket_id", body.parent_ticket_vendor_id),
      identifier: body.identifier ?? null
    }
    return ticket
  })
