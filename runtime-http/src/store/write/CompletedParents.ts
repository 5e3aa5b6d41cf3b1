import { createHash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as ScanRows from "./ScanRows.js"

/* The rows below which a scan has read every list, so that an interrupted scan does not read them again. */

const parentsOf = (extractor: string): ScanRows.Rows => ({ table: "scan_parent", owner: extractor })

/** What is stored of a raw id, in hexadecimal: a vendor's id may be longer than an index allows. */
const keyOf = (id: string): string => createHash("sha256").update(id).digest("hex")

/** Remembers rows below which every list was read. */
export const add = (
  connectionId: string,
  extractor: string,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into scan_parent (connection_id, extractor, id)
      select ${connectionId}::uuid, ${extractor}, decode(key, 'hex')
      from jsonb_array_elements_text(${JSON.stringify(ids.map(keyOf))}::jsonb) as key
      on conflict do nothing`
  })

/** Those of the rows below which every list was read. */
export const find = (
  connectionId: string,
  extractor: string,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlySet<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return new Set()
    const sql = yield* SqlClient.SqlClient
    const byKey = new Map(ids.map((id) => [keyOf(id), id]))
    const wanted = sql`array(
      select decode(key, 'hex') from jsonb_array_elements_text(${JSON.stringify([...byKey.keys()])}::jsonb) as key
    )`
    const rows = yield* sql<{ readonly key: string }>`
      select encode(id, 'hex') as key
      from (${ScanRows.withIds(sql, connectionId, parentsOf(extractor), wanted)}) as completed`
    return new Set(rows.flatMap(({ key }) => byKey.get(key) ?? []))
  })

/** Forgets the rows of an extractor; only while no scan of it is in progress. */
export const clear = (
  lease: Lease,
  extractor: string
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> => ScanRows.forget(lease, parentsOf(extractor))
