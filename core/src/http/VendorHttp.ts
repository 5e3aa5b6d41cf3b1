// http: the only door to a vendor. Authentication, declared hosts, retries, rate budget and error classification live here.
import type { HttpClient } from "@effect/platform"
import { Context, Effect, identity, Layer, Redacted } from "effect"
import { PageHeld } from "./AnswerMemory.js"
import * as Authentication from "./Authentication.js"
import * as CommonParameters from "./CommonParameters.js"
import { makeGate } from "./HostPolicy.js"
import { refuse, resolve, type VendorRequest, type VendorResponse } from "./Request.js"
import type { RateBudget } from "./rate/RateBudget.js"
import * as Retry from "./rate/Retry.js"
import * as Tenant from "./Tenant.js"
import * as Transport from "./Transport.js"
import * as VendorError from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

export {
  type Method,
  type RawAnswer,
  resolve,
  type Signable,
  type VendorRequest,
  type VendorResponse
} from "./Request.js"
export { MAX_ATTEMPTS, MAX_WAIT_MILLIS } from "./rate/Retry.js"
export type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Sends a connector's requests to its vendor, with authentication, retries, rate limits and the host policy applied. */
export class VendorHttp extends Context.Tag("@tributary/core/VendorHttp")<
  VendorHttp,
  {
    /** Sends one request; fails with the error that the vendor's response means. */
    readonly send: (request: VendorRequest) => Effect.Effect<VendorResponse, VendorError.VendorError>
    /** Fails for an address that `send` would refuse, so that a next link is checked before it is stored. */
    readonly permit: (
      request: Pick<VendorRequest, "endpoint" | "linkedFrom" | "url">
    ) => Effect.Effect<void, VendorError.BadPayload>
    /** A link of the vendor without the secrets of the credentials, so that it can be stored. */
    readonly withoutSecrets: (link: string) => string
    /** Whether the customer selected this row of the list in the credentials. */
    readonly chooses: (endpoint: string, row: unknown) => boolean
    /** The base addresses after the first; every list exists at each of them. */
    readonly furtherBaseUrls: ReadonlyArray<string>
    /** Who the tenant of the credentials is, and whose rows they cover. */
    readonly tenant: Tenant.TenantGuard
  }
>() {}

/**
 * A client for one tenant with one connection's credentials. `isEntered` says whether the customer entered an address of this host, so that
 * the host may be what is wrong when it does not answer as the vendor; by default it may be for every host. Its long answers take
 * memory of this share; see `AnswerMemory`.
 */
export const make = (
  settings: VendorHttpSettings,
  isEntered: (host: string) => boolean = () => true,
  share = ""
): Effect.Effect<VendorHttp["Type"], never, HttpClient.HttpClient | RateBudget> =>
  Effect.gen(function* () {
    const { auth, chooses = () => true, furtherBaseUrls = [] } = settings
    const gate = yield* makeGate(settings)
    const transport = yield* Transport.make(settings, gate, share)

    const sendOnce: Retry.SendOnce = (request, url, header) => {
      const token = header === null ? {} : { authorization: Redacted.value(header) }
      return transport({ ...request, headers: { ...request.headers, ...token } }, url)
    }
    /** What is asked for in between is no page, and must not wait for the page's memory. */
    const beside = Effect.provideService(PageHeld, null)
    const fetchToken = (source: Authentication.TokenSource) =>
      Effect.flatMap(Authentication.tokenRequest(source), (request) =>
        // What depends on the time is made anew for each attempt.
        Retry.make(
          (attempt, url, header) =>
            Effect.flatMap(Authentication.tokenRequest(source), (fresh) =>
              sendOnce({ ...attempt, ...fresh }, url, header)
            ),
          null
        )(request, new URL(source.url))
      ).pipe(
        beside,
        Effect.map(({ body }) => body)
      )
    const held = yield* Authentication.HeldTokens
    const tokensOf = (source: Authentication.TokenSource) =>
      Authentication.isHeld(source) && held !== null
        ? Effect.succeed(held(source))
        : Authentication.make(source, fetchToken(source))
    const tokens = auth === undefined ? null : yield* tokensOf(auth)
    const ofSignIn = auth !== undefined && Authentication.isOfConsent(auth) ? VendorError.ofConsent : identity
    const sendWithRetries = Retry.make(sendOnce, tokens)

    const bodyOf = ({ body, isTemplate = false }: VendorRequest) =>
      body === undefined || !isTemplate ? {} : { body: CommonParameters.fillBody(settings, body) }

    /** Without a judgement of addresses: a question about the tenant is asked again when any page answers it. */
    const sendUnjudged = (request: VendorRequest) =>
      Effect.suspend(() => {
        let isSent = false
        const onSent = () => {
          isSent = true
        }
        const body = request.isTemplate === true ? JSON.stringify(request.body) : ""
        const fault = CommonParameters.faultOf(settings, `${request.url}${body}`)
        const sent =
          fault === null
            ? sendWithRetries({ ...request, ...bodyOf(request), onSent }, resolve(settings, request))
            : Effect.fail(refuse(request.endpoint, fault))
        return Effect.mapError(sent, (error) => (isSent ? error : VendorError.unsent(error)))
      }).pipe(
        Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
        Effect.tapError(({ status }) =>
          status === null ? Effect.void : Effect.annotateCurrentSpan("http.response.status_code", status)
        ),
        Effect.withSpan("vendor.request", {
          kind: "client",
          captureStackTrace: false,
          attributes: { "tributary.endpoint": request.endpoint, "http.request.method": request.method ?? "GET" }
        })
      )

    const send = (request: VendorRequest) =>
      Effect.mapError(sendUnjudged(request), (error) => ofSignIn(VendorError.ofEnteredAddress(error, isEntered)))

    const tenant = yield* Tenant.makeGuard(Tenant.declared(settings), (request) => beside(sendUnjudged(request)))

    return VendorHttp.of({
      send,
      permit: (request) => gate.permit(request.endpoint, resolve(settings, request)),
      withoutSecrets: (link) => CommonParameters.withoutSecrets(settings, link),
      chooses,
      furtherBaseUrls,
      tenant
    })
  })

/** The client as a layer. */
export const layer = (
  settings: VendorHttpSettings
): Layer.Layer<VendorHttp, never, HttpClient.HttpClient | RateBudget> => Layer.effect(VendorHttp, make(settings))
