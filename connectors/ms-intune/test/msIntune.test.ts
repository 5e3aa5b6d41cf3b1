import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { msIntune } from "../src/index.js"
import { replies, TENANT } from "./fixtures/replies.js"

ConnectorTest.conformance(msIntune, { replies })

ConnectorTest.readme(msIntune, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(msIntune, { replies }, new URL("mapping.txt", import.meta.url))

const run = () => ConnectorTest.run(msIntune, { replies })

const answering = (path: string, reply: ConnectorTest.Reply, times = Number.POSITIVE_INFINITY) => ({
  times,
  strikes: ({ url }: { readonly url: URL }) => url.pathname.startsWith(path),
  outcome: () => ({ _tag: "Reply" as const, reply })
})

describe("Microsoft Intune devices", () => {
  it("have every field that Intune provides", async () => {
    const { records } = await run()
    expect(records["device"]?.[0]).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ADA-LAPTOP"],
      fqdns: [],
      ipv4s: [],
      ipv6s: [],
      mac_addresses: ["02005E100001"],
      serial_number: "SN-1",
      manufacturer: "Contoso",
      model: "Book 5",
      os_version: "10.0.22631.3527",
      os_major_version: "10",
      os_minor_version: "0",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: true,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [{ vendor: "MS_INTUNE", vendor_id: "intune-1", agent_info: null }],
      installed_software: null,
      ad_info: { org_unit: null, site_name: null, domain: null, device_id: "entra-1" },
      cloud_metadata: null,
      vendor: "MS_INTUNE",
      vendor_id: "intune-1",
      vendor_data: {
        vendor: "MS_INTUNE",
        operating_system: "Windows",
        compliance_state: "compliant",
        management_agent: "mdm",
        owner_type: "company",
        userId: "u-1",
        jailBroken: "Unknown",
        easActivated: false,
        easActivationDateTime: "0001-01-01T00:00:00Z",
        azureADRegistered: true,
        deviceEnrollmentType: "windowsAzureADJoin",
        deviceCategoryDisplayName: "Engineering",
        isSupervised: false,
        freeStorageSpaceInBytes: 15_192_817_664,
        complianceGracePeriodExpirationDateTime: "2024-05-30T08:30:00Z"
      },
      vendor_data_omitted: null
    })
  })

  it("leave null what Intune writes as empty, as the year 1 or as an id of zeros, and never hold a bypass code", async () => {
    const { records } = await run()
    const [, kiosk, unknown] = records["device"] ?? []
    expect(kiosk).toMatchObject({ platform: "MAC", os_major_version: "14", os_minor_version: "4", first_seen: null })
    expect(kiosk).toMatchObject({
      serial_number: null,
      owner_email: null,
      mac_addresses: ["02005E100002", "02005E100003"]
    })
    expect(kiosk?.["ad_info"]).toMatchObject({ device_id: null })
    expect(unknown).toMatchObject({ platform: "OTHER", hostnames: [], os_version: null, os_major_version: null })
    expect(unknown).toMatchObject({ is_encrypted: null, last_seen: null, owner_email: "linus@acme.example" })
    expect(JSON.stringify(records)).not.toContain("bypass-code")
  })
})

// Nobody recorded assignments. Their shape was checked against three sources: the reference of Graph v1.0 (groupAssignmentTarget), the official
// SDK (`models/group_assignment_target.go` of msgraph-sdk-go), and the scripts of Microsoft365DSC, which tell exclusions by `@odata.type`.
// The groups of a device were checked against the reference only (device-list-transitivememberof); groups are those of the Entra connector.
describe("Microsoft Intune policies and groups", () => {
  it("have every field that Graph provides", async () => {
    const { records } = await run()
    const [windows, ios, unassigned] = records["device_policy"] ?? []
    expect(windows).toEqual({
      id: expect.any(String),
      name: "Windows baseline",
      type: "COMPLIANCE",
      platform: "windows10",
      is_enabled: true,
      description: "Encrypted and patched",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-05T08:30:00.000Z",
      vendor: "MS_INTUNE",
      vendor_id: "policy-1",
      vendor_data: {
        vendor: "MS_INTUNE",
        odata_type: "#microsoft.graph.windows10CompliancePolicy",
        assigned_to: [
          { "@odata.type": "#microsoft.graph.groupAssignmentTarget", groupId: "group-1" },
          { "@odata.type": "#microsoft.graph.groupAssignmentTarget", groupId: "group-2" },
          { "@odata.type": "#microsoft.graph.exclusionGroupAssignmentTarget", groupId: "group-3" },
          null
        ],
        version: 3,
        bitLockerEnabled: true
      },
      vendor_data_omitted: null
    })
    expect(ios).toMatchObject({ platform: "ios", is_enabled: true })
    expect(unassigned).toMatchObject({ name: "policy-3", platform: null, is_enabled: false, description: null })
    const [group] = records["device_group"]?.filter(({ vendor_id }) => vendor_id === "group-1") ?? []
    expect(group).toEqual({
      id: expect.any(String),
      name: "Engineers' computers",
      vendor: "MS_INTUNE",
      vendor_id: "group-1",
      created_by: null,
      description: "Computers of Engineering",
      vendor_created_at: "2024-05-03T08:30:00.000Z",
      vendor_data: {
        vendor: "MS_INTUNE",
        group_types: ["DynamicMembership"],
        membership_rule: '(device.deviceCategory -eq "Engineering")'
      },
      vendor_data_omitted: null
    })
  })

  it("are joined by the groups that a policy includes, each of which is read once", async () => {
    const { records, requests } = await run()
    expect(records["device_policy_group"]).toMatchObject([
      { policy_vendor_id: "policy-1", group_vendor_id: "group-1" },
      { policy_vendor_id: "policy-1", group_vendor_id: "group-2" },
      { policy_vendor_id: "policy-2", group_vendor_id: "group-1" },
      { policy_vendor_id: "policy-2", group_vendor_id: "group-4" }
    ])
    const names = records["device_group"]?.map(({ name }) => name)
    expect(names?.toSorted()).toEqual(["Engineers' computers", "Phones", "group-2"])
    const asked = requests
      .map(({ url }) => new URL(url).searchParams.get("$filter"))
      .filter((filter) => filter !== null)
    expect(asked).toEqual(["id in ('group-1','group-2','group-4')"])
  })

  it("have as members the devices whose groups Entra lists, and skip those that Entra does not know", async () => {
    const { records, requests } = await run()
    expect(records["device_group_member"]).toMatchObject([
      { device_vendor_id: "intune-1", group_vendor_id: "group-1" },
      { device_vendor_id: "intune-1", group_vendor_id: "group-2" }
    ])
    expect(requests.filter(({ url }) => url.includes("00000000-0000"))).toEqual([])
  })

  it("are read although Entra no longer knows one of the devices", async () => {
    const gone = answering("/v1.0/devices(deviceId='entra-3')", {
      status: 404,
      body: { error: { code: "Request_ResourceNotFound" } }
    })
    const report = await ConnectorTest.run(msIntune, { replies, faults: [gone] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["device_group_member"]).toHaveLength(2)
  })
})

describe("The Microsoft Intune connector", () => {
  it("reports a tenant without Intune as a missing licence, although Graph answers 400", async () => {
    const body = { error: { code: "BadRequest", message: "Request not applicable to target tenant." } }
    const faults = [answering("/v1.0/deviceManagement/", { status: 400, body })]
    const report = await ConnectorTest.run(msIntune, { replies, faults })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures[0]?.detail).toContain("the tenant has no Intune licence")
  })

  it("leaves any other 400 a wrong request", async () => {
    const body = { error: { code: "BadRequest", message: "Invalid filter clause" } }
    const faults = [answering("/v1.0/deviceManagement/", { status: 400, body })]
    const report = await ConnectorTest.run(msIntune, { replies, faults })
    expect(report.health.name).not.toBe("UNAUTHORIZED")
  })

  it("waits as long as Graph asks", async () => {
    const reply = { status: 429, headers: { "retry-after": "42" }, body: { error: { code: "TooManyRequests" } } }
    const faults = [answering("/v1.0/deviceManagement/managedDevices", reply, 1)]
    const report = await ConnectorTest.run(msIntune, { replies, faults })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(42_000)
  })

  it("requests one token of the tenant for the whole run", async () => {
    const { requests } = await run()
    const tokens = requests.filter(({ method }) => method === "POST").map(({ url }) => url)
    expect(tokens).toEqual([`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`])
  })
})
