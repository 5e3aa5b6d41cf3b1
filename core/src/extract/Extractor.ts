// extract: reads a vendor's lists into batches of records. This file is the public `Extractor`; its parts (Pagination, Lookup, ChildList ...) are beside it.
import type { Owner } from "../record/normalize.js"
import type { AccessCheck } from "./AccessCheck.js"
import type { Any } from "./Extraction.js"

export { type Finding, isHarmless, unreadOf } from "./AccessCheck.js"
export { concat } from "./ConcatExtractor.js"
export { DEFAULT_EVIDENCE_SECS, detectionsOf, type Methods, methodsOf, type Timing } from "./DetectedChanges.js"
export type { Any, Checkpoint, DeltaCoverage, Extractor, ExtractRequest, Page } from "./Extraction.js"
export { judged } from "./judged.js"
export { below, make } from "./ListExtractor.js"
export { lackOf } from "./ListGuard.js"
export { mergeUnread, type UnreadFields } from "./lookup/UnreadFields.js"
export { readRows } from "./readRows.js"
export { type FurtherEndpoint, fromStream, type StreamOptions } from "./StreamExtractor.js"
export type { Emitted, Rejected } from "./StreamPage.js"

/** Requests as little as possible from each list of an extractor, to show whether the credentials may read it. */
export const checkAccess = (extractor: Any, owner: Owner): AccessCheck => extractor.checkAccess(owner)
