import { Effect, Stream } from "effect"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import type { Page } from "../Extraction.js"

/** The instant in a `Date` header, in milliseconds since 1970; null if there is none, or if it cannot be read. */
const instantOf = (date: string | undefined): number | null => {
  const instant = Date.parse(date ?? "")
  return Number.isNaN(instant) ? null : instant
}

/** The pages of a run, and the client that must read them. */
interface Timed<R> {
  /** The client with which the pages are read. */
  readonly http: VendorHttp["Type"]
  /** The pages of the run, in their order. */
  readonly pages: Stream.Stream<Page, VendorError, R>
}

/**
 * Notes when the vendor first answers, by its own clock, and adds that to one page of the run. The pages must be read with the returned client,
 * and once.
 *
 * What has changed meanwhile has a time of that clock, so a delta must not begin later by it. An answer from a cache has the `Date` at which
 * the vendor made it, which is right, too: later changes are not in it.
 *
 * The caller provides the client, because a stream to which a service is provided copies all services at each of its steps.
 */
export const withAnswerTime = <R>({ http, pages }: Timed<R>): Timed<R> => {
  let first: number | null = null
  let isTold = false
  const note = (date: string | undefined) => {
    first ??= instantOf(date)
  }
  return {
    http: {
      ...http,
      send: (request) => Effect.tap(http.send(request), ({ headers }) => Effect.sync(() => note(headers["date"])))
    },
    pages: Stream.map(pages, (page): Page => {
      if (isTold || first === null) return page
      isTold = true
      return { ...page, answeredAt: first }
    })
  }
}
