import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as Housekeeper from "../../src/sync/Housekeeper.js"
import { TestDatabase } from "../TestDatabase.js"
import * as FakeStore from "./FakeStore.js"

const stores = SyncSchedule.layer.pipe(Layer.provideMerge(TestDatabase.layer))

/** Waits until a query returns no rows. */
const becomesEmpty = <E, R>(query: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  query.pipe(
    Effect.filterOrFail(
      (rows) => rows.length === 0,
      () => "not yet" as const
    ),
    Effect.retry({ while: (error) => error === "not yet", schedule: Schedule.spaced("10 millis") }),
    Effect.timeout("50 seconds")
  )

layer(stores, { excludeTestServices: true })("Housekeeper", (it) => {
  it.scoped("purges only what was deleted before the retention period", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deleted = (daysAgo: number) =>
        Effect.gen(function* () {
          const { connectionId } = yield* FakeStore.seed()
          yield* sql`delete from schedule where connection_id = ${connectionId}`
          yield* sql`
            update connection set state = 'DELETED', deleted_at = clock_timestamp() - make_interval(days => ${daysAgo})
            where id = ${connectionId}`
          return connectionId
        })
      const old = yield* deleted(3)
      const fresh = yield* deleted(1)
      yield* Housekeeper.make({ retentionDays: 2 })
      yield* becomesEmpty(sql`select 1 from connection where id = ${old}`)
      expect(yield* sql`select 1 from connection where id = ${fresh}`).toHaveLength(1)
    })
  )

  it.scoped("renews the facets of records that another release stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { connectionId } = yield* FakeStore.seed()
      yield* sql`
        insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
        values (${connectionId}, 'idp_user', ${connectionId}, 'u', 1, clock_timestamp(), '', '{"is_deleted":false}')`
      yield* sql`insert into record_counter (connection_id, kind, position, total) values (${connectionId}, 'idp_user', 1, 1)`
      yield* Housekeeper.make()
      yield* becomesEmpty(sql`select 1 from record where connection_id = ${connectionId} and facets is null`)
    })
  )
})
