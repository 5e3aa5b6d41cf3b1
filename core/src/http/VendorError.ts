import { Data, Duration } from "effect"
import type { HealthName } from "../contract/Health.js"

interface Fields {
  /** The source endpoint as the connector declares it, such as `/api/v1/groups/{id}/users`. */
  readonly endpoint: string
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** What happened, in words that hold no credential and no personal data. */
  readonly detail: string
}

const message = (fields: Fields): string => `${fields.endpoint}: ${fields.detail}`

/** The vendor refused the credentials (401) or what they may read (403). */
export class Unauthorized extends Data.TaggedError("Unauthorized")<
  Fields & {
    /** True where the credentials themselves are refused whatever the status, as at a token endpoint. */
    readonly isOfCredentials?: boolean
  }
> {
  override get message() {
    return message(this)
  }
}

/** The vendor asked us to slow down. */
export class RateLimited extends Data.TaggedError("RateLimited")<
  Fields & {
    /** How long the vendor asked us to wait; null where it did not say. */
    readonly retryAfter: Duration.Duration | null
  }
> {
  override get message() {
    return message(this)
  }
}

/** The vendor refused the request itself (other 4xx). */
export class ClientError extends Data.TaggedError("ClientError")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The vendor failed (5xx), did not answer, or was not reachable. */
export class ServerError extends Data.TaggedError("ServerError")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The vendor answered with something that the connector cannot read or must not follow. */
export class BadPayload extends Data.TaggedError("BadPayload")<Fields> {
  override get message() {
    return message(this)
  }
}

/** The vendor no longer accepts a saved delta or page token: the runtime starts a new full scan by itself. */
export class CheckpointExpired extends Data.TaggedError("CheckpointExpired")<Fields> {
  override get message() {
    return message(this)
  }
}

/** Every way in which a vendor can fail. */
export type VendorError = Unauthorized | RateLimited | ClientError | ServerError | BadPayload | CheckpointExpired

/** Whether the credentials themselves are refused, and not just what they may read. */
export const areCredentialsRefused = (error: VendorError): boolean =>
  error._tag === "Unauthorized" && (error.isOfCredentials ?? error.status === 401)

/** What each error means for the health of the connection, and whether asking again can help. */
export const meaning: Readonly<
  Record<VendorError["_tag"], { readonly health: HealthName; readonly isRetryable: boolean }>
> = {
  Unauthorized: { health: "UNAUTHORIZED", isRetryable: false },
  RateLimited: { health: "RATE_LIMIT_EXCEEDED", isRetryable: true },
  ClientError: { health: "VENDOR_CLIENT_ERROR", isRetryable: false },
  ServerError: { health: "VENDOR_SERVER_ERROR", isRetryable: true },
  BadPayload: { health: "INTERNAL_ERROR", isRetryable: false },
  CheckpointExpired: { health: "INTERNAL_ERROR", isRetryable: false }
}

/** The shared reading of a status; null means success. A connector's `classify` goes before it. */
export const fromStatus = (
  fields: Fields & { readonly status: number },
  retryAfter: Duration.Duration | null
): VendorError | null => {
  const { status } = fields
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403) return new Unauthorized(fields)
  if (status === 429) return new RateLimited({ ...fields, retryAfter })
  if (status === 408) return new ServerError(fields)
  if (status >= 500) return new ServerError(fields)
  return new ClientError(fields)
}

/** `Retry-After`: seconds, or an HTTP date; null where it is absent or nonsense. */
export const parseRetryAfter = (header: string | undefined, nowMillis: number): Duration.Duration | null => {
  if (header === undefined || header.trim() === "") return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Duration.seconds(Math.max(0, seconds))
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Duration.millis(Math.max(0, at - nowMillis))
}
