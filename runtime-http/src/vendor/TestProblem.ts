import { type Connector, type Extractor, type Problem, type RecordKind, VendorError } from "@tributary/core"
import { addressFieldsOf } from "./VendorSession.js"

/** Why a credential test could not read a list. */
export interface TestProblem {
  /** Why, as the status of the connection would say it. */
  readonly reason: Problem.ProblemReason
  /** The endpoint that failed. */
  readonly endpoint: string
  /** What happened, and what the customer can do about it. */
  readonly text: string
  /** The names of the kinds of record that were not read for this reason. */
  readonly kinds: ReadonlyArray<string>
  /** When the vendor can be asked again, in milliseconds since 1970; null if nobody knows. */
  readonly until: number | null
}

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

const timeOf = (millis: number): string => new Date(millis).toISOString()

const REFUSED = "The vendor rejected the credentials; enter valid ones."

/** What a customer can do about each kind of failure. */
const advice: Readonly<
  Record<
    VendorError.VendorError["_tag"],
    (error: VendorError.VendorError, permissions: ReadonlyArray<string>) => string
  >
> = {
  Unauthorized: (_, permissions) =>
    permissions.length === 0
      ? "The credentials lack a permission; check what they may read."
      : `Missing permission: grant ${permissions.join(", ")}.`,
  RateLimited: () => "The vendor's rate limit has been reached; test again later.",
  ServerError: () => "The vendor is not available; test again later.",
  ClientError: () => "The vendor rejected the request; check the address and the plan of the account.",
  UnreadableAnswer: () => "This is not an answer of the vendor's API; check the address, or test again later.",
  AnswerTooLarge: () => "The vendor sends more at once than the operator of this server allows.",
  BadPayload: () => "The connector cannot read the response; check the address.",
  CheckpointExpired: () => "The connector cannot read the response; test again."
}

const textOf = (
  connector: Connector.Connector,
  error: VendorError.VendorError,
  permissions: ReadonlyArray<string>
): string => {
  const [field] = addressFieldsOf(connector)
  if (error.addressFault !== undefined && field !== undefined) {
    return `the address cannot be used: ${error.addressFault.reason}. Correct ${field} of the credentials.`
  }
  const { retryAt } = VendorError.pauseOf(error)
  if (error._tag === "RateLimited" && retryAt !== null) {
    // If no request was sent, the detail names the limit and its end.
    const limit = error.status === null ? error.detail : `the vendor's rate limit is used up until ${timeOf(retryAt)}`
    return `${limit}. Test again after that.`
  }
  return `${error.detail}. ${VendorError.areCredentialsRefused(error) ? REFUSED : advice[error._tag](error, permissions)}`
}

/** The problem that an error of the vendor means for these kinds of record. */
export const ofError = (
  connector: Connector.Connector,
  error: VendorError.VendorError,
  permissions: ReadonlyArray<string>,
  kinds: ReadonlyArray<RecordKind.Any>
): TestProblem => ({
  reason: VendorError.reasonOf(error),
  endpoint: error.endpoint,
  text: textOf(connector, error, permissions),
  kinds: kinds.map(({ name }) => name),
  until: VendorError.pauseOf(error).retryAt
})

/** The problem of an extractor whose own code failed. */
export const ofDefect = ({ endpoint, kinds }: Extractor.Any): TestProblem => ({
  reason: "INTERNAL",
  endpoint,
  text: "the connector failed. The log of this server has the cause.",
  kinds: kinds.map(({ name }) => name),
  until: null
})

/** All problems, endpoint by endpoint. What several endpoints share is said once: a rejected token fails for every list. */
export const describe = (problems: ReadonlyArray<TestProblem>): string => {
  const endpoints = new Map<string, Set<string>>()
  for (const { endpoint, text } of problems) endpoints.set(text, (endpoints.get(text) ?? new Set()).add(endpoint))
  return [...endpoints].map(([text, of]) => `${[...of].join(", ")}: ${text}`).join(" ")
}

/** What the sentence about all problems of one reason can name. */
interface Facts {
  /** The kinds of record, such as "idp_user and idp_group"; null if the reason concerns all of the connector. */
  readonly records: string | null
  /** When the vendor can be asked again; null if nobody knows. */
  readonly until: string | null
}

const notCompleted = (cause: string, { records, until }: Facts): string =>
  [
    `The test could not be completed, because ${cause}.`,
    ...(records === null ? [] : [`Not tested: ${records}.`]),
    `Test again ${until === null ? "later" : `after ${until}`}.`
  ].join(" ")

/** What each reason means for the credentials. */
const summaries: Readonly<Record<Problem.ProblemReason, (facts: Facts) => string>> = {
  CREDENTIALS_REFUSED: () => REFUSED,
  ADDRESS_INVALID: () => "The address cannot be used.",
  PERMISSION_MISSING: ({ records }) => `The credentials cannot read ${records ?? "any data"}.`,
  VENDOR_REFUSED: ({ records }) => `The vendor rejected the request for ${records ?? "any data"}.`,
  INTERNAL: ({ records }) => `The connector could not read ${records ?? "any data"}.`,
  RATE_LIMITED: (facts) => notCompleted("the vendor's rate limit is used up", facts),
  VENDOR_DOWN: (facts) => notCompleted("the vendor does not answer as it should", facts),
  TIMEOUT: (facts) => notCompleted("it took too long", facts)
}

/** Sums up the problems of a whole test of a connector with these kinds of record. */
export const summarize = (problems: ReadonlyArray<TestProblem>, all: ReadonlySet<string>): string =>
  Object.entries(summaries)
    .flatMap(([reason, summary]) => {
      const found = problems.filter((problem) => problem.reason === reason)
      if (found.length === 0) return []
      const kinds = new Set(found.flatMap((problem) => problem.kinds))
      const until = Math.max(...found.map((problem) => problem.until ?? 0))
      const records = kinds.size === all.size ? null : listed([...kinds])
      return [summary({ records, until: until === 0 ? null : timeOf(until) })]
    })
    .join(" ")
