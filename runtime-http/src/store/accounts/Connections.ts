// store/accounts: accounts, their API keys, organizations and connections, and the scopes that say who may read what.

import { randomUUID } from "node:crypto"
import type { Connection, ConnectionWithOrganization, Health, UnreadFields } from "@tributary/core"
import { Context, Data, Effect, Layer, type Redacted } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as TenantFingerprint from "../../TenantFingerprint.js"
import { isUuid } from "../postgres/RecordTable.js"
import { held, type Lease } from "../schedule/Lease.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import { SyncSchedule } from "../schedule/SyncSchedule.js"
import { Vault, VaultError } from "../secrets/Vault.js"
import type { AccountScope } from "./AccessScope.js"
import * as AccountQuotas from "./AccountQuotas.js"
import * as ConnectionChange from "./ConnectionChange.js"
import {
  type ConnectionRow,
  STOPPED_HEALTH,
  type StoredUnreadFields,
  storedUnreadFieldsOf,
  toConnection,
  toConnectionWithOrganization
} from "./ConnectionRow.js"
import { type OffsetPage, OrganizationNotFound } from "./Organizations.js"
import * as Unread from "./UnreadFields.js"

export { type ConnectionChanges, TenantChanged } from "./ConnectionChange.js"

/** The connection does not exist, is deleted, or belongs to another account; a caller cannot tell which. */
export class ConnectionNotFound extends Data.TaggedError("ConnectionNotFound") {}

/** The connections of organizations; each change also updates the schedule, in the same transaction. */
export class Connections extends Context.Tag("@tributary/runtime-http/Connections")<
  Connections,
  {
    /** Creates an ACTIVE connection that is due at once; fails if the account has as many connections as it may have. */
    readonly create: (
      scope: AccountScope,
      organizationId: string,
      values: {
        readonly vendor: string
        readonly credentials: Redacted.Redacted
        /** The tenant to which the credentials lead; absent if it is unknown. */
        readonly tenant?: TenantFingerprint.TenantFingerprint
        /** The fields that the credentials cannot read, as far as the vendor said so; none by default. */
        readonly unreadFields?: ReadonlyArray<UnreadFields>
        readonly identifier: string | null
        readonly refreshIntervalSecs: number
        readonly timeoutSecs: number
        /** Null, or absent, for the default of each list. */
        readonly fullScanIntervalSecs?: number | null
      }
    ) => Effect.Effect<
      ConnectionWithOrganization,
      AccountQuotas.QuotaExceeded | OrganizationNotFound | VaultError | SqlError
    >
    /** Oldest first, without DELETED ones; an empty `health` means any health. */
    readonly list: (
      scope: AccountScope,
      organizationId: string,
      page: { readonly health: ReadonlyArray<Health.HealthName>; readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<Connection>, OrganizationNotFound | SqlError>
    readonly get: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string
    ) => Effect.Effect<ConnectionWithOrganization, ConnectionNotFound | SqlError>
    /**
     * New credentials make the connection due now; its health stays the same until that job has run. If they lead to another tenant, it
     * fails unless the caller has said so; then a running job loses its lease, and the next scans replace what is stored.
     */
    readonly update: (
      scope: AccountScope,
      organizationId: string,
      connectionId: string,
      changes: ConnectionChange.ConnectionChanges
    ) => Effect.Effect<
      ConnectionWithOrganization,
      ConnectionNotFound | ConnectionChange.TenantChanged | VaultError | SqlError
    >
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
      { readonly vendor: string; readonly credentials: Redacted.Redacted },
      ConnectionNotFound | VaultError | SqlError
    >
    /** The credentials for a job; only for a caller that holds the lease or claim of one. */
    readonly credentialsOf: (
      connectionId: string
    ) => Effect.Effect<JobCredentials, ConnectionNotFound | VaultError | SqlError>
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

/** What a job needs to read the data of a connection. */
export interface JobCredentials {
  readonly vendor: string
  readonly credentials: Redacted.Redacted
  /** The tenant whose data is stored, as far as it is known. */
  readonly tenant: TenantFingerprint.TenantFingerprint | null
  /** How often the tenant was replaced by another one. */
  readonly tenantReplacements: number
  /** The fields that earlier jobs could not read. */
  readonly unreadFields: ReadonlyArray<StoredUnreadFields>
}

/** The deletions that wait for a decision; few, and found by the primary key of their table. */
const waitingDeletions = `(
  select json_agg(json_build_object(
    'record_kind', kind,
    'count', count,
    'reason', reason,
    'held_since', to_char(held_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by kind)::text
  from held_back_deletion
  where connection_id = connection.id and decision is null
) as held_back_deletions`

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
    const columns = sql`${sql.literal(`
      connection.id, connection.vendor, connection.identifier, connection.state, connection.refresh_interval_secs,
      connection.timeout_secs, connection.full_scan_interval_secs, connection.organization_id, connection.health_name, connection.health_details,
      connection.unread_fields, connection.tenant, connection.tenant_replacements, connection.created_at, connection.updated_at, organization.name as organization_name, ${waitingDeletions}`)},
      not ${isUsable} as is_stopped`

    const joined = sql.literal("connection join organization on organization.id = connection.organization_id")

    const owned = (scope: AccountScope, organizationId: string, connectionId: string) => sql`
      connection.id = ${connectionId}
        and connection.organization_id = ${organizationId}
        and connection.account_id = ${scope.accountId}
        and connection.state <> 'DELETED'`

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

    const openOrganization = (scope: AccountScope, organizationId: string) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        // The share lock keeps the organization from being deleted before the new connection is visible to that deletion.
        const rows = yield* sql`
          select id from organization
          where id = ${organizationId} and account_id = ${scope.accountId} and deleted_at is null
          for share`
        if (rows.length === 0) return yield* new OrganizationNotFound()
      })

    const get: Connections["Type"]["get"] = (scope, organizationId, connectionId) =>
      Effect.map(find(scope, organizationId, connectionId), toConnectionWithOrganization)

    /** Adds the fields that credentials cannot read to those that jobs have found out about before. */
    const noteUnread = (
      id: string,
      before: ReadonlyArray<StoredUnreadFields>,
      found: ReadonlyArray<UnreadFields> = []
    ) =>
      Effect.gen(function* () {
        // What the former credentials were refused for some rows, these may be granted for all.
        const known = before.map(({ isPartial: _, ...unread }) => unread)
        if (found.length === 0 && before.every(({ isPartial = false }) => !isPartial)) return
        const [clock] = yield* sql<{ readonly now: Date }>`select clock_timestamp() as now`
        const unread = Unread.after(known, { ...Unread.nothing, found }, (clock?.now ?? new Date(0)).toISOString())
        yield* sql`update connection set unread_fields = ${JSON.stringify(unread)} where id = ${id}`
      })

    const create: Connections["Type"]["create"] = (scope, organizationId, values) =>
      Effect.gen(function* () {
        yield* AccountQuotas.admit(sql, quotas, scope.accountId, "connections")
        yield* openOrganization(scope, organizationId)
        const id = randomUUID()
        const credentials = yield* vault.seal(id, values.credentials)
        yield* sql`insert into connection ${sql.insert({
          id,
          account_id: scope.accountId,
          organization_id: organizationId,
          vendor: values.vendor,
          identifier: values.identifier,
          state: "ACTIVE",
          refresh_interval_secs: values.refreshIntervalSecs,
          timeout_secs: values.timeoutSecs,
          full_scan_interval_secs: values.fullScanIntervalSecs ?? null,
          tenant: values.tenant === undefined ? null : TenantFingerprint.toText(values.tenant),
          credentials
        })}`
        yield* noteUnread(id, [], values.unreadFields)
        yield* schedule.add(id, { intervalSecs: values.refreshIntervalSecs, timeoutSecs: values.timeoutSecs })
        // This transaction has just inserted it.
        return yield* get(scope, organizationId, id).pipe(Effect.catchTag("ConnectionNotFound", Effect.die))
      }).pipe(sql.withTransaction)

    const list: Connections["Type"]["list"] = (scope, organizationId, { health, limit, offset }) =>
      Effect.gen(function* () {
        if (!isUuid(organizationId)) return yield* new OrganizationNotFound()
        const organization = yield* sql`
          select id from organization
          where id = ${organizationId} and account_id = ${scope.accountId} and deleted_at is null`
        if (organization.length === 0) return yield* new OrganizationNotFound()
        const wanted = sql`
          connection.organization_id = ${organizationId}
            and connection.account_id = ${scope.accountId}
            and connection.state <> 'DELETED'
            and ${health.length === 0 ? sql`true` : sql`case when ${isUsable} then health_name else ${STOPPED_HEALTH} end in ${sql.in(health)}`}`
        const rows = yield* sql<ConnectionRow>`
          select ${columns} from ${joined} where ${wanted}
          order by connection.created_at, connection.id
          limit ${limit} offset ${offset}`
        const [count] = yield* sql<{ readonly total: number }>`select count(*) as total from connection where ${wanted}`
        return { items: rows.map(toConnection), total: count?.total ?? 0 }
      })

    const update: Connections["Type"]["update"] = (scope, organizationId, connectionId, changes) =>
      Effect.gen(function* () {
        const before = yield* lock(scope, organizationId, connectionId)
        const { id } = before
        if (Object.values(changes).every((value) => value === undefined)) return toConnectionWithOrganization(before)
        const change = yield* ConnectionChange.tenantAfter(TenantFingerprint.fromText(before.tenant), changes)
        const after: ConnectionRow = {
          ...before,
          identifier: changes.identifier === undefined ? before.identifier : changes.identifier,
          state: ConnectionChange.nextState(before.state, changes),
          refresh_interval_secs: changes.refreshIntervalSecs ?? before.refresh_interval_secs,
          timeout_secs: changes.timeoutSecs ?? before.timeout_secs,
          full_scan_interval_secs:
            changes.fullScanIntervalSecs === undefined ? before.full_scan_interval_secs : changes.fullScanIntervalSecs
        }
        yield* sql`
          update connection
          set identifier = ${after.identifier},
              state = ${after.state},
              refresh_interval_secs = ${after.refresh_interval_secs},
              timeout_secs = ${after.timeout_secs},
              full_scan_interval_secs = ${after.full_scan_interval_secs},
              updated_at = clock_timestamp()
          where id = ${id}`
        if (changes.credentials !== undefined) {
          const sealed = yield* vault.seal(id, changes.credentials)
          yield* sql`
            update connection
            set credentials = ${sealed},
                tenant = ${change.tenant === null ? null : TenantFingerprint.toText(change.tenant)},
                tenant_replacements = tenant_replacements + ${change.isReplaced ? 1 : 0}::int,
                full_scan_requested_at = case when ${change.isMoved}::boolean then clock_timestamp() else full_scan_requested_at end
            where id = ${id}`
          yield* noteUnread(id, storedUnreadFieldsOf(before), changes.unreadFields)
          if (change.isReplaced) {
            yield* sql`delete from row_tenant where connection_id = ${id}`
            yield* ConnectionChange.endOutboundJobs(sql, id)
          }
        }
        yield* ConnectionChange.reschedule(
          schedule,
          before,
          after,
          changes.credentials !== undefined,
          change.isReplaced
        )
        return toConnectionWithOrganization(yield* find(scope, organizationId, id))
      }).pipe(sql.withTransaction)

    const remove: Connections["Type"]["remove"] = (scope, organizationId, connectionId) =>
      Effect.gen(function* () {
        const { id } = yield* lock(scope, organizationId, connectionId)
        yield* sql`
          update connection
          set state = 'DELETED', credentials = null, deleted_at = clock_timestamp(), updated_at = clock_timestamp()
          where id = ${id}`
        yield* schedule.remove(id)
      }).pipe(sql.withTransaction)

    const unseal = (connectionId: string) =>
      Effect.gen(function* () {
        const rows = yield* sql<{
          readonly vendor: string
          readonly credentials: Uint8Array | null
          readonly tenant: string | null
          readonly tenantReplacements: number
          readonly unread_fields: string | null
        }>`
          /* connection_credentials */
          select vendor, credentials, tenant, tenant_replacements as "tenantReplacements", unread_fields
          from connection
          where id = ${connectionId} and state <> 'DELETED'`
        const row = yield* first(rows)
        const { credentials: sealed, tenant, tenantReplacements, vendor } = row
        if (sealed === null) return yield* new ConnectionNotFound()
        const credentials = yield* Effect.mapError(
          vault.open(connectionId, sealed),
          (error) => new VaultError({ ...error, vendor })
        )
        const unreadFields = storedUnreadFieldsOf(row)
        return { vendor, credentials, tenant: TenantFingerprint.fromText(tenant), tenantReplacements, unreadFields }
      })

    const credentials: Connections["Type"]["credentials"] = (scope, organizationId, connectionId) =>
      Effect.flatMap(find(scope, organizationId, connectionId), ({ id }) => unseal(id))

    const credentialsOf: Connections["Type"]["credentialsOf"] = (connectionId) =>
      isUuid(connectionId) ? unseal(connectionId) : new ConnectionNotFound()

    const noteTenant: Connections["Type"]["noteTenant"] = (lease, tenant) =>
      Effect.asVoid(sql`
        /* connection_tenant */
        update connection set tenant = ${TenantFingerprint.toText(tenant)}
        from (${held(sql, lease)}) as held
        where id = held.connection_id`)

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
