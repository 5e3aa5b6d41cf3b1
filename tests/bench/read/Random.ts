/** Whole numbers from 0 to below `limit`, the same for the same seed (mulberry32). */
export const numbers = (seed: number, count: number, limit: number): ReadonlyArray<number> => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  })
}
