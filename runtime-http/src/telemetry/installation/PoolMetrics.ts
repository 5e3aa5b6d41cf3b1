import { Context, Effect, Layer } from "effect"
import type pg from "pg"
import { Pools, type Use } from "../../RuntimeDatabase.js"
import { Database } from "../../store/postgres/Database.js"
import { DatabaseShares } from "../../store/postgres/DatabaseShares.js"
import { asking, type Told, told } from "../Metrics.js"

/** So many accounts are shown: the ones with most of the time. */
const ACCOUNTS = 10

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const ofPool = (use: Use, { idleCount, options, totalCount, waitingCount }: pg.Pool): ReadonlyArray<Told> => [
  told("tributary_database_pool_connections", [use, "busy"], totalCount - idleCount),
  told("tributary_database_pool_connections", [use, "idle"], idleCount),
  told("tributary_database_pool_limit", [use], options.max),
  told("tributary_database_pool_waiting", [use], waitingCount)
]

const ofAccounts = (spentMillis: ReadonlyMap<string, number>): ReadonlyArray<Told> =>
  [...spentMillis]
    // A key that is unknown until its first statement has ended pays under its hash.
    .filter(([account]) => UUID.test(account))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, ACCOUNTS)
    .map(([account, millis]) => told("tributary_account_database_seconds_total", [account], millis / 1_000))

/** The connections to the database, and whose requests use them. */
export const layer: Layer.Layer<never, never, Pools> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const pools = yield* Pools
    const { spent, waiting } = yield* DatabaseShares
    // The embedded database has one pool, under three names.
    const uses = new Map<pg.Pool, Use>()
    for (const use of ["api", "sync", "readiness"] as const) {
      const { pool } = Context.get(pools[use], Database)
      if (!uses.has(pool)) uses.set(pool, use)
    }
    yield* asking(
      Effect.sync(() => [
        ...[...uses].flatMap(([pool, use]) => ofPool(use, pool)),
        told("tributary_database_turns_waiting", [], waiting()),
        ...ofAccounts(spent())
      ])
    )
  })
)
