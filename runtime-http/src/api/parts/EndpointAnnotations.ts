import { OpenApi } from "@effect/platform"
import { Context } from "effect"

/** A header that the requests of an operation may have, as OpenAPI describes it. */
export interface HeaderParameter {
  /** The name of the header. */
  readonly name: string
  /** Where it stands. */
  readonly in: "header"
  /** What its text may be, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Whether each request needs it. */
  readonly required: boolean
  /** What it does. */
  readonly description: string
}

/** Documents a header of an operation, which whoever handles the request reads. */
export const withHeader = (parameter: HeaderParameter) =>
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      parameters: [...((operation["parameters"] ?? []) as ReadonlyArray<unknown>), parameter]
    })
  })

/** The header that names the content of an answer. */
export const TAG_HEADER = "ETag"

/** The header with which a client says what it already has. */
export const CONDITION_HEADER = "If-None-Match"

/** The header with which a client says which answer its change is based on. */
export const MATCH_HEADER = "If-Match"

/** The annotation that says whether the answers of an endpoint have an `ETag`. */
export class IsTagged extends Context.Reference<IsTagged>()("@tributary/runtime-http/api/IsTagged", {
  defaultValue: () => false
}) {}

const parameter = {
  name: CONDITION_HEADER,
  in: "header",
  schema: { type: "string", maxLength: 1_000 },
  required: false,
  description:
    "The `ETag` of an answer that the client still has, or several with commas between them. If the answer would be one of them, it is a 304 without a body."
} as const

/** An operation whose answers have an `ETag`, which clients send back to learn whether anything has changed. */
export const tagged = Context.add(withHeader(parameter), IsTagged, true)

const matchParameter = {
  name: MATCH_HEADER,
  in: "header",
  schema: { type: "string", maxLength: 1_000 },
  required: false,
  description:
    "The `ETag` of an answer with the connection, compressed or not. If somebody has changed the connection since, the answer is a 412 and " +
    "nothing is changed. What jobs find out, such as its health, is no such change. `*` matches any connection that exists."
} as const

/** An operation that changes something only if it is as the client has read it; the handler compares, and its answers have an `ETag`. */
export const conditional = withHeader(matchParameter)

/** The header with which whoever opens a link can open it again. */
export const OPENER_HEADER = "X-CONNECT-OPENER"

/** What the header says: nobody can guess it who has only the link. */
export const OPENER_FORM = /^[\w-]{22,128}$/

/** The operation that opens a link; the guard of sessions reads who does. */
export const opening = withHeader({
  name: OPENER_HEADER,
  in: "header",
  schema: { type: "string", pattern: OPENER_FORM.source },
  required: false,
  description:
    "A random text, such as a UUID, that a page makes for its link and keeps until it has the answer. If the answer is lost, a request with the same link and the " +
    "same text gets the same answer, as long as the session lasts. Without it, and for any other text, the link opens once."
})

/** The annotation that says which token the requests of a customer's page send: that of the link, or that of the session it was opened for. */
export class SentToken extends Context.Reference<SentToken>()("@tributary/runtime-http/api/SentToken", {
  defaultValue: (): "link" | "session" => "session"
}) {}

/**
 * The annotation that says whether a handler's own statement checks the key and the connection, which saves one for each request. What such
 * a handler returns without a statement, as an `Exit`, is sent only after a check.
 */
export class ChecksWhileReading extends Context.Reference<ChecksWhileReading>()(
  "@tributary/runtime-http/api/ChecksWhileReading",
  { defaultValue: () => false }
) {}
