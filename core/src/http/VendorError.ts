import { Data, Duration } from "effect"
import { table } from "../contract/FailureTable.js"
import type { HealthName } from "../contract/Health.js"
import type { ProblemReason } from "../contract/ProblemReason.js"

/** What is wrong with the address to which a request went. */
export interface AddressFault {
  /** The host and port of the address, as the connector gave it. */
  readonly host: string
  /** Whether the address answers, but with a web page; false by default. */
  readonly isPage?: boolean
  /** What is wrong, in words that follow "this address cannot be used:"; never contains a credential. */
  readonly reason: string
}

interface Fields {
  /** The endpoint as the connector declares it, such as `/api/v1/groups/{id}/users`. */
  readonly endpoint: string
  /** The HTTP status; null if there was no response. */
  readonly status: number | null
  /** What happened, in words; never contains a credential or personal data. */
  readonly detail: string
  /** Whether the request certainly never reached the vendor, so that the vendor cannot have acted on it; false by default. `VendorHttp` sets it. */
  readonly isUnsent?: boolean
  /** Whether something of this server, such as its outgoing proxy or its memory, kept it from the vendor or its answer, so that its operator must act; false by default. `VendorHttp` sets it. */
  readonly isOfServer?: boolean
  /** What is wrong with the address, if that is why the request failed; absent if the same address may answer later. `VendorHttp` sets it. */
  readonly addressFault?: AddressFault
}

const message = (fields: Fields): string => `${fields.endpoint}: ${fields.detail}`

/** The vendor refused the credentials (401), or they lack a permission (403). */
export class Unauthorized extends Data.TaggedError("Unauthorized")<
  Fields & {
    /** Whether the vendor refused the credentials themselves; by default true only for 401. A token endpoint sets it. */
    readonly isOfCredentials?: boolean
    /** Whether the vendor says that the customer's plan does not include what was asked for; false by default. */
    readonly isOfPlan?: boolean
    /** Whether the customer has to consent, for the first time or again; absent for credentials that somebody enters. */
    readonly consent?: "REQUIRED" | "ENDED"
  }
> {
  override get message() {
    return message(this)
  }
}

/** The vendor asked for fewer requests (429), or its limit is known to be used up. */
export class RateLimited extends Data.TaggedError("RateLimited")<
  Fields & {
    /** How long the vendor asked to wait; null if it did not say. */
    readonly retryAfter: Duration.Duration | null
    /** When the next request may be sent, in milliseconds since 1970; null if this is unknown. `VendorHttp` sets it from `retryAfter`. */
    readonly retryAt?: number | null
  }
> {
  override get message() {
    return message(this)
  }
}

/** The vendor rejected the request itself (any other 4xx). */
export class ClientError extends Data.TaggedError("ClientError")<
  Fields & {
    /** The request, such as `GET https://acme.example/api/users?limit=100`, without ids in its path; absent if it is not known. `VendorHttp` sets it. */
    readonly request?: string
  }
> {
  override get message() {
    return message(this)
  }
}

/** The vendor failed (5xx), did not respond in time, or was unreachable. */
export class ServerError extends Data.TaggedError("ServerError")<
  Fields & {
    /** How long the vendor asked to wait (`Retry-After`); null if it did not say. */
    readonly retryAfter?: Duration.Duration | null
    /** When that pause ends, in milliseconds since 1970; null if there is none. `VendorHttp` sets it from `retryAfter`. */
    readonly retryAt?: number | null
  }
> {
  override get message() {
    return message(this)
  }
}

/** The answer is not in the expected format, is cut short, or lacks what was asked for, such as its list. */
export class UnreadableAnswer extends Data.TaggedError("UnreadableAnswer")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The answer has more bytes, rows, values or levels than the runtime accepts; or there was no memory for it for minutes, which is the server's fault (`INTERNAL`). */
export class AnswerTooLarge extends Data.TaggedError("AnswerTooLarge")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The answers are readable, but are not the whole list, or not this customer's: it repeats a page, never ends, or ends before its own total. */
export class IncompleteList extends Data.TaggedError("IncompleteList")<
  Fields & {
    /** When the vendor wants to be asked again (`Retry-After`), in milliseconds since 1970; null or absent if it did not say. */
    readonly retryAt?: number | null
  }
> {
  override get message() {
    return message(this)
  }
}

/** The rows contradict what the connector expects, or the response contains a link that requests must not follow. */
export class BadPayload extends Data.TaggedError("BadPayload")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The vendor served a row of a tenant that the credentials do not cover; nothing of its page is stored. */
export class ForeignPage extends Data.TaggedError("ForeignPage")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The vendor no longer accepts a saved delta or page token; the runtime then starts a new full scan by itself. */
export class CheckpointExpired extends Data.TaggedError("CheckpointExpired")<Fields> {
  override get message() {
    return message(this)
  }
}

/** Every way in which a vendor can fail. */
export type VendorError =
  | Unauthorized
  | RateLimited
  | ClientError
  | ServerError
  | UnreadableAnswer
  | AnswerTooLarge
  | IncompleteList
  | BadPayload
  | ForeignPage
  | CheckpointExpired

/** The pause that the vendor asked for, and its end in milliseconds since 1970; null for what it did not say. */
export const pauseOf = (
  error: VendorError
): { readonly retryAfter: Duration.Duration | null; readonly retryAt: number | null } => {
  if (error._tag === "IncompleteList") return { retryAfter: null, retryAt: error.retryAt ?? null }
  if (error._tag !== "RateLimited" && error._tag !== "ServerError") return { retryAfter: null, retryAt: null }
  return { retryAfter: error.retryAfter ?? null, retryAt: error.retryAt ?? null }
}

const classes = {
  Unauthorized,
  RateLimited,
  ClientError,
  ServerError,
  UnreadableAnswer,
  AnswerTooLarge,
  IncompleteList,
  BadPayload,
  ForeignPage,
  CheckpointExpired
}

const changed = (error: VendorError, fields: Partial<Fields>): VendorError => {
  // Each class accepts the fields of its own errors, which a table of classes cannot express.
  const Same = classes[error._tag] as new (fields: object) => VendorError
  return new Same({ ...error, ...fields })
}

/** The same error, of a request that never reached the vendor. */
export const unsent = (error: VendorError): VendorError => changed(error, { isUnsent: true })

/** The same error, of a request that failed because of its address. */
export const withAddressFault = (error: VendorError, addressFault: AddressFault): VendorError =>
  changed(error, { addressFault })

/**
 * The same error if the customer entered its address. Otherwise no address is wrong: a vendor whose own address answers with a web page,
 * such as a sign-in page, does not let these credentials in, and one that cannot be reached is down.
 */
export const ofEnteredAddress = (error: VendorError, isEntered: (host: string) => boolean): VendorError => {
  const { addressFault, ...fields } = error
  if (addressFault === undefined || isEntered(addressFault.host)) return error
  const { detail, endpoint, isUnsent, status } = fields
  if (addressFault.isPage === true) {
    return new Unauthorized({ endpoint, status, detail: addressFault.reason, isOfCredentials: true })
  }
  return new ServerError({ endpoint, status, detail, ...(isUnsent === undefined ? {} : { isUnsent }) })
}

/** Whether the vendor refused the credentials themselves, rather than access to one list. */
export const areCredentialsRefused = (error: VendorError): boolean =>
  error._tag === "Unauthorized" && (error.isOfCredentials ?? error.status === 401)

/** The same error; if the vendor refused the credentials, which are a consent, it says that the customer has to consent again. */
export const ofConsent = (error: VendorError): VendorError =>
  error._tag === "Unauthorized" && error.consent === undefined && areCredentialsRefused(error)
    ? new Unauthorized({ ...error, consent: "ENDED" })
    : error

/** Whether the vendor refuses access to one list, and not the credentials themselves, so that it may answer others. */
export const isAccessRefused = (error: VendorError): boolean =>
  error._tag === "Unauthorized" && !areCredentialsRefused(error)

/** Whether the vendor says that the customer's plan does not include what was asked for. */
export const isOfPlan = (error: VendorError): boolean => error._tag === "Unauthorized" && error.isOfPlan === true

/** Why data cannot be read after each error, and whether a retry of its request can help. */
export const meaning: Readonly<
  Record<
    VendorError["_tag"],
    {
      /** The reason that the status of the connection names; `reasonOf` knows the exceptions. */
      readonly reason: ProblemReason
      /** Whether sending the same request again can succeed. */
      readonly isRetryable: boolean
    }
  >
> = {
  Unauthorized: { reason: "PERMISSION_MISSING", isRetryable: false },
  RateLimited: { reason: "RATE_LIMITED", isRetryable: true },
  ClientError: { reason: "VENDOR_REFUSED", isRetryable: false },
  ServerError: { reason: "VENDOR_DOWN", isRetryable: true },
  UnreadableAnswer: { reason: "VENDOR_DOWN", isRetryable: true },
  AnswerTooLarge: { reason: "VENDOR_DOWN", isRetryable: false },
  IncompleteList: { reason: "INCOMPLETE", isRetryable: false },
  BadPayload: { reason: "INTERNAL", isRetryable: false },
  ForeignPage: { reason: "INCOMPLETE", isRetryable: false },
  CheckpointExpired: { reason: "INTERNAL", isRetryable: false }
}

/** Why the data cannot be read. */
export const reasonOf = (error: VendorError): ProblemReason => {
  if (error.addressFault !== undefined) return "ADDRESS_INVALID"
  if (error.isOfServer === true) return "INTERNAL"
  if (error._tag === "Unauthorized" && error.consent !== undefined) return `CONSENT_${error.consent}`
  if (areCredentialsRefused(error)) return "CREDENTIALS_REFUSED"
  return isOfPlan(error) ? "NOT_IN_PLAN" : meaning[error._tag].reason
}

/** The same error; if the vendor rejected the request itself, with the request. */
export const withRequest = (error: VendorError, request: string): VendorError =>
  error._tag === "ClientError" ? new ClientError({ ...error, request }) : error

/** What happened, in words; names the host if the address is the cause, and the request if the vendor rejected it. */
export const detailOf = (error: VendorError): string => {
  const { addressFault, detail } = error
  if (addressFault !== undefined) return `${addressFault.host}: ${addressFault.reason}`
  return error._tag === "ClientError" && error.request !== undefined ? `${detail} to ${error.request}` : detail
}

/** The health of a connection whose data cannot be read because of the error. */
export const healthOf = (error: VendorError): HealthName => table[reasonOf(error)].health

/** Whether a status means success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The error that a status means, unless the connector's `classify` says otherwise; null for success. */
export const fromStatus = (
  fields: Fields & {
    /** The HTTP status. */
    readonly status: number
  },
  retryAfter: Duration.Duration | null
): VendorError | null => {
  const { status } = fields
  if (isSuccess(status)) return null
  if (status === 401 || status === 403) return new Unauthorized(fields)
  if (status === 429) return new RateLimited({ ...fields, retryAfter })
  if (status === 408) return new ServerError(fields)
  if (status >= 500) return new ServerError(fields)
  return new ClientError(fields)
}

/** Parses `Retry-After` (seconds or an HTTP date); null if the header is missing or invalid. */
export const parseRetryAfter = (header: string | undefined, nowMillis: number): Duration.Duration | null => {
  if (header === undefined || header.trim() === "") return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Duration.seconds(Math.max(0, seconds))
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Duration.millis(Math.max(0, at - nowMillis))
}
