import type { Batch } from "../../record/Batch.js"
import type { Checkpoint, ExtractRequest, Page } from "../Extraction.js"
import type { UnreadFields } from "../lookup/UnreadFields.js"
import type { Position, WalkedPage } from "../walk/PageWalk.js"
import type { MissingPart } from "../walk/ScanVerdict.js"
import * as ScanVerdict from "../walk/ScanVerdict.js"

const asCheckpoint = (position: Position | null): Checkpoint | null => (position === null ? null : { ...position })

/** The page with the fields of its records that were not read. */
export const withUnread = (page: Page, unread: ReadonlyArray<UnreadFields>): Page =>
  unread.length === 0 ? page : { ...page, unread }

/** What the vendor left out of a page, and whether its list was read in parts; nothing if neither is so. */
const gapsOf = ({ isInParts = false, missing = [] }: WalkedPage): Pick<Page, "isInParts" | "missing"> => ({
  ...(missing.length === 0 ? {} : { missing }),
  ...(isInParts ? { isInParts } : {})
})

/** The page, which also says what was missing from the lists below its rows. */
export const withMissing = (page: Page, missing: ReadonlyArray<MissingPart>): Page =>
  missing.length === 0 ? page : { ...page, missing: ScanVerdict.merge(page.missing ?? [], missing) }

/** A part of a page, after which a later run reads the page again; `before` is the position before the page. */
export const inner = (batches: ReadonlyArray<Batch>, before: Position | null): Page => ({
  batches,
  checkpoint: asCheckpoint(before),
  delta: null
})

/** The last part of a page, after which a later run continues behind it; `isCounted` says that a total counts the rows of the whole list. */
export const last = (batches: ReadonlyArray<Batch>, page: WalkedPage, isCounted: boolean): Page => {
  const { after, delta, isWaiting = false, total } = page
  return {
    batches,
    checkpoint: asCheckpoint(after),
    delta,
    ...gapsOf(page),
    ...(isWaiting ? { isWaiting } : {}),
    ...(total === undefined || !isCounted ? {} : { total })
  }
}

/** Whether a total counts the records of the run's kind: not the rows of a delta. */
export const isOfWholeList = ({ delta, since }: ExtractRequest): boolean => since === null && delta === null
