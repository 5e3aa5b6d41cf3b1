/*
 * One process of an installation, for Cluster.test.ts: the real scheduler, jobs and record store on a slow fake vendor.
 *
 * Every write adds a row to `write_log`, in the same transaction.
 */

import { NodeRuntime } from "@effect/platform-node"
import * as SqlClient from "@effect/sql/SqlClient"
import { Config, Duration, Effect, Layer } from "effect"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as Scheduler from "../../../src/sync/schedule/Scheduler.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

const main = Effect.gen(function* () {
  const url = yield* Config.redacted("DATABASE_URL")
  const process = yield* Config.integer("PROCESS")
  const pages = yield* Config.integer("PAGES")
  const pause = Duration.millis(yield* Config.integer("PAGE_MILLIS"))

  const loggedStore = Layer.effect(
    RecordStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* RecordStore.make()
      return RecordStore.of({
        ...store,
        write: (scan, page, also) =>
          sql.withTransaction(
            Effect.zipLeft(
              store.write(scan, page, also),
              sql`
                insert into write_log (connection_id, fence, crashes, process, at)
                select connection_id, fence, crashes, ${process}::int, clock_timestamp()
                from schedule where connection_id = ${scan.lease.connectionId}`
            )
          )
      })
    })
  )

  const vendor = FakeVendor.client((_, address) =>
    Effect.gen(function* () {
      yield* Effect.sleep(pause)
      // An opaque token: a number would be an index, and a list that is paged by index is not resumed in its middle.
      const number = Number(address.searchParams.get("after")?.slice("token-".length) ?? 0)
      const rows = FakeVendor.page([`row-${number}`], number + 1 < pages ? `token-${number + 1}` : null)
      return Response.json(rows)
    })
  )

  const runner = JobRunner.layer.pipe(
    Layer.provide([
      FakeStore.connections,
      Jobs.layer,
      loggedStore,
      VendorSession.layer,
      ConnectorRegistry.layer([FakeVendor.connector({ device_groups: [FakeVendor.groups] })])
    ]),
    Layer.provide(vendor.layer)
  )
  const scheduler = Scheduler.layerCluster({ drain: "500 millis", maxJobs: 50 })
  return yield* Layer.launch(
    scheduler.pipe(
      Layer.provide(runner),
      Layer.provide(SyncSchedule.layer),
      Layer.provide(Database.layerUrl({ url, maxConnections: 10 }))
    )
  )
})

NodeRuntime.runMain(main)
