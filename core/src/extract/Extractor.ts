/*
 * extract: reads a vendor's lists into batches of records. This file is the public `Extractor`. The order of the calls of one run:
 *
 *  1. `Extractor.pages(request)` begins where the checkpoint says (`list/ListPages`, `list/ChangePages` for a delta by token, `stream/StreamExtractor`).
 *  2. `list/RowSource` gives pages of rows: of a walk (`walk/PageWalk`) or of a job at the vendor (`list/ExportJob`).
 *  3. `walk/Pagination` says where the next page is, and `walk/ListGuard` whether the list is whole; `walk/PageCut` cuts long pages.
 *  4. `list/ListPage` makes the batches of a page, with `list/DetailRequest` for a list that has only ids.
 *  5. `row/RowMapping` makes a draft of each row: decode, find the id, ask the lookups (`lookup/LookupAnswers`), map, find lost fields; once more
 *     for each further kind that a row becomes (`list/Also`).
 *  6. `list/Mention` does the same with what a row contains, and `list/Child` with the lists below it, page by page.
 *  7. `list/ListPage` gives each part of a page its checkpoint, and what is missing or unread (`walk/ScanVerdict`, `lookup/MissingTally`), and
 *     fails a run whose rows cannot be read.
 *  8. `list/AccessCheck` runs the same calls as a test of the credentials.
 */
import type { Owner } from "../record/normalize.js"
import type { Any } from "./Extraction.js"
import type { AccessCheck } from "./list/AccessCheck.js"

export {
  type Any,
  type Checkpoint,
  type DeltaCoverage,
  type Extractor,
  type ExtractRequest,
  exportTypesOf,
  kindsOf,
  type Page
} from "./Extraction.js"
export { withAnswerTime } from "./job/AnswerTime.js"
export { concat } from "./job/ConcatExtractor.js"
export { DEFAULT_EVIDENCE_SECS, detectionsOf, type Methods, methodsOf, type Timing } from "./job/DetectionDelays.js"
export { judged } from "./job/judged.js"
export { narrowed } from "./job/narrowed.js"
export { optional } from "./job/OptionalExtractor.js"
export { type Finding, isHarmless, unreadOf } from "./list/AccessCheck.js"
export { withChanges } from "./list/ChangesElsewhere.js"
export * as EventLog from "./list/EventLog.js"
export { below, make } from "./list/ListExtractor.js"
export { mergeUnread, type UnreadFields } from "./lookup/MissingTally.js"
export { readRows } from "./stream/readRows.js"
export { type FurtherEndpoint, fromStream, type StreamOptions } from "./stream/StreamExtractor.js"
export type { Emitted, Rejected } from "./stream/StreamPage.js"
export { lackOf } from "./walk/ListGuard.js"

/** Requests as little as possible from each list of an extractor, to show whether the credentials may read it. */
export const checkAccess = (extractor: Any, owner: Owner): AccessCheck => extractor.checkAccess(owner)
