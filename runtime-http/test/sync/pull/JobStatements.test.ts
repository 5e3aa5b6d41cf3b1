import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import pg from "pg"
import { vi } from "vitest"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

/** How many messages a job of two empty lists may send. One more here is one more in every job of every connection. */
const MOST = 20
/** The same if each list has rows, and none is new, changed or missing. */
const MOST_UNCHANGED = 43

const keys = Effect.runSync(Effect.orDie(MasterKeys.parse(MasterKeys.generate())))
/** The spy must exist before the pool connects, because each client binds the method that it finds then. */
const query = vi.spyOn(pg.Client.prototype, "query")

/** The ids of the rows in each list of the vendor. */
let ids: ReadonlyArray<string> = []
const vendor = FakeVendor.client(() => FakeVendor.page(ids))
const world = JobRunner.layer.pipe(
  Layer.provide(Layer.orDie(ConnectorRegistry.layer([FakeVendor.connector()]))),
  Layer.provide(VendorSession.layer),
  Layer.provide(vendor.layer),
  Layer.provide([Connections.layer, Jobs.layer, RecordStore.layer()]),
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(Vault.layer(keys)),
  Layer.provideMerge(TestDatabase.postgres)
)

/** Claims the connection and runs its job; returns the messages to the database, in order: each is one statement or several. */
const messagesOf = (connectionId: string) =>
  Effect.gen(function* () {
    const schedule = yield* SyncSchedule.SyncSchedule
    const runner = yield* JobRunner.JobRunner
    query.mockClear()
    const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
    if (lease === null) return yield* Effect.die("not due")
    yield* runner.run(lease)
    return query.mock.calls.map(([statement]: ReadonlyArray<unknown>) =>
      typeof statement === "string" ? statement : (statement as { readonly text: string }).text
    )
  })

/** A connection whose job is due. */
const connected = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { connectionId } = yield* FakeStore.seed()
  const sealed = yield* (yield* Vault).seal(connectionId, FakeVendor.credentials)
  yield* sql`update connection set credentials = ${sealed} where id = ${connectionId}`
  return {
    connectionId,
    due: sql`update schedule set next_run_at = clock_timestamp() where connection_id = ${connectionId}`,
    statuses: sql`select status from job where connection_id = ${connectionId}`
  }
})

onPostgres("A job of two lists", () => {
  it.layer(world)((it) => {
    it.effect(
      "sends few messages if both lists are empty, none in a transaction of its own, both the first time and if nothing has changed",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { connectionId, due, statuses } = yield* connected
          ids = []
          const first = yield* messagesOf(connectionId)
          yield* due
          const next = yield* messagesOf(connectionId)
          for (const sent of [first, next]) {
            expect(sent.join("\n")).toContain("schedule_claim")
            expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(MOST)
            expect(sent.filter((text) => /^[;\s]*begin/i.test(text))).toEqual([])
          }
          expect(yield* statuses).toEqual([{ status: "SUCCESS" }, { status: "SUCCESS" }])
          expect(yield* sql`select count(*) as lists from record_counter where full_at is not null`).toEqual([
            { lists: 2 }
          ])
          expect(vendor.asked).toEqual(["/groups", "/users", "/groups", "/users"])
        })
    )

    it.effect("sends few messages if no row of the lists is new, changed or missing", () =>
      Effect.gen(function* () {
        const { connectionId, due, statuses } = yield* connected
        ids = ["a", "b"]
        yield* messagesOf(connectionId)
        yield* due
        const sent = yield* messagesOf(connectionId)
        expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(MOST_UNCHANGED)
        // Both lists were compared with what is stored.
        expect(sent.filter((text) => text.includes("is_unseen"))).toHaveLength(2)
        expect(yield* statuses).toEqual([{ status: "SUCCESS" }, { status: "SUCCESS" }])
      })
    )
  })
})
