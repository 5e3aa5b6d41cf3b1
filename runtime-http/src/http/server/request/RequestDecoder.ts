import { Either, Option, ParseResult, Schema } from "effect"
import type * as Errors from "../../../api/parts/Errors.js"
import type { Incoming } from "./Incoming.js"
import type { Endpoint, Match } from "./Routes.js"
import * as ValidationErrors from "./ValidationErrors.js"

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

const decoderOf = (schema: Schema.Schema.All) => Schema.decodeUnknownEither(schema as Schema.Schema<unknown, unknown>)

const refused = (error: ParseResult.ParseError, match: Match, query: URLSearchParams) =>
  Either.left(ValidationErrors.fromIssues(ParseResult.ArrayFormatter.formatErrorSync(error), match, query))

/** Decodes everything but the body of the requests for an endpoint. */
export const make = (
  endpoint: Endpoint
): ((incoming: Incoming, match: Match) => Either.Either<Decoded, Errors.ApiError>) => {
  const declared = parts(endpoint).flatMap(([name, schema, sent]) =>
    Option.match(schema, { onNone: () => [], onSome: (some) => [{ name, decode: decoderOf(some), sent }] })
  )
  return (incoming, match) => {
    const decoded: { -readonly [Part in keyof Decoded]: unknown } = {}
    for (const { decode, name, sent } of declared) {
      const part = decode(sent(incoming, match))
      if (Either.isLeft(part)) return refused(part.left, match, incoming.query)
      decoded[name] = part.right
    }
    return Either.right(decoded)
  }
}

/** Decodes the bodies of the requests for an endpoint; null if it declares none. */
export const bodyOf = ({
  payloadSchema
}: Endpoint): ((body: unknown, incoming: Incoming, match: Match) => Either.Either<unknown, Errors.ApiError>) | null => {
  if (Option.isNone(payloadSchema)) return null
  const decode = decoderOf(payloadSchema.value)
  return (body, { query }, match) => {
    const payload = decode(body)
    return Either.isLeft(payload) ? refused(payload.left, match, query) : Either.right(payload.right)
  }
}
