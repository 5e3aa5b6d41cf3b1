import { Context } from "effect"

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

const MIB = 1_048_576

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
export const excess: Readonly<Record<"bytes" | "rows" | "values" | "fields" | "text", (bounds: Bounds) => string>> = {
  bytes: ({ bytes }) => `the answer is larger than ${sizeOf(bytes.max)}${settingOf(bytes)}`,
  fields: () => `a row in the answer has more than ${NUMBER.format(MAX_FIELDS)} fields`,
  text: () => `a text in the answer is longer than ${sizeOf(MAX_TEXT_BYTES)}`,
  rows: ({ rows }) => `a list in the answer has more than ${NUMBER.format(rows.max)} rows${settingOf(rows)}`,
  values: (bounds) =>
    `the answer has more than ${NUMBER.format(maxValues(bounds))} values, ${VALUES_PER_ROW} for each row that a list may have${settingOf(bounds.rows)}`
}
