import { Effect } from "effect"
import type { Bounds } from "../http/AnswerBounds.js"
import { excess, MAX_DEPTH } from "../http/AnswerBounds.js"
import { type Excess, JsonScan } from "../http/JsonScan.js"
import * as Charset from "./Charset.js"
import { type Decoder, isEmpty, type Problem, tooLarge, unreadable } from "./Decoder.js"
import * as JsonPieces from "./JsonPieces.js"

/** What a scan of JSON found too much of, as a problem. */
export const problemOf = (found: Excess, bounds: Bounds): Problem =>
  found === "depth" ? unreadable(`the JSON is nested deeper than ${MAX_DEPTH} levels`) : tooLarge(excess[found](bounds))

/** Reads JSON, as every list does that names no decoder: for a single list of a connector that has another decoder. */
export const json: Decoder = {
  mediaType: "application/json",
  read: (body, bounds) =>
    Effect.gen(function* () {
      if (isEmpty(body)) return null
      const bytes = yield* Charset.usualBytesOf(body)
      const scan = new JsonScan(bounds)
      const found = scan.add(bytes)
      if (found !== null) return yield* Effect.fail(problemOf(found, bounds))
      const detail = scan.isCutShort ? "the JSON is cut short" : "the answer is not JSON"
      return yield* Effect.mapError(JsonPieces.parse(bytes, scan.arrays.found), () => unreadable(detail))
    }),
  write: (value) => new TextEncoder().encode(JSON.stringify(value))
}
