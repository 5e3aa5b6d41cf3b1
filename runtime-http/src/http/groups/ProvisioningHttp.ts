import type { HttpApiGroup } from "@effect/platform"
import { type Connection, ConnectionWithOrganization, Connector, Organization } from "@tributary/core"
import { Clock, Effect, type Layer } from "effect"
import type { CreateConnection, UpdateConnection } from "../../api/parts/ConnectionBody.js"
import * as Errors from "../../api/parts/Errors.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import { nearestName } from "../../NearestName.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { ConnectionHasChanged, Connections } from "../../store/accounts/Connections.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import { Organizations } from "../../store/accounts/Organizations.js"
import type { Erasures } from "../../store/erasure/Erasures.js"
import { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { DeletionDecisions } from "../../store/jobs/DeletionDecisions.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as CredentialTest from "../../vendor/CredentialTest.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import * as UnreadFields from "../../vendor/UnreadFields.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import * as Status from "../parts/ConnectionStatus.js"
import * as ConnectionUpdate from "../parts/ConnectionUpdate.js"
import * as CredentialFailure from "../parts/CredentialFailure.js"
import * as Deletions from "../parts/Deletions.js"
import * as ExportTypeChoice from "../parts/ExportTypeChoice.js"
import * as Idempotency from "../parts/Idempotency.js"
import { envelope, pageOf } from "../parts/OffsetPages.js"
import * as RecordCounting from "../parts/RecordCounting.js"
import * as TimingBounds from "../parts/TimingBounds.js"
import * as Auth from "../server/access/Auth.js"
import type { FloodGuards } from "../server/access/FloodGuards.js"
import * as Handlers from "../server/Handlers.js"
import { inBody } from "../server/request/ValidationErrors.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const identifierOf = ({ identifier }: { readonly identifier?: string }) =>
  identifier === undefined ? {} : { identifier }

const sendNew = {
  organization: Answer.json(Organization, 201),
  connection: Answer.json(ConnectionWithOrganization, 201)
}

const unknownVendor = (sent: string, connectors: ReadonlyArray<Connector.Connector>): Errors.ApiError => {
  const nearest = nearestName(
    sent,
    connectors.map(({ vendor }) => vendor)
  )
  const hint = nearest === null ? "" : `Did you mean ${nearest}? `
  const msg = `Unknown vendor. ${hint}GET /v1/connectors lists the supported ones.`
  return Errors.make("InvalidParameter", { detail: [inBody({ path: ["vendor"], msg, type: "vendor" })] })
}

const notLoaded = (vendor: string) => `This server has no connector for ${vendor}. Ask its operator to load it.`

const lacksCredentials = Errors.make("InvalidParameter", {
  detail: [
    inBody({
      path: ["replace_tenant"],
      msg: "Send the credentials of the new tenant with it, or leave it out.",
      type: "replace_tenant"
    })
  ]
})

/** How often a change that stored credentials complete is tried, if somebody else changes the connection meanwhile. */
const MAX_TRIES = 3

const showing =
  (registry: ConnectorRegistry["Type"]) =>
  <A extends Connection>(connection: A): A => ({
    ...connection,
    credentials: StoredCredentials.stillShown(registry.get(connection.vendor), connection.credentials)
  })

const cannotCheck = (vendor: string, field: "credentials" | "data_export_types") =>
  Errors.make("InvalidParameter", { detail: [inBody({ path: [field], msg: notLoaded(vendor), type: "vendor" })] })

const toWire = (report: CredentialTest.TestReport) => ({
  is_valid: report.isValid,
  message: report.message,
  data_export_types: report.dataExportTypes.map((type) => ({
    data_export_type: type.dataExportType,
    is_valid: type.isValid,
    message: type.message,
    unread_fields: type.unreadFields.map(UnreadFields.toWire)
  })),
  problems: report.problems
})

const untested = (message: string): CredentialTest.TestReport => ({
  isValid: false,
  message,
  dataExportTypes: [],
  problems: []
})

const makeActions = (bounds: TimingBounds.TimingBounds) =>
  Effect.gen(function* () {
    const connections = yield* Connections
    const organizations = yield* Organizations
    const credentialTest = yield* CredentialTest.CredentialTest
    const jobs = yield* Jobs
    const registry = yield* ConnectorRegistry
    const stops = yield* ConnectorStops
    const usage = yield* AccountUsage

    const proven = ({ accountId }: AccountScope, connector: Connector.Connector, credentials: unknown) =>
      Effect.zipRight(
        stops.check(connector.vendor),
        credentialTest.check(connector, credentials).pipe(
          Effect.provideService(VendorAccount, accountId),
          Effect.catchAll(CredentialFailure.toApiError(connector)),
          Effect.map((checked) => ({
            ...checked,
            shownCredentials: StoredCredentials.shownOf(connector, checked.credentials)
          }))
        )
      )

    /** What was sent of the credentials, with what is stored of the others; null if that changes nothing. */
    const completed = (
      [scope, organizationId, connectionId]: readonly [AccountScope, string, string],
      connector: Connector.Connector,
      sent: NonNullable<UpdateConnection["credentials"]>
    ) =>
      Effect.gen(function* () {
        const stored = yield* connections.credentials(scope, organizationId, connectionId).pipe(
          Effect.map(({ credentials }) => credentials),
          // New ones make the connection work again if all are sent.
          Effect.catchTags({
            ConnectionNotFound: () => Effect.succeed(null),
            VaultError: () => Effect.succeed(null),
            // A service that is only away may open the former ones soon.
            KeyServiceError: (error) => (error.reason === "Refused" ? Effect.succeed(null) : error)
          })
        )
        const { isChanged, ...completed } = yield* StoredCredentials.complete(connector, stored, sent).pipe(
          Effect.catchAll(CredentialFailure.toApiError(connector))
        )
        return isChanged ? completed : null
      })

    /** Checks everything; the effect that it returns stores the connection. */
    const create = (scope: AccountScope, organizationId: string, body: CreateConnection) =>
      Effect.gen(function* () {
        // Checked first, so that a wrong id costs no request to the vendor.
        yield* organizations.get(scope, organizationId)
        yield* TimingBounds.check(bounds, body)
        const connector = registry.get(body.vendor)
        if (connector === undefined) return yield* unknownVendor(body.vendor, registry.all)
        const dataExportTypes = yield* ExportTypeChoice.resolve(connector, body.data_export_types)
        yield* usage.check(scope.accountId, "connections")
        return yield* connections.create(scope, organizationId, {
          ...(yield* proven(scope, Connector.reading(connector, dataExportTypes), body.credentials)),
          dataExportTypes,
          vendor: connector.vendor,
          identifier: body.identifier ?? null,
          ...TimingBounds.resolve(bounds, connector, body)
        })
      })

    /**
     * Changes a connection as it is now. Only when the store has locked the connection is it certain that this is as the caller expects, and
     * as it was when stored credentials completed those that were sent.
     */
    const updateOnce = (
      at: readonly [AccountScope, string, string],
      body: UpdateConnection,
      isExpected: (current: ConnectionWithOrganization) => boolean
    ) =>
      Effect.gen(function* () {
        const [scope] = at
        const current = showing(registry)(yield* connections.get(...at))
        // This saves the vendor a request.
        if (!isExpected(current)) return yield* new ConnectionHasChanged({ isExpected: false })
        const differing = yield* ConnectionUpdate.differing(current, body)
        yield* TimingBounds.check(bounds, differing)
        const { vendor } = current
        const connector = registry.get(vendor)
        const { credentials: sent, data_export_types } = differing
        if (connector === undefined && data_export_types !== undefined) {
          return yield* cannotCheck(vendor, "data_export_types")
        }
        if (connector === undefined && sent !== undefined) return yield* cannotCheck(vendor, "credentials")
        const types =
          connector === undefined || data_export_types === undefined
            ? null
            : yield* ExportTypeChoice.check(connector, data_export_types)
        const changes = {
          ...ConnectionUpdate.toChanges(differing),
          ...(connector === undefined || types === null ? {} : { choice: { types, connector } })
        }
        const completion = connector === undefined || sent === undefined ? null : yield* completed(at, connector, sent)
        if (connector === undefined || completion === null) {
          if (body.replace_tenant === true) return yield* lacksCredentials
          return yield* connections.update(...at, changes, isExpected).pipe(
            // Without new credentials, the tenant stays.
            Effect.catchTag("TenantChanged", Effect.die)
          )
        }
        const reading = Connector.reading(connector, types ?? current.data_export_types)
        const checked = yield* proven(scope, reading, completion.credentials)
        const replacesTenant = body.replace_tenant ?? false
        return yield* connections
          .update(
            ...at,
            { ...changes, ...checked, replacesTenant },
            isExpected,
            completion.usesStored ? current.updated_at : undefined
          )
          .pipe(
            Effect.catchTag("TenantChanged", (change) => Effect.fail(CredentialFailure.ofTenant(connector, change)))
          )
      })

    const update = (...args: Parameters<typeof updateOnce>) =>
      Effect.retry(updateOnce(...args), {
        while: (error) => error._tag === "ConnectionHasChanged" && error.isExpected,
        times: MAX_TRIES - 1
      })

    const test = (scope: AccountScope, organizationId: string, connectionId: string) =>
      Effect.gen(function* () {
        const { data_export_types, vendor } = yield* connections.get(scope, organizationId, connectionId)
        const loaded = registry.get(vendor)
        if (loaded === undefined) return untested(notLoaded(vendor))
        const connector = Connector.reading(loaded, data_export_types)
        yield* stops.check(vendor)
        const unreadable = ({ message }: { readonly message: string }) =>
          Effect.map(Clock.currentTimeMillis, (now) => CredentialTest.unreadable(connectionId, connector, message, now))
        return yield* connections.credentials(scope, organizationId, connectionId).pipe(
          Effect.flatMap(({ credentials }) => credentialTest.test(connector, credentials, connectionId)),
          Effect.provideService(VendorAccount, scope.accountId),
          Effect.catchTags({ MalformedCredentials: unreadable, VaultError: unreadable })
        )
      })

    const sync = (scope: AccountScope, organizationId: string, connectionId: string, isFull: boolean) =>
      Effect.gen(function* () {
        const { vendor } = yield* connections.get(scope, organizationId, connectionId)
        yield* stops.check(vendor)
        const fullDistanceSecs = bounds.fullScanIntervalSecs.minimum
        return yield* jobs.request(scope, organizationId, connectionId, { isFull, fullDistanceSecs })
      })

    return { create, update, test, sync }
  })

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
      const actions = yield* makeActions(bounds)
      const shown = showing(registry)

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
              prepare: actions.create(scope, path.organization_id, payload),
              send: sendNew.connection,
              about: ({ id }) => ({ organizationId: path.organization_id, connectionId: id }),
              // Only answers that were encoded with the schema of connections are kept.
              resend: (body) => JSON.stringify(shown(JSON.parse(body) as ConnectionWithOrganization))
            })
          )
        )
        .handle("listConnections", ({ path, urlParams }) =>
          forAccount((scope) => {
            const health = urlParams.healthStatusCodes ?? []
            const page = { ...pageOf(urlParams), ...identifierOf(urlParams), health }
            return Effect.map(connections.list(scope, path.organization_id, page), ({ items, total }) =>
              envelope({ items: items.map(shown), total })
            )
          })
        )
        .handle("getConnection", ({ path }) =>
          forAccount((scope) =>
            Effect.flatMap(connections.get(scope, path.organization_id, path.connection_id), (connection) =>
              ConnectionUpdate.send(shown(connection))
            )
          )
        )
        .handle("updateConnection", ({ path, payload, request }) =>
          forAccount((scope) => {
            const at = [scope, path.organization_id, path.connection_id] as const
            return Effect.flatMap(actions.update(at, payload, ConnectionUpdate.isExpected(request)), (connection) =>
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
          forAccount((scope) => Effect.map(actions.test(scope, path.organization_id, path.connection_id), toWire))
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
          forAccount((scope) => actions.sync(scope, path.organization_id, path.connection_id, urlParams.full ?? false))
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
