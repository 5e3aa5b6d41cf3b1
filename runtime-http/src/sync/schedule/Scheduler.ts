// sync/schedule: decides which process runs which connection, and when.

import type { Sharding } from "@effect/cluster"
import type { SocketServerError } from "@effect/platform/SocketServer"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { RunnerAddressError } from "../../store/schedule/RunnerRegistry.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as ConnectionEntity from "./ConnectionEntity.js"
import * as Engine from "./Engine.js"
import * as LocalRuns from "./LocalRuns.js"
import * as Poller from "./Poller.js"
import * as Reconciler from "./Reconciler.js"
import { defaults, type SchedulerSettings } from "./SchedulerSettings.js"

/** Runs the jobs of due connections in this process, together with the other processes of the installation. */
export class Scheduler extends Context.Tag("@tributary/runtime-http/Scheduler")<
  Scheduler,
  {
    /** Wakes a due connection wherever it lives, without waiting for the next look at the schedule. */
    readonly poke: (connectionId: string) => Effect.Effect<void>
  }
>() {}

/** A poke to a process that does not answer is retried by the engine for ever; the next poll pokes again anyway. */
const POKE_TIMEOUT = "2 seconds"

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
          const client = yield* ConnectionEntity.ConnectionEntity.client
          const poke = (connectionId: string) =>
            client(connectionId)
              .Poke(undefined, { discard: true })
              .pipe(Effect.timeout(POKE_TIMEOUT), Effect.ignore, Effect.withTracerEnabled(false))
          yield* Poller.start(runs, settings, poke)
          yield* Reconciler.start(runs, settings)
          return Scheduler.of({ poke })
        })
      )
      // Closed in this order: the poller first, then the entities with their jobs, then the engine with its locks.
      return scheduler.pipe(Layer.provideMerge(ConnectionEntity.layer(runs, settings)), Layer.provide(engine))
    })
  )

/** One process that owns every connection, as on the embedded database. */
export const layerSingle = (
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, never, SyncSchedule | JobRunner> =>
  layerOn(Engine.layerSingle, { ...defaults, maxJobs: 2, ...settings })

/** One of several processes on one Postgres, reached by the others at this address. */
export const layerCluster = (
  address: Engine.ClusterAddress,
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, RunnerAddressError | SqlError | SocketServerError, SqlClient | SyncSchedule | JobRunner> =>
  layerOn(Engine.layerCluster(address), { ...defaults, ...settings })
