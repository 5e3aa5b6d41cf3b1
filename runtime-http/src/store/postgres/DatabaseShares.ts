import { Context } from "effect"
import { TokenBuckets } from "../../TokenBuckets.js"

/** How much of the database the requests of one account may use. */
export interface Share {
  /** How many milliseconds of statements a second, on average. */
  readonly millisPerSecond: number
  /** How many connections the pool has. Half of them run statements of one account at once, and the last one runs only an account's first. */
  readonly connections: number
  /** How long a statement may wait for its turn, in milliseconds: as long as one waits for a connection. */
  readonly maxWaitMillis: number
}

/** How many seconds of its share an account may use at once after a pause. */
const BURST_SECS = 2

/** The longest time for which an account pays: a statement may have taken so long because the database stood still. */
const MAX_DEBT_SECS = 10

/** The longest statement of a request: one that takes longer reads or counts so much that its client should ask for less. */
export const MAX_STATEMENT_SECS = 5

/** For how many accounts it is remembered how much they have used: the largest half of them stays when there is one more. */
const MAX_SPENT = 10_000

/** How many statements of an account may wait for their turn. */
const MAX_WAITING = 32

/** The wait, in milliseconds, that an account with too many waiting statements is told; how long they will take is unknown. */
const WAITING_MILLIS = 1_000

/** Decides when statements run, and learns how long they take. */
export interface Turns {
  /** Calls `start` when the next statement may have a connection, or `expire` if that is not soon. */
  readonly enter: (start: () => void, expire: () => void) => void
  /** The statement has ended; `millis` is how long it had a connection, and 0 if the connection was lost. */
  readonly leave: (millis: number) => void
}

/** The turns of statements for which nobody pays. */
export const UNLIMITED: Turns = { enter: (start) => start(), leave: () => {} }

/** The shares that accounts have of the database connections for requests. */
export interface Shares {
  /** Takes part of the share for a request; returns 0, or how many milliseconds to wait if the account has used up its share. */
  readonly take: (accountId: string, now: number) => number
  /** Whether so many statements of the account wait that it must wait, although it has not used up its share; soon it need not. */
  readonly hasFullLine: (accountId: string) => boolean
  /** The turns of the statements that count for the account. */
  readonly turnsOf: (accountId: string) => Turns
  /** How many milliseconds of statements accounts have used since the start; only of some, if they are very many. */
  readonly spent: () => ReadonlyMap<string, number>
  /** How many statements of all accounts wait for their turn. */
  readonly waiting: () => number
}

interface Waiting {
  readonly start: () => void
  readonly timer: NodeJS.Timeout
}

interface Line {
  readonly accountId: string
  running: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiting>
}

/**
 * Every account has the same share, however many requests it sends: a request that takes the database a second costs as much of it as a
 * thousand that take a millisecond. What a statement takes is known afterwards, so an account may run into debt, and waits until it is paid.
 */
export const make = ({ connections, maxWaitMillis, millisPerSecond }: Share): Shares => {
  const atOnce = Math.ceil(connections / 2)
  const buckets = new TokenBuckets({
    perSecond: millisPerSecond,
    burst: millisPerSecond * BURST_SECS,
    maxDebtSecs: MAX_DEBT_SECS
  })
  /** The accounts whose statements run or wait. */
  const lines = new Map<string, Line>()
  /** Those whose statements wait; the one that was served last comes last. */
  const queue = new Set<Line>()
  let spent = new Map<string, number>()
  let running = 0
  let isStarting = false

  const note = (accountId: string, millis: number): void => {
    spent.set(accountId, (spent.get(accountId) ?? 0) + millis)
    if (spent.size <= MAX_SPENT) return
    spent = new Map([...spent].toSorted(([, one], [, other]) => other - one).slice(0, MAX_SPENT / 2))
  }

  // Two accounts with half of the pool each would leave nothing for a third one.
  const mayStart = (line: Line): boolean => line.running === 0 || (line.running < atOnce && running < connections - 1)

  const begin = (line: Line, start: () => void): void => {
    line.running += 1
    running += 1
    try {
      start()
    } catch (cause) {
      end(line)
      throw cause
    }
  }

  const end = (line: Line): void => {
    line.running -= 1
    running -= 1
    if (line.running + line.waiting.size === 0) lines.delete(line.accountId)
  }

  const dequeue = (line: Line, waiting: Waiting): void => {
    clearTimeout(waiting.timer)
    line.waiting.delete(waiting)
    queue.delete(line)
    if (line.waiting.size > 0) queue.add(line)
  }

  /** Starts what waits, of each account in turn. What ends at once, as when the pool is closed, leaves the rest to the loop that goes on. */
  const startWaiting = (): void => {
    if (isStarting) return
    isStarting = true
    const failures: Array<unknown> = []
    for (let next = nextLine(); next !== null; next = nextLine()) {
      const [waiting] = next.waiting
      if (waiting === undefined) break
      dequeue(next, waiting)
      try {
        begin(next, waiting.start)
      } catch (cause) {
        failures.push(cause)
      }
    }
    isStarting = false
    if (failures.length > 0) throw failures[0]
  }

  const nextLine = (): Line | null => {
    for (const line of queue) if (mayStart(line)) return line
    return null
  }

  const hasFullLine = (accountId: string): boolean => (lines.get(accountId)?.waiting.size ?? 0) >= MAX_WAITING

  return {
    take: (accountId, now) => (hasFullLine(accountId) ? WAITING_MILLIS : buckets.take(accountId, now)),
    hasFullLine,
    turnsOf: (accountId) => ({
      enter: (start, expire) => {
        const line = lines.get(accountId) ?? { accountId, running: 0, waiting: new Set() }
        lines.set(accountId, line)
        if (line.waiting.size === 0 && mayStart(line)) return begin(line, start)
        const late = () => {
          dequeue(line, waiting)
          expire()
        }
        const waiting = { start, timer: setTimeout(late, maxWaitMillis) }
        line.waiting.add(waiting)
        queue.add(line)
      },
      leave: (millis) => {
        buckets.charge(accountId, millis)
        note(accountId, millis)
        const line = lines.get(accountId)
        if (line !== undefined) end(line)
        startWaiting()
      }
    }),
    spent: () => spent,
    waiting: () => [...queue].reduce((sum, line) => sum + line.waiting.size, 0)
  }
}

const unlimited: Shares = {
  take: () => 0,
  hasFullLine: () => false,
  turnsOf: () => UNLIMITED,
  spent: () => new Map(),
  waiting: () => 0
}

/** The shares of this process; without them, every account may use the whole database. */
export class DatabaseShares extends Context.Reference<DatabaseShares>()("@tributary/runtime-http/DatabaseShares", {
  defaultValue: (): Shares => unlimited
}) {}

/** The account that pays for the statements of a fiber; null for those of the service itself, such as of jobs. */
export class Payer extends Context.Reference<Payer>()("@tributary/runtime-http/Payer", {
  defaultValue: (): string | null => null
}) {}
