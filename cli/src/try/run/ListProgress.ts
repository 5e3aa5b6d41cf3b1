import type { Extractor, RateBudget, SourceList, VendorHttp, WaitListener } from "@tributary/core"

/** How far a list has been read. */
export interface ListProgress {
  /** The endpoint of the list. */
  readonly endpoint: string
  /** What the list is read for. */
  readonly role: SourceList["role"]
  /** The name of the kind of record that its rows become; null if they become none. */
  readonly kind: string | null
  /** How many answers of the vendor were read. */
  answers: number
  /** How many records its rows became. */
  records: number
  /** The wait of a request; null if none waits. */
  wait: WaitListener.Wait | null
}

/** How far an extractor has come. */
export interface ExtractorProgress {
  /** The extractor. */
  readonly extractor: Extractor.Any
  /** Its lists by their endpoints. */
  readonly lists: Map<string, ListProgress>
  /** The bodies of the answers to its first requests, by the endpoint, to show the vendor's own rows. */
  readonly bodies: Map<string, ReadonlyArray<unknown>>
  /** What the vendor said last about its rate limit; null if it said nothing. */
  rate: RateBudget.RateState | null
  /** The token or the state with which its next delta begins; null if no page gave one. */
  delta: string | null
}

/** How many bodies of each list are kept. */
const KEPT_BODIES = 3

/** An extractor that has read nothing yet. */
export const make = (extractor: Extractor.Any): ExtractorProgress => ({
  extractor,
  lists: new Map(
    extractor.lists.map(({ endpoint, kind, role }) => [
      endpoint,
      { endpoint, role, kind: kind?.name ?? null, answers: 0, records: 0, wait: null }
    ])
  ),
  bodies: new Map(),
  rate: null,
  delta: null
})

/** The progress of a list; an endpoint that no list declares gets one of its own. */
const at = ({ lists }: ExtractorProgress, endpoint: string): ListProgress => {
  const known = lists.get(endpoint)
  if (known !== undefined) return known
  const made: ListProgress = { endpoint, role: "lookup", kind: null, answers: 0, records: 0, wait: null }
  lists.set(endpoint, made)
  return made
}

/** Counts an answer. */
export const answered = (progress: ExtractorProgress, endpoint: string, { body }: VendorHttp.VendorResponse): void => {
  at(progress, endpoint).answers += 1
  const kept = progress.bodies.get(endpoint) ?? []
  if (kept.length < KEPT_BODIES) progress.bodies.set(endpoint, [...kept, body])
}

/** Counts the records of a page: those of a kind that no list has are the first list's. */
export const stored = (progress: ExtractorProgress, { batches, delta }: Extractor.Page): void => {
  progress.delta = delta ?? progress.delta
  for (const { kind, records } of batches) {
    const list = [...progress.lists.values()].find((each) => each.kind === kind.name)
    if (list !== undefined) list.records += records.length
  }
}

/** Notes that a request waits, or that none does. */
export const waiting = (progress: ExtractorProgress, endpoint: string, wait: WaitListener.Wait | null): void => {
  at(progress, endpoint).wait = wait
}
