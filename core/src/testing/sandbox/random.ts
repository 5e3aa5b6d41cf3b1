import { Utils } from "effect"

/** A seeded random generator. */
export interface Random {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number
  /** The items in a random order. */
  readonly shuffled: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Starts a sequence, the same for the same seed. */
export const random = (seed: number): Random => {
  const numbers = new Utils.PCGRandom(seed)
  return {
    below: (limit) => Math.floor(numbers.number() * limit),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: numbers.number() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item)
  }
}
