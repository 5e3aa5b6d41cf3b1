import { MonotonicTime } from "@tributary/core"
import { Effect, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { SHARDS } from "../../store/schedule/Shard.js"
import { type DueConnection, SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { Bell } from "../IdleWait.js"
import * as IdleWait from "../IdleWait.js"
import type { JobSlots } from "./AccountFairness.js"
import { RunnerIdentity, Sharding, shardId } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/** A due connection that could not be claimed is not poked again before this time has passed. */
const POKE_INTERVAL_MILLIS = 1_000
/** How often due connections are read while no job may start, to find out whether other accounts have to wait. */
const FULL_INTERVAL_MILLIS = 1_000
/** Reads this many times as many rows as jobs may run, so that rows that cannot be claimed do not hide those after them. */
const LOOK_AHEAD = 4

/** How long the process waits before the next poll if no job runs here, and other processes run those that are due. */
const REST_MILLIS = 1_000

/** Polls for due connections of this process's shards, and pokes those that get a slot, while the scope is open. */
export const start = (
  runs: LocalRuns,
  slots: JobSlots,
  settings: SchedulerSettings,
  poke: (connectionId: string, accountId: string) => Effect.Effect<void>,
  bell: Bell
): Effect.Effect<void, never, Sharding.Sharding | SyncSchedule | RunnerIdentity | Scope.Scope> =>
  Effect.gen(function* () {
    const sharding = yield* Sharding.Sharding
    const schedule = yield* SyncSchedule
    const { runner } = yield* RunnerIdentity
    const scope = yield* Effect.scope
    const shards = Array.from({ length: SHARDS }, (_, index) => ({
      shard: index + 1,
      id: shardId(index + 1)
    }))
    const pokedAt = new Map<string, number>()

    const rest = IdleWait.makeRest(bell, REST_MILLIS)
    const ownShards = () => shards.filter(({ id }) => sharding.hasShardId(id)).map(({ shard }) => shard)

    let read: { readonly at: number; readonly due: ReadonlyArray<DueConnection> } = { at: 0, due: [] }

    const readDue = (now: number) =>
      Effect.gen(function* () {
        if (slots.hasRoom() || now - read.at >= FULL_INTERVAL_MILLIS) {
          const own = ownShards()
          const limit = settings.maxJobs * LOOK_AHEAD + pokedAt.size
          read = { at: now, due: own.length === 0 ? [] : yield* schedule.due(own, runner, limit, slots.held()) }
        }
        return read.due.filter(({ connectionId }) => !runs.has(connectionId) && !pokedAt.has(connectionId))
      })

    const poll = Effect.gen(function* () {
      yield* rest.take
      const now = yield* MonotonicTime.millis
      for (const [connectionId, at] of pokedAt) {
        if (now - at >= POKE_INTERVAL_MILLIS || runs.has(connectionId)) pokedAt.delete(connectionId)
      }
      // Running jobs get their slots back even if the database does not answer.
      const due = yield* Effect.onError(readDue(now), () => Effect.sync(() => slots.deal([])))
      for (const { accountId, connectionId } of slots.deal(due)) {
        pokedAt.set(connectionId, now)
        yield* Effect.forkIn(poke(connectionId, accountId), scope)
      }
      if (due.length === 0 && runs.running().length === 0) yield* rest.plan(schedule.dueIn(ownShards()))
    })

    yield* BackgroundLoop.start({ name: "The poll for due connections", interval: settings.pollInterval }, poll)
  })
