import { Effect } from "effect"
import type { Connection } from "../../Sql.js"

/**
 * A reserved connection that runs concurrent statements one after the other.
 *
 * The fibers of the scheduling engine share one reserved connection. `pg` queues concurrent statements, but warns that this is deprecated
 * and will refuse them from version 9.
 */
export const serialized = (connection: Connection): Effect.Effect<Connection> =>
  Effect.map(Effect.makeSemaphore(1), (semaphore): Connection => {
    const alone = semaphore.withPermits(1)
    return {
      execute: (...statement) => alone(connection.execute(...statement)),
      executeRaw: (...statement) => alone(connection.executeRaw(...statement)),
      executeValues: (...statement) => alone(connection.executeValues(...statement)),
      executeUnprepared: (...statement) => alone(connection.executeUnprepared(...statement)),
      // Not serialized: a stream would hold the permit until it has been read.
      executeStream: (...statement) => connection.executeStream(...statement)
    }
  })
