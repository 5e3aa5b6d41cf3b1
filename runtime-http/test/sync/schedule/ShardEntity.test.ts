import { Sharding } from "@effect/cluster"
import { expect, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Exit, Layer, Scope } from "effect"
import { SHARDS } from "../../../src/store/schedule/Shard.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import { JobRunner } from "../../../src/sync/pull/JobRunner.js"
import * as Engine from "../../../src/sync/schedule/Engine.js"
import * as JobSlots from "../../../src/sync/schedule/JobSlots.js"
import * as LocalRuns from "../../../src/sync/schedule/LocalRuns.js"
import * as ShardEntity from "../../../src/sync/schedule/ShardEntity.js"

/** Lets time pass this many times as fast. */
const fastClock = (factor: number): Clock.Clock => {
  const live = Clock.make()
  const start = live.unsafeCurrentTimeMillis()
  const millis = () => Math.round(start + (live.unsafeCurrentTimeMillis() - start) * factor)
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => live.sleep(Duration.times(duration, 1 / factor))
  }
}

it.live("pokes of any number of connections keep one entity for each shard, and no idle time ends a running job", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    let ended = ""
    let claims = 0
    const runs = LocalRuns.make(JobSlots.make(4))
    const schedule = Layer.succeed(SyncSchedule, {
      accountOf: (connectionId: string) => Effect.succeed(connectionId),
      claim: (connectionId: string) =>
        Effect.sync(() => {
          claims += 1
          return connectionId === "busy" ? { connectionId, fence: 1, timeoutSecs: 86_400, crashLoop: null } : null
        })
    } as unknown as SyncSchedule["Type"])
    const runner = Layer.succeed(JobRunner, {
      run: () =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.zipRight(Effect.never),
          Effect.onInterrupt(() => Effect.sync(() => (ended = "interrupted")))
        )
    })
    const scope = yield* Scope.make()
    const context = yield* ShardEntity.layer(runs).pipe(
      Layer.provideMerge(Layer.merge(Engine.layerSingle, Engine.identitySingle)),
      Layer.provide([schedule, runner]),
      Layer.buildWithScope(scope)
    )
    const poke = yield* Effect.provide(ShardEntity.poke, context)
    const sharding = yield* Effect.provide(Sharding.Sharding, context)
    // The first pokes are lost until the engine has assigned the shards.
    yield* Effect.repeat(Effect.zipRight(poke("busy"), Deferred.isDone(begun)), {
      until: (hasBegun) => hasBegun
    })

    // The engine's own limit for idle entities is a minute, checked every half a minute.
    yield* Effect.sleep("3 minutes")
    expect(runs.running()).toEqual([{ connectionId: "busy", fence: 1 }])
    expect(ended).toBe("")

    const others = 10 * SHARDS
    for (let index = 0; index < others; index += 1) yield* poke(`idle ${index}`)
    yield* Effect.repeat(Effect.yieldNow(), { until: () => claims > others })
    expect(yield* sharding.activeEntityCount).toBe(SHARDS)

    // The engine closes an entity when its shard moves, too.
    yield* Scope.close(scope, Exit.void)
    expect(ended).toBe("")
    yield* runs.drain(0)
    expect(ended).toBe("interrupted")
    expect(yield* sharding.activeEntityCount).toBe(0)
  }).pipe(Effect.withClock(fastClock(200)))
)
