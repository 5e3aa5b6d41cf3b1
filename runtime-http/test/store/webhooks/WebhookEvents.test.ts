import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Health, type JobExport } from "@tributary/core"
import { Effect, Fiber, Layer } from "effect"
import * as UnreadFields from "../../../src/store/accounts/UnreadFields.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as Retention from "../../../src/store/Retention.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as WebhookEvents from "../../../src/store/webhooks/WebhookEvents.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { TestDatabase } from "../../TestDatabase.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"

// biome-ignore lint/suspicious/noExplicitAny: a test reads into the data as into any JSON
type Json = any

const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

const counts = (data_export_type: JobExport["data_export_type"], changes: Partial<JobExport>) =>
  ({ data_export_type, created: 0, changed: 0, deleted: 0, ...changes }) as JobExport

const result = (dataExports: ReadonlyArray<JobExport> = [], health: Health.Health = Health.healthy) =>
  ({
    status: "SUCCESS",
    failureReason: null,
    dataExports,
    health,
    unread: UnreadFields.nothing,
    problems: { found: [], isComplete: true }
  }) as const

const addWebhook = (
  accountId: string,
  { events = "{job.finished,records.changed,connection.health_changed}", isPaused = false } = {}
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = randomUUID()
    yield* sql`
      insert into webhook (id, account_id, url, events, is_paused)
      values (${id}, ${accountId}, 'https://a.example', ${events}::text[], ${isPaused})`
    return id
  })

const begun = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* Jobs.Jobs
    yield* sql`update schedule set run_by = null, next_run_at = clock_timestamp() where connection_id = ${connectionId}`
    const lease = yield* (yield* SyncSchedule.SyncSchedule).claim(connectionId, { runner: "a/1", lock: null })
    if (lease === null) return yield* Effect.dieMessage("The connection is not due.")
    return { lease, jobId: yield* jobs.begin(lease) }
  })

/** Runs a job that ends with this result; returns its id. */
const ended = (connectionId: string, end: ReturnType<typeof result>) =>
  Effect.gen(function* () {
    const { jobId, lease } = yield* begun(connectionId)
    yield* (yield* Jobs.Jobs).finish(lease, jobId, end)
    return jobId
  })

const told = (webhookId: string) =>
  Effect.map(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly type: string; readonly data: string }>`
        select type, data from webhook_delivery where webhook_id = ${webhookId}
        order by (data::json ->> 'sequence')::int`
    ),
    (rows) => rows.map(({ data, type }) => ({ type, data: JSON.parse(data) as Json }))
  )

layer(stores)("The events of a connection", (it) => {
  it.effect("tell that a job has ended, what it has changed, and from when polls find it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, connectionId, organizationId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      const idp = counts("idp", { created: 3, changed: 2, deleted: 1 })
      const jobId = yield* ended(connectionId, result([idp, counts("devices", {})]))
      const [row] = yield* sql<{ readonly since: string }>`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since from job where id = ${jobId}`
      const about = {
        organization_id: organizationId,
        connection_id: connectionId,
        vendor: "FAKE",
        identifier: null,
        health: null
      }
      const job = {
        id: jobId,
        status: "SUCCESS",
        started_at: expect.stringMatching(/^\d{4}-.*Z$/),
        finished_at: expect.stringMatching(/^\d{4}-.*Z$/)
      }
      expect(yield* told(webhook)).toEqual([
        { type: "job.finished", data: { ...about, sequence: 1, job, records: null } },
        {
          type: "records.changed",
          data: {
            ...about,
            sequence: 2,
            job,
            records: {
              updated_since: row?.since,
              types: [{ data_export_type: "idp", created: 3, changed: 2, deleted: 1 }]
            }
          }
        }
      ])
    })
  )

  it.effect("tell another health than before, once", () =>
    Effect.gen(function* () {
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId, { events: "{connection.health_changed}" })
      yield* ended(connectionId, result())
      const bad = result([], Health.of("UNAUTHORIZED"))
      yield* ended(connectionId, bad)
      yield* ended(connectionId, bad)
      yield* ended(connectionId, result())
      expect((yield* told(webhook)).map(({ data }) => [data.sequence, data.health])).toEqual([
        [3, { name: "UNAUTHORIZED", former_name: "HEALTHY" }],
        [6, { name: "HEALTHY", former_name: "UNAUTHORIZED" }]
      ])
    })
  )

  it.effect("tell the end of a job that a pause has ended", () =>
    Effect.gen(function* () {
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      const { jobId, lease } = yield* begun(connectionId)
      yield* (yield* Jobs.Jobs).endPaused(lease, jobId, {
        failureReason: "paused",
        dataExports: [counts("idp", { created: 1 })]
      })
      expect((yield* told(webhook)).map(({ data, type }) => [type, data.sequence, data.job.status])).toEqual([
        ["job.finished", 1, "FAILED"],
        ["records.changed", 2, "FAILED"]
      ])
    })
  )

  it.effect("tell the end of a job that a change of its connection has ended", () =>
    Effect.gen(function* () {
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      const schedule = yield* SyncSchedule.SyncSchedule
      const { jobId } = yield* begun(connectionId)
      yield* schedule.replace(connectionId, "types")
      // No job runs any more.
      yield* schedule.replace(connectionId, "tenant")
      expect(
        (yield* told(webhook)).map(({ data, type }) => [type, data.sequence, data.job.id, data.job.status])
      ).toEqual([["job.finished", 1, jobId, "FAILED"]])
    })
  )

  it.effect("tell the end of a job that its process left behind, once, when its connection is paused", () =>
    Effect.gen(function* () {
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      const schedule = yield* SyncSchedule.SyncSchedule
      const { jobId } = yield* begun(connectionId)
      yield* schedule.pause(connectionId)
      yield* schedule.closePaused("another/1", [])
      yield* schedule.closePaused("another/1", [])
      expect(
        (yield* told(webhook)).map(({ data, type }) => [type, data.sequence, data.job.id, data.job.status])
      ).toEqual([["job.finished", 1, jobId, "FAILED"]])
    })
  )

  it.effect("tell another health that no job has found, without a job", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      yield* ended(connectionId, result([], Health.of("UNAUTHORIZED")))
      yield* WebhookEvents.healthChanged(sql, connectionId, Health.healthy)
      yield* WebhookEvents.healthChanged(sql, connectionId, Health.healthy)
      expect(
        (yield* told(webhook)).slice(2).map(({ data, type }) => [type, data.sequence, data.health, data.job])
      ).toEqual([["connection.health_changed", 3, { name: "HEALTHY", former_name: "UNAUTHORIZED" }, null]])
    })
  )

  it.effect("are not written without the end of the job that they tell", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId)
      const { jobId, lease } = yield* begun(connectionId)
      yield* sql`update schedule set fence = fence + 1 where connection_id = ${connectionId}`
      const jobs = yield* Jobs.Jobs
      expect(yield* Effect.flip(jobs.finish(lease, jobId, result()))).toMatchObject({ _tag: "StaleFence" })
      expect(yield* told(webhook)).toEqual([])
      expect(yield* sql`select event_sequence from connection where id = ${connectionId}`).toEqual([
        { event_sequence: 0 }
      ])
    })
  )

  it.effect(
    "are written for the webhooks of the account that are told them, and are numbered even if there are none",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, connectionId } = yield* FakeStore.seed()
        const stranger = yield* addWebhook((yield* FakeStore.seed()).accountId)
        yield* ended(connectionId, result())
        const paused = yield* addWebhook(accountId, { isPaused: true })
        const other = yield* addWebhook(accountId, { events: "{connection.created}" })
        const first = yield* addWebhook(accountId)
        const second = yield* addWebhook(accountId, { events: "{job.finished}" })
        yield* ended(connectionId, result())
        for (const id of [stranger, paused, other]) expect(yield* told(id)).toEqual([])
        expect((yield* told(first)).map(({ data }) => data.sequence)).toEqual([2])
        expect((yield* told(second)).map(({ data }) => data.sequence)).toEqual([2])
        expect(yield* sql`select event_sequence from connection where id = ${connectionId}`).toEqual([
          { event_sequence: 2 }
        ])
      })
  )

  if (TestDatabase.isServer)
    it.effect("leave a webhook out that is being deleted, and let the job end", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accountId, connectionId } = yield* FakeStore.seed()
        const gone = yield* addWebhook(accountId)
        const kept = yield* addWebhook(accountId)
        const deletion = yield* heldOpen(sql`delete from webhook where id = ${gone}`)
        const end = yield* Effect.fork(ended(connectionId, result()))
        yield* endedOrWaiting(end)
        yield* deletion.commit
        yield* Fiber.join(end)
        expect((yield* told(kept)).map(({ data }) => data.sequence)).toEqual([1])
      })
    )

  it.effect("leave the list of deliveries after seven days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, connectionId } = yield* FakeStore.seed()
      const webhook = yield* addWebhook(accountId, { events: "{job.finished}" })
      yield* ended(connectionId, result())
      yield* ended(connectionId, result())
      yield* sql`
        update webhook_delivery set created_at = now() - interval '7 days 1 minute'
        where webhook_id = ${webhook} and data::json ->> 'sequence' = '1'`
      yield* Retention.purge(30)
      expect((yield* told(webhook)).map(({ data }) => data.sequence)).toEqual([2])
    })
  )
})
