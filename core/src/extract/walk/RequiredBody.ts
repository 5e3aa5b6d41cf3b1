import { Clock, Duration, Effect } from "effect"
import type { VendorRequest, VendorResponse } from "../../http/Request.js"
import { MAX_AHEAD_MILLIS } from "../../http/rate/RateBudget.js"
import * as VendorError from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import * as Result from "../../Result.js"
import type { RowReader } from "../../record/Row.js"
import type { MissingPart } from "./ScanVerdict.js"

/** Reads what the body of an answer must have; its failure says what it lacks. */
export type RequiredBody<A> = (body: unknown) => Result.Result<A, string>

/** Something under this name; null or undefined if the body lacks it. */
export const value =
  <A>(name: string, read: (body: unknown) => A | null | undefined): RequiredBody<A> =>
  (body) => {
    const found = read(body)
    return found === null || found === undefined ? Result.fail(name) : Result.succeed(found)
  }

/** A list of rows. */
export const rows = (
  read: (body: unknown) => ReadonlyArray<unknown> | undefined
): RequiredBody<ReadonlyArray<unknown>> => value("the expected list of rows", read)

/** The fields of the only row. */
export const row =
  (
    find: (body: unknown) => ReadonlyArray<unknown> | undefined,
    read: RowReader<unknown>
  ): RequiredBody<ReadonlyArray<unknown>> =>
  (body) => {
    const [found] = find(body) ?? []
    return Result.map(
      Result.mapError(read(found), (issues) => `the expected fields (${issues.join(", ")})`),
      () => [found]
    )
  }

/** Sends a request whose answer must have something; an answer without it is retried like a 5xx. */
export const send = <A>(
  request: VendorRequest,
  read: RequiredBody<A>
): Effect.Effect<{ readonly response: VendorResponse; readonly found: A }, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    // Read once, because some lists are long.
    let known: { readonly body: unknown; readonly found: Result.Result<A, string> } | null = null
    const findIn = (body: unknown): Result.Result<A, string> => {
      if (known === null || known.body !== body) known = { body, found: read(body) }
      return known.found
    }
    const lacks = ({ body }: VendorResponse) => {
      const found = findIn(body)
      return Result.isFailure(found) ? found.failure : null
    }
    const response = yield* http.send({ ...request, lacks })
    const found = findIn(response.body)
    if (Result.isSuccess(found)) {
      if (Array.isArray(found.success)) yield* http.tenant.admit(request.endpoint, found.success)
      return { response, found: found.success }
    }
    const { endpoint } = request
    const detail = `the answer lacks ${found.failure}`
    return yield* new VendorError.UnreadableAnswer({ endpoint, status: response.status, detail })
  })

/** What an answer shows that its list lacks, with the instant from which on the vendor wants to be asked again; nothing without details. */
export const missingParts = (
  endpoint: string,
  { headers }: VendorResponse,
  details: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<MissingPart>> =>
  details.length === 0
    ? Effect.succeed([])
    : Effect.map(Clock.currentTimeMillis, (now) => {
        const pause = VendorError.parseRetryAfter(headers["retry-after"], now)
        const retryAt = pause === null ? {} : { retryAt: now + Math.min(Duration.toMillis(pause), MAX_AHEAD_MILLIS) }
        return details.map((detail) => ({ endpoint, detail, ...retryAt }))
      })
