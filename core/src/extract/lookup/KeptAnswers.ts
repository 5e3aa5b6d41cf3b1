/** How much is kept; beyond it, the answer that was needed longest ago goes first. */
export interface Bounds {
  /** The most answers. */
  readonly answers: number
  /** The most that the answers may measure together. */
  readonly size: number
}

/** The answers to a lookup that a run keeps for later rows. */
export interface KeptAnswers<A> {
  /** The answer with this key; undefined if there is none yet, or if it was evicted. */
  readonly get: (key: string) => A | undefined
  /** Keeps an answer as the newest. */
  readonly add: (key: string, answer: A, size: number) => void
  /** Makes an answer the newest. */
  readonly touch: (key: string) => void
  /** Says what an answer measures that was kept before it had come. */
  readonly resize: (key: string, size: number) => void
  /** Evicts the oldest answers until the others are within the bounds; those with `needed` keys stay. */
  readonly trim: (needed?: ReadonlySet<string>) => void
}

interface Kept<A> {
  readonly answer: A
  size: number
}

const NONE: ReadonlySet<string> = new Set()

/** Keeps no answers yet. */
export const make = <A>({ answers, size: most }: Bounds): KeptAnswers<A> => {
  const kept = new Map<string, Kept<A>>()
  let total = 0
  const evict = (key: string): void => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return {
    get: (key) => kept.get(key)?.answer,
    add: (key, answer, size) => {
      evict(key)
      total += size
      kept.set(key, { answer, size })
    },
    touch: (key) => {
      const known = kept.get(key)
      if (known === undefined) return
      kept.delete(key)
      kept.set(key, known)
    },
    resize: (key, size) => {
      const known = kept.get(key)
      if (known === undefined) return
      total += size - known.size
      known.size = size
    },
    trim: (needed = NONE) => {
      for (const key of kept.keys()) {
        if (kept.size <= answers && total <= most) return
        if (!needed.has(key)) evict(key)
      }
    }
  }
}
