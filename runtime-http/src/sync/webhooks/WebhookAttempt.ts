import { Cause, Effect } from "effect"
import { retryWhileUnavailable } from "../../store/postgres/DatabaseFailure.js"
import type { Claim, Failed, WebhookDeliveries } from "../../store/webhooks/WebhookDeliveries.js"
import { messageOf } from "../../store/webhooks/WebhookRow.js"
import type { MetricRegistry } from "../../telemetry/Metrics.js"
import type { WebhookClient } from "../../vendor/WebhookClient.js"
import * as WebhookSignature from "./WebhookSignature.js"

/** Everything that an attempt needs. */
export interface Services {
  readonly client: WebhookClient["Type"]
  readonly deliveries: WebhookDeliveries["Type"]
  readonly metrics: MetricRegistry
}

/** How an attempt ended. */
type Outcome =
  | { readonly result: "DELIVERED"; readonly status: number }
  | { readonly result: "FAILED" | "GONE"; readonly failure: Failed }
  /** Nothing was sent, because the secret cannot be opened for now. */
  | { readonly result: "WAIT" }

/** The receiver says that it is gone for good. */
const GONE = 410

/** After how many seconds a delivery is tried again whose secret could not be opened. */
const KEY_SECS = 30

const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return { result: "DELIVERED", status }
  const result = status === GONE ? "GONE" : "FAILED"
  return { result, failure: { status, reason: `The receiver answered ${status}` } }
}

const send = ({ client, deliveries }: Services, claim: Claim) =>
  Effect.gen(function* () {
    const secrets = yield* deliveries.secretsOf(claim.webhookId)
    const body = messageOf(claim)
    const headers = WebhookSignature.headersOf({ id: claim.id, timestamp: claim.nowSecs, body }, secrets)
    return outcomeOf(yield* client.post(claim.accountId, { url: claim.url, headers, body }))
  }).pipe(
    Effect.catchTags({
      WebhookUnanswered: ({ message: reason }) =>
        Effect.succeed<Outcome>({ result: "FAILED", failure: { status: null, reason } }),
      KeyServiceError: (error) => Effect.as(Effect.logError(error.message), { result: "WAIT" } as Outcome),
      VaultError: (error) => Effect.as(Effect.logError(error.message), { result: "WAIT" } as Outcome)
    })
  )

/** Stores how the attempt ended; returns what the metrics call that. */
const store = (deliveries: WebhookDeliveries["Type"], claim: Claim, outcome: Outcome) => {
  switch (outcome.result) {
    case "DELIVERED":
      return Effect.as(deliveries.delivered(claim, outcome.status), "DELIVERED")
    case "FAILED":
      return Effect.map(deliveries.failed(claim, outcome.failure), (after) => (after === "DEAD" ? "DEAD" : "RETRY"))
    case "GONE":
      return Effect.as(deliveries.gone(claim, outcome.failure), "GONE")
    case "WAIT":
      return Effect.as(deliveries.wait(claim, KEY_SECS), "WAIT")
  }
}

/** Sends a delivery and stores what became of it. If that cannot be stored, it is sent again when its lease expires. */
export const run = (services: Services, claim: Claim): Effect.Effect<void> =>
  send(services, claim).pipe(
    Effect.flatMap((outcome) => retryWhileUnavailable(store(services.deliveries, claim, outcome))),
    Effect.tap((result) => {
      services.metrics.add("tributary_webhook_attempts_total", [result])
      return Effect.annotateCurrentSpan("tributary.outcome", result)
    }),
    Effect.asVoid,
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError(
            "What became of a delivery to a webhook could not be stored; it is sent again when its lease expires."
          )
    ),
    Effect.annotateLogs({ webhook_id: claim.webhookId, delivery_id: claim.id }),
    Effect.withSpan("webhook.deliver", {
      root: true,
      captureStackTrace: false,
      attributes: { "tributary.webhook_id": claim.webhookId, "tributary.delivery_id": claim.id }
    })
  )
