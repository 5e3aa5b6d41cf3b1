import { Clock, Effect, Fiber } from "effect"
import type { Lease } from "../../store/schedule/Lease.js"
import * as Drain from "../Drain.js"
import { StopSignal } from "../StopSignal.js"

/** A running job. */
interface Run {
  readonly fence: number
  readonly fiber: Fiber.RuntimeFiber<void>
}

/** The jobs that run in this process. */
export interface LocalRuns {
  /** How many more jobs this process may start now. */
  readonly free: () => number
  /** Whether this process is running or claiming a job of the connection. */
  readonly has: (connectionId: string) => boolean
  /** The running jobs. */
  readonly running: () => ReadonlyArray<{ readonly connectionId: string; readonly fence: number }>
  /** Claims the connection and starts its job, unless it is already running or the process is at its limit. */
  readonly start: <E>(
    connectionId: string,
    claim: Effect.Effect<Lease | null, E>,
    run: (lease: Lease) => Effect.Effect<void>
  ) => Effect.Effect<void, E>
  /** Interrupts the job with that fence, without waiting until it has ended. */
  readonly interrupt: (run: { readonly connectionId: string; readonly fence: number }) => Effect.Effect<void>
  /** Starts no more jobs, and tells the running ones to end where another process can continue them. */
  readonly halt: Effect.Effect<void>
  /** Halts, and waits until all jobs have ended; interrupts those that still run so long after the halt. */
  readonly drain: (millis: number) => Effect.Effect<void>
}

/** Runs at most `maxJobs` jobs at once. */
export const make = (maxJobs: number): LocalRuns => {
  const runs = new Map<string, Run>()
  // Claims in progress count towards the limit.
  const claiming = new Set<string>()

  const signal = { isGiven: false }
  let haltedAt = 0

  const free = () => (signal.isGiven ? 0 : Math.max(0, maxJobs - runs.size - claiming.size))
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
      // A daemon inherits the uninterruptible region of the claim, so nothing could stop it.
      const fiber = yield* Effect.forkDaemon(
        Effect.provideService(Effect.interruptible(run(lease)), StopSignal, signal)
      )
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

  const halt = Effect.map(Clock.currentTimeMillis, (now) => {
    if (!signal.isGiven) haltedAt = now
    signal.isGiven = true
  })

  const drain: LocalRuns["drain"] = (millis) =>
    Effect.gen(function* () {
      yield* halt
      const left = haltedAt + millis - (yield* Clock.currentTimeMillis)
      yield* Effect.forEach([...runs.values()], ({ fiber }) => Drain.drain(fiber, left), {
        concurrency: "unbounded",
        discard: true
      })
    })

  return {
    free,
    has,
    running: () => [...runs].map(([connectionId, { fence }]) => ({ connectionId, fence })),
    start,
    interrupt,
    halt,
    drain
  }
}
