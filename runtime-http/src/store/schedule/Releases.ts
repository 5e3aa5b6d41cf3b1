import type { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { Effect, type Scope } from "effect"
import type pg from "pg"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { Database } from "../postgres/Database.js"

/*
 * A process that stops gives its jobs up before their connections are due for another process. It announces each, so that another process
 * can continue it at once: it still holds the shard, and a poll would find the job only after the shard has moved.
 */

/** The channel of Postgres on which the ids of released connections are announced. */
const CHANNEL = "tributary_released"

/** How often a process makes sure that it hears the announcements. */
const CHECK_INTERVAL = "3 seconds"

/** The statement, which announces the connections whose rows it updates. */
export const announced = (sql: SqlClient, update: Fragment): Statement<unknown> => sql`
  with released as (${update} returning connection_id)
  select pg_notify(${CHANNEL}, connection_id::text) from released`

/** Calls `hear` with each connection that a process releases, while the scope is open. What is released while the database is away is not heard. */
export const listen = (hear: (connectionId: string) => void): Effect.Effect<void, never, Database | Scope.Scope> =>
  Effect.gen(function* () {
    const { pool } = yield* Database
    let listener: pg.PoolClient | null = null
    let isOver = false

    const leave = Effect.sync(() => {
      // Not back to the pool, where it would still listen.
      listener?.release(true)
      listener = null
    })
    const connect = async (): Promise<void> => {
      const client = await pool.connect()
      if (isOver) return client.release()
      listener = client
      client.on("error", () => undefined)
      client.on("notification", ({ payload }) => {
        if (payload !== undefined) hear(payload)
      })
      await client.query(`listen ${CHANNEL}`)
    }
    const check = Effect.tryPromise({
      try: async () => (listener === null ? connect() : void (await listener.query("select 1"))),
      catch: (cause) => new SqlError({ cause, message: "The announcements of other processes cannot be heard" })
    }).pipe(Effect.tapError(() => leave))

    yield* Effect.addFinalizer(() => {
      isOver = true
      return leave
    })
    yield* BackgroundLoop.start({ name: "Listening to processes that stop", interval: CHECK_INTERVAL }, check)
  })
