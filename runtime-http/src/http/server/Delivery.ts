import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as Compression from "./Compression.js"
import * as EntityTags from "./EntityTags.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const withTag = (response: Response): Response =>
  response.status === 200 && response.body._tag === "Uint8Array"
    ? HttpServerResponse.setHeader(response, "etag", EntityTags.of(response.body.body))
    : response

/** The headers of a 304: all but those that describe its body. */
const notModified = ({ headers }: Response): Response => {
  const { "content-length": _length, "content-type": _type, ...rest } = headers
  return HttpServerResponse.empty({ status: 304, headers: rest })
}

const isKnown = (request: Request, { headers }: Response): boolean => {
  const condition = request.headers["if-none-match"]
  return condition !== undefined && headers["etag"] !== undefined && EntityTags.matches(condition, headers["etag"])
}

/** What can be left out of a response, because of what the client has or accepts. */
export type Delivery = (request: Request, response: Response, isTagged: boolean) => Effect.Effect<Response>

/** Answers with 304 what the client has already, and compresses what it accepts compressed. */
export const make = ({ compress }: { readonly compress: boolean }): Delivery => {
  const compressed = Compression.make()
  return (request, response, isTagged) => {
    const { headers, method } = request
    const tagged = isTagged ? withTag(response) : response
    const negotiated = compress
      ? Compression.negotiate(tagged, { accepted: headers["accept-encoding"], method })
      : { response: tagged, coding: null }
    if (isKnown(request, negotiated.response)) return Effect.succeed(notModified(negotiated.response))
    return compressed(negotiated)
  }
}
