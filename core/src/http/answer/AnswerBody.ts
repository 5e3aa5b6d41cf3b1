import type { HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import * as Charset from "../../decode/Charset.js"
import { type Body, type Bounds, type Decoder, excess, isEmpty, type Problem, tooLarge } from "../../decode/Decoder.js"
import { json, problemOf } from "../../decode/Json.js"
import { keptBytes, parseInPieces } from "../../decode/JsonPieces.js"
import { JsonScan, type LongContainer } from "../../decode/JsonScan.js"
import { joined, pause } from "../../EventLoop.js"

export type { Problem } from "../../decode/Decoder.js"

/** The body of an answer, as far as it was read. */
export interface AnswerBody {
  /** The bytes. */
  readonly bytes: Uint8Array
  /** What ended the reading early; null if it was read to its end. */
  readonly problem: Problem | null
  /** Whether the body ended within an object, an array or a string of its JSON. */
  readonly isCutShort: boolean
  /** Whether it was not read to its end because there was no memory for it. */
  readonly isRefused: boolean
  /** The arrays and objects that are parsed in pieces. */
  readonly long: ReadonlyArray<LongContainer>
}

/**
 * Reads the body of a response while it arrives, and stops at the first bound that it exceeds. `admits` says whether
 * there is memory for a body of which so many bytes have arrived. Only the rows and values of JSON are counted here.
 */
export const read = (
  { stream }: Pick<HttpClientResponse.HttpClientResponse, "stream">,
  bounds: Bounds,
  decoder: Decoder = json,
  admits: (size: number) => boolean = () => true
): Effect.Effect<AnswerBody, HttpClientError.ResponseError> =>
  Effect.suspend(() => {
    const parts: Array<Uint8Array> = []
    const scan = new JsonScan(bounds)
    let size = 0
    let problem: Problem | null = null
    let isRefused = false
    const add = (part: Uint8Array): Problem | null => {
      parts.push(part)
      size += part.length
      if (size > bounds.bytes.max) return tooLarge(excess.bytes(bounds))
      const found = decoder === json ? scan.add(part) : null
      return found === null ? null : problemOf(found, bounds)
    }
    return stream.pipe(
      Stream.takeUntilEffect((part) => {
        problem = add(part)
        isRefused = problem === null && !admits(size)
        // Megabytes that have arrived would be counted in one turn of the loop otherwise.
        return Effect.as(pause, problem !== null || isRefused)
      }),
      Stream.runDrain,
      // What a web response without a body fails with.
      Effect.catchIf(
        (error) => error._tag === "ResponseError" && error.reason === "EmptyBody",
        () => Effect.void
      ),
      Effect.zipRight(Effect.suspend(() => joined(isRefused ? [] : parts))),
      Effect.map((bytes) => ({
        bytes,
        problem,
        isCutShort: scan.isCutShort,
        isRefused,
        long: scan.long.found
      }))
    )
  })

/** How many of its bytes stay in memory as values if it is parsed lazily as JSON. */
export const keptOf = ({ bytes, long }: AnswerBody, contentType: string | null): number =>
  Charset.isUsual({ bytes, contentType }) ? keptBytes(bytes, long) : bytes.length

/** Parses the body with its decoder; null if it is empty. If it is lazy, the long arrays of JSON make their elements from the bytes when somebody asks for them. */
export const parse = (
  body: AnswerBody,
  contentType: string | null,
  bounds: Bounds,
  decoder: Decoder = json,
  isLazy = false
): Effect.Effect<unknown, Problem> =>
  Effect.suspend(() => {
    const { bytes, isCutShort, long, problem } = body
    if (problem !== null) return Effect.fail(problem)
    const received: Body = { bytes, contentType }
    if (decoder !== json || !Charset.isUsual(received)) return decoder.read(received, bounds)
    if (isEmpty(body)) return Effect.succeed(null)
    const detail = isCutShort ? "the JSON is cut short" : "the answer is not JSON"
    return Effect.mapError(parseInPieces(bytes, long, { isLazy }), (): Problem => ({ isTooLarge: false, detail }))
  })
