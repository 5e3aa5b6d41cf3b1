import { describe, expect, it } from "vitest"
import * as CustomerErrors from "../../src/api/parts/CustomerErrors.js"
import * as Errors from "../../src/api/parts/Errors.js"

/** Words of the API, and of whoever operates the service. */
const NOT_FOR_CUSTOMERS =
  /\/v1\/|GET |POST |PATCH |\bX-|[Hh]eader|TRIBUTARY_|\btributary |operator's setting|replace_tenant|API key|_id\b|=true|Retry-After|Bearer/

/** The errors that no session meets: they are about keys, records, other operations, or a request that is no page's. */
const UNMET: ReadonlySet<Errors.ErrorName> = new Set([
  "KeyInvalid",
  "KeyExpired",
  "RecordNotFound",
  "KindNotExported",
  "OutboundJobNotFound",
  "ErasureNotFound",
  "ConnectSessionNotFound",
  "WebhookNotFound",
  "WebhookDeliveryNotFound",
  "ConnectorNotFound",
  "PathNotFound",
  "ContentTypeUnsupported",
  "OrganizationHasConnections",
  "AnswerErased",
  "FullScanTooSoon",
  "OutboundQueueFull",
  "TooManyHeavyRequests",
  // What a customer reads of it is made where the vendor is known.
  "VendorLimited",
  "NotReady"
])

/** The statuses of the requests of a customer's page whose body is the sentence. */
const STATUSES = [401, 404, 409, 412, 413, 415, 429, 500, 502, 503]

describe("an error that a customer reads", () => {
  it("has no words of the API, or of whoever operates the service", () => {
    const names = Object.keys(Errors.table) as ReadonlyArray<Errors.ErrorName>
    const met = names.filter((name) => STATUSES.includes(Errors.table[name].status) && !UNMET.has(name))
    const said = met.map((name) => [name, CustomerErrors.of(Errors.make(name))] as const)
    expect(said.filter(([, sentence]) => NOT_FOR_CUSTOMERS.test(sentence))).toEqual([])
    expect(met.length).toBeGreaterThan(15)
  })

  it("reads as for everybody else if nothing else is written for customers", () => {
    const message = "Okta did not answer."
    expect(CustomerErrors.of(Errors.make("VendorUnavailable", { message }))).toBe(message)
  })
})
