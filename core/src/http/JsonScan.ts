import { type Bounds, MAX_DEPTH, maxValues } from "./AnswerBounds.js"

/** What a scan found too much of. */
export type Excess = "rows" | "values" | "depth"

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

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
  /** Whether the first byte opened a container; other text has nothing to count. */
  private isContainer: boolean | null = null
  /** Of each open container, by its depth: how many elements it has had, or -1 for an object. */
  private readonly elements = new Int32Array(MAX_DEPTH + 1)
  private readonly maxCommas: number
  private readonly maxValues: number

  constructor(bounds: Bounds) {
    this.maxCommas = bounds.rows.max - 1
    this.maxValues = maxValues(bounds)
    this.elements[0] = -1
  }

  /** Whether the text ended within a string, an object or an array. */
  get isCutShort(): boolean {
    return this.isInString || this.depth > 0
  }

  /** Counts the next bytes; returns what is too much with them, null if nothing is. */
  add(bytes: Uint8Array): Excess | null {
    if (this.isContainer === null) {
      const first = bytes.find((byte) => byte > 0x20)
      if (first === undefined) return null
      this.isContainer = first === OPEN_ARRAY || first === OPEN_OBJECT || first === 0xef
    }
    return this.isContainer ? this.count(bytes) : null
  }

  private count(bytes: Uint8Array): Excess | null {
    const { elements, maxCommas, maxValues } = this
    let { depth, isEscaped, isInString, values } = this
    let excess: Excess | null = null
    for (let index = 0; index < bytes.length && excess === null; index += 1) {
      const byte = bytes[index]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      switch (byte) {
        case QUOTE:
          isInString = true
          break
        case COMMA: {
          values += 1
          const commas = elements[depth] ?? -1
          if (commas < 0) break
          elements[depth] = commas + 1
          if (commas + 1 > maxCommas) excess = "rows"
          break
        }
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          depth += 1
          values += 1
          if (depth > MAX_DEPTH) excess = "depth"
          else elements[depth] = byte === OPEN_ARRAY ? 0 : -1
          break
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          depth = Math.max(0, depth - 1)
          break
      }
      if (values > maxValues) excess ??= "values"
    }
    this.depth = depth
    this.values = values
    this.isInString = isInString
    this.isEscaped = isEscaped
    return excess
  }
}
