// sync/webhooks: tells the webhooks of accounts what has happened.

import { Duration, Effect, type Fiber, FiberRef, Layer, type Scope } from "effect"
import * as BackgroundLoop from "../../BackgroundLoop.js"
import { WebhookBell } from "../../BackgroundLoop.js"
import { type Claim, type DueWebhook, WebhookDeliveries } from "../../store/webhooks/WebhookDeliveries.js"
import { Metrics } from "../../telemetry/Metrics.js"
import { WebhookClient } from "../../vendor/WebhookClient.js"
import * as Drain from "../Drain.js"
import { OutboundFairness } from "../outbound/OutboundFairness.js"
import * as WebhookAttempt from "./WebhookAttempt.js"

/** Settings of the worker in one process. */
export interface WebhookWorkerSettings {
  /** The most messages that this process sends at once. */
  readonly maxAtOnce: number
  /** The most of them that go to webhooks of one account, and to one webhook: a receiver that does not answer keeps a place for ten seconds. */
  readonly most: { readonly account: number; readonly connection: number }
  /** How long a claim is valid; well above the time that a message may take. */
  readonly leaseSecs: number
  /** How often this process looks for deliveries. */
  readonly pollInterval: Duration.DurationInput
  /** How long messages may take to finish when the process stops; another process sends the rest again. */
  readonly drain: Duration.DurationInput
}

/** The settings of a runtime that sets none. */
export const defaults: WebhookWorkerSettings = {
  maxAtOnce: 32,
  most: { account: 4, connection: 2 },
  leaseSecs: 60,
  pollInterval: Duration.millis(500),
  drain: Duration.seconds(5)
}

/** How long the process waits before the next poll if nothing is sent, and what is due waits for the end of a hold. */
const REST_MILLIS = 1_000

/** A webhook takes the part of a connection in the shares of an account. */
const inShares = ({ accountId, webhookId }: DueWebhook) => ({ accountId, connectionId: webhookId })

/** Claims and sends deliveries while the scope is open, together with the other processes of the installation. */
export const make = (
  settings: Partial<WebhookWorkerSettings> = {}
): Effect.Effect<void, never, WebhookClient | WebhookDeliveries | Scope.Scope> =>
  Effect.gen(function* () {
    const { drain, leaseSecs, maxAtOnce, most, pollInterval } = { ...defaults, ...settings }
    const services = { client: yield* WebhookClient, deliveries: yield* WebhookDeliveries, metrics: yield* Metrics }
    const { deliveries } = services
    // Polls are not traced, but the attempts that they start are.
    const isTraced = yield* FiberRef.get(FiberRef.currentTracerEnabled)
    const rest = BackgroundLoop.makeRest(yield* WebhookBell, REST_MILLIS)
    const shares = new OutboundFairness(maxAtOnce, most)
    const running = new Map<Fiber.RuntimeFiber<void>, Claim>()

    const poll = Effect.gen(function* () {
      if (running.size >= maxAtOnce) return
      const due = yield* deliveries.due
      const turns = shares.choose(due.map(inShares), [...running.values()].map(inShares))
      if (turns.length === 0) {
        if (running.size === 0) yield* rest.plan(deliveries.dueIn)
        return
      }
      const chosen = turns.map(({ accountId, connectionId: webhookId, jobs }) => ({
        accountId,
        webhookId,
        deliveries: jobs
      }))
      for (const claim of yield* deliveries.claim(chosen, leaseSecs)) {
        const fiber = yield* Effect.forkDaemon(
          Effect.interruptible(Effect.withTracerEnabled(WebhookAttempt.run(services, claim), isTraced))
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
      { name: "The poll for due deliveries to webhooks", interval: pollInterval },
      Effect.zipRight(rest.take, poll)
    )
  })

/** The worker as part of a runtime. */
export const layer = (
  settings: Partial<WebhookWorkerSettings> = {}
): Layer.Layer<never, never, WebhookClient | WebhookDeliveries> => Layer.scopedDiscard(make(settings))
