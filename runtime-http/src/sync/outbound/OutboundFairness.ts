import type { Turn } from "../../store/jobs/OutboundJobs.js"

type Due = Omit<Turn, "jobs">
type Counts = Map<string, number>
/** Running jobs and last turn of the account, then of the connection; the lowest is next. */
type Rank = readonly [number, number, number, number]

const isBefore = (a: Rank, b: Rank): boolean => {
  const place = a.findIndex((value, index) => value !== b[index])
  return place >= 0 && (a[place] ?? 0) < (b[place] ?? 0)
}

const countBy = (all: ReadonlyArray<Due>, key: keyof Due): Counts => {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one[key], (counts.get(one[key]) ?? 0) + 1)
  return counts
}

/** How many places one account, and one of its connections, may have. */
interface Most {
  readonly account: number
  readonly connection: number
}

/**
 * Shares the places for jobs in one process between accounts, and an account's places between its connections.
 *
 * A free place goes to the account with the fewest running jobs, among equals to the one whose last turn was longest ago, and in the account
 * to a connection by the same rule. Unless others are given, no account has more than half of the places and no connection more than a quarter,
 * because a vendor that does not answer keeps a place for a minute.
 */
export class OutboundFairness {
  /** The number of the last turn of each account and connection that is due or runs. */
  #last = new Map<string, number>()
  #turn = 0

  constructor(
    readonly places: number,
    readonly most: Most = { account: Math.ceil(places / 2), connection: Math.ceil(places / 4) }
  ) {}

  /** How many jobs to claim of which of the connections that are due. */
  choose(due: ReadonlyArray<Due>, running: ReadonlyArray<Due>): ReadonlyArray<Turn> {
    const present = new Set([...due, ...running].flatMap(({ accountId, connectionId }) => [accountId, connectionId]))
    this.#last = new Map([...this.#last].filter(([id]) => present.has(id)))
    const accounts = countBy(running, "accountId")
    const connections = countBy(running, "connectionId")
    const chosen: Array<Due> = []
    while (running.length + chosen.length < this.places) {
      const next = this.#next(due, accounts, connections)
      if (next === null) break
      chosen.push(next)
      this.#turn += 1
      for (const [counts, id] of [
        [accounts, next.accountId],
        [connections, next.connectionId]
      ] as const) {
        counts.set(id, (counts.get(id) ?? 0) + 1)
        this.#last.set(id, this.#turn)
      }
    }
    const jobs = countBy(chosen, "connectionId")
    return due.flatMap((one) => {
      const count = jobs.get(one.connectionId)
      return count === undefined ? [] : [{ ...one, jobs: count }]
    })
  }

  /** The connection whose turn it is; null if each has as many places as it may have. */
  #next(due: ReadonlyArray<Due>, accounts: Counts, connections: Counts): Due | null {
    const rank = ({ accountId, connectionId }: Due): Rank => [
      accounts.get(accountId) ?? 0,
      this.#last.get(accountId) ?? 0,
      connections.get(connectionId) ?? 0,
      this.#last.get(connectionId) ?? 0
    ]
    let first: { readonly one: Due; readonly rank: Rank } | null = null
    for (const one of due) {
      const own = rank(one)
      if (own[0] >= this.most.account || own[2] >= this.most.connection) continue
      if (first === null || isBefore(own, first.rank)) first = { one, rank: own }
    }
    return first?.one ?? null
  }
}
