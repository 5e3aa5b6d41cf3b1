import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { connectionScope } from "../../../src/store/accounts/AccessScope.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import * as OutboundJobs from "../../../src/store/jobs/OutboundJobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { TestDatabase } from "../../TestDatabase.js"
import { wholeAccount } from "../WholeAccount.js"

const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)
const stores = OutboundJobs.layer().pipe(
  Layer.provide(vault),
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(TestDatabase.layer)
)

/** A new connection, in the account of another one if given. */
const seed = (sibling?: FakeStore.Seeded) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const seeded = yield* FakeStore.seed()
    if (sibling === undefined) return seeded
    const { accountId } = sibling
    yield* sql`update connection set account_id = ${accountId} where id = ${seeded.connectionId}`
    return { ...seeded, accountId }
  })

const queue = ({ accountId, connectionId }: FakeStore.Seeded, count = 1) =>
  Effect.flatMap(OutboundJobs.OutboundJobs, (jobs) => {
    const scope = connectionScope(wholeAccount(accountId), connectionId, "FAKE")
    const job = Effect.flatten(jobs.create(scope, { taskName: "create_ticket", payload: Redacted.make("{}") }))
    return Effect.replicateEffect(job, count)
  })

const setState = ({ connectionId }: FakeStore.Seeded, state: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update connection set state = ${state} where id = ${connectionId}`)

const due = Effect.flatMap(OutboundJobs.OutboundJobs, (jobs) => jobs.due).pipe(
  Effect.map((all) => all.map(({ connectionId }) => connectionId))
)

const claim = (of: FakeStore.Seeded, jobs: number, leaseSecs = 60) =>
  Effect.flatMap(OutboundJobs.OutboundJobs, (store) => store.claim([{ ...of, jobs }], leaseSecs))

layer(stores)("OutboundJobs", (it) => {
  it.effect("are due once for each connection, unless they are waiting, claimed or paused", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const many = yield* seed()
      const sibling = yield* seed(many)
      const [other, waiting, claimed, paused, deleted] = yield* Effect.replicateEffect(seed(), 5)
      if (!other || !waiting || !claimed || !paused || !deleted) throw new Error("not made")
      yield* queue(many, 3)
      for (const one of [sibling, other, waiting, claimed, paused, deleted]) yield* queue(one)
      for (const one of yield* claim(waiting, 1)) yield* jobs.retry(one, 60)
      yield* claim(claimed, 1)
      yield* setState(paused, "PAUSED")
      yield* setState(deleted, "DELETED")
      const expected = [many, sibling, other, deleted].map(({ connectionId }) => connectionId)
      expect([...(yield* due)].sort()).toEqual(expected.sort())

      yield* setState(paused, "ACTIVE")
      expect(yield* due).toContain(paused.connectionId)
    })
  )

  it.effect("are claimed oldest first, and no more per connection than its turn allows", () =>
    Effect.gen(function* () {
      const one = yield* seed()
      const ids = yield* queue(one, 3)
      expect((yield* claim(one, 2)).map(({ jobId }) => jobId).sort()).toEqual(ids.slice(0, 2).sort())
      expect((yield* claim(one, 2)).map(({ jobId }) => jobId)).toEqual(ids.slice(2))
      expect(yield* claim(one, 2)).toEqual([])
    })
  )

  it.effect("are due when the earliest of them is due", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from outbound_job`
      expect(yield* jobs.dueIn).toBeNull()
      const [later, sooner] = yield* Effect.replicateEffect(seed(), 2)
      if (!later || !sooner) throw new Error("not made")
      yield* queue(later)
      yield* queue(sooner, 2)
      for (const one of yield* claim(later, 1)) yield* jobs.retry(one, 600)
      for (const one of yield* claim(sooner, 2)) yield* jobs.retry(one, 60)
      const dueIn = yield* jobs.dueIn
      expect(dueIn).toBeGreaterThan(50_000)
      expect(dueIn).toBeLessThanOrEqual(60_000)
      yield* queue(later)
      expect(yield* jobs.dueIn).toBeLessThanOrEqual(0)
    })
  )

  it.effect("send nothing if their connection is paused after the claim, and remain due", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const one = yield* seed()
      yield* queue(one)
      const [first] = yield* claim(one, 1)
      if (first === undefined) throw new Error("not claimed")
      yield* setState(one, "PAUSED")
      expect(yield* jobs.begin(first, 60)).toBe(false)
      yield* jobs.release(first)
      yield* setState(one, "ACTIVE")
      expect(yield* claim(one, 1)).toMatchObject([{ jobId: first.jobId, doubt: null, crashes: 1 }])
    })
  )

  it.effect("wait while an operator has stopped their connector, unless their connection was deleted", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const stops = yield* ConnectorStops.make
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from outbound_job`
      const [one, deleted] = yield* Effect.replicateEffect(seed(), 2)
      if (!one || !deleted) throw new Error("not made")
      yield* queue(one)
      yield* queue(deleted)
      yield* setState(deleted, "DELETED")
      const [first] = yield* claim(one, 1)
      if (first === undefined) throw new Error("not claimed")
      yield* stops.stop("FAKE", null, "It sends wrong data")
      expect(yield* jobs.begin(first, 60)).toBe(false)
      yield* jobs.release(first)
      expect(yield* due).toEqual([deleted.connectionId])
      yield* queue(one)
      yield* stops.resume("FAKE", null)
      expect((yield* due).sort()).toEqual([one.connectionId, deleted.connectionId].sort())
      expect(yield* claim(one, 1)).toMatchObject([{ jobId: first.jobId, doubt: null, crashes: 1 }])
    })
  )

  it.effect("remember why and since when the vendor may already have what they create", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const sql = yield* SqlClient.SqlClient
      const one = yield* seed()
      yield* queue(one)
      const [first] = yield* claim(one, 1, 0)
      if (first === undefined) throw new Error("not claimed")
      yield* jobs.begin(first, 0)
      const [died] = yield* claim(one, 1, 0)
      expect(died).toMatchObject({ crashes: 2, doubt: { reason: null } })
      yield* sql`update outbound_job set uncertain_since = uncertain_since - interval '1 hour' where id = ${first.jobId}`
      const [second] = yield* claim(one, 1, 0)
      if (second === undefined) throw new Error("not claimed")
      yield* jobs.search(second, "answered 504", 0)
      const [third] = yield* claim(one, 1, 0)
      expect(third).toMatchObject({ crashes: 1, doubt: { reason: "answered 504" } })
      expect(third?.doubt?.secs).toBeGreaterThanOrEqual(3_600)
    })
  )

  it.effect("do not spend the time of their search while their connector is stopped", () =>
    Effect.gen(function* () {
      const jobs = yield* OutboundJobs.OutboundJobs
      const stops = yield* ConnectorStops.make
      const sql = yield* SqlClient.SqlClient
      const [before, during] = yield* Effect.replicateEffect(seed(), 2)
      if (!before || !during) throw new Error("not made")
      for (const [one, minutes] of [
        [before, 60],
        [during, 20]
      ] as const) {
        yield* queue(one)
        for (const claimed of yield* claim(one, 1, 0)) yield* jobs.begin(claimed, 0)
        yield* sql`
          update outbound_job set uncertain_since = clock_timestamp() - make_interval(mins => ${minutes}::int)
          where connection_id = ${one.connectionId}`
      }
      yield* stops.stop("FAKE", null, "It sends wrong data")
      yield* sql`update connector_stop set stopped_at = clock_timestamp() - interval '50 minutes'`
      yield* stops.resume("FAKE", null)
      const minutesOf = (one: FakeStore.Seeded) =>
        Effect.map(claim(one, 1, 0), ([claimed]) => Math.round((claimed?.doubt?.secs ?? Number.NaN) / 60))
      expect([yield* minutesOf(before), yield* minutesOf(during)]).toEqual([10, 0])
    })
  )
})
