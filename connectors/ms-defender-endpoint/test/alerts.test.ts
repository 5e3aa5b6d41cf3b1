import { describe, expect, it } from "vitest"
import { ALERTS, changeReplies, list, TENANT } from "./fixtures/replies.js"
import { parametersOf, runWith } from "./fixtures/runs.js"

const SINCE = "2026-03-20T00:00:00.000Z"

const healthy = runWith({})

// Nobody recorded alerts. Their shape was checked against three sources: the reference (alerts and get-alerts, with its examples), the test data
// of Elastic's integration (`packages/microsoft_defender_endpoint/data_stream/log`), and the answers in Swimlane's documentation of its connector.
describe("Microsoft Defender for Endpoint alerts", () => {
  it("have every field that Defender provides", async () => {
    const { records } = await healthy
    expect(records["edr_alert"]?.[0]).toEqual({
      id: expect.any(String),
      title: "Suspicious process injection observed",
      description: "A process injected code into another process.",
      severity: "HIGH",
      vendor_severity: "High",
      status: "IN_PROGRESS",
      vendor_status: "InProgress",
      category: "DefenseEvasion",
      assigned_user: "grace@acme.example",
      first_event_time: "2026-03-09T08:30:00.123Z",
      last_event_time: "2026-03-10T08:30:00.123Z",
      resolved_time: null,
      device: {
        id: expect.any(String),
        hostnames: ["ada-laptop"],
        ipv4s: [],
        platform: "UNKNOWN",
        vendor_id: "m-1"
      },
      user_name: "ada",
      windows_sid: "S-1-5-21-1-2-3-1001",
      active_directory_user_id: "user-1",
      active_directory_domain: "ACME",
      pid: 4104,
      process_created_at: "2026-03-09T08:30:00.123Z",
      process_filename: "notepad.exe",
      process_command_line: '"notepad.exe"',
      process_filepath: "C:\\Windows\\System32\\notepad.exe",
      process_sha1: "a".repeat(40),
      process_sha256: "b".repeat(64),
      process_md5: null,
      parent_pid: 6012,
      mitre: [
        { tactic_id: "TA0005", tactic_name: "DefenseEvasion", technique_id: null, technique_name: null },
        { tactic_id: null, tactic_name: null, technique_id: "T1055", technique_name: null },
        { tactic_id: null, tactic_name: null, technique_id: "T1055.012", technique_name: null }
      ],
      url: null,
      vendor: "MS_DEFENDER_ENDPOINT",
      vendor_id: "da1_1",
      vendor_data: expect.objectContaining({
        vendor: "MS_DEFENDER_ENDPOINT",
        user_principal_name: "ada@acme.example",
        detection_status: "Detected",
        parent_process_filename: "explorer.exe",
        parent_process_filepath: "C:\\Windows\\explorer.exe",
        other_evidence: [
          { entityType: "File", fileName: "tool.dll", filePath: "C:\\Temp", detectionStatus: "Prevented" },
          { entityType: "Ip", ipAddress: "203.0.113.66" }
        ],
        incidentId: 7,
        detectionSource: "WindowsDefenderAtp",
        lastUpdateTime: "2026-03-11T08:30:00.1234567Z",
        rbacGroupName: "Workstations"
      }),
      vendor_data_omitted: null
    })
    expect(JSON.stringify(records["edr_alert"])).not.toContain(TENANT)
  })

  it("prefer the account of the process to other users, and have no technique if Defender names none", async () => {
    const { records } = await healthy
    const [, script, bare] = records["edr_alert"] ?? []
    expect(script).toMatchObject({
      severity: "INFORMATIONAL",
      status: "RESOLVED",
      resolved_time: "2026-03-12T08:30:00.123Z",
      user_name: "root",
      windows_sid: null,
      process_filepath: "/usr/bin/sh",
      pid: 12,
      mitre: null
    })
    expect(bare).toMatchObject({
      title: "da1_3",
      severity: "UNKNOWN",
      vendor_severity: "UnSpecified",
      status: "UNKNOWN",
      device: null,
      user_name: "linus",
      process_filename: null,
      mitre: null
    })
  })

  it.each([
    ["Low", "New", "LOW", "NEW"],
    ["Medium", "InProgress", "MEDIUM", "IN_PROGRESS"],
    ["High", "Resolved", "HIGH", "RESOLVED"],
    ["Informational", "Unknown", "INFORMATIONAL", "UNKNOWN"],
    ["UnSpecified", "Later", "UNKNOWN", "UNKNOWN"]
  ])("translate the severity %s and the status %s", async (vendorSeverity, vendorStatus, severity, status) => {
    const { records } = await runWith({
      [`GET ${ALERTS}?$skip=0`]: list([{ id: "da", severity: vendorSeverity, status: vendorStatus }])
    })
    expect(records["edr_alert"]).toMatchObject([{ severity, status, vendor_status: vendorStatus }])
  })

  it("are read with their evidence, and between full scans from the time of their last update on", async () => {
    expect(parametersOf(await healthy, ALERTS)).toEqual([
      { $top: "1000", $skip: "0", $expand: "evidence" },
      { $top: "1000", $skip: "2", $expand: "evidence" }
    ])
    expect(parametersOf(await runWith(changeReplies, { since: SINCE }), ALERTS)[0]).toEqual({
      $top: "1000",
      $skip: "0",
      $expand: "evidence",
      $filter: `lastUpdateTime ge ${SINCE}`
    })
  })

  it("of another tenant are never stored", async () => {
    const foreign = list([{ id: "da", aadTenantId: "00000000-1111-4222-8333-444444444444" }])
    const report = await runWith({ [`GET ${ALERTS}?$skip=0`]: foreign })
    expect(report.failures.map(({ endpoint }) => endpoint)).toEqual([ALERTS])
    expect(report.records["edr_alert"] ?? []).toEqual([])
  })
})
