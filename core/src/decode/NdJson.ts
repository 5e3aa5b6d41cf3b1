import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Charset from "./Charset.js"
import { type Decoder, excess, isEmpty, tooLarge, unreadable } from "./Decoder.js"
import { scanned } from "./Json.js"
import * as JsonPieces from "./JsonPieces.js"
import type { LongContainer } from "./JsonScan.js"

const LINE_BREAK = 0x0a

/** Where a line ends that begins at `start`. */
const endOfLine = (bytes: Uint8Array, start: number): number => {
  const end = bytes.indexOf(LINE_BREAK, start)
  return end < 0 ? bytes.length : end
}

/** Reads lines of JSON, which become a list with a row for each line that is not empty. */
export const ndjson: Decoder = {
  mediaType: "application/x-ndjson",
  read: (body, bounds) =>
    Effect.gen(function* () {
      if (isEmpty(body)) return null
      const bytes = yield* Charset.usualBytesOf(body)
      // Of no use behind a line that is not JSON.
      const long = (yield* scanned(bytes, bounds)).long.found
      const rows: Array<unknown> = []
      let next = 0
      let lines = 0
      for (let start = 0; start < bytes.length; ) {
        const end = endOfLine(bytes, start)
        const inner: Array<LongContainer> = []
        for (; next < long.length && (long[next] as LongContainer).end <= end; next++)
          inner.push(long[next] as LongContainer)
        if (!isEmpty({ bytes: bytes.subarray(start, end) })) {
          if (rows.length >= bounds.rows.max) return yield* Effect.fail(tooLarge(excess.rows(bounds)))
          rows.push(
            yield* Effect.mapError(JsonPieces.parseInPieces(bytes, inner, { start, end }), () =>
              unreadable(`line ${rows.length + 1} of the answer is not JSON`)
            )
          )
        }
        start = end + 1
        lines += 1
        if (lines % 100 === 0) yield* EventLoop.pause
      }
      return rows
    }),
  // A value that is no list takes several lines, as an error page of JSON does.
  write: (value) =>
    new TextEncoder().encode(
      Array.isArray(value) ? value.map((row) => JSON.stringify(row)).join("\n") : JSON.stringify(value, null, 2)
    )
}
