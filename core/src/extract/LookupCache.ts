import { Effect } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"

/** The answer to a lookup, requested when it is first needed; null if the vendor refuses it or knows nothing of the row. */
export type Answer = Effect.Effect<ReadonlyArray<unknown> | null, VendorError, VendorHttp>

/** The rows of a joined list by key; null if the list may not be read. */
export type Grouped = ReadonlyMap<string, ReadonlyArray<unknown>> | null

/** How many shared answers a run caches; the oldest is evicted first. */
export const MAX_SHARED = 10_000

/** What one run remembers about its lookups. The `Lookup` object itself is the key of its entries. */
export interface LookupCache<Key extends object = object> {
  /** Lookups that the token may not request; they are not requested again. */
  readonly denied: Set<Key>
  /** The lists that answer for all rows, as they were last read. */
  readonly joined: Map<
    Key,
    {
      /** The address and body that the list was read with. */
      readonly from: string
      /** The rows of the list by key. */
      readonly rows: Grouped
    }
  >
  /** Rows are mapped concurrently; this lets only one of them read a joined list. */
  readonly reading: Effect.Semaphore
  /** Requests an answer once, however many rows need it; `from` identifies the question. */
  readonly share: (from: string, question: Answer) => Answer
}

/** The empty cache of a new run. */
export const make = (): LookupCache => {
  const answers = new Map<string, Answer>()
  return {
    denied: new Set(),
    joined: new Map(),
    reading: Effect.unsafeMakeSemaphore(1),
    share: (from, question) =>
      Effect.flatMap(Effect.cached(question), (asked) => {
        const answer = answers.get(from) ?? asked
        answers.delete(from)
        const [oldest] = answers.size < MAX_SHARED ? [] : answers.keys()
        if (oldest !== undefined) answers.delete(oldest)
        answers.set(from, answer)
        return answer
      })
  }
}
