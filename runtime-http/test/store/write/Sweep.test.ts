import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Batch, Extractor, type HeldBackDecision, RecordKind, Result } from "@tributary/core"
import { Effect, Either, Layer, Option, Stream } from "effect"
import * as DeletionDecisions from "../../../src/store/jobs/DeletionDecisions.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as HeldBackDeletions from "../../../src/store/write/HeldBackDeletions.js"
import * as MissingRecords from "../../../src/store/write/MissingRecords.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as DeletionRule from "../../../src/store/write/rules/DeletionRule.js"
import * as Scan from "../../../src/store/write/Scan.js"
import * as SeenRecords from "../../../src/store/write/SeenRecords.js"
import * as Sweep from "../../../src/store/write/Sweep.js"
import * as Fixture from "../RecordFixture.js"

const age = Fixture.later

const { IdpUser, IdpGroup, IdpGroupMembership, DeviceGroup } = RecordKind

const usersOf = Fixture.extractor([IdpUser])
const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })

type Rest<Scanning> = Scanning extends (at: Fixture.Connection, ...rest: infer A) => unknown ? A : never

/** A complete scan of a vendor that announces how many rows it has, an hour after what happened before. */
const scanAll = (at: Fixture.Connection, ...rest: Rest<typeof Fixture.scanAll>) =>
  Effect.zipRight(age(at, 1), Fixture.scanAll(at, ...rest))

/** The same of a vendor that announces no total. */
const scanUntotaled = (at: Fixture.Connection, ...rest: Rest<typeof Fixture.scanUncounted>) =>
  Effect.zipRight(age(at, 1), Fixture.scanUncounted(at, ...rest))

const scanUsers = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  scanAll(at, of, Fixture.batch(at, IdpUser, drafts))

const scanUncounted = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  scanUntotaled(at, of, Fixture.batch(at, IdpUser, drafts))

/** Where the database holds what the scan has seen. */
const seenIn = (scan: Scan.Scan) => SeenRecords.make().numbers(scan, IdpUser.name)

/** A complete scan in which a row could not be read. */
const scanUnreadable = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>) =>
  scanAll(
    at,
    usersOf,
    Batch.make(IdpUser, at.owner, [
      ...drafts.map(Result.succeed),
      Result.fail({ issues: ["is no object"], vendorId: null })
    ])
  )

/** Users without some of them. */
const without = (drafts: ReadonlyArray<Fixture.Draft>, ...vendorIds: ReadonlyArray<string>) =>
  drafts.filter((draft) => !vendorIds.includes(String(draft["vendor_id"])))

const heldBack = (kind: RecordKind.Any, count: number, reason: string) => ({
  deleted: 0,
  heldBack: count,
  heldBackDeletions: [{ kind: kind.name, count, reason }]
})

/** What an operator decides about all held-back deletions of the connection. */
const decide = (at: Fixture.Connection, decision: HeldBackDecision) =>
  DeletionDecisions.DeletionDecisions.pipe(
    Effect.flatMap((decisions) => decisions.decide(null, at.id, { decision, kinds: null })),
    Effect.provide(DeletionDecisions.layer.pipe(Layer.provide(SyncSchedule.layer)))
  )

const goneOf = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.stored(at, kind), (rows) =>
    rows
      .filter((row) => row.is_gone)
      .map((row) => row.vendor_id)
      .sort()
  )

Fixture.eitherDatabase("The end of a scan", (it) => {
  it.effect("removes records that a complete scan did not see, at new positions [contract: removed-records]", () =>
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

  it.effect("removes what two complete scans in a row did not see if the vendor announces no total", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUncounted(at, all)
      expect(yield* scanUncounted(at, without(all, "u8", "u9"))).toMatchObject({ deleted: 0, heldBack: 0 })
      // Only u9 is missed twice in a row.
      expect(yield* scanUncounted(at, without(all, "u7", "u9"))).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      expect(yield* scanUncounted(at, without(all, "u8", "u9"))).toMatchObject({ deleted: 0 })
      expect(yield* scanUncounted(at, without(all, "u8", "u9"))).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8", "u9"])
    })
  )

  it.effect("removes nothing after one scan if the vendor's total differs from the number of distinct rows", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUsers(at, all)
      const scan = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, all.slice(0, 5)))
      // The vendor says that there are ten. An empty page ended the list.
      expect(yield* Fixture.close(scan, 10)).toMatchObject({ deleted: 0, heldBack: 0 })

      // The list has nine rows, and a page was read twice: ten rows, but nine distinct ones.
      yield* age(at, 1)
      const repeated = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(repeated, Fixture.batch(at, IdpUser, all.slice(1, 5)))
      yield* Fixture.write(repeated, Fixture.batch(at, IdpUser, all.slice(1, 5)))
      expect(yield* Fixture.close(repeated, 8)).toMatchObject({ deleted: 5 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u5", "u6", "u7", "u8", "u9"])
    })
  )

  it.effect("counts a row that vanished during an interruption, so that two scans are needed", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const all = Fixture.users(10)
      yield* scanUsers(at, all)
      const first = yield* Fixture.open(at, usersOf)
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, all.slice(0, 5))], { next: "p2" }))
      // Meanwhile the vendor deletes u0 and u9, and the list is read from its start again.
      const second = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(second, Fixture.batch(at, IdpUser, all.slice(1, 9)))
      expect((yield* Fixture.close(second, 8)).deleted).toBe(0)
      expect(yield* scanUncounted(at, all.slice(1, 9))).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
    })
  )

  it.effect("trusts a total only for the rows that it counts, and not for what they contain", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const batches = (groups: ReadonlyArray<string>, members: ReadonlyArray<string>) => [
        Fixture.batch(
          at,
          IdpGroup,
          groups.map((id) => Fixture.group(id))
        ),
        Fixture.batch(
          at,
          IdpGroupMembership,
          members.map((id) => Fixture.membership("g0", id))
        )
      ]
      const embedding = Fixture.extractor([IdpGroup, IdpGroupMembership])
      yield* scanAll(at, embedding, ...batches(["g0", "g1"], ["u0", "u1"]))
      // A vendor may answer with `null` for the members of a group that it still counts.
      expect(yield* scanAll(at, embedding, ...batches(["g0"], ["u0"]))).toMatchObject({ deleted: 1 })
      expect([yield* goneOf(at, IdpGroup), yield* goneOf(at, IdpGroupMembership)]).toEqual([["g1"], []])
      expect(yield* scanAll(at, embedding, ...batches(["g0"], ["u0"]))).toMatchObject({ deleted: 1 })
    })
  )

  it.effect("is recognized as done if its answer was lost", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* scanUsers(at, Fixture.users(10))
      const scan = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, Fixture.users(9)))
      expect(yield* Fixture.close(scan, 9)).toMatchObject({ deleted: 1, heldBack: 0 })
      // What the scan has seen is forgotten by now, so everything would seem to be missing.
      expect(yield* Fixture.close(scan, 9)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      for (const table of ["missing_record", "held_back_deletion"]) {
        expect(yield* sql`select 1 from ${sql(table)} where connection_id = ${at.id}`).toEqual([])
      }
    })
  )

  it.effect("removes nothing after a failure, however much was read", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const scan = yield* Fixture.open(at, usersOf)
      const pages = Stream.concat(
        Stream.make(Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(9))])),
        Stream.fail("the vendor went away")
      )
      const proof = yield* Effect.either(Scan.storePages(scan, pages, (page) => store.write(scan, page)))
      expect(proof).toEqual(Either.left("the vendor went away"))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("resumes an interrupted scan, and remembers what it had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const drafts = Fixture.users(9)
      const first = yield* Fixture.open(at, usersOf)
      expect(first).toMatchObject({ mode: "full", since: null, checkpoint: null })
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(0, 5))], { list: 0, next: "p2" }))
      // The last page has no checkpoint: a scan that dies here reads that page again, and neither starts over nor counts as complete.
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))

      const second = yield* Fixture.open(at, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: { list: 0, next: "p2" } })
      yield* store.write(second, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))
      // The vendor may have deleted a record that only the first run saw, so the total does not prove that "u9" is gone.
      expect((yield* Fixture.close(second, 9)).deleted).toBe(0)
      expect((yield* scanUsers(at, drafts)).deleted).toBe(1)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`select 1 from scan_seen_block where connection_id = ${at.id}`).toEqual([])
      expect((yield* Fixture.open(at, usersOf)).checkpoint).toBe(null)
    })
  )

  it.effect("does not count a record as missed twice in a row if an unfinished scan in between has seen it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const [missing, ...rest] = Fixture.users(3)
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, Fixture.users(3)))
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, rest))
      const unfinished = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(unfinished, Fixture.batch(at, IdpUser, missing === undefined ? [] : [missing]))
      yield* store.restart(unfinished)
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, rest))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("starts a new scan if the unfinished one is too old, and forgets what it had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const first = yield* Fixture.open(at, usersOf)
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, [Fixture.user("u9")])], { next: "p2" }))
      yield* age(at, 25)
      const second = yield* Fixture.open(at, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: null })
      yield* Fixture.write(second, Fixture.batch(at, IdpUser, Fixture.users(9)))
      expect((yield* Fixture.close(second, 9)).deleted).toBe(1)
    })
  )

  it.effect("runs deltas between full scans, and sweeps nothing after a delta", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* Fixture.open(at, incremental)
      const [row] = yield* sql<{
        readonly at: Date
      }>`select last_scan_at as at from scan where connection_id = ${at.id}`
      expect(delta.mode).toBe("delta")
      expect(Date.parse(delta.since ?? "")).toBe((row?.at.getTime() ?? 0) - 600_000)
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [Fixture.user("u0", { job_title: "CTO" })], ["u1"]))
      // An interrupted delta resumes as a delta.
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "delta", since: delta.since })
      expect(yield* Fixture.close(delta)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u1"])

      yield* age(at, 25)
      expect((yield* Fixture.open(at, incremental)).mode).toBe("full")
    })
  )

  it.effect("makes one scan an hour later a full one if a full scan of an incremental list missed a record", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      const nextMode = Effect.map(Fixture.open(at, incremental), ({ mode }) => mode)
      yield* scanUncounted(at, all, incremental)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      yield* age(at, 25)
      expect(yield* scanUncounted(at, without(all, "u9"), incremental)).toMatchObject({ deleted: 0 })
      yield* age(at, 0.9)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      // The planned scan misses another record, which waits for the next regular full scan.
      expect(yield* nextMode).toBe("full")
      expect(yield* scanUncounted(at, without(all, "u8", "u9"), incremental)).toMatchObject({ deleted: 1 })
      yield* age(at, 1)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      yield* age(at, 25)
      expect(yield* scanUncounted(at, without(all, "u7", "u8", "u9"), incremental)).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8", "u9"])
      yield* age(at, 1)
      expect(yield* nextMode).toBe("full")
    })
  )

  it.effect("keeps the misses of a record through deltas, until one of them contains it or reports it as removed", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUncounted(at, all, incremental)
      yield* age(at, 25)
      yield* scanUncounted(at, without(all, "u6", "u7", "u8", "u9"), incremental)
      // The confirming scan is full; it is given up, and a delta runs before the next full scan.
      const sql = yield* SqlClient.SqlClient
      yield* sql`update scan set confirm_at = null where connection_id = ${at.id}`
      const delta = yield* Fixture.open(at, incremental)
      expect(delta.mode).toBe("delta")
      const rejected = Batch.make(IdpUser, at.owner, [Result.succeed({ vendor_id: "u7" })])
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [Fixture.user("u6")], ["u8"]), rejected)
      yield* Fixture.close(delta)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8"])
      yield* age(at, 25)
      yield* scanUncounted(at, without(all, "u6", "u7", "u8", "u9"), incremental)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8", "u9"])
    })
  )

  it.effect("runs a full scan after a restart", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* Fixture.open(at, incremental)
      yield* store.write(delta, Fixture.page([], { next: "expired" }))
      yield* store.restart(delta)
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "full", since: null, checkpoint: null })
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("keeps the stored version of a rejected row", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanUsers(at, Fixture.users(10))
      const rejected = Batch.make(IdpUser, at.owner, [
        ...Fixture.users(8).map(Result.succeed),
        Result.succeed({ vendor_id: "u8" })
      ])
      expect(rejected.rejections).toMatchObject([{ vendorId: "u8" }])
      expect(yield* scanAll(at, usersOf, rejected)).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
    })
  )

  it.effect("holds back deletions if a row without a readable id may be one of the missing records", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const all = Fixture.users(10)
      yield* scanUncounted(at, all)
      const scan = yield* Fixture.open(at, usersOf)
      yield* store.write(
        scan,
        Fixture.page([Batch.make(IdpUser, at.owner, [Result.fail({ issues: ["is no object"], vendorId: null })])], {
          next: "p2"
        })
      )
      const resumed = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(resumed, Fixture.batch(at, IdpUser, without(all, "u9")))
      expect(yield* Fixture.close(resumed)).toMatchObject(heldBack(IdpUser, 1, "UNREADABLE_ROWS"))
      // That scan proved nothing, so the next one is the first that missed u9.
      expect(yield* scanUncounted(at, without(all, "u9"))).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* scanUncounted(at, without(all, "u9"))).toMatchObject({ deleted: 1, heldBack: 0 })
    })
  )

  it.effect("counts one miss per scan, even if it is interrupted and runs again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUncounted(at, all)
      const scan = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, without(all, "u8", "u9")))
      const evidence = { isReadable: true, isConfirmed: false }
      yield* Sweep.sweep(scan, IdpUser, yield* seenIn(scan), evidence, DeletionRule.defaultGuard)
      // The process dies. The next run reads the last page again, on which u8 is back.
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, without(all, "u9")))
      expect(yield* Fixture.close(scan)).toMatchObject({ deleted: 0 })
      expect(yield* scanUncounted(at, without(all, "u8", "u9"))).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
    })
  )

  it.effect("holds back a sweep of all records until it is confirmed, and then deletes exactly those", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(3)
      yield* scanUsers(at, all, incremental)
      yield* age(at, 25)
      // An empty answer proves nothing by itself, although its total fits.
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* scanUsers(at, [], incremental)).toMatchObject(heldBack(IdpUser, 3, "EVERYTHING"))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
      yield* age(at, 25)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject(heldBack(IdpUser, 3, "EVERYTHING"))

      expect(yield* decide(at, "CONFIRM")).toMatchObject([{ record_kind: "idp_user", count: 3, reason: "EVERYTHING" }])
      // Meanwhile the vendor has two more users, which the next scans miss too.
      const more = [Fixture.user("n0"), Fixture.user("n1")]
      expect(yield* scanUsers(at, more, incremental)).toMatchObject({ created: 0, deleted: 3, heldBack: 0 })
      yield* age(at, 25)
      expect(yield* scanUsers(at, [], incremental)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* scanUsers(at, [], incremental)).toMatchObject(heldBack(IdpUser, 2, "EVERYTHING"))
      expect(yield* goneOf(at, IdpUser)).toEqual(["u0", "u1", "u2"])
    })
  )

  it.effect("says that everything is missing if a list that may be truncated is empty", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanUncounted(at, Fixture.users(3))
      const emptied = { ...Fixture.batch(at, IdpUser, []), isIncomplete: true }
      for (const _ of ["first", "second"]) {
        expect(yield* scanAll(at, usersOf, emptied)).toMatchObject({
          ...heldBack(IdpUser, 3, "EVERYTHING"),
          deleted: 0
        })
      }
      // A full list that may be cut proves nothing about a missing record either, but has not lost everything.
      const cut = { ...Fixture.batch(at, IdpUser, Fixture.users(2)), isIncomplete: true }
      expect(yield* scanAll(at, usersOf, cut)).toMatchObject(heldBack(IdpUser, 1, "UNREADABLE_ROWS"))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("deletes confirmed records even if rows cannot be read, and holds back those that went missing later", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUncounted(at, all)
      expect(yield* scanUnreadable(at, without(all, "u8", "u9"))).toMatchObject(heldBack(IdpUser, 2, "UNREADABLE_ROWS"))
      yield* decide(at, "CONFIRM")
      // u8 is back, u7 is missing too.
      expect(yield* scanUnreadable(at, without(all, "u7", "u9"))).toMatchObject({
        ...heldBack(IdpUser, 1, "UNREADABLE_ROWS"),
        deleted: 1
      })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
    })
  )

  it.effect("forgets what an interrupted sweep missed if the scan has since kept it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      const embedding = Fixture.extractor([IdpGroup, IdpGroupMembership])
      const groups = Fixture.batch(at, IdpGroup, [Fixture.group("g0")])
      const members = (...users: ReadonlyArray<string>) =>
        Fixture.batch(
          at,
          IdpGroupMembership,
          users.map((user) => Fixture.membership("g0", user))
        )
      yield* scanUntotaled(at, embedding, groups, members("u0", "u1"))
      const scan = yield* Fixture.open(at, embedding)
      yield* Fixture.write(scan, groups, members("u0"))
      const numbers = yield* SeenRecords.make().numbers(scan, IdpGroupMembership.name)
      const evidence = { isReadable: true, isConfirmed: false }
      yield* MissingRecords.find(scan, IdpGroupMembership, numbers, evidence)
      const missing = sql`select 1 from missing_record where connection_id = ${at.id}`
      expect(yield* missing).toHaveLength(1)
      // The process dies. When the page is read again, the members of the group cannot be read.
      yield* Fixture.write(scan, Batch.unreadBelow(IdpGroupMembership, at.owner, [{ kind: IdpGroup, vendorId: "g0" }]))
      yield* Fixture.close(scan)
      expect(yield* missing).toEqual([])
    })
  )

  it.effect("confirms only what was held back, even if the sweep of a later scan never ended", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const all = Fixture.users(10)
      yield* scanUncounted(at, all)
      expect(yield* scanUnreadable(at, without(all, "u9"))).toMatchObject(heldBack(IdpUser, 1, "UNREADABLE_ROWS"))
      yield* decide(at, "CONFIRM")
      // The vendor still has u8, in a row that cannot be read. The process dies in the sweep, and the scan is given up later.
      const died = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(died, Fixture.batch(at, IdpUser, without(all, "u8", "u9")))
      const evidence = { isReadable: false, isConfirmed: false }
      yield* MissingRecords.find(died, IdpUser, yield* seenIn(died), evidence)
      yield* store.restart(died)
      expect(yield* scanUnreadable(at, without(all, "u8", "u9"))).toMatchObject({
        ...heldBack(IdpUser, 1, "UNREADABLE_ROWS"),
        deleted: 1
      })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
    })
  )

  it.effect("forgets misses that are dismissed, so that two more scans must miss the records", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(200)
      const few = all.slice(0, 80)
      yield* scanUncounted(at, all)
      yield* scanUncounted(at, few)
      expect(yield* scanUncounted(at, few)).toMatchObject(heldBack(IdpUser, 120, "LARGE_SHARE"))
      expect(yield* decide(at, "DISMISS")).toMatchObject([{ count: 120 }])
      expect(yield* scanUncounted(at, few)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* scanUncounted(at, few)).toMatchObject(heldBack(IdpUser, 120, "LARGE_SHARE"))
    })
  )

  it.effect("respects a decision that an operator makes during the sweep", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(3)
      yield* scanUsers(at, all)
      yield* scanUsers(at, [])
      expect(yield* scanUsers(at, [])).toMatchObject(heldBack(IdpUser, 3, "EVERYTHING"))
      const held = yield* HeldBackDeletions.find(at.id, IdpUser.name)
      const scan = yield* Fixture.open(at, usersOf)
      yield* decide(at, "CONFIRM")
      const verdict = { _tag: "Hold", reason: "EVERYTHING", bound: { firstScan: 2, since: 0 }, count: 3 } as const
      expect(yield* HeldBackDeletions.settle(scan, IdpUser.name, held, verdict, { since: null, unproven: 0 })).toBe(
        false
      )
      expect(yield* Fixture.close(scan, 0)).toMatchObject({ deleted: 3, heldBack: 0 })
    })
  )

  it.effect("drops held-back deletions when scans or deltas see the records again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const waiting = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select count, decision from held_back_deletion where connection_id = ${at.id}`
      )
      yield* scanUsers(at, Fixture.users(200), incremental)
      yield* age(at, 25)
      expect(yield* scanUsers(at, Fixture.users(80), incremental)).toMatchObject({ deleted: 0, heldBack: 120 })
      const delta = yield* Fixture.open(at, incremental)
      expect(delta.mode).toBe("delta")
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, Fixture.users(100), ["u199"]))
      expect(yield* waiting).toEqual([{ count: 99, decision: null }])
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, Fixture.users(199)))
      expect(yield* waiting).toEqual([])
      yield* Fixture.close(delta)

      yield* age(at, 25)
      yield* scanUsers(at, Fixture.users(80), incremental)
      yield* age(at, 25)
      expect(yield* scanUsers(at, Fixture.users(199), incremental)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* waiting).toEqual([])
    })
  )

  it.effect("sweeps more records than fit one transaction, and subtracts hidden ones from the total", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([DeviceGroup])
      const drafts = Array.from({ length: 4_500 }, (_, index) => Fixture.deviceGroup(`d${index}`))
      yield* scanAll(at, of, Fixture.batch(at, DeviceGroup, drafts))
      const counts = yield* scanAll(at, of, Fixture.batch(at, DeviceGroup, drafts.slice(0, 2_300)))
      expect(counts.deleted).toBe(2_200)
      expect(yield* Fixture.list(at, DeviceGroup, { limit: 0, wantsTotal: true })).toMatchObject({ total: 2_300 })
      const rows = yield* Fixture.stored(at, DeviceGroup)
      expect(rows.filter((row) => row.is_listed).length).toBe(2_300)
    })
  )

  it.effect("keeps the members of a group whose members could not be read, and deletes others", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([IdpGroup, IdpGroupMembership])
      const groups = Fixture.batch(at, IdpGroup, [Fixture.group("g1"), Fixture.group("g2")])
      const memberships = [Fixture.membership("g1", "u1"), Fixture.membership("g2", "u1")]
      yield* scanUntotaled(at, of, groups, Fixture.batch(at, IdpGroupMembership, memberships))
      const unread = Batch.unreadBelow(IdpGroupMembership, at.owner, [{ kind: IdpGroup, vendorId: "g1" }])
      yield* scanUntotaled(at, of, groups, unread)
      yield* scanUntotaled(at, of, groups, unread)
      expect(yield* goneOf(at, IdpGroupMembership)).toEqual(['["g2","u1"]'])
    })
  )

  it.effect("moves the ends of swept relations, and sweeps each kind separately [contract: updated-time]", () =>
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
      yield* scanAll(at, of, groups, memberships("u0", "u1", "u2"))
      const before = yield* Fixture.stored(at, IdpUser)
      yield* scanAll(at, of, groups, memberships("u0", "u2"))
      expect((yield* scanAll(at, of, groups, memberships("u0", "u2"))).deleted).toBe(1)
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
        yield* scanUsers(at, Fixture.users(1), incremental)
        const delta = yield* Fixture.open(at, incremental)
        expect(delta.mode).toBe("delta")
        yield* Fixture.close(delta)
        yield* age(at, 2)
        expect((yield* Fixture.open(at, incremental)).mode).toBe("full")
      })
    )
  },
  { longestFullScanSecs: 3_600 }
)

describe("CompleteScan", () => {
  it("can be created only by storing every page", () => {
    const made = Reflect.ownKeys(Scan).filter((name) => typeof name === "string")
    const others = ["addByKind", "addCounts", "noCounts", "noKindCounts", "partsOf", "plusOfKind", "totalOf"]
    expect(made.sort()).toEqual([...others, "storePages"].sort())
    expect(Extractor).not.toHaveProperty("CompleteScan")
  })

  it.effect("is made by reading exactly one page ahead of the one that is being stored", () =>
    Effect.gen(function* () {
      const read: Array<number> = []
      const pages = Stream.unfoldEffect(1, (number) =>
        // As an answer of a vendor would, this comes later.
        Effect.as(Effect.yieldNow(), number > 4 ? Option.none() : Option.some([number, number + 1] as const))
      ).pipe(
        Stream.tap((number) => Effect.sync(() => read.push(number))),
        Stream.map((number) => Fixture.page([], { next: `p${number}` }))
      )
      const stored: Array<ReadonlyArray<number>> = []
      const slowly = Effect.gen(function* () {
        for (let turn = 0; turn < 100; turn += 1) yield* Effect.yieldNow()
        stored.push([...read])
      })
      yield* Scan.storePages({} as Scan.Scan, pages, () => slowly)
      expect(stored).toEqual([
        [1, 2],
        [1, 2, 3],
        [1, 2, 3, 4],
        [1, 2, 3, 4]
      ])
    })
  )

  it.effect("is made by writing every page in pieces, so that readers wait for at most one piece", () =>
    Effect.gen(function* () {
      const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "OKTA" }
      const batch = Batch.make(IdpUser, owner, Fixture.users(1_500).map(Result.succeed))
      const scan = {} as Scan.Scan
      const written: Array<number> = []
      const pages = Stream.make(Fixture.page([batch]), Fixture.page([], null, 1_500))
      const proof = yield* Scan.storePages(scan, pages, ({ batches }) =>
        Effect.sync(() => written.push(batches.reduce((sum, { records }) => sum + records.length, 0)))
      )
      expect(written).toEqual([1_000, 500, 0])
      expect(proof.total).toBe(1_500)
    })
  )
})
