import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Deferred, Effect, Fiber, Option, Ref } from "effect"
import type { Start } from "../../../src/store/read/PageRequest.js"
import * as ListLock from "../../../src/store/write/ListLock.js"
import type { Scan } from "../../../src/store/write/Scan.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership } = RecordKind

/** Walks forward until the writers are done and nothing is left; returns the last version that it saw of each record. */
const follow = (at: Fixture.Connection, kind: RecordKind.Any, isDone: Ref.Ref<boolean>) =>
  Effect.gen(function* () {
    const seen = new Map<string, string>()
    let start: Start = Fixture.beginning
    for (;;) {
      const wasDone = yield* Ref.get(isDone)
      const page: Fixture.ReadPage = yield* Fixture.list(at, kind, {
        start,
        limit: 7,
        includes: [Fixture.groupsOfUser]
      })
      for (const item of page.items) seen.set(Fixture.parse([item])[0]?.vendor_id ?? "", item)
      if (page.next !== null) start = { _tag: "After", position: page.next }
      else if (page.items.length > 0) start = { _tag: "After", position: (page.previous ?? 0) - 1 }
      if (wasDone && page.next === null) return seen
    }
  })

/** Polls until the writers are done, each time from where the poll before was complete; returns the last version that it saw of each record. */
const poll = (at: Fixture.Connection, kind: RecordKind.Any, isDone: Ref.Ref<boolean>) =>
  Effect.gen(function* () {
    const seen = new Map<string, string>()
    let updatedSince: string | null = null
    for (;;) {
      const wasDone = yield* Ref.get(isDone)
      const page: Fixture.ReadPage = yield* Fixture.list(at, kind, { updatedSince, limit: 500 })
      for (const item of page.items) seen.set(Fixture.parse([item])[0]?.vendor_id ?? "", item)
      updatedSince = page.asOf
      if (wasDone) return seen
    }
  })

Fixture.postgres("Concurrent writers", (it) => {
  it.effect("never make a reader that pages forward, or polls, miss a change [contract: cursor-misses-nothing]", () =>
    Effect.gen(function* () {
      const connections = [yield* Fixture.connection, yield* Fixture.connection]
      const isDone = yield* Ref.make(false)
      const writer = (at: Fixture.Connection, number: number) =>
        Effect.gen(function* () {
          // Only deltas of a list may be written at the same time: a full scan has one writer.
          const opened = yield* Fixture.open(at, Fixture.extractor([IdpUser, IdpGroup, IdpGroupMembership]))
          const scan: Scan = { ...opened, mode: "delta" }
          for (let round = 0; round < 12; round += 1) {
            const version = { name: `${number}.${round}` }
            // The writers share their users and their memberships.
            const ids = [0, 1, 2, 3].map((offset) => `u${(number * 5 + round * 3 + offset) % 40}`)
            const users = ids.map((id) => Fixture.user(id, version))
            const kinds = [
              Fixture.batch(at, IdpUser, users),
              Fixture.batch(at, IdpGroup, [Fixture.group(`g${round % 5}`, version)]),
              Fixture.batch(
                at,
                IdpGroupMembership,
                ids.map((id) => Fixture.membership(`g${round % 5}`, id))
              )
            ]
            yield* Fixture.write(scan, ...(number % 2 === 0 ? kinds : kinds.toReversed()))
            yield* Effect.yieldNow()
          }
        })
      const readers = yield* Effect.fork(
        Effect.forEach(
          connections.flatMap((at) => [follow(at, IdpUser, isDone), poll(at, IdpUser, isDone)]),
          (reader) => reader,
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.forEach(
        connections.flatMap((at) => [0, 1, 2, 3].map((number) => [at, number] as const)),
        ([at, number]) => writer(at, number),
        { concurrency: "unbounded" }
      )
      yield* Ref.set(isDone, true)
      const seen = yield* Fiber.join(readers)

      for (const [index, at] of connections.entries()) {
        const { items } = yield* Fixture.list(at, IdpUser, { limit: 500 })
        const final = new Map(Fixture.parse(items).map((item) => [item.vendor_id, item.name]))
        for (const reader of [2 * index, 2 * index + 1]) {
          const last = new Map([...(seen[reader] ?? [])].map(([id, item]) => [id, Fixture.parse([item])[0]?.name]))
          expect(last).toEqual(final)
        }
        expect(final.size).toBe(40)
        expect((yield* Fixture.counter(at, IdpUser)).total).toBe(40)
        const rows = yield* Fixture.stored(at, IdpUser)
        expect(rows.map((row) => row.updated)).toEqual(rows.map((row) => row.updated).toSorted())
        expect(new Set(rows.map((row) => row.position)).size).toBe(40)
      }
    })
  )

  it.effect("never block readers of first pages, and hide no change from readers who poll from there", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, [Fixture.user("u0")])
      const late = yield* heldOpen(Fixture.put(at, IdpUser, [Fixture.user("late")]))
      const first = yield* Effect.all(
        Array.from({ length: 30 }, () => Fixture.list(at, IdpUser)),
        { concurrency: "unbounded" }
      )
      expect(first.map(({ items }) => Fixture.vendorIds(items))).toEqual(first.map(() => ["u0"]))
      expect((yield* Fixture.list(at, IdpUser, { start: { _tag: "After", position: 1 } })).items).toEqual([])
      yield* late.commit
      const second = yield* Fixture.list(at, IdpUser, { updatedSince: first[0]?.asOf ?? "" })
      expect(Fixture.vendorIds(second.items)).toEqual(["late"])
      expect((yield* Fixture.list(at, IdpUser, { updatedSince: second.asOf })).items).toEqual([])
      expect((yield* Fixture.list(at, IdpUser, { start: { _tag: "After", position: 1 } })).items.length).toBe(1)
    })
  )

  it.effect("take their timestamp when they get the lock, not when their transaction starts", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      const begun = yield* Deferred.make<void>()
      const turn = yield* Deferred.make<void>()
      const slow = yield* Effect.fork(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select now()`
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(turn)
            yield* Fixture.put(at, IdpUser, [Fixture.user("second")])
          })
        )
      )
      yield* Deferred.await(begun)
      yield* Fixture.put(at, IdpUser, [Fixture.user("first")])
      yield* Deferred.succeed(turn, undefined)
      yield* Fiber.join(slow)
      const rows = yield* Fixture.stored(at, IdpUser)
      expect(rows.map((row) => row.vendor_id)).toEqual(["first", "second"])
      expect(rows.map((row) => row.updated)).toEqual(rows.map((row) => row.updated).toSorted())
    })
  )

  it.effect("never deadlock over the first records of several kinds", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      const lock = (...kinds: ReadonlyArray<string>) => ListLock.lock(at.id, kinds)
      const areWaiting = (sessions: number) =>
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.pipe(
          Effect.repeat({ until: (waiting) => waiting.length === sessions })
        )
      // The first writer creates a, then waits for the creation of b. Meanwhile the second one finds c, and then waits for the creation of a.
      const b = yield* heldOpen(lock("b"))
      const first = yield* Effect.fork(sql.withTransaction(lock("a", "b", "c")))
      yield* areWaiting(1)
      yield* sql.withTransaction(lock("c"))
      const second = yield* Effect.fork(sql.withTransaction(lock("a", "c")))
      yield* areWaiting(2)
      yield* b.commit
      expect([...(yield* Fiber.join(first)).keys()].toSorted()).toEqual(["a", "b", "c"])
      expect([...(yield* Fiber.join(second)).keys()].toSorted()).toEqual(["a", "c"])
    })
  )

  it.effect("of one kind wait for each other, and change nothing when they roll back", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      const before = { rows: yield* Fixture.stored(at, IdpUser), counter: yield* Fixture.counter(at, IdpUser) }
      const undone = sql.withTransaction(
        Effect.zipRight(
          Fixture.put(at, IdpUser, [Fixture.user("u0", { name: "new" }), Fixture.user("u9")]),
          Effect.fail("no")
        )
      )
      expect(yield* Effect.flip(undone)).toBe("no")
      expect({ rows: yield* Fixture.stored(at, IdpUser), counter: yield* Fixture.counter(at, IdpUser) }).toEqual(before)

      const first = yield* heldOpen(Fixture.put(at, IdpUser, [Fixture.user("a")]))
      const second = yield* Effect.fork(Fixture.put(at, IdpUser, [Fixture.user("b")]))
      yield* endedOrWaiting(second)
      expect(Option.isNone(yield* Fiber.poll(second))).toBe(true)
      yield* first.commit
      yield* Fiber.join(second)
      const rows = yield* Fixture.stored(at, IdpUser)
      expect(rows.slice(-2).map((row) => row.vendor_id)).toEqual(["a", "b"])
    })
  )
})
