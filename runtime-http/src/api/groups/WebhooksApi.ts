import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { OffsetEnvelope } from "@tributary/core"
import { Schema } from "effect"
import * as EndpointAnnotations from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as Idempotency from "../parts/Idempotency.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import { KeyAccess, needsKey } from "../parts/Security.js"
import {
  CreateWebhook,
  MAX_WEBHOOKS,
  NewWebhook,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookSecret
} from "../parts/WebhookBody.js"
import * as WebhookEvents from "../parts/WebhookEvents.js"

const webhookId = { webhook_id: Parameter.pathId("The service's id of the webhook.") }
const deliveryId = { ...webhookId, delivery_id: Parameter.pathId("The service's id of the delivery.") }

const reading = Errors.schemas([401, 404, 422, 429, 503])

const docs = (identifier: string, summary: string, description: string) =>
  OpenApi.annotations({ identifier, summary, description })

const webhooks = "/provisioning/webhooks"
const webhook = `${webhooks}/:webhook_id` as const
const deliveries = `${webhook}/deliveries` as const

const createWebhook = HttpApiEndpoint.post("createWebhook", webhooks)
  .setPayload(CreateWebhook)
  .addSuccess(NewWebhook, { status: 201 })
  .addError(Errors.schemas([401, 409, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs(
      "createWebhook",
      "Create a webhook",
      [
        "From now on the address gets a POST with a `WebhookEvent` for each event, signed as Standard Webhooks describes, at least once, and in no certain order.",
        `409 if the account has ${MAX_WEBHOOKS} webhooks. The events:\n\n`,
        ...WebhookEvents.names.map((name) => `- \`${name}\`: ${WebhookEvents.types[name]}\n`)
      ].join(" ")
    )
  )
  .annotateContext(Idempotency.keyed)

const listWebhooks = HttpApiEndpoint.get("listWebhooks", webhooks)
  .setUrlParams(ListParameters.query(ListParameters.offsetListFields))
  .addSuccess(OffsetEnvelope(Webhook))
  .addError(Errors.schemas([401, 422, 429, 503]))
  .annotateContext(docs("listWebhooks", "List webhooks", "The account's webhooks, oldest first."))

const getWebhook = HttpApiEndpoint.get("getWebhook", webhook)
  .setPath(Schema.Struct(webhookId))
  .addSuccess(Webhook)
  .addError(reading)
  .annotateContext(docs("getWebhook", "Get a webhook", "Returns one webhook of the account, without its secret."))
  .annotateContext(EndpointAnnotations.tagged)

const updateWebhook = HttpApiEndpoint.patch("updateWebhook", webhook)
  .setPath(Schema.Struct(webhookId))
  .setPayload(UpdateWebhook)
  .addSuccess(Webhook)
  .addError(Errors.schemas([401, 404, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs("updateWebhook", "Update a webhook", "Changes only the fields in the body, such as `is_paused`.")
  )

const deleteWebhook = HttpApiEndpoint.del("deleteWebhook", webhook)
  .setPath(Schema.Struct(webhookId))
  .addSuccess(HttpApiSchema.NoContent)
  .addError(reading)
  .annotateContext(
    docs("deleteWebhook", "Delete a webhook", "Nothing is sent any more, and its deliveries and secrets are gone.")
  )

const rotateWebhookSecret = HttpApiEndpoint.post("rotateWebhookSecret", `${webhook}/secret`)
  .setPath(Schema.Struct(webhookId))
  .addSuccess(WebhookSecret, { status: 201 })
  .addError(reading)
  .annotateContext(
    docs(
      "rotateWebhookSecret",
      "Rotate a webhook's secret",
      "Makes a new secret. For a day, each message has a signature of the former one, too, so that a receiver can change from one to the other."
    )
  )

const testWebhook = HttpApiEndpoint.post("testWebhook", `${webhook}/test`)
  .setPath(Schema.Struct(webhookId))
  .addSuccess(WebhookDelivery, { status: 202 })
  .addError(reading)
  .annotateContext(
    docs(
      "testWebhook",
      "Test a webhook",
      "Queues an event `webhook.test`, whatever types the webhook is told. The list of deliveries shows what became of it. A paused webhook gets it once it is not paused any more."
    )
  )

const listWebhookDeliveries = HttpApiEndpoint.get("listWebhookDeliveries", deliveries)
  .setPath(Schema.Struct(webhookId))
  .setUrlParams(
    ListParameters.query({
      state: ListParameters.values("Only deliveries in one of these states.", WebhookEvents.states),
      ...ListParameters.offsetListFields
    })
  )
  .addSuccess(OffsetEnvelope(WebhookDelivery))
  .addError(reading)
  .annotateContext(
    docs(
      "listWebhookDeliveries",
      "List a webhook's deliveries",
      "The events of the last seven days that the webhook was told or is to be told, the latest first."
    )
  )

const resendWebhookDelivery = HttpApiEndpoint.post("resendWebhookDelivery", `${deliveries}/:delivery_id/resend`)
  .setPath(Schema.Struct(deliveryId))
  .addSuccess(WebhookDelivery, { status: 202 })
  .addError(reading)
  .annotateContext(
    docs(
      "resendWebhookDelivery",
      "Send a delivery again",
      "Makes an attempt due at once, also of a delivery that was delivered or given up; if it fails, others follow for a day. The message has the same `webhook-id`."
    )
  )

/** Where an account is told what happens. For the account's own servers, because a webhook is told of all its connections. */
export const WebhooksApi = HttpApiGroup.make("webhooks")
  .add(createWebhook)
  .add(listWebhooks)
  .add(getWebhook)
  .add(updateWebhook)
  .add(deleteWebhook)
  .add(rotateWebhookSecret)
  .add(testWebhook)
  .add(listWebhookDeliveries)
  .add(resendWebhookDelivery)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Webhooks",
      description:
        "Addresses that are told what happens to the account's connections, so that nobody has to poll often."
    })
  )
