import { HttpApiSchema } from "@effect/platform"
import { Context, Data, Schema } from "effect"

/** What is wrong with one part of the request; `loc` leads to it, such as `["query", "limit"]`. */
export const ErrorDetail = Schema.Struct({
  loc: Schema.Array(Schema.String).annotations({
    description: "Where: the part of the request and the path within it."
  }),
  msg: Schema.String.annotations({ description: "What was expected, for people." }),
  type: Schema.String.annotations({ description: "What was expected, for programs." }),
  ctx: Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    description: "The limits that were not kept.",
    jsonSchema: { type: "object", additionalProperties: true }
  }),
  input: Schema.optionalWith(Schema.Unknown, { exact: true }).annotations({
    description: "What was sent; left out where it could hold a secret."
  })
}).annotations({ identifier: "ErrorDetail" })
export interface ErrorDetail extends Schema.Schema.Type<typeof ErrorDetail> {}

/** The simple error. */
export const SimpleError = Schema.Struct({
  detail: Schema.String.annotations({ description: "What happened, for people." })
}).annotations({ identifier: "SimpleError" })

/** The validation error. */
export const ValidationError = Schema.Struct({ detail: Schema.Array(ErrorDetail) }).annotations({
  identifier: "ValidationError"
})

/** The kinds of structured errors. */
export const StructuredErrorType = Schema.Literal("validation_error", "not_found", "unauthorized", "internal_error")
export type StructuredErrorType = Schema.Schema.Type<typeof StructuredErrorType>

/** The structured error. */
export const StructuredError = Schema.Struct({
  type: StructuredErrorType.annotations({ description: "The kind of error." }),
  code: Schema.String.annotations({ description: "The stable name of the cause, such as `INVALID_PARAMETER`." }),
  message: Schema.String.annotations({ description: "What happened, for people." }),
  detail: Schema.Array(ErrorDetail)
}).annotations({ identifier: "StructuredError" })

interface Row {
  readonly status: number
  readonly type: StructuredErrorType
  readonly code: string
  readonly message: string
}

/** THE error table: everything that can be answered instead of what was asked for. */
export const table = {
  KeyInvalid: {
    status: 401,
    type: "unauthorized",
    code: "KEY_INVALID",
    message: "The X-API-KEY header is missing, or its key is unknown or revoked."
  },
  ConnectionNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTION_NOT_FOUND",
    message: "There is no such connection."
  },
  OrganizationNotFound: {
    status: 404,
    type: "not_found",
    code: "ORGANIZATION_NOT_FOUND",
    message: "There is no such organization."
  },
  RecordNotFound: { status: 404, type: "not_found", code: "RECORD_NOT_FOUND", message: "There is no such record." },
  OutboundJobNotFound: { status: 404, type: "not_found", code: "JOB_NOT_FOUND", message: "There is no such job." },
  ConnectorNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTOR_NOT_FOUND",
    message: "There is no such connector."
  },
  PathNotFound: { status: 404, type: "not_found", code: "PATH_NOT_FOUND", message: "There is nothing at this path." },
  MethodNotAllowed: {
    status: 405,
    type: "not_found",
    code: "METHOD_NOT_ALLOWED",
    message: "This path does not take this method; the Allow header names those it takes."
  },
  JobRunning: {
    status: 409,
    type: "validation_error",
    code: "JOB_RUNNING",
    message: "A job of this connection is running."
  },
  ConnectionInactive: {
    status: 409,
    type: "validation_error",
    code: "CONNECTION_INACTIVE",
    message: "The connection is not active: no job of it would run."
  },
  BodyTooLarge: {
    status: 413,
    type: "validation_error",
    code: "BODY_TOO_LARGE",
    message: "The body is too large."
  },
  InvalidParameter: {
    status: 422,
    type: "validation_error",
    code: "INVALID_PARAMETER",
    message: "The request is not valid; detail says where."
  },
  CursorInvalid: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_INVALID",
    message: "The cursor was not given out for this request: use it unchanged, on the same list with the same filters."
  },
  CursorConflict: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_CONFLICT",
    message: "A cursor must not be sent together with updatedSince or offset: it remembers them."
  },
  TooManyRequests: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_REQUESTS",
    message: "This key sends too many requests; try again after the time in the Retry-After header."
  },
  Unexpected: {
    status: 500,
    type: "internal_error",
    code: "INTERNAL_ERROR",
    message: "Something went wrong on our side; the X-Request-Id header helps to find out what."
  },
  VendorUnavailable: {
    status: 502,
    type: "internal_error",
    code: "VENDOR_UNAVAILABLE",
    message: "The credentials could not be checked, because the vendor did not answer as expected. Nothing was changed."
  },
  StoreUnavailable: {
    status: 503,
    type: "internal_error",
    code: "STORE_UNAVAILABLE",
    message: "The service cannot reach its database; try again after the time in the Retry-After header."
  }
} as const satisfies Record<string, Row>

/** The rows of the error table. */
export type ErrorName = keyof typeof table

/** An answer of the error table; what it looks like on the wire depends on the endpoint's shape. */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly status: number
  /** Null where the wire did not say: the simple and the validation shape do not hold it. */
  readonly type: StructuredErrorType | null
  readonly code: string | null
  readonly message: string
  readonly detail: ReadonlyArray<ErrorDetail>
  /** Whole seconds. */
  readonly retryAfterSecs: number | null
}> {}

/** An error by its row. */
export const make = (
  name: ErrorName,
  options: { readonly detail?: ReadonlyArray<ErrorDetail>; readonly retryAfterSecs?: number } = {}
): ApiError =>
  new ApiError({ ...table[name], detail: options.detail ?? [], retryAfterSecs: options.retryAfterSecs ?? null })

/** Which error bodies an endpoint answers with: those of 7.1, of 7.3, or 7.1 and 7.3 in one. */
export type ErrorShape = "validation" | "structured" | "both"

/** The endpoint's annotation; everything is `validation` that does not say otherwise. */
export class Shape extends Context.Reference<Shape>()("@tributary/runtime-http/api/Shape", {
  defaultValue: (): ErrorShape => "validation"
}) {}

/** The statuses that have the structured body; a body with the entries of 7.1 in `detail` is both shapes at once. */
const structured: Readonly<Record<ErrorShape, ReadonlySet<number>>> = {
  validation: new Set(),
  both: new Set([422]),
  structured: new Set([401, 404, 422])
}

const toSimple = ({ message }: ApiError) => ({ detail: message })
const toValidation = ({ detail }: ApiError) => ({ detail })
const toStructured = (error: ApiError) => ({
  type: error.type ?? "internal_error",
  code: error.code ?? table.Unexpected.code,
  message: error.message,
  detail: error.detail
})

/** The body of an error, as the endpoint's shape has it. */
export const toBody = (error: ApiError, shape: ErrorShape): Record<string, unknown> => {
  if (structured[shape].has(error.status)) return toStructured(error)
  return error.status === 422 ? toValidation(error) : toSimple(error)
}

const unknown = { type: null, code: null, detail: [], retryAfterSecs: null }

const instance = (status: number): Schema.Schema<ApiError> =>
  Schema.declare((value): value is ApiError => value instanceof ApiError && value.status === status)

/** The schema of an error on the wire, whose body is its own affair. */
// biome-ignore lint/suspicious/noExplicitAny: three bodies of which no caller sees one; a schema is invariant in what it is encoded to
export interface ErrorSchema extends Schema.Schema<ApiError, any> {}

const declare = (shape: ErrorShape, status: number): ErrorSchema => {
  const annotations = HttpApiSchema.annotations<ApiError>({ status })
  if (structured[shape].has(status)) {
    return Schema.transform(StructuredError, instance(status), {
      strict: true,
      decode: (body) => new ApiError({ ...unknown, ...body, status }),
      encode: toStructured
    }).annotations(annotations)
  }
  if (status === 422) {
    return Schema.transform(ValidationError, instance(status), {
      strict: true,
      decode: ({ detail }) => new ApiError({ ...unknown, status, message: table.InvalidParameter.message, detail }),
      encode: toValidation
    }).annotations(annotations)
  }
  return Schema.transform(SimpleError, instance(status), {
    strict: true,
    decode: ({ detail }) => new ApiError({ ...unknown, status, message: detail }),
    encode: toSimple
  }).annotations(annotations)
}

/** One schema a status and body, so that equal ones are recognized as the same. */
const declared = new Map<string, ErrorSchema>()

/** The published schema of an error status in an endpoint's shape. */
export const schema = (status: number, shape: ErrorShape = "validation"): ErrorSchema => {
  const key = `${status} ${structured[shape].has(status)}`
  const found = declared.get(key)
  if (found !== undefined) return found
  const made = declare(shape, status)
  declared.set(key, made)
  return made
}

/** The published schemas of several error statuses. */
export const schemas = (statuses: ReadonlyArray<number>, shape: ErrorShape = "validation"): ErrorSchema =>
  Schema.Union(...statuses.map((status) => schema(status, shape)))
