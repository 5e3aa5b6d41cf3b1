import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Health, type JobExport } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as UnreadFields from "../../../src/store/accounts/UnreadFields.js"
import type * as ConnectionProblems from "../../../src/store/jobs/ConnectionProblems.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as ClosedJob from "../../../src/store/schedule/ClosedJob.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { TestDatabase } from "../../TestDatabase.js"
import { wholeAccount } from "../WholeAccount.js"

const stores = Jobs.layer.pipe(Layer.provideMerge(SyncSchedule.layer), Layer.provideMerge(TestDatabase.layer))

const seed = Effect.map(FakeStore.seed(), (seeded) => ({
  ...seeded,
  scope: wholeAccount(seeded.accountId)
}))

const claimed = (connectionId: string, runner = "a/1") =>
  Effect.flatMap(SyncSchedule.SyncSchedule, (schedule) => schedule.claim(connectionId, { runner, lock: null })).pipe(
    Effect.flatMap((lease) => (lease === null ? Effect.die("not due") : Effect.succeed(lease)))
  )

const dataExport: JobExport = {
  data_export_type: "idp",
  health: "HEALTHY",
  reason: null,
  resolution_owner: null,
  customer_message: null,
  endpoint: null,
  message: null,
  seen: 3,
  created: 1,
  changed: 1,
  unchanged: 1,
  deleted: 0,
  rejected: 0,
  duplicates: 1,
  duplicate_samples: [],
  unreadable: 2,
  unreadable_samples: ["idp_user last_login_at: Expected an ISO 8601 date-time with an offset"],
  unmapped: 2,
  held_back: 0,
  held_back_deletions: [],
  missing_records: [],
  unread_fields: []
}

const success = {
  status: "SUCCESS",
  failureReason: null,
  dataExports: [dataExport],
  health: Health.healthy,
  unread: UnreadFields.nothing,
  problems: { found: [], isComplete: true }
} as const

const list = ({ scope, organizationId, connectionId }: Effect.Effect.Success<typeof seed>) =>
  Effect.flatMap(Jobs.Jobs, (jobs) => jobs.list(scope, organizationId, connectionId, { limit: 10, offset: 0 }))

layer(stores)("Jobs", (it) => {
  it.effect("go from QUEUED to RUNNING to SUCCESS, and are listed newest first [contract: job-status]", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const schedule = yield* SyncSchedule.SyncSchedule
      const seeded = yield* seed
      const { scope, organizationId, connectionId } = seeded
      const queued = yield* jobs.request(scope, organizationId, connectionId)
      expect(queued).toMatchObject({ status: "QUEUED", started_at: null, finished_at: null, data_exports: [] })
      expect(yield* jobs.request(scope, organizationId, connectionId)).toEqual(queued)

      const lease = yield* claimed(connectionId)
      expect(yield* jobs.begin(lease)).toBe(queued.id)
      const running = (yield* list(seeded)).items[0]
      expect(running).toMatchObject({ id: queued.id, status: "RUNNING", finished_at: null })
      expect(yield* Effect.flip(jobs.request(scope, organizationId, connectionId))).toMatchObject({
        _tag: "JobIsRunning",
        jobId: queued.id
      })

      yield* jobs.finish(lease, queued.id, success)
      yield* schedule.finish(lease, "succeeded")
      expect((yield* list(seeded)).items[0]).toMatchObject({ status: "SUCCESS", data_exports: [dataExport] })

      yield* schedule.request(connectionId)
      const second = yield* jobs.begin(yield* claimed(connectionId))
      const page = yield* list(seeded)
      expect(page.total).toBe(2)
      expect(page.items.map(({ id }) => id)).toEqual([second, queued.id])
    })
  )

  it.effect("a refused request does not change the schedule", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const sql = yield* SqlClient.SqlClient
      const { scope, organizationId, connectionId } = yield* seed
      yield* jobs.begin(yield* claimed(connectionId))
      yield* Effect.flip(jobs.request(scope, organizationId, connectionId))
      const [row] = yield* sql<{ requested_at: Date | null }>`
        select requested_at from schedule where connection_id = ${connectionId}`
      expect(row?.requested_at).toBeNull()
    })
  )

  it.effect("the next claim resumes the job of a process that died", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const seeded = yield* seed
      const dead = yield* claimed(seeded.connectionId, "dead/1")
      const id = yield* jobs.begin(dead)
      const lease = yield* claimed(seeded.connectionId, "alive/1")
      expect(yield* jobs.begin(lease)).toBe(id)
      expect(yield* Effect.flip(jobs.finish(dead, id, success))).toMatchObject({ _tag: "StaleFence" })
      expect((yield* list(seeded)).items).toMatchObject([{ id, status: "RUNNING" }])
      yield* jobs.finish(lease, id, success)
      expect((yield* list(seeded)).items).toMatchObject([{ id, status: "SUCCESS" }])
    })
  )

  it.effect("go back to the queue while they wait because processes died, and a request runs them at once", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const schedule = yield* SyncSchedule.SyncSchedule
      const seeded = yield* seed
      const { scope, organizationId, connectionId } = seeded
      const id = yield* jobs.begin(yield* claimed(connectionId, "dead/1"))
      yield* jobs.begin(yield* claimed(connectionId, "dead/2"))
      expect(yield* schedule.claim(connectionId, { runner: "alive/1", lock: null })).toBeNull()
      expect((yield* list(seeded)).items).toMatchObject([{ id, status: "QUEUED", started_at: null }])
      expect(yield* jobs.request(scope, organizationId, connectionId)).toMatchObject({ id, status: "QUEUED" })
      expect(yield* jobs.begin(yield* claimed(connectionId, "alive/1"))).toBe(id)
      expect((yield* list(seeded)).items).toMatchObject([{ id, status: "RUNNING" }])
    })
  )

  it.effect(
    "set the connection's health when they end, unless their lease is void [contract: health-from-the-last-job]",
    () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs.Jobs
        const schedule = yield* SyncSchedule.SyncSchedule
        const sql = yield* SqlClient.SqlClient
        const { connectionId } = yield* seed
        const healthOf = sql`select health_name, health_details from connection where id = ${connectionId}`
        const health = Health.fold([{ data_export_type: "idp", health: "UNAUTHORIZED", endpoint: "/users" }])
        const failure = {
          status: "FAILED",
          failureReason: "Failed.",
          dataExports: [],
          health,
          unread: UnreadFields.nothing,
          problems: { found: [], isComplete: true }
        } as const

        const lease = yield* claimed(connectionId)
        yield* jobs.finish(lease, yield* jobs.begin(lease), failure)
        yield* schedule.finish(lease, "failed")
        const [row] = yield* healthOf
        expect(row).toEqual({
          health_name: "UNAUTHORIZED",
          health_details: JSON.stringify([{ data_export_type: "idp", endpoint: "/users" }])
        })

        yield* schedule.request(connectionId)
        const deleted = yield* claimed(connectionId)
        const id = yield* jobs.begin(deleted)
        yield* schedule.remove(connectionId)
        expect(yield* Effect.flip(jobs.finish(deleted, id, success))).toMatchObject({ _tag: "StaleFence" })
        expect(yield* healthOf).toEqual([row])
      })
  )

  it.effect("keep the instant at which a problem was first seen until its extractor succeeds", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const schedule = yield* SyncSchedule.SyncSchedule
      const { scope, organizationId, connectionId } = yield* seed
      const users = { extractor: "users", exportType: "idp", endpoint: "/users", permissions: ["read"] } as const
      const refused = { ...users, reason: "CREDENTIALS_REFUSED", detail: "answered 401", until: null } as const
      const down = { ...users, reason: "VENDOR_DOWN", detail: "answered 503", until: null } as const
      const other = { ...refused, extractor: "groups" }
      const unstarted = { ...refused, extractor: "", exportType: null, endpoint: null, reason: "INTERNAL" } as const

      /** Runs a job with this result; returns the reason and the start of each problem. */
      const after = (...found: ReadonlyArray<ConnectionProblems.FoundProblem>) =>
        Effect.gen(function* () {
          yield* schedule.request(connectionId)
          const lease = yield* claimed(connectionId)
          const isComplete = !found.includes(unstarted)
          yield* jobs.finish(lease, yield* jobs.begin(lease), { ...success, problems: { found, isComplete } })
          yield* schedule.finish(lease, "succeeded")
          const { problems } = yield* jobs.statusFacts(scope, organizationId, connectionId)
          return problems.map(({ reason, since }) => [reason, since] as const)
        })

      const [first] = yield* after(refused)
      expect(first?.[0]).toBe("CREDENTIALS_REFUSED")
      expect(yield* after(refused)).toEqual([first])
      const [meanwhile] = yield* after(down)
      expect(meanwhile?.[0]).toBe("VENDOR_DOWN")
      expect(meanwhile?.[1]).not.toBe(first?.[1])
      // Nothing succeeded in between, so it is the problem of before.
      expect(yield* after(refused)).toEqual([first])
      // A job that could not begin says nothing about the extractors.
      expect((yield* after(unstarted)).map(([reason]) => reason)).toEqual(["INTERNAL", "CREDENTIALS_REFUSED"])
      expect((yield* after(refused, other)).slice(1)).toEqual([first])
      expect(yield* after(other)).toHaveLength(1)
      const [again] = yield* after(refused)
      expect(again?.[0]).toBe("CREDENTIALS_REFUSED")
      expect(again?.[1]).not.toBe(first?.[1])
      expect(yield* after()).toEqual([])
    })
  )

  it.effect("show the problem or the success of an extractor as soon as it has ended", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const { scope, organizationId, connectionId } = yield* seed
      const lease = yield* claimed(connectionId)
      const id = yield* jobs.begin(lease)
      const problem = {
        extractor: "users",
        exportType: "idp",
        endpoint: "/users",
        reason: "PERMISSION_MISSING",
        detail: "answered 403",
        permissions: ["read"],
        until: null
      } as const
      const problems = Effect.map(jobs.statusFacts(scope, organizationId, connectionId), (facts) => facts.problems)
      const progress = JSON.stringify({ counts: {}, earlier: {}, outcome: null })
      yield* jobs.saveProgress(lease, id, "users", progress, problem)
      expect(yield* problems).toMatchObject([{ reason: "PERMISSION_MISSING", permissions: ["read"] }])
      yield* jobs.saveProgress(lease, id, "users", progress, null)
      expect(yield* problems).toEqual([])
    })
  )

  it.effect("show which of their requests are waiting, until they end or another run continues them", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const { scope, organizationId, connectionId } = yield* seed
      const waits = Effect.map(jobs.statusFacts(scope, organizationId, connectionId), ({ openJob }) => openJob?.waits)
      const wait = {
        data_export_type: "idp",
        endpoint: "/users",
        reason: "RATE_LIMITED",
        until: "2026-01-01T00:00:00.000Z",
        since: "2026-01-01T00:00:00.000Z",
        retries: 0
      } as const
      const dead = yield* claimed(connectionId, "dead/1")
      const id = yield* jobs.begin(dead)
      yield* jobs.noteWaits(dead, id, [wait])
      expect(yield* waits).toEqual([wait])
      const alive = yield* claimed(connectionId, "alive/1")
      yield* jobs.begin(alive)
      expect(yield* waits).toEqual([])
      yield* jobs.noteWaits(dead, id, [wait])
      expect(yield* waits).toEqual([])
      yield* jobs.noteWaits(alive, id, [wait])
      yield* jobs.noteWaits(alive, id, [])
      expect(yield* waits).toEqual([])
    })
  )

  it.effect("do not stay RUNNING when their connection is paused or deleted; queued ones wait or are deleted", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const schedule = yield* SyncSchedule.SyncSchedule
      const running = yield* seed
      yield* jobs.begin(yield* claimed(running.connectionId, "me/1"))
      yield* schedule.pause(running.connectionId)
      // Its process ends it at its next page, unless it is gone.
      yield* schedule.closePaused("me/1", [])
      expect((yield* list(running)).items).toMatchObject([{ status: "RUNNING" }])
      yield* schedule.closePaused("another/1", [])
      expect((yield* list(running)).items).toMatchObject([{ status: "FAILED", failure_reason: ClosedJob.PAUSED }])

      const queued = yield* seed
      const { id } = yield* jobs.request(queued.scope, queued.organizationId, queued.connectionId)
      yield* schedule.pause(queued.connectionId)
      expect((yield* list(queued)).items).toMatchObject([{ id, status: "QUEUED" }])
      yield* schedule.resume(queued.connectionId)
      expect(yield* jobs.begin(yield* claimed(queued.connectionId))).toBe(id)

      yield* schedule.remove(queued.connectionId)
      expect((yield* list(queued)).items).toMatchObject([{ id, status: "FAILED" }])
    })
  )

  it.effect("are invisible to other accounts, and cannot be requested for an inactive connection", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const sql = yield* SqlClient.SqlClient
      const mine = yield* seed
      const other = yield* seed
      const { organizationId, connectionId } = mine
      for (const [scope, organization] of [
        [other.scope, organizationId],
        [mine.scope, other.organizationId]
      ] as const) {
        expect(yield* Effect.flip(jobs.request(scope, organization, connectionId))).toMatchObject({
          _tag: "ConnectionNotFound"
        })
        expect(yield* Effect.flip(jobs.list(scope, organization, connectionId, { limit: 1, offset: 0 }))).toMatchObject(
          { _tag: "ConnectionNotFound" }
        )
      }
      yield* sql`update connection set state = 'PAUSED' where id = ${connectionId}`
      expect(yield* Effect.flip(jobs.request(mine.scope, organizationId, connectionId))).toMatchObject({
        _tag: "ConnectionIsInactive",
        state: "PAUSED"
      })
      yield* sql`update connection set state = 'DELETED' where id = ${connectionId}`
      expect(yield* Effect.flip(jobs.request(mine.scope, organizationId, connectionId))).toMatchObject({
        _tag: "ConnectionNotFound"
      })
    })
  )
})
