import { EventLoop, type RateBudget } from "@tributary/core"
import { type Fiber, Scheduler } from "effect"

type Step = Scheduler.Task

/** A fiber, with the step that its type leaves out: it goes on with what has resumed it. */
type Resumable = Fiber.RuntimeFiber<unknown, unknown> & { readonly run: Step }

/** The steps of somebody that wait. */
interface Line {
  /** Those of fibers that have begun: others may wait for what they hold. */
  readonly begun: Array<Step>
  readonly fresh: Array<Step>
}

/** Turns of the event loop for the work of several customers: together they get a slice of each, and in it one step each in turn. */
export interface LoopTurns {
  /** Takes a step for somebody: at once if it is within the slice and nothing waits before it. */
  readonly step: (name: string, step: Step) => void
  /** How many such steps of somebody wait. */
  readonly waiting: (name: string) => number
  /** The scheduler of fibers that work for somebody: whatever they go on with is a step. */
  readonly schedulerOf: (name: string) => Scheduler.Scheduler
}

/**
 * Makes the turns of work of one kind. What a person waits for goes on as soon as the slice allows; other fibers go on when everything that has
 * arrived in this turn of the loop has been looked at.
 */
export const make = (urgency: RateBudget.Urgency["Type"]): LoopTurns => {
  /** By whose they are; whoever had the last step comes last. */
  const lines = new Map<string, Line>()
  /** Fibers that have gone on once. */
  const started = new WeakSet<object>()
  let isArmed = false
  /** How long steps have worked in this turn of the loop, in milliseconds. */
  let worked = 0

  const arm = (): void => {
    if (isArmed) return
    isArmed = true
    EventLoop.inNextTurn(runWaiting)
  }

  const run = (step: Step): void => {
    const begunAt = performance.now()
    try {
      step()
    } finally {
      worked += performance.now() - begunAt
    }
  }

  const takeNext = (): Step | undefined => {
    for (const [name, line] of lines) {
      const { begun, fresh } = line
      lines.delete(name)
      const step = begun.shift() ?? fresh.shift()
      if (begun.length + fresh.length > 0) lines.set(name, line)
      return step
    }
    return undefined
  }

  const runWaiting = (): void => {
    isArmed = false
    runNext()
  }

  /** Between two steps all microtasks run, in which whatever the first has started begins: see `schedulerOf`. */
  const runNext = (): void => {
    const next = takeNext()
    try {
      if (next !== undefined) run(next)
    } finally {
      if (next !== undefined && worked < EventLoop.SLICE_MILLIS) queueMicrotask(() => process.nextTick(runNext))
      else {
        worked = 0
        if (lines.size > 0) arm()
      }
    }
  }

  const wait = (name: string, step: Step, kind: keyof Line): void => {
    const line = lines.get(name) ?? { begun: [], fresh: [] }
    line[kind].push(step)
    lines.set(name, line)
    arm()
  }

  const isFree = (name: string): boolean => worked < EventLoop.SLICE_MILLIS && !lines.has(name)

  const take = (name: string, step: Step, kind: keyof Line): void => {
    if (!isFree(name)) {
      wait(name, step, kind)
      return
    }
    // Ends the count of this turn, also if nothing waits.
    arm()
    run(step)
  }

  /** A fiber must not go on before whoever has resumed it has ended its own step. */
  const goOn = (name: string, step: Step): void => {
    if (urgency === "interactive" && isFree(name)) queueMicrotask(() => take(name, step, "begun"))
    else wait(name, step, "begun")
  }

  return {
    step: (name, step) => take(name, step, "fresh"),
    waiting: (name) => lines.get(name)?.fresh.length ?? 0,
    // Only what a fiber goes on with takes turns: Effect relies on it that fibers start before others go on. Otherwise the fiber that runs
    // `Effect.forEach` with concurrency waits without end if its parent is interrupted before it has started.
    schedulerOf: (name) =>
      Scheduler.make((step, priority, fiber) => {
        const goesOn = fiber !== undefined && step === (fiber as Resumable).run
        if (goesOn && started.has(fiber)) return goOn(name, step)
        if (goesOn) started.add(fiber)
        Scheduler.defaultScheduler.scheduleTask(step, priority, fiber)
      })
  }
}
