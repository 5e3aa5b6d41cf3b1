import type { Facets, RecordKind } from "@tributary/core"
import type { ConnectionClaim, ConnectionScope } from "../accounts/AccessScope.js"
import type { Direction, PageRow } from "./PageSql.js"

/** An array of related records inside each item, such as a user's `groups`. */
export interface Include {
  /** The name of the array. */
  readonly field: string
  /** The name under which the item shows its ids or its length instead, such as `group_ids`; absent if it shows the array. */
  readonly shownAs?: string
  /** The relation's kind. */
  readonly relation: RecordKind.Any
  /** Which end of the relation the listed record is. */
  readonly from: "source" | "target"
}

/** A record, at one end of a relation. */
export interface Related {
  /** The relation's kind. */
  readonly relation: RecordKind.Any
  /** The end at which the record is. */
  readonly from: "source" | "target"
  /** The record's id. */
  readonly id: string
}

/** Where a page starts: at an offset, or right after or before a change position. */
export type Start =
  | { readonly _tag: "Offset"; readonly offset: number }
  | { readonly _tag: "After"; readonly position: number }
  | { readonly _tag: "Before"; readonly position: number }

/** What each item shows. */
export interface ItemShape {
  readonly includes: ReadonlyArray<Include>
  /** What the includes add: the related records themselves if absent, otherwise their ids, or how many they are. */
  readonly expandAs?: "ids" | "count"
  /** The fields that list the ids of related records; none if absent. Above `RelatedIds.MAX_IDS` an item omits the field. */
  readonly relatedIds?: ReadonlyArray<Include>
  /** Names of the on-request fields that the caller asked for. */
  readonly onRequest: ReadonlyArray<string>
  /** The names of the record's own fields that are kept, besides `id`; all if absent. */
  readonly fields?: ReadonlyArray<string>
  /** Whether it says when it was seen, and where it comes from; no if absent. */
  readonly hasMeta?: boolean
}

/** What every list endpoint asks for. */
export interface PageRequest extends ItemShape {
  readonly claim: ConnectionClaim
  readonly kind: RecordKind.Any
  readonly start: Start
  readonly limit: number
  /** ISO 8601; only records that changed at or after this instant. Null for all. */
  readonly updatedSince: string | null
  /** Only the records with these ids. Null for all. */
  readonly ids: ReadonlyArray<string> | null
  /** Whether to count the records on all pages. */
  readonly wantsTotal: boolean
}

/** A period of one of the instants of a kind; ISO 8601. */
export interface Period {
  /** The field of the record; one of the kind's `instants`. */
  readonly field: string
  /** The earliest instant; null for none. */
  readonly since: string | null
  /** The end: the instant before which the record's is; null for none. */
  readonly until: string | null
}

/** What the list of a record kind asks for. */
export interface ListRequest extends PageRequest {
  /** A record must have at least one of the values of every filter in the facet of that name. */
  readonly filters: ReadonlyArray<{ readonly facet: string; readonly any: ReadonlyArray<Facets.Value> }>
  /** Only records whose instants are in these periods. */
  readonly periods: ReadonlyArray<Period>
  /** Only records that are related to all of these; all records if empty. */
  readonly related: ReadonlyArray<Related>
  /** Whether it asks for the records that have left the list, instead of those that are in it; no if absent. Such a request has no filters. */
  readonly isRemoved?: boolean
}

/** What the list below a record asks for: the records that it is related to. */
export interface MembersRequest extends ListRequest {
  /** The relation from the record, its source, to the members, its targets. */
  readonly relation: RecordKind.Any
  /** The kind and the id of the record; it must be listed. */
  readonly of: { readonly kind: RecordKind.Any; readonly id: string }
}

/** What a get-by-id endpoint asks for. */
export type GetRequest = ItemShape & Pick<ListRequest, "claim" | "kind"> & { readonly id: string }

/** What was read, and the connection that the claim turned out to be. */
export interface Opened<A> {
  readonly scope: ConnectionScope
  readonly value: A
}

/** One record, as JSON text to send. */
export interface OneItem {
  readonly item: string
  /** The fields that it omits, because they have more ids than an item shows. */
  readonly omitted: ReadonlyArray<string>
}

/** One page in change order, as JSON text to send. */
export interface ListPage {
  readonly count: number
  /** The fields that at least one item omits, because they have more ids than an item shows. */
  readonly omitted: ReadonlyArray<string>
  /** The items, without the brackets of the array. */
  readonly items: JsonParts
  /**
   * The instant up to which the page takes all changes of the list into account, exclusively; the `updatedSince` of the next poll. ISO 8601
   * in UTC, with microseconds.
   */
  readonly asOf: string
  /** Whether the page has fewer records than the request allows because they are long, although more follow. */
  readonly isCut: boolean
  /** The number of records on all pages; null unless the request wants it. */
  readonly total: number | null
  /** The next page starts after this position; null at the end of the list. */
  readonly next: number | null
  /** The previous page ends before this position; null at the beginning of the list. */
  readonly previous: number | null
}

/**
 * JSON in parts that commas join. The parts of a whole page are joined only once: items, and arrays within them, that were texts of their
 * own before would each be one more copy of what may be long.
 */
export type JsonParts = ReadonlyArray<string>

/** The parts of all these items in one list; without `Array.flat`, which takes ten times as long. */
export const flatParts = (items: ReadonlyArray<string | JsonParts>): JsonParts => {
  const parts: Array<string> = []
  for (const item of items) {
    if (typeof item === "string") parts.push(item)
    else for (const part of item) parts.push(part)
  }
  return parts
}

/** The parts, with texts in front of the first and behind the last one. */
export const aroundParts = (start: string, parts: JsonParts, end: string): JsonParts => {
  const all = [...parts]
  all[0] = start + (all[0] ?? "")
  all[all.length - 1] += end
  return all
}

/** The positions where the next and the previous page start; null if there is no such page. */
export interface Neighbours {
  readonly next: number | null
  readonly previous: number | null
}

/** What a page reads: from which position on, how many records it skips, and how many it reads at most. */
export interface Extent {
  readonly direction: Direction
  readonly position: number
  readonly skipped: number
  readonly rows: number
}

/**
 * What to read for a page of so many records of a list that begins at the position `lowest`: also the record at which the page before ended,
 * because if there still is one, there is a page before; and one more, because then there is a page behind.
 */
export const extentOf = (start: Start, limit: number, lowest: number): Extent => {
  if (start._tag === "Offset") return { direction: "up", position: lowest, skipped: start.offset, rows: limit + 1 }
  const [direction, position] =
    start._tag === "Before" ? (["down", start.position] as const) : (["up", Math.max(start.position, lowest)] as const)
  return { direction, position, skipped: 0, rows: limit + 2 }
}

/** The records of a page and the one behind it, and whether there are records before its start; null if that is not known yet. */
export interface Found {
  readonly rows: ReadonlyArray<PageRow>
  readonly hasBehind: boolean | null
}

const trueOrUnknown = (isKnown: boolean): true | null => (isKnown ? true : null)

/** What was read for a page. */
export const foundIn = (start: Start, lowest: number, read: ReadonlyArray<PageRow>): Found => {
  if (start._tag === "Offset")
    return { rows: read, hasBehind: start.offset === 0 ? false : trueOrUnknown(read.length > 0) }
  // The list has changed since, and begins behind the page before.
  if (start._tag === "After" && start.position < lowest) return { rows: read, hasBehind: false }
  const isThere = read[0]?.[1] === start.position
  const rows = isThere ? read.slice(1) : read
  // Downwards, the query does not know where the list begins.
  const end = start._tag === "Before" ? rows.findIndex(([, position]) => position < lowest) : -1
  return {
    rows: end < 0 ? rows : rows.slice(0, end),
    hasBehind: trueOrUnknown(isThere && start.position >= lowest)
  }
}

/** The start of a page in the other direction, which has a record if there are records before the start of this page. */
export const opposite = (start: Start): Start => {
  if (start._tag === "After") return { _tag: "Before", position: start.position + 1 }
  if (start._tag === "Before") return { _tag: "After", position: start.position - 1 }
  return { _tag: "Before", position: Number.MAX_SAFE_INTEGER }
}

/** The lowest and the highest position of a page; those between which it is, if it has no records. */
const edgesOf = (
  start: Start,
  page: ReadonlyArray<PageRow>,
  behind: PageRow | undefined
): readonly [number, number] => {
  const [first, last] = [page[0]?.[1], page.at(-1)?.[1]]
  if (first !== undefined && last !== undefined) return start._tag === "Before" ? [last, first] : [first, last]
  if (start._tag === "After") return [start.position + 1, start.position]
  if (start._tag === "Before") return [start.position, start.position - 1]
  // A page with limit 0 that starts before a record, or one beyond the end of the list.
  const next = behind?.[1] ?? Number.MAX_SAFE_INTEGER
  return [next, next - 1]
}

/** The neighbours of the page that has the first `count` of the records that were found, in the order in which they were read. */
export const neighbours = (
  { limit, start }: Pick<PageRequest, "limit" | "start">,
  rows: ReadonlyArray<PageRow>,
  count: number,
  hasBehind: boolean
): Neighbours => {
  const [lowest, highest] = edgesOf(start, rows.slice(0, count), rows[count])
  // The page behind one with limit 0 would be the same page, and a client that follows the cursor would never come to an end.
  const hasMore = limit > 0 && rows.length > count
  const [hasNext, hasPrevious] = start._tag === "Before" ? [hasBehind, hasMore] : [hasMore, hasBehind]
  return { next: hasNext ? highest : null, previous: hasPrevious ? lowest : null }
}
