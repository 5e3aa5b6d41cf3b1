/** The number of shards. It must be the same in every process; to change it, recompute `schedule.shard`. */
export const SHARDS = 128

/** The shard group of all connections. */
export const SHARD_GROUP = "default"

/**
 * The shard of a connection, from 1 up; it decides which process polls and runs the connection.
 *
 * The scheduling engine computes the same shard for the entity with this id, which a test verifies. The store computes it itself so that
 * it can write the shard without an engine.
 */
export const shardOf = (connectionId: string): number => {
  let hash = 5381
  for (let index = connectionId.length; index > 0; index -= 1) {
    hash = (hash * 33) ^ connectionId.charCodeAt(index - 1)
  }
  const spread = (hash & 0xbfffffff) | ((hash >>> 1) & 0x40000000)
  return Math.abs(spread % SHARDS) + 1
}

/** For each shard, the first short name that the engine assigns to it. */
const entities: ReadonlyMap<number, string> = (() => {
  const found = new Map<number, string>()
  for (let index = 0; found.size < SHARDS; index += 1) {
    const name = `shard-${index}`
    if (!found.has(shardOf(name))) found.set(shardOf(name), name)
  }
  return found
})()

/** The id of the scheduling engine's entity for a shard. */
export const entityOf = (shard: number): string => entities.get(shard) as string
