import type { Query } from "../http/Request.js"
import type { Exact } from "../record/Draft.js"
import type * as RecordKind from "../record/RecordKind.js"
import type { RowSchema } from "../record/Row.js"
import type * as Child from "./ChildList.js"
import type { DetailRequest } from "./DetailRequest.js"
import type * as Mention from "./EmbeddedRecords.js"
import type * as ExportJob from "./ExportJob.js"
import type * as Lookup from "./Lookup.js"
import type { Pagination } from "./Pagination.js"

/** What is said of a list, whatever its rows become. */
export interface ListOptions<Row> {
  /** The list's path below the base address. */
  readonly endpoint: string
  /** What is read of a row: minimal, and tolerant of null. */
  readonly row: RowSchema<Row>
  /** How the list is cut into pages; `Pagination.deltaLink` makes it incremental by the vendor's own tokens. */
  readonly pagination: Pagination
  /** Where the vendor prepares the list as a job; `pagination` is `Pagination.none()` then, and `endpoint` its start. */
  readonly exportJob?: ExportJob.ExportJob
  /** Present where the list is asked for with POST: fields of its body; all parameters go there too. */
  readonly post?: Query
  /** Headers of this list alone. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the list holds ids alone: how they become rows. */
  readonly detailRequest?: DetailRequest
  /** The `vendor_id` of a row that a delta marks as gone; null for every other row. */
  readonly removed?: (row: unknown) => string | null
  /** What the token must be allowed to do, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The lists that together hold every row, as query parameters; one list without parameters by default. */
  readonly queries?: ReadonlyArray<Query>
  /** The parameters of the one list that holds what changed at or after an instant. */
  readonly since?: (instant: string) => Query
  /** How far before the last scan's start a delta begins; 600 seconds by default. */
  readonly lookbackSecs?: number
}

/** What is said of a list whose rows become records. */
export interface Options<K extends RecordKind.Any, Row, R extends RecordKind.Draft<K>, L extends Lookup.Lookups<Row>>
  extends ListOptions<Row> {
  /** The kind of record that a row becomes. */
  readonly record: K
  /** Questions asked about each row. */
  readonly lookups?: L
  /** Lists below each row; read on full scans and for the rows of a delta. */
  readonly children?: ReadonlyArray<Child.Child<Row>>
  /** What each row itself mentions. */
  readonly mentions?: ReadonlyArray<Mention.Mention<Row>>
  /** A pure mapping from what was read to the record. */
  readonly toRecord: (row: Row, answers: Lookup.Answers<L>) => Exact<RecordKind.Draft<K>, R>
}

/** A list whose parts were checked against each other: what its rows become, or null where only what is below counts. */
export interface Checked<Row> extends ListOptions<Row> {
  readonly record: RecordKind.Any | null
  readonly lookups?: Lookup.Lookups<Row>
  readonly children: ReadonlyArray<Child.Child<Row>>
  readonly mentions: ReadonlyArray<Mention.Mention<Row>>
  readonly toRecord: (row: Row, answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>) => object
}
