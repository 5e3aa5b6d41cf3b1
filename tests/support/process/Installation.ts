import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Keys } from "@tributary/runtime-http"
import { Effect, Redacted } from "effect"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import type { Cleanups } from "../run/Cleanups.js"
import * as Databases from "./Databases.js"
import { Postgres } from "./Postgres.js"

/** An account and its API key. */
export interface Account {
  readonly id: string
  readonly apiKey: string
}

/** A migrated database with one account, and what servers need to start on it. */
export interface Installation extends Account {
  readonly url: string
  /** The settings that all servers share: the database, the master key and the data folder. */
  readonly env: Readonly<Record<string, string>>
  /** Removes the data folder. */
  readonly remove: () => Promise<void>
}

/** Adds an account to a database, after the migrations. */
export const addAccount = (url: string, name: string): Promise<Account> =>
  Effect.gen(function* () {
    yield* Migrator.run()
    const keys = yield* Keys.Keys
    const id = yield* keys.createAccount(name)
    return { id, apiKey: Redacted.value((yield* keys.create(id, name)).key) }
  }).pipe(
    Effect.provide(Keys.layer),
    Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )

/** Uses a database that exists. */
export const on = async (url: string): Promise<Installation> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-run-"))
  const masterKey = Redacted.value(MasterKeys.generate())
  return {
    ...(await addAccount(url, "Acme")),
    url,
    env: { DATABASE_URL: url, TRIBUTARY_MASTER_KEY: masterKey, TRIBUTARY_DATA_DIR: dataDir },
    remove: () => rm(dataDir, { recursive: true, force: true })
  }
}

/** Creates a database on the server of Postgres, or on a new one if there is none; `root` is the folder of the repository. */
export const open = async (
  server: string | null,
  root: string,
  cleanups: Cleanups
): Promise<{ readonly installation: Installation; readonly postgres: Postgres | null }> => {
  const postgres = server === null ? new Postgres(root) : null
  if (postgres !== null) cleanups.add(() => postgres.remove())
  const database = await Databases.create(server ?? (await postgres?.start()) ?? "")
  // A server of Postgres that goes away takes its databases with it.
  if (postgres === null) cleanups.add(database.drop)
  const installation = await on(database.url)
  cleanups.add(installation.remove)
  return { installation, postgres }
}
