import type { Effect } from "effect"
import type { Bounds } from "./AnswerBounds.js"

/** The body of an answer, as it was received. */
export interface Body {
  /** The bytes. */
  readonly bytes: Uint8Array
  /** The `content-type` header, such as `text/xml; charset=utf-8`; null if the answer has none. */
  readonly contentType: string | null
}

/** Why a body cannot be used, in words. */
export interface Problem {
  /** Whether it exceeds a bound, so that the same request would have the same answer again. */
  readonly isTooLarge: boolean
  /** What is wrong; never contains a part of the body. */
  readonly detail: string
}

/** Turns the body of an answer into a value in which paginations find their rows, for vendors that do not answer with JSON. */
export interface Decoder {
  /** The media type that requests ask for in their `Accept` header, such as `application/xml`. */
  readonly mediaType: string
  /** Reads a body; null if it is empty. Fails if it is not of the format, or exceeds a bound. */
  readonly read: (body: Body, bounds: Bounds) => Effect.Effect<unknown, Problem>
  /** Writes a value such that `read` makes the same of it; only the test kit does so. */
  readonly write: (value: unknown) => Uint8Array
}

/** The problem of a body that is not what it should be. */
export const unreadable = (detail: string): Problem => ({ isTooLarge: false, detail })

/** The problem of a body that exceeds a bound. */
export const tooLarge = (detail: string): Problem => ({ isTooLarge: true, detail })

/** Bodies of up to this size are decoded at once; larger ones in pieces of it, between which the event loop turns. */
export const PIECE_BYTES = 65_536

/** Up to this byte, text is empty. */
const SPACE = 0x20

/** A longer body is not empty, even if it has nothing but white space: looking for something else in it would keep the event loop. */
const MAX_EMPTY_BYTES = 1_048_576

/** Whether a body has nothing but white space. */
export const isEmpty = ({ bytes }: Pick<Body, "bytes">): boolean => {
  if (bytes.length > MAX_EMPTY_BYTES) return false
  let at = 0
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at += 1
  return at === bytes.length
}
