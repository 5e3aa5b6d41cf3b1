import { Effect, type Exit, Fiber, Option, TestClock, TestContext } from "effect"
import type { Signable, VendorHttpSettings } from "../../http/VendorHttp.js"

const QUIET_TURNS = 4

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** What an effect does outside the clock. */
export interface Activity {
  /** Grows with everything that it does. */
  readonly count: () => number
  /** Whether it waits for something that no clock moves, such as a signature made on another thread. */
  readonly isBusy?: () => boolean
}

type Sign = (request: Signable) => Promise<Readonly<Record<string, string>>>

/** Settings whose signatures hold the clock still while they are made. */
export const holdWhileSigning = (
  settings: VendorHttpSettings
): { readonly settings: VendorHttpSettings; readonly isBusy: () => boolean } => {
  let pending = 0
  const held =
    (sign: Sign): Sign =>
    async (request) => {
      pending += 1
      try {
        return await sign(request)
      } finally {
        pending -= 1
      }
    }
  const { sign, auth } = settings
  return {
    isBusy: () => pending > 0,
    settings: {
      ...settings,
      ...(sign === undefined ? {} : { sign: held(sign) }),
      ...(auth?.sign === undefined ? {} : { auth: { ...auth, sign: held(auth.sign) } })
    }
  }
}

/**
 * Runs an effect without real waiting: whenever it only waits for the clock, the clock moves to what it waits for.
 * While its activity goes on, the clock stands still.
 */
export const run = <A, E>(effect: Effect.Effect<A, E>, activity: Activity): Promise<Exit.Exit<A, E>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(effect)
      let quiet = 0
      let last = activity.count()
      while (Option.isNone(yield* Fiber.poll(fiber))) {
        yield* turn
        const now = activity.count()
        quiet = now === last && activity.isBusy?.() !== true ? quiet + 1 : 0
        last = now
        if (quiet < QUIET_TURNS) continue
        const sleeps = [...(yield* TestClock.sleeps())]
        if (sleeps.length === 0) continue
        yield* TestClock.setTime(Math.min(...sleeps))
        quiet = 0
      }
      return yield* Fiber.await(fiber)
    }).pipe(Effect.provide(TestContext.TestContext))
  )
