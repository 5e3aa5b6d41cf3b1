import { v5 } from "uuid"

/** Only separates these hashes from other names. */
const NAMESPACE = "5b0e6c62-3f5c-4d0a-9a0b-6a8f0d6d6b7e"

/** How many rows of a page its fingerprint covers, evenly spread: a hash of every row would cost as much as reading the page. */
const SAMPLES = 8

/**
 * Identifies a page among those of a list; null for an empty one.
 *
 * Rows have ids, so two pages of the same length with so many equal rows at the same places are the same page.
 */
export const fingerprintOf = (rows: ReadonlyArray<unknown>): string | null => {
  if (rows.length === 0) return null
  const step = Math.max(1, Math.ceil((rows.length - 1) / (SAMPLES - 1)))
  const sample = rows.filter((_, index) => index % step === 0 || index === rows.length - 1)
  return v5(JSON.stringify([rows.length, sample]), NAMESPACE)
}
