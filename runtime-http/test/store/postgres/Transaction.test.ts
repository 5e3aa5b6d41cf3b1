import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber, Layer } from "effect"
import { Database } from "../../../src/store/postgres/Database.js"
import { isTooLong } from "../../../src/store/postgres/DatabaseFailure.js"
import * as Transaction from "../../../src/store/postgres/Transaction.js"
import { onDirectPostgres, onPostgres, TestDatabase } from "../../TestDatabase.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"

/** Runs a test in a database of its own with one table. */
const withTable = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.makeUrl({ migrated: false })
    const database = yield* Layer.build(Database.layerUrl({ url, maxConnections: 3 }))
    const made = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table noted (id int primary key, text text)`)
    yield* Effect.provide(Effect.zipRight(made, test), database)
  })

const noted = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly id: number; readonly text: string | null }>`select id, text from noted order by id`
)

const note = (id: number, text: string) =>
  Effect.map(SqlClient.SqlClient, (sql) => sql`insert into noted values (${id}, ${text})`)

/** Notes at the end of the transaction. */
const noteAtEnd = (id: number, text: string) => Effect.flatMap(note(id, text), Transaction.atEnd)

/** Whether a connection of the pool is still in a transaction. */
const leftOpen = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select 1 from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
)

onPostgres("Transaction.begunBy", () => {
  it.scopedLive("returns what its first statements answer, whatever their parameters are", () =>
    withTable(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const texts = ["it's", "a\\b", "$1 $2", "-- ; commit", "é 漢 \u{1f600}", ""]
        const given = sql`select ${texts[0]}::text as a, ${texts[1]}::text as b, ${texts[2]}::text as c, ${texts[3]}::text as d,
          ${texts[4]}::text as e, ${texts[5]}::text as f, 5 -${-3} as g, ${1.5}::float8 as h, ${true}::boolean as i, ${null}::int as j`
        const [first, second] = yield* Transaction.begunBy(
          [given, sql`select generate_series(1, 3) as n`],
          Effect.succeed
        )
        expect(first).toEqual([
          {
            a: "it's",
            b: "a\\b",
            c: "$1 $2",
            d: "-- ; commit",
            e: "é 漢 \u{1f600}",
            f: "",
            g: 8,
            h: 1.5,
            i: true,
            j: null
          }
        ])
        expect(second).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
        expect(yield* Transaction.begunBy([], Effect.succeed)).toEqual([])
        const exit = yield* Effect.exit(
          Transaction.begunBy([sql`select ${new Date() as never}::timestamptz`], Effect.succeed)
        )
        expect(exit._tag === "Failure" && Cause.pretty(exit.cause)).toContain("is an object")
      })
    )
  )

  it.scopedLive("refuses a text with a NUL as Postgres refuses such a parameter", () =>
    withTable(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const codeOf = ({ cause }: SqlError) => (cause as { readonly code?: string }).code
        const asParameter = codeOf(yield* Effect.flip(sql`select ${"token\0"}::text`))
        expect(asParameter).toBe("22021")
        const first = Transaction.begunBy([sql`select ${"token\0"}::text`], Effect.succeed)
        expect(codeOf(yield* Effect.flip(first))).toBe(asParameter)
        expect(codeOf(yield* Effect.flip(Transaction.begunBy([], () => noteAtEnd(1, "\0"))))).toBe(asParameter)
        expect(yield* leftOpen).toEqual([])
      })
    )
  )

  it.scopedLive("takes statements that begin with a name, or end with a comment", () =>
    withTable(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const id of [1, 2]) {
          const named = sql`/* noted */ insert into noted values (${id}, 'at the end') -- whatever it is`
          const answers = yield* Transaction.begunBy(
            [sql`/* one */ select ${id}::int as n -- one`, sql`select 2 as n -- two`],
            (answers) => Effect.as(Transaction.atEnd(named), answers)
          )
          expect(answers).toEqual([[{ n: id }], [{ n: 2 }]])
        }
        expect(yield* leftOpen).toEqual([])
        expect((yield* noted).map(({ id }) => id)).toEqual([1, 2])
      })
    )
  )

  it.scopedLive("has settings for the statements of its first message that follow them", () =>
    withTable(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const setting = sql`select set_config('statement_timeout', '20', true), set_config('enable_seqscan', 'off', true)`
        const plan = sql<{ readonly "QUERY PLAN": string }>`explain (settings) select from noted`
        const [, lines] = yield* Transaction.begunBy([setting, plan], Effect.succeed)
        expect(lines.map((line) => line["QUERY PLAN"]).join()).toContain("enable_seqscan = 'off'")
        const slow = Transaction.begunBy([setting, sql`select pg_sleep(60)`], Effect.succeed)
        expect(isTooLong(yield* Effect.flip(slow))).toBe(true)
        expect(yield* leftOpen).toEqual([])
      })
    )
  )

  it.scopedLive("runs at its end what waits for that, and nothing of it if the body fails", () =>
    withTable(
      Effect.gen(function* () {
        const seen = yield* Transaction.begunBy([yield* note(1, "first")], () =>
          Effect.zipRight(noteAtEnd(2, "it's the last"), Effect.flatMap(note(3, "body"), Effect.zipRight(noted)))
        )
        expect(seen.map(({ id }) => id)).toEqual([1, 3])
        expect(yield* noted).toEqual([
          { id: 1, text: "first" },
          { id: 2, text: "it's the last" },
          { id: 3, text: "body" }
        ])
        const failed = Transaction.begunBy([yield* note(4, "first")], () =>
          Effect.zipRight(noteAtEnd(5, "last"), Effect.fail("no"))
        )
        expect(yield* Effect.flip(failed)).toBe("no")
        expect((yield* noted).map(({ id }) => id)).toEqual([1, 2, 3])
      })
    )
  )

  it.scopedLive(
    "fails and undoes everything if a statement at its start or its end fails, and leaves no transaction open",
    () =>
      withTable(
        Effect.gen(function* () {
          yield* Effect.flatten(note(1, "there"))
          const atItsEnd = Transaction.begunBy([yield* note(2, "first")], () =>
            Effect.zipRight(noteAtEnd(3, "fits"), noteAtEnd(1, "does not fit"))
          )
          expect(yield* Effect.flip(atItsEnd)).toBeInstanceOf(SqlError)
          expect(yield* leftOpen).toEqual([])
          const atItsStart = Transaction.begunBy(
            [yield* note(2, "fits"), yield* note(1, "does not fit")],
            () => Effect.void
          )
          expect(yield* Effect.flip(atItsStart)).toBeInstanceOf(SqlError)
          expect(yield* leftOpen).toEqual([])
          expect(yield* noted).toEqual([{ id: 1, text: "there" }])
        })
      )
  )

  it.scopedLive("is undone with the transaction around it, if there is one", () =>
    withTable(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const inner = Transaction.begunBy([yield* note(1, "first")], () => noteAtEnd(2, "last"))
        const seen = yield* Effect.flip(sql.withTransaction(Effect.flatMap(Effect.zipRight(inner, noted), Effect.fail)))
        expect(seen).toEqual([
          { id: 1, text: "first" },
          { id: 2, text: "last" }
        ])
        expect(yield* noted).toEqual([])
      })
    )
  )
})

// A pooler passes no cancellation on.
onDirectPostgres("Transaction.begunBy", () => {
  const waits = {
    first: (sql: SqlClient.SqlClient) => Transaction.begunBy([sql`select from noted for update`], () => Effect.void),
    last: (sql: SqlClient.SqlClient) =>
      Transaction.begunBy([sql`insert into noted values (2, 'first')`], () =>
        Transaction.atEnd(sql`update noted set text = 'written' where id = 1`)
      )
  }

  it.scopedLive.each(["first", "last"] as const)(
    "can be interrupted while its %s statement waits for a lock",
    (which) =>
      withTable(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* Effect.flatten(note(1, "there"))
          const other = yield* heldOpen(sql`update noted set text = 'held'`)
          const ended = yield* Deferred.make<void>()
          const waiting = yield* Effect.fork(Effect.onExit(waits[which](sql), () => Deferred.succeed(ended, undefined)))
          yield* endedOrWaiting(waiting)
          yield* Fiber.interruptFork(waiting)
          yield* Deferred.await(ended)
          yield* other.commit
          expect(yield* leftOpen).toEqual([])
          expect(yield* noted).toEqual([{ id: 1, text: "held" }])
        })
      )
  )
})
