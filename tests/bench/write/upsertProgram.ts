import { createHash } from "node:crypto"
import pg from "pg"
import * as Answers from "../../support/process/Answers.js"
import type { Question } from "./Upsert.js"

/** A hand-written writer: one statement for a batch of records, into a table with the columns and indexes of `record`. */
const BATCH = 1_000

interface Row {
  readonly id: string
  readonly vendor_id: string
  readonly wire: string
  readonly on_request: string | null
  readonly facets: ReadonlyArray<string> | null
  readonly instant: string | null
}

const client = new pg.Client({ connectionString: process.env["DATABASE_URL"], options: "-c jit=off" })
await client.connect()

let rows: ReadonlyArray<Row> = []
let position = 0

const statement = `
  insert into record_by_hand as stored
    (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, on_request, facets, instant)
  select $1::uuid, $2, id, vendor_id, $3 + place, clock_timestamp(), hash, wire, on_request, facets, instant
  from rows from (
    jsonb_to_recordset($4::jsonb) as (
      id uuid, vendor_id text, hash bytea, wire text, on_request text, facets bigint[], instant timestamptz
    )
  ) with ordinality as row (id, vendor_id, hash, wire, on_request, facets, instant, place)
  on conflict (connection_id, kind, id) do update set
    position = excluded.position, updated_at = excluded.updated_at, hash = excluded.hash, wire = excluded.wire,
    on_request = excluded.on_request, facets = excluded.facets, instant = excluded.instant
  where stored.hash is distinct from excluded.hash`

const write = async (connectionId: string, kind: string) => {
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row) => ({
      ...row,
      hash: `\\x${createHash("sha256").update(row.wire).digest("hex")}`
    }))
    await client.query({
      name: "upsert",
      text: statement,
      values: [connectionId, kind, position, JSON.stringify(batch)]
    })
    position += batch.length
  }
}

Answers.serve<null, Question, number>(null, async (question) => {
  if (question === null) return Answers.cpuMicros()
  const { connectionId, kind } = question
  if (question.does === "write") {
    await write(connectionId, kind)
    return rows.length
  }
  const found = await client.query<Row>(
    "select id, vendor_id, wire, on_request, facets::text[] as facets, instant::text from record where connection_id = $1 and kind = $2 order by position",
    [connectionId, kind]
  )
  rows = found.rows
  await client.query("create table if not exists record_by_hand (like record including all)")
  return rows.length
})
