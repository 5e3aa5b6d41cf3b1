import type { Owner } from "../record/normalize.js"
import type { AccessCheck } from "./AccessCheck.js"
import type { Any } from "./Extraction.js"

export { type Finding, isHarmless } from "./AccessCheck.js"
export { concat } from "./ConcatExtractor.js"
export type { Any, Checkpoint, Extractor, ExtractRequest, Page } from "./Extraction.js"
export { below, make } from "./ListExtractor.js"
export { type Emitted, fromStream } from "./StreamExtractor.js"

/** Asks each list of an extractor for as little as it gives: shows whether the credentials may read it. */
export const checkAccess = (extractor: Any, owner: Owner): AccessCheck => extractor.checkAccess(owner)
