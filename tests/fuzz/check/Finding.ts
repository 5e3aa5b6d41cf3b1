import type { Request } from "../send/Request.js"

/** What an answer breaks. */
export interface Finding {
  /** What should hold, such as `the status is documented`. */
  readonly promise: string
  readonly detail: string
}

/** A request whose answer breaks something. */
export interface Failure extends Finding {
  /** The number of the request in the run. */
  readonly index: number
  readonly request: Request
  /** The status and the beginning of the answer; what went wrong if there is none. */
  readonly answer: string
}

/** Findings that differ only in values are the same, and so are those of a distortion, which no operation sees. */
export const classOf = ({ promise }: Finding, { distortion, operation }: Request, status: number | null): string =>
  `${promise}, ${distortion ?? operation.id}, ${status ?? "no answer"}`
