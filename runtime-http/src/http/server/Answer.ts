import { HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type ApiError, type ErrorShape, toBody } from "../../api/parts/Errors.js"

/** An answer of JSON text that is at hand already, such as a page of stored records. */
export const fromText = (text: string, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(Buffer.from(text), { status, contentType: "application/json" })

/** Encodes with the published schema; a value that does not fit it is our mistake, hence a defect and a 500. */
export const json =
  <A, I>(schema: Schema.Schema<A, I>, status = 200) =>
  (value: A): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
    Schema.encode(schema)(value).pipe(
      Effect.map((body) => fromText(JSON.stringify(body), status)),
      Effect.orDie
    )

/** The answer of an error, as the endpoint's shape has it. */
export const fromError = (error: ApiError, shape: ErrorShape): HttpServerResponse.HttpServerResponse => {
  const response = fromText(JSON.stringify(toBody(error, shape)), error.status)
  return error.retryAfterSecs === null
    ? response
    : HttpServerResponse.setHeader(response, "retry-after", String(error.retryAfterSecs))
}
