import { Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as EmptiedFields from "./EmptiedFields.js"
import * as ListLock from "./ListLock.js"
import type { Scan } from "./Scan.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as SeenRecords from "./SeenRecords.js"

/** What the scans of an extractor have left behind and not forgotten yet. */
export interface AbandonedScans {
  /** The kinds of which seen records are remembered, by name. */
  readonly seen: ReadonlyArray<string>
  /** Whether rows are remembered below which every list was read. */
  readonly hasParents: boolean
  /** The kinds of which records would lose fields, by name. */
  readonly emptied: ReadonlyArray<string>
}

/** Whether there is anything to forget. */
export const hasAny = ({ emptied, hasParents, seen }: AbandonedScans): boolean =>
  hasParents || emptied.length + seen.length > 0

/** The columns of `AbandonedScans`. */
export const columns = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  extractor: string,
  kinds: Scan["kinds"]
): Fragment => sql`
  array(
    select own.kind
    from unnest(${ListLock.namesOf(kinds)}::text[]) as own (kind)
    where ${SeenBlocks.hasAny(sql, connectionId, sql`own.kind`)}
  ) as seen,
  ${ScanRows.hasAny(sql, connectionId, "scan_parent", sql`${extractor}`)} as "hasParents",
  array(
    select own.kind
    from unnest(${ListLock.namesOf(kinds)}::text[]) as own (kind)
    where ${ScanRows.hasAny(sql, connectionId, "emptied_field", sql`own.kind`)}
  ) as emptied`

/** Forgets them, in several transactions, so no scan may be in progress meanwhile. */
export const forget = (
  lease: Lease,
  extractor: string,
  kinds: Scan["kinds"],
  { emptied, hasParents, seen }: AbandonedScans
): Effect.Effect<void, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* SeenRecords.clear(
      lease,
      kinds.filter(({ name }) => seen.includes(name))
    )
    if (hasParents) yield* ScanRows.clearParents(lease, extractor)
    yield* EmptiedFields.forget(
      lease,
      kinds.filter(({ name }) => emptied.includes(name))
    )
  })
