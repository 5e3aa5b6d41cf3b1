import { describe, expect, it } from "vitest"
import { CHANGES, CVES, changeReplies, changes, list, WEAKNESSES } from "./fixtures/replies.js"
import { answering, parametersOf, refused, runWith } from "./fixtures/runs.js"

const SINCE = "2026-03-20T00:00:00.000Z"

const healthy = runWith({})

/** The kernel was fixed after it had been found again. */
const [, , fixed, found] = changes

// Nobody recorded the exports. Their shape was checked against three sources: the reference (get-assessment-software-vulnerabilities, with its
// examples), the test data of Elastic's integration (`data_stream/vulnerability`), and public clients that read the list of changes.
describe("Microsoft Defender for Endpoint vulnerabilities", () => {
  it("have every field that Defender provides", async () => {
    const { records } = await healthy
    expect(records["vulnerability"]?.[0]).toEqual({
      id: expect.any(String),
      device: { id: expect.any(String), hostnames: ["ada-laptop"], ipv4s: [], platform: "WINDOWS", vendor_id: "m-1" },
      name: "CVE-2026-1001",
      description: "Memory corruption in Firefox.",
      severity: "CRITICAL",
      vendor_severity: "Critical",
      state: "OPEN",
      state_updated_at: null,
      cve: ["CVE-2026-1001"],
      cvss_version: "3.1",
      cvss_base_score: 9.8,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      cvss_temporal_score: null,
      cvss_temporal_vector: "CVSS:3.1/E:U/RL:O/RC:C",
      epss_score: 0.42,
      is_exploited: null,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2026-03-01T08:30:00.000Z",
      last_seen: "2026-03-20T08:30:00.123Z",
      is_patchable: true,
      solution: "Firefox 131\nhttps://updates.example/mfsa2026-12",
      scan_output: "C:\\Program Files\\Mozilla Firefox\\firefox.exe\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Mozilla",
      category: null,
      vendor_scan_id: null,
      vendor: "MS_DEFENDER_ENDPOINT",
      vendor_id: "m-1_mozilla_firefox_130.0_CVE-2026-1001",
      vendor_data: {
        vendor: "MS_DEFENDER_ENDPOINT",
        rbacGroupName: "Workstations",
        osVersion: "10.0.22631.5262",
        osArchitecture: "x64",
        softwareVendor: "mozilla",
        softwareName: "firefox",
        softwareVersion: "130.0",
        recommendedSecurityUpdateId: "mfsa2026-12",
        exploitabilityLevel: "ExploitIsPublic",
        recommendationReference: "va-_-mozilla-_-firefox"
      },
      vendor_data_omitted: null
    })
  })

  it("leave out software without a weakness, and leave null what Defender does not say", async () => {
    const { records } = await healthy
    expect(records["vulnerability"]).toHaveLength(3)
    const [, kernel, unknown] = records["vulnerability"] ?? []
    expect(kernel).toMatchObject({ severity: "LOW", is_patchable: false, solution: null, description: null })
    expect(kernel).toMatchObject({ cvss_version: null, cvss_vector: null, cvss_base_score: 9.8, epss_score: null })
    expect(unknown).toMatchObject({ name: "TVM-2026-0001", cve: [], severity: "UNKNOWN", vendor_severity: "Odd" })
    expect(unknown).toMatchObject({ first_seen: null, is_patchable: true, solution: "Tool 1.1", scan_output: null })
    expect(unknown?.["device"]).toMatchObject({ hostnames: [], platform: "UNKNOWN" })
  })

  it("that changed are read between full scans, each as its last change says", async () => {
    const { records, requests } = await runWith(changeReplies, { since: SINCE })
    const states = records["vulnerability"]?.map(({ name, state, state_updated_at }) => [name, state, state_updated_at])
    expect(states).toEqual([
      ["CVE-2026-1001", "OPEN", null],
      ["CVE-2026-1002", "FIXED", "2026-03-21T12:00:00.000Z"],
      ["CVE-2026-1003", "OPEN", null]
    ])
    expect(parametersOf({ requests }, CHANGES)).toEqual([
      { pageSize: "10000", sinceTime: SINCE },
      { pageSize: "10000", sinceTime: SINCE, $skiptoken: "c2" }
    ])
    expect(parametersOf({ requests }, WEAKNESSES)).toEqual([])
    expect(JSON.stringify(records["vulnerability"])).not.toContain("isOnboarded")
  })

  it("are as the last change says, also if Defender lists an older one on a later page", async () => {
    const { records } = await runWith(
      {
        [`GET ${CHANGES}`]: list([fixed], `${CHANGES}?pagesize=10000&$skiptoken=c2`),
        [`GET ${CHANGES}?$skiptoken=c2`]: list([found])
      },
      { since: SINCE }
    )
    expect(records["vulnerability"]?.map(({ state }) => state)).toEqual(["FIXED"])
  })

  it("are as the last change says, also if the run is cut between two pages and continued", async () => {
    const { health, records } = await runWith(
      {
        [`GET ${CHANGES}`]: list([fixed], `${CHANGES}?pagesize=10000&$skiptoken=c2`),
        [`GET ${CHANGES}?$skiptoken=c2`]: list([found])
      },
      { since: SINCE, isInterrupted: true }
    )
    expect([health.name, records["vulnerability"]?.map(({ state }) => state)]).toEqual(["HEALTHY", ["FIXED"]])
  })

  it("are all read if Defender refuses an instant that is too long ago", async () => {
    const body = { error: { code: "InvalidInput", message: "Invalid input sinceTime." } }
    const refusal = answering(CHANGES, { status: 400, body })
    const report = await runWith(changeReplies, { since: SINCE, faults: [refusal] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["vulnerability"]).toHaveLength(3)
  })

  it("lack only what Defender knows of their CVE if it does not list that", async () => {
    const report = await refused("Forbidden", 403, CVES)
    expect(report.failures).toEqual([])
    expect(report.records["vulnerability"]?.[0]).toMatchObject({
      description: null,
      cvss_vector: null,
      epss_score: null,
      cvss_base_score: 9.8
    })
  })

  it.each([
    ["Critical", "CRITICAL"],
    ["High", "HIGH"],
    ["Medium", "MEDIUM"],
    ["Low", "LOW"],
    ["None", "INFORMATIONAL"],
    ["Dreadful", "UNKNOWN"]
  ])("translate the severity %s", async (level, severity) => {
    const row = { id: "w", deviceId: "m-1", cveId: "CVE-2026-1001", vulnerabilitySeverityLevel: level }
    const { records } = await runWith({ [`GET ${WEAKNESSES}`]: list([row]) })
    expect(records["vulnerability"]).toMatchObject([{ severity, vendor_severity: level }])
  })
})
