// Every error that the API can answer with.

import { Record as Records } from "effect"
import { accessErrors } from "./AccessErrors.js"
import * as ConflictErrors from "./ConflictErrors.js"
import type { ErrorRow } from "./ErrorRow.js"

export { StructuredErrorType } from "./ErrorRow.js"

const rows = {
  BadRequest: {
    status: 400,
    type: "validation_error",
    code: "BAD_REQUEST",
    cause: "The request is not valid HTTP.",
    remedy: "Check its request line, headers and chunks."
  },
  HostMissing: {
    status: 400,
    type: "validation_error",
    code: "HOST_MISSING",
    cause: "The Host header is missing, which HTTP/1.1 requires.",
    remedy: "Send it."
  },
  ...accessErrors,
  ConnectionNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTION_NOT_FOUND",
    cause: "Connection not found.",
    remedy: "Check its id; GET /v1/provisioning/organizations/{organization_id}/connections lists the connections."
  },
  OrganizationNotFound: {
    status: 404,
    type: "not_found",
    code: "ORGANIZATION_NOT_FOUND",
    cause: "Organization not found.",
    remedy: "Check its id; GET /v1/provisioning/organizations lists the organizations."
  },
  RecordNotFound: {
    status: 404,
    type: "not_found",
    code: "RECORD_NOT_FOUND",
    cause: "Record not found on this connection.",
    remedy: "Check its id; the source tool may also have deleted the record."
  },
  KindNotExported: {
    status: 404,
    type: "not_found",
    code: "KIND_NOT_EXPORTED",
    cause: "The connector of this connection does not export such records.",
    remedy: "GET /v1/connectors?includeRecordKinds=true says what each connector exports."
  },
  OutboundJobNotFound: {
    status: 404,
    type: "not_found",
    code: "JOB_NOT_FOUND",
    cause: "Outbound job not found on this connection.",
    remedy: "Use the job_id from the response that queued the job."
  },
  ErasureNotFound: {
    status: 404,
    type: "not_found",
    code: "ERASURE_NOT_FOUND",
    cause: "Erasure not found.",
    remedy: "Use the erasure_id from the response to the DELETE; GET /v1/provisioning/erasures lists the erasures."
  },
  ConnectSessionNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECT_SESSION_NOT_FOUND",
    cause: "The organization has no such link for a customer.",
    remedy:
      "Links are kept for a week after they ended; GET /v1/provisioning/organizations/{organization_id}/connect-sessions lists them."
  },
  NotConnected: {
    status: 404,
    type: "not_found",
    code: "NOT_CONNECTED",
    cause: "Nothing was connected in this session yet.",
    remedy: "Send the credentials first."
  },
  WebhookNotFound: {
    status: 404,
    type: "not_found",
    code: "WEBHOOK_NOT_FOUND",
    cause: "Webhook not found.",
    remedy: "Check its id; GET /v1/provisioning/webhooks lists the webhooks."
  },
  WebhookDeliveryNotFound: {
    status: 404,
    type: "not_found",
    code: "DELIVERY_NOT_FOUND",
    cause: "The webhook has no such delivery.",
    remedy: "Deliveries are kept for seven days; GET /v1/provisioning/webhooks/{webhook_id}/deliveries lists them."
  },
  ConnectorNotFound: {
    status: 404,
    type: "not_found",
    code: "CONNECTOR_NOT_FOUND",
    cause: "Unknown vendor.",
    remedy: "GET /v1/connectors lists the supported ones."
  },
  PathNotFound: {
    status: 404,
    type: "not_found",
    code: "PATH_NOT_FOUND",
    cause: "No endpoint at this path.",
    remedy: "GET /v1/openapi.json describes every endpoint."
  },
  MethodNotAllowed: {
    status: 405,
    type: "not_found",
    code: "METHOD_NOT_ALLOWED",
    cause: "This path does not support this method.",
    remedy: "The Allow header lists the methods it supports."
  },
  RequestTimeout: {
    status: 408,
    type: "validation_error",
    code: "REQUEST_TIMEOUT",
    cause: "The request did not arrive in time.",
    remedy: "Send its headers within one minute and all of it within five, and its body at 1 KiB a second or faster."
  },
  ...ConflictErrors.rows,
  ChangedMeanwhile: {
    status: 412,
    type: "validation_error",
    code: "CHANGED_MEANWHILE",
    cause:
      "The connection was changed since the answer whose ETag was sent as If-Match, or several times while this change was checked.",
    remedy: "Nothing was changed. Read the connection again, and decide anew."
  },
  BodyTooLarge: {
    status: 413,
    type: "validation_error",
    code: "BODY_TOO_LARGE",
    cause: "The request body is too large.",
    remedy: "Send at most 1 MiB."
  },
  ContentTypeUnsupported: {
    status: 415,
    type: "validation_error",
    code: "CONTENT_TYPE_UNSUPPORTED",
    cause: "The request body does not say that it is JSON in UTF-8 without a coding.",
    remedy: "Send Content-Type: application/json, and no Content-Encoding."
  },
  ExpectationFailed: {
    status: 417,
    type: "validation_error",
    code: "EXPECTATION_FAILED",
    cause: "This service meets no expectation but 100-continue.",
    remedy: "Send the request without the Expect header."
  },
  InvalidParameter: {
    status: 422,
    type: "validation_error",
    code: "INVALID_PARAMETER",
    cause: "The request is invalid.",
    remedy: "Each entry in detail names a field and says what is wrong with it."
  },
  UnknownParameter: {
    status: 422,
    type: "validation_error",
    code: "UNKNOWN_PARAMETER",
    cause: "The request contains strict=true and a query parameter that the operation does not have.",
    remedy: "Correct or remove the parameters that detail names; it also names the nearest known ones."
  },
  BodyNotJson: {
    status: 422,
    type: "validation_error",
    code: "BODY_NOT_JSON",
    cause: "The request body is not valid JSON.",
    remedy: "Send a JSON text in UTF-8."
  },
  CredentialsMalformed: {
    status: 422,
    type: "validation_error",
    code: "CREDENTIALS_MALFORMED",
    cause: "The credentials do not have the form that the connector requires; the vendor was not asked.",
    remedy: "Correct the fields that detail names. GET /v1/connectors lists the fields of each connector."
  },
  CredentialsRejected: {
    status: 422,
    type: "validation_error",
    code: "CREDENTIALS_REJECTED",
    cause: "The vendor rejected the credentials, or they lack a permission. Nothing was stored.",
    remedy: "Check both, and send credentials that the vendor accepts."
  },
  AddressInvalid: {
    status: 422,
    type: "validation_error",
    code: "ADDRESS_INVALID",
    cause: "An address in the credentials does not lead to the vendor's API. Nothing was stored.",
    remedy: "Correct it; detail names its field and says what is wrong."
  },
  TenantChanged: {
    status: 422,
    type: "validation_error",
    code: "TENANT_CHANGED",
    cause: "The credentials lead to another tenant than the one whose data is stored. Nothing was stored.",
    remedy:
      "Send credentials of the same tenant, create a connection for the other one, or send replace_tenant: true to replace the data."
  },
  IdempotencyKeyReused: {
    status: 422,
    type: "validation_error",
    code: "IDEMPOTENCY_KEY_REUSED",
    cause:
      "Within the last day, the Idempotency-Key was used for a request with another body or for another operation.",
    remedy: "Send a new key for a new request, and the same body with the same key."
  },
  CursorInvalid: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_INVALID",
    cause: "This cursor is not valid for this request.",
    remedy: "Send it unchanged, to the same list with the same filters."
  },
  CursorConflict: {
    status: 422,
    type: "validation_error",
    code: "CURSOR_CONFLICT",
    cause: "The request contains a cursor together with updatedSince or offset, which the cursor already contains.",
    remedy: "Send cursor without them."
  },
  TooManyRequests: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_REQUESTS",
    cause:
      "Too many requests with this API key or for this link of a customer, or too many checks of credentials in a customer's session that the vendor has left open.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  TooManyHeavyRequests: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_HEAVY_REQUESTS",
    cause:
      "32 requests of this API key that add fields, or have a limit above 100 or an offset above 1,000, are already in flight.",
    remedy: "Send fewer at once; wait for as many seconds as the Retry-After header says, then try again."
  },
  TooManyChecks: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_CHECKS",
    cause:
      "Too many requests that create, change or test connections are already in flight: 128 of this account, or 4 of this customer's session.",
    remedy: "Send fewer at once; wait for as many seconds as the Retry-After header says, then try again."
  },
  TooManyUnknownKeys: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_UNKNOWN_KEYS",
    cause: "Too many requests with unknown API keys from this address.",
    remedy: "Check the key; wait for as many seconds as the Retry-After header says, then try again."
  },
  DatabaseShareExhausted: {
    status: 429,
    type: "internal_error",
    code: "DATABASE_SHARE_EXHAUSTED",
    cause:
      "The requests of this account have used up its share of database time (the operator's setting TRIBUTARY_DATABASE_SHARE_MILLIS).",
    remedy:
      "Wait for as many seconds as the Retry-After header says. excludeTotal=true and cursors instead of a high offset take less of it."
  },
  TooManyUnreadAnswers: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_UNREAD_ANSWERS",
    cause: "More than 16 MiB of answers to this API key have not been read.",
    remedy: "Read them or close their connections; then try again."
  },
  TooManyBodies: {
    status: 429,
    type: "internal_error",
    code: "TOO_MANY_BODIES",
    cause: "Too many request bodies are still arriving: of this API key 16, or 4 MiB of them, or 32 MiB of all keys.",
    remedy: "Send fewer at once; wait for as many seconds as the Retry-After header says, then try again."
  },
  FullScanTooSoon: {
    status: 429,
    type: "internal_error",
    code: "FULL_SCAN_TOO_SOON",
    cause:
      "A full scan of this connection was requested a short time ago (the operator's setting TRIBUTARY_FULL_SCAN_MIN_SECS).",
    remedy: "Wait for as many seconds as the Retry-After header says, or leave out full=true."
  },
  OutboundQueueFull: {
    status: 429,
    type: "internal_error",
    code: "OUTBOUND_QUEUE_FULL",
    cause:
      "This account has as many open outbound jobs as it may have; the operator's setting is TRIBUTARY_OUTBOUND_QUEUE.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  HeadersTooLarge: {
    status: 431,
    type: "validation_error",
    code: "HEADERS_TOO_LARGE",
    cause: "The request line and headers are too long.",
    remedy: "Send at most 16 KiB."
  },
  Unexpected: {
    status: 500,
    type: "internal_error",
    code: "INTERNAL_ERROR",
    cause: "Internal error.",
    remedy: "Give the operator the value of the X-Request-Id header, which finds the cause in the log."
  },
  VendorUnavailable: {
    status: 502,
    type: "internal_error",
    code: "VENDOR_UNAVAILABLE",
    cause: "The vendor did not answer as expected, so the credentials could not be checked.",
    remedy: "Nothing was changed; try again later."
  },
  VendorLimited: {
    status: 502,
    type: "internal_error",
    code: "VENDOR_LIMITED",
    cause: "The vendor's rate limit for these credentials is used up, so they could not be checked.",
    remedy: "Nothing was changed; wait for as many seconds as the Retry-After header says, then try again."
  },
  StoreUnavailable: {
    status: 503,
    type: "internal_error",
    code: "STORE_UNAVAILABLE",
    cause: "The service cannot reach its database, or the key service that its credentials are encrypted with.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  StoreBusy: {
    status: 503,
    type: "internal_error",
    code: "STORE_BUSY",
    cause: "All connections to the database are in use by other requests, or it did not carry out this one in time.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  NotServing: {
    status: 503,
    type: "internal_error",
    code: "NOT_SERVING",
    cause: "The service is starting.",
    remedy: "Wait for as many seconds as the Retry-After header says, then try again."
  },
  NotReady: {
    status: 503,
    type: "internal_error",
    code: "NOT_READY",
    cause: "The process is not ready to serve requests; only GET /readyz answers this, and detail says why.",
    remedy: "Send no requests to this process until it is ready."
  }
} as const satisfies Record<string, ErrorRow>

/** The name of a row in the error table. */
export type ErrorName = keyof typeof rows

/** The table of every error that the API can answer with. Its `message` is the cause and the remedy. */
export const table = Records.map(
  rows as Readonly<Record<ErrorName, ErrorRow>>,
  (row): ErrorRow & { readonly message: string } => ({ ...row, message: `${row.cause} ${row.remedy}` })
)
