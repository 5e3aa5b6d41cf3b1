import type { WaitListener } from "@tributary/core"
import { Effect } from "effect"
import type * as ProgressView from "../report/ProgressView.js"
import type * as TriedVendor from "../vendor/TriedVendor.js"
import * as ListProgress from "./ListProgress.js"

/** The extractor that runs now, as the vendor's side needs to know it: waits do not say which extractor sent the request. */
export interface CurrentExtractor {
  /** Changes when the next extractor begins. */
  readonly set: (progress: ListProgress.ExtractorProgress) => void
  /** Notes what the vendor allows, and what waits, for the current extractor. */
  readonly listener: TriedVendor.Listener
}

/** None runs yet. */
export const make = (view: ProgressView.ProgressView): CurrentExtractor => {
  let current: ListProgress.ExtractorProgress | null = null
  const waiting = new Map<object, string>()
  const note = (endpoint: string, wait: WaitListener.Wait | null) => {
    if (current !== null) ListProgress.waiting(current, endpoint, wait)
  }
  return {
    set: (progress) => {
      current = progress
    },
    listener: {
      allows: (state) => {
        if (current !== null) current.rate = state
      },
      waits: (request, wait) => {
        waiting.set(request, wait.endpoint)
        note(wait.endpoint, wait)
        return view.waits(wait)
      },
      ended: (request) =>
        Effect.sync(() => {
          const endpoint = waiting.get(request)
          waiting.delete(request)
          if (endpoint !== undefined) note(endpoint, null)
        })
    }
  }
}
