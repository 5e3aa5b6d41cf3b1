import type { ErrorRow } from "./ErrorRow.js"

/** The rows of the error table with the status 409. */
export const rows = {
  JobRunning: {
    status: 409,
    type: "validation_error",
    code: "JOB_RUNNING",
    cause: "A job is already running for this connection.",
    remedy: "Try again when it has finished."
  },
  ConnectionInactive: {
    status: 409,
    type: "validation_error",
    code: "CONNECTION_INACTIVE",
    cause: "The connection is not active, so no job can run.",
    remedy: "Set its state to ACTIVE, then try again."
  },
  ConnectorStopped: {
    status: 409,
    type: "validation_error",
    code: "CONNECTOR_STOPPED",
    cause: "The operator of this service has stopped the connector of this vendor; detail says why.",
    remedy: "Nothing was changed. What is stored can still be read; try again when the operator lets the connector run."
  },
  QuotaExceeded: {
    status: 409,
    type: "validation_error",
    code: "QUOTA_EXCEEDED",
    cause:
      "This account has as many organizations, or connections, as it may have; detail gives both numbers, unless the key is limited to organizations.",
    remedy:
      "Nothing was created. Delete one that is not needed, or ask the operator of this service for a higher quota; GET /v1/usage shows all of them to a key that is not limited to organizations."
  },
  TooManyWebhooks: {
    status: 409,
    type: "validation_error",
    code: "TOO_MANY_WEBHOOKS",
    cause: "This account has ten webhooks, which is as many as it may have.",
    remedy: "Nothing was created. Delete one that is not needed."
  },
  ConnectLinkOpened: {
    status: 409,
    type: "validation_error",
    code: "CONNECT_LINK_OPENED",
    cause: "This link was opened already.",
    remedy: "Ask for a new one."
  },
  ConnectSessionUsed: {
    status: 409,
    type: "validation_error",
    code: "CONNECT_SESSION_USED",
    cause: "A connection was stored in this session already, or its link was revoked meanwhile.",
    remedy: "Nothing was changed. Ask for a new link."
  },
  TooManyFailedChecks: {
    status: 409,
    type: "validation_error",
    code: "TOO_MANY_FAILED_CHECKS",
    cause: "Too many credentials were wrong in this session; those that the vendor has left open do not count.",
    remedy: "Ask for a new link."
  },
  NothingHeldBack: {
    status: 409,
    type: "validation_error",
    code: "NOTHING_HELD_BACK",
    cause: "No such deletions wait for a decision.",
    remedy: "The connection's held_back_deletions show which ones do."
  },
  OrganizationHasConnections: {
    status: 409,
    type: "validation_error",
    code: "ORGANIZATION_HAS_CONNECTIONS",
    cause: "The organization has connections that are not deleted, and erase=true was sent without force=true.",
    remedy: "Nothing was changed. Delete its connections first, or send force=true to erase them with it."
  },
  AnswerErased: {
    status: 409,
    type: "validation_error",
    code: "ANSWER_ERASED",
    cause: "The request was done before with this Idempotency-Key, and what it made was erased since.",
    remedy: "Nothing was done. To make it again, send the request with another Idempotency-Key."
  },
  IdentifierTaken: {
    status: 409,
    type: "validation_error",
    code: "IDENTIFIER_TAKEN",
    cause: "Another connection of this organization to the same vendor has this identifier; detail gives its id.",
    remedy: "Nothing was stored. Use that connection, delete it, or send another identifier."
  }
} as const satisfies Record<string, ErrorRow>
