import { Effect, Stream } from "effect"
import * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Batch from "../../record/Batch.js"
import { type ExtractRequest, isWholeScan, type Page } from "../Extraction.js"
import * as MissingTally from "../lookup/MissingTally.js"

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
      const { count, rejections } = Batch.rowsOf(page.batches)
      rows += count
      rejected += rejections.length
      return MissingTally.losesTooMany(rejected, rows) ? Effect.fail(tooMany()) : Effect.succeed(page)
    })
    const checkedAtEnd = Stream.suspend(() =>
      isWholeScan(request) && rejected > 0 && rejected === rows ? Stream.fail(tooMany()) : Stream.empty
    )
    return Stream.concat(counted, checkedAtEnd)
  })
