import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Charset from "./Charset.js"
import { LONG_BYTES, MAX_TEXT_BYTES } from "./Decoder.js"
import { type LongContainer, PIECE_BYTES } from "./JsonScan.js"
import * as LazyArray from "./LazyArray.js"

const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const CLOSE_OBJECT = 0x7d

/*
 * `JSON.parse` keeps the event loop until it has read the whole text, which takes a second for the largest answers. So the long arrays and
 * objects are taken out of the text and parsed in pieces, and what is around them is parsed with a placeholder for each of them.
 */

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
const ownBytes = ({ end, inner, start }: Pick<Part, "end" | "inner" | "start">): number =>
  inner.reduce((rest, container) => rest - (container.end - container.start), end - start)

/** The value of a part without long containers. */
const valueOf = (bytes: Uint8Array, { brackets, end, start }: Omit<Part, "inner">): unknown => {
  const [open = "", close = ""] = brackets
  return JSON.parse(`${open}${Charset.usualTextOf(partOf(bytes, start, end))}${close}`)
}

const parsePart = (bytes: Uint8Array, part: Part, isLazy: boolean): Effect.Effect<unknown, SyntaxError> => {
  const { brackets, end, inner, start } = part
  const [open = "", close = ""] = brackets
  if (ownBytes(part) > MAX_PART_BYTES) return Effect.fail(notJson())
  if (inner.length === 0 && end - start <= MAX_DECODED_AT_ONCE) return attempt(() => valueOf(bytes, part))
  return Effect.gen(function* () {
    const mark = `${crypto.randomUUID()} `
    const values: Array<unknown> = []
    const texts: Array<string> = []
    let from = start
    for (const container of inner) {
      texts.push(yield* textOf(bytes, from, container.start), JSON.stringify(`${mark}${values.length}`))
      values.push(yield* parseContainer(bytes, container, isLazy))
      from = container.end
    }
    texts.push(yield* textOf(bytes, from, end))
    yield* EventLoop.pause
    return yield* attempt(() => filled(JSON.parse(`${open}${texts.join("")}${close}`), { mark, values }))
  })
}

/** Adds the content of a piece to the whole; returns false for an empty piece, which means that a comma has no element beside it. */
const addTo = (whole: Array<unknown> | object, piece: object): boolean => {
  if (Array.isArray(whole)) {
    for (const element of piece as ReadonlyArray<unknown>) whole.push(element)
    return (piece as ReadonlyArray<unknown>).length > 0
  }
  const fields = Object.entries(piece)
  for (const [name, value] of fields) put(whole, name, value)
  return fields.length > 0
}

/** How many bytes of a lazy array are parsed at once. */
const MAX_LAZY_BYTES = 4 * PIECE_BYTES

/** A piece of a lazy array. */
interface LazyPiece {
  readonly part: Omit<Part, "inner">
  /** The index of its first element. */
  readonly first: number
  /** Its elements, if long containers are among them, which cannot be parsed at once; otherwise null. */
  readonly kept: ReadonlyArray<unknown> | null
}

/** An array that keeps its text instead of its elements, which take several times as much memory. All of the text is known to be JSON. */
const lazyArray = (bytes: Uint8Array, pieces: ReadonlyArray<LazyPiece>, length: number): ReadonlyArray<unknown> => {
  let parsed: { readonly piece: LazyPiece; readonly elements: ReadonlyArray<unknown> } | null = null
  /** The place of the piece with this element. */
  const placeOf = (index: number): number => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((pieces[middle] as LazyPiece).first <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  return LazyArray.make({
    length,
    at: (index) => {
      if (parsed === null || index < parsed.piece.first || index >= parsed.piece.first + parsed.elements.length) {
        const piece = pieces[placeOf(index)] as LazyPiece
        parsed = { piece, elements: piece.kept ?? (valueOf(bytes, piece.part) as ReadonlyArray<unknown>) }
      }
      return parsed.elements[index - parsed.piece.first]
    },
    endOfPart: (from) => {
      const place = placeOf(from)
      const { start } = (pieces[place] as LazyPiece).part
      let next = place + 1
      while (next < pieces.length && (pieces[next] as LazyPiece).part.end - start <= MAX_LAZY_BYTES) next += 1
      return pieces[next]?.first ?? length
    }
  })
}

/** Whether the elements of a container are made when somebody asks for them, if the text is parsed so. */
const canBeLazy = (bytes: Uint8Array, { end, start }: LongContainer): boolean =>
  bytes[start] === OPEN_ARRAY && end - start > LONG_BYTES

/** How many bytes of the text a lazy parse keeps as values: the long containers that are no lazy arrays, such as those of the rows in one. */
export const keptBytes = (bytes: Uint8Array, containers: ReadonlyArray<LongContainer>): number =>
  containers.reduce((sum, container) => {
    const { end, inner, start } = container
    const own = canBeLazy(bytes, container) ? 0 : ownBytes({ start, end, inner })
    return sum + own + keptBytes(bytes, inner)
  }, 0)

const parseContainer = (
  bytes: Uint8Array,
  container: LongContainer,
  isLazy: boolean
): Effect.Effect<unknown, SyntaxError> =>
  Effect.gen(function* () {
    const { cuts, end, inner, start } = container
    const isArray = bytes[start] === OPEN_ARRAY
    if (bytes[end - 1] !== (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) return yield* Effect.fail(notJson())
    const isKept = !(isLazy && canBeLazy(bytes, container))
    const whole: Array<unknown> | object = isArray ? [] : {}
    const pieces: Array<LazyPiece> = []
    let length = 0
    let from = start + 1
    let next = 0
    for (const to of [...cuts, end - 1]) {
      yield* EventLoop.pause
      const first = next
      while (next < inner.length && (inner[next] as LongContainer).end <= to) next += 1
      const part: Part = { start: from, end: to, inner: inner.slice(first, next), brackets: isArray ? "[]" : "{}" }
      const piece = (yield* parsePart(bytes, part, isLazy)) as object
      let hasAny = false
      if (isKept) {
        hasAny = addTo(whole, piece)
      } else {
        const elements = piece as ReadonlyArray<unknown>
        pieces.push({ part, first: length, kept: part.inner.length === 0 ? null : elements })
        length += elements.length
        hasAny = elements.length > 0
      }
      if (!hasAny && cuts.length > 0) return yield* Effect.fail(notJson())
      from = to + 1
    }
    return isKept ? whole : lazyArray(bytes, pieces, length)
  })

/**
 * Parses a text of JSON as `JSON.parse` does, and lets the event loop turn between the pieces of its long arrays and objects. If it is lazy,
 * very long arrays are checked, but their elements are made when somebody asks for them, from the bytes, which must not change.
 */
export const parseInPieces = (
  bytes: Uint8Array,
  found: ReadonlyArray<LongContainer>,
  {
    end = bytes.length,
    isLazy = false,
    start = 0
  }: Partial<Pick<Part, "start" | "end">> & { readonly isLazy?: boolean } = {}
): Effect.Effect<unknown, SyntaxError> => parsePart(bytes, { start, end, inner: found, brackets: "" }, isLazy)
