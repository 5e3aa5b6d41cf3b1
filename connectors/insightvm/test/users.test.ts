import { VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { classify } from "../src/errors.js"
import { InsightVmUser, toConfigUser } from "../src/exports/config_users.js"
import { insightvm } from "../src/index.js"
import { replies } from "./fixtures/replies.js"
import { administrator, PASSWORD } from "./fixtures/users.js"

const read = ConnectorTest.run(insightvm, { replies })

const mapped = (row: object) => toConfigUser(Schema.decodeUnknownSync(InsightVmUser)(row))

const { links: _links, ...authentication } = administrator.authentication

describe("InsightVM users", () => {
  it("have every field that InsightVM returns", async () => {
    const { records } = await read
    expect(records["config_user"]?.[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Ada Lovelace",
      email: "ada@acme.example",
      username: "ada",
      vendor_user_id: "1",
      role: "Global Administrator",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: null,
      last_login: null,
      access_data: administrator.role,
      is_deleted: false,
      vendor: "INSIGHTVM",
      vendor_id: "1",
      vendor_data: {
        vendor: "INSIGHTVM",
        enabled: true,
        locked: false,
        authentication,
        locale: { default: "en-US", reports: "en-US" },
        passwordResetOnLogin: false
      },
      vendor_data_omitted: null
    })
  })

  it("are read on every page, whatever the console says of them", async () => {
    const { records } = await read
    const [, locked, sparse] = records["config_user"] ?? []
    expect(locked).toMatchObject({ username: "grace", email: null, role: "Plant", is_admin: false, is_active: false })
    expect(sparse).toMatchObject({
      username: "9",
      name: null,
      role: null,
      is_admin: null,
      is_active: null,
      access_data: null
    })
  })

  it("never have a password, and nobody asks for the key of their second factor", async () => {
    const { records, requests } = await read
    expect(JSON.stringify(records)).not.toContain(PASSWORD)
    expect(requests.filter(({ url }) => url.includes("/2FA"))).toEqual([])
  })

  it.each([401, 403])("fail only their own export type if the console answers %s", async (status) => {
    const refused = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/api/3/users",
      outcome: () => ({ _tag: "Reply" as const, reply: { status } })
    }
    const { stored } = await read
    const report = await ConnectorTest.run(insightvm, { replies, stored, faults: [refused] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures).toMatchObject([
      { data_export_type: "config_users", endpoint: "/api/3/users", health: "UNAUTHORIZED" }
    ])
    expect(report.stored).toEqual(stored)
  })

  it.each([
    ["/api/3/users", 401, "PERMISSION_MISSING"],
    ["/api/3/users", 403, undefined],
    ["/api/3/sites", 401, undefined]
  ])("are the only list whose 401 means a missing permission: %s %s is %s", (endpoint, status, reason) => {
    const error = classify({ endpoint, status, headers: {}, body: null })
    expect(error === null ? undefined : VendorError.reasonOf(error)).toBe(reason)
  })

  it.each([
    [{ enabled: true, locked: null }, { is_active: true }],
    [{ enabled: false, locked: false }, { is_active: false }],
    [{ enabled: null, locked: false }, { is_active: null }],
    [{ enabled: null, locked: true }, { is_active: false }],
    [{ role: { id: "user", name: "User", superuser: false } }, { role: "User", is_admin: false }],
    [{ role: { id: "global-admin" } }, { role: "global-admin", is_admin: true }],
    [{ role: { id: "plant", superuser: true } }, { role: "plant", is_admin: true }],
    [{ role: { name: "Plant" } }, { role: "Plant", is_admin: null }],
    [{ role: null }, { role: null, is_admin: null, access_data: null }],
    [{ login: null }, { username: "ada@acme.example" }],
    [
      { email: "", name: "" },
      { email: null, name: null }
    ]
  ])("with %j are mapped to %j", (row, expected) => {
    expect(mapped({ ...administrator, ...row })).toMatchObject(expected)
  })
})
