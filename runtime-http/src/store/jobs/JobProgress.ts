// What the runs of an open job have done so far: a job that is handed over, or whose process dies, is continued by another run.

import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { known } from "../postgres/StoredInstant.js"

/** What one extractor of a job has done. */
export interface JobProgress {
  /** The name of the extractor. */
  readonly extractor: string
  /** JSON, as the job runner wrote it. */
  readonly progress: string
  /** Whether a sync was requested since: then a list that was read completely is read again. */
  readonly isOutdated: boolean
}

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** What the runs of a job before this one have saved. */
export const load = (connectionId: string, jobId: string): Sql<ReadonlyArray<JobProgress>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<JobProgress>`
      /* job_progress */
      select
        extractor,
        progress,
        requested_at is not null and coalesce(${known(sql, "saved_at")} < requested_at, true) as "isOutdated"
      from job_progress, schedule
      where job_id = ${jobId} and connection_id = ${connectionId}`
  )

/** Saves the progress of an extractor if `source`, a relation, has a row; in the caller's transaction, or as a part of its statement. */
export const save = (
  sql: SqlClient.SqlClient,
  source: Fragment,
  jobId: string,
  extractor: string,
  progress: string
): Statement<unknown> => sql`
  insert into job_progress (job_id, extractor, progress)
  select ${jobId}::uuid, ${extractor}, ${progress} from ${source}
  on conflict (job_id, extractor) do update set progress = excluded.progress, saved_at = clock_timestamp()`

/** Forgets the progress of a job that ends; a part of the statement that ends it, in which `held` is the row of the lease. */
export const forget = (sql: SqlClient.SqlClient, jobId: string): Fragment =>
  sql`delete from job_progress using held where job_id = ${jobId}`
