import { MonotonicTime, type NormalizedRecord, type RecordKind } from "@tributary/core"
import { Data, Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import * as AccountQuotas from "../accounts/AccountQuotas.js"
import { uuidArray } from "../postgres/RecordTable.js"

/** The quota of records of a connection's account, as a process knows it. */
interface Known {
  readonly limit: number | null
  /** The records of the account when they were read, and those that this process has added since for the connection. */
  used: number
  readonly readAt: number
}

/** How long a process uses what it has read. Jobs that run at the same time may exceed the quota by what they store meanwhile. */
const KNOWN_FOR_MILLIS = 1_000

/** A scan has left out new records, for which the account had no room. */
export class RecordsLeftOut extends Data.TaggedError("RecordsLeftOut")<{
  /** How many records the account may have. */
  readonly limit: number
}> {
  override get message() {
    // It is kept with the job, which also a key sees that is limited to organizations: how many the account may have is not for that one.
    return "the account has as many records as it may have"
  }
}

/** Records of one kind that a piece of a page is to store, because they differ from what is stored. */
export interface Candidates {
  readonly kind: RecordKind.Any
  readonly records: ReadonlyArray<NormalizedRecord.NormalizedRecord>
}

/** What there is room for. */
export interface Admitted {
  /** The candidates, without the new ones that find no room. */
  readonly batches: ReadonlyArray<Candidates>
  /** How many records the account may have, if some were left out; null otherwise. */
  readonly limit: number | null
}

/** Keeps accounts within their quotas of records. */
export interface RecordQuota {
  /**
   * Leaves out new records that the account of the connection has no room for. Those that are stored stay, whatever the quota is. Run it in the
   * transaction that stores the others, which has verified the lease, so that no other job changes which are stored.
   */
  readonly admit: (connectionId: string, batches: ReadonlyArray<Candidates>) => Effect.Effect<Admitted, SqlError>
  /** Counts records that the transaction has added, so that the next piece does not have to read the counters. */
  readonly note: (connectionId: string, added: number) => void
}

/**
 * The quotas of one process. They are read from the counters of all lists of the account, once a second at most while there is room: a
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

  /** Those of the records that are stored and not deleted, by id. */
  const live = (connectionId: string, { kind, records }: Candidates) =>
    Effect.map(
      sql<{ readonly id: string }>`
        select wanted.id
        from
          unnest(${uuidArray(records.map(({ id }) => id))}::uuid[]) as wanted (id),
          lateral (
            select is_gone
            from record
            where connection_id = ${connectionId} and kind = ${kind.name} and id = wanted.id
            offset 0
          ) as stored
        where not stored.is_gone`,
      (rows) => new Set(rows.map(({ id }) => id))
    )

  const admit: RecordQuota["admit"] = (connectionId, batches) =>
    Effect.gen(function* () {
      const most = batches.reduce((sum, { records }) => sum + records.length, 0)
      if (most === 0) return { batches, limit: null }
      const now = yield* MonotonicTime.millis
      const before = known.get(connectionId)
      const isFresh = before !== undefined && now - before.readAt < KNOWN_FOR_MILLIS && hasRoom(before, most)
      const found = isFresh ? before : yield* read(connectionId, now)
      const { limit, used } = found
      if (limit === null || hasRoom(found, most)) return { batches, limit: null }
      // Several rows of a piece can have one id.
      const admitted = new Set<string>()
      let isFull = false
      const fitting = yield* Effect.forEach(batches, (batch) =>
        Effect.map(live(connectionId, batch), (old): Candidates => {
          const records = batch.records.filter(({ id }) => {
            if (old.has(id) || admitted.has(id)) return true
            if (used + admitted.size >= limit) {
              isFull = true
              return false
            }
            admitted.add(id)
            return true
          })
          return { kind: batch.kind, records }
        })
      )
      return { batches: fitting, limit: isFull ? limit : null }
    })

  return {
    admit,
    note: (connectionId, added) => {
      const found = known.get(connectionId)
      if (found !== undefined) found.used += added
    }
  }
}
