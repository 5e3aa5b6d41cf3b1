import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Row from "../../src/record/Row.js"
import * as VendorData from "../../src/record/VendorData.js"

/* What a row has beyond the fields that its schema names, and what becomes of that. */

const User = Schema.Struct({
  id: Schema.String,
  name: Row.nullish(Schema.String),
  profile: Row.nullish(Schema.Struct({ mail: Row.nullish(Schema.String) })),
  nics: Row.nullish(Schema.Array(Schema.Struct({ ip: Schema.String }))),
  tags: Row.nullish(Schema.Array(Schema.String)),
  extra: Row.nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
})

const further = (row: unknown, marks?: VendorData.FieldMarks) => VendorData.reader(User.ast, marks)(row, []).fields

describe("the further fields of a row", () => {
  it("are those that the schema does not name, also inside objects and lists that it names", () => {
    expect(
      further({
        id: "u1",
        name: "Ada",
        profile: { mail: "ada@acme.example", room: "12" },
        nics: [{ ip: "10.0.0.1", speed: 10 }, { ip: "10.0.0.2" }],
        tags: ["a"],
        extra: { any: 1 },
        title: "CTO",
        manager: { id: "u2", peers: [{ id: "u3" }] }
      })
    ).toEqual({
      profile: { room: "12" },
      nics: [{ speed: 10 }, null],
      title: "CTO",
      manager: { id: "u2", peers: [{ id: "u3" }] }
    })
  })

  it("are none if the schema names everything, or the rest says nothing", () => {
    expect(further({ id: "u1", name: "Ada" })).toBeNull()
    expect(
      further({ id: "u1", title: null, room: "", manager: {}, groups: [null, ""], profile: { room: "" } })
    ).toBeNull()
    expect(further("u1")).toBeNull()
    expect(further(null)).toBeNull()
  })

  it("keep false, zero and empty lists", () => {
    expect(further({ id: "u1", locked: false, logins: 0, groups: [] })).toEqual({
      locked: false,
      logins: 0,
      groups: []
    })
  })

  it.each([
    [{ api_token: "s3cr3t" }],
    [{ settings: { clientSecret: "s3cr3t", list: [{ password: "s3cr3t" }] } }],
    [{ credentials: { question: "s3cr3t" } }],
    [{ profile: { sessionId: "s3cr3t" } }],
    [{ SSHPrivateKey: "s3cr3t" }]
  ])("have no field whose name says that it holds a secret: %j", (fields) => {
    expect(JSON.stringify(further({ id: "u1", ...fields }) ?? {})).not.toContain("s3cr3t")
  })

  it("keep what cannot be a secret whatever its field is called", () => {
    const fields = {
      passwordChanged: "2024-05-01T08:30:00Z",
      must_change_password: true,
      password_age_days: 3,
      last_password: "2024-05-01"
    }
    expect(further({ id: "u1", ...fields })).toEqual(fields)
  })

  it("lack those that are marked, at any depth and in each item of a list", () => {
    const row = {
      id: "u1",
      pin: "1234",
      links: ["/u1"],
      profile: { room: "12", pin: "1234" },
      keys: [{ pin: "1", id: "k" }]
    }
    const marks = { secret: ["pin", "profile.pin", "keys.pin"], leftOut: { links: "addresses of the vendor's API" } }
    expect(further(row, marks)).toEqual({ profile: { room: "12" }, keys: [{ id: "k" }] })
  })

  it("are those inside the values of a record of structs, too", () => {
    const Host = Schema.Struct({
      policies: Schema.Record({ key: Schema.String, value: Schema.Struct({ id: Schema.String }) })
    })
    const row = { policies: { prevention: { id: "p1", hash: "h" }, remote: { id: "p2", hash: "i", at: 1 } } }
    const read = (marks?: VendorData.FieldMarks) => VendorData.reader(Host.ast, marks)(row, []).fields
    expect(read()).toEqual({ policies: { prevention: { hash: "h" }, remote: { hash: "i", at: 1 } } })
    expect(read({ leftOut: { "policies.*.hash": "changes with the policy" } })).toEqual({
      policies: { remote: { at: 1 } }
    })
    expect(() => Row.decode(Host, { secret: ["policies.remote.id"] })).toThrow(
      "reads the marked field policies.remote.id"
    )
  })

  it("keep a plain value where a mark leaves a field of an object out", () => {
    const row = {
      id: "u1",
      custom_1: "Shed 4",
      custom_2: { self: "/2", value: "b" },
      custom_3: 7,
      custom_4: ["a"],
      custom_5: []
    }
    expect(further(row, { leftOut: { "custom_*.self": "an address of the API" } })).toEqual({
      custom_1: "Shed 4",
      custom_2: { value: "b" },
      custom_3: 7,
      custom_4: ["a"],
      custom_5: []
    })
  })

  it("lack all whose names begin as a mark says, and those with a dot in their name", () => {
    const row = { id: "u1", custom_a: 1, custom_b: { c: 2 }, other: 3, "@odata.type": "#user", "@odata": { type: 4 } }
    const marks = { leftOut: { "custom_*": "another system's", "@odata\\.type": "says nothing" } }
    expect(further(row, marks)).toEqual({ other: 3, "@odata": { type: 4 } })
  })

  it.each(["name", "profile.mail", "tags", "extra.any"])("cannot be marked if the schema reads them: %s", (path) => {
    expect(() => Row.decode(User, { volatile: [path] })).toThrow(`reads the marked field ${path}`)
  })

  it("are not read inside a value that cannot be read, and what a store has there counts as unread", () => {
    const { readable } = Row.decode(User)
    const row = { id: "u1", name: 7, profile: [{ room: "12" }], nics: [{ speed: 10 }], tags: 7, title: "CTO" }
    const read = readable(row)
    if (read._tag === "Failure") throw new Error("nothing can be read")
    expect(VendorData.reader(User.ast)(row, read.success.lost)).toEqual({
      fields: { title: "CTO" },
      unread: ["vendor_data.profile", "vendor_data.nics"],
      volatile: null
    })
  })

  it("follow objects only so deep, and never change what an object inherits", () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ inner }), "end")
    expect(JSON.stringify(further({ id: "u1", deep, kept: 1 }))).toBe('{"kept":1}')
    const row = JSON.parse('{"id":"u1","__proto__":{"isAdmin":true},"kept":1}') as object
    expect(further(row)).toEqual({ kept: 1 })
  })
})

describe("vendor_data", () => {
  it("has what the mapping wrote first, and the further fields beside that", () => {
    expect(
      VendorData.joined({ policy: "a", os: { name: "x" } }, { policy: "b", os: { build: 1 }, room: "12" })
    ).toEqual({
      policy: "a",
      os: { name: "x", build: 1 },
      room: "12"
    })
    expect(VendorData.joined(null, { room: "12" })).toEqual({ room: "12" })
    expect(VendorData.joined({ policy: "a" }, null)).toEqual({ policy: "a" })
  })

  it("has no secret that a mapping passed on inside an object", () => {
    const environment = [
      { Name: "DB_PASSWORD", Value: "x" },
      { Name: "REGION", Value: "eu" }
    ]
    const own = {
      has_password: true,
      details: { environment, apiKey: "x", note: "https://u:p@host.example" },
      tags: ["a"]
    }
    expect(VendorData.joined(own, null)).toEqual({
      has_password: true,
      details: { environment: [{ Name: "DB_PASSWORD" }, { Name: "REGION", Value: "eu" }], note: null },
      tags: ["a"]
    })
  })

  it("keeps what is only about credentials in an object that holds some", () => {
    const credentials = [{ keyId: "k1", secretText: "s3cr3t", hint: "abc", endDateTime: "2030-01-01T00:00:00Z" }]
    const row = { id: "u1", passwordCredentials: credentials, AwsIamAccessKey: { Status: "Active", Owner: "s3cr3t" } }
    const kept = { keyId: "k1", endDateTime: "2030-01-01T00:00:00Z" }
    expect(further(row)).toEqual({ passwordCredentials: [kept], AwsIamAccessKey: { Status: "Active" } })
    const own = VendorData.joined({ details: row }, null) as { readonly details: object }
    expect(own.details).toEqual({ id: "u1", passwordCredentials: [kept], AwsIamAccessKey: { Status: "Active" } })
  })

  it("has fields with the names of what every object inherits", () => {
    expect(VendorData.joined({ policy: "a" }, { constructor: "c", toString: "t" })).toEqual({
      policy: "a",
      constructor: "c",
      toString: "t"
    })
  })

  it.each([
    [{ stats: { count: 1 } }, { stats: { count: null } }],
    [{ stats: { count: 1 } }, {}],
    [{ seen: 1 }, {}],
    [
      { room: "12", nics: [{ seen: 1 }, { ip: "a" }] },
      { room: "12", nics: [null, { ip: "a" }] }
    ],
    [{ nics: [{ seen: 1 }] }, { nics: [{ seen: 2 }] }]
  ])("is the same with %j as with %j, where seen and count are volatile", (one, other) => {
    const { volatile } = VendorData.reader(Schema.Struct({}).ast, { volatile: ["seen", "stats.count", "nics.seen"] })(
      {},
      []
    )
    const settled = (fields: object) => {
      const vendor_data = Object.keys(fields).length === 0 ? null : fields
      return VendorData.settled({ vendor_data, vendor_data_omitted: null }, volatile)
    }
    expect(settled(one)).toEqual(settled(other))
  })

  it("has no volatile field that its mapping wrote under the same name", () => {
    const further = VendorData.reader(User.ast, { volatile: ["status", "seen"] })({ id: "u1", seen: 1 }, [])
    const volatile = VendorData.volatileOf(VendorData.withFurther({ vendor_data: { status: "on" } }, further))
    expect([...(volatile?.fields.keys() ?? [])]).toEqual(["seen"])
  })

  it("is the same if only volatile fields differ", () => {
    const { volatile } = VendorData.reader(User.ast, { volatile: ["seen", "stats.count"] })({}, [])
    const settled = (vendor_data: object) => VendorData.settled({ id: "r", vendor_data }, volatile)
    const one = settled({ seen: 1, room: "12", stats: { count: 1, max: 2 } })
    expect(settled({ stats: { count: 9, max: 2 }, seen: 2, room: "12" })).toEqual(one)
    expect(settled({ room: "13", stats: { max: 2 } })).not.toEqual(one)
  })
})
