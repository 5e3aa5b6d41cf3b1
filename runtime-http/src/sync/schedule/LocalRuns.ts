import { MonotonicTime } from "@tributary/core"
import { Effect, Fiber } from "effect"
import type { Lease } from "../../store/schedule/Lease.js"
import type { DueConnection } from "../../store/schedule/SyncSchedule.js"
import * as Drain from "../Drain.js"
import type { JobSlot } from "../pull/JobSlot.js"
import { type Signal, StopSignal } from "../StopSignal.js"
import type { JobSlots, OpenSlot } from "./AccountFairness.js"

/** A running job. */
interface Run {
  readonly fence: number
  readonly fiber: Fiber.RuntimeFiber<void>
  /** Tells the job that its connection was paused. */
  readonly pause: () => void
}

/** The jobs that run in this process. */
export interface LocalRuns {
  /** Whether this process is running or claiming a job of the connection. */
  readonly has: (connectionId: string) => boolean
  /** The running jobs. */
  readonly running: () => ReadonlyArray<{ readonly connectionId: string; readonly fence: number }>
  /** Claims the connection and starts its job, unless it is already running or has to wait for a slot. */
  readonly start: <E>(
    connection: DueConnection,
    claim: Effect.Effect<Lease | null, E>,
    run: (lease: Lease, slot: JobSlot) => Effect.Effect<void>
  ) => Effect.Effect<void, E>
  /** Tells the job with that fence that its connection was paused, so that it ends at its next page. */
  readonly pause: (run: { readonly connectionId: string; readonly fence: number }) => void
  /** Interrupts the job with that fence, without waiting until it has ended. */
  readonly interrupt: (run: { readonly connectionId: string; readonly fence: number }) => Effect.Effect<void>
  /** Starts no more jobs, and lets the running ones end where another process can continue them. */
  readonly halt: Effect.Effect<void>
  /** Halts, and waits until all jobs have ended; interrupts those that still run so long after the halt. */
  readonly drain: (millis: number) => Effect.Effect<void>
}

/** Runs jobs that have these slots; calls `onStart` when one has started. */
export const make = (slots: JobSlots, onStart: () => void = () => {}): LocalRuns => {
  const runs = new Map<string, Run>()
  const claiming = new Set<string>()

  let isHalted = false
  let haltedAt = 0

  const has = (connectionId: string) => runs.has(connectionId) || claiming.has(connectionId)

  const start: LocalRuns["start"] = ({ accountId, connectionId }, claim, run) =>
    Effect.suspend(() => {
      if (isHalted || has(connectionId)) return Effect.void
      // The slot is taken before the claim, so that no other process has to wait for a job that cannot start here.
      const slot = slots.open(accountId)
      if (slot === null) return Effect.void
      claiming.add(connectionId)
      return claim.pipe(
        Effect.flatMap((lease) => (lease === null ? Effect.sync(slot.close) : fork(lease, slot, run))),
        Effect.onError(() => Effect.sync(slot.close)),
        Effect.ensuring(Effect.sync(() => claiming.delete(connectionId)))
      )
    }).pipe(Effect.uninterruptible)

  const fork = (lease: Lease, slot: OpenSlot, run: (lease: Lease, slot: JobSlot) => Effect.Effect<void>) =>
    Effect.gen(function* () {
      let isPaused = false
      const signal: Signal = {
        get isGiven() {
          return isHalted
        },
        get isPaused() {
          return isPaused
        }
      }
      const pause = () => {
        isPaused = true
      }
      // A daemon inherits the uninterruptible region of the claim, so nothing could stop it.
      const fiber = yield* Effect.forkDaemon(
        Effect.provideService(Effect.interruptible(run(lease, slot)), StopSignal, signal)
      )
      runs.set(lease.connectionId, { fence: lease.fence, fiber, pause })
      onStart()
      fiber.addObserver(() => {
        slot.close()
        if (runs.get(lease.connectionId)?.fiber === fiber) runs.delete(lease.connectionId)
      })
    })

  const pause: LocalRuns["pause"] = ({ connectionId, fence }) => {
    const run = runs.get(connectionId)
    if (run?.fence === fence) run.pause()
  }

  const interrupt: LocalRuns["interrupt"] = ({ connectionId, fence }) =>
    Effect.suspend(() => {
      const run = runs.get(connectionId)
      return run === undefined || run.fence !== fence ? Effect.void : Fiber.interruptFork(run.fiber)
    })

  const halt = Effect.map(MonotonicTime.millis, (now) => {
    if (!isHalted) haltedAt = now
    isHalted = true
  })

  const drain: LocalRuns["drain"] = (millis) =>
    Effect.gen(function* () {
      yield* halt
      const left = haltedAt + millis - (yield* MonotonicTime.millis)
      yield* Effect.forEach([...runs.values()], ({ fiber }) => Drain.drain(fiber, left), {
        concurrency: "unbounded",
        discard: true
      })
    })

  return {
    has,
    running: () => [...runs].map(([connectionId, { fence }]) => ({ connectionId, fence })),
    start,
    pause,
    interrupt,
    halt,
    drain
  }
}
