import type { Connector } from "@tributary/core"
import { ConfigProvider, Context, Effect, Exit, Layer, Redacted, Schedule, Scope } from "effect"
import pg from "pg"
import { expect } from "vitest"
import * as Wait from "../../../../tests/support/Wait.js"
import * as Runtime from "../../../src/Runtime.js"
import * as RuntimeConfig from "../../../src/RuntimeConfig.js"
import type { SqlClient } from "../../../src/Sql.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { OperatorKeys } from "../../../src/store/accounts/OperatorKeys.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as Child from "../../Child.js"
import { TestDatabase } from "../../TestDatabase.js"
import { send } from "../TestServer.js"
import type { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
import * as Issuer from "./Issuer.js"

const masterKey = `ours:${Buffer.alloc(32, 1).toString("base64")}`

/** What the tests read of a connection. */
export interface Connection {
  readonly id: string
  readonly state: string
  readonly auth_type: string
  readonly oauth2_authorize_url: string | null
  readonly oauth2_problem: string | null
  readonly credentials: Readonly<Record<string, string | null>>
  readonly health: { readonly name: string }
}

/** How often a test looks. Only its own time limit ends that. */
export const often = Schedule.spaced("100 millis")

/** The statuses of a job that has not ended. */
const OPEN: ReadonlySet<string> = new Set(["QUEUED", "RUNNING"])

/** How a world differs from the usual one. */
export interface Options {
  /** The connectors of the runtime; by default one whose second way to sign in is a consent. */
  readonly connectors?: (
    issuer: Issuer.Issuer,
    vendor: ConsentVendor.ConsentVendor
  ) => ReadonlyArray<Connector.Connector>
  /** Starts further vendors, to which the service gives this callback address, and returns their connectors. */
  readonly others?: (
    callback: string,
    issuer: Issuer.Issuer
  ) => Effect.Effect<ReadonlyArray<Connector.Connector>, never, Scope.Scope>
  /** The vendors at which the service has a client. */
  readonly clientsOf?: ReadonlyArray<string>
  /** The name of the organization; Acme by default. */
  readonly organization?: string
  /** Further settings of the runtime. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A runtime with the connector, its vendor and its issuer, and an organization of an account. */
export const make = ({
  clientsOf = ["CONSENTING"],
  connectors: connectorsOf = (issuer, vendor) => [ConsentVendor.connectorOf(issuer, vendor)],
  organization = "Acme",
  others = () => Effect.succeed([]),
  settings = {}
}: Options = {}) =>
  Effect.gen(function* () {
    const url = TestDatabase.patient(yield* TestDatabase.makeUrl({ migrated: true }))
    const port = yield* Effect.promise(Child.freePort)
    const origin = `http://127.0.0.1:${port}`
    const callback = `${origin}/v1/oauth2/callback`
    const issuer = yield* Issuer.start(callback)
    const vendor = yield* ConsentVendor.start(issuer)
    const further = yield* others(callback, issuer)
    const clients = JSON.stringify(Object.fromEntries(clientsOf.map((name) => [name, Issuer.CLIENT])))
    const values = {
      DATABASE_URL: Redacted.value(url),
      PORT: String(port),
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      TRIBUTARY_DRAIN_SECS: "0",
      TRIBUTARY_LOG_LEVEL: "None",
      TRIBUTARY_MASTER_KEY: masterKey,
      TRIBUTARY_OAUTH_CLIENTS: clients,
      TRIBUTARY_BASE_URLS: `${origin}/v1`,
      ...settings
    }
    let running = yield* Scope.make()
    yield* Effect.addFinalizer(() => Effect.suspend(() => Scope.close(running, Exit.void)))
    const begin = (more: Readonly<Record<string, string>>) =>
      Effect.gen(function* () {
        const config = yield* RuntimeConfig.load.pipe(
          Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries({ ...values, ...more }))))
        )
        return yield* Layer.buildWithScope(
          Runtime.layer({ connectors: [...connectorsOf(issuer, vendor), ...further], config }),
          running
        )
      })
    const services = yield* begin({})
    /** Ends the process, does something with its database, and starts another process with other settings. */
    const restart = <A, E>(more: Readonly<Record<string, string>>, between: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.gen(function* () {
        yield* Scope.close(running, Exit.void)
        yield* Effect.provide(between, Database.layerUrl({ url, maxConnections: 2 }))
        running = yield* Scope.make()
        yield* begin(more)
      })
    const keys = Context.get(services, ApiKeys.Keys)
    const operators = Context.get(services, OperatorKeys)
    const account = yield* keys.createAccount("test")
    const { key } = yield* keys.create(account, "test")
    const headers = { "X-API-KEY": Redacted.value(key) }
    const sendWith = (sent: Readonly<Record<string, string>>) => (method: string, path: string, body?: unknown) =>
      Effect.promise(() =>
        send(`${origin}/v1${path}`, {
          method,
          headers: sent,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
    const ask = (method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) =>
      sendWith({ ...headers, ...more })(method, path, body)
    const made = yield* ask("POST", "/provisioning/organizations", { name: organization })
    const organizationPath = `/provisioning/organizations/${(made.json as { readonly id: string }).id}`
    const connections = `${organizationPath}/connections`
    const create = (more: Readonly<Record<string, unknown>> = {}) =>
      Effect.map(
        ask("POST", connections, {
          vendor: "CONSENTING",
          auth_type: "OAUTH2_AUTHORIZATION_CODE",
          credentials: { region: "eu" },
          ...more
        }),
        (reply) => ({
          reply,
          get connection() {
            expect(reply.status, reply.text).toBe(201)
            return reply.json as Connection
          }
        })
      )
    const read = (id: string) =>
      Effect.map(ask("GET", `${connections}/${id}`), (reply) => {
        expect(reply.status, reply.text).toBe(200)
        return reply.json as Connection
      })
    const until = (id: string, isSo: (connection: Connection) => boolean) =>
      Effect.promise(() =>
        Wait.until(async () => {
          const connection = await Effect.runPromise(read(id))
          return isSo(connection) ? connection : null
        })
      )
    const jobs = (id: string) =>
      Effect.map(
        ask("GET", `${connections}/${id}/jobs`),
        ({ json }) => (json as { readonly items: ReadonlyArray<{ readonly status: string }> }).items
      )
    /** Waits until the first job of a connection has read everything; the next one begins when a test asks for it. */
    const untilRead = (id: string) =>
      Effect.repeat(jobs(id), { until: ([job]) => job?.status === "SUCCESS", schedule: often })
    /** Waits until no job of a connection runs or waits. */
    const untilIdle = (id: string) =>
      Effect.repeat(jobs(id), { until: (all) => all.every(({ status }) => !OPEN.has(status)), schedule: often })
    const isCallback = (address: string) => address.startsWith(callback)
    /** Goes to the vendor's page with a link, gives the consent or not, and returns the address with which the browser comes back. */
    const visit = (browser: Browser, { oauth2_authorize_url: link }: Connection, gives = true) =>
      Effect.promise(() => browser.visit(link ?? "", gives, isCallback))
    const open = (browser: Browser, address: string, sent: Readonly<Record<string, string>> = {}) =>
      Effect.promise(async () => {
        const response = await browser.get(address, sent)
        const { headers, status } = response
        const policy = headers.get("content-security-policy") ?? ""
        const retryAfter = headers.get("retry-after")
        return { status, location: headers.get("location"), policy, retryAfter, text: await response.text() }
      })
    const query = (text: string) =>
      Effect.promise(async () => {
        const client = new pg.Client({ connectionString: Redacted.value(url) })
        await client.connect()
        const { rows } = await client.query(text)
        await client.end()
        return rows as ReadonlyArray<Readonly<Record<string, unknown>>>
      })
    return {
      account,
      ask,
      clients,
      connections,
      create,
      issuer,
      jobs,
      keys,
      masterKey,
      open,
      operators,
      organizationPath,
      origin,
      query,
      read,
      restart,
      sendWith,
      until,
      untilIdle,
      untilRead,
      url: Redacted.value(url),
      vendor,
      visit
    }
  })

/** What `make` gives a test. */
export type ConsentWorld = Effect.Effect.Success<ReturnType<typeof make>>
