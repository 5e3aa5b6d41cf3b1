import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Batch, RecordKind, Result } from "@tributary/core"
import { Effect } from "effect"
import * as HeldBackDeletions from "../../../src/store/write/HeldBackDeletions.js"
import * as MissingRecords from "../../../src/store/write/MissingRecords.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as DeletionRule from "../../../src/store/write/rules/DeletionRule.js"
import * as SeenRecords from "../../../src/store/write/SeenRecords.js"
import * as Sweep from "../../../src/store/write/Sweep.js"
import * as Fixture from "../RecordFixture.js"
import {
  age,
  decide,
  goneOf,
  heldBack,
  incremental,
  scanAll,
  scanUncounted,
  scanUnreadable,
  scanUntotaled,
  scanUsers,
  seenIn,
  usersOf,
  without
} from "./SweepWorld.js"

const { IdpUser, IdpGroup, IdpGroupMembership } = RecordKind

Fixture.eitherDatabase("The end of a scan", (it) => {
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
})
