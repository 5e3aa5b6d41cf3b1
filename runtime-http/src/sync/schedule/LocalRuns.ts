import { MonotonicTime } from "@tributary/core"
import { Context, Effect, Fiber, type Scope } from "effect"
import type { Bell } from "../../BackgroundLoop.js"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import * as LoopTurns from "../../LoopTurns.js"
import type { Lease } from "../../store/schedule/Lease.js"
import { type DueConnection, SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import * as Drain from "../Drain.js"
import type { JobSlot } from "../pull/JobSlot.js"
import { type Signal, StopSignal } from "../StopSignal.js"
import type { JobSlots, OpenSlot } from "./AccountFairness.js"
import * as Engine from "./Engine.js"
import type { SchedulerSettings } from "./SchedulerSettings.js"

/** Why a job ends at its next page: its connection was paused, or an operator stopped its connector. */
type PageEnd = "paused" | "stopped"

/** A running job. */
interface Run {
  readonly fence: number
  readonly fiber: Fiber.RuntimeFiber<void>
  /** Tells the job to end at its next page. */
  readonly end: (why: PageEnd) => void
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
  /** Tells the job with that fence to end at its next page. */
  readonly endAtPage: (run: { readonly connectionId: string; readonly fence: number }, why: PageEnd) => void
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
  const turns = LoopTurns.make("background")

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
        Effect.flatMap((lease) => (lease === null ? Effect.sync(slot.close) : fork(lease, accountId, slot, run))),
        Effect.onError(() => Effect.sync(slot.close)),
        Effect.ensuring(Effect.sync(() => claiming.delete(connectionId)))
      )
    }).pipe(Effect.uninterruptible)

  const fork = (
    lease: Lease,
    accountId: string,
    slot: OpenSlot,
    run: (lease: Lease, slot: JobSlot) => Effect.Effect<void>
  ) =>
    Effect.gen(function* () {
      const ends = new Set<PageEnd>()
      const signal: Signal = {
        get isGiven() {
          return isHalted
        },
        get isPaused() {
          return ends.has("paused")
        },
        get isStopped() {
          return ends.has("stopped")
        }
      }
      // A daemon inherits the uninterruptible region of the claim, so nothing could stop it. A job needs no services of its caller, and each
      // statement would copy the context with all of them.
      const fiber = yield* Effect.forkDaemon(
        Effect.interruptible(run(lease, slot)).pipe(
          Effect.mapInputContext(
            (_: Context.Context<never>): Context.Context<never> => Context.make(StopSignal, signal)
          ),
          Effect.withScheduler(turns.schedulerOf(accountId))
        )
      )
      runs.set(lease.connectionId, { fence: lease.fence, fiber, end: (why) => void ends.add(why) })
      onStart()
      fiber.addObserver(() => {
        slot.close()
        if (runs.get(lease.connectionId)?.fiber === fiber) runs.delete(lease.connectionId)
      })
    })

  const endAtPage: LocalRuns["endAtPage"] = ({ connectionId, fence }, why) => {
    const run = runs.get(connectionId)
    if (run?.fence === fence) run.end(why)
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
    endAtPage,
    interrupt,
    halt,
    drain
  }
}

/** A due connection that could not be claimed is not poked again before this time has passed. */
const POKE_INTERVAL_MILLIS = 1_000
/** How often due connections are read while no job may start, to find out whether other accounts have to wait. */
const FULL_INTERVAL_MILLIS = 1_000
/** Reads this many times as many rows as jobs may run, so that rows that cannot be claimed do not hide those after them. */
const LOOK_AHEAD = 4

/** How long the process waits before the next poll if no job runs here, and other processes run those that are due. */
const REST_MILLIS = 1_000

/** Polls for due connections of this process's shards, and pokes those that get a slot, while the scope is open. */
export const startPolling = (
  runs: LocalRuns,
  slots: JobSlots,
  settings: SchedulerSettings,
  poke: (connectionId: string, accountId: string) => Effect.Effect<void>,
  bell: Bell
): Effect.Effect<void, never, Engine.Sharding.Sharding | SyncSchedule | Engine.RunnerIdentity | Scope.Scope> =>
  Effect.gen(function* () {
    const ownShards = yield* Engine.ownShards
    const schedule = yield* SyncSchedule
    const { runner } = yield* Engine.RunnerIdentity
    const scope = yield* Effect.scope
    const pokedAt = new Map<string, number>()

    const rest = BackgroundLoop.makeRest(bell, REST_MILLIS)

    let read: { readonly at: number; readonly due: ReadonlyArray<DueConnection> } = { at: 0, due: [] }

    const readDue = (now: number) =>
      Effect.gen(function* () {
        if (slots.hasRoom() || now - read.at >= FULL_INTERVAL_MILLIS) {
          const own = ownShards()
          const limit = settings.maxJobs * LOOK_AHEAD + pokedAt.size
          read = { at: now, due: own.length === 0 ? [] : yield* schedule.due(own, runner, limit, slots.held()) }
        }
        return read.due.filter(({ connectionId }) => !runs.has(connectionId) && !pokedAt.has(connectionId))
      })

    const poll = Effect.gen(function* () {
      yield* rest.take
      const now = yield* MonotonicTime.millis
      for (const [connectionId, at] of pokedAt) {
        if (now - at >= POKE_INTERVAL_MILLIS || runs.has(connectionId)) pokedAt.delete(connectionId)
      }
      // Running jobs get their slots back even if the database does not answer.
      const due = yield* Effect.onError(readDue(now), () => Effect.sync(() => slots.deal([])))
      for (const { accountId, connectionId } of slots.deal(due)) {
        pokedAt.set(connectionId, now)
        yield* Effect.forkIn(poke(connectionId, accountId), scope)
      }
      if (due.length === 0 && runs.running().length === 0) yield* rest.plan(schedule.dueIn(ownShards()))
    })

    yield* BackgroundLoop.start({ name: "The poll for due connections", interval: settings.pollInterval }, poll)
  })
