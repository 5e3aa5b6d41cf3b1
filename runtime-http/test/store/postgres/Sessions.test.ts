import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { until } from "../../../../tests/support/Wait.js"
import { processIdOf } from "../../../src/store/postgres/ServerLink.js"
import * as Sessions from "../../../src/store/postgres/Sessions.js"
import { onDirectPostgres, TestDatabase } from "../../TestDatabase.js"

const pool = Effect.flatMap(TestDatabase.makeUrl({ migrated: false }), (url) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const made = new pg.Pool({ connectionString: Redacted.value(url), max: 2, idleTimeoutMillis: 0 })
      made.on("error", () => {})
      return made
    }),
    // Without waiting: a test that fails keeps connections.
    (made) => Effect.sync(() => void made.end())
  )
)

/** A session whose statement has ended while its cancellation is on its way, and what answers that. */
const abandoned = async (made: pg.Pool, answerMillis = 600_000) => {
  const sessions = Sessions.make(made, answerMillis)
  const [target, other] = [await made.connect(), await made.connect()]
  const sent: Array<unknown> = []
  let answer: (cause: Error | null) => void = () => {}
  Object.assign(other, {
    query: (text: string, values: ReadonlyArray<unknown>, answered: (cause: Error | null) => void) => {
      sent.push([text, values])
      answer = answered
    }
  })
  const loan = sessions.lend(target)
  const statement = loan.query("select pg_sleep(60)").catch(() => null)
  other.release()
  let isDone = false
  sessions.cancel(loan.processID ?? 0, () => {
    isDone = true
  })
  await until(async () => (sent.length > 0 ? sent : null))
  expect(sent).toEqual([["select pg_cancel_backend($1)", [processIdOf(target)]]])
  // Ends the statement as its own end would.
  const outside = new pg.Client(made.options)
  await outside.connect()
  await outside.query("select pg_cancel_backend($1)", [processIdOf(target)])
  await outside.end()
  await statement
  await until(async () => (Reflect.get(target, "readyForQuery") === true ? true : null))
  loan.release()
  return { target, loan, answer, isDone: () => isDone }
}

onDirectPostgres("the sessions of a pool", () => {
  it.scopedLive("are given on only when Postgres has answered the cancellation of their last statement", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const { answer, isDone, loan, target } = await abandoned(made)
        expect([made.idleCount, isDone()]).toEqual([0, false])
        expect(() => loan.release()).toThrow()
        answer(null)
        expect([made.idleCount, isDone()]).toEqual([2, true])
        const next = [await made.connect(), await made.connect()]
        expect(next).toContain(target)
        for (const each of next) each.release()
      })
    })
  )

  it.scopedLive("end if the cancellation of their last statement may still arrive", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const { answer, isDone } = await abandoned(made)
        answer(new Error("the connection ended"))
        expect(isDone()).toBe(true)
        expect(await until(async () => (made.totalCount === 0 ? made.idleCount : null))).toBe(0)
      })
    })
  )

  it.scopedLive("end if nobody says whether the cancellation of their last statement arrived", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const { isDone } = await abandoned(made, 1)
        expect(await until(async () => (made.totalCount === 0 ? isDone() : null))).toBe(true)
      })
    })
  )

  it.scopedLive("end if they are given back in a transaction", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const client = Sessions.make(made).lend(await made.connect())
        await client.query("begin")
        client.release()
        expect(await until(async () => (made.totalCount === 0 ? made.idleCount : null))).toBe(0)
      })
    })
  )

  it.scopedLive("are given on when their statement has ended, also if its user does not wait for that", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const loan = Sessions.make(made).lend(await made.connect())
        const statement = loan.query("select 1")
        loan.release()
        expect(made.idleCount).toBe(0)
        await statement
        expect(await until(async () => (made.idleCount === 1 ? made.totalCount : null))).toBe(1)
      })
    })
  )

  it.scopedLive("keep their statement when a cancellation of the user before arrives late", () =>
    Effect.gen(function* () {
      const made = yield* pool
      yield* Effect.promise(async () => {
        const sessions = Sessions.make(made)
        const before = sessions.lend(await made.connect())
        before.release()
        const next = sessions.lend(await made.connect())
        const statement = next.query("select 1")
        let isDone = false
        sessions.cancel(before.processID ?? 0, () => {
          isDone = true
        })
        // Without asking Postgres, which would take a second connection.
        expect([isDone, made.totalCount]).toEqual([true, 1])
        await statement
        next.release()
      })
    })
  )
})
