import * as VendorError from "../http/VendorError.js"
import type { RawAnswer } from "../http/VendorHttp.js"
import { at } from "../JsonPath.js"

const THROTTLED = /Throttling|TooManyRequests|LimitExceeded|RequestLimitExceeded/
const EXPIRED = /ExpiredToken|RequestExpired/
const REFUSED = /UnrecognizedClient|InvalidClientTokenId|IncompleteSignature|SignatureDoesNotMatch|AccessDenied/

/** How a service says that it is turned off in a region. */
export interface DisabledService {
  /** The name that customers know, such as `Inspector`. */
  readonly name: string
  /** The message of the error, which alone tells this from a missing permission. */
  readonly message: RegExp
}

/** The first text that the body has at one of the paths; empty if it has none. */
const textAt = (body: unknown, paths: ReadonlyArray<string>): string =>
  paths.map((path) => at(body, path)).find((value) => typeof value === "string") ?? ""

/** The name of an AWS error, such as `ThrottlingException:http://...`, from the header or else from the body; STS has an object `Error` there. */
const nameOf = ({ body, headers }: RawAnswer): string =>
  headers["x-amzn-errortype"] ?? textAt(body, ["__type", "Code", "code", "Error.Code"])

/**
 * Classifies AWS errors by name, because some statuses are ambiguous: throttling can be a 400, and an expired session a 400 or a 403. A 429 is
 * left to its status, because its `Retry-After` says how long to wait.
 *
 * https://docs.aws.amazon.com/STS/latest/APIReference/CommonErrors.html
 */
export const classifyFor =
  (service: DisabledService) =>
  (answer: RawAnswer): VendorError.VendorError | null => {
    const { endpoint, status } = answer
    if (status < 400 || status >= 500 || status === 429) return null
    const name = nameOf(answer)
    if (THROTTLED.test(name)) {
      const detail = `answered ${status}: throttled`
      return new VendorError.RateLimited({ endpoint, status, detail, retryAfter: null })
    }
    // Reported as 401 because only a 401 makes the runtime renew the session, once.
    if (EXPIRED.test(name)) {
      return new VendorError.Unauthorized({ endpoint, status: 401, detail: "the session expired" })
    }
    // Reported as 403 because a new session would not turn the service on.
    if (service.message.test(textAt(answer.body, ["Message", "message"]))) {
      const detail = `${service.name} is not enabled in one of the entered regions: enable it there, or remove the region`
      return new VendorError.Unauthorized({ endpoint, status: 403, detail })
    }
    if (REFUSED.test(name)) return new VendorError.Unauthorized({ endpoint, status, detail: `answered ${status}` })
    return null
  }
