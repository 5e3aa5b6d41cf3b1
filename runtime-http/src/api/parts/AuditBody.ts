import { Schema } from "effect"
import { actorKinds, names } from "./AuditActions.js"
import * as Described from "./Described.js"

const Id = Schema.NullOr(Schema.String)

/** Who did what to which resource, when and from where. */
export const AuditEvent = Described.struct("AuditEvent", {
  /** Ascends from event to event. */
  id: Schema.Int.annotations({ jsonSchema: { type: "integer" } }),
  /** When it was noted, in UTC. */
  at: Schema.String,
  /** What was done. */
  action: Schema.Literal(...names),
  /** Who acted: an API key of the account, a customer with a link that the account has made, an operator's key, a command on a machine of the operator, or the service by itself. */
  actor: Schema.Literal(...actorKinds),
  /** The id of the key, or of the customer's session, that was used. Null if none was. */
  actor_id: Id,
  /** The id of what was made, changed or deleted. Null if the action concerns the whole account. */
  resource_id: Id,
  /** The organization that is concerned. Null if none is. */
  organization_id: Id,
  /** The connection that is concerned. Null if none is. */
  connection_id: Id,
  /** From where: the address of the client. Null unless an API key or a link was used. */
  origin: Id,
  /** The `X-Request-Id` of the request. Null if there was none. */
  request_id: Id
})

/** A page of the audit log, the newest event first. */
export const AuditEvents = Described.struct("AuditEvents", {
  /** The events. */
  items: Schema.Array(AuditEvent),
  /** What to send as `before` for the next page. Null on the last page. */
  next_before: Schema.NullOr(Schema.Int.annotations({ jsonSchema: { type: "integer" } }))
})
