import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { jumpcloud } from "../src/index.js"
import { laptop, replies } from "./fixtures/replies.js"

ConnectorTest.conformance(jumpcloud, { replies })

ConnectorTest.readme(jumpcloud, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(jumpcloud, { replies }, new URL("mapping.txt", import.meta.url))

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const run = (options: Partial<ConnectorTest.RunOptions> = {}) => ConnectorTest.run(jumpcloud, { replies, ...options })

describe("JumpCloud records", () => {
  it("maps every field of a user", async () => {
    const { records } = await run()
    const [ada, grace, hopper] = records["idp_user"] ?? []
    expect(ada).toEqual({
      id: UUID,
      domain: "acme.example",
      email_addr: "ada@acme.example",
      full_name: "Ada Lovelace",
      name: "ada",
      vendor_id: "u1",
      vendor_status: "ACTIVATED",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      activated_at: null,
      last_status_changed_at: null,
      last_login_at: "2024-05-19T08:30:00.000Z",
      last_updated_at: null,
      last_password_changed_at: "2024-05-02T08:30:00.000Z",
      is_deleted: false,
      is_mfa_enabled: true,
      is_admin: true,
      user_type: null,
      employee_id: "E-1",
      job_title: "Analyst",
      department: "Research",
      manager: "u2",
      address: { street: "1 Main Road", city: "Leeds", state: "Yorkshire", country: "UK", postal_code: "LS1" },
      vendor_data: {
        vendor: "JUMPCLOUD",
        first_name: "Ada",
        last_name: "Lovelace",
        alternate_email: "ada@home.example",
        company: "Acme",
        cost_center: "CC-1",
        employee_type: "Employee",
        location: "Leeds",
        creation_source: "jumpcloud:ui",
        external_source_type: "",
        is_account_locked: false,
        is_password_expired: false,
        mfa_status: "ENROLLED",
        admin_role: "Administrator",
        is_sudo: false,
        organization: "o1",
        addresses: [null, { poBox: "12" }],
        mfa: { exclusion: false },
        mfaEnrollment: { totpStatus: "ENROLLED", webAuthnStatus: "NOT_ENROLLED" },
        admin: { id: "a1" },
        unix_uid: 5001,
        phoneNumbers: [{ type: "work", number: "+44 7700 900000" }],
        attributes: [{ name: "badge", value: "B-7" }],
        badLoginAttempts: 1
      },
      vendor_data_omitted: null
    })
    expect(grace).toMatchObject({
      full_name: "Ada Lovelace",
      vendor_status: "SUSPENDED",
      last_login_at: null,
      is_mfa_enabled: true,
      is_admin: false,
      employee_id: null,
      job_title: null,
      department: null,
      manager: null,
      address: null
    })
    expect(hopper).toMatchObject({
      domain: "",
      email_addr: "hopper",
      full_name: "hopper",
      vendor_status: "STAGED",
      vendor_created_at: "1970-01-01T00:00:00.000Z",
      is_mfa_enabled: false,
      is_admin: null,
      address: null
    })
  })

  it("maps groups and applications, and who belongs to them", async () => {
    const { records } = await run()
    expect(records["idp_group"]).toEqual([
      expect.objectContaining({
        name: "Research",
        description: "All of Research",
        types: ["user_group"],
        vendor_id: "g1"
      }),
      expect.objectContaining({ name: "Sales", vendor_id: "g2" })
    ])
    const ends = (kind: string, ...fields: ReadonlyArray<string>) =>
      records[kind]?.map((record) => fields.map((field) => record[field]))
    expect(ends("idp_group_membership", "user_vendor_id", "group_vendor_id")).toEqual([
      ["u1", "g1"],
      ["u2", "g1"]
    ])
    expect(records["idp_application"]).toEqual([
      expect.objectContaining({ name: "Acme Mail", vendor_id: "p1", vendor_status: "ACTIVE" }),
      expect.objectContaining({ name: "wiki", vendor_id: "p2", vendor_status: "INACTIVE" })
    ])
    expect(ends("idp_application_assignment", "user_vendor_id", "application_vendor_id")).toEqual([
      ["u1", "p1"],
      ["u3", "p1"]
    ])
    expect(ends("idp_group_assignment", "group_vendor_id", "application_vendor_id")).toEqual([
      ["g1", "p1"],
      ["g2", "p1"]
    ])
  })

  it("maps every field of a device, with the address of its primary user and what the MDM knows", async () => {
    const { records, requests } = await run()
    const [first, second, third] = records["device"] ?? []
    expect(first).toEqual({
      id: UUID,
      status: "ACTIVE",
      platform: "MAC",
      hostnames: ["ada-laptop.acme.example"],
      fqdns: ["ada-laptop.acme.example"],
      ipv4s: ["192.0.2.10"],
      ipv6s: ["2001:db8::1"],
      mac_addresses: ["02:00:5e:10:00:01"],
      serial_number: "SN-1",
      manufacturer: "Acme Computers",
      model: "MacBook Pro",
      os_version: "14.4.1",
      os_major_version: "14",
      os_minor_version: "4",
      first_seen: laptop.created,
      last_seen: laptop.lastContact,
      is_encrypted: true,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [
        {
          vendor: "JUMPCLOUD",
          vendor_id: "s1",
          agent_info: { agent_version: "1.100.0", signature_version: null, policies: null }
        }
      ],
      installed_software: null,
      ad_info: { org_unit: null, site_name: null, domain: "corp.acme.example", device_id: null },
      cloud_metadata: null,
      vendor: "JUMPCLOUD",
      vendor_id: "s1",
      vendor_data: {
        vendor: "JUMPCLOUD",
        display_name: "ada-laptop",
        description: "Ada's laptop",
        os: "Mac OS X",
        arch: "x86_64",
        remote_ip: "198.51.100.7",
        is_recovery_key_present: true,
        is_azure_ad_joined: false,
        mdm_vendor: "internal",
        mdm_enrollment_type: "device",
        tags: ["research"],
        organization: "o1",
        primary_user_id: "u1",
        domainInfo: { partOfDomain: true },
        mdm: { userApproved: true },
        networkInterfaces: [{ name: "en0" }, { name: "en0" }, { name: "lo0" }],
        osVersionDetail: { patch: "1", releaseName: "Sonoma" },
        allowSshRootLogin: false,
        systemTimezone: 0,
        policyStats: { total: 4, success: 3, failed: 1, pending: 0 },
        userMetrics: [{ userName: "ada", admin: true, managed: true, secureTokenEnabled: true, suspended: false }],
        connectionHistory: [{ connected: "2024-05-20T08:00:00.000Z" }]
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      status: "INACTIVE",
      platform: "LINUX",
      fqdns: [],
      owner_email: "grace@acme.example",
      mac_addresses: [],
      model: null,
      ad_info: null,
      cloud_metadata: { cloud_provider: "AWS", instance_id: "i-0abc" }
    })
    expect(third).toMatchObject({
      status: "UNKNOWN",
      platform: "IOS",
      hostnames: [],
      mac_addresses: [],
      model: "iPhone 15",
      owner_email: null
    })
    const asked = requests.map(({ url }) => new URL(url)).filter(({ searchParams }) => searchParams.has("fields"))
    expect(asked.map(({ searchParams }) => searchParams.get("filter"))).toEqual(["_id:$in:u1|u2"])
  })

  it("maps groups of devices and policies, with the devices of a group and the groups of a policy", async () => {
    const { records } = await run()
    expect(records["device_group"]).toEqual([
      {
        id: UUID,
        name: "Laptops",
        vendor: "JUMPCLOUD",
        vendor_id: "d1",
        created_by: null,
        description: "All of Laptops",
        vendor_created_at: null,
        vendor_data: {
          vendor: "JUMPCLOUD",
          type: "system_group",
          email: "laptops@acme.example",
          membershipMethod: "DYNAMIC_AUTOMATED",
          memberQuery: { queryType: "FilterQuery", filters: [{ field: "osFamily", operator: "eq", value: "darwin" }] }
        },
        vendor_data_omitted: null
      },
      expect.objectContaining({ name: "Servers", description: null })
    ])
    expect(records["device_policy"]).toEqual([
      {
        id: UUID,
        name: "Encrypt disks",
        type: "filevault",
        platform: "darwin",
        is_enabled: null,
        description: "FileVault on every Mac",
        vendor_created_at: null,
        last_updated_at: null,
        vendor: "JUMPCLOUD",
        vendor_id: "y1",
        vendor_data: {
          vendor: "JUMPCLOUD",
          template_id: "t9",
          template_name: "FileVault",
          template: { behavior: "Encrypts the disk at the next sign-in", state: "released" }
        },
        vendor_data_omitted: null
      },
      expect.objectContaining({ name: "Lock screen", type: null })
    ])
    expect(records["device_group_member"]).toMatchObject([
      { group_vendor_id: "d1", device_vendor_id: "s1" },
      { group_vendor_id: "d1", device_vendor_id: "s3" }
    ])
    expect(records["device_policy_group"]).toMatchObject([
      { policy_vendor_id: "y1", group_vendor_id: "d1" },
      { policy_vendor_id: "y1", group_vendor_id: "d2" }
    ])
  })

  it("reads devices of an organization without an MDM", async () => {
    const { records, unread } = await run({ replies: { ...replies, "GET /api/v2/applemdms": { body: [] } } })
    expect(records["device"]?.map(({ mac_addresses, model }) => [mac_addresses, model])).toEqual([
      [[], null],
      [[], null],
      [[], null]
    ])
    expect(unread).toEqual([])
  })

  it("gives no device what the MDM knows of several different ones with one serial number", async () => {
    const device = (id: string, serialNumber: string, modelName: string) => ({
      id,
      serialNumber,
      deviceInformation: { modelName, wifiMac: `02:00:5e:10:00:${id}` }
    })
    const { records } = await run({
      replies: {
        ...replies,
        "GET /api/v2/applemdms/m1/devices?sort=id&skip=0": {
          body: [device("01", "sn-1", "MacBook Pro"), device("02", "SN-3", "iPhone"), device("03", "SN-3", "iPad")]
        },
        "GET /api/v2/applemdms/m1/devices?sort=id&skip=3": { body: [] }
      }
    })
    expect(records["device"]?.map(({ mac_addresses, model }) => [mac_addresses, model])).toEqual([
      [["02:00:5e:10:00:01"], "MacBook Pro"],
      [[], null],
      [[], null]
    ])
  })

  it("names the organization in every request if the credentials name one", async () => {
    const { requests } = await run({ credentials: { base_url: ConnectorTest.BASE_URL, org_id: "o1" } })
    expect(new Set(requests.map(({ headers }) => headers["x-org-id"]))).toEqual(new Set(["o1"]))
    const others = (await run({ credentials: { base_url: ConnectorTest.BASE_URL, org_id: "" } })).requests
    expect(others.every(({ headers }) => !("x-org-id" in headers))).toBe(true)
  })

  it("fails a list of groups that ends before the count in its header", async () => {
    const headers = { "x-total-count": "3" }
    const short = {
      ...replies,
      "GET /api/v2/usergroups?skip=0": { body: [{ id: "g1", name: "Research" }], headers },
      "GET /api/v2/usergroups?skip=1": { body: [], headers }
    }
    const { failures } = await run({ replies: short })
    expect(failures).toMatchObject([{ data_export_type: "idp", health: "VENDOR_SERVER_ERROR" }])
    expect(failures[0]?.detail).toContain("1 of 3 rows")
  })
})
