import type { Journal } from "../../support/run/Journal.js"
import type { Observer } from "../watch/Observer.js"

interface Difference {
  readonly connection: string
  readonly kind: string
  readonly total: number
  readonly rows: number
}

/** One statement, so that it compares the counters and the rows of the same instant. */
const differences = `
  select counter.connection_id as connection, counter.kind, counter.total::int, coalesce(listed.rows, 0) as rows
  from
    record_counter as counter
    left join (
      select connection_id, kind, count(*)::int as rows from record where is_listed group by connection_id, kind
    ) as listed using (connection_id, kind)
  where counter.total <> coalesce(listed.rows, 0)`

/** Checks that every total is the number of listed rows, at any instant; does nothing while the database is away. */
export const check = async (observer: Observer, journal: Journal): Promise<void> => {
  for (const { connection, kind, rows, total } of (await observer.query<Difference>(differences)) ?? []) {
    journal.broken("a total is the number of rows", `${connection} ${kind} says ${total} and has ${rows}`)
  }
  journal.count("store: checks of totals")
}
