import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DefenderMachine, toDevice } from "../src/exports/devices.js"
import { MACHINES } from "./fixtures/replies.js"
import { answering, refused, runWith } from "./fixtures/runs.js"

const healthy = runWith({})

describe("Microsoft Defender for Endpoint devices", () => {
  it("have every field that Defender provides", async () => {
    const { records } = await healthy
    expect(records["device"]?.[0]).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ada-laptop"],
      fqdns: ["ada-laptop.acme.example"],
      ipv4s: ["10.0.0.5", "10.0.0.4"],
      ipv6s: ["2001:db8::5"],
      mac_addresses: ["02005E100001", "02005E100002", "02005E100003"],
      serial_number: null,
      manufacturer: null,
      model: null,
      os_version: "23H2",
      os_major_version: "11",
      os_minor_version: null,
      first_seen: "2026-03-01T08:30:00.123Z",
      last_seen: "2026-03-20T08:30:00.123Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: null,
      source_vendors: [
        {
          vendor: "MS_DEFENDER_ENDPOINT",
          vendor_id: "m-1",
          agent_info: { agent_version: "10.8790.22631.5262", signature_version: null, policies: null }
        }
      ],
      installed_software: null,
      ad_info: { org_unit: null, site_name: null, domain: null, device_id: "entra-1" },
      cloud_metadata: null,
      vendor: "MS_DEFENDER_ENDPOINT",
      vendor_id: "m-1",
      vendor_data: {
        vendor: "MS_DEFENDER_ENDPOINT",
        os_platform: "Windows11",
        health_status: "Active",
        onboarding_status: "Onboarded",
        group_name: "Workstations",
        isPotentialDuplication: false,
        isExcluded: false,
        osProcessor: "x64",
        lastExternalIpAddress: "203.0.113.9",
        osBuild: 22_631,
        deviceValue: "High",
        riskScore: "Medium",
        exposureLevel: "Low",
        isAadJoined: true,
        machineTags: ["engineering"],
        osArchitecture: "64-bit",
        managedBy: "Intune",
        managedByStatus: "Success"
      },
      vendor_data_omitted: null
    })
  })

  it("have the version of a system that is not Windows, and where a cloud runs them", async () => {
    const { records } = await healthy
    expect(records["device"]?.[1]).toMatchObject({
      status: "INACTIVE",
      platform: "LINUX",
      hostnames: ["db-1"],
      fqdns: [],
      ipv4s: ["10.0.0.5"],
      os_version: "24.04.1",
      os_major_version: "24",
      os_minor_version: "4",
      ad_info: null,
      cloud_metadata: {
        cloud_provider: "AZURE",
        account_id: "sub-1",
        region: null,
        availability_zone: null,
        instance_id: "vm-2"
      }
    })
  })

  it("leave null what Defender does not know of a machine that it has only discovered", async () => {
    const { records } = await healthy
    const [, , found, kiosk] = records["device"] ?? []
    expect(found).toMatchObject({ status: "UNKNOWN", platform: "OTHER", hostnames: [], fqdns: [], ipv4s: [] })
    expect(found).toMatchObject({ os_version: null, os_major_version: null, first_seen: null, is_managed: false })
    expect(found?.["source_vendors"]).toMatchObject([{ vendor_id: "m-3", agent_info: null }])
    expect(found?.["cloud_metadata"]).toMatchObject({ cloud_provider: "OTHER", account_id: null, instance_id: null })
    expect(kiosk).toMatchObject({ status: "ACTIVE", is_managed: null })
  })

  it.each([
    ["Active", "ACTIVE"],
    ["ImpairedCommunication", "ACTIVE"],
    ["NoSensorData", "ACTIVE"],
    ["NoSensorDataImpairedCommunication", "ACTIVE"],
    ["Inactive", "INACTIVE"],
    ["Unknown", "UNKNOWN"]
  ])("that are %s have the status %s", (healthStatus, status) => {
    const machine = Schema.decodeUnknownSync(DefenderMachine)({ id: "m", healthStatus })
    expect(toDevice(machine).status).toBe(status)
  })

  it("name their groups, of which 0 is none", async () => {
    const { records } = await healthy
    const groups = records["device_group"]?.map(({ name, vendor_id }) => [vendor_id, name])
    expect(groups).toEqual([
      ["74", "Workstations"],
      ["75", "75"]
    ])
    expect(records["device_group"]?.[0]).toEqual({
      id: expect.any(String),
      name: "Workstations",
      vendor: "MS_DEFENDER_ENDPOINT",
      vendor_id: "74",
      created_by: null,
      description: null,
      vendor_created_at: null,
      vendor_data: null,
      vendor_data_omitted: null
    })
    expect(records["device_group_member"]).toMatchObject([
      { group_vendor_id: "74", device_vendor_id: "m-1" },
      { group_vendor_id: "75", device_vendor_id: "m-2" },
      { group_vendor_id: "74", device_vendor_id: "m-4" }
    ])
  })

  it("are none if Defender answers that it has seen none, and unread if the path is wrong", async () => {
    const none = await refused("ResourceNotFound", 404, MACHINES)
    expect(none.health.name).toBe("HEALTHY")
    expect(none.records["device"] ?? []).toEqual([])
    const faults = [answering(MACHINES, { status: 404, text: "<html></html>" })]
    const wrong = await runWith({}, { faults })
    expect(wrong.failures.map(({ endpoint }) => endpoint)).toEqual([MACHINES, MACHINES])
  })
})
