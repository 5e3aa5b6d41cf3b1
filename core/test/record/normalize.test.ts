import { describe, expect, it } from "@effect/vitest"
import { NormalizedRecord, RecordKind, Result } from "@tributary/core"
import { Either, FastCheck as fc, ParseResult, Schema } from "effect"
import { describe as describeError } from "../../src/record/safeMessage.js"
import { failureOf, valueOf } from "../Results.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const user = {
  domain: "acme.example",
  email_addr: "ada@acme.example",
  full_name: "Ada",
  name: "ada",
  vendor_id: "u1",
  vendor_status: "ACTIVE",
  vendor_created_at: "2020-01-02T03:04:05+01:00"
}

const itsm = {
  name: "Ada",
  email: null,
  status: "ACTIVE",
  vendor_attributes: { id: "u1", vendor: "ACME", created_at: "0001-01-01T00:00:00Z", updated_at: null, data: null }
}

const finding = {
  title: "Public bucket",
  resource_id: "b1",
  severity: "HIGH",
  vendor_severity: "high",
  status: "NEW",
  vendor_status: "open",
  vendor_id: "f1"
}

const drafted = {
  name: "Close the bucket",
  status: "OPEN",
  vendor_id: "t1",
  vendor_attributes: { ...itsm.vendor_attributes, type: null, status: null, priority: null }
}

const record = (kind: RecordKind.Any, draft: Readonly<Record<string, unknown>>) =>
  valueOf(NormalizedRecord.normalize(kind, owner, draft))

const rejection = (kind: RecordKind.Any, draft: Readonly<Record<string, unknown>>) =>
  failureOf(NormalizedRecord.normalize(kind, owner, draft))

describe("NormalizedRecord.normalize", () => {
  it("assigns id and is_deleted, fills in nulls and writes the fields in the order of the contract", () => {
    const reversed = Object.fromEntries(Object.entries(user).reverse())
    const { id, vendorId, wire, ends } = record(RecordKind.IdpUser, reversed)
    const parsed = JSON.parse(wire) as Record<string, unknown>
    expect(id).toBe(NormalizedRecord.deriveId(owner.connectionId, "idp_user", "u1"))
    expect(vendorId).toBe("u1")
    expect(ends).toBeNull()
    expect(Object.keys(parsed)).toEqual(RecordKind.IdpUser.fields)
    expect(parsed).toMatchObject({
      id,
      is_deleted: false,
      manager: null,
      vendor_created_at: "2020-01-02T02:04:05.000Z"
    })
  })

  it("orders the fields of nested objects as well [contract: address-fields]", () => {
    const address = { postal_code: "1", country: "GB", state: null, city: "Leeds", street: "Mill Lane" }
    const { wire } = record(RecordKind.IdpUser, { ...user, address })
    const parsed = JSON.parse(wire) as { readonly address: object }
    expect(Object.keys(parsed.address)).toEqual(["street", "city", "state", "country", "postal_code"])
  })

  it("assigns the vendor even if the draft names another one [contract: vendor-names]", () => {
    const draft = { name: "g", vendor_id: "1", vendor: "OTHER" }
    expect(record(RecordKind.DeviceGroup, draft).value["vendor"]).toBe("ACME")
  })

  // Ids are derived from these texts, so they must never change.
  const relations: ReadonlyArray<readonly [RecordKind.Any, source: string, target: string, vendorId: string]> = [
    [RecordKind.IdpGroupMembership, "idp_user", "idp_group", '["idp_group-2","idp_user-1"]'],
    [RecordKind.IdpGroupNesting, "idp_group", "idp_group", '["idp_group-2","idp_group-1"]'],
    [RecordKind.IdpApplicationAssignment, "idp_user", "idp_application", '["idp_application-2","idp_user-1"]'],
    [RecordKind.IdpGroupAssignment, "idp_group", "idp_application", '["idp_application-2","idp_group-1"]'],
    [RecordKind.DeviceGroupMember, "device_group", "device", '["device-2","device_group-1"]'],
    [RecordKind.DevicePolicyGroup, "device_policy", "device_group", '["device_group-2","device_policy-1"]'],
    [RecordKind.IdpPolicyUser, "idp_policy", "idp_user", '["idp_user-2","idp_policy-1"]'],
    [RecordKind.IdpPolicyGroup, "idp_policy", "idp_group", '["idp_group-2","idp_policy-1"]'],
    [RecordKind.IdpPolicyApplication, "idp_policy", "idp_application", '["idp_application-2","idp_policy-1"]']
  ]

  it("covers every relation of the table", () => {
    const all = Object.values(RecordKind.table).filter((kind) => kind.relation !== null)
    const names = (kinds: ReadonlyArray<RecordKind.Any>) => kinds.map(({ name }) => name).toSorted()
    expect(names(all)).toEqual(names(relations.map(([kind]) => kind)))
  })

  it.each(relations.map((row) => [row[0].name, ...row] as const))(
    "gives a relation the ids of both of its ends: %s",
    (_, kind, source, target, vendorId) => {
      const { relation } = kind
      const field = (end: RecordKind.RelationEnd | undefined) => end?.field ?? ""
      const { ends, ...made } = record(kind, {
        [field(relation?.source)]: `${source}-1`,
        [field(relation?.target)]: `${target}-2`
      })
      expect(ends).toEqual({
        source: NormalizedRecord.deriveId(owner.connectionId, source, `${source}-1`),
        target: NormalizedRecord.deriveId(owner.connectionId, target, `${target}-2`)
      })
      expect(made.vendorId).toBe(vendorId)
    }
  )

  it("removes null bytes and lone surrogates at any depth, including in keys", () => {
    const draft = {
      ...user,
      full_name: "A\u0000da \ud83d",
      name: "ok \ud83d\ude00",
      vendor_data: { "k\u0000": ["\udc00"] }
    }
    const { wire, value, cleaned } = record(RecordKind.IdpUser, draft)
    expect(cleaned).toBe(true)
    expect(value).toMatchObject({ full_name: "Ada \ufffd", name: "ok \ud83d\ude00", vendor_data: { k: ["\ufffd"] } })
    expect(wire).not.toMatch(/\\u0000|\\ud[89a-f]/i)
    expect(record(RecordKind.IdpUser, user).cleaned).toBe(false)
  })

  it('reads a vendor\'s "never" as null at any depth, if the field is nullable', () => {
    const never = "0001-01-01T00:00:00Z"
    expect(record(RecordKind.IdpUser, { ...user, last_login_at: never }).value["last_login_at"]).toBeNull()
    expect(record(RecordKind.ItsmUser, itsm).value["vendor_attributes"]).toMatchObject({ created_at: null })
    expect(itsm.vendor_attributes.created_at).toBe(never)
    const { value } = record(RecordKind.IdpUser, { ...user, vendor_created_at: never })
    expect(value["vendor_created_at"]).toBe("0001-01-01T00:00:00.000Z")
  })

  it("reads an empty text in an optional field as null at any depth, and keeps it in a required one", () => {
    const address = { street: "", city: " \n", state: "Kent", country: "GB", postal_code: "\u00a0" }
    const draft = {
      ...user,
      domain: "",
      job_title: "",
      department: "  ",
      manager: " Grace ",
      last_login_at: "",
      address
    }
    const { unreadable, value } = record(RecordKind.IdpUser, { ...draft, vendor_data: { kept: "" } })
    expect(value).toMatchObject({
      domain: "",
      job_title: null,
      department: null,
      manager: " Grace ",
      last_login_at: null,
      address: { street: null, city: null, state: "Kent", country: "GB", postal_code: null },
      vendor_data: { kept: "" }
    })
    expect(unreadable).toEqual([])
    expect(address.street).toBe("")
  })

  it("reads an empty text in each object of a list as null, and an empty reference as none", () => {
    const compliance = { standard: "CIS", standard_version: " ", control: "", control_name: "", result: "FAIL" }
    const { value } = record(RecordKind.ComplianceFinding, { ...finding, compliances: [compliance] })
    expect(value["compliances"]).toEqual([
      { standard: "CIS", standard_version: null, control: "", control_name: null, result: "FAIL" }
    ])
    const ticket = { ...drafted, project_id: " ", assigned_user_id: "" }
    expect(record(RecordKind.ItsmTicket, ticket).value).toMatchObject({ project_id: null, assigned_user_id: null })
  })

  it("rejects a record that is too long, keeps its identity and does not quote its text", () => {
    const { vendorId, issues } = rejection(RecordKind.IdpUser, { ...user, full_name: "x".repeat(1_100_000) })
    expect(vendorId).toBe("u1")
    expect(issues).toEqual([`record: Expected at most ${NormalizedRecord.MAX_WIRE_LENGTH} characters of JSON`])
  })

  it("rejects a record with many long fields without measuring each of them again and again", () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, "x".repeat(3_000)]))
    const vendor_attributes = { ...itsm.vendor_attributes, data }
    expect(rejection(RecordKind.ItsmUser, { ...itsm, vendor_attributes }).vendorId).toBe("u1")
  })

  it("names every invalid field at once, without quoting values", () => {
    const { issues } = rejection(RecordKind.IdpUser, {
      ...user,
      domain: 42_424_242,
      vendor_created_at: "born yesterday",
      address: { city: { secret: "planted" } }
    })
    expect(issues).toEqual([
      "domain: Expected string",
      "vendor_created_at: Expected an ISO 8601 date-time with an offset",
      "address.city: Expected string",
      "address.city: Expected null",
      "address: Expected null"
    ])
  })

  it.each([undefined, null, "", 7, {}])("rejects the identity %s", (vendor_id) => {
    const draft = { ...user, vendor_id }
    expect(rejection(RecordKind.IdpUser, draft)).toMatchObject({ vendorId: null })
    expect(rejection(RecordKind.ItsmUser, { ...itsm, vendor_attributes: vendor_id })).toMatchObject({ vendorId: null })
  })

  const kinds = fc.constantFrom(...Object.values(RecordKind.table))
  const valid = { ...user, ...itsm, user_vendor_id: "u", group_vendor_id: "g", types: [] }

  it.prop(
    "never throws, and an accepted record normalizes to itself",
    [kinds, fc.dictionary(fc.constantFrom(...Object.keys(valid), "__proto__", "id"), fc.jsonValue()), fc.boolean()],
    ([kind, changes, isBased]) => {
      const draft: Record<string, unknown> = isBased ? { ...valid, ...changes } : changes
      const result = NormalizedRecord.normalize(kind, owner, draft)
      if (Result.isFailure(result)) {
        expect(result.failure.issues.length).toBeGreaterThan(0)
        return
      }
      const { wire, value, id } = result.success
      expect(JSON.parse(wire)).toEqual(
        JSON.parse(JSON.stringify({ ...Object.fromEntries(kind.fields.map((field) => [field, null])), ...value }))
      )
      expect(record(kind, value).wire).toBe(wire)
      expect(record(kind, value).id).toBe(id)
    }
  )
})

describe("what is wrong with a row", () => {
  const issuesOf = (schema: Schema.Schema<never, never>, value: unknown) => {
    const result = Schema.decodeUnknownEither(schema as unknown as Schema.Schema<unknown>, { errors: "all" })(value)
    return Either.isLeft(result) ? describeError(result.left).join("\n") : ""
  }

  const SECRET = "planted-secret-3f1c9a"
  const cases: ReadonlyArray<readonly [string, Schema.Schema.Any]> = [
    ["a number", Schema.Number],
    ["a number in a text", Schema.NumberFromString],
    ["JSON in a text", Schema.parseJson(Schema.Struct({ a: Schema.String }))],
    ["a literal", Schema.Literal("a", "b")],
    ["a pattern", Schema.String.pipe(Schema.pattern(/^x$/))],
    ["a date", Schema.Date],
    ["an address", Schema.URL],
    [
      "a message that quotes the value",
      Schema.Number.annotations({ message: ({ actual }) => `Expected no ${String(actual)}` })
    ],
    [
      "a transformation that quotes the value",
      Schema.transformOrFail(Schema.String, Schema.String, {
        strict: true,
        decode: (text, _, ast) => ParseResult.fail(new ParseResult.Type(ast, text, `cannot read ${text}`)),
        encode: ParseResult.succeed
      })
    ]
  ]

  it.each(cases)("never shows the value: %s", (_, schema) => {
    for (const value of [SECRET, { field: SECRET }, [SECRET]]) {
      const nested = Schema.Struct({ field: schema as unknown as Schema.Schema<unknown> })
      const said = issuesOf(nested as never, { field: value })
      expect(said).toMatch(/^field/)
      expect(said).not.toContain("planted")
      expect(said).not.toContain("secret-3f1c9a")
    }
  })

  it("names a missing field", () => {
    expect(issuesOf(Schema.Struct({ name: Schema.String }) as never, {})).toBe("name: is missing")
  })
})
