import type { Connection } from "@effect/sql/SqlConnection"
import { Effect } from "effect"

/**
 * A reserved connection that runs one statement after the other, whoever sends them.
 *
 * The engine's fibers share the one that it reserves. `pg` queues what is sent meanwhile, says that this is deprecated, and will refuse it
 * from version 9 on.
 */
export const serialized = (connection: Connection): Effect.Effect<Connection> =>
  Effect.map(Effect.makeSemaphore(1), (semaphore): Connection => {
    const alone = semaphore.withPermits(1)
    return {
      execute: (...statement) => alone(connection.execute(...statement)),
      executeRaw: (...statement) => alone(connection.executeRaw(...statement)),
      executeValues: (...statement) => alone(connection.executeValues(...statement)),
      executeUnprepared: (...statement) => alone(connection.executeUnprepared(...statement)),
      // A stream would hold the permit for as long as somebody reads it.
      executeStream: (...statement) => connection.executeStream(...statement)
    }
  })
