import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import {
  type CreateWebhook,
  MAX_WEBHOOKS,
  NewWebhook,
  type UpdateWebhook,
  WebhookDelivery,
  WebhookSecret
} from "../../api/parts/WebhookBody.js"
import { names } from "../../api/parts/WebhookEvents.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import { Webhooks } from "../../store/webhooks/Webhooks.js"
import { WebhookClient } from "../../vendor/WebhookClient.js"
import * as Idempotency from "../parts/Idempotency.js"
import { envelope, pageOf } from "../parts/OffsetPages.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import { inBody } from "../server/request/ValidationErrors.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"

const sendNew = Answer.json(NewWebhook, 201)
const sendSecret = Answer.json(WebhookSecret, 201)
const sendDelivery = Answer.json(WebhookDelivery, 202)

/** The answer as it is kept for a repeated request: the database must not have a secret in plain. */
const withoutSecret = (body: string): string => {
  // Only answers that were encoded with the schema of new webhooks are kept.
  const webhook = JSON.parse(body) as NewWebhook
  return JSON.stringify({ ...webhook, secret: null })
}

const refused = (reason: string): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [inBody({ path: ["url"], msg: `This address cannot be used: ${reason}`, type: "address" })]
  })

const forAccount = <A, R>(run: (scope: AccountScope) => Effect.Effect<A, Failure.StoreFailure | Errors.ApiError, R>) =>
  Failure.toApiErrors(Effect.flatMap(Auth.account, run))

const chosen = <A>(events: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(events)]

const changesOf = ({ description, events, is_paused, url }: UpdateWebhook) => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: chosen(events) }),
  ...(description === undefined ? {} : { description }),
  ...(is_paused === undefined ? {} : { isPaused: is_paused })
})

/** Handles `/provisioning/webhooks`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "webhooks">,
  never,
  IdempotencyKeys | WebhookClient | Webhooks
> = Handlers.group(TributaryApi, "webhooks", (handlers) =>
  Effect.gen(function* () {
    const client = yield* WebhookClient
    const webhooks = yield* Webhooks

    const checkAddress = ({ accountId }: AccountScope, url: string | undefined) =>
      url === undefined
        ? Effect.void
        : Effect.flatMap(client.check(accountId, url), (reason) =>
            reason === null ? Effect.void : Effect.fail(refused(reason))
          )

    const create = (scope: AccountScope, { description = null, events = names, url }: CreateWebhook) =>
      Effect.zipRight(
        checkAddress(scope, url),
        webhooks.create(scope, { url, events: chosen(events), description }, MAX_WEBHOOKS)
      )

    return handlers
      .handle("createWebhook", ({ payload, request }) =>
        forAccount((scope) =>
          Idempotency.once({
            request,
            scope,
            target: "createWebhook",
            body: payload,
            prepare: create(scope, payload),
            send: sendNew,
            about: () => ({ organizationId: null, connectionId: null }),
            keep: withoutSecret
          })
        )
      )
      .handle("listWebhooks", ({ urlParams }) =>
        forAccount((scope) => Effect.map(webhooks.list(scope, pageOf(urlParams)), envelope))
      )
      .handle("getWebhook", ({ path }) => forAccount((scope) => webhooks.get(scope, path.webhook_id)))
      .handle("updateWebhook", ({ path, payload }) =>
        forAccount((scope) =>
          Effect.zipRight(checkAddress(scope, payload.url), webhooks.update(scope, path.webhook_id, changesOf(payload)))
        )
      )
      .handle("deleteWebhook", ({ path }) => forAccount((scope) => webhooks.remove(scope, path.webhook_id)))
      .handle("rotateWebhookSecret", ({ path }) =>
        forAccount((scope) => Effect.flatMap(webhooks.rotate(scope, path.webhook_id), sendSecret))
      )
      .handle("testWebhook", ({ path }) =>
        forAccount((scope) => Effect.flatMap(webhooks.test(scope, path.webhook_id), sendDelivery))
      )
      .handle("listWebhookDeliveries", ({ path, urlParams }) =>
        forAccount((scope) => {
          const page = { ...pageOf(urlParams), states: urlParams.state ?? [] }
          return Effect.map(webhooks.deliveries(scope, path.webhook_id, page), envelope)
        })
      )
      .handle("resendWebhookDelivery", ({ path }) =>
        forAccount((scope) => Effect.flatMap(webhooks.resend(scope, path.webhook_id, path.delivery_id), sendDelivery))
      )
  })
)
