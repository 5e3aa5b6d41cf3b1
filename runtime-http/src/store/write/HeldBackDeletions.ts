import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { instant, millis } from "../postgres/Instant.js"
import { atEnd } from "../postgres/Transaction.js"
import { begunBy, type StaleFence } from "../schedule/Lease.js"
import * as MissingTotals from "./MissingTotals.js"
import type * as DeletionRule from "./rules/DeletionRule.js"
import type { Scan } from "./Scan.js"

export type { Held } from "./rules/DeletionRule.js"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** The held-back deletions of a kind; null if there are none. */
export const find = (connectionId: string, kind: string): Sql<DeletionRule.Held | null> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<DeletionRule.Held>`
      select first_scan as "firstScan", ${millis(sql, sql`since`)} as since, decision
      from held_back_deletion
      where connection_id = ${connectionId} and kind = ${kind}`
    return row ?? null
  })

/**
 * Replaces the held-back deletions of a kind by the verdict of a complete scan, and stores how many records are missing besides.
 *
 * Does nothing and returns false if an operator has decided since `known` was read, because the verdict ignores that decision.
 */
export const settle = (
  scan: Scan,
  kind: string,
  known: DeletionRule.Held | null,
  verdict: DeletionRule.Verdict,
  missing: { readonly since: number | null; readonly unproven: number }
): Effect.Effect<boolean, StaleFence | SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const { connectionId } = scan.lease
    const own = sql`connection_id = ${connectionId} and kind = ${kind}`
    const decided = sql<Pick<DeletionRule.Held, "decision">>`
      select decision from held_back_deletion where ${own} for update`
    return begunBy(scan.lease, [decided], ([[current]]) =>
      Effect.gen(function* () {
        if (current !== undefined && current.decision !== (known?.decision ?? null)) return false
        yield* MissingTotals.set(connectionId, kind, missing)
        if (verdict._tag === "Delete") {
          if (current !== undefined) yield* atEnd(sql`delete from held_back_deletion where ${own}`)
          return true
        }
        const { firstScan, since } = verdict.bound
        yield* atEnd(sql`
          insert into held_back_deletion (connection_id, kind, extractor, first_scan, since, reason, count)
          values (
            ${connectionId}, ${kind}, ${scan.extractor}, ${firstScan}, ${instant(sql, since)}, ${verdict.reason}, ${verdict.count}
          )
          on conflict (connection_id, kind) do update set
            extractor = excluded.extractor,
            first_scan = excluded.first_scan,
            since = excluded.since,
            reason = excluded.reason,
            count = excluded.count,
            -- What waits after a decision has waited only since then.
            held_since = case
              when held_back_deletion.decision is null then held_back_deletion.held_since
              else excluded.held_since
            end,
            decision = null`)
        return true
      })
    )
  })

/** Subtracts records that are no longer missing. */
export const subtract = (connectionId: string, kind: string, records: number): Sql<void> =>
  Effect.gen(function* () {
    if (records === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      update held_back_deletion set count = count - ${records}
      where connection_id = ${connectionId} and kind = ${kind}`
    yield* sql`
      delete from held_back_deletion
      where connection_id = ${connectionId} and kind = ${kind} and count <= 0`
  })

/** Forgets the held-back deletions of these kinds. */
export const clear = (connectionId: string, kinds: ReadonlyArray<string>): Sql<void> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from held_back_deletion where connection_id = ${connectionId} and kind in ${sql.in(kinds)}`
  )
