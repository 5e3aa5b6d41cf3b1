import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as SoftDeletion from "../accounts/SoftDeletion.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import type { SyncSchedule } from "../schedule/SyncSchedule.js"
import * as Emptying from "./Emptying.js"
import type { Subject } from "./Reach.js"

/*
 * Carries out erasures. Every batch is a transaction that locks the row of the erasure and adds what it has removed to the receipt: so a
 * process that dies loses and doubles no count, one process at a time works on an erasure, and a hold ends it between two batches.
 */

/** The installation is held, another process is at it, or has finished it. */
class NotItsTurn extends Data.TaggedError("NotItsTurn") {}

type Working<A, E = never> = Effect.Effect<A, E | SqlError, SqlClient.SqlClient>

interface OpenErasure {
  readonly id: string
  readonly subject: Subject
  readonly subjectId: string
}

/** Adds counts to the receipt of an erasure. */
const note = (id: string, counts: Emptying.Counts): Working<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lines = Object.entries(counts).filter(([, count]) => count > 0)
    if (lines.length === 0) return
    yield* sql`
      insert into erasure_receipt (erasure_id, table_name, count)
      select ${id}::uuid, key, value::bigint from jsonb_each_text(${JSON.stringify(Object.fromEntries(lines))}::jsonb)
      on conflict (erasure_id, table_name) do update
      set count = erasure_receipt.count + excluded.count, last_at = clock_timestamp()`
  })

/** Runs a step of an erasure in a transaction that has its lock. */
const step = <A>(id: string, work: Working<A>): Working<A, NotItsTurn> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = yield* sql`
      /* erasure_lock */
      select 1 from erasure
      where id = ${id} and finished_at is null and not ${StoppedConnectors.isHeld(sql)}
      for update skip locked`
    if (own.length === 0) return yield* new NotItsTurn()
    return yield* work
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/** Removes what is erased, from within: connections, then organizations, then the account. */
const carryOut = ({ id, subject, subjectId }: OpenErasure, schedule: SyncSchedule["Type"]): Working<void, NotItsTurn> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const commit: Emptying.Commit<NotItsTurn> = (batch) =>
      step(
        id,
        Effect.tap(batch, ({ counts }) => note(id, counts))
      )
    yield* step(id, sql`update erasure set begun_at = coalesce(begun_at, clock_timestamp()) where id = ${id}`)
    // A request that was being answered while the account was deleted may have added an organization.
    if (subject === "account") {
      yield* step(id, SoftDeletion.organizations(sql, schedule, sql`account_id = ${subjectId}`))
    }
    for (const [inner, innerId] of yield* Emptying.within(subject, subjectId)) {
      yield* Emptying.empty(inner, innerId, commit)
    }
    yield* step(id, sql`update erasure set finished_at = clock_timestamp() where id = ${id}`)
    yield* Effect.logInfo("An erasure has finished.").pipe(
      Effect.annotateLogs({ erasure_id: id, subject, subject_id: subjectId })
    )
  })

/** Goes on with every erasure that is not finished, the oldest first. One that fails does not keep the others waiting. */
export const turn = (schedule: SyncSchedule["Type"]): Working<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const open = yield* sql<OpenErasure>`
      /* erasure_open */
      select id, subject, subject_id as "subjectId" from erasure where finished_at is null order by requested_at`
    const done = yield* Effect.forEach(open, (erasure) =>
      carryOut(erasure, schedule).pipe(
        Effect.catchTag("NotItsTurn", () => Effect.void),
        Effect.either
      )
    )
    for (const each of done) yield* each
  })
