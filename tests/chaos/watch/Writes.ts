import type { Random } from "../../support/run/Random.js"
import type { Observer } from "./Observer.js"

/** Which writes: those of pull jobs and requests, or those of outbound jobs. */
export type Group = "job" | "outbound"

/** When a process dies: before the write, after it in the same transaction, or after its commit. In the order of `chaos.aim`. */
export const moments = ["before", "after", "commit"] as const
export type Moment = (typeof moments)[number]

/** One kind of write: an operation on a table, and the status that it sets if the table has one. */
export interface Site {
  readonly number: number
  readonly table: string
  readonly operation: string
  readonly status: string | null
  /** Whether the triggers of the table and the operation have this number; those of other statuses add to it. */
  readonly isFirst: boolean
}

/** Tables that change all the time for reasons other than a job, so that no kill waits for them. */
const unwatched = ["account", "api_key", "migration", "organization", "runner", "setting", "shard_lock"]

/** Whether the run stops processes at writes of this table. */
export const isWatched = (table: string): boolean => !unwatched.includes(table)

/** The values of every column `status`. */
export const STATUSES = ["QUEUED", "RUNNING", "SUCCESS", "FAILED"] as const

/** Every kind of write of these tables. */
export const sitesOf = (
  tables: ReadonlyArray<{ readonly name: string; readonly hasStatus: boolean }>
): ReadonlyArray<Site> => {
  const all = tables.flatMap(({ hasStatus, name: table }) =>
    ["insert", "update", "delete"].flatMap((operation) => {
      const statuses = hasStatus && operation !== "delete" ? STATUSES : [null]
      return statuses.map((status, index) => ({ table, operation, status, isFirst: index === 0 }))
    })
  )
  return all.map((site, index) => ({ ...site, number: index + 1 }))
}

/** A write at which a process is to die. */
export interface Aim {
  readonly site: Site
  readonly moment: Moment
  /** How many of these writes to let pass. */
  readonly skip: number
}

/** How often a write must have come to be expected again soon. */
const MIN_TIMES = 5
/** Rare writes may come only once more. */
const MAX_SKIP = 40
const SKIP_SHARE = 0.02

/** Which writes the servers have made, and at which of them the run has aimed. */
export class Writes {
  readonly #aims = new Map<string, number>()
  readonly #kills = new Set<string>()

  constructor(
    readonly observer: Observer,
    readonly sites: ReadonlyArray<Site>,
    readonly random: Random
  ) {}

  /** Forgets the writes so far: those that set the stage do not come again. */
  async forget(): Promise<void> {
    for (const { number } of this.sites) {
      await this.observer.insist(`select setval('chaos.reached_${number}', 1, false)`)
    }
  }

  /** A write that the servers make, at which the run has aimed less often than at others; null if they have made none. */
  async choose(group: Group, moment: Moment): Promise<Aim | null> {
    const reached = await this.#reached()
    const isRare = ({ site }: { readonly site: Site }) => (reached.get(site.number) ?? 0) < MIN_TIMES
    const candidates = this.random
      .shuffled(this.sites)
      .filter(({ number, table }) => reached.has(number) && (table === "outbound_job") === (group === "outbound"))
      .map((site) => ({ site, moment, times: this.#aims.get(keyOf({ site, moment })) ?? 0 }))
      // A write that came once may not come again.
      .sort((a, b) => Number(isRare(a)) - Number(isRare(b)) || a.times - b.times)
    const [aim] = candidates
    if (aim === undefined) return null
    this.#aims.set(keyOf(aim), aim.times + 1)
    const often = (reached.get(aim.site.number) ?? 0) * SKIP_SHARE
    return { site: aim.site, moment, skip: this.random.between(0, Math.min(MAX_SKIP, Math.floor(often))) }
  }

  /** Notes that a process died at the write that was aimed at. */
  noteKill(aim: Aim): void {
    this.#kills.add(keyOf(aim))
  }

  /** At how many of all moments of all writes that the servers made a process died. */
  async coverage(): Promise<{ readonly killed: number; readonly all: number }> {
    return { killed: this.#kills.size, all: (await this.#reached()).size * moments.length }
  }

  async #reached(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.observer.insist<{ readonly number: number; readonly times: number }>(
      `select substr(sequencename, 9)::int as number, last_value::int as times from pg_sequences
       where schemaname = 'chaos' and sequencename like 'reached%' and last_value is not null`
    )
    return new Map(rows.map(({ number, times }) => [number, times]))
  }
}

const keyOf = ({ moment, site }: Pick<Aim, "moment" | "site">): string => `${site.number} ${moment}`
