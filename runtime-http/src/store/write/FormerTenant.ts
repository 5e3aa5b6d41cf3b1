import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { Lease, StaleFence } from "../schedule/Lease.js"
import * as Removal from "./Removal.js"
import * as SeenBlocks from "./SeenBlocks.js"
import * as WriteTransaction from "./WriteTransaction.js"

/*
 * After another tenant has replaced the one before, the first complete scan of a list removes what is stored of the former one. The lists that
 * the connection does not read have no such scan, so their records go at the beginning of a job.
 */

/** Kinds of record that an extractor would read, but does not, because their types of data are not chosen. */
export interface NotRead {
  readonly extractor: string
  readonly kinds: ReadonlyArray<RecordKind.Any>
}

type Leased<A> = Effect.Effect<A, StaleFence | SqlError, SqlClient.SqlClient>

/** Records per transaction; small, because other writers of the list wait for it. */
const MAX_ROWS = 1_000

/** The kinds that have live records, of which no complete scan has read this tenant. */
const staleKinds = (
  { connectionId }: Lease,
  baseline: string,
  notRead: ReadonlyArray<NotRead>
): Effect.Effect<ReadonlyArray<RecordKind.Any>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const kinds = notRead.flatMap(({ extractor, kinds }) => kinds.map((kind) => ({ extractor, kind: kind.name })))
    const rows = yield* sql<{ readonly kind: string }>`
      select list.kind
      from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as own (extractor text, kind text)
      join record_counter as list on list.connection_id = ${connectionId} and list.kind = own.kind
      left join scan on scan.connection_id = ${connectionId} and scan.extractor = own.extractor
      where list.total > list.deleted and coalesce(scan.baseline <> ${baseline} or scan.is_new_baseline, true)`
    const stale = new Set(rows.map(({ kind }) => kind))
    return notRead.flatMap(({ kinds }) => kinds).filter(({ name }) => stale.has(name))
  })

/** Removes all records of a kind, in several transactions. */
const removeAll = (lease: Lease, kind: RecordKind.Any): Leased<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { connectionId } = lease
    let after: string = SeenBlocks.LOWEST_ID
    for (;;) {
      const rows = yield* sql<{ readonly id: string }>`
        select id from record
        where connection_id = ${connectionId} and kind = ${kind.name} and id > ${after}::uuid and not is_gone
        order by id
        limit ${MAX_ROWS}`
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.id
      yield* WriteTransaction.write(
        lease,
        WriteTransaction.withListLocks(
          connectionId,
          [kind],
          (change) =>
            Removal.removeIds(
              change,
              kind,
              rows.map(({ id }) => id)
            ),
          lease.origin ?? null
        )
      )
    }
  })

/** Removes what is stored of the tenant before `baseline` in lists that no job reads. If it is interrupted, the next job does the rest. */
export const remove = (lease: Lease, baseline: string, notRead: ReadonlyArray<NotRead>): Leased<void> =>
  notRead.length === 0
    ? Effect.void
    : Effect.flatMap(staleKinds(lease, baseline, notRead), (kinds) =>
        Effect.forEach(kinds, (kind) => removeAll(lease, kind), { discard: true })
      )
