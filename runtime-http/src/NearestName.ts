import { distance } from "fastest-levenshtein"

/** Names differ less in writing than in letters: `updated_since` is `updatedSince`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

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
