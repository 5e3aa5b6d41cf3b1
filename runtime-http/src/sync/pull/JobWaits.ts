import type { DataExportType, JobWait, WaitListener } from "@tributary/core"
import { Clock, Effect } from "effect"

/** Which requests of a job wait for their vendor. */
export interface JobWaits {
  /** Hears the requests for some types of data. */
  readonly listener: (exportTypes: ReadonlyArray<DataExportType>) => WaitListener.WaitListener["Type"]
  /** Notes what could not be noted when requests were interrupted. */
  readonly settle: Effect.Effect<void>
}

/** One entry for each endpoint and reason: many requests to one endpoint usually wait for the same instant. */
const merged = (waits: ReadonlyArray<JobWait>): ReadonlyArray<JobWait> => {
  const entries = new Map<string, JobWait>()
  for (const wait of waits) {
    const key = `${wait.data_export_type} ${wait.reason} ${wait.endpoint}`
    const other = entries.get(key) ?? wait
    const first = wait.until < other.until ? wait : other
    const [since = wait.since] = [wait.since, other.since].toSorted()
    entries.set(key, { ...first, since, retries: Math.max(wait.retries, other.retries) })
  }
  return [...entries.values()]
}

/**
 * Notes each change of the waits with `note`. Changes that come while one is being noted are noted together, so that many requests that
 * wait at once cost few writes. A failed write is left out: the next one has everything.
 */
export const make = (note: (waits: ReadonlyArray<JobWait>) => Effect.Effect<void, unknown>): JobWaits => {
  const waits = new Map<object, ReadonlyArray<JobWait>>()
  let isNoting = false
  let isOutdated = false

  const settle: Effect.Effect<void> = Effect.suspend(() => {
    if (isNoting || !isOutdated) return Effect.void
    isNoting = true
    return Effect.ensuring(
      Effect.whileLoop({
        while: () => isOutdated,
        body: () => {
          isOutdated = false
          return Effect.ignore(note(merged([...waits.values()].flat())))
        },
        step: () => {}
      }),
      Effect.sync(() => {
        isNoting = false
      })
    )
  })

  return {
    listener: (exportTypes) => ({
      waits: (request, { endpoint, reason, retries, until }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const wait = {
            endpoint,
            reason,
            until: new Date(until).toISOString(),
            since: waits.get(request)?.[0]?.since ?? new Date(Math.min(now, until)).toISOString(),
            retries
          }
          waits.set(
            request,
            exportTypes.map((exportType) => ({ data_export_type: exportType, ...wait }))
          )
          isOutdated = true
          return settle
        }),
      ended: (request, isInterrupted) => {
        if (waits.delete(request)) isOutdated = true
        return isInterrupted ? Effect.void : settle
      }
    }),
    settle
  }
}
