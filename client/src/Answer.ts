import { ApiError, UNEXPECTED_ANSWER } from "./ApiError.js"
import type { Operation } from "./Operation.js"
import { RETRIES, type Settings } from "./Settings.js"
import type { ErrorDetail } from "./schemas.generated.js"

/** An answer whose body was read. */
export interface Answer {
  readonly status: number
  /** The value of a header; null if the answer lacks it. Any case of the name will do. */
  readonly header: (name: string) => string | null
  readonly text: string
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const secondsOf = (answer: Answer): number | null => {
  const text = answer.header("retry-after")
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

/** The bodies that errors can have. */
interface ErrorBody {
  readonly code?: unknown
  readonly message?: unknown
  readonly detail?: unknown
}

/** How many mistakes the message of an error says; `detail` has all. */
const SAID = 3

const sentencesOf = (detail: ReadonlyArray<ErrorDetail>): string => {
  const said = detail.slice(0, SAID).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
  const more = detail.length > SAID ? [`and ${detail.length - SAID} more`] : []
  return [...said, ...more].join("; ")
}

/** The mistakes that the body of an error names; a proxy in between may have another form of `detail`. */
const mistakesIn = ({ detail }: ErrorBody): ReadonlyArray<ErrorDetail> =>
  Array.isArray(detail) ? detail.filter((each) => Array.isArray(each?.loc) && typeof each.msg === "string") : []

/** The error that an answer says. */
export const errorOf = (answer: Answer): ApiError => {
  const value = parsed(answer.text)
  const body: ErrorBody = typeof value === "object" && value !== null ? value : {}
  const detail = mistakesIn(body)
  const texts = [body.message, body.detail, sentencesOf(detail)]
  const message = texts.filter((text) => typeof text === "string" && text !== "").join(" ")
  const code = answer.header("x-error-code") ?? body.code
  return new ApiError({
    status: answer.status,
    code: typeof code === "string" ? code : UNEXPECTED_ANSWER,
    message: message || `The server answered ${answer.status} with a body that is not one of the API.`,
    detail,
    retryAfterSecs: secondsOf(answer),
    requestId: answer.header("x-request-id")
  })
}

/** How many seconds to wait before the request is sent again; null if it must not be. */
export const pauseOf = (answer: Answer, { method }: Operation, sent: number, settings: Settings): number | null => {
  if (sent > (settings.retries ?? RETRIES)) return null
  // Nothing was done for a request that got a 429; after a 503 that is only certain of one that reads.
  if (answer.status === 429) return secondsOf(answer) ?? 1
  return answer.status === 503 && method === "GET" ? secondsOf(answer) : null
}

/** The result of an operation: the text, the JSON, or undefined if there is none. Throws an `ApiError` for any other answer. */
export const resultOf = (answer: Answer, operation: Operation): unknown => {
  if (answer.status < 200 || answer.status > 299) throw errorOf(answer)
  if (operation.isText === true) return answer.text
  if (answer.status === 204) return undefined
  const value = parsed(answer.text)
  if (value === undefined) throw errorOf(answer)
  if (operation.isRecordList !== true) return value
  return {
    ...(value as object),
    as_of: answer.header("x-as-of") ?? "",
    not_exported: answer.header("x-not-exported"),
    omitted_fields: answer.header("x-omitted-fields")?.split(",") ?? []
  }
}
