import { setTimeout as sleep } from "node:timers/promises"
import * as ServerProcess from "../support/process/ServerProcess.js"
import type { Journal } from "../support/run/Journal.js"
import type { Random } from "../support/run/Random.js"

/** One of the servers, which is the same for its clients after a restart. */
export interface Slot {
  readonly name: string
  /** Its settings, without its port. */
  readonly env: Readonly<Record<string, string>>
  /** Where it shows its metrics, also after a restart. */
  readonly metricsPort: number
  /** Null while the server is down. */
  process: ServerProcess.ServerProcess | null
  /** Whether it takes requests; false while it starts, and while it is frozen. */
  isServing: boolean
  /** Whether its process is being created. */
  isStarting: boolean
}

const LOOK_MILLIS = 50
const SUPERVISOR_MILLIS = 1_000

/** Above this, a process uses more memory than batches and concurrency explain. */
const MAX_MEGABYTES = 700

/** The servers of one installation. */
export class Fleet {
  constructor(
    readonly slots: ReadonlyArray<Slot>,
    /** The bundle of the server. */
    readonly file: string,
    readonly journal: Journal
  ) {}

  /** The servers that run and take requests. */
  serving(): ReadonlyArray<Slot> {
    return this.slots.filter(({ isServing }) => isServing)
  }

  /** Starts the server of a slot, and waits until it takes requests; does nothing while no server may run. */
  async start(slot: Slot): Promise<void> {
    if (slot.process !== null || slot.isStarting || this.#isHalted) return
    slot.isStarting = true
    const process = await ServerProcess.spawn(this.file, slot.env)
    slot.process = process
    slot.isStarting = false
    this.#pids.add(process.pid)
    this.#outputs.push({ name: slot.name, output: process.output })
    this.journal.count("processes: started")
    void process.ended.then((code) => this.#ended(slot, process, code))
    const isReady = await ServerProcess.untilReady(process)
    // It may have been killed meanwhile, and another one started.
    if (slot.process === process) slot.isServing = isReady
  }

  /** Does something while no server runs, and starts all of them. */
  async whileAllAreDown(limitMillis: number, action: () => Promise<unknown>): Promise<void> {
    await this.#halt()
    await Promise.all(this.slots.map((slot) => this.stop(slot, limitMillis)))
    await action()
    this.#isHalted = false
    await Promise.all(this.slots.map((slot) => this.start(slot)))
  }

  /** Ends the server as a crash would. */
  async kill(slot: Slot): Promise<void> {
    const { process } = slot
    if (process === null) return
    this.#expected.add(process.pid)
    this.measure()
    slot.isServing = false
    process.signal("SIGKILL")
    await process.ended
    slot.process = null
    this.journal.count("processes: kill -9")
  }

  /** Asks the server to stop, and waits until it has. */
  async stop(slot: Slot, limitMillis: number): Promise<void> {
    const { process } = slot
    if (process === null) return
    this.#expected.add(process.pid)
    this.measure()
    slot.isServing = false
    process.signal("SIGTERM")
    const late = new Promise<"late">((resolve) => setTimeout(resolve, limitMillis, "late").unref())
    const code = await Promise.race([process.ended, late])
    if (code === "late") {
      this.journal.broken("a process stops when it is asked to", `${slot.name} ran on for ${limitMillis / 1_000} s`)
      await process.release()
    }
    slot.process = null
    this.journal.count("processes: SIGTERM")
  }

  /** One of the servers that take requests; null if none does. */
  pick(random: Random): Slot | null {
    const serving = this.serving()
    return serving.length === 0 ? null : random.pick(serving)
  }

  /** Waits until the server of a slot takes requests; starts it if it is down. */
  async untilServing(slot: Slot, giveUp: () => boolean): Promise<void> {
    while (!slot.isServing && !giveUp()) {
      if (slot.process === null && !slot.isStarting) await this.start(slot)
      await sleep(LOOK_MILLIS)
    }
  }

  /** The processes that run although all were stopped. */
  leftOver(): ReadonlyArray<number> {
    return [...this.#pids].filter((pid) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
  }

  /** Notes the memory of every process. */
  measure(): void {
    for (const { name, process } of this.slots) {
      if (process === null) continue
      const megabytes = process.peakMegabytes()
      this.journal.peak("processes: peak MB of one", megabytes)
      if (megabytes > MAX_MEGABYTES) {
        this.journal.broken("the memory of a process is bounded", `${name} used more than ${MAX_MEGABYTES} MB`)
      }
    }
  }

  /** Kills everything that still runs. */
  async release(): Promise<void> {
    await this.#halt()
    for (const pid of this.#pids) this.#expected.add(pid)
    await Promise.all(this.slots.map(({ process }) => process?.release()))
    for (const { name, output } of this.#outputs) this.journal.keepLog(name, output())
  }

  /** Whether no server may start. */
  #isHalted = false

  /** Keeps servers from starting, and waits for those that are being created. */
  async #halt(): Promise<void> {
    this.#isHalted = true
    while (this.slots.some(({ isStarting }) => isStarting)) await sleep(LOOK_MILLIS)
  }

  /** Every process that ever ran. */
  readonly #pids = new Set<number>()
  /** Processes that were told to end. */
  readonly #expected = new Set<number>()
  /** What the processes printed. */
  readonly #outputs: Array<{ readonly name: string; readonly output: () => string }> = []

  #ended(slot: Slot, process: ServerProcess.ServerProcess, code: number | string | null): void {
    if (this.#expected.has(process.pid)) return
    const hadStarted = slot.isServing
    slot.isServing = false
    slot.process = null
    if (hadStarted) {
      const lines = process.output().trim().split("\n").slice(-3).join(" | ")
      this.journal.broken("a process ends only when it is told to", `${slot.name} ended with ${code}: ${lines}`)
    }
    // A process cannot start without its database, and says so. Whoever runs it starts it again.
    this.journal.count("processes: started again by the supervisor")
    void sleep(SUPERVISOR_MILLIS, undefined, { ref: false }).then(() => this.start(slot))
  }
}
