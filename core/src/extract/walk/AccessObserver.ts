import { Context, Effect } from "effect"
import type { Query } from "../../http/Request.js"
import type { VendorError } from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"

/** Which list of an extractor is requested; lists at one endpoint differ in what their requests send. */
export interface AskedList {
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** Body fields of the requests; absent with GET. */
  readonly post?: Query
}

/** Sees what the requests of a test of the credentials come to. */
export interface Observer {
  /** Whether the list was not requested yet; true once for each list. */
  readonly claim: (list: AskedList) => boolean
  /** Notes what came of a request. */
  readonly note: (list: AskedList, error: VendorError | null) => void
  /** The rows that requests have returned, by what they asked for. */
  readonly read: Map<string, ReadonlyArray<unknown>>
  /** The vendor's API. */
  readonly http: VendorHttp["Type"]
}

/**
 * Runs an extractor as a test of the credentials: whatever reads a list asks the observer first, requests one page as small as possible,
 * and goes on as if that were the whole list, and as if a refused one were empty. Null, the default, means that the run reads everything.
 */
export class AccessObserver extends Context.Reference<AccessObserver>()("@tributary/core/AccessObserver", {
  defaultValue: (): Observer | null => null
}) {}

/** Sends the only request for a list, notes what came of it, and returns its rows; none if it failed. */
export const read = (
  { http, note }: Observer,
  asked: AskedList,
  rows: Effect.Effect<ReadonlyArray<unknown>, VendorError, VendorHttp>
): Effect.Effect<ReadonlyArray<unknown>> =>
  Effect.match(Effect.provideService(rows, VendorHttp, http), {
    onFailure: (error) => {
      note(asked, error)
      return []
    },
    onSuccess: (found) => {
      note(asked, null)
      return found
    }
  })
