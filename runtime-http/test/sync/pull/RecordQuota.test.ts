import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination } from "@tributary/core"
import { Effect } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

/** A vendor whose users come in pages of two; asked for changes, it has those that a test names. */
const makeVendor = (ids: ReadonlyArray<string>) => {
  const vendor = { ids, changed: [] as ReadonlyArray<string>, names: new Map<string, string>() }
  const answer = ({ searchParams }: URL) => {
    const list = searchParams.has("since") ? vendor.changed : vendor.ids
    const at = Number(searchParams.get("after") ?? 0)
    const next = at + 2 < list.length ? { next: String(at + 2) } : {}
    return { body: { rows: list.slice(at, at + 2).map((id) => ({ id, name: vendor.names.get(id) ?? id })), ...next } }
  }
  return Object.assign(vendor, { answer })
}

/** Gives every account this quota of records. */
const allow = (records: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into account_quota (account_id, quota, "limit")
      select id, 'records', ${records} from account
      on conflict (account_id, quota) do update set "limit" = excluded."limit"`
  )

const connector = FakeVendor.connector({ itsm_users: [FakeVendor.users] })

/** Its list also tells what changed since an instant. */
const incremental = FakeVendor.connector({
  itsm_users: [
    Extractor.make({
      ...FakeVendor.userList,
      pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
      since: (instant) => ({ since: instant })
    })
  ]
})

layer(PullWorld.stores)("A job of an account with a quota of records", (it) => {
  it.effect(
    "leaves out new records that find no room, and a later job stores them once there is [contract: quotas]",
    () =>
      Effect.gen(function* () {
        // The records of another account do not count.
        yield* (yield* PullWorld.make(connector, makeVendor(["x", "y"]).answer)).job
        const vendor = makeVendor(["a", "b", "c", "d", "e", "f"])
        const world = yield* PullWorld.make(connector, vendor.answer)
        yield* allow(5)
        const full = yield* world.job
        const sql = yield* SqlClient.SqlClient
        // What it has stored was there when it read the list.
        expect(yield* sql`select count(*) from record_counter where total = 5 and full_at is not null`).toEqual([
          { count: 1 }
        ])
        expect(full).toMatchObject({
          status: "FAILED",
          health: "INTERNAL_ERROR",
          failure_reason: expect.stringContaining("the account has as many records as it may have"),
          only: { reason: "QUOTA_EXCEEDED", resolution_owner: "SERVICE", seen: 6, created: 5, rejected: 1, deleted: 0 }
        })
        expect([...(yield* world.live).keys()].sort()).toEqual(["a", "b", "c", "d", "e"])
        const [problem] = (yield* world.status).problems
        expect(problem).toMatchObject({
          reason: "QUOTA_EXCEEDED",
          resolution_owner: "SERVICE",
          customer_message:
            "This service has no room for new users. What is stored stays as it is; the operator of this service has to look into it."
        })
        expect(problem?.operator_message).toContain(
          'New users are not stored (/users: the account has as many records as it may have). Raise the quota with "tributary accounts quota"'
        )

        // A key that is limited to organizations reads both, and must not learn what the account may have.
        expect(`${full.failure_reason} ${problem?.operator_message}`).not.toMatch(/\b5\b/)

        yield* allow(6)
        const rest = yield* world.job
        expect(rest).toMatchObject({ status: "SUCCESS", health: "HEALTHY", only: { created: 1, unchanged: 5 } })
        expect((yield* world.live).size).toBe(6)
        expect((yield* world.status).problems).toEqual([])
      })
  )

  it.effect("stores changes on all pages and deletes what left, so that what joined finds room", () =>
    Effect.gen(function* () {
      const vendor = makeVendor(["a", "b", "c", "d", "e", "f"])
      const world = yield* PullWorld.make(connector, vendor.answer)
      yield* allow(6)
      expect(yield* world.job).toMatchObject({ status: "SUCCESS", only: { created: 6 } })
      // Four left, and one joined on the first page.
      vendor.ids = ["new", "a", "f"]
      vendor.names.set("a", "Ada").set("f", "Frida")
      expect(yield* world.job).toMatchObject({
        status: "FAILED",
        only: { reason: "QUOTA_EXCEEDED", changed: 2, created: 0, rejected: 1, deleted: 0 }
      })
      expect((yield* world.live).get("f")).toBe("Frida")
      // Two full scans prove that they are gone.
      yield* world.age(2)
      expect(yield* world.job).toMatchObject({ only: { reason: "QUOTA_EXCEEDED", deleted: 4 } })
      expect(yield* world.job).toMatchObject({ status: "SUCCESS", only: { created: 1 } })
      expect([...(yield* world.live).keys()].sort()).toEqual(["a", "f", "new"])
      // A record that returns takes room again.
      vendor.ids = ["a", "b", "c", "d", "e", "f", "new"]
      expect(yield* world.job).toMatchObject({ only: { reason: "QUOTA_EXCEEDED", rejected: 1 } })
      expect(yield* world.job).toMatchObject({ only: { reason: "QUOTA_EXCEEDED", rejected: 1 } })
      expect((yield* world.live).size).toBe(6)
    })
  )

  it.effect("asks for the same changes again while it leaves some out, and stores the others", () =>
    Effect.gen(function* () {
      const vendor = makeVendor(["a", "b"])
      const world = yield* PullWorld.make(incremental, vendor.answer)
      yield* world.job
      yield* allow(2)
      vendor.changed = ["c", "a"]
      vendor.names.set("a", "Ada")
      const first = yield* world.job
      expect(first).toMatchObject({ only: { reason: "QUOTA_EXCEEDED", changed: 1, created: 0, rejected: 1 } })
      expect((yield* world.live).get("a")).toBe("Ada")
      yield* allow(3)
      const second = yield* world.job
      expect(second).toMatchObject({ status: "SUCCESS", only: { created: 1, unchanged: 1 } })
      const since = [first, second].map(({ asked }) => asked[0]?.get("since"))
      expect(since[0]).toBe(since[1])
      expect(since[0]).toEqual(expect.any(String))
    })
  )

  it.effect("reads all again, not only changes, as long as a full scan has left out records", () =>
    Effect.gen(function* () {
      const vendor = makeVendor(["a", "b", "c"])
      const world = yield* PullWorld.make(incremental, vendor.answer)
      yield* allow(2)
      yield* world.job
      yield* allow(3)
      const next = yield* world.job
      expect(next.asked.map((parameters) => parameters.has("since"))).toEqual([false, false])
      expect((yield* world.live).size).toBe(3)
      expect((yield* world.job).asked.map((parameters) => parameters.has("since"))).toEqual([true])
    })
  )
})
