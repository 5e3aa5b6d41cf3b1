import { Readable } from "node:stream"
import { parse as parser } from "csv-parse"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import * as EventLoop from "../EventLoop.js"
import * as Charset from "./Charset.js"
import {
  type Bounds,
  type Decoder,
  excess,
  isEmpty,
  MAX_FIELDS,
  MAX_TEXT_BYTES,
  maxValues,
  PIECE_BYTES,
  type Problem,
  tooLarge,
  unreadable
} from "./Decoder.js"
import * as JsonPieces from "./JsonPieces.js"

type Cells = ReadonlyArray<string>

/** The rows without the first, which names their fields; an empty cell is null. */
const rowsOf = ([names = [], ...rows]: ReadonlyArray<Cells>) =>
  EventLoop.map(rows, (cells) => {
    const row: Record<string, string | null> = {}
    for (const [index, name] of names.entries()) JsonPieces.put(row, name, cells[index] || null)
    return row
  })

const excessOf = (rows: number, columns: number, bounds: Bounds): Problem | null => {
  if (rows > bounds.rows.max) return tooLarge(excess.rows(bounds))
  if (columns > MAX_FIELDS) return tooLarge(excess.fields(bounds))
  return rows * columns > maxValues(bounds) ? tooLarge(excess.values(bounds)) : null
}

const LINE_BREAK = /\r\n|\r(?!$)|\n/

/** The line break that ends the first line; null if it is not within `head`, the beginning of the text. */
const lineBreakOf = (head: string): string | null => {
  // Line breaks between quotes belong to a cell: every second part is outside of them.
  const outside = head.split('"').filter((_, index) => index % 2 === 0)
  return LINE_BREAK.exec(outside.join(" "))?.[0] ?? null
}

/** How many characters the parser reads between two turns of the event loop: it takes many times as long in a first line that is longer than a piece. */
const SLICE_LENGTH = 16_384

/** The event loop turns between two slices of the pieces. */
async function* inTurns(pieces: Iterable<string>) {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE_LENGTH) {
      yield piece.slice(at, at + SLICE_LENGTH)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

const quoted = (cell: unknown): string => `"${String(cell ?? "").replaceAll('"', '""')}"`

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object"

/**
 * Reads text whose first line names the columns; every other line becomes a row, whose empty cells are null.
 *
 * Any line of text could be a first line without rows, such as the error page of a proxy: a text without the named `columns` is no answer.
 */
export const csv = (options: {
  /** Columns that every answer has, such as the one with the ids; there may be more. */
  readonly columns: readonly [string, ...ReadonlyArray<string>]
  /** The character between two cells; a comma by default. */
  readonly delimiter?: string
}): Decoder => {
  const { columns, delimiter = "," } = options
  const rules = { delimiter, skip_empty_lines: true, max_record_size: MAX_TEXT_BYTES }
  /** The parser would look for the line break itself at each byte of the first line, which takes several times as long as all the rest. */
  const rulesFor = (head: string, bounds: Bounds) => ({
    ...rules,
    // If the first line is longer than the first piece, the parser looks for it all the same.
    record_delimiter: lineBreakOf(head) ?? [],
    to: bounds.rows.max + 2
  })
  const whole = (text: string, bounds: Bounds) =>
    Effect.try({
      try: () => parse(text, rulesFor(text, bounds)) as ReadonlyArray<Cells>,
      catch: () => unreadable("the answer is not CSV")
    })
  const inPieces = (head: string, text: Iterable<string>, bounds: Bounds) =>
    Effect.tryPromise({
      try: async () => {
        const rows: Array<Cells> = []
        const parsing = Readable.from(inTurns(text)).pipe(parser(rulesFor(head, bounds)))
        for await (const row of parsing) rows.push(row as Cells)
        return rows
      },
      catch: () => unreadable("the answer is not CSV")
    })
  return {
    mediaType: "text/csv",
    read: (body, bounds) =>
      Effect.gen(function* () {
        if (isEmpty(body)) return null
        // Only the first piece is read here.
        const [head = ""] = yield* Charset.pieces(body)
        const lines = yield* body.bytes.length <= PIECE_BYTES
          ? whole(head, bounds)
          : inPieces(head, yield* Charset.pieces(body), bounds)
        const [names = []] = lines
        const missing = columns.find((name) => !names.includes(name))
        if (missing !== undefined) return yield* Effect.fail(unreadable(`the answer lacks the column ${missing}`))
        const repeated = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
        if (repeated !== undefined) {
          return yield* Effect.fail(unreadable(`the answer has the column ${repeated} more than once`))
        }
        const problem = excessOf(lines.length - 1, names.length, bounds)
        return yield* problem === null ? rowsOf(lines) : Effect.fail(problem)
      }),
    write: (value) => {
      if (!Array.isArray(value)) return new TextEncoder().encode(JSON.stringify(value))
      const names = [...new Set([...value.filter(isRow).flatMap((row) => Object.keys(row)), ...columns])]
      // What is no row becomes one without values.
      const lines = [names, ...value.map((row) => names.map((name) => (isRow(row) ? row[name] : null)))]
      return new TextEncoder().encode(lines.map((cells) => cells.map(quoted).join(delimiter)).join("\n"))
    }
  }
}
