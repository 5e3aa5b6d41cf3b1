import { describe, expect, it } from "@effect/vitest"
import { Batch, NormalizedRecord, RecordKind, Result, StoredFields } from "@tributary/core"
import { failureOf, valueOf } from "../Results.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const user = {
  domain: "acme.example",
  email_addr: "ada@acme.example",
  full_name: "Ada",
  name: "ada",
  vendor_id: "u1",
  vendor_status: "ACTIVE",
  vendor_created_at: "2020-01-02T03:04:05Z"
}

const ticket = {
  name: "n",
  status: "OPEN",
  priority: null,
  vendor_id: "t1",
  vendor_attributes: {
    id: "t1",
    vendor: "ACME",
    created_at: null,
    updated_at: null,
    type: null,
    data: null,
    status: null,
    priority: null
  }
}

const record = (kind: RecordKind.Any, draft: Readonly<Record<string, unknown>>) =>
  valueOf(NormalizedRecord.normalize(kind, owner, draft))

describe("NormalizedRecord.normalize, a value that cannot be read", () => {
  it("costs only its nullable field, and is not quoted in the message that says what was expected", () => {
    const { unread, unreadable, value } = record(RecordKind.IdpUser, {
      ...user,
      job_title: "CTO",
      last_login_at: "last Tuesday",
      is_admin: "jawohl"
    })
    expect(value).toMatchObject({ vendor_id: "u1", job_title: "CTO", last_login_at: null, is_admin: null })
    expect(unread).toEqual(["last_login_at", "is_admin"])
    expect(unreadable).toEqual([
      "last_login_at: Expected an ISO 8601 date-time with an offset",
      "is_admin: Expected boolean"
    ])
  })

  it("costs the nearest nullable field, which may be inside an object", () => {
    const attributes = { ...ticket.vendor_attributes, created_at: "2024-13-01T00:00:00Z" }
    const { unread, value } = record(RecordKind.ItsmTicket, { ...ticket, vendor_attributes: attributes })
    expect(unread).toEqual(["vendor_attributes.created_at"])
    expect(value["vendor_attributes"]).toMatchObject({ id: "t1", created_at: null })
    const address = { street: 7, city: "Leeds", state: null, country: null, postal_code: null }
    expect(record(RecordKind.IdpUser, { ...user, address }).unread).toEqual(["address.street"])
    expect(record(RecordKind.IdpUser, { ...user, address: "Mill Lane" }).unread).toEqual(["address"])
  })

  it("keeps the stored value of the field", () => {
    const stored = { ...record(RecordKind.IdpUser, { ...user, last_login_at: "2024-05-01T08:30:00Z" }), isGone: false }
    const next = record(RecordKind.IdpUser, { ...user, last_login_at: "?", job_title: "CEO" })
    expect(StoredFields.keep(RecordKind.IdpUser, next, stored).value).toMatchObject({
      last_login_at: "2024-05-01T08:30:00.000Z",
      job_title: "CEO"
    })
  })

  it("costs the longest nullable fields of a record that is too long", () => {
    const targets = Array.from({ length: 100_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
    const site = { name: "s", vendor_id: "s1", is_enabled: true, is_scheduled: true, scan_targets: targets }
    const { unread, unreadable, value } = record(RecordKind.ScanConfiguration, site)
    expect([unread, unreadable]).toEqual([["scan_targets"], ["scan_targets: Expected a shorter value"]])
    expect(value).toMatchObject({ name: "s", scan_targets: null })
    const rule = "x".repeat(1_100_000)
    const group = { name: "g", vendor_id: "g1", description: "d".repeat(2_000), vendor_data: { kind: "static", rule } }
    expect(record(RecordKind.DeviceGroup, group)).toMatchObject({
      unread: [],
      value: { description: group.description, vendor_data: { kind: "static" }, vendor_data_omitted: ["rule"] }
    })
    const data = { rule }
    const attributes = { ...ticket.vendor_attributes, data }
    const long = record(RecordKind.ItsmTicket, { ...ticket, description: rule, vendor_attributes: attributes })
    expect(long.unread.toSorted()).toEqual(["description", "vendor_attributes.data.rule"])
  })

  it("rejects the row if a required field cannot be read, even if all others can", () => {
    const draft = { ...user, vendor_created_at: "?", last_login_at: "?" }
    const rejected = failureOf(NormalizedRecord.normalize(RecordKind.IdpUser, owner, draft))
    expect(rejected).toMatchObject({
      vendorId: "u1",
      issues: [
        "vendor_created_at: Expected an ISO 8601 date-time with an offset",
        "last_login_at: Expected an ISO 8601 date-time with an offset",
        "last_login_at: Expected null"
      ]
    })
  })
})

describe("Batch.make, values that cannot be read", () => {
  it("counts every value and names each issue once", () => {
    const rows = ["a", "b"].map((id) =>
      Result.succeed({ ...user, vendor_id: id, last_login_at: "?", is_admin: id === "a" ? "?" : null })
    )
    expect(Batch.make(RecordKind.IdpUser, owner, rows)).toMatchObject({
      rejections: [],
      unreadable: 3,
      unreadableIssues: ["last_login_at: Expected an ISO 8601 date-time with an offset", "is_admin: Expected boolean"]
    })
  })
})
