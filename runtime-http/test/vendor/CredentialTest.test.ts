import { expect, it } from "@effect/vitest"
import {
  Also,
  AnswerMemory,
  Child,
  Connector,
  Credentials,
  Extractor,
  Lookup,
  Pagination,
  RecordKind
} from "@tributary/core"
import { Effect, Exit, Fiber, Inspectable, Layer, Redacted, Schema, TestClock } from "effect"
import { describe } from "vitest"
import * as CredentialTest from "../../src/vendor/CredentialTest.js"
import * as VendorSession from "../../src/vendor/VendorSession.js"
import * as FakeVendor from "../sync/FakeVendor.js"

const CONNECTION_ID = "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f"

const layerFor = (answer: (path: string, url: URL) => FakeVendor.Answer) => {
  const vendor = FakeVendor.client(answer)
  const layer = CredentialTest.layer.pipe(Layer.provide(VendorSession.layer), Layer.provide(vendor.layer))
  return { vendor, layer }
}

const sent = { base_url: " fake.example.com/ ", token: `${FakeVendor.SECRET} ` }

const check = (answer: (path: string, url: URL) => FakeVendor.Answer, credentials: unknown = sent) => {
  const { vendor, layer } = layerFor(answer)
  const result = Effect.flatMap(CredentialTest.CredentialTest, (credentialTest) =>
    credentialTest.check(FakeVendor.connector(), credentials)
  ).pipe(Effect.provide(layer))
  return { vendor, result }
}

/** Advances the test clock until the effect has ended; returns how much time passed. */
const elapse = <A, E>(self: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(self)
    let seconds = 0
    while ((yield* Fiber.poll(fiber))._tag === "None") {
      yield* TestClock.adjust("500 millis")
      yield* Effect.yieldNow()
      seconds += 0.5
    }
    return { exit: yield* Fiber.await(fiber), seconds }
  })

describe("CredentialTest.check", () => {
  it.effect("returns the JSON to store: cleaned, and readable by a job", () =>
    Effect.gen(function* () {
      const { vendor, result } = check(() => ({ ok: true }))
      const { credentials, tenant } = yield* result
      expect(tenant).toEqual({ id: "fake.example.com", address: "fake.example.com", further: [] })
      expect(JSON.parse(Redacted.value(credentials))).toEqual({
        base_url: "https://fake.example.com",
        token: FakeVendor.SECRET
      })
      expect(vendor.asked).toEqual(["/check"])
    })
  )

  it.effect("suggests the right field if one is misspelled, and otherwise lists all fields", () =>
    Effect.gen(function* () {
      const issuesOf = (credentials: unknown) =>
        check(() => ({}), credentials).result.pipe(
          Effect.flip,
          Effect.map((error) => (error._tag === "MalformedCredentials" ? error.issues : []))
        )
      const { token, ...address } = sent
      expect(yield* issuesOf({ ...address, tokn: token })).toEqual([
        { path: ["tokn"], message: "Unknown field. Did you mean token? The fields are base_url, token." },
        { path: ["token"], message: "is missing" }
      ])
      expect(yield* issuesOf({ ...sent, colour: "red" })).toEqual([
        { path: ["colour"], message: "Unknown field. The fields are base_url, token." }
      ])
      // The nearest field is there already.
      expect(yield* issuesOf({ ...sent, Token: token })).toEqual([
        { path: ["Token"], message: "Unknown field. Did you mean token? The fields are base_url, token." }
      ])
    })
  )

  it.effect("names the invalid fields, never their values", () =>
    Effect.gen(function* () {
      for (const credentials of [
        { base_url: "https://user:s3cr3t-pw@fake.example.com", token: "wr0ng-t0ken" },
        { base_url: 12345678, token: { deep: "wr0ng-t0ken" } },
        { token: ["wr0ng-t0ken"] },
        { ...sent, extra: "wr0ng-t0ken" },
        "wr0ng-t0ken",
        null
      ]) {
        const error = yield* Effect.flip(check(() => ({}), credentials).result)
        expect(error._tag).toBe("MalformedCredentials")
        const shown = `${Inspectable.toStringUnknown(error)} ${error} ${error.message}`
        for (const value of ["wr0ng-t0ken", "s3cr3t", "12345678"]) expect(shown).not.toContain(value)
      }
      const error = yield* Effect.flip(check(() => ({}), { base_url: "https://fake.example.com", token: "x" }).result)
      expect(error).toMatchObject({ issues: [{ path: ["token"], message: "Expected a valid value for API token" }] })
    })
  )

  it.effect("names the fields of a refused lookup within seconds, even if another lookup does not answer", () =>
    Effect.gen(function* () {
      const about = {
        row: Schema.Struct({ id: Schema.String }),
        pagination: Pagination.none(),
        permissions: ["tags.read"],
        isOptional: true,
        fields: ["description"]
      } as const
      const connector = FakeVendor.connector({
        device_groups: [
          Extractor.make({
            record: RecordKind.DeviceGroup,
            endpoint: "/groups",
            row: Schema.Struct({ id: Schema.String }),
            permissions: ["groups.read"],
            pagination: Pagination.none({ items: "rows" }),
            lookups: {
              owner: Lookup.of<{ readonly id: string }>()({ ...about, endpoint: "/groups/{id}/owner" }),
              tags: Lookup.of<{ readonly id: string }>()({ ...about, endpoint: "/groups/{id}/tags" })
            },
            toRecord: ({ id }) => ({ name: id, vendor_id: id })
          })
        ]
      })
      const { layer } = layerFor((path) => {
        if (path.endsWith("/owner")) return Effect.never
        return path.endsWith("/tags") ? FakeVendor.status(403) : FakeVendor.page(["a"])
      })
      const checked = Effect.flatMap(CredentialTest.CredentialTest, (credentialTest) =>
        credentialTest.check(connector, sent)
      ).pipe(Effect.provide(layer))
      const { exit, seconds } = yield* elapse(checked)
      expect((yield* exit).unreadFields).toMatchObject([
        { endpoint: "/groups/{id}/tags", fields: ["description"], problem: "PERMISSION_MISSING" }
      ])
      expect(seconds).toBeLessThanOrEqual(5)
    })
  )

  it.effect("distinguishes rejected credentials from a vendor that does not answer", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(check(() => FakeVendor.status(401)).result)).toMatchObject({ _tag: "Unauthorized" })
      const failing = check(() => FakeVendor.status(503))
      const failed = yield* elapse(Effect.flip(failing.result))
      expect(failed.exit).toMatchObject(Exit.succeed({ _tag: "ServerError", status: 503 }))
      expect(failing.vendor.asked).toHaveLength(3)
      const silent = yield* elapse(Effect.flip(check(() => Effect.never).result))
      expect(silent.exit).toMatchObject(Exit.succeed({ _tag: "ServerError", status: null }))
      expect(silent.seconds).toBeLessThanOrEqual(15)
    })
  )
})

describe("a rate limit that is used up for minutes", () => {
  const busy = (path: string) => (path === "/check" ? { ok: true } : FakeVendor.limited(600))

  it.effect("is reported at once, without another request, and says when to test again", () =>
    Effect.gen(function* () {
      const { vendor, layer } = layerFor(busy)
      const reports = yield* Effect.flatMap(CredentialTest.CredentialTest, (credentialTest) =>
        Effect.all([
          credentialTest.test(
            FakeVendor.connector({ itsm_users: [FakeVendor.users] }),
            FakeVendor.credentials,
            CONNECTION_ID
          ),
          credentialTest.test(
            FakeVendor.connector({ itsm_users: [FakeVendor.users] }),
            FakeVendor.credentials,
            CONNECTION_ID
          )
        ])
      ).pipe(Effect.provide(layer))
      const report = {
        isValid: false,
        message:
          "Fake allowed no more requests in the last attempt to read users; it allows the next one at 1970-01-01 00:10 UTC. Test again after 1970-01-01 00:10 UTC.",
        problems: [{ health: "RATE_LIMIT_EXCEEDED", until: "1970-01-01T00:10:00.000Z" }]
      }
      expect(reports).toMatchObject([report, report])
      expect(vendor.asked).toEqual(["/users"])
    })
  )

  it.effect("of one customer does not prevent another customer from connecting", () =>
    Effect.gen(function* () {
      const { layer } = layerFor(busy)
      const other = { ...sent, token: `${FakeVendor.SECRET}-of-another` }
      yield* Effect.gen(function* () {
        const credentialTest = yield* CredentialTest.CredentialTest
        yield* credentialTest.test(FakeVendor.connector(), FakeVendor.credentials, CONNECTION_ID)
        expect(yield* Effect.flip(credentialTest.check(FakeVendor.connector(), sent))).toMatchObject({
          _tag: "RateLimited",
          retryAt: 600_000
        })
        yield* credentialTest.check(FakeVendor.connector(), other)
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("CredentialTest.test", () => {
  const test = (answer: (path: string, url: URL) => FakeVendor.Answer, connector = FakeVendor.connector()) =>
    Effect.flatMap(CredentialTest.CredentialTest, (credentialTest) =>
      credentialTest.test(connector, FakeVendor.credentials, CONNECTION_ID)
    ).pipe(Effect.provide(layerFor(answer).layer))

  it.effect("reports which export types can be read and which permission is missing [contract: connection-test]", () =>
    Effect.gen(function* () {
      const report = yield* test((path) => (path === "/groups" ? FakeVendor.status(403) : FakeVendor.page(["a"], "2")))
      const message = "Fake lets this connection sign in, but not read device groups. Grant it groups.read."
      expect(report).toMatchObject({
        isValid: false,
        message,
        dataExportTypes: [
          {
            dataExportType: "device_groups",
            isValid: false,
            message,
            unreadFields: []
          },
          {
            dataExportType: "itsm_users",
            isValid: true,
            message: "The credentials can read this data.",
            unreadFields: []
          }
        ],
        problems: [{ health: "UNAUTHORIZED", reason: "PERMISSION_MISSING", permissions: ["groups.read"] }]
      })
    })
  )

  it.effect("asks once for a list that fills two export types, and reports on each of them", () =>
    Effect.gen(function* () {
      const note = Lookup.of<{ readonly id: string }>()({
        endpoint: "/assets/{id}/note",
        row: Schema.Struct({ id: Schema.String }),
        pagination: Pagination.none(),
        permissions: ["notes.read"],
        isOptional: true,
        fields: ["description"]
      })
      const assets = Extractor.make({
        record: RecordKind.Resource,
        endpoint: "/assets",
        row: Schema.Struct({ id: Schema.String }),
        pagination: Pagination.none(),
        permissions: ["assets.read"],
        also: [
          Also.of<{ readonly id: string }>()({
            record: RecordKind.DeviceGroup,
            lookups: { note },
            toRecord: ({ id }, { note }) => ({ name: id, description: note?.[0]?.id ?? null, vendor_id: id })
          })
        ],
        toRecord: ({ id }) => ({ name: id, type: "asset", vendor_id: id })
      })
      const connector = FakeVendor.connector({ device_groups: [assets], resources: [assets] })
      const asked: Array<string> = []
      const reportOf = (refused: string) =>
        test((path) => {
          asked.push(path)
          return path.endsWith(refused) ? FakeVendor.status(403) : [{ id: "a" }]
        }, connector)
      expect((yield* reportOf("/note")).dataExportTypes).toMatchObject([
        {
          dataExportType: "device_groups",
          isValid: true,
          message: expect.stringContaining("but not every field"),
          unreadFields: [{ fields: ["description"] }]
        },
        { dataExportType: "resources", isValid: true, message: "The credentials can read this data.", unreadFields: [] }
      ])
      expect(asked).toEqual(["/assets", "/assets/a/note"])
      const { dataExportTypes, problems } = yield* reportOf("/assets")
      expect(dataExportTypes.map(({ isValid }) => isValid)).toEqual([false, false])
      expect(problems).toMatchObject([
        {
          permissions: ["assets.read"],
          affected: [{ data_export_type: "device_groups" }, { data_export_type: "resources" }]
        }
      ])
    })
  )

  it.effect.each([400, 401, 403])(
    "says that the vendor rejected the credentials when the token endpoint answers %s",
    (status) =>
      Effect.gen(function* () {
        const baseUrl = "https://fake.example.com"
        const tokens = Connector.make({
          ...FakeVendor.connector(),
          http: () => ({ baseUrl, auth: { url: `${baseUrl}/oauth/token`, form: {} } })
        })
        const { dataExportTypes } = yield* test(
          (path) => (path === "/oauth/token" ? FakeVendor.status(status) : FakeVendor.page(["a"])),
          tokens
        )
        const message = "Fake does not accept the credentials of this connection. Enter valid ones."
        expect(dataExportTypes.map((each) => each.message)).toEqual([message, message])
      })
  )

  it.effect.each([
    [401, "Fake does not accept the credentials of this connection. Enter valid ones."],
    [404, "Fake rejected a request for device groups. The operator of this service has to look into it."],
    [429, "Fake allowed no more requests in the last attempt to read device groups. Test again later."],
    [503, "Fake did not answer as it should in the last attempt to read device groups. Test again later."]
  ] as const)("says what to do when a list answers %s", ([status, message]) =>
    Effect.gen(function* () {
      const fiber = yield* elapse(
        test((path) => (path === "/groups" ? FakeVendor.status(status) : FakeVendor.page(["a"])))
      )
      const report = yield* fiber.exit
      expect(report.message).toBe(message)
      expect(report.dataExportTypes.map((each) => each.message)).toEqual([
        message,
        "The credentials can read this data."
      ])
    })
  )

  const directory = FakeVendor.connector({
    idp: [
      Extractor.make({
        record: RecordKind.IdpGroup,
        endpoint: "/groups",
        row: FakeVendor.Row,
        permissions: ["groups.read"],
        pagination: Pagination.none({ items: "rows" }),
        children: [
          Child.of<typeof FakeVendor.Row.Type>()({
            record: RecordKind.IdpGroupMembership,
            endpoint: "/groups/{id}/members",
            row: FakeVendor.Row,
            permissions: ["members.read"],
            pagination: Pagination.none({ items: "rows" }),
            toRecord: ({ id }, group) => ({ user_vendor_id: id, group_vendor_id: group.id })
          })
        ],
        toRecord: ({ id, name }) => ({
          vendor_id: id,
          name,
          types: [],
          description: "",
          vendor_created_at: "2026-01-02T03:04:05.000Z",
          last_membership_updated_at: null,
          last_updated_at: null
        })
      }),
      Extractor.make({
        record: RecordKind.IdpApplication,
        endpoint: "/apps",
        row: FakeVendor.Row,
        permissions: ["apps.read"],
        pagination: Pagination.none({ items: "rows" }),
        toRecord: ({ id, name }) => ({
          vendor_id: id,
          name,
          labels: null,
          vendor_status: "ACTIVE",
          vendor_created_at: "2026-01-02T03:04:05.000Z",
          last_updated_at: null
        })
      })
    ]
  })

  it.effect.each([
    ["/groups", "read groups and members of groups. Grant it groups.read."],
    ["/groups/a/members", "read members of groups. Grant it members.read."],
    ["/apps", "read applications. Grant it apps.read."]
  ] as const)("names the records of an export type that a 403 of %s hides", ([prefix, message]) =>
    Effect.gen(function* () {
      const report = yield* test(
        (path) => (path.startsWith(prefix) ? FakeVendor.status(403) : FakeVendor.page(["a"])),
        directory
      )
      const accepted = "Fake lets this connection sign in, but not"
      expect(report).toMatchObject({ isValid: false, message: `${accepted} ${message}` })
    })
  )

  it.effect("says only once what is wrong with several lists", () =>
    Effect.gen(function* () {
      const { dataExportTypes } = yield* test(() => FakeVendor.status(401), directory)
      expect(dataExportTypes[0]?.message).toBe(
        "Fake does not accept the credentials of this connection. Enter valid ones."
      )
    })
  )

  const tags = Lookup.of<{ readonly id: string }>()({
    endpoint: "/groups/{id}/tags",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: ["tags.read"],
    isOptional: true,
    fields: ["description"]
  })
  const tagged = FakeVendor.connector({
    device_groups: [
      Extractor.make({
        record: RecordKind.DeviceGroup,
        endpoint: "/groups",
        row: Schema.Struct({ id: Schema.String }),
        permissions: ["groups.read"],
        pagination: Pagination.none({ items: "rows" }),
        lookups: { tags },
        toRecord: ({ id }) => ({ name: id, vendor_id: id })
      })
    ]
  })

  it.effect.each([
    [
      403,
      "answered 403",
      "Fake lets this connection sign in, but not read description of device groups. Grant it tags.read."
    ],
    [
      404,
      "answered 404 to GET https://fake.example.com/groups/{id}/tags",
      "Fake rejected a request for description of device groups. The operator of this service has to look into it."
    ]
  ] as const)("names the fields that an optional lookup would fill, if it answers %s", ([status, reason, sentence]) =>
    Effect.gen(function* () {
      const report = yield* test(
        (path) => (path === "/groups" ? FakeVendor.page(["a"]) : FakeVendor.status(status)),
        tagged
      )
      const endpoint = "/groups/{id}/tags"
      expect(report).toMatchObject({
        isValid: true,
        dataExportTypes: [
          {
            message: `The credentials can read this data, but not every field. ${sentence}`,
            unreadFields: [{ fields: ["description"], endpoint, permissions: ["tags.read"], reason }]
          }
        ]
      })
    })
  )

  it.effect("names the list that did not answer in time", () =>
    Effect.gen(function* () {
      const { exit } = yield* elapse(
        test((path) => (path === "/groups" ? FakeVendor.page(["a"]) : Effect.never), tagged)
      )
      const report = yield* exit
      expect(report.problems[0]?.operator_message).toContain("/groups/{id}/tags: did not answer in time")
    })
  )

  it.effect("reads one page of each list", () =>
    Effect.gen(function* () {
      const { vendor, layer } = layerFor(() => FakeVendor.page(["a"], "2"))
      const report = yield* Effect.flatMap(CredentialTest.CredentialTest, (credentialTest) =>
        credentialTest.test(FakeVendor.connector(), FakeVendor.credentials, CONNECTION_ID)
      ).pipe(Effect.provide(layer))
      expect(report.isValid).toBe(true)
      expect([...vendor.asked].sort()).toEqual(["/groups", "/users"])
    })
  )

  it.effect("finishes within the time limit when the vendor does not answer", () =>
    Effect.gen(function* () {
      const { exit, seconds } = yield* elapse(test(() => Effect.never))
      expect(exit).toMatchObject(Exit.succeed({ isValid: false }))
      expect(seconds).toBeLessThanOrEqual(15)
    })
  )

  const MIB = 1_048_576
  const long = Array.from({ length: 6_000 }, (_, index) => `${index}${"x".repeat(900)}`)

  /** A test of a vendor with long pages; the clock stands still, so that it ends only if it waits for nothing. */
  const testLong = (memory: AnswerMemory.AnswerMemory["Type"]) =>
    Effect.provideService(
      test(() => FakeVendor.page(long)),
      AnswerMemory.AnswerMemory,
      memory
    )

  it.effect("reads long pages while jobs hold all memory for pages", () =>
    Effect.gen(function* () {
      const memory = AnswerMemory.make(256 * MIB)
      memory("").pages.keep(64 * MIB, new AnswerMemory.Held())
      expect(yield* testLong(memory)).toMatchObject({ isValid: true, problems: [] })
    })
  )

  it.effect("says that this server is busy, and not that the vendor did not answer, if there is no memory", () =>
    Effect.gen(function* () {
      const full = { take: () => Effect.fail("this server is busy"), takeNow: () => false, keep: () => undefined }
      const report = yield* testLong(() => ({ pages: full, others: full }))
      expect(report).toMatchObject({ isValid: false, problems: [{ reason: "INTERNAL" }] })
      expect(report.problems[0]?.operator_message).toContain("this server is busy")
    })
  )

  it.effect("rejects stored credentials that no longer match the connector", () =>
    Effect.gen(function* () {
      const changed = Connector.make({
        ...FakeVendor.connector(),
        credentials: Schema.Struct({ region: Credentials.text({ title: "Region", help: "" }) }),
        http: () => ({ baseUrl: "https://fake.example.com" })
      })
      expect(yield* Effect.flip(test(() => FakeVendor.page([]), changed))).toMatchObject({
        _tag: "MalformedCredentials",
        issues: [{ path: ["region"] }]
      })
    })
  )
})
