import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { type AccountScope, isConnectionScope } from "../../../src/store/accounts/AccessScope.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"

const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)
const stores = Layer.mergeAll(Connections.layer, ApiKeys.layer, Organizations.layer).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(Layer.merge(TestDatabase.layer, vault))
)

const SECRET = "s3cret-value"

const values = {
  vendor: "ACME",
  credentials: Redacted.make(`{"api_token":"${SECRET}"}`),
  identifier: "mine",
  refreshIntervalSecs: 600,
  timeoutSecs: 60
}

const account = Effect.gen(function* () {
  const keys = yield* ApiKeys.Keys
  const { key } = yield* keys.create(yield* keys.createAccount("account"), "key")
  const scope = yield* keys.authenticate(key)
  const organization = yield* (yield* Organizations.Organizations).create(scope, { name: "Org", identifier: null })
  const connections = yield* Connections.Connections
  const connection = yield* Effect.flatten(connections.create(scope, organization.id, values))
  return { scope, organization, connections, connection, at: [scope, organization.id, connection.id] as const }
})

interface ScheduleRow {
  readonly is_paused: boolean
  readonly interval_secs: number
  readonly timeout_secs: number
  readonly requested_at: Date | null
  readonly is_due: boolean
}

const scheduleOf = (connectionId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<ScheduleRow>`
      select is_paused, interval_secs, timeout_secs, requested_at, next_run_at <= clock_timestamp() as is_due
      from schedule where connection_id = ${connectionId}`
  ).pipe(Effect.map(([row]) => row ?? null))

const notFound = { _tag: "ConnectionNotFound" }

layer(stores)("Connections", (it) => {
  it.effect("are due as soon as they are created", () =>
    Effect.gen(function* () {
      const { connection } = yield* account
      expect(connection).toMatchObject({
        state: "ACTIVE",
        is_active: true,
        identifier: "mine",
        organization_name: "Org"
      })
      expect(yield* scheduleOf(connection.id)).toEqual({
        is_paused: false,
        interval_secs: 600,
        timeout_secs: 60,
        requested_at: null,
        is_due: true
      })
    })
  )

  it.effect("keep their credentials sealed", () =>
    Effect.gen(function* () {
      const { at, connection, connections } = yield* account
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ readonly credentials: Uint8Array }>`
        select credentials from connection where id = ${connection.id}`
      expect(Buffer.from(row?.credentials ?? []).includes(SECRET)).toBe(false)
      for (const opened of [yield* connections.credentials(...at), yield* connections.credentialsOf(connection.id)]) {
        expect(opened.vendor).toBe("ACME")
        expect(Redacted.value(opened.credentials)).toBe(`{"api_token":"${SECRET}"}`)
        expect(JSON.stringify(opened)).not.toContain(SECRET)
      }
    })
  )

  it.effect("update their schedule with every change [contract: credentials-update]", () =>
    Effect.gen(function* () {
      const { at, connection, connections } = yield* account
      const { id } = connection
      yield* connections.update(...at, { refreshIntervalSecs: 1200, timeoutSecs: 30 })
      expect(yield* scheduleOf(id)).toMatchObject({ interval_secs: 1200, timeout_secs: 30, requested_at: null })
      yield* connections.update(...at, { state: "PAUSED" })
      expect(yield* scheduleOf(id)).toMatchObject({ is_paused: true })
      yield* connections.update(...at, { state: "ACTIVE" })
      expect(yield* scheduleOf(id)).toMatchObject({ is_paused: false })
      yield* connections.update(...at, { credentials: values.credentials })
      expect((yield* scheduleOf(id))?.requested_at).not.toBeNull()
      yield* connections.remove(...at)
      expect(yield* scheduleOf(id)).toBeNull()
    })
  )

  it.effect("change only what the caller sends", () =>
    Effect.gen(function* () {
      const { at, connection, connections } = yield* account
      expect(yield* connections.update(...at, {})).toEqual(connection)
      const renamed = yield* connections.update(...at, { identifier: null })
      expect({ ...renamed, updated_at: connection.updated_at }).toEqual({ ...connection, identifier: null })
      expect(Date.parse(renamed.updated_at)).toBeGreaterThanOrEqual(Date.parse(connection.updated_at))
    })
  )

  it.effect("store nothing if the schedule cannot be updated", () =>
    Effect.gen(function* () {
      const { at, connection, connections } = yield* account
      const failed = yield* Effect.exit(connections.update(...at, { identifier: "new", refreshIntervalSecs: 2 ** 40 }))
      expect(failed._tag).toBe("Failure")
      expect(yield* connections.get(...at)).toEqual(connection)
    })
  )

  const acme = { id: "o-1", address: "acme.example", further: [] }
  const globex = { id: "o-2", address: "globex.example", further: [] }
  const { credentials } = values

  it.effect(
    "refuse credentials of another tenant and stay unchanged, unless the caller says that it replaces the first",
    () =>
      Effect.gen(function* () {
        const { at, connection, connections } = yield* account
        const sql = yield* SqlClient.SqlClient
        const schedule = yield* SyncSchedule.SyncSchedule
        yield* connections.update(...at, { credentials, tenant: acme })
        const lease = yield* schedule.claim(connection.id, { runner: "me/1", lock: null })
        if (lease === null) return yield* Effect.die("not due")
        yield* sql`
        insert into job (id, connection_id, status, started_at)
        values (gen_random_uuid(), ${connection.id}, 'RUNNING', clock_timestamp())`
        yield* connections.noteRowTenants(lease, ["account-1"])
        const stored = connections.credentialsOf(connection.id)

        const refused = yield* Effect.flip(
          connections.update(...at, { credentials, tenant: globex, identifier: "new" })
        )
        expect(refused).toMatchObject({ _tag: "TenantChanged", from: acme, to: globex })
        expect(yield* stored).toMatchObject({ tenant: acme, tenantReplacements: 0 })
        expect(yield* connections.get(...at)).toMatchObject({ identifier: "mine" })
        expect(yield* schedule.runningBy("me/1")).toHaveLength(1)

        yield* connections.update(...at, { credentials, tenant: globex, replacesTenant: true })
        expect(yield* stored).toMatchObject({ tenant: globex, tenantReplacements: 1 })
        expect(yield* schedule.runningBy("me/1")).toEqual([])
        expect(yield* scheduleOf(connection.id)).toMatchObject({ is_due: true })
        const [row] = yield* sql`
        select fence > ${lease.fence} as "isFenced", (select status from job where connection_id = ${connection.id}) as status,
          (select count(*)::int from row_tenant where connection_id = ${connection.id}) as tenants
        from schedule where connection_id = ${connection.id}`
        expect(row).toEqual({ isFenced: true, status: "FAILED", tenants: 0 })
        // The job that lost its lease can store nothing about its tenant any more.
        yield* connections.noteTenant(lease, acme)
        yield* connections.noteRowTenants(lease, ["account-1"])
        expect(yield* stored).toMatchObject({ tenant: globex })
        const [later] =
          yield* sql`select count(*)::int as tenants from row_tenant where connection_id = ${connection.id}`
        expect(later).toEqual({ tenants: 0 })
      })
  )

  onPostgres("given to another tenant", () => {
    it.effect("count what a job stores while that happens for the tenant before", () =>
      Effect.gen(function* () {
        const { at, connection, connections } = yield* account
        const sql = yield* SqlClient.SqlClient
        const { id } = connection
        yield* connections.update(...at, { credentials, tenant: acme })
        yield* sql`insert into record_counter (connection_id, kind, full_at) values (${id}, 'idp_user', clock_timestamp())`
        // As a job does that writes a page.
        const writing = yield* heldOpen(sql`select 1 from schedule where connection_id = ${id} for share`)
        const replacing = yield* Effect.fork(
          connections.update(...at, { credentials, tenant: globex, replacesTenant: true })
        )
        yield* endedOrWaiting(replacing)
        yield* sql`
          update record_counter set updated_at = clock_timestamp() + interval '1 hour' where connection_id = ${id}`
        yield* writing.commit
        yield* Fiber.join(replacing)
        const [row] = yield* sql`
          select
            replaced_at > clock_timestamp() + interval '59 minutes' as "isLater",
            updated_at = replaced_at as "isOfList",
            full_at
          from record_counter
          where connection_id = ${id}`
        expect(row).toEqual({ isLater: true, isOfList: true, full_at: null })
      })
    )
  })

  it.effect(
    "keep everything if only a key of the same tenant is replaced, and are read in full at another address",
    () =>
      Effect.gen(function* () {
        const { at, connection, connections } = yield* account
        const sql = yield* SqlClient.SqlClient
        const requested = sql<{ readonly at: Date | null }>`
        select full_scan_requested_at as at from connection where id = ${connection.id}`.pipe(
          Effect.map(([row]) => row?.at ?? null)
        )
        yield* connections.update(...at, { credentials, tenant: acme })
        yield* connections.update(...at, { credentials, tenant: { ...acme, id: null }, replacesTenant: false })
        yield* connections.update(...at, { credentials, tenant: acme, replacesTenant: true })
        expect(yield* connections.credentialsOf(connection.id)).toMatchObject({ tenant: acme, tenantReplacements: 0 })
        expect(yield* requested).toBeNull()
        const moved = { ...acme, address: "id.acme.example" }
        yield* connections.update(...at, { credentials, tenant: moved })
        expect(yield* connections.credentialsOf(connection.id)).toMatchObject({ tenant: moved, tenantReplacements: 0 })
        expect(yield* requested).not.toBeNull()
      })
  )

  it.effect("turn from PENDING to ACTIVE only with verified credentials [contract: connection-states]", () =>
    Effect.gen(function* () {
      const { at, connection, connections } = yield* account
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from schedule where connection_id = ${connection.id}`
      yield* sql`update connection set state = 'PENDING' where id = ${connection.id}`
      expect(yield* connections.update(...at, { state: "ACTIVE" })).toMatchObject({ state: "PENDING" })
      expect(yield* scheduleOf(connection.id)).toBeNull()
      expect(yield* connections.update(...at, { credentials: values.credentials })).toMatchObject({ state: "ACTIVE" })
      expect(yield* scheduleOf(connection.id)).toMatchObject({ is_paused: false, is_due: true })
    })
  )

  it.effect("are readable with a key of their own account until they are deleted", () =>
    Effect.gen(function* () {
      const { at, connection, connections, scope } = yield* account
      const other = yield* account
      const keys = yield* ApiKeys.Keys
      const { key } = yield* keys.create(scope.accountId, "reader")
      const { key: theirs } = yield* keys.create(other.scope.accountId, "reader")
      const { connection: opened } = yield* keys.open(key, connection.id)
      expect([isConnectionScope(opened), opened?.connectionId, opened?.vendor]).toEqual([true, connection.id, "ACME"])
      expect((yield* keys.open(key, connection.id.toUpperCase())).connection).toEqual(opened)
      yield* connections.update(...at, { state: "PAUSED" })
      expect((yield* keys.open(key, connection.id)).connection).toEqual(opened)
      const foreign = yield* keys.open(theirs, connection.id)
      expect([foreign.account.accountId, foreign.connection]).toEqual([other.scope.accountId, null])
      yield* connections.remove(...at)
      for (const id of [connection.id, "no uuid", "'; drop table connection; --"]) {
        expect((yield* keys.open(key, id)).connection).toBeNull()
      }
      expect(yield* Effect.flip(connections.credentialsOf(connection.id))).toMatchObject(notFound)
      // The credentials are erased, so nobody can open them any more.
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`select credentials from connection where id = ${connection.id}`).toEqual([
        { credentials: null }
      ])
    })
  )

  it.effect("of another account are not found", () =>
    Effect.gen(function* () {
      const { connection, connections, organization, scope } = yield* account
      const other = yield* account
      const foreign: ReadonlyArray<readonly [AccountScope, string, string]> = [
        [scope, other.organization.id, other.connection.id],
        [scope, organization.id, other.connection.id],
        [scope, other.organization.id, connection.id],
        [scope, "no uuid", "no uuid"]
      ]
      for (const at of foreign) {
        expect(yield* Effect.flip(connections.get(...at))).toMatchObject(notFound)
        expect(yield* Effect.flip(connections.update(...at, { identifier: "x" }))).toMatchObject(notFound)
        expect(yield* Effect.flip(connections.remove(...at))).toMatchObject(notFound)
        expect(yield* Effect.flip(connections.credentials(...at))).toMatchObject(notFound)
      }
      const page = { health: [], limit: 10, offset: 0 }
      for (const id of [other.organization.id, "no uuid"]) {
        expect(yield* Effect.flip(connections.list(scope, id, page))).toMatchObject({ _tag: "OrganizationNotFound" })
        expect(yield* Effect.flip(Effect.flatten(connections.create(scope, id, values)))).toMatchObject({
          _tag: "OrganizationNotFound"
        })
      }
    })
  )

  it.effect("are deleted with their organization", () =>
    Effect.gen(function* () {
      const { at, connection, organization, scope, connections } = yield* account
      const organizations = yield* Organizations.Organizations
      yield* organizations.remove(scope, organization.id)
      expect(yield* Effect.flip(connections.get(...at))).toMatchObject(notFound)
      expect(yield* scheduleOf(connection.id)).toBeNull()
      const missing = { _tag: "OrganizationNotFound" }
      expect(yield* Effect.flip(organizations.get(scope, organization.id))).toMatchObject(missing)
      expect(yield* Effect.flip(organizations.remove(scope, organization.id))).toMatchObject(missing)
      expect(yield* Effect.flip(Effect.flatten(connections.create(scope, organization.id, values)))).toMatchObject(
        missing
      )
    })
  )
})
