import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { toVulnerabilityFinding } from "../src/findings.js"
import { qualys } from "../src/index.js"
import { replies, simpleReturn } from "./fixtures/replies.js"

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** One run, which the tests share. */
const whole = ConnectorTest.run(qualys, { replies })

describe("Qualys vulnerability findings", () => {
  it("have every field of a detection and of its definition, with the same device", async () => {
    const { records } = await whole
    const { device, vulnerability = [], vulnerability_finding: found = [] } = records
    const [openssl, telnet, fixed, ignored] = found
    expect(openssl).toEqual({
      id: UUID,
      title: "OpenSSL X.509 Buffer Overflow",
      description: "A buffer overrun can be triggered.<P>",
      analytic_output: "OpenSSL 3.0.2\t3.0.7",
      severity: "CRITICAL",
      state: "REOPENED",
      state_updated_at: "2024-05-10T06:50:00.000Z",
      type: "HOST",
      device_id: device?.[0]?.["id"],
      device_vendor_id: "1001",
      application_id: null,
      application_vendor_id: null,
      resource_id: "i-0a1",
      first_seen: "2024-02-01T06:50:00.000Z",
      last_seen: "2024-05-20T06:50:00.000Z",
      has_fix: true,
      remediation: "Upgrade to <B>3.0.7</B>.",
      product: { vendor_name: "Qualys", name: "Qualys VMDR" },
      analytic: { type: null, uid: "38170", name: "OpenSSL X.509 Buffer Overflow", url: null },
      resource_related: {
        affected_code: null,
        affected_image: null,
        affected_os: { name: "Ubuntu Linux 22.04.4", version: null },
        affected_package: null,
        port: 443,
        protocol: "tcp",
        service: "https"
      },
      // Qualys scored the definition, which has two of them.
      vulnerabilities: ["CVE-2022-3602", "CVE-2022-3786"].map((uid) => ({
        uid,
        cvss: null,
        epss: null,
        published: null,
        last_modified: null,
        references: [`https://cve.example/${uid}`]
      })),
      ticket: null,
      vendor: "QUALYS",
      vendor_id: "90001",
      vendor_data: {
        vendor: "QUALYS",
        type: "Confirmed",
        status: "Re-Opened",
        severity_level: "5",
        category: "General remote services",
        AFFECT_RUNNING_SERVICE: "1",
        ASSET_CVE: "CVE-2022-3602"
      },
      vendor_data_omitted: null
    })
    expect(telnet).toMatchObject({
      title: "Telnet Service Open",
      severity: "LOW",
      state: "OPEN",
      has_fix: false,
      analytic_output: null,
      // The definition has no CVE.
      vulnerabilities: [
        {
          uid: "QID 38021",
          cvss: { version: "3.x", base_score: 5.3, vector: "AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N" },
          epss: { score: 0.00232, percentile: null },
          published: null,
          references: null
        }
      ]
    })
    expect(fixed).toMatchObject({ state: "FIXED", resource_id: null, vulnerabilities: [{ epss: null }] })
    expect(ignored).toMatchObject({ state: "SUPPRESSED", state_updated_at: null })
    // One list fills both types, with the same ids at Qualys.
    expect(found.map(({ vendor_id }) => vendor_id)).toEqual(vulnerability.map(({ vendor_id }) => vendor_id))
  })

  it("read the list of detections once for both types", async () => {
    const { requests } = await whole
    const pages = requests.filter(({ url }) => new URL(url).pathname.endsWith("/vm/detection/"))
    expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length)
  })

  it("name a single CVE with the scores of its definition", () => {
    const text = {
      UNIQUE_VULN_ID: "1",
      QID: "7",
      TYPE: null,
      SEVERITY: "9",
      PROTOCOL: null,
      SERVICE: null,
      FQDN: null,
      SSL: null,
      RESULTS: null,
      STATUS: "Unheard of",
      QDS: null,
      QDS_FACTORS: null,
      FIRST_FOUND_DATETIME: null,
      LAST_FOUND_DATETIME: null,
      LAST_TEST_DATETIME: null,
      LAST_UPDATE_DATETIME: null,
      LAST_PROCESSED_DATETIME: null,
      LAST_FIXED_DATETIME: null,
      FIRST_REOPENED_DATETIME: null,
      LAST_REOPENED_DATETIME: null,
      IS_IGNORED: null,
      IS_DISABLED: null
    }
    const host = {
      ID: "1001",
      IP: null,
      IPV6: null,
      DNS: null,
      DNS_DATA: null,
      NETBIOS: null,
      OS: null,
      CLOUD_RESOURCE_ID: null,
      EC2_INSTANCE_ID: "i-0b2"
    }
    const row = { ...text, PORT: null, TIMES_FOUND: null, TIMES_REOPENED: null, host }
    const known = {
      QID: "7",
      VULN_TYPE: null,
      SEVERITY_LEVEL: null,
      TITLE: null,
      CATEGORY: null,
      PUBLISHED_DATETIME: "2024-01-01T00:00:00Z",
      LAST_SERVICE_MODIFICATION_DATETIME: "2024-02-01T00:00:00Z",
      PATCHABLE: null,
      DIAGNOSIS: null,
      CONSEQUENCE: null,
      SOLUTION: null,
      PCI_FLAG: null,
      CVSS: null,
      CVSS_V3: { BASE: "7.5", TEMPORAL: null, VECTOR_STRING: "CVSS:3.1/AV:N", CVSS3_VERSION: "3.1" },
      CVE_LIST: { CVE: [{ ID: "CVE-2024-1", URL: null }] },
      VENDOR_REFERENCE_LIST: { VENDOR_REFERENCE: [{ ID: "A-1", URL: "https://vendor.example/a-1" }] },
      SOFTWARE_LIST: null,
      THREAT_INTELLIGENCE: null
    }
    expect(toVulnerabilityFinding(row, known)).toMatchObject({
      title: "QID 7",
      severity: "UNKNOWN",
      state: "UNKNOWN",
      resource_id: "i-0b2",
      has_fix: null,
      vulnerabilities: [
        { uid: "CVE-2024-1", cvss: { version: "3.1", base_score: 7.5 }, published: null, references: null }
      ]
    })
    expect(toVulnerabilityFinding(row, { ...known, CVE_LIST: null }).vulnerabilities).toMatchObject([
      {
        uid: "QID 7",
        published: "2024-01-01T00:00:00Z",
        last_modified: "2024-02-01T00:00:00Z",
        references: ["https://vendor.example/a-1"]
      }
    ])
    expect(toVulnerabilityFinding(row, null)).toMatchObject({ title: "QID 7", vulnerabilities: [{ uid: "QID 7" }] })
  })

  it("lack what the KnowledgeBase says if the subscription does not include it", async () => {
    const strikes = ({ url }: { readonly url: URL }) => url.pathname.endsWith("/knowledge_base/vuln/")
    const { failures, records } = await ConnectorTest.run(qualys, {
      replies,
      faults: [{ strikes, outcome: () => ({ _tag: "Reply", reply: simpleReturn("2012") }) }]
    })
    expect(failures).toEqual([])
    expect(records["vulnerability_finding"]?.[0]).toMatchObject({
      title: "QID 38170",
      severity: "CRITICAL",
      remediation: null,
      // The detection's own scores.
      vulnerabilities: [{ uid: "QID 38170", cvss: { base_score: 9.8 }, epss: { score: 0.94 } }]
    })
  })
})
