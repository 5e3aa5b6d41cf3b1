import type { RecordKind } from "@tributary/core"
import type { ConnectionScope } from "../accounts/AccessScope.js"

/** An array of related records inside each item, such as a user's `groups`. */
export interface Include {
  readonly field: string
  readonly relation: RecordKind.Any
  /** The end of the relation that the listed record stands at. */
  readonly from: "source" | "target"
}

/** Where a page begins: at a start index, or beside a change position. */
export type Start =
  | { readonly _tag: "Offset"; readonly offset: number }
  | { readonly _tag: "After"; readonly position: number }
  | { readonly _tag: "Before"; readonly position: number }

/** What every list endpoint asks for. */
export interface PageRequest {
  readonly scope: ConnectionScope
  readonly kind: RecordKind.Any
  readonly start: Start
  readonly limit: number
  /** Inclusive, ISO 8601; only records that changed at or after it. */
  readonly updatedSince: string | null
  readonly includes: ReadonlyArray<Include>
  /** Fields that show only when asked for. */
  readonly onRequest: ReadonlyArray<string>
  readonly wantsTotal: boolean
}

/** What the list of a record kind asks for. */
export interface ListRequest extends PageRequest {
  /** Records that have any of a filter's facets, and that for all filters. */
  readonly filters: ReadonlyArray<{ readonly any: ReadonlyArray<string> }>
  /** Inclusive, ISO 8601; only records whose kind's `instant` is at or after it. */
  readonly instantSince: string | null
}

/** What the list below a record asks for: the records that it is related to. */
export interface MembersRequest extends PageRequest {
  /** Leads from the record, which stands at its source, to those that are listed. */
  readonly relation: RecordKind.Any
  readonly of: { readonly kind: RecordKind.Any; readonly id: string }
}

/** What a get-by-id endpoint asks for. */
export type GetRequest = Pick<ListRequest, "scope" | "kind" | "includes" | "onRequest"> & { readonly id: string }

/** One page in change order, as the JSON text to send. */
export interface ListPage {
  readonly count: number
  /** What stands between the brackets of the array. */
  readonly items: string
  /** What the same query gives over all pages; null where it was not asked for. */
  readonly total: number | null
  /** The position to go on after; null at the end of the data. */
  readonly next: number | null
  /** The position to go back before; null at the beginning. */
  readonly previous: number | null
}
