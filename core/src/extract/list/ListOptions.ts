import type { Decoder } from "../../decode/Decoder.js"
import type { Query } from "../../http/Request.js"
import type { Inferred, Judged } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { RowSchema } from "../../record/Row.js"
import type { FieldMarks } from "../../record/VendorData.js"
import type * as Lookup from "../lookup/Lookup.js"
import type { RowId } from "../row/RowId.js"
import type { Pagination } from "../walk/Pagination.js"
import type { Also } from "./Also.js"
import type { Changes } from "./Changes.js"
import type { Child } from "./Child.js"
import type { DetailRequest } from "./DetailRequest.js"
import type { ExportJob } from "./ExportJob.js"
import type { ChangeOrder } from "./LatestChanges.js"
import type { Mention } from "./Mention.js"
import type { NewestFirst } from "./NewestFirst.js"

/** The options that every list has. */
export interface ListOptions<Row> {
  /** Identifies the extractor within its connector, and its scan in the store; the name of its first kind by default. */
  readonly name?: string
  /** The path of the list below the base address. */
  readonly endpoint: string
  /** The schema of a row: only the fields that the mapping reads, and tolerant of null. */
  readonly row: RowSchema<Row>
  /** What becomes of fields that `row` does not name; by default all go into `vendor_data` but those whose names say that they hold secrets. */
  readonly marks?: FieldMarks
  /** Where a raw row, before it is decoded, has the `vendor_id` of its record: a path or a function; `id` by default. */
  readonly id?: RowId
  /** How the list is cut into pages. */
  readonly pagination: Pagination
  /** How to read a list that the vendor prepares as a job; use it with `Pagination.none()` and the job's start as `endpoint`. */
  readonly exportJob?: ExportJob
  /** Body fields of the requests, which then use POST and send all parameters in the body; GET by default. */
  readonly post?: Query
  /** Headers for this list's requests only; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reads the bodies of this list's answers, such as `Decode.csv({ columns: ["id"] })`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** How to turn what the list has into complete rows, for a list of ids or of little more; `row` and `id` then describe the complete rows. By default the list has them itself. */
  readonly detailRequest?: DetailRequest
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** One entry per list at this endpoint: its query parameters. Together the lists must hold every row. By default one list without parameters. */
  readonly queries?: ReadonlyArray<Query>
  /**
   * The further query parameters that leave only rows that changed at or after an ISO 8601 instant, for a vendor that filters by it; none by
   * default. They are added to those of each list in `queries`, and replace those of the same name.
   */
  readonly since?: (instant: string) => Query
  /**
   * How the vendor puts the rows that changed last in front, for one that sorts by the time of the last change but does not filter by it; none by
   * default. A delta reads the newest rows until one that changed before the instant. Pages with a number can hide a row from a delta, which the
   * next full scan finds.
   */
  readonly newestFirst?: NewestFirst
  /**
   * What orders the changes of one row, as a text of which the greater one is later, for a list in which `since` leaves several changes of a row
   * in any order: only the latest counts. By default the one that is listed last counts.
   */
  readonly changeOrder?: ChangeOrder
  /**
   * Whether the rows are the events of a log, which never change or leave: it is read by time alone, so it needs `since`, and should return the
   * oldest first. By default, lists of kinds of events are logs.
   */
  readonly isLog?: boolean
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late; 600 by default. A delta begins earlier still if the `Date` of answers shows that the clock of the vendor is behind. */
  readonly lookbackSecs?: number
}

/** The options of a list whose rows become records. `Further` are the export types of what else is read with them. */
export interface Options<
  K extends RecordKind.Any,
  Row,
  R extends Inferred<RecordKind.Draft<K>>,
  L extends Lookup.Lookups<Row>,
  Further extends RecordKind.Any["exportType"]
> extends ListOptions<Row> {
  /** The kind of record that a row becomes. */
  readonly record: K
  /** Questions about each row, by the names under which the mapping receives the answers; none by default. */
  readonly lookups?: Lookup.Filling<K, L> | undefined
  /** Other records that a row becomes, each of another kind and perhaps of another export type; none by default. */
  readonly also?: ReadonlyArray<Also<Row, RecordKind.Of<Further>>>
  /** The lists below each row, read in full scans and for the rows of a delta; none by default. */
  readonly children?: ReadonlyArray<Child<Row, RecordKind.Of<Further>>>
  /** Records that a row contains, such as the users of a policy; none by default. */
  readonly mentions?: ReadonlyArray<Mention<Row, RecordKind.Of<Further>>>
  /** How the vendor reports changed and removed rows, if it has a token for them; by default every scan reads the whole list. */
  readonly changes?: Changes<Row, Lookup.SameAnswers<Row, NoInfer<L>>>
  /**
   * Maps a row, and the answers to its lookups, to a record, or to null if the row becomes no record of this kind. A pure function.
   *
   * As long as some rows become no record, the vendor's total proves nothing, and two scans must miss a record before it is deleted.
   */
  readonly toRecord: (row: Row, answers: Lookup.Answers<L>) => (R & Judged<RecordKind.Draft<K>, R>) | null
}

/** The options after the compiler checked that they fit together, with their exact types forgotten. */
export interface Checked<Row> extends ListOptions<Row> {
  /** The kind of record that a row becomes; null if only the lists below the rows become records. */
  readonly record: RecordKind.Any | null
  /** Questions about each row, by name. */
  readonly lookups?: Lookup.Lookups<Row>
  /** The other records that a row becomes. */
  readonly also: ReadonlyArray<Also<Row>>
  /** The lists below each row. */
  readonly children: ReadonlyArray<Child<Row>>
  /** Records that a row contains. */
  readonly mentions: ReadonlyArray<Mention<Row>>
  /** How the vendor reports which rows changed. */
  readonly changes?: Changes<Row>
  /** Maps a row, and the answers to its lookups, to a draft; null if the row becomes no record of the kind. */
  readonly toRecord: (row: Row, answers: Readonly<Record<string, ReadonlyArray<unknown> | null>>) => object | null
}
