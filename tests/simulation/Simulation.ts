// The simulation: one process, no sockets, no real time. A history runs the real extractors and job runner against a model of a vendor.
import { Cause, Effect, Exit, Logger, LogLevel, Random } from "effect"
import type { History, Step } from "./history/History.js"
import { settle } from "./Settling.js"
import { World } from "./World.js"

const HOUR = 3_600_000

/** How a history ended. */
export interface Result {
  /** What was wrong; null if nothing was. */
  readonly violation: string | null
  /** What happened, line by line; empty unless it was asked for. */
  readonly trace: ReadonlyArray<string>
  /** How many jobs ran, and how many requests they made. */
  readonly jobs: number
  readonly requests: number
}

const runJobs = (
  world: World,
  { everyMinutes = null, happenings, isSlow, times }: Extract<Step, { readonly _tag: "Run" }>
) =>
  Effect.gen(function* () {
    yield* Effect.orDie(world.schedule.resume(world.database.connectionId))
    world.isSlow = isSlow
    for (let time = 0; time < times; time += 1) {
      if (everyMinutes !== null) yield* world.requestFull(everyMinutes)
      yield* world.runJob(happenings)
    }
    world.isSlow = false
  })

const perform = (world: World, step: Step): Effect.Effect<void> => {
  const { connectionId } = world.database
  switch (step._tag) {
    case "Change":
      return Effect.sync(() => world.change(step.change))
    case "Run":
      return runJobs(world, step)
    case "Wait":
      return world.pass(step.hours * HOUR)
    case "Clock":
      return Effect.sync(() => world.setClock(step))
    case "Credentials":
      return Effect.sync(() => world.changeCredentials(step.isOtherTenant))
    case "Confirm":
      return Effect.sync(() => world.decide("CONFIRM"))
    case "Dismiss":
      return Effect.sync(() => world.decide("DISMISS"))
    case "Pause":
      return Effect.orDie(world.schedule.pause(connectionId))
    case "Resume":
      return Effect.orDie(world.schedule.resume(connectionId))
    case "Restart":
      return Effect.sync(() => void world.restart())
  }
}

/** Performs the steps, and then lets everything settle; ends as soon as something is wrong. */
const run = (world: World, steps: ReadonlyArray<Step>): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const step of steps) {
      world.note(JSON.stringify(step))
      yield* perform(world, step)
      if (world.audit.violation !== null) return
    }
    yield* settle(world)
  })

/** Runs what happens in a world to its end; nothing in it is left to chance. */
export const play = <A>({ time }: World, effect: Effect.Effect<A>, pace: number): Promise<Exit.Exit<A>> =>
  time.run(
    effect.pipe(
      Effect.withRandom(Random.make(pace)),
      Effect.withTracerEnabled(false),
      Logger.withMinimumLogLevel(LogLevel.None)
    )
  )

/** Runs one history. */
export const simulate = async (history: History, options: { readonly isTraced?: boolean } = {}): Promise<Result> => {
  const world = new World(history, options.isTraced === true)
  const exit = await play(world, run(world, history.steps), history.pace)
  const { audit, jobs, requests, trace } = world
  const violation = Exit.isSuccess(exit) ? audit.violation : `the simulation broke: ${Cause.pretty(exit.cause)}`
  return { violation, trace, jobs, requests }
}
