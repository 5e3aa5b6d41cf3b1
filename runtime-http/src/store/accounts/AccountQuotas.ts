import { Context, Data, Effect } from "effect"
import type { Fragment, SqlClient, SqlError } from "../../Sql.js"

/** What an account can have at most. */
export const names = ["organizations", "connections", "records"] as const
export type QuotaName = (typeof names)[number]

/** How many of each an account may have; null without a limit. */
export type AccountQuotas = Readonly<Record<QuotaName, number | null>>

/** The quotas of accounts that an operator has given none of their own; without limits if the runtime sets none. */
export class DefaultQuotas extends Context.Reference<DefaultQuotas>()("@tributary/runtime-http/DefaultQuotas", {
  defaultValue: (): AccountQuotas => ({ organizations: null, connections: null, records: null })
}) {}

/** The account has as many as it may have. */
export class QuotaExceeded extends Data.TaggedError("QuotaExceeded")<{
  readonly quota: QuotaName
  readonly limit: number
  readonly used: number
}> {
  override get message() {
    return `the account has ${this.used} ${this.quota}, and its quota is ${this.limit}`
  }
}

/**
 * The organizations, connections or records of an account, as an SQL expression. What was deleted does not count, although it is purged only
 * later, nor do records that show as deleted in their lists. The records come from the counters of the lists, relations between records included.
 */
export const used = (sql: SqlClient.SqlClient, quota: QuotaName, accountId: Fragment): Fragment => {
  switch (quota) {
    case "organizations":
      return sql`(select count(*) from organization where account_id = ${accountId} and deleted_at is null)`
    case "connections":
      return sql`(select count(*) from connection as own where own.account_id = ${accountId} and own.state <> 'DELETED')`
    case "records":
      return sql`(
        select coalesce(sum(total - deleted), 0)::bigint
        from connection as own join record_counter on record_counter.connection_id = own.id
        where own.account_id = ${accountId} and own.state <> 'DELETED'
      )`
  }
}

/** The quota of an account, as an SQL expression. */
export const limit = (
  sql: SqlClient.SqlClient,
  defaults: AccountQuotas,
  quota: QuotaName,
  accountId: Fragment
): Fragment => sql`
  case
    when exists (select from account_quota where account_id = ${accountId} and quota = ${quota})
      then (select "limit" from account_quota where account_id = ${accountId} and quota = ${quota})
    else ${defaults[quota]}::bigint
  end`

interface Row {
  readonly limit: number | null
  readonly used: number
}

/** Fails if the account has as many as it may have. A look without a lock: creations at the same time may each find room. */
export const check = (
  sql: SqlClient.SqlClient,
  defaults: AccountQuotas,
  accountId: string,
  quota: QuotaName
): Effect.Effect<void, QuotaExceeded | SqlError> =>
  Effect.gen(function* () {
    const id = sql`${accountId}::uuid`
    const [row] = yield* sql<Row>`
      select "limit", case when "limit" is null then 0 else ${used(sql, quota, id)} end as used
      from (select ${limit(sql, defaults, quota, id)} as "limit") as own`
    if (row === undefined || row.limit === null || row.used < row.limit) return
    return yield* new QuotaExceeded({ quota, limit: row.limit, used: row.used })
  })

/**
 * Fails if the account has as many as it may have; call it in the transaction that creates one more. Creations of one account that has a
 * quota wait for each other, so that they never exceed it together; without a quota, nothing is locked or counted.
 */
export const admit = (
  sql: SqlClient.SqlClient,
  defaults: AccountQuotas,
  accountId: string,
  quota: QuotaName
): Effect.Effect<void, QuotaExceeded | SqlError> =>
  Effect.gen(function* () {
    const [row] = yield* sql<{ readonly limit: number | null }>`
      select ${limit(sql, defaults, quota, sql`${accountId}::uuid`)} as "limit"`
    if (row === undefined || row.limit === null) return
    // A statement of its own: the next one sees what others have committed before it got the lock.
    yield* sql`select from account where id = ${accountId} for no key update`
    yield* check(sql, defaults, accountId, quota)
  })
