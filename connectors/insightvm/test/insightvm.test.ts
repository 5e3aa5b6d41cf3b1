import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { sightings } from "../src/asset.js"
import { insightvm } from "../src/index.js"
import { cut, onTelnet, replies } from "./fixtures/replies.js"

ConnectorTest.conformance(insightvm, { replies })

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

const run = (options: Partial<ConnectorTest.RunOptions> = {}) => ConnectorTest.run(insightvm, { replies, ...options })

const instead = (path: string, reply: ConnectorTest.Reply) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith(path),
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const page = (row: object): ConnectorTest.Reply => ({
  body: { resources: [row], links: [], page: { number: 0, size: 500, totalPages: 1, totalResources: 1 } }
})

ConnectorTest.readme(insightvm, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(insightvm, { replies }, new URL("mapping.txt", import.meta.url))

describe("InsightVM sightings", () => {
  const asset = (...history: ReadonlyArray<readonly [date: string | null, scanId?: number | null, type?: string]>) =>
    ({ history: history.map(([date, scanId = null, type = "SCAN"]) => ({ date, scanId, type })) }) as never

  it("are the first and last of a history in any order, with the last scan", () => {
    expect(
      sightings(
        asset(
          ["2024-05-02T00:00:00Z", 2],
          ["2024-05-03T01:00:00+02:00"],
          [null, 9],
          ["2024-05-01T00:00:00Z", 1],
          ["2024-06-01T00:00:00Z", null, "VULNERABILITY_EXCEPTION_CREATED"]
        )
      )
    ).toEqual({ first: "2024-05-01T00:00:00Z", last: "2024-05-03T01:00:00+02:00", scanId: 2 })
    expect(sightings(asset())).toEqual({ first: null, last: null, scanId: null })
  })

  it("have an unreadable date only if no date can be read", () => {
    expect(sightings(asset(["soon"], ["2024-05-02T00:00:00Z"], ["later"]))).toMatchObject({
      first: "2024-05-02T00:00:00Z",
      last: "2024-05-02T00:00:00Z"
    })
    expect(sightings(asset(["soon", 3]))).toEqual({ first: "soon", last: "soon", scanId: 3 })
  })
})

describe("InsightVM records", () => {
  it("maps every field of a scan configuration that InsightVM returns", async () => {
    const { records } = await run()
    const [plant, office] = records["scan_configuration"] ?? []
    expect(plant).toEqual({
      id: UUID,
      name: "Plant",
      owner: null,
      is_enabled: true,
      is_scheduled: true,
      last_scan_vendor_id: "7",
      device_target_count: 2,
      scan_targets: ["192.0.2.0 - 192.0.2.255", "ada.acme.example"],
      severity_frequency: { critical: 1, high: 2, info: 0, low: 0, medium: 3 },
      vendor: "INSIGHTVM",
      vendor_id: "1",
      vendor_data: {
        vendor: "INSIGHTVM",
        description: "Machines of the plant",
        type: "static",
        importance: "high",
        scan_engine: 3,
        scan_template: "full-audit-without-web-spider",
        last_scan_time: "2024-05-12T08:30:00.000Z",
        last_scan_status: "finished",
        last_scan_name: "Scan 7",
        last_scan_type: "Scheduled",
        last_scan_engine: "Local scan engine",
        last_scan_started_by: "ada",
        last_scan_started_at: "2024-05-11T08:30:00.000Z",
        last_scan_ended_at: "2024-05-12T08:30:00.000Z",
        asset_count: 2,
        vulnerability_count: 6,
        risk_score: 1300,
        vulnerabilities: { critical: 1, severe: 2, moderate: 3 }
      },
      vendor_data_omitted: null
    })
    expect(office).toMatchObject({
      is_enabled: true,
      is_scheduled: false,
      last_scan_vendor_id: null,
      device_target_count: null,
      scan_targets: [],
      severity_frequency: null,
      vendor_data: { connectionType: "vsphere" }
    })
  })

  it("treats a site as disabled when all its schedules are switched off", async () => {
    const body = { resources: [{ id: 4, enabled: false }], links: [] }
    const { records } = await run({ faults: [instead("/sites/1/scan_schedules", { body })] })
    expect(records["scan_configuration"]?.[0]).toMatchObject({ is_enabled: false, is_scheduled: true })
  })

  it("leaves fields of a new site null if the user may not read them", async () => {
    const denied = ["/included_targets", "/scan_schedules"].map((path) => instead(path, { status: 403 }))
    const report = await run({ faults: denied })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["scan_configuration"]?.[0]).toMatchObject({
      is_enabled: null,
      is_scheduled: null,
      last_scan_vendor_id: "7",
      scan_targets: null
    })
  })

  it("maps every field of a device that InsightVM returns", async () => {
    const { records } = await run()
    const [workstation, router] = records["device"] ?? []
    expect(workstation).toEqual({
      id: UUID,
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ada.acme.example", "ADA", "192.0.2.10"],
      fqdns: ["ada.acme.example"],
      ipv4s: ["192.0.2.10"],
      ipv6s: ["2001:db8::10"],
      mac_addresses: ["00:00:5E:00:53:01", "00:00:5E:00:53:02"],
      serial_number: null,
      manufacturer: null,
      model: null,
      os_version: "Microsoft Windows 11 23H2",
      os_major_version: "10",
      os_minor_version: "0",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-13T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: null,
      source_vendors: [{ vendor: "INSIGHTVM", vendor_id: "11", agent_info: null }],
      installed_software: ["Acme Reader 1.2", "Editor 3"],
      ad_info: null,
      cloud_metadata: null,
      vendor: "INSIGHTVM",
      vendor_id: "11",
      vendor_data: {
        vendor: "INSIGHTVM",
        type: "physical",
        os_family: "Windows",
        os_product: "Windows 11",
        os_vendor: "Microsoft",
        os_type: "Workstation",
        os_architecture: "x86_64",
        os_certainty: "1.0",
        risk_score: 1234.5,
        raw_risk_score: 1200.5,
        vulnerability_count: 3,
        vulnerability_counts: { critical: 1, severe: 1, moderate: 1, exploits: 1, malware_kits: 0 },
        assessed_for_policies: false,
        assessed_for_vulnerabilities: true,
        user_names: ["ada"],
        user_group_names: ["Administrators"],
        ids: [{ id: "agent-1", source: "R7 Agent" }],
        hostNames: [{ source: "dns" }, { source: "netbios" }, { source: "user" }],
        osFingerprint: {
          id: 35,
          cpe: { part: "o", vendor: "microsoft", product: "windows_11", version: "23h2" }
        },
        history: [
          null,
          null,
          null,
          { user: "grace", description: "Accepted until June", vulnerabilityExceptionId: 31 }
        ],
        services: [
          {
            name: "HTTPS",
            port: 443,
            protocol: "tcp",
            vendor: "Acme",
            family: "Acme",
            product: "Web",
            version: "2",
            configurations: [{ name: "http.banner", value: "Web/2" }]
          },
          { name: "DNS", port: 53, protocol: "udp" }
        ],
        software: [{ vendor: "Acme" }, { vendor: "Acme" }],
        users: [{ id: 1, fullName: "Ada Acme" }],
        userGroups: [{ id: 2 }],
        configurations: [{ name: "bios.manufacturer", value: "Acme" }],
        files: [{ name: "ADMIN$", type: "directory", attributes: [{ name: "comment", value: "Remote Admin" }] }]
      },
      vendor_data_omitted: null
    })
    expect(router).toMatchObject({
      platform: "NETWORK",
      hostnames: [],
      ipv4s: ["192.0.2.1"],
      first_seen: null,
      last_seen: null,
      is_managed: null,
      installed_software: null
    })
  })

  it.each([
    [{ family: "IOS", vendor: "Cisco", type: null }, "NETWORK"],
    [{ family: "IOS" }, "NETWORK"],
    [{ family: "iOS", vendor: "Apple", type: "Mobile" }, "IOS"],
    [{ family: "Mac OS X", vendor: "Apple", type: null }, "MAC"],
    [{ family: "Linux", vendor: "Palo Alto", type: "Firewall" }, "NETWORK"],
    [{ family: "Adaptive Security Appliance", vendor: "Cisco" }, "NETWORK"],
    [{ family: "Enterprise Linux", vendor: "Red Hat" }, "LINUX"],
    [{ family: null, product: "Debian Linux" }, "LINUX"],
    [{ systemName: "Debian Linux" }, "LINUX"],
    [{ vendor: "Debian" }, "LINUX"],
    [{ family: "OS/400", vendor: "IBM", type: null }, "OTHER"],
    [{ family: null, vendor: null, type: null }, "UNKNOWN"]
  ])("maps the fingerprint %j to the platform %s", async (osFingerprint, platform) => {
    const { records } = await run({ faults: [instead("/assets", page({ id: 11, osFingerprint }))] })
    expect(records["device"]).toMatchObject([{ platform }])
  })

  it.each([
    ["Debian Linux", "LINUX"],
    ["Microsoft Windows Server 2019", "WINDOWS"],
    ["IBM AIX 7.2", "OTHER"],
    [null, "UNKNOWN"]
  ])("maps the operating system %s of an asset without a fingerprint to the platform %s", async (os, platform) => {
    const { records } = await run({ faults: [instead("/assets", page({ id: 11, os }))] })
    expect(records["device"]).toMatchObject([{ platform, os_version: os }])
  })

  it.each([
    [{ os: "Ubuntu Linux 22.04" }, ["22", "04"]],
    [{ os: "Microsoft Windows Server 2019", osFingerprint: { family: "Windows", version: null } }, ["2019", null]],
    [{ os: "Microsoft Windows 11 23H2", osFingerprint: { family: "Windows", version: "10.0.22631" } }, ["10", "0"]],
    [{ os: "Linksys WRT54G", osFingerprint: { family: "Linux", version: null } }, [null, null]]
  ])(
    "reads the version of %j in its fingerprint, or else in the name of its operating system",
    async (asset, version) => {
      const { records } = await run({ faults: [instead("/assets", page({ id: 11, ...asset }))] })
      expect(records["device"]?.map((device) => [device["os_major_version"], device["os_minor_version"]])).toEqual([
        version
      ])
    }
  )

  it("maps every field of a vulnerability that InsightVM returns", async () => {
    const { records } = await run()
    const ids = new Map(records["device"]?.map((device) => [device["vendor_id"], device["id"]]))
    const [reader, cipher, forgotten, onRouter, open] = records["vulnerability"] ?? []
    expect(reader).toEqual({
      id: UUID,
      device: {
        id: ids.get("11"),
        hostnames: ["ada.acme.example", "ADA", "192.0.2.10"],
        ipv4s: ["192.0.2.10"],
        platform: "WINDOWS",
        vendor_id: "11"
      },
      name: "Acme Reader: a page is read past its end (CVE-2024-0001)",
      description: "A page is read past its end.",
      severity: "CRITICAL",
      vendor_severity: "Critical",
      state: "OPEN",
      state_updated_at: "2024-05-02T08:30:00.000Z",
      cve: ["CVE-2024-0001"],
      cvss_version: "3.1",
      cvss_base_score: 9.8,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: null,
      is_exploited: false,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-13T08:30:00.000Z",
      is_patchable: true,
      solution: "acme-reader-upgrade-1_3, acme-reader-upgrade-linux",
      scan_output: "<p>Reader 1.2 is installed.</p>",
      category: "Acme, Reader",
      vendor_scan_id: "7",
      vendor: "INSIGHTVM",
      vendor_id: "11/acme-reader-cve-2024-0001",
      vendor_data: {
        vendor: "INSIGHTVM",
        vendor_status: "vulnerable",
        vulnerability_id: "acme-reader-cve-2024-0001",
        instances: 1,
        severity_score: 10,
        risk_score: 900,
        exploits: 1,
        malware_kits: 0,
        denial_of_service: false,
        cvss_v2_score: 7.5,
        cvss_v2_vector: "AV:N/AC:L/Au:N/C:P/I:P/A:P",
        pci: { status: "Fail", fail: true, adjusted_cvss_score: 9, special_notes: "Read the advisory." },
        published: "2024-05-01",
        added: "2024-05-02",
        modified: "2024-05-03",
        results: [
          { checkId: "acme-check", key: "result of <p>Reader 1.2 is installed.</p>", since: "2024-05-02T08:30:00.000Z" }
        ]
      },
      vendor_data_omitted: null
    })
    expect(cipher).toMatchObject({
      severity: "HIGH",
      state: "SUPPRESSED",
      cvss_version: "2.0",
      cvss_base_score: 5,
      port: 443,
      protocol: "tcp",
      service: "HTTPS",
      is_patchable: false,
      solution: null
    })
    // Without a definition the ID becomes the name; results on several ports have no single port.
    expect(forgotten).toMatchObject({
      name: "forgotten",
      severity: "UNKNOWN",
      vendor_severity: null,
      state: "UNKNOWN",
      port: null,
      is_patchable: null,
      solution: null,
      scan_output: "one\ntwo"
    })
    expect(onRouter).toMatchObject({
      vendor_id: "12/weak-cipher",
      device: { id: ids.get("12"), vendor_id: "12", platform: "NETWORK" },
      last_seen: null,
      vendor_scan_id: null
    })
    expect(open).toMatchObject({ severity: "MEDIUM", cve: [], cvss_version: null, port: 23, service: null })
  })

  const EXCEPTED = "vulnerable-with-exception-applied"
  it.each<readonly [string, ReadonlyArray<string>, string]>([
    ["vulnerable", ["vulnerable", EXCEPTED], "OPEN"],
    ["vulnerable", [EXCEPTED, "vulnerable-potential-with-exception-applied"], "SUPPRESSED"],
    ["invulnerable", [EXCEPTED], "SUPPRESSED"],
    ["invulnerable", [], "SUPPRESSED"],
    ["invulnerable", [EXCEPTED, "not-vulnerable"], "SUPPRESSED"],
    ["invulnerable", ["not-vulnerable"], "FIXED"],
    ["no-results", [], "UNKNOWN"],
    ["banana", ["banana"], "UNKNOWN"]
  ])("maps the status %s with the results %j to %s", async (status, results, expected) => {
    const finding = { ...onTelnet, status, results: results.map((each) => ({ status: each })) }
    const body = { resources: [finding], page: { number: 0, size: 500, totalResources: 1, totalPages: 1 }, links: [] }
    const { records } = await run({ faults: [instead("/assets/12/vulnerabilities", { body })] })
    expect(records["vulnerability"]?.at(-1)).toMatchObject({ vendor_id: "12/telnet-open", state: expected })
  })

  it.each([
    [null, null],
    [0, false],
    [2, true]
  ])("maps %s known malware kits to is_exploited %s", async (malwareKits, expected) => {
    const body = { ...cut, malwareKits }
    const { records } = await run({ faults: [instead(`/vulnerabilities/${cut.id}`, { body })] })
    expect(records["vulnerability"]?.[0]).toMatchObject({ is_exploited: expected })
  })
})

describe("InsightVM definitions of vulnerabilities", () => {
  it.each([
    [403, "UNAUTHORIZED"],
    [404, "VENDOR_CLIENT_ERROR"]
  ])("fail the export and change no record if all of them are refused (%s)", async (status, health) => {
    const { stored } = await run()
    const refused = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname.startsWith("/api/3/vulnerabilities/"),
      outcome: () => ({ _tag: "Reply" as const, reply: { status } })
    }
    const report = await run({ stored, faults: [refused] })
    expect(report.failures).toMatchObject([{ health, endpoint: "/api/3/vulnerabilities/{id}" }])
    expect(report.stored).toEqual(stored)
  })
})

describe("InsightVM solutions", () => {
  const refused = {
    strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/solutions"),
    outcome: () => ({ _tag: "Reply" as const, reply: { status: 403 } })
  }

  it("cost only their fields if the user may not read them, and keep what was read before", async () => {
    const { failures, records, unread } = await run({ faults: [refused] })
    expect(failures).toEqual([])
    const unknown = { is_patchable: null, solution: null }
    expect(records["vulnerability"]).toMatchObject([unknown, unknown, unknown, unknown, unknown])
    expect(unread).toMatchObject([
      {
        fields: ["is_patchable", "solution"],
        endpoint: "/api/3/vulnerabilities/{id}/solutions",
        reason: "answered 403"
      }
    ])
    const { stored } = await run()
    expect((await run({ stored, faults: [refused] })).stored).toEqual(stored)
  })
})

describe("InsightVM lists", () => {
  it("looks up each vulnerability and its solutions once, however many assets have it", async () => {
    const { requests } = await run()
    const asked = requests.map(({ url }) => new URL(url).pathname).filter((path) => path.includes("/vulnerabilities/"))
    expect(asked.sort()).toEqual([
      "/api/3/vulnerabilities/acme-reader-cve-2024-0001",
      "/api/3/vulnerabilities/acme-reader-cve-2024-0001/solutions",
      "/api/3/vulnerabilities/forgotten",
      "/api/3/vulnerabilities/forgotten/solutions",
      "/api/3/vulnerabilities/telnet-open",
      "/api/3/vulnerabilities/telnet-open/solutions",
      "/api/3/vulnerabilities/weak-cipher",
      "/api/3/vulnerabilities/weak-cipher/solutions"
    ])
  })

  it("starts at page 0 and sends the page size", async () => {
    const { requests } = await run()
    const [first] = requests.filter(({ url }) => new URL(url).pathname === "/api/3/sites")
    expect(new URL(first?.url ?? "").search).toBe("?size=500&page=0")
  })

  it("sends the user's name and password with every request", async () => {
    const { requests } = await run()
    const encoded = Buffer.from(`tributary:${ConnectorTest.PLANTED_SECRET}`).toString("base64")
    expect(new Set(requests.map(({ headers }) => headers["authorization"]))).toEqual(new Set([`Basic ${encoded}`]))
  })
})
