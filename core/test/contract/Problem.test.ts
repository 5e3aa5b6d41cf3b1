import { describe, expect, it } from "@effect/vitest"
import { Health, HeldBackProblem, NormalizedRecord, Problem, RecordKind, VendorError } from "@tributary/core"
import { Schema } from "effect"

const fields = { endpoint: "/users", status: null, detail: "something happened" }
const fault = { host: "acme.example", reason: "no host has this name" }

const failure = (values: Partial<Problem.Failure> = {}): Problem.Failure => ({
  data_export_type: "idp",
  endpoint: "/users",
  record_kinds: ["idp_user"],
  fields: [],
  since: "2026-01-02T00:00:00.000Z",
  detail: "something happened",
  reason: "VENDOR_DOWN",
  permissions: [],
  until: null,
  ...values
})

const okta: Problem.Tool = { name: "Okta", docsUrl: "https://example.com/docs" }
const tomorrow: Problem.NextAttempt = { when: "AT", instant: "2026-01-03T04:05:06.789Z" }

const summarize = (
  failures: ReadonlyArray<Problem.Failure>,
  attempt: Problem.NextAttempt = tomorrow,
  ...held: ReadonlyArray<string>
) =>
  Problem.summarize(okta, failures, { attempt, held: new Set(held) }, (key) =>
    NormalizedRecord.deriveId("6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", "problem", key)
  )
const explain = (values: Partial<Problem.Failure>, attempt: Problem.NextAttempt = tomorrow) =>
  summarize([failure(values)], attempt)[0]

describe("the reason of a vendor error", () => {
  it.each([
    [new VendorError.Unauthorized({ ...fields, status: 401 }), "CREDENTIALS_REFUSED"],
    [new VendorError.Unauthorized({ ...fields, status: 403 }), "PERMISSION_MISSING"],
    [new VendorError.Unauthorized({ ...fields, status: 403, isOfCredentials: true }), "CREDENTIALS_REFUSED"],
    [new VendorError.Unauthorized({ ...fields, consent: "REQUIRED" }), "CONSENT_REQUIRED"],
    [new VendorError.Unauthorized({ ...fields, isOfCredentials: true, consent: "ENDED" }), "CONSENT_ENDED"],
    [VendorError.ofConsent(new VendorError.Unauthorized({ ...fields, status: 401 })), "CONSENT_ENDED"],
    [VendorError.ofConsent(new VendorError.Unauthorized({ ...fields, status: 403 })), "PERMISSION_MISSING"],
    [VendorError.ofConsent(new VendorError.Unauthorized({ ...fields, consent: "REQUIRED" })), "CONSENT_REQUIRED"],
    [VendorError.ofConsent(new VendorError.ServerError({ ...fields, status: 503 })), "VENDOR_DOWN"],
    [new VendorError.RateLimited({ ...fields, status: 429, retryAfter: null }), "RATE_LIMITED"],
    [new VendorError.ClientError({ ...fields, status: 404 }), "VENDOR_REFUSED"],
    [new VendorError.ServerError({ ...fields, status: 503 }), "VENDOR_DOWN"],
    [new VendorError.ServerError(fields), "VENDOR_DOWN"],
    [new VendorError.ServerError({ ...fields, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.UnreadableAnswer({ ...fields, status: 200 }), "VENDOR_DOWN"],
    [new VendorError.UnreadableAnswer({ ...fields, status: 200, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.BadPayload({ ...fields, addressFault: fault }), "ADDRESS_INVALID"],
    [new VendorError.Unauthorized({ ...fields, status: 403, isOfPlan: true }), "NOT_IN_PLAN"],
    [new VendorError.AnswerTooLarge({ ...fields, status: 200 }), "VENDOR_DOWN"],
    [new VendorError.IncompleteList({ ...fields, status: 200 }), "INCOMPLETE"],
    [new VendorError.BadPayload({ ...fields, status: 200 }), "INTERNAL"],
    [new VendorError.CheckpointExpired({ ...fields, status: 410 }), "INTERNAL"]
  ] as const)("of %o is %s", (error, reason) => {
    expect(VendorError.reasonOf(error)).toBe(reason)
  })

  it("gives every unhealthy health at least one reason with the same owner", () => {
    const found = Problem.ProblemReason.literals.map((reason) => Problem.table[reason].health)
    expect(new Set(found)).toEqual(new Set([...Health.precedence, "HEALTHY"]))
    for (const reason of Problem.ProblemReason.literals) {
      const { health } = Problem.table[reason]
      if (health !== "HEALTHY") expect(Problem.ownerOf(reason)).toBe(Health.healthTable[health].resolution_owner)
    }
    expect(Problem.ownerOf("CONSENT_REQUIRED")).toBe("CUSTOMER")
  })
})

describe("Problem.summarize", () => {
  it("makes one problem of all failures with the same reason, dated to the first of them", () => {
    const problems = summarize([
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

  it("keeps the id of a problem whatever else changes, and gives different problems different ids", () => {
    const idsOf = (failures: ReadonlyArray<Problem.Failure>, attempt?: Problem.NextAttempt) =>
      summarize(failures, attempt).map(({ id }) => id)
    const first = idsOf([failure({ detail: "answered 502" })])
    const later = failure({ detail: "answered 503", data_export_type: "devices", since: "2026-01-05T00:00:00.000Z" })
    expect(idsOf([failure(), later], { when: "RUNNING" })).toEqual(first)
    expect(idsOf([later])).toEqual(first)
    const lacks = { reason: "PERMISSION_MISSING", permissions: ["users.read"] } as const
    const all = idsOf([
      failure(),
      failure({ reason: "TIMEOUT" }),
      failure(lacks),
      failure({ ...lacks, permissions: ["groups.read"] }),
      failure({ ...lacks, fields: ["is_admin"] })
    ])
    expect(new Set(all).size).toBe(5)
  })

  it("names each missing permission separately, and the records that it is for in plain words", () => {
    const lacks = { reason: "PERMISSION_MISSING", detail: "answered 403" } as const
    const problems = summarize([
      failure({ ...lacks, permissions: ["okta.users.read"] }),
      failure({ ...lacks, permissions: ["okta.groups.read"], record_kinds: ["idp_group"] }),
      failure({ ...lacks, permissions: ["okta.groups.read"], record_kinds: ["idp_group_membership"] }),
      failure({ ...lacks, permissions: [], record_kinds: ["idp_application"] })
    ])
    expect(problems.map(({ customer_message, permissions }) => [permissions, customer_message])).toEqual([
      [["okta.users.read"], "Okta lets this connection sign in, but not read users. Grant it okta.users.read."],
      [
        ["okta.groups.read"],
        "Okta lets this connection sign in, but not read groups and members of groups. Grant it okta.groups.read."
      ],
      [[], "Okta lets this connection sign in, but not read applications. Check what it may read."]
    ])
  })

  it("has a name for the records of every kind", () => {
    for (const record_kind of Object.keys(RecordKind.table)) {
      const held = { record_kind, count: 2, reason: "LARGE_SHARE", held_since: "2026-01-01T00:00:00.000Z" } as const
      const vague = `2 ${record_kind.replaceAll("_", " ")},`
      expect(HeldBackProblem.explain("Okta", held).customer_message).not.toContain(vague)
    }
  })

  it("names affected fields separately from lists that need the same permission", () => {
    const lacks = { reason: "PERMISSION_MISSING", permissions: ["okta.roles.read"] } as const
    const [whole, partial] = summarize([failure(lacks), failure({ ...lacks, fields: ["is_admin", "roles"] })])
    expect(whole?.customer_message).toBe(
      "Okta lets this connection sign in, but not read users. Grant it okta.roles.read."
    )
    expect(partial).toMatchObject({
      resolution_owner: "CUSTOMER",
      customer_message:
        "Okta lets this connection sign in, but not read is_admin and roles of users. Grant it okta.roles.read.",
      operator_message:
        "Okta accepts the credentials, but refused is_admin and roles of users (/users: something happened). The customer must grant them okta.roles.read. Everything else is read. The next job, at 2026-01-03T04:05:06.789Z, then reads this; POST .../sync reads it at once.",
      affected: [{ record_kinds: ["idp_user"], fields: ["is_admin", "roles"] }]
    })
  })

  it("does not ask for permissions that the credentials have, and keeps the id once they are known", () => {
    const lacks = failure({ reason: "PERMISSION_MISSING", permissions: ["users.read", "factors.read"] })
    const first = summarize([lacks])
    const later = summarize([lacks], tomorrow, "users.read")
    const last = summarize([lacks], tomorrow, "users.read", "factors.read")
    expect([first, later, last].map(([problem]) => [problem?.permissions, problem?.customer_message])).toEqual(
      [
        [["users.read", "factors.read"], "Grant it users.read and factors.read."],
        [["factors.read"], "Grant it factors.read."],
        [[], "Check what it may read."]
      ].map(([permissions, advice]) => [
        permissions,
        `Okta lets this connection sign in, but not read users. ${advice}`
      ])
    )
    expect(new Set([...first, ...later, ...last].map(({ id }) => id)).size).toBe(1)
  })

  it("says that a problem of fields alone leaves the connection healthy, and gives it an id of its own", () => {
    const refused = { reason: "VENDOR_REFUSED", detail: "answered 404" } as const
    const [whole, partial] = summarize([failure(refused), failure({ ...refused, fields: ["is_admin"] })])
    expect(whole).toMatchObject({ health: "VENDOR_CLIENT_ERROR", resolution_owner: "SERVICE" })
    expect(partial).toMatchObject({
      health: "HEALTHY",
      resolution_owner: "SERVICE",
      customer_message:
        "Okta rejected a request for is_admin of users. The operator of this service has to look into it.",
      operator_message: expect.stringContaining("Everything else is read.")
    })
    expect(partial?.id).not.toBe(whole?.id)
  })

  it("says when the vendor allows requests again if the reason is a rate limit, and not for other reasons", () => {
    const until = "2026-01-03T00:00:00.000Z"
    const [limited, down] = summarize([
      failure({ until, permissions: ["okta.users.read"] }),
      failure({ reason: "RATE_LIMITED", until })
    ])
    expect(limited).toMatchObject({ reason: "RATE_LIMITED", until, permissions: [] })
    expect(limited?.customer_message).toBe(
      "Okta allowed no more requests in the last attempt to read users; it allows the next one at 2026-01-03 00:00 UTC. The next attempt is at 2026-01-03 04:05 UTC. There is nothing that you have to do."
    )
    expect(down).toMatchObject({ reason: "VENDOR_DOWN", until: null, permissions: [] })
  })

  it.each([
    [tomorrow, "The next attempt is at 2026-01-03 04:05 UTC.", "The next attempt is at 2026-01-03T04:05:06.789Z."],
    [{ when: "DUE" }, "The next attempt is due now.", "The next attempt is due now."],
    [{ when: "RUNNING" }, "A job is running now", "A job is running now"],
    [{ when: "UNKNOWN" }, "in the last attempt to read users. There is", "look for an outage of Okta."]
  ] as ReadonlyArray<[Problem.NextAttempt, string, string]>)(
    "announces the next attempt as it is planned: %o",
    (attempt, customer, operator) => {
      const problem = explain({}, attempt)
      expect(problem?.customer_message).toContain(customer)
      expect(problem?.operator_message).toContain(operator)
    }
  )

  it("says when a permission that is granted takes effect", () => {
    expect(explain({ reason: "PERMISSION_MISSING" })?.operator_message).toContain(
      "The next job, at 2026-01-03T04:05:06.789Z, then reads this; POST .../sync reads it at once."
    )
  })

  it.each(Problem.ProblemReason.literals)("announces no attempt for a paused connection with %s", (reason) => {
    const problem = explain({ reason }, { when: "PAUSED" })
    for (const message of [problem?.customer_message, problem?.operator_message]) {
      expect(message).toMatch(/[.] The connection is paused; nothing is read until it is resumed[.]$/)
      expect(message).not.toMatch(/next attempt|next job|at once|nothing that you/)
    }
  })

  it("writes complete sentences for every reason, and tells operators what happened", () => {
    for (const reason of Problem.ProblemReason.literals) {
      const problem = explain({ reason, data_export_type: null, endpoint: null, record_kinds: [] })
      expect(Schema.is(Problem.Problem)(problem)).toBe(true)
      for (const message of [problem?.customer_message, problem?.operator_message]) {
        expect(message).toMatch(/^[A-Z].*\.$/)
        expect(message).not.toMatch(/undefined|null|\(\)/)
      }
      expect(problem?.operator_message).toContain("(something happened)")
      expect(problem?.resolution_owner).toBe(Problem.ownerOf(reason))
    }
  })
})

describe("Problem.sentence", () => {
  it.each([
    [
      { reason: "CREDENTIALS_REFUSED", detail: "answered 401" },
      "Okta refused the credentials (/users: answered 401). Check that they are valid, and that the connector sends them as Okta expects."
    ],
    [
      { reason: "PERMISSION_MISSING", detail: "answered 403", permissions: ["users.read"] },
      "Okta accepts the credentials, but refused users (/users: answered 403). Grant them users.read."
    ],
    [
      { reason: "RATE_LIMITED", detail: "answered 429", until: "2026-01-03T04:05:06.000Z" },
      "The rate limit of Okta is used up (/users: answered 429). Try again after 2026-01-03T04:05:06.000Z."
    ],
    [
      { reason: "INTERNAL", detail: "the page repeats" },
      "The connector could not read users from what Okta sent (/users: the page repeats). Compare its row schema, its pagination and its hosts with the answer."
    ]
  ] as const)("tells the author of a connector what to look at: %j", (values, sentence) => {
    expect(Problem.sentence("author", okta, [failure(values)])).toBe(sentence)
  })

  it("names the endpoint and what to do in every sentence for an author", () => {
    for (const reason of Problem.ProblemReason.literals) {
      expect(Problem.sentence("author", okta, [failure({ reason })])).toMatch(/\/users: something happened\)\. \S.*\.$/)
    }
  })
})
