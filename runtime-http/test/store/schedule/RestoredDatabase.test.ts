import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as RestoredDatabase from "../../../src/store/schedule/RestoredDatabase.js"
import { EVERY_VENDOR } from "../../../src/store/schedule/StoppedConnectors.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"

/** Makes the stored identity that of another database, or of another history of this one, as if that one had written the row. */
const became = (change: { readonly database?: string | null; readonly timeline?: string }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update setting
      set value = (value::jsonb || ${JSON.stringify(change)}::jsonb || jsonb_build_object('writtenBy', pg_current_xact_id()::xid::text))::text
      where name = 'restore/database'`
  )

/** What a start on a host finds, and whether the installation is held then. */
const start = (host: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { check, note } = yield* RestoredDatabase.make(host)
    const finding = yield* check
    yield* note
    const held = yield* sql`select from connector_stop where vendor = ${EVERY_VENDOR}`
    return [finding, held.length > 0]
  })

/** A database whose jobs a process of the host `home` has run. */
const begun = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from connector_stop`
  yield* sql`delete from runner_host`
  yield* sql`delete from setting where name like 'restore/%'`
  yield* sql`delete from outbound_job`
  yield* start("home")
})

const restored = { database: "another/1" }

onPostgres("A database that may be a copy", () => {
  layer(SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.postgres)))((it) => {
    it.effect("is the same after a restart, whatever the host", () =>
      Effect.gen(function* () {
        yield* begun
        expect(yield* start("home")).toEqual(["same", false])
        expect(yield* start("other")).toEqual(["same", false])
      })
    )

    it.effect("is not held after a failover, whatever the host", () =>
      Effect.gen(function* () {
        yield* begun
        yield* became({ timeline: "0000FFFF" })
        expect(yield* start("other")).toEqual(["restored", false])
        expect(yield* start("other")).toEqual(["same", false])
      })
    )

    it.effect("is held if it is a copy on a host that has never run its jobs, and stays so", () =>
      Effect.gen(function* () {
        yield* begun
        yield* start("second home")
        yield* became(restored)
        expect(yield* start("other")).toEqual(["held", true])
        expect(yield* start("home")).toEqual(["same", true])
      })
    )

    it.effect("is not held if it is a copy on a host that has run its jobs", () =>
      Effect.gen(function* () {
        yield* begun
        yield* start("second home")
        yield* became(restored)
        expect(yield* start("home")).toEqual(["restored", false])
      })
    )

    it.effect("is restored if a dump was read into the same database, which then has not written its row itself", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begun
        yield* sql`update setting set value = value where name = 'restore/database'`
        expect(yield* start("other")).toEqual(["restored", false])
        expect(yield* start("other")).toEqual(["same", false])
      })
    )

    it.effect("learns what the server did not tell before, without a restore", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begun
        const stored = Effect.map(
          sql<{ readonly database: string | null }>`
            select value::jsonb ->> 'database' as database from setting where name = 'restore/database'`,
          ([row]) => row?.database ?? null
        )
        const own = yield* stored
        yield* became({ database: null })
        expect([yield* start("other"), yield* stored]).toEqual([["same", false], own])
      })
    )

    it.effect("stays at home on a host whose process has seen the restore", () =>
      Effect.gen(function* () {
        yield* begun
        const { check } = yield* RestoredDatabase.make("home")
        for (const database of ["another/1", "another/2"]) {
          yield* became({ database })
          expect(yield* check).toBe("restored")
        }
      })
    )

    it.effect("is not held if a move was announced, once and within a day", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begun
        yield* RestoredDatabase.announceMove
        yield* became(restored)
        expect(yield* start("other")).toEqual(["restored", false])
        yield* became(restored)
        expect(yield* start("third")).toEqual(["held", true])

        yield* begun
        yield* RestoredDatabase.announceMove
        yield* sql`update setting set value = (value::timestamptz - interval '25 hours')::text where name = 'restore/move'`
        yield* became(restored)
        expect(yield* start("other")).toEqual(["held", true])
      })
    )

    it.effect("makes queued tickets search first, but not those that search already", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* begun
        const { accountId, connectionId } = yield* FakeStore.seed()
        const queue = (status: string, uncertain: string | null) => sql`
          insert into outbound_job (id, account_id, connection_id, vendor, task_name, status, uncertain_since)
          values (gen_random_uuid(), ${accountId}, ${connectionId}, 'FAKE', ${`${status} ${uncertain}`}, ${status}, ${uncertain}::timestamptz)`
        yield* queue("QUEUED", null)
        yield* queue("RUNNING", null)
        yield* queue("QUEUED", "2024-05-01")
        yield* queue("SUCCESS", null)
        yield* became({ timeline: "0000FFFF" })
        yield* start("home")
        const rows = yield* sql<{ readonly task_name: string }>`
          select task_name from outbound_job where restored_at is not null order by task_name`
        expect(rows.map(({ task_name }) => task_name)).toEqual(["QUEUED null", "RUNNING null"])
      })
    )

    it.effect("is held once if several processes start on it together", () =>
      Effect.gen(function* () {
        yield* begun
        yield* became(restored)
        const found = yield* Effect.all([start("a"), start("b"), start("c")], { concurrency: "unbounded" })
        expect(found.map(([finding]) => finding).toSorted()).toEqual(["held", "same", "same"])
      })
    )
  })
})
