import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { GeoLocation } from "./GeoLocation.js"

/** How an audited action ended. `DENIED` means that a policy refused it; `UNKNOWN` is an outcome without a counterpart here. */
export const AuditOutcome = Field.openEnum({
  identifier: "AuditOutcome",
  values: ["SUCCESS", "FAILURE", "DENIED", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type AuditOutcome = Schema.Schema.Type<typeof AuditOutcome>

/** Who did what an audit event records. */
export const AuditActor = Field.struct("AuditActor", {
  /**
   * The service's id of the user, which `/idp/users` serves. Null if the actor is no user.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  id: Schema.NullOr(Field.Id),
  /** The actor's id in the source tool. Null if unknown. */
  vendor_id: Schema.NullOr(Schema.String),
  /** What the actor is, as the source tool writes it, such as `User`. Null if unknown. */
  type: Schema.NullOr(Schema.String),
  /** The actor's name. Null if unknown. */
  name: Schema.NullOr(Schema.String),
  /** The actor's email address or login. Null if unknown. */
  email: Schema.NullOr(Schema.String)
})

export interface AuditActor extends Schema.Schema.Type<typeof AuditActor> {}

/** What an audited action was done to. */
export const AuditTarget = Field.struct("AuditTarget", {
  /** The target's id in the source tool. Null if unknown. */
  vendor_id: Schema.NullOr(Schema.String),
  /** What the target is, as the source tool writes it, such as `AppInstance`. Null if unknown. */
  type: Schema.NullOr(Schema.String),
  /** The target's name. Null if unknown. */
  name: Schema.NullOr(Schema.String)
})

export interface AuditTarget extends Schema.Schema.Type<typeof AuditTarget> {}

/** The client that sent an audited request. */
export const AuditClient = Field.struct("AuditClient", {
  /** Its address. Null if unknown. */
  ip_address: Schema.NullOr(Schema.String),
  /** What it says that it is, in the header `User-Agent`. Null if unknown. */
  user_agent: Schema.NullOr(Schema.String),
  /** The kind of device, as the source tool writes it. Null if unknown. */
  device: Schema.NullOr(Schema.String),
  /** Where its address is. Null if unknown. */
  location: Schema.NullOr(GeoLocation)
})

export interface AuditClient extends Schema.Schema.Type<typeof AuditClient> {}

/** One event of the log of an identity provider. Events never change, and leave the list when they are as old as the operator keeps them: 90 days by default. */
export const IdpAuditEvent = Field.struct("IdpAuditEvent", {
  /** The service's own id of the event: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** What happened, as the source tool writes it, such as `user.session.start`. */
  event_type: Schema.String,
  /** The kind of event in the source tool's own words. Null if it names none. */
  category: Schema.NullOr(Schema.String),
  /** What happened, for people. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** How it ended, normalized. */
  outcome: AuditOutcome,
  /** Why it ended so, in the source tool's own words. Null if it does not say. */
  outcome_reason: Schema.NullOr(Schema.String),
  /** How severe the event is, normalized. Null if the source tool gives none. */
  severity: Schema.NullOr(Severity),
  /** When it happened. */
  occurred_at: Timestamp,
  /** Who did it. Null if the source tool does not say. */
  actor: Schema.NullOr(AuditActor),
  /** What it was done to. Null if the source tool names nothing. */
  targets: Schema.NullOr(Schema.Array(AuditTarget)),
  /** The client that sent the request. Null if there was none, or if the source tool does not say. */
  client: Schema.NullOr(AuditClient),
  /** The id of the session in the source tool. Null if there was none. */
  session_id: Schema.NullOr(Schema.String),
  /** The id of the request in the source tool. Null if there was none. */
  request_id: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `OKTA`. */
  vendor: Schema.String,
  /** The event's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the event, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface IdpAuditEvent extends Schema.Schema.Type<typeof IdpAuditEvent> {}
