import { type Connector, MonotonicTime } from "@tributary/core"
import { Duration, Effect, Option } from "effect"
import type { SqlError } from "../../Sql.js"
import { retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Lease, StaleFence } from "../../store/schedule/Lease.js"
import type { RecordStore } from "../../store/write/RecordStore.js"
import * as ExtractorRun from "./ExtractorRun.js"

/** What the removal of a former tenant's records has left for the job. */
export interface Removed {
  /** How many records were removed, by kind. */
  readonly counts: ReadonlyMap<string, number>
  /** How many seconds the job has left. */
  readonly leftSecs: number
}

/** The removal when there is nothing to remove. */
export const none = ({ timeoutSecs }: Lease): Removed => ({ counts: new Map(), leftSecs: timeoutSecs })

/** Why a job has read nothing that had no time left after the removal. */
export const notRemoved = ({ timeoutSecs }: Lease): string =>
  `The records of the former tenant were not removed within ${timeoutSecs} seconds (timeout_secs of the connection). The next run goes on.`

/** Removes the records of a former tenant, as `RecordStore.removeFormer` does; null if that takes all the time of the job. */
export const remove = (
  store: RecordStore["Type"],
  lease: Lease,
  { connector, jobId }: { readonly connector: Connector.Connector; readonly jobId: string }
): Effect.Effect<Removed | null, StaleFence | SqlError | ExtractorRun.HandedOver | ExtractorRun.Paused> =>
  Effect.gen(function* () {
    const origin = { jobId, connectorVersion: connector.version ?? null }
    const began = yield* MonotonicTime.millis
    const removed = yield* retryWhileUnavailable(store.removeFormer({ ...lease, origin }, ExtractorRun.checkStop)).pipe(
      Effect.timeoutOption(Duration.seconds(lease.timeoutSecs))
    )
    const leftSecs = lease.timeoutSecs - ((yield* MonotonicTime.millis) - began) / 1_000
    return Option.isNone(removed) || leftSecs <= 0 ? null : { counts: removed.value, leftSecs }
  })
