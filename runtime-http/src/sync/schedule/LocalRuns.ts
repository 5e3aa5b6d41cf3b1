import { Effect, Fiber } from "effect"
import type { Lease } from "../../store/schedule/Lease.js"
import * as Drain from "../Drain.js"

interface Run {
  readonly fence: number
  readonly fiber: Fiber.RuntimeFiber<void>
}

/** The jobs that run in this process, and how many more may. */
export interface LocalRuns {
  readonly free: () => number
  /** Whether a job of the connection runs or is being claimed here. */
  readonly has: (connectionId: string) => boolean
  readonly running: () => ReadonlyArray<{ readonly connectionId: string; readonly fence: number }>
  /** Claims the connection and starts its job, unless it runs already or there is no room. */
  readonly start: <E>(
    connectionId: string,
    claim: Effect.Effect<Lease | null, E>,
    run: (lease: Lease) => Effect.Effect<void>
  ) => Effect.Effect<void, E>
  /** Interrupts the run of that fence, without waiting for its end. */
  readonly interrupt: (run: { readonly connectionId: string; readonly fence: number }) => Effect.Effect<void>
  /** Lets the connection's run end by itself for a while, then interrupts it and waits for that. */
  readonly drain: (connectionId: string, millis: number) => Effect.Effect<void>
}

export const make = (maxJobs: number): LocalRuns => {
  const runs = new Map<string, Run>()
  // Claims under way hold a place as well.
  const claiming = new Set<string>()

  const free = () => Math.max(0, maxJobs - runs.size - claiming.size)
  const has = (connectionId: string) => runs.has(connectionId) || claiming.has(connectionId)

  const start: LocalRuns["start"] = (connectionId, claim, run) =>
    Effect.suspend(() => {
      if (has(connectionId) || free() === 0) return Effect.void
      claiming.add(connectionId)
      return claim.pipe(
        Effect.flatMap((lease) => (lease === null ? Effect.void : fork(lease, run))),
        Effect.ensuring(Effect.sync(() => claiming.delete(connectionId)))
      )
    }).pipe(Effect.uninterruptible)

  const fork = (lease: Lease, run: (lease: Lease) => Effect.Effect<void>) =>
    Effect.gen(function* () {
      // A daemon inherits the uninterruptible region of its claim, and nothing could stop it then.
      const fiber = yield* Effect.forkDaemon(Effect.interruptible(run(lease)))
      runs.set(lease.connectionId, { fence: lease.fence, fiber })
      fiber.addObserver(() => {
        if (runs.get(lease.connectionId)?.fiber === fiber) runs.delete(lease.connectionId)
      })
    })

  const interrupt: LocalRuns["interrupt"] = ({ connectionId, fence }) =>
    Effect.suspend(() => {
      const run = runs.get(connectionId)
      return run === undefined || run.fence !== fence ? Effect.void : Fiber.interruptFork(run.fiber)
    })

  const drain: LocalRuns["drain"] = (connectionId, millis) =>
    Effect.suspend(() => {
      const run = runs.get(connectionId)
      return run === undefined ? Effect.void : Drain.drain(run.fiber, millis)
    })

  return {
    free,
    has,
    running: () => [...runs].map(([connectionId, { fence }]) => ({ connectionId, fence })),
    start,
    interrupt,
    drain
  }
}
