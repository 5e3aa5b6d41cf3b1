/** Names differ less in writing than in letters: `updated_since` is `updatedSince`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** How many letters to insert, delete, replace or swap with their neighbour (Damerau-Levenshtein, each place edited once). */
const distance = (one: string, other: string): number => {
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/** A part of a name counts as the name if it has at least so many letters: `token` for `api_token`. */
const SHORTEST_PART = 3

/** How far a name is from a known one; null if nobody would write the one for the other. */
const farness = (name: string, known: string): number | null => {
  const [shorter, longer] = name.length < known.length ? [name, known] : [known, name]
  const isPart = shorter.length >= SHORTEST_PART && longer.length <= 4 * shorter.length && longer.includes(shorter)
  const most = Math.floor(longer.length / 3)
  const missing = longer.length - shorter.length
  if (isPart) return missing
  if (missing > most) return null
  const found = distance(name, known)
  return found > most ? null : found
}

/** The known name that is closest to a misspelled one; null if none is close. */
export const nearestName = (name: string, known: Iterable<string>): string | null => {
  const written = letters(name)
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const far = farness(written, letters(candidate))
    if (far === null || far >= least) continue
    least = far
    nearest = candidate
  }
  return nearest
}
