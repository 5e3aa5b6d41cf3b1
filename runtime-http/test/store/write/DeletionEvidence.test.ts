import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Fixture from "../RecordFixture.js"

const { IdpGroup, IdpGroupMembership, IdpUser } = RecordKind
const usersOf = Fixture.extractor([IdpUser])
const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })
const groupsOf = Fixture.extractor([IdpGroup, IdpGroupMembership])

const HOUR = 3_600_000

/** When the next full scan is planned, in hours after the last complete one began; null if none is. */
const planned = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly hours: number | null }>`
      select (extract(epoch from confirm_at - last_full_at) / 3600)::float8 as hours from scan where connection_id = ${at.id}`
    return row === undefined || row.hours === null ? null : Math.round(row.hours * 100) / 100
  })

/** How many records of each kind are told to be missing. */
const told = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select kind, count from missing_total where connection_id = ${at.id} order by kind`
  )

/** A complete scan of some users. */
const scan = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>, of = usersOf) =>
  Fixture.scanUncounted(at, of, Fixture.batch(at, IdpUser, drafts))

/** A complete scan of groups with so many members each. */
const scanGroups = (at: Fixture.Connection, sizes: ReadonlyArray<number>) =>
  Fixture.scanUncounted(
    at,
    groupsOf,
    Fixture.batch(
      at,
      IdpGroup,
      sizes.map((_, index) => Fixture.group(`g${index}`))
    ),
    Fixture.batch(
      at,
      IdpGroupMembership,
      sizes.flatMap((size, index) =>
        Array.from({ length: size }, (_, user) => Fixture.membership(`g${index}`, `u${user}`))
      )
    )
  )

Fixture.bothDatabases("Two scans that miss a record", (it) => {
  it.effect("delete nothing if they are minutes apart with the same fault, but delete if they are an hour apart", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(371)
      yield* scan(at, all)
      const rest = all.slice(0, 200)
      expect(yield* scan(at, rest)).toMatchObject({ deleted: 0, missing: [{ kind: "idp_user", count: 171 }] })
      for (const minutes of [0.005, 1, 20, 38]) {
        yield* Fixture.later(at, minutes / 60)
        expect((yield* scan(at, rest)).deleted, `${minutes} minutes later`).toBe(0)
      }
      yield* Fixture.later(at, 1 / 60)
      expect(yield* scan(at, rest)).toMatchObject({ deleted: 171, missing: [] })
      expect(yield* told(at)).toEqual([])
    })
  )

  it.effect("count from the first miss again if a scan or a delta in between has seen the record", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const [u0, u1, u2] = Fixture.users(3)
      const [all, few] = [[u0, u1, u2] as Array<Fixture.Draft>, [u0] as Array<Fixture.Draft>]
      yield* scan(at, all, incremental)
      yield* Fixture.later(at, 25)
      yield* scan(at, few, incremental)
      expect(yield* told(at)).toEqual([{ kind: "idp_user", count: 2 }])
      yield* scan(at, [u1 ?? {}], incremental)
      expect(yield* told(at)).toEqual([{ kind: "idp_user", count: 1 }])
      yield* Fixture.later(at, 1)
      expect(yield* scan(at, few, incremental)).toMatchObject({ deleted: 1, missing: [{ count: 1 }] })
    })
  )

  it.effect(
    "count a resumed scan from its last run on, because that run may have read the page without the record",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const store = yield* RecordStore
        const all = Fixture.users(4)
        yield* scan(at, all)
        const interrupted = yield* Fixture.open(at, usersOf)
        yield* store.write(interrupted, Fixture.page([Fixture.batch(at, IdpUser, all.slice(0, 2))], { next: "p2" }))
        yield* Fixture.later(at, 10)
        const resumed = yield* Fixture.open(at, usersOf)
        expect(resumed).toMatchObject({ isResumed: true, number: interrupted.number })
        expect(resumed.openedAt - resumed.startedAt).toBeGreaterThanOrEqual(10 * HOUR)
        yield* Fixture.write(resumed, Fixture.batch(at, IdpUser, [all[2] ?? {}]))
        expect(yield* Fixture.close(resumed)).toMatchObject({
          deleted: 0,
          missing: [{ since: resumed.openedAt, count: 1 }]
        })
        yield* Fixture.later(at, 0.5)
        expect((yield* scan(at, all.slice(0, 3))).deleted).toBe(0)
        yield* Fixture.later(at, 0.5)
        expect((yield* scan(at, all.slice(0, 3))).deleted).toBe(1)
      })
  )

  it.effect("count from now on if the first was stored while the clock of the database was ahead", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(4)
      yield* scan(at, all)
      yield* scan(at, all.slice(0, 3))
      yield* Fixture.later(at, -24)
      expect((yield* scan(at, all.slice(0, 3))).deleted).toBe(0)
      yield* Fixture.later(at, 0.9)
      expect((yield* scan(at, all.slice(0, 3))).deleted).toBe(0)
      yield* Fixture.later(at, 0.1)
      expect((yield* scan(at, all.slice(0, 3))).deleted).toBe(1)
    })
  )

  it.effect("are not needed if the vendor's total proves it or an operator confirms it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(4)
      yield* scan(at, all)
      expect(yield* Fixture.scanAll(at, usersOf, Fixture.batch(at, IdpUser, all.slice(0, 3)))).toMatchObject({
        deleted: 1
      })
      expect(yield* planned(at)).toBe(null)
      const cut = { ...Fixture.batch(at, IdpUser, all.slice(0, 2)), isIncomplete: true }
      expect(yield* Fixture.scanAll(at, usersOf, cut)).toMatchObject({ deleted: 0, heldBack: 1, missing: [] })
      const sql = yield* SqlClient.SqlClient
      yield* sql`update held_back_deletion set decision = 'CONFIRM' where connection_id = ${at.id}`
      expect(yield* scan(at, all.slice(0, 2))).toMatchObject({ deleted: 1, heldBack: 0 })
    })
  )
})

Fixture.eitherDatabase("The scan that decides about missing records", (it) => {
  it.effect("is planned once, for an hour after the first miss, however many scans happen in between", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(9)
      for (const of of [usersOf, incremental]) {
        yield* scan(at, all, of)
        yield* Fixture.later(at, 25)
        expect(yield* planned(at)).toBe(null)
        yield* scan(at, all.slice(0, 8), of)
        expect(yield* planned(at)).toBe(1)
        yield* Fixture.later(at, 1)
        // What it misses first waits for a regular scan: a tenant that deletes records all the time would be read each hour.
        yield* scan(at, all.slice(0, 7), of)
        if (of.isIncremental) expect(yield* planned(at)).toBe(null)
        yield* Fixture.later(at, 25)
        expect((yield* scan(at, all.slice(0, 7), of)).deleted).toBe(1)
        expect(yield* planned(at)).toBe(null)
        yield* scan(at, all, of)
      }
    })
  )

  it.effect("is planned again for what a requested scan in between has missed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      const all = Fixture.users(9)
      yield* scan(at, all)
      yield* sql`update schedule set requested_at = clock_timestamp() where connection_id = ${at.id}`
      yield* scan(at, all.slice(0, 8))
      yield* Fixture.later(at, 0.5)
      yield* scan(at, all.slice(0, 7))
      expect(yield* planned(at)).toBe(0.5)
      yield* Fixture.later(at, 0.5)
      expect((yield* scan(at, all.slice(0, 7))).deleted).toBe(1)
      expect(yield* planned(at)).toBe(0.5)
      yield* Fixture.later(at, 0.5)
      expect((yield* scan(at, all.slice(0, 7))).deleted).toBe(1)
      expect(yield* planned(at)).toBe(null)
    })
  )
})

Fixture.bothDatabases("Members that are all gone", (it) => {
  it.effect(
    "are removed after two scans an hour apart if they had one parent, even if they were most or all of its members",
    () =>
      Effect.gen(function* () {
        for (const others of [[], [3, 4], [1, ...Array.from({ length: 40 }, () => 2)]]) {
          const at = yield* Fixture.connection
          yield* scanGroups(at, [120, ...others])
          expect(yield* scanGroups(at, [0, ...others])).toMatchObject({ deleted: 0, heldBack: 0 })
          yield* Fixture.later(at, 1)
          expect(yield* scanGroups(at, [0, ...others])).toMatchObject({ deleted: 120, heldBack: 0 })
        }
      })
  )

  it.effect(
    "are removed after two scans an hour apart if they had fewer than 20 parents, or no more than a tenth of all",
    () =>
      Effect.gen(function* () {
        for (const [emptied, of] of [
          [19, 40],
          [20, 200]
        ] as const) {
          const at = yield* Fixture.connection
          const sizes = (size: number) => Array.from({ length: of }, (_, index) => (index < emptied ? size : 3))
          yield* scanGroups(at, sizes(3))
          yield* scanGroups(at, sizes(0))
          yield* Fixture.later(at, 1)
          expect(yield* scanGroups(at, sizes(0)), `${emptied} of ${of}`).toMatchObject({
            deleted: 3 * emptied,
            heldBack: 0
          })
        }
      })
  )

  it.effect("wait for an operator if more than a tenth of the parents, and at least 20, are empty", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sizes = (size: number) => Array.from({ length: 199 }, (_, index) => (index < 20 ? size : 3))
      yield* scanGroups(at, sizes(3))
      expect(yield* scanGroups(at, sizes(0))).toMatchObject({ deleted: 0, heldBack: 0 })
      yield* Fixture.later(at, 1)
      const held = { kind: "idp_group_membership", count: 60, reason: "EMPTIED_PARENTS" }
      expect(yield* scanGroups(at, sizes(0))).toMatchObject({ deleted: 0, heldBackDeletions: [held] })
      const sql = yield* SqlClient.SqlClient
      yield* sql`update held_back_deletion set decision = 'CONFIRM' where connection_id = ${at.id}`
      // Meanwhile another group has lost its members.
      const more = sizes(0).map((size, index) => (index === 20 ? 0 : size))
      expect(yield* scanGroups(at, more)).toMatchObject({ deleted: 60, heldBack: 0, missing: [{ count: 3 }] })
    })
  )

  it.effect("do not count if their parents are gone as well, but wait if the parents are only missing", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sizes = Array.from({ length: 200 }, () => 1)
      yield* scanGroups(at, sizes)
      const cut = (length: number) => scanGroups(at, sizes.slice(0, length))
      yield* cut(150)
      yield* Fixture.later(at, 1)
      // A quarter of the groups is gone with all members.
      expect(yield* cut(150)).toMatchObject({ deleted: 50 + 50, heldBack: 0 })
      yield* cut(60)
      yield* Fixture.later(at, 1)
      expect(yield* cut(60)).toMatchObject({
        deleted: 0,
        heldBackDeletions: [
          { kind: "idp_group", count: 90, reason: "LARGE_SHARE" },
          { kind: "idp_group_membership", count: 90, reason: "LARGE_SHARE" }
        ]
      })
    })
  )
})
