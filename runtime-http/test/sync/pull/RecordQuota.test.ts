import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

/** A vendor whose users come in pages of two. */
const makeVendor = (ids: ReadonlyArray<string>) => {
  const names = new Map<string, string>()
  const rows = (page: ReadonlyArray<string>) => page.map((id) => ({ id, name: names.get(id) ?? id }))
  return {
    names,
    answer: ({ searchParams }: URL) => {
      const at = Number(searchParams.get("after") ?? 0)
      const next = at + 2 < ids.length ? { next: String(at + 2) } : {}
      return { body: { rows: rows(ids.slice(at, at + 2)), ...next } }
    }
  }
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

layer(PullWorld.stores)("A job of an account with a quota of records", (it) => {
  it.effect(
    "stops before the page with too many, keeps what is stored, and goes on there once there is room [contract: quotas]",
    () =>
      Effect.gen(function* () {
        // The records of another account do not count.
        yield* (yield* PullWorld.make(connector, makeVendor(["x", "y"]).answer)).job
        const vendor = makeVendor(["a", "b", "c", "d", "e", "f"])
        const world = yield* PullWorld.make(connector, vendor.answer)
        yield* allow(5)
        const full = yield* world.job
        expect(full).toMatchObject({
          status: "FAILED",
          health: "INTERNAL_ERROR",
          failure_reason: expect.stringContaining("the account has 4 records, and its quota is 5"),
          only: { reason: "QUOTA_EXCEEDED", resolution_owner: "SERVICE", seen: 4, created: 4, deleted: 0 }
        })
        expect([...(yield* world.live).keys()].sort()).toEqual(["a", "b", "c", "d"])
        const [problem] = (yield* world.status).problems
        expect(problem).toMatchObject({
          reason: "QUOTA_EXCEEDED",
          resolution_owner: "SERVICE",
          customer_message:
            "This service has no room for new users. What is stored stays as it is; the operator of this service has to look into it."
        })
        expect(problem?.operator_message).toContain(
          'New users are not stored (/users: the account has 4 records, and its quota is 5). Raise the quota with "tributary accounts quota"'
        )

        yield* allow(6)
        // From the last page that is stored, not from the start.
        const rest = yield* world.job
        expect(rest).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
        expect(rest.asked.map((parameters) => parameters.get("after"))).toEqual(["2", "4"])
        expect((yield* world.live).size).toBe(6)
      })
  )

  it.effect("still stores what changed and what is gone if it adds no records", () =>
    Effect.gen(function* () {
      const ids = ["a", "b", "c"]
      const vendor = makeVendor(ids)
      const world = yield* PullWorld.make(connector, vendor.answer)
      yield* world.job
      yield* allow(3)
      vendor.names.set("a", "Ada")
      expect(yield* world.job).toMatchObject({ status: "SUCCESS", only: { changed: 1, created: 0 } })
      expect((yield* world.live).get("a")).toBe("Ada")
      // Two full scans prove that it is gone; then there is room for another one.
      ids.splice(1, 1)
      yield* world.job
      yield* world.age(2)
      expect(yield* world.job).toMatchObject({ status: "SUCCESS", only: { deleted: 1 } })
      expect([...(yield* world.live).keys()].sort()).toEqual(["a", "c"])
    })
  )
})
