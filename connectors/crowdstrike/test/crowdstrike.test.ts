import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { classify } from "../src/errors.js"
import { crowdstrike } from "../src/index.js"
import { alert, bare, closed, laptop, open, replies, TOKEN } from "./fixtures/replies.js"

ConnectorTest.conformance(crowdstrike, { replies })

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const HOSTS = "/devices/combined/devices/v1"
const SPOTLIGHT = "/spotlight/combined/vulnerabilities/v1"

/** Spotlight has these vulnerabilities on its only page. */
const spotlight = (resources: ReadonlyArray<object>): ConnectorTest.Replies => ({
  [`GET ${SPOTLIGHT}`]: {
    body: { meta: { pagination: { total: resources.length, after: "" } }, resources, errors: [] }
  }
})

const run = (options: Partial<ConnectorTest.RunOptions> = {}) => ConnectorTest.run(crowdstrike, { replies, ...options })

const at = (path: string, reply: ConnectorTest.Reply, times = Number.POSITIVE_INFINITY) => ({
  times,
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

/** Whether a request asks for the hosts, and not for those of a group. */
const isHostList = ({ url }: { readonly url: URL }) => url.pathname === HOSTS && !url.searchParams.has("filter")

ConnectorTest.readme(crowdstrike, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(crowdstrike, { replies }, new URL("mapping.txt", import.meta.url))

describe("CrowdStrike records", () => {
  it("maps every field of a device that CrowdStrike returns", async () => {
    const { records } = await run()
    const [notebook, server, phone] = records["device"] ?? []
    const applied = (policy_id: string) => ({
      policy_type: "prevention",
      policy_id,
      settings_hash: `hash-${policy_id}`,
      applied: true,
      applied_date: "2024-05-02T08:30:00Z",
      assigned_date: "2024-05-01T08:30:00Z",
      uninstall_protection: "ENABLED"
    })
    expect(notebook).toEqual({
      id: UUID,
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ADA-LAPTOP"],
      fqdns: ["ADA-LAPTOP.acme.example"],
      ipv4s: ["192.0.2.10", "192.0.2.11"],
      ipv6s: [],
      mac_addresses: ["00-00-5e-00-53-01", "00-00-5e-00-53-02"],
      serial_number: "SN-1001",
      manufacturer: "Acme Computers",
      model: "Notebook 7",
      os_version: "Windows 11",
      os_major_version: "10",
      os_minor_version: "0",
      first_seen: "2024-05-01T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [
        {
          vendor: "CROWDSTRIKE",
          vendor_id: "d1",
          agent_info: { agent_version: "7.10.17706.0", signature_version: null, policies: ["p1", "p2"] }
        }
      ],
      installed_software: null,
      ad_info: { org_unit: "Research/Laptops", site_name: "Leeds", domain: "acme.example", device_id: null },
      cloud_metadata: null,
      vendor: "CROWDSTRIKE",
      vendor_id: "d1",
      vendor_data: {
        vendor: "CROWDSTRIKE",
        vendor_status: "normal",
        platform_name: "Windows",
        product_type: "Workstation",
        provision_status: "Provisioned",
        reduced_functionality_mode: "no",
        cid: "c1",
        os_build: "22631",
        os_product_name: "Windows 11 Enterprise",
        kernel_version: "10.0.22631.3593",
        bios_manufacturer: "Acme",
        bios_version: "1.7",
        chassis_type: "Notebook",
        last_reboot: laptop.last_reboot,
        last_login_user: "ada",
        last_login_timestamp: laptop.last_login_timestamp,
        modified_timestamp: laptop.modified_timestamp,
        detection_suppression_status: "unsuppressed",
        filesystem_containment_status: "normal",
        host_hidden_status: "visible",
        deployment_type: "Standard",
        linux_sensor_mode: null,
        rtr_state: "enabled",
        policies: { prevention: applied("p1"), sensor_update: applied("p2"), firewall: null },
        default_gateway_ip: "192.0.2.1",
        external_ip: "198.51.100.7",
        service_provider: null,
        group_ids: ["g1"],
        tags: ["SensorGroupingTags/research"],
        cpu_vendor: "0",
        host_utc_offset: "+01:00",
        notes: [],
        managed_apps: { netskope: { version: "1.2" } },
        // A difference in these is no change of the device.
        agent_local_time: laptop.agent_local_time,
        slow_changing_modified_timestamp: laptop.slow_changing_modified_timestamp,
        meta: laptop.meta
      },
      vendor_data_omitted: null
    })
    expect(server).toMatchObject({
      status: "ACTIVE",
      platform: "LINUX",
      fqdns: ["db.prod.acme.example"],
      ipv4s: ["192.0.2.20"],
      ipv6s: ["2001:db8::2"],
      is_managed: false,
      ad_info: null,
      cloud_metadata: {
        cloud_provider: "AWS",
        account_id: "111122223333",
        region: "eu-west-1",
        availability_zone: "eu-west-1a",
        instance_id: "i-0abc"
      },
      vendor_data: { vendor_status: "contained" }
    })
    expect(phone).toMatchObject({ status: "UNKNOWN", platform: "OTHER", hostnames: [], fqdns: [], is_managed: null })
  })

  it("maps every field of a device group, and each of its devices", async () => {
    const { records } = await run()
    const [research, servers] = records["device_group"] ?? []
    expect(research).toEqual({
      id: UUID,
      name: "Research",
      vendor: "CROWDSTRIKE",
      vendor_id: "g1",
      created_by: "ada@acme.example",
      description: "Hosts of Research",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      vendor_data: {
        vendor: "CROWDSTRIKE",
        group_type: "dynamic",
        assignment_rule: "tags:'SensorGroupingTags/research'",
        modified_by: "grace@acme.example",
        modified_timestamp: "2024-05-03T08:30:00Z"
      },
      vendor_data_omitted: null
    })
    // The rule of a static group lists its hosts.
    expect(servers).toMatchObject({ description: null, vendor_data: { group_type: "static", assignment_rule: null } })
    expect(records["device_group_member"]).toMatchObject([
      { group_vendor_id: "g1", device_vendor_id: "d1" },
      { group_vendor_id: "g1", device_vendor_id: "d3" }
    ])
  })

  it("maps every field of a device policy, and each of its groups", async () => {
    const { records } = await run()
    const [strict, fallback, early, late] = records["device_policy"] ?? []
    expect(strict).toEqual({
      id: UUID,
      name: "Strict",
      type: "PREVENTION",
      platform: "Windows",
      is_enabled: true,
      description: "The policy of Strict",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-04T08:30:00.000Z",
      vendor: "CROWDSTRIKE",
      vendor_id: "p1",
      vendor_data: {
        vendor: "CROWDSTRIKE",
        created_by: "ada@acme.example",
        modified_by: "grace@acme.example",
        settings: { CloudAntiMalware: { detection: "MODERATE" }, EndUserNotifications: { enabled: true } },
        cid: "c1",
        ioa_rule_groups: [{ id: "r1", name: "Office macros" }]
      },
      vendor_data_omitted: null
    })
    expect(records["device_policy_group"]?.filter(({ policy_vendor_id }) => policy_vendor_id === "p1")).toMatchObject([
      { group_vendor_id: "g1" }
    ])
    expect(fallback).toMatchObject({ is_enabled: false, description: null })
    expect([early, late]).toMatchObject([
      { type: "SENSOR_UPDATE", vendor_data: { settings: { build: "17706|n|tagged" } } },
      { type: "SENSOR_UPDATE", platform: "Mac", vendor_data: { settings: null } }
    ])
  })

  it("maps every field of a vulnerability that CrowdStrike returns", async () => {
    const { records } = await run()
    const [device] = records["device"] ?? []
    const [open, closed, suppressed, bare] = records["vulnerability"] ?? []
    expect(open).toEqual({
      id: UUID,
      device: {
        id: device?.["id"],
        hostnames: ["ADA-LAPTOP"],
        ipv4s: ["192.0.2.10"],
        platform: "WINDOWS",
        vendor_id: "d1"
      },
      name: "CVE-2024-0001",
      description: "A page is read past its end.",
      severity: "CRITICAL",
      vendor_severity: "CRITICAL",
      state: "OPEN",
      state_updated_at: "2024-05-05T08:30:00.000Z",
      cve: ["CVE-2024-0001"],
      cvss_version: "3.1",
      cvss_base_score: 9.8,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: null,
      is_exploited: true,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-05T08:30:00.000Z",
      last_seen: "2024-05-15T08:30:00.000Z",
      is_patchable: true,
      solution: "Update Reader to 1.3\nRestart Reader",
      scan_output: null,
      category: "Vulnerability",
      vendor_scan_id: null,
      vendor: "CROWDSTRIKE",
      vendor_id: "d1_v1",
      vendor_data: {
        vendor: "CROWDSTRIKE",
        vendor_status: "open",
        suppression_reason: null,
        confidence: "confirmed",
        cve_name: "Paper cut",
        exploit_status: 90,
        exprt_rating: "HIGH",
        remediation_level: "O",
        published_date: "2024-05-01T00:00:00Z",
        spotlight_published_date: "2024-05-02T00:00:00Z",
        exploitability_score: 3.9,
        impact_score: 5.9,
        is_cisa_kev: false,
        cisa_due_date: null,
        references: ["https://nvd.example/CVE-2024-0001"],
        vendor_advisories: ["https://reader.example/advisory"],
        os_version: "Windows 11",
        remediation_links: ["https://reader.example/1.3"],
        cid: "c1",
        vulnerability_metadata_id: "m1",
        host_info: {
          host_last_seen_timestamp: "2024-05-20T08:30:00Z",
          internet_exposure: "No",
          groups: [{ id: "g1", name: "Research" }]
        },
        cve: { cwes: ["CWE-125"] },
        apps: [{ product_name_version: "Reader 1.2", sub_status: "open", remediation: { ids: ["r1"] } }],
        remediation: { ids: ["r1"], entities: [{ id: "r1" }, { id: "r2" }] }
      },
      vendor_data_omitted: null
    })
    expect(closed).toMatchObject({
      state: "FIXED",
      state_updated_at: "2024-05-18T08:30:00.000Z",
      severity: "INFORMATIONAL",
      cvss_version: "2.0",
      is_exploited: false,
      is_patchable: false
    })
    expect(suppressed).toMatchObject({
      state: "SUPPRESSED",
      state_updated_at: null,
      severity: "UNKNOWN",
      vendor_severity: "UNHEARD_OF",
      is_exploited: true,
      is_patchable: false
    })
    expect(bare).toMatchObject({
      name: "ACME-7",
      state: "UNKNOWN",
      cve: [],
      severity: "UNKNOWN",
      is_exploited: null,
      is_patchable: null,
      solution: null,
      category: null,
      // Spotlight does not describe the host: `devices` does.
      device: { hostnames: [], ipv4s: [], platform: "OTHER" }
    })
  })

  it("have the names and platforms of hosts that Spotlight does not describe", async () => {
    const undescribed = [open, closed, bare].map((row) => ({ ...row, host_info: null }))
    const { records, requests } = await run({ replies: { ...replies, ...spotlight(undescribed) } })
    expect(records["vulnerability"]?.map(({ device }) => device)).toMatchObject([
      { hostnames: ["ADA-LAPTOP"], ipv4s: ["192.0.2.10"], platform: "WINDOWS", vendor_id: "d1" },
      { hostnames: ["db.prod.acme.example"], ipv4s: [], platform: "LINUX", vendor_id: "d2" },
      { hostnames: [], ipv4s: [], platform: "OTHER", vendor_id: "d3" }
    ])
    const filters = requests.map(({ url }) => new URL(url).searchParams.get("filter") ?? "")
    expect([...new Set(filters.filter((filter) => filter.startsWith("device_id:")))]).toEqual([
      "device_id:['d1','d2','d3']"
    ])
  })

  it("ask for no host that Spotlight describes, and cost only the host's fields if the client may not read hosts", async () => {
    const described = await run({ replies: { ...replies, ...spotlight([open]) } })
    expect(described.requests.filter(({ url }) => url.includes("device_id%3A"))).toEqual([])
    const denied = {
      strikes: ({ url }: { readonly url: URL }) => url.searchParams.get("filter")?.startsWith("device_id:") === true,
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 403, body: { errors: [{ code: 403 }] } } })
    }
    const report = await run({ faults: [denied] })
    expect(report.failures).toEqual([])
    expect(report.records["vulnerability"]).toHaveLength(4)
  })
})

describe("CrowdStrike lists", () => {
  it("fails and deletes nothing when a page of hosts comes back empty", async () => {
    const { stored } = await run()
    const gone = { body: { meta: { pagination: { total: 0, next: "" } }, resources: [], errors: [] } }
    const lost = {
      strikes: ({ url }: { readonly url: URL }) => url.searchParams.get("offset") === "hosts-1",
      outcome: () => ({ _tag: "Reply" as const, reply: gone })
    }
    const report = await run({ stored, faults: [lost] })
    expect(report.failures).toMatchObject([{ endpoint: HOSTS, health: "VENDOR_SERVER_ERROR" }])
    expect(report.stored).toEqual(stored)
  })

  it("requests every Spotlight facet that the mapping reads", async () => {
    const { requests } = await run()
    const [first] = requests.filter(({ url }) => url.includes(SPOTLIGHT)).map(({ url }) => new URL(url).searchParams)
    expect(first?.getAll("facet")).toEqual(["cve", "host_info", "remediation"])
    expect(first?.get("filter")).toBe("created_timestamp:>'2000-01-01T00:00:00Z'")
    expect(first?.get("limit")).toBe("1000")
  })

  it("requests only changed devices and vulnerabilities in a delta, in every status", async () => {
    const { requests } = await run({ since: "2024-05-09T00:00:00.000Z" })
    const filters = requests.map(({ url }) => new URL(url).searchParams.get("filter"))
    expect(filters).toContain("modified_timestamp:>='2024-05-09T00:00:00.000Z'")
    expect(filters).toContain("updated_timestamp:>='2024-05-09T00:00:00.000Z'")
  })

  it("fails instead of emptying the groups when the client may not read hosts", async () => {
    const denied = {
      strikes: ({ url }: { readonly url: URL }) => url.searchParams.get("filter")?.startsWith("groups:") === true,
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 403 } })
    }
    const report = await run({ faults: [denied] })
    expect(report.failures).toMatchObject([{ data_export_type: "device_groups", health: "UNAUTHORIZED" }])
  })
})

describe("CrowdStrike answers", () => {
  const error = (code: number) => ({ code, message: "said with status 200" })
  const PREVENTION = "/policy/combined/prevention/v1"

  it.each([
    [403, "UNAUTHORIZED"],
    [429, "RATE_LIMIT_EXCEEDED"],
    [400, "VENDOR_CLIENT_ERROR"],
    [404, "VENDOR_CLIENT_ERROR"],
    [500, "VENDOR_SERVER_ERROR"],
    [1234, "VENDOR_SERVER_ERROR"]
  ])("fails on error %s in an answer with status 200: %s", async (code, health) => {
    const { stored } = await run()
    const report = await run({ stored, faults: [at(PREVENTION, { body: { resources: [], errors: [error(code)] } })] })
    expect(report.failures).toMatchObject([{ data_export_type: "device_policies", endpoint: PREVENTION, health }])
    expect(report.stored).toEqual(stored)
  })

  it("fails when an answer contains both rows and an error", async () => {
    const report = await run({ faults: [at(PREVENTION, { body: { resources: [{}], errors: [error(500)] } })] })
    expect(report.failures).toMatchObject([{ endpoint: PREVENTION, health: "VENDOR_SERVER_ERROR" }])
  })

  it("keeps the rows of an answer that reports another ID as not found", async () => {
    const meta = { pagination: { total: 2, next: "hosts-1" } }
    const body = { meta, resources: [{ device_id: "d1" }], errors: [{ ...error(404), id: "d2" }] }
    const report = await run({ faults: [{ ...at(HOSTS, { body }, 1), strikes: isHostList }] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["device"]?.map((device) => device["vendor_id"])).toEqual(["d1", "d3"])
  })

  it.each([200, 404])("restarts the scan when an answer with status %s says that the search expired", (status) => {
    const body = {
      resources: [],
      errors: [{ code: 404, message: "Search context expired, 'after' key no longer valid" }]
    }
    const answer = { endpoint: SPOTLIGHT, status, headers: {}, body }
    expect(classify(answer)).toMatchObject({ _tag: "CheckpointExpired", endpoint: SPOTLIGHT })
  })

  it("pauses after a 429 until the epoch second in its header", async () => {
    const headers = { "x-ratelimit-limit": "6000", "x-ratelimit-remaining": "0", "x-ratelimit-retryafter": "42" }
    const report = await run({ faults: [at(PREVENTION, { status: 429, headers }, 1)] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(42_000)
    expect(report.elapsedMillis).toBeLessThan(60_000)
  })

  it("waits a minute when less than a tenth of the limit remains", async () => {
    const headers = { "x-ratelimit-limit": "6000", "x-ratelimit-remaining": "599" }
    const reply = { ...replies[`GET ${PREVENTION}`], headers }
    const report = await run({ faults: [at(PREVENTION, reply, 1)] })
    expect(report.elapsedMillis).toBe(60_000)
  })
})

describe("CrowdStrike credentials", () => {
  it("exchanges the client's ID and secret for a token, and sends it with every request", async () => {
    const { requests } = await run()
    const [first, ...others] = requests
    expect(first).toMatchObject({ method: "POST", url: `${ConnectorTest.BASE_URL}/oauth2/token`, status: 201 })
    expect(Object.fromEntries(new URLSearchParams(String(first?.body)))).toEqual({
      grant_type: "client_credentials",
      client_id: "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
      client_secret: ConnectorTest.PLANTED_SECRET
    })
    expect(new Set(others.map(({ headers }) => headers["authorization"]))).toEqual(new Set([`Bearer ${TOKEN}`]))
  })

  it.each([
    [400, { errors: [{ code: 400, message: "Failed to generate access token" }] }],
    [403, { errors: [{ code: 403, message: "Failed to issue access token - Not Authorized" }] }]
  ])("reports credentials that CrowdStrike rejects with %s as the customer's to fix", async (status, body) => {
    const report = await run({ faults: [at("/oauth2/token", { status, body })] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(new Set(report.failures.map(({ endpoint }) => endpoint))).toEqual(new Set(["/oauth2/token"]))
  })

  it("follows a redirect (308) to another region with the token, but to no other host", async () => {
    const moved = (host: string) => ({
      times: 1,
      strikes: isHostList,
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { status: 308, headers: { location: `https://${host}${HOSTS}` } }
      })
    })
    const report = await run({ faults: [moved("api.us-2.crowdstrike.com")] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["device"]).toHaveLength(3)
    expect(report.requests.find(({ url }) => url.startsWith("https://api.us-2."))).toMatchObject({
      method: "GET",
      headers: { authorization: `Bearer ${TOKEN}` }
    })
    const { times: _, ...always } = moved("api.us-2.crowdstrike.example")
    const strayed = await run({ faults: [always] })
    expect(strayed.failures.map(({ endpoint }) => endpoint)).toContain(HOSTS)
    expect(strayed.requests.some(({ url }) => url.includes("crowdstrike.example"))).toBe(false)
  })
})

describe("CrowdStrike alerts", () => {
  it("map every field that CrowdStrike returns, and keep words that it does not know", async () => {
    const { records } = await run()
    const [first, second, ...others] = records["edr_alert"] ?? []
    expect(first).toEqual({
      id: UUID,
      title: "PowershellEncoded",
      description: "A process ran an encoded command.",
      severity: "HIGH",
      vendor_severity: "High",
      status: "IN_PROGRESS",
      vendor_status: "in_progress",
      category: "suspicious_activity",
      assigned_user: "Grace Rivers",
      first_event_time: "2024-05-14T08:30:00.000Z",
      last_event_time: "2024-05-14T08:30:00.000Z",
      resolved_time: null,
      device: {
        id: records["device"]?.[0]?.["id"],
        hostnames: ["ADA-LAPTOP"],
        ipv4s: ["192.0.2.10"],
        platform: "WINDOWS",
        vendor_id: "d1"
      },
      user_name: "ada",
      windows_sid: "S-1-5-21-1",
      active_directory_user_id: null,
      active_directory_domain: "ACME",
      pid: 4242,
      process_created_at: "2024-05-14T08:30:00.000Z",
      process_filename: "powershell.exe",
      process_command_line: "powershell.exe -EncodedCommand AA==",
      process_filepath: "C:\\Windows\\powershell.exe",
      process_sha1: alert.sha1,
      process_sha256: alert.sha256,
      process_md5: alert.md5,
      parent_pid: 4000,
      mitre: [
        { tactic_id: "TA0002", tactic_name: "Execution", technique_id: "T1059.001", technique_name: "PowerShell" }
      ],
      url: "https://falcon.example/alert/1001",
      vendor: "CROWDSTRIKE",
      vendor_id: "c1:ind:d1:1001",
      vendor_data: expect.objectContaining({ vendor: "CROWDSTRIKE", confidence: 80, user_id: "S-1-5-21-1" }),
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      title: "c1:ind:d2:1002",
      status: "NEW",
      severity: "INFORMATIONAL",
      first_event_time: "2024-05-15T08:30:00.000Z",
      device: null,
      windows_sid: null,
      pid: null,
      process_created_at: null,
      mitre: null
    })
    expect(others).toMatchObject([
      { status: "RESOLVED", severity: "CRITICAL" },
      { status: "NEW", severity: "UNKNOWN", vendor_severity: "Severe" },
      { status: "UNKNOWN", vendor_status: "sleeping", severity: "LOW" }
    ])
  })

  it("are asked for by their last change in a delta", async () => {
    const { requests } = await run({ since: "2024-05-09T00:00:00.000Z" })
    const [body] = requests.filter(({ url }) => url.includes("/alerts/")).map((request) => request.body)
    expect(body).toEqual({
      filter: "product:'epp'+updated_timestamp:>='2024-05-09T00:00:00.000Z'",
      sort: "updated_timestamp|asc",
      limit: 1_000
    })
  })
})
