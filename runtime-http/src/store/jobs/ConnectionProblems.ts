// Since when each extractor of a connection has failed, and why.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { DataExportType, Problem } from "@tributary/core"
import { Effect } from "effect"

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

type Sql<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Notes that an extractor fails; the problem keeps the instant at which it was first seen. Runs in the caller's transaction. */
export const note = (connectionId: string, problem: FoundProblem): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`
      insert into connection_problem ${sql.insert({
        connection_id: connectionId,
        extractor: problem.extractor,
        reason: problem.reason,
        export_type: problem.exportType,
        endpoint: problem.endpoint,
        detail: problem.detail,
        permissions: JSON.stringify(problem.permissions),
        until: problem.until === null ? null : new Date(problem.until)
      })}
      on conflict (connection_id, extractor, reason) do update
      set endpoint = excluded.endpoint,
          detail = excluded.detail,
          permissions = excluded.permissions,
          until = excluded.until,
          last_seen_at = excluded.last_seen_at`)
  )

/** Forgets the problems of an extractor that has succeeded. Runs in the caller's transaction. */
export const forget = (connectionId: string, extractor: string): Sql<void> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(
      sql`delete from connection_problem where connection_id = ${connectionId} and extractor = ${extractor}`
    )
  )

/** Notes what a job that has ended knows. Runs in the caller's transaction. */
export const noteAll = (connectionId: string, { found, isComplete }: ProblemsOfJob): Sql<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (isComplete) {
      const failing = JSON.stringify(found.map(({ extractor }) => extractor))
      yield* sql`
        delete from connection_problem
        where
          connection_id = ${connectionId}
          and extractor not in (select jsonb_array_elements_text(${failing}::jsonb))`
    }
    yield* Effect.forEach(found, (problem) => note(connectionId, problem), { discard: true })
  })
