import { Sharding } from "@effect/cluster"
import { expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as BackgroundLoop from "../../../src/BackgroundLoop.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import * as AccountFairness from "../../../src/sync/schedule/AccountFairness.js"
import { RunnerIdentity } from "../../../src/sync/schedule/Engine.js"
import * as LocalRuns from "../../../src/sync/schedule/LocalRuns.js"

import * as Reconciler from "../../../src/sync/schedule/Reconciler.js"
import { defaults } from "../../../src/sync/schedule/SchedulerSettings.js"

/** A process of an empty schedule, whose next connection is due in `dueIn` milliseconds. Counts what it asks. */
const makeProcess = Effect.gen(function* () {
  const asked = { due: 0, dueIn: 0, runningBy: 0, closePaused: 0 }
  const counting = <A>(name: keyof typeof asked, value: () => A) =>
    Effect.sync(() => {
      asked[name] += 1
      return value()
    })
  const world = { dueIn: null as number | null }
  const schedule = {
    due: () => counting("due", () => []),
    dueIn: () => counting("dueIn", () => world.dueIn),
    runningBy: () => counting("runningBy", () => []),
    closePaused: () => counting("closePaused", () => undefined)
  } as unknown as SyncSchedule["Type"]
  const [bell, jobBell] = yield* Effect.all([BackgroundLoop.makeBell, BackgroundLoop.makeBell])
  for (const each of [bell, jobBell]) each.connect(true)
  const slots = AccountFairness.make(defaults.maxJobs)
  const runs = LocalRuns.make(slots, jobBell.ring)
  yield* Effect.zipRight(
    LocalRuns.startPolling(runs, slots, defaults, () => Effect.void, bell),
    Reconciler.start(runs, defaults, jobBell)
  ).pipe(
    Effect.provideService(SyncSchedule, schedule),
    Effect.provideService(Sharding.Sharding, { hasShardId: () => true } as unknown as Sharding.Sharding["Type"]),
    Effect.provideService(RunnerIdentity, { runner: "a/1", hasLocks: false })
  )
  /** What it asks within some time. */
  const within = (millis: number) =>
    Effect.gen(function* () {
      const before = { ...asked }
      // In small steps: a loop that ends a turn at some time starts its next pause then.
      yield* Effect.repeatN(TestClock.adjust(50), millis / 50 - 1)
      return {
        due: asked.due - before.due,
        dueIn: asked.dueIn - before.dueIn,
        runningBy: asked.runningBy - before.runningBy,
        closePaused: asked.closePaused - before.closePaused
      }
    })
  yield* within(10_000)
  return { bell, jobBell, within, world }
})

it.scoped("A process without jobs asks the schedule every five seconds", () =>
  Effect.gen(function* () {
    const { within } = yield* makeProcess
    const asked = yield* within(60_000)
    for (const times of Object.values(asked)) expect(times).toBeGreaterThanOrEqual(11)
    for (const times of Object.values(asked)) expect(times).toBeLessThanOrEqual(13)
  })
)

it.scoped("A process without jobs asks at once if its bell rings, or when a connection is due", () =>
  Effect.gen(function* () {
    const { bell, jobBell, within, world } = yield* makeProcess
    // Until right after it has asked.
    while ((yield* within(50)).due === 0);
    expect((yield* within(1_000)).due).toBe(0)
    bell.ring()
    expect((yield* within(50)).due).toBe(1)

    world.dueIn = 1_500
    bell.ring()
    expect((yield* within(300)).due).toBe(1)
    expect((yield* within(1_100)).due).toBe(0)
    expect((yield* within(500)).due).toBe(1)

    while ((yield* within(50)).runningBy === 0);
    yield* within(1_100)
    jobBell.ring()
    expect((yield* within(50)).runningBy).toBe(1)
  })
)

it.scoped("A process asks every second if other processes run connections that are due", () =>
  Effect.gen(function* () {
    const { bell, within, world } = yield* makeProcess
    world.dueIn = -1_000
    bell.ring()
    yield* within(1_000)
    expect((yield* within(10_000)).due).toBeGreaterThanOrEqual(9)
  })
)
