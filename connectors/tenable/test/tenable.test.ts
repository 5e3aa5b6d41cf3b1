import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { tenable } from "../src/index.js"
import { information, replies, server, vulnerability } from "./fixtures/replies.js"

ConnectorTest.conformance(tenable, { replies })

const run = (options: Partial<ConnectorTest.RunOptions> = {}) => ConnectorTest.run(tenable, { replies, ...options })

/** Replaces the answer of one path, at most `times` times. */
const answering = (path: string, reply: ConnectorTest.Reply, times = Number.POSITIVE_INFINITY) => ({
  times,
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const UUID = /^[0-9a-f-]{36}$/

ConnectorTest.readme(tenable, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(tenable, { replies }, new URL("mapping.txt", import.meta.url))

describe("Tenable devices", () => {
  it("maps every field that Tenable returns", async () => {
    const { records } = await run()
    const [web, desk] = records["device"] ?? []
    expect(web).toEqual({
      id: expect.stringMatching(UUID),
      status: "ACTIVE",
      platform: "LINUX",
      hostnames: ["web-1", "WEB-1"],
      fqdns: ["web-1.acme.example"],
      ipv4s: ["10.0.0.1"],
      ipv6s: ["fd00::1"],
      mac_addresses: ["02:00:00:00:00:01"],
      serial_number: "SN-1",
      manufacturer: null,
      model: null,
      os_version: "22.04",
      os_major_version: "22",
      os_minor_version: "04",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: null,
      source_vendors: [
        {
          vendor: "TENABLE",
          vendor_id: "a-1",
          agent_info: { agent_version: null, signature_version: null, policies: null }
        }
      ],
      installed_software: ["cpe:/a:openbsd:openssh:9.6"],
      ad_info: null,
      cloud_metadata: {
        cloud_provider: "AWS",
        account_id: "123456789012",
        region: "eu-west-1",
        availability_zone: "eu-west-1a",
        instance_id: "i-0a1"
      },
      vendor: "TENABLE",
      vendor_id: "a-1",
      vendor_data: {
        vendor: "TENABLE",
        agent_uuid: "agent-1",
        agent_names: ["web-1"],
        operating_systems: server.operating_systems,
        system_types: server.system_types,
        created_at: server.created_at,
        updated_at: server.updated_at,
        terminated_at: null,
        terminated_by: null,
        deleted_at: null,
        deleted_by: null,
        last_scan_id: "run-1",
        last_schedule_id: "schedule-1",
        first_scan_time: server.first_scan_time,
        last_scan_time: server.last_scan_time,
        last_authenticated_scan_date: server.last_authenticated_scan_date,
        last_licensed_scan_date: server.last_licensed_scan_date,
        has_plugin_results: true,
        network_interfaces: server.network_interfaces,
        bios_uuid: "bios-1",
        network_id: "net-1",
        network_name: "Default",
        aws_ec2_name: "web-1",
        azure_resource_id: null,
        sources: server.sources,
        tags: server.tags,
        acr_score: "6",
        exposure_score: 480,
        aws_ec2_instance_type: "t3.small",
        last_authentication_scan_status: "Success",
        open_ports: server.open_ports,
        // A difference in these is no change of the device.
        last_authentication_attempt_date: server.last_authentication_attempt_date,
        last_authentication_success_date: server.last_authentication_success_date,
        tenable_agent_days_since_active: 1
      },
      vendor_data_omitted: null
    })
    expect(desk).toMatchObject({
      status: "INACTIVE",
      platform: "WINDOWS",
      is_managed: false,
      ipv4s: [],
      source_vendors: [{ agent_info: null }],
      cloud_metadata: { cloud_provider: "AZURE", account_id: "sub-2", instance_id: "vm-2" }
    })
  })

  it.each([
    [{ deleted_at: "2024-05-20T08:30:00Z", terminated_at: "2024-05-20T08:30:00Z" }, { status: "DELETED" }],
    [{ operating_systems: [] }, { platform: "UNKNOWN", os_version: null }],
    [{ operating_systems: ["macOS 14.5"] }, { os_version: "14.5", os_major_version: "14", os_minor_version: "5" }],
    [
      { aws_owner_id: null, aws_ec2_instance_id: null, gcp_instance_id: "7", gcp_zone: "europe-west1-b" },
      { cloud_metadata: { cloud_provider: "GCP", region: "europe-west1", availability_zone: "europe-west1-b" } }
    ],
    [{ aws_owner_id: null, aws_ec2_instance_id: null }, { cloud_metadata: null }]
  ])("maps %j to %j", async (more, expected) => {
    const chunk = { body: [{ ...server, ...more }] }
    const { records } = await run({ faults: [answering("/assets/export/e-1/chunks/1", chunk)] })
    expect(records["device"]?.[0]).toMatchObject(expected)
  })
})

describe("Tenable vulnerabilities", () => {
  it("maps every field that Tenable returns", async () => {
    const { records } = await run()
    const [ssh, other, info] = records["vulnerability"] ?? []
    const [web] = records["device"] ?? []
    expect(ssh).toEqual({
      id: expect.stringMatching(UUID),
      device: {
        id: web?.["id"],
        hostnames: ["web-1", "web-1.acme.example", "WEB-1"],
        ipv4s: ["10.0.0.1"],
        platform: "LINUX",
        vendor_id: "a-1"
      },
      name: "OpenSSH before 9.8",
      description: "The server is older than 9.8.",
      severity: "HIGH",
      vendor_severity: "high",
      state: "OPEN",
      state_updated_at: "2024-05-03T08:30:00.000Z",
      cve: ["CVE-2024-0001"],
      cvss_version: "3.1",
      cvss_base_score: 8.1,
      cvss_vector: "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
      cvss_temporal_score: 7.3,
      cvss_temporal_vector: "CVSS:3.1/E:P/RL:O/RC:C",
      epss_score: 0.10647,
      is_exploited: false,
      port: 22,
      protocol: "TCP",
      service: "ssh",
      first_seen: "2024-05-03T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_patchable: true,
      solution: "Upgrade to 9.8.",
      scan_output: "Installed version: 9.6",
      category: "Misc.",
      vendor_scan_id: "run-1",
      vendor: "TENABLE",
      vendor_id: "a-1/4711/22/TCP",
      vendor_data: {
        vendor: "TENABLE",
        plugin_id: 4711,
        finding_id: "finding-1",
        plugin_type: "remote",
        synopsis: "The server has a vulnerability.",
        risk_factor: "High",
        exploit_available: true,
        exploitability_ease: "Exploits are available",
        exploit_frameworks: ["metasploit"],
        metasploit_name: "regreSSHion",
        cvss_v4_base_score: 7.7,
        cvss_v4_vector: vulnerability.plugin.cvss4_vector.raw,
        cvss_v2_base_score: 7.6,
        cvss_v2_vector: "AV:N/AC:H/Au:N/C:C/I:C/A:C",
        patch_publication_date: vulnerability.plugin.patch_publication_date,
        vuln_publication_date: vulnerability.plugin.vuln_publication_date,
        plugin_publication_date: vulnerability.plugin.publication_date,
        plugin_modification_date: vulnerability.plugin.modification_date,
        vpr_score: 8.4,
        vpr_updated: vulnerability.plugin.vpr.updated,
        vpr_drivers: vulnerability.plugin.vpr.drivers,
        vpr_v2_score: 7.9,
        exploited_by_malware: false,
        exploited_by_nessus: false,
        in_the_news: true,
        unsupported_by_vendor: false,
        stig_severity: "I",
        cpe: ["cpe:/a:openbsd:openssh"],
        see_also: ["https://acme.example/advisory"],
        xrefs: [{ type: "CWE", id: "364" }],
        state: "OPEN",
        severity_id: 3,
        severity_default_id: 3,
        severity_modification_type: "NONE",
        recast_reason: null,
        last_fixed: null,
        resurfaced_date: null,
        device_type: "general-purpose",
        agent_uuid: "agent-1",
        mac_address: "02:00:00:00:00:01",
        network_id: "net-1",
        last_authenticated_results: vulnerability.asset.last_authenticated_results,
        scan_schedule_id: "schedule-1",
        scan_started_at: vulnerability.scan.started_at,
        scan_completed_at: vulnerability.scan.completed_at,
        indexed: vulnerability.indexed,
        source: "AGENT",
        asset: {
          tracked: true,
          last_unauthenticated_results: vulnerability.asset.last_unauthenticated_results
        },
        plugin: { family_id: 23, vpr_v2: { vpr_severity: "High" } }
      },
      vendor_data_omitted: null
    })
    // The same plugin on another port is another vulnerability.
    expect(other).toMatchObject({ vendor_id: "a-1/4711/2222/TCP", port: 2222, service: null })
    expect(info).toMatchObject({
      vendor_id: "a-1/11936/0/TCP",
      severity: "INFORMATIONAL",
      state: "FIXED",
      state_updated_at: "2024-05-11T08:30:00.000Z",
      cve: [],
      cvss_version: null,
      cvss_base_score: null,
      port: null,
      scan_output: null
    })
  })

  const { plugin } = vulnerability
  it.each([
    [{ severity_id: 4, severity: "critical" }, { severity: "CRITICAL" }],
    [
      { severity_id: null, severity: "medium" },
      { severity: "MEDIUM", vendor_severity: "medium" }
    ],
    [
      { severity_id: 9, severity: null },
      { severity: "UNKNOWN", vendor_severity: "9" }
    ],
    [{ state: "BANANA" }, { state: "UNKNOWN", state_updated_at: null }],
    [{ severity_modification_type: "ACCEPTED" }, { state: "SUPPRESSED" }],
    [
      { state: "REOPENED", resurfaced_date: "2024-05-18T00:00:00Z" },
      { state: "REOPENED", state_updated_at: "2024-05-18T00:00:00.000Z" }
    ],
    [
      { plugin: { ...plugin, cvss4_base_score: 0, cvss4_vector: null, cvss3_base_score: null, cvss3_vector: null } },
      { cvss_version: "2.0", cvss_base_score: 7.6, cvss_vector: "AV:N/AC:H/Au:N/C:C/I:C/A:C" }
    ],
    [{ plugin: { ...plugin, cvss3_vector: null } }, { cvss_version: "3.0", cvss_base_score: 8.1, cvss_vector: null }],
    [
      {
        plugin: {
          ...plugin,
          cvss3_base_score: 0,
          cvss3_vector: null,
          cvss4_base_score: 6.9,
          cvss4_vector: { raw: "AV:N/AC:L/AT:P/PR:H/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:H" },
          cvss4_threat_vector: { threat_score: 3.6, raw: "CVSS:4.0/E:U" }
        }
      },
      { cvss_version: "4.0", cvss_base_score: 6.9, cvss_temporal_score: 3.6, cvss_temporal_vector: "CVSS:4.0/E:U" }
    ],
    [{ plugin: { ...plugin, vpr_v2: { on_cisa_kev: true } } }, { is_exploited: true }],
    [{ plugin: { ...plugin, vpr: { on_cisa_kev: true }, vpr_v2: null } }, { is_exploited: true }],
    [{ plugin: { ...plugin, exploited_by_malware: true } }, { is_exploited: true }],
    [{ plugin: { ...plugin, xrefs: [{ type: "CISA-KNOWN-EXPLOITED", id: "2024/05/27" }] } }, { is_exploited: true }],
    [{ plugin: { ...plugin, xrefs: ["CISA-KNOWN-EXPLOITED:2024/05/27"] } }, { is_exploited: true }],
    [{ plugin: { ...plugin, exploited_by_malware: null, vpr_v2: null } }, { is_exploited: null }],
    [{ plugin: { ...plugin, xrefs: ["CWE:364"] } }, { vendor_data: { xrefs: ["CWE:364"] } }],
    [{ plugin: { ...plugin, epss_score: null } }, { epss_score: null }],
    [{ output: "x".repeat(30_000) }, { scan_output: "x".repeat(20_000) }]
  ])("maps %j", async (more, expected) => {
    const chunk = { body: [{ ...vulnerability, ...more }] }
    const { records } = await run({ faults: [answering("/vulns/export/e-2/chunks/1", chunk)] })
    expect(records["vulnerability"]?.[0]).toMatchObject(expected)
  })

  it("exports everything in a full scan, and only changes in a delta", async () => {
    const started = async (options: Partial<ConnectorTest.RunOptions>) =>
      (await run(options)).requests.filter(({ method }) => method === "POST").map(({ body }) => body)
    expect(await started({})).toEqual([
      { chunk_size: 1_000 },
      {
        num_assets: 500,
        include_unlicensed: true,
        filters: { state: ["OPEN", "REOPENED", "FIXED"], since: 946_684_800 }
      }
    ])
    expect(await started({ since: "2024-05-09T00:00:00.900Z" })).toMatchObject([
      { filters: { updated_at: 1_715_212_800 } },
      { filters: { state: ["OPEN", "REOPENED", "FIXED"], indexed_at: 1_715_212_800 } }
    ])
  })

  it("waits while the export is queued, and accepts an empty export", async () => {
    const status = "/vulns/export/e-2/status"
    const queued = answering(status, { body: { status: "QUEUED", chunks_available: [] } }, 3)
    const report = await run({ faults: [queued] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(15_000)
    const none = await run({ faults: [answering(status, { body: { status: "FINISHED", chunks_available: [] } })] })
    expect(none.health.name).toBe("HEALTHY")
    expect(none.records["vulnerability"]).toEqual([])
  })

  it("waits while an identical export is running, then starts its own", async () => {
    const conflict = {
      status: 409,
      body: { active_job_id: "other", failure_reason: "conflict with the ongoing export" }
    }
    const late = await run({ faults: [answering("/vulns/export", conflict, 2)] })
    expect(late.health.name).toBe("HEALTHY")
    expect(late.records["vulnerability"]).toHaveLength(3)
    expect(late.elapsedMillis).toBeGreaterThanOrEqual(60_000)
    const never = await run({ faults: [answering("/vulns/export", conflict)] })
    expect(never.health).toMatchObject({ name: "RATE_LIMIT_EXCEEDED" })
  })

  it.each([
    { status: "ERROR", chunks_available: [] },
    { status: "CANCELLED", chunks_available: [1] },
    { status: "FINISHED", chunks_available: [1], chunks_failed: [2] },
    { status: "FINISHED", chunks_available: [1], total_chunks: 3, empty_chunks_count: 1 }
  ])("fails if the export is incomplete: %j", async (body) => {
    const { health } = await run({ faults: [answering("/vulns/export/e-2/status", { body })] })
    expect(health).toMatchObject({
      name: "VENDOR_SERVER_ERROR",
      details: [{ data_export_type: "vulnerabilities", endpoint: "/vulns/export/{id}/status" }]
    })
  })

  it("identifies vulnerabilities without a port by their plugin", async () => {
    const chunk = { body: [{ ...information, port: null }] }
    const { records } = await run({ faults: [answering("/vulns/export/e-2/chunks/1", chunk)] })
    expect(records["vulnerability"]?.[0]).toMatchObject({ vendor_id: "a-1/11936/0/", port: null, protocol: null })
  })
})

describe("Tenable scans", () => {
  it("maps every field that Tenable returns", async () => {
    const { records, requests } = await run()
    const [weekly, manual, fresh] = records["scan_configuration"] ?? []
    expect(weekly).toEqual({
      id: expect.stringMatching(UUID),
      name: "Scan 1",
      owner: "ada@acme.example",
      is_enabled: true,
      is_scheduled: true,
      last_scan_vendor_id: "run-1b",
      device_target_count: 2,
      scan_targets: ["10.0.0.1", "10.0.1.0-10.0.1.255"],
      severity_frequency: { critical: 2, high: 4, info: 80, low: 6, medium: 0 },
      vendor: "TENABLE",
      vendor_id: "1",
      vendor_data: {
        vendor: "TENABLE",
        schedule_id: "schedule-1",
        status: "completed",
        type: "remote",
        policy_id: 7,
        policy: "Basic Network Scan",
        scanner_name: "London",
        scan_end: 1_715_000_000,
        rrules: "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO",
        starttime: "20240506T083000",
        timezone: "Europe/London",
        creation_date: 1_714_552_200,
        last_modification_date: 1_715_000_000,
        is_shared: true,
        control: true,
        user_permissions: 16,
        wizard_uuid: "template-1",
        status_times: { pending: 1_200, running: 64_000 },
        progress: 100,
        read: false
      },
      vendor_data_omitted: null
    })
    // Tenable no longer returns the hosts of an archived run.
    expect(manual).toMatchObject({ is_enabled: false, is_scheduled: false, severity_frequency: null })
    expect(fresh).toMatchObject({ is_scheduled: false, last_scan_vendor_id: null, scan_targets: null })
    expect(requests.filter(({ url }) => url.endsWith("/scans/3"))).toEqual([])
  })

  it("reads null as an empty list of scans", async () => {
    const { health, records } = await run({ faults: [answering("/scans", { body: { folders: [], scans: null } })] })
    expect(health.name).toBe("HEALTHY")
    expect(records["scan_configuration"]).toEqual([])
  })
})

it("sends both keys in Tenable's own header", async () => {
  const credentials = { access_key: "access-1" }
  const { requests, output } = await run({ credentials })
  expect(requests[0]?.headers["x-apikeys"]).toBe(`accessKey=access-1; secretKey=${ConnectorTest.PLANTED_SECRET}`)
  expect(output).not.toContain("access-1")
})
