import {
  ClusterError,
  MachineId,
  MessageStorage,
  Runner,
  RunnerAddress,
  RunnerHealth,
  RunnerStorage,
  Runners,
  ShardId,
  Sharding,
  ShardingConfig
} from "@effect/cluster"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as RunnerRegistry from "../../store/schedule/RunnerRegistry.js"
import { SHARDS } from "../../store/schedule/Shard.js"
import * as ShardLocks from "../../store/schedule/ShardLocks.js"

export { Sharding } from "@effect/cluster"

/** How the schedule identifies this process, and whether the process has to prove that it owns a shard. */
export class RunnerIdentity extends Context.Tag("@tributary/runtime-http/RunnerIdentity")<
  RunnerIdentity,
  {
    readonly runner: string
    /** Whether shards have locks; not if a single process owns every connection. */
    readonly hasLocks: boolean
  }
>() {}

/** The shard group of all connections. */
const GROUP = "default"

/** The shard with this number, as the engine names it. */
export const shardId = (shard: number): ShardId.ShardId => ShardId.make(GROUP, shard)

/** The numbers of the shards that this process has whenever it is asked. */
export const ownShards: Effect.Effect<() => ReadonlyArray<number>, never, Sharding.Sharding> = Effect.map(
  Sharding.Sharding,
  (sharding) => {
    const shards = Array.from({ length: SHARDS }, (_, index) => ({ shard: index + 1, id: shardId(index + 1) }))
    return () => shards.filter(({ id }) => sharding.hasShardId(id)).map(({ shard }) => shard)
  }
)

/** The engine addresses processes by host and port. Here nothing is ever sent between them, so a name is enough. */
const addressOf = (runner: string): RunnerAddress.RunnerAddress => RunnerAddress.make(runner, 1)

/** The settings of the engine, measured with two and three processes; its defaults suit other loads. */
const settings = (runner: string): Partial<ShardingConfig.ShardingConfig["Type"]> => ({
  runnerAddress: Option.some(addressOf(runner)),
  availableShardGroups: [GROUP],
  assignedShardGroups: [GROUP],
  shardsPerGroup: SHARDS,
  // How often the engine looks whether it still has its locks, and how long it waits for the answer before it gives up all shards. Nothing is
  // renewed by that, and each claim looks for itself, so a busy database may take its time.
  shardLockRefreshInterval: Duration.seconds(5),
  refreshAssignmentsInterval: Duration.seconds(1),
  // No messages are stored. This is also how long the engine waits after a failure to take over shards; otherwise it tries every second.
  entityMessagePollInterval: Duration.seconds(3)
})

/** The identity of a process that owns every connection. */
export const identitySingle: Layer.Layer<RunnerIdentity> = Layer.sync(RunnerIdentity, () => ({
  runner: RunnerRegistry.newName(),
  hasLocks: false
}))

/** Registers the process, as long as it runs jobs: others take over the jobs of a process that is not registered. */
export const identityCluster: Layer.Layer<RunnerIdentity, SqlError, SqlClient.SqlClient> = Layer.scoped(
  RunnerIdentity,
  Effect.gen(function* () {
    const runner = RunnerRegistry.newName()
    yield* RunnerRegistry.register(runner)
    return { runner, hasLocks: true }
  })
)

/** Keeps a single process registered until it ends: otherwise the engine would warn every second, while draining, that no runner is healthy. */
const memoryStorage = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.map(RunnerStorage.makeMemory, (storage) =>
    RunnerStorage.RunnerStorage.of({ ...storage, unregister: () => Effect.void })
  )
)

/** Answers the engine from the tables of the store: which processes live, and which of them has which shard. */
const storedMembers = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = yield* Effect.makeSemaphore(1)
    // One question at a time, so that the engine takes one connection at most. It gives an answer a few seconds, and then goes on; the question
    // stays, because a server that was frozen would cancel a later statement in its place.
    const ask = <A>(question: Effect.Effect<A, SqlError, SqlClient.SqlClient>) =>
      Effect.provideService(question, SqlClient.SqlClient, sql).pipe(
        Effect.mapError((cause) => new ClusterError.PersistenceError({ cause })),
        Effect.uninterruptible,
        turn.withPermits(1),
        Effect.disconnect,
        Effect.withTracerEnabled(false)
      )
    const askShards = (question: Effect.Effect<ReadonlyArray<number>, SqlError, SqlClient.SqlClient>) =>
      Effect.map(ask(question), (shards) => shards.map(shardId))

    // The engine releases shards one by one, and many at once when another process joins. Whoever has its turn releases those of all who wait.
    const leaving = new Set<number>()
    const releaseLeaving = (host: string) =>
      Effect.suspend(() => {
        const shards = [...leaving]
        if (shards.length === 0) return Effect.void
        return Effect.tap(ShardLocks.release(host, shards), () => {
          for (const shard of shards) leaving.delete(shard)
        })
      })

    return RunnerStorage.RunnerStorage.of({
      // The number makes the ids of messages unique, of which there are none.
      register: ({ address }) => Effect.as(ask(RunnerRegistry.beat(address.host)), MachineId.make(1)),
      unregister: ({ host }) => ask(RunnerRegistry.leave(host)),
      getRunners: Effect.map(ask(RunnerRegistry.takers), (names) =>
        names.map((name) => [Runner.make({ address: addressOf(name), groups: [GROUP], weight: 1 }), true] as const)
      ),
      setRunnerHealth: () => Effect.void,
      acquire: ({ host }, shards) =>
        askShards(
          ShardLocks.acquire(
            host,
            Array.from(shards, ({ id }) => id)
          )
        ),
      refresh: ({ host }) => askShards(ShardLocks.held(host)),
      release: ({ host }, { id }) =>
        Effect.suspend(() => {
          leaving.add(id)
          return ask(releaseLeaving(host))
        }),
      releaseAll: ({ host }) => ask(Effect.tap(ShardLocks.releaseAll(host), () => leaving.clear()))
    })
  })
)

/** After this time, the engine counts the shards as its own whose messages it has reset. */
const RESET_TIME = Duration.millis(100)

/** The engine resets the messages of shards that it has acquired, so that is when `onShards` is called. No message is stored, and none is ever read. */
const noMessages = (onShards: () => void) =>
  Layer.succeed(MessageStorage.MessageStorage, {
    ...MessageStorage.noop,
    resetShards: () => Effect.asVoid(Effect.forkDaemon(Effect.delay(Effect.sync(onShards), RESET_TIME)))
  })

/** The engine with this storage. It never asks whether others are healthy: the storage names only those that live. */
const layerOn = <R>(
  storage: Layer.Layer<RunnerStorage.RunnerStorage, never, R>,
  onShards: () => void
): Layer.Layer<Sharding.Sharding, never, R | RunnerIdentity> =>
  Layer.unwrapEffect(
    Effect.map(RunnerIdentity, ({ runner }) =>
      Sharding.layer.pipe(
        Layer.provide(Runners.layerNoop),
        Layer.provide([noMessages(onShards), storage, RunnerHealth.layerNoop]),
        Layer.provide(ShardingConfig.layer(settings(runner)))
      )
    )
  )

/** A single process that owns every connection. */
export const layerSingle: Layer.Layer<Sharding.Sharding, never, RunnerIdentity> = Layer.suspend(() =>
  layerOn(memoryStorage, () => {})
)

/** One of several processes on one Postgres. Calls `onShards` when it has acquired shards. */
export const layerCluster = (
  onShards: () => void = () => {}
): Layer.Layer<Sharding.Sharding, never, SqlClient.SqlClient | RunnerIdentity> => layerOn(storedMembers, onShards)
