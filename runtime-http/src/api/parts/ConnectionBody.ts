import { ConnectionState, Extractor } from "@tributary/core"
import { Schema } from "effect"
import * as Described from "./Described.js"
import * as ParameterText from "./ParameterText.js"
import { ReturnUrl } from "./ReturnUrl.js"

/** The longest name or reference. */
export const MAX_LENGTH = 500

const expected = `Expected a string of ${ParameterText.expectedOf(MAX_LENGTH)}`

/** A name or reference that the caller chooses; surrounding spaces are removed. */
export const Label = Schema.Trim.annotations({ message: () => ({ message: expected, override: true }) })
  .pipe(Schema.filter((text) => ParameterText.isFit(text, MAX_LENGTH), { message: () => expected }))
  .annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_LENGTH } })

/** One year. */
const MAX_SECONDS = 31_536_000

const secondsExpected = `Expected an integer from 1 to ${MAX_SECONDS}`

const daysExpected = `Expected an integer from 1 to ${Extractor.EventLog.MOST_FIRST_LOAD_DAYS}`

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Seconds = Schema.Int.annotations({ message: () => ({ message: secondsExpected, override: true }) })
  .pipe(Schema.between(1, MAX_SECONDS, { message: () => secondsExpected }))
  .annotations({ jsonSchema: { type: "integer", minimum: 1, maximum: MAX_SECONDS } })

/** Seconds, or null for the default. */
const SecondsOrNull = Schema.NullOr(Seconds).annotations({
  message: () => ({ message: `${secondsExpected}, or null`, override: true }),
  jsonSchema: { type: ["integer", "null"], minimum: 1, maximum: MAX_SECONDS }
})

/** Days, or null for the default. */
const DaysOrNull = Schema.NullOr(
  Schema.Int.pipe(Schema.between(1, Extractor.EventLog.MOST_FIRST_LOAD_DAYS, { message: () => daysExpected }))
).annotations({
  message: () => ({ message: `${daysExpected}, or null`, override: true }),
  jsonSchema: { type: ["integer", "null"], minimum: 1, maximum: Extractor.EventLog.MOST_FIRST_LOAD_DAYS }
})

/** A reference that the caller chooses, or null for none. */
export const Identifier = Schema.NullOr(Label).annotations({
  message: () => ({ message: `${expected}, or null`, override: true }),
  jsonSchema: { type: ["string", "null"], minLength: 1, maxLength: MAX_LENGTH }
})

/** Credentials are never shown, logged or quoted in an error. */
export const Credentials = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  message: () => ({
    message: "Expected an object with the fields that GET /v1/connectors lists in credentials_params",
    override: true
  }),
  jsonSchema: { type: "object", additionalProperties: true }
})

/** The handler checks the names, because the connector decides which there are. */
export const ExportTypes = Schema.Array(Schema.String).annotations({
  message: () => ({ message: "Expected an array of data_export_types of the connector", override: true }),
  jsonSchema: { type: "array", items: { $ref: "#/components/schemas/DataExportType" }, minItems: 1 }
})

/** The vendor of a connector. */
export const Vendor = Schema.String.annotations({
  message: () => ({
    message: "Expected a vendor such as OKTA. GET /v1/connectors lists the supported ones.",
    override: true
  }),
  jsonSchema: { type: "string" }
})

/** A field that is shown and cannot be changed: whoever sends a connection as it was read sends it, too. */
const Computed = optional(Schema.Unknown)

/** A field that may only be sent as it is stored. */
const Fixed = optional(Schema.String)

/** A request body. It rejects unknown keys, so that a misspelt key is reported instead of ignored. */
const body = <Fields extends Schema.Struct.Fields>(name: string, fields: Fields) =>
  Described.struct(name, fields, { parseOptions: { errors: "all", onExcessProperty: "error" } })

/** The connection to create. */
export const CreateConnection = body("CreateConnection", {
  /** The `vendor` of a connector of the catalogue, such as `OKTA`. */
  vendor: Vendor,
  /**
   * Values for the fields that the connector lists in `credentials_params`; checked with the vendor and never shown
   * again.
   */
  credentials: Credentials,
  /** How the connection signs in: the `auth_type` of one of the connector's `auth_methods`; the first of them if absent. */
  auth_type: optional(Schema.String),
  /**
   * Where the browser goes after a consent, with `connection_id` and `status` (`connected` or `failed`) added to its query: an https address, or
   * an http one of this machine. Null or absent for a page of this service; only for an `auth_type` with a consent. A consent for which the page of a
   * link waits ends on a page of this service.
   */
  return_url: optional(ReturnUrl),
  /** The caller's own reference, which no other connection of the organization to the same vendor may have. Null or absent for none. */
  identifier: optional(Identifier),
  /**
   * Seconds from the start of one job to the start of the next, on average; the connector's default if absent, 14400 for
   * most. The server accepts 300 to 2592000, unless its operator has set another minimum; a 422 names the bounds.
   */
  refresh_interval_secs: optional(Seconds),
  /**
   * Seconds that a job may take; the connector's default if absent, 3600 for most. The server accepts 10 to 21600, unless
   * its operator has set another maximum; a 422 names the bounds.
   */
  timeout_secs: optional(Seconds),
  /**
   * Seconds after a full scan until the next job makes another one of a list that is otherwise read by its changes. Null or
   * absent for the default: 14400 for identities and 28800 for devices up to 5000 records, in proportion for more, and at most
   * 86400, as for everything else. The server accepts 3600 to 2592000, unless its operator has set another minimum; a 422
   * names the bounds.
   */
  full_scan_interval_secs: optional(SecondsOrNull),
  /**
   * How many days of a log of events the first job reads, before it begins. Null or absent for the default, 7. The server accepts 1 to 90, and no
   * more than the days for which its operator keeps events; a 422 names the bounds.
   */
  events_first_load_days: optional(DaysOrNull),
  /**
   * The types of data that jobs read: one or more of those that the connector exports. If absent, all of them but the logs of events,
   * `idp_audit_logs` and `siem_events`, unless it has no others. The choice is stored, so a connector that learns another type does not read it
   * for this connection.
   */
  data_export_types: optional(ExportTypes)
})
export interface CreateConnection extends Schema.Schema.Type<typeof CreateConnection> {}

/** What to change about a connection; absent fields stay as they are, and so do fields as they were read. */
export const UpdateConnection = body("UpdateConnection", {
  /**
   * New values for credential fields; those that are absent keep their stored values. All are checked with the vendor, and used by a job that
   * becomes due at once. If a field that is not secret changes, such as the address, every secret has to be sent again, because a stored
   * one is never sent to another place. Nothing happens if no secret is sent and the others are as they are stored. Null, or an empty text, empties a field that may be empty.
   *
   * A connection with a consent takes only fields that are not secret. They are not checked now: they count from the next consent at its
   * `oauth2_authorize_url` on, because the tokens of the former one are not sent to another place. Until then, jobs go on with those of before.
   */
  credentials: optional(Credentials),
  /**
   * Whether the credentials may lead to another tenant of the source tool, such as another organization; false if absent. With `true`, a
   * running job ends, outbound jobs that have not ended become `FAILED`, and the next complete full scan removes what the new tenant does not
   * have, without a confirmation. Without it, such credentials are a 422. It needs `credentials`, and does nothing if they are known to be of
   * the same tenant. A consent cannot replace the tenant: create another connection for it.
   */
  replace_tenant: optional(Schema.Boolean),
  /** The caller's own reference, which no other connection of the organization to the same vendor may have. Null removes it. */
  identifier: optional(Identifier),
  /** Seconds from the start of one job to the start of the next, on average; within the bounds that hold for a new connection. */
  refresh_interval_secs: optional(Seconds),
  /** Seconds that a job may take; within the bounds that hold for a new connection. */
  timeout_secs: optional(Seconds),
  /** Seconds after a full scan until the next job makes another one; within the bounds that hold for a new connection. Null restores the default. */
  full_scan_interval_secs: optional(SecondsOrNull),
  /**
   * How many days of a log of events its first job reads; within the bounds that hold for a new connection. Null restores the default. A log of
   * which a job has read something already is not read again.
   */
  events_first_load_days: optional(DaysOrNull),
  /**
   * `PAUSED` stops the jobs, also those that write to the source tool, and keeps the data readable: a running job stores the page that it is
   * reading and ends as `FAILED` without changing the health. `ACTIVE` resumes them: the next job continues where that one ended, if it starts within a day.
   * Any other state is accepted only if the connection has it.
   */
  state: optional(
    ConnectionState.annotations({
      message: () => ({ message: "Expected ACTIVE or PAUSED", override: true })
    })
  ),
  /**
   * The types of data that jobs read: one or more of those that the connector exports. A type that is added makes a job due at once. One that is
   * left out is not read any more, and its problems end; its records stay as they are, and readable. If it shares a list of the source tool with
   * another type, that list is read anew. A running job ends if it would read what is left out.
   */
  data_export_types: optional(ExportTypes),
  /** The service's id of the connection, if sent. It cannot be changed. */
  id: Fixed,
  /** The vendor of the connection, if sent. It cannot be changed. */
  vendor: Fixed,
  /** The organization of the connection, if sent. It cannot be changed. */
  organization_id: Fixed,
  /** When the connection was created, if sent. It cannot be changed. */
  created_at: Fixed,
  /** How the connection signs in, if sent. It cannot be changed. */
  auth_type: optional(Schema.NullOr(Schema.String)),
  /** Ignored: the service computes it. */
  oauth2_authorize_url: Computed,
  /** Ignored: the service computes it. */
  oauth2_problem: Computed,
  /** Ignored: the service computes it. */
  health: Computed,
  /** Ignored: the service computes it. */
  is_active: Computed,
  /** Ignored: the service computes it. `If-Match` guards against changes since. */
  updated_at: Computed,
  /** Ignored: the service computes it. */
  held_back_deletions: Computed,
  /** Ignored: the service computes it. */
  unread_fields: Computed,
  /** Ignored: it is a field of the organization. */
  organization_name: Computed
})
export interface UpdateConnection extends Schema.Schema.Type<typeof UpdateConnection> {}

/** The organization to create. */
export const CreateOrganization = body("CreateOrganization", {
  /** The organization's name. */
  name: Label,
  /** The caller's own reference. Null or absent for none. */
  identifier: optional(Identifier)
})
export interface CreateOrganization extends Schema.Schema.Type<typeof CreateOrganization> {}
