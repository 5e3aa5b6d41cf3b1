import type { ErrorCode, ErrorDetail } from "./schemas.generated.js"

/** An answer of the API that is an error. */
export interface ApiFailure {
  readonly is: "api"
  /** The HTTP status. */
  readonly status: number
  /** The stable name of the cause; null if something in between answered, such as a proxy. */
  readonly code: ErrorCode | null
  /** What happened, in the words of the API. */
  readonly message: string
  /** One entry for each mistake in the request. */
  readonly detail: ReadonlyArray<ErrorDetail>
  /** Seconds to wait before the request is sent again; null if the answer does not say. */
  readonly retryAfterSecs: number | null
}

/** Why a request has failed. */
export type Failure =
  | ApiFailure
  /** No answer came: the request may have been done, or not. */
  | { readonly is: "network" }

/** What a request throws that has failed. */
export class RequestFailed extends Error {
  /** Why it has failed. */
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.is === "api" ? failure.message : "No answer came.")
    this.failure = failure
  }
}

/** Why something has failed; a bug of this page looks like no answer, so that the customer can try again. */
export const failureOf = (error: unknown): Failure =>
  error instanceof RequestFailed ? error.failure : { is: "network" }

const isDetails = (detail: unknown): detail is ReadonlyArray<ErrorDetail> => Array.isArray(detail)

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}

/** Reads an answer that is an error, whichever of its forms the body has. */
export const read = async (response: Response): Promise<ApiFailure> => {
  const { detail, message } = parsed(await response.text())
  const details = isDetails(detail) ? detail : []
  const sentence = [message, detail].find((each) => typeof each === "string")
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  return {
    is: "api",
    status: response.status,
    code: response.headers.get("x-error-code"),
    message: sentence ?? details.map(({ msg }) => msg).join(" "),
    detail: details,
    retryAfterSecs: Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null
  }
}
