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
 * A connection as the engine sees it: exactly one process at a time holds it.
 *
 * A poke says "look whether you are due" and carries no authority, so that a lost, doubled or misrouted one is
 * harmless. It is not persisted: nothing accumulates.
 */
export const ConnectionEntity = Entity.make("Connection", [Rpc.make("Poke")])

/** Claims the connection when it is poked, and runs its job for as long as the engine leaves the connection here. */
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

      // The engine gives the shard away only after this: nobody else claims while the job still writes.
      yield* Effect.addFinalizer(() => runs.drain(entityId, Duration.toMillis(settings.drain)))

      return {
        // Answers at once and never fails: the sender waits for the answer, and a defect would restart the entity.
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
    // Idle to the engine is a connection that was not poked, also while its job runs: it must not be closed then.
    { concurrency: 1, maxIdleTime: Duration.infinity }
  )
