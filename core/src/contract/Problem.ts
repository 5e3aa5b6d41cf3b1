import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import type { HealthName } from "./Health.js"
import { ResolutionOwner } from "./Health.js"
import * as RecordNames from "./RecordNames.js"

/**
 * Why data cannot be read. `CREDENTIALS_REFUSED`: the source tool does not accept the credentials. `PERMISSION_MISSING`:
 * it accepts them, but they may not read this data. `ADDRESS_INVALID`: the address that was entered does not lead to the
 * source tool's API. `RATE_LIMITED`: the source tool allows no more requests for now. `VENDOR_DOWN`: it failed, did not
 * answer in time, or sent something that is not an answer. `VENDOR_REFUSED`: it rejected the request itself. `TIMEOUT`:
 * the job took longer than `timeout_secs`. `INTERNAL`: the service failed, or could not use what the source tool sent.
 */
export const ProblemReason = Schema.Literal(
  "CREDENTIALS_REFUSED",
  "PERMISSION_MISSING",
  "ADDRESS_INVALID",
  "RATE_LIMITED",
  "VENDOR_DOWN",
  "VENDOR_REFUSED",
  "TIMEOUT",
  "INTERNAL"
).annotations(Field.named("ProblemReason"))
export type ProblemReason = Schema.Schema.Type<typeof ProblemReason>

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
  /** Why data cannot be read. */
  reason: ProblemReason,
  /** When the problem was first seen without a success in between, by the oldest of `affected`. */
  since: Timestamp,
  /** Who must act. */
  resolution_owner: ResolutionOwner,
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
  /** The permissions that reading it needs. */
  readonly permissions: ReadonlyArray<string>
  /** When the source tool allows the next request; null if it did not say. */
  readonly until: string | null
}

/**
 * When the data is read next. `PAUSED`: not before the connection is resumed. `RUNNING`: a job runs now. `DUE`: as soon as
 * a job can begin. `AT`: at this instant. `UNKNOWN`: nobody knows.
 */
export type NextAttempt =
  | {
      /** Which of the cases it is. */
      readonly when: "PAUSED" | "RUNNING" | "DUE" | "UNKNOWN"
    }
  | {
      /** At an instant. */
      readonly when: "AT"
      /** ISO 8601. */
      readonly instant: string
    }

/** The side that reads a sentence. */
type Reader = "customer" | "operator"

/** What a sentence about a problem can name. */
interface Facts {
  /** The source tool's name. */
  readonly tool: string
  /** The data that cannot be read, such as "devices and device groups", or "is_admin of users". */
  readonly data: string
  /** Whether only some fields cannot be read. */
  readonly isPartial: boolean
  /** What happened, such as "/users: answered 403". */
  readonly detail: string
  /** The same without endpoints, for customers. */
  readonly cause: string
  /** What to grant; null if the connector does not say. */
  readonly permissions: string | null
  /** When the source tool allows the next request; null if it did not say. */
  readonly until: string | null
  /** When the next job begins, such as ", at 2026-01-01 07:00 UTC,"; empty if nobody knows. */
  readonly nextJob: string
  /** When the data is read next, as a sentence; empty if nobody knows. */
  readonly nextAttempt: string
}

interface Row {
  /** Who must act. */
  readonly resolution_owner: ResolutionOwner
  /** What is wrong, and what the customer has to do. */
  readonly customer: (facts: Facts) => string
  /** What is wrong, and what the operator has to know or do. */
  readonly operator: (facts: Facts) => string
  /** What happens next, unless the connection is paused. */
  readonly next: Readonly<Record<Reader, (facts: Facts) => string>>
}

/** Only waiting helps: the customer wants to know how long. */
const wait: Row["next"] = {
  customer: ({ nextAttempt }) => `${nextAttempt} There is nothing that you have to do.`,
  operator: ({ nextAttempt }) => nextAttempt
}

/** Someone has to act first, so the next attempt is no news for the customer. */
const act: Row["next"] = { customer: () => "", operator: ({ nextAttempt }) => nextAttempt }

const toGrant = ({ permissions }: Facts): string =>
  permissions === null ? "check what they may read" : `grant them ${permissions}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Who must act for each reason, and what each side reads. `VendorError.reasonOf` says which vendor error has which reason. */
export const table: Readonly<Record<ProblemReason, Row>> = {
  CREDENTIALS_REFUSED: {
    resolution_owner: "CUSTOMER",
    customer: ({ tool }) => `${tool} does not accept the credentials of this connection. Enter valid ones.`,
    operator: ({ detail, tool }) => `${tool} refused the credentials (${detail}). The customer must enter valid ones.`,
    next: {
      customer: () => "",
      operator: ({ nextAttempt }) => `A job then runs at once; until then, jobs try less and less often. ${nextAttempt}`
    }
  },
  PERMISSION_MISSING: {
    resolution_owner: "CUSTOMER",
    customer: (facts) => {
      const licence = facts.isPartial ? `, unless your plan of ${facts.tool} does not include this` : ""
      return `${facts.tool} does not let these credentials read ${facts.data}. ${capitalized(toGrant(facts))}${licence}.`
    },
    operator: (facts) => {
      const rest = facts.isPartial ? " Everything else is read." : ""
      return `${facts.tool} accepts the credentials, but refused ${facts.data} (${facts.detail}).${rest} The customer must ${toGrant(facts)}.`
    },
    next: {
      customer: () => "",
      operator: ({ isPartial, nextJob }) =>
        isPartial
          ? "The next full scan then reads this for all records; POST .../sync?full=true makes one at once."
          : `The next job${nextJob} then reads this; POST .../sync reads it at once.`
    }
  },
  ADDRESS_INVALID: {
    resolution_owner: "CUSTOMER",
    customer: ({ cause, tool }) =>
      `The address that was entered does not lead to the API of ${tool} (${cause}). Correct it.`,
    operator: ({ detail, tool }) =>
      `The address of the connection does not lead to the API of ${tool} (${detail}). The customer must correct it; if it is right, look at whether this server can reach it.`,
    next: act
  },
  RATE_LIMITED: {
    resolution_owner: "SERVICE",
    customer: ({ tool, until }) =>
      `${tool} allowed no more requests in the last attempt${until === null ? "" : `; it allows the next one at ${until}`}.`,
    operator: ({ detail, tool, until }) =>
      `The rate limit of ${tool} was used up (${detail})${until === null ? "" : `; ${tool} allows the next request at ${until}`}. If this happens often, raise refresh_interval_secs or set a lower limit in TRIBUTARY_RATE_LIMITS.`,
    next: wait
  },
  VENDOR_DOWN: {
    resolution_owner: "VENDOR",
    customer: ({ tool }) => `${tool} did not answer as it should in the last attempt.`,
    operator: ({ detail, tool }) => `${tool} failed (${detail}). If it lasts, look for an outage of ${tool}.`,
    next: wait
  },
  VENDOR_REFUSED: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) =>
      `${tool} rejected a request for ${data}. The operator of this service has to look into it.`,
    operator: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Check whether the customer's plan of ${tool} includes this data, and whether a newer release of the connector exists.`,
    next: act
  },
  TIMEOUT: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) => `Reading ${data} from ${tool} took longer than one run may take.`,
    operator: ({ data, detail, tool }) =>
      `A job could not read ${data} from ${tool} to the end (${detail}). If this lasts, raise timeout_secs of the connection.`,
    next: wait
  },
  INTERNAL: {
    resolution_owner: "SERVICE",
    customer: ({ data }) => `This service could not update ${data}. Its operator has to look into it.`,
    operator: ({ data, detail }) => `This service could not update ${data} (${detail}).`,
    next: act
  }
}

/** How each side reads an instant: a customer as a date and a time, an operator as the API has it. */
const written: Readonly<Record<Reader, (instant: string) => string>> = {
  customer: (instant) => `${instant.slice(0, 16).replace("T", " ")} UTC`,
  operator: (instant) => instant
}

const PAUSED = "The connection is paused; nothing is read until it is resumed."

const attempts: Readonly<Record<NextAttempt["when"], (instant: string) => string>> = {
  PAUSED: () => PAUSED,
  RUNNING: () => "A job is running now; what it cannot read, the job after it tries again.",
  DUE: () => "The next attempt is due now.",
  AT: (instant) => `The next attempt is at ${instant}.`,
  UNKNOWN: () => ""
}

/** The reason of a failure that no vendor error explains, by the health that it has. */
export const reasons: Readonly<Record<Exclude<HealthName, "HEALTHY">, ProblemReason>> = {
  UNAUTHORIZED: "CREDENTIALS_REFUSED",
  EXECUTION_TIMEOUT: "TIMEOUT",
  RATE_LIMIT_EXCEEDED: "RATE_LIMITED",
  VENDOR_SERVER_ERROR: "VENDOR_DOWN",
  VENDOR_CLIENT_ERROR: "VENDOR_REFUSED",
  INTERNAL_ERROR: "INTERNAL"
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

const explain = (
  tool: Tool,
  reason: ProblemReason,
  failures: readonly [Failure, ...ReadonlyArray<Failure>],
  attempt: NextAttempt
): Problem => {
  const row = table[reason]
  const permissions =
    reason === "PERMISSION_MISSING" ? distinct(failures.flatMap((failure) => failure.permissions)) : []
  const until = reason === "RATE_LIMITED" ? earliest(failures.flatMap((failure) => failure.until ?? [])) : null
  const facts = {
    tool: tool.name,
    data: dataOf(failures),
    isPartial: isPartial(failures[0]),
    detail: summed(failures.map(({ detail, endpoint }) => (endpoint === null ? detail : `${endpoint}: ${detail}`))),
    cause: summed(failures.map(({ detail }) => detail)),
    permissions: permissions.length === 0 ? null : listed(permissions)
  }
  const messageFor = (reader: Reader): string => {
    const write = written[reader]
    const instant = attempt.when === "AT" ? write(attempt.instant) : ""
    const known: Facts = {
      ...facts,
      until: until === null ? null : write(until),
      nextJob: instant === "" ? "" : `, at ${instant},`,
      nextAttempt: attempts[attempt.when](instant)
    }
    const next = attempt.when === "PAUSED" ? PAUSED : row.next[reader](known)
    return `${row[reader](known)} ${next.trim()}`.trim()
  }
  return {
    reason,
    since: earliest(failures.map(({ since }) => since)) ?? failures[0].since,
    resolution_owner: row.resolution_owner,
    customer_message: messageFor("customer"),
    operator_message: messageFor("operator"),
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
 * The failures as problems: those with the same reason are one, except that each missing permission is a problem of its
 * own, and another one if it costs only some fields.
 */
export const summarize = (
  tool: Tool,
  failures: ReadonlyArray<Failure>,
  attempt: NextAttempt
): ReadonlyArray<Problem> => {
  const groups = new Map<string, [Failure, ...Array<Failure>]>()
  for (const failure of failures) {
    const { permissions, reason } = failure
    const isOfPermission = reason === "PERMISSION_MISSING"
    const key = isOfPermission ? JSON.stringify([reason, isPartial(failure), ...permissions]) : reason
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [failure])
    else group.push(failure)
  }
  const order = ProblemReason.literals
  return [...groups.values()]
    .map((group) => explain(tool, group[0].reason, group, attempt))
    .toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
}
