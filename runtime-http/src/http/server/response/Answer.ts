import { HttpApiSchema, HttpServerResponse } from "@effect/platform"
import { Effect, Schema } from "effect"
import { type ApiError, CODE_HEADER, codeOf, type ErrorShape, toBody } from "../../../api/parts/Errors.js"
import * as Outgoing from "./Outgoing.js"

/** A response of JSON text, such as a page of stored records. */
export const fromText = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, { status, headers, contentType: "application/json" })

/** The status and the text of a response that `fromText` made. */
export const toText = ({ body, status }: HttpServerResponse.HttpServerResponse) => ({
  status,
  body: body._tag === "Raw" ? String(body.body) : ""
})

/** Encodes a value with its published schema. A value that does not match is a bug in this package, so it dies and becomes a 500. */
export const json = <A, I>(
  schema: Schema.Schema<A, I>,
  status = 200
): ((value: A) => Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  const encode = Schema.encodeSync(schema)
  return (value) => Effect.sync(() => fromText(JSON.stringify(encode(value)), status))
}

/** Makes the responses of an endpoint from what its handler returns: a response, or what the schema encodes. */
export const encoder = (
  schema: Schema.Schema.Any,
  status: number
): ((value: unknown) => Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  if (HttpApiSchema.isVoid(schema.ast)) {
    const empty = Effect.succeed(HttpServerResponse.empty({ status }))
    return (value) => (HttpServerResponse.isServerResponse(value) ? Effect.succeed(value) : empty)
  }
  const encode = json(schema as Schema.Schema<unknown>, status)
  return (value) => (HttpServerResponse.isServerResponse(value) ? Effect.succeed(value) : encode(value))
}

/** The response for an error, in the endpoint's shape and with its code. */
export const ofError = (error: ApiError, shape: ErrorShape): Outgoing.Outgoing =>
  Outgoing.json(JSON.stringify(toBody(error, shape)), error.status, {
    [CODE_HEADER.toLowerCase()]: codeOf(error),
    ...(error.retryAfterSecs === null ? {} : { "retry-after": String(error.retryAfterSecs) })
  })
