import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { PlainText } from "@tributary/core"
import { Context, Duration, Effect, Layer, LogLevel } from "effect"
import type { RuntimeConfig } from "./RuntimeConfig.js"
import { SqlClient, SqlError } from "./Sql.js"
import { Database, type DatabaseServices, DatabaseSettingsError } from "./store/postgres/Database.js"
import * as DatabaseAddress from "./store/postgres/DatabaseAddress.js"
import { sentenceOf } from "./store/postgres/DatabaseFailure.js"
import * as EmbeddedPostgres from "./store/postgres/EmbeddedPostgres.js"
import * as Migrator from "./store/postgres/Migrator.js"
import * as SchemaState from "./store/postgres/SchemaState.js"
import * as ServerLink from "./store/postgres/ServerLink.js"

/** Why the configured database cannot be used. */
export type DatabaseError =
  | DatabaseSettingsError
  | EmbeddedPostgres.EmbeddedPostgresError
  | SchemaState.MigrationError
  | SqlError

/** What a pool of connections is for. */
export type Use = "api" | "sync" | "readiness"

/** The pools of a process: however busy one is, the others have connections. The embedded database has one connection for everything. */
export class Pools extends Context.Tag("@tributary/runtime-http/RuntimeDatabase/Pools")<
  Pools,
  Readonly<Record<Use, Context.Context<DatabaseServices>>>
>() {}

/** A readiness probe has given up by then; the next one gets another connection. */
const READINESS_TIMEOUT = Duration.seconds(2)

const embedded = (dataDir: string) =>
  Effect.map(Layer.build(Database.layerEmbedded({ dataDir })), (only) => ({ api: only, sync: only, readiness: only }))

const onServer = (url: NonNullable<RuntimeConfig["databaseUrl"]>, config: RuntimeConfig) =>
  Effect.all({
    api: Layer.build(Database.layerUrl({ url, maxConnections: config.apiDatabaseConnections, keepsPlans: true })),
    sync: Layer.build(Database.layerUrl({ url, maxConnections: config.syncDatabaseConnections })),
    readiness: Layer.build(Database.layerUrl({ url, maxConnections: 1, queryTimeout: READINESS_TIMEOUT }))
  })

/** What an operator should know of the way to the database, or change. */
export const noticesOf = (
  link: ServerLink.ServerLink,
  config: Pick<RuntimeConfig, "databaseUrl" | "dataDir">
): ReadonlyArray<readonly [level: LogLevel.LogLevel, text: string]> => {
  const { databaseUrl } = config
  if (databaseUrl === null) return []
  const { host = "" } = DatabaseAddress.targetOf(databaseUrl) ?? {}
  const subject = DatabaseAddress.subjectOf(config)
  const notices: Array<readonly [LogLevel.LogLevel, string]> = []
  if (!link.isEncrypted && ServerLink.isRemote(host)) {
    notices.push([
      LogLevel.Warning,
      `${subject} is reached without TLS: whoever is on the way there can read every record. Add ?sslmode=verify-full to DATABASE_URL.`
    ])
  }
  if (link.isPooled) {
    notices.push([
      LogLevel.Info,
      `${subject} is behind a pooler: statements are not prepared, and this process looks for due work more often, because it hears no announcements.`
    ])
  }
  if (link.unset.length > 0) {
    notices.push([
      LogLevel.Warning,
      `${subject} has sessions without the settings for ${link.unset.join(", ")}. As an administrator of Postgres, run: ${ServerLink.remedyOf(link)}`
    ])
  }
  return notices
}

/** Makes sure of the schema before a process uses it. */
const prepared = (
  migrates: boolean
): Effect.Effect<unknown, SchemaState.MigrationError | SqlError, SqlClient.SqlClient> =>
  migrates ? Migrator.run() : SchemaState.requireCurrent()

/** Says that the database is one of other regions: whoever has set the region by mistake would see only refused keys. */
const tellRegion = (region: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly region: string }>`select distinct region from account order by 1`
    const regions = rows.map((row) => row.region)
    if (regions.length === 0 || regions.includes(region)) return
    yield* Effect.logWarning(
      `This database has accounts of the region ${regions.join(", ")}, and none of ${region}: all keys are refused here. Correct TRIBUTARY_REGION, or make an account.`
    )
  })

/** The pools of the configured database, whose schema has all migrations of this release. */
export const layer = (config: RuntimeConfig): Layer.Layer<Pools, DatabaseError> =>
  Layer.scoped(
    Pools,
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = config
      const pools = yield* databaseUrl === null ? embedded(dataDir) : onServer(databaseUrl, config)
      yield* Effect.forEach(noticesOf(Context.get(pools.api, Database).link, config), ([level, text]) =>
        Effect.logWithLevel(level, text)
      )
      yield* Effect.provide(Effect.zipRight(prepared(config.migrates), tellRegion(config.region)), pools.sync)
      return pools
    })
  )

/** One connection to the configured database, whatever its schema. */
export const single = ({
  databaseUrl,
  dataDir
}: RuntimeConfig): Layer.Layer<DatabaseServices, Exclude<DatabaseError, SchemaState.MigrationError>> =>
  databaseUrl === null
    ? Database.layerEmbedded({ dataDir })
    : Database.layerUrl({ url: databaseUrl, maxConnections: 1 })

/**
 * One connection for a command, which leaves the schema of a server as it is, and refuses one that lacks migrations. It migrates the
 * embedded database, for which nobody else could do it before the first start.
 */
export const forCommand = (config: RuntimeConfig): Layer.Layer<DatabaseServices, DatabaseError> =>
  isNowhere(config)
    ? Layer.fail(
        new DatabaseSettingsError({
          message: `DATABASE_URL is not set, and there is no embedded database in ${PlainText.inLine(resolve(config.dataDir))} yet. Set DATABASE_URL to the database of the service; to use an embedded one, run "tributary start" or "tributary migrate" once.`
        })
      )
    : Layer.tap(single(config), (context) => Effect.provide(prepared(config.databaseUrl === null), context))

/** Whether a command would make a database of its own: whoever forgot a setting would be told that production was stopped, or held. */
const isNowhere = ({ databaseUrl, dataDir }: RuntimeConfig): boolean =>
  databaseUrl === null && !existsSync(EmbeddedPostgres.folderIn(dataDir))

/**
 * Says in the message of each `SqlError` why the configured database cannot be used, and what to do; and in that of each `MigrationError`,
 * whose message says the rest, which database it is about.
 */
export const explained =
  (config: RuntimeConfig) =>
  <E>(error: E): E | SqlError | SchemaState.MigrationError => {
    if (error instanceof SqlError) {
      return new SqlError({ cause: error.cause, message: sentenceOf(error, DatabaseAddress.subjectOf(config)) })
    }
    return error instanceof SchemaState.MigrationError
      ? new SchemaState.MigrationError({
          cause: error.cause,
          message: `${DatabaseAddress.nameOf(config)}: ${error.message}`
        })
      : error
  }

/** The database by one of its pools. */
export const on = (use: Use): Layer.Layer<DatabaseServices, never, Pools> =>
  Layer.effectContext(Effect.map(Pools, (pools) => pools[use]))
