import * as Databases from "../../support/process/Databases.js"
import { atMost, make } from "../Case.js"
import * as LargeDatabase from "./LargeDatabase.js"

const USERS = 300_000
const SYNCS = 10
/** How many records of a list a sync finds changed, one in so many. */
const ONE_IN = 10
/** The most records that a transaction of a job stores. */
const PIECE = 1_000

/**
 * What a sync changes in the next records of its list, found and written as the store does. All records of a transaction get the same time,
 * which is later than that of every lower position. $1: the connection; $2: the first record; $3: the sync; $4: the last position.
 */
const CHANGES = `
  update record
  set
    position = $4 + found.place, updated_at = timestamptz '2026-02-01' + $4::int * interval '1 millisecond',
    hash = sha256(hash), wire = replace(wire, '"vendor_status":"', '"vendor_status":"' || $3::text)
  from (
    select ${LargeDatabase.idOfUser("$1", "n")} as id, row_number() over (order by n) as place
    from generate_series($2::int, $2::int + ${PIECE * ONE_IN - 1}) as n
    where n % ${ONE_IN} = $3::int % ${ONE_IN}
  ) as found
  where record.connection_id = $1 and record.kind = 'idp_user' and record.id = found.id`

/** As autovacuum decides by its defaults; here it does not run by itself, so that the result does not depend on when it wakes up. */
const isDue = `
  select ($1 > 50 + current_setting('autovacuum_vacuum_scale_factor')::float8 * reltuples) as due
  from pg_class where oid = 'record'::regclass`

/** Whether the table and its indexes keep their size while records change. */
export const largeGrowth = make({
  name: "growth",
  title: `size after ${SYNCS} syncs that each change a tenth of ${USERS.toLocaleString("en")} users, vacuumed as autovacuum does by default`,
  usesDatabase: true,
  isOnRequest: true,
  isLarge: true,
  measures: {
    table: { name: "table", unit: "MB", versus: "before", bar: atMost(1.5) },
    indexes: { name: "indexes", unit: "MB", versus: "before", bar: atMost(1.5) }
  },
  run: async (bench) => {
    const database = await LargeDatabase.create(bench, [USERS])
    const [list] = database.connections
    return Databases.connected(database.url, async (client) => {
      await client.query("alter table record set (autovacuum_enabled = false)")
      const sizes = async () => {
        const { rows } = await client.query<{ table: number; indexes: number }>(
          `select pg_table_size('record')::float8 / 1e6 as table, pg_indexes_size('record')::float8 / 1e6 as indexes`
        )
        return rows[0] ?? { table: 0, indexes: 0 }
      }
      const before = await sizes()
      let last = USERS
      let dead = 0
      for (let sync = 1; sync <= SYNCS; sync += 1) {
        bench.say(`changes a tenth of all users for the ${sync}. time`)
        for (let first = 1; first <= USERS; first += PIECE * ONE_IN) {
          const { rowCount } = await client.query(CHANGES, [list?.id, first, sync, last])
          last += rowCount ?? 0
          dead += rowCount ?? 0
        }
        const { rows } = await client.query<{ due: boolean }>(isDue, [dead])
        if (rows[0]?.due) {
          await client.query("vacuum analyze record")
          dead = 0
        }
      }
      const after = await sizes()
      return {
        table: [{ ours: after.table, reference: before.table }],
        indexes: [{ ours: after.indexes, reference: before.indexes }]
      }
    })
  }
})
