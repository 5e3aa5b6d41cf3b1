// store/accounts: accounts, their API keys, organizations and connections, and the scopes that say who may read what.

import { randomUUID } from "node:crypto"
import type { Connection, ConnectionWithOrganization, Health } from "@tributary/core"
import { Context, Data, Effect, Layer, type Redacted } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import * as NewConsent from "../consent/NewConsent.js"
import { isUuid } from "../postgres/RecordTable.js"
import { held, type Lease } from "../schedule/Lease.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault, type VaultError } from "../secrets/Vault.js"
import * as WebhookEvents from "../webhooks/WebhookEvents.js"
import type { AccountScope } from "./AccessScope.js"
import * as AccountQuotas from "./AccountQuotas.js"
import * as ConnectionChange from "./ConnectionChange.js"
import {
  type ConnectionRow,
  columns as columnsOfRow,
  dataExportTypesOf,
  linksOf,
  STOPPED_HEALTH,
  toConnection,
  toConnectionWithOrganization
} from "./ConnectionRow.js"
import * as IdentifierTaken from "./IdentifierTaken.js"
import * as JobCredentials from "./JobCredentials.js"
import { type OffsetPage, OrganizationNotFound } from "./Organizations.js"
import * as Ownership from "./Ownership.js"
import * as SoftDeletion from "./SoftDeletion.js"
import * as TypeChange from "./TypeChange.js"
import * as Unread from "./UnreadFields.js"

export { type ConnectionChanges, ConnectionHasChanged, TenantChanged } from "./ConnectionChange.js"
export { IdentifierTaken } from "./IdentifierTaken.js"
export type { JobCredentials } from "./JobCredentials.js"

/** The connection does not exist, is deleted, or belongs to another account or an organization that the key may not see; a caller cannot tell which. */
export class ConnectionNotFound extends Data.TaggedError("ConnectionNotFound") {}

type UpdateFailure =
  | ConnectionNotFound
  | ConnectionChange.ConnectionHasChanged
  | IdentifierTaken.IdentifierTaken
  | ConnectionChange.TenantChanged
  | SqlError

/** The connections of organizations; each change also updates the schedule, in the same transaction. */
export class Connections extends Context.Tag("@tributary/runtime-http/Connections")<
  Connections,
  {
    /**
     * Seals the credentials of a new connection, for which it may ask a key service. The effect that it returns, which may run in a transaction,
     * creates the connection: ACTIVE, and due at once; or PENDING, if the customer has to consent first. That fails if the account has as many connections as it may have, or the organization
     * has one of the vendor with the identifier.
     */
    readonly create: (
      scope: AccountScope,
      organizationId: string,
      values: ConnectionChange.NewConnection
    ) => Effect.Effect<
      Effect.Effect<
        ConnectionWithOrganization,
        AccountQuotas.QuotaExceeded | IdentifierTaken.IdentifierTaken | OrganizationNotFound | SqlError
      >,
      KeyServiceError
    >
    /** Oldest first, without DELETED ones; an empty `health` means any health, and an absent `identifier` any or none. */
    readonly list: (
      scope: AccountScope,
      organizationId: string,
      page: {
        readonly health: ReadonlyArray<Health.HealthName>
        readonly identifier?: string
        readonly limit: number
        readonly offset: number
      }
    ) => Effect.Effect<OffsetPage<Connection>, OrganizationNotFound | SqlError>
    readonly get: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<ConnectionWithOrganization, ConnectionNotFound | SqlError>
    /**
     * New credentials make the connection due now; its health stays the same until that job has run. If they lead to another tenant, it
     * fails unless the caller has said so; then a running job loses its lease, and the next scans replace what is stored.
     *
     * `isExpected` says of the connection as it is whether the caller may change it; it fails if not, without a change. It also fails if the
     * connection was changed after `basedOn`, the `updated_at` with which the changes were prepared.
     */
    readonly update: (
      ...update: ConnectionChange.UpdateArguments
    ) => Effect.Effect<ConnectionWithOrganization, UpdateFailure | KeyServiceError>
    /** `update` in two steps: it seals the credentials, for which it may ask a key service, and returns the change, which may run in a transaction. */
    readonly prepareUpdate: (
      ...update: ConnectionChange.UpdateArguments
    ) => Effect.Effect<Effect.Effect<ConnectionWithOrganization, UpdateFailure>, KeyServiceError>
    /** Marks the connection DELETED, erases its credentials and ends its jobs; a purge removes the rows later. */
    readonly remove: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<void, ConnectionNotFound | SqlError>
    /** The credentials of a connection that the caller wants to test. */
    readonly credentials: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<
      { readonly vendor: string; readonly authType: string | null; readonly credentials: Redacted.Redacted },
      ConnectionNotFound | VaultError | KeyServiceError | SqlError
    >
    /** The credentials for a job; only for a caller that holds the lease or claim of one. */
    readonly credentialsOf: (
      connectionId: string
    ) => Effect.Effect<JobCredentials.JobCredentials, ConnectionNotFound | VaultError | KeyServiceError | SqlError>
    /** Stores what a job has learned about the tenant of its credentials; nothing if its lease is void. */
    readonly noteTenant: (
      lease: Pick<Lease, "connectionId" | "fence">,
      tenant: TenantFingerprint.TenantFingerprint
    ) => Effect.Effect<void, SqlError>
    /** Stores which tenants rows have named; nothing if the lease is void. */
    readonly noteRowTenants: (
      lease: Pick<Lease, "connectionId" | "fence">,
      tenants: ReadonlyArray<string>
    ) => Effect.Effect<void, SqlError>
  }
>() {}

/**
 * Stores connections with their sealed credentials.
 *
 * Every transaction here and in `Jobs` takes its locks in the same order, so that they cannot deadlock: account, connection, schedule row, job.
 */
export const make: Effect.Effect<Connections["Type"], never, SqlClient.SqlClient | SyncSchedule | Vault> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule
    const vault = yield* Vault
    const quotas = yield* AccountQuotas.DefaultQuotas

    const isUsable = StoppedConnectors.isUsable(sql, yield* StoppedConnectors.LoadedVersions, sql`connection.vendor`)
    const columns = sql`${sql.literal(columnsOfRow)}, not ${isUsable} as is_stopped`

    const linkOf = linksOf(vault)
    const shown = (row: ConnectionRow) => toConnectionWithOrganization(row, linkOf)

    const joined = sql.literal("connection join organization on organization.id = connection.organization_id")

    const owned = (scope: AccountScope, organizationId: string, connectionId: string) => sql`
      connection.id = ${connectionId}
        and connection.organization_id = ${organizationId}
        and ${Ownership.isOwn(sql, scope, Ownership.ofConnection)}
        and connection.state <> 'DELETED'`

    const naming = IdentifierTaken.naming(sql)

    const first = <A>(rows: ReadonlyArray<A>) => {
      const [row] = rows
      return row === undefined ? Effect.fail(new ConnectionNotFound()) : Effect.succeed(row)
    }

    type Found = Effect.Effect<ConnectionRow, ConnectionNotFound | SqlError>

    const find = (scope: AccountScope, organizationId: string, connectionId: string): Found =>
      isUuid(organizationId) && isUuid(connectionId)
        ? sql<ConnectionRow>`
            select ${columns} from ${joined} where ${owned(scope, organizationId, connectionId)}`.pipe(
            Effect.flatMap(first)
          )
        : new ConnectionNotFound()

    // Not "for update": that would block inserts of rows that refer to the connection.
    const lock = (scope: AccountScope, organizationId: string, connectionId: string): Found =>
      isUuid(organizationId) && isUuid(connectionId)
        ? sql<ConnectionRow>`
            select ${columns} from ${joined} where ${owned(scope, organizationId, connectionId)}
            for no key update of connection`.pipe(Effect.flatMap(first))
        : new ConnectionNotFound()

    const checkOrganization = (scope: AccountScope, organizationId: string, lock = "") =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        const rows = yield* sql`
          select id from organization
          where id = ${organizationId} and ${Ownership.isOwn(sql, scope, Ownership.ofOrganization)} and deleted_at is null
          ${sql.literal(lock)}`
        if (rows.length === 0) return yield* new OrganizationNotFound()
      })

    const get: Connections["Type"]["get"] = (scope, organizationId, connectionId) =>
      Effect.map(find(scope, organizationId, connectionId), shown)

    const insert = (
      scope: AccountScope,
      organizationId: string,
      values: ConnectionChange.NewConnection,
      { credentials, id }: { readonly id: string; readonly credentials: Uint8Array }
    ) =>
      Effect.gen(function* () {
        yield* AccountQuotas.admit(sql, quotas, scope.accountId, "connections")
        // The lock keeps the organization from being deleted before the new connection is visible to that deletion.
        yield* checkOrganization(scope, organizationId, "for share")
        yield* sql`insert into connection ${sql.insert({
          id,
          account_id: scope.accountId,
          organization_id: organizationId,
          vendor: values.vendor,
          identifier: values.identifier,
          auth_type: values.authType ?? null,
          state: values.consent === undefined ? "ACTIVE" : "PENDING",
          refresh_interval_secs: values.refreshIntervalSecs,
          timeout_secs: values.timeoutSecs,
          full_scan_interval_secs: values.fullScanIntervalSecs ?? null,
          events_first_load_days: values.eventsFirstLoadDays ?? null,
          tenant: values.tenant === undefined ? null : TenantFingerprint.toText(values.tenant),
          credentials,
          shown_credentials: values.shownCredentials === undefined ? null : JSON.stringify(values.shownCredentials),
          data_export_types: JSON.stringify(values.dataExportTypes ?? [])
        })}`
        yield* Unread.note(sql, id, [], values.unreadFields)
        const timing = { intervalSecs: values.refreshIntervalSecs, timeoutSecs: values.timeoutSecs }
        yield* values.consent === undefined ? schedule.add(id, timing) : NewConsent.insert(sql, id, values.consent)
        yield* AuditTrail.note(sql, { action: "connection.create", connectionId: id })
        yield* WebhookEvents.created(sql, id)
        // This transaction has just inserted it.
        return yield* get(scope, organizationId, id).pipe(Effect.catchTag("ConnectionNotFound", Effect.die))
      }).pipe(sql.withTransaction, naming({ organizationId, of: values, identifier: values.identifier }))

    // Sealed before the transaction, which must not wait for a key service with its locks.
    const create: Connections["Type"]["create"] = (scope, organizationId, values) => {
      const id = randomUUID()
      return Effect.map(vault.seal(id, values.credentials), (credentials) =>
        insert(scope, organizationId, values, { id, credentials })
      )
    }

    const list: Connections["Type"]["list"] = (scope, organizationId, { health, identifier, limit, offset }) =>
      Effect.gen(function* () {
        yield* checkOrganization(scope, organizationId)
        const wanted = sql`
          connection.organization_id = ${organizationId}
            and ${Ownership.isOwn(sql, scope, Ownership.ofConnection)}
            and connection.state <> 'DELETED'
            and ${identifier === undefined ? sql`true` : sql`connection.identifier = ${identifier}`}
            and ${health.length === 0 ? sql`true` : sql`case when ${isUsable} then health_name else ${STOPPED_HEALTH} end in ${sql.in(health)}`}`
        const rows = yield* sql<ConnectionRow>`
          select ${columns} from ${joined} where ${wanted}
          order by connection.created_at, connection.id
          limit ${limit} offset ${offset}`
        const [count] = yield* sql<{ readonly total: number }>`select count(*) as total from connection where ${wanted}`
        return { items: rows.map((row) => toConnection(row, linkOf)), total: count?.total ?? 0 }
      })

    const change = (
      [scope, organizationId, connectionId, changes, isExpected, basedOn]: ConnectionChange.UpdateArguments,
      sealed: Uint8Array | null
    ) =>
      Effect.gen(function* () {
        const before = yield* lock(scope, organizationId, connectionId)
        const { id } = before
        if (isExpected?.(shown(before)) === false) {
          return yield* new ConnectionChange.ConnectionHasChanged({ isExpected: false })
        }
        if (basedOn !== undefined && basedOn !== before.updated_at.toISOString()) {
          return yield* new ConnectionChange.ConnectionHasChanged({ isExpected: true })
        }
        if (Object.values(changes).every((value) => value === undefined)) return shown(before)
        const { isMoved, isReplaced, tenant } = yield* ConnectionChange.tenantAfter(
          TenantFingerprint.fromText(before.tenant),
          changes
        )
        const { choice, credentials } = changes
        const types = choice === undefined ? null : TypeChange.between(dataExportTypesOf(before), choice)
        const after: ConnectionRow = {
          ...before,
          identifier: changes.identifier === undefined ? before.identifier : changes.identifier,
          state: ConnectionChange.nextState(before.state, changes),
          refresh_interval_secs: changes.refreshIntervalSecs ?? before.refresh_interval_secs,
          timeout_secs: changes.timeoutSecs ?? before.timeout_secs,
          full_scan_interval_secs:
            changes.fullScanIntervalSecs === undefined ? before.full_scan_interval_secs : changes.fullScanIntervalSecs,
          events_first_load_days:
            changes.eventsFirstLoadDays === undefined ? before.events_first_load_days : changes.eventsFirstLoadDays,
          data_export_types: choice === undefined ? before.data_export_types : JSON.stringify(choice.types)
        }
        yield* sql`
          update connection
          set identifier = ${after.identifier},
              state = ${after.state},
              refresh_interval_secs = ${after.refresh_interval_secs},
              timeout_secs = ${after.timeout_secs},
              full_scan_interval_secs = ${after.full_scan_interval_secs},
              events_first_load_days = ${after.events_first_load_days},
              data_export_types = ${after.data_export_types},
              -- To the millisecond, as the API shows it: a caller compares it to know whether the connection has changed.
              updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
          where id = ${id}`
        if (sealed !== null) {
          const { shownCredentials = {} } = changes
          yield* sql`
            update connection
            set credentials = ${sealed},
                shown_credentials = ${JSON.stringify(shownCredentials)},
                tenant = ${tenant === null ? null : TenantFingerprint.toText(tenant)},
                tenant_replacements = tenant_replacements + ${isReplaced ? 1 : 0}::int,
                full_scan_requested_at = case when ${isMoved}::boolean then clock_timestamp() else full_scan_requested_at end
            where id = ${id}`
          if (isReplaced) {
            yield* sql`delete from row_tenant where connection_id = ${id}`
            yield* ConnectionChange.endOutboundJobs(sql, id)
          }
        }
        yield* NewConsent.enter(sql, before, changes.consentFields)
        yield* ConnectionChange.reschedule(schedule, before, after, {
          isReplaced,
          endsJob: types?.endsJob === true,
          isDue: credentials !== undefined || types?.hasAdded === true
        })
        // Nothing that the job before has read is stored from here on.
        if (isReplaced) yield* ConnectionChange.markReplaced(sql, id)
        if (types !== null) yield* TypeChange.apply(sql, before, types)
        if (credentials !== undefined) {
          yield* Unread.note(sql, id, TypeChange.keptUnread(before, types), changes.unreadFields)
        }
        yield* AuditTrail.note(sql, { action: "connection.update", connectionId: id })
        return shown(yield* find(scope, organizationId, id))
      }).pipe(
        sql.withTransaction,
        naming({ organizationId, of: { connectionId }, identifier: changes.identifier ?? null })
      )

    // Sealed before the transaction, too; for the id as the database writes it.
    const prepareUpdate: Connections["Type"]["prepareUpdate"] = (...args) => {
      const [, , connectionId, { credentials }] = args
      return credentials === undefined
        ? Effect.succeed(change(args, null))
        : Effect.map(vault.seal(connectionId.toLowerCase(), credentials), (sealed) => change(args, sealed))
    }

    const update: Connections["Type"]["update"] = (...args) => Effect.flatten(prepareUpdate(...args))

    const remove: Connections["Type"]["remove"] = (scope, organizationId, connectionId) =>
      Effect.gen(function* () {
        const { id } = yield* lock(scope, organizationId, connectionId)
        yield* SoftDeletion.connections(sql, schedule, sql`id = ${id}`)
        yield* AuditTrail.note(sql, { action: "connection.delete", connectionId: id })
      }).pipe(sql.withTransaction)

    const unseal = (connectionId: string) =>
      Effect.flatMap(JobCredentials.read(sql, vault, connectionId), (found) =>
        found === null ? new ConnectionNotFound() : Effect.succeed(found)
      )

    const credentials: Connections["Type"]["credentials"] = (scope, organizationId, connectionId) =>
      Effect.flatMap(find(scope, organizationId, connectionId), ({ id }) => unseal(id))

    const credentialsOf: Connections["Type"]["credentialsOf"] = (connectionId) =>
      isUuid(connectionId) ? unseal(connectionId) : new ConnectionNotFound()

    const noteTenant: Connections["Type"]["noteTenant"] = (lease, tenant) =>
      Effect.asVoid(sql`
        /* connection_tenant */
        with
          -- The connection first, as a PATCH of it locks it.
          locked as materialized (select id from connection where id = ${lease.connectionId} for no key update),
          held as materialized (select held.connection_id from locked, lateral (${held(sql, lease)}) as held)
        update connection set tenant = ${TenantFingerprint.toText(tenant)} from held where id = held.connection_id`)

    const noteRowTenants: Connections["Type"]["noteRowTenants"] = (lease, tenants) =>
      Effect.asVoid(sql`
        /* row_tenants */
        insert into row_tenant (connection_id, tenant)
        select held.connection_id, named
        from (${held(sql, lease)}) as held, jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb) as named
        on conflict do nothing`)

    return Connections.of({
      create,
      list,
      get,
      update,
      prepareUpdate,
      remove,
      credentials,
      credentialsOf,
      noteTenant,
      noteRowTenants
    })
  }
)

/** Stores connections with their sealed credentials. */
export const layer: Layer.Layer<Connections, never, SqlClient.SqlClient | SyncSchedule | Vault> = Layer.effect(
  Connections,
  make
)
