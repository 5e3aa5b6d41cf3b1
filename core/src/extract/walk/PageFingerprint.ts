import { v5 } from "uuid"

/** Only separates these hashes from other names. */
const NAMESPACE = "5b0e6c62-3f5c-4d0a-9a0b-6a8f0d6d6b7e"

/** How many rows of a page its fingerprint covers, evenly spread: a hash of every row would cost as much as reading the page. */
const SAMPLES = 8

/** How many parts of a row, and how many characters of each text, the fingerprint covers: a row can be as long as an answer. */
const MAX_PARTS = 1_000
const MAX_CHARACTERS = 1_000

const shortOf = (text: string): string =>
  text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS / 2)}${text.slice(-MAX_CHARACTERS / 2)}${text.length}`

/** The outermost parts of a row first, because its id is among them; of each text the start, the end and the length. */
const excerptOf = (row: unknown): ReadonlyArray<unknown> => {
  const parts: Array<unknown> = [row]
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const room = Math.max(0, MAX_PARTS - parts.length)
    if (typeof part === "string") {
      parts[index] = shortOf(part)
    } else if (Array.isArray(part)) {
      parts[index] = ["list", part.length]
      for (const item of part.slice(0, room)) parts.push(item)
    } else if (part !== null && typeof part === "object") {
      const names = Object.keys(part)
      const covered = names.slice(0, room)
      parts[index] = ["fields", names.length, ...covered.map(shortOf)]
      for (const name of covered) parts.push((part as Readonly<Record<string, unknown>>)[name])
    }
  }
  return parts
}

/**
 * Identifies a page among those of a list; null for an empty one.
 *
 * Rows have ids, so two pages of the same length with so many equal rows at the same places are the same page.
 */
export const of = (rows: ReadonlyArray<unknown>): string | null => {
  if (rows.length === 0) return null
  const step = Math.max(1, Math.ceil((rows.length - 1) / (SAMPLES - 1)))
  const sample = rows.filter((_, index) => index % step === 0 || index === rows.length - 1)
  return v5(JSON.stringify([rows.length, sample.map(excerptOf)]), NAMESPACE)
}
