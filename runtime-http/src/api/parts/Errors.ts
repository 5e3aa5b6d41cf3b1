import { HttpApiSchema } from "@effect/platform"
import { Context, Data, Record as Records, Schema } from "effect"
import * as Described from "./Described.js"

/** What is wrong with one part of the request. */
export const ErrorDetail = Described.struct("ErrorDetail", {
  /** The part of the request and the path within it, such as `["query", "limit"]`. */
  loc: Schema.Array(Schema.String),
  /** What was expected, as human-readable text. */
  msg: Schema.String,
  /**
   * The kind of mistake, as a machine-readable word: `missing`, `unexpected`, `conflict`, or the expected type, such as
   * `integer`.
   */
  type: Schema.String,
  /** The limits of an accepted value, such as `{"minimum": 1, "maximum": 500}`; an empty object if there are none. */
  ctx: Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
    jsonSchema: { type: "object", additionalProperties: true }
  }),
  /** The value in the request; absent if it could be a secret. */
  input: Schema.optionalWith(Schema.Unknown, { exact: true })
})
export interface ErrorDetail extends Schema.Schema.Type<typeof ErrorDetail> {}

/** The body of most errors: one sentence. */
export const SimpleError = Described.struct("SimpleError", {
  /** What happened, as human-readable text. */
  detail: Schema.String
})

/** The body of a 422 on most endpoints: an entry for each invalid part of the request. */
export const ValidationError = Described.struct("ValidationError", {
  /** One entry for each mistake. */
  detail: Schema.Array(ErrorDetail)
})

/** The categories of structured errors. */
export const StructuredErrorType = Schema.Literal("validation_error", "not_found", "unauthorized", "internal_error")
export type StructuredErrorType = Schema.Schema.Type<typeof StructuredErrorType>

/** The error body with a code, on the endpoints that have it. */
export const StructuredError = Described.struct("StructuredError", {
  /** The kind of error. */
  type: StructuredErrorType,
  /** The stable name of the cause, such as `INVALID_PARAMETER`. */
  code: Schema.String,
  /** What happened, as human-readable text. */
  message: Schema.String,
  /** One entry for each mistake in the request; empty if the request is valid. */
  detail: Schema.Array(ErrorDetail)
})

interface Row {
  readonly status: number
  readonly type: StructuredErrorType
  readonly code: string
  /** What happened. */
  readonly cause: string
  /** What the caller can do. */
  readonly remedy: string
}

const rows = {
  BadRequest: {
    status: 400,
    type: "validation_error",
    code: "BAD_REQUEST",
    cause: "The request is not valid HTTP.",
    remedy: "Check its request line, headers and chunks."
  },
  HostMissing: {
    status: 400,
    type: "validation_error",
    code: "HOST_MISSING",
    cause: "The Host header is missing, which HTTP/1.1 requires.",
    remedy: "Send it."
  },
  KeyInvalid: {
    status: 401,
    type: "unauthorized",
    code: "KEY_INVALID",
    cause: "The X-API-KEY header is missing, or its key is unknown or revoked.",
    remedy: "Send a valid API key."
  },
  ConnectionNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTION_NOT_FOUND",
    cause: "Connection not found.",
    remedy: "Check its id; GET /v1/provisioning/organizations/{organization_id}/connections lists the connections."
  },
  OrganizationNotFound: {
    status: 404,
    type: "not_found",
    code: "ORGANIZATION_NOT_FOUND",
    cause: "Organization not found.",
    remedy: "Check its id; GET /v1/provisioning/organizations lists the organizations."
  },
  RecordNotFound: {
    status: 404,
    type: "not_found",
    code: "RECORD_NOT_FOUND",
    cause: "Record not found on this connection.",
    remedy: "Check its id; the source tool may also have deleted the record."
  },
  OutboundJobNotFound: {
    status: 404,
    type: "not_found",
    code: "JOB_NOT_FOUND",
    cause: "Outbound job not found on this connection.",
    remedy: "Use the job_id from the response that queued the job."
  },
  ConnectorNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTOR_NOT_FOUND",
    cause: "Unknown vendor.",
    remedy: "GET /v1/connectors lists the supported ones."
  },
  PathNotFound: {
    status: 404,
    type: "not_found",
    code: "PATH_NOT_FOUND",
    cause: "No endpoint at this path.",
    remedy: "GET /v1/openapi.json describes every endpoint."
  },
  MethodNotAllowed: {
    status: 405,
    type: "not_found",
    code: "METHOD_NOT_ALLOWED",
    cause: "This path does not support this method.",
    remedy: "The Allow header lists the methods it supports."
  },
  RequestTimeout: {
    status: 408,
    type: "validation_error",
    code: "REQUEST_TIMEOUT",
    cause: "The request did not arrive in time.",
    remedy: "Send its headers within one minute and all of it within five."
  },
  JobRunning: {
    status: 409,
    type: "validation_error",
    code: "JOB_RUNNING",
    cause: "A job is already running for this connection.",
    remedy: "Try again when it has finished."
  },
  ConnectionInactive: {
    status: 409,
    type: "validation_error",
    code: "CONNECTION_INACTIVE",
    cause: "The connection is not active, so no job can run.",
    remedy: "Set its state to ACTIVE, then try again."
  },
  NothingHeldBack: {
    status: 409,
    type: "validation_error",
    code: "NOTHING_HELD_BACK",
    cause: "No such deletions wait for a decision.",
    remedy: "The connection's held_back_deletions show which ones do."
  },
  BodyTooLarge: {
    status: 413,
    type: "validation_error",
    code: "BODY_TOO_LARGE",
    cause: "The request body is too large.",
    remedy: "Send at most 1 MiB."
  },
  ContentTypeUnsupported: {
    status: 415,
    type: "validation_error",
    code: "CONTENT_TYPE_UNSUPPORTED",
    cause: "The request body does not say that it is JSON in UTF-8 without a coding.",
    remedy: "Send Content-Type: application/json, and no Content-Encoding."
  },
  ExpectationFailed: {
    status: 417,
    type: "validation_error",
    code: "EXPECTATION_FAILED",
    cause: "This service meets no expectation but 100-continue.",
    remedy: "Send the request without the Expect header."
  },
  InvalidParameter: {
    status: 422,
    type: "validation_error",
    code: "INVALID_PARAMETER",
    cause: "The request is invalid.",
    remedy: "Each entry in detail names a field and says what is wrong with it."
  },
  UnknownParameter: {
    status: 422,
    type: "validation_error",
    code: "UNKNOWN_PARAMETER",
    cause: "The request contains strict=true and a query parameter that the operation does not have.",
    remedy: "Correct or remove the parameters that detail names; it also names the nearest known ones."
  },
  BodyNotJson: {
    status: 422,
    type: "validation_error",
    code: "BODY_NOT_JSON",
    cause: "The request body is not valid JSON.",
    remedy: "Send a JSON text in UTF-8."
  },
  CredentialsMalformed: {
    status: 422,
    type: "validation_error",
    code: "CREDENTIALS_MALFORMED",
    cause: "The credentials do not have the form that the connector requires; the vendor was not asked.",
    remedy: "Correct the fields that detail names. GET /v1/connectors lists the fields of each connector."
  },
  CredentialsRejected: {
    status: 422,
    type: "validation_error",
    code: "CREDENTIALS_REJECTED",
    cause: "The vendor rejected the credentials, or they lack a permission. Nothing was stored.",
    remedy: "Check both, and send credentials that the vendor accepts."
  },
  IdempotencyKeyReused: {
    status: 422,
    type: "validation_error",
    code: "IDEMPOTENCY_KEY_REUSED",
    cause:
      "Within the last day, the Idempotency-Key was used for a request with another body or for another operation.",
    remedy: "Send a new key for a new request, and the same body with the same key."
  },
  CursorInvalid: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_INVALID",
    cause: "This cursor is not valid for this request.",
    remedy: "Send it unchanged, to the same list with the same filters."
  },
  CursorConflict: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_CONFLICT",
    cause: "The request contains a cursor together with updatedSince or offset, which the cursor already contains.",
    remedy: "Send cursor without them."
  },
  TooManyRequests: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_REQUESTS",
    cause: "Too many requests with this API key.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  TooManyHeavyRequests: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_HEAVY_REQUESTS",
    cause:
      "32 requests of this API key that add fields, or have a limit above 100 or an offset above 1,000, are already in flight.",
    remedy: "Send fewer at once; wait for as many seconds as the Retry-After header says, then try again."
  },
  TooManyUnknownKeys: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_UNKNOWN_KEYS",
    cause: "Too many requests with unknown API keys from this address.",
    remedy: "Check the key; wait for as many seconds as the Retry-After header says, then try again."
  },
  OutboundQueueFull: {
    status: 429,
    type: "internal_error",
    code: "OUTBOUND_QUEUE_FULL",
    cause:
      "This account has as many open outbound jobs as it may have; the operator's setting is TRIBUTARY_OUTBOUND_QUEUE.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  HeadersTooLarge: {
    status: 431,
    type: "validation_error",
    code: "HEADERS_TOO_LARGE",
    cause: "The request line and headers are too long.",
    remedy: "Send at most 16 KiB."
  },
  Unexpected: {
    status: 500,
    type: "internal_error",
    code: "INTERNAL_ERROR",
    cause: "Internal error.",
    remedy: "Give the operator the value of the X-Request-Id header, which finds the cause in the log."
  },
  VendorUnavailable: {
    status: 502,
    type: "internal_error",
    code: "VENDOR_UNAVAILABLE",
    cause: "The vendor did not answer as expected, so the credentials could not be checked.",
    remedy: "Nothing was changed; try again later."
  },
  VendorLimited: {
    status: 502,
    type: "internal_error",
    code: "VENDOR_LIMITED",
    cause: "The vendor's rate limit for these credentials is used up, so they could not be checked.",
    remedy: "Nothing was changed; wait for as many seconds as the Retry-After header says, then try again."
  },
  StoreUnavailable: {
    status: 503,
    type: "internal_error",
    code: "STORE_UNAVAILABLE",
    cause: "The service cannot reach its database.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  NotServing: {
    status: 503,
    type: "internal_error",
    code: "NOT_SERVING",
    cause: "The service is starting.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  NotReady: {
    status: 503,
    type: "internal_error",
    code: "NOT_READY",
    cause: "The process is not ready to serve requests; only GET /readyz answers this, and detail says why.",
    remedy: "Send no requests to this process until it is ready."
  }
} as const satisfies Record<string, Row>

/** The name of a row in the error table. */
export type ErrorName = keyof typeof rows

/** The table of every error that the API can answer with. Its `message` is the cause and the remedy. */
export const table = Records.map(
  rows as Readonly<Record<ErrorName, Row>>,
  (row): Row & { readonly message: string } => ({ ...row, message: `${row.cause} ${row.remedy}` })
)

/** The header that names the cause of an error: the code of its row in the table. */
export const CODE_HEADER = "x-error-code"

/** The table as Markdown, for the reference and the README. */
export const markdown: string = [
  "| `X-Error-Code` | Status | Cause | What to do |",
  "| --- | --- | --- | --- |",
  ...Object.values(table).map(({ cause, code, remedy, status }) => `| \`${code}\` | ${status} | ${cause} | ${remedy} |`)
].join("\n")

/** An error response; the endpoint's `ErrorShape` decides which body it becomes. */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly status: number
  /** Null in a client when the body was not structured: only the structured body contains it. */
  readonly type: StructuredErrorType | null
  readonly code: string | null
  readonly message: string
  readonly detail: ReadonlyArray<ErrorDetail>
  /** Whole seconds for the Retry-After header; null when there is no such header. */
  readonly retryAfterSecs: number | null
}> {}

/** Creates the error with this name in the table. */
export const make = (
  name: ErrorName,
  options: {
    readonly detail?: ReadonlyArray<ErrorDetail>
    readonly retryAfterSecs?: number
    /** Says more than the message of the table, such as a limit that is a setting. */
    readonly message?: string
  } = {}
): ApiError =>
  new ApiError({
    status: table[name].status,
    type: table[name].type,
    code: table[name].code,
    message: options.message ?? table[name].message,
    detail: options.detail ?? [],
    retryAfterSecs: options.retryAfterSecs ?? null
  })

/**
 * Which error bodies an endpoint uses: the validation body, the structured body, or a 422 body that is valid as both.
 */
export type ErrorShape = "validation" | "structured" | "both"

/** The annotation that sets an endpoint's error shape; the default is `validation`. */
export class Shape extends Context.Reference<Shape>()("@tributary/runtime-http/api/Shape", {
  defaultValue: (): ErrorShape => "validation"
}) {}

/**
 * The statuses with the structured body, by shape. Its `detail` holds the same entries as the validation body, so it is
 * valid as both.
 */
const structured: Readonly<Record<ErrorShape, ReadonlySet<number>>> = {
  validation: new Set(),
  both: new Set([422]),
  structured: new Set([401, 404, 422])
}

/** The code of an error; one without a code is of no kind that a client knows. */
export const codeOf = ({ code }: ApiError): string => code ?? table.Unexpected.code

const toSimple = ({ message }: ApiError) => ({ detail: message })
const toValidation = ({ detail }: ApiError) => ({ detail })
const toStructured = (error: ApiError) => ({
  type: error.type ?? "internal_error",
  code: codeOf(error),
  message: error.message,
  detail: error.detail
})

/** The JSON body of an error in an endpoint's shape. */
export const toBody = (error: ApiError, shape: ErrorShape): Record<string, unknown> => {
  if (structured[shape].has(error.status)) return toStructured(error)
  return error.status === 422 ? toValidation(error) : toSimple(error)
}

const unknown = { type: null, code: null, detail: [], retryAfterSecs: null }

const instance = (status: number): Schema.Schema<ApiError> =>
  Schema.declare((value): value is ApiError => value instanceof ApiError && value.status === status)

/** The schema of an API error; the type of its body is hidden, because it differs by endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: there are three types of body, no caller uses any of them, and a schema is invariant in its encoded type
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

/** One schema per status and body: HttpApi merges errors only when they are the same schema object. */
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
