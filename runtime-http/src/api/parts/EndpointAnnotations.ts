import { OpenApi } from "@effect/platform"
import { Context } from "effect"

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
export const tagged = Context.add(
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      parameters: [...((operation["parameters"] ?? []) as ReadonlyArray<unknown>), parameter]
    })
  }),
  IsTagged,
  true
)

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
export const conditional = OpenApi.annotations({
  transform: (operation) => ({
    ...operation,
    parameters: [...((operation["parameters"] ?? []) as ReadonlyArray<unknown>), matchParameter]
  })
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
