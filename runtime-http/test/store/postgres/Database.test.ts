import { connect, createServer, Socket } from "node:net"
import { inspect } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Either, Fiber, Layer, Redacted, Schedule, TestClock } from "effect"
import { vi } from "vitest"
import { Database, runNamed } from "../../../src/store/postgres/Database.js"
import * as DatabaseAddress from "../../../src/store/postgres/DatabaseAddress.js"
import {
  isBusy,
  isTooLong,
  isUnavailable,
  reasonOf,
  retryWhileUnavailable
} from "../../../src/store/postgres/DatabaseFailure.js"
import { onDirectPostgres, TestDatabase } from "../../TestDatabase.js"

const withParts = (url: Redacted.Redacted<string>, change: (url: URL) => void): Redacted.Redacted<string> => {
  const changed = new URL(Redacted.value(url))
  change(changed)
  return Redacted.make(changed.href)
}

const databaseAt = (url: Redacted.Redacted<string>, maxConnections = 3) =>
  Layer.build(Database.layerUrl({ url, maxConnections }))

/** How often a test tries again. Only its own time limit ends that. */
const soon = Schedule.spaced(Duration.millis(20))

const backendPid = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ pid: number }>`select pg_backend_pid() as pid`, ([row]) => row?.pid ?? 0)
)

describe("Database, server or embedded", () => {
  it.layer(TestDatabase.layer)((it) => {
    it.effect("reads bigint as a number, and fails rather than losing digits", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`select 9007199254740991::bigint as n, count(*) as c from setting`).toEqual([
          { n: Number.MAX_SAFE_INTEGER, c: 0 }
        ])
        const error = yield* Effect.flip(sql`select 9007199254740993::bigint as n`)
        expect(isUnavailable(error)).toBe(false)
        expect(yield* sql`select 1 as n`).toEqual([{ n: 1 }])
      })
    )

    it.scoped("runs statements one after the other on a reserved connection", () =>
      Effect.gen(function* () {
        const warnings: Array<string> = []
        const note = (warning: Error) => void warnings.push(warning.message)
        process.on("warning", note)
        yield* Effect.addFinalizer(() => Effect.sync(() => process.off("warning", note)))
        const connection = yield* (yield* SqlClient.SqlClient).reserve
        const answers = yield* Effect.all(
          ["1", "2", "3"].map((n) => connection.executeValues(`select ${n}::int`, [])),
          { concurrency: "unbounded" }
        )
        expect(answers).toEqual([[[1]], [[2]], [[3]]])
        expect(warnings).toEqual([])
      })
    )

    it.effect("reports a deferred constraint that fails at commit as a SqlError", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table parent (id int primary key)`
        yield* sql`create table child (parent int references parent deferrable initially deferred)`
        const error = yield* Effect.flip(sql.withTransaction(sql`insert into child values (1)`))
        expect(error._tag).toBe("SqlError")
        expect(isUnavailable(error)).toBe(false)
      })
    )
  })
})

describe("Database settings", () => {
  const password = "hunter2hunter2"

  it.scoped("refuses every URL that is not a Postgres database, without quoting it", () =>
    Effect.gen(function* () {
      for (const text of [`mysql://u:${password}@h/db`, `postgres://u:${password}@h:port/db`, password, ""]) {
        const error = yield* Effect.flip(databaseAt(Redacted.make(text)))
        expect(error._tag).toBe("DatabaseSettingsError")
        expect(inspect(error, { depth: 9 })).not.toContain(password)
      }
    })
  )

  it.scoped("refuses a URL whose password has a raw character that ends the host, and names no part of it", () =>
    Effect.gen(function* () {
      for (const raw of [
        "Tr0ub@dor/3secret",
        "/9f8secret",
        "12/34",
        "1234#secret",
        "77?secret",
        "77?a=b",
        "x@dor?a=b"
      ]) {
        const url = Redacted.make(`postgres://app:${raw}@127.0.0.1:1/z4`)
        const error = yield* Effect.flip(databaseAt(url))
        expect([raw, error._tag]).toEqual([raw, "DatabaseSettingsError"])
        expect(error.message).toContain("The database URL is invalid.")
        expect(DatabaseAddress.subjectOf({ databaseUrl: url, dataDir: "" })).toBe("The database of DATABASE_URL")
      }
      const encoded = Redacted.make(`postgres://app:${encodeURIComponent("a@b/c?d#e")}@127.0.0.1:1/z4?sslmode=disable`)
      expect(yield* Effect.flip(databaseAt(encoded))).toMatchObject({ _tag: "SqlError" })
      expect(DatabaseAddress.subjectOf({ databaseUrl: encoded, dataDir: "" })).toBe(
        'The database "z4" at 127.0.0.1:1, with the user "app",'
      )
    })
  )

  it("names a database without control characters, and not all of a long name", () => {
    const databaseUrl = Redacted.make(`postgres://app@127.0.0.1:1/%1B[2J${"x".repeat(5_000)}`)
    const name = DatabaseAddress.nameOf({ databaseUrl, dataDir: "" })
    expect(name).toMatch(/^The database "\\u001b\[2Jx{100,300}" at 127\.0\.0\.1:1, with the user "app"$/)
  })

  it.scoped("reports a refused connection without the password", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(databaseAt(Redacted.make(`postgres://u:${password}@127.0.0.1:1/db`)))
      expect(error._tag).toBe("SqlError")
      expect(error instanceof SqlError && isUnavailable(error)).toBe(true)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(password)
    })
  )

  it("distinguishes an outage from a faulty query", () => {
    const failed = (cause: unknown) => isUnavailable(new SqlError({ cause, message: "" }))
    const withCode = (code: string) => Object.assign(new Error("x"), { code })
    for (const code of [
      "08006",
      "53300",
      "57P01",
      "57P03",
      "57014",
      "40P01",
      "40001",
      "ECONNREFUSED",
      "ENOTFOUND",
      "ETIMEDOUT"
    ]) {
      expect(failed(withCode(code)), code).toBe(true)
    }
    for (const code of ["23505", "42P01", "42601", "22P02", "28P01"]) {
      expect(failed(withCode(code)), code).toBe(false)
    }
    for (const code of ["57014", "40P01", "40001"]) {
      expect(isBusy(new SqlError({ cause: withCode(code), message: "" })), code).toBe(true)
    }
    expect(failed(new Error("Connection terminated unexpectedly"))).toBe(true)
    expect(failed(new Error("timeout exceeded when trying to connect"))).toBe(true)
    expect(failed(new Error("outer", { cause: withCode("ECONNRESET") }))).toBe(true)
    expect(failed(new Error("something else"))).toBe(false)
    expect(failed(undefined)).toBe(false)
  })

  it("says what a message of the driver without a code means, and quotes no other text", () => {
    const reason = (message: string) => reasonOf(new SqlError({ cause: new Error(message), message: "" }))
    expect(reason("Connection terminated unexpectedly")).toBe("the database cannot be used: it closed the connection")
    expect(reason("duplicate key: Jane Roe")).toBe("the database call failed with Error")
  })

  it.effect("repeats a call that fails after a minute, because the database may have been frozen meanwhile", () =>
    Effect.gen(function* () {
      let calls = 0
      const canceled = new SqlError({ cause: Object.assign(new Error("canceled"), { code: "57014" }), message: "" })
      const call = (fails: number) =>
        retryWhileUnavailable(
          Effect.suspend(() => {
            calls += 1
            return calls > fails ? Effect.succeed(calls) : Effect.delay(Effect.fail(canceled), "1 minute")
          })
        )
      const after = (fails: number) =>
        Effect.gen(function* () {
          calls = 0
          const fiber = yield* Effect.fork(Effect.either(call(fails)))
          yield* TestClock.adjust("1 hour")
          return yield* Fiber.join(fiber)
        })
      expect(yield* after(1)).toEqual(Either.right(2))
      expect(yield* after(3)).toEqual(Either.left(canceled))
      expect(calls).toBe(2)
    })
  )
})

onDirectPostgres("Database on a Postgres server", () => {
  it.scopedLive("notices within half a minute that the machine of the server is gone", () =>
    Effect.gen(function* () {
      const probes = vi.spyOn(Socket.prototype, "setKeepAlive")
      yield* Effect.addFinalizer(() => Effect.sync(() => probes.mockRestore()))
      yield* databaseAt(yield* TestDatabase.makeUrl({ migrated: false }))
      // The system sends the first probe after the delay in milliseconds, and gives up ten seconds later. 0 means two hours.
      expect(probes.mock.calls).not.toEqual([])
      for (const [isOn, delay] of probes.mock.calls) expect([isOn, delay]).toEqual([true, 10_000])
    })
  )

  it.scopedLive("applies its own settings to every connection, and keeps those of the URL", () =>
    Effect.gen(function* () {
      const url = withParts(yield* TestDatabase.makeUrl({ migrated: false }), (_) =>
        _.searchParams.set("options", "-c work_mem=5MB")
      )
      const context = yield* databaseAt(url)
      const sql = yield* Effect.provide(SqlClient.SqlClient, context)
      const names = ["jit", "idle_in_transaction_session_timeout", "statement_timeout", "application_name", "work_mem"]
      const values = yield* Effect.forEach(
        names,
        (name) => sql<{ value: string }>`select current_setting(${name}) as value`
      )
      expect(values.map(([row]) => row?.value)).toEqual(["off", "5s", "1min", "tributary", "5MB"])
    })
  )

  it.scopedLive("keeps one plan for a statement if keepsPlans is set, however cheap other plans would be", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const context = yield* Layer.build(Database.layerUrl({ url, maxConnections: 1, keepsPlans: true }))
      const database = Context.get(context, Database)
      const named = { name: "one_value", text: "select 1 where $1 = 1" }
      yield* runNamed(database, named, [1])
      yield* runNamed(database, named, [2])
      const plans = yield* Effect.provide(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`select generic_plans, custom_plans from pg_prepared_statements where name = 'one_value'`
        ),
        context
      )
      expect(plans).toEqual([{ generic_plans: 2, custom_plans: 0 }])
    })
  )

  it.scopedLive("ends a query that takes longer than it may, and the connection serves others without that limit", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const context = yield* Layer.build(Database.layerUrl({ url, maxConnections: 1 }))
      const database = Context.get(context, Database)
      const slow = { name: "slow", text: "select 7 from pg_sleep(600)", maxSecs: 0.02 }
      const error = yield* Effect.flip(runNamed(database, slow, []))
      expect([isTooLong(error), isUnavailable(error)]).toEqual([true, true])
      const quick = { name: "quick", text: "select $1::int", maxSecs: 60 }
      expect(yield* runNamed(database, quick, [7])).toEqual([[7]])
      const limit = { name: "statement_limit", text: "select current_setting('statement_timeout')" }
      expect(yield* runNamed(database, limit, [])).toEqual([["1min"]])
    })
  )

  it.scopedLive("keeps the password out of every printed form of its pool", () =>
    Effect.gen(function* () {
      const url = withParts(yield* TestDatabase.makeUrl({ migrated: false }), (_) => {
        _.password = "hunter2hunter2"
      })
      const context = yield* databaseAt(url)
      const { pool } = yield* Effect.provide(Database, context)
      expect(inspect(pool, { depth: 9 })).not.toContain("hunter2")
      expect(JSON.stringify(pool.options)).not.toContain("hunter2")
    })
  )

  it.scopedLive("reports an outage when its connections are terminated, then recovers", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const admin = yield* Effect.provide(SqlClient.SqlClient, yield* databaseAt(url))
      const context = yield* databaseAt(url)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const terminate = (pid: number) => admin`select pg_terminate_backend(${pid})`
        const expectOutage = (error: SqlError) => {
          expect(error._tag).toBe("SqlError")
          expect(isUnavailable(error)).toBe(true)
        }

        // Connections are terminated while a statement runs,
        const sleeping = yield* Effect.fork(Effect.flip(sql`select pg_sleep(30)`))
        const pid = yield* admin<{
          pid: number
        }>`select pid from pg_stat_activity where query = 'select pg_sleep(30)'`.pipe(
          Effect.filterOrFail(
            (rows) => rows.length === 1,
            () => "not yet"
          ),
          Effect.map(([row]) => row?.pid ?? 0),
          Effect.retry(soon)
        )
        yield* terminate(pid)
        expectOutage(yield* Fiber.join(sleeping))

        // inside a transaction (before the next statement, a commit and a rollback),
        const lost = Effect.flatMap(backendPid, terminate)
        expectOutage(yield* Effect.flip(sql.withTransaction(Effect.zipRight(lost, sql`select 1`))))
        expectOutage(yield* Effect.flip(sql.withTransaction(lost)))
        const given = new SqlError({ cause: new Error("given up"), message: "given up" })
        expectOutage(yield* Effect.flip(sql.withTransaction(Effect.zipRight(lost, Effect.fail(given)))))

        // and while idle in the pool.
        yield* Effect.forEach(yield* Effect.all([backendPid, backendPid], { concurrency: 2 }), terminate)
        const rows = yield* Effect.retry(sql`select 1 as one`, { while: isUnavailable, schedule: soon })
        expect(rows).toEqual([{ one: 1 }])
      }).pipe(Effect.provide(context))
    })
  )

  it.scopedLive("recovers when the server goes away and comes back [contract: database-unavailable]", () =>
    Effect.gen(function* () {
      const target = new URL(Redacted.value(yield* TestDatabase.makeUrl({ migrated: false })))
      const proxy = yield* makeProxy(target.hostname, Number(target.port || 5432))
      const url = withParts(Redacted.make(target.href), (_) => {
        _.host = `127.0.0.1:${proxy.port}`
      })
      const sql = yield* Effect.provide(SqlClient.SqlClient, yield* databaseAt(url))
      yield* sql`select 1`
      yield* proxy.stop
      const error = yield* Effect.flip(sql`select 1`.pipe(Effect.repeat(Schedule.recurs(3))))
      expect(isUnavailable(error)).toBe(true)
      expect(isUnavailable(yield* Effect.flip(sql.withTransaction(sql`select 1`)))).toBe(true)
      yield* proxy.start
      expect(yield* Effect.retry(sql`select 1 as one`, { while: isUnavailable, schedule: soon })).toEqual([{ one: 1 }])
    })
  )

  it.scopedLive("gives up a query after the time limit, and uses another connection for the next one", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const database = yield* Effect.provide(
        Database,
        yield* Layer.build(Database.layerUrl({ url, maxConnections: 1, queryTimeout: Duration.millis(200) }))
      )
      const slow = runNamed(database, { name: "slow", text: "select pg_sleep(60)" }, [])
      expect((yield* Effect.flip(slow))._tag).toBe("SqlError")
      expect(yield* runNamed(database, { name: "quick", text: "select 1" }, [])).toEqual([[1]])
    })
  )

  it.scopedLive("runs a query in its turn, and ends the turn once, whether or not the query fails", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const database = yield* Effect.provide(
        Database,
        yield* Layer.build(Database.layerUrl({ url, maxConnections: 1 }))
      )
      const starts: Array<() => void> = []
      const took: Array<number> = []
      const turns = { enter: (start: () => void) => starts.push(start), leave: (millis: number) => took.push(millis) }
      const run = (text: string) => runNamed({ ...database, turns }, { name: text, text }, [])
      for (const text of ["select 1", "select 1 / 0", "select 1"]) {
        const fiber = yield* Effect.fork(Effect.either(run(text)))
        while (starts.length === 0) yield* Effect.yieldNow()
        expect(took.length).toBeLessThan(3)
        starts.pop()?.()
        const result = yield* Fiber.join(fiber)
        expect(Either.isRight(result) ? result.right : result.left._tag).toEqual(
          text === "select 1" ? [[1]] : "SqlError"
        )
      }
      expect([took.length, took.every((millis) => millis > 0)]).toEqual([3, true])
    })
  )

  it.scopedLive("queues a call while all connections are busy", () =>
    Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: false })
      const sql = yield* Effect.provide(SqlClient.SqlClient, yield* databaseAt(url, 1))
      const entered = yield* Deferred.make<void>()
      const free = yield* Deferred.make<void>()
      const holder = sql.withTransaction(Effect.zipRight(Deferred.succeed(entered, undefined), Deferred.await(free)))
      const fiber = yield* Effect.fork(holder)
      yield* Deferred.await(entered)
      const waiting = yield* Effect.fork(sql`select 1 as one`)
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.join(fiber)
      expect(yield* Fiber.join(waiting)).toEqual([{ one: 1 }])
    })
  )
})

/** A proxy to the server that a test can close. */
const makeProxy = (host: string, port: number) =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const server = createServer((near) => {
      const far = connect(port, host)
      for (const [socket, other] of [
        [near, far],
        [far, near]
      ] as const) {
        sockets.add(socket)
        socket.on("error", () => {}).on("close", () => other.destroy())
        socket.pipe(other)
      }
    })
    const listen = (at: number) =>
      Effect.async<void>((resume) => void server.listen(at, "127.0.0.1", () => resume(Effect.void)))
    const stop = Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      for (const socket of sockets) {
        socket.destroy()
      }
    })
    yield* Effect.acquireRelease(listen(0), () => stop)
    const address = server.address()
    const own = typeof address === "object" && address !== null ? address.port : 0
    return { port: own, stop, start: listen(own) }
  })
