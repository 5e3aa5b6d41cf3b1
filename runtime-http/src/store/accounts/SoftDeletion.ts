import { Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"
import type { SyncSchedule } from "../schedule/SyncSchedule.js"

/*
 * How connections and organizations are deleted: they exist for nobody any more, without credentials and without a fence, so that nobody can
 * write what belongs to them. Their rows are removed later, by the purge or by an erasure. These run in the caller's transaction.
 */

/** Deletes the connections that fulfil a condition and are not deleted yet: destroys their credentials and the tokens of their consents, and ends their jobs. */
export const connections = (
  sql: SqlClient.SqlClient,
  schedule: SyncSchedule["Type"],
  which: Fragment
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    const removed = yield* sql<{ readonly id: string }>`
      update connection
      set state = 'DELETED', credentials = null, shown_credentials = null, deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where ${which} and state <> 'DELETED'
      returning id`
    // Whoever locks several connections does so in this order, so that they cannot deadlock.
    const ids = removed.map(({ id }) => id).toSorted()
    // The generation, because a renewal that is under way must not store what it gets.
    yield* sql`
      update consent
      set tokens = null, next_fields = null, generation = generation + 1, leased_at = null
      where connection_id = any (${uuidArray(ids)}::uuid[])`
    yield* Effect.forEach(ids, (id) => schedule.remove(id), { discard: true })
  })

/** Deletes the organizations that fulfil a condition and are not deleted yet, with their connections; returns whether there were any. */
export const organizations = (
  sql: SqlClient.SqlClient,
  schedule: SyncSchedule["Type"],
  which: Fragment
): Effect.Effect<boolean, SqlError> =>
  Effect.gen(function* () {
    const removed = yield* sql<{ readonly id: string }>`
      update organization
      set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where ${which} and deleted_at is null
      returning id`
    if (removed.length === 0) return false
    yield* connections(sql, schedule, sql`organization_id = any (${uuidArray(removed.map(({ id }) => id))}::uuid[])`)
    return true
  })
