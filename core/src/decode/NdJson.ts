import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import { excess } from "../http/AnswerBounds.js"
import { JsonScan } from "../http/JsonScan.js"
import * as Charset from "./Charset.js"
import { type Decoder, isEmpty, PIECE_BYTES, tooLarge, unreadable } from "./Decoder.js"
import { problemOf } from "./Json.js"

/** Reads lines of JSON, which become a list with a row for each line that is not empty. */
export const ndjson: Decoder = {
  mediaType: "application/x-ndjson",
  read: (body, bounds) =>
    Effect.gen(function* () {
      if (isEmpty(body)) return null
      const bytes = yield* Charset.usualBytesOf(body)
      const found = new JsonScan(bounds).add(bytes)
      if (found !== null) return yield* Effect.fail(problemOf(found, bounds))
      const rows: Array<unknown> = []
      let size = 0
      for (const line of Charset.usualTextOf(bytes).split("\n")) {
        if (line.trim() === "") continue
        if (rows.length >= bounds.rows.max) return yield* Effect.fail(tooLarge(excess.rows(bounds)))
        rows.push(
          yield* Effect.try({
            try: () => JSON.parse(line) as unknown,
            catch: () => unreadable(`line ${rows.length + 1} of the answer is not JSON`)
          })
        )
        size += line.length
        if (size > PIECE_BYTES) {
          size = 0
          yield* EventLoop.pause
        }
      }
      return rows
    }),
  // A value that is no list takes several lines, as an error page of JSON does.
  write: (value) =>
    new TextEncoder().encode(
      Array.isArray(value) ? value.map((row) => JSON.stringify(row)).join("\n") : JSON.stringify(value, null, 2)
    )
}
