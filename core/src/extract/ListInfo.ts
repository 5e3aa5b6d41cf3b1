import { Either } from "effect"
import type { Query } from "../http/Request.js"
import type * as RecordKind from "../record/RecordKind.js"
import type { Child } from "./ChildList.js"
import type { DetailRequest } from "./DetailRequest.js"
import type { Lookup } from "./Lookup.js"
import { none, type Pagination } from "./Pagination.js"

/**
 * A list that an extractor reads: its own, one whose rows are no records, one below each row, a question about each,
 * what turns a list of ids into rows, or what prepares the list as a job.
 */
export interface SourceList {
  readonly role: "own" | "details" | "parent" | "child" | "lookup" | "job"
  readonly endpoint: string
  /** Present where it is asked for with POST: what every request's body holds, as a template. */
  readonly post?: Query
  /** What its rows become; null for a lookup and a parent, whose rows complete others. */
  readonly kind: RecordKind.Any | null
  /** What the token must be allowed to do for this list, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  readonly isPaged: boolean
  /** Of a lookup: whether a refusal fails the export, and not just leaves fields null. */
  readonly isRequired?: boolean
  /** How it is cut into pages; null where an author's own stream decides. */
  readonly pagination: Pagination | null
  /** Whether a row can be read; null where an author's own stream decides. */
  readonly accepts: ((row: unknown) => boolean) | null
}

/** What turns the ids of a list into rows of this kind. */
export const ofDetailRequest = (
  { endpoint, items, permissions }: DetailRequest,
  kind: RecordKind.Any | null,
  accepts: (row: unknown) => boolean
): SourceList => ({
  role: "details",
  endpoint,
  kind,
  permissions,
  isPaged: false,
  pagination: none({ items }),
  accepts
})

/** The lists below each row. */
export const ofChild = <Parent>({ accepts, endpoint, kind, pagination, permissions }: Child<Parent>): SourceList => ({
  role: "child",
  endpoint,
  kind,
  permissions,
  isPaged: pagination.isPaged,
  pagination,
  accepts
})

/** The question about each row. */
export const ofLookup = (lookup: Lookup<never, unknown>): SourceList => ({
  role: "lookup",
  endpoint: lookup.endpoint,
  ...(lookup.post === undefined ? {} : { post: lookup.post }),
  kind: null,
  permissions: lookup.permissions,
  isPaged: lookup.pagination.isPaged,
  isRequired: lookup.isRequired,
  pagination: lookup.pagination,
  accepts: (row) => Either.isRight(lookup.readRow(row))
})
