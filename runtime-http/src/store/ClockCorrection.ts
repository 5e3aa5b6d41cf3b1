// Mends what was stored while the clock of the database was ahead, and would otherwise wait for that time to come.

import { Effect } from "effect"
import { SqlClient, type SqlError } from "../Sql.js"
import { isAheadText, nowAfterText } from "./postgres/StoredInstant.js"

/** What is set in the rows of a table in which this instant is ahead. */
interface Correction {
  readonly table: string
  /** The column with the instant at which the row, or its wait, was stored. */
  readonly storedAt: string
  /** A condition that keeps the look to few rows of a large table; all rows if absent. */
  readonly within?: string
  /** The columns to set, each with its new value as SQL. */
  readonly set: Readonly<Record<string, string>>
}

const NOW = "clock_timestamp()"

/** A wait or a lease begins anew: how much of it was over is unknown. */
const begunAnew = (until: string, storedAt: string): string => `${NOW} + (${until} - ${storedAt})`

const atOnce = (table: string, column: string): Correction => ({ table, storedAt: column, set: { [column]: NOW } })

/**
 * The stored instants that decide when something happens next. Most of those of scans are missing, because the next scan reads them with
 * `StoredInstant`. The shared rate limits check theirs when they are read.
 */
const corrections: ReadonlyArray<Correction> = [
  {
    table: "schedule",
    storedAt: "planned_at",
    set: { next_run_at: begunAnew("next_run_at", "planned_at"), planned_at: NOW }
  },
  // Before the request: the run does not fulfil it, so that it has a later instant.
  atOnce("schedule", "started_at"),
  {
    table: "schedule",
    storedAt: "requested_at",
    set: { next_run_at: `least(next_run_at, ${NOW})`, requested_at: nowAfterText("started_at") }
  },
  // If the next run comes only after that instant, it is not ahead any more, but a delta from then on would leave out what changed before: a
  // full scan is due.
  { table: "scan", storedAt: "last_scan_at", set: { last_full_at: "null", last_scan_at: NOW } },
  // The same of a scan in progress: it would count as young for that long, and be resumed although its pages are out of date.
  { table: "scan", storedAt: "started_at", set: { started_at: "null" } },
  atOnce("connection", "full_scan_requested_at"),
  // A process that lives replaces it within seconds; one that is gone is then found after the usual time.
  atOnce("runner", "seen_at"),
  {
    table: "outbound_job",
    storedAt: "planned_at",
    set: { due_at: begunAnew("due_at", "planned_at"), planned_at: NOW }
  },
  atOnce("outbound_job", "uncertain_since"),
  atOnce("outbound_job", "restored_at"),
  {
    table: "webhook_delivery",
    storedAt: "planned_at",
    within: "state = 'PENDING'",
    set: { due_at: begunAnew("due_at", "planned_at"), planned_at: NOW }
  },
  // Would sign for longer by as much as the clock was ahead.
  atOnce("webhook_secret", "replaced_at"),
  {
    table: "connect_session",
    storedAt: "begun_at",
    set: { expires_at: begunAnew("expires_at", "begun_at"), begun_at: NOW }
  },
  // Nobody could renew the tokens until then.
  atOnce("consent", "leased_at"),
  // What is read from now on would seem to be read before the consent.
  atOnce("consent", "granted_at"),
  // The token would count as valid for longer; the vendor refuses it then, and it is renewed.
  atOnce("consent", "issued_at"),
  // A browser could come back for longer.
  atOnce("consent_visit", "created_at"),
  // Nobody could learn for that long that the process has died that was busy with the visit.
  atOnce("consent_visit", "returned_at"),
  // Would be purged later by as much as the clock was ahead.
  atOnce("connection", "deleted_at"),
  atOnce("organization", "deleted_at"),
  atOnce("missing_total", "since"),
  atOnce("held_back_deletion", "held_since"),
  atOnce("row_tenant", "first_seen_at"),
  atOnce("connection_problem", "first_seen_at"),
  atOnce("connection_problem", "last_seen_at"),
  atOnce("idempotency_key", "created_at"),
  atOnce("api_key", "last_used_at"),
  atOnce("operator_key", "last_used_at")
]

/** The columns that are corrected, such as `schedule.next_run_at`. */
export const columns: ReadonlyArray<string> = [
  ...new Set(corrections.flatMap(({ set, table }) => Object.keys(set).map((column) => `${table}.${column}`)))
]

const isWrong = ({ storedAt, within }: Correction): string =>
  within === undefined ? isAheadText(storedAt) : `${within} and ${isAheadText(storedAt)}`

const FIND = `
  /* clock_correction_find */
  select array_to_json(array[${corrections
    .map((correction) => `exists (select from ${correction.table} where ${isWrong(correction)})`)
    .join(", ")}])::text as found`

const textOf = (correction: Correction): string => {
  const { set, table } = correction
  const columns = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} set ${columns.join(", ")} where ${isWrong(correction)} returning 1`
}

/** Corrects every instant that is ahead; returns in how many rows. */
export const run: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly found: string }>(FIND)
  const found = JSON.parse(row?.found ?? "[]") as ReadonlyArray<boolean>
  const rows = yield* Effect.forEach(
    corrections.filter((_, index) => found[index] === true),
    (correction) => sql.unsafe(textOf(correction))
  )
  return rows.flat().length
})
