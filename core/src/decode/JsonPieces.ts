import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import { MAX_TEXT_BYTES } from "./AnswerBounds.js"
import * as Charset from "./Charset.js"
import type { LongContainer } from "./JsonScan.js"

/*
 * `JSON.parse` keeps the event loop until it has read the whole text, which takes a second for the largest answers. So the long arrays and
 * objects are taken out of the text and parsed in pieces, and what is around them is parsed with a placeholder for each of them.
 */

const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const CLOSE_OBJECT = 0x7d

/** Without its long containers, a part can only be longer by numbers or white space that no vendor sends. */
const MAX_PART_BYTES = 3 * MAX_TEXT_BYTES

/** The text of so many bytes is decoded at once. */
const MAX_DECODED_AT_ONCE = 524_288

const notJson = () => new SyntaxError("not JSON")

const attempt = <A>(read: () => A): Effect.Effect<A, SyntaxError> => Effect.try({ try: read, catch: notJson })

/** A part of the text that is parsed on its own. */
interface Part {
  readonly start: number
  readonly end: number
  /** The long containers in it. */
  readonly inner: ReadonlyArray<LongContainer>
  /** The brackets to parse it within; none for the whole text. */
  readonly brackets: "" | "[]" | "{}"
}

/** What a text has instead of a container, and the container's value. */
interface Placeholders {
  /** How each of them begins; no text of the vendor can contain it. */
  readonly mark: string
  readonly values: ReadonlyArray<unknown>
}

/** Sets a field of an object, whatever its name. */
export const put = (fields: object, name: string, value: unknown): void => {
  // An assignment to this name would change the prototype.
  if (name === "__proto__") {
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  } else {
    ;(fields as Record<string, unknown>)[name] = value
  }
}

/** The value with the containers in their places; throws if one of them is a name. */
const filled = (value: unknown, placeholders: Placeholders): unknown => {
  const { mark, values } = placeholders
  if (typeof value === "string") return value.startsWith(mark) ? values[Number(value.slice(mark.length))] : value
  if (value === null || typeof value !== "object") return value
  for (const [name, item] of Object.entries(value)) {
    if (name.startsWith(mark)) throw notJson()
    const whole = filled(item, placeholders)
    if (whole !== item) put(value, name, whole)
  }
  return value
}

/** The bytes without the mark of the byte order before them, if they begin the text. */
const partOf = (bytes: Uint8Array, start: number, end: number): Uint8Array => {
  const part = bytes.subarray(start, end)
  return start === 0 ? Charset.withoutMark(part) : part
}

/** The text of a part; the event loop turns while a long one is decoded, because bytes that are not UTF-8 take many times as long. */
const textOf = (bytes: Uint8Array, start: number, end: number): Effect.Effect<string> =>
  Effect.gen(function* () {
    const texts: Array<string> = []
    for (const piece of Charset.usualPiecesOf(partOf(bytes, start, end))) {
      texts.push(piece)
      yield* EventLoop.pause
    }
    return texts.join("")
  })

/** How many bytes a part has besides its long containers. */
const ownBytes = ({ end, inner, start }: Part): number =>
  inner.reduce((rest, container) => rest - (container.end - container.start), end - start)

const parsePart = (bytes: Uint8Array, part: Part): Effect.Effect<unknown, SyntaxError> => {
  const { brackets, end, inner, start } = part
  const [open = "", close = ""] = brackets
  if (ownBytes(part) > MAX_PART_BYTES) return Effect.fail(notJson())
  if (inner.length === 0 && end - start <= MAX_DECODED_AT_ONCE) {
    return attempt(() => JSON.parse(`${open}${Charset.usualTextOf(partOf(bytes, start, end))}${close}`) as unknown)
  }
  return Effect.gen(function* () {
    const mark = `${crypto.randomUUID()} `
    const values: Array<unknown> = []
    const texts: Array<string> = []
    let from = start
    for (const container of inner) {
      texts.push(yield* textOf(bytes, from, container.start), JSON.stringify(`${mark}${values.length}`))
      values.push(yield* parseContainer(bytes, container))
      from = container.end
    }
    texts.push(yield* textOf(bytes, from, end))
    yield* EventLoop.pause
    return yield* attempt(() => filled(JSON.parse(`${open}${texts.join("")}${close}`), { mark, values }))
  })
}

/** Adds what a piece has to the whole; returns whether it has anything: a comma at which it was cut, without an element beside it, is not JSON. */
const addTo = (whole: Array<unknown> | object, piece: object): boolean => {
  if (Array.isArray(whole)) {
    for (const element of piece as ReadonlyArray<unknown>) whole.push(element)
    return (piece as ReadonlyArray<unknown>).length > 0
  }
  const fields = Object.entries(piece)
  for (const [name, value] of fields) put(whole, name, value)
  return fields.length > 0
}

const parseContainer = (bytes: Uint8Array, container: LongContainer): Effect.Effect<unknown, SyntaxError> =>
  Effect.gen(function* () {
    const { cuts, end, inner, start } = container
    const isArray = bytes[start] === OPEN_ARRAY
    if (bytes[end - 1] !== (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) return yield* Effect.fail(notJson())
    const whole: Array<unknown> | object = isArray ? [] : {}
    let from = start + 1
    let next = 0
    for (const to of [...cuts, end - 1]) {
      yield* EventLoop.pause
      const first = next
      while (next < inner.length && (inner[next] as LongContainer).end <= to) next += 1
      const part: Part = { start: from, end: to, inner: inner.slice(first, next), brackets: isArray ? "[]" : "{}" }
      const piece = (yield* parsePart(bytes, part)) as object
      const hasAny = addTo(whole, piece)
      if (!hasAny && cuts.length > 0) return yield* Effect.fail(notJson())
      from = to + 1
    }
    return whole
  })

/** Parses a text of JSON as `JSON.parse` does, and lets the event loop turn between the pieces of its long arrays and objects. */
export const parse = (
  bytes: Uint8Array,
  found: ReadonlyArray<LongContainer>,
  start = 0,
  end = bytes.length
): Effect.Effect<unknown, SyntaxError> => parsePart(bytes, { start, end, inner: found, brackets: "" })
