import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Schedule, Scope } from "effect"
import { build } from "tsup"
import { Database } from "../../../src/store/postgres/Database.js"
import * as DataFolderLock from "../../../src/store/postgres/DataFolderLock.js"
import { EmbeddedPostgres } from "../../../src/store/postgres/EmbeddedPostgres.js"
import { TestDatabase } from "../../TestDatabase.js"

const packageFolder = fileURLToPath(new URL("../../..", import.meta.url))

const temporaryFolder = (parent: string) =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(parent, "tributary-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )

/** A data folder with a database, which starts in a tenth of the time of an empty one. */
const filledFolder = Effect.tap(temporaryFolder(tmpdir()), (folder) =>
  Effect.promise(() => TestDatabase.fillFolder(folder))
)

/** Whether a process is running; a zombie is not. */
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    const stat = existsSync("/proc/self/stat") ? readFileSync(`/proc/${pid}/stat`, "utf8") : ""
    return !/\) Z /.test(stat)
  } catch {
    return false
  }
}

/** Waits until a process has ended. The limit leaves a busy machine time, and ends long before the query of the test below. */
const ended = (pid: number) =>
  Effect.suspend(() => (runs(pid) ? Effect.fail(`process ${pid} still runs`) : Effect.void)).pipe(
    Effect.retry(Schedule.spaced(50).pipe(Schedule.upTo(20_000)))
  )

// The first start takes seconds of processor time, and other test files may keep the processors busy.
describe("EmbeddedPostgres", { timeout: 120_000, concurrent: true }, () => {
  it.scopedLive("keeps its data across a restart, and refuses a second process on the same folder", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryFolder(tmpdir()), "data")
      const scope = yield* Scope.make()
      const server = yield* EmbeddedPostgres.make({ dataDir }).pipe(Scope.extend(scope))
      const database = yield* Database.fromEmbedded(server).pipe(Scope.extend(scope))
      const insert = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table kept (id bigint)`
        yield* sql`insert into kept values (41), (42)`
      })
      yield* Effect.provide(insert, database)

      const second = yield* Effect.flip(EmbeddedPostgres.make({ dataDir }))
      expect(second.message).toContain(
        `(pid ${process.pid}) uses the data folder ${dataDir}. Stop it, or set TRIBUTARY_DATA_DIR to another folder`
      )

      const pid = yield* server.pid
      yield* Scope.close(scope, Exit.void)
      expect(runs(pid)).toBe(false)
      expect(existsSync(join(dataDir, "postgres.lock"))).toBe(false)

      const kept = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select id from kept order by id`)
      expect(yield* Effect.provide(kept, Database.layerEmbedded({ dataDir }))).toEqual([{ id: 41 }, { id: 42 }])
    })
  )

  it.scopedLive(
    "takes over the lock of a dead process, a lock whose pid belongs to another process now, and a truncated lock file",
    () =>
      Effect.gen(function* () {
        // A later test starts on the lock of a dead process; here, without starting one, the contents of the file.
        const file = join(yield* temporaryFolder(tmpdir()), "postgres.lock")
        const reused = { pid: process.pid, started: "1" }
        for (const lock of [JSON.stringify({ holder: reused, owner: reused }), '{"holder"']) {
          writeFileSync(file, lock)
          yield* DataFolderLock.acquire(file, process.pid)
          expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ holder: { pid: process.pid } })
          expect(readFileSync(file, "utf8")).not.toBe(lock)
        }
      })
  )

  it.scopedLive("reports why it does not start", () =>
    Effect.gen(function* () {
      const loadTemplate = join(yield* temporaryFolder(tmpdir()), "missing.tar")
      const error = yield* Effect.flip(EmbeddedPostgres.make({ memory: true, loadTemplate }))
      expect(error._tag).toBe("EmbeddedPostgresError")
      expect(error.message).toContain("ENOENT")
      // Nobody, root either, can make a folder below a file.
      const file = join(yield* temporaryFolder(tmpdir()), "file")
      writeFileSync(file, "")
      const unusable = yield* Effect.flip(EmbeddedPostgres.make({ dataDir: join(file, "data") })).pipe(
        Effect.timeout("20 seconds")
      )
      expect(unusable.message).toMatch(
        /^The lock file .*postgres\.lock cannot be written: .*ENOTDIR.*\. Make sure that this process may write to the data folder\.$/
      )
    })
  )

  it.live("fails if its start ends with a defect, instead of waiting for it", () =>
    Effect.gen(function* () {
      // No value of the right type makes the start throw instead of failing.
      const broken = { dataDir: 7 as unknown as string }
      const exit = yield* Effect.exit(Effect.scoped(EmbeddedPostgres.make(broken))).pipe(Effect.timeout("20 seconds"))
      expect(Exit.isFailure(exit)).toBe(true)
    })
  )

  it.scopedLive("restarts on the same port when its process is killed, without losing acknowledged writes", () =>
    Effect.gen(function* () {
      const dataDir = yield* filledFolder
      const server = yield* EmbeddedPostgres.make({ dataDir })
      const services = yield* Database.fromEmbedded(server)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table kept (id bigint)`
        yield* sql`insert into kept values (42)`
        const pid = yield* server.pid
        process.kill(pid, "SIGKILL")
        yield* ended(pid)
        const rows = yield* Effect.retry(sql`select id from kept`, Schedule.spaced(100).pipe(Schedule.upTo(60_000)))
        expect(rows).toEqual([{ id: 42 }])
        expect(yield* server.pid).not.toBe(pid)
      }).pipe(Effect.provide(services))
    })
  )

  it.scopedLive("keeps one connection usable through errors, interruptions and abandoned transactions", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(TestDatabase.embedded)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { pool } = yield* Database
        yield* sql`create table kept (id bigint)`
        for (let round = 0; round < 20; round++) {
          // pg closes the connection after a failed pool.query, so the next one arrives before the server has seen the close.
          yield* Effect.flip(Effect.tryPromise(() => pool.query("select nothing")))
          yield* sql`select 1`
          yield* Effect.flip(sql.withTransaction(Effect.zipRight(sql`insert into kept values (1)`, Effect.fail("no"))))
          yield* sql
            .withTransaction(Effect.zipRight(sql`insert into kept values (1)`, Effect.never))
            .pipe(Effect.timeoutOption(5))
          const counted = yield* sql`select count(*) from generate_series(1, 1000000)`.pipe(Effect.timeoutOption(5))
          expect(Option.isNone(counted)).toBe(true)
        }
        const rows = yield* Effect.all(
          Array.from({ length: 20 }, () => sql`select count(*) as n from kept`),
          { concurrency: 20 }
        )
        expect(new Set(rows.map(([row]) => row?.["n"]))).toEqual(new Set([0]))
      }).pipe(Effect.provide(services))
    })
  )

  it.scopedLive(
    "in the built package: ignores Ctrl-C, and dies with its parent, even in the middle of a long query",
    () =>
      Effect.gen(function* () {
        // The folder is inside the package, so that the built files find their dependencies.
        const cache = join(packageFolder, "node_modules/.cache")
        mkdirSync(cache, { recursive: true })
        const folder = yield* temporaryFolder(cache)
        const store = join(packageFolder, "src/store/postgres")
        yield* Effect.promise(() =>
          build({
            entry: {
              index: join(store, "EmbeddedPostgres.ts"),
              EmbeddedPostgresProcess: join(store, "EmbeddedPostgresProcess.ts")
            },
            outDir: join(folder, "dist"),
            config: false,
            format: ["esm"],
            target: "node20",
            silent: true,
            skipNodeModulesBundle: true,
            tsconfig: join(packageFolder, "tsconfig.json")
          })
        )
        writeFileSync(join(folder, "package.json"), '{"type":"module"}')
        yield* Effect.promise(() => TestDatabase.fillFolder(join(folder, "data")))
        writeFileSync(
          join(folder, "parent.js"),
          `import { Effect } from "effect"
         import { EmbeddedPostgres } from "./dist/index.js"
         import pg from "pg"
         process.on("SIGINT", () => {})
         await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
           const server = yield* EmbeddedPostgres.make({ dataDir: process.argv[2] })
           const client = new pg.Client(server.url)
           yield* Effect.promise(() => client.connect())
           const pid = yield* server.pid
           process.kill(pid, "SIGINT")
           yield* Effect.promise(() => client.query("select 1"))
           if (process.argv[3] === "busy") client.query("select count(*) from generate_series(1, 200000000)")
           console.log(pid)
           yield* Effect.never
         })))`
        )
        for (const load of ["idle", "busy"]) {
          const parent = yield* Effect.acquireRelease(
            Effect.sync(() =>
              spawn(process.execPath, [join(folder, "parent.js"), join(folder, "data"), load], {
                stdio: ["ignore", "pipe", "inherit"]
              })
            ),
            (process_) => Effect.sync(() => process_.kill("SIGKILL"))
          )
          const pid = yield* Effect.async<number>((resume) => {
            parent.stdout.once("data", (text: Buffer) => resume(Effect.succeed(Number(text.toString()))))
          })
          expect(runs(pid)).toBe(true)
          parent.kill("SIGKILL")
          yield* ended(pid)
        }
        // The killed parents have left a stale lock, but intact data.
        yield* Effect.scoped(EmbeddedPostgres.make({ dataDir: join(folder, "data") }))
      })
  )
})
