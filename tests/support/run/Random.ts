/** Numbers that depend only on a seed. Each part of a run draws from a fork of its own, so that no part changes what another draws. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  /** Whether an event with this probability happens. */
  readonly chance: (probability: number) => boolean
  /** One of the items; throws if there are none. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  /** The items in another order. */
  readonly shuffled: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
  /** Numbers of their own, which depend on the seed and this name only. */
  readonly fork: (name: string) => Random
}

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 2_166_136_261
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return value >>> 0
}

/** Mulberry32: https://github.com/cprosche/mulberry32 */
const generator = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The numbers of a seed. */
export const make = (seed: string): Random => {
  const next = generator(hash(seed))
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error("There is nothing to pick from.")
      return item
    },
    shuffled: (items) => {
      const rest = [...items]
      for (let index = rest.length - 1; index > 0; index -= 1) {
        const other = between(0, index)
        ;[rest[index], rest[other]] = [rest[other] as never, rest[index] as never]
      }
      return rest
    },
    fork: (name) => make(`${seed}/${name}`)
  }
}
