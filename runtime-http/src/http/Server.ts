import { HttpApiBuilder, HttpMiddleware, HttpRouter, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { type ApiServer, BASE_PATH } from "../api/OpenApi.js"
import { TributaryApi } from "../api/TributaryApi.js"
import type { ConnectorRegistry } from "../ConnectorRegistry.js"
import type { Connections } from "../store/Connections.js"
import type { Cursor } from "../store/Cursor.js"
import type { Jobs } from "../store/Jobs.js"
import type { Keys } from "../store/Keys.js"
import type { Organizations } from "../store/Organizations.js"
import type { OutboundJobs } from "../store/OutboundJobs.js"
import type { Readiness } from "../store/Readiness.js"
import type { RecordQuery } from "../store/RecordQuery.js"
import type { ConnectionProbe } from "../sync/ConnectionProbe.js"
import * as Auth from "./Auth.js"
import * as ConnectorsHttp from "./ConnectorsHttp.js"
import * as CspmHttp from "./CspmHttp.js"
import * as Docs from "./Docs.js"
import * as EntitiesHttp from "./EntitiesHttp.js"
import * as IdpHttp from "./IdpHttp.js"
import * as ItsmHttp from "./ItsmHttp.js"
import * as Middleware from "./Middleware.js"
import * as OutboundJobsHttp from "./OutboundJobsHttp.js"
import * as Probes from "./Probes.js"
import * as ProvisioningHttp from "./ProvisioningHttp.js"
import type { RequestLimit } from "./RequestLimit.js"
import * as Routes from "./Routes.js"
import * as RunBounds from "./RunBounds.js"
import * as VmsHttp from "./VmsHttp.js"

/** Settings of the API, whatever it listens on. */
export interface ServerSettings extends Middleware.MiddlewareSettings {
  /** The base addresses of the regions, each ending in `/v1`; the first one begins `logo_url`. None: this server's. */
  readonly servers: ReadonlyArray<ApiServer>
  readonly runBounds: RunBounds.RunBounds
}

export const defaultSettings: ServerSettings = {
  ...Middleware.defaultSettings,
  servers: [],
  runBounds: RunBounds.defaultBounds
}

/** What the handlers use. */
export type HandlerServices =
  | ConnectionProbe
  | Connections
  | ConnectorRegistry
  | Cursor
  | Jobs
  | Keys
  | Organizations
  | OutboundJobs
  | Readiness
  | RecordQuery
  | RequestLimit

/** A path is what it is: no other case, no doubled or trailing slash. */
const strictPaths = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 500
}

/** The whole HTTP side: the API, its reference, the probes and everything around them. */
export const layer = (settings: ServerSettings): Layer.Layer<never, never, HandlerServices | HttpServer.HttpServer> => {
  const routes = Routes.make(TributaryApi, [...Probes.routes, ...Docs.routes(settings.servers)])
  const groups = Layer.mergeAll(
    IdpHttp.layer,
    CspmHttp.layer,
    EntitiesHttp.layer,
    VmsHttp.layer,
    ItsmHttp.layer,
    OutboundJobsHttp.layer,
    ProvisioningHttp.layer(settings.runBounds),
    ConnectorsHttp.layer(settings.servers[0]?.url ?? BASE_PATH)
  ).pipe(Layer.provide(Layer.merge(Auth.keyAccess, Auth.connectionAccess)))
  const api = HttpApiBuilder.api(TributaryApi).pipe(Layer.provide(groups))
  const served = HttpApiBuilder.httpApp.pipe(
    HttpRouter.withRouterConfig(strictPaths),
    Effect.map((app) => HttpServer.serve(app)),
    Layer.unwrapEffect
  )
  const around = Layer.mergeAll(Probes.layer, Docs.layer(settings.servers), Middleware.layer(routes, settings))
  return served.pipe(
    // Its spans hold whole addresses; `Middleware` makes those without.
    HttpMiddleware.withTracerDisabledWhen(() => true),
    Layer.provide([
      api,
      around,
      HttpApiBuilder.Router.Live,
      HttpApiBuilder.Middleware.layer,
      NodeHttpServer.layerContext
    ])
  )
}
