import { type Records, VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { toComputer } from "../src/exports/devices.js"
import { jamf } from "../src/index.js"
import { bare, LOCAL_PASSWORD, laptop } from "./fixtures/computers.js"
import { AIRPLAY_PASSWORD } from "./fixtures/mobileDevices.js"
import { REMOVAL_PASSWORD, WIFI_PASSWORD } from "./fixtures/profiles.js"
import { replies } from "./fixtures/replies.js"

/*
 * What the shapes were checked against. Nobody recorded these lists; `recorded.test.ts` has what the Classic API once answered about the same.
 *
 * | List | Documentation | Others |
 * | --- | --- | --- |
 * | computers | developer.jamf.com/jamf-pro/reference/get_v4-computers-inventory | OpenAPI files in Jamf-Concepts/jamf-cli; deploymenttheory/go-sdk-jamfpro-v2 |
 * | mobile devices | developer.jamf.com/jamf-pro/reference/get_v2-mobile-devices-detail | both Go SDKs of deploymenttheory (go-sdk-jamfpro-v2, go-api-sdk-jamfpro) |
 * | groups of computers | developer.jamf.com/jamf-pro/reference/get_v1-computer-groups | OpenAPI files in Jamf-Concepts/jamf-cli; its Groups.yaml for the ids |
 * | groups of mobile devices | developer.jamf.com/platform-api/reference/get_v2-mobile-device-groups-1 | both Go SDKs of deploymenttheory |
 * | profiles | developer.jamf.com/jamf-pro/reference/findosxconfigurationprofilesbyid | schemas of the Classic API in Jamf-Concepts/jamf-cli; JupiterOne/graph-jamf |
 * | accounts | developer.jamf.com/jamf-pro/reference/get_v1-accounts | UserAccount.yaml in Jamf-Concepts/jamf-cli; deploymenttheory/go-sdk-jamfpro-v2 |
 */

ConnectorTest.conformance(jamf, { replies })

ConnectorTest.readme(jamf, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(jamf, { replies }, new URL("mapping.txt", import.meta.url))

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** The healthy run, which every test of its records reads. */
const healthy = ConnectorTest.run(jamf, { replies })

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

const answering = (path: string, status: number, body: unknown = { httpStatus: status, errors: [] }) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname.startsWith(path),
  outcome: () => ({ _tag: "Reply" as const, reply: { status, body } })
})

/** The queries of all requests to a path, in order. */
const asked = (report: ConnectorTest.RunReport, path: string) =>
  report.requests.map(({ url }) => new URL(url)).flatMap((url) => (url.pathname === path ? [url.searchParams] : []))

const COMPUTERS = "/api/v4/computers-inventory"
const MOBILE = "/api/v2/mobile-devices/detail"

describe("Jamf devices", () => {
  it("have every field that Jamf knows of a computer", async () => {
    const [computer] = await recordsOf("device")
    expect(computer).toEqual({
      id: uuid,
      status: "ACTIVE",
      platform: "MAC",
      hostnames: ["Ada's MacBook"],
      fqdns: [],
      ipv4s: ["192.0.2.10"],
      ipv6s: ["2001:db8::10"],
      mac_addresses: ["02:00:5E:10:00:01", "02:00:5E:10:00:02"],
      serial_number: "SN-1",
      manufacturer: "Apple",
      model: "MacBook Pro (14-inch, 2024)",
      os_version: "15.6.1",
      os_major_version: "15",
      os_minor_version: "6",
      first_seen: "2026-03-02T00:00:00.000Z",
      last_seen: "2026-10-01T08:30:00.250Z",
      is_encrypted: true,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [
        {
          vendor: "JAMF",
          vendor_id: "computer/1",
          agent_info: { agent_version: "11.33.0-t1790000000", signature_version: null, policies: null }
        }
      ],
      installed_software: ["Firefox.app 143.0.1", "Notes.app"],
      ad_info: null,
      cloud_metadata: null,
      vendor: "JAMF",
      vendor_id: "computer/1",
      vendor_data: expect.objectContaining({
        vendor: "JAMF",
        inventory: "computer",
        udid: laptop.udid,
        operatingSystem: { build: "24G90", activeDirectoryStatus: "Not Bound", fileVault2Status: "ALL_ENCRYPTED" },
        security: laptop.security
      }),
      vendor_data_omitted: null
    })
  })

  it("have every field that Jamf knows of a mobile device, whose id does not collide with a computer's", async () => {
    const phone = (await recordsOf("device")).find(({ vendor_id }) => vendor_id === "mobile/1")
    expect(phone).toEqual({
      id: uuid,
      status: "ACTIVE",
      platform: "IOS",
      hostnames: ["Grace's iPhone"],
      fqdns: [],
      ipv4s: ["192.0.2.20"],
      ipv6s: [],
      mac_addresses: ["02:00:5E:10:00:11", "02:00:5E:10:00:12"],
      serial_number: "SN-M1",
      manufacturer: null,
      model: "iPhone 16",
      os_version: "26.0.1",
      os_major_version: "26",
      os_minor_version: "0",
      first_seen: null,
      last_seen: "2026-10-01T09:30:00.000Z",
      is_encrypted: true,
      is_managed: true,
      owner_email: "grace@acme.example",
      source_vendors: [{ vendor: "JAMF", vendor_id: "mobile/1", agent_info: null }],
      installed_software: ["Slides 4.2"],
      ad_info: null,
      cloud_metadata: null,
      vendor: "JAMF",
      vendor_id: "mobile/1",
      vendor_data: expect.objectContaining({ vendor: "JAMF", inventory: "mobile", device_type: "iOS" }),
      vendor_data_omitted: null
    })
  })

  it("leave null what Jamf does not know, and are inactive once it no longer manages them", async () => {
    const [, desktop, nameless, , television, unknown] = await recordsOf("device")
    expect(desktop).toMatchObject({ status: "INACTIVE", platform: "MAC", is_encrypted: false, is_managed: false })
    expect(desktop).toMatchObject({ os_major_version: "10", os_minor_version: "15" })
    expect(nameless).toMatchObject({ status: "UNKNOWN", platform: "UNKNOWN", hostnames: [], mac_addresses: [] })
    expect(nameless).toMatchObject({ first_seen: null, last_seen: null, is_encrypted: null, installed_software: null })
    expect(television).toMatchObject({ status: "INACTIVE", platform: "OTHER", ipv4s: [], ipv6s: ["2001:db8::20"] })
    expect(television).toMatchObject({
      last_seen: "2026-10-01T09:00:00.125Z",
      is_encrypted: null,
      os_minor_version: null
    })
    expect(unknown).toMatchObject({ vendor_id: "mobile/3", platform: "UNKNOWN", status: "UNKNOWN", is_managed: null })
  })

  const encryption: ReadonlyArray<readonly [state: string | null, isEncrypted: Records.Device["is_encrypted"]]> = [
    ["ENCRYPTED", true],
    ["UNENCRYPTED", false],
    ["DECRYPTED", false],
    ["ENCRYPTING", false],
    ["ENCRYPTING_PAUSED", false],
    ["DECRYPTING", false],
    ["DECRYPTING_PAUSED", false],
    ["RESTART_NEEDED", false],
    ["INELIGIBLE", false],
    ["OPTIMIZING", null],
    ["UNKNOWN", null],
    [null, null]
  ]
  it.each(encryption)("are encrypted as FileVault says: %s is %s", (partitionFileVault2State, isEncrypted) => {
    const general = {
      name: null,
      platform: null,
      jamfBinaryVersion: null,
      initialEntryDate: null,
      lastContact: null,
      lastReportedIpV4: null,
      lastReportedIpV6: null,
      remoteManagement: null
    }
    const computer = { ...bare, general, applications: null, groupMemberships: null }
    const diskEncryption = { bootPartitionEncryptionDetails: { partitionFileVault2State } }
    expect(toComputer({ ...computer, diskEncryption })).toMatchObject({ is_encrypted: isEncrypted })
  })

  it("are read in a stable order, with the sections that their records need", async () => {
    const [computers] = asked(await healthy, COMPUTERS)
    expect(computers?.get("sort")).toBe("id:asc")
    expect(computers?.get("page-size")).toBe("100")
    expect(computers?.getAll("section")).toContain("GROUP_MEMBERSHIPS")
    expect(computers?.getAll("section")).not.toContain("EXTENSION_ATTRIBUTES")
    const [mobile] = asked(await healthy, MOBILE)
    expect(mobile?.get("sort")).toBe("mobileDeviceId:asc")
    expect(mobile?.getAll("section")).toContain("GROUPS")
    expect(mobile?.get("exception-handling")).toBe("LENIENT")
  })

  it("are read by the time of their last contact or inventory in a delta", async () => {
    const { stored } = await healthy
    const since = "2026-10-01T00:00:00.000Z"
    const delta = await ConnectorTest.run(jamf, { replies, stored, since })
    expect(delta.health.name).toBe("HEALTHY")
    const [computers] = asked(delta, COMPUTERS)
    expect(computers?.get("filter")).toBe(`general.lastContact>="${since}"`)
    expect(computers?.get("sort")).toBe("id:asc")
    const [mobile] = asked(delta, MOBILE)
    expect(mobile?.get("filter")).toBe(`lastInventoryUpdateDate>="${since}"`)
  })
})

describe("Jamf groups", () => {
  it("have every field that Jamf provides, in both inventories", async () => {
    const [smart, fixed, nameless, phones, , unnamed] = await recordsOf("device_group")
    expect(smart).toEqual({
      id: uuid,
      name: "All Managed Clients",
      vendor: "JAMF",
      vendor_id: "computer/1",
      created_by: null,
      description: "Computers that Jamf manages",
      vendor_created_at: null,
      vendor_data: { vendor: "JAMF", inventory: "computer", is_smart: true },
      vendor_data_omitted: null
    })
    expect(fixed).toMatchObject({ description: null, vendor_data: { is_smart: false } })
    expect(nameless).toMatchObject({ name: "3", vendor_data: { is_smart: null } })
    expect(phones).toMatchObject({ name: "Phones", vendor_id: "mobile/1", vendor_data: { is_smart: true } })
    expect(unnamed).toMatchObject({ name: "3", vendor_id: "mobile/3" })
  })

  it("have the devices that name them as members", async () => {
    const members = await recordsOf("device_group_member")
    const pairs = members.map(({ device_vendor_id, group_vendor_id }) => [group_vendor_id, device_vendor_id])
    expect(pairs).toEqual([
      ["computer/1", "computer/1"],
      ["computer/2", "computer/1"],
      ["computer/1", "computer/2"],
      ["mobile/1", "mobile/1"],
      ["mobile/1", "mobile/2"],
      ["mobile/2", "mobile/2"]
    ])
  })
})

describe("Jamf configuration profiles", () => {
  it("have every field that Jamf provides, and what they are for", async () => {
    const [wifi] = await recordsOf("device_policy")
    expect(wifi).toEqual({
      id: uuid,
      name: "Corporate Wi-Fi",
      type: "MACOS_CONFIGURATION_PROFILE",
      platform: "macOS",
      is_enabled: true,
      description: "Joins the network of the offices",
      vendor_created_at: null,
      last_updated_at: null,
      vendor: "JAMF",
      vendor_id: "computer/1",
      vendor_data: expect.objectContaining({
        vendor: "JAMF",
        inventory: "computer",
        targets: {
          computers: [{ id: 1, name: "Ada's MacBook" }],
          computer_groups: [
            { id: 1, name: "All Managed Clients" },
            { id: 2, name: "Engineering" }
          ]
        }
      }),
      vendor_data_omitted: null
    })
  })

  it("are in force where their scope says, and only there", async () => {
    const [, fileVault, unassigned, passcode, lobby, draft] = await recordsOf("device_policy")
    expect(fileVault).toMatchObject({ is_enabled: true, description: null })
    expect(fileVault).toMatchObject({ vendor_data: { targets: { all_computers: true } } })
    expect(unassigned).toMatchObject({ name: "3", is_enabled: false, vendor_data: { targets: {} } })
    expect(passcode).toMatchObject({
      vendor_id: "mobile/1",
      type: "MOBILE_DEVICE_CONFIGURATION_PROFILE",
      platform: null
    })
    expect(passcode).toMatchObject({ vendor_data: { targets: { departments: [{ id: 2, name: "Sales" }] } } })
    expect(lobby).toMatchObject({ is_enabled: true })
    expect(draft).toMatchObject({ is_enabled: false, description: null })
  })

  it("apply to the groups of their scope, and not to those that are excluded", async () => {
    const groups = await recordsOf("device_policy_group")
    const pairs = groups.map(({ group_vendor_id, policy_vendor_id }) => [policy_vendor_id, group_vendor_id])
    expect(pairs).toEqual([
      ["computer/1", "computer/1"],
      ["computer/1", "computer/2"],
      ["mobile/1", "mobile/1"]
    ])
  })

  it("are kept when one was deleted while they were read", async () => {
    const { stored } = await healthy
    const faults = [answering("/JSSResource/osxconfigurationprofiles/id/2", 404)]
    const report = await ConnectorTest.run(jamf, { replies, stored, faults })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.rejections).toMatchObject([{ kind: "device_policy", vendorId: "computer/2" }])
  })
})

describe("Jamf accounts", () => {
  it("have every field that Jamf provides", async () => {
    const [administrator] = await recordsOf("config_user")
    expect(administrator).toEqual({
      id: uuid,
      name: "Ada Rivers",
      email: "ada@acme.example",
      username: "ada",
      vendor_user_id: "1",
      role: "ADMINISTRATOR",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: null,
      last_login: null,
      access_data: { accessLevel: "FullAccess", privilegeLevel: "ADMINISTRATOR", siteId: -1 },
      is_deleted: false,
      vendor: "JAMF",
      vendor_id: "1",
      vendor_data: {
        vendor: "JAMF",
        accountStatus: "Enabled",
        ldapServerId: -1,
        lastPasswordChange: "2026-07-21T17:32:28Z",
        changePasswordOnNextLogin: false,
        failedLoginAttempts: 1,
        accountType: "DEFAULT"
      },
      vendor_data_omitted: null
    })
  })

  it("administer the server only with full access, and what a group gives is not known", async () => {
    const [, ofSite, ofGroup, sparse] = await recordsOf("config_user")
    expect(ofSite).toMatchObject({ username: "grace", is_admin: false })
    expect(ofGroup).toMatchObject({ name: null, is_admin: null, is_active: false, role: "CUSTOM" })
    expect(sparse).toMatchObject({ username: "4", email: null, role: null, is_admin: null, is_active: null })
  })
})

describe("The Jamf connector", () => {
  it("stores no password of a profile, a device or a script", async () => {
    const { records } = await healthy
    const text = JSON.stringify(records)
    for (const secret of [WIFI_PASSWORD, REMOVAL_PASSWORD, AIRPLAY_PASSWORD, LOCAL_PASSWORD]) {
      expect(text).not.toContain(secret)
    }
  })

  it("sends the client's secret in the form of one token request, and asks for JSON", async () => {
    const { requests } = await healthy
    const tokens = requests.filter(({ method }) => method === "POST")
    expect(tokens.map(({ url }) => new URL(url).pathname)).toEqual(["/api/oauth/token"])
    const accepted = requests.filter(({ method }) => method === "GET").map(({ headers }) => headers["accept"])
    expect(new Set(accepted)).toEqual(new Set(["application/json"]))
  })

  it("is checked with a request that needs no privilege", async () => {
    const url = "/api/v1/jamf-pro-version"
    const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ endpoint: url, url }))
    const version = { [`GET ${url}`]: { body: { version: "11.33.0-t1790000000" } } }
    const { exit } = await ConnectorTest.runAction(jamf, send, { replies: { ...replies, ...version } })
    expect(Exit.isSuccess(exit)).toBe(true)
    expect(jamf.check).toBe(url)
  })

  it("reports a 401 of the Classic API as a missing privilege, once a new token did not help", async () => {
    const faults = [answering("/JSSResource/osxconfigurationprofiles", 401)]
    const report = await ConnectorTest.run(jamf, { replies, faults })
    const [failure] = report.failures
    expect(failure).toMatchObject({ data_export_type: "device_policies", health: "UNAUTHORIZED" })
    expect(failure?.detail).toContain("lacks a privilege")
    expect(report.requests.filter(({ method }) => method === "POST")).toHaveLength(2)
  })

  const refused = [
    [COMPUTERS, ["devices", "device_groups"]],
    [MOBILE, ["devices", "device_groups"]],
    ["/api/v1/computer-groups", ["device_groups"]],
    ["/JSSResource/mobiledeviceconfigurationprofiles", ["device_policies"]],
    ["/api/v1/accounts", ["config_users"]]
  ] as const
  it.each(refused)("fails only what needs %s when the client may not read it", async (path, exportTypes) => {
    const report = await ConnectorTest.run(jamf, { replies, faults: [answering(path, 403)] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    const failed = new Set(report.failures.map(({ data_export_type }) => data_export_type))
    expect([...failed].every((type) => exportTypes.some((expected) => expected === type))).toBe(true)
  })
})
