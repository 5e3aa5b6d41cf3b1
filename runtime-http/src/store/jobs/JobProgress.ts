// What the runs of an open job have done so far: a job that is handed over, or whose process dies, is continued by another run.

import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What one extractor of a job has done. */
export interface JobProgress {
  /** The name of the extractor. */
  readonly extractor: string
  /** JSON, as the job runner wrote it. */
  readonly progress: string
  /** Whether a sync was requested since: then a list that was read completely is read again. */
  readonly isOutdated: boolean
}

type Sql<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** What the runs of a job before this one have saved. */
export const load = (connectionId: string, jobId: string): Sql<ReadonlyArray<JobProgress>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<JobProgress>`
      select extractor, progress, coalesce(saved_at < requested_at, false) as "isOutdated"
      from job_progress, schedule
      where job_id = ${jobId} and connection_id = ${connectionId}`
  )

/** Saves the progress of an extractor, in the caller's transaction. */
export const save = (jobId: string, extractor: string, progress: string): Sql<void> =>
  Effect.asVoid(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        insert into job_progress ${sql.insert({ job_id: jobId, extractor, progress })}
        on conflict (job_id, extractor) do update set progress = excluded.progress, saved_at = clock_timestamp()`
    )
  )

/** Forgets the progress of a job that has ended. */
export const forget = (jobId: string): Sql<void> =>
  Effect.asVoid(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from job_progress where job_id = ${jobId}`))
