/** The number of shards. It must be the same in every process; to change it, recompute `schedule.shard`. */
export const SHARDS = 128

/** The shard of a connection, from 1 up; it decides which process polls and runs the connection. */
export const shardOf = (connectionId: string): number => {
  let hash = 5381
  for (let index = connectionId.length; index > 0; index -= 1) {
    hash = (hash * 33) ^ connectionId.charCodeAt(index - 1)
  }
  const spread = (hash & 0xbfffffff) | ((hash >>> 1) & 0x40000000)
  return Math.abs(spread % SHARDS) + 1
}
