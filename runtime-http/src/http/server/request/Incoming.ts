// http/server/request: what a request is: its route, its id, and its parts as its endpoint declares them, with what is wrong with them.

import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { HttpApiEndpoint, HttpServerResponse } from "@effect/platform"
import { type Effect, Either, Option, ParseResult, Schema } from "effect"
import { BASE_PATH } from "../../../api/OpenApi.js"
import type { ApiError, ErrorShape } from "../../../api/parts/Errors.js"
import * as Errors from "../../../api/parts/Errors.js"
import * as Strict from "../../../api/parts/Strict.js"
import { nearestName } from "../../../NearestName.js"
import * as NearestPath from "./NearestPath.js"
import * as ValidationErrors from "./ValidationErrors.js"

/** An endpoint as the API declares it. */
export type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

/** The endpoint that serves a method and path. */
export interface Route {
  readonly method: string
  /** The path with parameter names, such as `/v1/idp/users/:user_id`. */
  readonly template: string
  readonly shape: ErrorShape
  /** Null when the path is not part of the API, such as `/healthz`. */
  readonly endpoint: Endpoint | null
  /** The names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  /** Whether its responses have an `ETag`. */
  readonly isTagged: boolean
  /** Extra headers for its responses. */
  readonly headers: Readonly<Record<string, string>>
}

/** A route together with the values of its path parameters. */
export interface Match<R extends Route = Route> {
  readonly route: R
  readonly path: Readonly<Record<string, string>>
}

/** A path outside the API that is served with GET, without a key. */
export interface PlainRoute {
  readonly template: string
  /** Extra headers for its responses. */
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: (
    path: Match["path"],
    incoming: Incoming
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError>
}

/** Finds the route of a request. Paths match exactly: case, doubled slashes and trailing slashes all matter. */
export interface Routes<R extends Route = Route> {
  /** Null if there is none. */
  readonly find: (method: string, path: string) => Match<R> | null
  /** The methods that a path supports; empty when there is no such path. */
  readonly methods: (path: string) => ReadonlyArray<string>
  /** The path, with its parameters in braces, that is closest to one that does not exist; null if none is close. */
  readonly nearest: (path: string) => string | null
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The path parameters; null when the path does not match the template. */
const matchSegments = (
  template: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): Record<string, string> | null => {
  const path: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ""
    if (part.startsWith(":")) {
      if (segment === "") return null
      path[part.slice(1)] = decode(segment)
    } else if (part !== segment) {
      return null
    }
  }
  return path
}

/** Makes the lookup of these routes. */
export const make = <R extends Route>(routes: ReadonlyArray<R>): Routes<R> => {
  /** Templates without parameters, found without splitting the path. */
  const fixed = new Map<string, Array<Match<R>>>()
  const bySize = new Map<number, Array<{ readonly route: R; readonly segments: ReadonlyArray<string> }>>()
  for (const route of routes) {
    const segments = route.template.split("/")
    if (segments.some((part) => part.startsWith(":"))) {
      bySize.set(segments.length, [...(bySize.get(segments.length) ?? []), { route, segments }])
    } else {
      fixed.set(route.template, [...(fixed.get(route.template) ?? []), { route, path: {} }])
    }
  }

  const withParameters = (path: string): ReadonlyArray<Match<R>> => {
    const segments = path.split("/")
    return (bySize.get(segments.length) ?? []).flatMap(({ route, segments: template }) => {
      const values = matchSegments(template, segments)
      return values === null ? [] : [{ route, path: values }]
    })
  }

  const methods = (path: string) => {
    const found = [...(fixed.get(path) ?? []), ...withParameters(path)].map(({ route }) => route.method)
    return found.includes("GET") ? ["HEAD", ...found] : found
  }

  // No user types the addresses of the parts of the reference page, which have parameters but belong to no endpoint.
  const typed = routes.filter(({ endpoint, template }) => endpoint !== null || !template.includes(":"))

  return {
    methods,
    nearest: NearestPath.make(
      typed.map(({ template }) => template),
      BASE_PATH
    ),
    find: (method, path) => {
      // HEAD is answered like GET, without the body.
      const wanted = method === "HEAD" ? "GET" : method
      const fits = ({ route }: Match<R>) => route.method === wanted
      return fixed.get(path)?.find(fits) ?? withParameters(path).find(fits) ?? null
    }
  }
}

/** A query parameter that the operation does not have. */
export interface UnknownParameter {
  readonly name: string
  /** The parameter with the closest name; null if none is close. */
  readonly nearest: string | null
}

/** How many unknown parameters are named, and how many characters of each: a header must stay short. */
const MAX_NAMED = 20
const MAX_NAME = 100

/** The unknown parameters of a query, each once, in their order. */
export const unknownOf = ({ parameters }: Route, query: URLSearchParams): ReadonlyArray<UnknownParameter> => {
  const names = [...new Set(query.keys())].filter((name) => name !== "" && !parameters.has(name))
  return names.slice(0, MAX_NAMED).map((name) => ({ name, nearest: nearestName(name.slice(0, MAX_NAME), parameters) }))
}

const clipped = (name: string): string => [...name].slice(0, MAX_NAME).join("")

/** The value of the header: names in percent-encoding, such as `limt;nearest=limit, colour`. */
export const unknownHeader = (unknown: ReadonlyArray<UnknownParameter>): string =>
  unknown
    .map(({ name, nearest }) => `${encodeURIComponent(clipped(name))}${nearest === null ? "" : `;nearest=${nearest}`}`)
    .join(", ")

/** What callers of other APIs send to sort a list. */
const SORTING = /^(?:sort|order)(?:_?by|_?order|_?direction)?$/i

const advice = ({ name, nearest }: UnknownParameter): string => {
  if (SORTING.test(name)) return "Remove it: lists cannot be sorted. They are ordered by change, the oldest first."
  return nearest === null ? "Remove it." : `Did you mean ${nearest}?`
}

const unknownEntry = ({ name, nearest }: UnknownParameter): Errors.Mistake => ({
  loc: ["query", clipped(name)],
  msg: `This operation has no such parameter. ${advice({ name, nearest })}`,
  type: "unexpected",
  ctx: nearest === null ? {} : { nearest }
})

const isStrict = Schema.decodeUnknownEither(Strict.parameter)

const notBoolean: Errors.ApiError = Errors.make("InvalidParameter", {
  detail: [
    {
      loc: ["query", Strict.NAME],
      msg: "Expected true or false, sent once",
      type: "boolean",
      ctx: { enum: ["true", "false"] }
    }
  ]
})

/** The 422 for a request that wants none of its parameters to be ignored; null if it does not want that, or has no unknown ones. */
export const strictRefusal = (
  unknown: ReadonlyArray<UnknownParameter>,
  query: URLSearchParams
): Errors.ApiError | null => {
  const sent = query.getAll(Strict.NAME)
  if (sent.length === 0) return null
  const strict = isStrict(sent.length > 1 ? sent : sent[0])
  if (Either.isLeft(strict)) return notBoolean
  if (!strict.right || unknown.length === 0) return null
  return Errors.make("UnknownParameter", { detail: unknown.map(unknownEntry) })
}

/** The header that carries a request's id, in requests and in responses. */
export const REQUEST_ID_HEADER = "x-request-id"

/** Ids that are safe to write into a log line and a header. */
const safeId = /^[\w.~+/=:@-]{1,128}$/

/** The caller's id if it is safe to log, otherwise a new one. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && safeId.test(sent) ? sent : randomUUID()

/** What a handler may read of a request besides what its endpoint declares. */
export interface RequestHead {
  readonly method: string
  /** By their names in lower case. Node joins those that are repeated. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Runs something once the answer has left, or the client has disconnected. */
  readonly whenSent: (run: () => void) => void
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
  readonly unknown: ReadonlyArray<UnknownParameter>
  /** The caller's id, or a new one. */
  readonly requestId: string
  /** A reading of the monotonic clock, in nanoseconds. */
  readonly startedAt: bigint
  /** What Node read, and where the body arrives. */
  readonly message: IncomingMessage
  /** Whose key the request has, which the check of the key says; null before that, and if there is none. */
  caller: Caller | null
}

/** Who sent a request. */
export interface Caller {
  /** Null if it is the key of an operator, which is of no account. */
  readonly accountId: string | null
  readonly keyId: string
}

/** The raw path of a request. */
export const pathOf = ({ url = "" }: IncomingMessage): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** What a request is, given the route that it matches, and what the route does not know of it. */
export const read = (
  message: IncomingMessage,
  match: Match | null,
  startedAt: bigint,
  whenSent: RequestHead["whenSent"]
): Incoming => {
  const { httpVersion, method = "", url = "" } = message
  const headers = message.headers as Incoming["headers"]
  const path = pathOf(message)
  const query = new URLSearchParams(url.slice(path.length).split("#")[0])
  // Paths outside the API, such as the reference, do not describe their parameters.
  const unknown = match === null || match.route.endpoint === null ? [] : unknownOf(match.route, query)
  const requestId = requestIdOf(headers[REQUEST_ID_HEADER])
  return {
    method,
    headers,
    whenSent,
    httpVersion,
    path,
    match,
    query,
    unknown,
    requestId,
    startedAt,
    message,
    caller: null
  }
}

/** The form of the error bodies. */
export const shapeOf = ({ match }: Incoming): Errors.ErrorShape => match?.route.shape ?? "validation"

/** The route for logs and spans: the path with the names of its parameters. */
export const templateOf = ({ match }: Incoming): string => match?.route.template ?? "unknown"

/** Why an endpoint refuses the request, whatever its handler would do; null if it does not. */
export const refusalOf = ({ match, query, unknown }: Incoming): Errors.ApiError | null =>
  match === null || match.route.endpoint === null ? null : strictRefusal(unknown, query)

/** The parts of a request that are known before its body has arrived, decoded as its endpoint declares. */
export interface Decoded {
  readonly path?: unknown
  readonly urlParams?: unknown
  readonly headers?: unknown
}

/** The query as the schemas expect it: a parameter that is repeated has all its values. */
const sentOf = (query: URLSearchParams): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  // A parameter may have any name, even that of something that every other object has.
  const sent: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of query) {
    const earlier = sent[name]
    if (earlier === undefined) sent[name] = value
    else if (typeof earlier === "string") sent[name] = [earlier, value]
    else earlier.push(value)
  }
  return sent
}

type Sent = (incoming: Incoming, match: Match) => unknown

/** The parts in the order in which they are decoded; the first that does not fit is the answer. */
const parts = (endpoint: Endpoint): ReadonlyArray<readonly [keyof Decoded, Option.Option<Schema.Schema.All>, Sent]> => [
  ["path", endpoint.pathSchema, (_, { path }) => path],
  ["headers", endpoint.headersSchema, ({ headers }) => headers],
  ["urlParams", endpoint.urlParamsSchema, ({ query }) => sentOf(query)]
]

const schemaDecoder = (schema: Schema.Schema.All) =>
  Schema.decodeUnknownEither(schema as Schema.Schema<unknown, unknown>)

const refusedPart = (error: ParseResult.ParseError, match: Match, query: URLSearchParams) =>
  Either.left(ValidationErrors.fromIssues(ParseResult.ArrayFormatter.formatErrorSync(error), match, query))

/** Decodes everything but the body of the requests for an endpoint. */
export const decoderOf = (
  endpoint: Endpoint
): ((incoming: Incoming, match: Match) => Either.Either<Decoded, Errors.ApiError>) => {
  const declared = parts(endpoint).flatMap(([name, schema, sent]) =>
    Option.match(schema, { onNone: () => [], onSome: (some) => [{ name, decode: schemaDecoder(some), sent }] })
  )
  return (incoming, match) => {
    const decoded: { -readonly [Part in keyof Decoded]: unknown } = {}
    for (const { decode, name, sent } of declared) {
      const part = decode(sent(incoming, match))
      if (Either.isLeft(part)) return refusedPart(part.left, match, incoming.query)
      decoded[name] = part.right
    }
    return Either.right(decoded)
  }
}

/** Decodes the bodies of the requests for an endpoint; null if it declares none. */
export const bodyDecoderOf = ({
  payloadSchema
}: Endpoint): ((body: unknown, incoming: Incoming, match: Match) => Either.Either<unknown, Errors.ApiError>) | null => {
  if (Option.isNone(payloadSchema)) return null
  const decode = schemaDecoder(payloadSchema.value)
  return (body, incoming, match) => {
    const payload = decode(body)
    return Either.isLeft(payload) ? refusedPart(payload.left, match, incoming.query) : Either.right(payload.right)
  }
}
