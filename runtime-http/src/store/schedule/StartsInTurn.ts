import { Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"
import * as Announcements from "./Announcements.js"

/** So many seconds after the call at most, all of the connections are due. */
export const MAX_SPREAD_SECS = 300

/**
 * Makes connections that no process runs due one after the other in a random order, so that their jobs do not start together: one a second on
 * average, and more of them if they are too many for that. `which` is a condition on the rows of `schedule`.
 */
export const startsInTurn = (sql: SqlClient.SqlClient, which: Fragment): Effect.Effect<void, SqlError> =>
  Effect.asVoid(
    sql`
      with
        locked as (
          select connection_id
          from schedule
          where run_by is null and ${which}
          -- Whoever locks several connections does so in this order, so that they cannot deadlock.
          order by connection_id
          for update
        ),
        due as (select connection_id, count(*) over () as connections from locked)
      update schedule
      set
        next_run_at = clock_timestamp() + random() * make_interval(secs => least(due.connections, ${MAX_SPREAD_SECS}::int)),
        planned_at = clock_timestamp()
      from due
      where schedule.connection_id = due.connection_id`.pipe(Effect.zipRight(Announcements.connectionsDue(sql)))
  )
