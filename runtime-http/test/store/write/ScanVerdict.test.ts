import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Checkpoint, type Extractor, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const usersSince = Fixture.extractor([IdpUser], { isIncremental: true })
const usersByToken = Fixture.extractor([IdpUser], { isIncremental: true, usesDeltaToken: true })
const missing = [{ endpoint: "/users", detail: "its last page was answered 206" }]

/** Reads so many users in one page, which says `more`, and ends the scan. */
const scan = (at: Fixture.Connection, of: Extractor.Any, users: number, more: Partial<Extractor.Page> = {}) =>
  Effect.gen(function* () {
    const store = yield* RecordStore
    const opened = yield* Fixture.open(at, of)
    yield* store.write(opened, { ...Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(users))]), ...more })
    return { opened, closing: yield* Fixture.close(opened) }
  })

const live = (at: Fixture.Connection) => Effect.map(Fixture.list(at, IdpUser), ({ items }) => items.length)

Fixture.eitherDatabase("The verdict of a scan", (it) => {
  it.effect("keeps what an incomplete first sync has read, and begins a full scan again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const { closing } = yield* scan(at, usersSince, 2, { missing })
      expect(closing.verdict).toEqual({ _tag: "Incomplete", missing })
      expect(yield* live(at)).toBe(2)
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "full", since: null, isResumed: false })
    })
  )

  it.effect("counts no record as missing after incomplete full scans, however many there are", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const users = Fixture.extractor([IdpUser])
      yield* scan(at, users, 3)
      for (const _ of [1, 2, 3]) {
        yield* Fixture.later(at, 2)
        expect((yield* scan(at, users, 1, { missing })).closing).toMatchObject({ deleted: 0, missing: [] })
      }
      expect(yield* live(at)).toBe(3)
    })
  )

  it.effect("remembers each missing part and each kind once, however many pages lack it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const sql = yield* SqlClient.SqlClient
      const users = Fixture.extractor([IdpUser])
      const opened = yield* Fixture.open(at, users)
      const batch = { ...Fixture.batch(at, IdpUser, Fixture.users(1)), isIncomplete: true }
      for (const index of Array.from({ length: 20 }, (_, index) => index)) {
        const parts = [
          { endpoint: "/users", detail: "its last page was answered 202", retryAt: index },
          { endpoint: "/users/{id}/roles", detail: "it reported an error beside its rows" }
        ]
        yield* store.write(opened, { ...Fixture.page([batch]), missing: parts })
      }
      const [row] = yield* sql<{
        readonly missing: ReadonlyArray<unknown>
        readonly unreadable: ReadonlyArray<string>
      }>`
        select missing, unreadable from scan where connection_id = ${at.id}`
      expect(row?.missing).toHaveLength(2)
      expect(row?.unreadable).toEqual(["idp_user"])
      expect((yield* Fixture.close(opened)).verdict).toMatchObject({ missing: [{ retryAt: 19 }, {}] })
    })
  )

  it.effect("starts the next delta where an incomplete one started", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scan(at, usersSince, 1)
      const { since } = (yield* scan(at, usersSince, 1, { missing })).opened
      expect(since).not.toBeNull()
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "delta", since })
    })
  )

  it.effect("keeps the token of the last complete scan if a delta is incomplete", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scan(at, usersByToken, 1, { delta: "first" })
      yield* scan(at, usersByToken, 1, { delta: "second", missing })
      expect(yield* Fixture.open(at, usersByToken)).toMatchObject({ mode: "delta", delta: "first" })
      yield* Fixture.close(yield* Fixture.open(at, usersByToken))
    })
  )

  it.effect("keeps the first token of a scan that starts again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const page = Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(1))])
      yield* store.write(yield* Fixture.open(at, usersByToken), { ...page, delta: "first" })
      const again = yield* Fixture.open(at, usersByToken)
      expect(again).toMatchObject({ isResumed: true, checkpoint: Checkpoint.START, runs: 2 })
      yield* store.write(again, { ...page, delta: "second" })
      yield* Fixture.close(again)
      expect(yield* Fixture.open(at, usersByToken)).toMatchObject({ mode: "delta", delta: "first" })
    })
  )

  it.effect(
    "remembers how many runs a list took until a full scan, but not a delta, takes one run or the tenant changes",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const store = yield* RecordStore
        const begun = yield* Fixture.open(at, usersSince)
        yield* store.write(begun, Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(1))], { next: 1 }))
        yield* scan(at, usersSince, 1, { isInParts: true })
        expect((yield* scan(at, usersSince, 1)).opened).toMatchObject({ mode: "delta", lastRuns: 2 })
        yield* Fixture.later(at, 48)
        expect((yield* scan(at, usersSince, 1)).opened).toMatchObject({ mode: "full", lastRuns: 2 })
        expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "delta", lastRuns: 1 })

        const other = yield* Fixture.connection
        yield* store.write(
          yield* Fixture.open(other, usersSince),
          Fixture.page([Fixture.batch(other, IdpUser, Fixture.users(1))], { next: 1 })
        )
        yield* scan(other, usersSince, 1, { isInParts: true })
        expect(yield* Fixture.open(other, usersSince, "other")).toMatchObject({ isNewBaseline: true, lastRuns: 1 })
        expect(yield* Fixture.open(other, usersSince, "other")).toMatchObject({ isResumed: true, lastRuns: 1 })
      })
  )

  it.effect("does not prove absence after a list by index that took several runs, and says how many it took", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scan(at, usersSince, 3)
      yield* Fixture.later(at, 48)
      const begun = yield* Fixture.open(at, usersSince)
      expect(begun).toMatchObject({ mode: "full", runs: 1, lastRuns: 1 })
      yield* store.write(begun, Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(1))], { next: 1 }))
      const { closing, opened } = yield* scan(at, usersSince, 1, { isInParts: true })
      expect(opened).toMatchObject({ isResumed: true, runs: 2 })
      expect(closing).toMatchObject({ verdict: { _tag: "Complete", provesAbsence: false }, deleted: 0, missing: [] })
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "delta", lastRuns: 2 })
      expect(yield* live(at)).toBe(3)
    })
  )
})
