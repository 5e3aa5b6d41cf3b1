import { Entity, type Sharding } from "@effect/cluster"
import { Rpc } from "@effect/rpc"
import { Duration, Effect, type Layer, Schema } from "effect"
import { entityOf, shardOf } from "../../store/schedule/Shard.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as Claim from "./Claim.js"
import { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"

/**
 * A shard in the scheduling engine, which assigns it to exactly one process at a time.
 *
 * A poke asks the shard to check whether a connection is due. It grants no rights, so a lost, repeated or misrouted poke is harmless, and
 * it is not persisted, so nothing accumulates.
 *
 * One entity for each connection would need 20 to 30 KB of memory for each connection that was ever poked. The engine closes such an
 * entity only when it is idle, and considers it idle even while its job runs. Shards are few, so their entities are never closed for that.
 */
const ShardEntity = Entity.make("Shard", [
  Rpc.make("Poke", {
    payload: Schema.Struct({ connectionId: Schema.String, accountId: Schema.optional(Schema.String) })
  })
])

/**
 * Claims connections of the shard when they are poked, and starts their jobs, while the engine assigns the shard to this process. A job stays
 * with the process that has claimed it when the shard moves: it would be read twice otherwise whenever a process joins.
 */
export const layer = (
  runs: LocalRuns
): Layer.Layer<never, never, Sharding.Sharding | SyncSchedule | JobRunner | RunnerIdentity> =>
  ShardEntity.toLayer(
    Effect.gen(function* () {
      const claim = yield* Claim.make(runs)
      const { lock } = yield* RunnerIdentity
      const { shardId } = yield* Entity.CurrentAddress
      const shardLock = lock === null ? null : { shard: shardId.toString(), ...lock }

      return {
        // Replies at once and never fails: the sender waits for the reply, and a defect would restart the entity.
        Poke: ({ payload }) => claim(payload, shardLock)
      }
    }),
    { concurrency: "unbounded", maxIdleTime: Duration.infinity }
  )

/** The engine retries a poke to an unresponsive process without end; the next poll pokes again anyway. */
const POKE_TIMEOUT = "2 seconds"

/** Pokes a connection in the process that its shard is assigned to; with its account, if that is known, the process need not look it up. */
export const poke: Effect.Effect<
  (connectionId: string, accountId?: string) => Effect.Effect<void>,
  never,
  Sharding.Sharding
> = Effect.map(
  ShardEntity.client,
  (client) => (connectionId, accountId) =>
    client(entityOf(shardOf(connectionId)))
      .Poke({ connectionId, accountId }, { discard: true })
      .pipe(Effect.timeout(POKE_TIMEOUT), Effect.ignore, Effect.withTracerEnabled(false))
)
