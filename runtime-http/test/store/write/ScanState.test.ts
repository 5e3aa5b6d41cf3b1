import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { type Extractor, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import type { Scan } from "../../../src/store/write/Scan.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const usersOf = Fixture.extractor([IdpUser])
const byToken = Fixture.extractor([IdpUser], { isIncremental: true, usesDeltaToken: true })

/** Moves the times of the scan in progress by so many hours into the past. */
const age = (at: Fixture.Connection, hours: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update scan
      set
        started_at = started_at - ${hours}::float8 * interval '1 hour',
        progressed_at = progressed_at - ${hours}::float8 * interval '1 hour'
      where connection_id = ${at.id}`
  )

/** What the scan in progress has seen. */
const seen = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select unnest(ids) from scan_seen_block where connection_id = ${at.id}`
  )

Fixture.eitherDatabase("An unfinished scan", (it) => {
  it.effect("is resumed however old it is, as long as it makes progress", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const scan = yield* Fixture.open(at, usersOf)
      yield* store.write(scan, Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(1))], { next: "p2" }))
      yield* age(at, 23)
      yield* store.write(scan, Fixture.page([], { next: "p3" }))
      yield* age(at, 23)
      // Lists below the rows of one page can take days.
      yield* store.write(scan, { ...Fixture.page([]), completedParents: ["u0"] })
      yield* age(at, 23)
      expect(yield* Fixture.open(at, usersOf)).toMatchObject({ checkpoint: { next: "p3" }, abandoned: null })
      // The same page again is no progress.
      yield* store.write(scan, Fixture.page([], { next: "p3" }))
      yield* age(at, 2)
      const next = yield* Fixture.open(at, usersOf)
      expect(next).toMatchObject({ checkpoint: null, abandoned: { next: "p3" }, isNewBaseline: false })
      expect(yield* seen(at)).toEqual([])
      expect(yield* store.completedParents(next, ["u0"])).toEqual(new Set())
      expect((yield* Fixture.open(at, usersOf)).abandoned).toBe(null)
    })
  )
})

Fixture.eitherDatabase("A full scan that someone asked for", (it) => {
  const request = (at: Fixture.Connection) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update connection set full_scan_requested_at = clock_timestamp() where id = ${at.id}`
    )

  it.effect("does not resume a scan from before the request, but resumes one from after it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const scan = yield* Fixture.open(at, usersOf)
      yield* store.write(scan, Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(1))], { next: "p2" }))
      yield* request(at)
      const anew = yield* Fixture.open(at, usersOf)
      expect(anew).toMatchObject({ mode: "full", checkpoint: null, abandoned: { next: "p2" }, isResumed: false })
      expect(yield* seen(at)).toEqual([])
      yield* store.write(anew, Fixture.page([], { next: "p3" }))
      expect(yield* Fixture.open(at, usersOf)).toMatchObject({ checkpoint: { next: "p3" }, isResumed: true })
    })
  )

  it.effect("replaces an unfinished delta, and is requested for each list separately", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const groupsOf = Fixture.extractor([RecordKind.IdpGroup], { isIncremental: true })
      const usersSince = Fixture.extractor([IdpUser], { isIncremental: true })
      yield* Fixture.scanAll(at, usersSince, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* Fixture.scanAll(at, groupsOf, Fixture.batch(at, RecordKind.IdpGroup, [Fixture.group("g")]))
      const delta = yield* Fixture.open(at, usersSince)
      expect(delta.mode).toBe("delta")
      yield* store.write(delta, Fixture.page([], { next: "p2" }))
      yield* request(at)
      const full = yield* Fixture.open(at, usersSince)
      expect(full).toMatchObject({ mode: "full", since: null, checkpoint: null })
      yield* Fixture.write(full, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* Fixture.close(full)
      expect((yield* Fixture.open(at, usersSince)).mode).toBe("delta")
      expect((yield* Fixture.open(at, groupsOf)).mode).toBe("full")
    })
  )
})

Fixture.eitherDatabase("The default full-scan interval", (it) => {
  it.effect("grows with the number of stored records", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      const usersSince = Fixture.extractor([IdpUser], { isIncremental: true })
      yield* Fixture.scanAll(at, usersSince, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* sql`update scan set last_full_at = last_full_at - interval '7 hours' where connection_id = ${at.id}`
      const modeWith = (records: number) =>
        Effect.gen(function* () {
          yield* sql`update record_counter set total = ${records} where connection_id = ${at.id} and kind = 'idp_user'`
          yield* sql`update scan set mode = null where connection_id = ${at.id}`
          return (yield* Fixture.open(at, usersSince)).mode
        })
      expect(yield* modeWith(10_000)).toBe("delta")
      expect(yield* modeWith(5_000)).toBe("full")
    })
  )
})

Fixture.eitherDatabase("A vendor's clock that was behind during the last complete scan", (it) => {
  const usersSince = Fixture.extractor([IdpUser], { isIncremental: true })
  const hoursBefore = ({ openedAt, since }: Scan) => (openedAt - Date.parse(since ?? "")) / 3_600_000
  /** What the first page of a run says if the clock is so many hours behind. */
  const answered = ({ openedAt }: Scan, hours: number): Extractor.Page => ({
    ...Fixture.page([]),
    answeredAt: openedAt - hours * 3_600_000
  })

  it.effect("makes the next delta begin earlier until another scan is complete", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const sql = yield* SqlClient.SqlClient
      const full = yield* Fixture.open(at, usersSince)
      yield* store.write(full, answered(full, 3))
      yield* Fixture.close(full)
      const delta = yield* Fixture.open(at, usersSince)
      expect(hoursBefore(delta)).toBeCloseTo(3 + 1 / 6, 1)
      yield* store.write(delta, answered(delta, 0))
      // The delta ends without a proof.
      yield* sql`update scan set mode = null where connection_id = ${at.id}`
      const again = yield* Fixture.open(at, usersSince)
      expect(hoursBefore(again)).toBeCloseTo(3 + 1 / 6, 1)
      yield* store.write(again, answered(again, 0))
      yield* Fixture.close(again)
      expect(hoursBefore(yield* Fixture.open(at, usersSince))).toBeCloseTo(1 / 6, 1)
    })
  )

  it.effect("counts as far behind as in the run of the scan in which it was furthest", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const first = yield* Fixture.open(at, usersSince)
      yield* store.write(first, { ...answered(first, 3), checkpoint: { next: "p2" } })
      const second = yield* Fixture.open(at, usersSince)
      yield* store.write(second, answered(second, 1))
      yield* Fixture.close(second)
      expect(hoursBefore(yield* Fixture.open(at, usersSince))).toBeCloseTo(3 + 1 / 6, 1)
    })
  )
})

Fixture.eitherDatabase("A scan that was stored while the clock of the database was a day ahead", (it) => {
  const usersSince = Fixture.extractor([IdpUser], { isIncremental: true })
  const ahead = (at: Fixture.Connection) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update scan
        set
          started_at = started_at + interval '1 day',
          progressed_at = progressed_at + interval '1 day',
          last_scan_at = last_scan_at + interval '1 day',
          last_full_at = last_full_at + interval '1 day'
        where connection_id = ${at.id}`
    )

  it.effect("is not used as the lower bound of a delta, and makes a full scan due", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.scanAll(at, usersSince, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* ahead(at)
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "full", since: null })
      // Only deltas were stored with that clock.
      yield* sql`
        update scan set mode = null, last_full_at = clock_timestamp() - interval '1 minute' where connection_id = ${at.id}`
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "full", since: null })
    })
  )

  it.effect("is not resumed, however recently it moved on", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const scan = yield* Fixture.open(at, usersOf)
      yield* store.write(scan, Fixture.page([], { next: "p2" }))
      yield* ahead(at)
      yield* store.write(scan, Fixture.page([], { next: "p3" }))
      expect(yield* Fixture.open(at, usersOf)).toMatchObject({ checkpoint: null, abandoned: { next: "p3" } })
    })
  )

  it.effect("counts as recent if the clock was ahead only by seconds", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.scanAll(at, usersSince, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* sql`
        update scan
        set last_scan_at = last_scan_at + interval '20 seconds', last_full_at = last_full_at + interval '20 seconds'
        where connection_id = ${at.id}`
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "delta" })
    })
  )

  it.effect("is not repeated in full again and again because of a request from that time", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.scanAll(at, usersSince, Fixture.batch(at, IdpUser, Fixture.users(1)))
      yield* sql`
        update connection set full_scan_requested_at = clock_timestamp() + interval '1 day' where id = ${at.id}`
      expect(yield* Fixture.open(at, usersSince)).toMatchObject({ mode: "delta" })
    })
  )
})

Fixture.eitherDatabase("New credentials", (it) => {
  it.effect(
    "begin a new baseline if they lead to another host or tenant, and drop what earlier scans left behind",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const store = yield* RecordStore
        const sql = yield* SqlClient.SqlClient
        const first = yield* Fixture.open(at, byToken)
        yield* Fixture.write(first, Fixture.batch(at, IdpUser, Fixture.users(10)))
        yield* store.write(first, { ...Fixture.page([]), delta: "token" })
        yield* Fixture.close(first)
        yield* sql`
        insert into missing_record (connection_id, kind, id, scan, first_scan, is_planned) values (${at.id}, 'idp_user', ${at.id}, 1, 1, true)`
        yield* sql`
        insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count)
        values (${at.id}, 'idp_user', 'idp_user', 1, 'EVERYTHING', 1)`
        const delta = yield* Fixture.open(at, byToken)
        expect(delta).toMatchObject({ mode: "delta", delta: "token" })
        yield* store.write(delta, { ...Fixture.page([], { next: "page of the old host" }), completedParents: ["u0"] })

        const moved = yield* Fixture.open(at, byToken, "globex")
        expect(moved).toMatchObject({ mode: "full", since: null, checkpoint: null, delta: null, isNewBaseline: true })
        // The credentials cannot reach the old host.
        expect(moved.abandoned).toBe(null)
        expect(yield* store.completedParents(moved, ["u0"])).toEqual(new Set())
        for (const table of ["missing_record", "held_back_deletion"]) {
          expect(yield* sql`select 1 from ${sql(table)} where connection_id = ${at.id}`).toEqual([])
        }
        yield* Fixture.write(moved, Fixture.batch(at, IdpUser, Fixture.users(9)))
        // A job that resumes the first scan of the baseline reports it too.
        expect(yield* Fixture.open(at, byToken, "globex")).toMatchObject({ mode: "full", isNewBaseline: true })
        expect((yield* seen(at)).length).toBe(9)
        // If that scan is given up, nothing of the tenant has been read completely yet.
        yield* sql`
          update scan set started_at = started_at - interval '25 hours', progressed_at = null where connection_id = ${at.id}`
        const again = yield* Fixture.open(at, byToken, "globex")
        expect(again).toMatchObject({ mode: "full", isResumed: false, isNewBaseline: true })
        yield* Fixture.close(again)
        expect(yield* Fixture.open(at, byToken, "globex")).toMatchObject({ mode: "full", isNewBaseline: false })
      })
  )

  it.effect("begin deltas at an instant and with the state of the scan before", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const below = Fixture.extractor([IdpUser], { isIncremental: true, hasDeltaState: true })
      const first = yield* Fixture.open(at, below)
      yield* store.write(first, { ...Fixture.page([]), delta: "what was read" })
      yield* Fixture.close(first)
      const delta = yield* Fixture.open(at, below)
      expect(delta).toMatchObject({ mode: "delta", since: expect.any(String), delta: "what was read" })
    })
  )

  it.effect("resume the scan if they lead to the same tenant", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const scan = yield* Fixture.open(at, usersOf)
      yield* store.write(scan, Fixture.page([], { next: "p2" }))
      expect(yield* Fixture.open(at, usersOf)).toMatchObject({ checkpoint: { next: "p2" }, isNewBaseline: false })
      expect(yield* Fixture.open(at, usersOf, "globex")).toMatchObject({ checkpoint: null, isNewBaseline: true })
    })
  )
})
