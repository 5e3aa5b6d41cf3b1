import { HttpClient, HttpClientRequest } from "@effect/platform"
import { ConnectionFailure, HostPolicy } from "@tributary/core"
import { Context, Data, Duration, Effect, Layer, Stream } from "effect"
import { AddressCheck } from "./network/AddressPolicy.js"
import { VendorAccount } from "./VendorAccount.js"

/** No answer came. The message says why, and has nothing that the receiver has written. */
export class WebhookUnanswered extends Data.TaggedError("WebhookUnanswered")<{ readonly message: string }> {}

/** A message to the address of a webhook. */
export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** Sends messages to the addresses of webhooks, under the rules for requests to vendors: the same addresses, ports, proxy and authorities. */
export class WebhookClient extends Context.Tag("@tributary/runtime-http/WebhookClient")<
  WebhookClient,
  {
    /** Why messages of the account may not go to an address; null if they may. */
    readonly check: (accountId: string, url: string) => Effect.Effect<string | null>
    /** Sends a message for the account; returns the status of the answer, whatever it is. */
    readonly post: (accountId: string, message: WebhookMessage) => Effect.Effect<number, WebhookUnanswered>
  }
>() {}

/** How long one message may take until the status of its answer has arrived. */
const LIMIT = Duration.seconds(10)

/** How long the rest of an answer may take once its status has arrived. */
const DRAIN_LIMIT = Duration.seconds(1)

/** So much of an answer is read, which lets the connection be used again; nothing in it is looked at. */
const MAX_BYTES = 4_096

/** Reads a short answer to its end; a longer one is cut, with its connection. */
const drain = (body: Stream.Stream<Uint8Array, unknown>): Effect.Effect<void> => {
  let size = 0
  return body.pipe(
    Stream.takeUntil((part) => {
      size += part.length
      return size > MAX_BYTES
    }),
    Stream.runDrain,
    Effect.timeout(DRAIN_LIMIT),
    // The status has arrived: whatever happens to the rest, the receiver has answered.
    Effect.ignore
  )
}

/** Messages over the HTTP client for vendors. */
export const layer: Layer.Layer<WebhookClient, never, HttpClient.HttpClient> = Layer.effect(
  WebhookClient,
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const checkAddress = yield* AddressCheck
    const decide = yield* HostPolicy.HostPolicy
    const overrides = yield* HostPolicy.HostOverrides

    const post: WebhookClient["Type"]["post"] = (accountId, { body, headers, url: address }) =>
      Effect.gen(function* () {
        const url = HostPolicy.override(overrides, new URL(address))
        // The policy may have become stricter since the address was stored.
        const refusal = decide(url)
        if (refusal !== null)
          return yield* new WebhookUnanswered({ message: `This address cannot be used: ${refusal}` })
        const request = HttpClientRequest.post(url, { headers }).pipe(
          HttpClientRequest.bodyText(body, "application/json")
        )
        const response = yield* client.execute(request).pipe(
          Effect.mapError(
            (error) => new WebhookUnanswered({ message: `The receiver ${ConnectionFailure.of(error).detail}` })
          ),
          Effect.timeoutFail({
            duration: LIMIT,
            onTimeout: () =>
              new WebhookUnanswered({
                message: `The receiver did not answer within ${Duration.toSeconds(LIMIT)} seconds`
              })
          })
        )
        yield* drain(response.stream)
        return response.status
      }).pipe(Effect.provideService(VendorAccount, accountId))

    return WebhookClient.of({
      check: (accountId, url) => Effect.provideService(checkAddress(new URL(url)), VendorAccount, accountId),
      post
    })
  })
)
