import { Effect, Stream } from "effect"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import { type ExtractRequest, isWholeScan, type Page } from "./Extraction.js"

/** The share of unreadable rows above which an export fails instead of storing what is left. */
const MAX_REJECTED_SHARE = 0.25
/** A share says nothing about small numbers: fewer rejected rows than this never fail an export. */
const MIN_REJECTED = 10

/** Whether so many of the rows cannot become records that an export fails instead of storing what is left. */
export const isTooMany = (rejected: number, rows: number): boolean =>
  rejected >= MIN_REJECTED && rejected / rows > MAX_REJECTED_SHARE

/**
 * Fails if so many rows are unreadable that the vendor's format must have changed.
 *
 * A full scan also fails if it has no readable row at all. A delta, or the rest of a scan, does not: its only row may be
 * the bad one.
 */
export const limitRejections = (
  endpoint: string,
  request: ExtractRequest,
  pages: Stream.Stream<Page, VendorError.VendorError, VendorHttp>
) =>
  Stream.suspend(() => {
    let rows = 0
    let rejected = 0
    const tooMany = () =>
      new VendorError.BadPayload({
        endpoint,
        status: 200,
        detail: `${rejected} of ${rows} rows could not be read`
      })
    const counted = Stream.mapEffect(pages, (page) => {
      for (const batch of page.batches) {
        rows += batch.records.length + batch.rejections.length
        rejected += batch.rejections.length
      }
      return isTooMany(rejected, rows) ? Effect.fail(tooMany()) : Effect.succeed(page)
    })
    const checkedAtEnd = Stream.suspend(() =>
      isWholeScan(request) && rejected > 0 && rejected === rows ? Stream.fail(tooMany()) : Stream.empty
    )
    return Stream.concat(counted, checkedAtEnd)
  })
