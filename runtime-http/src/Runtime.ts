// runtime-http: assembles the store, the background work and the API into one layer, from connectors and settings.

import type { HttpServer } from "@effect/platform"
import type { ServeError } from "@effect/platform/HttpServerError"
import { Authentication, type Connector } from "@tributary/core"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Context, Duration, Effect, Layer, Logger, type LogLevel } from "effect"
import * as BackgroundLoop from "./BackgroundLoop.js"
import * as HeapGrowth from "./HeapGrowth.js"
import { ProductName } from "./http/connect/ProductName.js"
import { PublicUrl } from "./http/parts/PublicUrl.js"
import * as TimingBounds from "./http/parts/TimingBounds.js"
import * as Server from "./http/Server.js"
import * as ClientAddress from "./http/server/access/ClientAddress.js"
import * as FloodGuards from "./http/server/access/FloodGuards.js"
import * as NodeServer from "./http/server/listen/NodeServer.js"
import { ProcessPhase } from "./http/server/listen/ProcessPhase.js"
import * as LogLines from "./LogLines.js"
import * as ProcessLines from "./ProcessLines.js"
import * as RuntimeConfig from "./RuntimeConfig.js"
import * as RuntimeDatabase from "./RuntimeDatabase.js"
import * as RuntimeVault from "./RuntimeVault.js"
import * as Shutdown from "./Shutdown.js"
import type { SqlError } from "./Sql.js"
import * as AccountQuotas from "./store/accounts/AccountQuotas.js"
import * as AccountUsage from "./store/accounts/AccountUsage.js"
import * as ApiKeys from "./store/accounts/ApiKeys.js"
import * as Connections from "./store/accounts/Connections.js"
import * as IdempotencyKeys from "./store/accounts/IdempotencyKeys.js"
import * as OperatorKeys from "./store/accounts/OperatorKeys.js"
import * as Organizations from "./store/accounts/Organizations.js"
import * as AuditLog from "./store/audit/AuditLog.js"
import * as ConnectSessions from "./store/connect/ConnectSessions.js"
import * as Consents from "./store/consent/Consents.js"
import * as Visits from "./store/consent/Visits.js"
import * as Erasures from "./store/erasure/Erasures.js"
import * as ConnectorStops from "./store/jobs/ConnectorStops.js"
import * as DeletionDecisions from "./store/jobs/DeletionDecisions.js"
import * as Jobs from "./store/jobs/Jobs.js"
import * as OutboundJobs from "./store/jobs/OutboundJobs.js"
import * as ReadLists from "./store/jobs/ReadLists.js"
import * as ConnectionActions from "./store/operators/ConnectionActions.js"
import * as ConnectionOverview from "./store/operators/ConnectionOverview.js"
import * as ServiceOverview from "./store/operators/ServiceOverview.js"
import { CONNECTION_WAIT, type DatabaseServices, EMBEDDED_WAIT } from "./store/postgres/Database.js"
import * as DatabaseShares from "./store/postgres/DatabaseShares.js"
import * as Readiness from "./store/postgres/Readiness.js"
import * as RateLimits from "./store/rate/RateLimits.js"
import * as Cursor from "./store/read/Cursor.js"
import { RecordQuery } from "./store/read/RecordQuery.js"
import * as RunnerRegistry from "./store/schedule/RunnerRegistry.js"
import * as StoppedConnectors from "./store/schedule/StoppedConnectors.js"
import * as SyncSchedule from "./store/schedule/SyncSchedule.js"
import type { Vault } from "./store/secrets/Vault.js"
import * as WebhookDeliveries from "./store/webhooks/WebhookDeliveries.js"
import * as Webhooks from "./store/webhooks/Webhooks.js"
import { RecordStore } from "./store/write/RecordStore.js"
import * as Housekeeper from "./sync/Housekeeper.js"
import * as OutboundWorker from "./sync/outbound/OutboundWorker.js"
import * as EventLimit from "./sync/pull/EventLimit.js"
import * as JobRunner from "./sync/pull/JobRunner.js"
import * as RestoreWatch from "./sync/RestoreWatch.js"
import * as Scheduler from "./sync/schedule/Scheduler.js"
import * as WebhookWorker from "./sync/webhooks/WebhookWorker.js"
import * as InstallationMetrics from "./telemetry/installation/InstallationMetrics.js"
import * as PoolMetrics from "./telemetry/installation/PoolMetrics.js"
import type { MetricsServeError } from "./telemetry/MetricsServer.js"
import * as Telemetry from "./telemetry/Telemetry.js"
import * as UnknownSettings from "./UnknownSettings.js"
import * as ConnectorRegistry from "./vendor/ConnectorRegistry.js"
import * as CredentialTest from "./vendor/CredentialTest.js"
import * as ConsentTokens from "./vendor/oauth2/ConsentTokens.js"
import * as OAuth2Clients from "./vendor/oauth2/OAuth2Clients.js"
import * as RateCaps from "./vendor/RateCaps.js"
import * as SharedRateBudget from "./vendor/SharedRateBudget.js"
import * as VendorClient from "./vendor/VendorClient.js"
import * as VendorSession from "./vendor/VendorSession.js"
import * as WebhookClient from "./vendor/WebhookClient.js"

/** What a platform team decides: which connectors run, and with which settings. */
export interface RuntimeOptions {
  /** The connectors to run, one per vendor. */
  readonly connectors: ReadonlyArray<Connector.Connector>
  /** The settings; read from the environment when absent. */
  readonly config?: RuntimeConfig.RuntimeConfig
}

/** Why a runtime cannot start; the message of each error says what to do. */
export type RuntimeError =
  | ConnectorRegistry.RegistryError
  | RuntimeDatabase.DatabaseError
  | RuntimeVault.VaultSettingsError
  | RuntimeConfig.SettingsError
  | MetricsServeError
  | ServeError

/** The services of a running runtime that the surrounding program may use. */
export type RuntimeServices =
  | HttpServer.HttpServer
  | ApiKeys.Keys
  | DeletionDecisions.DeletionDecisions
  | OperatorKeys.OperatorKeys
  | RecordStore
  | Scheduler.Scheduler

/** How long requests in flight may still take after the drain time. */
const SHUTDOWN_GRACE = Duration.seconds(5)

/** Logs one JSON object per line to standard output, for `level` and above. */
const logging = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.provideMerge(
    ProcessLines.layer,
    Layer.merge(
      Logger.replaceScoped(Logger.defaultLogger, LogLines.make(process.stdout)),
      Logger.minimumLogLevel(level)
    )
  )

/**
 * What handlers use, on connections that no job takes. Fresh, because jobs use some of these layers on connections of their own: a layer
 * that is built once for both would have the connections of whichever is built first.
 */
const apiStores = ({ outboundQueue: maxOpen, region }: RuntimeConfig.RuntimeConfig) =>
  Layer.mergeAll(
    Organizations.layer,
    AccountUsage.layerIn(region),
    ConnectionOverview.layer,
    ServiceOverview.layer,
    Layer.provideMerge(ConnectionActions.layer, Layer.merge(Connections.layer, Jobs.layer)),
    IdempotencyKeys.layer,
    Erasures.layerIn(region),
    OperatorKeys.layer,
    ConnectorStops.layer,
    DeletionDecisions.layer,
    AuditLog.layer,
    OutboundJobs.layer({ maxOpen }),
    Webhooks.layer,
    Consents.layer,
    Visits.layerIn(region),
    ConnectSessions.layerIn(region),
    RecordQuery.layer,
    Cursor.Cursor.layer
  ).pipe(
    Layer.provideMerge(Layer.merge(ApiKeys.layerIn(region), SyncSchedule.layer)),
    Layer.fresh,
    Layer.provide(RuntimeDatabase.on("api")),
    Layer.merge(Layer.provide(Readiness.layer, RuntimeDatabase.on("readiness")))
  )

/** The services of handlers that the surrounding program may use. */
const forSurroundings = Layer.effectContext(
  Effect.map(
    Effect.context<ApiKeys.Keys | DeletionDecisions.DeletionDecisions | OperatorKeys.OperatorKeys>(),
    Context.pick(ApiKeys.Keys, DeletionDecisions.DeletionDecisions, OperatorKeys.OperatorKeys)
  )
)

const assemble = (
  connectors: ReadonlyArray<Connector.Connector>,
  config: RuntimeConfig.RuntimeConfig,
  phase: ProcessPhase["Type"]
): Layer.Layer<RuntimeServices, RuntimeError> => {
  const { jobsAtOnce: maxJobs, drain, fullScanSecs: longestFullScanSecs } = config
  const { deletionEvidenceSecs: evidenceSecs } = config
  const isServer = config.databaseUrl !== null
  const sweepGuard = { evidenceSecs, maxShare: config.sweepMaxShare, minRecords: config.sweepMinRecords }
  const servers = config.baseUrls.map((url) => ({ url }))
  const rate = { perSecond: config.requestsPerSecond, burst: config.requestsPerSecond * 5 }
  const shares = DatabaseShares.make({
    millisPerSecond: config.databaseShareMillis,
    // The embedded database has one connection, for which all accounts queue.
    connections: config.databaseUrl === null ? 1 : config.apiDatabaseConnections,
    maxWaitMillis: Duration.toMillis(config.databaseUrl === null ? EMBEDDED_WAIT : CONNECTION_WAIT)
  })

  const syncStores = Layer.mergeAll(
    Connections.layer,
    Jobs.layer,
    OutboundJobs.layer({ maxOpen: config.outboundQueue }),
    WebhookDeliveries.layer,
    Consents.layer,
    RecordStore.layer({ longestFullScanSecs, sweepGuard })
  ).pipe(
    Layer.provideMerge(SyncSchedule.layer),
    Layer.provideMerge(RuntimeVault.layer(config)),
    Layer.provideMerge(RuntimeDatabase.on("sync"))
  )
  const rateBudget = SharedRateBudget.layer({ hasOthers: config.databaseUrl !== null }).pipe(
    Layer.provide(RateLimits.layer)
  )
  const { httpsProxy: url, noProxy: exempt, proxyResolvesNames: resolvesNames } = config
  const proxy = url === null ? null : { url, exempt, resolvesNames }
  const heldTokens = Layer.effect(
    Authentication.HeldTokens,
    Effect.map(ConsentTokens.ConsentTokens, ({ of }) => of)
  ).pipe(Layer.provide(ConsentTokens.layer))
  const vendors = Layer.mergeAll(CredentialTest.layer, JobRunner.layer, WebhookClient.layer).pipe(
    Layer.provideMerge(VendorSession.layer),
    Layer.provide(heldTokens),
    Layer.provideMerge(OAuth2Protocol.layer),
    Layer.provide([
      VendorClient.layer({ ...config, proxy }),
      rateBudget,
      Layer.succeed(RateCaps.RateCaps, config.rateLimits),
      Layer.succeed(EventLimit.EventLimit, config.eventsPerJob)
    ]),
    Layer.provideMerge(ConnectorRegistry.layer(connectors))
  )
  const scheduler: Layer.Layer<
    Scheduler.Scheduler,
    SqlError,
    DatabaseServices | SyncSchedule.SyncSchedule | JobRunner.JobRunner
  > =
    config.databaseUrl === null ? Scheduler.layerSingle({ maxJobs, drain }) : Scheduler.layerCluster({ maxJobs, drain })
  const housekeeper = Housekeeper.layer({
    retentionDays: config.retentionDays,
    deletedRecordDays: config.deletedRecordDays,
    auditDays: config.auditDays,
    eventDays: config.eventDays
  })
  const background = Layer.mergeAll(
    scheduler,
    OutboundWorker.layer({ drain, searchSecs: config.outboundSearchSecs }),
    WebhookWorker.layer({ drain }),
    housekeeper
  ).pipe(
    Layer.provide([
      Layer.effect(BackgroundLoop.OutboundBell, BackgroundLoop.makeBell),
      Layer.effect(BackgroundLoop.WebhookBell, BackgroundLoop.makeBell),
      RuntimeVault.keyIds
    ])
  )
  // The type shows that handlers find all their stores in `apiStores`, and none among those of jobs.
  const api: Layer.Layer<
    ApiKeys.Keys | DeletionDecisions.DeletionDecisions | OperatorKeys.OperatorKeys,
    never,
    | FloodGuards.FloodGuards
    | RuntimeDatabase.Pools
    | Vault
    | ConnectorRegistry.ConnectorRegistry
    | CredentialTest.CredentialTest
    | OAuth2Protocol.OAuth2Protocol
    | WebhookClient.WebhookClient
    | HttpServer.HttpServer
    | NodeServer.Listener
  > = Layer.merge(
    Server.layer({
      ...Server.defaultSettings,
      compress: config.compress,
      servers,
      timingBounds: TimingBounds.make(config),
      scanTiming: { eventDays: config.eventDays, eventsPerJob: config.eventsPerJob, evidenceSecs, longestFullScanSecs },
      connectPage: RuntimeConfig.connectPageOf(config)
    }),
    forSurroundings
  ).pipe(Layer.provide(apiStores(config)))
  const metrics = Layer.merge(Layer.provide(InstallationMetrics.layer, RuntimeDatabase.on("sync")), PoolMetrics.layer)
  return Shutdown.layer(background, drain).pipe(
    Layer.provideMerge(Layer.merge(api, metrics)),
    Layer.provide(Layer.provide(RunnerRegistry.keepWhileServing, RuntimeDatabase.on("sync"))),
    Layer.provide(vendors),
    Layer.provideMerge(syncStores),
    Layer.provide(Layer.provide(RestoreWatch.layer({ hold: config.hold, isServer }), RuntimeDatabase.on("sync"))),
    Layer.provide(RuntimeDatabase.layer(config)),
    // It listens first, so that the process answers while it waits for the database and its migrations.
    Layer.provideMerge(NodeServer.layer({ host: config.host, port: config.port, shutdownGrace: SHUTDOWN_GRACE })),
    Layer.provide([
      FloodGuards.layer(rate),
      Layer.succeed(DatabaseShares.DatabaseShares, shares),
      Layer.succeed(AccountQuotas.DefaultQuotas, RuntimeConfig.quotasOf(config)),
      Layer.succeed(ClientAddress.TrustedProxies, config.trustedProxies),
      Layer.succeed(StoppedConnectors.LoadedVersions, ConnectorRegistry.versionsOf(connectors)),
      Layer.succeed(OAuth2Clients.OAuth2Clients, config.oauthClients),
      Layer.succeed(PublicUrl, config.baseUrls[0] ?? null),
      Layer.succeed(ProductName, config.connectName),
      Layer.succeed(ReadLists.LoadedLists, ReadLists.of(connectors))
    ]),
    Layer.provide(Layer.sync(BackgroundLoop.Registry, BackgroundLoop.makeRegistry)),
    Layer.provide(Layer.succeed(ProcessPhase, phase))
  )
}

/** Refuses a cap for a vendor without a connector: it would limit nothing, and is probably misspelled. */
const checkRateLimits = (
  connectors: ReadonlyArray<Connector.Connector>,
  { rateLimits }: RuntimeConfig.RuntimeConfig
): Effect.Effect<void, RuntimeConfig.SettingsError> => {
  const vendors = connectors.map(({ vendor }) => vendor)
  const unknown = [...rateLimits.keys()].filter((vendor) => !vendors.includes(vendor))
  if (unknown.length === 0) return Effect.void
  const message = `TRIBUTARY_RATE_LIMITS names ${unknown.join(", ")}, but only these connectors are loaded: ${vendors.join(", ") || "none"}. Correct the names, or remove their entries.`
  return Effect.fail(new RuntimeConfig.SettingsError({ message }))
}

/** A whole runtime: database, stores, scheduler, connectors and HTTP server. */
export const layer = ({ connectors, config: given }: RuntimeOptions): Layer.Layer<RuntimeServices, RuntimeError> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const config = given ?? (yield* RuntimeConfig.load)
      const checked = Effect.gen(function* () {
        if (given === undefined) yield* UnknownSettings.warn(Object.keys(process.env))
        yield* checkRateLimits(connectors, config)
        yield* RuntimeVault.check(config)
        yield* Effect.sync(HeapGrowth.widen)
        const phase: ProcessPhase["Type"] = { current: "starting" }
        const telemetry = Telemetry.layer(config, () => phase.current === "serving")
        return Layer.mapError(assemble(connectors, config, phase), RuntimeDatabase.explained(config)).pipe(
          Layer.provide(telemetry)
        )
      })
      // Provided once, around everything that logs: a second time would add a second logger, which writes every line again.
      return Layer.provide(Layer.unwrapEffect(checked), logging(config.logLevel))
    })
  )
