import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"

/**
 * What the latest finished job of a connection found. `EXECUTION_TIMEOUT`: the job exceeded `timeout_secs`.
 * `RATE_LIMIT_EXCEEDED`: the source tool allowed no more requests. `VENDOR_CLIENT_ERROR`: the source tool returned a
 * 4xx answer. `VENDOR_SERVER_ERROR`: it returned a 5xx answer, or one that is unreadable or too large, did not answer
 * in time, or could not be reached. `UNAUTHORIZED`: the source tool rejected the credentials or a permission is missing.
 * `INTERNAL_ERROR`: the service failed, or could not use what the source tool sent; it is also the health of every connection
 * whose connector the operator of the service has stopped, whatever the latest job found.
 */
export const HealthName = Schema.Literal(
  "HEALTHY",
  "EXECUTION_TIMEOUT",
  "RATE_LIMIT_EXCEEDED",
  "VENDOR_CLIENT_ERROR",
  "INTERNAL_ERROR",
  "VENDOR_SERVER_ERROR",
  "UNAUTHORIZED"
).annotations(Field.named("HealthName"))
export type HealthName = Schema.Schema.Type<typeof HealthName>

/**
 * Who must act: `SERVICE` is the operator of the service, `CUSTOMER` the owner of the credentials, `VENDOR` the maker
 * of the source tool.
 */
export const ResolutionOwner = Schema.Literal("SERVICE", "CUSTOMER", "VENDOR").annotations(
  Field.named("ResolutionOwner")
)
export type ResolutionOwner = Schema.Schema.Type<typeof ResolutionOwner>

/** One failing type of data, and the endpoint of the source tool that failed. */
export const HealthDetail = Field.struct("HealthDetail", {
  /** The type of data that could not be read. */
  data_export_type: DataExportType,
  /** The path of the source tool's endpoint that failed; an empty string if the failure has no endpoint. */
  endpoint: Schema.String
})
export interface HealthDetail extends Schema.Schema.Type<typeof HealthDetail> {}

/** Whether a connection works, what broke, and who must act. */
export const Health = Field.struct("Health", {
  /** What the latest finished job found. */
  name: HealthName,
  /** `HEALTHY` if nothing failed. */
  status: Schema.Literal("HEALTHY", "UNHEALTHY"),
  /** What happened, in a few words. */
  description: Schema.String,
  /** Who must act; `SERVICE` if the connection is healthy. */
  resolution_owner: ResolutionOwner,
  /** Every failing type of data with its endpoint. Null if the connection is healthy. */
  details: Schema.NullOr(Schema.Array(HealthDetail))
})
export interface Health extends Schema.Schema.Type<typeof Health> {}

type Row = Omit<Health, "name" | "details">

/** The health table: what each name means and who must act. `VendorError.meaning` says which vendor error has which name; the runtime adds timeouts and its own failures. */
export const healthTable: Readonly<Record<HealthName, Row>> = {
  HEALTHY: { status: "HEALTHY", resolution_owner: "SERVICE", description: "connection is healthy" },
  EXECUTION_TIMEOUT: { status: "UNHEALTHY", resolution_owner: "SERVICE", description: "execution timeout" },
  RATE_LIMIT_EXCEEDED: { status: "UNHEALTHY", resolution_owner: "SERVICE", description: "rate limit exceeded" },
  VENDOR_CLIENT_ERROR: {
    status: "UNHEALTHY",
    resolution_owner: "SERVICE",
    description: "source tool returned a 4xx answer"
  },
  INTERNAL_ERROR: { status: "UNHEALTHY", resolution_owner: "SERVICE", description: "internal error" },
  VENDOR_SERVER_ERROR: {
    status: "UNHEALTHY",
    resolution_owner: "VENDOR",
    description: "source tool returned a 5xx answer"
  },
  UNAUTHORIZED: { status: "UNHEALTHY", resolution_owner: "CUSTOMER", description: "connection is unauthorized" }
}

/** Which failure names the connection if several export types fail in one job: the first in this list. */
export const precedence: ReadonlyArray<HealthName> = [
  "UNAUTHORIZED",
  "EXECUTION_TIMEOUT",
  "RATE_LIMIT_EXCEEDED",
  "VENDOR_SERVER_ERROR",
  "VENDOR_CLIENT_ERROR",
  "INTERNAL_ERROR"
]

/** How one export type of a job ended. */
export interface ExportOutcome {
  /** The export type. */
  readonly data_export_type: DataExportType
  /** HEALTHY, or the failure that ended the export. */
  readonly health: HealthName
  /** The source endpoint that failed; null if the export succeeded. */
  readonly endpoint: string | null
}

/** The health with this name; `details` names the failing export types. */
export const of = (name: HealthName, details: Health["details"] = null): Health => ({
  name,
  ...healthTable[name],
  details
})

/** The health of a connection without known failures, such as one whose first job has not finished. */
export const healthy: Health = of("HEALTHY")

/** The first outcome with the worst health, by `precedence`; null if all are healthy. */
export const worst = <Outcome extends { readonly health: HealthName }>(
  outcomes: ReadonlyArray<Outcome>
): Outcome | null => {
  for (const name of precedence) {
    const found = outcomes.find(({ health }) => health === name)
    if (found !== undefined) return found
  }
  return null
}

/** The health of a connection after one job; `details` names every failing export type. */
export const fold = (outcomes: ReadonlyArray<ExportOutcome>): Health => {
  const first = worst(outcomes)
  if (first === null) return healthy
  const failures = outcomes.filter((outcome) => outcome.health !== "HEALTHY")
  const details = failures.map((failure) => ({
    data_export_type: failure.data_export_type,
    endpoint: failure.endpoint ?? ""
  }))
  return of(first.health, details)
}
