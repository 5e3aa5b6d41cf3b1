import type { UnreadFields } from "@tributary/core"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "../../Sql.js"
import type { StoredUnreadFields } from "./ConnectionRow.js"

/** A lookup that the vendor answers, although it refused it before. */
export type GrantedLookup = Pick<UnreadFields, "record_kind" | "endpoint">

/** What a job found out about fields that cannot be read. */
export interface UnreadByJob {
  /** The fields that this job could not read. */
  readonly found: ReadonlyArray<UnreadFields>
  /** The kinds of which this job has reached the end, so that it knows which fields records keep although answers would empty them. */
  readonly settled: ReadonlyArray<string>
  /** The kinds of which this job read all records from the start. */
  readonly readAnew: ReadonlyArray<string>
  /** The lookups because of whose answers they were read anew; none by default. */
  readonly granted?: ReadonlyArray<GrantedLookup>
  /** All kinds that the connector reads; null if the job did not get to know its connector. */
  readonly kinds: ReadonlyArray<string> | null
}

/** What a job knows that could not start. */
export const nothing: UnreadByJob = { found: [], settled: [], readAnew: [], kinds: null }

const keyOf = ({ record_kind, endpoint }: GrantedLookup): string => `${record_kind} ${endpoint}`

/**
 * The unread fields of a connection after a job that ended at this instant.
 *
 * A job that read only changes, or that failed, says nothing about the other records, so what was known before stays
 * until all records of the kind have been read again.
 */
export const after = (
  before: ReadonlyArray<StoredUnreadFields>,
  { found, granted = [], kinds, readAnew, settled }: UnreadByJob,
  endedAt: string
): ReadonlyArray<StoredUnreadFields> => {
  const known = new Map(before.map((unread) => [keyOf(unread), unread]))
  const kept = before.filter(
    ({ accepted_from, record_kind }) =>
      !(accepted_from === null ? readAnew : settled).includes(record_kind) &&
      (kinds === null || kinds.includes(record_kind))
  )
  const answered = new Set(granted.map(keyOf))
  const merged = new Map(kept.map((unread) => [keyOf(unread), unread]))
  for (const unread of found) {
    const fields = new Set([...(merged.get(keyOf(unread))?.fields ?? []), ...unread.fields])
    const { isPartial = false, since = endedAt } = known.get(keyOf(unread)) ?? {}
    const isRefusedInPart = isPartial || answered.has(keyOf(unread))
    merged.set(keyOf(unread), {
      ...unread,
      fields: [...fields],
      since,
      ...(isRefusedInPart ? { isPartial: true } : {})
    })
  }
  return [...merged.values()]
}

/** Adds the fields that new credentials cannot read to those that jobs have found out about before. */
export const note = (
  sql: SqlClient.SqlClient,
  connectionId: string,
  before: ReadonlyArray<StoredUnreadFields>,
  found: ReadonlyArray<UnreadFields> = []
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    // What the former credentials were refused for some rows, these may be granted for all.
    const known = before.map(({ isPartial: _, ...unread }) => unread)
    if (found.length === 0 && before.every(({ isPartial = false }) => !isPartial)) return
    const [clock] = yield* sql<{ readonly now: Date }>`select clock_timestamp() as now`
    const unread = after(known, { ...nothing, found }, (clock?.now ?? new Date(0)).toISOString())
    yield* sql`update connection set unread_fields = ${JSON.stringify(unread)} where id = ${connectionId}`
  })
