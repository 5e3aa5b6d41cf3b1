import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as ConnectionOverview from "../../../src/store/operators/ConnectionOverview.js"
import * as ServiceOverview from "../../../src/store/operators/ServiceOverview.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { onPostgres, TestDatabase } from "../../TestDatabase.js"
import * as Reads from "../Reads.js"

const CONNECTIONS = 1_000
const JOBS = 50
const RECORDS = 20

/** Connections with a list each, and many jobs and records that no overview needs to read. */
const fill = ({ accountId, organizationId }: FakeStore.Seeded) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
      select gen_random_uuid(), ${accountId}, ${organizationId}, 'FAKE', 'ACTIVE', 3600, 3600
      from generate_series(1, ${CONNECTIONS})`
    yield* sql`
      insert into scan (connection_id, extractor, baseline, last_scan_at) select id, 'idp /users', '', now() from connection`
    yield* sql`
      insert into record_counter (connection_id, kind, total) select id, 'test', ${RECORDS} from connection`
    yield* sql`
      insert into job (id, connection_id, status, created_at, finished_at)
      select gen_random_uuid(), id, 'SUCCESS', now() - n * interval '1 day', now() - n * interval '1 day'
      from connection, generate_series(1, ${JOBS}) as n`
    yield* sql`
      insert into job (id, connection_id, status, finished_at)
      select gen_random_uuid(), id, 'FAILED', now() from connection limit 10`
    yield* sql`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire)
      select id, 'test', gen_random_uuid(), n::text, n, now(), '', '{}'
      from connection, generate_series(1, ${RECORDS}) as n`
    yield* sql`
      insert into outbound_job (id, account_id, connection_id, vendor, task_name, status)
      select gen_random_uuid(), account_id, id, 'FAKE', 'test', 'SUCCESS' from connection`
    yield* sql`vacuum analyze`
  })

const stores = Layer.mergeAll(ConnectionOverview.layer, ServiceOverview.layer, SyncSchedule.layer).pipe(
  Layer.provideMerge(TestDatabase.postgres)
)

onPostgres(`With ${CONNECTIONS} connections and ${CONNECTIONS * JOBS} jobs that ended long ago,`, () => {
  it.layer(stores)((it) => {
    it.effect(
      "no overview of operators reads records, or jobs but those of its page and of the last hour",
      () =>
        Effect.gen(function* () {
          yield* fill(yield* FakeStore.seed())
          const connections = yield* ConnectionOverview.ConnectionOverview
          const service = yield* ServiceOverview.ServiceOverview
          const page = { limit: 100, offset: 0 }
          const overviews = {
            status: service.status,
            processes: service.processes,
            jobs: service.jobs({ sinceSecs: 3_600 }, page),
            "failed jobs": service.jobs({ sinceSecs: 3_600, statuses: ["FAILED"] }, page),
            connections: connections.list({}, page),
            "failing connections": connections.list({ isFailing: true }, page),
            "stale connections": connections.list({ staleSecs: 3_600 }, page),
            "counts of records": service.records({}),
            "the age of data": service.freshness({}),
            "tickets in flight": service.outboundJobs({}, page),
            "deletions that wait": service.heldBack({}, page)
          }
          for (const [name, overview] of Object.entries(overviews)) {
            const { probed, scanned } = yield* Reads.of(overview as Effect.Effect<unknown, unknown>)
            // Each reads the connections, and the rows that there is one of for each, but a few times.
            const isBounded = scanned + probed < 12 * CONNECTIONS
            expect({ name, isBounded, read: isBounded ? 0 : scanned + probed }).toEqual({
              name,
              isBounded: true,
              read: 0
            })
          }
        }),
      120_000
    )
  })
})
