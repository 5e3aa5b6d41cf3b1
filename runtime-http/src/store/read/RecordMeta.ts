import type { Context } from "effect"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { Database } from "../postgres/Database.js"
import { type NamedQuery, runNamed } from "../postgres/Database.js"
import { lastSeenAt, uuidArray } from "../postgres/RecordTable.js"

const utc = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** What the service knows about the records of a page besides their fields: $3 are their ids; a few index probes per id. */
export const query: NamedQuery = {
  name: "record_meta",
  text: `
    select
      record.id,
      json_build_object(
        'updated_at', ${utc("record.updated_at")},
        'first_seen_at', ${utc("record.first_seen_at")},
        'last_seen_at', ${utc(`case when record.is_gone then record.seen_at else ${lastSeenAt} end`)},
        'job_id', record.job_id,
        'connector_version', record.connector_version
      )::text
    from
      unnest($3::uuid[]) as page (id),
      lateral (
        select *
        from record
        where connection_id = $1 and kind = $2 and id = page.id
        offset 0
      ) as record`
}

/** The value of `meta` of these records, by id, as JSON. */
export const read = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, string>, SqlError> =>
  Effect.map(
    runNamed<readonly [id: string, meta: string]>(database, query, [...keys, uuidArray(ids)]),
    (rows) => new Map(rows)
  )
