import { Clock, Duration, Effect, Exit, Scheduler } from "effect"
import * as TimedValue from "../../http/TimedValue.js"
import type { VendorHttpSettings } from "../../http/VendorHttp.js"

/** Turns of the event loop without a running fiber, after which an effect is taken to wait for the clock. */
const QUIET_TURNS = 4

/** An effect that makes no progress for this many turns and sets no timer waits for something that will never come. */
const MOST_IDLE_TURNS = 300_000

/** The longest run of a test sets some hundred timers one after another: an effect with more never ends. */
const MOST_TIMERS = 10_000

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Wraps what the settings sign, requests and the fields of token requests: `isBusy` is true while a signature is being made. */
export const holdWhileSigning = (
  settings: VendorHttpSettings
): { readonly settings: VendorHttpSettings; readonly isBusy: () => boolean } => {
  let pending = 0
  const held =
    <A, B>(make: (given: A) => Promise<B>) =>
    async (given: A): Promise<B> => {
      pending += 1
      try {
        return await make(given)
      } finally {
        pending -= 1
      }
    }
  const fields = (given: TimedValue.Fields): TimedValue.Fields =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        TimedValue.isTimed(value) ? { ...value, at: held(value.at) } : value
      ])
    )
  const { sign, auth } = settings
  return {
    isBusy: () => pending > 0,
    settings: {
      ...settings,
      ...(sign === undefined ? {} : { sign: held(sign) }),
      ...(auth === undefined
        ? {}
        : {
            auth: {
              ...auth,
              ...(auth.sign === undefined ? {} : { sign: held(auth.sign) }),
              ...(auth.form === undefined ? {} : { form: fields(auth.form) }),
              ...(auth.json === undefined ? {} : { json: fields(auth.json) }),
              ...(auth.headers === undefined ? {} : { headers: fields(auth.headers) })
            }
          })
    }
  }
}

/** A clock that moves only on demand; building Effect's own test clock costs more than most runs. */
const makeClock = (beginsAt: number) => {
  interface Timer {
    readonly at: number
    readonly ring: () => void
  }
  const timers = new Set<Timer>()
  let now = beginsAt
  const nanos = () => BigInt(Math.round(now * 1e6))
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => {
      const millis = Duration.toMillis(duration)
      if (millis <= 0) return Effect.void
      if (!Number.isFinite(millis)) return Effect.never
      return Effect.async((resume) => {
        const timer: Timer = { at: now + millis, ring: () => resume(Effect.void) }
        timers.add(timer)
        return Effect.sync(() => timers.delete(timer))
      })
    }
  }
  /** Jumps to the next timer and rings every timer that is due; false when there is none. */
  const jump = (): boolean => {
    if (timers.size === 0) return false
    now = Math.min(...[...timers].map(({ at }) => at))
    for (const timer of [...timers].filter(({ at }) => at <= now)) {
      timers.delete(timer)
      timer.ring()
    }
    return true
  }
  return { clock, jump }
}

/** A scheduler that counts what fibers do. */
const makeScheduler = () => {
  let waiting = 0
  let done = 0
  const scheduler: Scheduler.Scheduler = {
    shouldYield: (fiber) => Scheduler.defaultScheduler.shouldYield(fiber),
    scheduleTask: (task, priority, fiber) => {
      waiting += 1
      const counted = () => {
        waiting -= 1
        done += 1
        task()
      }
      Scheduler.defaultScheduler.scheduleTask(counted, priority, fiber)
    }
  }
  return { scheduler, isWaiting: () => waiting > 0, done: () => done }
}

/**
 * Runs an effect without real waiting: whenever all it does is wait for the clock, the clock jumps to the next timer.
 *
 * The clock begins at `beginsAt`, in milliseconds since 1970. `isBusy` says whether the effect waits for something that no clock moves, such as a signature made on another
 * thread. The limits count work and never real time, so a busy machine fails no test. An effect that would never end
 * is interrupted, and the exit says what it waited for.
 */
export const run = async <A, E>(
  effect: Effect.Effect<A, E>,
  isBusy: () => boolean = () => false,
  beginsAt = 0
): Promise<Exit.Exit<A, E>> => {
  const { clock, jump } = makeClock(beginsAt)
  const { scheduler, isWaiting, done } = makeScheduler()
  let ended: Exit.Exit<A, E> | null = null
  const fiber = Effect.runFork(Effect.withClock(effect, clock), { scheduler })
  fiber.addObserver((exit) => {
    ended = exit
  })
  const stuck = (why: string) => {
    fiber.unsafeInterruptAsFork(fiber.id())
    return Exit.die(new Error(`The run never ends: ${why}.`))
  }
  let idle = 0
  let timers = 0
  let last = done()
  while (ended === null) {
    await turn()
    const now = done()
    idle = now === last && !isWaiting() && !isBusy() ? idle + 1 : 0
    last = now
    if (ended !== null || idle < QUIET_TURNS) continue
    if (idle > MOST_IDLE_TURNS) {
      return stuck("it waits for something that never comes, while no request is open and no timer is set")
    }
    if (!jump()) continue
    timers += 1
    if (timers > MOST_TIMERS) return stuck(`it set ${MOST_TIMERS} timers, one after another`)
    idle = 0
  }
  return ended
}
