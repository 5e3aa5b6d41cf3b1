import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

const HOUR_MILLIS = 3_600_000

/** How long before the last scan a delta begins by default. */
const LOOKBACK_HOURS = 1 / 6

const pagination = Pagination.cursor({ items: "rows", from: "next", param: "after" })

const users = Extractor.make({
  ...FakeVendor.userList,
  pagination,
  since: (instant) => ({ since: instant })
})

const log = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/logs",
  row: Schema.Struct({ id: Schema.String, name: Schema.String, at: Schema.String }),
  permissions: [],
  pagination,
  since: (instant) => ({ since: instant }),
  toRecord: ({ at, id, name }) => ({
    event_type: name,
    outcome: "SUCCESS",
    occurred_at: at,
    vendor_id: id
  })
})

const lists = {
  list: FakeVendor.connector({ itsm_users: [users] }),
  log: FakeVendor.connector({ idp_audit_logs: [log] })
}

/** A vendor whose clock is so many hours behind, and a connection that reads a list of it. */
const setUp = (kind: keyof typeof lists, hoursBehind: number) =>
  Effect.gen(function* () {
    const vendor = {
      hoursBehind,
      /** What an answer says about the time. */
      date: (now: Date): string | null => now.toUTCString(),
      rows: [] as ReadonlyArray<{ readonly id: string; readonly name: string; readonly at: string }>
    }
    const now = () => new Date(Date.now() - vendor.hoursBehind * HOUR_MILLIS)
    const change = (id: string, name: string) => {
      const others = vendor.rows.filter((row) => row.id !== id)
      vendor.rows = [...others, { id, name, at: now().toISOString() }]
    }
    const world = yield* PullWorld.make(lists[kind], (url) => {
      const date = vendor.date(now())
      const headers = date === null ? {} : { date }
      const since = url.searchParams.get("since") ?? ""
      const rows = vendor.rows.filter(({ at }) => at >= since)
      return { body: { rows, next: null }, headers }
    })
    /** Runs a job; returns how many hours ago the changes begin that it asks for. */
    const hoursOf = Effect.map(world.job, ({ asked }) => {
      const since = asked[0]?.get("since") ?? null
      return since === null ? null : (Date.now() - Date.parse(since)) / HOUR_MILLIS
    })
    return { ...world, change, hoursOf, vendor }
  })

layer(PullWorld.stores)("A vendor's clock", (it) => {
  it.effect("that is behind costs no change of a list", () =>
    Effect.gen(function* () {
      const { change, job, live } = yield* setUp("list", 3)
      change("u1", "Ada")
      yield* job
      change("u1", "Ada Lovelace")
      yield* job
      expect(yield* live).toEqual(new Map([["u1", "Ada Lovelace"]]))
    })
  )

  it.effect("that is behind costs no event of a log", () =>
    Effect.gen(function* () {
      const { change, job, records } = yield* setUp("log", 3)
      change("e1", "user.login")
      yield* job
      change("e2", "user.logout")
      yield* job
      expect([...(yield* records).keys()].toSorted()).toEqual(["e1", "e2"])
    })
  )

  it.effect("that is behind counts from an answer without rows, too", () =>
    Effect.gen(function* () {
      const { hoursOf } = yield* setUp("list", 3)
      expect(yield* hoursOf).toBeNull()
      expect(yield* hoursOf).toBeCloseTo(3 + LOOKBACK_HOURS, 1)
    })
  )

  it.effect("changes nothing if it is ahead, or if the answers do not say what it shows", () =>
    Effect.gen(function* () {
      const dates: ReadonlyArray<(now: Date) => string | null> = [
        () => null,
        () => "yesterday at noon",
        (now) => new Date(now.getTime() + 5 * HOUR_MILLIS).toUTCString(),
        (now) => now.toUTCString()
      ]
      for (const date of dates) {
        const { hoursOf, vendor } = yield* setUp("list", 0)
        vendor.date = date
        yield* hoursOf
        expect(yield* hoursOf).toBeCloseTo(LOOKBACK_HOURS, 1)
      }
    })
  )
})
