import { createSecretKey } from "node:crypto"
import { existsSync } from "node:fs"
import { Effect, Layer, Schedule } from "effect"
import type { RuntimeConfig } from "./RuntimeConfig.js"
import type { SqlClient, SqlError } from "./Sql.js"
import * as RunnerRegistry from "./store/schedule/RunnerRegistry.js"
import * as DataKeys from "./store/secrets/DataKeys.js"
import type { KeyService, KeyServiceError } from "./store/secrets/KeyService.js"
import * as MasterKeyFile from "./store/secrets/MasterKeyFile.js"
import * as MasterKeyLedger from "./store/secrets/MasterKeyLedger.js"
import * as MasterKeys from "./store/secrets/MasterKeys.js"
import * as ServiceSecret from "./store/secrets/ServiceSecret.js"
import * as Transit from "./store/secrets/Transit.js"
import { Vault } from "./store/secrets/Vault.js"

/** Why the settings of a process do not give it a vault; the message says what to do. */
export type VaultSettingsError = KeyServiceError | MasterKeys.MasterKeysError

/** How often a start asks the key service, which may start at the same time, and with which pause. */
const TRIES = 5
const PAUSE = "1 second"

const refuse = (message: string) => new MasterKeys.MasterKeysError({ message })

/**
 * Refuses to make a key for a database server: the key would be lost with the folder of a redeployed container, and all stored credentials
 * with it. An embedded database has its key in the same folder as its data.
 */
export const check = ({
  databaseUrl,
  keyServiceSeals,
  keyServiceUrl,
  masterKey
}: RuntimeConfig): Effect.Effect<void, MasterKeys.MasterKeysError> => {
  if (masterKey !== null || databaseUrl === null || (keyServiceUrl !== null && keyServiceSeals)) return Effect.void
  return refuse(
    keyServiceUrl !== null
      ? "TRIBUTARY_KEY_SERVICE_SEALS is false, and TRIBUTARY_MASTER_KEY is not set, so that nothing seals. Set the master key, or let the service seal."
      : "TRIBUTARY_MASTER_KEY is not set, and a Postgres server (DATABASE_URL) needs a key that outlives this process. " +
          'Make one with: echo "key-1:$(openssl rand -base64 32)". Set it in every process as TRIBUTARY_MASTER_KEY, or name a file that contains it in ' +
          "TRIBUTARY_MASTER_KEY_FILE, and keep a copy apart from the database."
  )
}

/** The key service of the settings; null if they name none. */
const serviceOf = ({ keyServiceToken, keyServiceUrl }: RuntimeConfig): KeyService | null =>
  keyServiceUrl === null
    ? null
    : Transit.make({
        ...keyServiceUrl,
        token: keyServiceToken === null ? Effect.succeed(null) : keyServiceToken.current
      })

/** The keys of the settings that are not a service's, with where they come from; none if there are none. */
const ownKeys = ({ dataDir, databaseUrl, keyServiceSeals, keyServiceUrl, masterKey }: RuntimeConfig) =>
  Effect.gen(function* () {
    if (masterKey !== null) return { keys: yield* MasterKeys.parse(masterKey), source: "TRIBUTARY_MASTER_KEY" }
    const file = MasterKeyFile.pathIn(dataDir)
    // A key that nobody needs is not made.
    if (keyServiceUrl !== null && keyServiceSeals && (databaseUrl !== null || !existsSync(file))) {
      return { keys: [], source: null }
    }
    return { keys: yield* MasterKeyFile.read(dataDir), source: `the file ${file} (TRIBUTARY_MASTER_KEY is not set)` }
  })

const serviceKey = (
  service: KeyService
): Effect.Effect<MasterKeys.MasterKey, KeyServiceError | SqlError, SqlClient.SqlClient> =>
  Effect.map(
    Effect.retry(ServiceSecret.read(service), {
      times: TRIES - 1,
      schedule: Schedule.spaced(PAUSE),
      while: (error) => error._tag === "KeyServiceError" && error.reason === "Unavailable"
    }),
    (secret) => ({ id: service.id, key: createSecretKey(secret), dataKeys: DataKeys.make(service) })
  )

/** The vault with the keys of the settings, which are checked against the database before anything is sealed. */
export const layer = (config: RuntimeConfig): Layer.Layer<Vault, VaultSettingsError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* check(config)
    const service = serviceOf(config)
    const { keys: own, source } = yield* ownKeys(config)
    const services = service === null ? [] : [yield* serviceKey(service)]
    const [first, ...others] = config.keyServiceSeals ? [...services, ...own] : [...own, ...services]
    if (first === undefined) return yield* Effect.dieMessage("The check finds settings without a key.")
    const keys: MasterKeys.MasterKeys = [first, ...others]
    const sources = [...(source === null ? [] : [source]), ...(service === null ? [] : ["TRIBUTARY_KEY_SERVICE_URL"])]
    yield* MasterKeyLedger.admit(keys, sources.join(" and "))
    const obstacle = yield* MasterKeyLedger.unknownTo(first.id)
    if (obstacle !== null) return yield* new MasterKeys.MasterKeysError({ message: obstacle })
    return Vault.layer(keys)
  }).pipe(Layer.unwrapEffect)

/** Wraps what the key service keeps for the database anew, with the present version of its key; nothing without a service. */
export const rewrapSecret = (
  config: RuntimeConfig
): Effect.Effect<void, KeyServiceError | SqlError, SqlClient.SqlClient> => {
  const service = serviceOf(config)
  return service === null ? Effect.void : ServiceSecret.rewrap(service)
}

/** The keys that the row of this process names. */
export const keyIds: Layer.Layer<never, never, Vault> = Layer.effectContext(
  Effect.map(Vault, (vault) => RunnerRegistry.MasterKeyIds.context(vault.keyIds))
)
