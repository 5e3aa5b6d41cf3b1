import { Extractor, RecordKind } from "@tributary/core"
import { Clock, Effect } from "effect"
import { SqlClient, type SqlError } from "../Sql.js"
import { MAX_ROWS } from "./erasure/Emptying.js"
import { instant } from "./postgres/Instant.js"
import * as StoppedConnectors from "./schedule/StoppedConnectors.js"
import * as ListLock from "./write/ListLock.js"

type Purging<A> = Effect.Effect<A, SqlError | StoppedConnectors.Held, SqlClient.SqlClient>

/** The kinds whose records are events; the first of their instants is when an event happened. */
const kinds: ReadonlyArray<string> = Object.values(RecordKind.table)
  .filter(Extractor.EventLog.isEvent)
  .map(({ name }) => name)

/** A list of events of one connection. */
interface List {
  readonly connectionId: string
  readonly kind: string
}

/** Removes some of the oldest events of a list; returns how many, and 0 if a writer holds the list. */
const purgeSome = ({ connectionId, kind }: List, days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* ListLock.tryLock(connectionId, [kind]))) return 0
    // Of two clocks, the earlier one: an event that is purged too early is lost, because the log is not read again from so long ago.
    const here = instant(sql, yield* Clock.currentTimeMillis)
    const gone = yield* sql`
      delete from record
      using (
        select id
        from record
        where
          connection_id = ${connectionId} and kind = ${kind} and is_listed
          and instant < least(statement_timestamp(), ${here}) - make_interval(days => ${days})
        order by instant
        limit ${MAX_ROWS}
      ) as old
      where record.connection_id = ${connectionId} and record.kind = ${kind} and record.id = old.id
      returning 1`
    yield* sql`
      update record_counter set total = total - ${gone.length}
      where connection_id = ${connectionId} and kind = ${kind}`
    return gone.length
  }).pipe(StoppedConnectors.step)

/**
 * Removes the events that happened more than so many days ago. They leave their lists without a trace: an event that is gone means only that it
 * is old, and whoever keeps a copy decides how long.
 */
export const purge = (days: number): Purging<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lists = yield* sql<List>`
      select connection_id as "connectionId", kind from record_counter where kind in ${sql.in(kinds)} and total > 0`
    let total = 0
    for (const list of lists) {
      let removed = 0
      do {
        removed = yield* purgeSome(list, days)
        total += removed
      } while (removed === MAX_ROWS)
    }
    return total
  })
