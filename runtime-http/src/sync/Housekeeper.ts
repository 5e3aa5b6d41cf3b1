// sync: the background work. schedule/ decides when a connection runs, pull/ runs its job, outbound/ writes to vendors; this file does the upkeep of stored data.

import { Extractor } from "@tributary/core"
import { Duration, Effect, Layer, type Scope } from "effect"
import * as BackgroundLoop from "../BackgroundLoop.js"
import { SqlClient } from "../Sql.js"
import * as ClockCorrection from "../store/ClockCorrection.js"
import * as ErasureWork from "../store/erasure/ErasureWork.js"
import * as FacetBackfill from "../store/FacetBackfill.js"
import * as Retention from "../store/Retention.js"
import * as SyncSchedule from "../store/schedule/SyncSchedule.js"

/** When the purge runs, and what it removes. */
export interface HousekeeperSettings {
  /** How many days deleted data and ended jobs are kept. */
  readonly retentionDays: number
  /** How many days deleted records are kept; null for no limit of those that stay in their lists, and the retention of the others. */
  readonly deletedRecordDays: number | null
  /** How many days the events of the audit log are kept. */
  readonly auditDays: number
  /** How many days records are kept that are events, after they happened. */
  readonly eventDays: number
  /** How often one of the processes of the installation purges. */
  readonly every: Duration.DurationInput
  /** How often this process checks whether it is its turn to purge. */
  readonly checkInterval: Duration.DurationInput
  /** How often this process looks for records that another release stored with other facets; while processes of both run, each renews those of the other. */
  readonly backfillInterval: Duration.DurationInput
  /** How often this process looks for instants that were stored while the clock of the database was ahead. */
  readonly correctionInterval: Duration.DurationInput
  /** How often this process looks for erasures that are not finished. */
  readonly erasureInterval: Duration.DurationInput
}

/** The settings of a runtime that sets none. */
export const defaults: HousekeeperSettings = {
  retentionDays: 30,
  deletedRecordDays: 365,
  auditDays: 365,
  eventDays: Extractor.EventLog.RETENTION_DAYS,
  every: Duration.hours(1),
  checkInterval: Duration.minutes(5),
  backfillInterval: Duration.minutes(10),
  correctionInterval: Duration.minutes(1),
  erasureInterval: Duration.seconds(2)
}

/** The first purge after a long pause, or the first backfill after an upgrade, may have millions of rows. */
const PATIENCE = Duration.hours(2)

/** Completes records, corrects instants, carries out erasures, and purges old deleted data while the scope is open, taking turns with the other processes of the installation. */
export const make = (
  settings: Partial<HousekeeperSettings> = {}
): Effect.Effect<void, never, SqlClient.SqlClient | Scope.Scope> =>
  Effect.gen(function* () {
    const all = { ...defaults, ...settings }
    const { retentionDays, deletedRecordDays, auditDays, eventDays, every } = all
    const { checkInterval, backfillInterval, correctionInterval, erasureInterval } = all
    const schedule = yield* SyncSchedule.make
    const sql = yield* SqlClient.SqlClient
    const turn = Effect.gen(function* () {
      if (!(yield* Retention.takeTurn(Duration.toSeconds(every)))) return
      const purged = yield* Retention.purge(retentionDays, deletedRecordDays, auditDays, eventDays)
      if (Object.values(purged).every((count) => count === 0)) return
      yield* Effect.logInfo("Purged data that was deleted before the retention period.").pipe(
        Effect.annotateLogs({ ...purged })
      )
    }).pipe(
      Effect.catchTag("Held", () =>
        Effect.logInfo("The installation is held, so the purge has stopped; the next one goes on.")
      )
    )
    const backfill = Effect.gen(function* () {
      const records = yield* FacetBackfill.run()
      if (records === 0) return
      yield* Effect.logInfo("Records that another release stored are now found by index when a list is filtered.").pipe(
        Effect.annotateLogs({ records })
      )
    })
    const correction = Effect.gen(function* () {
      const rows = yield* ClockCorrection.run
      if (rows === 0) return
      yield* Effect.logWarning(
        "The clock of the database was ahead before: what was stored then with an instant that is still to come waits from now on."
      ).pipe(Effect.annotateLogs({ rows }))
    })
    yield* BackgroundLoop.start(
      { name: "The correction of instants", interval: correctionInterval },
      Effect.provideService(correction, SqlClient.SqlClient, sql)
    )
    yield* BackgroundLoop.start(
      { name: "The work on erasures", interval: erasureInterval, patience: PATIENCE },
      Effect.provideService(ErasureWork.turn(schedule), SqlClient.SqlClient, sql)
    )
    yield* BackgroundLoop.start(
      { name: "The backfill of filters", interval: backfillInterval, patience: PATIENCE },
      Effect.provideService(backfill, SqlClient.SqlClient, sql)
    )
    yield* BackgroundLoop.start(
      { name: "The purge of old data", interval: checkInterval, patience: PATIENCE },
      Effect.provideService(turn, SqlClient.SqlClient, sql)
    )
  })

/** The purge as part of a runtime. */
export const layer = (settings: Partial<HousekeeperSettings> = {}): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.scopedDiscard(make(settings))
