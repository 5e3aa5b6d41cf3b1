import { Effect, FiberRef } from "effect"
import { reasonOf } from "../../store/postgres/DatabaseFailure.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import { JobRunner } from "../pull/JobRunner.js"
import { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"

/**
 * Claims a connection, of whose account it asks if the caller does not know it, for this process and starts its job; does nothing if it is
 * not due, runs already, or has to wait for a slot. With a lock, the number of a shard, the process must have that shard. Never fails.
 */
export type Claim = (
  connection: { readonly connectionId: string; readonly accountId?: string | undefined },
  lock: number | null
) => Effect.Effect<void>

/** Claims for this process, whose jobs are `runs`. */
export const make = (runs: LocalRuns): Effect.Effect<Claim, never, SyncSchedule | JobRunner | RunnerIdentity> =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule
    const jobRunner = yield* JobRunner
    const { runner } = yield* RunnerIdentity
    // Polls are not traced, but the jobs that they start are.
    const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
    return ({ connectionId, accountId: known }, lock) =>
      Effect.gen(function* () {
        const accountId = known ?? (yield* schedule.accountOf(connectionId))
        if (accountId === null) return
        yield* runs.start({ connectionId, accountId }, schedule.claim(connectionId, { runner, lock }), (lease, slot) =>
          Effect.provideService(
            Effect.withTracerEnabled(jobRunner.run(lease, slot), isTraced),
            VendorAccount,
            accountId
          )
        )
      }).pipe(
        Effect.catchAll((error) =>
          Effect.logDebug(`A connection could not be claimed: ${reasonOf(error)}.`).pipe(
            Effect.annotateLogs({ connection_id: connectionId })
          )
        )
      )
  })
