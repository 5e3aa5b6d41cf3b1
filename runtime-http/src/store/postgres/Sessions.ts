import type pg from "pg"
import { processIdOf } from "./ServerLink.js"

/** A session of the pool that somebody has. */
interface Loan {
  readonly client: pg.PoolClient
  /** How many cancellations of its statement Postgres has not answered yet. */
  cancellations: number
  /** Why a cancellation got no answer: it may still strike whatever statement the session runs then. */
  doubt: Error | undefined
  /** Gives the session back if its user has done so, and if nothing keeps it. */
  settle: () => void
}

/** The sessions that are in use. */
export interface Sessions {
  /** Makes the next `release` of a session wait until its statement has ended, and until every cancellation of that is answered. */
  readonly lend: (client: pg.PoolClient) => void
  /** Cancels the statement of the session with this process, if its user still has it and waits for the statement; `done` never fails. */
  readonly cancel: (processId: number, done: () => void) => void
}

const isIdle = (client: pg.PoolClient): boolean => Reflect.get(client, "readyForQuery") !== false

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
  if (!isKept()) {
    release(loan.doubt)
    return
  }
  const end = (cause?: Error): void => {
    client.off("drain", settle)
    client.off("error", end)
    client.off("end", lost)
    loan.settle = () => {}
    release(cause ?? loan.doubt)
  }
  const settle = () => {
    if (!isKept()) end()
  }
  const lost = () => end(new Error("the connection ended"))
  loan.settle = settle
  client.on("drain", settle)
  client.on("error", end)
  client.on("end", lost)
}

/**
 * The sessions of a pool. Postgres cancels whatever a process runs, and cannot be asked to cancel a certain statement. So no other caller may
 * get a session as long as a cancellation is on its way, and none may leave once the session has been given back.
 */
export const make = (pool: pg.Pool): Sessions => {
  const loans = new Map<number, Loan>()

  const lend: Sessions["lend"] = (client) => {
    const release = client.release
    const processId = processIdOf(client)
    const loan: Loan = { client, cancellations: 0, doubt: undefined, settle: () => {} }
    if (processId !== undefined) loans.set(processId, loan)
    client.release = (cause) => {
      client.release = release
      const end = (failure?: Error | boolean): void => {
        if (processId !== undefined) loans.delete(processId)
        release.call(client, failure)
      }
      if (cause) end(cause)
      else giveBack(loan, end)
    }
  }

  const cancel: Sessions["cancel"] = (processId, done) => {
    const loan = loans.get(processId)
    const isOver = () => loan === undefined || loans.get(processId) !== loan || isIdle(loan.client)
    if (loan === undefined || isOver()) return done()
    pool.connect((_, client, release) => {
      if (client === undefined) return done()
      if (isOver()) {
        release()
        return done()
      }
      loan.cancellations += 1
      ask(
        client,
        (answered) => client.query("select pg_cancel_backend($1)", [processId], answered),
        (cause) => {
          loan.cancellations -= 1
          if (cause) loan.doubt = cause
          loan.settle()
          done()
        }
      )
    })
  }

  return { lend, cancel }
}
