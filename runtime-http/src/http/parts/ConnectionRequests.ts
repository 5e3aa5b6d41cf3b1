import type {
  Connection,
  ConnectionWithOrganization,
  DataExportType,
  Problem,
  UnreadFields as Unread
} from "@tributary/core"
import { Connector } from "@tributary/core"
import { Clock, Effect, identity } from "effect"
import type { CreateConnection, UpdateConnection } from "../../api/parts/ConnectionBody.js"
import * as Errors from "../../api/parts/Errors.js"
import { nearestName } from "../../NearestName.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { ConnectionHasChanged, Connections } from "../../store/accounts/Connections.js"
import { Organizations } from "../../store/accounts/Organizations.js"
import { ConnectorStops } from "../../store/jobs/ConnectorStops.js"
import { Jobs } from "../../store/jobs/Jobs.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as CredentialTest from "../../vendor/CredentialTest.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import * as UnreadFields from "../../vendor/UnreadFields.js"
import { VendorAccount } from "../../vendor/VendorAccount.js"
import { FloodGuards } from "../server/access/FloodGuards.js"
import { inBody } from "../server/request/ValidationErrors.js"
import type { StoreFailure } from "../server/response/Failure.js"
import * as ConnectionRoom from "./ConnectionRoom.js"
import * as ConnectionUpdate from "./ConnectionUpdate.js"
import * as ConsentOffer from "./ConsentOffer.js"
import * as CredentialFailure from "./CredentialFailure.js"
import * as ExportTypeChoice from "./ExportTypeChoice.js"
import * as TimingBounds from "./TimingBounds.js"

/*
 * What creates, changes and tests connections, for those who hold a key and for the customers who hold a link: everything is checked first, the
 * credentials with the vendor.
 */

/** The 422 for a vendor without a connector; names the nearest one of those that there are, and says in a sentence where all of them are. */
export const unknownVendor = (
  sent: string,
  connectors: ReadonlyArray<Connector.Connector>,
  field: "vendor" | "vendors" = "vendor",
  all = "GET /v1/connectors lists the supported ones."
): Errors.ApiError => {
  const nearest = nearestName(
    sent,
    connectors.map(({ vendor }) => vendor)
  )
  const hint = nearest === null ? "" : `Did you mean ${nearest}? `
  const msg = `Unknown vendor. ${hint}${all}`
  return Errors.make("InvalidParameter", { detail: [inBody({ path: [field], msg, type: "vendor" })] })
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

/** A connection with those of its credential fields that its connector still declares as no secret. */
export const withoutHidden =
  (registry: ConnectorRegistry["Type"]) =>
  <A extends Connection>(connection: A): A => {
    const { auth_type: authType, credentials, vendor } = connection
    return {
      ...connection,
      credentials: StoredCredentials.stillShown(registry.signingIn({ vendor, authType }), credentials)
    }
  }

/** The same, with the public address of its link, and its way to sign in. */
export const showing =
  (registry: ConnectorRegistry["Type"], offer: ConsentOffer.ConsentOffer) =>
  <A extends Connection>(stored: A): A => {
    const connection = withoutHidden(registry)(stored)
    const { auth_type, oauth2_authorize_url, vendor } = connection
    return {
      ...connection,
      auth_type: auth_type ?? registry.get(vendor)?.authType ?? null,
      oauth2_authorize_url: ConsentOffer.linkOf(
        offer,
        registry.signingIn({ vendor, authType: auth_type }),
        oauth2_authorize_url
      )
    }
  }

const cannotCheck = (vendor: string, field: "credentials" | "data_export_types") =>
  Errors.make("InvalidParameter", { detail: [inBody({ path: [field], msg: notLoaded(vendor), type: "vendor" })] })

/** A test of credentials as the API shows it. */
export interface ShownTest {
  /** Whether the credentials can read every type of data. */
  readonly is_valid: boolean
  /** What the test found. */
  readonly message: string
  /** The same for each type of data. */
  readonly data_export_types: ReadonlyArray<{
    readonly data_export_type: DataExportType
    readonly is_valid: boolean
    readonly message: string
    readonly unread_fields: ReadonlyArray<Unread>
  }>
  /** What the credentials cannot read, and who must act. */
  readonly problems: ReadonlyArray<Problem.Problem>
}

/** Converts a test of credentials to what the API shows. */
export const toWire = (report: CredentialTest.TestReport): ShownTest => ({
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

/** How a change is stored that a customer asks for. */
export interface UpdateOptions {
  /** Runs what changes the connection, such as in a transaction with something else; by default by itself. */
  readonly storing?: <E>(
    change: Effect.Effect<ConnectionWithOrganization, E>
  ) => Effect.Effect<ConnectionWithOrganization, E | StoreFailure>
  /** Whether the credentials are checked and stored, and a job made due, although they are as they are stored: what they may read can have changed. */
  readonly isForced?: boolean
}

/** Makes what creates, changes and tests connections. */
export const make = (bounds: TimingBounds.TimingBounds, reader: CredentialFailure.Reader) =>
  Effect.gen(function* () {
    const connections = yield* Connections
    const organizations = yield* Organizations
    const credentialTest = yield* CredentialTest.CredentialTest
    const jobs = yield* Jobs
    const registry = yield* ConnectorRegistry
    const stops = yield* ConnectorStops
    const room = yield* ConnectionRoom.make
    const offer = yield* ConsentOffer.make
    const { checkInTurn } = yield* FloodGuards
    const shown = showing(registry, offer)
    const failing = (connector: Connector.Connector) => CredentialFailure.toApiError(reader, connector)

    /** Asks a vendor on behalf of an account: in the account's turn, and with its share of sockets and look-ups. */
    const asking = <A, E, R>({ accountId }: AccountScope, self: Effect.Effect<A, E, R>) =>
      checkInTurn(accountId, Effect.provideService(self, VendorAccount, accountId))

    const proven = (scope: AccountScope, connector: Connector.Connector, credentials: unknown) =>
      Effect.zipRight(
        stops.check(connector.vendor),
        asking(scope, credentialTest.check(connector, credentials).pipe(Effect.catchAll(failing(connector)))).pipe(
          Effect.map((checked) => ({
            ...checked,
            shownCredentials: StoredCredentials.shownOf(connector, checked.credentials)
          }))
        )
      )

    /** What was sent of the credentials, with what is stored of the others. */
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
        return yield* StoredCredentials.complete(connector, stored, sent).pipe(Effect.catchAll(failing(connector)))
      })

    /** Checks everything; the effect that it returns stores the connection. Its caller says if one that waits gives way to it. */
    const create = (scope: AccountScope, organizationId: string, body: CreateConnection, replacesWaiting = false) =>
      Effect.gen(function* () {
        // Checked first, so that a wrong id costs no request to the vendor.
        yield* organizations.get(scope, organizationId)
        yield* TimingBounds.check(bounds, body)
        const loaded = registry.get(body.vendor)
        if (loaded === undefined) return yield* unknownVendor(body.vendor, registry.all)
        const connector = yield* ConsentOffer.signingIn(loaded, body)
        const dataExportTypes = yield* ExportTypeChoice.resolve(connector, body.data_export_types)
        const { identifier = null } = body
        const { obstacle, obstacleBeside } = yield* room.of(scope, organizationId, identifier)
        // No secret is sent to a vendor for a connection that cannot be stored.
        const hindrance = replacesWaiting
          ? obstacle(connector.vendor, connector.authType)
          : obstacleBeside(connector.vendor)
        if (hindrance !== null) return yield* hindrance
        const pending = yield* ConsentOffer.pending(offer, connector, body).pipe(
          Effect.catchTag("MalformedCredentials", failing(connector))
        )
        const verified =
          pending ?? (yield* proven(scope, Connector.reading(connector, dataExportTypes), body.credentials))
        const creating = yield* connections.create(scope, organizationId, {
          ...verified,
          authType: connector.authType,
          dataExportTypes,
          vendor: connector.vendor,
          identifier,
          ...TimingBounds.resolve(bounds, connector, body)
        })
        return Effect.map(creating, shown)
      })

    /**
     * Changes a connection as it is now. Only when the store has locked the connection is it certain that this is as the caller expects, and
     * as it was when stored credentials completed those that were sent.
     */
    const updateOnce = (
      at: readonly [AccountScope, string, string],
      body: UpdateConnection,
      isExpected: (current: ConnectionWithOrganization) => boolean,
      { isForced = false, storing = identity }: UpdateOptions = {}
    ) =>
      Effect.gen(function* () {
        const [scope] = at
        const current = shown(yield* connections.get(...at))
        // This saves the vendor a request.
        if (!isExpected(current)) return yield* new ConnectionHasChanged({ isExpected: false })
        const differing = yield* ConnectionUpdate.differing(current, body)
        yield* TimingBounds.check(bounds, differing)
        const { auth_type: authType, vendor } = current
        const connector = registry.signingIn({ vendor, authType })
        const { data_export_types } = differing
        const isConsent = connector !== undefined && ConsentOffer.isConsent(connector)
        const sent = isForced ? body.credentials : differing.credentials
        if (connector === undefined && data_export_types !== undefined) {
          return yield* cannotCheck(vendor, "data_export_types")
        }
        if (connector === undefined && sent !== undefined) return yield* cannotCheck(vendor, "credentials")
        const types =
          connector === undefined || data_export_types === undefined
            ? null
            : yield* ExportTypeChoice.check(connector, data_export_types)
        const consentFields =
          isConsent && sent !== undefined
            ? yield* ConsentOffer.changed(connector, current, sent).pipe(
                Effect.catchTag("MalformedCredentials", failing(connector))
              )
            : null
        const changes = {
          ...ConnectionUpdate.toChanges(differing),
          ...(consentFields === null ? {} : { consentFields }),
          ...(connector === undefined || types === null ? {} : { choice: { types, connector } })
        }
        const completion =
          connector === undefined || sent === undefined || isConsent ? null : yield* completed(at, connector, sent)
        if (connector === undefined || completion === null || !(completion.isChanged || isForced)) {
          if (body.replace_tenant === true) return yield* lacksCredentials
          return yield* storing(yield* connections.prepareUpdate(...at, changes, isExpected)).pipe(
            // Without new credentials, the tenant stays.
            Effect.catchTag("TenantChanged", Effect.die)
          )
        }
        const reading = Connector.reading(connector, types ?? current.data_export_types)
        const checked = yield* proven(scope, reading, completion.credentials)
        const replacesTenant = body.replace_tenant ?? false
        const change = yield* connections.prepareUpdate(
          ...at,
          { ...changes, ...checked, replacesTenant },
          isExpected,
          completion.usesStored ? current.updated_at : undefined
        )
        return yield* storing(change).pipe(
          Effect.catchTag("TenantChanged", (change) =>
            Effect.fail(CredentialFailure.ofTenant(reader, connector, change))
          )
        )
      })

    const update = (...args: Parameters<typeof updateOnce>) =>
      Effect.retry(updateOnce(...args), {
        while: (error) => error._tag === "ConnectionHasChanged" && error.isExpected,
        times: MAX_TRIES - 1
      })

    const test = (scope: AccountScope, organizationId: string, connectionId: string) =>
      Effect.gen(function* () {
        const current = yield* connections.get(scope, organizationId, connectionId)
        const { auth_type: authType, data_export_types, vendor } = current
        const loaded = registry.signingIn({ vendor, authType })
        if (loaded === undefined) return untested(notLoaded(vendor))
        const connector = Connector.reading(loaded, data_export_types)
        yield* stops.check(vendor)
        const unreadable = ({ message }: { readonly message: string }) =>
          Effect.map(Clock.currentTimeMillis, (now) => CredentialTest.unreadable(connectionId, connector, message, now))
        return yield* connections.credentials(scope, organizationId, connectionId).pipe(
          Effect.flatMap(({ credentials }) => asking(scope, credentialTest.test(connector, credentials, connectionId))),
          Effect.catchTags({ MalformedCredentials: unreadable, VaultError: unreadable })
        )
      })

    /** Checks credentials that are not stored, and tests what they can read; `connectionId` is the one whose stored values complete them. */
    const testSent = (
      scope: AccountScope,
      { connectionId, organizationId }: { readonly organizationId: string; readonly connectionId: string | null },
      connector: Connector.Connector,
      types: ReadonlyArray<DataExportType>,
      sent: CreateConnection["credentials"],
      /** What the problems of the test are identified by. */
      subjectId: string
    ) =>
      Effect.gen(function* () {
        yield* ConsentOffer.refuseTest(connector)
        const { credentials } =
          connectionId === null
            ? { credentials: sent }
            : yield* completed([scope, organizationId, connectionId], connector, sent)
        const reading = Connector.reading(connector, types)
        const checked = yield* proven(scope, reading, credentials)
        const test = credentialTest.test(reading, checked.credentials, subjectId)
        return yield* asking(scope, Effect.catchAll(test, failing(reading)))
      })

    const sync = (scope: AccountScope, organizationId: string, connectionId: string, isFull: boolean) =>
      Effect.gen(function* () {
        const { vendor } = yield* connections.get(scope, organizationId, connectionId)
        yield* stops.check(vendor)
        const fullDistanceSecs = bounds.fullScanIntervalSecs.minimum
        return yield* jobs.request(scope, organizationId, connectionId, { isFull, fullDistanceSecs })
      })

    return { create, update, test, testSent, sync, shown }
  })
