import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { Clock, Duration, Effect, Exit } from "effect"
import type { Decoder } from "../decode/Decoder.js"
import { AnswerBounds, Unpacking } from "../decode/Decoder.js"
import { json } from "../decode/Json.js"
import { AnswerMemory, PageHeld } from "./AnswerMemory.js"
import * as Authentication from "./Authentication.js"
import * as AnswerBody from "./answer/AnswerBody.js"
import * as AnswerErrors from "./answer/AnswerErrors.js"
import * as AnswerExcerpt from "./answer/AnswerExcerpt.js"
import * as ConnectionFailure from "./answer/ConnectionFailure.js"
import { LongAnswer } from "./answer/LongAnswer.js"
import * as SentAddress from "./answer/SentAddress.js"
import * as WebPage from "./answer/WebPage.js"
import type { HostGate } from "./HostPolicy.js"
import {
  contentOf,
  lowerCased,
  type Method,
  type Outgoing,
  type RawAnswer,
  refuse,
  revealed,
  type VendorResponse
} from "./Request.js"
import { MAX_AHEAD_MILLIS, type RateBudget, type RateWindow, Urgency } from "./rate/RateBudget.js"
import type { Limits } from "./rate/RateLimiter.js"
import * as RateLimiter from "./rate/RateLimiter.js"
import type { Attempt } from "./rate/Retry.js"
import * as VendorError from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** Sends one request, follows its redirects and reads the response; fails with the error that the response means. */
export type Transport = (request: Attempt, url: URL) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** A raw response together with the rate limit in its headers. */
interface Answer extends Omit<RawAnswer, "body"> {
  /** The body, as far as it was read. */
  readonly body: AnswerBody.AnswerBody
  /** Null if the response has no rate headers. */
  readonly rate: RateWindow | null
  /** The rate limits that the request counted against. */
  readonly limits: Limits
}

const DEFAULT_TIMEOUT = Duration.seconds(60)
const MAX_REDIRECTS = 5

/** The method of the request that follows a redirect, as in browsers and RFC 9110. */
const methodAfterRedirect = (method: Method, status: number): Method =>
  status === 303 || ((status === 301 || status === 302) && method === "POST") ? "GET" : method

/** The error for a successful answer that cannot be used, with a description of what was received. */
const unusable = (
  request: Outgoing,
  { body: { bytes }, endpoint, headers, status }: Answer,
  { detail, isOfServer = false, isTooLarge }: AnswerBody.Problem
): VendorError.VendorError => {
  if (isTooLarge) return new VendorError.AnswerTooLarge({ endpoint, status, detail, isOfServer })
  const received = AnswerExcerpt.describe({ status, headers, bytes, isSecret: request.isToken === true })
  return new VendorError.UnreadableAnswer({ endpoint, status, detail: `${detail} ${received}` })
}

const ofServer = (detail: string): AnswerBody.Problem => ({ isTooLarge: true, isOfServer: true, detail })

const noMemoryFor = (endpoint: string) => (detail: string) =>
  new VendorError.AnswerTooLarge({ endpoint, status: null, detail, isOfServer: true })

/** The content of a successful answer; fails if it is not in the expected format, exceeds a bound, or lacks what was asked for. */
const contentsOf = (
  request: Outgoing,
  answer: Answer,
  body: Effect.Effect<unknown, AnswerBody.Problem>,
  { errors }: VendorHttpSettings
): Effect.Effect<VendorResponse, VendorError.VendorError> =>
  body.pipe(
    Effect.map((body): VendorResponse => {
      const { headers, status } = answer
      const passed = errors === undefined ? null : AnswerErrors.passedIn(errors, body)
      return { status, headers, body, ...(passed === null ? {} : { reports: passed }) }
    }),
    Effect.flatMap((response): Effect.Effect<VendorResponse, AnswerBody.Problem> => {
      const lacking = request.lacks?.(response) ?? null
      if (lacking === null) return Effect.succeed(response)
      return Effect.fail({ isTooLarge: false, detail: `the answer lacks ${lacking}` })
    }),
    Effect.mapError((problem) => unusable(request, answer, problem))
  )

/** What is wrong with an address that answers with a web page; null if the answer means something else. */
const pageFaultOf = (
  { body: { bytes }, headers, status }: Answer,
  { _tag }: VendorError.VendorError,
  { pages }: VendorHttpSettings
): string | null =>
  _tag === "ServerError" || _tag === "UnreadableAnswer" ? WebPage.faultOf({ status, headers, bytes }, pages) : null

/** What is wrong with an address that redirects to where no request may go. */
const redirection = (location: string, from: URL): string => {
  if (!URL.canParse(location, from.href)) return "it redirects to an invalid address"
  const { origin } = new URL(location, from)
  return `it redirects to ${origin}; enter that address instead if it is the one of the vendor's API`
}

/** The error that an answer means by what it reports, or else by its status; null for success. */
const failureOf = (
  { endpoint, status }: Answer,
  error: AnswerErrors.ReportedError | null,
  announced: Duration.Duration | null
): VendorError.VendorError | null => {
  const detail = `answered ${status}${error === null ? "" : ` with ${error.detail}`}`
  const fields = { endpoint, status, detail }
  return error === null
    ? VendorError.fromStatus(fields, announced)
    : AnswerErrors.toVendorError(error.means, fields, announced)
}

const resetOf = (rate: RateWindow | null): Duration.Duration | null =>
  rate === null || rate.remaining > 0 ? null : Duration.millis(Math.max(0, rate.endsIn))

/** Sends requests through the host gate and within the rate budget; long answers take memory of this share. */
export const make = (
  settings: VendorHttpSettings,
  gate: HostGate,
  share: string
): Effect.Effect<Transport, never, HttpClient.HttpClient | RateBudget> =>
  Effect.gen(function* () {
    // The client's own spans would record every header; the span of `VendorHttp.send` has what an operator needs.
    const client = (yield* HttpClient.HttpClient).pipe(
      HttpClient.withTracerDisabledWhen(() => true),
      HttpClient.withTracerPropagation(false)
    )
    const rates = yield* RateLimiter.make(settings)
    const bounds = yield* AnswerBounds
    const memory = (yield* AnswerMemory)(share)
    const { auth } = settings
    /** The endpoints whose last answer was long, with its bytes, so that there is memory for the next one before the vendor is asked. */
    const lengths = new Map<string, number>()
    /** The addresses that have answered as the vendor's API does, so that they are right, whatever they answer later. */
    const answered = new Set<string>()
    const timeout = settings.timeout ?? DEFAULT_TIMEOUT

    /** How the answer to a request is decoded; tokens are JSON. */
    const decoderOf = (request: Outgoing): Decoder =>
      request.isToken === true ? json : (request.decode ?? settings.decode ?? json)

    const headersOf = (request: Outgoing, method: Method, url: URL, body: string | null) => {
      const headers = {
        accept: decoderOf(request).mediaType,
        ...(request.isToken === true ? {} : revealed(settings.headers)),
        ...request.headers
      }
      const sign = request.isToken === true ? auth?.sign : settings.sign
      if (sign === undefined) return Effect.succeed(headers)
      return Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.tryPromise({
          try: () => sign({ method, url: url.href, now, headers, body }),
          catch: () => refuse(request.endpoint, "the request could not be signed")
        })
      )
    }

    /** The error, with what is wrong with the address of the first request; the same error if nothing is, or if the address is right. */
    const blaming = (
      { host }: URL,
      reason: string | null,
      error: VendorError.VendorError,
      isPage = false
    ): VendorError.VendorError =>
      reason === null || answered.has(host) ? error : VendorError.withAddressFault(error, { host, isPage, reason })

    /** The error of a redirect that is not followed: the vendor's fault if its address is right. */
    const strayed = (first: URL, reason: string, error: VendorError.BadPayload): VendorError.VendorError => {
      const { detail, endpoint, status } = error
      return answered.has(first.host)
        ? new VendorError.UnreadableAnswer({ endpoint, status, detail })
        : blaming(first, reason, error)
    }

    /** The memory for the answer to a request. */
    const longAnswerOf = (request: Attempt) =>
      Effect.gen(function* () {
        const { endpoint, isReadOnce = false, method = "GET" } = request
        const isPage = (yield* PageHeld) !== null
        const mayWait = request.isRepeatable ?? method === "GET"
        // A test of credentials limits its retries, but may ask again.
        const isOfTest = method === "GET" && (yield* Urgency) === "interactive"
        return new LongAnswer(isPage ? memory.pages : memory.others, lengths, {
          endpoint,
          max: bounds.bytes.max,
          isLazy: isPage && decoderOf(request) === json,
          mayWait: mayWait || isOfTest,
          mayClose: (mayWait || isOfTest) && !isReadOnce
        })
      })

    /** One request to `target`, and its answer, null if there is no memory for it; `first` is the address that may have redirected to it. */
    const exchange = (
      request: Attempt,
      method: Method,
      target: URL,
      first: URL,
      long: LongAnswer
    ): Effect.Effect<Answer | null, VendorError.VendorError> =>
      Effect.gen(function* () {
        const { endpoint } = request
        yield* gate.permit(endpoint, target)
        const url = gate.locate(target)
        // Before the rate budget, so that those that have waited for memory do not all leave at once.
        if (!long.isReady()) yield* Effect.mapError(request.waitLimit.ofServer(long.before), noMemoryFor(endpoint))
        const limits = yield* rates.pass(request, target)
        const content = method === "GET" ? null : contentOf(request)
        const headers = yield* headersOf(request, method, url, content?.text ?? null)
        const outgoing = HttpClientRequest.make(method)(url).pipe(
          HttpClientRequest.setBody(content === null ? HttpBody.empty : HttpBody.text(content.text, content.type)),
          // Some vendors reject requests without one; a connector's own replaces it.
          HttpClientRequest.setHeader("user-agent", "tributary"),
          HttpClientRequest.setHeaders(headers)
        )
        const sent = Effect.sync(() => request.onSent?.())
        const failed = (detail: string, isOfServer = false) =>
          new VendorError.ServerError({ endpoint, status: null, detail, ...(isOfServer ? { isOfServer } : {}) })
        const { body, response } = yield* client.execute(outgoing).pipe(
          Effect.flatMap((response) =>
            Effect.map(
              AnswerBody.read(response, bounds, decoderOf(request), (size) => long.admits(size, response.headers)),
              (body) => ({ body, response })
            )
          ),
          Effect.timeout(timeout),
          request.waitLimit.awaiting,
          Effect.tapBoth({
            onFailure: (error) => (ConnectionFailure.of(error).mayBeSent ? sent : Effect.void),
            onSuccess: () => sent
          }),
          Effect.catchTags({
            TimeoutException: () => failed("did not answer in time"),
            RequestError: (error) => {
              const { detail, fault, isOfServer } = ConnectionFailure.of(error)
              return Effect.fail(blaming(first, fault, failed(detail, isOfServer)))
            },
            ResponseError: () => failed("closed the connection before its answer was complete")
          }),
          // Otherwise `fetch` follows redirects itself, taking the credentials past the host policy.
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
        )
        const received = lowerCased(response.headers)
        const now = yield* Clock.currentTimeMillis
        const state = settings.rate?.(received, now) ?? null
        const rate: RateWindow | null =
          state === null ? null : { limit: state.limit, remaining: state.remaining, endsIn: state.resetAt - now }
        // To refused credentials, a vendor reports the limit of anonymous callers.
        if (rate !== null && response.status !== 401) yield* rates.report(limits, rate)
        if (body.isRefused) long.letGo()
        return body.isRefused ? null : { endpoint, status: response.status, headers: received, body, rate, limits }
      }).pipe(Effect.scoped)

    /** The address to which an answer redirects; fails if the request may not follow. */
    const redirected = (
      request: Attempt,
      method: Method,
      { headers, status }: Answer,
      from: URL
    ): Effect.Effect<{ readonly method: Method; readonly url: URL }, VendorError.BadPayload> => {
      const location = headers["location"] ?? ""
      const following = methodAfterRedirect(method, status)
      const fail = (detail: string) => Effect.fail(refuse(request.endpoint, detail))
      if (!URL.canParse(location, from.href)) return fail("redirected to an invalid URL")
      if (following !== method && status !== 303 && contentOf(request) !== null) {
        // Without its body, the request would read another list, or write nothing.
        return fail(`redirected with status ${status}, after which the body would not be sent again`)
      }
      const url = new URL(location, from)
      return Effect.as(gate.permit(request.endpoint, url), { method: following, url })
    }

    /** Each redirect passes the host gate like any other request. */
    const follow = (
      request: Attempt,
      method: Method,
      url: URL,
      redirects: number,
      first: URL,
      long: LongAnswer
    ): Effect.Effect<Answer, VendorError.VendorError> =>
      Effect.gen(function* () {
        const answer = yield* exchange(request, method, url, first, long)
        // Its connection is closed, because vendors do not wait for minutes. What it was redirected to may be void by then.
        if (answer === null) return yield* follow(request, request.method ?? "GET", first, 0, first, long)
        const location = answer.headers["location"]
        if (answer.status < 300 || answer.status >= 400 || location === undefined) {
          long.ended(answer.body.bytes.length)
          return answer
        }
        if (redirects >= MAX_REDIRECTS) {
          const circle = refuse(request.endpoint, `redirected more than ${MAX_REDIRECTS} times`)
          return yield* Effect.fail(strayed(first, "it redirects again and again", circle))
        }
        const next = yield* Effect.mapError(redirected(request, method, answer, url), (error) =>
          strayed(first, redirection(location, url), error)
        )
        return yield* follow(request, next.method, next.url, redirects + 1, first, long)
      })

    const decoded = (request: Attempt, { body, headers }: Answer, long: LongAnswer) =>
      Effect.suspend(() => {
        const type = headers["content-type"] ?? null
        const isLazy = long.takes(body.bytes.length, () => AnswerBody.keptOf(body, type))
        return AnswerBody.parse(body, type, bounds, decoderOf(request), isLazy)
      }).pipe(
        Effect.provideService(Unpacking, (bytes) =>
          Effect.mapError(request.waitLimit.ofServer(long.unpacks(bytes)), ofServer)
        )
      )

    /** The body as each format that an error may have, the likeliest first: a list in another format may have its errors in that of all others. */
    const formatsOf = (request: Outgoing, answer: Answer, body: Effect.Effect<unknown, AnswerBody.Problem>) => {
      if (request.decode === undefined) return [body]
      const contentType = answer.headers["content-type"] ?? null
      const usual = (settings.decode ?? json).read({ bytes: answer.body.bytes, contentType }, bounds)
      return VendorError.isSuccess(answer.status) ? [body, usual] : [usual, body]
    }

    /** The decoded body, and the error that the connector's table finds in it; null if nothing looks for an error there, or it cannot be decoded. */
    const examined = (request: Outgoing, answer: Answer, body: Effect.Effect<unknown, AnswerBody.Problem>) =>
      Effect.gen(function* () {
        const { classify, errors } = settings
        const { headers, status } = answer
        const isSuccess = VendorError.isSuccess(status)
        const found: { body: unknown; error: AnswerErrors.ReportedError | null } = { body: null, error: null }
        if (errors === undefined && classify === undefined && (request.isToken !== true || isSuccess)) return found
        for (const format of formatsOf(request, answer, body)) {
          const value = yield* Effect.orElseSucceed(format, () => null)
          found.body ??= value
          /** A token counts, whatever stands beside it; without one, the table says why. */
          const isToken =
            request.isToken === true && isSuccess && request.lacks?.({ status, headers, body: value }) === null
          if (errors !== undefined && !isToken) found.error = AnswerErrors.reportedIn(errors, value, isSuccess)
          if (found.error !== null || (errors === undefined && found.body !== null)) break
        }
        return found
      })

    /** Asks the connector's `classify` first, then its table of errors, then the shared status table. */
    const read = (
      request: Attempt,
      answer: Answer,
      long: LongAnswer
    ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
      Effect.gen(function* () {
        const { endpoint, headers, limits, rate, status } = answer
        const now = yield* Clock.currentTimeMillis
        const pause = VendorError.parseRetryAfter(headers["retry-after"], now)
        const announced = pause ?? resetOf(rate)
        // Decoded once, although several things are looked for in it.
        const body = yield* Effect.cached(decoded(request, answer, long))
        const { body: content, error } = yield* examined(request, answer, body)
        const found =
          settings.classify?.({ endpoint, status, headers, body: content }) ?? failureOf(answer, error, announced)
        const failure =
          request.isToken === true && found !== null ? Authentication.ofToken(found, content, auth) : found
        if (failure?._tag === "RateLimited") return yield* rates.limited(limits, failure, announced)
        if (failure?._tag === "ServerError" && pause !== null) {
          // Only this endpoint may be down, so unlike after a 429, requests to others do not wait.
          const retryAt = now + Math.min(Duration.toMillis(pause), MAX_AHEAD_MILLIS)
          const { detail } = failure
          return yield* new VendorError.ServerError({ endpoint, status, detail, retryAfter: pause, retryAt })
        }
        if (failure !== null) return yield* Effect.fail(failure)
        return yield* contentsOf(request, answer, body, settings)
      })

    const exchanged = (request: Attempt, url: URL, long: LongAnswer) =>
      follow(request, request.method ?? "GET", url, 0, url, long).pipe(
        Effect.flatMap((answer) =>
          Effect.mapError(read(request, answer, long), (error) =>
            VendorError.withRequest(
              blaming(url, pageFaultOf(answer, error, settings), error, true),
              SentAddress.describe(request.method ?? "GET", url, request.endpoint, settings)
            )
          )
        ),
        Effect.tap(() => {
          answered.add(url.host)
          return request.isToken === true ? Effect.void : rates.accept
        })
      )

    return (request, url) =>
      Effect.gen(function* () {
        const long = yield* longAnswerOf(request)
        const page = yield* PageHeld
        return yield* Effect.onExit(exchanged(request, url, long), (exit) =>
          Effect.sync(() => {
            if (page !== null && Exit.isSuccess(exit)) page.add(() => long.letGo())
            else long.letGo()
          })
        )
      })
  })
