// What writers and readers of the table `record` must agree on, besides its schema.

import { hash } from "node:crypto"
import type { NormalizedRecord } from "@tributary/core"

/**
 * The column `hash`: the SHA-256 of the record's stored JSON, as a `bytea` literal. JSON has no line break between its two parts.
 *
 * Equal hashes prove that nothing changed. Different ones do not: see `hasOtherContent`.
 */
export const contentHash = ({
  wire,
  onRequest
}: Pick<NormalizedRecord.NormalizedRecord, "wire" | "onRequest">): string =>
  `\\x${hash("sha256", onRequest === null ? wire : `${wire}\n${onRequest}`, "hex")}`

/**
 * Whether the content of the row `excluded` differs from that of the row `stored`.
 *
 * If the hashes differ, the content may still be the same: vendors return the keys of free-form JSON in any order, and earlier releases
 * hashed the records in another way. Only then are the texts compared, and if they differ, the values: keys in any order.
 */
export const hasOtherContent = `(
        stored.hash <> excluded.hash
        and (stored.wire <> excluded.wire or stored.on_request is distinct from excluded.on_request)
        and (
          stored.wire::jsonb <> excluded.wire::jsonb
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

/** The kinds whose records had no facets before migration 15. */
export const kindsWithNewFacets: ReadonlyArray<string> = [
  "compliance",
  "device",
  "idp_application",
  "idp_group",
  "idp_policy",
  "idp_user",
  "itsm_ticket",
  "itsm_user",
  "resource",
  "vulnerability"
]

/**
 * The predicate of the index `record_without_facets`: records that an earlier release stored without the facets of their kind. Every record
 * of these kinds has at least one facet. `FacetBackfill` adds them.
 */
export const withoutFacets = `is_listed and facets is null and kind in (${kindsWithNewFacets.map((kind) => `'${kind}'`).join(", ")})`

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
