// time: a clock and a scheduler that leave nothing to chance, so that a seed always replays the same history.
import { Clock, Duration, Effect, Exit, type Scheduler } from "effect"

/** When every history begins. */
export const BEGINNING = Date.UTC(2030, 0, 1)

/** The most tasks of one history; one with more never ends. */
const MOST_TASKS = 5_000_000

/** As many as in Effect's own scheduler, which looks the number up for each operation. */
const OPS_BEFORE_YIELD = 2_048

interface Timer {
  readonly at: number
  readonly ring: () => void
  isCancelled: boolean
}

/** A history that waits for something that never comes, or that works without an end. */
export class Endless extends Error {
  override readonly name = "Endless"
}

/** A macrotask later; whatever other code of this process waits for without a timer has then happened. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const noTime = () => 0

/** Waits for ever. Unlike `Effect.never`, it does not keep the process alive. */
export const forEver = Effect.async<never>(() => {})

/** Runs without work and without code of others between two tasks, so hiding the real time from them disturbs nobody. */
const withoutRealTime = (work: () => void): void => {
  const { now } = performance
  performance.now = noTime
  try {
    work()
  } finally {
    performance.now = now
  }
}

/** Virtual time: it stands still while any fiber can run, then jumps to the next timer. */
export class VirtualTime {
  private millis = BEGINNING
  /** How many milliseconds the clock that processes read is ahead of the right time; readings of it that are compared to measure a duration are not. */
  ahead = 0
  /** Ordered by time; timers of the same time ring in the order in which they were set. */
  private readonly timers: Array<Timer> = []
  private tasks: Array<() => void> = []
  private taskCount = 0

  /** The right time, in milliseconds since 1970. */
  now(): number {
    return this.millis
  }

  private readonly nanos = () => BigInt(Math.round(this.millis)) * 1_000_000n

  private readonly clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => this.millis + this.ahead,
    unsafeCurrentTimeNanos: this.nanos,
    currentTimeMillis: Effect.sync(() => this.millis + this.ahead),
    currentTimeNanos: Effect.sync(this.nanos),
    sleep: (duration) => {
      const millis = Duration.toMillis(duration)
      if (!Number.isFinite(millis)) return forEver
      if (millis <= 0) return Effect.yieldNow()
      return Effect.async((resume) => {
        const timer: Timer = { at: this.millis + millis, ring: () => resume(Effect.void), isCancelled: false }
        this.add(timer)
        return Effect.sync(() => {
          timer.isCancelled = true
        })
      })
    }
  }

  private readonly scheduler: Scheduler.Scheduler = {
    shouldYield: ({ currentOpCount }) => (currentOpCount > OPS_BEFORE_YIELD ? 0 : false),
    scheduleTask: (task) => {
      this.tasks.push(task)
    }
  }

  private add(timer: Timer): void {
    let index = this.timers.length
    while (index > 0 && (this.timers[index - 1] as Timer).at > timer.at) index -= 1
    this.timers.splice(index, 0, timer)
  }

  private runTasks(): void {
    while (this.tasks.length > 0) {
      const batch = this.tasks
      this.tasks = []
      for (const task of batch) task()
      this.taskCount += batch.length
      if (this.taskCount > MOST_TASKS) throw new Endless("the history does not end")
    }
  }

  /** Jumps to the next timer and rings it; false if there is none. */
  private jump(): boolean {
    for (;;) {
      const timer = this.timers.shift()
      if (timer === undefined) return false
      if (timer.isCancelled) continue
      this.millis = Math.max(this.millis, timer.at)
      timer.ring()
      return true
    }
  }

  /** Runs an effect to its end. */
  async run<A, E>(effect: Effect.Effect<A, E>): Promise<Exit.Exit<A, E>> {
    let ended: Exit.Exit<A, E> | null = null
    const fiber = Effect.runFork(Effect.withClock(effect, this.clock), { scheduler: this.scheduler })
    fiber.addObserver((exit) => {
      ended = exit
    })
    try {
      for (;;) {
        withoutRealTime(() => this.runTasks())
        if (ended !== null) return ended
        // Promises and immediates, with which the code under test lets the event loop breathe, come before any timer.
        await turn()
        if (this.tasks.length > 0 || ended !== null) continue
        if (!this.jump()) throw new Endless("the history waits for something that never comes")
      }
    } catch (error) {
      if (error instanceof Endless) return Exit.die(error)
      throw error
    }
  }
}
