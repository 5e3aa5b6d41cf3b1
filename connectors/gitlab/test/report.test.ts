import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { gitlab } from "../src/index.js"
import { REPORT_QUERY } from "../src/rows/vulnerability.js"
import { codeWeakness, GITLAB, REPORT_1, replies, reportPage } from "./fixtures/replies.js"

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

const run = (changed: ConnectorTest.Replies = {}) => ConnectorTest.run(gitlab, { replies: { ...replies, ...changed } })

/** The healthy run, which every test of its records reads. */
const healthy = run()

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

/** The record of this kind that the vulnerability became. */
const recordOf = async (kind: string, id: number) =>
  (await recordsOf(kind)).find(({ vendor_id }) => vendor_id === String(id))

/** The issues of a report whose rows are a code weakness with these changes. */
const issuesOf = async (changes: ReadonlyArray<object>) => {
  const rows = changes.map((change, index) => ({
    ...codeWeakness,
    ...change,
    id: `gid://gitlab/Vulnerability/${index}`
  }))
  const { records } = await run({ [REPORT_1]: reportPage(rows, null) })
  return records["appsec_issue"] ?? []
}

const place = {
  application_id: uuid,
  application_vendor_id: "7001",
  repository: { name: "acme/platform/shop", url: `${GITLAB}/acme/platform/shop` }
}

const page = (id: number) => `${GITLAB}/acme/platform/shop/-/security/vulnerabilities/${id}`

/** What the records of a vulnerability have in `vendor_data` as GitLab sends it. */
const sent = { updatedAt: "2024-05-20T08:30:00.000Z", falsePositive: false, presentOnDefaultBranch: true }

describe("GitLab's vulnerability report", () => {
  it("fills every field of a code weakness that GitLab provides", async () => {
    expect(await recordsOf("sast_issue")).toEqual([
      {
        id: uuid,
        title: "Eval with user input",
        description: "The code evaluates what a user sends.",
        severity: "HIGH",
        vendor_severity: "HIGH",
        confidence: null,
        state: "SUPPRESSED",
        vendor_state: "DISMISSED",
        state_updated_at: "2024-05-03T08:30:00.000Z",
        dismissed_reason: "USED_IN_TESTS",
        dismissed_by: "ada",
        rule: {
          id: "javascript_eval_rule-eval",
          name: "javascript_eval_rule-eval",
          url: "https://rules.example/eval"
        },
        cwe: ["CWE-95", "CWE-79"],
        ...place,
        branch: null,
        commit: null,
        file_path: "src/basket.ts",
        start_line: 12,
        end_line: 14,
        message: null,
        tool: "Semgrep",
        remediation: "Do not evaluate it.",
        first_seen: "2024-05-02T08:30:00.000Z",
        last_seen: null,
        url: page(120000501),
        vendor: "GITLAB",
        vendor_id: "120000501",
        vendor_data: {
          ...sent,
          stateComment: "Only in the test of the basket",
          resolvedOnDefaultBranch: false,
          scanner: { externalId: "semgrep", vendor: "GitLab" },
          links: [{ name: "About eval", url: "https://docs.example/eval" }],
          location: { vulnerableMethod: "total" }
        },
        vendor_data_omitted: null
      }
    ])
  })

  it("fills every field of a vulnerable dependency that GitLab provides", async () => {
    expect(await recordsOf("sca_issue")).toEqual([
      {
        id: uuid,
        title: "left-shift evaluates its input",
        description: "Versions before 2.0.2 evaluate what they are given.",
        severity: "CRITICAL",
        vendor_severity: "CRITICAL",
        state: "FIXED",
        vendor_state: "RESOLVED",
        state_updated_at: "2024-05-06T08:30:00.000Z",
        dismissed_reason: null,
        cve: ["CVE-2024-0001"],
        advisory_ids: ["GHSA-aaaa-bbbb-cccc"],
        cwe: ["CWE-95"],
        cvss_version: "3.1",
        cvss_base_score: 7.5,
        cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
        epss_score: 0.00045,
        package: { name: "left-shift", version: "2.0.1", ecosystem: null },
        vulnerable_range: null,
        fixed_versions: null,
        is_patchable: true,
        is_direct: null,
        manifest_path: "package-lock.json",
        ...place,
        published_at: null,
        first_seen: "2024-05-04T08:30:00.000Z",
        last_seen: null,
        remediation: "Upgrade to version 2.0.2 or above.",
        url: page(120000502),
        vendor: "GITLAB",
        vendor_id: "120000502",
        vendor_data: {
          vendor: "GITLAB",
          scanner_name: "Gemnasium",
          ...sent,
          resolvedOnDefaultBranch: true,
          scanner: { externalId: "gemnasium", vendor: "GitLab" },
          links: [],
          cvss: [{ vendor: "NVD" }, { vendor: "GitLab" }]
        },
        vendor_data_omitted: null
      }
    ])
  })

  it("makes findings of secrets, images, pages and what is none of these", async () => {
    const [secret, container, webPage, other] = await recordsOf("appsec_finding")
    expect(secret).toEqual({
      id: uuid,
      title: "Acme Pay Key",
      description: "A key of Acme Pay was found.",
      type: "SECRET",
      severity: "CRITICAL",
      vendor_severity: "CRITICAL",
      state: "OPEN",
      vendor_state: "CONFIRMED",
      state_updated_at: "2024-05-08T08:30:00.000Z",
      ...place,
      file_path: "src/pay.ts",
      start_line: 3,
      resource: null,
      secret_type: "acme_pay_key",
      validity: "ACTIVE",
      first_seen: "2024-05-07T08:30:00.000Z",
      last_seen: null,
      remediation: "Revoke it.",
      url: page(120000503),
      vendor: "GITLAB",
      vendor_id: "120000503",
      vendor_data: expect.objectContaining({
        vendor: "GITLAB",
        report_type: "SECRET_DETECTION",
        scanner_name: "Gitleaks",
        findingTokenStatus: { lastVerifiedAt: "2024-05-09T08:30:00.000Z" }
      }),
      vendor_data_omitted: null
    })
    expect(container).toMatchObject({
      type: "CONTAINER",
      severity: "INFORMATIONAL",
      resource: "registry.acme.example:5000/acme/platform/shop:1.2",
      secret_type: null,
      validity: null
    })
    expect(webPage).toMatchObject({ type: "DAST", resource: "https://shop.acme.example/search?q=1", file_path: null })
    expect(other).toMatchObject({
      title: "Vulnerability 120000506",
      type: "OTHER",
      severity: "UNKNOWN",
      vendor_severity: "DREADFUL",
      state: "UNKNOWN",
      vendor_state: "FORGIVEN",
      state_updated_at: null,
      application_id: null,
      repository: null,
      resource: null
    })
  })

  it("makes an issue of every vulnerability, with one request a page", async () => {
    const issues = await recordsOf("appsec_issue")
    expect(issues.map(({ type, vendor_id }) => [vendor_id, type])).toEqual([
      ["120000501", "SAST"],
      ["120000502", "SCA"],
      ["120000503", "SECRET"],
      ["120000504", "CONTAINER"],
      ["120000505", "DAST"],
      ["120000506", "OTHER"],
      ["120000507", "SCA"]
    ])
    expect(issues[1]).toEqual({
      id: uuid,
      title: "left-shift evaluates its input",
      description: "Versions before 2.0.2 evaluate what they are given.",
      type: "SCA",
      severity: "CRITICAL",
      vendor_severity: "CRITICAL",
      state: "FIXED",
      state_updated_at: "2024-05-06T08:30:00.000Z",
      cve: ["CVE-2024-0001"],
      cwe: ["CWE-95"],
      ...place,
      file_path: "package-lock.json",
      resource_id: null,
      remediation: "Upgrade to version 2.0.2 or above.",
      is_patchable: true,
      first_seen: "2024-05-04T08:30:00.000Z",
      last_seen: null,
      url: page(120000502),
      vendor: "GITLAB",
      vendor_id: "120000502",
      vendor_data: expect.objectContaining({
        vendor: "GITLAB",
        report_type: "DEPENDENCY_SCANNING",
        vendor_state: "RESOLVED",
        dismissal_reason: null,
        scanner_name: "Gemnasium"
      }),
      vendor_data_omitted: null
    })
    // A vulnerability names the application by the number of its global id, which is the id of the REST API.
    const [shop] = await recordsOf("application")
    const located = issues.filter(({ application_vendor_id }) => application_vendor_id !== null)
    expect(located).toHaveLength(6)
    expect(located.every(({ application_id }) => application_id === shop?.["id"])).toBe(true)
    const { requests } = await healthy
    expect(requests.filter(({ url }) => url.includes("/graphql")).map(({ body }) => body)).toEqual([
      { operationName: "Report", query: REPORT_QUERY, variables: { group: "acme/platform", first: 100 } },
      { operationName: "Report", query: REPORT_QUERY, variables: { group: "acme/platform", first: 100, after: "v2" } }
    ])
  })

  it("leaves a dependency whose package has no name to the issues", async () => {
    expect(await recordOf("sca_issue", 120000507)).toBeUndefined()
    expect(await recordOf("vulnerability_finding", 120000507)).toMatchObject({
      type: "DEPENDENCY",
      resource_related: { affected_package: null, affected_code: { file_path: "go.sum", start_line: null } },
      vulnerabilities: [{ uid: "GHSA-aaaa-bbbb-cccc", cvss: null, epss: null }]
    })
  })

  it("maps each severity", async () => {
    const severities = [
      ["CRITICAL", "CRITICAL"],
      ["HIGH", "HIGH"],
      ["MEDIUM", "MEDIUM"],
      ["LOW", "LOW"],
      ["INFO", "INFORMATIONAL"],
      ["UNKNOWN", "UNKNOWN"],
      [null, "UNKNOWN"]
    ] as const
    const issues = await issuesOf(severities.map(([severity]) => ({ severity })))
    expect(issues.map(({ severity }) => severity)).toEqual(severities.map(([, expected]) => expected))
  })

  it("maps each state, and says since when it is", async () => {
    const states = [
      ["DETECTED", "OPEN", null],
      ["CONFIRMED", "OPEN", "2024-05-11T00:00:00.000Z"],
      ["RESOLVED", "FIXED", "2024-05-12T00:00:00.000Z"],
      ["DISMISSED", "SUPPRESSED", "2024-05-13T00:00:00.000Z"],
      [null, "UNKNOWN", null]
    ] as const
    const times = {
      confirmedAt: "2024-05-11T00:00:00Z",
      resolvedAt: "2024-05-12T00:00:00Z",
      dismissedAt: "2024-05-13T00:00:00Z"
    }
    const issues = await issuesOf(states.map(([state]) => ({ ...times, state })))
    expect(issues.map(({ state, state_updated_at }) => [state, state_updated_at])).toEqual(
      states.map(([, state, since]) => [state, since])
    )
  })

  it("maps each kind of scan", async () => {
    const types = [
      ["SAST", "SAST"],
      ["DEPENDENCY_SCANNING", "SCA"],
      ["SECRET_DETECTION", "SECRET"],
      ["CONTAINER_SCANNING", "CONTAINER"],
      ["CONTAINER_SCANNING_FOR_REGISTRY", "CONTAINER"],
      ["CLUSTER_IMAGE_SCANNING", "CONTAINER"],
      ["DAST", "DAST"],
      ["API_FUZZING", "OTHER"],
      ["COVERAGE_FUZZING", "OTHER"],
      ["GENERIC", "OTHER"]
    ] as const
    const issues = await issuesOf(types.map(([reportType]) => ({ reportType })))
    expect(issues.map(({ type }) => type)).toEqual(types.map(([, expected]) => expected))
  })
})
