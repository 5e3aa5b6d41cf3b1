import { EventLoop, type NormalizedRecord, PageCut, type RecordKind, StoredFields } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import {
  contentHash,
  facetVersion,
  hasOtherContent,
  instantsOf,
  memoizedFacetKey,
  uuidArray
} from "../postgres/RecordTable.js"
import { advance, lockOf, noteFacets, type RecordChange } from "./ListLock.js"
import * as SeenRule from "./rules/SeenRule.js"
import { type Scan, sizeOf } from "./Scan.js"
import * as WriteTransaction from "./WriteTransaction.js"

interface StoredRow extends StoredFields.StoredRecord {
  readonly id: string
  readonly vendorId: string
  readonly ends: NormalizedRecord.NormalizedRecord["ends"]
  /** Whether the connection was given to another tenant after the source tool was last known to have the record. */
  readonly isFormer: boolean
}

/**
 * What is stored of the records, by id.
 *
 * Run it in a transaction that has verified the lease, so that no other job changes them.
 */
export const findFields = (
  connectionId: string,
  kind: RecordKind.Any,
  records: ReadonlyArray<{ readonly id: string }>
): Effect.Effect<ReadonlyMap<string, StoredRow>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (records.length === 0) return new Map()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<
      Omit<StoredRow, "ends"> & { readonly source: string | null; readonly target: string | null }
    >`
      select
        stored.id, vendor_id as "vendorId", wire, on_request as "onRequest", is_gone as "isGone", source_id as source, target_id as target,
        coalesce(seen_at < replaced_at, false) as "isFormer"
      from
        (select replaced_at from record_counter where connection_id = ${connectionId} and kind = ${kind.name}) as list,
        unnest(${uuidArray(records.map(({ id }) => id))}::uuid[]) as wanted (id),
        lateral (
          select *
          from record
          where connection_id = ${connectionId} and kind = ${kind.name} and id = wanted.id
          offset 0
        ) as stored`
    return new Map(
      rows.map(({ source, target, ...row }) => {
        const ends = source === null || target === null ? null : { source, target }
        return [row.id, { ...row, ends }]
      })
    )
  })

/**
 * The records, with the stored values in the fields that could not be read.
 *
 * Reads only records that have such fields; run it in a transaction that has verified the lease, so that no other job changes them.
 */
export const keepFields = (
  connectionId: string,
  kind: RecordKind.Any,
  records: ReadonlyArray<NormalizedRecord.NormalizedRecord>
): Effect.Effect<ReadonlyArray<NormalizedRecord.NormalizedRecord>, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    findFields(
      connectionId,
      kind,
      records.filter(({ unread }) => unread.length > 0)
    ),
    (stored) =>
      stored.size === 0
        ? records
        : records.map((record) => {
            const row = stored.get(record.id)
            // What is stored of another tenant, which has the same ids, says nothing.
            return row === undefined || row.isFormer ? record : StoredFields.keep(kind, record, row)
          })
  )

/** How many records were new, and how many differed from what was stored. */
export interface Upserted {
  readonly created: number
  readonly changed: number
}

type Records = ReadonlyArray<NormalizedRecord.NormalizedRecord>

/** A record, with the columns of its row that take time to compute. */
interface Row {
  readonly record: NormalizedRecord.NormalizedRecord
  readonly hash: string
  readonly facets: ReadonlyArray<string> | null
}

/** The records of one kind in a piece of a page, as its statements write them. */
export interface Prepared {
  readonly kind: RecordKind.Any
  readonly records: Records
  /** The rows of each statement. */
  readonly parts: ReadonlyArray<ReadonlyArray<Row>>
}

/**
 * The most characters of a statement, unless one record has more: the longer it is, the longer is the event loop held while it is sent,
 * and the longer has a request to wait for the processor on which it runs.
 */
const STATEMENT_LIMITS: PageCut.Limits = { rows: Number.POSITIVE_INFINITY, length: 65_536 }

/** About how many characters a row has besides its record and its facets: its ids, its hash, its instants, and the names of the columns. */
const COLUMN_CHARS = 400
const FACET_CHARS = 22

/** About how many characters a row adds to its statement. */
const weigh = ({ facets, record }: Row): PageCut.Weight => ({
  rows: 1,
  length: sizeOf(record) + COLUMN_CHARS + FACET_CHARS * (facets?.length ?? 0)
})

/** The hash of no content, as hexadecimal digits. */
const NO_HASH = "00"

/**
 * The records that are not stored with the same hash; of the others, nothing is to be written: `FacetBackfill` renews their facets. Those
 * with one of the ids `kept` count as changed, because an earlier part of the transaction writes them, too.
 *
 * Run it in the transaction that stores the others, which has verified the lease, so that no other job changes what they are compared with.
 */
export const withoutUnchanged = (
  connectionId: string,
  kind: RecordKind.Any,
  records: Records,
  kept: ReadonlySet<string>
): Effect.Effect<Records, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (records.length === 0) return records
    const sql = yield* SqlClient.SqlClient
    const ids = uuidArray(records.map(({ id }) => id))
    const hashes = yield* EventLoop.map(records, (record) =>
      kept.has(record.id) ? NO_HASH : contentHash(kind, record).slice(2)
    )
    const [row] = yield* sql<{ readonly places: ReadonlyArray<number> }>`
      /* record_compare */
      select coalesce(json_agg(place), '[]') as places
      from
        unnest(${ids}::uuid[], ${`{${hashes.join(",")}}`}::text[]) with ordinality as wanted (id, hash, place)
        left join lateral (
          select hash from record
          where connection_id = ${connectionId} and kind = ${kind.name} and id = wanted.id and not is_gone
          offset 0
        ) as stored on true
      where stored.hash is distinct from decode(wanted.hash, 'hex')`
    return (row?.places ?? []).flatMap((place) => records[place - 1] ?? [])
  })

/** Computes the columns of records that take time; before the write lock is taken, because other writers wait for it. */
export const prepare = (connectionId: string, kind: RecordKind.Any, records: Records): Effect.Effect<Prepared> => {
  const keyOf = memoizedFacetKey(connectionId, kind.name)
  const rows = EventLoop.map(records, (record): Row => {
    const facets = record.facets.length === 0 ? null : [...new Set(record.facets)].map(keyOf)
    return { record, hash: contentHash(kind, record), facets }
  })
  return Effect.map(rows, (all) => ({ kind, records, parts: PageCut.parts(all, STATEMENT_LIMITS, weigh) }))
}

/**
 * The rows of a part as JSON, made for its statement alone. The text of a whole piece would survive the collections of young objects, and make
 * collections of all objects more frequent.
 */
export const jsonOf = (kind: RecordKind.Any, part: ReadonlyArray<Row>): string =>
  JSON.stringify(
    part.map(({ facets, hash, record: { ends, id, onRequest, value, vendorId, wire } }) => ({
      id,
      vendor_id: vendorId,
      hash,
      wire,
      on_request: onRequest,
      facets,
      ...instantsOf(kind, value),
      source_id: ends?.source,
      target_id: ends?.target
    }))
  )

/** Writes the rows of a part; those of the parts before have the first `before` positions. */
const writePart = (change: RecordChange, kind: RecordKind.Any, part: ReadonlyArray<Row>, before: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lock = lockOf(change, kind.name)
    const { connectorVersion = null, jobId = null } = change.origin ?? {}
    // The conflict clause skips records whose content is the same in another order of keys. It locks their rows, which `withoutUnchanged`
    // avoids for those that are unchanged to the letter.
    return yield* sql<{
      readonly id: string
      readonly isNew: boolean
      readonly isBack: boolean
      readonly isRestored: boolean
    }>`
      /* record_write */
      insert into record as stored
        (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, on_request, facets, facet_version, instant, instant_2, instant_3,
        source_id, target_id, first_seen_at, seen_at, job_id, connector_version)
      select
        ${change.connectionId}::uuid, ${kind.name}::text, id, vendor_id, ${lock.last + before} + place, ${lock.updatedAt}::timestamptz,
        hash, wire, on_request, facets, ${facetVersion(kind)}::integer, instant, instant_2, instant_3, source_id, target_id,
        ${lock.updatedAt}::timestamptz, ${lock.updatedAt}::timestamptz, ${jobId}::uuid, ${connectorVersion}::text
      from
        rows from (
          jsonb_to_recordset(${jsonOf(kind, part)}::jsonb) as (
            id uuid, vendor_id text, hash bytea, wire text, on_request text, facets bigint[],
            instant timestamptz, instant_2 timestamptz, instant_3 timestamptz, source_id uuid, target_id uuid
          )
        ) with ordinality as row (
          id, vendor_id, hash, wire, on_request, facets, instant, instant_2, instant_3, source_id, target_id, place
        )
      on conflict (connection_id, kind, id) do update set
        vendor_id = excluded.vendor_id,
        position = excluded.position,
        updated_at = excluded.updated_at,
        is_gone = false,
        is_listed = true,
        hash = excluded.hash,
        wire = excluded.wire,
        on_request = excluded.on_request,
        facets = excluded.facets,
        facet_version = excluded.facet_version,
        instant = excluded.instant,
        instant_2 = excluded.instant_2,
        instant_3 = excluded.instant_3,
        source_id = excluded.source_id,
        target_id = excluded.target_id,
        seen_at = excluded.seen_at,
        job_id = excluded.job_id,
        connector_version = excluded.connector_version,
        -- Only a new record is first seen when it is written, also if this transaction writes it twice: so "returning" can tell them apart.
        first_seen_at = case
          when stored.first_seen_at = excluded.first_seen_at then stored.first_seen_at - interval '1 microsecond'
          else stored.first_seen_at
        end,
        -- What was deleted keeps a time, so that "returning" can tell it from the others: its own if it was hidden, else the earliest.
        gone_at = case
          when not stored.is_gone then null
          when stored.is_listed then '-infinity'
          else stored.gone_at
        end
      where stored.is_gone or ${sql.literal(hasOtherContent)}
      returning id, first_seen_at = updated_at as "isNew", coalesce(gone_at > '-infinity', false) as "isBack", coalesce(gone_at = '-infinity', false) as "isRestored"`
  })

const writeParts = (change: RecordChange, { kind, parts }: Prepared) =>
  Effect.gen(function* () {
    const written: Array<Effect.Effect.Success<ReturnType<typeof writePart>>[number]> = []
    let before = 0
    for (const part of parts) {
      written.push(...(yield* writePart(change, kind, part, before)))
      before += part.length
    }
    return written
  })

/** Stores the records that are new or changed; the others cost a comparison and write nothing. */
export const upsert = (
  change: RecordChange,
  prepared: Prepared
): Effect.Effect<Upserted, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { kind, records } = prepared
    if (records.length === 0) return { created: 0, changed: 0 }
    const lock = lockOf(change, kind.name)
    const written = yield* writeParts(change, prepared)
    if (written.length === 0) return { created: 0, changed: 0 }
    advance(lock, records.length)
    noteFacets(lock, facetVersion(kind))
    const entered = written.filter((row) => row.isNew || row.isBack).map((row) => row.id)
    const created = written.filter((row) => row.isNew).length
    lock.listed += entered.length
    lock.deleted -= written.filter((row) => row.isRestored).length
    const ids = new Set(written.map((row) => row.id))
    WriteTransaction.touchEnds(
      change,
      kind,
      records.flatMap((record) => (record.ends !== null && ids.has(record.id) ? [record.ends] : []))
    )
    yield* WriteTransaction.touchNeighbours(change, kind, entered)
    return { created, changed: written.length - created }
  })

/** Compares rows whose ids the scan has stored before with what is stored. */
export const settleDuplicates = (
  scan: Scan,
  kind: RecordKind.Any,
  rows: ReadonlyArray<NormalizedRecord.NormalizedRecord>
): Effect.Effect<ReadonlyArray<SeenRule.Settled>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (rows.length === 0) return []
    const { connectionId } = scan.lease
    const stored = yield* findFields(connectionId, kind, rows)
    const kept = yield* keepFields(connectionId, kind, rows)
    return kept.flatMap((row) => {
      const before = stored.get(row.id)
      return before === undefined || before.isGone ? [] : [SeenRule.compareDuplicates(scan, kind, row, before)]
    })
  })
