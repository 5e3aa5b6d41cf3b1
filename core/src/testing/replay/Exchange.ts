// This folder runs a connector over recorded exchanges and tells what became of the vendor's fields. It needs no test runner.
import { Either, Schema } from "effect"
import { lowerCased } from "../../http/Request.js"
import { describe } from "../../record/safeMessage.js"

const Headers = Schema.Record({ key: Schema.String, value: Schema.String })

/** A request of a recording. It has no headers, because they carry the credentials. */
export const ExchangeRequest = Schema.Struct({
  /** The HTTP method, in upper case. */
  method: Schema.String,
  /** The path, without host and query; escaped as it was sent. */
  path: Schema.String,
  /** The query parameters, decoded; an array for one that is repeated. */
  query: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) }),
  /** The JSON of the request, or its text if it is not JSON; null if it has no body. */
  body: Schema.Unknown
})
export interface ExchangeRequest extends Schema.Schema.Type<typeof ExchangeRequest> {}

/** The vendor's answer to a request of a recording. */
export const ExchangeResponse = Schema.Struct({
  /** The HTTP status. */
  status: Schema.Int,
  /** The headers; names in lower case. */
  headers: Headers,
  /** The JSON of the answer; absent if the answer is not JSON. */
  body: Schema.optionalWith(Schema.Unknown, { exact: true }),
  /** The text of an answer that is not JSON; absent if the answer is JSON. */
  text: Schema.optionalWith(Schema.String, { exact: true })
})
export interface ExchangeResponse extends Schema.Schema.Type<typeof ExchangeResponse> {}

/** One request to a vendor, and the answer to it. */
export const Exchange = Schema.Struct({
  /** What the connector asked. */
  request: ExchangeRequest,
  /** What the vendor answered. */
  response: ExchangeResponse
})
export interface Exchange extends Schema.Schema.Type<typeof Exchange> {}

/** A file of exchanges, in the order in which they happened. */
export const ExchangeFile = Schema.Struct({
  /** The connector's key, such as `OKTA`. */
  vendor: Schema.String,
  /** The exchanges, without credentials. */
  exchanges: Schema.Array(Exchange)
})
export interface ExchangeFile extends Schema.Schema.Type<typeof ExchangeFile> {}

/** The JSON of a text, or the text itself if it is not JSON. */
const parsed = (text: string): Pick<ExchangeResponse, "body" | "text"> => {
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return { text }
  }
}

const queryOf = ({ searchParams }: URL): ExchangeRequest["query"] =>
  Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first = "", ...others] = searchParams.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    })
  )

/** An exchange as it went over the wire; it may contain credentials until it is redacted. */
export const make = (
  request: {
    /** The HTTP method, in upper case. */
    readonly method: string
    /** The whole address, with its query. */
    readonly url: string
    /** The body as text; null if there is none. */
    readonly body: string | null
  },
  response: {
    /** The HTTP status. */
    readonly status: number
    /** The headers. */
    readonly headers: Readonly<Record<string, string>>
    /** The body as text. */
    readonly text: string
  }
): Exchange => {
  const url = new URL(request.url)
  const { body = null, text } = request.body === null ? {} : parsed(request.body)
  return {
    request: { method: request.method, path: url.pathname, query: queryOf(url), body: text ?? body },
    response: { status: response.status, headers: lowerCased(response.headers), ...parsed(response.text) }
  }
}

const decodeFile = Schema.decodeUnknownEither(Schema.parseJson(ExchangeFile), { errors: "all" })

/** The exchanges of a file's text; throws an error that says what is wrong with it, without quoting values. */
export const parse = (text: string): ExchangeFile =>
  Either.getOrThrowWith(decodeFile(text), (error) => new Error(`This is no recording. ${describe(error).join("; ")}`))

/** The text of a file with these exchanges. */
export const stringify = (file: ExchangeFile): string => `${JSON.stringify(file, null, 2)}\n`
