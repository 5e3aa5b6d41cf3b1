import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { MembersRequest, Start } from "../../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import * as Fixture from "../RecordFixture.js"

const { IdpGroup, IdpPolicy, IdpPolicyGroup, IdpPolicyUser, IdpUser } = RecordKind

const policy = (vendorId: string, fields: Fixture.Draft = {}): Fixture.Draft => ({
  name: vendorId,
  type: "ACCESS",
  status: "ENABLED",
  vendor_id: vendorId,
  ...fields
})

const member = (policyId: string, userId: string): Fixture.Draft => ({
  policy_vendor_id: policyId,
  user_vendor_id: userId
})

const usersOf = (at: Fixture.Connection, policyId: string, fields: Partial<MembersRequest> = {}) =>
  Effect.flatMap(RecordQuery, (query) => {
    const page = query.members({
      claim: at.claim,
      kind: IdpUser,
      relation: IdpPolicyUser,
      of: { kind: IdpPolicy, id: Fixture.idOf(at, IdpPolicy, policyId) },
      start: Fixture.beginning,
      limit: 100,
      updatedSince: null,
      filters: [],
      periods: [],
      related: [],
      ids: null,
      includes: [],
      onRequest: [],
      wantsTotal: false,
      ...fields
    })
    return Effect.map(page, ({ value }) => Fixture.apart(value))
  })

const membersOf = (at: Fixture.Connection, policyId: string, fields: Partial<MembersRequest> = {}) =>
  Effect.map(usersOf(at, policyId, fields), ({ items }) => Fixture.vendorIds(items))

/** Stores policies with their members as a complete scan of both. */
const scanPolicies = (
  at: Fixture.Connection,
  policies: ReadonlyArray<Fixture.Draft>,
  members: ReadonlyArray<Fixture.Draft>
) =>
  Fixture.scanAll(
    at,
    Fixture.extractor([IdpPolicy, IdpPolicyUser]),
    Fixture.batch(at, IdpPolicy, policies),
    Fixture.batch(at, IdpPolicyUser, members)
  )

/** Two scans, a distance apart: a member leaves when both have missed it. */
const scanTwice = (...parameters: Parameters<typeof scanPolicies>) =>
  scanPolicies(...parameters).pipe(
    Effect.zipRight(Fixture.later(parameters[0], 2)),
    Effect.zipRight(scanPolicies(...parameters))
  )

const order = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.stored(at, kind), (rows) => rows.map((row) => row.vendor_id))

/** When the last record of a kind changed. */
const lastChange = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.stored(at, kind), (rows) => rows.at(-1)?.updated ?? "")

Fixture.eitherDatabase("Members of a record", (it) => {
  it.effect("are listed forward, back and by offset, with their total, and without other records", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(30))
      const all = Array.from({ length: 30 }, (_, index) => `u${index}`)
      const even = all.filter((_, index) => index % 2 === 0)
      yield* scanPolicies(
        at,
        [policy("p0"), policy("p1"), policy("p2")],
        [...even.map((id) => member("p0", id)), ...all.slice(7).map((id) => member("p1", id)), member("p0", "unknown")]
      )
      const inOrder = (yield* order(at, IdpUser)).filter((id) => even.includes(id))
      expect(inOrder.length).toBe(15)

      const pages: Array<ReadonlyArray<string>> = []
      let start: Start | null = Fixture.beginning
      let last: Start = Fixture.beginning
      while (start !== null) {
        last = start
        const page: Fixture.ReadPage = yield* usersOf(at, "p0", { start, limit: 4 })
        expect([page.previous !== null, page.total]).toEqual([pages.length > 0, null])
        pages.push(Fixture.vendorIds(page.items))
        start = page.next === null ? null : { _tag: "After", position: page.next }
      }
      expect(pages.flat()).toEqual(inOrder)
      expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 3])

      const back: Array<ReadonlyArray<string>> = []
      let before: number | null = (yield* usersOf(at, "p0", { start: last, limit: 4 })).previous
      while (before !== null) {
        const page: Fixture.ReadPage = yield* usersOf(at, "p0", {
          start: { _tag: "Before", position: before },
          limit: 4
        })
        expect(page.next).not.toBeNull()
        back.unshift(Fixture.vendorIds(page.items))
        before = page.previous
      }
      expect(back).toEqual(pages.slice(0, -1))

      for (const offset of [0, 3, 14, 15, 99]) {
        const page = yield* usersOf(at, "p0", { start: { _tag: "Offset", offset }, limit: 4, wantsTotal: true })
        expect([Fixture.vendorIds(page.items), page.total]).toEqual([inOrder.slice(offset, offset + 4), 15])
      }
      const ids = ["u1", "u2", "u28"].map((id) => Fixture.idOf(at, IdpUser, id))
      const some = yield* usersOf(at, "p0", { ids, limit: 1, wantsTotal: true })
      expect([Fixture.vendorIds(some.items), some.total, some.next !== null]).toEqual([
        inOrder.filter((id) => id === "u2" || id === "u28").slice(0, 1),
        2,
        true
      ])
      expect(yield* usersOf(at, "p2", { wantsTotal: true })).toMatchObject({
        items: [],
        total: 0,
        next: null,
        previous: null
      })
    })
  )

  it.effect("can be limited to those that changed or joined since an instant", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const policies = [policy("p0")]
      yield* Fixture.put(at, IdpUser, Fixture.users(5))
      yield* scanPolicies(at, policies, [member("p0", "u0"), member("p0", "u1")])
      const before = yield* lastChange(at, IdpUser)
      yield* Fixture.put(at, IdpUser, [Fixture.user("u1", { job_title: "CTO" }), Fixture.user("u4", { name: "new" })])
      yield* scanPolicies(at, policies, [member("p0", "u0"), member("p0", "u1"), member("p0", "u3")])

      const changed = yield* usersOf(at, "p0", { updatedSince: before, wantsTotal: true })
      // The instant is when u0 and u1 joined together; u4 is not a member.
      expect([Fixture.vendorIds(changed.items), changed.total]).toEqual([["u0", "u1", "u3"], 3])
      yield* scanPolicies(at, policies, [
        member("p0", "u0"),
        member("p0", "u1"),
        member("p0", "u3"),
        member("p0", "u2")
      ])
      const since = yield* lastChange(at, IdpUser)
      expect(yield* membersOf(at, "p0", { updatedSince: since })).toEqual(["u2"])
      expect(yield* usersOf(at, "p0", { updatedSince: "2999-01-01T00:00:00Z", wantsTotal: true })).toMatchObject({
        items: [],
        total: 0,
        next: null,
        previous: null
      })
    })
  )

  it.effect("are never missed by a walk that began before they joined", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(4))
      yield* scanPolicies(at, [policy("p0")], [member("p0", "u2"), member("p0", "u3")])
      const first = yield* usersOf(at, "p0", { limit: 1 })
      const rest = (yield* membersOf(at, "p0")).slice(1)
      // In the list of users, u0 comes before the position of the walk.
      yield* scanPolicies(at, [policy("p0")], [member("p0", "u2"), member("p0", "u3"), member("p0", "u0")])
      const start: Start = { _tag: "After", position: first.next ?? -1 }
      expect(yield* membersOf(at, "p0", { start })).toEqual([...rest, "u0"])
    })
  )

  it.effect("move with their policy when they join or leave, and do not move while they stay", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const policies = [policy("p0"), policy("p1")]
      const members = [member("p0", "u0"), member("p1", "u2"), member("p1", "u0")]
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      yield* scanPolicies(at, policies, members)
      const before = { users: yield* Fixture.stored(at, IdpUser), policies: yield* Fixture.stored(at, IdpPolicy) }
      yield* scanPolicies(at, policies, members)
      expect({ users: yield* Fixture.stored(at, IdpUser), policies: yield* Fixture.stored(at, IdpPolicy) }).toEqual(
        before
      )

      yield* scanPolicies(at, policies, [...members, member("p0", "u1")])
      expect((yield* order(at, IdpUser)).at(-1)).toBe("u1")
      expect(yield* order(at, IdpPolicy)).toEqual(["p1", "p0"])
      yield* scanTwice(at, policies, [member("p0", "u0"), member("p1", "u2"), member("p0", "u1")])
      expect((yield* membersOf(at, "p0")).toSorted()).toEqual(["u0", "u1"])
      expect(yield* membersOf(at, "p1")).toEqual(["u2"])
      expect(yield* order(at, IdpPolicy)).toEqual(["p0", "p1"])

      // A record that returns joins again.
      yield* scanPolicies(at, policies, [...members, member("p0", "u1")])
      expect(yield* membersOf(at, "p1")).toEqual(["u2", "u0"])
    })
  )

  it.effect("appear as in their own lists, even deleted ones, and as soon as they are stored", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(1))
      yield* scanPolicies(at, [policy("p0")], [member("p0", "u0"), member("p0", "u1")])
      expect(yield* membersOf(at, "p0")).toEqual(["u0"])
      yield* Fixture.put(at, IdpUser, [Fixture.user("u1")])
      expect(yield* membersOf(at, "p0")).toEqual(["u0", "u1"])

      const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, [], ["u0"]))
      const { items } = yield* usersOf(at, "p0")
      expect(items).toEqual((yield* Fixture.list(at, IdpUser)).items)
      expect(Fixture.parse(items).map((item) => item["is_deleted"])).toEqual([false, true])
    })
  )

  it.effect("of different kinds are separate lists, each with its own includes", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(2))
      yield* Fixture.put(at, IdpGroup, [Fixture.group("g0")])
      yield* Fixture.put(at, RecordKind.IdpGroupMembership, [Fixture.membership("g0", "u1")])
      yield* scanPolicies(at, [policy("p0")], [member("p0", "u1")])
      yield* Fixture.put(at, IdpPolicyGroup, [{ policy_vendor_id: "p0", group_vendor_id: "g0" }])
      const groups = yield* usersOf(at, "p0", {
        kind: IdpGroup,
        relation: IdpPolicyGroup,
        includes: [Fixture.usersOfGroup]
      })
      expect(Fixture.parse(groups.items)).toMatchObject([{ vendor_id: "g0", users: [{ vendor_id: "u1" }] }])
      expect(yield* membersOf(at, "p0", { includes: [Fixture.groupsOfUser] })).toEqual(["u1"])
    })
  )

  it.effect("are not found for an unknown record or for one of another connection", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      for (const own of [at, other]) {
        yield* Fixture.put(own, IdpUser, Fixture.users(2))
        yield* scanPolicies(own, [policy("p0"), policy("p1")], [member("p0", "u0"), member("p1", "u0")])
      }
      const theirs = { of: { kind: IdpPolicy, id: Fixture.idOf(other, IdpPolicy, "p0") } }
      const wrong = { of: { kind: IdpPolicy, id: Fixture.idOf(at, IdpUser, "u0") } }
      const attempts = [usersOf(at, "p0", theirs), usersOf(at, "p0", wrong), usersOf(at, "unknown")]
      for (const attempt of attempts) expect((yield* Effect.flip(attempt))._tag).toBe("RecordNotFound")

      // A deleted policy is still found, with its deleted flag, but has lost its members.
      yield* scanTwice(at, [policy("p1")], [member("p1", "u0")])
      const stored = Fixture.parse((yield* Fixture.list(at, IdpPolicy)).items)
      expect(stored.map((item) => [item.vendor_id, item["is_deleted"]])).toEqual([
        ["p1", false],
        ["p0", true]
      ])
      expect([yield* membersOf(at, "p0"), yield* membersOf(at, "p1")]).toEqual([[], ["u0"]])
    })
  )
})
