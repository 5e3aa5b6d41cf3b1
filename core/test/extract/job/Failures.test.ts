import { Child, Extractor, Failures, Lookup, Pagination, RecordKind, VendorError } from "@tributary/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const Row = Schema.Struct({ id: Schema.String })
const list = { row: Row, pagination: Pagination.none() }

const groups = Extractor.make({
  ...list,
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  permissions: ["groups.read"],
  lookups: {
    owner: Lookup.of<typeof Row.Type>()({
      ...list,
      endpoint: "/groups/{id}/owner",
      permissions: ["owners.read"],
      isOptional: true,
      fields: ["description"]
    })
  },
  children: [
    Child.of<typeof Row.Type>()({
      ...list,
      record: RecordKind.IdpGroupMembership,
      endpoint: "/groups/{id}/members",
      permissions: ["members.read"],
      toRecord: ({ id }, group) => ({ user_vendor_id: id, group_vendor_id: group.id })
    })
  ],
  toRecord: ({ id }) => ({
    vendor_id: id,
    name: id,
    types: [],
    description: "",
    vendor_created_at: "2026-01-02T03:04:05.000Z"
  })
})

const refused = (endpoint: string) => new VendorError.Unauthorized({ endpoint, status: 403, detail: "answered 403" })

describe("A failure of an extractor", () => {
  it.each([
    ["its list", "/groups", ["idp_group", "idp_group_membership"], ["groups.read"]],
    ["a list below its rows", "/groups/{id}/members", ["idp_group_membership"], ["members.read"]],
    ["a lookup", "/groups/{id}/owner", ["idp_group"], ["owners.read"]],
    [
      "another endpoint, such as that of a token",
      "/oauth/token",
      ["idp_group", "idp_group_membership"],
      ["groups.read", "members.read"]
    ]
  ])(
    "at %s names all records that cannot be read without it, and the permissions that it needs",
    (_, endpoint, kinds, permissions) => {
      expect(Failures.ofError(groups, refused(endpoint), "1970-01-01T00:00:00.000Z")).toEqual([
        {
          reason: "PERMISSION_MISSING",
          data_export_type: "idp",
          endpoint,
          record_kinds: kinds,
          fields: [],
          since: "1970-01-01T00:00:00.000Z",
          detail: "answered 403",
          permissions,
          until: null
        }
      ])
    }
  )

  it("names each export type, with its records, because none of them is read to its end", () => {
    const failures = (endpoint: string) =>
      Failures.ofError(
        { ...groups, kinds: [...groups.kinds, RecordKind.Device, RecordKind.DeviceGroup] },
        refused(endpoint)
      ).map(({ data_export_type, record_kinds }) => [data_export_type, record_kinds])
    expect(failures("/groups")).toEqual([
      ["device_groups", ["device_group"]],
      ["devices", ["device"]],
      ["idp", ["idp_group", "idp_group_membership"]]
    ])
    expect(failures("/groups/{id}/members")).toEqual([
      ["device_groups", ["device_group"]],
      ["devices", ["device"]],
      ["idp", ["idp_group_membership"]]
    ])
  })

  it("says until when the vendor asks the caller to wait", () => {
    const limited = new VendorError.RateLimited({
      endpoint: "/groups",
      status: 429,
      detail: "answered 429",
      retryAfter: null,
      retryAt: 60_000
    })
    expect(Failures.ofError(groups, limited)).toMatchObject([
      { reason: "RATE_LIMITED", until: "1970-01-01T00:01:00.000Z" }
    ])
  })
})

describe("The permissions that credentials have", () => {
  it("are those of the lists that were read, but not those of refused lookups", () => {
    expect(Failures.heldAfter([groups], [])).toEqual(new Set(["groups.read", "owners.read", "members.read"]))
    expect(Failures.heldAfter([groups], ["/groups/{id}/owner"])).toEqual(new Set(["groups.read", "members.read"]))
    expect(Failures.heldAfter([], [])).toEqual(new Set())
  })
})
