/**
 * JSON in parts that commas join. The parts of a whole page are joined only once: items, and arrays within them, that were texts of their
 * own before would each be one more copy of what may be long.
 */
export type JsonParts = ReadonlyArray<string>

/** The parts of all these items in one list; without `Array.flat`, which takes ten times as long. */
export const flat = (items: ReadonlyArray<string | JsonParts>): JsonParts => {
  const parts: Array<string> = []
  for (const item of items) {
    if (typeof item === "string") parts.push(item)
    else for (const part of item) parts.push(part)
  }
  return parts
}

/** The parts, with texts in front of the first and behind the last one. */
export const around = (start: string, parts: JsonParts, end: string): JsonParts => {
  const all = [...parts]
  all[0] = start + (all[0] ?? "")
  all[all.length - 1] += end
  return all
}
