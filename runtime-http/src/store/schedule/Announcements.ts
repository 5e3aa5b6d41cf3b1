import { Effect, type Scope } from "effect"
import type pg from "pg"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { type Fragment, type SqlClient, SqlError, type Statement } from "../../Sql.js"
import { Database } from "../postgres/Database.js"

/*
 * What the processes of an installation tell each other at once, through the database.
 *
 * A process that stops gives its jobs up before their connections are due for another process. It announces each, so that another process
 * can continue it at once: it still holds the shard, and a poll would find the job only after the shard has moved.
 *
 * Whoever makes a connection, an outbound job or a delivery due announces that, so that processes that have nothing to do may poll less often.
 */

/** The channels of Postgres. */
const CHANNELS = {
  /** Has the id of the connection. */
  released: "tributary_released",
  due: "tributary_due",
  outbound: "tributary_outbound",
  webhooks: "tributary_webhooks"
} as const

/** What a process does when it hears something. */
export interface Ears {
  readonly released: (connectionId: string) => void
  readonly due: () => void
  readonly outbound: () => void
  readonly webhooks: () => void
  /** Whether the process hears announcements from now on. What is announced while the database is away is not heard. */
  readonly isOpen: (isOpen: boolean) => void
}

/** The statement, which announces the connections whose rows it updates as released. */
export const released = (sql: SqlClient.SqlClient, update: Fragment): Statement<unknown> => sql`
  with released as (${update} returning connection_id)
  select pg_notify(${CHANNELS.released}, connection_id::text) from released`

/** A column for `returning`, which announces that connections, outbound jobs or deliveries to webhooks may be due. */
export const due = (sql: SqlClient.SqlClient, what: "due" | "outbound" | "webhooks"): Fragment =>
  sql`pg_notify(${CHANNELS[what]}, '')`

/** Announces that connections may be due, without changing anything. */
export const connectionsDue = (sql: SqlClient.SqlClient): Statement<unknown> => sql`select ${due(sql, "due")}`

/** Listens while the scope is open. */
export const listen = (ears: Ears): Effect.Effect<void, never, Database | Scope.Scope> =>
  Effect.gen(function* () {
    const { link, pool } = yield* Database
    // The session that listens would be another connection's a moment later. The process asks as often as one that hears nothing.
    if (link.isPooled) return
    let listener: pg.PoolClient | null = null
    let isOver = false

    const leave = Effect.sync(() => {
      ears.isOpen(false)
      // Not back to the pool, where it would still listen.
      listener?.release(true)
      listener = null
    })
    const hear = ({ channel, payload }: pg.Notification) => {
      if (channel === CHANNELS.due) ears.due()
      else if (channel === CHANNELS.outbound) ears.outbound()
      else if (channel === CHANNELS.webhooks) ears.webhooks()
      else if (payload !== undefined) ears.released(payload)
    }
    const connect = async (): Promise<void> => {
      const client = await pool.connect()
      if (isOver) return client.release()
      listener = client
      client.on("error", () => ears.isOpen(false))
      client.on("notification", hear)
      await client.query(
        Object.values(CHANNELS)
          .map((channel) => `listen ${channel}`)
          .join("; ")
      )
      ears.isOpen(true)
      // What was announced before may be due.
      ears.due()
      ears.outbound()
      ears.webhooks()
    }
    const check = Effect.tryPromise({
      try: async () => (listener === null ? connect() : void (await listener.query("select 1"))),
      catch: (cause) => new SqlError({ cause, message: "The announcements of other processes cannot be heard" })
    }).pipe(Effect.tapError(() => leave))

    yield* Effect.addFinalizer(() => {
      isOver = true
      return leave
    })
    yield* BackgroundLoop.start({ name: "Listening to other processes", interval: CHECK_INTERVAL }, check)
  })

/** How often a process makes sure that it hears the announcements. */
const CHECK_INTERVAL = "3 seconds"
