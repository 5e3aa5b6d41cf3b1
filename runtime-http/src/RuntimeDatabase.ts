import type { SqlError } from "@effect/sql/SqlError"
import { Layer } from "effect"
import type { RuntimeConfig } from "./RuntimeConfig.js"
import { Database, type DatabaseServices, type DatabaseSettingsError } from "./store/postgres/Database.js"
import type { EmbeddedPostgresError } from "./store/postgres/EmbeddedPostgres.js"
import * as Migrator from "./store/postgres/Migrator.js"

/** Why the configured database cannot be used. */
export type DatabaseError = DatabaseSettingsError | EmbeddedPostgresError | Migrator.MigrationError | SqlError

/** The configured database, with its schema migrated. */
export const layer = (config: RuntimeConfig): Layer.Layer<DatabaseServices, DatabaseError> => {
  const { databaseUrl: url, databaseConnections: maxConnections, dataDir } = config
  const database: Layer.Layer<DatabaseServices, DatabaseError> =
    url === null ? Database.layerEmbedded({ dataDir }) : Database.layerUrl({ url, maxConnections })
  return Migrator.layer.pipe(Layer.provideMerge(database))
}
