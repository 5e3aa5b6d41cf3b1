import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Batch, RecordKind, Result } from "@tributary/core"
import { Effect } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Fixture from "../RecordFixture.js"
import { age, goneOf, incremental, scanUncounted, scanUntotaled, scanUsers, usersOf, without } from "./SweepWorld.js"

const { IdpUser } = RecordKind

Fixture.eitherDatabase("The end of a scan", (it) => {
  it.effect("resumes an interrupted scan, and remembers what it had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const drafts = Fixture.users(9)
      const first = yield* Fixture.open(at, usersOf)
      expect(first).toMatchObject({ mode: "full", since: null, checkpoint: null })
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(0, 5))], { list: 0, next: "p2" }))
      // The last page has no checkpoint: a scan that dies here reads that page again, and neither starts over nor counts as complete.
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))

      const second = yield* Fixture.open(at, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: { list: 0, next: "p2" } })
      yield* store.write(second, Fixture.page([Fixture.batch(at, IdpUser, drafts.slice(5))], null))
      // The vendor may have deleted a record that only the first run saw, so the total does not prove that "u9" is gone.
      expect((yield* Fixture.close(second, 9)).deleted).toBe(0)
      expect((yield* scanUsers(at, drafts)).deleted).toBe(1)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u9"])
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`select 1 from scan_seen_block where connection_id = ${at.id}`).toEqual([])
      expect((yield* Fixture.open(at, usersOf)).checkpoint).toBe(null)
    })
  )

  it.effect("does not count a record as missed twice in a row if an unfinished scan in between has seen it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const [missing, ...rest] = Fixture.users(3)
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, Fixture.users(3)))
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, rest))
      const unfinished = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(unfinished, Fixture.batch(at, IdpUser, missing === undefined ? [] : [missing]))
      yield* store.restart(unfinished)
      yield* scanUntotaled(at, usersOf, Fixture.batch(at, IdpUser, rest))
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )

  it.effect("starts a new scan if the unfinished one is too old, and forgets what it had seen", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10))
      const first = yield* Fixture.open(at, usersOf)
      yield* store.write(first, Fixture.page([Fixture.batch(at, IdpUser, [Fixture.user("u9")])], { next: "p2" }))
      yield* age(at, 25)
      const second = yield* Fixture.open(at, usersOf)
      expect(second).toMatchObject({ mode: "full", checkpoint: null })
      yield* Fixture.write(second, Fixture.batch(at, IdpUser, Fixture.users(9)))
      expect((yield* Fixture.close(second, 9)).deleted).toBe(1)
    })
  )

  it.effect("runs deltas between full scans, and sweeps nothing after a delta", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* Fixture.open(at, incremental)
      const [row] = yield* sql<{
        readonly at: Date
      }>`select last_scan_at as at from scan where connection_id = ${at.id}`
      expect(delta.mode).toBe("delta")
      expect(Date.parse(delta.since ?? "")).toBe((row?.at.getTime() ?? 0) - 600_000)
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [Fixture.user("u0", { job_title: "CTO" })], ["u1"]))
      // An interrupted delta resumes as a delta.
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "delta", since: delta.since })
      expect(yield* Fixture.close(delta)).toMatchObject({ deleted: 0, heldBack: 0 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u1"])

      yield* age(at, 25)
      expect((yield* Fixture.open(at, incremental)).mode).toBe("full")
    })
  )

  it.effect("makes one scan an hour later a full one if a full scan of an incremental list missed a record", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      const nextMode = Effect.map(Fixture.open(at, incremental), ({ mode }) => mode)
      yield* scanUncounted(at, all, incremental)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      yield* age(at, 25)
      expect(yield* scanUncounted(at, without(all, "u9"), incremental)).toMatchObject({ deleted: 0 })
      yield* age(at, 0.9)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      // The planned scan misses another record, which waits for the next regular full scan.
      expect(yield* nextMode).toBe("full")
      expect(yield* scanUncounted(at, without(all, "u8", "u9"), incremental)).toMatchObject({ deleted: 1 })
      yield* age(at, 1)
      expect(yield* nextMode).toBe("delta")
      yield* scanUncounted(at, [], incremental)
      yield* age(at, 25)
      expect(yield* scanUncounted(at, without(all, "u7", "u8", "u9"), incremental)).toMatchObject({ deleted: 1 })
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8", "u9"])
      yield* age(at, 1)
      expect(yield* nextMode).toBe("full")
    })
  )

  it.effect("keeps the misses of a record through deltas, until one of them contains it or reports it as removed", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const all = Fixture.users(10)
      yield* scanUncounted(at, all, incremental)
      yield* age(at, 25)
      yield* scanUncounted(at, without(all, "u6", "u7", "u8", "u9"), incremental)
      // The confirming scan is full; it is given up, and a delta runs before the next full scan.
      const sql = yield* SqlClient.SqlClient
      yield* sql`update scan set confirm_at = null where connection_id = ${at.id}`
      const delta = yield* Fixture.open(at, incremental)
      expect(delta.mode).toBe("delta")
      const rejected = Batch.make(IdpUser, at.owner, [Result.succeed({ vendor_id: "u7" })])
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [Fixture.user("u6")], ["u8"]), rejected)
      yield* Fixture.close(delta)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8"])
      yield* age(at, 25)
      yield* scanUncounted(at, without(all, "u6", "u7", "u8", "u9"), incremental)
      expect(yield* goneOf(at, IdpUser)).toEqual(["u8", "u9"])
    })
  )

  it.effect("runs a full scan after a restart", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanUsers(at, Fixture.users(10), incremental)
      const delta = yield* Fixture.open(at, incremental)
      yield* store.write(delta, Fixture.page([], { next: "expired" }))
      yield* store.restart(delta)
      expect(yield* Fixture.open(at, incremental)).toMatchObject({ mode: "full", since: null, checkpoint: null })
      expect(yield* goneOf(at, IdpUser)).toEqual([])
    })
  )
})

Fixture.eitherDatabase(
  "A full-scan interval of an hour",
  (it) => {
    it.effect("makes the next scan a full one once the hour has passed", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* scanUsers(at, Fixture.users(1), incremental)
        const delta = yield* Fixture.open(at, incremental)
        expect(delta.mode).toBe("delta")
        yield* Fixture.close(delta)
        yield* age(at, 2)
        expect((yield* Fixture.open(at, incremental)).mode).toBe("full")
      })
    )
  },
  { longestFullScanSecs: 3_600 }
)
