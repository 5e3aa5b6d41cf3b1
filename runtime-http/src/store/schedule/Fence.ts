import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type Lease, StaleFence } from "./Lease.js"

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
