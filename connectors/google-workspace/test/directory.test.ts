import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { toIdpUser } from "../src/exports/idp.users.js"
import { googleWorkspace } from "../src/index.js"
import { ada, bare, directory } from "./fixtures/directory.js"
import { replies } from "./fixtures/replies.js"

/*
 * Nobody recorded these lists for this connector. Their shapes were checked against Google's reference of each resource, Google's generated client
 * for Node.js (googleapis), and answers that others published: of users and members SGNL's adapter for Google Workspace, of devices Cortex
 * XSOAR's integration for G Suite Admin, of tokens and empty lists the tests of several tools that read them.
 */

const whole = ConnectorTest.run(googleWorkspace, { replies })

const recordsOf = async (kind: string) => (await whole).records[kind] ?? []

describe("Google Workspace users", () => {
  it("have every field that the Directory API provides", async () => {
    const [first] = await recordsOf("idp_user")
    expect(first).toEqual({
      id: expect.any(String),
      domain: "acme.example",
      email_addr: "ada@acme.example",
      full_name: "Ada Rivers",
      name: "ada@acme.example",
      vendor_id: "100000000000000000001",
      vendor_status: "ACTIVE",
      vendor_created_at: "2024-05-02T08:30:00.000Z",
      activated_at: null,
      last_status_changed_at: null,
      last_login_at: "2024-05-20T08:30:00.000Z",
      last_updated_at: null,
      last_password_changed_at: null,
      is_deleted: false,
      is_mfa_enabled: true,
      is_admin: true,
      user_type: null,
      employee_id: "E-1",
      job_title: "Engineer",
      department: "Research",
      manager: "grace@acme.example",
      address: {
        street: "1 Mill Lane",
        city: "Leeds",
        state: "West Yorkshire",
        country: "GB",
        postal_code: "LS1 1AA"
      },
      vendor_data: {
        vendor: "GOOGLE_WORKSPACE",
        is_super_admin: true,
        is_delegated_admin: false,
        is_suspended: false,
        is_archived: false,
        agreedToTerms: true,
        changePasswordAtNextLogin: false,
        customerId: "C046psxkn",
        emails: [{ address: "ada@acme.example", primary: true }],
        externalIds: expect.any(Array),
        addresses: [{ type: "work" }],
        includeInGlobalAddressList: true,
        isEnforcedIn2Sv: true,
        isMailboxSetup: true,
        orgUnitPath: "/Research"
      },
      vendor_data_omitted: null
    })
  })

  it("are admins with a delegated role, and have no last sign-in if they never signed in", async () => {
    const [, second] = await recordsOf("idp_user")
    expect(second).toMatchObject({
      is_admin: true,
      last_login_at: null,
      is_mfa_enabled: false,
      full_name: "Grace Lake"
    })
  })

  it("leave null what Google does not say", async () => {
    const [, , third] = await recordsOf("idp_user")
    expect(third).toMatchObject({
      full_name: "tool@acme.example",
      vendor_created_at: "1970-01-01T00:00:00.000Z",
      is_admin: null,
      is_mfa_enabled: null,
      employee_id: null,
      address: null
    })
  })

  it.each([
    [{ suspended: true, archived: false }, "SUSPENDED"],
    [{ suspended: true, archived: true }, "ARCHIVED"],
    [{ suspended: null, archived: null }, "ACTIVE"]
  ])("with %j are %s", (flags, vendor_status) => {
    const nothing = { name: null, externalIds: null, relations: null, organizations: null, addresses: null }
    const user = { ...ada, ...nothing, ...flags }
    expect(toIdpUser(user).vendor_status).toBe(vendor_status)
  })

  it("never keep what recovers an account", async () => {
    expect(JSON.stringify((await whole).records)).not.toMatch(/ada@home\.example|\+441130000000/)
  })

  it("of another account fail the export, and nothing of the page is stored", async () => {
    const page = { body: { kind: "admin#directory#users", users: [{ ...bare, id: "foreign", customerId: "C0other" }] } }
    const changed = { ...replies, "GET /admin/directory/v1/users?pageToken=u2": page }
    const { failures, records } = await ConnectorTest.run(googleWorkspace, { replies: changed })
    expect(failures).toMatchObject([{ endpoint: "/admin/directory/v1/users", health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(records)).not.toContain("foreign")
  })
})

describe("Google Workspace groups", () => {
  it("have a name, or else an address", async () => {
    expect(await recordsOf("idp_group")).toMatchObject([
      { name: "Research", description: "Everyone in Research", types: [] },
      { name: "sales@acme.example", description: "" },
      { name: "Empty" }
    ])
  })

  it("have users as members and groups as nested groups, and no account", async () => {
    const memberships = (await recordsOf("idp_group_membership")).map((each) => [
      each["user_vendor_id"],
      each["group_vendor_id"]
    ])
    expect(memberships.toSorted()).toEqual([
      ["100000000000000000001", "00research"],
      ["100000000000000000002", "00research"],
      ["100000000000000000002", "00sales"]
    ])
    expect(await recordsOf("idp_group_nesting")).toMatchObject([
      { member_group_vendor_id: "00sales", group_vendor_id: "00research" }
    ])
  })

  it("read each group's members once for users and groups together", async () => {
    const asked = (await whole).requests.filter(({ url }) => url.includes("/00sales/members"))
    expect(asked).toHaveLength(1)
  })
})

describe("Google Workspace applications", () => {
  it("are one record for all users who gave them access", async () => {
    const { records } = await whole
    expect(records["idp_application"]).toMatchObject([
      { name: "Acme Calendar", vendor_id: "1.apps.googleusercontent.com", vendor_status: "AUTHORIZED" },
      { name: "Acme Chat", vendor_id: "2.apps.googleusercontent.com" }
    ])
    expect(records["idp_application_assignment"]).toHaveLength(3)
  })

  it("are refused without their scope, and cost neither users nor groups", async () => {
    const refused = { error: { code: 403, message: "", errors: [{ reason: "insufficientPermissions" }] } }
    const faults = [
      {
        strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/tokens"),
        outcome: () => ({ _tag: "Reply" as const, reply: { status: 403, body: refused } })
      }
    ]
    const { failures, health, records, unread } = await ConnectorTest.run(googleWorkspace, { replies, faults })
    expect(failures).toEqual([])
    expect(health).toMatchObject({ name: "HEALTHY" })
    expect(new Set(unread.flatMap(({ endpoint, permissions }) => [endpoint, ...permissions]))).toEqual(
      new Set([
        "/admin/directory/v1/users/{id}/tokens",
        "https://www.googleapis.com/auth/admin.directory.user.security"
      ])
    )
    expect(records["idp_user"]).toHaveLength(3)
    expect(records["idp_group"]).toHaveLength(3)
  })

  it("do not leave when Google answers with something other than a list", async () => {
    const { stored } = await whole
    const key = `GET /admin/directory/v1/users/${ada.id}/tokens`
    const changed = { ...replies, ...directory, [key]: { body: {} } }
    const { failures, records } = await ConnectorTest.run(googleWorkspace, { replies: changed, stored })
    expect(failures).toMatchObject([{ health: "VENDOR_SERVER_ERROR" }])
    expect(records["idp_application"]).toHaveLength(2)
  })
})

describe("Google Workspace devices", () => {
  it("have every field that Google provides for ChromeOS", async () => {
    const [first] = await recordsOf("device")
    expect(first).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      platform: "CHROME_OS",
      hostnames: [],
      fqdns: [],
      ipv4s: ["10.0.0.4"],
      ipv6s: ["2001:db8::4"],
      mac_addresses: ["00aa11bb22cc", "00aa11bb22cd"],
      serial_number: "SN-1",
      manufacturer: null,
      model: "Acme Chromebook 14",
      os_version: "124.0.6367.95",
      os_major_version: "124",
      os_minor_version: "0",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [{ vendor: "GOOGLE_WORKSPACE", vendor_id: "chrome-1", agent_info: null }],
      installed_software: null,
      ad_info: { org_unit: "/Research", site_name: null, domain: null, device_id: "chrome-1" },
      cloud_metadata: null,
      vendor: "GOOGLE_WORKSPACE",
      vendor_id: "chrome-1",
      vendor_data: {
        vendor: "GOOGLE_WORKSPACE",
        status: "ACTIVE",
        annotated_user: "ada@acme.example",
        annotatedAssetId: "A-1",
        bootMode: "Verified",
        lastKnownNetwork: [{ wanIpAddress: "192.0.2.4" }, { wanIpAddress: "2001:db8::5" }],
        notes: "Spare charger",
        platformVersion: "15823.40.0"
      },
      vendor_data_omitted: null
    })
  })

  it("belong to the managed user who signed in last if an administrator wrote down no address", async () => {
    const [, second] = await recordsOf("device")
    expect(second).toMatchObject({
      owner_email: "grace@acme.example",
      status: "INACTIVE",
      is_managed: false,
      first_seen: "2024-05-03T08:30:00.000Z"
    })
  })

  it("have platform, version, software and encryption of mobile devices", async () => {
    const [, , third, fourth] = await recordsOf("device")
    expect(third).toMatchObject({
      platform: "ANDROID",
      os_version: "Android 8.1.0",
      os_major_version: "8",
      os_minor_version: "1",
      is_encrypted: true,
      installed_software: ["Acme Mail 3.1", "example.acme.chat"],
      owner_email: "ada@acme.example",
      mac_addresses: ["00aa11bb22ce"]
    })
    expect(fourth).toMatchObject({
      platform: "IOS",
      status: "INACTIVE",
      is_encrypted: null,
      installed_software: null,
      owner_email: null,
      serial_number: null,
      mac_addresses: []
    })
  })
})
