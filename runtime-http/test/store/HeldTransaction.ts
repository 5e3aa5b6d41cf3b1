import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber, Option } from "effect"

/** Runs an effect inside a transaction that stays open until `end`. */
export const heldOpen = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const written = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(
      sql.withTransaction(
        effect.pipe(Effect.zipLeft(Deferred.succeed(written, undefined)), Effect.zipLeft(Deferred.await(end)))
      )
    )
    yield* Effect.raceFirst(Deferred.await(written), Fiber.join(fiber))
    return { commit: Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber)) }
  })

/** Waits until the fiber has ended or waits for a database lock. */
export const endedOrWaiting = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = yield* sql`
      select 1
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0 || Option.isSome(yield* Fiber.poll(fiber))
  }).pipe(Effect.repeat({ until: (isSettled) => isSettled }))
