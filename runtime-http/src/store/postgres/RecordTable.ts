// What the writer and the readers of the table `record` must agree on, besides its schema.

import { createHash } from "node:crypto"
import type { RecordKind } from "@tributary/core"
import { configure } from "safe-stable-stringify"

const stringify = configure({ deterministic: true })

/**
 * The column `hash`: sha256 over the record's canonical JSON, as a `bytea` literal. Equal for equal content, whatever the order of keys at
 * any depth.
 *
 * A field that is absent counts as null, since the wire shows it as null.
 */
export const contentHash = (kind: RecordKind.Any, value: Readonly<Record<string, unknown>>): string => {
  const fields = Object.fromEntries([...kind.fields, ...kind.onRequest].map((field) => [field, value[field] ?? null]))
  return `\\x${createHash("sha256")
    .update(stringify(fields) ?? "")
    .digest("hex")}`
}

/**
 * A facet as it is stored: 64 bits of a hash over the connection, the kind and the text.
 *
 * So no filter can reach into another list, a control's name of any length fits the index, and a finding's ten facets take 80 bytes. Two
 * facets of one list would have to share 64 bits to be mixed up: with 100,000 of them that is 1 in 3,000,000,000.
 */
export const facetKey = (connectionId: string, kind: string, facet: string): string =>
  createHash("sha256")
    .update(JSON.stringify([connectionId, kind, facet]))
    .digest()
    .readBigInt64BE(0)
    .toString()

/** `facetKey` for many records, whose facets repeat. */
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
 * The advisory lock of one list, a connection and a kind, in SQL: writers hold it to the end of their transaction, and a reader that takes it
 * for a moment waits for those that came before.
 */
export const listLockKey = "hashtextextended(connection_id::text || kind, 0)"
