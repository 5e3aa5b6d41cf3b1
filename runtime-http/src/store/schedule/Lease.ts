import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"

/** Another run owns the connection now, or it was paused or deleted: this run's writes are refused. */
export class StaleFence extends Data.TaggedError("StaleFence")<{ readonly connectionId: string }> {}

/** The right to run one connection's job: taken by claiming its schedule row, void as soon as the fence moves. */
export interface Lease {
  readonly connectionId: string
  readonly fence: number
  readonly timeoutSecs: number
}

/**
 * Fails with StaleFence unless the lease holds; the first statement of every write transaction of a job.
 *
 * The share lock keeps the fence from moving until the transaction ends; writers of the same job do not wait for each other.
 */
export const verify = (lease: Lease): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      select 1
      from schedule
      where connection_id = ${lease.connectionId} and fence = ${lease.fence} and not is_paused
      for share`
    if (rows.length === 0) return yield* new StaleFence({ connectionId: lease.connectionId })
  })
