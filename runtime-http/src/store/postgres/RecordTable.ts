import { Schema } from "effect"
// What writers and readers of the table `record` must agree on, besides its schema.

import { hash } from "node:crypto"
import { NormalizedRecord, type RecordKind, VendorData } from "@tributary/core"

const settledWires = new WeakMap<object, string>()

/** The stored JSON without the volatile fields. A record is asked for it before and while it is written. */
const settledWire = (
  kind: RecordKind.Any,
  value: NormalizedRecord.NormalizedRecord["value"],
  volatile: NormalizedRecord.NormalizedRecord["volatile"]
): string => {
  const found = settledWires.get(value)
  if (found !== undefined) return found
  const made = NormalizedRecord.toWire(kind, VendorData.settled(value, volatile))
  settledWires.set(value, made)
  return made
}

/**
 * The column `hash`: the SHA-256 of the record's stored JSON without its volatile fields, as a `bytea` literal. JSON has no line break
 * between its two parts.
 *
 * Equal hashes prove that nothing changed. Different ones do not: see `hasOtherContent`.
 */
export const contentHash = (
  kind: RecordKind.Any,
  {
    onRequest,
    value,
    volatile,
    wire
  }: Pick<NormalizedRecord.NormalizedRecord, "onRequest" | "value" | "volatile" | "wire">
): string => {
  const text = volatile === null ? wire : settledWire(kind, value, volatile)
  return `\\x${hash("sha256", onRequest === null ? text : `${text}\n${onRequest}`, "hex")}`
}

/**
 * Whether the content of the row `excluded` differs from that of the row `stored`.
 *
 * If the hashes differ, the content may still be the same, because vendors return the keys of free-form JSON in any order, or leave out what is
 * null at other times. So the values are compared, too.
 */
export const hasOtherContent = `(
        stored.hash <> excluded.hash
        and (
          jsonb_strip_nulls(stored.wire::jsonb) <> jsonb_strip_nulls(excluded.wire::jsonb)
          or stored.on_request::jsonb is distinct from excluded.on_request::jsonb
        )
      )`

/**
 * The stored form of a facet: 64 bits of a hash of the connection, the kind and the text.
 *
 * So no filter can reach another list, a name of any length fits the index, and the ten facets of a finding take 80 bytes. For two of
 * 100,000 facets of a list to collide, the chance is 1 in 3,000,000,000.
 */
export const facetKey = (connectionId: string, kind: string, facet: string): string =>
  hash("sha256", JSON.stringify([connectionId, kind, facet]), "buffer")
    .readBigInt64BE(0)
    .toString()

/** The column with the instant of this index in the `instants` of a kind. */
export const instantColumn = (index: number): string => (index === 0 ? "instant" : `instant_${index + 1}`)

/** The most instants that a kind may have. */
const MAX_INSTANTS = 3

const instantColumns: ReadonlyArray<string> = Array.from({ length: MAX_INSTANTS }, (_, index) => instantColumn(index))

/** The instants of a record, by column; null in those that its kind does not use. */
export const instantsOf = (
  kind: Pick<RecordKind.Any, "instants">,
  value: Readonly<Record<string, unknown>>
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(instantColumns.map((column, index) => [column, value[kind.instants[index] ?? ""] ?? null]))

/** The `facet_version` of kinds without facets. */
export const NO_FACETS = 0

const versions = new WeakMap<object, number>()

/**
 * The column `facet_version`: a number for what the column `facets` and those of the instants of a kind are made of. It is a hash of their definition,
 * so it changes by itself when a facet is added or changed; two definitions have the same number with a chance of 1 in 1,000,000,000.
 */
export const facetVersion = (kind: Pick<RecordKind.Any, "facets" | "instants">): number => {
  const known = versions.get(kind)
  if (known !== undefined) return known
  const facets = Object.entries(kind.facets).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const isNone = facets.length === 0 && kind.instants.length === 0
  const text = JSON.stringify([facets.map(([name, { ignoresCase, path }]) => [name, path, ignoresCase]), kind.instants])
  const version = isNone ? NO_FACETS : 1 + (hash("sha256", text, "buffer").readUInt32BE(0) % 2 ** 30)
  versions.set(kind, version)
  return version
}

/**
 * Whether a record of the list $1, $2 was stored with other facets than those of this version, which is a parameter: its columns `facets` and
 * those of the instants then say nothing, and readers compare its JSON.
 *
 * Reads only what is behind the position up to which the list knows its facets, so usually nothing. The upper bound, which is above every
 * position, makes the planner expect 1 record in 200, so that it reads this stretch of the list and never the whole table.
 */
export const hasOtherFacets = (version: string): string => `position > (
            select case when facet_version = ${version} then facet_position else 0 end
            from record_counter
            where connection_id = $1 and kind = $2
          ) and position <= ${Number.MAX_SAFE_INTEGER} and facet_version <> ${version}`

/**
 * Where a row of `record` is. A statement that finds rows by an index and then writes them selects this as `found`, and `isAtPlace` joins
 * the rows to it: the planner cannot choose another way than one fetch for each row, whatever its statistics say.
 *
 * Two partitions of the table have rows with the same ctid, so the connection is part of the place. It comes from the rows that were found:
 * as a parameter, it would let the planner read the whole connection instead.
 */
export const rowPlace = "connection_id, ctid as place"

/** Whether a row of `record` is at the place `found`, see `rowPlace`. */
export const isAtPlace = "record.connection_id = found.connection_id and record.ctid = found.place"

/** `facetKey` with a cache, for many records with repeating facets. */
export const memoizedFacetKey = (connectionId: string, kind: string): ((facet: string) => string) => {
  const known = new Map<string, string>()
  return (facet) => {
    const found = known.get(facet)
    if (found !== undefined) return found
    const key = facetKey(connectionId, kind, facet)
    known.set(facet, key)
    return key
  }
}

/**
 * When the source tool was last known to have a record that is not gone: the start of the last complete full scan of its list, or of the
 * one before the first that missed it, or when the record was written, whichever is latest. Two look-ups by primary key.
 */
export const lastSeenAt = `greatest(
          record.seen_at,
          (coalesce(
            (
              select array[missing.seen_at]
              from missing_record as missing
              where missing.connection_id = record.connection_id and missing.kind = record.kind and missing.id = record.id
            ),
            array[(
              select counter.full_at
              from record_counter as counter
              where counter.connection_id = record.connection_id and counter.kind = record.kind
            )]
          ))[1]
        )`

/** Whether the text is a UUID; no row can have any other id, so other texts need no query. */
export const isUuid: (text: string) => boolean = Schema.is(Schema.UUID)

/** Ids as one `uuid[]` literal, which is ten times cheaper than an array of strings that `pg` quotes one by one. */
export const uuidArray = (ids: Iterable<string>): string => `{${[...ids].join(",")}}`
