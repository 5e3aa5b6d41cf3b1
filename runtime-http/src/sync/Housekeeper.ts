// sync: background work: when a connection is due (schedule/), its job (pull/), writes to vendors (outbound/), and the purge below.

import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Schedule, type Scope } from "effect"
import { reasonOf } from "../store/postgres/DatabaseFailure.js"
import * as Retention from "../store/Retention.js"

/** How the purge runs. */
export interface HousekeeperSettings {
  /** How long what was deleted, and the history of jobs, is kept. */
  readonly retentionDays: number
  /** How often something is purged, by one of all processes. */
  readonly every: Duration.DurationInput
  /** How often this process asks whether it is its turn. */
  readonly ask: Duration.DurationInput
}

export const defaults: HousekeeperSettings = {
  retentionDays: 30,
  every: Duration.hours(1),
  ask: Duration.minutes(5)
}

/** Purges what was deleted long ago, together with the other processes of the installation, while the scope is open. */
export const make = (
  settings: Partial<HousekeeperSettings> = {}
): Effect.Effect<void, never, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const { retentionDays, every, ask } = { ...defaults, ...settings }
    const sql = yield* SqlClient.SqlClient
    const turn = Effect.gen(function* () {
      if (!(yield* Retention.takeTurn(Duration.toSeconds(every)))) return
      const purged = yield* Retention.purge(retentionDays)
      if (Object.values(purged).every((count) => count === 0)) return
      yield* Effect.logInfo("What was deleted long ago was purged.").pipe(Effect.annotateLogs({ ...purged }))
    })
    yield* turn.pipe(
      Effect.catchAll((error) => Effect.logDebug(`The purge goes on later: ${reasonOf(error)}.`)),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.withTracerEnabled(false),
      Effect.repeat(Schedule.spaced(ask)),
      Effect.forkScoped
    )
  })

export const layer = (settings: Partial<HousekeeperSettings> = {}): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.scopedDiscard(make(settings))
