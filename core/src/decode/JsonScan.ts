import { type Bounds, MAX_DEPTH, MAX_TEXT_BYTES, maxValues } from "./Decoder.js"

/** A long array or object. All offsets count bytes of the text. */
export interface LongContainer {
  /** Its opening bracket. */
  readonly start: number
  /** Behind its closing bracket. */
  readonly end: number
  /** The commas between its elements or fields at which it can be cut into pieces. */
  readonly cuts: ReadonlyArray<number>
  /** The long containers in it, in the order of the text, without those that are in them. */
  readonly inner: ReadonlyArray<LongContainer>
}

/** How many bytes of a container make a piece: it takes a few milliseconds to parse. */
export const PIECE_BYTES = 262_144

/** Finds the long arrays and objects of a JSON text, and where they can be cut. The scan says where its brackets and commas are. */
export class LongContainers {
  /** The outermost long containers so far, in the order of the text. */
  readonly found: Array<LongContainer> = []
  // Of each open container, by its depth.
  private readonly starts: Float64Array
  private readonly pieceStarts: Float64Array
  private readonly cuts: Array<Array<number> | null> = []
  private readonly inner: Array<Array<LongContainer> | null> = []

  constructor(
    depth: number,
    private readonly pieceBytes = PIECE_BYTES
  ) {
    this.starts = new Float64Array(depth + 1)
    this.pieceStarts = new Float64Array(depth + 1)
  }

  /** A container opens at this depth, which is 1 for the outermost one; `at` is the offset of its bracket. */
  open(depth: number, at: number): void {
    this.starts[depth] = at
    this.pieceStarts[depth] = at + 1
    this.cuts[depth] = null
    this.inner[depth] = null
  }

  /** A comma of the container that is open at this depth. */
  comma(depth: number, at: number): void {
    if (at - (this.pieceStarts[depth] as number) < this.pieceBytes) return
    const cuts = this.cuts[depth] ?? []
    cuts.push(at)
    this.cuts[depth] = cuts
    this.pieceStarts[depth] = at + 1
  }

  /** The container that is open at this depth closes. */
  close(depth: number, at: number): void {
    const cuts = this.cuts[depth] ?? null
    const inner = this.inner[depth] ?? null
    const start = this.starts[depth] as number
    // One without cuts is parsed at once, but apart from what is around it: containers in each other would add up.
    if (cuts === null && inner === null && at - start < this.pieceBytes) return
    const around = depth === 1 ? this.found : (this.inner[depth - 1] ?? [])
    around.push({ start, end: at + 1, cuts: cuts ?? [], inner: inner ?? [] })
    if (depth > 1) this.inner[depth - 1] = around
  }
}

/** What a scan found too much of. */
export type Excess = "rows" | "values" | "depth" | "text"

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The first byte of the mark that some vendors put before the text. */
const BOM = 0xef

/** How a text begins in which there is something to count. */
const FIRST: ReadonlySet<number> = new Set([OPEN_ARRAY, OPEN_OBJECT, QUOTE, BOM])

const MARKS = new Uint8Array(256)
MARKS[QUOTE] = 1
MARKS[BACKSLASH] = 1

/**
 * Counts what JSON consists of while its bytes arrive, so that too much of it is refused before anything is built from it.
 *
 * The text may be anything: only `JSON.parse` decides whether it is JSON. All bytes that matter here are ASCII, which no
 * other character of UTF-8 contains.
 */
export class JsonScan {
  /** How many containers are open. */
  private depth = 0
  private values = 0
  private isInString = false
  private isEscaped = false
  /** Whether the first byte opened a container or a text; anything else has nothing to count. */
  private isContainer: boolean | null = null
  /** Of each open container, by its depth: how many commas it has had. */
  private readonly elements = new Int32Array(MAX_DEPTH + 1)
  /** The bytes before those that are being counted. */
  private offset = 0
  /** Where the text that is open began, its quote included. */
  private textStart = 0
  /** The long arrays and objects so far; of no use if the text is not JSON. */
  readonly long: LongContainers
  private readonly maxCommas: number
  private readonly maxValues: number

  constructor(bounds: Bounds, long = new LongContainers(MAX_DEPTH)) {
    this.long = long
    this.maxCommas = bounds.rows.max - 1
    this.maxValues = maxValues(bounds)
  }

  /** Whether the text ended within a string, an object or an array. */
  get isCutShort(): boolean {
    return this.isInString || this.depth > 0
  }

  /** Counts the next bytes; returns what is too much with them, null if nothing is. */
  add(bytes: Uint8Array): Excess | null {
    if (this.isContainer === null) {
      const first = bytes.find((byte) => byte > 0x20)
      if (first !== undefined) this.isContainer = FIRST.has(first)
    }
    const excess = this.isContainer === true ? this.count(bytes) : null
    this.offset += bytes.length
    return excess
  }

  private count(bytes: Uint8Array): Excess | null {
    const { elements, long, maxCommas, maxValues, offset } = this
    const { length } = bytes
    let { depth, isInString, values } = this
    let index = this.isEscaped && length > 0 ? 1 : 0
    this.isEscaped = this.isEscaped && length === 0
    let excess: Excess | null = null
    while (index < length && excess === null) {
      if (isInString) {
        while (index < length && MARKS[bytes[index] as number] === 0) index += 1
        if (offset + index - this.textStart > MAX_TEXT_BYTES) excess = "text"
        if (index >= length) break
        if (bytes[index] === QUOTE) isInString = false
        else index += 1
        index += 1
        continue
      }
      const byte = bytes[index]
      index += 1
      if (byte === QUOTE) {
        isInString = true
        this.textStart = offset + index - 1
      } else if (byte === COMMA) {
        values += 1
        if (depth > 0) {
          const commas = (elements[depth] as number) + 1
          elements[depth] = commas
          long.comma(depth, offset + index - 1)
          if (commas > maxCommas) excess = "rows"
        }
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        depth += 1
        values += 1
        if (depth > MAX_DEPTH) excess = "depth"
        else {
          elements[depth] = 0
          long.open(depth, offset + index - 1)
        }
      } else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && depth > 0) {
        long.close(depth, offset + index - 1)
        depth -= 1
      }
      if (values > maxValues) excess ??= "values"
    }
    // A backslash that ends the bytes escapes the first of the next ones.
    if (index > length) this.isEscaped = true
    this.depth = depth
    this.values = values
    this.isInString = isInString
    return excess
  }
}
