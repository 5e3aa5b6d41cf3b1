import type { Facets, RecordKind } from "@tributary/core"
import type { ConnectionClaim, ConnectionScope } from "../accounts/AccessScope.js"
import type { JsonParts } from "./JsonParts.js"

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

/** What the list of a record kind asks for. */
export interface ListRequest extends PageRequest {
  /** A record must have at least one of the values of every filter in the facet of that name. */
  readonly filters: ReadonlyArray<{ readonly facet: string; readonly any: ReadonlyArray<Facets.Value> }>
  /** ISO 8601; only records whose `instant`, a field that their kind names, is at or after this one. Null for all. */
  readonly instantSince: string | null
  /** Only records that are related to all of these; all records if empty. */
  readonly related: ReadonlyArray<Related>
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
