import { randomBytes } from "node:crypto"
import type { Reply } from "./Reply.js"

/** The Okta error codes that the demo uses: https://developer.okta.com/docs/reference/error-codes/ */
const CODES = {
  E0000001: { status: 400, summary: "Api validation failed" },
  E0000002: { status: 400, summary: "The request was not valid" },
  E0000006: { status: 403, summary: "You do not have permission to perform the requested action" },
  E0000007: { status: 404, summary: "Not found: Resource not found" },
  E0000008: { status: 404, summary: "The requested path was not found" },
  E0000009: { status: 500, summary: "Internal Server Error" },
  E0000010: { status: 503, summary: "Service is in read only mode" },
  E0000011: { status: 401, summary: "Invalid token provided" },
  E0000022: { status: 405, summary: "The endpoint does not support the provided HTTP method" },
  E0000031: { status: 400, summary: "Invalid search criteria." },
  E0000047: { status: 429, summary: "API call exceeded rate limit due to too many requests." }
} as const

/** An Okta error code that the demo uses. */
export type OktaErrorCode = keyof typeof CODES

/** An error in Okta's format, with `detail` appended to its summary. */
export const oktaError = (code: OktaErrorCode, causes: ReadonlyArray<string> = [], detail = ""): Reply => ({
  status: CODES[code].status,
  body: {
    errorCode: code,
    errorSummary: CODES[code].summary + detail,
    errorLink: code,
    errorId: `oae${randomBytes(17).toString("base64url")}`,
    errorCauses: causes.map((errorSummary) => ({ errorSummary }))
  }
})

/** Okta's error for an id that does not exist. */
export const notFound = (id: string, kind: string): Reply => oktaError("E0000007", [], `: ${id} (${kind})`)

/** The first error code with this status; `E0000009` when there is none. */
export const codeForStatus = (status: number): OktaErrorCode => {
  const exact = Object.entries(CODES).find(([, entry]) => entry.status === status)
  return exact ? (exact[0] as OktaErrorCode) : "E0000009"
}
