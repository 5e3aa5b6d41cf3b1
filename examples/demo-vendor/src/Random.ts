/** A seeded random generator: the same seed gives the same sequence, and so the same directory and changes. */
export interface Random {
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number
  /** True with this probability, from 0 to 1. */
  readonly chance: (probability: number) => boolean
  /** One of the choices; throws a RangeError when there are none. */
  readonly pick: <A>(choices: ReadonlyArray<A>) => A
  /** An id of 20 characters with this prefix. */
  readonly id: (prefix: string) => string
}

const ALPHABET = [..."0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const ID_LENGTH = 20

/** Starts a sequence (mulberry32, whose 32 bits of state are enough for a demo). */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <A>(choices: ReadonlyArray<A>): A => {
    if (choices.length === 0) throw new RangeError("there are no choices to pick from")
    return choices[below(choices.length)] as A
  }
  return {
    below,
    chance: (probability) => next() < probability,
    pick,
    id: (prefix) => prefix + Array.from({ length: ID_LENGTH - prefix.length }, () => pick(ALPHABET)).join("")
  }
}
