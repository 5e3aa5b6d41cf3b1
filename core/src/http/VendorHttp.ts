import type { HttpClient } from "@effect/platform"
import { Context, Effect, Layer, Redacted } from "effect"
import * as Authentication from "./Authentication.js"
import { classify } from "./Classification.js"
import * as HostGate from "./Hosts.js"
import { tokenRequest } from "./Outgoing.js"
import type { RateBudget } from "./RateBudget.js"
import { follow } from "./Redirects.js"
import { resolve, type VendorRequest, type VendorResponse } from "./Request.js"
import * as Retry from "./Retry.js"
import * as Exchange from "./Transport.js"
import type { BadPayload, VendorError } from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

export {
  type Method,
  type RawAnswer,
  resolve,
  type Signable,
  type VendorRequest,
  type VendorResponse
} from "./Request.js"
export { MAX_ATTEMPTS, MAX_RETRY_AFTER } from "./Retry.js"
export type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** The only door to a vendor: authentication, declared hosts, retry, rate budget, classification. */
export class VendorHttp extends Context.Tag("@tributary/core/VendorHttp")<
  VendorHttp,
  {
    readonly send: (request: VendorRequest) => Effect.Effect<VendorResponse, VendorError>
    /** Fails for an address that `send` would refuse: a link is judged before it is kept, not when it is followed. */
    readonly permit: (endpoint: string, url: string) => Effect.Effect<void, BadPayload>
    /** Whether a row of the list is to be read. */
    readonly chooses: (endpoint: string, row: unknown) => boolean
    /** Base addresses after the first, at which every list is to be found too. */
    readonly furtherBaseUrls: ReadonlyArray<string>
  }
>() {}

/** Opens the door to one tenant with one connection's credentials. */
export const make = (
  settings: VendorHttpSettings
): Effect.Effect<VendorHttp["Type"], never, HttpClient.HttpClient | RateBudget> =>
  Effect.gen(function* () {
    const { auth, baseUrl, chooses = () => true, furtherBaseUrls = [] } = settings
    const gate = yield* HostGate.make(settings)
    const exchange = yield* Exchange.make(settings, gate)

    const once: Retry.Once = (request, url, header) => {
      const token = header === null ? {} : { authorization: Redacted.value(header) }
      const headed = { ...request, headers: { ...request.headers, ...token } }
      return Effect.flatMap(follow(exchange, headed, request.method ?? "GET", url), (answer) =>
        classify(settings, answer)
      )
    }
    const tokenOf = (source: Authentication.TokenSource) =>
      Effect.suspend(() => Retry.make(once, null)(tokenRequest(source), new URL(source.url))).pipe(
        Effect.map(({ body }) => body),
        Effect.mapError(Authentication.refused)
      )
    const tokens = auth === undefined ? null : yield* Authentication.make(auth, tokenOf(auth))
    const ask = Retry.make(once, tokens)

    const send = (request: VendorRequest) =>
      Effect.suspend(() => ask(request, resolve(baseUrl, request.url, request.query))).pipe(
        Effect.withSpan("vendor.request", {
          attributes: { "tributary.endpoint": request.endpoint, "http.request.method": request.method ?? "GET" }
        })
      )

    return VendorHttp.of({
      send,
      permit: (endpoint, url) => gate.permit(endpoint, resolve(baseUrl, url)),
      chooses,
      furtherBaseUrls
    })
  })

/** The door as a layer. */
export const layer = (
  settings: VendorHttpSettings
): Layer.Layer<VendorHttp, never, HttpClient.HttpClient | RateBudget> => Layer.effect(VendorHttp, make(settings))
