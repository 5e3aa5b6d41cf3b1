import { MonotonicTime } from "@tributary/core"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import * as AccountQuotas from "../accounts/AccountQuotas.js"

/** The quota of records of a connection's account, as a process knows it. */
interface Known {
  readonly limit: number | null
  /** The records of the account when they were read, and those that this process has added since for the connection. */
  used: number
  readonly readAt: number
}

/** How long a process uses what it has read. Jobs that run at the same time may exceed the quota by what they store meanwhile. */
const KNOWN_FOR_MILLIS = 1_000

/** Keeps accounts within their quotas of records. */
export interface RecordQuota {
  /** Fails if the account of the connection has no room for so many more records; call it in the transaction that stores them. */
  readonly admit: (connectionId: string, added: number) => Effect.Effect<void, AccountQuotas.QuotaExceeded | SqlError>
}

/**
 * The quotas of one process. They are read from the counters of all lists of the account, once a second at most while a job adds records: a
 * counter of the account would make all of its jobs wait for each other.
 */
export const make = (sql: SqlClient.SqlClient, defaults: AccountQuotas.AccountQuotas): RecordQuota => {
  const known = new Map<string, Known>()

  const read = (connectionId: string, now: number) =>
    Effect.gen(function* () {
      const account = sql`connection.account_id`
      const [row] = yield* sql<Omit<Known, "readAt">>`
        select "limit", case when "limit" is null then 0 else ${AccountQuotas.used(sql, "records", sql`mine.account_id`)} end as used
        from (
          select account_id, ${AccountQuotas.limit(sql, defaults, "records", account)} as "limit"
          from connection
          where id = ${connectionId}
        ) as mine`
      for (const [id, { readAt }] of known) if (now - readAt >= KNOWN_FOR_MILLIS) known.delete(id)
      const found: Known = { limit: row?.limit ?? null, used: row?.used ?? 0, readAt: now }
      known.set(connectionId, found)
      return found
    })

  const hasRoom = ({ limit, used }: Known, added: number): boolean => limit === null || used + added <= limit

  return {
    admit: (connectionId, added) =>
      Effect.gen(function* () {
        if (added <= 0) return
        const now = yield* MonotonicTime.millis
        const before = known.get(connectionId)
        const isFresh = before !== undefined && now - before.readAt < KNOWN_FOR_MILLIS && hasRoom(before, added)
        const found = isFresh ? before : yield* read(connectionId, now)
        const { limit, used } = found
        if (!hasRoom(found, added)) {
          return yield* new AccountQuotas.QuotaExceeded({ quota: "records", limit: limit ?? 0, used })
        }
        found.used += added
      })
  }
}
