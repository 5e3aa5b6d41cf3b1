import type { HttpApiGroup } from "@effect/platform"
import { type Connection, ConnectionWithOrganization, Organization } from "@tributary/core"
import { Effect, type Layer } from "effect"
import type * as Errors from "../../api/parts/Errors.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import type { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections } from "../../store/accounts/Connections.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import { Organizations } from "../../store/accounts/Organizations.js"
import type { Erasures } from "../../store/erasure/Erasures.js"
import type { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { DeletionDecisions } from "../../store/jobs/DeletionDecisions.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import type * as CredentialTest from "../../vendor/CredentialTest.js"
import * as ConnectionRequests from "../parts/ConnectionRequests.js"
import * as Status from "../parts/ConnectionStatus.js"
import * as ConnectionUpdate from "../parts/ConnectionUpdate.js"
import * as Deletions from "../parts/Deletions.js"
import * as Idempotency from "../parts/Idempotency.js"
import * as KeptConnection from "../parts/KeptConnection.js"
import { envelope, pageOf } from "../parts/OffsetPages.js"
import * as RecordCounting from "../parts/RecordCounting.js"
import type * as TimingBounds from "../parts/TimingBounds.js"
import * as Auth from "../server/access/Auth.js"
import type { FloodGuards } from "../server/access/FloodGuards.js"
import * as Handlers from "../server/Handlers.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const identifierOf = ({ identifier }: { readonly identifier?: string }) =>
  identifier === undefined ? {} : { identifier }

const sendNew = {
  organization: Answer.json(Organization, 201),
  connection: Answer.json(ConnectionWithOrganization, 201)
}

/**
 * Handles the endpoints below `/provisioning`; `bounds` limits how often connections run and for how long, and `scanTiming` says
 * when full scans are made.
 */
export const layer = (
  bounds: TimingBounds.TimingBounds,
  scanTiming: Status.ScanTiming
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "provisioning">,
  never,
  | AccountUsage
  | CredentialTest.CredentialTest
  | Connections
  | ConnectorRegistry
  | ConnectorStops
  | DeletionDecisions
  | Erasures
  | FloodGuards
  | IdempotencyKeys
  | Jobs
  | Organizations
  | RecordQuery
> =>
  Handlers.group(TributaryApi, "provisioning", (handlers) =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const decisions = yield* DeletionDecisions
      const deletions = yield* Deletions.make
      const jobs = yield* Jobs
      const organizations = yield* Organizations
      const registry = yield* ConnectorRegistry
      const requests = yield* ConnectionRequests.make(bounds, "caller")
      const { shown } = requests
      /** With a link, its reader replaces the tokens of a connection, which takes the same scope as replacing credentials. */
      const shownTo =
        ({ scopes }: AccountScope) =>
        <A extends Connection>(connection: A): A =>
          scopes === null || scopes.includes("provisioning")
            ? shown(connection)
            : { ...shown(connection), oauth2_authorize_url: null }

      const forAccount = <A, R>(
        run: (scope: AccountScope) => Effect.Effect<A, Failure.StoreFailure | Errors.ApiError, R>
      ) =>
        Auth.account.pipe(
          Effect.flatMap((scope) => Failure.seenBy(scope, run(scope))),
          Failure.toApiErrors
        )

      return handlers
        .handle("createOrganization", ({ payload, request }) =>
          forAccount((scope) =>
            Idempotency.once({
              request,
              scope,
              target: "createOrganization",
              body: payload,
              prepare: Effect.succeed(
                organizations.create(scope, { name: payload.name, identifier: payload.identifier ?? null })
              ),
              send: sendNew.organization,
              about: ({ id }) => ({ organizationId: id, connectionId: null })
            })
          )
        )
        .handle("listOrganizations", ({ urlParams }) =>
          forAccount((scope) => {
            const page = { ...pageOf(urlParams), ...identifierOf(urlParams) }
            return Effect.map(organizations.list(scope, page), envelope)
          })
        )
        .handle("getOrganization", ({ path }) => forAccount((scope) => organizations.get(scope, path.organization_id)))
        .handle("deleteOrganization", ({ path, urlParams }) =>
          forAccount((scope) => deletions.organization(scope, path.organization_id, urlParams))
        )
        .handle("createConnection", ({ path, payload, request }) =>
          forAccount((scope) =>
            Idempotency.once({
              request,
              scope,
              target: `createConnection ${path.organization_id}`,
              body: payload,
              prepare: requests.create(scope, path.organization_id, payload),
              send: sendNew.connection,
              about: ({ id }) => ({ organizationId: path.organization_id, connectionId: id }),
              keep: KeptConnection.keep,
              resend: KeptConnection.resending((id) => connections.get(scope, path.organization_id, id), shown)
            })
          )
        )
        .handle("listConnections", ({ path, urlParams }) =>
          forAccount((scope) => {
            const health = urlParams.healthStatusCodes ?? []
            const page = { ...pageOf(urlParams), ...identifierOf(urlParams), health }
            return Effect.map(connections.list(scope, path.organization_id, page), ({ items, total }) =>
              envelope({ items: items.map(shownTo(scope)), total })
            )
          })
        )
        .handle("getConnection", ({ path }) =>
          forAccount((scope) =>
            Effect.flatMap(connections.get(scope, path.organization_id, path.connection_id), (connection) =>
              ConnectionUpdate.send(shownTo(scope)(connection))
            )
          )
        )
        .handle("updateConnection", ({ path, payload, request }) =>
          forAccount((scope) => {
            const at = [scope, path.organization_id, path.connection_id] as const
            return Effect.flatMap(requests.update(at, payload, ConnectionUpdate.isExpected(request)), (connection) =>
              ConnectionUpdate.send(shown(connection))
            )
          })
        )
        .handle("deleteConnection", ({ path, urlParams }) =>
          forAccount((scope) => deletions.connection(scope, path.organization_id, path.connection_id, urlParams))
        )
        .handle("getConnectionStatus", ({ path }) =>
          forAccount((scope) =>
            Effect.map(jobs.statusFacts(scope, path.organization_id, path.connection_id), (facts) =>
              Status.make(facts, registry.get(facts.vendor), scanTiming)
            )
          )
        )
        .handle("testConnection", ({ path }) =>
          forAccount((scope) =>
            Effect.map(requests.test(scope, path.organization_id, path.connection_id), ConnectionRequests.toWire)
          )
        )
        .handle("listConnectionJobs", ({ path, urlParams }) =>
          forAccount((scope) =>
            Effect.map(jobs.list(scope, path.organization_id, path.connection_id, pageOf(urlParams)), envelope)
          )
        )
        .handle("countConnectionRecords", ({ path, urlParams }) =>
          forAccount((scope) => RecordCounting.count(scope, path.organization_id, path.connection_id, urlParams))
        )
        .handle("syncConnection", ({ path, urlParams }) =>
          forAccount((scope) => requests.sync(scope, path.organization_id, path.connection_id, urlParams.full ?? false))
        )
        .handle("decideHeldBackDeletions", ({ path, payload }) =>
          forAccount((scope) => {
            const owner = { scope, organizationId: path.organization_id }
            const decision = { decision: payload.decision, kinds: payload.record_kinds ?? null }
            return Effect.map(decisions.decide(owner, path.connection_id, decision), (decided) => ({
              held_back_deletions: decided
            }))
          })
        )
    })
  )
