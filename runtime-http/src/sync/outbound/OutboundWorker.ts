// sync/outbound: carries out writes to source tools, such as creating a ticket.

import { Context, Duration, Effect, type Fiber, FiberRef, Layer, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { OutboundBell } from "../../BackgroundLoop.js"
import { Connections } from "../../store/accounts/Connections.js"
import { type Claim, OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import { Metrics } from "../../telemetry/Metrics.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { VendorSession } from "../../vendor/VendorSession.js"
import * as Drain from "../Drain.js"
import * as OutboundAttempt from "./OutboundAttempt.js"
import { OutboundFairness } from "./OutboundFairness.js"

/** Settings of the worker in one process. */
export interface OutboundWorkerSettings extends OutboundAttempt.Timing {
  /** The most jobs that this process carries out at once; an account has at most half of these places, a connection a quarter. */
  readonly maxJobs: number
  /** How often this process looks for jobs. */
  readonly pollInterval: Duration.DurationInput
  /** How long running jobs may take to finish when the process stops; another process then finds out what the rest have created. */
  readonly drain: Duration.DurationInput
}

/** The settings of a runtime that sets none. */
export const defaults: OutboundWorkerSettings = {
  ...OutboundAttempt.defaults,
  maxJobs: 16,
  pollInterval: Duration.millis(500),
  drain: Duration.seconds(5)
}

/** How long the process waits before the next poll if no job runs, and those that are due wait for their connections. */
const REST_MILLIS = 1_000

/** Carries out outbound jobs, together with the other processes of the installation. */
export class OutboundWorker extends Context.Tag("@tributary/runtime-http/OutboundWorker")<
  OutboundWorker,
  {
    /** How many jobs this process is carrying out now. */
    readonly running: Effect.Effect<number>
  }
>() {}

/** Claims and carries out jobs while the scope is open. */
export const make = (
  settings: Partial<OutboundWorkerSettings> = {}
): Effect.Effect<
  OutboundWorker["Type"],
  never,
  Connections | ConnectorRegistry | OutboundJobs | VendorSession | Scope.Scope
> =>
  Effect.gen(function* () {
    const { maxJobs, pollInterval, drain, ...timing } = { ...defaults, ...settings }
    const services = {
      connections: yield* Connections,
      jobs: yield* OutboundJobs,
      registry: yield* ConnectorRegistry,
      session: yield* VendorSession,
      metrics: yield* Metrics
    }
    // Polls are not traced, but the jobs that they start are.
    const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
    const bell = yield* OutboundBell
    const shares = new OutboundFairness(maxJobs)
    const running = new Map<Fiber.RuntimeFiber<void>, Claim>()

    const rest = BackgroundLoop.makeRest(bell, REST_MILLIS)

    const poll = Effect.gen(function* () {
      if (running.size >= maxJobs) return
      const turns = shares.choose(yield* services.jobs.due, [...running.values()])
      if (turns.length === 0) {
        if (running.size === 0) yield* rest.plan(services.jobs.dueIn)
        return
      }
      const claims = yield* services.jobs.claim(turns, timing.leaseSecs)
      for (const claim of claims) {
        const fiber = yield* Effect.forkDaemon(
          Effect.interruptible(Effect.withTracerEnabled(OutboundAttempt.run(services, claim, timing), isTraced))
        )
        running.set(fiber, claim)
        fiber.addObserver(() => running.delete(fiber))
      }
    }).pipe(Effect.uninterruptible)

    yield* Effect.addFinalizer(() =>
      Effect.forEach([...running.keys()], (fiber) => Drain.drain(fiber, Duration.toMillis(drain)), {
        concurrency: "unbounded",
        discard: true
      })
    )
    yield* BackgroundLoop.start(
      { name: "The poll for due outbound jobs", interval: pollInterval },
      Effect.zipRight(rest.take, poll)
    )
    return OutboundWorker.of({ running: Effect.sync(() => running.size) })
  })

/** The worker as part of a runtime. */
export const layer = (
  settings: Partial<OutboundWorkerSettings> = {}
): Layer.Layer<OutboundWorker, never, Connections | ConnectorRegistry | OutboundJobs | VendorSession> =>
  Layer.scoped(OutboundWorker, make(settings))
