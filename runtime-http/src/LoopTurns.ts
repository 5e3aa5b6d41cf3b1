import type { RateBudget } from "@tributary/core"
import { Scheduler } from "effect"

/** How long the work of all may keep the event loop before sockets and timers have their turn, in milliseconds. */
const SLICE_MILLIS = 3

/** Taken when the module loads, because a test may replace it for a while, and what waits meanwhile would never go on. */
const inNextTurn = setImmediate

type Step = Scheduler.Task

/**
 * Fibers that have started, which they do as soon as with Effect's own scheduler. The one that runs `Effect.forEach` with concurrency waits
 * without end if its parent was interrupted before it started.
 */
const started = new WeakSet<object>()

/** Turns of the event loop for the work of several customers: together they get a slice of each, and in it one step each in turn. */
export interface LoopTurns {
  /** Takes a step for somebody: at once if it is within the slice and nothing waits before it. */
  readonly step: (name: string, step: Step) => void
  /** The scheduler of fibers that work for somebody: whatever they go on with is a step. */
  readonly schedulerOf: (name: string) => Scheduler.Scheduler
}

/**
 * Makes the turns of work of one kind. What a person waits for goes on as soon as the slice allows; other fibers go on when everything that has
 * arrived in this turn of the loop has been looked at.
 */
export const make = (urgency: RateBudget.Urgency["Type"]): LoopTurns => {
  /** The steps that wait, by whose they are; whoever had the last step comes last. */
  const waiting = new Map<string, Array<Step>>()
  let isArmed = false
  /** How long steps have worked in this turn of the loop, in milliseconds. */
  let worked = 0

  const arm = (): void => {
    if (isArmed) return
    isArmed = true
    inNextTurn(runWaiting)
  }

  const run = (step: Step): void => {
    const begunAt = performance.now()
    step()
    worked += performance.now() - begunAt
  }

  const takeNext = (): Step | undefined => {
    for (const [name, steps] of waiting) {
      waiting.delete(name)
      const step = steps.shift()
      if (steps.length > 0) waiting.set(name, steps)
      return step
    }
    return undefined
  }

  const runWaiting = (): void => {
    isArmed = false
    try {
      do {
        const next = takeNext()
        if (next === undefined) break
        run(next)
      } while (worked < SLICE_MILLIS)
    } finally {
      worked = 0
      if (waiting.size > 0) arm()
    }
  }

  const wait = (name: string, step: Step): void => {
    const steps = waiting.get(name)
    if (steps === undefined) waiting.set(name, [step])
    else steps.push(step)
    arm()
  }

  const isFree = (name: string): boolean => worked < SLICE_MILLIS && !waiting.has(name)

  const take: LoopTurns["step"] = (name, step) => {
    if (!isFree(name)) return wait(name, step)
    // Ends the count of this turn, also if nothing waits.
    arm()
    run(step)
  }

  /** A fiber must not go on before whoever has resumed it has ended its own step. */
  const goOn: LoopTurns["step"] = (name, step) => {
    if (urgency === "interactive" && isFree(name)) queueMicrotask(() => take(name, step))
    else wait(name, step)
  }

  return {
    step: take,
    schedulerOf: (name) =>
      Scheduler.make((step, priority, fiber) => {
        if (fiber === undefined || started.has(fiber)) return goOn(name, step)
        started.add(fiber)
        Scheduler.defaultScheduler.scheduleTask(step, priority, fiber)
      })
  }
}
