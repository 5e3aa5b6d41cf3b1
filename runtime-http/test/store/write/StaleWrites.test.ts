import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Health, RecordKind } from "@tributary/core"
import { Effect, Fiber, Layer } from "effect"
import * as UnreadFields from "../../../src/store/accounts/UnreadFields.js"
import * as Jobs from "../../../src/store/jobs/Jobs.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import { endedOrWaiting, heldOpen } from "../HeldTransaction.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

const jobsLayer = Layer.provide(Jobs.layer, SyncSchedule.layer)
const usersOf = Fixture.extractor([IdpUser])
const othersOf = { ...usersOf, name: "others" }

const noted = {
  reason: "PERMISSION_MISSING",
  exportType: "idp",
  extractor: "users",
  endpoint: "/users",
  detail: "",
  permissions: [],
  until: null
} as const

/** All that a run of a connection writes. */
const everything = ({ id }: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select
        (select json_agg(job) from job where connection_id = ${id}) as jobs,
        (select json_agg(progress) from job_progress as progress) as progress,
        (select json_agg(problem) from connection_problem as problem where connection_id = ${id}) as problems,
        (select json_agg(connection) from connection where id = ${id}) as connection,
        (select json_agg(scan) from scan where connection_id = ${id}) as scans,
        (select json_agg(record order by id) from record where connection_id = ${id}) as records,
        (select json_agg(list) from record_counter as list where connection_id = ${id}) as lists,
        (select json_agg(seen) from scan_seen_block as seen where connection_id = ${id}) as seen`
  )

Fixture.postgres("A run that waits for its lease", (it) => {
  it.effect("writes nothing if another run takes the connection meanwhile, whatever it was about to write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* RecordStore
      const jobs = yield* Jobs.Jobs
      const at = yield* Fixture.connection
      const { lease } = at
      const job = yield* jobs.begin(lease)
      const scan = yield* Fixture.open(at, usersOf)
      yield* Fixture.write(scan, Fixture.batch(at, IdpUser, Fixture.users(3)))
      const result = { failureReason: null, dataExports: [] }
      const finished = {
        ...result,
        status: "SUCCESS",
        health: Health.healthy,
        unread: UnreadFields.nothing,
        problems: { found: [noted], isComplete: true }
      } as const
      const writes: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
        begin: jobs.begin(lease),
        saveProgress: jobs.saveProgress(lease, job, "users", "{}", noted),
        endPaused: jobs.endPaused(lease, job, result),
        finish: jobs.finish(lease, job, finished),
        open: store.open(lease, othersOf, "acme"),
        write: store.write(scan, Fixture.page([Fixture.batch(at, IdpUser, Fixture.users(9))], { next: "p2" })),
        close: Effect.provideService(Fixture.close(scan, 3), RecordStore, store),
        restart: store.restart(scan)
      }
      for (const [name, write] of Object.entries(writes)) {
        const before = yield* everything(at)
        const taken = yield* heldOpen(sql`update schedule set fence = fence + 1 where connection_id = ${at.id}`)
        const late = yield* Effect.fork(Effect.flip(write))
        yield* endedOrWaiting(late)
        yield* taken.commit
        expect(yield* Fiber.join(late), name).toMatchObject({ _tag: "StaleFence" })
        expect(yield* everything(at), name).toEqual(before)
        yield* sql`update schedule set fence = ${lease.fence} where connection_id = ${at.id}`
      }
    }).pipe(Effect.provide(jobsLayer))
  )
})
