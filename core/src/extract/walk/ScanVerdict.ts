/*
 * What a scan proves. Pure: the walks find the signs, the pages carry them to the store, and everything that depends on the end of a scan
 * follows from its verdict: the lower bound of the next delta, the next full scan, the deletions, and the health of the connection.
 */

import * as VendorError from "../../http/VendorError.js"

/** Something that a list should have had, but that the vendor did not send. */
export interface MissingPart {
  /** The endpoint of the list. */
  readonly endpoint: string
  /** What shows that it is missing, such as `answered 206, so the list may have more rows`; without the values of a row. */
  readonly detail: string
  /** When the vendor wants to be asked again (`Retry-After`), in milliseconds since 1970; absent if it did not say. */
  readonly retryAt?: number
}

/** What is known of a scan when a run of it has reached the end of every list. */
export interface ScanFindings {
  /** What the vendor did not send, over all runs of the scan. */
  readonly missing: ReadonlyArray<MissingPart>
  /** Whether a list by index was read in several runs: rows that shifted between them may not have been seen. */
  readonly isInParts: boolean
}

/** How a scan ended. */
export type ScanVerdict =
  /** Every row was read. */
  | {
      readonly _tag: "Complete"
      /** Whether a record that the scan missed has left; false if rows may have shifted past the scan. */
      readonly provesAbsence: boolean
    }
  /** Every list was read to its end, but the vendor left something out. What was read is kept; nothing else follows. */
  | {
      readonly _tag: "Incomplete"
      /** What the vendor left out. */
      readonly missing: readonly [MissingPart, ...ReadonlyArray<MissingPart>]
    }
  /** The time ended first. The next run continues. */
  | { readonly _tag: "Cut" }

/** How many missing parts a scan remembers. */
export const MAX_MISSING = 5

const keyOf = ({ detail, endpoint }: MissingPart): string => JSON.stringify([endpoint, detail])

/** The latest instant from which on the vendor wants to be asked again; null if it named none. */
const retryAtOf = (parts: ReadonlyArray<MissingPart>): number | null => {
  const instants = parts.flatMap(({ retryAt }) => retryAt ?? [])
  return instants.length === 0 ? null : Math.max(...instants)
}

/** The parts that are missing in either, each once; the first ones if there are many. */
export const merge = (
  known: ReadonlyArray<MissingPart>,
  found: ReadonlyArray<MissingPart>
): ReadonlyArray<MissingPart> => {
  if (found.length === 0) return known
  const all = new Map<string, MissingPart>()
  for (const part of [...known, ...found]) {
    const before = all.get(keyOf(part))
    const retryAt = retryAtOf(before === undefined ? [part] : [before, part])
    all.set(keyOf(part), { ...part, ...(retryAt === null ? {} : { retryAt }) })
  }
  return [...all.values()].slice(0, MAX_MISSING)
}

/** The verdict about a scan whose time ended before its lists. */
export const CUT: ScanVerdict = { _tag: "Cut" }

/** What a scan proves whose lists have ended. */
export const of = ({ isInParts, missing: [first, ...others] }: ScanFindings): ScanVerdict => {
  if (first !== undefined) return { _tag: "Incomplete", missing: [first, ...others] }
  return { _tag: "Complete", provesAbsence: !isInParts }
}

/** What is missing, in words; parts of the first one's list do not repeat its endpoint. */
const describe = (first: MissingPart, others: ReadonlyArray<MissingPart>): string => {
  const rest = others.map(({ detail, endpoint }) => (endpoint === first.endpoint ? detail : `${endpoint}: ${detail}`))
  return `the list is incomplete: ${[first.detail, ...rest].join("; ")}`
}

/** The failure of an export whose scan is incomplete; null for any other verdict. */
export const failureOf = (verdict: ScanVerdict): VendorError.IncompleteList | null => {
  if (verdict._tag !== "Incomplete") return null
  const [first, ...others] = verdict.missing
  return new VendorError.IncompleteList({
    endpoint: first.endpoint,
    status: 200,
    detail: describe(first, others),
    retryAt: retryAtOf(verdict.missing)
  })
}
