/*
 * What the codes of an HTTP client mean for somebody who does not know them. A connection that could not be made says something else than one
 * that was cut, and only some of it speaks about the address.
 */

/** How a connection to a vendor failed. */
export interface ConnectionFailure {
  /** What happened, in words that follow the name of an endpoint. */
  readonly detail: string
  /** What is wrong with the address, in words that follow "this address cannot be used:"; null if the address may be right. */
  readonly fault: string | null
  /** Whether the request may have reached the vendor: false only if there was never a connection that could have carried it. */
  readonly mayBeSent: boolean
  /** Whether this server is to blame, so that its operator must act. */
  readonly isOfServer: boolean
}

interface Cause {
  readonly detail: string
  readonly fault?: string
  readonly mayBeSent?: true
  readonly isOfServer?: true
}

const untrusted = {
  detail: "could not be reached: its TLS certificate is not of an authority that this server trusts",
  fault: "its TLS certificate is not of an authority that this server trusts"
}

const noTls = {
  detail: "could not be reached: nothing at its port speaks TLS",
  fault: "nothing at its port speaks TLS, which https needs"
}

const cut = { detail: "closed the connection before it answered", mayBeSent: true } as const
const slow = { detail: "did not answer in time", mayBeSent: true } as const
const noRoute = { detail: "could not be reached: there is no way to its network" }
const noConnectionInTime = { detail: "could not be reached: no connection was made in time" }

/** By the code, or the name, of the error of Node, its TLS, the HTTP client or the runtime. */
const causes: Readonly<Record<string, Cause>> = {
  EACCES: {
    detail: "could not be reached: its name resolves to an address that the operator of this server does not allow",
    fault: "its name resolves to an address that the operator of this server does not allow"
  },
  ENOTFOUND: { detail: "could not be reached: no host has its name", fault: "no host has this name" },
  ACCOUNT_SOCKETS: {
    detail:
      "could not be reached: this account has as many connections to vendors as TRIBUTARY_VENDOR_CONNECTIONS allows"
  },
  EBUSY: {
    detail: "could not be reached: too many names of this account's vendors wait to be resolved"
  },
  PROXY_UNREACHABLE: {
    detail: "could not be reached: the proxy of this server (HTTPS_PROXY) does not answer; its operator has to act",
    isOfServer: true
  },
  PROXY_TLS: {
    detail:
      "could not be reached: the proxy of this server (HTTPS_PROXY) does not speak TLS with a certificate that this server trusts; its operator has to correct that setting, or to add the authority of the certificate to TRIBUTARY_CA_FILE",
    isOfServer: true
  },
  PROXY_CREDENTIALS: {
    detail:
      "could not be reached: the proxy of this server (HTTPS_PROXY) does not accept the user name and password in that setting; its operator has to act",
    isOfServer: true
  },
  PROXY_REFUSED: {
    detail:
      "could not be reached: the proxy of this server (HTTPS_PROXY) does not allow the connection; its operator has to act",
    isOfServer: true
  },
  PROXY_FAILED: {
    detail:
      "could not be reached: the proxy of this server (HTTPS_PROXY) could not connect; if it lasts, its operator has to act"
  },
  PROXY_CERTIFICATE: {
    detail:
      "could not be reached: the TLS certificate that came through the proxy of this server is not of an authority that it trusts; the operator has to add that of the proxy to TRIBUTARY_CA_FILE",
    isOfServer: true
  },
  EAI_AGAIN: { detail: "could not be reached: its name could not be resolved for now" },
  ECONNREFUSED: {
    detail: "could not be reached: its host refuses connections",
    fault: "its host refuses connections at this port"
  },
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: { ...noConnectionInTime, mayBeSent: true },
  UND_ERR_CONNECT_TIMEOUT: noConnectionInTime,
  CERT_HAS_EXPIRED: {
    detail: "could not be reached: its TLS certificate has expired",
    fault: "its TLS certificate has expired"
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    detail: "could not be reached: its TLS certificate is for another host name",
    fault: "its TLS certificate is for another host name"
  },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ECONNABORTED: cut,
  ECONNRESET: cut,
  EPIPE: cut,
  HTTPParserError: {
    detail: "did not answer in HTTP",
    fault: "what answers at its port does not speak HTTP",
    mayBeSent: true
  },
  UND_ERR_SOCKET: cut,
  UND_ERR_BODY_TIMEOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow
}

/** A client that gives no code may have sent the request. */
const unknown: Cause = { detail: "could not be reached", mayBeSent: true }

/** The names and codes of an error and of its causes. The parser's error has no code. */
const namesOf = (error: unknown): ReadonlyArray<unknown> => {
  if (typeof error !== "object" || error === null) return []
  const { cause, code, name } = error as { readonly cause?: unknown; readonly code?: unknown; readonly name?: unknown }
  return [code, name, ...namesOf(cause)]
}

const causeOf = (error: unknown): Cause => {
  const name = namesOf(error).find((name) => typeof name === "string" && Object.hasOwn(causes, name))
  return causes[String(name)] ?? unknown
}

/** What the error of an HTTP client means. */
export const of = (error: unknown): ConnectionFailure => {
  const { detail, fault = null, isOfServer = false, mayBeSent = false } = causeOf(error)
  return { detail, fault, isOfServer, mayBeSent }
}
