import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { toAlert } from "../src/exports/alerts.js"
import { toDevice } from "../src/exports/devices.js"
import { SentinelOneRisk, toVulnerability } from "../src/exports/vulnerabilities.js"
import { sentinelone } from "../src/index.js"
import { SentinelOneAgent } from "../src/rows/agent.js"
import { SentinelOneThreat } from "../src/rows/threat.js"
import { bareRisk, laptop, replies, risk, threat } from "./fixtures/replies.js"

/*
 * SentinelOne shows its documentation in its console only. What the shapes were checked against:
 *
 * | List | A client made from the vendor's description of the API | Others |
 * | --- | --- | --- |
 * | agents | Dirt-Diver/s1-api, AgentsSchemasAgentViewSchemaMany200Data | recorded answers; SumoLogic/sumologic-documentation, sample of agents |
 * | groups | ayol377/sentinelone-rs, models/groups.rs | recorded answers |
 * | threats | ayol377/sentinelone-rs, models/threats.rs | SumoLogic/sumologic-documentation, sample of threats; davidhowell-tx/PS-SentinelOne, Get-S1Threat |
 * | risks | ayol377/sentinelone-rs, models/application_management.rs | xybytes/steampipe-plugin-sentinelone, table of CVEs; cartography, S1AppFinding |
 * | users | Dirt-Diver/s1-api, UsersSchemasGetUserListSchemaMany200Data | ayol377/sentinelone-rs, models/users.rs; davidhowell-tx/PS-SentinelOne |
 */

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** The healthy run, which every test reads. */
const healthy = ConnectorTest.run(sentinelone, { replies })

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

describe("SentinelOne threats", () => {
  it("have every field that SentinelOne provides", async () => {
    const [first] = await recordsOf("edr_alert")
    expect(first).toEqual({
      id: uuid,
      title: "invoice.exe",
      description: "Hides the tracks of a process.\nRuns a script.",
      severity: "HIGH",
      vendor_severity: "malicious",
      status: "IN_PROGRESS",
      vendor_status: "in_progress",
      category: "Malware",
      assigned_user: null,
      first_event_time: "2024-05-20T08:30:00.000Z",
      last_event_time: null,
      resolved_time: null,
      device: {
        id: uuid,
        hostnames: ["ADA-LAPTOP"],
        ipv4s: ["10.0.0.7", "192.0.2.7"],
        platform: "WINDOWS",
        vendor_id: "2001"
      },
      user_name: "ACME\\ada",
      windows_sid: null,
      active_directory_user_id: null,
      active_directory_domain: null,
      pid: null,
      process_created_at: null,
      process_filename: "invoice.exe",
      process_command_line: "invoice.exe /silent",
      process_filepath: "\\Device\\HarddiskVolume3\\Users\\ada\\invoice.exe",
      process_sha1: "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
      process_sha256: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4f72b9807785afee48bb",
      process_md5: "0cc175b9c0f1b6a831c399e269772661",
      parent_pid: null,
      mitre: [
        { tactic_id: null, tactic_name: "Defense Evasion", technique_id: "T1070.004", technique_name: null },
        { tactic_id: null, tactic_name: "Execution", technique_id: null, technique_name: "Scripting" },
        { tactic_id: null, tactic_name: "Discovery", technique_id: null, technique_name: null }
      ],
      url: null,
      vendor: "SENTINELONE",
      vendor_id: "4001",
      vendor_data: expect.objectContaining({
        vendor: "SENTINELONE",
        analyst_verdict: "true_positive",
        mitigation_status: "mitigated",
        mitigationStatus: [{ action: "quarantine", status: "success", lastUpdate: "2024-05-20T08:32:00Z" }],
        threatInfo: {
          classificationSource: "Static",
          initiatedBy: "agent_policy",
          fileSize: 17_408,
          originatorProcess: "explorer.exe",
          isFileless: false
        }
      }),
      vendor_data_omitted: null
    })
  })

  it("fall back to what SentinelOne knows of them, and leave the rest null", async () => {
    const [, dismissed, odd, bare] = await recordsOf("edr_alert")
    expect(dismissed).toMatchObject({
      title: "Malware",
      severity: "MEDIUM",
      status: "SUPPRESSED",
      vendor_status: "resolved",
      first_event_time: "2024-05-20T08:30:05.706Z",
      process_filename: "backup",
      description: null,
      mitre: null
    })
    expect(odd).toMatchObject({ severity: "UNKNOWN", vendor_severity: "n/a", status: "UNKNOWN" })
    expect(odd).toMatchObject({ device: { hostnames: [], ipv4s: [], platform: "OTHER" } })
    expect(bare).toMatchObject({ title: "4004", severity: "UNKNOWN", status: "UNKNOWN", device: null, mitre: null })
  })

  it.each([
    ["unresolved", "undefined", "not_mitigated", "NEW"],
    ["unresolved", "false_positive", "marked_as_benign", "NEW"],
    ["in_progress", "suspicious", "mitigated", "IN_PROGRESS"],
    ["resolved", "true_positive", "mitigated", "RESOLVED"],
    ["resolved", "undefined", "marked_as_benign", "SUPPRESSED"],
    ["resolved", "false_positive", "not_mitigated", "SUPPRESSED"]
  ])("that are %s, %s and %s have the status %s", (incidentStatus, analystVerdict, mitigationStatus, status) => {
    const threatInfo = { ...threat.threatInfo, incidentStatus, analystVerdict, mitigationStatus }
    const row = Schema.decodeUnknownSync(SentinelOneThreat)({ ...threat, threatInfo })
    expect(toAlert(row)).toMatchObject({ status, vendor_status: incidentStatus })
  })
})

describe("SentinelOne devices", () => {
  it("have every field that SentinelOne provides", async () => {
    const [first] = await recordsOf("device")
    const { vendor_data, ...device } = first ?? {}
    expect(device).toEqual({
      id: uuid,
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ADA-LAPTOP"],
      fqdns: ["ADA-LAPTOP.acme.example"],
      ipv4s: ["10.0.0.7"],
      ipv6s: ["2001:db8::7"],
      mac_addresses: ["00:00:5e:00:53:07", "00:00:5e:00:53:08"],
      serial_number: "SN-1",
      manufacturer: null,
      model: "Acme Computers - Model 7",
      os_version: "22631",
      os_major_version: "11",
      os_minor_version: null,
      first_seen: "2024-05-01T08:30:00.932Z",
      last_seen: "2024-05-20T08:29:00.654Z",
      is_encrypted: true,
      is_managed: true,
      owner_email: null,
      source_vendors: [
        {
          vendor: "SENTINELONE",
          vendor_id: "2001",
          agent_info: { agent_version: "23.4.4.223", signature_version: null, policies: null }
        }
      ],
      installed_software: null,
      ad_info: { org_unit: "Berlin/Laptops, all", site_name: null, domain: "acme.example", device_id: null },
      cloud_metadata: null,
      vendor: "SENTINELONE",
      vendor_id: "2001",
      vendor_data_omitted: null
    })
    expect(vendor_data).toMatchObject({
      vendor: "SENTINELONE",
      os_name: "Windows 11 Pro",
      group_id: "301",
      is_decommissioned: false,
      siteName: "Berlin",
      networkStatus: "connected"
    })
  })

  it("are inactive once they are decommissioned or uninstalled", async () => {
    const [, server, mac, bare] = await recordsOf("device")
    expect(server).toMatchObject({
      status: "INACTIVE",
      is_managed: false,
      platform: "LINUX",
      fqdns: [],
      serial_number: null,
      is_encrypted: null,
      os_major_version: "22",
      os_minor_version: "04",
      ad_info: null,
      cloud_metadata: {
        cloud_provider: "AWS",
        account_id: "123456789012",
        region: "eu-central-1",
        availability_zone: "eu-central-1b",
        instance_id: "i-0a1b2c3d"
      }
    })
    expect(mac).toMatchObject({
      status: "INACTIVE",
      platform: "MAC",
      fqdns: [],
      os_major_version: "14",
      os_minor_version: "4",
      cloud_metadata: { cloud_provider: "OTHER", region: "frankfurt", availability_zone: null, account_id: null }
    })
    expect(bare).toMatchObject({ status: "UNKNOWN", platform: "UNKNOWN", hostnames: [], is_managed: null })
  })

  it.each([
    ["windows", "Windows Server 2019 Standard", "17763", "2019", null],
    ["windows_legacy", "Windows XP", "2600", null, null],
    ["linux", "Linux", "CentOS release 6.9 (Final) 2.6.32-696.el6.x86_64", "6", "9"],
    ["linux", "Linux", "5.10.0-28-amd64", null, null],
    ["macos", "OS X", "10.15.7 (19H2)", "10", "15"]
  ])("of %s, %s, %s have the major version %s and the minor version %s", (osType, osName, osRevision, major, minor) => {
    const row = Schema.decodeUnknownSync(SentinelOneAgent)({ ...laptop, osType, osName, osRevision })
    expect(toDevice(row)).toMatchObject({ os_major_version: major, os_minor_version: minor, os_version: osRevision })
  })
})

describe("SentinelOne groups", () => {
  it("have every field that SentinelOne provides, and the devices that are still managed", async () => {
    const [first, servers, bare] = await recordsOf("device_group")
    const [device] = await recordsOf("device")
    expect(first).toEqual({
      id: uuid,
      name: "Default Group",
      created_by: "Ada Rivers",
      description: "Everybody",
      vendor_created_at: "2024-04-05T16:01:56.928Z",
      vendor: "SENTINELONE",
      vendor_id: "301",
      vendor_data: {
        vendor: "SENTINELONE",
        type: "static",
        isDefault: true,
        siteId: "11",
        creatorId: "6001",
        inherits: true,
        totalAgents: 2,
        updatedAt: "2024-04-05T16:01:57.564266Z"
      },
      vendor_data_omitted: null
    })
    expect(servers).toMatchObject({ name: "Servers", description: null, vendor_data: { type: "dynamic", rank: 1 } })
    expect(bare).toMatchObject({ name: "303", created_by: null, vendor_created_at: null })
    expect(await recordsOf("device_group_member")).toMatchObject([
      { group_vendor_id: "301", device_vendor_id: device?.["vendor_id"] }
    ])
  })
})

describe("SentinelOne vulnerabilities", () => {
  it("have every field that SentinelOne provides", async () => {
    const [first] = await recordsOf("vulnerability")
    expect(first).toEqual({
      id: uuid,
      device: { id: uuid, hostnames: ["ADA-LAPTOP"], ipv4s: [], platform: "WINDOWS", vendor_id: "2001" },
      name: "CVE-2024-0001",
      description: null,
      severity: "HIGH",
      vendor_severity: "HIGH",
      state: "OPEN",
      state_updated_at: "2024-05-02T08:30:00.882Z",
      cve: ["CVE-2024-0001"],
      cvss_version: "3.1",
      cvss_base_score: 8.8,
      cvss_vector: null,
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: null,
      is_exploited: true,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-02T08:30:00.882Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_patchable: true,
      solution: null,
      scan_output: null,
      category: null,
      vendor_scan_id: null,
      vendor: "SENTINELONE",
      vendor_id: "7001",
      vendor_data: {
        vendor: "SENTINELONE",
        vendor_status: "Detected",
        mark: null,
        remediation_level: "Official Fix",
        exploited_in_the_wild: "Yes",
        last_scan_result: "Succeeded",
        application: "Archiver 19.00",
        applicationName: "Archiver",
        applicationVendor: "Acme Software",
        applicationVersion: "19.00",
        riskScore: "7.20",
        exploitCodeMaturity: "Proof of Concept",
        reportConfidence: "Confirmed",
        mitigationStatus: "To be patched",
        mitigationStatusChangedBy: "Ada Rivers",
        mitigationStatusChangeTime: "2024-05-04T08:30:00Z",
        publishedDate: "2024-01-08T04:39:35Z",
        daysDetected: 18,
        endpointType: "laptop"
      },
      vendor_data_omitted: null
    })
  })

  it("say who marked or fixed them, and leave the rest null", async () => {
    const [, marked, removed, bare, odd] = await recordsOf("vulnerability")
    expect(marked).toMatchObject({
      severity: "MEDIUM",
      vendor_severity: "Medium",
      state: "SUPPRESSED",
      state_updated_at: "2024-05-05T08:30:00.000Z",
      cvss_base_score: 5.5,
      cvss_version: "3.0",
      is_exploited: null,
      is_patchable: false,
      last_seen: null,
      vendor_data: { mark: "False Positive" }
    })
    expect(removed).toMatchObject({ severity: "INFORMATIONAL", state: "FIXED", state_updated_at: null })
    expect(removed).toMatchObject({ cvss_base_score: null, cvss_version: null })
    expect(bare).toMatchObject({ name: "7004", device: null, cve: [], state: "UNKNOWN", is_patchable: null })
    expect(odd).toMatchObject({ name: "ACME-1", cve: [], severity: "UNKNOWN", state: "UNKNOWN", cvss_base_score: null })
  })

  it.each([
    ["Detected", null, "OPEN"],
    ["Detected", "Added CVE", "OPEN"],
    ["Detected", "False Positive", "SUPPRESSED"],
    ["Removed", "False Positive", "FIXED"],
    ["Removed", null, "FIXED"],
    [null, "False Positive", "UNKNOWN"]
  ])("with the status %s that are marked as %s are %s", (status, markType, state) => {
    const row = Schema.decodeUnknownSync(SentinelOneRisk)({ ...risk, status, markType })
    expect(toVulnerability(row).state).toBe(state)
  })

  it.each([
    ["Official Fix", true],
    ["Temporary Fix", true],
    ["Workaround", false],
    ["Unavailable", false],
    ["Not Defined", null]
  ])("whose remediation level is %s are patchable: %s", (remediationLevel, expected) => {
    const row = Schema.decodeUnknownSync(SentinelOneRisk)({ ...bareRisk, remediationLevel })
    expect(toVulnerability(row).is_patchable).toBe(expected)
  })
})

describe("SentinelOne users", () => {
  it("have every field that SentinelOne provides", async () => {
    const [first] = await recordsOf("config_user")
    const { vendor_data, ...user } = first ?? {}
    expect(user).toEqual({
      id: uuid,
      name: "Ada Rivers",
      email: "ada@acme.example",
      username: "ada@acme.example",
      vendor_user_id: "6001",
      role: "Admin",
      is_admin: true,
      is_active: null,
      is_mfa_enabled: true,
      last_login: "2024-05-20T08:30:00.123Z",
      access_data: {
        scope: "account",
        scopeRoles: [
          { id: "1", name: "Acme", accountName: "Acme", roleId: "8001", roleName: "Admin" },
          { id: "2", name: "Acme Labs", accountName: "Acme Labs", roleId: "8001", roleName: "Admin" }
        ]
      },
      is_deleted: false,
      vendor: "SENTINELONE",
      vendor_id: "6001",
      vendor_data_omitted: null
    })
    expect(vendor_data).toMatchObject({
      source: "mgmt",
      dateJoined: "2024-04-01T08:30:00Z",
      apiToken: { createdAt: "2024-05-01T08:30:00Z", expiresAt: "2025-05-01T08:30:00Z" }
    })
  })

  it("of an identity provider have a second factor of which SentinelOne knows nothing", async () => {
    const [, viewer, bare] = await recordsOf("config_user")
    expect(viewer).toMatchObject({ name: null, role: "Viewer, Auditors", is_admin: false, is_mfa_enabled: null })
    expect(bare).toMatchObject({ username: "6003", role: null, is_admin: null, access_data: null, last_login: null })
  })
})
