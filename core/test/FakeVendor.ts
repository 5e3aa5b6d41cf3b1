import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { AnswerMemory, Decode, RateBudget, VendorHttp } from "@tributary/core"
import { Duration, Effect, type Exit, Layer, Stream } from "effect"
import * as VirtualTime from "../src/testing/vendor/VirtualTime.js"

/** How the vendor responds to one request: a response, no response in time, or a dropped connection. A body is JSON, a text or a stream; `drip` is a text whose bytes arrive one by one, one each virtual second. */
export type Answer =
  | { readonly drip: string }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | "hang"
  | "drop"

/** A request as the vendor received it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export const BASE_URL = "https://acme.example"

/** How an effect ended, the requests that it sent, and the virtual seconds that it took. */
export interface Conversation<A, E> {
  readonly exit: Exit.Exit<A, E>
  readonly received: ReadonlyArray<ReceivedRequest>
  readonly seconds: number
}

const dripping = (text: string) =>
  Stream.toReadableStreamEffect(
    Stream.mapEffect(Stream.fromIterable(new TextEncoder().encode(text)), (byte) =>
      Effect.delay(Effect.succeed(Uint8Array.of(byte)), "1 second")
    )
  )

/** An HTTP client whose responses come from a function, and the requests that it received. */
export const makeClient = (answer: (request: ReceivedRequest, index: number) => Answer) => {
  const received: Array<ReceivedRequest> = []
  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : null
      const seen = { method: request.method, url: url.href, headers: { ...request.headers }, body }
      received.push(seen)
      const answered = answer(seen, received.length - 1)
      if (answered === "hang") return Effect.never
      if (answered === "drop") {
        return Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", description: "dropped" }))
      }
      if ("drip" in answered) {
        return Effect.map(dripping(answered.drip), (body) => HttpClientResponse.fromWeb(request, new Response(body)))
      }
      const { status = 200, headers = {}, body: sent = [] } = answered
      const text = typeof sent === "string" || sent instanceof ReadableStream ? sent : JSON.stringify(sent)
      return Effect.succeed(
        HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : text, { status, headers }))
      )
    })
  )
  return { received, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** Runs an effect in virtual time against a vendor whose responses come from a function. */
export const converse = async <A, E>(
  answer: (request: ReceivedRequest, index: number) => Answer,
  effect: Effect.Effect<A, E, VendorHttp.VendorHttp>,
  settings: Partial<VendorHttp.VendorHttpSettings> = {},
  bounds: Decode.Bounds | null = null,
  memory: AnswerMemory.AnswerMemory["Type"] = AnswerMemory.make(AnswerMemory.DEFAULT_BYTES)
): Promise<Conversation<A, E>> => {
  const { received, layer } = makeClient(answer)
  let seconds = 0
  const timed = Effect.timedWith(
    Effect.exit(effect),
    Effect.clockWith((clock) => clock.currentTimeNanos)
  ).pipe(
    Effect.map(([elapsed, exit]) => {
      seconds = Duration.toSeconds(elapsed)
      return exit
    }),
    Effect.provide(VendorHttp.layer({ baseUrl: BASE_URL, ...settings })),
    Effect.provide(Layer.merge(layer, RateBudget.layer)),
    Effect.provideService(AnswerMemory.AnswerMemory, memory),
    (run) => (bounds === null ? run : Effect.provideService(run, Decode.AnswerBounds, bounds))
  )
  const exit = await VirtualTime.run(timed)
  if (exit._tag === "Failure") throw new Error(`the conversation died: ${exit.cause}`)
  return { exit: exit.value, received, seconds }
}
