// http/server/request: what a request is: its route, its id, and its parts as its endpoint declares them, with what is wrong with them.

import type { IncomingMessage } from "node:http"
import type * as Errors from "../../../api/parts/Errors.js"
import * as RequestId from "./RequestId.js"
import type { Match } from "./Routes.js"
import * as UnknownParameters from "./UnknownParameters.js"

/** What a handler may read of a request besides what its endpoint declares. */
export interface RequestHead {
  readonly method: string
  /** By their names in lower case. Node joins those that are repeated. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What is known about a request before it is handled. */
export interface Incoming extends RequestHead {
  readonly httpVersion: string
  /** The raw path, which the routes match. */
  readonly path: string
  /** Null if the request reaches no endpoint. */
  readonly match: Match | null
  readonly query: URLSearchParams
  /** The query parameters that the operation does not have. */
  readonly unknown: ReadonlyArray<UnknownParameters.Unknown>
  /** The caller's id, or a new one. */
  readonly requestId: string
  /** A reading of the monotonic clock, in nanoseconds. */
  readonly startedAt: bigint
  /** What Node read, and where the body arrives. */
  readonly message: IncomingMessage
}

/** The raw path of a request. */
export const pathOf = ({ url = "" }: IncomingMessage): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** What a request is, given the route that it matches, and what the route does not know of it. */
export const read = (message: IncomingMessage, match: Match | null, startedAt: bigint): Incoming => {
  const { httpVersion, method = "", url = "" } = message
  const headers = message.headers as Incoming["headers"]
  const path = pathOf(message)
  const query = new URLSearchParams(url.slice(path.length).split("#")[0])
  // Paths outside the API, such as the reference, do not describe their parameters.
  const unknown = match === null || match.route.endpoint === null ? [] : UnknownParameters.find(match.route, query)
  const requestId = RequestId.of(headers[RequestId.HEADER])
  return { method, headers, httpVersion, path, match, query, unknown, requestId, startedAt, message }
}

/** The form of the error bodies. */
export const shapeOf = ({ match }: Incoming): Errors.ErrorShape => match?.route.shape ?? "validation"

/** The route for logs and spans: the path with the names of its parameters. */
export const templateOf = ({ match }: Incoming): string => match?.route.template ?? "unknown"

/** Why an endpoint refuses the request, whatever its handler would do; null if it does not. */
export const refusalOf = ({ match, query, unknown }: Incoming): Errors.ApiError | null =>
  match === null || match.route.endpoint === null ? null : UnknownParameters.refusal(unknown, query)
