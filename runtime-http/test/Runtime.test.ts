import { randomUUID } from "node:crypto"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpServer } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import type { Connector } from "@tributary/core"
import { ConfigProvider, Context, Effect, Fiber, Layer, Redacted } from "effect"
import pg from "pg"
import { vi } from "vitest"
import * as Wait from "../../tests/support/Wait.js"
import * as Errors from "../src/api/parts/Errors.js"
import * as Runtime from "../src/Runtime.js"
import * as RuntimeConfig from "../src/RuntimeConfig.js"
import * as ApiKeys from "../src/store/accounts/ApiKeys.js"
import * as Child from "./Child.js"
import { send } from "./http/TestServer.js"
import * as FakeVendor from "./sync/FakeVendor.js"
import { onPostgres, TestDatabase } from "./TestDatabase.js"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tributary-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** Starts a runtime with its own data folder, like a process on another machine, until the scope closes. */
const start = (
  url: Redacted.Redacted<string>,
  settings: Readonly<Record<string, string>> = {},
  connectors: ReadonlyArray<Connector.Connector> = []
) =>
  Effect.gen(function* () {
    const values = {
      DATABASE_URL: Redacted.value(url),
      PORT: "0",
      TRIBUTARY_DATA_DIR: yield* folder,
      TRIBUTARY_LOG_LEVEL: "None",
      TRIBUTARY_DRAIN_SECS: "0",
      ...settings
    }
    const config = yield* RuntimeConfig.load.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values))))
    )
    return yield* Layer.build(Runtime.layer({ connectors, config }))
  })

/** A client without the time limits of a runtime, until the scope closes. */
const connect = (url: Redacted.Redacted<string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: Redacted.value(url) })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const masterKey = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`

onPostgres("processes on one Postgres", () => {
  it.scopedLive("need the same master key: a process with another one does not start", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      yield* start(url, { TRIBUTARY_MASTER_KEY: masterKey("ours", 1) })
      const error = yield* Effect.flip(start(url, { TRIBUTARY_MASTER_KEY: masterKey("other", 2) }))
      expect(error._tag).toBe("MasterKeysError")
      expect(error.message).toMatch(/^The master key "other" of TRIBUTARY_MASTER_KEY cannot open this database/)
    })
  )

  it.scopedLive("start with the same key, and at every step of a key rotation", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const [old, fresh] = [masterKey("old", 1), masterKey("new", 2)]
      const steps = [old, old, `${old},${fresh}`, `${fresh},${old}`, fresh]
      // Each process starts beside one of the step before, as when they are replaced one after the other.
      for (const [index, keys] of steps.slice(1).entries()) {
        yield* Effect.scoped(
          Effect.forEach([steps[index] ?? old, keys], (each) => start(url, { TRIBUTARY_MASTER_KEY: each }))
        )
      }
    })
  )
})

/** Tells the pool for requests from the others. */
const API_CONNECTIONS = 7

onPostgres("an account whose requests take the database longer than its share", () => {
  it.scopedLive("gets a 429 that says when to try again, and other accounts are served", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const services = yield* start(url, {
        TRIBUTARY_MASTER_KEY: masterKey("ours", 1),
        TRIBUTARY_DATABASE_SHARE_MILLIS: "1",
        TRIBUTARY_API_DATABASE_CONNECTIONS: String(API_CONNECTIONS)
      })
      const keys = Context.get(services, ApiKeys.Keys)
      const origin = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
      const asking = Effect.gen(function* () {
        const { key } = yield* keys.create(yield* keys.createAccount("test"), "test")
        const headers = { "X-API-KEY": Redacted.value(key), "X-CONNECTION-ID": randomUUID() }
        return (path = "/idp/users") => send(`${origin}/v1${path}`, { headers })
      })
      const [ask, askOther] = [yield* asking, yield* asking]
      const refused = yield* Effect.promise(() =>
        Wait.until(async () => {
          const reply = await ask()
          return reply.status === 429 ? reply : null
        })
      )
      expect(refused.headers.get("x-error-code")).toBe("DATABASE_SHARE_EXHAUSTED")
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
      const connected = vi.spyOn(pg.Pool.prototype, "connect")
      yield* Effect.addFinalizer(() => Effect.sync(() => connected.mockRestore()))
      for (const path of ["/provisioning/organizations", `/idp/users/${randomUUID()}`, "/itsm/users"]) {
        expect([path, (yield* Effect.promise(() => ask(path))).status]).toEqual([path, 429])
      }
      // A refusal takes no statement, which would use up more of the share.
      const ofRequests = connected.mock.contexts.filter((pool) => (pool as pg.Pool).options.max === API_CONNECTIONS)
      expect(ofRequests).toEqual([])
      expect((yield* Effect.promise(() => askOther())).status).toBe(404)
    })
  )
})

onPostgres("an operator", () => {
  /** Starts a process with this version of a connector; returns how to ask it with a key of a new account. */
  const startWith = (url: Redacted.Redacted<string>, version: string) =>
    Effect.gen(function* () {
      const settings = { TRIBUTARY_MASTER_KEY: masterKey("ours", 1), TRIBUTARY_ACCOUNT_ORGANIZATIONS: "1" }
      const connector = { ...FakeVendor.connector({ itsm_users: [FakeVendor.users] }), version }
      const services = yield* start(url, settings, [connector])
      const keys = Context.get(services, ApiKeys.Keys)
      const { key } = yield* keys.create(yield* keys.createAccount("test"), "test")
      const origin = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
      return (method: string, path: string, body?: unknown) =>
        Effect.promise(() =>
          send(`${origin}/v1${path}`, {
            method,
            headers: { "X-API-KEY": Redacted.value(key) },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
        )
    })

  it.scopedLive(
    "sets the quotas of all accounts, and stops one version of a connector in the processes that have it",
    () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.makeUrl({ migrated: true })
        const client = yield* connect(url)
        yield* Effect.promise(() =>
          client.query(
            "insert into connector_stop (vendor, version, reason) values ('FAKE', '1.4.2', 'It sends wrong data')"
          )
        )
        const codes: Array<string | null> = []
        for (const version of ["1.4.2", "1.4.3"]) {
          const ask = yield* startWith(url, version)
          const organization = yield* ask("POST", "/provisioning/organizations", { name: "Acme" })
          const { id } = organization.json as { readonly id: string }
          const refused = yield* ask("POST", "/provisioning/organizations", { name: "Another" })
          expect(refused.headers.get("x-error-code")).toBe("QUOTA_EXCEEDED")
          expect((yield* ask("GET", "/usage")).json).toMatchObject({
            organizations: { used: 1, limit: 1 },
            connections: { limit: null }
          })
          const body = { vendor: "FAKE", credentials: { none: "of them" } }
          const connection = yield* ask("POST", `/provisioning/organizations/${id}/connections`, body)
          codes.push(connection.headers.get("x-error-code"))
        }
        expect(codes).toEqual(["CONNECTOR_STOPPED", "CREDENTIALS_MALFORMED"])
      })
  )
})

onPostgres("a process whose requests take all the database connections for requests", () => {
  it.scopedLive("is ready, and runs jobs", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const settings = { TRIBUTARY_MASTER_KEY: masterKey("ours", 1), TRIBUTARY_API_DATABASE_CONNECTIONS: "2" }
      const services = yield* start(url, settings)
      const keys = Context.get(services, ApiKeys.Keys)
      const account = yield* keys.createAccount("test")
      const { key } = yield* keys.create(account, "test")
      // The last connection is only for accounts that have none yet.
      const { key: other } = yield* keys.create(yield* keys.createAccount("other"), "test")
      const origin = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
      const askWith = (of: Redacted.Redacted) => (path: string) =>
        Effect.promise(() => send(origin + path, { headers: { "X-API-KEY": Redacted.value(of) } }))
      const ask = askWith(key)

      // Nobody can look up a key until this client leaves.
      const lock = yield* connect(url)
      yield* Effect.promise(() => lock.query("begin; lock table api_key in access exclusive mode"))
      const asked = yield* Effect.fork(
        Effect.forEach(
          [key, other],
          (of) =>
            Effect.replicateEffect(askWith(of)("/v1/provisioning/organizations"), 15, { concurrency: "unbounded" }),
          { concurrency: "unbounded" }
        )
      )
      const client = yield* connect(url)
      const count = (text: string, ...values: ReadonlyArray<string>) =>
        Effect.map(
          Effect.promise(() => client.query(text, [...values])),
          ({ rowCount }) => rowCount
        )
      const counts = (wanted: number, rows: Effect.Effect<number | null>) =>
        Effect.repeat(Effect.zipLeft(rows, Effect.sleep("20 millis")), { until: (found) => found === wanted })
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      yield* counts(2, count(waiting))
      expect((yield* ask("/readyz")).status).toBe(200)

      const id = randomUUID()
      yield* count("insert into organization (id, account_id, name) values ($1, $2, 'test')", id, account)
      yield* count(
        `insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
         values ($1, $2, $1, 'NONE', 'ACTIVE', 3600, 60)`,
        id,
        account
      )
      yield* count(
        "insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs) values ($1, 'NONE', 1, 3600, 60)",
        id
      )
      yield* counts(1, count("select from job where connection_id = $1 and finished_at is not null", id))
      expect((yield* ask("/readyz")).status).toBe(200)
      yield* Effect.promise(() => lock.query("rollback"))
      yield* Fiber.join(asked)
    })
  )
})

onPostgres("a process that waits for another one to migrate the database", () => {
  it.scopedLive("is alive from the start, and answers every other request by saying that it is starting", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const migrating = yield* connect(url)
      yield* Effect.promise(() => migrating.query("select pg_advisory_lock(7214093118)"))
      const port = yield* Effect.promise(Child.freePort)
      const ask = (path: string) =>
        Effect.promise(async () => {
          const { headers, status, ...answer } = await send(`http://127.0.0.1:${port}${path}`)
          return { ...answer, status, retryAfter: headers.get("retry-after"), id: headers.get("x-request-id") }
        })
      const isWaiting = Effect.promise(async () => {
        const { rowCount } = await migrating.query("select from pg_locks where locktype = 'advisory' and not granted")
        return rowCount === 1
      })
      const starting = yield* Effect.fork(
        start(url, { PORT: String(port), TRIBUTARY_MASTER_KEY: masterKey("ours", 1) })
      )
      yield* Effect.repeat(Effect.zipLeft(isWaiting, Effect.sleep("20 millis")), { until: (waits) => waits })
      expect(yield* ask("/healthz")).toMatchObject({ status: 200, json: { status: "ok" } })
      expect(yield* ask("/readyz")).toMatchObject({
        status: 503,
        json: { detail: "The process is still starting." },
        retryAfter: "5"
      })
      expect(yield* ask("/v1/idp/users?limit=1")).toMatchObject({
        status: 503,
        json: { detail: Errors.table.NotServing.message },
        retryAfter: "5",
        id: expect.stringMatching(/^[0-9a-f-]{36}$/)
      })
      yield* Effect.promise(() => migrating.query("select pg_advisory_unlock(7214093118)"))
      yield* Fiber.join(starting)
      expect(yield* ask("/readyz")).toMatchObject({ status: 200 })
    })
  )
})

it.scopedLive("a cap for a vendor without a connector prevents the start, because it would limit nothing", () =>
  Effect.gen(function* () {
    const nowhere = Redacted.make("postgres://127.0.0.1:1/none")
    const error = yield* Effect.flip(start(nowhere, { TRIBUTARY_RATE_LIMITS: "OKTTA=1/1s" }))
    expect(error._tag).toBe("SettingsError")
    expect(error.message).toMatch(/^TRIBUTARY_RATE_LIMITS names OKTTA, but only these connectors are loaded: none/)
  })
)

it.scopedLive("a server database without a master key prevents the start, and the message says how to make a key", () =>
  Effect.gen(function* () {
    const dataDir = yield* folder
    const nowhere = Redacted.make("postgres://127.0.0.1:1/none")
    const error = yield* Effect.flip(start(nowhere, { TRIBUTARY_DATA_DIR: dataDir }))
    expect(error._tag).toBe("MasterKeysError")
    expect(error.message).toMatch(/^TRIBUTARY_MASTER_KEY is not set/)
    expect(error.message).toContain('"key-1:$(openssl rand -base64 32)"')
    expect(yield* Effect.promise(() => readdir(dataDir))).toEqual([])
  })
)

it.live("a runtime names misspelled settings in the log when it reads its settings", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const log = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0)
    vi.stubEnv("TRIBUTARY_REGON", "eu")
    // It stops after that: a database server needs a master key.
    const settings = new Map([["DATABASE_URL", "postgres://127.0.0.1:1/none"]])
    const starting = Layer.build(Runtime.layer({ connectors: [] })).pipe(
      Effect.scoped,
      Effect.withConfigProvider(ConfigProvider.fromMap(settings)),
      Effect.flip
    )
    const error = yield* Effect.ensuring(
      starting,
      Effect.sync(() => {
        vi.unstubAllEnvs()
        log.mockRestore()
      })
    )
    expect(error._tag).toBe("MasterKeysError")
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      {
        logLevel: "WARN",
        message: "TRIBUTARY_REGON is not a setting, and has no effect. Did you mean TRIBUTARY_REGION?"
      }
    ])
  })
)

it.scopedLive("a runtime that reads its settings from the environment logs each request once", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const log = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0)
    yield* Effect.addFinalizer(() => Effect.sync(() => log.mockRestore()))
    const dataDir = yield* folder
    yield* Effect.promise(() => TestDatabase.fillFolder(dataDir))
    const settings = new Map([
      ["PORT", "0"],
      ["TRIBUTARY_DATA_DIR", dataDir]
    ])
    yield* Effect.gen(function* () {
      const services = yield* Layer.build(Runtime.layer({ connectors: [] }))
      const origin = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
      yield* Effect.promise(() => send(`${origin}/v1/idp/users`, { headers: { "X-API-KEY": "unknown" } }))
    }).pipe(Effect.scoped, Effect.withConfigProvider(ConfigProvider.fromMap(settings)))
    const lines = written.flatMap((text) => text.trimEnd().split("\n"))
    expect(lines.filter((line) => line.includes("/v1/idp/users"))).toHaveLength(1)
    expect(lines).toEqual([...new Set(lines)])
  })
)
