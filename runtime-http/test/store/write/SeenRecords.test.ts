import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Batch, Checkpoint, RecordKind, Result } from "@tributary/core"
import { Effect, Either, Exit } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import type { Scan } from "../../../src/store/write/Scan.js"
import * as SeenRecords from "../../../src/store/write/SeenRecords.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const usersOf = Fixture.extractor([IdpUser])

/** How many ids stay in memory here; pages have more and fewer. */
const MAX_RECENT = 150

const blocks = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly isMerged: boolean; readonly ids: number }>`
      select is_merged as "isMerged", cardinality(ids) as ids from scan_seen_block
      where connection_id = ${at.id}
      order by number, first`
  )

/** The tuples of the connection's records, and who has locked them last: to lock a row is to write it. */
const places = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select vendor_id, ctid::text as place, xmax::text as locker from record
      where connection_id = ${at.id}
      order by vendor_id`
  )

const users = (from: number, to: number, fields: Fixture.Draft = {}) => Fixture.users(to, fields).slice(from)

Fixture.eitherDatabase(
  "What a full scan has seen",
  (it) => {
    it.effect("takes one row for a hundred ids, even if nothing has changed, and no row once the scan has ended", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        for (const round of ["first", "unchanged"]) {
          const before = yield* places(at)
          const scan = yield* Fixture.open(at, usersOf)
          yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(0, 120)))
          expect((yield* blocks(at)).map(({ ids }) => ids)).toEqual([100, 20])
          yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(120, 200)))
          // These are too many for the memory.
          expect(yield* blocks(at)).toEqual([
            { isMerged: true, ids: 100 },
            { isMerged: true, ids: 100 }
          ])
          expect(yield* Fixture.close(scan, 200)).toMatchObject({ deleted: 0 })
          expect(yield* blocks(at)).toEqual([])
          if (round === "unchanged") expect(yield* places(at)).toEqual(before)
        }
      })
    )

    it.effect("is forgotten completely, even if that takes several statements", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [at, other] = [yield* Fixture.connection, yield* Fixture.connection]
        for (const { id } of [at, other]) {
          yield* sql`
            insert into scan_seen_block (connection_id, kind, number, is_stored, first, ids, is_merged)
            select ${id}, 'idp_user', n, true, md5(n::text)::uuid, array[md5(n::text)::uuid], false
            from generate_series(1, 2001) as n`
        }
        yield* SeenRecords.clear(at.lease, [IdpUser])
        expect([(yield* blocks(at)).length, (yield* blocks(other)).length]).toEqual([0, 2_001])
      })
    )

    it.effect("decides which row with an id is the first, however long ago that was, and in any process", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const scan = yield* Fixture.open(at, usersOf)
        // What was merged without being stored is no first row.
        const unreadable = Batch.make(IdpUser, at.owner, [Result.fail({ issues: ["is no object"], vendorId: "u342" })])
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(0, 160)), unreadable)
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(160, 260)))
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(260, 330)))
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(330, 340)))
        expect((yield* blocks(at)).filter(({ isMerged }) => isMerged).length).toBe(5)
        const before = yield* places(at)
        const repeated = Fixture.batch(at, IdpUser, users(0, 340, { job_title: "CTO" }))
        expect(yield* Fixture.write(scan, repeated)).toMatchObject({ seen: 0 })
        expect(yield* Fixture.write({ ...scan }, repeated), "in another process").toMatchObject({ seen: 0 })
        expect(yield* places(at)).toEqual(before)
        expect(yield* Fixture.write(scan, Fixture.batch(at, IdpUser, users(330, 342)))).toMatchObject({ created: 2 })
        expect(yield* Fixture.write({ ...scan }, Fixture.batch(at, IdpUser, users(342, 343)))).toMatchObject({
          created: 1
        })
        expect(yield* Fixture.close(scan, 343)).toMatchObject({ deleted: 0 })
      })
    )

    it.effect("is merged before it is compared, if many pages have added to it", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const sql = yield* SqlClient.SqlClient
        const writeAll = (scan: Scan) =>
          Effect.forEach(
            Array.from({ length: 20 }, (_, index) => 2 * index),
            (from) => Fixture.write(scan, Fixture.batch(at, IdpUser, users(from, from + 2)))
          )
        const scan = yield* Fixture.open(at, usersOf)
        yield* writeAll(scan)
        expect((yield* blocks(at)).length).toBe(20)
        const seen = SeenRecords.make()
        const numbers = yield* seen.numbers(scan, IdpUser.name)
        expect(numbers.length).toBe(1)
        expect(yield* blocks(at)).toEqual([{ isMerged: true, ids: 40 }])
        expect(yield* seen.numbers(scan, IdpUser.name)).toEqual(numbers)
        expect(yield* seen.count(scan, IdpUser.name)).toBe(40)
        const next = yield* Fixture.openAnew(at, usersOf)
        yield* writeAll(next)
        yield* Fixture.close(next, 40)
        expect(yield* sql`select 1 from missing_record where connection_id = ${at.id}`).toEqual([])
      })
    )

    it.effect("includes only what committed transactions of its pages have added", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const sql = yield* SqlClient.SqlClient
        const store = yield* RecordStore
        const scan = yield* Fixture.open(at, usersOf)
        const page = (from: number, to: number) => Fixture.page([Fixture.batch(at, IdpUser, users(from, to))])
        const failed = yield* Effect.exit(store.write(scan, page(0, 200), () => Effect.die("no progress")))
        expect(Exit.isFailure(failed)).toBe(true)
        expect(yield* store.write(scan, page(0, 200))).toMatchObject({ idp_user: { created: 200 } })

        // The database has committed, but its answer is lost.
        const seen = SeenRecords.make(MAX_RECENT)
        const resumed: Scan = { ...scan }
        const batches = page(200, 210).batches
        const add = Effect.map(seen.add(resumed, batches), (fresh) => fresh.get(IdpUser.name)?.size ?? 0)
        const lost = sql.withTransaction(add).pipe(Effect.zipRight(Effect.fail("the connection broke")))
        expect(yield* Effect.either(seen.during(resumed, lost))).toEqual(Either.left("the connection broke"))
        expect(yield* seen.during(resumed, sql.withTransaction(add))).toBe(0)
        expect(yield* seen.count(resumed, IdpUser.name)).toBe(210)
      })
    )

    it.effect("stays complete if the list is read from its start again, even if rows could not be read", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const seen = SeenRecords.make(MAX_RECENT)
        const scan = yield* Fixture.open(at, usersOf)
        const add = (to: Scan, from: number) => {
          const rows = Array.from({ length: 160 }, (_, index) =>
            Result.fail({ issues: ["is no object"], vendorId: `u${1_000 + from + index}` })
          )
          const batches = [Fixture.batch(at, IdpUser, users(from, from + 160)), Batch.make(IdpUser, at.owner, rows)]
          return seen.during(to, seen.add(to, batches)).pipe(Effect.map((fresh) => fresh.get(IdpUser.name)?.size ?? 0))
        }
        for (const from of [0, 160, 320]) expect(yield* add(scan, from)).toBe(160)
        // One page that was not merged.
        yield* seen.during(scan, seen.add(scan, [Fixture.batch(at, IdpUser, users(480, 490))]))
        expect(yield* seen.count(scan, IdpUser.name)).toBe(970)
        for (const attempt of [1, 2]) {
          const again = yield* Fixture.open(at, usersOf)
          expect(again).toMatchObject({ isResumed: true, checkpoint: Checkpoint.START })
          expect(yield* seen.count(again, IdpUser.name)).toBe(970)
          expect(yield* add(again, 0), `attempt ${attempt}`).toBe(160)
          expect(yield* seen.count(again, IdpUser.name)).toBe(970)
        }
      })
    )

    it.effect("loses what the vendor reports as removed, wherever it is held, so that a later row counts again", () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const seen = SeenRecords.make(MAX_RECENT)
        const scan = yield* Fixture.open(at, usersOf)
        const add = (drafts: ReadonlyArray<Fixture.Draft>, removed: ReadonlyArray<string> = []) =>
          seen
            .during(scan, seen.add(scan, [Fixture.batch(at, IdpUser, drafts, removed)]))
            .pipe(Effect.map((fresh) => fresh.get(IdpUser.name)?.size ?? 0))
        expect(yield* add(users(0, 160))).toBe(160)
        expect(yield* add(users(160, 170))).toBe(10)
        // One of them merged, one not, one in the same piece, and one never seen.
        expect(yield* add(users(170, 172), ["u0", "u165", "u171", "u999"])).toBe(2)
        expect(yield* seen.count(scan, IdpUser.name)).toBe(169)
        expect(yield* add([...users(0, 2), ...users(164, 172)])).toBe(3)
        expect(yield* seen.count(scan, IdpUser.name)).toBe(172)
        // Rows that could not be read.
        const unreadable = ["u200", "u201"].map((vendorId) => Result.fail({ issues: ["is no object"], vendorId }))
        yield* seen.during(scan, seen.add(scan, [Batch.make(IdpUser, at.owner, unreadable)]))
        expect(yield* seen.count(scan, IdpUser.name)).toBe(174)
        yield* add([], ["u200"])
        expect(yield* seen.count(scan, IdpUser.name)).toBe(173)
      })
    )
  },
  { maxRecentIds: MAX_RECENT }
)
