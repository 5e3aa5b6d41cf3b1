import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import type { LongArray } from "../http/LongArrays.js"
import * as Charset from "./Charset.js"

/*
 * `JSON.parse` keeps the event loop until it has read the whole text, which takes a second for the largest answers. So the
 * long arrays are taken out of the text and parsed in pieces, and the rest is parsed with a placeholder in each of them.
 */

const textOf = (bytes: Uint8Array, start: number, end: number): string => {
  const part = bytes.subarray(start, end)
  return Charset.usualTextOf(start === 0 ? Charset.withoutMark(part) : part)
}

const parseOrFail = (text: string): Effect.Effect<unknown, SyntaxError> =>
  Effect.try({ try: (): unknown => JSON.parse(text), catch: () => new SyntaxError("not JSON") })

const elementsOf = (bytes: Uint8Array, { cuts, end, start }: LongArray) =>
  Effect.gen(function* () {
    const elements: Array<unknown> = []
    let from = start
    for (const to of [...cuts, end]) {
      yield* EventLoop.pause
      const piece = (yield* parseOrFail(`[${textOf(bytes, from, to)}]`)) as ReadonlyArray<unknown>
      // A comma without an element beside it.
      if (piece.length === 0) return yield* Effect.fail(new SyntaxError("not JSON"))
      for (const element of piece) elements.push(element)
      from = to + 1
    }
    return elements
  })

/** The value with the arrays in their places, which are in no other array. */
const filled = (value: unknown, take: (placeholder: unknown) => ReadonlyArray<unknown> | null): unknown => {
  if (Array.isArray(value)) return (value.length === 1 ? take(value[0]) : null) ?? value
  if (value === null || typeof value !== "object") return value
  for (const [key, item] of Object.entries(value)) {
    const whole = filled(item, take)
    // An assignment to `__proto__` would do something else.
    if (whole !== item)
      Object.defineProperty(value, key, { ...Object.getOwnPropertyDescriptor(value, key), value: whole })
  }
  return value
}

/** Parses a text of JSON as `JSON.parse` does, and lets the event loop turn between the pieces of its long arrays. */
export const parse = (bytes: Uint8Array, arrays: ReadonlyArray<LongArray>): Effect.Effect<unknown, SyntaxError> =>
  Effect.gen(function* () {
    if (arrays.length === 0) return yield* parseOrFail(textOf(bytes, 0, bytes.length))
    // No text of the vendor can contain it.
    const mark = `${crypto.randomUUID()} `
    const taken: Array<ReadonlyArray<unknown>> = []
    const rest: Array<string> = []
    let from = 0
    for (const array of arrays) {
      rest.push(textOf(bytes, from, array.start), JSON.stringify(`${mark}${taken.length}`))
      taken.push(yield* elementsOf(bytes, array))
      from = array.end
    }
    rest.push(textOf(bytes, from, bytes.length))
    yield* EventLoop.pause
    const outline = yield* parseOrFail(rest.join(""))
    return filled(outline, (placeholder) =>
      typeof placeholder === "string" && placeholder.startsWith(mark)
        ? (taken[Number(placeholder.slice(mark.length))] ?? null)
        : null
    )
  })
