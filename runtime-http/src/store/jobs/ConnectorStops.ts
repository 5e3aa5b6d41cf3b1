import { Context, Data, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import * as Announcements from "../schedule/Announcements.js"
import * as RestoredDatabase from "../schedule/RestoredDatabase.js"
import { startsInTurn } from "../schedule/StartsInTurn.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"

/** An operator has stopped the connector, so that the vendor must not be asked now. */
export class ConnectorIsStopped extends Data.TaggedError("ConnectorIsStopped")<ConnectorStop> {}

/** A vendor, or one version of its connector, that an operator has stopped. */
export interface ConnectorStop {
  readonly vendor: string
  /** The version of the connector's package; null for all versions. */
  readonly version: string | null
  /** Why, as customers read it. */
  readonly reason: string
  readonly stoppedAt: string
}

/** A vendor that has connections or is stopped. */
export interface VendorState {
  readonly vendor: string
  /** How many connections it has. */
  readonly connections: number
  readonly stops: ReadonlyArray<ConnectorStop>
}

/** Stops connectors in all processes, and lets them run again. */
export class ConnectorStops extends Context.Tag("@tributary/runtime-http/ConnectorStops")<
  ConnectorStops,
  {
    /** Every vendor that has connections or is stopped; for operators. */
    readonly list: Effect.Effect<ReadonlyArray<VendorState>, SqlError>
    /** Fails if the connector of the vendor that this process has loaded is stopped. */
    readonly check: (vendor: string) => Effect.Effect<void, ConnectorIsStopped | SqlError>
    /** Stops a vendor, or one version of its connector, or `EVERY_VENDOR`; a stop that there is gets the new reason. */
    readonly stop: (vendor: string, version: string | null, reason: string) => Effect.Effect<void, SqlError>
    /** Why the installation is held, and since when; null if it is not. */
    readonly hold: Effect.Effect<ConnectorStop | null, SqlError>
    /**
     * Ends all stops of a vendor, or that of one version; returns how many there were. The connections that are due by then become due one after the
     * other, so that their jobs do not start together. The time of the stop does not count as time in which tickets were searched for.
     */
    readonly resume: (vendor: string, version: string | null) => Effect.Effect<number, SqlError>
  }
>() {}

interface StopRow {
  readonly vendor: string
  readonly version: string
  readonly reason: string
  readonly stopped_at: Date
}

const toStop = ({ reason, stopped_at, vendor, version }: StopRow): ConnectorStop => ({
  vendor,
  version: version === "" ? null : version,
  reason,
  stoppedAt: stopped_at.toISOString()
})

/** Stores what operators have stopped. */
export const make: Effect.Effect<ConnectorStops["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* StoppedConnectors.LoadedVersions

  const list: ConnectorStops["Type"]["list"] = Effect.gen(function* () {
    const stops = yield* sql<StopRow>`
      select vendor, version, reason, stopped_at from connector_stop order by vendor, version`
    // A hold is no vendor: `hold` has it.
    const vendors = yield* sql<{ readonly vendor: string; readonly connections: number }>`
      select known.vendor, count(id)::int as connections
      from (select vendor from connector_stop union select vendor from connection where state <> 'DELETED') as known
      left join connection on connection.vendor = known.vendor and connection.state <> 'DELETED'
      where known.vendor <> ${StoppedConnectors.EVERY_VENDOR}
      group by known.vendor
      order by known.vendor`
    return vendors.map((one) => ({
      ...one,
      stops: stops.filter(({ vendor }) => vendor === one.vendor).map(toStop)
    }))
  })

  const check: ConnectorStops["Type"]["check"] = (vendor) =>
    Effect.gen(function* () {
      // The stop of all versions sorts first.
      const [row] = yield* sql<StopRow>`
        select ${vendor}::text as vendor, version, reason, stopped_at
        from connector_stop
        where ${StoppedConnectors.isAbout(sql, sql`${vendor}`)} and ${StoppedConnectors.holds(sql, versions)}
        order by version
        limit 1`
      if (row !== undefined) return yield* new ConnectorIsStopped(toStop(row))
    })

  const hold: ConnectorStops["Type"]["hold"] = Effect.map(
    sql<StopRow>`
      select vendor, version, reason, stopped_at from connector_stop where vendor = ${StoppedConnectors.EVERY_VENDOR}`,
    ([row]) => (row === undefined ? null : toStop(row))
  )

  const stop: ConnectorStops["Type"]["stop"] = (vendor, version, reason) =>
    Effect.gen(function* () {
      yield* StoppedConnectors.stop(sql, { vendor, version: version ?? "", reason })
      // A hold comes with a restore, and not every restore shows in the database.
      if (vendor === StoppedConnectors.EVERY_VENDOR) yield* RestoredDatabase.searchFirst(sql, sql`true`)
    }).pipe(sql.withTransaction)

  const resume: ConnectorStops["Type"]["resume"] = (vendor, version) =>
    Effect.gen(function* () {
      const isOfStop = vendor === StoppedConnectors.EVERY_VENDOR ? sql`true` : sql`vendor = ${vendor}`
      const ended = yield* sql<{ readonly stoppedAt: string }>`
        delete from connector_stop
        where vendor = ${vendor} and ${version === null ? sql`true` : sql`version = ${version}`}
        returning stopped_at::text as "stoppedAt"`
      if (ended.length === 0) return 0
      yield* AuditTrail.note(sql, StoppedConnectors.noted("ends", vendor))
      yield* sql`
        with stopped as (
          select min(at) as since from jsonb_to_recordset(${JSON.stringify(ended.map(({ stoppedAt }) => ({ at: stoppedAt })))}::jsonb) as stop (at timestamptz)
        )
        update outbound_job
        set
          uncertain_since = uncertain_since + greatest(clock_timestamp() - greatest(uncertain_since, since), interval '0'),
          restored_at = restored_at + greatest(clock_timestamp() - greatest(restored_at, since), interval '0')
        from stopped
        where id in (
          select id from outbound_job
          where status in ('QUEUED', 'RUNNING') and ${isOfStop} and (uncertain_since is not null or restored_at is not null)
          order by id
          for update
        )`
      // What a hold has marked may have been sent by the installation that went on until now.
      if (vendor === StoppedConnectors.EVERY_VENDOR) {
        yield* RestoredDatabase.searchFirst(sql, sql`restored_at is not null`)
      }
      yield* startsInTurn(sql, sql`next_run_at <= statement_timestamp() and ${isOfStop}`)
      yield* sql`select ${Announcements.due(sql, "outbound")}`
      return ended.length
    }).pipe(sql.withTransaction)

  return ConnectorStops.of({ list, check, hold, stop, resume })
})

/** Stores what operators have stopped. */
export const layer: Layer.Layer<ConnectorStops, never, SqlClient.SqlClient> = Layer.effect(ConnectorStops, make)
