/**
 * JSON in parts that commas join. The parts of a whole page are joined only once: items, and arrays within them, that were texts of their
 * own before would each be one more copy of what may be long.
 */
export type JsonParts = ReadonlyArray<string>

/** The parts, with texts in front of the first and behind the last one. */
export const around = (start: string, parts: JsonParts, end: string): JsonParts => {
  const [first = "", ...rest] = parts
  const all = [`${start}${first}`, ...rest]
  all.push(`${all.pop()}${end}`)
  return all
}
