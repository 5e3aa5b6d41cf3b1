import { randomUUID } from "node:crypto"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import * as SqlClient from "@effect/sql/SqlClient"
import { type Connector, type DataExportType, FullScanInterval, type Job, RateBudget } from "@tributary/core"
import { Array as Arr, Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import * as ConnectionStatus from "../../../src/http/parts/ConnectionStatus.js"
import {
  type ConnectionRow,
  dataExportTypesOf,
  storedUnreadFieldsOf
} from "../../../src/store/accounts/ConnectionRow.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../src/sync/StopSignal.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import { wholeAccount } from "../../store/WholeAccount.js"
import { TestDatabase } from "../../TestDatabase.js"
import * as FakeStore from "../FakeStore.js"

/** What the jobs of a world need. */
export const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

/** How long the vendor takes for an answer, in seconds. */
export const ANSWER_SECS = 2

/** What the vendor answers to a request. */
export interface Answer {
  readonly body: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An HTTP client of this vendor; time passes only while it waits for an answer. */
const clientOf = (answer: (url: URL) => Answer, asked: Array<URL>) =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.gen(function* () {
        asked.push(url)
        yield* TestClock.adjust(`${ANSWER_SECS} seconds`)
        const { body, headers, status = 200 } = answer(url)
        return HttpClientResponse.fromWeb(
          request,
          new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })
        )
      })
    )
  )

/** A new connection of a connector with one extractor, whose jobs run when the test says so, with the true runner and store. */
export const make = (
  connector: Connector.Connector,
  answer: (url: URL) => Answer,
  settings: { readonly timeoutSecs?: number; readonly intervalSecs?: number } = {}
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const schedule = yield* SyncSchedule.SyncSchedule
    const jobs = yield* Jobs.Jobs
    const { accountId, connectionId, organizationId } = yield* FakeStore.seed(settings)
    const scope = wholeAccount(accountId)
    const asked: Array<URL> = []
    const rowOf = (id: string) =>
      sql<
        Pick<ConnectionRow, "data_export_types" | "unread_fields" | "tenant_replacements"> & {
          readonly has_former_records: boolean
        }
      >`
        select
          data_export_types, unread_fields, tenant_replacements,
          exists (select from record_counter where connection_id = connection.id and has_former) as has_former_records
        from connection
        where id = ${id}`.pipe(
        Effect.flatMap(Arr.head),
        Effect.map((row) => ({
          dataExportTypes: dataExportTypesOf(row),
          unreadFields: storedUnreadFieldsOf(row),
          tenantReplacements: row.tenant_replacements,
          hasFormerRecords: row.has_former_records
        })),
        Effect.orDie
      )
    const runner = JobRunner.layer.pipe(
      Layer.provide(FakeStore.connectionsOf(null, [], rowOf)),
      Layer.provide(Layer.orDie(ConnectorRegistry.layer([connector]))),
      Layer.provide(RecordStore.layer()),
      Layer.provide(VendorSession.layer),
      Layer.provide(Layer.merge(clientOf(answer, asked), RateBudget.layer))
    )

    const connections = yield* Connections.make.pipe(
      Effect.provideServiceEffect(
        Vault,
        Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.make(keys))
      )
    )

    /** Changes which types of data the connection reads. */
    const choose = (types: ReadonlyArray<DataExportType>) =>
      connections.update(scope, organizationId, connectionId, { choice: { types, connector } })

    /** Gives the connection to another tenant; the rows of the vendor stay what the test makes of them. */
    const replaceTenant = connections.update(scope, organizationId, connectionId, {
      credentials: Redacted.make("{}"),
      tenant: { id: randomUUID(), address: "another.example", further: [] },
      replacesTenant: true
    })

    /** The connection as the API shows it. */
    const shown = connections.get(scope, organizationId, connectionId)

    /** Runs a job that is due; returns it with its exports, the only or first of them, the health that follows, what it asked for, and in how many seconds the next one is due. */
    const dueJob = Effect.gen(function* () {
      const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
      if (lease === null) return yield* Effect.die("not due")
      asked.length = 0
      yield* Effect.flatMap(JobRunner.JobRunner, (it) => it.run(lease)).pipe(Effect.provide(runner))
      const [row] = yield* sql<{
        readonly status: Job["status"]
        readonly failure_reason: string | null
        readonly data_exports: string
        readonly health: string
        readonly due_in: number
      }>`
        select
          job.status, failure_reason, data_exports, health_name as health,
          extract(epoch from next_run_at - clock_timestamp())::float8 as due_in
        from connection
        join schedule on schedule.connection_id = connection.id
        join job on job.connection_id = connection.id
        where connection.id = ${connectionId}
        order by job.created_at desc
        limit 1`
      if (row === undefined) return yield* Effect.die("no job")
      const { data_exports, due_in, ...rest } = row
      const all = JSON.parse(data_exports) as Job["data_exports"]
      const [only] = all
      if (only === undefined) return yield* Effect.die("no export")
      return { ...rest, all, only, asked: asked.map(({ searchParams }) => searchParams), dueIn: due_in }
    })

    /** Runs a job in a process that stops after so many requests, so that another process continues the job. */
    const handOver = (requests: number) =>
      Effect.gen(function* () {
        const lease = yield* schedule.claim(connectionId, { runner: "me/1", lock: null })
        if (lease === null) return yield* Effect.die("not due")
        asked.length = 0
        const signal = {
          get isGiven() {
            return asked.length >= requests
          },
          isPaused: false,
          isStopped: false
        }
        const running = yield* Effect.fork(
          Effect.flatMap(JobRunner.JobRunner, (it) => it.run(lease)).pipe(
            Effect.provideService(StopSignal, signal),
            Effect.provide(runner)
          )
        )
        yield* Effect.repeat(Effect.zipRight(TestClock.adjust("20 millis"), Fiber.poll(running)), {
          until: Option.isSome
        })
      })

    /** Runs a job because somebody asks for one. */
    const job = Effect.zipRight(schedule.request(connectionId), dueJob)

    const status = Effect.map(jobs.statusFacts(scope, organizationId, connectionId), (facts) =>
      ConnectionStatus.make(facts, connector, {
        longestFullScanSecs: FullScanInterval.DEFAULT_LONGEST_SECS,
        evidenceSecs: 3_600,
        eventDays: 90,
        eventsPerJob: 100_000
      })
    )

    /** What the API shows of the live records, by the vendor's ids. */
    const records = Effect.map(
      sql<{ readonly vendor_id: string; readonly wire: string }>`
        select vendor_id, wire from record where connection_id = ${connectionId} and not is_gone`,
      (rows) =>
        new Map(rows.map(({ vendor_id, wire }) => [vendor_id, JSON.parse(wire) as Readonly<Record<string, unknown>>]))
    )

    /** The names of the live records by the vendor's ids. */
    const live = Effect.map(records, (all) => new Map([...all].map(([id, { name }]) => [id, String(name)])))

    /** Moves the connection's scans, and its next job, by so many hours into the past. */
    const age = (hours: number) =>
      Effect.gen(function* () {
        const by = sql`${hours}::float8 * interval '1 hour'`
        yield* sql`update missing_record set since = since - ${by} where connection_id = ${connectionId}`
        yield* sql`
          update scan
          set
            confirm_at = confirm_at - ${by},
            last_full_at = last_full_at - ${by},
            last_scan_at = last_scan_at - ${by}
          where connection_id = ${connectionId}`
        yield* sql`update schedule set next_run_at = next_run_at - ${by} where connection_id = ${connectionId}`
      })

    /** Changes how long a job may take. */
    const giveTime = (timeoutSecs: number) =>
      schedule.edit(connectionId, { intervalSecs: settings.intervalSecs ?? 3_600, timeoutSecs })

    return { records, job, dueJob, handOver, status, live, age, giveTime, choose, replaceTenant, shown }
  })
