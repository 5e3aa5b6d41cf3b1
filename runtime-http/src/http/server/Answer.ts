import { HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type ApiError, CODE_HEADER, codeOf, type ErrorShape, toBody } from "../../api/parts/Errors.js"
import * as Outgoing from "./Outgoing.js"

/** A response from JSON text. */
export const fromText = (text: string, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(Buffer.from(text), { status, contentType: "application/json" })

/** The status and the text of a response that `json` made. */
export const toText = ({ body, status }: HttpServerResponse.HttpServerResponse) => ({
  status,
  body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString("utf8") : ""
})

/** Encodes a value with its published schema. A value that does not match is a bug in this package, so it dies and becomes a 500. */
export const json =
  <A, I>(schema: Schema.Schema<A, I>, status = 200) =>
  (value: A): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
    Schema.encode(schema)(value).pipe(
      Effect.map((body) => fromText(JSON.stringify(body), status)),
      Effect.orDie
    )

/** The response for an error, in the endpoint's shape and with its code. */
export const ofError = (error: ApiError, shape: ErrorShape): Outgoing.Outgoing =>
  Outgoing.json(JSON.stringify(toBody(error, shape)), error.status, {
    [CODE_HEADER.toLowerCase()]: codeOf(error),
    ...(error.retryAfterSecs === null ? {} : { "retry-after": String(error.retryAfterSecs) })
  })

/** The same as a handler answers. */
export const fromError = (error: ApiError, shape: ErrorShape): HttpServerResponse.HttpServerResponse =>
  Outgoing.toResponse(ofError(error, shape))
