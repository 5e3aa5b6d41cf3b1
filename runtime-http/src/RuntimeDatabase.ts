import { Context, Duration, Effect, Layer } from "effect"
import type { RuntimeConfig } from "./RuntimeConfig.js"
import type { SqlError } from "./Sql.js"
import { Database, type DatabaseServices, type DatabaseSettingsError } from "./store/postgres/Database.js"
import type { EmbeddedPostgresError } from "./store/postgres/EmbeddedPostgres.js"
import * as Migrator from "./store/postgres/Migrator.js"

/** Why the configured database cannot be used. */
export type DatabaseError = DatabaseSettingsError | EmbeddedPostgresError | Migrator.MigrationError | SqlError

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

/** The pools of the configured database, with its schema migrated. */
export const layer = (config: RuntimeConfig): Layer.Layer<Pools, DatabaseError> =>
  Layer.scoped(
    Pools,
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = config
      const pools = yield* databaseUrl === null ? embedded(dataDir) : onServer(databaseUrl, config)
      yield* Effect.provide(Migrator.run(), pools.sync)
      return pools
    })
  )

/** The database by one of its pools. */
export const on = (use: Use): Layer.Layer<DatabaseServices, never, Pools> =>
  Layer.effectContext(Effect.map(Pools, (pools) => pools[use]))
