import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "@effect/platform"
import { Clock, Context, Duration, Effect, Layer, Random, Redacted } from "effect"
import * as Authentication from "./Authentication.js"
import { type Decide, HostOverrides, HostPolicy, override } from "./HostPolicy.js"
import type { Query } from "./Pagination.js"
import { RateBudget, type RateState } from "./RateBudget.js"
import * as VendorError from "./VendorError.js"

/** The methods that vendors' APIs use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** One request to a vendor. */
export interface VendorRequest {
  readonly method?: Method
  /** A path below the base address, or a full address on a declared host. */
  readonly url: string
  /** The endpoint's name in errors and health, such as `/api/v1/groups/{id}/users`. */
  readonly endpoint: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Whether asking twice is harmless, so that it is asked again after a failure; true for GET alone by default. */
  readonly isRepeatable?: boolean
}

/** A vendor's answer with a 2xx status and a JSON body (null where the body is empty). */
export interface VendorResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** An answer before it is classified. */
export interface RawAnswer {
  readonly endpoint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** How a connector talks to its vendor: everything that differs between vendors, and nothing else. */
export interface VendorHttpSettings {
  /** Every path is below this address; its host is the first declared host. */
  readonly baseUrl: string
  /** Headers of every request; secrets stay `Redacted` until the request leaves. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>>
  /** Further base addresses, such as a vendor's regions: each list is walked at all of them; their hosts count as declared. */
  readonly furtherBaseUrls?: ReadonlyArray<string>
  /** Which rows of a list the customer chose to have read, where the credentials let that be chosen; all by default. */
  readonly chooses?: (endpoint: string, row: unknown) => boolean
  /** Further hosts (with port where it is not the scheme's) that next links and redirects may lead to. */
  readonly hosts?: ReadonlyArray<string>
  /** Reads what the shared status table would read wrongly; null leaves the answer to the table. */
  readonly classify?: (answer: RawAnswer) => VendorError.VendorError | null
  /** The vendor's rate headers; null where the answer has none. `now` is for vendors that name no end of the window. */
  readonly rate?: (headers: Readonly<Record<string, string>>, now: number) => RateState | null
  /** Whether the vendor counts all requests of a tenant together, or each endpoint apart; `tenant` by default. */
  readonly rateScope?: "tenant" | "endpoint"
  /** How long one answer may take; 60 seconds by default. */
  readonly timeout?: Duration.DurationInput
  /** Where the `Authorization` header's token comes from; renewed before it expires, and once after a 401. */
  readonly auth?: Authentication.TokenSource
  /** Signs a request as it leaves: gives the headers to send instead of its own. */
  readonly sign?: (request: Signable) => Promise<Readonly<Record<string, string>>>
}

/** A request as it leaves. */
export interface Signable {
  readonly method: Method
  readonly url: string
  /** By the runtime's clock, in milliseconds. */
  readonly now: number
  /** With the `Authorization` header of `auth`, where there is one. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The only door to a vendor: authentication, declared hosts, retry, rate budget, classification. */
export class VendorHttp extends Context.Tag("@tributary/core/VendorHttp")<
  VendorHttp,
  {
    readonly send: (request: VendorRequest) => Effect.Effect<VendorResponse, VendorError.VendorError>
    /** Fails for an address that `send` would refuse: a link is judged before it is kept, not when it is followed. */
    readonly permit: (endpoint: string, url: string) => Effect.Effect<void, VendorError.BadPayload>
    /** Whether a row of the list is to be read. */
    readonly chooses: (endpoint: string, row: unknown) => boolean
    /** Base addresses after the first, at which every list is to be found too. */
    readonly furtherBaseUrls: ReadonlyArray<string>
  }
>() {}

/** Attempts of one request, the first included. */
export const MAX_ATTEMPTS = 5
/** Where a vendor asks for a longer pause, the job ends as rate limited and a later run goes on. */
export const MAX_RETRY_AFTER = Duration.minutes(5)
const MAX_REDIRECTS = 5
const FIRST_BACKOFF_MILLIS = 1_000
const DEFAULT_TIMEOUT = Duration.seconds(60)

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const revealed = (headers: VendorHttpSettings["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name,
      Redacted.isRedacted(value) ? Redacted.value(value) : value
    ])
  )

const refuse = (endpoint: string, detail: string) => new VendorError.BadPayload({ endpoint, status: null, detail })

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)

/** The address of a request with its parameters; parameters of the request replace those of the address. */
export const resolve = (baseUrl: string, url: string, query: Query = {}): URL => {
  const absolute = URL.canParse(url) ? new URL(url) : new URL(baseUrl.replace(/\/+$/, "") + url)
  for (const [name, value] of Object.entries(query)) {
    absolute.searchParams.delete(name)
    for (const item of Array.isArray(value) ? value : [value]) absolute.searchParams.append(name, textOf(item))
  }
  return absolute
}

/** A request on its way: a vendor's, or the one for a token, which carries neither token nor the other headers. */
interface Outgoing extends VendorRequest {
  readonly isToken?: boolean
  readonly form?: string
}

const contentOf = (request: Outgoing): { readonly text: string; readonly type: string } | null => {
  if (request.form !== undefined) return { text: request.form, type: "application/x-www-form-urlencoded" }
  return request.body === undefined ? null : { text: JSON.stringify(request.body), type: "application/json" }
}

const tokenRequest = (source: Authentication.TokenSource): Outgoing => ({
  isToken: true,
  method: "POST",
  url: source.url,
  endpoint: Authentication.endpointOf(source),
  headers: revealed(source.headers),
  form: new URLSearchParams(revealed(source.form)).toString(),
  isRepeatable: true
})

const isRefusedToken = (error: VendorError.VendorError): boolean =>
  error._tag === "Unauthorized" && error.status === 401

const redirected = (method: Method, status: number): Method =>
  status === 303 || ((status === 301 || status === 302) && method === "POST") ? "GET" : method

const parseBody = (endpoint: string, status: number, text: string) =>
  Effect.try({
    try: (): unknown => (text.trim() === "" ? null : JSON.parse(text)),
    catch: () => new VendorError.BadPayload({ endpoint, status, detail: "answered with something that is not JSON" })
  })

const backoff = (attempt: number, error: VendorError.VendorError) =>
  Effect.gen(function* () {
    if (error._tag === "RateLimited" && error.retryAfter !== null) return error.retryAfter
    const jitter = yield* Random.nextRange(0.75, 1.25)
    return Duration.millis(Math.round(FIRST_BACKOFF_MILLIS * 2 ** (attempt - 1) * jitter))
  })

/** Opens the door to one tenant with one connection's credentials. */
export const make = (settings: VendorHttpSettings) =>
  Effect.gen(function* () {
    // The client's own spans would hold every header by name; the span of `send` holds what an operator needs.
    const client = (yield* HttpClient.HttpClient).pipe(
      HttpClient.withTracerDisabledWhen(() => true),
      HttpClient.withTracerPropagation(false)
    )
    const budget = yield* RateBudget
    const decide: Decide = yield* HostPolicy
    const overrides = yield* HostOverrides
    const tenant = new URL(settings.baseUrl).host
    const { auth, furtherBaseUrls = [] } = settings
    const further = [...furtherBaseUrls, ...(auth === undefined ? [] : [auth.url])].map((url) => new URL(url).host)
    const declared = [tenant, ...(settings.hosts ?? []), ...further]
    const hosts = new Set(declared.flatMap((host) => [host, override(overrides, new URL(`https://${host}`)).host]))
    const timeout = settings.timeout ?? DEFAULT_TIMEOUT
    // Vendors count token requests apart: their limit says nothing of the API's.
    const budgetOf = ({ endpoint, isToken = false }: Outgoing) =>
      isToken || settings.rateScope === "endpoint" ? `${tenant} ${endpoint}` : tenant

    const permit = (endpoint: string, url: URL): Effect.Effect<void, VendorError.BadPayload> => {
      if (!hosts.has(url.host)) {
        return Effect.fail(refuse(endpoint, `leads to the host ${url.host}, which the connector does not declare`))
      }
      const reason = decide(override(overrides, url))
      return reason === null ? Effect.void : Effect.fail(refuse(endpoint, reason))
    }

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

    const exchange = (request: Outgoing, method: Method, asked: URL) =>
      Effect.gen(function* () {
        const { endpoint } = request
        yield* permit(endpoint, asked)
        const url = override(overrides, asked)
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

    const classify = (answer: RawAnswer) =>
      Effect.gen(function* () {
        const { endpoint, status, headers } = answer
        const now = yield* Clock.currentTimeMillis
        const special = settings.classify?.(answer) ?? null
        const detail = `answered ${status}`
        const failure =
          special ??
          VendorError.fromStatus(
            { endpoint, status, detail },
            VendorError.parseRetryAfter(headers["retry-after"], now) ??
              resetOf(settings.rate?.(headers, now) ?? null, now)
          )
        if (failure !== null) return yield* Effect.fail(failure)
        return { status, headers, body: yield* parseBody(endpoint, status, answer.text) }
      })

    const follow = (
      request: Outgoing,
      method: Method,
      url: URL,
      redirects: number
    ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
      Effect.gen(function* () {
        const answer = yield* exchange(request, method, url)
        const location = answer.headers["location"]
        if (answer.status < 300 || answer.status >= 400 || location === undefined) return yield* classify(answer)
        if (redirects >= MAX_REDIRECTS) return yield* Effect.fail(refuse(request.endpoint, "redirects in a circle"))
        if (!URL.canParse(location, url.href)) {
          return yield* Effect.fail(refuse(request.endpoint, "redirects to something that is no address"))
        }
        return yield* follow(request, redirected(method, answer.status), new URL(location, url.href), redirects + 1)
      })

    const once = (
      request: Outgoing,
      url: URL,
      header: Redacted.Redacted | null
    ): Effect.Effect<VendorResponse, VendorError.VendorError> => {
      const token = header === null ? {} : { authorization: Redacted.value(header) }
      return follow({ ...request, headers: { ...request.headers, ...token } }, request.method ?? "GET", url, 0)
    }

    const attempt = (
      request: Outgoing,
      url: URL,
      count: number,
      isRenewed = false
    ): Effect.Effect<VendorResponse, VendorError.VendorError> =>
      Effect.gen(function* () {
        // A token that cannot be had ends the request: its own request was repeated already.
        const header = tokens === null || request.isToken === true ? null : yield* tokens.header
        const repeatable = request.isRepeatable ?? (request.method ?? "GET") === "GET"
        const again = (error: VendorError.VendorError) =>
          Effect.gen(function* () {
            if (tokens !== null && header !== null && !isRenewed && isRefusedToken(error)) {
              yield* tokens.forget(header)
              return yield* attempt(request, url, count, true)
            }
            if (!repeatable || !VendorError.meaning[error._tag].isRetryable || count >= MAX_ATTEMPTS) {
              return yield* Effect.fail(error)
            }
            const pause = yield* backoff(count, error)
            if (Duration.greaterThan(pause, MAX_RETRY_AFTER)) return yield* Effect.fail(error)
            yield* Effect.logDebug("vendor request is tried again").pipe(
              Effect.annotateLogs({ endpoint: request.endpoint, error: error._tag, attempt: count })
            )
            yield* Effect.sleep(pause)
            return yield* attempt(request, url, count + 1, isRenewed)
          })
        return yield* Effect.catchAll(once(request, url, header), again)
      })

    const tokens =
      auth === undefined
        ? null
        : yield* Authentication.make(
            auth,
            Effect.map(
              Effect.suspend(() => attempt(tokenRequest(auth), new URL(auth.url), 1)),
              ({ body }) => body
            ).pipe(Effect.mapError(Authentication.refused))
          )

    const send = (request: VendorRequest) =>
      Effect.suspend(() => attempt(request, resolve(settings.baseUrl, request.url, request.query), 1)).pipe(
        Effect.withSpan("vendor.request", {
          attributes: { "tributary.endpoint": request.endpoint, "http.request.method": request.method ?? "GET" }
        })
      )

    return VendorHttp.of({
      send,
      permit: (endpoint, url) => permit(endpoint, resolve(settings.baseUrl, url)),
      chooses: settings.chooses ?? (() => true),
      furtherBaseUrls
    })
  })

const resetOf = (rate: RateState | null, now: number): Duration.Duration | null =>
  rate === null || rate.remaining > 0 ? null : Duration.millis(Math.max(0, rate.resetAt - now))

export const layer = (
  settings: VendorHttpSettings
): Layer.Layer<VendorHttp, never, HttpClient.HttpClient | RateBudget> => Layer.effect(VendorHttp, make(settings))
