import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { facetKey, facetVersion } from "../../../src/store/postgres/RecordTable.js"
import * as Fixture from "../RecordFixture.js"

/** A set of users; the nth one has the change position n and the `vendor_id` n. */
export interface User {
  readonly email_addr: string
  readonly vendor_status: string
  readonly is_admin: boolean
  readonly is_mfa_enabled: boolean | null
  readonly is_deleted: boolean
}

/** The nth user that `fill` writes. */
export const user = (n: number, rows: number): User => ({
  email_addr: `User.${n}@acme.com`,
  vendor_status: n % 50 === 0 ? "SUSPENDED" : "ACTIVE",
  is_admin: n % 1_000 < 2,
  is_mfa_enabled: [false, null, true][n % 3] ?? null,
  is_deleted: n > rows - 400
})

/** The id of the nth user. */
export const idOf = (at: Fixture.Connection, n: number): string => Fixture.idOf(at, RecordKind.IdpUser, String(n))

const kind = RecordKind.IdpUser.name

/** `facetKey` of an address in SQL, because a million of them are too many to send. */
const emailKey = (at: Fixture.Connection): string =>
  `('x' || encode(substr(sha256(convert_to('["${at.id}","${kind}","email:' || lower(email_addr) || '"]', 'utf8')), 1, 8), 'hex'))::bit(64)::bigint`

const facetsOf = (at: Fixture.Connection): string => {
  const key = (term: string) => facetKey(at.id, kind, term)
  return `
    array_remove(array[
      ${emailKey(at)},
      case when is_deleted then ${key("is_deleted:true")} else ${key("is_deleted:false")} end,
      case vendor_status when 'SUSPENDED' then ${key("vendor_status:SUSPENDED")} else ${key("vendor_status:ACTIVE")} end,
      case when is_admin then ${key("is_admin:true")} else ${key("is_admin:false")} end,
      case is_mfa_enabled when true then ${key("is_mfa_enabled:true")} when false then ${key("is_mfa_enabled:false")} end
    ]::bigint[], null)`
}

/** Fills the table without its indexes, which are then built at once: this takes a third of the time. */
const withoutIndexes = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const indexes = yield* sql<{ readonly name: string; readonly definition: string }>`
      select indexname as name, indexdef as definition
      from pg_indexes
      where tablename = 'record' and indexname <> 'record_pkey'`
    yield* sql`alter table record set unlogged`
    for (const { name } of indexes) yield* sql`drop index ${sql(name)}`
    const made = yield* self
    for (const { definition } of indexes) yield* sql.unsafe(definition)
    return made
  })

/** The id of the nth of many users. */
export const manyIdOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`

const version = facetVersion(RecordKind.IdpUser)

interface Filling {
  readonly at: Fixture.Connection
  readonly rows: number
  /** Up to which position the list knows that its users have the facets of this release; of the later ones, every fifth has not. */
  readonly filled: number
  /** The ids in SQL. */
  readonly id: string
  /** The length of a text in the JSON of each. */
  readonly bytes: number
}

const insert = ({ at, bytes, filled, id, rows }: Filling) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isStale = `n > ${filled} and n % 5 = 0`
    yield* sql.unsafe(`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets, facet_version)
      select
        '${at.id}', '${kind}', id, n::text, n, timestamptz '2024-01-01' + n * interval '1 second', '',
        '{"id":"' || id || '","vendor_id":"' || n || '","email_addr":"' || email_addr || '","vendor_status":"' || vendor_status ||
          '","is_admin":' || is_admin || ',"is_mfa_enabled":' || coalesce(is_mfa_enabled::text, 'null') ||
          ',"is_deleted":' || is_deleted || ',"pad":"${"x".repeat(bytes)}"}',
        case when ${isStale} then null else ${facetsOf(at)} end, case when ${isStale} then 0 else ${version} end
      from (
        select
          n, ${id} as id, 'User.' || n || '@acme.com' as email_addr,
          case when n % 50 = 0 then 'SUSPENDED' else 'ACTIVE' end as vendor_status,
          n % 1000 < 2 as is_admin, case n % 3 when 0 then false when 2 then true end as is_mfa_enabled,
          n > ${rows} - 400 as is_deleted
        from generate_series(1, ${rows}) as n
        offset 0
      ) as made`)
    yield* sql`
      insert into record_counter (connection_id, kind, position, total, facet_version, facet_position)
      values (${at.id}, ${kind}, ${rows}, ${rows}, ${version}, ${filled})`
  })

/** Fills the connection's list with users whose ids are those of the framework. */
export const fill = (at: Fixture.Connection, rows: number, filled: number) => {
  const ids = Array.from({ length: rows }, (_, index) => idOf(at, index + 1))
  return insert({ at, rows, filled, id: `('{${ids.join(",")}}'::uuid[])[n]`, bytes: 0 })
}

/** Fills the connection's list with a million users or so; their ids are those of `manyIdOf`. */
export const fillMany = (at: Fixture.Connection, rows: number, filled: number) => {
  const id = `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  return withoutIndexes(insert({ at, rows, filled, id, bytes: 400 }))
}
