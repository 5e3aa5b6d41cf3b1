import { Entity, type Sharding } from "@effect/cluster"
import { Rpc } from "@effect/rpc"
import { Duration, Effect, type Layer } from "effect"
import { reasonOf } from "../../store/postgres/DatabaseFailure.js"
import { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import { JobRunner } from "../pull/JobRunner.js"
import { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/**
 * A connection in the scheduling engine, which assigns it to exactly one process at a time.
 *
 * A poke asks the connection to check whether it is due. It grants no rights, so a lost, repeated or misrouted poke is harmless, and it is
 * not persisted, so nothing accumulates.
 */
export const ConnectionEntity = Entity.make("Connection", [Rpc.make("Poke")])

/** Claims the connection when it is poked, and runs its job while the engine assigns the connection to this process. */
export const layer = (
  runs: LocalRuns,
  settings: SchedulerSettings
): Layer.Layer<never, never, Sharding.Sharding | SyncSchedule | JobRunner | RunnerIdentity> =>
  ConnectionEntity.toLayer(
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule
      const jobRunner = yield* JobRunner
      const { runner, lock } = yield* RunnerIdentity
      const { entityId, shardId } = yield* Entity.CurrentAddress
      const shardLock = lock === null ? null : { shard: shardId.toString(), ...lock }

      // The engine hands the shard over only after this, so no other process claims while the job is still writing.
      yield* Effect.addFinalizer(() => runs.drain(entityId, Duration.toMillis(settings.drain)))

      return {
        // Replies at once and never fails: the sender waits for the reply, and a defect would restart the entity.
        Poke: () =>
          runs
            .start(entityId, schedule.claim(entityId, { runner, lock: shardLock }), jobRunner.run)
            .pipe(
              Effect.catchAll((error) =>
                Effect.logDebug(`A connection could not be claimed: ${reasonOf(error)}.`).pipe(
                  Effect.annotateLogs({ connectionId: entityId })
                )
              )
            )
      }
    }),
    // The engine considers a connection without pokes idle even while its job runs, and must not close it then.
    { concurrency: 1, maxIdleTime: Duration.infinity }
  )
