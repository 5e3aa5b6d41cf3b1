// sync/schedule: decides which process runs which connection, and when.

import { Context, Duration, Effect, Layer } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { Database } from "../../store/postgres/Database.js"
import * as Announcements from "../../store/schedule/Announcements.js"
import { shardOf } from "../../store/schedule/Shard.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as AccountFairness from "./AccountFairness.js"
import * as Claim from "./Claim.js"
import * as Engine from "./Engine.js"
import * as Handover from "./Handover.js"
import * as LocalRuns from "./LocalRuns.js"
import * as Reconciler from "./Reconciler.js"
import { defaults, type SchedulerSettings } from "./SchedulerSettings.js"

/** Runs the jobs of due connections, sharing them with the other processes of the installation. */
export class Scheduler extends Context.Tag("@tributary/runtime-http/Scheduler")<
  Scheduler,
  {
    /** Makes the process that owns the connection check whether it is due, without waiting for the next poll. */
    readonly poke: (connectionId: string) => Effect.Effect<void>
  }
>() {}

/** What depends on whether there may be other processes. */
interface Surroundings<E, R> {
  readonly engine: (
    bell: BackgroundLoop.Bell
  ) => Layer.Layer<Engine.Sharding.Sharding, never, R | Engine.RunnerIdentity>
  readonly identity: Layer.Layer<Engine.RunnerIdentity, E, R>
  readonly handover: (
    runs: LocalRuns.LocalRuns,
    bell: BackgroundLoop.Bell
  ) => Layer.Layer<never, never, R | Engine.RunnerIdentity | SyncSchedule | JobRunner>
  /** Tells the other processes that a connection may be due. */
  readonly announce: Effect.Effect<Effect.Effect<void>, never, R>
}

/** Claims a connection if its shard belongs to this process; returns whether it does. */
const makePoke = (runs: LocalRuns.LocalRuns) =>
  Effect.gen(function* () {
    const sharding = yield* Engine.Sharding.Sharding
    const { hasLocks } = yield* Engine.RunnerIdentity
    const claim = yield* Claim.make(runs)
    return (connectionId: string, accountId?: string): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        const shard = shardOf(connectionId)
        if (!sharding.hasShardId(Engine.shardId(shard))) return Effect.succeed(false)
        return Effect.as(claim({ connectionId, accountId }, hasLocks ? shard : null), true)
      })
  })

const layerOn = <E, R>(
  { announce, engine, handover, identity }: Surroundings<E, R>,
  settings: SchedulerSettings
): Layer.Layer<Scheduler, E, R | SyncSchedule | JobRunner> =>
  Layer.unwrapEffect(
    Effect.map(Effect.all([BackgroundLoop.makeBell, BackgroundLoop.makeBell]), ([bell, jobBell]) => {
      jobBell.connect(true)
      const slots = AccountFairness.make(settings.maxJobs)
      const runs = LocalRuns.make(slots, jobBell.ring)
      const scheduler = Layer.scoped(
        Scheduler,
        Effect.gen(function* () {
          yield* Effect.addFinalizer(() => runs.halt)
          const poke = yield* makePoke(runs)
          const others = yield* announce
          yield* LocalRuns.startPolling(
            runs,
            slots,
            settings,
            (...connection) => Effect.asVoid(poke(...connection)),
            bell
          )
          yield* Reconciler.start(runs, settings, jobBell)
          return Scheduler.of({
            poke: (connectionId) =>
              Effect.flatMap(poke(connectionId), (isOwn) => (isOwn ? Effect.void : others)).pipe(
                Effect.withTracerEnabled(false)
              )
          })
        })
      )
      const jobs = Layer.scopedDiscard(Effect.addFinalizer(() => runs.drain(Duration.toMillis(settings.drain))))
      // They close from the first to the last. The engine gives its shards away before the jobs have ended, so that other processes can already
      // poll for them; the process stays registered until then, so that nobody takes over what still runs.
      return scheduler.pipe(
        Layer.provide(handover(runs, bell)),
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
  layerOn<never, never>(
    {
      engine: () => Engine.layerSingle,
      identity: Engine.identitySingle,
      handover: () => Layer.empty,
      announce: Effect.succeed(Effect.void)
    },
    { ...defaults, maxJobs: 2, ...settings }
  )

/** One of several processes on one Postgres, which share the connections. It needs two database connections at least. */
export const layerCluster = (
  settings: Partial<SchedulerSettings> = {}
): Layer.Layer<Scheduler, SqlError, Database | SqlClient.SqlClient | SyncSchedule | JobRunner> =>
  layerOn<SqlError, Database | SqlClient.SqlClient>(
    {
      engine: ({ ring }) => Engine.layerCluster(ring),
      identity: Engine.identityCluster,
      handover: Handover.layer,
      announce: Effect.map(SqlClient.SqlClient, (sql) => Effect.ignore(Announcements.connectionsDue(sql)))
    },
    { ...defaults, ...settings }
  )
