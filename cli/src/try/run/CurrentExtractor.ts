import { Effect } from "effect"
import type * as ProgressView from "../report/ProgressView.js"
import type * as TriedVendor from "../vendor/TriedVendor.js"
import * as ListProgress from "./ListProgress.js"

/** The extractor that runs now, as the vendor's side needs to know it: requests do not say which extractor sent them. */
export interface CurrentExtractor {
  /** Changes when the next extractor begins. */
  readonly set: (progress: ListProgress.ExtractorProgress) => void
  /** Counts what the vendor answers for the current extractor. */
  readonly listener: TriedVendor.Listener
}

/** None runs yet. */
export const make = (view: ProgressView.ProgressView): CurrentExtractor => {
  let current: ListProgress.ExtractorProgress | null = null
  const waiting = new Map<object, string>()
  return {
    set: (progress) => {
      current = progress
    },
    listener: {
      answered: (endpoint, response) => {
        if (current !== null) ListProgress.answered(current, endpoint, response)
      },
      allows: (state) => {
        if (current !== null) current.rate = state
      },
      waits: (request, wait) => {
        waiting.set(request, wait.endpoint)
        if (current !== null) ListProgress.waiting(current, wait.endpoint, wait)
        return view.waits(wait)
      },
      ended: (request) =>
        Effect.sync(() => {
          const endpoint = waiting.get(request)
          waiting.delete(request)
          if (endpoint !== undefined && current !== null) ListProgress.waiting(current, endpoint, null)
        })
    }
  }
}
