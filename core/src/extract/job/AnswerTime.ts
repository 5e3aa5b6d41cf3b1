import { Effect, Stream } from "effect"
import type { VendorError } from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import type { Page } from "../Extraction.js"

/** The instant in a `Date` header, in milliseconds since 1970; null if there is none, or if it cannot be read. */
const instantOf = (date: string | undefined): number | null => {
  const instant = Date.parse(date ?? "")
  return Number.isNaN(instant) ? null : instant
}

/**
 * The pages of a run, of which one says when the vendor first answered by its own clock. The stream can be run once.
 *
 * What has changed meanwhile has a time of that clock, so a delta must not begin later by it. An answer from a cache has the `Date` at which
 * the vendor made it, which is right, too: later changes are not in it.
 */
export const withAnswerTime = <R>(
  pages: Stream.Stream<Page, VendorError, R>
): Stream.Stream<Page, VendorError, R | VendorHttp> =>
  Stream.unwrap(
    Effect.map(VendorHttp, (http) => {
      let first: number | null = null
      let isTold = false
      const note = (date: string | undefined) => {
        first ??= instantOf(date)
      }
      const send: VendorHttp["Type"]["send"] = (request) =>
        Effect.tap(http.send(request), ({ headers }) => Effect.sync(() => note(headers["date"])))
      return pages.pipe(
        Stream.map((page): Page => {
          if (isTold || first === null) return page
          isTold = true
          return { ...page, answeredAt: first }
        }),
        Stream.provideService(VendorHttp, { ...http, send })
      )
    })
  )
