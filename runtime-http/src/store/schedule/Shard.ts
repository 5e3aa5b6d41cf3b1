/** Shards of the one group; the same number in every process, and a change of it needs `schedule.shard` recomputed. */
export const SHARDS = 128

/** The group that all connections belong to. */
export const SHARD_GROUP = "default"

/**
 * The shard of a connection: which process polls and runs it.
 *
 * It is what the scheduling engine computes for the entity of that id; a test holds the two together. Computed here
 * as well, so that the store can write it without an engine.
 */
export const shardOf = (connectionId: string): number => {
  let hash = 5381
  for (let index = connectionId.length; index > 0; index -= 1) {
    hash = (hash * 33) ^ connectionId.charCodeAt(index - 1)
  }
  const spread = (hash & 0xbfffffff) | ((hash >>> 1) & 0x40000000)
  return Math.abs(spread % SHARDS) + 1
}
