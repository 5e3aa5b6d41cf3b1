import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
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

/** `facetKey` in SQL, which is much faster for many rows. */
const keyOf = (at: Fixture.Connection, term: string): string =>
  `('x' || encode(substr(sha256(convert_to('["${at.id}","${kind}","' || ${term} || '"]', 'utf8')), 1, 8), 'hex'))::bit(64)::bigint`

const facets = (at: Fixture.Connection): string => `
  array_remove(array[
    ${keyOf(at, "'is_deleted:' || is_deleted")},
    ${keyOf(at, "'email:' || lower(email_addr)")},
    ${keyOf(at, "'vendor_status:' || vendor_status")},
    ${keyOf(at, "'is_admin:' || is_admin")},
    ${keyOf(at, "'is_mfa_enabled:' || is_mfa_enabled")}
  ], null)`

/**
 * Fills the connection's list of users, without facets where the SQL condition on `n` holds: as an earlier release stored them.
 *
 * The JSON of each contains `bytes` of text. The ids are those of the framework for up to 20,000 users, and others for more.
 */
export const fill = (at: Fixture.Connection, rows: number, withoutFacets: string, bytes = 0) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids =
      rows > 20_000
        ? `md5('${at.id}' || n)::uuid`
        : `('{${Array.from({ length: rows }, (_, index) => idOf(at, index + 1)).join(",")}}'::uuid[])[n]`
    yield* sql.unsafe(`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets)
      select
        '${at.id}', '${kind}', id, n::text, n, timestamptz '2024-01-01' + n * interval '1 second', '',
        '{"id":"' || id || '","vendor_id":"' || n || '","email_addr":"' || email_addr || '","vendor_status":"' || vendor_status ||
          '","is_admin":' || is_admin || ',"is_mfa_enabled":' || coalesce(is_mfa_enabled::text, 'null') ||
          ',"is_deleted":' || is_deleted || ',"pad":"${"x".repeat(bytes)}"}',
        case when ${withoutFacets} then null else ${facets(at)} end
      from (
        select
          n, ${ids} as id, 'User.' || n || '@acme.com' as email_addr,
          case when n % 50 = 0 then 'SUSPENDED' else 'ACTIVE' end as vendor_status,
          n % 1000 < 2 as is_admin, case n % 3 when 0 then false when 2 then true end as is_mfa_enabled,
          n > ${rows} - 400 as is_deleted
        from generate_series(1, ${rows}) as n
        offset 0
      ) as made`)
    yield* sql`
      insert into record_counter (connection_id, kind, position, total)
      values (${at.id}, ${kind}, ${rows}, ${rows})`
  })
