import { Effect } from "effect"
import { type Fragment, SqlClient } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"

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
    const below = (end: "source_id" | "target_id") => sql`
      select related.id
      from
        unnest(${ends}::uuid[]) as parent (id),
        lateral (
          select id
          from record
          where connection_id = ${connectionId} and ${sql(end)} = parent.id and kind = ${kind} and not is_gone
          offset 0
        ) as related`
    return sql`(${below("source_id")}) union (${below("target_id")})`
  })
