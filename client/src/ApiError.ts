import type { ErrorCode, ErrorDetail } from "./schemas.generated.js"

/** The code of an answer that is not one of the API, such as that of a proxy in between. */
export const UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER"

/** An answer that is an error, whichever of its forms the body has. */
export class ApiError extends Error {
  /** Lets Effect tell it from other errors. */
  readonly _tag = "ApiError"
  override readonly name = "ApiError"
  /** The HTTP status. */
  readonly status: number
  /** The stable name of the cause; `UNEXPECTED_ANSWER` if the answer is not one of the API. */
  readonly code: ErrorCode
  /** One entry for each mistake in the request; empty if the request is valid. */
  readonly detail: ReadonlyArray<ErrorDetail>
  /** Seconds to wait before the request is sent again; null if the answer does not say. */
  readonly retryAfterSecs: number | null
  /** Identifies the request in the service's log; null if the answer does not say. */
  readonly requestId: string | null

  constructor(fields: Pick<ApiError, "status" | "code" | "message" | "detail" | "retryAfterSecs" | "requestId">) {
    super(fields.message)
    this.status = fields.status
    this.code = fields.code
    this.detail = fields.detail
    this.retryAfterSecs = fields.retryAfterSecs
    this.requestId = fields.requestId
  }
}
