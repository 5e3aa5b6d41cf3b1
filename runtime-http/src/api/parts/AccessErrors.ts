/** The rows of the error table about keys, and what they may do. */
export const accessErrors = {
  KeyInvalid: {
    status: 401,
    type: "unauthorized",
    code: "KEY_INVALID",
    cause: "The X-API-KEY header is missing, or its key is unknown or revoked.",
    remedy: "Send a valid API key."
  },
  KeyExpired: {
    status: 401,
    type: "unauthorized",
    code: "KEY_EXPIRED",
    cause: "The API key has expired.",
    remedy: "Ask the operator of this service for a new one, which tributary keys create makes."
  },
  ConnectSessionInvalid: {
    status: 401,
    type: "unauthorized",
    code: "CONNECT_SESSION_INVALID",
    cause:
      "There is no such link or session of a customer, it was revoked, its token is missing or wrong, or a key was sent with it.",
    remedy: "Send the token of the link or the session as Authorization: Bearer, or ask for a new link."
  },
  ConnectSessionExpired: {
    status: 401,
    type: "unauthorized",
    code: "CONNECT_SESSION_EXPIRED",
    cause: "This link, or the session that was opened with it, has expired.",
    remedy: "Ask for a new link."
  },
  ScopeMissing: {
    status: 403,
    type: "unauthorized",
    code: "SCOPE_MISSING",
    cause: "The API key does not have the scope that the operation needs; the message names it.",
    remedy:
      "Ask the operator of this service for a key that has it, which tributary keys create makes with the option --scope."
  },
  KeyLimited: {
    status: 403,
    type: "unauthorized",
    code: "KEY_LIMITED",
    cause: "The operation concerns the whole account, and the API key is limited to some of its organizations.",
    remedy:
      "Ask the operator of this service for a key without that limit, which tributary keys create makes without the option --organization."
  },
  KeyOfOperator: {
    status: 403,
    type: "unauthorized",
    code: "KEY_OF_OPERATOR",
    cause: "The key is one of an operator, and this operation is about the data of one account.",
    remedy:
      "Send an API key of the account in X-API-KEY; keys of operators are for the operations below /v1/operator, in X-OPERATOR-KEY."
  },
  KeyOfAccount: {
    status: 403,
    type: "unauthorized",
    code: "KEY_OF_ACCOUNT",
    cause: "The key is an API key of an account, and this operation is for those who operate the service.",
    remedy: "Send the key of an operator in X-OPERATOR-KEY, which tributary operators create makes."
  },
  RoleMissing: {
    status: 403,
    type: "unauthorized",
    code: "ROLE_MISSING",
    cause: "The key of the operator does not have the role that the operation needs; the message names it.",
    remedy: "Use a key that has it, which tributary operators create makes with the option --role."
  },
  RecordsNotAllowed: {
    status: 403,
    type: "unauthorized",
    code: "RECORDS_NOT_ALLOWED",
    cause: "The key of the operator does not allow to read the records of customers.",
    remedy: "Use a key that allows it, which tributary operators create makes with the option --records."
  }
} as const
