import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import * as FailureTable from "./FailureTable.js"
import * as Health from "./Health.js"
import { ProblemReason } from "./ProblemReason.js"
import * as RecordNames from "./RecordNames.js"

export { type NextAttempt, ownerOf, type Reader, table } from "./FailureTable.js"
export { ProblemReason } from "./ProblemReason.js"

/** A list of records, or some fields of its records, that a problem concerns. */
export const AffectedExport = Field.struct("AffectedExport", {
  /** The type of data that cannot be read. Null if the job could not begin, so that no data is read. */
  data_export_type: Schema.NullOr(DataExportType),
  /** The path of the source tool's endpoint that failed. Null if the failure has no endpoint. */
  endpoint: Schema.NullOr(Schema.String),
  /** The kinds of record that cannot be read, such as `idp_group`; empty if the failure has no list. */
  record_kinds: Schema.Array(Schema.String),
  /**
   * The names of the fields that cannot be read, if only some fields are affected; everything else is read. Empty if whole
   * records cannot be read.
   */
  fields: Schema.Array(Schema.String),
  /** When this was first seen without a success in between. */
  since: Timestamp,
  /** What happened, as human-readable text for operators; never a credential and never personal data. */
  detail: Schema.String
})
export interface AffectedExport extends Schema.Schema.Type<typeof AffectedExport> {}

/** Something that keeps data, or some fields of it, from being read, with who must act and what to tell them. */
export const Problem = Field.struct("Problem", {
  /**
   * Identifies the problem: it stays the same from job to job, whatever else changes, so that an alert can be closed. A problem that comes back
   * later has the same id and another `since`.
   */
  id: Field.Id,
  /** Why data cannot be read. */
  reason: ProblemReason,
  /** The name of the health that the connection has because of it, if no other problem comes before it; `HEALTHY` if only fields are affected, or if nobody has consented yet. */
  health: Health.HealthName,
  /** When the problem was first seen without a success in between, by the oldest of `affected`. */
  since: Timestamp,
  /** Who must act. */
  resolution_owner: Health.ResolutionOwner,
  /** What the customer should know or do, as a sentence that a product can show. */
  customer_message: Schema.String,
  /** What the operator of the service should know or do, as human-readable text. */
  operator_message: Schema.String,
  /** The permissions to grant, in the source tool's words; empty unless `reason` is `PERMISSION_MISSING`. */
  permissions: Schema.Array(Schema.String),
  /** When the source tool allows the next request. Null unless `reason` is `RATE_LIMITED`, and if the source tool did not say. */
  until: Schema.NullOr(Timestamp),
  /** A page of the source tool's documentation about the API that the connector reads. Null if the connector is not loaded. */
  docs_url: Schema.NullOr(Schema.String),
  /** What cannot be read. */
  affected: Schema.Array(AffectedExport)
})
export interface Problem extends Schema.Schema.Type<typeof Problem> {}

/** A type of data that cannot be read, and why. */
export interface Failure extends AffectedExport {
  /** Why it cannot be read. */
  readonly reason: ProblemReason
  /** All permissions that reading it needs, also those that the credentials have. */
  readonly permissions: ReadonlyArray<string>
  /** When the source tool allows the next request; null if it did not say. */
  readonly until: string | null
}

/** The source tool of a connection. */
export interface Tool {
  /** Its name as people write it. */
  readonly name: string
  /** The connector's documentation; null if the connector is not loaded. */
  readonly docsUrl: string | null
}

/** How many details an operator reads; `affected` has all. */
const MAX_DETAILS = 3

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** The records that cannot be read, or their fields. */
const dataOf = (failures: ReadonlyArray<Failure>): string => {
  const parts = failures.flatMap(({ fields, record_kinds }) => {
    const records = record_kinds.map(RecordNames.plural)
    return fields.length === 0 ? records : `${listed(fields)} of ${listed(records)}`
  })
  return parts.length === 0 ? "the data" : listed(distinct(parts))
}

const summed = (details: ReadonlyArray<string>): string => {
  const different = distinct(details)
  const rest = different.length - MAX_DETAILS
  return [...different.slice(0, MAX_DETAILS), ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ")
}

const isPartial = ({ fields }: Failure): boolean => fields.length > 0

const earliest = (instants: ReadonlyArray<string>): string | null => instants.toSorted()[0] ?? null

/** At least one. */
type Failures = readonly [Failure, ...ReadonlyArray<Failure>]

/** The permissions of data that was read: the credentials have them, so that no sentence may ask for them. */
export type HeldPermissions = ReadonlySet<string>

const NONE: HeldPermissions = new Set()

/** The permissions that the credentials may lack, and when the source tool allows the next request. None is lacking if they have all, so that something else keeps them from reading. */
const needsOf = (reason: ProblemReason, failures: Failures, held: HeldPermissions) => ({
  permissions:
    reason === "PERMISSION_MISSING"
      ? distinct(failures.flatMap(({ permissions }) => permissions)).filter((permission) => !held.has(permission))
      : [],
  until: reason === "RATE_LIMITED" ? earliest(failures.flatMap(({ until }) => until ?? [])) : null
})

/** What is known about a connection besides its failures. */
export interface Circumstances {
  /** When its data is read next. */
  readonly attempt: FailureTable.NextAttempt
  /** The permissions that its credentials have. */
  readonly held: HeldPermissions
}

/** A detail is in the middle of a sentence. */
const withoutPeriod = (detail: string): string => detail.replace(/[.]$/, "")

/** The sentences about failures with one reason. */
const write = (
  reader: FailureTable.Reader,
  tool: Tool,
  failures: Failures,
  { attempt, held }: Circumstances
): string => {
  const [{ reason }] = failures
  const { permissions, until } = needsOf(reason, failures, held)
  const details = failures.map(({ detail, endpoint }) => ({ detail: withoutPeriod(detail), endpoint }))
  const facts = {
    tool: tool.name,
    data: dataOf(failures),
    isPartial: failures.every(isPartial),
    detail: summed(details.map(({ detail, endpoint }) => (endpoint === null ? detail : `${endpoint}: ${detail}`))),
    cause: summed(details.map(({ detail }) => detail)),
    permissions: permissions.length === 0 ? null : listed(permissions),
    until
  }
  return FailureTable.write(reader, reason, facts, attempt)
}

/** Failures with one reason as a sentence for one reader: what is wrong and what to do. */
export const sentence = (
  reader: FailureTable.Reader,
  tool: Tool,
  failures: Failures,
  held: HeldPermissions = NONE
): string => write(reader, tool, failures, { attempt: { when: "UNKNOWN" }, held })

/** The reason that names a connection if its data cannot be read for several: the one whose health comes first. */
export const worst = (reasons: ReadonlyArray<ProblemReason>): ProblemReason | null =>
  Health.worst(reasons.map((reason) => ({ reason, health: FailureTable.table[reason].health })))?.reason ?? null

const explain = (id: string, tool: Tool, failures: Failures, circumstances: Circumstances): Problem => {
  const [{ reason }] = failures
  const { permissions, until } = needsOf(reason, failures, circumstances.held)
  return {
    id,
    reason,
    health: failures.every(isPartial) ? "HEALTHY" : FailureTable.table[reason].health,
    since: earliest(failures.map(({ since }) => since)) ?? failures[0].since,
    resolution_owner: FailureTable.ownerOf(reason),
    customer_message: write("customer", tool, failures, circumstances),
    operator_message: write("operator", tool, failures, circumstances),
    permissions,
    until,
    docs_url: tool.docsUrl,
    affected: failures.map(({ data_export_type, detail, endpoint, fields, record_kinds, since }) => ({
      data_export_type,
      endpoint,
      record_kinds,
      fields,
      since,
      detail
    }))
  }
}

/**
 * What tells a problem apart: its reason, whether it costs only fields, and which permissions are needed if one of them is missing. Which of
 * those the credentials have is found out list by list, so it is no part of it.
 */
const keyOf = (failure: Failure): string =>
  JSON.stringify([
    failure.reason,
    isPartial(failure),
    ...(failure.reason === "PERMISSION_MISSING" ? failure.permissions : [])
  ])

/** The failures as problems, those that `keyOf` cannot tell apart as one. `identify` turns such a key into an id. */
export const summarize = (
  tool: Tool,
  failures: ReadonlyArray<Failure>,
  circumstances: Circumstances,
  identify: (key: string) => string
): ReadonlyArray<Problem> => {
  const groups = new Map<string, [Failure, ...Array<Failure>]>()
  for (const failure of failures) {
    const key = keyOf(failure)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [failure])
    else group.push(failure)
  }
  const order = ProblemReason.literals
  return [...groups]
    .map(([key, group]) => explain(identify(key), tool, group, circumstances))
    .toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
}
