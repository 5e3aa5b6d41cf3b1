import { createHash } from "node:crypto"
import { RecordKind } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import { facetVersion } from "../../../runtime-http/src/store/postgres/RecordTable.js"
import * as Databases from "../../support/process/Databases.js"
import type { Bench } from "../Bench.js"
import * as Fill from "../database/Fill.js"
import type { FilledConnection } from "../database/lists.js"
import * as ReadDatabase from "../read/ReadDatabase.js"

/** A database with one list of users in each of its connections, the largest first. */
export interface LargeDatabase extends ReadDatabase.ReadDatabase {
  readonly connections: ReadonlyArray<FilledConnection & { readonly users: number }>
}

/** The id of the nth connection: a UUID of a hash, so that connections are not next to each other in an index. */
const idOf = (n: number): string => {
  const hash = createHash("sha256").update(`connection ${n}`).digest("hex")
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The SQL of the id of the nth user of a connection. */
export const idOfUser = (connection: string, n: string): string => `md5(${connection}::uuid::text || ${n})::uuid`

/**
 * All records of all lists, by one statement. Facets are hashes of the connection and a value, as those of the store, but of shorter texts;
 * four of them have few values, and one is unique. A record has half the length of a user of the vendor.
 */
const RECORDS = `
  insert into record
    (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets, facet_version, first_seen_at, seen_at)
  select
    connection, 'idp_user', id, 'u' || n, n, at, sha256(uuid_send(id)),
    '{"id":"' || id || '","vendor":"OKTA","vendor_id":"u' || n || '","name":"user' || n || '@acme.example","email_addr":"user' || n ||
      '@acme.example","vendor_status":"ACTIVE","pad":"' || repeat(md5(n::text), 12) || '"}',
    array[
      hashtextextended('email:' || n, seed), hashtextextended('status:' || n % 10, seed), hashtextextended('admin:' || n % 500, seed),
      hashtextextended('mfa:' || n % 3, seed), hashtextextended('deleted:' || n % 50, seed)
    ],
    ${facetVersion(RecordKind.IdpUser)}, at, at
  from (
    select
      connection, n, ${idOfUser("connection", "n")} as id, hashtextextended(connection::text, 0) as seed,
      timestamptz '2026-01-01' + ((n - 1) / 1000) * interval '1 second' as at
    from unnest($1::uuid[], $2::int[]) as lists (connection, users), generate_series(1, users) as n
    offset 0
  ) as made`

const migrate = (url: string): Promise<unknown> =>
  Migrator.run().pipe(
    Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )

/** Creates a database whose nth connection has `sizes[n]` users; it is dropped when the case ends. */
export const create = async (bench: Bench, sizes: ReadonlyArray<number>): Promise<LargeDatabase> => {
  const database = await Databases.create(bench.server)
  bench.cleanups.add(database.drop)
  await migrate(database.url)
  const ids = sizes.map((_, n) => idOf(n))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  bench.say(`fills ${total.toLocaleString("en")} records of ${sizes.length} connections`)
  await Databases.connected(database.url, async (client) => {
    await client.query(`insert into account (id, name) values ('${Fill.ACCOUNT}', 'Benchmark')`)
    await client.query(
      `insert into organization (id, account_id, name) values ('${Fill.ACCOUNT}', '${Fill.ACCOUNT}', 'Benchmark')`
    )
    await client.query(
      `insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
      select id, '${Fill.ACCOUNT}', '${Fill.ACCOUNT}', 'OKTA', 'ACTIVE', 86400, 3600 from unnest($1::uuid[]) as id`,
      [ids]
    )
    await client.query(
      `insert into record_counter (connection_id, kind, position, updated_at, total, facet_version, facet_position)
      select
        id, 'idp_user', users, timestamptz '2026-01-01' + ((users - 1) / 1000) * interval '1 second', users,
        ${facetVersion(RecordKind.IdpUser)}, users
      from unnest($1::uuid[], $2::int[]) as list (id, users)`,
      [ids, sizes]
    )
    await client.query("set maintenance_work_mem = '512MB'")
    const indexes = await Fill.dropIndexes(client)
    await client.query(RECORDS, [ids, sizes])
    bench.say("makes the indexes")
    for (const statement of indexes) await client.query(statement)
    await client.query("vacuum (freeze, analyze)")
  })
  return {
    ...database,
    apiKey: await ReadDatabase.newKey(database.url),
    connections: sizes.map((users, n) => ({ id: ids[n] ?? "", vendor: "OKTA", users }))
  }
}
