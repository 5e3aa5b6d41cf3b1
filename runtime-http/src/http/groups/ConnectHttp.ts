import type { HttpApiGroup } from "@effect/platform"
import { type Connection, type ConnectionStatus, type ConnectionWithOrganization, Connector } from "@tributary/core"
import { Effect, Exit, type Layer, Redacted } from "effect"
import { ConnectSessionConnection, type CreateConnectSessionConnection } from "../../api/parts/ConnectSessionBody.js"
import * as CustomerErrors from "../../api/parts/CustomerErrors.js"
import * as Errors from "../../api/parts/Errors.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections } from "../../store/accounts/Connections.js"
import type { Organizations } from "../../store/accounts/Organizations.js"
import {
  type AdmittedSession,
  ConnectSessions,
  type SessionConsent,
  type SessionOutcome
} from "../../store/connect/ConnectSessions.js"
import type { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import type { CredentialTest, TestReport } from "../../vendor/CredentialTest.js"
import * as Catalogue from "../parts/Catalogue.js"
import * as ConnectionRequests from "../parts/ConnectionRequests.js"
import * as ConnectionRoom from "../parts/ConnectionRoom.js"
import * as Status from "../parts/ConnectionStatus.js"
import * as SessionOffer from "../parts/SessionOffer.js"
import type * as TimingBounds from "../parts/TimingBounds.js"
import * as Auth from "../server/access/Auth.js"
import { FloodGuards } from "../server/access/FloodGuards.js"
import * as Handlers from "../server/Handlers.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const sendConnection = Answer.json(ConnectSessionConnection, 201)

/** What a check says of credentials: whether they are wrong, or the vendor has left it open. Anything else says nothing against them. */
type Verdict = "WRONG" | "OPEN" | "NOTHING"

/** What the errors with these codes say of credentials. */
const verdicts: Readonly<Record<string, Verdict>> = {
  [Errors.table.CredentialsRejected.code]: "WRONG",
  [Errors.table.AddressInvalid.code]: "WRONG",
  [Errors.table.TenantChanged.code]: "WRONG",
  [Errors.table.VendorUnavailable.code]: "OPEN",
  [Errors.table.VendorLimited.code]: "OPEN"
}

/** Whoever leaves before the end does not learn what came of it, which counts as if the credentials were wrong. */
const verdictOf = <A>(
  exit: Exit.Exit<A, Failure.StoreFailure | Errors.ApiError>,
  verdictOfValue: (value: A) => Verdict
): Verdict => {
  if (Exit.isSuccess(exit)) return verdictOfValue(exit.value)
  if (Exit.isInterrupted(exit)) return "WRONG"
  const { cause } = exit
  if (cause._tag !== "Fail" || cause.error._tag !== "ApiError") return "NOTHING"
  return verdicts[cause.error.code ?? ""] ?? "NOTHING"
}

/** A test that has found nothing that the credentials can read: they are wrong if the customer has to act. */
const verdictOfTest = ({ dataExportTypes, isValid, problems }: TestReport): Verdict => {
  if (isValid || dataExportTypes.some((type) => type.isValid)) return "NOTHING"
  return problems.some(({ resolution_owner }) => resolution_owner === "CUSTOMER") ? "WRONG" : "OPEN"
}

const forSession = <A, R>(
  run: (session: AdmittedSession) => Effect.Effect<A, Failure.StoreFailure | Errors.ApiError, R>
) => Failure.toApiErrors(Effect.flatMap(Auth.session, run))

/** Handles `/connect-sessions`. `logo_url` starts with `baseUrl`. */
export const layer = (
  bounds: TimingBounds.TimingBounds,
  scanTiming: Status.ScanTiming,
  baseUrl: string
): Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "connect">,
  never,
  | AccountUsage
  | Connections
  | ConnectorRegistry
  | ConnectorStops
  | ConnectSessions
  | CredentialTest
  | FloodGuards
  | Jobs
  | Organizations
> =>
  Handlers.group(TributaryApi, "connect", (handlers) =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const floods = yield* FloodGuards
      const jobs = yield* Jobs
      const registry = yield* ConnectorRegistry
      const requests = yield* ConnectionRequests.make(bounds, "customer")
      const room = yield* ConnectionRoom.make
      const sessions = yield* ConnectSessions
      const { connectorOf, shownOf, typesOf } = yield* SessionOffer.make
      const { shown } = requests

      const at = ({ connectionId, organizationId, scope }: AdmittedSession, id: string | null = connectionId) =>
        [scope, organizationId, id ?? ""] as const

      /** Counts credentials that were wrong, and refuses all once there were too many; those that a vendor has left open are limited by their rate. */
      const checking = <A, R>(
        session: AdmittedSession,
        check: Effect.Effect<A, Failure.StoreFailure | Errors.ApiError, R>,
        verdictOfValue: (value: A) => Verdict = () => "NOTHING"
      ) =>
        floods.check(
          session.id,
          Effect.acquireUseRelease(
            sessions.beginCheck(session),
            () => check,
            (_, exit) =>
              verdictOf(exit, verdictOfValue) === "WRONG"
                ? Effect.void
                : Effect.ignoreLogged(sessions.clearCheck(session))
          ),
          (exit) => verdictOf(exit, verdictOfValue) === "OPEN"
        )

      const statusOf = (session: AdmittedSession, id: string | null) =>
        Effect.gen(function* () {
          const [connection, facts] = yield* Effect.all([
            connections.get(...at(session, id)),
            jobs.statusFacts(...at(session, id))
          ])
          const status = Status.make(facts, registry.get(facts.vendor), scanTiming)
          return { connection, status, problems: status.problems }
        })

      /** Whether a job has ended that began with what the session has stored. */
      const hasRead = ({ countedAt }: SessionOutcome, { last_sync }: ConnectionStatus) =>
        countedAt !== null && Date.parse(last_sync?.started_at ?? "") >= countedAt.getTime()

      /** What the customer sees of a consent: only whoever gave the link that counts shows it, and why it gave no consent. */
      const consentAs = (
        consent: SessionConsent,
        connection: ConnectionWithOrganization
      ): ConnectSessionConnection["consent"] => {
        const { oauth2_authorize_url, oauth2_problem } = shown(connection)
        switch (consent) {
          case "AWAITED":
            return {
              state: "AWAITED",
              authorize_url: oauth2_authorize_url,
              // Nobody can try again what is not offered any more.
              problem: oauth2_authorize_url === null ? null : oauth2_problem
            }
          case "SUPERSEDED":
            return { state: "AWAITED", authorize_url: null, problem: CustomerErrors.supersededConsent }
          case "GIVEN":
            return { state: "GIVEN", authorize_url: null, problem: null }
        }
      }

      /** What a session has connected. */
      const connected = (session: AdmittedSession, connectionId: string | null) =>
        Effect.gen(function* () {
          const { connection, problems, status } = yield* statusOf(session, connectionId)
          const outcome = yield* sessions.outcomeOf(session)
          return {
            id: connection.id,
            vendor: connection.vendor,
            health: connection.health,
            state: status.state,
            phase: status.phase,
            current_job: status.current_job,
            data_exports: status.data_exports,
            problems,
            consent: outcome.consent === null ? null : consentAs(outcome.consent, connection),
            has_read: (outcome.consent ?? "GIVEN") === "GIVEN" && hasRead(outcome, status)
          }
        })

      const renewedBy = (session: AdmittedSession): Effect.Effect<SessionOffer.Renewed, Failure.StoreFailure> =>
        session.isReconnect ? connections.get(...at(session)) : Effect.succeed(null)

      const reconnected = (session: AdmittedSession) =>
        Effect.map(statusOf(session, session.connectionId), ({ connection, problems }) => {
          const { auth_type, credentials, oauth2_problem } = shown(connection)
          return {
            id: connection.id,
            vendor: connection.vendor,
            auth_type,
            oauth2_problem,
            credentials,
            data_export_types: connection.data_export_types,
            state: connection.state,
            health: connection.health,
            problems
          }
        })

      const view = (session: AdmittedSession) =>
        Effect.gen(function* () {
          const renewed = yield* renewedBy(session)
          const { blocked, connectors } = yield* shownOf(session, renewed)
          return {
            id: session.id,
            organization_name: session.organizationName,
            connectors: Catalogue.entriesOf(connectors, baseUrl),
            data_export_types: SessionOffer.typesAllowed(session, renewed),
            blocked,
            connection: session.isReconnect ? yield* reconnected(session) : null,
            return_url: session.returnUrl,
            state: session.state,
            expires_at: session.expiresAt
          }
        })

      const test = (session: AdmittedSession, { credentials, ...body }: CreateConnectSessionConnection) =>
        Effect.gen(function* () {
          if (session.state !== "OPENED") return yield* Errors.make("ConnectSessionUsed")
          const renewed = yield* renewedBy(session)
          const connector = yield* connectorOf(session, renewed, body)
          const chosen = yield* typesOf(session, renewed, connector, body.data_export_types)
          const types = chosen ?? renewed?.data_export_types ?? Connector.defaultExportTypesOf(connector)
          const connectionId = renewed?.id ?? null
          // No secret is sent to a vendor that cannot be connected.
          if (renewed === null) {
            const { identifier, organizationId, scope } = session
            const { obstacle } = yield* room.of(scope, organizationId, identifier)
            const hindrance = obstacle(connector.vendor, connector.authType)
            if (hindrance !== null) return yield* hindrance
          }
          const subject = { organizationId: session.organizationId, connectionId }
          const tested = requests.testSent(
            session.scope,
            subject,
            connector,
            types,
            credentials,
            connectionId ?? session.id
          )
          return ConnectionRequests.toWire(yield* checking(session, tested, verdictOfTest))
        })

      /** Whether a connection waits for its first consent. */
      const isWaiting = ({ state }: Pick<Connection, "state">) => state === "PENDING"

      /**
       * Makes the connection of a session, or goes on with the one of the same identifier that waits for its first consent. One that waits to sign in
       * another way gives way.
       */
      const creating = (
        session: AdmittedSession,
        connector: Connector.Connector,
        body: Pick<CreateConnectSessionConnection, "credentials" | "data_export_types">
      ) =>
        Effect.gen(function* () {
          const { identifier, organizationId, scope } = session
          const { authType, vendor } = connector
          const storing = <E>(change: Effect.Effect<ConnectionWithOrganization, E>) => sessions.connect(session, change)
          const former = (yield* room.of(scope, organizationId, identifier)).waiting(vendor, authType)
          if (former?.goesOn === true) {
            const { credentials, data_export_types = Connector.defaultExportTypesOf(connector) } = body
            // Nothing stays of what the customer has entered before.
            const emptied = Object.fromEntries(
              Object.keys(shown(former.connection).credentials).map((name) => [name, null])
            )
            const change = { credentials: { ...emptied, ...credentials }, data_export_types }
            return yield* requests.update(at(session, former.connection.id), change, isWaiting, {
              isForced: true,
              storing
            })
          }
          const sent = { vendor, auth_type: authType, identifier, ...body }
          const create = yield* requests.create(scope, organizationId, sent, former !== null)
          if (former === null) return yield* storing(create)
          const place = at(session, former.connection.id)
          const ending = connections.update(...place, {}, isWaiting).pipe(
            Effect.zipRight(connections.remove(...place)),
            // Nothing is changed but that it ends.
            Effect.catchTag("TenantChanged", Effect.die)
          )
          return yield* storing(Effect.zipRight(ending, create))
        })

      const connect = (session: AdmittedSession, { credentials, ...body }: CreateConnectSessionConnection) =>
        Effect.gen(function* () {
          // Saves the vendor a request; the transaction decides.
          if (session.state !== "OPENED") return yield* Errors.make("ConnectSessionUsed")
          const renewed = yield* renewedBy(session)
          const connector = yield* connectorOf(session, renewed, body)
          const types = yield* typesOf(session, renewed, connector, body.data_export_types)
          const choice = types === undefined ? {} : { data_export_types: types }
          const stored = session.isReconnect
            ? requests.update(
                at(session),
                { credentials, ...choice },
                // The connection may have fewer types by now.
                (current) => SessionOffer.allowsAll(session, current, types ?? []),
                { isForced: true, storing: (change) => sessions.connect(session, change) }
              )
            : creating(session, connector, { credentials, ...choice })
          const { id } = yield* checking(session, stored)
          return yield* Effect.flatMap(connected(session, id), sendConnection)
        })

      return handlers
        .handle("openConnectSession", () =>
          forSession((link) =>
            Effect.map(sessions.open(link), ({ expiresAt, token }) => ({
              token: Redacted.value(token),
              expires_at: expiresAt
            }))
          )
        )
        .handle("viewConnectSession", () => forSession(view))
        .handle("testConnectSession", ({ payload }) => forSession((session) => test(session, payload)))
        .handle("connectConnectSession", ({ payload }) => forSession((session) => connect(session, payload)))
        .handle("getConnectSessionConnection", () =>
          forSession((session) =>
            session.state === "OPENED" ? Errors.make("NotConnected") : connected(session, session.connectionId)
          )
        )
    })
  )
