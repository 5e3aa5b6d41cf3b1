import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Charset from "./Charset.js"
import {
  type Bounds,
  type Decoder,
  excess,
  isEmpty,
  PIECE_BYTES,
  type Problem,
  tooLarge,
  unreadable
} from "./Decoder.js"
import { parseInPieces } from "./JsonPieces.js"
import { type Excess, JsonScan } from "./JsonScan.js"

/** What a scan of JSON found too much of, as a problem. */
export const problemOf = (found: Excess, bounds: Bounds): Problem => tooLarge(excess[found](bounds))

/** A scan of all bytes, between whose parts the event loop turns. */
export const scanned = (bytes: Uint8Array, bounds: Bounds): Effect.Effect<JsonScan, Problem> =>
  Effect.gen(function* () {
    const scan = new JsonScan(bounds)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const found = scan.add(bytes.subarray(at, at + PIECE_BYTES))
      if (found !== null) return yield* Effect.fail(problemOf(found, bounds))
      yield* EventLoop.pause
    }
    return scan
  })

/** Reads JSON, as every list does that names no decoder: for a single list of a connector that has another decoder. */
export const json: Decoder = {
  mediaType: "application/json",
  read: (body, bounds) =>
    Effect.gen(function* () {
      if (isEmpty(body)) return null
      const bytes = yield* Charset.usualBytesOf(body)
      const scan = yield* scanned(bytes, bounds)
      const detail = scan.isCutShort ? "the JSON is cut short" : "the answer is not JSON"
      return yield* Effect.mapError(parseInPieces(bytes, scan.long.found), () => unreadable(detail))
    }),
  write: (value) => new TextEncoder().encode(JSON.stringify(value))
}
