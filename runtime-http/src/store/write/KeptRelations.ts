import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Batch } from "@tributary/core"
import { Effect } from "effect"
import { uuidArray } from "../postgres/Uuid.js"

/**
 * Counts the stored relations of records as seen, because a page could not read what is below those records.
 *
 * Otherwise one unreadable group, or one missing list of members, would keep the scan from proving any membership's absence.
 */
export const markSeen = (
  connectionId: string,
  batches: ReadonlyArray<Batch.Batch>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const { keptBelow, kind } of batches) {
      if (keptBelow.length === 0) continue
      const ends = uuidArray(new Set(keptBelow))
      yield* sql`
        insert into scan_seen (connection_id, kind, id, is_stored)
        select connection_id, kind, id, false
        from (
          select connection_id, kind, id from record
          where source_id = any(${ends}::uuid[]) and kind = ${kind.name} and not is_gone
          union
          select connection_id, kind, id from record
          where target_id = any(${ends}::uuid[]) and kind = ${kind.name} and not is_gone
        ) as below
        where connection_id = ${connectionId}
        on conflict do nothing`
    }
  })
