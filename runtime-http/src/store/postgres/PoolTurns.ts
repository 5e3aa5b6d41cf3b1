import { EventLoop } from "@tributary/core"
import { Context, Fiber, Option } from "effect"
import pg from "pg"
import { Payer, type Shares, type Turns } from "./DatabaseShares.js"

/** What a connection of the pool is given to. */
type Use = (failure: Error | undefined, client: pg.PoolClient | undefined, release: pg.PoolClient["release"]) => void

/** An error without a code of Postgres says nothing about the statement, but that the connection or the server was away. */
const isStatement = (cause: Error | boolean | undefined): boolean => !cause || cause instanceof pg.DatabaseError

const noRelease = () => {}

/**
 * Gives a connection back when the statement that it still runs has ended: the next user would wait for that one, although the connection
 * looks idle. A caller who is interrupted leaves such a statement where nothing can cancel it.
 */
const onceIdle = (client: pg.PoolClient, release: (cause?: Error) => void): void => {
  if (Reflect.get(client, "readyForQuery") !== false) {
    release()
    return
  }
  const end = (cause?: Error): void => {
    client.off("drain", idle)
    client.off("error", end)
    client.off("end", lost)
    release(cause)
  }
  const idle = () => end()
  const lost = () => end(new Error("the connection ended"))
  client.on("drain", idle)
  client.on("error", end)
  client.on("end", lost)
}

/** Makes the next `release` of a connection wait for its statement. */
const releasedOnceIdle = (client: pg.PoolClient): void => {
  const release = client.release
  client.release = (cause) => {
    client.release = release
    if (cause) release.call(client, cause)
    else onceIdle(client, (failure) => release.call(client, failure))
  }
}

/** What `pool.connect` does, but in turn. It counts how long the connection was kept: the wait for it is not the fault of whoever asks. */
const connectInTurn = (pool: pg.Pool, { enter, leave }: Turns, use: Use): void =>
  enter(
    () =>
      pool.connect((failure, client) => {
        if (client === undefined) {
          leave(0)
          return use(failure, undefined, noRelease)
        }
        EventLoop.noteStep()
        const begunAt = performance.now()
        const release = client.release
        let isReleased = false
        // The pool makes another `release` each time that it gives the connection away.
        client.release = (cause) => {
          // A second call is the pool's to refuse; by then, the connection may belong to somebody else.
          if (isReleased) return release.call(client, cause)
          isReleased = true
          EventLoop.noteStep()
          client.release = release
          try {
            release.call(client, cause)
          } finally {
            leave(isStatement(cause) ? performance.now() - begunAt : 0)
          }
        }
        use(undefined, client, client.release)
      }),
    () => use(new Error("timeout expired while other statements ran"), undefined, noRelease)
  )

type Done = (cause: Error | null | undefined, result: pg.QueryArrayResult<Array<unknown>>) => void

const NOTHING: pg.QueryArrayResult<Array<unknown>> = { rows: [], fields: [], command: "", rowCount: 0, oid: 0 }

/** What `pool.query` does, but in turn, and within a time if there is one. */
export const queryInTurn = (
  pool: pg.Pool,
  query: pg.QueryArrayConfig,
  turns: Turns,
  maxSecs: number | undefined,
  done: Done
): void =>
  connectInTurn(pool, turns, (failure, client) => {
    if (client === undefined) return done(failure, NOTHING)
    let hasEnded = false
    const end = (cause: Error | null | undefined, result: pg.QueryArrayResult<Array<unknown>>) => {
      if (hasEnded) return
      hasEnded = true
      client.off("error", lost)
      client.release(cause ?? undefined)
      done(cause, result)
    }
    const lost = (cause: Error) => end(cause, NOTHING)
    client.once("error", lost)
    try {
      if (maxSecs === undefined) client.query<Array<unknown>>(query, end)
      else queryWithin(client, query, maxSecs, end)
    } catch (cause) {
      end(cause instanceof Error ? cause : new Error(String(cause)), NOTHING)
    }
  })

/** Runs a query in a transaction of its own, because a limit on its time holds for a session or a transaction. */
const queryWithin = (client: pg.PoolClient, query: pg.QueryArrayConfig, maxSecs: number, done: Done): void => {
  client.query(`begin; set local statement_timeout = ${Math.ceil(maxSecs * 1_000)}`, (failure) => {
    if (failure) return done(failure, NOTHING)
    client.query<Array<unknown>>(query, (cause, result) =>
      client.query(cause ? "rollback" : "commit", (failure) => done(cause ?? failure, result ?? NOTHING))
    )
  })
}

/** The account that pays for what the running fiber asks. */
const payer = (): string | null =>
  Option.match(Fiber.getCurrentFiber(), {
    onNone: () => null,
    onSome: ({ currentContext }) => Context.get(currentContext as Context.Context<never>, Payer)
  })

/**
 * The pool for `SqlClient`: a statement outside a transaction, or a whole transaction, takes the turn of the account for whose request it
 * runs. Without `cancels`, a statement whose caller is interrupted keeps its connection and its turn until it ends.
 */
export const takingTurns = (pool: pg.Pool, shares: Shares, { cancels }: { readonly cancels: boolean }): pg.Pool => {
  const connect = (use: Use): void => {
    const accountId = payer()
    const withClient: Use = (failure, client, release) => {
      if (client === undefined || cancels) return use(failure, client, release)
      releasedOnceIdle(client)
      use(failure, client, client.release)
    }
    if (accountId === null) pool.connect(withClient as Parameters<pg.Pool["connect"]>[0])
    else connectInTurn(pool, shares.turnsOf(accountId), withClient)
  }
  // `query` cancels abandoned statements. It must not take a turn, because it would wait for the statement that it cancels.
  return Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } })
}
