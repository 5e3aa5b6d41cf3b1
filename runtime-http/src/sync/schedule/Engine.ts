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

/** Where the other processes of the installation reach this one; no two live processes share an address. */
export interface ClusterAddress {
  readonly host: string
  readonly port: number
  /** The interface to listen on, where it is another one than `host` names. */
  readonly listenHost?: string
}

/** Who this process is to the schedule, and how it proves that a shard is its own. */
export class RunnerIdentity extends Context.Tag("@tributary/runtime-http/RunnerIdentity")<
  RunnerIdentity,
  {
    /** `<address>/<incarnation>`: a process that was restarted under its old address is somebody else. */
    readonly runner: string
    /** `host:port` as in the engine's lock table, and when its locks expire; null where one process owns everything. */
    readonly lock: { readonly address: string; readonly expirationSecs: number } | null
  }
>() {}

/** After this a process that no longer answers has lost its shards: how long a crash delays its jobs. */
const LOCK_EXPIRATION_SECS = 10

/** The engine's settings, measured on two and three processes; its defaults suit other loads. */
const sharding = (address: ClusterAddress): Partial<ShardingConfig.ShardingConfig["Type"]> => ({
  runnerAddress: Option.some(RunnerAddress.make(address.host, address.port)),
  runnerListenAddress: Option.map(Option.fromNullable(address.listenHost), (host) =>
    RunnerAddress.make(host, address.port)
  ),
  availableShardGroups: [SHARD_GROUP],
  assignedShardGroups: [SHARD_GROUP],
  shardsPerGroup: SHARDS,
  // With advisory locks a frozen process keeps its locks for ever; the claim reads the table as well.
  shardLockDisableAdvisory: true,
  // Shorter ones end in "lock storage is unhealthy" as soon as the event loop is busy for a while.
  shardLockExpiration: Duration.seconds(LOCK_EXPIRATION_SECS),
  shardLockRefreshInterval: Duration.seconds(3),
  refreshAssignmentsInterval: Duration.seconds(1),
  // No messages are stored, but this paces how fast shards are taken over.
  entityMessagePollInterval: Duration.seconds(1),
  runnerHealthCheckInterval: Duration.seconds(2),
  // Drains a handler that runs; jobs are drained by the entity's own finalizer.
  entityTerminationTimeout: Duration.seconds(2),
  simulateRemoteSerialization: false
})

const identity = (address: ClusterAddress, isCluster: boolean): Layer.Layer<RunnerIdentity> =>
  Layer.sync(RunnerIdentity, () => {
    const name = `${address.host}:${address.port}`
    const lock = isCluster ? { address: name, expirationSecs: LOCK_EXPIRATION_SECS } : null
    return { runner: `${name}/${randomUUID()}`, lock }
  })

/** A process that is alone stays registered to its end: the engine warns every second that it drains without a healthy runner. */
const memoryStorage = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.map(RunnerStorage.makeMemory, (storage) =>
    RunnerStorage.RunnerStorage.of({ ...storage, unregister: () => Effect.void })
  )
)

/** One process that owns every connection: no socket, no tables of the engine. */
export const layerSingle: Layer.Layer<Sharding.Sharding | RunnerIdentity> = Layer.suspend(() => {
  const address = { host: "localhost", port: 1 }
  return Sharding.layer.pipe(
    Layer.provide(Runners.layerNoop),
    Layer.provide([MessageStorage.layerNoop, memoryStorage, RunnerHealth.layerNoop]),
    Layer.provide(ShardingConfig.layer(sharding(address))),
    Layer.merge(identity(address, false))
  )
})

// Two processes that start on a new database at once both create the engine's tables, and `if not exists` lets one fail.
const runnerStorage = Layer.retry(
  SqlRunnerStorage.layer,
  Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(5))
)

/** Before the engine takes part: two processes with one address would take each other's locks for their own. */
const registered = ({ host, port }: ClusterAddress) =>
  Layer.scopedDiscard(
    Effect.suspend(() => {
      const { id: network, machine } = HostNetwork.current()
      return RunnerRegistry.register({ host, port, network, machine })
    })
  )

/**
 * One of several processes on one Postgres; fails where another one's address does not go together with this one.
 *
 * The engine keeps two tables of constant size, `cluster_runners` and `cluster_locks`, and one connection of the pool
 * for itself: the pool must be larger than one.
 */
export const layerCluster = (
  address: ClusterAddress
): Layer.Layer<
  Sharding.Sharding | RunnerIdentity,
  RunnerRegistry.RunnerAddressError | SqlError | SocketServerError,
  SqlClient
> => {
  // Not `NodeClusterSocket.layer`: it reads HOST and PORT of the environment, which belong to the HTTP server.
  const health = RunnerHealth.layerPing.pipe(
    Layer.provide(Runners.layerRpc),
    Layer.provide(NodeClusterSocket.layerClientProtocol)
  )
  return SocketRunner.layer.pipe(
    Layer.provide([NodeClusterSocket.layerSocketServer, NodeClusterSocket.layerClientProtocol]),
    Layer.provide(health),
    Layer.provide([MessageStorage.layerNoop, runnerStorage]),
    Layer.provide([ShardingConfig.layer(sharding(address)), RpcSerialization.layerMsgPack]),
    Layer.merge(identity(address, true)),
    Layer.provide(registered(address))
  )
}
