import { createHash } from "node:crypto"
import type { Batch } from "@tributary/core"
import { Effect } from "effect"
import { Database } from "../src/store/postgres/Database.js"
import type { Lease } from "../src/store/schedule/Lease.js"
import { RecordStore } from "../src/store/write/RecordStore.js"
import * as Fixture from "./Fixture.js"
import type { Row } from "./Table.js"

/** How many users the last two rounds write. */
const AGAIN = 20_000

const rounds = [
  { name: "new", title: "First", users: Fixture.USERS },
  { name: "unchanged", title: "First", users: AGAIN },
  { name: "changed", title: "Second", users: AGAIN }
]

type Write<E, R> = (batch: Batch.Batch, position: number) => Effect.Effect<unknown, E, R>

/** Measures records per second, not counting the time to create the batches. */
const measure = <E, R>(lease: Lease, round: (typeof rounds)[number], write: Write<E, R>) =>
  Effect.gen(function* () {
    let millis = 0
    for (let number = 0; number < round.users / Fixture.BATCH; number++) {
      const batch = Fixture.batch(lease, number, round.title)
      const startedAt = performance.now()
      yield* write(batch, number * Fixture.BATCH)
      millis += performance.now() - startedAt
    }
    return (round.users / millis) * 1_000
  })

const insert = `
  insert into bare_record as stored (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
  select $1::uuid, 'idp_user', id, vendor_id, position, now(), hash, wire
  from jsonb_to_recordset($2::jsonb) as row (id uuid, vendor_id text, position bigint, hash bytea, wire text)
  on conflict (connection_id, kind, id) do update set
    position = excluded.position, updated_at = excluded.updated_at, hash = excluded.hash, wire = excluded.wire
  where stored.hash is distinct from excluded.hash`

/** Writes a batch with one statement, into a table with the same columns and indexes. */
const bare = (lease: Lease, batch: Batch.Batch, position: number) =>
  Effect.gen(function* () {
    const { pool } = yield* Database
    const rows = batch.records.map(({ id, vendorId, wire }, index) => ({
      id,
      vendor_id: vendorId,
      position: position + index,
      hash: `\\x${createHash("sha256").update(wire).digest("hex")}`,
      wire
    }))
    yield* Effect.promise(() =>
      pool.query({ name: "bare", text: insert, values: [lease.connectionId, JSON.stringify(rows)] })
    )
  })

/** Writes batches of 1,000 one after another, and leaves the users in the store. */
export const run = (lease: Lease) =>
  Effect.gen(function* () {
    const { pool } = yield* Database
    const store = yield* RecordStore
    yield* Effect.promise(() => pool.query("create table bare_record (like record including all)"))
    const rows: Array<Row> = []
    let moved = 0
    for (const round of rounds) {
      const scan = yield* store.open(lease, Fixture.extractor(), "bench")
      const byHand = yield* measure(lease, round, (batch, position) => bare(lease, batch, moved + position))
      const stored = yield* measure(lease, round, (batch) =>
        store.write(scan, { batches: [batch], checkpoint: null, delta: null })
      )
      yield* store.restart(scan)
      moved += round.users
      rows.push(
        { name: `${round.name}, one statement by hand`, value: `${byHand.toFixed(0)} records/s`, ratio: 1, note: "" },
        {
          name: `${round.name}, RecordStore`,
          value: `${stored.toFixed(0)} records/s`,
          ratio: stored / byHand,
          note: ""
        }
      )
    }
    yield* Effect.promise(() => pool.query("drop table bare_record"))
    yield* Effect.promise(() => pool.query("vacuum analyze record"))
    return rows
  })
