import type { HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { type Bounds, excess, MAX_DEPTH } from "./AnswerBounds.js"
import * as JsonPieces from "./JsonPieces.js"
import { JsonScan } from "./JsonScan.js"
import type { LongArray } from "./LongArrays.js"

/** Why a body cannot be used, in words. */
export interface Problem {
  /** Whether it exceeds a bound, so that the same request would have the same answer again. */
  readonly isTooLarge: boolean
  /** What is wrong. */
  readonly detail: string
}

/** The body of an answer, as far as it was read. */
export interface AnswerBody {
  /** The bytes. */
  readonly bytes: Uint8Array
  /** What ended the reading early; null if it was read to its end. */
  readonly problem: Problem | null
  /** Whether the body ended within an object, an array or a string of its JSON. */
  readonly isCutShort: boolean
  /** The arrays that are parsed in pieces. */
  readonly longArrays: ReadonlyArray<LongArray>
}

const decoder = new TextDecoder()

/** Up to this byte, text is empty. */
const SPACE = 0x20

/** The body as text. */
export const textOf = ({ bytes }: Pick<AnswerBody, "bytes">): string => decoder.decode(bytes)

const joined = (parts: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Reads the body of a response while it arrives, and stops at the first bound that it exceeds. */
export const read = (
  { stream }: HttpClientResponse.HttpClientResponse,
  bounds: Bounds
): Effect.Effect<AnswerBody, HttpClientError.ResponseError> =>
  Effect.suspend(() => {
    const parts: Array<Uint8Array> = []
    const scan = new JsonScan(bounds)
    let size = 0
    let problem: Problem | null = null
    const add = (part: Uint8Array): Problem | null => {
      parts.push(part)
      size += part.length
      if (size > bounds.bytes.max) return { isTooLarge: true, detail: excess.bytes(bounds) }
      const found = scan.add(part)
      if (found === null) return null
      return found === "depth"
        ? { isTooLarge: false, detail: `the JSON is nested deeper than ${MAX_DEPTH} levels` }
        : { isTooLarge: true, detail: excess[found](bounds) }
    }
    return stream.pipe(
      Stream.takeUntil((part) => {
        problem = add(part)
        return problem !== null
      }),
      Stream.runDrain,
      // What a web response without a body fails with.
      Effect.catchIf(
        ({ reason }) => reason === "EmptyBody",
        () => Effect.void
      ),
      Effect.map(() => ({
        bytes: joined(parts, size),
        problem,
        isCutShort: scan.isCutShort,
        longArrays: scan.arrays.found
      }))
    )
  })

/** Parses the body as JSON; null if it is empty, and a problem if it is not JSON. */
export const parse = (body: AnswerBody): Effect.Effect<unknown, Problem> =>
  Effect.suspend(() => {
    const { bytes, isCutShort, longArrays, problem } = body
    if (problem !== null) return Effect.fail(problem)
    if (bytes.every((byte) => byte <= SPACE)) return Effect.succeed(null)
    const detail = isCutShort ? "the JSON is cut short" : "the answer is not JSON"
    return Effect.mapError(JsonPieces.parse(bytes, longArrays), (): Problem => ({ isTooLarge: false, detail }))
  })
