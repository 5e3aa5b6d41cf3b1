import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Connector, type Extractor } from "@tributary/core"
import { Effect, Either, Layer, Runtime, Stream } from "effect"
import fc from "fast-check"
import * as DeletionDecisions from "../../runtime-http/src/store/jobs/DeletionDecisions.js"
import type { Lease } from "../../runtime-http/src/store/schedule/Lease.js"
import * as SyncSchedule from "../../runtime-http/src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../runtime-http/src/store/write/RecordStore.js"
import { type Closing, type Scan, storePages } from "../../runtime-http/src/store/write/Scan.js"
import * as Fixture from "../../runtime-http/test/store/RecordFixture.js"
import { TestDatabase } from "../../runtime-http/test/TestDatabase.js"
import { MemoryDatabase, type Watcher } from "./runtime/MemoryDatabase.js"
import { MemoryRecordStore } from "./runtime/MemoryRecordStore.js"
import { kinds, operation, pageOf, type StoreOperation } from "./StoreOperation.js"
import * as SimulatedConnector from "./vendor/SimulatedConnector.js"

const HOUR = 3_600_000
const guard = { evidenceSecs: 3_600, maxShare: 0.5, minRecords: 4, maxEmptied: 0.3, minEmptied: 2, minFilled: 2 }

const nobody: Watcher = {
  began: () => {},
  wrote: () => {},
  compared: () => {},
  ended: () => {},
  abandoned: () => {},
  removed: () => {}
}

/** An extractor with deltas, lists below its rows and records that its rows name. */
const extractor: Extractor.Any = (() => {
  const connector = SimulatedConnector.make({
    users: {
      paging: "nextLink",
      hasTotal: true,
      pageSize: 3,
      order: "id",
      delta: "token",
      lookup: null,
      hasChildren: true,
      hasMentions: true,
      hides: false,
      hasDetails: false
    },
    second: null,
    isGraphql: false
  })
  const [found] = Connector.extractorsOf(connector)
  if (found === undefined) throw new Error("The connector has no extractor.")
  return found
})()

/** What both stores must agree on, of one missing record. */
interface Missing {
  readonly firstScan: number
  readonly isReadable: boolean
  readonly isPlanned: boolean
}

/** What both stores must agree on, of one kind. */
interface KindState {
  readonly live: Readonly<Record<string, string>>
  readonly gone: ReadonlyArray<string>
  /** Which full scan was the first that missed a record, and what follows from it, by `vendor_id`. */
  readonly missing: Readonly<Record<string, Missing>>
  readonly heldBack: { readonly count: number; readonly reason: string } | null
}

type State = Readonly<Record<string, KindState>>

/** The part of a scan that does not depend on the clock. */
const shapeOf = ({ abandoned, checkpoint, delta, isConfirming, isNewBaseline, isResumed, mode, number }: Scan) => ({
  abandoned,
  checkpoint,
  delta,
  isConfirming,
  isNewBaseline,
  isResumed,
  mode,
  number
})

interface Row {
  readonly kind: string
  readonly id: string
  readonly vendorId: string
  readonly wire: string
  readonly isGone: boolean
  readonly missing: string | null
}

/** What Postgres holds, and its counters. */
const stateOfPostgres = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Row>`
      select kind, id, vendor_id as "vendorId", wire, is_gone as "isGone", (
        case when missing.id is not null then
          json_build_object('firstScan', first_scan, 'isReadable', since is not null, 'isPlanned', is_planned)
        end)::text as missing
      from record
      left join missing_record as missing using (connection_id, kind, id)
      where connection_id = ${connectionId}
      order by vendor_id`
    const held = yield* sql<{ readonly kind: string; readonly count: number; readonly reason: string }>`
      select kind, count, reason from held_back_deletion
      where connection_id = ${connectionId} and decision is null`
    const counters = yield* sql<{ readonly kind: string; readonly total: number; readonly listed: number }>`
      select kind, total, (
        select count(*) from record
        where record.connection_id = counter.connection_id and record.kind = counter.kind and is_listed
      ) as listed
      from record_counter as counter
      where connection_id = ${connectionId}`
    for (const { kind, listed, total } of counters) expect({ kind, total }).toEqual({ kind, total: listed })
    return Object.fromEntries(
      kinds.map(({ name }): [string, KindState] => {
        const own = rows.filter(({ kind }) => kind === name)
        const waiting = held.find(({ kind }) => kind === name)
        return [
          name,
          {
            live: Object.fromEntries(own.flatMap(({ isGone, vendorId, wire }) => (isGone ? [] : [[vendorId, wire]]))),
            gone: own.flatMap(({ isGone, vendorId }) => (isGone ? [vendorId] : [])),
            missing: Object.fromEntries(
              own.flatMap(({ missing, vendorId }) =>
                missing === null ? [] : [[vendorId, JSON.parse(missing) as Missing]]
              )
            ),
            heldBack: waiting === undefined ? null : { count: waiting.count, reason: waiting.reason }
          }
        ]
      })
    )
  })

const byVendorId = (a: { readonly vendorId: string }, b: { readonly vendorId: string }) =>
  a.vendorId < b.vendorId ? -1 : 1

/** What the database in memory holds. */
const stateOfMemory = (database: MemoryDatabase, store: MemoryRecordStore): State =>
  Object.fromEntries(
    kinds.map(({ name }): [string, KindState] => {
      const { live, records } = database.kind(name)
      const all = [...records.values()].sort(byVendorId)
      const missing = store.deletions.missing(name)
      const held = store.deletions.held(name)
      const alive = all.filter(({ isGone }) => !isGone)
      expect(alive.length).toBe(live)
      return [
        name,
        {
          live: Object.fromEntries(alive.map(({ vendorId, wire }) => [vendorId, wire])),
          gone: all.flatMap(({ isGone, vendorId }) => (isGone ? [vendorId] : [])),
          missing: Object.fromEntries(
            all.flatMap(({ id, vendorId }) => {
              const found = missing.get(id)
              if (found === undefined) return []
              const { firstScan, isPlanned, since } = found
              return [[vendorId, { firstScan, isReadable: since !== null, isPlanned }]]
            })
          ),
          heldBack: held === null ? null : { count: held.count, reason: held.reason }
        }
      ]
    })
  )

/** Runs a call on both stores, and compares what it returns or how it fails. */
const both = <A, E, B, E2, R>(
  real: Effect.Effect<A, E, R>,
  memory: Effect.Effect<B, E2>,
  shown: (result: A | B) => unknown
) =>
  Effect.gen(function* () {
    const said = yield* Effect.either(real)
    const expected = yield* Effect.either(memory)
    const outcome = (it: Either.Either<A | B, E | E2>) => (Either.isRight(it) ? shown(it.right) : it.left)
    expect(outcome(expected)).toEqual(outcome(said))
    return Either.isRight(said) && Either.isRight(expected) ? { real: said.right, memory: expected.right } : null
  })

const isolated = <A>(result: A): A => result

/** What a scan has done, without instants. */
const countsOf = ({ kept, missing, ...closing }: Closing) => ({
  ...closing,
  kept: kept.map(({ all, count, kind, path }) => ({ all, count, kind, path })),
  missing: missing.map(({ count, kind }) => ({ count, kind }))
})

/** Runs the operations on a real store and on one in memory, and compares them after each. */
const compare = (operations: ReadonlyArray<StoreOperation>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const real = yield* RecordStore
    const decisions = yield* DeletionDecisions.DeletionDecisions
    const at = yield* Fixture.connection
    let now = Date.UTC(2030, 0, 1)
    const database = new MemoryDatabase(() => now, nobody, {
      connectionId: at.id,
      credentials: "{}",
      intervalSecs: 60,
      timeoutSecs: 60
    })
    database.schedule.fence = at.lease.fence
    yield* sql`update connection set full_scan_interval_secs = 86400 where id = ${at.id}`
    const memory = new MemoryRecordStore(database, { fullScanInterval: 24 * HOUR, guard })
    let lease: Lease = at.lease
    let tenant = 0
    let scans: { readonly real: Scan; readonly memory: Scan } | null = null

    const open = Effect.gen(function* () {
      const baseline = `tenant ${tenant}`
      scans = yield* both(real.open(lease, extractor, baseline), memory.open(lease, extractor, baseline), shapeOf)
      return scans
    })

    const close = (total: "none" | "right" | "wrong") =>
      Effect.gen(function* () {
        const current = scans ?? (yield* open)
        if (current === null) return
        const [seen] = yield* sql<{ readonly seen: number }>`
          select count(distinct id) as seen from scan_seen_block, unnest(ids) as id
          where connection_id = ${at.id} and kind = 'idp_user'`
        const told = total === "none" ? null : (seen?.seen ?? 0) + (total === "right" ? 0 : 1)
        const last: Extractor.Page = {
          batches: [],
          checkpoint: null,
          delta: null,
          ...(told === null ? {} : { total: told })
        }
        const proofOf = (scan: Scan) => storePages(scan, Stream.make(last), () => Effect.void)
        yield* both(
          Effect.flatMap(proofOf(current.real), real.close),
          Effect.flatMap(
            proofOf(current.memory),
            memory.close((_, transaction) => transaction)
          ),
          countsOf
        )
        scans = null
      })

    const perform = (it: StoreOperation) =>
      Effect.gen(function* () {
        // No two things happen in the same millisecond.
        now += 1_000
        switch (it._tag) {
          case "Open":
            tenant = it.tenant
            yield* open
            return
          case "Write": {
            const current = scans ?? (yield* open)
            if (current === null) return
            const page = pageOf(at.id, it.piece, null)
            yield* both(real.write(current.real, page), memory.write(current.memory, page), isolated)
            const parents = page.completedParents ?? []
            yield* both(
              real.completedParents(current.real, parents),
              memory.completedParents(current.memory, parents),
              (ids) => [...ids].sort()
            )
            return
          }
          case "Close":
            return yield* close(it.total)
          case "Restart": {
            const current = scans ?? (yield* open)
            if (current === null) return
            yield* both(real.restart(current.real), memory.restart(current.memory), isolated)
            scans = null
            return
          }
          case "Decide":
            yield* Effect.catchTag(
              decisions.decide(null, at.id, { decision: it.decision, kinds: null }),
              "NothingHeldBack",
              () => Effect.void
            )
            memory.decide(it.decision)
            return
          case "Age":
            now += it.hours * HOUR
            if (scans !== null) {
              const { openedAt, startedAt } = scans.real
              const past = { openedAt: openedAt - it.hours * HOUR, startedAt: startedAt - it.hours * HOUR }
              // Not a copy: the store remembers what this scan has counted.
              Object.assign(scans.real, past)
            }
            yield* sql`
              update scan
              set
                started_at = started_at - ${it.hours}::float8 * interval '1 hour',
                progressed_at = progressed_at - ${it.hours}::float8 * interval '1 hour',
                confirm_at = confirm_at - ${it.hours}::float8 * interval '1 hour',
                last_full_at = last_full_at - ${it.hours}::float8 * interval '1 hour',
                last_scan_at = last_scan_at - ${it.hours}::float8 * interval '1 hour'
              where connection_id = ${at.id}`
            for (const table of ["missing_record", "missing_total", "held_back_deletion", "kept_field"]) {
              yield* sql`
                update ${sql(table)} set since = since - ${it.hours}::float8 * interval '1 hour'
                where connection_id = ${at.id}`
            }
            yield* sql`
              update connection set full_scan_requested_at = full_scan_requested_at - ${it.hours}::float8 * interval '1 hour'
              where id = ${at.id}`
            return
          case "RequestFull":
            yield* sql`update connection set full_scan_requested_at = clock_timestamp() where id = ${at.id}`
            memory.requestFull()
            return
          case "TakeOver": {
            // The scan that is open writes once more, in vain, before the new owner of the lease opens it again.
            const fence = lease.fence + 1
            yield* sql`update schedule set fence = ${fence} where connection_id = ${at.id}`
            database.schedule.fence = fence
            if (scans !== null) {
              const page = pageOf(
                at.id,
                {
                  rows: [],
                  removed: [0],
                  children: [],
                  keptBelow: [],
                  mentions: [],
                  checkpoint: 1,
                  delta: 1,
                  completed: [],
                  lacks: false
                },
                null
              )
              yield* both(real.write(scans.real, page), memory.write(scans.memory, page), isolated)
            }
            lease = { ...lease, fence }
            scans = null
            return
          }
        }
      })

    for (const it of operations) {
      yield* perform(it)
      expect(stateOfMemory(database, memory)).toEqual(yield* stateOfPostgres(at.id))
    }
  })

/** It makes some thousand calls to a real database; on a busy machine these take minutes. */
const PATIENCE = 240_000

const stores = Layer.merge(RecordStore.layer({ sweepGuard: guard, maxRecentIds: 3 }), DeletionDecisions.layer).pipe(
  Layer.provide(SyncSchedule.layer),
  Layer.provideMerge(TestDatabase.layer)
)

layer(stores)("The record store in memory", (it) => {
  it.effect(
    "behaves like the one on Postgres, call by call",
    () =>
      Effect.gen(function* () {
        const runtime = yield* Effect.runtime<DeletionDecisions.DeletionDecisions | RecordStore | SqlClient.SqlClient>()
        const operations = fc.array(operation, { minLength: 4, maxLength: 24, size: "max" })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(operations, (all) => Runtime.runPromise(runtime)(compare(all))),
            { numRuns: 30, seed: 1 }
          )
        )
      }),
    PATIENCE
  )
})
