import { Connector, type JobExport } from "@tributary/core"
import { Deferred, Effect, FiberId } from "effect"
import { PCGRandom } from "effect/Utils"
import * as StoredInstant from "../../runtime-http/src/store/postgres/StoredInstant.js"
import type { SweepGuard } from "../../runtime-http/src/store/write/rules/DeletionRule.js"
import { Audit } from "./audit/Audit.js"
import * as EqualityCheck from "./audit/EqualityCheck.js"
import { Readers } from "./audit/Readers.js"
import { ReportCheck } from "./audit/ReportCheck.js"
import type { Blow, Change, ClockChange, Happening, History } from "./history/History.js"
import { Script } from "./history/Script.js"
import { MemoryDatabase, type StoredRecord } from "./runtime/MemoryDatabase.js"
import { MemoryRecordStore } from "./runtime/MemoryRecordStore.js"
import * as MemorySchedule from "./runtime/MemorySchedule.js"
import { Process, type Surroundings } from "./runtime/Process.js"
import { VirtualTime } from "./time/VirtualTime.js"
import type { Fault } from "./vendor/Fault.js"
import { isIndexed, mayBeEmpty } from "./vendor/ListShape.js"
import * as SimulatedConnector from "./vendor/SimulatedConnector.js"
import { type Asked, Tenant } from "./vendor/Tenant.js"
import { type Answered, Vendor } from "./vendor/Vendor.js"

const CONNECTION_ID = "5e0a1f4c-0000-4000-8000-000000000001"
const INTERVAL_SECS = 3_600
const TIMEOUT_SECS = 600
/**
 * How long a slow vendor takes before and after each answer. A job that runs for ten minutes gets sixteen, the last of them so late that the
 * time is up before the vendor seems not to answer the next request.
 */
const SLOW_MILLIS = 18_600
/** Deltas are used until the last full scan is this old, in milliseconds. */
export const FULL_SCAN_INTERVAL = 24 * 3_600_000
/** A smaller set than by default counts as large, because the lists of a history are small. */
const GUARD: SweepGuard = {
  evidenceSecs: 3_600,
  maxShare: 0.5,
  minRecords: 8,
  maxEmptied: 0.3,
  minEmptied: 3,
  minFilled: 3
}

/** After a job that can be continued, the next one is due within so many milliseconds. */
const SOON_MILLIS = 30_000

/** No job waits longer than that for the next one: that is as long as the vendor asks to wait at most. */
const LONGEST_WAIT_MILLIS = 3 * 3_600_000

/** The same after jobs whose credentials the vendor refused: the pause doubles up to a day. */
const LONGEST_REFUSED_MILLIS = 24 * 3_600_000

const credentialsOf = ({ accessToken, baseUrl }: Tenant): string =>
  JSON.stringify({ base_url: baseUrl, token: accessToken })

/** Everything that exists during one history: the vendor, the database, the processes, and the audit of all of them. */
export class World {
  readonly time = new VirtualTime()
  readonly vendor: Vendor
  readonly database: MemoryDatabase
  readonly audit: Audit
  private readonly store: MemoryRecordStore
  private readonly readers = new Readers()
  private readonly random: PCGRandom
  private readonly connector: Connector.Connector
  /** Whether the titles of users are required; null if the vendor has none. */
  private readonly areTitlesRequired: boolean | null
  /** Whether an answer without rows says that users have no title. */
  private readonly mayTitlesBeEmpty: boolean
  /** The tenant whose credentials the holder of a lease has read, by fence. */
  private readonly tenantOfLease = new Map<number, Tenant>()
  private processes = 0
  /** The process that runs the next job. */
  process: Process
  /** Whether the vendor takes so long for each answer that a job reads only some pages. */
  isSlow = false
  /** Completed when the process that runs a job freezes; null while nobody could take the job over. */
  private frozen: Deferred.Deferred<void> | null = null
  /** How many milliseconds the clock of the database is ahead of the right time. */
  private databaseAhead = 0
  /** Whether the last job was stopped by its time limit, so that the next one is due soon. */
  private mustContinueSoon = false
  /** Whether the vendor refused the credentials of the last job, or what they may not read. */
  private isRefused = false
  jobs = 0
  requests = 0
  /** How many answers left rows out, and showed it. */
  partialAnswers = 0
  readonly trace: Array<string> = []

  constructor(
    history: Pick<History, "vendor" | "rows" | "pace">,
    private readonly isTraced: boolean,
    vendor?: Vendor
  ) {
    const now = () => this.time.now()
    this.vendor = vendor ?? new Vendor(history.vendor, history.rows, now)
    this.random = new PCGRandom(history.pace)
    this.areTitlesRequired = history.vendor.users.lookup?.isRequired ?? null
    this.mayTitlesBeEmpty = mayBeEmpty(history.vendor.users)
    this.connector = SimulatedConnector.make(history.vendor)
    this.audit = new Audit(
      () => this.vendor.tick,
      (kind) => this.database.kind(kind),
      now,
      GUARD,
      (fence) => this.tenantOfLease.get(fence) ?? this.vendor.tenant
    )
    this.database = new MemoryDatabase(() => now() + this.databaseAhead, this.audit, {
      connectionId: CONNECTION_ID,
      credentials: credentialsOf(this.vendor.tenant),
      intervalSecs: INTERVAL_SECS,
      timeoutSecs: TIMEOUT_SECS
    })
    this.store = new MemoryRecordStore(this.database, { fullScanInterval: FULL_SCAN_INTERVAL, guard: GUARD })
    this.process = this.restart()
  }

  /** Adds a line to the trace. */
  note(text: string): void {
    if (this.isTraced) this.trace.push(text)
  }

  /** The schedule, for everybody who is not a process. */
  get schedule() {
    return MemorySchedule.make(this.database)
  }

  /** A new process, which runs the next jobs. */
  restart(): Process {
    this.processes += 1
    const around: Surroundings = {
      connector: this.connector,
      database: this.database,
      store: this.store,
      delay: (door) => this.delay(door),
      send: (process, request) => this.send(process, request),
      setClock: (change) => this.setClock(change),
      strike: (process, blow) => this.strike(process, blow),
      // The credentials that a process has read stay the ones that it uses.
      hasCredentials: ({ fence }) => void this.tenantOfLease.set(fence, this.vendor.tenant),
      hasFinished: ({ report }, exports, isPaused) => this.compare(report, exports, isPaused),
      note: (process, text) => this.note(`${process.name}: ${text}`)
    }
    this.process = new Process(`process ${this.processes}`, around)
    return this.process
  }

  /** Compares what a job has reported with what happened. */
  private compare(report: ReportCheck, exports: ReadonlyArray<JobExport>, isPaused: boolean): void {
    this.audit.note(report.compare(exports, this.areTitlesRequired, isPaused))
    this.audit.note(report.compareShares(exports, this.vendor.tenant.lists.keys()))
    this.mustContinueSoon = report.mustContinueSoon(exports)
    this.isRefused = exports.some(({ health }) => health === "UNAUTHORIZED")
  }

  /** What the report of the next job is compared with; odd rows of the vendor may always be the cause of a failure. */
  private newReport(): ReportCheck {
    const report = new ReportCheck(Connector.extractorsOf(this.connector))
    if (this.vendor.hasOddRows) report.causes.add("oddRows")
    if (this.isSlow) report.causes.add("timeout")
    if (this.audit.hasPartialScan() || this.store.isLacking) report.causes.add("Partial")
    return report
  }

  private delay(door: "request" | "call"): number {
    if (this.isSlow && door === "request") return SLOW_MILLIS
    const drawn = this.random.integer(12)
    if (drawn === 0) this.poll()
    return drawn < 9 ? 0 : (drawn - 8) * 3
  }

  private poll(): void {
    this.audit.note(this.readers.poll(this.database.kinds))
  }

  /** A change at the vendor. */
  change(change: Change): void {
    this.note(`  the vendor: ${JSON.stringify(change)}`)
    this.vendor.change(change)
  }

  /** Somebody sets a clock. */
  setClock({ clock, hoursAhead }: ClockChange): void {
    this.note(`  the clock of the ${clock}: ${hoursAhead} hours ahead`)
    const ahead = hoursAhead * 3_600_000
    if (clock === "processes") {
      this.time.ahead = ahead
      return
    }
    this.audit.forward(Math.max(0, ahead - this.databaseAhead))
    this.databaseAhead = ahead
  }

  /** A process sends a request; the vendor answers it later. */
  private send(process: Process, request: Asked) {
    this.requests += 1
    const { blow, changes, clocks, fault } = process.script.request(Tenant.targetOf(request.url))
    for (const change of clocks) this.setClock(change)
    for (const change of changes) {
      this.change(change)
      process.report.causes.add("changed")
    }
    const reply = () => {
      const answered = this.vendor.answer(request, fault)
      this.tell(process, request, answered, fault)
      return answered.outcome
    }
    return { blow, reply }
  }

  /** Tells the audit about a request and its answer. */
  private tell(process: Process, request: Asked, { outcome, understood }: Answered, fault: Fault | null): void {
    const { method, url } = request
    const { list, target } = understood
    const status = outcome._tag === "Reply" ? outcome.reply.status : 0
    const said = outcome._tag === "Reply" ? `${status} ${JSON.stringify(outcome.reply.body)}` : outcome._tag
    this.note(`  ${method} ${url.pathname}${url.search} ${JSON.stringify(request.body)} -> ${said}`)
    process.report.causes.add(outcome._tag === "Reply" ? String(status) : outcome._tag)
    if (fault !== null) process.report.causes.add(fault._tag)
    if (list === null) return
    process.report.asked.add(list.name)
    // An answer that lacks rows is no answer about those rows, whatever its status.
    const isPartial = outcome._tag === "Reply" && outcome.isPartial
    const known = isPartial && status === 200 ? 206 : status
    if (target === "lookup") process.report.answered(known)
    const isDistorted = outcome._tag === "Reply" && outcome.isDistorted
    if (isDistorted && target === "lookup") this.audit.wasSilent(list.name)
    else if (isDistorted && fault !== null) this.audit.distorted(list.name, fault._tag)
    if (isPartial) this.partialAnswers += 1
    if (isPartial) this.audit.wasPartial(list.name)
    if (target === "lookup" && known !== 200) this.audit.refusedAnswer(list.name, known)
    // A refused index says where a list ends that has no total.
    const isRefused = fault?._tag === "Status" && status < 429 && status !== 401 && status !== 403
    if (target === "list" && isRefused && isIndexed(list.shape) && !list.shape.hasTotal)
      this.audit.distorted(list.name, "Status")
    // What a process asks that has been replaced does not matter.
    if (process.fence !== this.database.schedule.fence) return
    const [, , , id = "", leaf] = url.pathname.split("/")
    if (target === "children" && !url.searchParams.has("after")) this.audit.askedBelow(list, id)
    if (status === 404 && (target === "children" || target === "lookup")) this.audit.lostRow(list.name)
    if (target !== "export") return
    if (leaf === "cancel") this.audit.cancelledExport(list.name)
    if (id === "" && status === 200) this.audit.startedExport(list.name, !process.script.hasStrikes)
  }

  /** What a blow does. */
  private strike(process: Process, blow: Blow): void {
    this.note(`  blow: ${blow}`)
    process.report.causes.add("blow")
    switch (blow) {
      case "interrupt":
        process.fiber?.unsafeInterruptAsFork(FiberId.none)
        return
      case "kill":
      case "killAfter":
        process.die()
        return
      case "takeover":
        if (this.frozen === null) return
        process.thaw = Deferred.unsafeMake<void>(FiberId.none)
        Deferred.unsafeDone(this.frozen, Effect.void)
        return
      case "pause":
        Effect.runSync(Effect.orDie(this.schedule.pause(CONNECTION_ID)))
        process.pause()
        return
      case "otherTenant":
      case "newToken":
        this.changeCredentials(blow === "otherTenant")
        return
      case "confirm":
      case "dismiss":
        this.decide(blow === "confirm" ? "CONFIRM" : "DISMISS")
    }
  }

  /** The customer enters new credentials. */
  changeCredentials(isOtherTenant: boolean): void {
    if (isOtherTenant) this.vendor.changeTenant()
    else this.vendor.tenant.replaceToken()
    const { database, schedule } = this
    database.credentials = credentialsOf(this.vendor.tenant)
    if (isOtherTenant) Object.assign(database, { tenant: null, tenantReplacements: database.tenantReplacements + 1 })
    Effect.runSync(
      Effect.orDie(isOtherTenant ? schedule.replace(CONNECTION_ID, "tenant") : schedule.request(CONNECTION_ID))
    )
  }

  /** An operator decides about the deletions that wait. */
  decide(decision: "CONFIRM" | "DISMISS"): void {
    if (decision === "CONFIRM") this.audit.confirm((kind) => this.heldBack(kind))
    const isAny = this.store.decide(decision)
    if (isAny && decision === "CONFIRM") Effect.runSync(Effect.orDie(this.schedule.request(CONNECTION_ID)))
  }

  /** The records of a kind whose deletion waits. */
  private heldBack(kind: string): ReadonlyArray<StoredRecord> {
    if (this.store.deletions.held(kind) === null) return []
    const ids = this.store.deletions.heldIds(kind)
    return this.database.live(kind).filter(({ id }) => ids.has(id))
  }

  /** A kind of which deletions wait, and one of the records; null if none wait. */
  waiting(): string | null {
    for (const kind of this.database.kinds.keys()) {
      const [record] = this.heldBack(kind)
      if (record !== undefined) return `${kind} ${record.vendorId}`
    }
    return null
  }

  /** Time passes, in which instants are corrected that were stored while the clock of the database was ahead. */
  pass(millis: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.store.correctClock()
      MemorySchedule.correct(this.database)
      return Effect.sleep(millis)
    })
  }

  /** Some minutes pass, and then someone asks for a full scan of everything. */
  requestFull(minutes: number): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      yield* this.pass(minutes * 60_000)
      this.store.requestFull()
      yield* Effect.orDie(this.schedule.request(CONNECTION_ID))
    })
  }

  /** Runs the next job to its end, unless the connection is paused or must wait. */
  runJob(happenings: ReadonlyArray<Happening>): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      yield* this.pass(0)
      const { isPaused, nextRunAt } = this.database.schedule
      if (isPaused) return yield* Effect.orDie(this.schedule.closePaused(this.process.name, []))
      yield* Effect.sleep(Math.max(0, nextRunAt - this.database.now()))
      const { process } = this
      const frozen = yield* Deferred.make<void>()
      this.frozen = frozen
      this.mustContinueSoon = false
      process.script = new Script(happenings)
      yield* Effect.raceFirst(Deferred.await(frozen), this.runNow(process))
      this.frozen = null
      if (process.isDead) this.restart()
      if (process.thaw !== null) yield* this.takeOver(process)
      this.check()
    })
  }

  /** Lets a process run the job, if the connection is due. */
  private runNow(process: Process): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      const lease = yield* process.claim()
      if (lease === null) return
      this.jobs += 1
      this.note(`${process.name} runs a job`)
      process.report = this.newReport()
      process.fiber = yield* Effect.forkDaemon(process.run(lease))
      yield* process.ended
    })
  }

  /** Another process runs the job of a frozen one to its end. Then the frozen one continues. */
  private takeOver(frozen: Process): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      yield* this.runNow(this.restart())
      this.note(`${frozen.name} continues`)
      const { thaw } = frozen
      frozen.thaw = null
      if (thaw !== null) yield* Deferred.succeed(thaw, undefined)
      yield* frozen.ended
    })
  }

  /** What must hold between two jobs. */
  private check(): void {
    const { audit, database, vendor } = this
    const [token] = vendor.foreignTokens
    if (token !== undefined) audit.note(`the token ${token} was sent to the other tenant`)
    const wait = database.schedule.nextRunAt - database.now()
    if (this.mustContinueSoon && wait > SOON_MILLIS) {
      audit.note(
        `the time limit stopped a scan that can be continued, but the next job is due only after ${wait / 1_000} seconds`
      )
    }
    const longest = this.isRefused ? LONGEST_REFUSED_MILLIS : LONGEST_WAIT_MILLIS
    // What was planned while the clock was ahead is corrected within a minute.
    const isCorrected = StoredInstant.isAheadOf(database.schedule.plannedAt, database.now())
    if (wait > longest && !isCorrected) audit.note(`the next job is due only after ${wait / 1_000} seconds`)
    this.poll()
    if (this.areTitlesRequired !== null) {
      const held = vendor.tenant.lists.get("users")?.ids("row")
      audit.checkTitles(
        database.kind("idp_user").records.values(),
        (id) => held?.has(id) === true,
        this.mayTitlesBeEmpty
      )
    }
    if (database.jobs.at(-1)?.status !== "SUCCESS") return
    audit.checkComplete(vendor.tenant, (kind, vendorId) =>
      database.kind(kind).records.get(database.idOf(kind, vendorId))
    )
  }

  /** What must hold once nothing has disturbed anything for a while. */
  checkEqual(): void {
    this.audit.note(
      EqualityCheck.ofTenant(this.vendor.tenant, {
        live: (kind) => this.database.live(kind),
        heldBack: (kind) => this.heldBack(kind),
        reasonOf: (kind) => this.store.deletions.held(kind)?.reason ?? null
      })
    )
  }
}
