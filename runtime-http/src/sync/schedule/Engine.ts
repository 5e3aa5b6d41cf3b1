import { randomUUID } from "node:crypto"
import {
  MessageStorage,
  RunnerAddress,
  RunnerHealth,
  RunnerStorage,
  Runners,
  Sharding,
  ShardingConfig,
  SocketRunner,
  SqlRunnerStorage
} from "@effect/cluster"
import type { SocketServerError } from "@effect/platform/SocketServer"
import { NodeClusterSocket } from "@effect/platform-node"
import { RpcSerialization } from "@effect/rpc"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer, Option, Schedule } from "effect"
import * as RunnerRegistry from "../../store/schedule/RunnerRegistry.js"
import { SHARD_GROUP, SHARDS } from "../../store/schedule/Shard.js"
import * as HostNetwork from "./HostNetwork.js"

/** The address at which the other processes of the installation reach this one; each live process has its own. */
export interface ClusterAddress {
  readonly host: string
  readonly port: number
  /** The interface to listen on, if it differs from `host`. */
  readonly listenHost?: string
}

/** How the schedule identifies this process, and how the process proves that it owns a shard. */
export class RunnerIdentity extends Context.Tag("@tributary/runtime-http/RunnerIdentity")<
  RunnerIdentity,
  {
    /** `<address>/<incarnation>`; a restart under the same address is a new incarnation. */
    readonly runner: string
    /** `host:port` as in the engine's lock table, and when its locks expire; null if a single process owns every connection. */
    readonly lock: { readonly address: string; readonly expirationSecs: number } | null
  }
>() {}

/** A process that does not respond for this long loses its shards, so this is how long a crash delays its jobs. */
const LOCK_EXPIRATION_SECS = 10

/** The settings of the engine, measured with two and three processes; its defaults suit other loads. */
const sharding = (address: ClusterAddress): Partial<ShardingConfig.ShardingConfig["Type"]> => ({
  runnerAddress: Option.some(RunnerAddress.make(address.host, address.port)),
  runnerListenAddress: Option.map(Option.fromNullable(address.listenHost), (host) =>
    RunnerAddress.make(host, address.port)
  ),
  availableShardGroups: [SHARD_GROUP],
  assignedShardGroups: [SHARD_GROUP],
  shardsPerGroup: SHARDS,
  // With advisory locks, a frozen process would never lose its locks. Also, the claim reads the lock table.
  shardLockDisableAdvisory: true,
  // A shorter time ends in "lock storage is unhealthy" whenever the event loop is busy for a while.
  shardLockExpiration: Duration.seconds(LOCK_EXPIRATION_SECS),
  shardLockRefreshInterval: Duration.seconds(3),
  refreshAssignmentsInterval: Duration.seconds(1),
  // No messages are stored. This is also how long the engine waits after a failure to take over shards; otherwise it tries every second.
  entityMessagePollInterval: Duration.seconds(3),
  runnerHealthCheckInterval: Duration.seconds(2),
  // For running handlers only; the scheduler itself drains jobs.
  entityTerminationTimeout: Duration.seconds(2),
  simulateRemoteSerialization: false
})

const SINGLE: ClusterAddress = { host: "localhost", port: 1 }

/** The identity of a process that owns every connection. */
export const identitySingle: Layer.Layer<RunnerIdentity> = Layer.sync(RunnerIdentity, () => ({
  runner: RunnerRegistry.nameOf(SINGLE, randomUUID()),
  lock: null
}))

/**
 * Registers the process, as long as it runs jobs: others take over the jobs of a process that is not registered. Fails if its address conflicts
 * with that of another process, which must be known before the engine starts: two processes with the same address would mistake each other's
 * locks for their own.
 */
export const identityCluster = (
  address: ClusterAddress
): Layer.Layer<RunnerIdentity, RunnerRegistry.RunnerAddressError | SqlError, SqlClient> =>
  Layer.scoped(
    RunnerIdentity,
    Effect.gen(function* () {
      const { host, port } = address
      const { id: network, machine } = HostNetwork.current()
      const incarnation = randomUUID()
      yield* RunnerRegistry.register({ host, port, network, machine }, incarnation)
      return {
        runner: RunnerRegistry.nameOf(address, incarnation),
        lock: { address: `${host}:${port}`, expirationSecs: LOCK_EXPIRATION_SECS }
      }
    })
  )

/** Keeps a single process registered until it ends: otherwise the engine would warn every second, while draining, that no runner is healthy. */
const memoryStorage = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.map(RunnerStorage.makeMemory, (storage) =>
    RunnerStorage.RunnerStorage.of({ ...storage, unregister: () => Effect.void })
  )
)

/** After this time, the engine counts the shards as its own whose messages it has reset. */
const RESET_TIME = Duration.millis(100)

/**
 * No message is stored, and none is ever read. The engine resets the messages of shards that it has acquired, so that is when `onShards` is
 * called. This copy is not `MessageStorage.noop` itself, because only a process with a storage of its own forgets the ids of its messages:
 * with `noop` itself, each poke costs about 90 bytes for ever.
 */
const noMessages = (onShards: () => void) =>
  Layer.succeed(MessageStorage.MessageStorage, {
    ...MessageStorage.noop,
    resetShards: () => Effect.asVoid(Effect.forkDaemon(Effect.delay(Effect.sync(onShards), RESET_TIME)))
  })

/** A single process that owns every connection; needs no socket and no tables of the engine. */
export const layerSingle: Layer.Layer<Sharding.Sharding> = Layer.suspend(() =>
  Sharding.layer.pipe(
    Layer.provide(Runners.layerNoop),
    Layer.provide([noMessages(() => {}), memoryStorage, RunnerHealth.layerNoop]),
    Layer.provide(ShardingConfig.layer(sharding(SINGLE)))
  )
)

// If two processes start on a new database at once, both create the engine's tables, and `create table if not exists` fails in one.
const runnerStorage = Layer.retry(
  SqlRunnerStorage.layer,
  Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(5))
)

/**
 * One of several processes on one Postgres. Calls `onShards` when it has acquired shards.
 *
 * The engine keeps two tables of constant size, `cluster_runners` and `cluster_locks`. It reserves one connection of the pool, so the pool
 * needs at least two.
 */
export const layerCluster = (
  address: ClusterAddress,
  onShards: () => void = () => {}
): Layer.Layer<Sharding.Sharding, SqlError | SocketServerError, SqlClient> => {
  // Not `NodeClusterSocket.layer`, because it reads the environment variables HOST and PORT of the HTTP server.
  const health = RunnerHealth.layerPing.pipe(
    Layer.provide(Runners.layerRpc),
    Layer.provide(NodeClusterSocket.layerClientProtocol)
  )
  return SocketRunner.layer.pipe(
    Layer.provide([NodeClusterSocket.layerSocketServer, NodeClusterSocket.layerClientProtocol]),
    Layer.provide(health),
    Layer.provide([noMessages(onShards), runnerStorage]),
    Layer.provide([ShardingConfig.layer(sharding(address)), RpcSerialization.layerMsgPack])
  )
}
