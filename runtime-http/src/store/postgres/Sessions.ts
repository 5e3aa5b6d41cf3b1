import pg from "pg"
import { processIdOf } from "./ServerLink.js"

/** A session of the pool that somebody has. */
interface Loan {
  readonly client: pg.PoolClient
  /** How many cancellations of its statement Postgres has not answered yet. */
  cancellations: number
  /** Why the session ends instead of being given back: a cancellation without an answer may still strike whatever statement it runs then. */
  doubt: Error | undefined
  /** Gives the session back if its user has done so, and if nothing keeps it. */
  settle: () => void
}

/**
 * What the user of a session gets in place of it: as much of a client as sql-pg needs. It is another object for each loan, because sql-pg
 * keeps with the object how to cancel its statements.
 */
export interface Lent extends Pick<pg.PoolClient, "query" | "on" | "once" | "off"> {
  /** The number of the loan, for `cancel`; absent if nothing can be canceled. */
  readonly processID: number | undefined
  /** Waits until the statement has ended, and until Postgres has answered every cancellation of it. */
  readonly release: pg.PoolClient["release"]
}

/** The sessions that are in use. */
export interface Sessions {
  readonly lend: (client: pg.PoolClient) => Lent
  /** Cancels the statement that runs in a loan, if the session has not been given back; `done` never fails. */
  readonly cancel: (loanId: number, done: () => void) => void
}

/** Postgres answers a cancellation at once. A connection that does not carry the answer in time may be dead, and must keep no other session. */
const ANSWER_MILLIS = 5_000

const isIdle = (client: pg.PoolClient): boolean => Reflect.get(client, "readyForQuery") !== false

/** Whether a session is in no transaction: one whose `rollback` failed would put the statements of its next user into it. */
const isClean = (client: pg.PoolClient): boolean => [null, "I"].includes(client.getTransactionStatus())

type Answered<A> = (cause: Error | null | undefined, answer: A | undefined) => void

/** Asks with a connection and gives it back. One that is lost may say so twice: to the statement, and as an event. */
export const ask = <A>(client: pg.PoolClient, send: (answered: Answered<A>) => void, answered: Answered<A>): void => {
  let hasEnded = false
  const end: Answered<A> = (cause, answer) => {
    if (hasEnded) return
    hasEnded = true
    client.off("error", lost)
    client.release(cause ?? undefined)
    answered(cause, answer)
  }
  const lost = (cause: Error) => end(cause, undefined)
  client.once("error", lost)
  try {
    send(end)
  } catch (cause) {
    lost(cause instanceof Error ? cause : new Error(String(cause)))
  }
}

/** Gives a session back as soon as nothing keeps it, or when it breaks. */
const giveBack = (loan: Loan, release: (cause?: Error) => void): void => {
  const { client } = loan
  const isKept = () => !isIdle(client) || loan.cancellations > 0
  const end = (cause?: Error): void => {
    client.off("drain", settle)
    client.off("error", end)
    client.off("end", lost)
    loan.settle = () => {}
    release(cause ?? loan.doubt ?? (isClean(client) ? undefined : new Error("the connection is in a transaction")))
  }
  const settle = () => {
    if (!isKept()) end()
  }
  const lost = () => end(new Error("the connection ended"))
  if (!isKept()) {
    end()
    return
  }
  loan.settle = settle
  client.on("drain", settle)
  client.on("error", end)
  client.on("end", lost)
}

/**
 * The sessions of a pool. Postgres cancels whatever a process runs, and cannot be asked to cancel a certain statement. So no other caller may
 * get a session as long as a cancellation is on its way, and none may leave once the session has been given back: a caller may be told that it
 * is interrupted when its statement has ended long ago.
 */
export const make = (pool: pg.Pool, answerMillis: number = ANSWER_MILLIS): Sessions => {
  const loans = new Map<number, Loan>()
  let lastId = 0

  const lend: Sessions["lend"] = (client) => {
    lastId += 1
    const id = lastId
    const loan: Loan = { client, cancellations: 0, doubt: undefined, settle: () => {} }
    loans.set(id, loan)
    let isReleased = false
    const release: pg.PoolClient["release"] = (cause) => {
      if (isReleased) throw new Error("A connection was given back twice.")
      isReleased = true
      const end = (failure?: Error | boolean): void => {
        loans.delete(id)
        client.release(failure)
      }
      if (cause) end(cause)
      else giveBack(loan, end)
    }
    return {
      // What has no process, such as a pooler, cancels nothing.
      processID: processIdOf(client) === null ? undefined : id,
      release,
      query: client.query.bind(client),
      on: client.on.bind(client),
      once: client.once.bind(client),
      off: client.off.bind(client)
    }
  }

  const cancel: Sessions["cancel"] = (loanId, done) => {
    const loan = loans.get(loanId)
    if (loan === undefined || isIdle(loan.client)) return done()
    const isOver = () => !loans.has(loanId) || isIdle(loan.client)
    pool.connect((_, client, release) => {
      if (client === undefined) return done()
      if (isOver()) {
        release()
        return done()
      }
      loan.cancellations += 1
      let silence: NodeJS.Timeout | undefined
      ask(
        client,
        (answered) => {
          const over = () => answered(new Error("the cancellation of a statement was not answered"), undefined)
          silence = setTimeout(over, answerMillis)
          client.query("select pg_cancel_backend($1)", [processIdOf(loan.client)], answered)
        },
        (cause) => {
          clearTimeout(silence)
          loan.cancellations -= 1
          if (cause && !(cause instanceof pg.DatabaseError)) loan.doubt = cause
          loan.settle()
          done()
        }
      )
    })
  }

  return { lend, cancel }
}
