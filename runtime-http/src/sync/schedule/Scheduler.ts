// sync/schedule: decides which process runs which connection, and when.

import type { Sharding } from "@effect/cluster"
import type { SocketServerError } from "@effect/platform/SocketServer"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { RunnerAddressError } from "../../store/schedule/RunnerRegistry.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as Engine from "./Engine.js"
import * as LocalRuns from "./LocalRuns.js"
import * as Poller from "./Poller.js"
import * as Reconciler from "./Reconciler.js"
import { defaults, type SchedulerSettings } from "./SchedulerSettings.js"
import * as ShardEntity from "./ShardEntity.js"

/** Runs the jobs of due connections, sharing them with the other processes of the installation. */
export class Scheduler extends Context.Tag("@tributary/runtime-http/Scheduler")<
  Scheduler,
  {
    /** Makes the process that owns the connection check whether it is due, without waiting for the next poll. */
    readonly poke: (connectionId: string) => Effect.Effect<void>
  }
>() {}

const layerOn = <E, R>(
  engine: Layer.Layer<Sharding.Sharding | Engine.RunnerIdentity, E, R>,
  settings: SchedulerSettings
): Layer.Layer<Scheduler, E, R | SyncSchedule | JobRunner> =>
  Layer.unwrapEffect(
    Effect.sync(() => {
      const runs = LocalRuns.make(settings.maxJobs)
      const scheduler = Layer.scoped(
        Scheduler,
        Effect.gen(function* () {
          const poke = yield* ShardEntity.poke
          yield* Poller.start(runs, settings, poke)
          yield* Reconciler.start(runs, settings)
          return Scheduler.of({ poke })
        })
      )
      // The layers close in this order: the poller, then the entities with their jobs, then the engine with its locks.
      return scheduler.pipe(Layer.provideMerge(ShardEntity.layer(runs, settings)), Layer.provide(engine))
    })
  )

/** A single process that owns every connection, as on the embedded database. */
export const layerSingle = (
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, never, SyncSchedule | JobRunner> =>
  layerOn(Engine.layerSingle, { ...defaults, maxJobs: 2, ...settings })

/** One of several processes on one Postgres; the others reach it at this address. */
export const layerCluster = (
  address: Engine.ClusterAddress,
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, RunnerAddressError | SqlError | SocketServerError, SqlClient | SyncSchedule | JobRunner> =>
  layerOn(Engine.layerCluster(address), { ...defaults, ...settings })
