import { HttpApiSchema } from "@effect/platform"
import { Context, Data, Schema } from "effect"
import * as Described from "./Described.js"
import { type ErrorName, StructuredErrorType, table } from "./ErrorTable.js"

export { type ErrorName, StructuredErrorType, table } from "./ErrorTable.js"

/** The table as Markdown, for the reference and the README. */
export const markdown: string = [
  "| `X-Error-Code` | Status | Cause | What to do |",
  "| --- | --- | --- | --- |",
  ...Object.values(table).map(({ cause, code, remedy, status }) => `| \`${code}\` | ${status} | ${cause} | ${remedy} |`)
].join("\n")

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
  /**
   * The value in the request, with at most 256 characters, or the first 20 values of a repeated parameter; null if it is absent, and
   * `"[redacted]"` if it could be a secret, is an object, or belongs to a field that the operation does not have.
   */
  input: Schema.Unknown
})
export interface ErrorDetail extends Schema.Schema.Type<typeof ErrorDetail> {}

/** What is wrong with one part of the request, before the value in the request is added. */
export interface Mistake extends Omit<ErrorDetail, "input"> {
  readonly input?: unknown
}

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

/** The header that names the cause of an error: the code of its row in the table. */
export const CODE_HEADER = "x-error-code"

/** An error response; the endpoint's `ErrorShape` decides which body it becomes. */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly status: number
  /** Null in a client when the body was not structured: only the structured body contains it. */
  readonly type: StructuredErrorType | null
  readonly code: string | null
  readonly message: string
  readonly detail: ReadonlyArray<Mistake>
  /** Whole seconds for the Retry-After header; null when there is no such header. */
  readonly retryAfterSecs: number | null
}> {}

/** Creates the error with this name in the table. */
export const make = (
  name: ErrorName,
  options: {
    readonly detail?: ReadonlyArray<Mistake>
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

/** The error with these mistakes. */
export const withDetail = (error: ApiError, detail: ReadonlyArray<Mistake>): ApiError => changed(error, { detail })

/** The error with this message. */
export const withMessage = (error: ApiError, message: string): ApiError => changed(error, { message })

// The message of an error is not among what `...` copies.
const changed = (
  { code, detail, message, retryAfterSecs, status, type }: ApiError,
  change: Partial<Pick<ApiError, "detail" | "message">>
): ApiError => new ApiError({ code, detail, message, retryAfterSecs, status, type, ...change })

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

const complete = (detail: ReadonlyArray<Mistake>): ReadonlyArray<ErrorDetail> =>
  detail.map(({ input = null, ...mistake }) => ({ ...mistake, input }))

const toValidation = ({ detail }: ApiError) => ({ detail: complete(detail) })
const toStructured = (error: ApiError) => ({
  type: error.type ?? "internal_error",
  code: codeOf(error),
  message: error.message,
  detail: complete(error.detail)
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
