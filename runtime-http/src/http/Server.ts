// http: serves the API that api/ declares, with the handlers in groups/ and everything around them in server/.

import { Extractor, FullScanInterval } from "@tributary/core"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Effect, Layer } from "effect"
import { type ApiServer, BASE_PATH } from "../api/OpenApi.js"
import { TributaryApi } from "../api/TributaryApi.js"
import type { AccountUsage } from "../store/accounts/AccountUsage.js"
import type { Keys } from "../store/accounts/ApiKeys.js"
import type { Connections } from "../store/accounts/Connections.js"
import type { IdempotencyKeys } from "../store/accounts/IdempotencyKeys.js"
import type { OperatorKeys } from "../store/accounts/OperatorKeys.js"
import type { Organizations } from "../store/accounts/Organizations.js"
import type { AuditLog } from "../store/audit/AuditLog.js"
import type { ConnectSessions } from "../store/connect/ConnectSessions.js"
import type { Consents } from "../store/consent/Consents.js"
import type { Visits } from "../store/consent/Visits.js"
import type { Erasures } from "../store/erasure/Erasures.js"
import type { ConnectorStops } from "../store/jobs/ConnectorStops.js"
import type { DeletionDecisions } from "../store/jobs/DeletionDecisions.js"
import type { Jobs } from "../store/jobs/Jobs.js"
import type { OutboundJobs } from "../store/jobs/OutboundJobs.js"
import type { ConnectionActions } from "../store/operators/ConnectionActions.js"
import type { ConnectionOverview } from "../store/operators/ConnectionOverview.js"
import type { ServiceOverview } from "../store/operators/ServiceOverview.js"
import type { Readiness } from "../store/postgres/Readiness.js"
import type { Cursor } from "../store/read/Cursor.js"
import type { RecordQuery } from "../store/read/RecordQuery.js"
import type { Vault } from "../store/secrets/Vault.js"
import type { Webhooks } from "../store/webhooks/Webhooks.js"
import type { ConnectorRegistry } from "../vendor/ConnectorRegistry.js"
import type { CredentialTest } from "../vendor/CredentialTest.js"
import type { WebhookClient } from "../vendor/WebhookClient.js"
import * as ConnectRoutes from "./connect/ConnectRoutes.js"
import * as PageSettings from "./connect/PageSettings.js"
import * as ConsentRoutes from "./consent/ConsentRoutes.js"
import * as AppsecHttp from "./groups/AppsecHttp.js"
import * as AuditHttp from "./groups/AuditHttp.js"
import * as ConfigurationHttp from "./groups/ConfigurationHttp.js"
import * as ConnectHttp from "./groups/ConnectHttp.js"
import * as ConnectorsHttp from "./groups/ConnectorsHttp.js"
import * as ConnectSessionsHttp from "./groups/ConnectSessionsHttp.js"
import * as CspmHttp from "./groups/CspmHttp.js"
import * as EdrHttp from "./groups/EdrHttp.js"
import * as EntitiesHttp from "./groups/EntitiesHttp.js"
import * as ErasuresHttp from "./groups/ErasuresHttp.js"
import * as IdpHttp from "./groups/IdpHttp.js"
import * as ItsmHttp from "./groups/ItsmHttp.js"
import * as OperatorsHttp from "./groups/OperatorsHttp.js"
import * as OutboundJobsHttp from "./groups/OutboundJobsHttp.js"
import * as ProvisioningHttp from "./groups/ProvisioningHttp.js"
import * as UsageHttp from "./groups/UsageHttp.js"
import * as VmsHttp from "./groups/VmsHttp.js"
import * as WebhooksHttp from "./groups/WebhooksHttp.js"
import type { ScanTiming } from "./parts/ConnectionStatus.js"
import * as TimingBounds from "./parts/TimingBounds.js"
import * as Reference from "./reference/Reference.js"
import type { FloodGuards } from "./server/access/FloodGuards.js"
import * as Dispatcher from "./server/Dispatcher.js"
import * as HealthEndpoints from "./server/listen/HealthEndpoints.js"
import { Listener } from "./server/listen/NodeServer.js"

/** Settings of the API that do not depend on where it listens. */
export interface ServerSettings extends Dispatcher.DispatcherSettings {
  /** The base addresses of the regions, each ending in `/v1`; `logo_url` starts with the first. Empty: relative to this server. */
  readonly servers: ReadonlyArray<ApiServer>
  /** How often connections may run, and for how long. */
  readonly timingBounds: TimingBounds.TimingBounds
  /** When full scans are made, which the status of a connection shows. */
  readonly scanTiming: ScanTiming
  /** How the page with which customers connect looks, and who may frame it. */
  readonly connectPage: PageSettings.PageSettings
}

/** The settings of a server that is not configured otherwise. */
export const defaultSettings: ServerSettings = {
  ...Dispatcher.defaultSettings,
  servers: [],
  timingBounds: TimingBounds.make(TimingBounds.defaultSettings),
  scanTiming: {
    eventDays: Extractor.EventLog.RETENTION_DAYS,
    eventsPerJob: Extractor.EventLog.MOST_PER_JOB,
    evidenceSecs: Extractor.DEFAULT_EVIDENCE_SECS,
    longestFullScanSecs: FullScanInterval.DEFAULT_LONGEST_SECS
  },
  connectPage: PageSettings.none
}

/** The services that the handlers use. */
export type HandlerServices =
  | AccountUsage
  | AuditLog
  | Erasures
  | ConnectionActions
  | ConnectionOverview
  | CredentialTest
  | Connections
  | Consents
  | OAuth2Protocol.OAuth2Protocol
  | Vault
  | ConnectorRegistry
  | ConnectorStops
  | ConnectSessions
  | Cursor
  | DeletionDecisions
  | IdempotencyKeys
  | Jobs
  | Keys
  | OperatorKeys
  | Organizations
  | OutboundJobs
  | Readiness
  | RecordQuery
  | ServiceOverview
  | Visits
  | WebhookClient
  | Webhooks
  | FloodGuards

/** The last answers are sent before the handlers are detached and the services that they use are released. */
const closing: Layer.Layer<never, never, Listener> = Layer.scopedDiscard(
  Effect.flatMap(Listener, ({ close }) => Effect.addFinalizer(() => close))
)

/** Everything that is served over HTTP: the API, its reference, the page for customers and the health endpoints. */
export const layer = (settings: ServerSettings): Layer.Layer<never, never, HandlerServices | Listener> => {
  const baseUrl = settings.servers[0]?.url ?? BASE_PATH
  const groups = Layer.mergeAll(
    IdpHttp.layer,
    CspmHttp.layer,
    EntitiesHttp.layer,
    VmsHttp.layer,
    EdrHttp.layer,
    AppsecHttp.layer,
    ConfigurationHttp.layer,
    ItsmHttp.layer,
    OutboundJobsHttp.layer,
    ProvisioningHttp.layer(settings.timingBounds, settings.scanTiming),
    WebhooksHttp.layer,
    ConnectSessionsHttp.layer(baseUrl),
    ConnectHttp.layer(settings.timingBounds, settings.scanTiming, baseUrl),
    ErasuresHttp.layer,
    UsageHttp.layer,
    AuditHttp.layer,
    OperatorsHttp.layer(settings.scanTiming),
    ConnectorsHttp.layer(baseUrl)
  )
  const beside = Effect.map(
    Effect.all([
      HealthEndpoints.routes,
      Reference.routes(settings.servers),
      ConsentRoutes.routes,
      ConnectRoutes.routes(settings.connectPage)
    ]),
    (routes) => routes.flat()
  )
  return closing.pipe(Layer.provide(Dispatcher.layer(TributaryApi, settings, beside)), Layer.provide(groups))
}
