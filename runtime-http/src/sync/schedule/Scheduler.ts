// sync/schedule: decides which process runs which connection, and when.

import type { Sharding } from "@effect/cluster"
import type { SocketServerError } from "@effect/platform/SocketServer"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import type { Database } from "../../store/postgres/Database.js"
import type { RunnerAddressError } from "../../store/schedule/RunnerRegistry.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import * as Bell from "../Bell.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as Engine from "./Engine.js"
import * as Handover from "./Handover.js"
import * as JobSlots from "./JobSlots.js"
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

const layerOn = <E, R, E2, R2, R3>(
  engine: (bell: Bell.Bell) => Layer.Layer<Sharding.Sharding, E, R>,
  identity: Layer.Layer<Engine.RunnerIdentity, E2, R2>,
  handover: (runs: LocalRuns.LocalRuns, bell: Bell.Bell) => Layer.Layer<never, never, R3>,
  settings: SchedulerSettings
): Layer.Layer<Scheduler, E | E2, R | R2 | Exclude<R3, Engine.RunnerIdentity> | SyncSchedule | JobRunner> =>
  Layer.unwrapEffect(
    Effect.map(Effect.all([Bell.make, Bell.make]), ([bell, jobBell]) => {
      jobBell.connect(true)
      const slots = JobSlots.make(settings.maxJobs)
      const runs = LocalRuns.make(slots, jobBell.ring)
      const scheduler = Layer.scoped(
        Scheduler,
        Effect.gen(function* () {
          yield* Effect.addFinalizer(() => runs.halt)
          const poke = yield* ShardEntity.poke
          yield* Poller.start(runs, slots, settings, poke, bell)
          yield* Reconciler.start(runs, settings, jobBell)
          return Scheduler.of({ poke: (connectionId) => poke(connectionId) })
        })
      )
      const jobs = Layer.scopedDiscard(Effect.addFinalizer(() => runs.drain(Duration.toMillis(settings.drain))))
      // They close from the first to the last. The engine gives its shards away before the jobs have ended, so that other processes can already
      // poll for them; the process stays registered until then, so that nobody takes over what still runs.
      return scheduler.pipe(
        Layer.provide(handover(runs, bell)),
        Layer.provide(ShardEntity.layer(runs)),
        Layer.provide(engine(bell)),
        Layer.provide(jobs),
        Layer.provide(identity)
      )
    })
  )

/** A single process that owns every connection, as on the embedded database. */
export const layerSingle = (
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, never, SyncSchedule | JobRunner> =>
  layerOn(
    () => Engine.layerSingle,
    Engine.identitySingle,
    () => Layer.empty,
    { ...defaults, maxJobs: 2, ...settings }
  )

/** One of several processes on one Postgres; the others reach it at this address. It needs three database connections at least. */
export const layerCluster = (
  address: Engine.ClusterAddress,
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<
  Scheduler,
  RunnerAddressError | SqlError | SocketServerError,
  Database | SqlClient | SyncSchedule | JobRunner
> =>
  layerOn(({ ring }) => Engine.layerCluster(address, ring), Engine.identityCluster(address), Handover.layer, {
    ...defaults,
    ...settings
  })
