import { Effect, Layer } from "effect"
import type { RuntimeConfig } from "./RuntimeConfig.js"
import type { SqlClient, SqlError } from "./Sql.js"
import * as RunnerRegistry from "./store/schedule/RunnerRegistry.js"
import * as MasterKeyFile from "./store/secrets/MasterKeyFile.js"
import * as MasterKeyLedger from "./store/secrets/MasterKeyLedger.js"
import * as MasterKeys from "./store/secrets/MasterKeys.js"
import { Vault } from "./store/secrets/Vault.js"

/**
 * Refuses to make a key for a database server: the key would be lost with the folder of a redeployed container, and all stored credentials
 * with it.
 */
export const check = ({ databaseUrl, masterKey }: RuntimeConfig): Effect.Effect<void, MasterKeys.MasterKeysError> =>
  databaseUrl === null || masterKey !== null
    ? Effect.void
    : new MasterKeys.MasterKeysError({
        message:
          "TRIBUTARY_MASTER_KEY is not set, and a Postgres server (DATABASE_URL) needs a key that outlives this process. " +
          'Make one with: echo "key-1:$(openssl rand -base64 32)". Set it in every process as TRIBUTARY_MASTER_KEY, or name a file that contains it in ' +
          "TRIBUTARY_MASTER_KEY_FILE, and keep a copy apart from the database."
      })

/** The vault with the keys of the settings, which are checked against the database before anything is sealed. */
export const layer = (
  config: RuntimeConfig
): Layer.Layer<Vault, MasterKeys.MasterKeysError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* check(config)
    const { dataDir, masterKey } = config
    const keys = yield* masterKey === null ? MasterKeyFile.read(dataDir) : MasterKeys.parse(masterKey)
    const source =
      masterKey === null
        ? `the file ${MasterKeyFile.pathIn(dataDir)} (TRIBUTARY_MASTER_KEY is not set)`
        : "TRIBUTARY_MASTER_KEY"
    yield* MasterKeyLedger.admit(keys, source)
    return Vault.layer(keys)
  }).pipe(Layer.unwrapEffect)

/** The keys that the row of this process names. */
export const keyIds: Layer.Layer<never, never, Vault> = Layer.effectContext(
  Effect.map(Vault, (vault) => RunnerRegistry.MasterKeyIds.context(vault.keyIds))
)
