import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { cloudOf } from "../src/cloud.js"
import { qualys } from "../src/index.js"
import { qualysRate } from "../src/qualys.js"
import { isExploited, scoresOf } from "../src/states.js"
import { replies, simpleReturn } from "./fixtures/replies.js"

ConnectorTest.conformance(qualys, { replies })

ConnectorTest.readme(qualys, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(qualys, { replies }, new URL("mapping.txt", import.meta.url))

/** One run, which the tests with the same replies share. */
const whole = ConnectorTest.run(qualys, { replies })
const run = (options?: Partial<ConnectorTest.RunOptions>) =>
  options === undefined ? whole : ConnectorTest.run(qualys, { replies, ...options })

const UUID = /^[0-9a-f-]{36}$/

/** Replaces the answers of one path. */
const answering = (path: string, reply: ConnectorTest.Reply, times = Number.POSITIVE_INFINITY) => ({
  times,
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const HOSTS = "/api/5.0/fo/asset/host/"
const DETECTIONS = "/api/5.0/fo/asset/host/vm/detection/"
const DEFINITIONS = "/api/4.0/fo/knowledge_base/vuln/"

describe("Qualys devices", () => {
  it("maps every field that Qualys returns", async () => {
    const { records } = await run()
    const [web, bare, desk] = records["device"] ?? []
    expect(web).toEqual({
      id: expect.stringMatching(UUID),
      status: "ACTIVE",
      platform: "LINUX",
      hostnames: ["web-1", "WEB-1"],
      fqdns: ["web-1.acme.example"],
      ipv4s: ["10.0.0.1"],
      ipv6s: ["fd00::1"],
      mac_addresses: [],
      serial_number: "SN-1",
      manufacturer: null,
      model: null,
      os_version: "Ubuntu Linux 22.04.4",
      os_major_version: "22",
      os_minor_version: "04",
      first_seen: "2024-01-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: null,
      source_vendors: [{ vendor: "QUALYS", vendor_id: "1001", agent_info: null }],
      installed_software: null,
      ad_info: null,
      cloud_metadata: {
        cloud_provider: "AWS",
        account_id: "123456789012",
        region: "eu-west-1",
        availability_zone: "eu-west-1a",
        instance_id: "i-0a1"
      },
      vendor: "QUALYS",
      vendor_id: "1001",
      vendor_data: {
        vendor: "QUALYS",
        asset_id: "501",
        tracking_method: "AGENT",
        network_id: "0",
        network_name: "Global Default Network",
        cloud_service: "EC2",
        cloud_attributes: { accountId: "123456789012", region: "eu-west-1", availabilityZone: "eu-west-1a" },
        qg_hostid: "f22a9bb9-2311-4170-80fa-c62bddd2dc86",
        hardware_uuid: "32d24d56-d51b-19ba-0c78-86698be14035",
        last_boot: "2024-05-01T06:00:00Z",
        agent_status: "Inventory Scan Complete",
        tags: ["Production", "Web & mail"],
        asset_group_ids: ["11", "12"],
        last_vuln_scan: "2024-05-20T07:00:00Z",
        last_vm_scanned: "2024-05-20T06:50:00Z",
        last_vm_auth_scanned: "2024-05-20T06:50:00Z",
        last_compliance_scan: "2024-05-19T06:50:00Z",
        owner: "acme_ab1",
        comments: "Rack 7",
        DNS_DATA: { DOMAIN: "acme.example" },
        TAGS: { TAG: [{ TAG_ID: "7" }, { TAG_ID: "8" }] },
        USER_DEF: { VALUE_1: { "@ud_attr": "Cost center", "#text": "4100" } },
        // A difference in these is no change of the device.
        LAST_SCAP_SCAN_DATETIME: "2024-05-18T06:50:00Z",
        LAST_VM_AUTH_SCANNED_DURATION: "311",
        LAST_VM_SCANNED_DURATION: "311"
      },
      vendor_data_omitted: null
    })
    expect(bare).toMatchObject({
      platform: "UNKNOWN",
      serial_number: null,
      hostnames: [],
      fqdns: [],
      is_managed: null,
      cloud_metadata: null,
      last_seen: "2024-05-18T07:00:00.000Z",
      vendor_data: { tags: [], asset_group_ids: null }
    })
    expect(desk).toMatchObject({ platform: "WINDOWS", hostnames: ["desk-3", "DESK-3"], fqdns: [] })
  })

  it.each([
    ["AZURE", { subscriptionId: "sub-1", location: "westeurope" }, ["sub-1", "westeurope", null]],
    ["GOOGLE", { projectId: "acme-1", zone: "projects/7/zones/us-east1-b" }, ["acme-1", "us-east1", "us-east1-b"]],
    ["EC2", { accountId: "1234", region: "eu-west-1" }, ["1234", "eu-west-1", null]]
  ])("run where the cloud says in the attributes of %s", (cloud, attributes, expected) => {
    const none = { EC2: null, GOOGLE: null, AZURE: null }
    const ATTRIBUTE = Object.entries(attributes).map(([NAME, VALUE]) => ({ NAME, VALUE }))
    const METADATA = { ...none, [cloud]: { ATTRIBUTE } }
    const host = { CLOUD_PROVIDER: "other", CLOUD_RESOURCE_ID: null, EC2_INSTANCE_ID: null, METADATA }
    const { account_id, availability_zone, region } = cloudOf(host) ?? {}
    expect([account_id, region, availability_zone]).toEqual(expected)
  })

  it("are requested with the metadata of their clouds", async () => {
    const { requests } = await run()
    const asked = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === HOSTS)
    expect(asked.some(({ searchParams }) => searchParams.get("host_metadata") === "all")).toBe(true)
  })
})

describe("Qualys vulnerabilities", () => {
  it("maps every field of a detection and of its definition", async () => {
    const { records } = await run()
    const { device, vulnerability = [] } = records
    const [openssl, telnet, fixed, ignored] = vulnerability
    expect(openssl).toEqual({
      id: expect.stringMatching(UUID),
      device: {
        id: device?.[0]?.["id"],
        hostnames: ["web-1", "WEB-1"],
        ipv4s: ["10.0.0.1"],
        platform: "LINUX",
        vendor_id: "1001"
      },
      name: "OpenSSL X.509 Buffer Overflow",
      description: "A buffer overrun can be triggered.<P>",
      severity: "CRITICAL",
      vendor_severity: "5",
      state: "REOPENED",
      state_updated_at: "2024-05-10T06:50:00.000Z",
      cve: ["CVE-2022-3602", "CVE-2022-3786"],
      cvss_version: "3.1",
      cvss_base_score: 7.5,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H/E:P/RL:O/RC:C",
      cvss_temporal_score: 6.7,
      cvss_temporal_vector: null,
      epss_score: 0.94,
      is_exploited: true,
      port: 443,
      protocol: "tcp",
      service: "https",
      first_seen: "2024-02-01T06:50:00.000Z",
      last_seen: "2024-05-20T06:50:00.000Z",
      is_patchable: true,
      solution: "Upgrade to <B>3.0.7</B>.",
      scan_output: "OpenSSL 3.0.2\t3.0.7",
      category: "General remote services",
      vendor_scan_id: null,
      vendor: "QUALYS",
      vendor_id: "90001",
      vendor_data: {
        vendor: "QUALYS",
        qid: "38170",
        type: "Confirmed",
        status: "Re-Opened",
        fqdn: "web-1.acme.example",
        ssl: true,
        times_found: 17,
        last_test: "2024-05-20T06:50:00Z",
        last_update: "2024-05-20T07:00:00Z",
        last_processed: "2024-05-20T07:00:00Z",
        last_fixed: null,
        reopened: { first: "2024-04-01T06:50:00Z", last: "2024-05-10T06:50:00Z", times: 2 },
        qds: {
          score: 95,
          severity: "CRITICAL",
          exploit_maturity: ["weaponized", "poc"],
          indicators: ["dos", "Exploit_Public"],
          mitigation_controls: ["18436", "18437"]
        },
        definition: {
          type: "Vulnerability",
          severity_level: "5",
          consequence: "Denial of service.",
          pci: true,
          cvss_v2_base_score: "6.8",
          references: ["secadv-20221101", "USN-5710-1"],
          software: ["openssl openssl", "canonical libssl3"],
          threats: ["Active_Attacks", "Easy_Exploit"],
          published: "2022-11-01T12:11:44Z",
          modified: "2024-04-07T13:02:59Z"
        },
        AFFECT_RUNNING_SERVICE: "1",
        ASSET_CVE: "CVE-2022-3602"
      },
      vendor_data_omitted: null
    })
    expect(telnet).toMatchObject({
      name: "Telnet Service Open",
      severity: "LOW",
      state: "OPEN",
      state_updated_at: "2024-03-01T06:50:00.000Z",
      cve: [],
      // The definition has no score of version 3.
      cvss_version: "3.x",
      cvss_base_score: 5.3,
      cvss_vector: "AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N",
      cvss_temporal_score: null,
      epss_score: 0.00232,
      is_exploited: false,
      is_patchable: false,
      port: null,
      scan_output: null
    })
    expect(fixed).toMatchObject({
      state: "FIXED",
      state_updated_at: "2024-05-19T06:50:00.000Z",
      // Without a score, only the definition's score of version 2 is known.
      cvss_version: "2.0",
      cvss_base_score: 5,
      epss_score: null,
      is_exploited: null,
      vendor_data: { qds: null }
    })
    expect(ignored).toMatchObject({ state: "SUPPRESSED", state_updated_at: null })
  })

  it("are told apart by host, QID, port and protocol if Qualys gives them no id", async () => {
    const page = `GET ${DETECTIONS}?action=list`
    const old = {
      ...replies[page],
      text: (replies[page]?.text ?? "").replace(/<UNIQUE_VULN_ID>\d+<\/UNIQUE_VULN_ID>/g, "")
    }
    const { health, records, rejections } = await run({ replies: { ...replies, [page]: old } })
    expect([health.name, rejections]).toEqual(["HEALTHY", []])
    expect(records["vulnerability"]?.map(({ vendor_id }) => vendor_id)).toEqual([
      "1001/38170/443/tcp",
      "1001/38021//",
      "90003",
      "90004"
    ])
  })

  it("requests the score of each detection and the factors of the score", async () => {
    const { requests } = await run()
    const asked = requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname === DETECTIONS)
    expect([asked?.searchParams.get("show_qds"), asked?.searchParams.get("show_qds_factors")]).toEqual(["1", "1"])
  })

  it.each([
    ["CISA lists it", { CISA_vuln: "YES" }, true],
    ["an indicator reports attacks", { RTI: "dos, Active_Attacks" }, true],
    ["the score has no indicator of attacks", { CVSS: "9.8" }, false],
    ["there is no score", {}, null]
  ])("is exploited without a definition if %s: %j", (_, factors, expected) => {
    expect(isExploited(null, factors)).toBe(expected)
  })

  it("uses the version 2 score of the factors if there is no other score", () => {
    expect(scoresOf(null, { CVSS: "7.8", CVSS_version: "v2", CVSS_vector: "AV:N/AC:L/Au:N/C:N/I:N/A:C" })).toEqual({
      cvss_version: "2.0",
      cvss_base_score: 7.8,
      cvss_vector: "AV:N/AC:L/Au:N/C:N/I:N/A:C",
      cvss_temporal_score: null
    })
  })

  it("requests each definition once for each of the two types, in one batch per page", async () => {
    const { requests } = await run()
    const asked = requests.filter(({ url }) => url.includes("/knowledge_base/"))
    expect(asked.map(({ url }) => new URL(url).searchParams.get("ids"))).toEqual(["38170,38021", "38170,38021"])
  })

  it("names a detection by its QID if Qualys has retired the definition", async () => {
    const others = Object.entries(replies).filter(([key]) => !key.includes(DEFINITIONS))
    const retired: ConnectorTest.Reply = {
      text: (replies[`GET ${DEFINITIONS}?action=list&details=All`]?.text ?? "").replace("<QID>38170<", "<QID>1<")
    }
    const { health, records } = await run({
      replies: { ...Object.fromEntries(others), [`GET ${DEFINITIONS}?action=list`]: retired }
    })
    expect(health.name).toBe("HEALTHY")
    expect(records["vulnerability"]?.[0]).toMatchObject({
      name: "QID 38170",
      cve: [],
      // The detection's own.
      cvss_base_score: 9.8,
      epss_score: 0.94
    })
  })
})

describe("Qualys requests", () => {
  it("carry the login, and the header without which Qualys refuses them", async () => {
    const { requests } = await run()
    for (const { headers } of requests) {
      expect(headers).toMatchObject({ "x-requested-with": "Tributary", accept: "application/xml" })
      expect(headers["authorization"]).toMatch(/^Basic /)
    }
  })

  it("ask for what was processed since an instant, without fractions of a second", async () => {
    const { requests } = await run({ since: "2024-05-20T06:00:00.123Z" })
    const parameters = (path: string) =>
      new URL(requests.find(({ url }) => new URL(url).pathname === path)?.url ?? "").searchParams
    expect(parameters(HOSTS).get("vm_processed_after")).toBe("2024-05-20T06:00:00Z")
    expect(parameters(DETECTIONS).get("detection_processed_after")).toBe("2024-05-20T06:00:00Z")
    expect(parameters(DETECTIONS).get("status")).toBe("New,Active,Re-Opened,Fixed")
  })
})

describe("Qualys errors", () => {
  it.each([
    ["2000", 401, "UNAUTHORIZED", "wrong login or password"],
    ["2000", 200, "UNAUTHORIZED", "wrong login or password"],
    ["2003", 409, "UNAUTHORIZED", "the user must sign in once to complete the registration"],
    ["2012", 200, "UNAUTHORIZED", "the subscription's license does not include this API"],
    ["1905", 400, "VENDOR_CLIENT_ERROR", "the error 1905"],
    ["1999", 200, "VENDOR_SERVER_ERROR", "Qualys is under maintenance"],
    ["1960", 409, "RATE_LIMIT_EXCEEDED", "too many requests at once"],
    ["4711", 200, "VENDOR_SERVER_ERROR", "the error 4711"]
  ])("map the code %s with status %s to %s", async (code, status, health, words) => {
    const { failures, output } = await run({ faults: [answering(HOSTS, simpleReturn(code, status))] })
    expect(failures).toMatchObject([{ data_export_type: "devices", endpoint: HOSTS, health }])
    expect(failures[0]?.detail).toContain(words)
    expect(output).not.toContain("alice")
  })

  it("wait as long as Qualys says when the limit of an hour is used up", async () => {
    const limited = simpleReturn("1965", 409, { "x-ratelimit-remaining": "0", "x-ratelimit-towait-sec": "42" })
    const { elapsedMillis, health } = await run({ faults: [answering(HOSTS, limited, 1)] })
    expect(health.name).toBe("HEALTHY")
    expect(elapsedMillis).toBeGreaterThanOrEqual(42_000)
    expect(elapsedMillis).toBeLessThan(60_000)
  })

  it.each([
    ["the subscription does not include it", simpleReturn("2012")],
    ["the user may not read it", simpleReturn("2012", 403)],
    ["Qualys's gateway refuses it", { status: 403, headers: {}, text: "" }]
  ])("of the KnowledgeBase cost only what comes from it if %s", async (_, reply) => {
    const { failures, health, records } = await run({ faults: [answering(DEFINITIONS, reply)] })
    expect([health.name, failures]).toEqual(["HEALTHY", []])
    expect(records["vulnerability"]).toHaveLength(4)
    expect(records["vulnerability"]?.[0]).toMatchObject({
      name: "QID 38170",
      severity: "CRITICAL",
      solution: null,
      // The detection's own.
      cvss_base_score: 9.8
    })
  })

  it("fail the export if the KnowledgeBase answers with an error that is no refusal", async () => {
    const { failures, records } = await run({ faults: [answering(DEFINITIONS, simpleReturn("1905", 400))] })
    expect(failures).toMatchObject([
      { data_export_type: "vulnerabilities", endpoint: DEFINITIONS, health: "VENDOR_CLIENT_ERROR" },
      { data_export_type: "vulnerability_findings_v2", endpoint: DEFINITIONS, health: "VENDOR_CLIENT_ERROR" }
    ])
    expect(records["vulnerability"] ?? []).toEqual([])
  })

  it("name the list that the license does not include when the credentials are tested", async () => {
    const { unreadable } = await ConnectorTest.checkAccess(qualys, {
      replies,
      faults: [answering(DETECTIONS, simpleReturn("2012"))]
    })
    expect(Object.keys(unreadable)).toEqual([DETECTIONS])
  })
})

describe("Qualys limits", () => {
  const headers = { "x-ratelimit-limit": "300", "x-ratelimit-remaining": "7", "x-ratelimit-window-sec": "3600" }

  it.each([
    ["are what an answer announces", headers, { limit: 300, remaining: 7, resetAt: 3_601_000 }],
    [
      "are used up while Qualys asks to wait",
      { ...headers, "x-ratelimit-towait-sec": "5" },
      { limit: 300, remaining: 0, resetAt: 6_000 }
    ],
    ["are unknown without headers", {}, null],
    ["are unknown if a header is not a number", { ...headers, "x-ratelimit-remaining": "many" }, null]
  ])("%s", (_, received, state) => {
    expect(qualysRate(received, 1_000)).toEqual(state)
  })
})
