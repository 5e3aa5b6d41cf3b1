import { randomUUID } from "node:crypto"
import { Sharding } from "@effect/cluster"
import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, TestClock } from "effect"
import * as BackgroundLoop from "../../../src/BackgroundLoop.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { Jobs } from "../../../src/store/jobs/Jobs.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import * as Scan from "../../../src/store/write/Scan.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as AccountFairness from "../../../src/sync/schedule/AccountFairness.js"
import * as Claim from "../../../src/sync/schedule/Claim.js"
import { RunnerIdentity } from "../../../src/sync/schedule/Engine.js"
import * as LocalRuns from "../../../src/sync/schedule/LocalRuns.js"

import { defaults } from "../../../src/sync/schedule/SchedulerSettings.js"
import * as ConnectorRegistry from "../../../src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"

interface Row {
  readonly accountId: string
  readonly vendor: string
  isDue: boolean
  runBy: string | null
}

/** One process that owns every connection. */
const engine = Layer.merge(
  Layer.succeed(Sharding.Sharding, { hasShardId: () => true } as unknown as Sharding.Sharding["Type"]),
  Layer.succeed(RunnerIdentity, { runner: "me/1", hasLocks: false })
)

/** A schedule and jobs in memory, and a vendor whose hosts answer after as many seconds as their name says. The host `long` has a list without end, and others hang. */
const makeWorld = (maxJobs: number) =>
  Effect.gen(function* () {
    const rows = new Map<string, Row>()
    const ended = new Map<string, { readonly status: string; readonly at: number }>()
    const schedule = Layer.succeed(SyncSchedule, {
      due: (_: unknown, runner: string, limit: number) =>
        Effect.sync(() =>
          [...rows]
            .filter(([, { isDue, runBy }]) => isDue && runBy !== runner)
            .map(([connectionId, { accountId }]) => ({ connectionId, accountId }))
            .slice(0, limit)
        ),
      accountOf: (connectionId: string) => Effect.sync(() => rows.get(connectionId)?.accountId ?? null),
      claim: (connectionId: string, { runner }: { readonly runner: string }) =>
        Effect.sync(() => {
          const row = rows.get(connectionId)
          if (row === undefined || row.runBy !== null) return null
          row.runBy = runner
          return { connectionId, fence: 1, timeoutSecs: 3_600, crashLoop: null }
        }),
      finish: ({ connectionId }: { readonly connectionId: string }) =>
        Effect.sync(() => {
          Object.assign(rows.get(connectionId) ?? {}, { runBy: null, isDue: false })
        }),
      runningBy: (runner: string) =>
        Effect.sync(() =>
          [...rows].filter(([, { runBy }]) => runBy === runner).map(([connectionId]) => ({ connectionId, fence: 1 }))
        )
    } as unknown as SyncSchedule["Type"])
    const jobs = Layer.succeed(Jobs, {
      begin: ({ connectionId }: { readonly connectionId: string }) => Effect.succeed(connectionId),
      progressOf: () => Effect.succeed([]),
      noteProgress: () => Effect.void,
      saveProgress: () => Effect.void,
      noteWaits: () => Effect.void,
      finish: (
        { connectionId }: { readonly connectionId: string },
        _: unknown,
        { status }: { readonly status: string }
      ) => Effect.map(Clock.currentTimeMillis, (at) => ended.set(connectionId, { status, at: at / 1_000 }))
    } as unknown as Jobs["Type"])
    const connections = Layer.succeed(Connections, {
      credentialsOf: (connectionId: string) =>
        Effect.sync(() => ({
          vendor: "FAKE",
          tenant: null,
          tenantReplacements: 0,
          hasFormerRecords: false,
          unreadFields: [],
          dataExportTypes: [],
          credentials: Redacted.make(
            JSON.stringify({
              base_url: `https://${rows.get(connectionId)?.vendor}.example.com`,
              token: FakeVendor.SECRET
            })
          )
        })),
      noteTenant: () => Effect.void,
      noteRowTenants: () => Effect.void
    } as unknown as Connections["Type"])
    const store = Layer.succeed(RecordStore, {
      open: (lease, extractor) => Effect.succeed(FakeStore.scan(lease, extractor)),
      write: () => Effect.succeed(Scan.noKindCounts),
      completedParents: () => Effect.succeed(new Set<string>()),
      close: () => Effect.succeed(FakeStore.closing),
      removeFormer: () => Effect.succeed(new Map()),
      restart: () => Effect.void
    })
    let pages = 0
    const vendor = FakeVendor.client((_, { hostname }) => {
      if (hostname.startsWith("long")) {
        pages += 1
        const page = FakeVendor.page([`row ${pages}`], `token-${pages}`)
        return Effect.delay(
          Effect.sync(() => Response.json(page)),
          "500 millis"
        )
      }
      const seconds = Number.parseInt(hostname, 10)
      const answer = Effect.sync(() => Response.json(FakeVendor.page(["a"])))
      return Number.isNaN(seconds) ? Effect.never : Effect.delay(answer, seconds * 1_000)
    })
    const runner = JobRunner.layer.pipe(
      Layer.provide([connections, jobs, store, VendorSession.layer]),
      Layer.provide(Layer.orDie(ConnectorRegistry.layer([FakeVendor.connector({ itsm_users: [FakeVendor.users] })]))),
      Layer.provide(vendor.layer)
    )
    const context = yield* Layer.build(Layer.provideMerge(runner, Layer.merge(schedule, engine)))
    const slots = AccountFairness.make(maxJobs)
    const runs = LocalRuns.make(slots)
    const claim = yield* Effect.provide(Claim.make(runs), context)
    yield* LocalRuns.startPolling(
      runs,
      slots,
      { ...defaults, maxJobs },
      (connectionId) => claim({ connectionId }, null),
      yield* BackgroundLoop.makeBell
    ).pipe(Effect.provide(context))
    // Jobs that are interrupted wait until their rows are released.
    yield* Effect.addFinalizer(() => Effect.zipRight(Effect.forkDaemon(runs.drain(0)), TestClock.adjust("2 seconds")))

    /** Adds this many connections of an account, due at once, to the vendor's host. */
    const add = (accountId: string, count: number, vendor: string) =>
      Effect.sync(() =>
        Array.from({ length: count }, () => {
          const connectionId = randomUUID()
          rows.set(connectionId, { accountId, vendor, isDue: true, runBy: null })
          return connectionId
        })
      )
    /** Lets this many seconds pass. */
    const pass = (seconds: number) => Effect.repeatN(TestClock.adjust("250 millis"), seconds * 4 - 1)
    const running = () => [...rows.values()].filter(({ runBy }) => runBy !== null).length
    return { add, pass, ended, running }
  })

describe("while the jobs of some accounts take hours", () => {
  it.scoped("they pass their slots on after a minute if other accounts have none, and take turns to continue", () =>
    Effect.gen(function* () {
      const { add, ended, pass, running } = yield* makeWorld(2)
      yield* add("big", 2, "long")
      yield* pass(2)
      yield* add("other", 1, "long")
      yield* pass(2)
      expect(running()).toBe(3)
      const polite = yield* add("polite", 2, "0")
      yield* pass(50)
      expect(ended.size).toBe(0)
      yield* pass(15)
      expect([...ended.keys()].toSorted()).toEqual(polite.toSorted())
      expect(running()).toBe(3)
    })
  )
})

describe("while the vendor of one account hangs", () => {
  it.scoped("in all job slots, a job of another account starts and ends at once", () =>
    Effect.gen(function* () {
      const { add, ended, pass, running } = yield* makeWorld(8)
      yield* add("noisy", 8, "hangs")
      yield* pass(3)
      expect(running()).toBe(8)
      const [polite = ""] = yield* add("polite", 1, "0")
      yield* pass(1)
      expect([...ended]).toEqual([[polite, { status: "SUCCESS", at: expect.any(Number) }]])
    })
  )

  it.scoped("so that jobs wait, the jobs of others run in their slots until an answer comes", () =>
    Effect.gen(function* () {
      const { add, ended, pass, running } = yield* makeWorld(4)
      yield* add("noisy", 6, "hangs")
      const [slow = ""] = yield* add("slow", 1, "40")
      yield* pass(3)
      expect(running()).toBe(4)
      const polite = yield* add("polite", 12, "1")
      yield* pass(25)
      expect([...ended.keys()].toSorted()).toEqual(polite.toSorted())
      // The other noisy connections have got slots meanwhile, and wait for their vendor too.
      expect(running()).toBe(7)
      yield* pass(15)
      expect(ended.get(slow)).toMatchObject({ status: "SUCCESS" })
    })
  )
})
