import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpServer } from "@effect/platform"
import type { Connector } from "@tributary/core"
import { Keys, OperatorKeys, Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { ConfigProvider, Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import * as MasterKeys from "../../runtime-http/src/store/secrets/MasterKeys.js"
import { TestDatabase } from "../../runtime-http/test/TestDatabase.js"
import { until } from "./Wait.js"

/** An answer of the API. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into the body as into any JSON
  readonly body: any
}

/** Any JSON that the API answers with. */
export type Json = Answer["body"]

/** A whole runtime on a database of its own. Tests call it over HTTP, as a consumer does. */
export interface Service {
  /** The address of the API; another one after `restart`. */
  readonly baseUrl: string
  readonly key: string
  /** A key of another account. */
  readonly strangersKey: string
  /** The key of an operator that may do everything; requests below `/operator` send it. */
  readonly operatorKey: string
  readonly organizationId: string
  readonly dataDir: string
  /** The address of its database; null if it is embedded. */
  readonly databaseUrl: string | null
  readonly call: (
    path: string,
    init?: RequestInit & { readonly connection?: string; readonly key?: string }
  ) => Promise<Answer>
  /** Asks for a new connection; `settings` are further fields of the request. */
  readonly connect: (vendor: string, credentials: unknown, settings?: object) => Promise<Answer>
  /** Waits until a job of the connection ends: the first to end, or the one with this id. */
  readonly jobOf: (connectionId: string, jobId?: string) => Promise<Json>
  /** Runs a job now and waits until it ends; `query` is that of the request, such as `?full=true`. */
  readonly sync: (connectionId: string, query?: string) => Promise<Json>
  readonly health: (connectionId: string) => Promise<Json>
  /** All items of a list, walked forward by cursor. */
  readonly walk: (connectionId: string, path: string) => Promise<ReadonlyArray<Json>>
  /** Ends the runtime, and starts another one on the same database at another port. */
  readonly restart: () => Promise<void>
  /** Ends the runtime and keeps its data folder. */
  readonly dispose: () => Promise<void>
  /** Ends the runtime and removes its database and its data folder. */
  readonly stop: () => Promise<void>
}

/** Makes a migrated database, and returns the settings that lead to it. */
const databaseIn = async (
  dataDir: string,
  isEmbedded: boolean,
  scope: Scope.Scope
): Promise<Readonly<Record<string, string>>> => {
  if (isEmbedded) {
    await TestDatabase.fillFolder(dataDir)
    return {}
  }
  const url = await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: true }), scope))
  return {
    DATABASE_URL: Redacted.value(url),
    TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate())
  }
}

/** Starts a runtime with these connectors. */
export const start = async (options: {
  readonly connectors: ReadonlyArray<Connector.Connector>
  readonly settings?: Readonly<Record<string, string>>
  /** Around the whole runtime, such as a tracer. */
  readonly around?: Layer.Layer<never>
  /** Uses the embedded database even if there is a Postgres server, which answers several times faster. */
  readonly isEmbedded?: boolean
}): Promise<Service> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-"))
  const scope = Effect.runSync(Scope.make())
  const database = await databaseIn(dataDir, options.isEmbedded === true || !TestDatabase.isServer, scope)
  const settings = new Map(
    Object.entries({
      PORT: "0",
      TRIBUTARY_DATA_DIR: dataDir,
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      TRIBUTARY_LOG_LEVEL: "None",
      TRIBUTARY_DRAIN_SECS: "0",
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000",
      ...database,
      ...options.settings
    })
  )
  const config = await Effect.runPromise(
    RuntimeConfig.load.pipe(Effect.withConfigProvider(ConfigProvider.fromMap(settings)))
  )
  const boot = () =>
    ManagedRuntime.make(
      // Full scans may be requested in a row, and two of them delete what they miss, however soon they follow each other.
      Runtime.layer({
        connectors: options.connectors,
        config: { ...config, deletionEvidenceSecs: 0, fullScanMinSecs: 0 }
      }).pipe(Layer.provide(options.around ?? Layer.empty))
    )
  let runtime = boot()
  const addressOf = Effect.map(HttpServer.HttpServer, ({ address }) => `${HttpServer.formatAddress(address)}/v1`)
  let baseUrl = await runtime.runPromise(addressOf)
  const { key, operatorKey, strangersKey } = await runtime.runPromise(
    Effect.gen(function* () {
      const keys = yield* Keys.Keys
      const account = yield* keys.createAccount("Test account")
      const made = yield* keys.create(account, "test")
      const stranger = yield* keys.create(yield* keys.createAccount("Another account"), "test")
      const operators = yield* OperatorKeys.OperatorKeys
      const operator = yield* operators.create("test", { role: "act", mayReadRecords: true }, null)
      return {
        key: Redacted.value(made.key),
        strangersKey: Redacted.value(stranger.key),
        operatorKey: Redacted.value(operator.key)
      }
    })
  )

  const call: Service["call"] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (path.startsWith("/operator/")) headers.set("x-operator-key", operatorKey)
    else if (path.startsWith("/connect-sessions/")) headers.set("authorization", `Bearer ${init.key}`)
    else headers.set("x-api-key", init.key ?? key)
    if (init.connection !== undefined) headers.set("x-connection-id", init.connection)
    if (init.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
  }
  const organization = await call("/provisioning/organizations", {
    method: "POST",
    body: JSON.stringify({ name: "Acme" })
  })
  const organizationId: string = organization.body.id
  const connections = `/provisioning/organizations/${organizationId}/connections`

  const jobOf: Service["jobOf"] = (connectionId, jobId) =>
    until(async () => {
      const { body } = await call(`${connections}/${connectionId}/jobs`)
      const hasEnded = (job: Json) => job.finished_at !== null && (jobId === undefined || job.id === jobId)
      return body.items.find(hasEnded) ?? null
    })

  return {
    get baseUrl() {
      return baseUrl
    },
    key,
    strangersKey,
    operatorKey,
    organizationId,
    dataDir,
    databaseUrl: settings.get("DATABASE_URL") ?? null,
    call,
    connect: (vendor, credentials, more = {}) =>
      call(connections, { method: "POST", body: JSON.stringify({ vendor, credentials, ...more }) }),
    jobOf,
    sync: async (id, query = "") => {
      // The API refuses a second job at the same time: wait until the first has ended.
      const queued = await until(async () => {
        const answer = await call(`${connections}/${id}/sync${query}`, { method: "POST" })
        return answer.status === 202 ? answer.body : null
      })
      return jobOf(id, queued.id)
    },
    health: async (id) => (await call(`${connections}/${id}`)).body.health,
    walk: async (connection, path) => {
      const items: Array<Json> = []
      let cursor: string | null = null
      do {
        const more: string = cursor === null ? "" : `&cursor=${cursor}`
        const { body, status, text } = await call(`${path}${path.includes("?") ? "&" : "?"}enableCursor=true${more}`, {
          connection
        })
        if (status !== 200) throw new Error(text)
        items.push(...body.items)
        cursor = body.next_cursor
      } while (cursor !== null)
      return items
    },
    restart: async () => {
      await runtime.dispose()
      runtime = boot()
      baseUrl = await runtime.runPromise(addressOf)
    },
    dispose: () => runtime.dispose(),
    stop: async () => {
      await runtime.dispose()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}
