import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Batch, RecordKind, Result } from "@tributary/core"
import { Effect, Either, Stream } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Scan from "../../../src/store/write/Scan.js"
import * as Fixture from "../RecordFixture.js"
import { age, goneOf, scanAll, scanUncounted, scanUntotaled, scanUsers, usersOf, without } from "./SweepWorld.js"

const { IdpUser, IdpGroup, IdpGroupMembership, DeviceGroup } = RecordKind

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

  it.effect("forgets that a member was missing once its group's members could not be read", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([IdpGroup, IdpGroupMembership])
      const groups = Fixture.batch(at, IdpGroup, [Fixture.group("g1"), Fixture.group("g2")])
      const other = Fixture.membership("g2", "u1")
      const scan = (batch: Batch.Batch) => scanUntotaled(at, of, groups, batch)
      const complete = Fixture.batch(at, IdpGroupMembership, [Fixture.membership("g1", "u1"), other])
      const missing = Fixture.batch(at, IdpGroupMembership, [other])
      yield* scan(complete)
      yield* scan(missing)
      yield* scan({
        ...Batch.unreadBelow(IdpGroupMembership, at.owner, [{ kind: IdpGroup, vendorId: "g1" }]),
        records: missing.records
      })
      yield* scan(missing)
      expect(yield* goneOf(at, IdpGroupMembership)).toEqual([])
      yield* scan(missing)
      expect(yield* goneOf(at, IdpGroupMembership)).toEqual(['["g1","u1"]'])
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
