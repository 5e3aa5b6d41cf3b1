import { Context, Data, Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"

/*
 * Which connections may not run, because an operator has stopped their vendor, or the version of its connector that this process has loaded,
 * or holds the whole installation.
 *
 * The statements that look for work ask the table themselves, so that a stop holds in every process as soon as it is committed. As long as
 * nothing is stopped, the table is empty, and a statement looks at it once.
 */

/** The versions of the connectors that this process has loaded, by vendor; a connector that does not say its version is left out. */
export class LoadedVersions extends Context.Reference<LoadedVersions>()("@tributary/runtime-http/LoadedVersions", {
  defaultValue: (): Readonly<Record<string, string>> => ({})
}) {}

/** What `connector_stop` has instead of a vendor while the installation is held. */
export const EVERY_VENDOR = "*"

/** Whether a row of `connector_stop` is about a vendor, an SQL expression. */
export const isAbout = (sql: SqlClient.SqlClient, vendor: Fragment): Fragment =>
  sql`connector_stop.vendor in (${EVERY_VENDOR}, ${vendor})`

/** Whether the installation is held. */
export const isHeld = (sql: SqlClient.SqlClient): Fragment =>
  sql`exists (select from connector_stop where vendor = ${EVERY_VENDOR} and version = '')`

/** The installation is held. */
export class Held extends Data.TaggedError("Held") {}

/** Runs a step of long work in a transaction of its own, unless the installation is held: so a hold ends the work between two steps. */
export const step = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Held | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      const [row] = yield* sql<{ readonly held: boolean }>`select ${isHeld(sql)} as held`
      if (row?.held !== false) return yield* new Held()
      return yield* work
    }).pipe(sql.withTransaction)
  )

/** Whether a row of `connector_stop` is about the connectors of this process. */
export const holds = (sql: SqlClient.SqlClient, versions: LoadedVersions["Type"]): Fragment =>
  sql`(version = '' or version = (${JSON.stringify(versions)}::jsonb ->> vendor))`

/** Whether this process may use the connector of `vendor`, an SQL expression that is only evaluated if anything is stopped. */
export const isUsable = (sql: SqlClient.SqlClient, versions: LoadedVersions["Type"], vendor: Fragment): Fragment => sql`
  (
    not exists (select from connector_stop where ${holds(sql, versions)})
    or not (${isHeld(sql)} or ${vendor} in (select vendor from connector_stop where ${holds(sql, versions)}))
  )`

/** What the audit log notes if a vendor is stopped or may be asked again. */
export const noted = (change: "begins" | "ends", vendor: string): AuditTrail.Noted => {
  if (vendor === EVERY_VENDOR) return { action: change === "begins" ? "installation.hold" : "installation.resume" }
  return { action: change === "begins" ? "connector.stop" : "connector.resume", resourceId: vendor }
}

/** Stops a vendor, or one version of its connector; an empty version is all of them. A stop that there is gets the new reason. */
export const stop = (
  sql: SqlClient.SqlClient,
  row: { readonly vendor: string; readonly version: string; readonly reason: string }
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const changed = yield* sql`
      insert into connector_stop ${sql.insert(row)}
      on conflict (vendor, version) do update set reason = excluded.reason
      where connector_stop.reason <> excluded.reason
      returning 1`
    if (changed.length > 0) yield* AuditTrail.note(sql, noted("begins", row.vendor))
  })
