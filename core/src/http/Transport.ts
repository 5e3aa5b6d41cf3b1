import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { Clock, Duration, Effect } from "effect"
import type { HostGate } from "./Hosts.js"
import { contentOf, type Outgoing, refuse, revealed } from "./Outgoing.js"
import { RateBudget } from "./RateBudget.js"
import type { Method, RawAnswer } from "./Request.js"
import * as VendorError from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Sends one request to one address and takes its answer, whatever the status. */
export type Exchange = (
  request: Outgoing,
  method: Method,
  asked: URL
) => Effect.Effect<RawAnswer, VendorError.VendorError>

const DEFAULT_TIMEOUT = Duration.seconds(60)

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Exchanges through the gate, within the tenant's rate budget. */
export const make = (
  settings: VendorHttpSettings,
  gate: HostGate
): Effect.Effect<Exchange, never, HttpClient.HttpClient | RateBudget> =>
  Effect.gen(function* () {
    // The client's own spans would hold every header by name; the span of `send` holds what an operator needs.
    const client = (yield* HttpClient.HttpClient).pipe(
      HttpClient.withTracerDisabledWhen(() => true),
      HttpClient.withTracerPropagation(false)
    )
    const budget = yield* RateBudget
    const { auth } = settings
    const tenant = new URL(settings.baseUrl).host
    const timeout = settings.timeout ?? DEFAULT_TIMEOUT
    // Vendors count token requests apart: their limit says nothing of the API's.
    const budgetOf = ({ endpoint, isToken = false }: Outgoing) =>
      isToken || settings.rateScope === "endpoint" ? `${tenant} ${endpoint}` : tenant

    const headersOf = (request: Outgoing, method: Method, url: URL, body: string | null) => {
      const headers = {
        accept: "application/json",
        ...(request.isToken === true ? {} : revealed(settings.headers)),
        ...request.headers
      }
      const sign = request.isToken === true ? auth?.sign : settings.sign
      if (sign === undefined) return Effect.succeed(headers)
      return Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.tryPromise({
          try: () => sign({ method, url: url.href, now, headers, body }),
          catch: () => refuse(request.endpoint, "could not be signed")
        })
      )
    }

    const exchange: Exchange = (request, method, asked) =>
      Effect.gen(function* () {
        const { endpoint } = request
        yield* gate.permit(endpoint, asked)
        const url = gate.locate(asked)
        yield* budget.acquire(budgetOf(request))
        const content = method === "GET" ? null : contentOf(request)
        const headers = yield* headersOf(request, method, url, content?.text ?? null)
        const outgoing = HttpClientRequest.make(method)(url).pipe(
          HttpClientRequest.setBody(content === null ? HttpBody.empty : HttpBody.text(content.text, content.type)),
          HttpClientRequest.setHeaders(headers)
        )
        const answer = yield* client.execute(outgoing).pipe(
          Effect.flatMap((response) => Effect.map(response.text, (text) => ({ response, text }))),
          Effect.timeout(timeout),
          Effect.catchTags({
            TimeoutException: () =>
              Effect.fail(new VendorError.ServerError({ endpoint, status: null, detail: "did not answer in time" })),
            RequestError: () =>
              Effect.fail(new VendorError.ServerError({ endpoint, status: null, detail: "could not be reached" })),
            ResponseError: () =>
              Effect.fail(new VendorError.ServerError({ endpoint, status: null, detail: "broke off its answer" }))
          }),
          Effect.scoped,
          // `fetch` would follow a redirect by itself, with the credentials and past the host policy.
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
        )
        const received = lowerCased(answer.response.headers)
        const rate = settings.rate?.(received, yield* Clock.currentTimeMillis) ?? null
        if (rate !== null) yield* budget.update(budgetOf(request), rate)
        return { endpoint, status: answer.response.status, headers: received, text: answer.text }
      })

    return exchange
  })
