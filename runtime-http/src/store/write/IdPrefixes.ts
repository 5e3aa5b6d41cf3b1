/*
 * The first 32 bits of many ids, in order: 4 bytes for each id, so that those of 10,000,000 records fit into 40 MB.
 *
 * The ids of records are hashes, so an id that is not among them has the prefix of one that is with a probability of their number to
 * 4,294,967,296.
 */

/** The prefix of an id. */
const prefixOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16)

/** The prefixes of ids, in ascending order. */
export const of = (ids: Iterable<string>): Uint32Array => Uint32Array.from([...ids].map(prefixOf)).sort()

/** The prefixes of both, in ascending order. */
export const concat = (parts: ReadonlyArray<Uint32Array>): Uint32Array => {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all.sort()
}

/** Whether an id may be among those; false is certain. */
export const mayHave = (prefixes: Uint32Array, id: string): boolean => {
  const wanted = prefixOf(id)
  let low = 0
  let high = prefixes.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = prefixes[middle] ?? 0
    if (found === wanted) return true
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}
