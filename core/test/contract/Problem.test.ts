import { describe, expect, it } from "@effect/vitest"
import { Health, Problem, VendorError } from "@tributary/core"
import { Schema } from "effect"

const fields = { endpoint: "/users", status: null, detail: "something happened" }
const fault = { host: "acme.example", reason: "no host has this name" }

const failure = (values: Partial<Problem.Failure> = {}): Problem.Failure => ({
  data_export_type: "idp",
  endpoint: "/users",
  since: "2026-01-02T00:00:00.000Z",
  detail: "something happened",
  reason: "VENDOR_DOWN",
  permissions: [],
  until: null,
  ...values
})

const okta: Problem.Tool = { name: "Okta", docsUrl: "https://example.com/docs" }

describe("the reason of a vendor error", () => {
  it.each([
    [new VendorError.Unauthorized({ ...fields, status: 401 }), "CREDENTIALS_REFUSED"],
    [new VendorError.Unauthorized({ ...fields, status: 403 }), "PERMISSION_MISSING"],
    [new VendorError.Unauthorized({ ...fields, status: 403, isOfCredentials: true }), "CREDENTIALS_REFUSED"],
    [new VendorError.RateLimited({ ...fields, status: 429, retryAfter: null }), "RATE_LIMITED"],
    [new VendorError.ClientError({ ...fields, status: 404 }), "VENDOR_REFUSED"],
    [new VendorError.ServerError({ ...fields, status: 503 }), "VENDOR_DOWN"],
    [new VendorError.ServerError(fields), "VENDOR_DOWN"],
    [new VendorError.ServerError({ ...fields, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.UnreadableAnswer({ ...fields, status: 200 }), "VENDOR_DOWN"],
    [new VendorError.UnreadableAnswer({ ...fields, status: 200, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.BadPayload({ ...fields, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.AnswerTooLarge({ ...fields, status: 200 }), "INTERNAL"],
    [new VendorError.BadPayload({ ...fields, status: 200 }), "INTERNAL"],
    [new VendorError.CheckpointExpired({ ...fields, status: 410 }), "INTERNAL"]
  ] as const)("of %o is %s", (error, reason) => {
    expect(VendorError.reasonOf(error)).toBe(reason)
  })

  it("of an unhealthy job has the same owner as its health, unless it is finer", () => {
    const owners = Object.entries(Problem.reasons).map(([health, reason]) => [
      Health.healthTable[health as Health.HealthName].resolution_owner,
      Problem.table[reason].resolution_owner
    ])
    expect(owners).toHaveLength(Health.precedence.length)
    for (const [ofHealth, ofReason] of owners) expect(ofReason).toBe(ofHealth)
  })
})

describe("Problem.summarize", () => {
  it("makes one problem of all failures with the same reason, since the first of them", () => {
    const problems = Problem.summarize(okta, [
      failure({ reason: "CREDENTIALS_REFUSED", detail: "answered 401" }),
      failure({
        reason: "CREDENTIALS_REFUSED",
        detail: "answered 401",
        data_export_type: "devices",
        endpoint: "/devices",
        since: "2026-01-01T00:00:00.000Z"
      })
    ])
    expect(problems).toMatchObject([
      {
        reason: "CREDENTIALS_REFUSED",
        since: "2026-01-01T00:00:00.000Z",
        affected: [{ data_export_type: "idp" }, { data_export_type: "devices" }]
      }
    ])
  })

  it("names each missing permission by itself, and the data that it is for", () => {
    const lacks = { reason: "PERMISSION_MISSING", detail: "answered 403" } as const
    const problems = Problem.summarize(okta, [
      failure({ ...lacks, permissions: ["okta.users.read"] }),
      failure({ ...lacks, permissions: ["okta.devices.read"], data_export_type: "device_groups" }),
      failure({ ...lacks, permissions: [], data_export_type: "devices" })
    ])
    expect(problems.map(({ customer_message, permissions }) => [permissions, customer_message])).toEqual([
      [["okta.users.read"], "Okta does not let these credentials read idp. Grant them okta.users.read."],
      [["okta.devices.read"], "Okta does not let these credentials read device groups. Grant them okta.devices.read."],
      [[], "Okta does not let these credentials read devices. Check what they may read."]
    ])
  })

  it("says when the vendor allows requests again, and nothing of it for other reasons", () => {
    const until = "2026-01-03T00:00:00.000Z"
    const [limited, down] = Problem.summarize(okta, [
      failure({ until, permissions: ["okta.users.read"] }),
      failure({ reason: "RATE_LIMITED", until })
    ])
    expect(limited).toMatchObject({ reason: "RATE_LIMITED", until, permissions: [] })
    expect(limited?.customer_message).toBe(
      `Okta allows no more requests for now. The data is updated after ${until}; there is nothing that you have to do.`
    )
    expect(down).toMatchObject({ reason: "VENDOR_DOWN", until: null, permissions: [] })
  })

  it("has complete sentences for every reason, with what happened for operators", () => {
    for (const reason of Problem.ProblemReason.literals) {
      const [problem] = Problem.summarize(okta, [failure({ reason, data_export_type: null, endpoint: null })])
      expect(Schema.is(Problem.Problem)(problem)).toBe(true)
      for (const message of [problem?.customer_message, problem?.operator_message]) {
        expect(message).toMatch(/^[A-Z].*\.$/)
        expect(message).not.toMatch(/undefined|null|\(\)/)
      }
      expect(problem?.operator_message).toContain("(something happened)")
      expect(problem?.resolution_owner).toBe(Problem.table[reason].resolution_owner)
    }
  })
})
