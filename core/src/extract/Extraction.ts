import type { Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type * as Batch from "../record/Batch.js"
import type { Owner } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import type { AccessCheck } from "./AccessCheck.js"
import type * as SourceList from "./ListInfo.js"

/** Where an interrupted scan goes on; JSON that only its extractor reads. */
export type Checkpoint = Readonly<Record<string, unknown>>

/** What the runtime asks an extractor for. */
export interface ExtractRequest {
  readonly owner: Owner
  /** Only what changed at or after this ISO 8601 instant; null for a full scan. */
  readonly since: string | null
  /** Where the last run of this scan stopped; null to begin. */
  readonly checkpoint: Checkpoint | null
  /** What the last complete scan's last page named as the beginning of the next delta; null for a full scan. */
  readonly delta: string | null
}

/** What one answer gave, and where the scan stands after it. */
export interface Page {
  readonly batches: ReadonlyArray<Batch.Batch>
  /** Where to go on once this page is stored; null when nothing comes after it. */
  readonly checkpoint: Checkpoint | null
  /** Where the next delta begins, once this scan is complete; null where the vendor does not say. */
  readonly delta: string | null
}

/** Reads one list of a vendor, with what hangs below its rows, into records. */
export interface Extractor<out ExportType extends DataExportType> {
  readonly exportType: ExportType
  /** The record kinds that a complete walk reads completely; the first is the list's own. */
  readonly kinds: ReadonlyArray<RecordKind.Any>
  readonly endpoint: string
  /** What the token must be allowed to do, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** What it may be allowed to do in addition; without it some fields stay null. */
  readonly optionalPermissions: ReadonlyArray<string>
  /** Whether it can read only what changed: since an instant, or since what the vendor named on the last page. */
  readonly isIncremental: boolean
  /** Whether a delta begins where the vendor's last page said, and not at an instant. */
  readonly usesDeltaToken: boolean
  /** How far before the last scan's start a delta begins, in seconds: for vendors that index late. */
  readonly lookbackSecs: number
  /** Every list that it reads, its own first. */
  readonly lists: ReadonlyArray<SourceList.SourceList>
  readonly pages: (request: ExtractRequest) => Stream.Stream<Page, VendorError.VendorError, VendorHttp>
  /** Asks each of its lists for as little as it gives. */
  readonly checkAccess: (owner: Owner) => AccessCheck
}

/** An extractor of any export type. */
export type Any = Extractor<DataExportType>

/** How far before the last scan's start a delta begins where an author says nothing, in seconds. */
export const DEFAULT_LOOKBACK_SECS = 600
