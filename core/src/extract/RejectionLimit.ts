import { Effect, Stream } from "effect"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { ExtractRequest, Page } from "./Extraction.js"

/** The share of unreadable rows at which an export fails rather than serve a remainder. */
const MAX_REJECTED_SHARE = 0.25
const MIN_REJECTED = 10

/**
 * Fails when so many rows could not be read that the vendor's format must have changed.
 *
 * A delta may hold one row, and that row may be the bad one: only a full scan without any readable row is a sign.
 */
export const guarded = (
  endpoint: string,
  { since, delta }: Pick<ExtractRequest, "since" | "delta">,
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
      const isTooMany = rejected >= MIN_REJECTED && rejected / rows > MAX_REJECTED_SHARE
      return isTooMany ? Effect.fail(tooMany()) : Effect.succeed(page)
    })
    const isFull = since === null && delta === null
    const ended = Stream.suspend(() =>
      isFull && rejected > 0 && rejected === rows ? Stream.fail(tooMany()) : Stream.empty
    )
    return Stream.concat(counted, ended)
  })
