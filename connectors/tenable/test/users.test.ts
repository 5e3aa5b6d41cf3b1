import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { TenableUser, toConfigUser } from "../src/exports/config_users.js"
import { tenable } from "../src/index.js"
import { replies } from "./fixtures/replies.js"
import { administrator } from "./fixtures/users.js"

/*
 * Nobody recorded the list of users. Its shape was checked against Tenable's reference (developer.tenable.com/reference/users-list), the copy of
 * its OpenAPI description in api-evangelist/tenable, the types in JupiterOne/graph-tenable-io, and the list that Okta Workflows makes of it
 * (help.okta.com/wf/en-us/content/topics/workflows/connector-reference/tenablevm/actions/listusers.htm).
 */

const read = ConnectorTest.run(tenable, { replies })

const mapped = (row: object) => toConfigUser(Schema.decodeUnknownSync(TenableUser)(row))

describe("Tenable users", () => {
  it("have every field that Tenable returns to an administrator", async () => {
    const { records } = await read
    expect(records["config_user"]?.[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Ada Lovelace",
      email: "ada.lovelace@acme.example",
      username: "ada@acme.example",
      vendor_user_id: "user-1",
      role: "Administrator",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: true,
      last_login: "2024-10-03T06:48:22.779Z",
      access_data: {
        permissions: 64,
        rbac_roles: administrator.rbac_roles,
        group_uuids: administrator.group_uuids,
        ui_permitted: true,
        ui_saml_only: false,
        api_permitted: true
      },
      is_deleted: false,
      vendor: "TENABLE",
      vendor_id: "user-1",
      vendor_data: {
        vendor: "TENABLE",
        id: 2247978,
        type: "local",
        container_uuid: "container-1",
        enabled: true,
        lockout: 0,
        undeletable: true,
        two_factor: { sms_enabled: 1, totp_enabled: null, email_enabled: 0 },
        // A difference in these is no change of the user.
        last_login_attempt: administrator.last_login_attempt,
        last_apikey_access: administrator.last_apikey_access,
        login_fail_count: 0,
        login_fail_total: 5
      },
      vendor_data_omitted: null
    })
  })

  it("are known by login and email address alone if the account is no administrator", async () => {
    const { health, records } = await read
    expect(health.name).toBe("HEALTHY")
    expect(records["config_user"]?.[2]).toMatchObject({
      vendor_id: "user-3",
      username: "linus@acme.example",
      email: "linus@acme.example",
      name: null,
      role: null,
      is_admin: null,
      is_active: null,
      is_mfa_enabled: null,
      last_login: null,
      access_data: null
    })
  })

  it("fail only their own export type if the account may not list them", async () => {
    const refused = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/users",
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 403 } })
    }
    const { stored } = await read
    const report = await ConnectorTest.run(tenable, { replies, stored, faults: [refused] })
    expect(report.failures).toMatchObject([
      { data_export_type: "config_users", endpoint: "/users", health: "UNAUTHORIZED" }
    ])
    expect(report.stored).toEqual(stored)
  })

  it("never have the phone number of their second factor", async () => {
    const { records } = await read
    expect(JSON.stringify(records)).not.toContain(administrator.two_factor.sms_phone)
  })

  const custom = [{ name: "Audit of the plant", uuid: "role-custom" }]
  it.each([
    [{ permissions: 16, rbac_roles: null }, "Basic", false],
    [{ permissions: 24, rbac_roles: null }, "Scan Operator", false],
    [{ permissions: 32, rbac_roles: null }, "Standard", false],
    [{ permissions: 40, rbac_roles: null }, "Scan Manager", false],
    [{ permissions: 64, rbac_roles: null }, "Administrator", true],
    // Read-Only, or a custom role: without the name nobody knows.
    [{ permissions: 0, rbac_roles: null }, null, null],
    [{ permissions: 99, rbac_roles: [] }, null, null],
    [{ permissions: null, rbac_roles: null }, null, null],
    [{ permissions: 0, rbac_roles: [{ name: "Read-Only" }] }, "Read-Only", false],
    [{ permissions: 0, rbac_roles: [{ name: "Administrator" }] }, "Administrator", true],
    [{ permissions: 16, rbac_roles: custom }, "Audit of the plant", null],
    [{ permissions: 64, rbac_roles: custom }, "Audit of the plant", true],
    [{ permissions: 16, rbac_roles: [{ name: "Basic" }, ...custom] }, "Basic, Audit of the plant", null],
    [{ permissions: 40, rbac_roles: [{ name: null, uuid: "role-40" }] }, "Scan Manager", false]
  ])("have with %j the role %s, and are administrators: %s", (access, role, is_admin) => {
    expect(mapped({ ...administrator, ...access })).toMatchObject({ role, is_admin })
  })

  it.each([
    [{ enabled: false, lockout: 0, ui_permitted: true, api_permitted: true }, false],
    [{ enabled: true, lockout: 0, ui_permitted: true, api_permitted: false }, true],
    [{ enabled: true, lockout: 0, ui_permitted: null, api_permitted: null }, true],
    [{ enabled: true, lockout: 1, ui_permitted: true, api_permitted: false }, false],
    [{ enabled: true, lockout: 1, ui_permitted: true, api_permitted: null }, false],
    [{ enabled: true, lockout: 1, ui_permitted: true, api_permitted: true }, true],
    [{ enabled: true, lockout: 0, ui_permitted: false, api_permitted: true }, true],
    [{ enabled: true, lockout: 0, ui_permitted: false, api_permitted: false }, false],
    [{ enabled: null, lockout: 0, ui_permitted: true, api_permitted: true }, null]
  ])("with %j are active: %s", (access, is_active) => {
    expect(mapped({ ...administrator, ...access })).toMatchObject({ is_active })
  })

  it.each([
    [{ two_factor: { sms_enabled: 1 } }, true],
    [{ two_factor: { sms_enabled: true, email_enabled: true } }, true],
    [{ two_factor: { sms_enabled: 0, totp_enabled: true } }, true],
    // It is there only if the user has set it up.
    [{ two_factor: { activated_at: 1_727_938_102_779 } }, true],
    // An email is a further way for the code of an SMS.
    [{ two_factor: { sms_enabled: 0, email_enabled: 1 } }, false],
    [{ two_factor: null }, false],
    [{ two_factor: null, ui_saml_only: true }, null],
    [{ two_factor: null, enabled: null }, null]
  ])("with %j have a second factor: %s", (factors, is_mfa_enabled) => {
    expect(mapped({ ...administrator, ...factors })).toMatchObject({ is_mfa_enabled })
  })

  it.each([
    [{ email: "" }, { email: "ada@acme.example", username: "ada@acme.example" }],
    [
      { email: null, username: "ada" },
      { email: null, username: "ada" }
    ],
    [{ username: null }, { email: "ada.lovelace@acme.example", username: "ada.lovelace@acme.example" }],
    [
      { email: null, username: null, name: "" },
      { email: null, username: "user-1", name: null }
    ],
    [{ lastlogin: 0 }, { last_login: null }],
    [{ lastlogin: null }, { last_login: null }]
  ])("with %j are mapped to %j", (row, expected) => {
    expect(mapped({ ...administrator, ...row })).toMatchObject(expected)
  })
})
