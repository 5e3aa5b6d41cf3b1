import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { type Connector, type JobExport, RateBudget } from "@tributary/core"
import { Context, Deferred, Effect, Fiber, FiberId, Redacted, Stream } from "effect"
import { Connections } from "../../../runtime-http/src/store/accounts/Connections.js"
import { Jobs } from "../../../runtime-http/src/store/jobs/Jobs.js"
import type { Lease } from "../../../runtime-http/src/store/schedule/Lease.js"
import { SyncSchedule } from "../../../runtime-http/src/store/schedule/SyncSchedule.js"
import { RecordStore } from "../../../runtime-http/src/store/write/RecordStore.js"
import * as JobRunner from "../../../runtime-http/src/sync/pull/JobRunner.js"
import { StopSignal } from "../../../runtime-http/src/sync/StopSignal.js"
import type { TenantFingerprint } from "../../../runtime-http/src/TenantFingerprint.js"
import { ConnectorRegistry, index } from "../../../runtime-http/src/vendor/ConnectorRegistry.js"
import * as VendorSession from "../../../runtime-http/src/vendor/VendorSession.js"
import { ReportCheck } from "../audit/ReportCheck.js"
import type { Blow, ClockChange, Trouble } from "../history/History.js"
import { Script } from "../history/Script.js"
import { forEver } from "../time/VirtualTime.js"
import type { Outcome } from "../vendor/Fault.js"
import { VENDOR } from "../vendor/SimulatedConnector.js"
import type { Asked } from "../vendor/Tenant.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import * as MemoryJobs from "./MemoryJobs.js"
import type { MemoryRecordStore } from "./MemoryRecordStore.js"
import * as MemorySchedule from "./MemorySchedule.js"

/** What all processes share: the database, the vendor, and what happens around them. */
export interface Surroundings {
  readonly connector: Connector.Connector
  readonly database: MemoryDatabase
  readonly store: MemoryRecordStore
  /** How long the next request or call takes before and after it takes effect, in milliseconds. */
  readonly delay: (door: "request" | "call") => number
  /** Sends a request to the vendor; `happenings` of the script have been taken out. */
  readonly send: (process: Process, request: Asked) => { readonly blow: Blow | null; readonly reply: () => Outcome }
  /** Somebody sets a clock. */
  readonly setClock: (change: ClockChange) => void
  /** Carries out what a blow does to everything but the process. */
  readonly strike: (process: Process, blow: Blow) => void
  /** The process has read the credentials of the connection. */
  readonly hasCredentials: (process: Process) => void
  /** The process learns that the job is finished, and what it has reported. */
  readonly hasFinished: (process: Process, exports: ReadonlyArray<JobExport>, isPaused: boolean) => void
  /** Is told about every request and call, for the trace. */
  readonly note: (process: Process, text: string) => void
}

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): unknown =>
  body._tag === "Uint8Array" ? (JSON.parse(new TextDecoder().decode(body.body)) as unknown) : null

/** A response that has arrived completely. One that is read from a stream would need promises. */
const responseOf = (
  request: HttpClientRequest.HttpClientRequest,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string
) => {
  const source = { status, headers: new Map(Object.entries(headers)) }
  const response = HttpClientResponse.fromWeb(request, source as unknown as Response)
  Object.defineProperty(response, "stream", { value: Stream.succeed(new TextEncoder().encode(text)) })
  return response
}

const codes: Readonly<Record<Trouble, string>> = { unavailable: "ECONNREFUSED", lostAnswer: "57P01", refused: "22P05" }

const failure = (trouble: Trouble) =>
  new SqlError.SqlError({
    cause: Object.assign(new Error("simulated"), { code: codes[trouble] }),
    message: "simulated"
  })

/** A process that runs jobs. Everything that it does to the outside goes through two doors: requests and calls. */
export class Process {
  /** Nothing that a dead process does has any effect. */
  isDead = false
  private readonly death = Deferred.unsafeMake<void>(FiberId.none)
  /** Set while the process is frozen. */
  thaw: Deferred.Deferred<void> | null = null
  /** The job that it runs. */
  fiber: Fiber.RuntimeFiber<void> | null = null
  /** The signal of the job that it runs. */
  private signal = { isGiven: false, isPaused: false, isStopped: false }
  script = new Script([])
  /** What the report of its job is compared with. */
  report = new ReportCheck([])
  /** The fence of the lease under which it runs a job. */
  fence = 0

  constructor(
    readonly name: string,
    private readonly around: Surroundings
  ) {}

  /** Ends the process without a word. */
  die(): void {
    this.isDead = true
    Deferred.unsafeDone(this.death, Effect.void)
  }

  /** Its job learns that the connection is paused. */
  pause(): void {
    this.signal.isPaused = true
  }

  /** Waits until its job has ended, or the process has died. */
  readonly ended: Effect.Effect<void> = Effect.suspend(() =>
    this.fiber === null
      ? Effect.void
      : Effect.raceFirst(Deferred.await(this.death), Effect.asVoid(Fiber.await(this.fiber)))
  )

  /** Waits while the process is frozen, and for ever once it is dead. */
  private readonly alive: Effect.Effect<void> = Effect.suspend(() => {
    if (this.isDead) return forEver
    return this.thaw === null ? Effect.void : Effect.zipRight(Deferred.await(this.thaw), this.alive)
  })

  /** Lets time pass; the process may be frozen or dead afterwards. */
  private pass(millis: number): Effect.Effect<void> {
    return millis === 0 ? this.alive : Effect.zipRight(Effect.sleep(millis), this.alive)
  }

  private hit(blow: Blow | null, isAfter: boolean): Effect.Effect<void> {
    if (blow === null || (blow === "killAfter") !== isAfter) return Effect.void
    return Effect.zipRight(
      Effect.sync(() => this.around.strike(this, blow)),
      this.alive
    )
  }

  /** A call to the database. */
  private call<A, E>(
    name: string,
    work: Effect.Effect<A, E>,
    learn: (result: A) => void = () => {}
  ): Effect.Effect<A, E | SqlError.SqlError> {
    return Effect.suspend(() => {
      if (this.isDead || this.thaw !== null) return Effect.zipRight(this.alive, this.call(name, work, learn))
      const { blow, clocks, trouble } = this.script.call()
      for (const change of clocks) this.around.setClock(change)
      if (trouble !== null) this.report.causes.add(trouble)
      this.around.note(this, `${name}${trouble === null ? "" : `: ${trouble}`}${blow === null ? "" : `: ${blow}`}`)
      const before = this.around.delay("call")
      const after = this.around.delay("call")
      // Most calls are not disturbed, and calls are most of what a history does.
      if (trouble === null && blow === null && before + after === 0) {
        return Effect.map(work, (result) => {
          learn(result)
          return result
        })
      }
      return Effect.gen(this, function* () {
        yield* this.hit(blow, false)
        yield* this.pass(before)
        if (trouble === "unavailable" || trouble === "refused") return yield* failure(trouble)
        const result = yield* work
        yield* this.hit(blow, true)
        yield* this.pass(after)
        if (trouble === "lostAnswer") return yield* failure(trouble)
        learn(result)
        return result
      })
    })
  }

  /** The client for requests to the vendor. */
  private readonly client = HttpClient.make((request, url) =>
    Effect.gen(this, function* () {
      yield* this.alive
      const { headers, method } = request
      const authorization = headers["authorization"] ?? ""
      const { blow, reply } = this.around.send(this, { method, url, body: bodyOf(request), authorization })
      yield* this.hit(blow, false)
      yield* this.pass(this.around.delay("request"))
      const outcome = reply()
      yield* this.hit(blow, true)
      yield* this.pass(this.around.delay("request"))
      if (outcome._tag === "Hang") return yield* forEver
      if (outcome._tag === "Drop") {
        return yield* new HttpClientError.RequestError({ request, reason: "Transport", description: "dropped" })
      }
      if (outcome._tag === "Text") return responseOf(request, 200, {}, outcome.text)
      const { reply: answer } = outcome
      return responseOf(request, answer.status, answer.headers, JSON.stringify(answer.body))
    })
  )

  /** The services of this process, whose calls all go through its doors. */
  private services(vendorSession: VendorSession.VendorSession["Type"]) {
    const { connector, database, store } = this.around
    const schedule = MemorySchedule.make(database)
    const jobs = MemoryJobs.make(database)
    const { report } = this
    const recordStore: RecordStore["Type"] = {
      open: (...args) => this.call("open", store.open(...args)),
      completedParents: (scan, ids) => this.call("completed parents", store.completedParents(scan, ids)),
      write: (scan, page) => this.call("write", store.write(scan, page), (counts) => report.wrote(scan, page, counts)),
      close: (proof) => {
        const close = store.close((name, transaction) => this.call(name, transaction))
        return Effect.tap(close(proof), (closing) => Effect.sync(() => report.ended(proof.scan.extractor, closing)))
      },
      // Its connections read all types of data.
      removeFormer: () => Effect.succeed(new Map()),
      restart: (scan) => this.call("restart", store.restart(scan))
    }
    const credentials = Effect.sync(() => ({
      vendor: VENDOR,
      credentials: Redacted.make(database.credentials),
      tenant: database.tenant,
      tenantReplacements: database.tenantReplacements,
      unreadFields: database.unreadFields,
      dataExportTypes: []
    }))
    return Context.make(RecordStore, recordStore).pipe(
      Context.add(SyncSchedule, {
        ...schedule,
        finish: (lease, ending, limitedSecs) => this.call("release", schedule.finish(lease, ending, limitedSecs))
      }),
      Context.add(Jobs, {
        ...jobs,
        begin: (lease) => this.call("begin", jobs.begin(lease)),
        endPaused: (lease, id, result) =>
          this.call("finish", jobs.endPaused(lease, id, result), () =>
            this.around.hasFinished(this, result.dataExports, true)
          ),
        finish: (lease, id, result) =>
          this.call("finish", jobs.finish(lease, id, result), () =>
            this.around.hasFinished(this, result.dataExports, false)
          )
      } as Jobs["Type"]),
      Context.add(Connections, {
        credentialsOf: () => this.call("credentials", credentials, () => this.around.hasCredentials(this)),
        noteTenant: ({ fence }: Lease, tenant: TenantFingerprint) =>
          Effect.sync(() => {
            if (database.schedule.fence === fence) database.tenant = tenant
          }),
        noteRowTenants: () => Effect.void
      } as unknown as Connections["Type"]),
      Context.add(ConnectorRegistry, index([connector])),
      Context.add(VendorSession.VendorSession, vendorSession)
    )
  }

  /** Claims the connection, if it is due; the claim itself is never disturbed. */
  claim(): Effect.Effect<Lease | null> {
    return Effect.orDie(
      MemorySchedule.make(this.around.database).claim(this.around.database.connectionId, {
        runner: this.name,
        lock: null
      })
    )
  }

  /** Runs a job. */
  run(lease: Lease): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      this.fence = lease.fence
      this.signal = { isGiven: false, isPaused: false, isStopped: false }
      const session = yield* VendorSession.make
      const runner = yield* Effect.provide(JobRunner.make, this.services(session))
      yield* Effect.provideService(runner.run(lease), StopSignal, this.signal)
    }).pipe(
      Effect.provideService(HttpClient.HttpClient, this.client),
      Effect.provideServiceEffect(RateBudget.RateBudget, RateBudget.make)
    )
  }
}
