import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, FiberRef, Layer, Logger, LogLevel, Schedule, Scope } from "effect"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import { SHARDS, shardOf } from "../../../src/store/schedule/Shard.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { JobRunner } from "../../../src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../src/sync/StopSignal.js"
import * as Scheduler from "../../../src/sync/schedule/Scheduler.js"
import type { SchedulerSettings } from "../../../src/sync/schedule/SchedulerSettings.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"

const stores = SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.layer))

/** Repeats an effect until its result fulfils the condition. Only the test's own time limit ends it early. */
const eventually = <A, E, R>(self: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  self.pipe(
    Effect.filterOrFail(holds, () => "not yet" as const),
    Effect.retry({ while: (error) => error === "not yet", schedule: Schedule.spaced("10 millis") })
  )

const rowOf = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ run_by: string | null; fence: number; is_due: boolean }>`
      select run_by, fence, next_run_at <= clock_timestamp() as is_due from schedule where connection_id = ${connectionId}`
    return row
  })

/** A job runner whose jobs last until the test releases them; it records what happened. */
const fakeRunner = () => {
  const events: Array<string> = []
  const gates = new Map<string, Deferred.Deferred<void>>()
  let running = 0
  let most = 0
  const gate = (connectionId: string) => {
    const known = gates.get(connectionId)
    if (known !== undefined) return known
    const made = Deferred.unsafeMake<void>(undefined as never)
    gates.set(connectionId, made)
    return made
  }
  const jobRunner = Layer.effect(
    JobRunner,
    Effect.map(SyncSchedule.SyncSchedule, (schedule) => ({
      run: (lease: Lease) =>
        Effect.gen(function* () {
          events.push(`begin ${lease.connectionId}`)
          running += 1
          most = Math.max(most, running)
          const signal = yield* StopSignal
          const paused = Effect.repeat(Effect.sleep("5 millis"), { until: () => signal.isPaused || signal.isStopped })
          const isPaused = yield* Effect.raceFirst(
            Effect.as(Deferred.await(gate(lease.connectionId)), false),
            Effect.as(paused, true)
          )
          yield* schedule.finish(lease, isPaused ? "paused" : "succeeded")
          events.push(`${isPaused ? "paused" : "end"} ${lease.connectionId}`)
        }).pipe(
          Effect.onInterrupt(() =>
            Effect.zipRight(
              Effect.sync(() => events.push(`interrupted ${lease.connectionId}`)),
              Effect.ignore(schedule.finish(lease, "released"))
            )
          ),
          Effect.ensuring(Effect.sync(() => (running -= 1))),
          Effect.orDie
        )
    }))
  )
  const release = (connectionId: string) => Deferred.succeed(gate(connectionId), undefined)
  return { events, release, jobRunner, most: () => most }
}

/** A new runner on an empty schedule, without connections of earlier tests. */
const freshWorld = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from schedule`
  return fakeRunner()
})

const fast: Partial<SchedulerSettings> = {
  pollInterval: "20 millis",
  reconcileInterval: "20 millis",
  drain: "100 millis"
}

/** A scheduler of a test that fails stops, too: it would take the connections of later tests. */
const startWith = (
  jobRunner: Layer.Layer<JobRunner, never, SyncSchedule.SyncSchedule>,
  settings: Partial<SchedulerSettings> = {}
) =>
  Effect.gen(function* () {
    const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
    const scheduler = Scheduler.layerSingle({ ...fast, ...settings }).pipe(Layer.provide(jobRunner))
    const context = yield* Layer.buildWithScope(scheduler, scope)
    return { context, stop: Scope.close(scope, Exit.void) }
  })

const start = (world: ReturnType<typeof fakeRunner>, settings: Partial<SchedulerSettings> = {}) =>
  startWith(world.jobRunner, settings)

layer(stores, { excludeTestServices: true })("Scheduler.layerSingle", (it) => {
  it.scoped("runs a due connection once, and leaves it alone until it is due again", () =>
    Effect.gen(function* () {
      const world = yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      const { stop } = yield* start(world)
      yield* world.release(connectionId)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 2
      )
      expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, is_due: false })
      yield* stop
      expect(world.events).toEqual([`begin ${connectionId}`, `end ${connectionId}`])
    })
  )

  it.scoped("runs due connections again after a defect in its poll", () =>
    Effect.gen(function* () {
      const world = yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      const schedule = yield* SyncSchedule.SyncSchedule
      let polls = 0
      const due: typeof schedule.due = (...parameters) =>
        Effect.suspend(() => {
          polls += 1
          return polls === 1 ? Effect.die(new Error("a bug")) : schedule.due(...parameters)
        })
      const { stop } = yield* Effect.provideService(start(world), SyncSchedule.SyncSchedule, { ...schedule, due })
      yield* eventually(
        Effect.sync(() => world.events),
        (events) => events.length === 1
      )
      yield* world.release(connectionId)
      yield* stop
    })
  )

  it.scoped("runs again at once if a sync was requested while the job ran", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const world = yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      const { stop } = yield* start(world)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 1
      )
      yield* schedule.request(connectionId)
      yield* world.release(connectionId)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 4
      )
      yield* eventually(rowOf(connectionId), (row) => row?.is_due === false)
      yield* stop
      expect(world.events).toHaveLength(4)
    })
  )

  it.scoped("tells the job of a paused connection to end, and interrupts the job of a deleted one", () =>
    Effect.gen(function* () {
      const schedule = yield* SyncSchedule.SyncSchedule
      const world = yield* freshWorld
      const paused = yield* FakeStore.seed()
      const deleted = yield* FakeStore.seed()
      const { stop } = yield* start(world)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 2
      )
      yield* schedule.pause(paused.connectionId)
      yield* schedule.remove(deleted.connectionId)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 4
      )
      expect(world.events).toContain(`paused ${paused.connectionId}`)
      expect(world.events).toContain(`interrupted ${deleted.connectionId}`)
      yield* schedule.resume(paused.connectionId)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 5
      )
      yield* world.release(paused.connectionId)
      yield* stop
    })
  )

  it.scoped("tells the jobs of a stopped connector to end, and starts them again once it is resumed", () =>
    Effect.gen(function* () {
      const stops = yield* ConnectorStops.make
      const world = yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      const { stop } = yield* start(world)
      const until = (length: number) =>
        eventually(
          Effect.sync(() => world.events.length),
          (events) => events === length
        )
      yield* until(1)
      yield* stops.stop("FAKE", null, "It sends wrong data")
      yield* until(2)
      expect(yield* rowOf(connectionId)).toMatchObject({ run_by: null, is_due: true })
      yield* stops.resume("FAKE", null)
      yield* until(3)
      yield* world.release(connectionId)
      yield* stop
      expect(world.events.slice(0, 3)).toEqual([
        `begin ${connectionId}`,
        `paused ${connectionId}`,
        `begin ${connectionId}`
      ])
    })
  )

  it.scoped("runs no more jobs at the same time than its limit, and all of them in the end", () =>
    Effect.gen(function* () {
      const world = yield* freshWorld
      const ids: Array<string> = []
      for (let index = 0; index < 7; index += 1) ids.push((yield* FakeStore.seed()).connectionId)
      const { stop } = yield* start(world, { maxJobs: 3 })
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 3
      )
      yield* Effect.forEach(ids, world.release)
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 14
      )
      yield* stop
      expect(world.most()).toBe(3)
    })
  )

  it.scoped("releases a row whose end was not stored", () =>
    Effect.gen(function* () {
      yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      yield* startWith(Layer.succeed(JobRunner, { run: () => Effect.void }))
      const first = yield* eventually(rowOf(connectionId), (row) => row?.run_by !== null)
      yield* eventually(rowOf(connectionId), (row) => (row?.fence ?? 0) > (first?.fence ?? 0))
    })
  )

  it.scoped("traces its jobs, but not the polls that start them", () =>
    Effect.gen(function* () {
      yield* freshWorld
      yield* FakeStore.seed()
      const isTraced = yield* Deferred.make<boolean>()
      const runner = Layer.succeed(JobRunner, {
        run: () =>
          FiberRef.get(FiberRef.currentTracerEnabled).pipe(
            Effect.flatMap((isEnabled) => Deferred.succeed(isTraced, isEnabled)),
            Effect.zipRight(Effect.never)
          )
      })
      yield* startWith(runner)
      expect(yield* Deferred.await(isTraced)).toBe(true)
    })
  )

  it.scoped("lets jobs finish when it is stopped, then interrupts and releases them", () =>
    Effect.gen(function* () {
      const world = yield* freshWorld
      const ending = yield* FakeStore.seed()
      const endless = yield* FakeStore.seed()
      // A slow machine takes more than a second to end the job that is released.
      const { stop } = yield* start(world, { drain: "5 seconds" })
      yield* eventually(
        Effect.sync(() => world.events.length),
        (length) => length === 2
      )
      yield* Effect.fork(Effect.delay(world.release(ending.connectionId), "50 millis"))
      yield* stop
      expect(world.events).toContain(`end ${ending.connectionId}`)
      expect(world.events).toContain(`interrupted ${endless.connectionId}`)
      expect(yield* rowOf(endless.connectionId)).toMatchObject({ run_by: null, is_due: true })
    })
  )

  it.scoped("wakes a due connection when it is poked", () =>
    Effect.gen(function* () {
      const world = yield* freshWorld
      const { context, stop } = yield* start(world, { pollInterval: "1 hour" })
      const { connectionId } = yield* FakeStore.seed()
      const poke = Effect.flatMap(Scheduler.Scheduler, (scheduler) => scheduler.poke(connectionId)).pipe(
        Effect.provide(context)
      )
      yield* eventually(
        Effect.zipRight(
          poke,
          Effect.sync(() => world.events.length)
        ),
        (length) => length > 0
      )
      yield* world.release(connectionId)
      yield* stop
    })
  )
})

layer(stores, { excludeTestServices: true })("Scheduler.layerSingle that stops", (it) => {
  it.scoped("logs no warning while its last job drains", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ logLevel, message }) => {
          if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) lines.push(String(message))
        })
      )
      const world = yield* freshWorld
      const { connectionId } = yield* FakeStore.seed()
      // Longer than the second between two checks of the runners by the engine.
      const { stop } = yield* start(world, { drain: "1500 millis" }).pipe(Effect.provide(log))
      yield* eventually(
        Effect.sync(() => world.events),
        (events) => events.includes(`begin ${connectionId}`)
      )
      yield* stop
      expect(world.events).toContain(`interrupted ${connectionId}`)
      expect(lines).toEqual([])
    })
  )
})

describe("shardOf", () => {
  it("uses every shard", () => {
    const seen = new Set(Array.from({ length: 2_000 }, () => shardOf(crypto.randomUUID())))
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: SHARDS }, (_, index) => index + 1))
  })

  it("never changes, because the schedule has stored it", () => {
    expect(shardOf("6f2c7f0e-6d0b-4a0e-9d57-5a1f0f6e2b11")).toBe(106)
    expect(shardOf("00000000-0000-4000-8000-000000000000")).toBe(74)
  })
})
