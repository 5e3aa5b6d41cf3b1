/** A seeded random generator. */
export interface Random {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number
  /** The items in a random order. */
  readonly shuffled: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Starts a sequence, the same for the same seed (mulberry32). */
export const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item)
  }
}
