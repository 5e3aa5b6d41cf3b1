import type { RecordKind } from "@tributary/core"
import { Effect, Option, Stream } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type Lease, runWithLease, type StaleFence } from "../schedule/Lease.js"
import * as MissingRecords from "./MissingRecords.js"
import type * as DeletionRule from "./rules/DeletionRule.js"
import * as ScanRows from "./ScanRows.js"
import * as SeenBlocks from "./SeenBlocks.js"

/* Parents, such as groups, all whose members a scan has missed. They are counted for relations alone, because only those are stored by their ends. */

/** What a statement finds among one range of parents. */
interface Range extends DeletionRule.Parents {
  readonly read: number
  readonly last: string | null
}

/** The numbers of parents and their members after the comparison of a scan; `released` are the records whose deletion an operator has confirmed. */
export const count = (
  lease: Lease,
  kind: RecordKind.Any,
  parent: DeletionRule.ParentEnd,
  released: DeletionRule.Bound | null
): Effect.Effect<DeletionRule.Parents, StaleFence | SqlError, SqlClient.SqlClient> =>
  Stream.paginateEffect(SeenBlocks.LOWEST_ID as string, (after) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { connectionId } = lease
      const isReleased = released === null ? sql`false` : MissingRecords.isWithin(sql, released)
      // Each lateral with `offset 0` is one probe of an index per parent or member, as in `WriteTransaction.expand`.
      const members = sql`
        select member.id
        from (
          select id, is_gone from record
          where connection_id = ${connectionId} and ${sql(parent.column)} = parent.id and kind = ${kind.name}
          offset 0
        ) as member
        where not member.is_gone`
      const missing = (id: string) => sql`
        select ${isReleased} as is_released from missing_record
        where connection_id = ${connectionId} and kind = ${kind.name} and id = ${sql(id)}.id
        offset 0`
      const found = yield* runWithLease(
        lease,
        sql<Range>`
            /* emptied_parents */
            with
              parent as materialized (
                select id, is_gone from record
                where connection_id = ${connectionId} and kind = ${parent.kind} and id > ${after}
                order by id
                limit ${ScanRows.RANGE}
              ),
              judged as materialized (
                select
                  parent.is_gone,
                  exists (
                    select from missing_record
                    where connection_id = ${connectionId} and kind = ${parent.kind} and id = parent.id
                    offset 0
                  ) as is_missing,
                  exists (select from (${members}) as member where not exists (${missing("member")})) as is_seen,
                  (
                    select count(*) from (${members}) as member, lateral (${missing("member")}) as missing
                    where not missing.is_released
                  ) as waiting
                from parent
              )
            select
              (select count(*) from parent) as read,
              (select id from parent order by id desc limit 1) as last,
              count(*) filter (where not is_gone and not is_missing and (is_seen or waiting > 0)) as all,
              count(*) filter (where not is_gone and not is_missing and not is_seen and waiting > 0) as emptied,
              coalesce(sum(waiting) filter (where not is_missing and (is_gone or not is_seen)), 0)::float8 as members
            from judged`,
        [ScanRows.inOrderOfIds(sql)]
      )
      const row = found[0] ?? (yield* Effect.die(new Error("No answer about a range of parents.")))
      return [row, row.read < ScanRows.RANGE ? Option.none() : Option.fromNullable(row.last)] as const
    })
  ).pipe(
    Stream.runFold({ all: 0, emptied: 0, members: 0 }, (sum, each) => ({
      all: sum.all + each.all,
      emptied: sum.emptied + each.emptied,
      members: sum.members + each.members
    }))
  )
