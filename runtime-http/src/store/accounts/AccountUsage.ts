import type { RecordCount } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { isUuid } from "../postgres/RecordTable.js"
import { MAX_SPREAD_SECS, startsInTurn } from "../schedule/StartsInTurn.js"
import * as AccountQuotas from "./AccountQuotas.js"
import type { OffsetPage } from "./Organizations.js"

/** How many of something an account has, and how many it may have; null without a limit. */
export interface Used {
  readonly used: number
  readonly limit: number | null
}

/** What an account uses of its quotas. */
export interface Usage extends Readonly<Record<AccountQuotas.QuotaName, Used>> {
  readonly accountId: string
  readonly name: string
  /** The kinds of which it has records, by name. */
  readonly recordsByKind: ReadonlyArray<RecordCount>
}

/** What accounts use of their quotas. */
export class AccountUsage extends Context.Tag("@tributary/runtime-http/AccountUsage")<
  AccountUsage,
  {
    /** What one account uses; null if there is no such account. */
    readonly of: (accountId: string) => Effect.Effect<Usage | null, SqlError>
    /** What each account of the region uses, oldest account first; for operators. */
    readonly list: Effect.Effect<ReadonlyArray<Usage>, SqlError>
    /** The same, some of it at a time, with how many accounts there are. */
    readonly page: (page: {
      readonly limit: number
      readonly offset: number
    }) => Effect.Effect<OffsetPage<Usage>, SqlError>
    /** Fails if the account has as many as it may have; for a look before work that would be in vain. */
    readonly check: (
      accountId: string,
      quota: AccountQuotas.QuotaName
    ) => Effect.Effect<void, AccountQuotas.QuotaExceeded | SqlError>
    /**
     * Sets a quota of an account: a number, null for no limit, or what the settings of the runtime say. That of records makes the connections due soon that have left some
     * out.
     */
    readonly setQuota: (
      accountId: string,
      quota: AccountQuotas.QuotaName,
      limit: number | null | "default"
    ) => Effect.Effect<void, SqlError>
  }
>() {}

interface Row {
  readonly id: string
  readonly name: string
  readonly organizations: number
  readonly organizations_limit: number | null
  readonly connections: number
  readonly connections_limit: number | null
  readonly records: number
  readonly records_limit: number | null
  readonly kinds: string
}

const toUsage = (row: Row): Usage => ({
  accountId: row.id,
  name: row.name,
  organizations: { used: row.organizations, limit: row.organizations_limit },
  connections: { used: row.connections, limit: row.connections_limit },
  records: { used: row.records, limit: row.records_limit },
  recordsByKind: JSON.parse(row.kinds) as ReadonlyArray<RecordCount>
})

/** Reads what the accounts of a region use from the counters of their lists, and stores their quotas. */
export const make = (region: string): Effect.Effect<AccountUsage["Type"], never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const defaults = yield* AccountQuotas.DefaultQuotas

    const account = sql`account.id`
    const columns = sql.csv(
      AccountQuotas.names.flatMap((quota) => [
        sql`${AccountQuotas.used(sql, quota, account)} as ${sql(quota)}`,
        sql`${AccountQuotas.limit(sql, defaults, quota, account)} as ${sql(`${quota}_limit`)}`
      ])
    )

    const usage = sql`
    select
      account.id, account.name, ${columns},
      (
        select coalesce(json_agg(json_build_object('record_kind', kind, 'total', total) order by kind), '[]')::text
        from (
          select kind, sum(total - deleted)::bigint as total
          from connection as own join record_counter on record_counter.connection_id = own.id
          where own.account_id = account.id and own.state <> 'DELETED' and total > deleted
          group by kind
        ) as listed
      ) as kinds
    from account`

    /** There may be room now for what the connections of an account have left out. */
    const startLeftOut = (accountId: string) =>
      startsInTurn(
        sql,
        sql`
          next_run_at > statement_timestamp() + make_interval(secs => ${MAX_SPREAD_SECS}::int)
          and connection_id in (
            select connection_id
            from connection_problem join connection on connection.id = connection_id
            where account_id = ${accountId} and reason = 'QUOTA_EXCEEDED'
          )`
      )

    return AccountUsage.of({
      of: (accountId) =>
        isUuid(accountId)
          ? Effect.map(sql<Row>`${usage} where account.id = ${accountId}`, ([row]) =>
              row === undefined ? null : toUsage(row)
            )
          : Effect.succeed(null),
      list: Effect.map(
        sql<Row>`${usage} where account.region = ${region} order by account.created_at, account.id`,
        (rows) => rows.map(toUsage)
      ),
      page: ({ limit, offset }) =>
        Effect.gen(function* () {
          const rows = yield* sql<Row>`
            ${usage} where account.region = ${region} order by account.created_at, account.id
            limit ${limit} offset ${offset}`
          const [count] = yield* sql<{ readonly total: number }>`
            select count(*) as total from account where region = ${region}`
          return { items: rows.map(toUsage), total: count?.total ?? 0 }
        }),
      check: (accountId, quota) => AccountQuotas.check(sql, defaults, accountId, quota),
      setQuota: (accountId, quota, limit) =>
        Effect.zipRight(
          limit === "default"
            ? sql`delete from account_quota where account_id = ${accountId} and quota = ${quota}`
            : sql`
              insert into account_quota (account_id, quota, "limit")
              values (${accountId}, ${quota}, ${limit}::bigint)
              on conflict (account_id, quota) do update set "limit" = excluded."limit"`,
          quota === "records" ? startLeftOut(accountId) : Effect.void
        ).pipe(
          Effect.zipRight(AuditTrail.note(sql, { action: "account.quota", accountId, resourceId: quota })),
          sql.withTransaction
        )
    })
  })

/** What the accounts of a region use. */
export const layerIn = (region: string): Layer.Layer<AccountUsage, never, SqlClient.SqlClient> =>
  Layer.effect(AccountUsage, make(region))
