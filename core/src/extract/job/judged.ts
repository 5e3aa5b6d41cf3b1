import { Stream } from "effect"
import type { IncompleteList } from "../../http/VendorError.js"
import type { Page } from "../Extraction.js"
import * as ScanVerdict from "../walk/ScanVerdict.js"

/** The pages of a scan that nothing remembers, such as that of a test: it fails behind the last one if the scan is incomplete. */
export const judged = <E, R>(pages: Stream.Stream<Page, E, R>): Stream.Stream<Page, E | IncompleteList, R> =>
  Stream.suspend(() => {
    let missing: ReadonlyArray<ScanVerdict.MissingPart> = []
    const remembered = Stream.map(pages, (page) => {
      missing = ScanVerdict.merge(missing, page.missing ?? [])
      return page
    })
    const end = Stream.suspend(() => {
      const failure = ScanVerdict.failureOf(ScanVerdict.of({ missing, isInParts: false }))
      return failure === null ? Stream.empty : Stream.fail(failure)
    })
    return Stream.concat(remembered, end)
  })
