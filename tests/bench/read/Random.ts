import * as Random from "../../support/run/Random.js"

/** Whole numbers from 0 to below `limit`, the same for the same seed. */
export const numbers = (seed: number, count: number, limit: number): ReadonlyArray<number> => {
  const random = Random.make(String(seed))
  return Array.from({ length: count }, () => random.between(0, limit - 1))
}
