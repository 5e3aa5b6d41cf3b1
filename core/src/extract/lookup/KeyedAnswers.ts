/** How many characters of JSON the answers may have that a run keeps for one batched lookup, besides those of the current page. */
export const MAX_CHARACTERS = 20_000_000

interface Kept<A> {
  readonly answer: A
  readonly characters: number
}

/** The answers of a batched lookup by key. The oldest are evicted first. */
export interface KeyedAnswers<A> {
  /** The answer for a key; undefined if it was not requested yet, or if it was evicted. */
  readonly get: (key: string) => A | undefined
  /** Keeps an answer. */
  readonly add: (key: string, answer: A) => void
  /** Evicts answers until the others fit into the memory for them; those for `needed` keys stay. */
  readonly trim: (needed: ReadonlySet<string>) => void
}

const textOf = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

const sizeOf = (key: string, answer: unknown): number => key.length + JSON.stringify(answer, textOf).length

/** Keeps no answers yet. */
export const make = <A>(most = MAX_CHARACTERS): KeyedAnswers<A> => {
  const kept = new Map<string, Kept<A>>()
  let characters = 0
  const evict = (key: string): void => {
    characters -= kept.get(key)?.characters ?? 0
    kept.delete(key)
  }
  return {
    get: (key) => kept.get(key)?.answer,
    add: (key, answer) => {
      evict(key)
      const size = sizeOf(key, answer)
      characters += size
      kept.set(key, { answer, characters: size })
    },
    trim: (needed) => {
      for (const key of [...kept.keys()]) {
        if (characters <= most) return
        if (!needed.has(key)) evict(key)
      }
    }
  }
}
