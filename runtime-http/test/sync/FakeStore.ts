import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Extractor } from "@tributary/core"
import { Effect, Layer } from "effect"
import { Connections, type JobCredentials } from "../../src/store/accounts/Connections.js"
import * as Lease from "../../src/store/schedule/Lease.js"
import { SyncSchedule } from "../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../src/store/write/RecordStore.js"
import type { Closing, Scan } from "../../src/store/write/Scan.js"
import { noKindCounts, plusOfKind, totalOf } from "../../src/store/write/Scan.js"
import type { TenantFingerprint } from "../../src/TenantFingerprint.js"
import * as FakeVendor from "./FakeVendor.js"

/**
 * The same credentials for every connection, whose stored data is of this tenant; a job uses no other method of the service. The log has the
 * tenants that rows have named; `rowOf` returns what else is stored of a connection.
 */
export const connectionsOf = (
  tenant: TenantFingerprint | null,
  log: Array<string> = [],
  rowOf: (connectionId: string) => Effect.Effect<Partial<JobCredentials>> = () => Effect.succeed({})
): Layer.Layer<Connections> =>
  Layer.succeed(Connections, {
    credentialsOf: (connectionId: string) =>
      Effect.map(rowOf(connectionId), (row) => ({
        vendor: "FAKE",
        credentials: FakeVendor.credentials,
        tenant,
        tenantReplacements: 0,
        hasFormerRecords: false,
        unreadFields: [],
        dataExportTypes: [],
        ...row
      })),
    noteTenant: () => Effect.void,
    noteRowTenants: (_: unknown, names: ReadonlyArray<string>) =>
      Effect.sync(() => void log.push(`tenants ${names.join()}`))
  } as unknown as Connections["Type"])

/** Connections whose tenant is not known. */
export const connections: Layer.Layer<Connections> = connectionsOf(null)

/** Creates a connection that is due at once; `isSynced` says that its data was read completely before. */
export const seed = (
  settings: { readonly intervalSecs?: number; readonly timeoutSecs?: number; readonly isSynced?: boolean } = {}
): Effect.Effect<Seeded, never, SqlClient.SqlClient | SyncSchedule> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule
    const [accountId, organizationId, connectionId] = [randomUUID(), randomUUID(), randomUUID()]
    yield* sql`insert into account (id, name) values (${accountId}, 'test')`
    yield* sql`insert into organization (id, account_id, name) values (${organizationId}, ${accountId}, 'test')`
    yield* sql`
      insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
      values (${connectionId}, ${accountId}, ${organizationId}, 'FAKE', 'ACTIVE', 3600, 3600)`
    yield* schedule.add(connectionId, {
      intervalSecs: settings.intervalSecs ?? 3600,
      timeoutSecs: settings.timeoutSecs ?? 3600
    })
    if (settings.isSynced === true) {
      yield* sql`
        insert into scan (connection_id, extractor, baseline, number, last_scan_at)
        values (${connectionId}, 'itsm_user', 'tenant 0', 1, clock_timestamp())`
    }
    return { accountId, organizationId, connectionId }
  }).pipe(Effect.orDie)

/** The ids of a new connection, its organization and its account. */
export interface Seeded {
  readonly accountId: string
  readonly organizationId: string
  readonly connectionId: string
}

/** A record store for tests, with a log of its calls in order, such as `write 2 itsm_users /users`. */
export interface MemoryStore {
  readonly log: Array<string>
  readonly checkpoints: Map<string, Extractor.Checkpoint | null>
  readonly layer: Layer.Layer<RecordStore, never, SqlClient.SqlClient>
}

/** The first full scan of an extractor. */
export const scan = (lease: Lease.Lease, extractor: Extractor.Any, fields: Partial<Scan> = {}): Scan => ({
  lease,
  extractor: extractor.name,
  kinds: extractor.kinds,
  counted: [],
  isLog: extractor.isLog,
  mode: "full",
  number: 1,
  startedAt: 0,
  openedAt: 0,
  isConfirming: false,
  isGuarded: false,
  isResumed: false,
  isNewBaseline: false,
  since: null,
  checkpoint: null,
  runs: 1,
  lastRuns: 1,
  delta: null,
  abandoned: null,
  ...fields
})

/** The end of a scan that missed nothing and removed nothing. */
export const closing: Closing = {
  counts: noKindCounts,
  heldBackDeletions: [],
  missing: [],
  kept: [],
  verdict: { _tag: "Complete", provesAbsence: true },
  leftOut: null
}

/** A record store that stores nothing but its calls; it verifies the lease against the real schedule. */
export const memory = (overrides: Partial<RecordStore["Type"]> = {}): MemoryStore => {
  const log: Array<string> = []
  const checkpoints = new Map<string, Extractor.Checkpoint | null>()
  const layer = Layer.effect(
    RecordStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const verify = (lease: Lease.Lease) =>
        Effect.provideService(Lease.withLease(lease, Effect.void), SqlClient.SqlClient, sql)
      const note = (scan: Scan, what: string) => Effect.sync(() => log.push(`${what} ${scan.extractor}`))
      return RecordStore.of({
        open: (lease, extractor) =>
          Effect.as(verify(lease), scan(lease, extractor, { checkpoint: checkpoints.get(extractor.name) ?? null })),
        write: (scan, page, also = () => Effect.void) =>
          Effect.gen(function* () {
            yield* verify(scan.lease)
            const counts = page.batches.reduce((sum, { kind, records, rejections, unmapped }) => {
              const seen = records.length
              return plusOfKind(sum, kind.name, { seen, created: seen, rejected: rejections.length, unmapped })
            }, noKindCounts)
            yield* note(scan, `write ${totalOf(counts).seen}`)
            checkpoints.set(scan.extractor, page.checkpoint)
            yield* also(counts, [])
            return counts
          }),
        completedParents: () => Effect.succeed(new Set()),
        close: ({ scan }) => Effect.zipRight(verify(scan.lease), Effect.as(note(scan, "close"), closing)),
        removeFormer: () => Effect.succeed(new Map()),
        restart: (scan) =>
          Effect.gen(function* () {
            yield* verify(scan.lease)
            yield* note(scan, "restart")
            checkpoints.delete(scan.extractor)
          }),
        ...overrides
      })
    })
  )
  return { log, checkpoints, layer }
}
