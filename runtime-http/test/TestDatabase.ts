import { createHash, randomUUID } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Layer, Redacted, type Scope } from "effect"
import pg from "pg"
import { describe } from "vitest"
import { Database, type DatabaseServices } from "../src/store/postgres/Database.js"
import { EmbeddedPostgres } from "../src/store/postgres/EmbeddedPostgres.js"
import * as Migrator from "../src/store/postgres/Migrator.js"
import { migrations } from "../src/store/postgres/migrations/index.js"

const serverUrl = process.env["TEST_DATABASE_URL"] || undefined

/** A pooler before that server, which tests then use instead of the server. */
const poolerUrl = process.env["TEST_DATABASE_POOLER"] || undefined

/** Whether tests run on a table `record` that an operator has partitioned; the embedded database is never partitioned. */
const isPartitioned = process.env["TEST_PARTITIONED"] === "true"

/** What an operator runs to partition the table `record`. */
const partitioning = readFileSync(new URL("../partition-record.sql", import.meta.url), "utf8")

/** Changes with the schema, so that a template is never out of date. */
const schemaHash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 12)

/** Changes with the partitions, too. */
const partitionedHash = createHash("sha256").update(schemaHash).update(partitioning).digest("hex").slice(0, 12)

/** A `describe` for tests that need a real Postgres server. */
export const onPostgres = (name: string, tests: () => void): void => {
  describe.skipIf(serverUrl === undefined)(
    serverUrl === undefined ? `${name} (skipped: set TEST_DATABASE_URL)` : name,
    tests
  )
}

/** A `describe` for tests that need a pooler before that server. */
export const onPooler = (name: string, tests: () => void): void => {
  describe.skipIf(poolerUrl === undefined)(
    poolerUrl === undefined ? `${name} (skipped: set TEST_DATABASE_POOLER)` : name,
    tests
  )
}

/** A `describe` for tests whose sessions need start-up parameters, which a pooler may not pass on. */
export const onDirectPostgres = (name: string, tests: () => void): void => {
  if (poolerUrl === undefined) onPostgres(name, tests)
  else describe.skip(`${name} (skipped: TEST_DATABASE_POOLER is set)`, tests)
}

/** How long a transaction of a test may be idle, in milliseconds: a slow machine may stand still for longer than the five seconds of the runtime. */
const IDLE_MILLIS = 60_000

const onServer = (template: Effect.Effect<string>): Layer.Layer<DatabaseServices> =>
  Layer.unwrapScoped(
    Effect.map(freshUrl(template), (url) => Database.layerUrl({ url: TestDatabase.patient(url), maxConnections: 10 }))
  ).pipe(Layer.orDie)

const migrated = Effect.promise(() => postgresTemplate(isPartitioned))

const postgres = onServer(migrated)
const whole = onServer(Effect.promise(() => postgresTemplate(false)))
const partitioned = onServer(Effect.promise(() => postgresTemplate(true)))

const embedded: Layer.Layer<DatabaseServices> = Layer.scopedContext(
  Effect.gen(function* () {
    const { dump } = yield* Effect.promise(embeddedTemplate)
    return yield* Database.fromEmbedded(yield* EmbeddedPostgres.make({ memory: true, loadTemplate: dump }))
  })
).pipe(Layer.orDie)

/** Databases for tests. Provide a layer once per test file: each build of the layer creates another database. */
export const TestDatabase = {
  /** A fresh, migrated database: on the Postgres server of TEST_DATABASE_URL if set, otherwise embedded. */
  layer: serverUrl === undefined ? embedded : postgres,

  /** A fresh, migrated database on the Postgres server; only inside `onPostgres`. */
  postgres,

  /** The same, always as the migrations make it. */
  whole,

  /** The same with a table `record` that has been partitioned as an operator does it. */
  partitioned,

  /** A fresh, migrated PGlite in memory. */
  embedded,

  /** The URL of a fresh database on the Postgres server, for tests that open their own pools; `migrated: false` leaves it empty. */
  makeUrl: (options: { readonly migrated: boolean }): Effect.Effect<Redacted.Redacted<string>, never, Scope.Scope> =>
    freshUrl(options.migrated ? migrated : Effect.succeed("template0")),

  /** The URL for a runtime of a test that is not about the limits of its database. A pooler would refuse the parameter. */
  patient: (url: Redacted.Redacted): Redacted.Redacted => {
    if (poolerUrl !== undefined) return url
    const patient = new URL(Redacted.value(url))
    patient.searchParams.set("idle_in_transaction_session_timeout", String(IDLE_MILLIS))
    return Redacted.make(patient.href)
  },

  /** Whether the table `record` of `postgres` is partitioned. */
  isPartitioned,

  /** Whether a pooler is between the tests and the server. */
  isPooled: poolerUrl !== undefined,

  /** Whether there is a Postgres server to test on. */
  isServer: serverUrl !== undefined,

  /** Puts a migrated PGlite into the data folder of a runtime, which then starts in a quarter of the time. */
  fillFolder: async (dataDir: string): Promise<void> => {
    const { folder } = await embeddedTemplate()
    cpSync(folder, dataDir, { recursive: true })
  }
}

function freshUrl(from: Effect.Effect<string>): Effect.Effect<Redacted.Redacted<string>, never, Scope.Scope> {
  return Effect.gen(function* () {
    const template = yield* from
    const name = `tributary_test_${randomUUID().replaceAll("-", "")}`
    yield* Effect.acquireRelease(
      Effect.promise(() => admin((client) => client.query(`create database ${name} template ${template}`))),
      () => Effect.promise(() => admin((client) => client.query(`drop database ${name} with (force)`)))
    )
    return Redacted.make(urlOf(name, poolerUrl))
  })
}

/** The name of a migrated template database, created by the first test process that needs it. */
async function postgresTemplate(partitioned: boolean): Promise<string> {
  const template = `tributary_template_${partitioned ? `partitioned_${partitionedHash}` : schemaHash}`
  await admin(async (client) => {
    // The session holds the lock, because databases cannot be created inside a transaction.
    await client.query("select pg_advisory_lock(7214093119)")
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template])
    if (rowCount === 0) {
      // Renamed when complete, so that a test process that is killed leaves no partial template.
      const unfinished = `${template}_unfinished`
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await client.query(`create database ${unfinished} template template0`)
      const database = Database.layerUrl({ url: Redacted.make(urlOf(unfinished)), maxConnections: 1 })
      await Effect.runPromise(Effect.provide(Migrator.run(), database))
      if (partitioned) await runScript(urlOf(unfinished), partitioning)
      await client.query(`alter database ${unfinished} rename to ${template}`)
    }
  })
  return template
}

/** Runs a script with several statements. */
const runScript = (url: string, text: string) => connected(url, (client) => client.query(text))

const admin = <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => connected(serverUrl ?? "", use)

async function connected<A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function urlOf(database: string, base = serverUrl): string {
  const url = new URL(base ?? "")
  url.pathname = `/${database}`
  return url.href
}

/** A migrated PGlite on disk. */
interface EmbeddedTemplate {
  /** A data folder. */
  readonly folder: string
  /** A dump: opening it takes a tenth of the time of migrating a fresh database. */
  readonly dump: string
}

let created: Promise<EmbeddedTemplate> | undefined

/** The template that all test processes share; the first that needs it creates it. */
const embeddedTemplate = (): Promise<EmbeddedTemplate> => {
  created ??= Effect.runPromise(createTemplate)
  return created
}

const createTemplate = Effect.gen(function* () {
  const modules = new URL("../node_modules/", import.meta.url)
  const { version } = JSON.parse(readFileSync(new URL("@electric-sql/pglite/package.json", modules), "utf8"))
  // The name changes with the version of PGlite and with the schema.
  const template = fileURLToPath(new URL(`.cache/tributary/pglite-${version}-${schemaHash}`, modules))
  const parts: EmbeddedTemplate = { folder: `${template}/folder`, dump: `${template}/dump.tar` }
  if (!existsSync(template)) {
    const unfinished = `${template}.${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const server = yield* EmbeddedPostgres.make({ dataDir: `${unfinished}/folder` })
        yield* Effect.provide(Migrator.run(), yield* Database.fromEmbedded(server))
        yield* server.dump(`${unfinished}/dump.tar`)
      })
    )
    try {
      renameSync(unfinished, template)
    } catch {
      // Another test process has finished its own first.
      rmSync(unfinished, { recursive: true })
    }
  }
  return parts
})
