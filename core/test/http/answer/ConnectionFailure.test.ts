import { describe, expect, it } from "vitest"
import * as ConnectionFailure from "../../../src/http/answer/ConnectionFailure.js"

/** As a client wraps it. */
const failure = (code: string) => ({ _tag: "RequestError", cause: Object.assign(new Error("secret"), { code }) })

describe("A connection that fails", () => {
  it.each([
    ["ENOTFOUND", "could not be reached: no host has its name", true, false],
    ["EAI_AGAIN", "could not be reached: its name could not be resolved for now", false, false],
    // The account's own vendors, which do not answer, take its connections and look-ups.
    ["EBUSY", "could not be reached: too many names of this account's vendors wait to be resolved", false, false],
    [
      "ACCOUNT_SOCKETS",
      "could not be reached: this account has as many connections to vendors as TRIBUTARY_VENDOR_CONNECTIONS allows",
      false,
      false
    ],
    ["ECONNREFUSED", "could not be reached: its host refuses connections", true, false],
    ["ENETUNREACH", "could not be reached: there is no way to its network", false, false],
    ["UND_ERR_CONNECT_TIMEOUT", "could not be reached: no connection was made in time", false, false],
    ["ETIMEDOUT", "could not be reached: no connection was made in time", false, true],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "could not be reached: its TLS certificate is for another host name", true, false],
    ["CERT_HAS_EXPIRED", "could not be reached: its TLS certificate has expired", true, false],
    ["ECONNRESET", "closed the connection before it answered", false, true],
    ["UND_ERR_SOCKET", "closed the connection before it answered", false, true],
    ["UND_ERR_HEADERS_TIMEOUT", "did not answer in time", false, true],
    ["E_NOBODY_KNOWS", "could not be reached", false, true]
  ])(
    "says what happened, whether the address is to blame, and whether the request may have been sent: %s",
    (code, detail, isFault, mayBeSent) => {
      const found = ConnectionFailure.of(failure(code))
      expect({ ...found, fault: found.fault !== null }).toEqual({
        detail,
        fault: isFault,
        mayBeSent,
        isOfServer: false
      })
    }
  )

  it.each([
    ["PROXY_UNREACHABLE", "does not answer"],
    ["PROXY_TLS", "TRIBUTARY_CA_FILE"],
    ["PROXY_CREDENTIALS", "user name and password"],
    ["PROXY_REFUSED", "does not allow"],
    ["PROXY_CERTIFICATE", "TRIBUTARY_CA_FILE"]
  ])("is the operator's to mend if this server did not let the request leave: %s", (code, said) => {
    const found = ConnectionFailure.of(failure(code))
    expect(found).toEqual({ detail: expect.stringContaining(said), fault: null, mayBeSent: false, isOfServer: true })
  })
})
