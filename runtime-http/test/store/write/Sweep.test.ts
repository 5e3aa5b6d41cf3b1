import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it as test } from "@effect/vitest"
import { Batch, Extractor, RecordKind } from "@tributary/core"
import { Effect, Either, Stream } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Scan from "../../../src/store/write/Scan.js"
import { defaultGuard, needsConfirmation } from "../../../src/store/write/Sweep.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership, DeviceGroup } = RecordKind

const usersOf = Fixture.extractor([IdpUser])
const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })

const scanUsers = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  Fixture.scanAll(at, of, Fixture.batch(at, IdpUser, drafts))

const goneOf = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.stored(at, kind), (rows) =>
    rows
      .filter((row) => row.is_gone)
      .map((row) => row.vendor_id)
      .sort()
  )

/** Moves the times of the connection's scans by so many hours into the past. */
const age = (at: Fixture.Connection, hours: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update scan
      set
        started_at = started_at - ${hours}::float8 * interval '1 hour',
        last_full_at = last_full_at - ${hours}::float8 * interval '1 hour',
        last_scan_at = last_scan_at - ${hours}::float8 * interval '1 hour'
      where connection_id = ${at.id}`
  )

Fixture.eitherDatabase("The end of a scan", (it) => {
  it.effect("removes records that a complete scan did not see, at new positions", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanUsers(at, Fixture.users(10))
      const before = yield* Fixture.stored(at, IdpUser)
      const counts = yield* scanUsers(at, Fixture.users(8))
      expect(counts).toMatchObject({ deleted: 2, heldBack: 0, seen: 0 })
      const after = yield* Fixture.stored(at, IdpUser)
      expect(after.slice(0, 8)).toEqual(before.slice(0, 8))
      expect(after.slice(8).map((row) => row.vendor_id)).toEqual(expect.arrayContaining(["u8", "u9"]))
      expect(after.slice(8).every((row) => row.is_gone && row.position > 10)).toBe(true)
      const page = yield* Fixture.list(at, IdpUser, { wantsTotal: true })
      expect(page.total).toBe(10)
      expect(Fixture.parse(page.items).map((item) => item["is_deleted"])).toEqual([...Array(8).fill(false), true, true])
      // A second scan has nothing to remove.
      expect((yield* scanUsers(at, Fixture.users(8))).deleted).toBe(0)
      expect(yield* Fixture.stored(at, IdpUser)).toEqual(after)
    })
  )

  it.effect("removes nothing after a failure, however much was read", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const scan = yield* store.open(at.lease, usersOf)
      const pages = Stream.concat(
        Stream.make(Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(9))])),
        Stream.fail("the vendor went away")
      )
      const proof = yield* Effect.either(Scan.storePages(scan, pages, (page) => store.write(scan, page)))
      expect(proof).toEqual(Either.left("the vendor went away"))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("resumes an interrupted scan, and knows what it had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const drafts = Fixture.users(9)
      const first = yield* store.open(at.lease, usersOf)
      expect(first).toMatchObject({ mode: "full", since: null, checkpoint: null })
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(0, 5))], { list: 0, next: "p2" }))
      // The last page has no checkpoint: a scan that dies here reads that page again, and neither starts over nor counts as complete.
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))

      const second = yield* store.open(at.lease, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: { list: 0, next: "p2" } })
      yield* store.write(second, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))
      expect((yield* Fixture.close(second)).deleted).toBe(1)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`select 1 from scan_seen where connection_id = ${at.id}`).toEqual([])
      expect((yield* store.open(at.lease, usersOf)).checkpoint).toBe(null)
    })
  )

  it.effect("starts a new scan if the unfinished one is too old, and forgets what that one had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const first = yield* store.open(at.lease, usersOf)
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, [Fixture.user("u9")])], { next: "p2" }))
      yield* age(at, 25)
      const second = yield* store.open(at.lease, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: null })
      yield* Fixture.write(second, Fixture.batch(at, IdpUser, Fixture.users(9)))
      expect((yield* Fixture.close(second)).deleted).toBe(1)
    })
  )

  it.effect("runs deltas between full scans, and sweeps nothing after a delta", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const sql = yield* SqlClient.SqlClient
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* store.open(at.lease, incremental)
      const [row] = yield* sql<{
        readonly at: Date
      }>`select last_scan_at as at from scan where connection_id = ${at.id}`
      expect(delta.mode).toBe("delta")
      expect(Date.parse(delta.since ?? "")).toBe((row?.at.getTime() ?? 0) - 600_000)
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [Fixture.user("u0", { job_title: "CTO" })], ["u1"]))
      // An interrupted delta resumes as a delta.
      expect(yield* store.open(at.lease, incremental)).toMatchObject({ mode: "delta", since: delta.since })
      expect(yield* Fixture.close(delta)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u1"])

      yield* age(at, 25)
      expect((yield* store.open(at.lease, incremental)).mode).toBe("full")
    })
  )

  it.effect("runs a full scan after a restart", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* store.open(at.lease, incremental)
      yield* store.write(delta, Fixture.page([], { next: "expired" }))
      yield* store.restart(delta)
      expect(yield* store.open(at.lease, incremental)).toMatchObject({ mode: "full", since: null, checkpoint: null })
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("keeps the stored version of a rejected row, and removes nothing if a rejected row had no id", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanUsers(at, Fixture.users(10))
      const rejected = Batch.make(IdpUser, at.owner, [
        ...Fixture.users(8).map(Either.right),
        Either.right({ vendor_id: "u8" })
      ])
      expect(rejected.rejections).toMatchObject([{ vendorId: "u8" }])
      expect(yield* Fixture.scanAll(at, usersOf, rejected)).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])

      const unknown = Batch.make(IdpUser, at.owner, [
        Either.right(Fixture.user("u0")),
        Either.left({ issues: ["is no object"], vendorId: null })
      ])
      const store = yield* RecordStore
      const scan = yield* store.open(at.lease, usersOf)
      yield* store.write(scan, Fixture.page([], { next: "p2" }))
      yield* store.write(scan, Fixture.page([unknown]))
      expect((yield* store.open(at.lease, usersOf)).checkpoint).toEqual({ next: "p2" })
      expect(yield* Fixture.scanAll(at, usersOf, unknown)).toMatchObject({ deleted: 0, heldBack: 8 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      // The guard judges the next scan separately.
      expect(yield* scanUsers(at, Fixture.users(8))).toMatchObject({ deleted: 1, heldBack: 0 })
    })
  )

  it.effect("holds back a sweep of all records until it is confirmed, once", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(3), incremental)
      yield* age(at, 25)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 0, heldBack: 3 })
      expect(yield* goneOf(at, IdpUser)).toEqual([])
      expect((yield* Fixture.counter(at, IdpUser)).held_back).toBe(3)
      yield* age(at, 25)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 0, heldBack: 3 })

      expect(yield* store.confirmDeletions(at.id)).toBe(3)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 3, heldBack: 0 })
      expect((yield* Fixture.counter(at, IdpUser)).held_back).toBe(0)
      expect(yield* store.confirmDeletions(at.id)).toBe(0)

      yield* age(at, 25)
      yield* scanUsers(at, Fixture.users(3), incremental)
      yield* age(at, 25)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 0, heldBack: 3 })
    })
  )

  it.effect("drops held-back deletions when the records are seen again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(200))
      expect(yield* scanUsers(at, Fixture.users(80))).toMatchObject({ deleted: 0, heldBack: 120 })
      expect(yield* scanUsers(at, Fixture.users(200))).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* store.confirmDeletions(at.id)).toBe(0)
    })
  )

  it.effect("sweeps more records than fit one transaction, and subtracts hidden ones from the total", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([DeviceGroup])
      const drafts = Array.from({ length: 4_500 }, (_, index) => Fixture.deviceGroup(`d${index}`))
      yield* Fixture.scanAll(at, of, Fixture.batch(at, DeviceGroup, drafts))
      const counts = yield* Fixture.scanAll(at, of, Fixture.batch(at, DeviceGroup, drafts.slice(0, 2_300)))
      expect(counts.deleted).toBe(2_200)
      expect(yield* Fixture.list(at, DeviceGroup, { limit: 0, wantsTotal: true })).toMatchObject({ total: 2_300 })
      const rows = yield* Fixture.stored(at, DeviceGroup)
      expect(rows.filter((row) => row.is_listed).length).toBe(2_300)
    })
  )

  it.effect("moves the ends of swept relations, and sweeps each kind separately", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([IdpGroup, IdpGroupMembership])
      yield* scanUsers(at, Fixture.users(3))
      const groups = Fixture.batch(at, IdpGroup, [Fixture.group("g0"), Fixture.group("g1")])
      const memberships = (...userIds: ReadonlyArray<string>) =>
        Fixture.batch(
          at,
          IdpGroupMembership,
          userIds.map((id) => Fixture.membership("g0", id))
        )
      yield* Fixture.scanAll(at, of, groups, memberships("u0", "u1", "u2"))
      const before = yield* Fixture.stored(at, IdpUser)
      expect((yield* Fixture.scanAll(at, of, groups, memberships("u0", "u2"))).deleted).toBe(1)
      const after = yield* Fixture.stored(at, IdpUser)
      expect(after.at(-1)?.vendor_id).toBe("u1")
      expect(after.slice(0, 2)).toEqual(before.filter((row) => row.vendor_id !== "u1"))
      expect((yield* Fixture.stored(at, IdpGroup)).at(-1)?.vendor_id).toBe("g0")
    })
  )
})

Fixture.eitherDatabase(
  "A full-scan interval of an hour",
  (it) => {
    it.effect("makes the next scan a full one once the hour has passed", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const store = yield* RecordStore
        yield* scanUsers(at, Fixture.users(1), incremental)
        const delta = yield* store.open(at.lease, incremental)
        expect(delta.mode).toBe("delta")
        yield* Fixture.close(delta)
        yield* age(at, 2)
        expect((yield* store.open(at.lease, incremental)).mode).toBe("full")
      })
    )
  },
  { fullScanIntervalSecs: 3_600 }
)

describe("SweepGuard", () => {
  const guard = defaultGuard
  const cases: ReadonlyArray<readonly [live: number, unseen: number, confirmed: number, isHeldBack: boolean]> = [
    [0, 0, 0, false],
    [1, 1, 0, false],
    [2, 2, 0, true],
    [99, 98, 0, false],
    [100, 50, 0, false],
    [100, 51, 0, true],
    [100, 100, 0, true],
    [100, 100, 100, false],
    [100, 60, 100, false],
    [1_000, 610, 600, false],
    [1_000, 900, 600, true],
    [1_000, 1_000, 600, true]
  ]
  test.each(cases)(
    "of %i live records, %i unseen, %i confirmed: held back is %s",
    (live, unseen, confirmed, expected) => {
      expect(needsConfirmation(guard, { live, unseen, confirmed })).toBe(expected)
    }
  )
})

describe("CompleteScan", () => {
  test("can be created only by storing every page", () => {
    const made = Reflect.ownKeys(Scan).filter((name) => typeof name === "string")
    expect(made.sort()).toEqual(["addCounts", "noCounts", "storePages"])
    expect(Extractor).not.toHaveProperty("CompleteScan")
  })
})
