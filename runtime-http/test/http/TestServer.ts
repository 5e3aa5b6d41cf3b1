import { HttpServer } from "@effect/platform"
import * as SqlClient from "@effect/sql/SqlClient"
import { Connector, Credentials, NormalizedRecord, RecordKind } from "@tributary/core"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Duration, Effect, Layer, Logger, ManagedRuntime, Option, Redacted, Schema } from "effect"
import * as Errors from "../../src/api/parts/Errors.js"
import * as Server from "../../src/http/Server.js"
import type * as ClientAddress from "../../src/http/server/access/ClientAddress.js"
import * as FloodGuards from "../../src/http/server/access/FloodGuards.js"
import * as NodeServer from "../../src/http/server/listen/NodeServer.js"
import { connectionClaim, connectionScope } from "../../src/store/accounts/AccessScope.js"
import * as AccountUsage from "../../src/store/accounts/AccountUsage.js"
import * as ApiKeys from "../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../src/store/accounts/Connections.js"
import * as IdempotencyKeys from "../../src/store/accounts/IdempotencyKeys.js"
import * as OperatorKeys from "../../src/store/accounts/OperatorKeys.js"
import * as Organizations from "../../src/store/accounts/Organizations.js"
import * as AuditLog from "../../src/store/audit/AuditLog.js"
import * as ConnectSessions from "../../src/store/connect/ConnectSessions.js"
import * as Consents from "../../src/store/consent/Consents.js"
import * as Visits from "../../src/store/consent/Visits.js"
import * as Erasures from "../../src/store/erasure/Erasures.js"
import * as ConnectorStops from "../../src/store/jobs/ConnectorStops.js"
import * as DeletionDecisions from "../../src/store/jobs/DeletionDecisions.js"
import * as Jobs from "../../src/store/jobs/Jobs.js"
import * as OutboundJobs from "../../src/store/jobs/OutboundJobs.js"
import * as ConnectionActions from "../../src/store/operators/ConnectionActions.js"
import * as ConnectionOverview from "../../src/store/operators/ConnectionOverview.js"
import * as ServiceOverview from "../../src/store/operators/ServiceOverview.js"
import * as Readiness from "../../src/store/postgres/Readiness.js"
import { Cursor } from "../../src/store/read/Cursor.js"
import type { ListPage, Opened } from "../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../src/store/read/RecordQuery.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../src/store/secrets/Vault.js"
import * as WebhookDeliveries from "../../src/store/webhooks/WebhookDeliveries.js"
import * as Webhooks from "../../src/store/webhooks/Webhooks.js"
import { RecordStore } from "../../src/store/write/RecordStore.js"
import type { Rate } from "../../src/TokenBuckets.js"
import * as ConnectorRegistry from "../../src/vendor/ConnectorRegistry.js"
import { CredentialTest } from "../../src/vendor/CredentialTest.js"
import { WebhookClient, type WebhookMessage, WebhookUnanswered } from "../../src/vendor/WebhookClient.js"
import type * as Fixture from "../store/RecordFixture.js"
import { wholeAccount } from "../store/WholeAccount.js"
import { TestDatabase } from "../TestDatabase.js"

/** A page without records. */
export const emptyPage: ListPage = {
  count: 0,
  items: [],
  omitted: [],
  asOf: "2024-01-01T00:00:00.000000Z",
  isCut: false,
  total: 0,
  next: null,
  previous: null
}

/** What a query of a test says that it found. */
export const opened = <A>(value: A): Opened<A> => ({
  scope: connectionScope(wholeAccount("account", "key"), "connection", "ACME"),
  value
})

/** A connector without extractors; these tests never run it. */
export const acme: Connector.Connector = {
  contract: Connector.CONTRACT,
  core: `^${Connector.CORE_VERSION}`,
  vendor: "ACME",
  name: "Acme <Directory>",
  description: "An invented directory.",
  category: "IDP",
  authType: "API_KEY",
  docsUrl: "https://example.com/docs",
  check: "/check",
  // As if it exported everything.
  exports: {
    idp: [
      {
        kinds: Object.values(RecordKind.table),
        deltaCoverage: [],
        permissions: ["read"],
        optionalPermissions: []
      } as never
    ]
  },
  setupSteps: ["Create a token."],
  credentials: Schema.Struct<Credentials.CredentialFields>({
    base_url: Credentials.baseUrl({ title: "Address", help: "Of the tenant." }),
    api_token: Credentials.secret({ title: "API token", help: "In the admin console." })
  }),
  http: () => {
    throw new Error("not used")
  }
}

/** A credential test that accepts everything, except for the given functions. */
export const credentialTestOf = (credentialTest: Partial<CredentialTest["Type"]>): CredentialTest["Type"] => ({
  check: (_connector, credentials) =>
    Effect.succeed({
      credentials: Redacted.make(JSON.stringify(credentials)),
      tenant: { id: "t1", address: "acme.example", further: [] },
      unreadFields: []
    }),
  test: () => Effect.succeed({ isValid: true, message: "ok", dataExportTypes: [], problems: [] }),
  ...credentialTest
})

/** Receivers of webhooks that refuse nothing and are not there, except for the given functions. */
export const webhookClientOf = (client: Partial<WebhookClient["Type"]>): WebhookClient["Type"] => ({
  check: () => Effect.succeed(null),
  post: (_accountId: string, { url }: WebhookMessage) => new WebhookUnanswered({ message: `Nobody is at ${url}` }),
  ...client
})

/** How the server of a test differs from the usual one. */
export interface Options {
  readonly settings?: Partial<Server.ServerSettings>
  readonly credentialTest?: Partial<CredentialTest["Type"]>
  readonly webhookClient?: Partial<WebhookClient["Type"]>
  readonly connectors?: ReadonlyArray<Connector.Connector>
  /** How many requests a key may send; by default any number. */
  readonly rate?: Rate
  /** Replaces a service, such as one that should fail in the test. */
  readonly override?:
    | Layer.Layer<ClientAddress.TrustedProxies>
    | Layer.Layer<RecordQuery>
    | Layer.Layer<Organizations.Organizations>
    | Layer.Layer<Readiness.Readiness>
    | Layer.Layer<WebhookClient>
  /** What readiness asks besides the database; by default all is well. */
  readonly around?: Layer.Layer<never>
  /** The logger; by default the log is discarded. */
  readonly logger?: Logger.Logger<unknown, void>
  /** How long requests in flight may still take when the server stops; a second by default. */
  readonly shutdownGrace?: Duration.DurationInput
}

/** Dies if it is to seal while a transaction is open: a key service may take seconds, and the database connection would wait for it. */
const vault = Layer.effect(
  Vault,
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => {
    const real = Vault.make(keys)
    return Vault.of({
      ...real,
      seal: (...args) =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (transaction) =>
          Option.isSome(transaction) ? Effect.dieMessage("It seals in a transaction.") : real.seal(...args)
        )
    })
  })
)

const database = Layer.provideMerge(SyncSchedule.layer, Layer.merge(TestDatabase.layer, vault))

const persistence = Layer.mergeAll(
  Organizations.layer,
  AccountUsage.layerIn(ApiKeys.DEFAULT_REGION),
  AuditLog.layer,
  Erasures.layerIn(ApiKeys.DEFAULT_REGION),
  ConnectionOverview.layer,
  ServiceOverview.layer,
  Layer.provideMerge(ConnectionActions.layer, Layer.merge(Connections.layer, Jobs.layer)),
  IdempotencyKeys.layer,
  OperatorKeys.layer,
  ConnectorStops.layer,
  DeletionDecisions.layer,
  OutboundJobs.layer(),
  Webhooks.layer,
  ConnectSessions.layerIn(ApiKeys.DEFAULT_REGION),
  WebhookDeliveries.layer,
  Consents.layer,
  Visits.layer,
  RecordQuery.layer,
  RecordStore.layer(),
  Cursor.layer,
  Readiness.layer
).pipe(Layer.provideMerge(ApiKeys.layer), Layer.provideMerge(database))

/** An HTTP server on a free port. */
export const listening = ({ shutdownGrace = "1 second" }: Pick<Options, "shutdownGrace"> = {}) =>
  Layer.orDie(NodeServer.layer({ host: "127.0.0.1", port: 0, shutdownGrace: Duration.decode(shutdownGrace) }))

/** The services that handlers use, on a fresh database. */
export const stores = (options: Options = {}) =>
  Layer.mergeAll(
    persistence,
    Layer.succeed(ConnectorRegistry.ConnectorRegistry, ConnectorRegistry.index(options.connectors ?? [acme])),
    Layer.succeed(CredentialTest, credentialTestOf(options.credentialTest ?? {})),
    Layer.succeed(WebhookClient, webhookClientOf(options.webhookClient ?? {})),
    Layer.succeed(OAuth2Protocol.OAuth2Protocol, {
      exchange: () => Effect.die("no issuer"),
      get: () => Effect.die("no issuer"),
      refresh: () => Effect.die("no issuer")
    }),
    FloodGuards.layer(options.rate ?? { perSecond: 1e6, burst: 1e6 })
  ).pipe((services) => Layer.merge(services, (options.override ?? Layer.empty) as Layer.Layer<never>))

/** The whole API on a free port. */
export const testLayer = (options: Options) =>
  Server.layer({ ...Server.defaultSettings, logRequests: false, ...options.settings }).pipe(
    Layer.provideMerge(listening(options)),
    Layer.provideMerge(stores(options)),
    Layer.provide(options.around ?? Layer.empty),
    Layer.provide(Logger.replace(Logger.defaultLogger, options.logger ?? Logger.none))
  )

/** A response whose body has been read. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Null when the body is not JSON. */
  readonly json: unknown
}

/** A text is sent as JSON, unless the test says otherwise: `fetch` would call it plain text. */
const described = (init: RequestInit): RequestInit => {
  const headers = new Headers(init.headers)
  if (init.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
  return { ...init, headers }
}

/** The statuses of the error table, by code. */
const statusOf: ReadonlyMap<string, number> = new Map(
  Object.values(Errors.table).map(({ code, status }) => [code, status])
)

/** Whatever a test asks for: an answer has an error code of the table if it is an error, and otherwise none. */
const checkCode = ({ headers, status, url }: Response): void => {
  const code = headers.get("X-Error-Code")
  const isRight = status >= 400 ? code !== null && statusOf.get(code) === status : code === null
  if (!isRight) throw new Error(`${url} answered ${status} with the error code ${code}.`)
}

/** Sends a request and reads the response. */
export const send = async (url: string, init: RequestInit = {}): Promise<Reply> => {
  const response = await fetch(url, described(init))
  checkCode(response)
  const text = await response.text()
  const isJson = response.headers.get("content-type") === "application/json"
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : null
  }
}

/** The `loc` of each entry of a 422, joined by dots. */
export const locs = (reply: Reply): ReadonlyArray<string> =>
  (reply.json as { detail: ReadonlyArray<{ loc: ReadonlyArray<string> }> }).detail.map(({ loc }) => loc.join("."))

/** Runs a server until `stop` is called. */
export const serve = async <R>(layer: Layer.Layer<R | HttpServer.HttpServer, never>) => {
  const runtime = ManagedRuntime.make(layer)
  const address = await runtime.runPromise(HttpServer.addressWith(Effect.succeed))
  const origin = address._tag === "TcpAddress" ? `http://127.0.0.1:${address.port}` : ""
  const run = <A, E>(effect: Effect.Effect<A, E, R | HttpServer.HttpServer>) => runtime.runPromise(effect)
  return { origin, run, stop: () => runtime.dispose() }
}

/** Runs the whole API on a free port with a fresh database, until `stop` is called. */
export const start = (options: Options = {}) => serve(testLayer(options))

/** A running server. */
export type TestServer = Awaited<ReturnType<typeof start>>

/** The headers of a tenant's data requests. */
export const dataHeaders = (tenant: Tenant) => ({ "X-API-KEY": tenant.key, "X-CONNECTION-ID": tenant.connection.id })

/** What `makeTenant` created. */
export type Tenant = Effect.Effect.Success<typeof makeTenant>

/** An account with a key, an organization and a connection. */
export const makeTenant = Effect.gen(function* () {
  const keys = yield* ApiKeys.Keys
  const accountId = yield* keys.createAccount("test")
  const { id: keyId, key } = yield* keys.create(accountId, "test")
  const scope = yield* keys.authenticate(key)
  const organization = yield* (yield* Organizations.Organizations).create(scope, { name: "Org", identifier: null })
  const connection = yield* Effect.flatten(
    (yield* Connections.Connections).create(scope, organization.id, {
      vendor: "ACME",
      credentials: Redacted.make(`{"base_url":"https://acme.example","api_token":"s3cret-token"}`),
      identifier: null,
      refreshIntervalSecs: 3600,
      timeoutSecs: 600
    })
  )
  return { accountId, keyId, key: Redacted.value(key), scope, organization, connection }
})

/** Stores records as a sync would; returns their ids in the order of change. */
export const putRecords = (
  connectionId: string,
  kind: RecordKind.Any,
  records: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly vendor_id: string }>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = records.map((record) => NormalizedRecord.deriveId(connectionId, kind.name, record.vendor_id))
    const rows = records.map((record, index) => {
      const id = ids[index] ?? ""
      return {
        connection_id: connectionId,
        kind: kind.name,
        id,
        vendor_id: record.vendor_id,
        position: index + 1,
        updated_at: new Date(Date.UTC(2024, 0, 1 + index)),
        hash: Buffer.from([index]),
        wire: JSON.stringify({ id, ...record })
      }
    })
    yield* sql`insert into record ${sql.insert(rows)}`
    yield* sql`insert into record_counter ${sql.insert({
      connection_id: connectionId,
      kind: kind.name,
      position: records.length,
      updated_at: rows.at(-1)?.updated_at ?? new Date(0),
      total: records.length
    })}`
    return ids
  })

/** An IDP user with every required field. */
export const user = (index: number) => ({
  domain: "acme.example",
  email_addr: `user${index}@acme.example`,
  full_name: `User ${index}`,
  name: `user${index}`,
  vendor_id: `u${index}`,
  vendor_status: "ACTIVE",
  vendor_created_at: "2024-01-01T00:00:00.000Z",
  is_deleted: false
})

/** The tenant's connection in the form that the fixtures of the store need, with the lease of its first job. */
export const at = ({ scope, connection, key }: Tenant): Fixture.Connection => ({
  id: connection.id,
  lease: { connectionId: connection.id, fence: 0, timeoutSecs: 600, crashLoop: null },
  scope: connectionScope(scope, connection.id, connection.vendor),
  claim: connectionClaim(ApiKeys.hashOf(key), connection.id),
  owner: { connectionId: connection.id, vendor: connection.vendor }
})
