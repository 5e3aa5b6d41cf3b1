import { Context, Effect } from "effect"

/** How much of something one answer of a vendor may have. */
export interface Bound {
  /** The most that is accepted. */
  readonly max: number
  /** The name of the operator's setting for this bound, for error messages; null if it has none. */
  readonly setting: string | null
}

/**
 * What one answer of a vendor may have at most.
 *
 * An answer without bounds could fill the memory of the process, and hold up everything else that runs in it.
 */
export interface Bounds {
  /** The bytes of the answer; 64 MiB by default. */
  readonly bytes: Bound
  /** The rows of any list in the answer, and the fields of any object; 100,000 by default. */
  readonly rows: Bound
}

/** The bytes of a MiB. */
export const MIB = 1_048_576

/** The bounds of answers to all requests of a runtime. */
export class AnswerBounds extends Context.Reference<AnswerBounds>()("@tributary/core/AnswerBounds", {
  defaultValue: (): Bounds => ({
    bytes: { max: 64 * MIB, setting: null },
    rows: { max: 100_000, setting: null }
  })
}) {}

/** How many values an answer may have for each row that a list may have: fields, elements, objects and arrays. */
const VALUES_PER_ROW = 50

/** The deepest nesting of objects and arrays that is read. What reads and writes JSON later calls itself for each level. */
export const MAX_DEPTH = 256

/** The longest text in an answer that is read, in bytes: a record has at most a fourth of it, and a parser keeps the event loop until its end. */
export const MAX_TEXT_BYTES = 4 * MIB

/** The most columns of a CSV text, and the most names in an element of XML: an object with more takes long to grow. */
export const MAX_FIELDS = 50_000

/** How many values an answer may have. */
export const maxValues = ({ rows }: Bounds): number => rows.max * VALUES_PER_ROW

const NUMBER = new Intl.NumberFormat("en-US")

const sizeOf = (bytes: number): string =>
  bytes % MIB === 0 ? `${NUMBER.format(bytes / MIB)} MiB` : `${NUMBER.format(bytes)} bytes`

const settingOf = ({ setting }: Bound): string => (setting === null ? "" : ` (${setting})`)

/** What an answer has too much of, with the bound and its setting. */
export const excess: Readonly<
  Record<"bytes" | "depth" | "fields" | "rows" | "text" | "values", (bounds: Bounds) => string>
> = {
  bytes: ({ bytes }) => `the answer is larger than ${sizeOf(bytes.max)}${settingOf(bytes)}`,
  depth: () => `the answer is nested deeper than ${MAX_DEPTH} levels`,
  fields: () => `a row in the answer has more than ${NUMBER.format(MAX_FIELDS)} fields`,
  text: () => `a text in the answer is longer than ${sizeOf(MAX_TEXT_BYTES)}`,
  rows: ({ rows }) => `a list in the answer has more than ${NUMBER.format(rows.max)} rows${settingOf(rows)}`,
  values: (bounds) =>
    `the answer has more than ${NUMBER.format(maxValues(bounds))} values, ${VALUES_PER_ROW} for each row that a list may have${settingOf(bounds.rows)}`
}

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
  /** Whether this server had no memory for it; false by default. */
  readonly isOfServer?: boolean
}

/** Waits until there is memory for what a packed body becomes, so many bytes; whoever decodes an answer provides it. */
export class Unpacking extends Context.Reference<Unpacking>()("@tributary/core/Unpacking", {
  defaultValue: (): ((bytes: number) => Effect.Effect<void, Problem>) => () => Effect.void
}) {}

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

/** A larger answer, and a longer array in one, is long: it is read only if the process has memory for it, and rows are parsed as they are needed. */
export const LONG_BYTES = 4 * MIB

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
