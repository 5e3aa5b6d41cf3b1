import { Effect } from "effect"
import type * as ProgressView from "../report/ProgressView.js"
import type * as TriedVendor from "../vendor/TriedVendor.js"
import * as ListProgress from "./ListProgress.js"

/** The extractors that run now, as the vendor's side needs to know them: waits do not say which extractor sent the request. */
export interface CurrentExtractor {
  /** Changes when the next extractor begins, or the next ones that share a list. */
  readonly set: (group: ReadonlyArray<ListProgress.ExtractorProgress>) => void
  /** Notes what the vendor allows, and what waits, for the current extractors. */
  readonly listener: TriedVendor.Listener
}

/** None runs yet. */
export const make = (view: ProgressView.ProgressView): CurrentExtractor => {
  let current: ReadonlyArray<ListProgress.ExtractorProgress> = []
  const waiting = new Map<object, string>()
  /** Those that read the endpoint; the first for an endpoint that none of them declares, such as that of the token. */
  const readersOf = (endpoint: string) => {
    const readers = current.filter(({ lists }) => lists.has(endpoint))
    return readers.length > 0 ? readers : current.slice(0, 1)
  }
  return {
    set: (group) => {
      current = group
    },
    listener: {
      allows: (state) => {
        for (const each of current) each.rate = state
      },
      waits: (request, wait) => {
        waiting.set(request, wait.endpoint)
        for (const each of readersOf(wait.endpoint)) ListProgress.waiting(each, wait.endpoint, wait)
        return view.waits(wait)
      },
      ended: (request) =>
        Effect.sync(() => {
          const endpoint = waiting.get(request)
          waiting.delete(request)
          if (endpoint === undefined) return
          for (const each of readersOf(endpoint)) ListProgress.waiting(each, endpoint, null)
        })
    }
  }
}
