import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import type { HealthName } from "./Health.js"
import { ResolutionOwner } from "./Health.js"

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

/** One type of data that a problem concerns. */
export const AffectedExport = Field.struct("AffectedExport", {
  /** The type of data that cannot be read. Null if the job could not begin, so that no data is read. */
  data_export_type: Schema.NullOr(DataExportType),
  /** The path of the source tool's endpoint that failed. Null if the failure has no endpoint. */
  endpoint: Schema.NullOr(Schema.String),
  /** When this was first seen without a success in between. */
  since: Timestamp,
  /** What happened, as human-readable text for operators; never a credential and never personal data. */
  detail: Schema.String
})
export interface AffectedExport extends Schema.Schema.Type<typeof AffectedExport> {}

/** Something that keeps data from being read, with who must act and what to tell them. */
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

/** What a sentence about a problem can name. */
interface Facts {
  /** The source tool's name. */
  readonly tool: string
  /** The data that cannot be read, such as "devices and device groups". */
  readonly data: string
  /** What happened, such as "/users: answered 403". */
  readonly detail: string
  /** The same without endpoints, for customers. */
  readonly cause: string
  /** What to grant; null if the connector does not say. */
  readonly permissions: string | null
  /** When the source tool allows the next request, with its preposition. */
  readonly whenAllowed: string
}

interface Row {
  /** Who must act. */
  readonly resolution_owner: ResolutionOwner
  /** What the customer reads. */
  readonly customer: (facts: Facts) => string
  /** What the operator reads. */
  readonly operator: (facts: Facts) => string
}

/** Who must act for each reason, and what each side reads. `VendorError.reasonOf` says which vendor error has which reason. */
export const table: Readonly<Record<ProblemReason, Row>> = {
  CREDENTIALS_REFUSED: {
    resolution_owner: "CUSTOMER",
    customer: ({ tool }) => `${tool} does not accept the credentials of this connection. Enter valid ones.`,
    operator: ({ detail, tool }) =>
      `${tool} refused the credentials (${detail}). The customer must enter valid ones; a job then runs at once. Until then, jobs try less and less often.`
  },
  PERMISSION_MISSING: {
    resolution_owner: "CUSTOMER",
    customer: ({ data, permissions, tool }) =>
      `${tool} does not let these credentials read ${data}. ${permissions === null ? "Check what they may read" : `Grant them ${permissions}`}.`,
    operator: ({ data, detail, permissions, tool }) =>
      `${tool} accepts the credentials, but refused ${data} (${detail}). The customer must ${permissions === null ? "check what they may read" : `grant ${permissions}`}; the next job then reads the data.`
  },
  ADDRESS_INVALID: {
    resolution_owner: "CUSTOMER",
    customer: ({ cause, tool }) =>
      `The address that was entered does not lead to the API of ${tool} (${cause}). Correct it.`,
    operator: ({ detail, tool }) =>
      `The address of the connection does not lead to the API of ${tool} (${detail}). The customer must correct it; if it is right, look at whether this server can reach it.`
  },
  RATE_LIMITED: {
    resolution_owner: "SERVICE",
    customer: ({ tool, whenAllowed }) =>
      `${tool} allows no more requests for now. The data is updated ${whenAllowed}; there is nothing that you have to do.`,
    operator: ({ detail, tool, whenAllowed }) =>
      `The rate limit of ${tool} is used up (${detail}). A job continues ${whenAllowed}. If this happens often, raise refresh_interval_secs or set a lower limit in TRIBUTARY_RATE_LIMITS.`
  },
  VENDOR_DOWN: {
    resolution_owner: "VENDOR",
    customer: ({ tool }) =>
      `${tool} does not answer as it should at the moment. The data is updated as soon as it does; there is nothing that you have to do.`,
    operator: ({ detail, tool }) =>
      `${tool} failed (${detail}). Jobs try again by themselves; if it lasts, look for an outage of ${tool}.`
  },
  VENDOR_REFUSED: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) =>
      `${tool} rejected a request for ${data}. The operator of this service has to look into it.`,
    operator: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Check whether the customer's plan of ${tool} includes this data, and whether a newer release of the connector exists.`
  },
  TIMEOUT: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) =>
      `Reading ${data} from ${tool} takes longer than one run may take. The next run continues; there is nothing that you have to do.`,
    operator: ({ data, detail, tool }) =>
      `A job could not read ${data} from ${tool} to the end (${detail}). If the next jobs end like this too, raise timeout_secs of the connection.`
  },
  INTERNAL: {
    resolution_owner: "SERVICE",
    customer: ({ data }) => `This service could not update ${data}. Its operator has to look into it.`,
    operator: ({ data, detail }) => `This service could not update ${data} (${detail}).`
  }
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

const dataOf = (failures: ReadonlyArray<Failure>): string => {
  const types = distinct(failures.flatMap(({ data_export_type }) => data_export_type ?? []))
  return types.length === 0 ? "the data" : listed(types.map((type) => type.replaceAll("_", " ")))
}

const summed = (details: ReadonlyArray<string>): string => {
  const different = distinct(details)
  const rest = different.length - MAX_DETAILS
  return [...different.slice(0, MAX_DETAILS), ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ")
}

const earliest = (instants: ReadonlyArray<string>): string | null => instants.toSorted()[0] ?? null

const explain = (
  tool: Tool,
  reason: ProblemReason,
  failures: readonly [Failure, ...ReadonlyArray<Failure>]
): Problem => {
  const { customer, operator, resolution_owner } = table[reason]
  const permissions =
    reason === "PERMISSION_MISSING" ? distinct(failures.flatMap((failure) => failure.permissions)) : []
  const until = reason === "RATE_LIMITED" ? earliest(failures.flatMap((failure) => failure.until ?? [])) : null
  const facts: Facts = {
    tool: tool.name,
    data: dataOf(failures),
    detail: summed(failures.map(({ detail, endpoint }) => (endpoint === null ? detail : `${endpoint}: ${detail}`))),
    cause: summed(failures.map(({ detail }) => detail)),
    permissions: permissions.length === 0 ? null : listed(permissions),
    whenAllowed: until === null ? "later" : `after ${until}`
  }
  return {
    reason,
    since: earliest(failures.map(({ since }) => since)) ?? failures[0].since,
    resolution_owner,
    customer_message: customer(facts),
    operator_message: operator(facts),
    permissions,
    until,
    docs_url: tool.docsUrl,
    affected: failures.map(({ data_export_type, detail, endpoint, since }) => ({
      data_export_type,
      endpoint,
      since,
      detail
    }))
  }
}

/** The failures as problems: those with the same reason are one, except that each missing permission is a problem of its own. */
export const summarize = (tool: Tool, failures: ReadonlyArray<Failure>): ReadonlyArray<Problem> => {
  const groups = new Map<string, [Failure, ...Array<Failure>]>()
  for (const failure of failures) {
    const { permissions, reason } = failure
    const key = reason === "PERMISSION_MISSING" ? JSON.stringify([reason, ...permissions]) : reason
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [failure])
    else group.push(failure)
  }
  const order = ProblemReason.literals
  return [...groups.values()]
    .map((group) => explain(tool, group[0].reason, group))
    .toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
}
