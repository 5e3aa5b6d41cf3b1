// Since when each extractor of a connection has failed, and why.

import type { DataExportType, Problem } from "@tributary/core"
import type { Fragment, SqlClient } from "../../Sql.js"

/** Why an extractor could not read its data. */
export interface FoundProblem {
  /** The name of the extractor; an empty string if the job could not begin. */
  readonly extractor: string
  readonly reason: Problem.ProblemReason
  /** Null if the job could not begin. */
  readonly exportType: DataExportType | null
  /** The endpoint that failed; null if none did. */
  readonly endpoint: string | null
  /** What happened, without credentials or personal data. */
  readonly detail: string
  /** The permissions that the endpoint needs. */
  readonly permissions: ReadonlyArray<string>
  /** When the vendor allows the next request, in milliseconds since 1970; null if it did not say. */
  readonly until: number | null
}

/** What a job knows about the problems of its connection. */
export interface ProblemsOfJob {
  /** The extractors that failed. */
  readonly found: ReadonlyArray<FoundProblem>
  /** Whether every extractor has ended, so that those that did not fail have no problem any more; false if the job could not begin. */
  readonly isComplete: boolean
}

/*
 * The functions below are parts of a statement, in which `held` is the row of a valid lease, with its connection.
 */

/** Notes that extractors fail; a problem keeps the instant at which it was first seen. */
export const note = (
  sql: SqlClient.SqlClient,
  problems: readonly [FoundProblem, ...ReadonlyArray<FoundProblem>]
): Fragment => {
  const rows = problems.map(
    ({ detail, endpoint, exportType, extractor, permissions, reason, until }) => sql`(
      ${extractor}::text, ${reason}::text, ${exportType}::text, ${endpoint}::text, ${detail}::text,
      ${JSON.stringify(permissions)}::text, ${until === null ? null : new Date(until)}::timestamptz
    )`
  )
  return sql`
    insert into connection_problem
      (connection_id, extractor, reason, export_type, endpoint, detail, permissions, until)
    select held.connection_id, problem.* from held, (values ${sql.csv(rows)}) as problem
    on conflict (connection_id, extractor, reason) do update
    set endpoint = excluded.endpoint,
        detail = excluded.detail,
        permissions = excluded.permissions,
        until = excluded.until,
        last_seen_at = excluded.last_seen_at`
}

/** Forgets the problems of an extractor that has succeeded. */
export const forget = (sql: SqlClient.SqlClient, extractor: string): Fragment => sql`
  delete from connection_problem using held
  where connection_problem.connection_id = held.connection_id and extractor = ${extractor}`

/** Notes what a job that has ended knows: why extractors fail, and, if it could begin, that all others have no problem any more. */
export const noteAll = (sql: SqlClient.SqlClient, { found, isComplete }: ProblemsOfJob): Fragment => {
  const [first, ...rest] = found
  const failing = JSON.stringify(found.map(({ extractor }) => extractor))
  return sql`
    solved as (
      delete from connection_problem using held
      where
        ${isComplete}
        and connection_problem.connection_id = held.connection_id
        and extractor not in (select jsonb_array_elements_text(${failing}::jsonb))
    )
    ${first === undefined ? sql.literal("") : sql`, noted as (${note(sql, [first, ...rest])})`}`
}
