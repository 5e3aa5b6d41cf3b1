import type { SchemaAST } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import type { Query, VendorResponse } from "../../http/Request.js"
import * as VendorError from "../../http/VendorError.js"
import * as Result from "../../Result.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import type { FieldMarks } from "../../record/VendorData.js"
import type * as Lookup from "../lookup/Lookup.js"
import * as LookupOptions from "../lookup/LookupOptions.js"
import * as NestedRows from "../walk/NestedRows.js"
import type { Pagination } from "../walk/Pagination.js"
import type { Child } from "./Child.js"
import * as DetailRequest from "./DetailRequest.js"

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
   * - `further`: the author's own stream requests it besides the list that names the stream.
   */
  readonly role: "own" | "details" | "parent" | "child" | "lookup" | "job" | "further"
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** The parameters of each of the lists at the endpoint that it reads; absent if there is one, without parameters. */
  readonly queries?: ReadonlyArray<Query>
  /** What the body of every request contains, as a template, for a list that is read with POST; absent with GET. */
  readonly post?: Query
  /** Reads the bodies of its answers; absent if the decoder of the connector's settings does. */
  readonly decode?: Decoder
  /** The kind of record that a row becomes; null for lookups, parents and jobs. */
  readonly kind: RecordKind.Any | null
  /** The other kinds of record that a row becomes; absent if there are none. */
  readonly also?: ReadonlyArray<RecordKind.Any>
  /** The permissions that reading this list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The parameters that leave only rows that changed at or after an instant, or that put those that changed last in front; absent if deltas have none of their own. */
  readonly changedSince?: (instant: string) => Query
  /** The path of the time of the last change in a raw row, if a delta ends at a row that changed before its instant; absent for any other list. */
  readonly changedAt?: string
  /** Whether only deltas read the list; false by default. */
  readonly isOfDeltas?: boolean
  /** Whether a refusal of the list costs only its records, instead of failing the export; false by default. */
  readonly isOptional?: true
  /** Whether the list can have more than one page. */
  readonly isPaged: boolean
  /** For a lookup, what depends on its answers; absent for any other list. */
  readonly lookup?: LookupUse
  /** How the list is cut into pages; null if the author's own stream decides. */
  readonly pagination: Pagination | null
  /** The vendor's count of all rows in an answer, for an author's own stream that emits it; absent for any other list, whose pagination has it. */
  readonly total?: (response: VendorResponse) => number | null
  /** Whether a row can be decoded; null if the row schema does not describe the rows, or the author's own stream reads them. */
  readonly accepts: ((row: unknown) => boolean) | null
  /** The syntax tree of the schema by which rows are decoded; null if this list's rows are not decoded, or the author's own stream reads them. */
  readonly row: SchemaAST.AST | null
  /** What becomes of fields of its rows that the schema does not name; absent if nothing is said of them. */
  readonly marks?: FieldMarks
}

/** What depends on the answers of a lookup. */
export interface LookupUse {
  /** The kind of record that the answers belong to. */
  readonly kind: RecordKind.Any
  /** The fields that keep their stored value where the lookup cannot be read. */
  readonly fields: ReadonlyArray<string>
  /** Those of the fields that cannot be read after this refusal. */
  readonly unreadAfter: (error: VendorError.VendorError) => ReadonlyArray<string>
  /** Whether a refusal costs only these fields, instead of failing the export. */
  readonly isOptional: boolean
  /** Whether a 404 means that the vendor has nothing about a row. */
  readonly mayBeMissing: boolean
  /** Whether each request asks about one row, or about several by their keys, or whether one list answers for all rows. */
  readonly asks: "one row" | "several keys" | "all rows"
  /** The endpoint of the lists with the answers: another one than that of this list if they are below its rows. */
  readonly answers: string
}

/** What depends on a list of changes: without it, every run is a full scan that reads every field. */
export const useOfChanges = (kind: RecordKind.Any, endpoint: string): LookupUse => ({
  kind,
  fields: [],
  unreadAfter: () => [],
  isOptional: true,
  mayBeMissing: false,
  asks: "all rows",
  answers: endpoint
})

/** The marks on the fields of rows, as a property of their list. */
export const marksOf = ({ marks }: Pick<RowReader<unknown>, "marks">): Pick<SourceList, "marks"> =>
  marks === undefined ? {} : { marks }

/** The request that turns what a list has into rows of a kind. */
export const ofDetailRequest = (
  detailRequest: DetailRequest.DetailRequest,
  kind: RecordKind.Any | null,
  readRow: RowReader<unknown>
): SourceList => ({
  role: "details",
  endpoint: detailRequest.endpoint,
  ...(detailRequest.decode === undefined ? {} : { decode: detailRequest.decode }),
  kind,
  permissions: detailRequest.permissions,
  isPaged: false,
  pagination: DetailRequest.paginationOf(detailRequest),
  accepts: (row) => Result.isSuccess(readRow.readable(row)),
  row: readRow.ast,
  ...marksOf(readRow)
})

/** The list below each row. */
export const ofChild = <Parent>({
  alsoKinds,
  decode,
  endpoint,
  kind,
  pagination,
  permissions,
  post,
  queries,
  readRow,
  since
}: Child<Parent>): SourceList => ({
  role: "child",
  endpoint,
  ...(decode === undefined ? {} : { decode }),
  ...(post === undefined ? {} : { post }),
  ...(queries.length === 1 && Object.keys(queries[0] ?? {}).length === 0 ? {} : { queries }),
  ...(since === undefined ? {} : { changedSince: since }),
  kind,
  ...(alsoKinds.length === 0 ? {} : { also: alsoKinds }),
  permissions,
  isPaged: pagination.isPaged,
  pagination,
  accepts: NestedRows.accepts(pagination, readRow.readable),
  row: readRow.ast,
  ...marksOf(readRow)
})

const ASKS = {
  Row: "one row",
  Shared: "one row",
  Batched: "several keys",
  Joined: "all rows"
} as const satisfies Record<Lookup.Any["scope"]["_tag"], LookupUse["asks"]>

/** The lists that answer a lookup about rows that become records of the kind. */
export const ofLookup = (lookup: Lookup.Any, kind: RecordKind.Any): ReadonlyArray<SourceList> => {
  const { fields, post, sharedFields } = lookup
  const all = [...fields, ...sharedFields]
  return LookupOptions.listsOf(lookup).map((list) => ({
    role: "lookup",
    endpoint: list.endpoint,
    ...(list !== lookup || post === undefined ? {} : { post }),
    ...(list !== lookup || lookup.queries === undefined ? {} : { queries: lookup.queries }),
    ...(list.decode === undefined ? {} : { decode: list.decode }),
    kind: null,
    permissions: list.permissions,
    isPaged: list.pagination.isPaged,
    lookup: {
      kind,
      fields: all,
      unreadAfter: (error) => (VendorError.isOfPlan(error) ? fields : all),
      isOptional: lookup.isOptional,
      mayBeMissing: lookup.mayBeMissing,
      asks: ASKS[lookup.scope._tag],
      answers: lookup.endpoint
    },
    pagination: list.pagination,
    accepts: NestedRows.accepts(list.pagination, list.readRow),
    row: list.readRow.ast
  }))
}
