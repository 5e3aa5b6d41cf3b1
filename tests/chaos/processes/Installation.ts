import { randomBytes } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Keys } from "@tributary/runtime-http"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import type { Slot } from "./Fleet.js"

/** A migrated database with one account. */
export interface Installation {
  readonly url: string
  readonly apiKey: string
  /** Drops the database. */
  readonly remove: () => Promise<void>
}

const admin = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const makeKey = (account: string) =>
  Effect.gen(function* () {
    const keys = yield* Keys.Keys
    return Redacted.value((yield* keys.create(yield* keys.createAccount(account), account)).key)
  })

const inDatabase = <A, E>(url: string, program: Effect.Effect<A, E, Keys.Keys | SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(
    program.pipe(
      Effect.provide(Keys.layer),
      Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 1 }))
    )
  )

/** Adds an account; returns its API key. */
export const addAccount = ({ url }: Installation, name: string): Promise<string> => inDatabase(url, makeKey(name))

/** Creates a database on the server. */
export const create = async (server: string): Promise<Installation> => {
  const name = `tributary_chaos_${randomBytes(6).toString("hex")}`
  await admin(server, `create database ${name} template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const apiKey = await inDatabase(url.href, Effect.zipRight(Migrator.run(), makeKey("Chaos")))
  return { url: url.href, apiKey, remove: () => admin(server, `drop database ${name} with (force)`) }
}

/** The servers of an installation, none of which runs yet. */
export const slots = (
  { url }: Installation,
  options: { readonly file: string; readonly count: number; readonly dataDir: string; readonly logLevel: string }
): ReadonlyArray<Slot> => {
  const masterKey = `1:${randomBytes(32).toString("base64")}`
  return Array.from({ length: options.count }, (_, index): Slot => {
    const name = `server-${index + 1}`
    const database = new URL(url)
    // Tells whose session a write comes from.
    database.searchParams.set("application_name", name)
    const env = {
      DATABASE_URL: database.href,
      TRIBUTARY_DATA_DIR: options.dataDir,
      TRIBUTARY_MASTER_KEY: masterKey,
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      TRIBUTARY_LOG_LEVEL: options.logLevel,
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      TRIBUTARY_JOBS_AT_ONCE: "4",
      // The ticketing tools find a ticket at once, so that a job need not search for minutes before it fails.
      TRIBUTARY_OUTBOUND_SEARCH_SECS: "10",
      TRIBUTARY_REFRESH_MIN_SECS: "60",
      TRIBUTARY_API_DATABASE_CONNECTIONS: "4",
      TRIBUTARY_SYNC_DATABASE_CONNECTIONS: "8"
    }
    const settings = { file: options.file, env }
    return { name, settings, process: null, isServing: false, isStarting: false }
  })
}
