import type { HttpApiGroup } from "@effect/platform"
import { type Connection, Connector, type DataExportType } from "@tributary/core"
import { Effect, type Layer, Redacted } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import { type CreateConnectSession, LINK_LIFETIME, NewConnectSession } from "../../api/parts/ConnectSessionBody.js"
import * as Errors from "../../api/parts/Errors.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import type { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections } from "../../store/accounts/Connections.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import { Organizations } from "../../store/accounts/Organizations.js"
import { ConnectSessions, type MadeSession } from "../../store/connect/ConnectSessions.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { unknownVendor } from "../parts/ConnectionRequests.js"
import * as ConnectionRoom from "../parts/ConnectionRoom.js"
import * as ConsentOffer from "../parts/ConsentOffer.js"
import * as ExportTypeChoice from "../parts/ExportTypeChoice.js"
import * as Idempotency from "../parts/Idempotency.js"
import { envelope, pageOf } from "../parts/OffsetPages.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import { inBody } from "../server/request/ValidationErrors.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const sendNew = Answer.json(NewConnectSession, 201)

/** The answer as it is kept for a repeated request: the database must not have a token in plain. */
const withoutUrl = (body: string): string => {
  // Only answers that were encoded with the schema of new links are kept.
  const session = JSON.parse(body) as NewConnectSession
  return JSON.stringify({ ...session, url: null })
}

const excluded = (name: "vendors" | "identifier"): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      inBody({
        path: [name],
        msg: "Leave it out, or leave out connection_id: the connection has them already",
        type: "conflict"
      })
    ]
  })

/** What of the body only a new connection can have. */
const excludedBy = ({ connection_id, identifier, vendors = [] }: CreateConnectSession) => {
  if (connection_id === undefined || connection_id === null) return null
  if (vendors.length > 0) return excluded("vendors")
  return identifier === undefined || identifier === null ? null : excluded("identifier")
}

const forAccount = <A, R>(run: (scope: AccountScope) => Effect.Effect<A, Failure.StoreFailure | Errors.ApiError, R>) =>
  Auth.account.pipe(
    Effect.flatMap((scope) => Failure.seenBy(scope, run(scope))),
    Failure.toApiErrors
  )

/** Handles `/provisioning/organizations/{organization_id}/connect-sessions`. Links begin with `baseUrl`, without its `/v1`. */
export const layer = (
  baseUrl: string
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "connectSessions">,
  never,
  AccountUsage | Connections | ConnectorRegistry | ConnectSessions | IdempotencyKeys | Organizations
> =>
  Handlers.group(TributaryApi, "connectSessions", (handlers) =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const organizations = yield* Organizations
      const registry = yield* ConnectorRegistry
      const sessions = yield* ConnectSessions
      const offer = yield* ConsentOffer.make
      const room = yield* ConnectionRoom.make
      const pages = `${baseUrl.endsWith(BASE_PATH) ? baseUrl.slice(0, -BASE_PATH.length) : baseUrl}/connect`

      const linkOf = ({ session, token }: MadeSession): NewConnectSession => ({
        ...session,
        // Behind the `#`, because no browser sends that part, so that no log has it.
        url: `${pages}/${session.id}#${Redacted.value(token)}`
      })

      /** The connectors from which the customer may choose one; 422 for an unknown one. */
      const chosen = (vendors: ReadonlyArray<string>) =>
        vendors.length === 0
          ? Effect.succeed(registry.all)
          : Effect.forEach(vendors, (vendor): Effect.Effect<Connector.Connector, Errors.ApiError> => {
              const connector = registry.get(vendor)
              return connector === undefined
                ? unknownVendor(vendor, registry.all, "vendors")
                : Effect.succeed(connector)
            })

      /** Refuses a link to renew a connection whose customer cannot consent again. */
      const renewable = ({ auth_type: authType, vendor }: Connection) => {
        const connector = registry.signingIn({ vendor, authType })
        return connector === undefined
          ? Effect.void
          : ConsentOffer.refuseLink(offer, ConsentOffer.alone(connector), "connection_id")
      }

      /** The types that some of the connectors export; 422 if none of them exports one. */
      const typesOf = (
        connectors: ReadonlyArray<Connector.Connector>,
        sent: ReadonlyArray<string> | undefined
      ): Effect.Effect<ReadonlyArray<DataExportType> | null, Errors.ApiError> =>
        sent === undefined
          ? Effect.succeed(null)
          : ExportTypeChoice.among(
              "The vendors of the link export",
              [...new Set(connectors.flatMap(Connector.exportTypesOf))],
              sent
            )

      /** Checks everything; the effect that it returns makes the link. */
      const create = (scope: AccountScope, organizationId: string, body: CreateConnectSession) =>
        Effect.gen(function* () {
          yield* organizations.get(scope, organizationId)
          const conflict = excludedBy(body)
          if (conflict !== null) return yield* conflict
          const { connection_id, identifier = null, link_lifetime_secs = LINK_LIFETIME.maximum, return_url } = body
          const connection =
            connection_id === undefined || connection_id === null
              ? null
              : yield* connections.get(scope, organizationId, connection_id)
          const vendors = connection === null ? [...new Set(body.vendors)] : [connection.vendor]
          const connectors = yield* chosen(vendors)
          if (connection !== null) yield* renewable(connection)
          // Of all that there are, the customer sees those that can be used.
          else if (vendors.length > 0) {
            yield* Effect.forEach(connectors, (each) => ConsentOffer.refuseLink(offer, each, "vendors"))
          }
          const dataExportTypes = yield* typesOf(connectors, body.data_export_types)
          if (connection === null) yield* room.check(scope, organizationId, { identifier, vendors })
          return Effect.map(
            sessions.create(scope, organizationId, {
              vendors,
              connectionId: connection?.id ?? null,
              identifier,
              dataExportTypes,
              // As it was parsed: what a browser opens is what was checked.
              returnUrl: return_url === undefined || return_url === null ? null : new URL(return_url).href,
              lifetimeSecs: link_lifetime_secs
            }),
            linkOf
          )
        })

      return handlers
        .handle("createConnectSession", ({ path, payload, request }) =>
          forAccount((scope) =>
            Idempotency.once({
              request,
              scope,
              target: `createConnectSession ${path.organization_id}`,
              body: payload,
              prepare: create(scope, path.organization_id, payload),
              send: sendNew,
              about: ({ connection_id }) => ({ organizationId: path.organization_id, connectionId: connection_id }),
              keep: withoutUrl
            })
          )
        )
        .handle("listConnectSessions", ({ path, urlParams }) =>
          forAccount((scope) => Effect.map(sessions.list(scope, path.organization_id, pageOf(urlParams)), envelope))
        )
        .handle("getConnectSession", ({ path }) =>
          forAccount((scope) => sessions.get(scope, path.organization_id, path.session_id))
        )
        .handle("revokeConnectSession", ({ path }) =>
          forAccount((scope) => sessions.revoke(scope, path.organization_id, path.session_id))
        )
    })
  )
