import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import * as Reach from "../../../src/store/erasure/Reach.js"

/** A customer of whom every table has rows, in all of whose texts and bytes is the mark. */
export interface FilledCustomer {
  readonly mark: string
  readonly accountId: string
  readonly organizationId: string
  readonly connectionId: string
}

/** A column as the database describes it. */
interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** The columns of every table of the schema, but for those that the database computes. */
export const columnsOfSchema = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Column>`
    select table_name as table, column_name as column, data_type || coalesce(' ' || udt_name, '') as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and is_generated = 'NEVER' and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`
)

/** How many rows each table of the schema has. */
export const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts: Record<string, number> = {}
  for (const table of Object.keys(Reach.reaches)) {
    const [row] = yield* sql<{ readonly count: number }>`select count(*) as count from ${sql(table)}`
    counts[table] = row?.count ?? 0
  }
  return counts
})

/** Values that no mark may take the place of, as SQL: those of checks, and those by which a running server would do something with the row. */
const fixed: Readonly<Record<string, string>> = {
  "account.region": "'default'",
  "account_quota.quota": "'records'",
  // Hashes.
  "api_key.hash": "uuid_send(gen_random_uuid())",
  "idempotency_key.key": "gen_random_uuid()::text",
  "idempotency_key.fingerprint": "uuid_send(gen_random_uuid())",
  // The id of a key of the operator.
  "idempotency_key.master_key": "'k1'",
  "api_key.scopes": "null",
  "api_key.revoked_at": "null",
  "api_key.expires_at": "null",
  "api_key.replaced_by": "null",
  "connection.state": "'ACTIVE'",
  "connection.vendor": "'OKTA'",
  "connection.deleted_at": "null",
  "connection.data_export_types": "'[]'",
  "organization.deleted_at": "null",
  "held_back_deletion.decision": "'CONFIRM'",
  "job.status": "'SUCCESS'",
  "outbound_job.status": "'QUEUED'",
  "outbound_job.due_at": "now() + interval '1 day'",
  "scan.mode": "'full'",
  "webhook_delivery.state": "'DEAD'",
  "schedule.vendor": "'OKTA'",
  "schedule.is_paused": "true",
  "schedule.run_by": "null",
  "schedule.next_run_at": "now() + interval '1 day'"
}

const byType = (type: string, mark: string): string => {
  if (type.startsWith("ARRAY")) {
    const [, element = ""] = / _(\w+)/.exec(type) ?? []
    return element === "text" ? `array['${mark}']` : `array[${byType(element, mark)}]::${element}[]`
  }
  if (type.startsWith("text")) return `'${mark}'`
  if (type.startsWith("bytea")) return `convert_to('${mark}', 'UTF8')`
  if (type.startsWith("jsonb")) return `'["${mark}"]'::jsonb`
  if (type.startsWith("uuid")) return "gen_random_uuid()"
  if (type.startsWith("timestamp")) return "now()"
  if (type.startsWith("boolean")) return "false"
  return "1"
}

/**
 * Adds a customer with rows in every table from which rows leave with a connection, an organization or an account, whatever columns it has:
 * a table that later work adds is filled without a change here. `rows` is how many records it has.
 */
export const add = ({ rows = 1, account }: { readonly rows?: number; readonly account?: string } = {}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const mark = `marked-${randomUUID().slice(0, 8)}`
    const ids = {
      account: account ?? randomUUID(),
      organization: randomUUID(),
      connection: randomUUID(),
      job: randomUUID(),
      webhook: randomUUID(),
      consent: randomUUID()
    }
    const columns = yield* columnsOfSchema
    const valueOf = ({ column, table, type }: Column, number: number): string => {
      const known = fixed[`${table}.${column}`]
      if (known !== undefined) return known
      if (column === "organization_ids") return `array['${ids.organization}']::uuid[]`
      const [, of] = /^(account|organization|connection|job|webhook|consent)_id$/.exec(column) ?? []
      const own = column === "id" ? table : of
      if (own !== undefined && Object.hasOwn(ids, own)) return `'${ids[own as keyof typeof ids]}'`
      return byType(type, `${mark}-${table}-${column}-${number}`)
    }
    // What rows refer to comes last among what leaves.
    const tables = Object.entries(Reach.reaches)
      .flatMap(([table, reach]) => ("because" in reach ? [] : [table]))
      .toReversed()
    for (const table of tables) {
      if (account !== undefined && ["account", "account_quota"].includes(table)) continue
      const own = columns.filter((each) => each.table === table)
      const names = own.map(({ column }) => `"${column}"`).join(", ")
      for (let from = 0; from < (table === "record" ? rows : 1); from += 1_000) {
        const upTo = table === "record" ? Math.min(rows, from + 1_000) : 1
        const values = Array.from({ length: upTo - from }, (_, index) => {
          const number = from + index
          const texts = own.map((each) =>
            table === "record" && each.column === "position" ? String(number + 1) : valueOf(each, number)
          )
          return `(${texts.join(", ")})`
        })
        yield* sql.unsafe(`insert into ${table} (${names}) values ${values.join(", ")}`)
      }
      const [found] = yield* sql<{ readonly count: number }>`select count(*) as count from ${sql(table)}`
      if (found?.count === 0) return yield* Effect.dieMessage(`The table ${table} is empty.`)
    }
    const customer: FilledCustomer = {
      mark,
      accountId: ids.account,
      organizationId: ids.organization,
      connectionId: ids.connection
    }
    return customer
  })

/** The tables that have the mark of a customer in any text or bytes. */
export const tablesWith = (mark: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const hex = Buffer.from(mark).toString("hex")
    const found: Array<string> = []
    for (const table of Object.keys(Reach.reaches)) {
      const rows = yield* sql`
        select 1 from ${sql(table)} as row where row::text like ${`%${mark}%`} or row::text like ${`%${hex}%`} limit 1`
      if (rows.length > 0) found.push(table)
    }
    return found
  })
