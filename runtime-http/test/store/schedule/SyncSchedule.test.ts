import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Lease from "../../../src/store/schedule/Lease.js"
import { SHARDS, shardOf } from "../../../src/store/schedule/Shard.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { TestDatabase } from "../../TestDatabase.js"

const stores = SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.layer))
const allShards = Array.from({ length: SHARDS }, (_, index) => index + 1)

const claim = (connectionId: string, runner = "a/1") =>
  Effect.flatMap(SyncSchedule.SyncSchedule, (schedule) => schedule.claim(connectionId, { runner, lock: null }))

const claimed = (connectionId: string, runner = "a/1") =>
  Effect.flatMap(claim(connectionId, runner), (lease) =>
    lease === null ? Effect.die("not due") : Effect.succeed(lease)
  )

/** The schedule row, and in how many seconds it is due. */
const rowOf = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{
      run_by: string | null
      fence: number
      failures: number
      crashes: number
      due_in: number
    }>`
      select run_by, fence, failures, crashes, extract(epoch from next_run_at - clock_timestamp())::float8 as due_in
      from schedule where connection_id = ${connectionId}`
    return row ?? (yield* Effect.die("no row"))
  })

const makeDue = (connectionId: string, secsAgo = 0) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update schedule set next_run_at = clock_timestamp() - make_interval(secs => ${secsAgo})
      where connection_id = ${connectionId}`
  )

/** The ids of due connections, in the order in which they should run. */
const due = (...parameters: Parameters<SyncSchedule.SyncSchedule["Type"]["due"]>) =>
  Effect.flatMap(SyncSchedule.SyncSchedule, (schedule) => schedule.due(...parameters)).pipe(
    Effect.map((all) => all.map(({ connectionId }) => connectionId))
  )

layer(stores)("SyncSchedule", (it) => {
  it.effect("a new connection is due at once, in its own shard only", () =>
    Effect.gen(function* () {
      const { connectionId } = yield* FakeStore.seed()
      const shard = shardOf(connectionId)
      expect(yield* due([shard], "a/1", 100)).toContain(connectionId)
      const others = allShards.filter((other) => other !== shard)
      expect(yield* due(others, "a/1", 100)).not.toContain(connectionId)
      expect(yield* due([], "a/1", 100)).toEqual([])
    })
  )

  it.effect("says when the first connection of some shards is due, even if another process runs it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const schedule = yield* SyncSchedule.SyncSchedule
      yield* sql`update schedule set is_paused = true`
      expect(yield* schedule.dueIn(allShards)).toBeNull()
      const { connectionId } = yield* FakeStore.seed()
      yield* makeDue(connectionId, -60)
      const dueIn = yield* schedule.dueIn([shardOf(connectionId)])
      expect(dueIn).toBeGreaterThan(50_000)
      expect(dueIn).toBeLessThanOrEqual(60_000)
      expect(yield* schedule.dueIn(allShards.filter((shard) => shard !== shardOf(connectionId)))).toBeNull()
      yield* makeDue(connectionId, 1)
      yield* sql`update schedule set run_by = 'b/1' where connection_id = ${connectionId}`
      expect(yield* schedule.dueIn(allShards)).toBeLessThan(0)
    })
  )

  it.effect(
    "picks next, of the due connections, one of the account with the fewest jobs, then the one due longest",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`update schedule set is_paused = true`
        const seeded: Array<FakeStore.Seeded> = []
        for (let secsAgo = 60; secsAgo > 10; secsAgo -= 10) {
          const one = yield* FakeStore.seed()
          yield* makeDue(one.connectionId, secsAgo)
          seeded.push(one)
        }
        const [a1, a2, a3, b, c] = seeded.map(({ connectionId }) => connectionId)
        const [{ accountId: accountA } = { accountId: "" }, , , { accountId: accountB } = { accountId: "" }] = seeded
        yield* sql`update connection set account_id = ${accountA} where id in ${sql.in([a2 ?? "", a3 ?? ""])}`
        expect(yield* due(allShards, "a/1", 100)).toEqual([a1, b, c, a2, a3])
        expect(yield* due(allShards, "a/1", 3)).toEqual([a1, b, c])
        expect(yield* due(allShards, "a/1", 100, new Map([[accountA, 1]]))).toEqual([b, c, a1, a2, a3])
        expect(yield* due(allShards, "a/1", 100, new Map([[accountB, 9]]))).toEqual([a1, c, a2, a3, b])
        expect((yield* (yield* SyncSchedule.SyncSchedule).due(allShards, "a/1", 1))[0]).toEqual({
          connectionId: a1,
          accountId: accountA
        })
      })
  )

  it.effect("lets only one of many claims win, and does not let a runner claim what it already runs", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ timeoutSecs: 77 })
      const leases = yield* Effect.all(
        Array.from({ length: 5 }, () => claim(connectionId)),
        { concurrency: "unbounded" }
      )
      const [lease, ...rest] = leases.filter((lease) => lease !== null)
      expect(rest).toEqual([])
      expect(lease).toMatchObject({ connectionId, timeoutSecs: 77 })
      expect(yield* due(allShards, "a/1", 100)).not.toContain(connectionId)
      expect(yield* schedule.runningBy("a/1")).toContainEqual({
        connectionId,
        fence: lease?.fence,
        isPaused: false,
        isStopped: false
      })
    })
  )

  it.effect("another runner takes over a row whose owner is gone, which voids the old lease", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      const old = yield* claimed(connectionId, "a/1")
      expect(yield* due(allShards, "b/1", 100)).toContain(connectionId)
      const lease = yield* claimed(connectionId, "b/1")
      expect(lease.fence).toBeGreaterThan(old.fence)
      expect(yield* Effect.flip(Lease.withLease(old, Effect.void))).toMatchObject({ _tag: "StaleFence" })
      yield* Lease.withLease(lease, Effect.void)
      yield* schedule.finish(old, "succeeded")
      expect(yield* rowOf(connectionId)).toMatchObject({ run_by: "b/1", fence: lease.fence })
    })
  )

  it.effect("runs at a fixed rate, however long a run takes [contract: connection-timing]", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 1000 })
      yield* makeDue(connectionId, 100)
      yield* schedule.finish(yield* claimed(connectionId), "succeeded")
      const row = yield* rowOf(connectionId)
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      // 900 seconds, moved by up to 50.
      expect(row.due_in).toBeGreaterThan(830)
      expect(row.due_in).toBeLessThanOrEqual(950)
    })
  )

  it.effect("spreads connections that were due together over the interval, round by round", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const sql = yield* SqlClient.SqlClient
      const ids: Array<string> = []
      for (let index = 0; index < 50; index += 1) ids.push((yield* FakeStore.seed({ intervalSecs: 1000 })).connectionId)
      yield* sql`update schedule set next_run_at = clock_timestamp() where connection_id in ${sql.in(ids)}`
      for (let round = 0; round < 3; round += 1) {
        for (const connectionId of ids) yield* schedule.finish(yield* claimed(connectionId), "succeeded")
        // Time passes until all of them are due again.
        yield* sql`
          update schedule set next_run_at = next_run_at - interval '1100 s' where connection_id in ${sql.in(ids)}`
      }
      const [spread] = yield* sql<{ readonly secs: number }>`
        select extract(epoch from max(next_run_at) - min(next_run_at))::float8 as secs
        from schedule where connection_id in ${sql.in(ids)}`
      // Each round moves each of them by up to 50 seconds; the chance that 50 stay within 50 seconds is below 10^-15.
      expect(spread?.secs).toBeGreaterThan(50)
      expect(spread?.secs).toBeLessThanOrEqual(300)
    })
  )

  it.effect("makes up for a night without runs with a single run", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 1000 })
      yield* makeDue(connectionId, 50_000)
      yield* schedule.finish(yield* claimed(connectionId), "succeeded")
      const { due_in } = yield* rowOf(connectionId)
      expect(due_in).toBeGreaterThan(930)
      expect(due_in).toBeLessThanOrEqual(1050)
    })
  )

  it.effect("is due at once after a run that took longer than the interval", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const sql = yield* SqlClient.SqlClient
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 1000 })
      const lease = yield* claimed(connectionId)
      yield* sql`
        update schedule set started_at = started_at - interval '2000 s', next_run_at = next_run_at - interval '2000 s'
        where connection_id = ${connectionId}`
      yield* schedule.finish(lease, "succeeded")
      const { due_in } = yield* rowOf(connectionId)
      expect(due_in).toBeLessThanOrEqual(0)
      expect(due_in).toBeGreaterThan(-20)
    })
  )

  /** Plans full scans of lists that decide about missing records, in so many seconds from now. */
  const plan = (connectionId: string, secs: ReadonlyArray<number>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(
        secs,
        (each, index) => sql`
          insert into scan (connection_id, extractor, baseline, number, confirm_at)
          values (${connectionId}, ${`list ${index}`}, 'tenant 0', 1, clock_timestamp() + make_interval(secs => ${each}))`
      )
    )

  it.effect.each([
    ["is due when the scan is planned that decides about missing records", 86_400, [3_600], 3_600, 3_600],
    [
      "is due once for all lists whose scans are planned within minutes of each other",
      86_400,
      [3_600, 3_650],
      3_650,
      3_650
    ],
    ["is due for the first of two scans that are planned half an hour apart", 86_400, [3_600, 5_400], 3_600, 3_600],
    ["waits with the regular run for a scan that is planned within its jitter", 3_600, [3_700], 3_700, 3_700],
    ["is due regularly if the scan is planned for later", 1_000, [3_600], 950, 1_050],
    ["is due regularly if the planned scan was due when the run began, which may have failed", 1_000, [-10], 950, 1_050]
  ] as const)("%s", ([, intervalSecs, planned, from, to]) =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs })
      const lease = yield* claimed(connectionId)
      yield* plan(connectionId, planned)
      yield* schedule.finish(lease, "succeeded")
      const { due_in } = yield* rowOf(connectionId)
      expect(due_in).toBeGreaterThan(from - 20)
      expect(due_in).toBeLessThanOrEqual(to)
    })
  )

  /** Notes when the connection's only list was read completely; null if it never was. */
  const scanned = (connectionId: string, lastScanAt: Date | null) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        insert into scan (connection_id, extractor, baseline, number, last_scan_at)
        values (${connectionId}, 'users', 'tenant 0', 1, ${lastScanAt})`
    )

  it.effect.each([
    ["failed", 14_400, 0, 60],
    ["failed", 14_400, 1, 300],
    ["failed", 14_400, 2, 900],
    ["failed", 14_400, 3, 14_400],
    ["failed", 60, 5_000, 900],
    ["unauthorized", 600, 1, 1_200],
    ["unauthorized", 600, 20, 86_400],
    ["unauthorized", 90_000, 20, 90_000]
  ] as const)(
    "%s: interval %d, after %d failures in a row: about %d seconds",
    ([ending, intervalSecs, failures, about]) =>
      Effect.gen(function* () {
        const schedule = yield* SyncSchedule.SyncSchedule
        const sql = yield* SqlClient.SqlClient
        const { connectionId } = yield* FakeStore.seed({ intervalSecs })
        yield* scanned(connectionId, new Date())
        yield* sql`update schedule set failures = ${failures} where connection_id = ${connectionId}`
        yield* schedule.finish(yield* claimed(connectionId), ending)
        const row = yield* rowOf(connectionId)
        expect(row).toMatchObject({ run_by: null, failures: failures + 1 })
        expect(row.due_in).toBeGreaterThan(about - 20)
        expect(row.due_in).toBeLessThanOrEqual(about * 1.1)
      })
  )

  it.effect("a failed run is not repeated sooner than the vendor allows", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 14_400 })
      yield* schedule.finish(yield* claimed(connectionId), "failed", 600)
      const { due_in } = yield* rowOf(connectionId)
      expect(due_in).toBeGreaterThan(580)
      expect(due_in).toBeLessThanOrEqual(660)
    })
  )

  it.effect.each([
    ["partly", null, 60],
    ["unauthorized", null, 60],
    ["partly", new Date(), 14_400],
    ["unauthorized", new Date(), 14_400]
  ] as const)(
    "a run that ended %s, with data last read completely at %s, is due in about %d seconds",
    ([ending, lastScanAt, about]) =>
      Effect.gen(function* () {
        const schedule = yield* SyncSchedule.SyncSchedule
        const { connectionId } = yield* FakeStore.seed({ intervalSecs: 14_400 })
        yield* scanned(connectionId, lastScanAt)
        yield* schedule.finish(yield* claimed(connectionId), ending)
        const row = yield* rowOf(connectionId)
        expect(row.failures).toBe(ending === "partly" && lastScanAt !== null ? 0 : 1)
        expect(row.due_in).toBeGreaterThan(about * 0.9)
        expect(row.due_in).toBeLessThanOrEqual(about * 1.1)
      })
  )

  it.effect("an unfinished run continues soon, and does not count as a failure", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      yield* schedule.finish(yield* claimed(connectionId), "failed")
      yield* makeDue(connectionId)
      yield* schedule.finish(yield* claimed(connectionId), "unfinished")
      const row = yield* rowOf(connectionId)
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      expect(row.due_in).toBeGreaterThan(0)
      expect(row.due_in).toBeLessThanOrEqual(25)
    })
  )

  it.effect("a success resets the number of failures", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      yield* schedule.finish(yield* claimed(connectionId), "failed")
      yield* makeDue(connectionId)
      yield* schedule.finish(yield* claimed(connectionId), "succeeded")
      expect(yield* rowOf(connectionId)).toMatchObject({ failures: 0 })
    })
  )

  it.effect.each(["succeeded", "failed", "unauthorized"] as const)(
    "a sync that was requested while a job ran is due once the job has %s",
    (ending) =>
      Effect.gen(function* () {
        const schedule = yield* SyncSchedule.SyncSchedule
        const { connectionId } = yield* FakeStore.seed()
        const lease = yield* claimed(connectionId)
        yield* schedule.request(connectionId)
        yield* schedule.finish(lease, ending)
        expect((yield* rowOf(connectionId)).due_in).toBeLessThanOrEqual(0)
        // The following run fulfils the request, so that the schedule holds again.
        yield* schedule.finish(yield* claimed(connectionId), ending)
        expect((yield* rowOf(connectionId)).due_in).toBeGreaterThan(40)
      })
  )

  it.effect.each([
    ["when the limit allows it, plus a short random delay", "limited", 7_200, 7_200, 7_260],
    ["in a minute at least", "limited", 1, 60, 66],
    ["when the limit of one export allows, if the others were read", "succeeded", 600, 600, 660],
    ["at its regular time, if the others were read and that is sooner", "succeeded", 50_000, 3_400, 3_800]
  ] as const)("a limited run is due %s, and does not count as a failure", ([, ending, secs, from, to]) =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 3_600 })
      yield* schedule.finish(yield* claimed(connectionId), ending, secs)
      const row = yield* rowOf(connectionId)
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      expect(row.due_in).toBeGreaterThan(from - 5)
      expect(row.due_in).toBeLessThanOrEqual(to)
    })
  )

  it.effect("a released row is due at once and does not count as a failure", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      yield* schedule.finish(yield* claimed(connectionId), "released")
      const row = yield* rowOf(connectionId)
      expect(row).toMatchObject({ run_by: null, failures: 0 })
      expect(row.due_in).toBeLessThanOrEqual(0)
    })
  )

  /** Claims the connection again and again, each time by another process that then dies. */
  const crash = (connectionId: string, times: number) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let left = times; left > 0; ) {
        if ((yield* claim(connectionId, `dead/${crypto.randomUUID()}`)) !== null) left -= 1
        // Time passes until the next takeover is due.
        yield* sql`update schedule set next_run_at = least(next_run_at, clock_timestamp()) where connection_id = ${connectionId}`
      }
    })

  it.effect(
    "a run that crashed once is taken over at once, but after two, three or four crashes only after a growing wait",
    () =>
      Effect.gen(function* () {
        const { connectionId } = yield* FakeStore.seed()
        yield* crash(connectionId, 1)
        expect(yield* claim(connectionId, "b/1")).toMatchObject({ connectionId, crashLoop: null })
        for (const [crashes, about] of [
          [2, 60],
          [3, 120],
          [4, 240]
        ] as const) {
          expect(yield* claim(connectionId, `c/${crashes}`)).toBeNull()
          const row = yield* rowOf(connectionId)
          expect(row).toMatchObject({ run_by: null, crashes })
          expect(row.due_in).toBeGreaterThan(about * 0.75 - 20)
          expect(row.due_in).toBeLessThanOrEqual(about * 1.25)
          yield* makeDue(connectionId)
          yield* claimed(connectionId, `d/${crashes}`)
        }
      })
  )

  it.effect(
    "a claim reports five crashes in a row; the job is then tried once after a suspension, and once for each request",
    () =>
      Effect.gen(function* () {
        const schedule = yield* SyncSchedule.SyncSchedule
        const { connectionId } = yield* FakeStore.seed()
        yield* crash(connectionId, 5)
        const lease = yield* claimed(connectionId, "b/1")
        expect(lease).toMatchObject({ crashLoop: 5 })
        yield* schedule.finish(lease, "suspended")
        const row = yield* rowOf(connectionId)
        expect(row).toMatchObject({ run_by: null, crashes: 5, failures: 0 })
        expect(row.due_in).toBeGreaterThan(2_680)
        expect(row.due_in).toBeLessThanOrEqual(4_500)

        for (const crashes of [6, 7]) {
          yield* schedule.request(connectionId)
          expect(yield* claimed(connectionId, `dead/${crashes}`)).toMatchObject({ crashLoop: null })
          const next = yield* claimed(connectionId, `c/${crashes}`)
          expect(next).toMatchObject({ crashLoop: crashes })
          yield* schedule.finish(next, "suspended")
        }

        yield* makeDue(connectionId)
        yield* schedule.finish(yield* claimed(connectionId), "failed")
        expect(yield* rowOf(connectionId)).toMatchObject({ crashes: 0 })
      })
  )

  it.effect("a release neither counts as a crash nor clears earlier ones, but any other ending clears them", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      for (const [ending, crashes] of [
        ["released", 1],
        ["succeeded", 0],
        ["unfinished", 0],
        ["failed", 0],
        ["unauthorized", 0]
      ] as const) {
        const { connectionId } = yield* FakeStore.seed()
        yield* crash(connectionId, 1)
        yield* schedule.finish(yield* claimed(connectionId, "b/1"), ending)
        expect(yield* rowOf(connectionId)).toMatchObject({ crashes })
      }
    })
  )

  it.effect("a row is released once: a late second ending changes nothing", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      const lease = yield* claimed(connectionId)
      yield* schedule.finish(lease, "succeeded")
      const before = yield* rowOf(connectionId)
      yield* schedule.finish(lease, "released")
      const after = yield* rowOf(connectionId)
      expect(after.due_in).toBeGreaterThan(before.due_in - 10)
    })
  )

  it.effect("a pause keeps the lease until the job has ended, and the connection is not due until it is resumed", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      const lease = yield* claimed(connectionId)
      yield* schedule.pause(connectionId)
      yield* Lease.withLease(lease, Effect.void)
      expect(yield* schedule.runningBy("a/1")).toContainEqual({
        connectionId,
        fence: lease.fence,
        isPaused: true,
        isStopped: false
      })
      yield* schedule.finish(lease, "paused")
      expect(yield* due(allShards, "a/1", 100)).not.toContain(connectionId)
      expect(yield* claim(connectionId)).toBeNull()
      yield* schedule.resume(connectionId)
      expect(yield* due(allShards, "a/1", 100)).toContain(connectionId)
    })
  )

  it.effect("a connection that is deleted and added again never reuses a fence", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed()
      const old = yield* claimed(connectionId)
      yield* schedule.remove(connectionId)
      yield* schedule.add(connectionId, { intervalSecs: 60, timeoutSecs: 60 })
      yield* claimed(connectionId)
      expect(yield* Effect.flip(Lease.withLease(old, Effect.void))).toMatchObject({ _tag: "StaleFence" })
    })
  )

  it.effect("a shorter interval applies at once, a longer one after the next run", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const { connectionId } = yield* FakeStore.seed({ intervalSecs: 1000 })
      yield* schedule.finish(yield* claimed(connectionId), "succeeded")
      yield* schedule.edit(connectionId, { intervalSecs: 10, timeoutSecs: 60 })
      expect((yield* rowOf(connectionId)).due_in).toBeLessThanOrEqual(10)
      yield* schedule.edit(connectionId, { intervalSecs: 5000, timeoutSecs: 60 })
      expect((yield* rowOf(connectionId)).due_in).toBeLessThanOrEqual(10)
    })
  )
})
