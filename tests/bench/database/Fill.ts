import { Batch, Extractor, Result } from "@tributary/core"
import { RecordStore } from "@tributary/runtime-http"
import { Effect, Redacted, Stream } from "effect"
import type pg from "pg"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import { facetKey, facetVersion } from "../../../runtime-http/src/store/postgres/RecordTable.js"
import type { Lease } from "../../../runtime-http/src/store/schedule/Lease.js"
import * as Databases from "../../support/process/Databases.js"
import { connections, type FilledList, lists, numberText } from "./lists.js"

/*
 * The real store writes a prototype of each variant, and a few records to compare with. One statement per list then makes all records of
 * the prototypes: it replaces the numbers in their texts. So the columns are those that the store writes, whatever it writes.
 *
 * Only `id` is made differently, because Postgres has no SHA-1: it is a UUID of a hash of the same parts. `hash` is one of the JSON.
 */

/** The account that owns the connections. */
export const ACCOUNT = "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a495800"

const FENCE = 7

/** The job that the records come from. */
const JOB = "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a4958ff"

const leaseOf = ({ connection }: FilledList): Lease => ({
  connectionId: connection.id,
  fence: FENCE,
  timeoutSecs: 3_600,
  crashLoop: null,
  origin: { jobId: JOB, connectorVersion: "1.0.0" }
})

const accounts = [
  `insert into account (id, name) values ('${ACCOUNT}', 'Benchmark')`,
  `insert into organization (id, account_id, name) values ('${ACCOUNT}', '${ACCOUNT}', 'Benchmark')`,
  ...Object.values(connections).flatMap(({ id, vendor }) => [
    `insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
    values ('${id}', '${ACCOUNT}', '${ACCOUNT}', '${vendor}', 'ACTIVE', 86400, 3600)`,
    `insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs, fence) values ('${id}', '${vendor}', 1, 86400, 3600, ${FENCE})`
  ])
]

type Draft = Readonly<Record<string, unknown>>

const numbersOf = ({ numbers }: FilledList, n: number) => numbers?.(n) ?? { own: n, other: 0 }

/** Which records are compared with what the store writes. */
const samplesOf = ({ count }: FilledList): ReadonlyArray<number> =>
  [1, 2, 3, 60, 250, 499, 500, count - 1, count].filter((n) => n <= count)

/** The numbers in a prototype: above every number of a record, and in no other text. */
const markersOf = (variant: number) => ({ own: 7_700_000 + variant, other: 8_800_000 + variant })

const draftOf = (
  { draft }: FilledList,
  variant: number,
  { other, own }: { readonly own: number; readonly other: number }
): Draft => draft(numberText(own), variant, numberText(other))

const batchOf = (list: FilledList, drafts: ReadonlyArray<Draft>): Batch.Batch => {
  const batch = Batch.make(
    list.kind,
    { connectionId: list.connection.id, vendor: list.connection.vendor },
    drafts.map((draft) => Result.succeed(draft))
  )
  const [rejection] = batch.rejections
  if (rejection !== undefined) throw new Error(`${list.kind.name}: the draft is rejected: ${rejection.issues}`)
  return batch
}

/** One record of each variant. */
const prototypesOf = (list: FilledList): Batch.Batch =>
  batchOf(
    list,
    Array.from({ length: list.variants }, (_, variant) => draftOf(list, variant, markersOf(variant)))
  )

/** Stores a batch as a job does. */
const store = (list: FilledList, batch: Batch.Batch) =>
  Effect.gen(function* () {
    const store = yield* RecordStore.RecordStore
    const extractor = Extractor.fromStream({
      record: list.kind,
      endpoint: `/${list.kind.name}`,
      permissions: [],
      pages: () => Stream.empty
    })
    const scan = yield* store.open(leaseOf(list), extractor, "benchmark")
    yield* store.write(scan, { batches: [batch], checkpoint: null, delta: null })
    yield* store.restart(scan)
  })

const writeAll = (url: string) =>
  Effect.gen(function* () {
    yield* Migrator.run()
    const { pool } = yield* Database
    yield* Effect.promise(async () => {
      for (const statement of accounts) await pool.query(statement)
      await pool.query(
        "create table prototype as select ''::text as list, 0 as variant, '' as own, '' as other, '' as term, 0::bigint as key, record.* from record limit 0"
      )
      await pool.query("create table sample as select ''::text as list, 0 as n, record.* from record limit 0")
    })
    for (const [name, list] of Object.entries<FilledList>(lists)) {
      const prototypes = prototypesOf(list)
      const numbers = samplesOf(list)
      const samples = batchOf(
        list,
        numbers.map((n) => draftOf(list, n % list.variants, numbersOf(list, n)))
      )
      yield* store(list, prototypes)
      yield* store(list, samples)
      const rows = prototypes.records.map(({ facets, id }, variant) => {
        const { other, own } = markersOf(variant)
        const term = facets.find((each) => each.includes(numberText(own)))
        const key = term === undefined ? null : facetKey(list.connection.id, list.kind.name, term)
        return { id, variant, own: numberText(own), other: numberText(other), term, key }
      })
      yield* Effect.promise(async () => {
        await pool.query(
          `insert into prototype
          select $1, variant, own, other, term, key, record.*
          from
            jsonb_to_recordset($2) as made (made uuid, variant int, own text, other text, term text, key bigint)
            join record on record.id = made`,
          [name, JSON.stringify(rows.map(({ id, ...row }) => ({ made: id, ...row })))]
        )
        await pool.query(
          `insert into sample
          select $1, n, record.*
          from jsonb_to_recordset($2) as made (made uuid, n int) join record on record.id = made`,
          [name, JSON.stringify(samples.records.map(({ id }, index) => ({ made: id, n: numbers[index] })))]
        )
      })
    }
  }).pipe(
    Effect.provide(RecordStore.RecordStore.layer()),
    Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 2 })),
    Effect.runPromise
  )

/** The id of a record, from SQL texts of its connection, kind and vendor_id. */
const idOf = (connection: string, kind: string, vendorId: string): string =>
  `md5(${connection}::text || ':' || ${kind} || ':' || ${vendorId})::uuid`

/** The SQL of the id of the record at an end of a relation. */
const endOf = ({ kind: { relation } }: FilledList, side: "source" | "target"): string => {
  if (relation === null) return "null::uuid"
  const end = relation[side]
  return idOf("connection_id", `'${end.kind}'`, `(wire::jsonb ->> '${end.field}')`)
}

/** The first 64 bits of a hash, as \`facetKey\` makes them. */
const keyOf = `
  ('x' || encode(substring(sha256(convert_to(
    '["' || connection_id || '","' || kind || '",' || to_json(term) || ']', 'UTF8'
  )) from 1 for 8), 'hex'))::bit(64)::bigint`

const renumbered = (column: string): string => `replace(replace(${column}, own, own_number), other, other_number)`

/** The columns of a record that differ from those of its prototype; the others are copied, also those of later migrations. */
const made: Readonly<Record<string, (list: FilledList) => string>> = {
  id: () => "made_id",
  vendor_id: () => "vendor_id",
  position: () => "n",
  updated_at: () => "written_at",
  hash: () => "sha256(convert_to(wire, 'UTF8'))",
  wire: () => "wire",
  on_request: () => renumbered("on_request"),
  facets: () => `case when key is null then facets else array_replace(facets, key, ${keyOf}) end`,
  source_id: (list) => endOf(list, "source"),
  target_id: (list) => endOf(list, "target"),
  first_seen_at: () => "written_at",
  seen_at: () => "written_at"
}

/** The times of the nth record, which was written with 999 others. */
const writtenAt = (n: string): string => `timestamptz '2026-01-01' + ((${n} - 1) / 1000) * interval '1 second'`

/** Makes the records of a list. $1: its name; $2 and $3: the numbers in each record, or null. */
const fillOf = (list: FilledList, copied: ReadonlyArray<string>): string => `
  insert into record (${[...Object.keys(made), ...copied].join(", ")})
  select ${[...Object.values(made).map((column) => column(list)), ...copied].join(", ")}
  from (
    select ${[...copied, "on_request", "facets", "key", "own", "own_number", "other", "other_number", "n"].join(", ")},
      new_vendor_id as vendor_id, made_id, ${writtenAt("n")} as written_at, ${renumbered("term")} as term,
      replace(${renumbered("wire")}, id::text, made_id::text) as wire
    from (
      select *, ${idOf("connection_id", "kind", "new_vendor_id")} as made_id
      from (
        select prototype.*, n, own_number, other_number, ${renumbered("vendor_id")} as new_vendor_id
        from
          (
            select
              n::int, lpad(coalesce(($2::int[])[n], n)::text, 7, '0') as own_number,
              lpad(coalesce(($3::int[])[n], 0)::text, 7, '0') as other_number
            from generate_series(1, ${list.count}) as n
          ) as numbers
          join prototype on prototype.list = $1 and prototype.variant = n % ${list.variants}
        offset 0
      ) as numbered
      offset 0
    ) as identified
    offset 0
  ) as filled`

const copiedColumns = async (client: pg.Client): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name
    from pg_attribute
    where attrelid = 'record'::regclass and attnum > 0 and not attisdropped
    order by attnum`
  )
  return rows.map(({ name }) => name).filter((name) => !(name in made))
}

/** Empties what the store wrote about records and scans. */
const emptyLists = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct attrelid::regclass::text as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where
      relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('prototype', 'sample')
      and attname in ('kind', 'extractor')`
  )
  await client.query(`truncate ${rows.map(({ name }) => name).join(", ")}`)
}

/** Takes the indexes of the table away; the statements that make them again. */
export const dropIndexes = async (client: pg.Client): Promise<ReadonlyArray<string>> => {
  const keys = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = 'record'::regclass and contype in ('p', 'u')`
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where
      indrelid = 'record'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`
  )
  for (const { name } of keys.rows) await client.query(`alter table record drop constraint ${name}`)
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  return [
    ...keys.rows.map(({ definition, name }) => `alter table record add constraint ${name} ${definition}`),
    ...indexes.rows.map(({ definition }) => definition)
  ]
}

/** What the store writes in the same way for every record of a number; ids and what is made of them differ, and so do the times. */
const compared = (row: string, copied: ReadonlyArray<string>): string =>
  [
    ...["on_request", "facets", ...copied].map((column) => `${row}.${column}`),
    `replace(${row}.wire, ${row}.id::text, '')`,
    `${row}.source_id is null`,
    `${row}.target_id is null`,
    `octet_length(${row}.hash)`,
    `${row}.first_seen_at = ${row}.updated_at`,
    `${row}.seen_at = ${row}.updated_at`
  ].join(", ")

const differing = (copied: ReadonlyArray<string>): string => `
  select sample.list, sample.n
  from
    sample
    left join record using (connection_id, kind, vendor_id)
  where record.id is null or (${compared("record", copied)}) is distinct from (${compared("sample", copied)})`

/** The ends of the relations; the kind is given, so that each is one look-up by the primary key. */
const withoutEnds = Object.entries<FilledList>(lists)
  .flatMap(([name, { kind }]) => {
    const { relation } = kind
    const found = (id: string, end: string) =>
      `exists (
        select from record as ended
        where ended.connection_id = record.connection_id and ended.kind = '${end}' and ended.id = record.${id}
      )`
    return relation === null
      ? []
      : [
          `select sample.list, sample.n
          from sample join record using (connection_id, kind, vendor_id)
          where
            list = '${name}'
            and not (${found("source_id", relation.source.kind)} and ${found("target_id", relation.target.kind)})`
        ]
  })
  .join(" union all ")

const counters = (list: FilledList): string => `
  insert into record_counter (connection_id, kind, position, updated_at, total, full_at, facet_version, facet_position)
  select '${list.connection.id}', '${list.kind.name}', ${list.count}, at, ${list.count}, at, ${facetVersion(list.kind)}, ${list.count}
  from (select ${writtenAt(String(list.count))} as at) as written`

/** Changes with everything that the fill writes, so that a template is never out of date. */
export const version = (): string =>
  JSON.stringify(
    Object.entries<FilledList>(lists).map(([name, list]) => [
      name,
      fillOf(list, []),
      counters(list),
      prototypesOf(list).records.map(({ facets, onRequest, wire }) => [wire, onRequest, facets])
    ])
  )

/** Migrates an empty database and fills it. */
export const fill = async (url: string, say: (text: string) => void): Promise<void> => {
  await writeAll(url)
  await Databases.connected(url, async (client) => {
    await emptyLists(client)
    await client.query("analyze prototype")
    await client.query("set maintenance_work_mem = '512MB'")
    const copied = await copiedColumns(client)
    const indexes = await dropIndexes(client)
    for (const [name, list] of Object.entries<FilledList>(lists)) {
      say(`fills ${list.count.toLocaleString("en")} ${name}`)
      const numbers =
        list.numbers === undefined ? null : Array.from({ length: list.count }, (_, index) => numbersOf(list, index + 1))
      await client.query(fillOf(list, copied), [
        name,
        numbers?.map(({ own }) => own) ?? null,
        numbers?.map(({ other }) => other) ?? null
      ])
      await client.query(counters(list))
    }
    say("makes the indexes")
    for (const statement of indexes) await client.query(statement)
    say("vacuums")
    await client.query("vacuum (freeze, analyze)")
    for (const [query, fault] of [
      [differing(copied), "differ from what the store writes"],
      [withoutEnds, "lead to records that do not exist"]
    ] as const) {
      const { rows } = await client.query<{ list: string; n: number }>(query)
      if (rows.length > 0)
        throw new Error(
          `Filled records ${fault}: ${rows.map(({ list, n }) => `${list} ${n}`).join(", ")}. Mend database/Fill.ts.`
        )
    }
    await client.query("drop table prototype, sample")
  })
}
