import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { Effect } from "effect"
import { uuidArray } from "../postgres/Uuid.js"

/**
 * A query of the stored relations below records, which count as seen if a page could not read what is below those records.
 *
 * Otherwise one unreadable group, or one missing list of members, would keep the scan from proving any membership's absence.
 */
export const idsBelow = (
  { connectionId, kind }: { readonly connectionId: string; readonly kind: string },
  records: ReadonlyArray<string>
): Effect.Effect<Fragment, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const ends = uuidArray(new Set(records))
    return sql`
      select id
      from (
        select connection_id, kind, id from record
        where source_id = any(${ends}::uuid[]) and kind = ${kind} and not is_gone
        union
        select connection_id, kind, id from record
        where target_id = any(${ends}::uuid[]) and kind = ${kind} and not is_gone
      ) as below
      where connection_id = ${connectionId}`
  })
