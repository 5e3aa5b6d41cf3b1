import { EventLoop } from "@tributary/core"
import { Context, Fiber, Option } from "effect"
import pg from "pg"
import { Payer, type Shares, type Turns } from "./DatabaseShares.js"
import * as Sessions from "./Sessions.js"

/** What a connection of the pool is given to. */
type Use = (failure: Error | undefined, client: pg.PoolClient | undefined, release: pg.PoolClient["release"]) => void

/** What a loan of a connection is given to. */
type UseOfLoan = (
  failure: Error | undefined,
  loan: Sessions.Lent | undefined,
  release: Sessions.Lent["release"]
) => void

/** An error without a code of Postgres says nothing about the statement, but that the connection or the server was away. */
const isStatement = (cause: Error | boolean | undefined): boolean => !cause || cause instanceof pg.DatabaseError

const noRelease = () => {}

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
        // The pool makes another `release` each time that it gives the connection away.
        client.release = (cause) => {
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
    Sessions.ask<pg.QueryArrayResult<Array<unknown>>>(
      client,
      (answered) => {
        if (maxSecs === undefined) client.query<Array<unknown>>(query, answered)
        else queryWithin(client, query, maxSecs, answered)
      },
      (cause, result = NOTHING) => done(cause, result)
    )
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

/** How sql-pg cancels the statement of an interrupted caller: with the `processID` of its session, in the text of a statement of its own. */
const CANCELLATION = /^SELECT pg_cancel_backend\((\d+)\)$/

/**
 * The pool for `SqlClient`: a statement outside a transaction, or a whole transaction, takes the turn of the account for whose request it
 * runs. A statement whose caller is interrupted keeps its connection and its turn until it ends, also if it is canceled.
 */
export const takingTurns = (pool: pg.Pool, shares: Shares): pg.Pool => {
  const sessions = Sessions.make(pool)
  const connect = (use: UseOfLoan): void => {
    const accountId = payer()
    const withClient: Use = (failure, client, release) => {
      if (client === undefined) return use(failure, client, release)
      const lent = sessions.lend(client)
      use(undefined, lent, lent.release)
    }
    if (accountId === null) pool.connect(withClient as Parameters<pg.Pool["connect"]>[0])
    else connectInTurn(pool, shares.turnsOf(accountId), withClient)
  }
  // A cancellation takes no turn, because it would wait for the statement that it cancels.
  const query = (text: string, done: () => void): void => {
    const loanId = CANCELLATION.exec(text)?.[1]
    if (loanId === undefined)
      throw new Error("Expected a cancellation: every other statement is sent with a connection.")
    sessions.cancel(Number(loanId), done)
  }
  return Object.create(pool, { connect: { value: connect }, query: { value: query } })
}
