import type { Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type * as Batch from "../record/Batch.js"
import type { Owner } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import type { AccessCheck } from "./AccessCheck.js"
import type { SourceList } from "./ListInfo.js"

/** Where an interrupted scan resumes: JSON that only its own extractor can read. */
export type Checkpoint = Readonly<Record<string, unknown>>

/** What the runtime asks an extractor to read. */
export interface ExtractRequest {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** Read only what changed at or after this ISO 8601 instant; null for a full scan. */
  readonly since: string | null
  /** Where an earlier run stopped this scan; null to start a new scan. */
  readonly checkpoint: Checkpoint | null
  /** The delta token from the last page of the last complete scan; null for a full scan. */
  readonly delta: string | null
}

/** The records from one response, and the scan's position after it. */
export interface Page {
  /** The page's records, one batch per kind. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** Where to resume once this page is stored; null on the last page, and while a restart would begin at the first page anyway. */
  readonly checkpoint: Checkpoint | null
  /** The token with which the next delta begins once this scan is complete; null if the vendor gives none. */
  readonly delta: string | null
}

/** Reads one list of a vendor, and the lists below its rows, into records. */
export interface Extractor<out ExportType extends DataExportType> {
  /** The export type of all its records. */
  readonly exportType: ExportType
  /** The kinds of record that a complete scan reads completely; the first is the list's own. */
  readonly kinds: ReadonlyArray<RecordKind.Any>
  /** The endpoint of the list, which names the extractor in errors and health. */
  readonly endpoint: string
  /** The permissions without which the export fails, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The permissions without which only some fields stay null. */
  readonly optionalPermissions: ReadonlyArray<string>
  /** Whether it can read only what changed since an instant, or since a delta token. */
  readonly isIncremental: boolean
  /** Whether a delta begins at the vendor's token instead of at an instant. */
  readonly usesDeltaToken: boolean
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late. */
  readonly lookbackSecs: number
  /** Every list that it reads; its own comes first. */
  readonly lists: ReadonlyArray<SourceList>
  /** Reads the records, page by page. */
  readonly pages: (request: ExtractRequest) => Stream.Stream<Page, VendorError.VendorError, VendorHttp>
  /** Requests as little as possible from each of its lists, to prove that the credentials may read them. */
  readonly checkAccess: (owner: Owner) => AccessCheck
}

/** An extractor of any export type. */
export type Any = Extractor<DataExportType>

/** The default of `lookbackSecs`. */
export const DEFAULT_LOOKBACK_SECS = 600
