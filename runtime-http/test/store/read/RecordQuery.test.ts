import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Runtime } from "effect"
import * as fc from "fast-check"
import type { ListRequest, Start } from "../../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import type { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership, IdpApplication, IdpApplicationAssignment } = RecordKind

/** Gets a record without includes and on-request fields. */
const get = (at: Fixture.Connection, kind: RecordKind.Any, id: string) =>
  Effect.flatMap(RecordQuery, (query) =>
    Effect.map(query.get({ claim: at.claim, kind, id, includes: [], onRequest: [] }), ({ value }) => value.item)
  )

type Pages = ReadonlyArray<ReadonlyArray<string>>

/** Reads every page from a start, and returns them in the order in which they were read. */
const walk = (
  at: Fixture.Connection,
  start: Start,
  limit: number,
  direction: "next" | "previous",
  conditions: Partial<ListRequest> = {}
) =>
  Effect.gen(function* () {
    const pages: Array<ReadonlyArray<string>> = []
    let from: Start | null = start
    let last: Start = start
    while (from !== null) {
      if (pages.length > 1_000) throw new Error("The walk does not end.")
      last = from
      const page: Fixture.ReadPage = yield* Fixture.list(at, IdpUser, { ...conditions, start: from, limit })
      pages.push(Fixture.vendorIds(page.items))
      const position: number | null = page[direction]
      const tag: "After" | "Before" = direction === "next" ? "After" : "Before"
      from = position === null ? null : { _tag: tag, position }
    }
    return { pages: pages as Pages, last }
  })

interface Paging {
  readonly count: number
  readonly limit: number
  readonly offset: number
  readonly wantsAdmins: boolean
  readonly older: ReadonlyArray<number>
  readonly ids: ReadonlyArray<string> | null
}

/** When a record changed, as a caller would write it. */
const changeOf = (at: Fixture.Connection, vendorId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly at: string }>`
        select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
        from record
        where connection_id = ${at.id} and kind = 'idp_user' and vendor_id = ${vendorId}`,
      (rows) => rows[0]?.at ?? ""
    )
  )

Fixture.eitherDatabase("The pages of a list", (it) => {
  it.effect("are the same forward and back, for any page size and filter [contract: cursor-walk]", () =>
    Effect.gen(function* () {
      const runtime = yield* Effect.runtime<RecordQuery | RecordStore | SqlClient.SqlClient>()
      const sizes = fc.record({
        count: fc.integer({ min: 0, max: 30 }),
        limit: fc.integer({ min: 1, max: 12 }),
        offset: fc.integer({ min: 0, max: 12 }),
        // Every second user is an admin.
        wantsAdmins: fc.boolean(),
        // The places of the users that a release stored which had no facets.
        older: fc.subarray(Array.from({ length: 30 }, (_, index) => index)),
        ids: fc.option(fc.subarray(Array.from({ length: 30 }, (_, index) => `u${index}`)))
      })
      const property = ({ count, ids, limit, offset, older, wantsAdmins }: Paging) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const at = yield* Fixture.connection
          const drafts = Fixture.users(count).map((draft, index) => ({ ...draft, is_admin: index % 2 === 0 }))
          yield* Fixture.put(at, IdpUser, drafts)
          // Leaves gaps between positions, and an order other than that of insertion.
          yield* Fixture.put(
            at,
            IdpUser,
            drafts.filter((_, index) => index % 3 === 1).map((draft) => ({ ...draft, name: "new" }))
          )
          yield* sql`
            update record set facets = null, facet_version = 0
            where connection_id = ${at.id} and vendor_id = any(${`{${older.map((index) => `u${index}`).join(",")}}`}::text[])`
          yield* sql`update record_counter set facet_version = 0 where connection_id = ${at.id}`
          const conditions = {
            filters: wantsAdmins ? [Fixture.any("is_admin:true")] : [],
            ids: ids === null ? null : ids.map((id) => Fixture.idOf(at, IdpUser, id))
          }
          const admins = drafts.flatMap(({ is_admin: isAdmin }, index) => (isAdmin ? [`u${index}`] : []))
          const inOrder = (yield* Fixture.stored(at, IdpUser))
            .map((row) => row.vendor_id)
            .filter((id) => (!wantsAdmins || admins.includes(id)) && (ids === null || ids.includes(id)))

          const start: Start = { _tag: "Offset", offset }
          const forward = yield* walk(at, start, limit, "next", conditions)
          expect(forward.pages.flat()).toEqual(inOrder.slice(offset))
          expect(forward.pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
          expect(forward.pages.length).toBe(Math.max(1, Math.ceil((inOrder.length - offset) / limit)))

          const back = yield* walk(at, forward.last, limit, "previous", conditions)
          const backward = back.pages.toReversed()
          expect(backward.flat()).toEqual(inOrder)
          if (offset === 0) expect(backward).toEqual(forward.pages)

          const again = yield* walk(at, back.last, limit, "next", conditions)
          expect(again.pages.flat()).toEqual(inOrder)
          const { total } = yield* Fixture.list(at, IdpUser, { ...conditions, limit: 1, wantsTotal: true })
          expect(total).toBe(inOrder.length)
        })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(sizes, (values) => Runtime.runPromise(runtime)(property(values))),
          { numRuns: 40 }
        )
      )
    })
  )
})

Fixture.bothDatabases("RecordQuery", (it) => {
  it.effect("returns null at both ends, and a previous page from beyond the data [contract: cursor-walk]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      expect(yield* Fixture.list(at, IdpUser)).toMatchObject({ items: [], total: null, next: null, previous: null })
      expect(yield* Fixture.list(at, IdpUser, { start: { _tag: "Before", position: 3 } })).toMatchObject({
        next: null,
        previous: null
      })
      yield* Fixture.put(at, IdpUser, Fixture.users(4))
      expect(yield* Fixture.list(at, IdpUser)).toMatchObject({ next: null, previous: null })

      const beyond = [
        yield* Fixture.list(at, IdpUser, { start: { _tag: "After", position: 4 }, limit: 2 }),
        yield* Fixture.list(at, IdpUser, { start: { _tag: "Offset", offset: 9 }, limit: 2 })
      ]
      for (const page of beyond) {
        expect(page).toMatchObject({ items: [], next: null })
        const back = yield* Fixture.list(at, IdpUser, {
          start: { _tag: "Before", position: page.previous ?? 0 },
          limit: 2
        })
        expect(Fixture.vendorIds(back.items)).toEqual(["u2", "u3"])
        expect(back.next).toBe(null)
      }
      const before = yield* Fixture.list(at, IdpUser, { start: { _tag: "Before", position: 1 }, limit: 2 })
      expect(before).toMatchObject({ items: [], previous: null })
      const forth = yield* Fixture.list(at, IdpUser, { start: { _tag: "After", position: before.next ?? 9 }, limit: 2 })
      expect(Fixture.vendorIds(forth.items)).toEqual(["u0", "u1"])
    })
  )

  it.effect("counts with a limit of 0, and ends there", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      expect(yield* Fixture.list(at, IdpUser, { limit: 0, wantsTotal: true })).toMatchObject({
        items: [],
        total: 0,
        next: null,
        previous: null
      })
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      const none = yield* Fixture.list(at, IdpUser, { limit: 0, wantsTotal: true })
      expect(none).toMatchObject({ items: [], total: 3, next: null, previous: null })
      const middle = yield* Fixture.list(at, IdpUser, { start: { _tag: "Offset", offset: 1 }, limit: 0 })
      expect(middle).toMatchObject({ items: [], total: null, next: null, previous: 2 })
      expect(yield* Fixture.list(at, IdpUser, { start: { _tag: "After", position: 3 }, limit: 0 })).toMatchObject({
        next: null,
        previous: 4
      })
    })
  )

  it.effect("finds the previous page even if the record at which it ended has moved", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(4))
      const { next } = yield* Fixture.list(at, IdpUser, { limit: 2 })
      const start = { _tag: "After", position: next ?? 0 } as const
      yield* Fixture.put(at, IdpUser, [Fixture.user("u1", { name: "new" })])
      const page = yield* Fixture.list(at, IdpUser, { start, limit: 1 })
      expect(Fixture.vendorIds(page.items)).toEqual(["u2"])
      const back = { _tag: "Before", position: page.previous ?? 0 } as const
      expect(Fixture.vendorIds((yield* Fixture.list(at, IdpUser, { start: back })).items)).toEqual(["u0"])
      yield* Fixture.put(at, IdpUser, [Fixture.user("u0", { name: "new" })])
      expect(yield* Fixture.list(at, IdpUser, { start, limit: 1 })).toMatchObject({ previous: null })
    })
  )

  it.effect("returns what changed at or after an instant [contract: updated-since]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      for (const draft of Fixture.users(6)) yield* Fixture.put(at, IdpUser, [draft])
      yield* Fixture.put(at, IdpUser, [Fixture.user("u1", { name: "new" })])
      const since = yield* changeOf(at, "u3")
      const page = yield* Fixture.list(at, IdpUser, { updatedSince: since, wantsTotal: true })
      expect(Fixture.vendorIds(page.items)).toEqual(["u3", "u4", "u5", "u1"])
      expect(page).toMatchObject({ total: 4, next: null, previous: null })

      const forward = yield* walk(at, Fixture.beginning, 3, "next", { updatedSince: since })
      expect(forward.pages).toEqual([["u3", "u4", "u5"], ["u1"]])
      const back = yield* walk(at, forward.last, 3, "previous", { updatedSince: since })
      expect(back.pages.toReversed()).toEqual(forward.pages)

      const offset = yield* Fixture.list(at, IdpUser, { updatedSince: since, start: { _tag: "Offset", offset: 2 } })
      expect(Fixture.vendorIds(offset.items)).toEqual(["u5", "u1"])
      const none = yield* Fixture.list(at, IdpUser, { updatedSince: "2999-01-01T00:00:00+02:00", wantsTotal: true })
      expect(none).toEqual({ items: [], omitted: [], asOf: page.asOf, total: 0, next: null, previous: null })
      expect((yield* Fixture.list(at, IdpUser, { updatedSince: "0001-01-01T00:00:00Z" })).items.length).toBe(6)

      // The record before the page has moved after it, and records older than the instant do not count.
      yield* Fixture.put(at, IdpUser, [Fixture.user("u3", { name: "new" })])
      const moved = yield* Fixture.list(at, IdpUser, { updatedSince: since, start: { _tag: "After", position: 4 } })
      expect(Fixture.vendorIds(moved.items)).toEqual(["u4", "u5", "u1", "u3"])
      expect(moved.previous).toBe(null)
    })
  )

  it.effect("says up to which instant a page is complete, for every page and even if nothing changes", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const asOf = (fields: Parameters<typeof Fixture.list>[2] = {}) =>
        Effect.map(Fixture.list(at, IdpUser, fields), (page) => page.asOf)
      const since = (updatedSince: string) =>
        Effect.map(Fixture.list(at, IdpUser, { updatedSince }), ({ items }) => Fixture.vendorIds(items))
      const unwritten = yield* asOf()
      expect(unwritten).toBe("1970-01-01T00:00:00.000000Z")

      const scan = () => Fixture.scanAll(at, Fixture.extractor([IdpUser]), Fixture.batch(at, IdpUser, Fixture.users(2)))
      yield* scan()
      const first = yield* asOf()
      for (const start of [
        Fixture.beginning,
        { _tag: "After", position: 1 },
        { _tag: "Before", position: 1 }
      ] as const) {
        expect(yield* asOf({ start, filters: [Fixture.any("email:nobody@example.com")] })).toBe(first)
        expect(yield* asOf({ start, includes: [Fixture.groupsOfUser] })).toBe(first)
        expect(yield* asOf({ start })).toBe(first)
      }
      // A scan that finds no change moves the instant too, so that it does not grow older than the deletions that are kept.
      yield* scan()
      const second = yield* asOf()
      expect([unwritten, first, second]).toEqual([unwritten, first, second].toSorted())
      expect(second).not.toBe(first)
      expect([yield* since(unwritten), yield* since(first), yield* since(second)]).toEqual([["u0", "u1"], [], []])
    })
  )

  it.effect("embeds related records [contract: user-entities]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const query = yield* RecordQuery
      const scan = yield* Fixture.open(
        at,
        Fixture.extractor([IdpUser, IdpGroup, IdpGroupMembership, IdpApplication, IdpApplicationAssignment])
      )
      const login = { user_app_last_login_at: "2024-05-01T00:00:00Z" }
      yield* Fixture.write(
        scan,
        Fixture.batch(at, IdpUser, Fixture.users(3)),
        Fixture.batch(at, IdpGroup, [Fixture.group("g1"), Fixture.group("g0")]),
        Fixture.batch(at, IdpApplication, [Fixture.application("a0")]),
        Fixture.batch(at, IdpGroupMembership, [
          Fixture.membership("g1", "u1"),
          Fixture.membership("g0", "u1"),
          Fixture.membership("g0", "u2"),
          Fixture.membership("unknown", "u2")
        ]),
        Fixture.batch(at, IdpApplicationAssignment, [
          { application_vendor_id: "a0", user_vendor_id: "u0", ...login },
          { application_vendor_id: "a0", user_vendor_id: "u2" }
        ])
      )
      const includes = [Fixture.groupsOfUser, Fixture.applicationsOfUser]
      const shown = (items: ReadonlyArray<string>) =>
        Fixture.parse(items)
          .toSorted((a, b) => a.vendor_id.localeCompare(b.vendor_id))
          .map((item) => [
            (item["groups"] as ReadonlyArray<Fixture.Item>).map((group) => group.vendor_id),
            (item["applications"] as ReadonlyArray<Fixture.Item>).map((app) => [
              app.vendor_id,
              app["user_app_last_login_at"]
            ])
          ])
      const page = yield* Fixture.list(at, IdpUser, { includes })
      expect(shown(page.items)).toEqual([
        [[], [["a0", "2024-05-01T00:00:00.000Z"]]],
        [["g0", "g1"], []],
        [["g0"], [["a0", null]]]
      ])
      const [plain] = Fixture.parse((yield* Fixture.list(at, IdpUser, { limit: 1 })).items)
      expect(Object.keys(Fixture.parse(page.items)[0] ?? {})).toEqual([
        ...Object.keys(plain ?? {}),
        "groups",
        "applications"
      ])

      const one = yield* query.get({
        claim: at.claim,
        kind: IdpGroup,
        id: Fixture.idOf(at, IdpGroup, "g0"),
        includes: [Fixture.usersOfGroup],
        onRequest: []
      })
      expect(JSON.parse(one.value.item).users.map((user: Fixture.Item) => user.vendor_id)).toEqual(["u1", "u2"])

      // A group shows the groups that are its members, and not those that it is a member of.
      const nesting = { group_vendor_id: "g0", member_group_vendor_id: "g1" }
      yield* Fixture.put(at, RecordKind.IdpGroupNesting, [nesting])
      const nested = yield* Fixture.list(at, IdpGroup, { includes: [Fixture.groupsOfGroup] })
      const members = Fixture.parse(nested.items).map((item) => [item.vendor_id, item["groups"]])
      expect(Object.fromEntries(members)).toMatchObject({ g0: [{ vendor_id: "g1" }], g1: [] })

      // The group is gone but its membership is not; then the membership is removed too.
      yield* Fixture.write(scan, Fixture.batch(at, IdpGroup, [], ["g1"]))
      expect(shown((yield* Fixture.list(at, IdpUser, { includes })).items)[1]?.[0]).toEqual(["g0", "g1"])
      yield* Fixture.write(scan, Fixture.batch(at, IdpGroupMembership, [], ['["g1","u1"]']))
      expect(shown((yield* Fixture.list(at, IdpUser, { includes })).items)[1]?.[0]).toEqual(["g0"])
    })
  )

  it.effect("does not find a removed record until a scan sees it again [contract: removed-records]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const kind = RecordKind.DeviceGroup
      const id = Fixture.idOf(at, kind, "d0")
      const scan = yield* Fixture.open(at, Fixture.extractor([kind]))
      const seen = Fixture.batch(at, kind, [Fixture.deviceGroup("d0")])
      yield* Fixture.write(scan, seen)
      const before = yield* get(at, kind, id)
      yield* Fixture.write(scan, Fixture.batch(at, kind, [], ["d0"]))
      expect((yield* Effect.flip(get(at, kind, id)))._tag).toBe("RecordNotFound")
      yield* Fixture.write(scan, seen)
      expect(yield* get(at, kind, id)).toBe(before)
    })
  )

  it.effect("finds a record by id, in its own connection only", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(1))
      const id = Fixture.idOf(at, IdpUser, "u0")
      expect(JSON.parse(yield* get(at, IdpUser, id))).toMatchObject({ id, vendor_id: "u0" })
      for (const attempt of [get(other, IdpUser, id), get(at, IdpGroup, id)]) {
        expect((yield* Effect.flip(attempt))._tag).toBe("RecordNotFound")
      }
      expect((yield* Fixture.list(other, IdpUser)).items).toEqual([])
    })
  )
})
