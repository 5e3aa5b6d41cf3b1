import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as ErasureWork from "../../src/store/erasure/ErasureWork.js"
import * as FacetBackfill from "../../src/store/FacetBackfill.js"
import * as OutboundJobs from "../../src/store/jobs/OutboundJobs.js"
import { facetVersion } from "../../src/store/postgres/RecordTable.js"
import * as Retention from "../../src/store/Retention.js"
import * as RunnerRegistry from "../../src/store/schedule/RunnerRegistry.js"
import { SHARDS } from "../../src/store/schedule/Shard.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../src/store/secrets/Vault.js"
import * as WebhookDeliveries from "../../src/store/webhooks/WebhookDeliveries.js"
import * as FakeStore from "../sync/FakeStore.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"
import * as Reads from "./Reads.js"

const { IdpUser } = RecordKind

const CONNECTIONS = 100_000
const allShards = Array.from({ length: SHARDS }, (_, index) => index + 1)

/** Fills every table that a periodic query reads: each connection is between two runs, and nothing that was deleted has expired. */
const fill = ({ accountId, organizationId }: FakeStore.Seeded) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into organization (id, account_id, name, deleted_at)
      select gen_random_uuid(), ${accountId}, 'test', clock_timestamp() from generate_series(1, ${CONNECTIONS / 10})`
    yield* sql`
      insert into connection
        (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, deleted_at)
      select
        gen_random_uuid(), ${accountId}, ${organizationId}, 'FAKE', (array['ACTIVE', 'DELETED'])[1 + n % 2], 3600, 3600,
        clock_timestamp()
      from generate_series(1, ${CONNECTIONS}) as n`
    yield* sql`
      insert into schedule (connection_id, vendor, shard, interval_secs, timeout_secs, next_run_at)
      select
        id, vendor, 1 + abs(hashtext(id::text)) % ${SHARDS}::int, 3600, 3600,
        clock_timestamp() + (1 + random()) * interval '1 hour'
      from connection`
    yield* sql`
      insert into job (id, connection_id, status, finished_at)
      select gen_random_uuid(), id, 'SUCCESS', clock_timestamp() from connection`
    yield* sql`
      insert into outbound_job (id, account_id, connection_id, vendor, task_name, status, due_at, finished_at)
      select
        gen_random_uuid(), ${accountId}, id, 'FAKE', 'test', case when state = 'ACTIVE' then 'QUEUED' else 'SUCCESS' end,
        clock_timestamp() + interval '1 hour', case when state = 'DELETED' then clock_timestamp() end
      from connection`
    yield* sql`
      insert into webhook (id, account_id, url, events) values (${accountId}, ${accountId}, 'https://a.example', '{job.finished}')`
    yield* sql`
      insert into webhook_delivery (webhook_id, account_id, connection_id, type, data, state, due_at)
      select
        ${accountId}, ${accountId}, id, 'job.finished', '{}', case when state = 'ACTIVE' then 'PENDING' else 'DELIVERED' end,
        clock_timestamp() + interval '1 hour'
      from connection`
    yield* sql`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, is_gone, is_listed, gone_at, hash, wire)
      select id, 'test', id, 'test', 1, clock_timestamp(), true, false, clock_timestamp(), '', '{}' from connection limit ${CONNECTIONS / 10}`
    yield* sql`
      insert into record_counter (connection_id, kind, facet_version)
      select id, ${IdpUser.name}, ${facetVersion(IdpUser)} from connection`
    yield* sql`
      insert into rate_budget (key, blocked_until, ends_at)
      select uuid_send(id), clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 hour' from connection`
    yield* sql`
      insert into rate_line (key, taken_until) select uuid_send(id), clock_timestamp() + interval '1 hour' from connection`
    for (const [table, ending] of [
      ["rate_budget", "ends_at"],
      ["rate_line", "taken_until"]
    ] as const) {
      yield* sql`
        insert into ${sql(table)} (key, ${sql(ending)})
        select id::text::bytea, clock_timestamp() from connection limit ${CONNECTIONS / 10}`
    }
    yield* sql`vacuum analyze`
  })

const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)

const stores = Layer.merge(OutboundJobs.layer(), WebhookDeliveries.layer).pipe(
  Layer.provide(vault),
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(TestDatabase.postgres)
)

onPostgres(`With ${CONNECTIONS} connections, of which one is due,`, () => {
  it.layer(stores)((it) => {
    it.effect(
      "no periodic query reads more than a few rows",
      () =>
        Effect.gen(function* () {
          const schedule = yield* SyncSchedule.SyncSchedule
          const outbound = yield* OutboundJobs.OutboundJobs
          const deliveries = yield* WebhookDeliveries.WebhookDeliveries
          const seeded = yield* FakeStore.seed()
          yield* schedule.remove(seeded.connectionId)
          yield* fill(seeded)
          const { connectionId } = yield* FakeStore.seed()
          const owner = { runner: "a/1", lock: null }

          const few = {
            "the poll for due connections": schedule.due(allShards, "a/1", 32),
            "the time until the next connection is due": schedule.dueIn(allShards),
            "a claim": schedule.claim(connectionId, owner),
            "the look for jobs that were left behind": schedule.closePaused("b/1", allShards),
            "the comparison of the schedule with the running jobs": schedule.runningBy("a/1"),
            "the poll for due outbound jobs": outbound.due,
            "the time until the next outbound job is due": outbound.dueIn,
            "the claim of outbound jobs": outbound.claim([{ ...seeded, jobs: 32 }], 60),
            "the poll for due deliveries": deliveries.due,
            "the time until the next delivery is due": deliveries.dueIn,
            "the claim of deliveries": deliveries.claim(
              [{ ...seeded, webhookId: seeded.accountId, deliveries: 4 }],
              60
            ),
            "the heartbeat of a process": Effect.scoped(RunnerRegistry.register(RunnerRegistry.newName())),
            "the look for other processes": RunnerRegistry.takers,
            "the backfill of filters": FacetBackfill.run(),
            "the look for erasures": ErasureWork.turn(schedule),
            "the turn to purge": Retention.takeTurn(3600)
          }
          for (const [name, query] of Object.entries(few)) {
            const { scanned, probed } = yield* Reads.of(query as Effect.Effect<unknown, unknown, SqlClient.SqlClient>)
            expect({ name, isBounded: scanned + probed < 100 }).toEqual({ name, isBounded: true })
          }

          // The purge looks for old jobs connection by connection, in batches; everything else it finds by its age.
          const purge = yield* Reads.of(Retention.purge(30, 30))
          expect(purge.scanned).toBeLessThan(100)
          expect(purge.probed).toBeLessThan(4 * CONNECTIONS)
        }),
      // Ten seconds on a quiet machine.
      180_000
    )
  })
})
