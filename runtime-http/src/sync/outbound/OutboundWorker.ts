// sync/outbound: carries out writes to source tools, such as creating a ticket.

import { Context, Duration, Effect, type Fiber, Layer, Schedule, type Scope } from "effect"
import { Connections } from "../../store/accounts/Connections.js"
import { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import { reasonOf } from "../../store/postgres/DatabaseFailure.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { VendorSession } from "../../vendor/VendorSession.js"
import * as Drain from "../Drain.js"
import * as OutboundAttempt from "./OutboundAttempt.js"

/** How the worker of one process works. */
export interface OutboundWorkerSettings extends OutboundAttempt.Timing {
  readonly maxJobs: number
  readonly pollInterval: Duration.DurationInput
  /** How long running jobs may finish when the process ends; the next process finds what they made. */
  readonly drain: Duration.DurationInput
}

export const defaults: OutboundWorkerSettings = {
  ...OutboundAttempt.defaults,
  maxJobs: 4,
  pollInterval: Duration.millis(500),
  drain: Duration.seconds(3)
}

/** Carries out outbound jobs, together with the other processes of the installation. */
export class OutboundWorker extends Context.Tag("@tributary/runtime-http/OutboundWorker")<
  OutboundWorker,
  {
    /** How many jobs this process carries out at the moment. */
    readonly running: Effect.Effect<number>
  }
>() {}

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
      session: yield* VendorSession
    }
    const fibers = new Set<Fiber.RuntimeFiber<void>>()

    const poll = Effect.gen(function* () {
      const free = maxJobs - fibers.size
      if (free <= 0) return
      const claims = yield* services.jobs.claim(free, timing.leaseSecs)
      for (const claim of claims) {
        const fiber = yield* Effect.forkDaemon(Effect.interruptible(OutboundAttempt.run(services, claim, timing)))
        fibers.add(fiber)
        fiber.addObserver(() => fibers.delete(fiber))
      }
    }).pipe(Effect.uninterruptible)

    yield* Effect.addFinalizer(() =>
      Effect.forEach([...fibers], (fiber) => Drain.drain(fiber, Duration.toMillis(drain)), {
        concurrency: "unbounded",
        discard: true
      })
    )
    yield* poll.pipe(
      Effect.catchAll((error) => Effect.logDebug(`Outbound jobs could not be looked for: ${reasonOf(error)}.`)),
      Effect.withTracerEnabled(false),
      Effect.repeat(Schedule.spaced(pollInterval)),
      Effect.forkScoped
    )
    return OutboundWorker.of({ running: Effect.sync(() => fibers.size) })
  })

export const layer = (
  settings: Partial<OutboundWorkerSettings> = {}
): Layer.Layer<OutboundWorker, never, Connections | ConnectorRegistry | OutboundJobs | VendorSession> =>
  Layer.scoped(OutboundWorker, make(settings))
