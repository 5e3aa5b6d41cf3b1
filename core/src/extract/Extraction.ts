import type { Effect, Stream } from "effect"
import { DataExportType } from "../DataExportType.js"
import type * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type * as Batch from "../record/Batch.js"
import type { Owner } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as Checkpoint from "./Checkpoint.js"
import type { AccessCheck } from "./list/AccessCheck.js"
import type { SourceList } from "./list/SourceList.js"
import type { UnreadFields } from "./lookup/MissingTally.js"
import type { MissingPart } from "./walk/ScanVerdict.js"

export type { Checkpoint } from "./Checkpoint.js"

/** What the runtime asks an extractor to read. */
export interface ExtractRequest {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** Read only what changed at or after this ISO 8601 instant; null for a full scan. */
  readonly since: string | null
  /** Where an earlier run stopped this scan, which is `Checkpoint.START` if this run can skip nothing; null to start a new scan. */
  readonly checkpoint: Checkpoint.Checkpoint | null
  /** The delta token, or the state, from the last complete scan; null for a full scan. */
  readonly delta: string | null
  /**
   * Which of these rows, by their raw ids, had the lists below them read completely earlier in this scan; by default none.
   *
   * The extractor does not read those lists again.
   */
  readonly completedParents?: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  /** How many days of a log the first scan reads, and of what is below a new row of it; `EventLog.FIRST_LOAD_DAYS` by default. */
  readonly firstLoadDays?: number
  /** Whether the extractor reads only certain rows again, which changed; false by default. */
  readonly isReread?: boolean
}

/** Whether a run reads rows because they are in the list, not because they changed. */
export const isOfFullScan = ({ delta, isReread, since }: Omit<ExtractRequest, "owner">): boolean =>
  since === null && delta === null && isReread !== true

/** Whether a run reads a whole list from its start, so that what is wrong with all rows is wrong with the list. */
export const isWholeScan = (request: Omit<ExtractRequest, "owner">): boolean =>
  isOfFullScan(request) && Checkpoint.isStart(request.checkpoint)

/** Whether an answer that is missing for all rows of a run proves that its path is wrong. */
export const provesPaths = (request: Omit<ExtractRequest, "owner">): boolean =>
  isOfFullScan(request) && Checkpoint.isFirstToProve(request.checkpoint)

/** The records from one response, and the scan's position after it. */
export interface Page {
  /** The page's records, one batch per kind. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** Where to resume once this page is stored; null if the page changes nothing about that, as the last one of a scan does not. */
  readonly checkpoint: Checkpoint.Checkpoint | null
  /** The token with which the next delta begins once this scan is complete, or what it has to know of this one; null if there is none. */
  readonly delta: string | null
  /**
   * On the last page of a full scan: how many distinct records of the first kind the vendor's own totals announce.
   *
   * Absent if the vendor announces none, and if the rows came in several responses that are no snapshot: a row can move
   * between two requests. Only a total that equals the number of records seen proves that nothing was missed.
   */
  readonly total?: number
  /** Whether the vendor is still preparing the list, so that a run that ends now should soon be followed by another; false by default. */
  readonly isWaiting?: boolean
  /** The fields that could not be read for records of this page; absent if there are none. */
  readonly unread?: ReadonlyArray<UnreadFields>
  /** What the vendor left out, as far as this page shows it; the scan is then incomplete. Absent if nothing is missing. */
  readonly missing?: ReadonlyArray<MissingPart>
  /** Whether a list that ends with this page was read by index in several runs, so that no absence from it proves anything; false by default. */
  readonly isInParts?: boolean
  /** When the vendor first answered this run, by its own clock, in milliseconds since 1970; absent on every page but one, and if no answer says so. */
  readonly answeredAt?: number
  /** The raw ids of rows below which every list has been read once this page is stored; absent if there are none. */
  readonly completedParents?: ReadonlyArray<string>
}

/** What the deltas of an extractor find of one kind of record; full scans find the rest. */
export interface DeltaCoverage {
  /** The kind of record. */
  readonly kind: RecordKind.Any
  /** Whether a delta contains a record that is new or changed. */
  readonly hasChanges: boolean
  /** Whether a delta names a record that was removed. */
  readonly hasRemovals: boolean
}

declare const filed: unique symbol

/** Reads one list of a vendor, and the lists below its rows, into records. Its export types are those of its kinds. */
export interface Extractor<in ExportType extends DataExportType> {
  /** Only for the compiler, which accepts the extractor under each export type of its kinds and under no other; never set. */
  readonly [filed]?: (exportType: ExportType) => void
  /** Identifies the extractor within its connector, and its scan in the store; the name of its first kind by default. */
  readonly name: string
  /** The kinds of record that a complete scan reads completely, perhaps of several export types; the first is the list's own. */
  readonly kinds: ReadonlyArray<RecordKind.Any>
  /** The endpoint of the list, which names the extractor in errors and health. */
  readonly endpoint: string
  /** The permissions without which the export fails, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The permissions without which only some fields stay unread. */
  readonly optionalPermissions: ReadonlyArray<string>
  /** Whether it can read only what changed since an instant, or since a delta token. */
  readonly isIncremental: boolean
  /** Whether it reads a log by time: its events never change, and none is gone because a scan does not find it. */
  readonly isLog: boolean
  /** Whether a delta begins at the vendor's token instead of at an instant. */
  readonly usesDeltaToken: boolean
  /** Whether a delta begins at an instant, and also needs what the scan before it gave as `delta`. */
  readonly hasDeltaState: boolean
  /** What its deltas find of each kind; without meaning if it is not incremental. */
  readonly deltaCoverage: ReadonlyArray<DeltaCoverage>
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late. */
  readonly lookbackSecs: number
  /** Every list that it reads; its own comes first. */
  readonly lists: ReadonlyArray<SourceList>
  /** Reads the records, page by page. */
  readonly pages: (request: ExtractRequest) => Stream.Stream<Page, VendorError.VendorError, VendorHttp>
  /** Releases what a scan holds at the vendor, such as an export job, if the scan will not be resumed; absent if it holds nothing. */
  readonly giveUp?: (checkpoint: Checkpoint.Checkpoint) => Effect.Effect<void, never, VendorHttp>
  /** Requests as little as possible from each of its lists, to prove that the credentials may read them. */
  readonly checkAccess: (owner: Owner) => AccessCheck
}

/** An extractor of any export types. */
export type Any = Extractor<never>

/** The export types of an extractor's kinds, in the order of `DataExportType`; a connector lists the extractor under each of them. */
export const exportTypesOf = ({ kinds }: Pick<Any, "kinds">): ReadonlyArray<DataExportType> =>
  DataExportType.literals.filter((exportType) => kinds.some((kind) => kind.exportType === exportType))

/** The kinds of an extractor that belong to an export type. */
export const kindsOf = ({ kinds }: Pick<Any, "kinds">, exportType: DataExportType): ReadonlyArray<RecordKind.Any> =>
  kinds.filter((kind) => kind.exportType === exportType)

/** The default of `lookbackSecs`. */
export const DEFAULT_LOOKBACK_SECS = 600
