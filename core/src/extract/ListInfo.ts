import { Either } from "effect"
import type { Query } from "../http/Request.js"
import type * as RecordKind from "../record/RecordKind.js"
import type { Child } from "./ChildList.js"
import type { DetailRequest } from "./DetailRequest.js"
import type { Lookup } from "./Lookup.js"
import { none, type Pagination } from "./Pagination.js"

/** A list that an extractor reads. */
export interface SourceList {
  /**
   * What the extractor reads the list for.
   *
   * - `own`: its rows become the records of the extractor.
   * - `details`: its rows replace the ids of a list that has only ids.
   * - `parent`: its rows become no records, but the lists below them do.
   * - `child`: the list below each row of another list.
   * - `lookup`: it answers a question about each row of another list.
   * - `job`: it starts or polls the vendor's job that prepares the rows.
   */
  readonly role: "own" | "details" | "parent" | "child" | "lookup" | "job"
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** What the body of every request contains, as a template, for a list that is read with POST; absent with GET. */
  readonly post?: Query
  /** The kind of record that a row becomes; null for lookups, parents and jobs. */
  readonly kind: RecordKind.Any | null
  /** The permissions that reading this list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Whether the list can have more than one page. */
  readonly isPaged: boolean
  /** For a lookup, whether a refusal (403, 404) fails the export instead of leaving fields null; absent for other lists. */
  readonly isRequired?: boolean
  /** How the list is cut into pages; null if the author's own stream decides. */
  readonly pagination: Pagination | null
  /** Whether a row can be decoded; null if the row schema does not describe the rows, or the author's own stream reads them. */
  readonly accepts: ((row: unknown) => boolean) | null
}

/** The list that turns ids into rows of a kind. */
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

/** The list below each row. */
export const ofChild = <Parent>({ accepts, endpoint, kind, pagination, permissions }: Child<Parent>): SourceList => ({
  role: "child",
  endpoint,
  kind,
  permissions,
  isPaged: pagination.isPaged,
  pagination,
  accepts
})

/** The list that answers a lookup. */
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
