import { Pagination } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { wiz } from "../src/index.js"
import { ISSUES } from "../src/rows/issue.js"
import { RESOURCES } from "../src/rows/resource.js"
import { USERS } from "../src/rows/user.js"
import { VULNERABILITIES } from "../src/rows/vulnerability.js"
import { bucket, issue, replies, user, vulnerability } from "./fixtures/replies.js"
import { only, refusing, run, UUID } from "./fixtures/runs.js"

ConnectorTest.conformance(wiz, { replies })

ConnectorTest.readme(wiz, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(wiz, { replies }, new URL("mapping.txt", import.meta.url))

describe("Wiz records", () => {
  it("maps every field of an issue", async () => {
    const { records } = await run()
    const [first, second, third] = records["compliance_finding"] ?? []
    expect(first).toEqual({
      id: UUID,
      title: "Publicly readable bucket",
      description: "Anyone can read this bucket.",
      remediation: "Block public access.",
      resource_id: "arn:aws:s3:::acme-logs",
      resource_name: "acme-logs",
      resource_region: "eu-west-1",
      resource_type: "bucket",
      severity: "HIGH",
      vendor_severity: "HIGH",
      status: "NEW",
      vendor_status: "OPEN",
      status_changed_at: "2024-05-02T08:30:00.000Z",
      start_time: "2024-05-01T08:30:00.000Z",
      vendor: "WIZ",
      vendor_id: "i1",
      rule: { id: UUID, name: "Publicly readable bucket", vendor_id: "wc-1" },
      compliances: [
        {
          standard: "CIS AWS 1.4.0",
          standard_version: null,
          control: "2.1.5 Block public access",
          control_name: "2.1 Storage",
          result: "FAIL"
        },
        {
          standard: "Wiz",
          standard_version: null,
          control: "Public exposure",
          control_name: "Data Security",
          result: "FAIL"
        }
      ],
      vendor_data: {
        vendor: "WIZ",
        issue_type: "TOXIC_COMBINATION",
        rule_type: "Control",
        due_at: "2024-06-01T08:30:00Z",
        resolved_at: null,
        updated_at: "2024-05-03T08:30:00Z",
        resource: issue.entitySnapshot,
        projects: issue.projects,
        notes: issue.notes,
        service_tickets: issue.serviceTickets
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      description: "TLS 1.0 is on.",
      remediation: "Switch it off.",
      resource_id: "e2",
      resource_region: null,
      resource_type: "LOAD_BALANCER",
      status: "RESOLVED",
      compliances: [{ standard: "Wiz", control: "ccr-1", control_name: "Old TLS", result: "PASS" }]
    })
    expect(third).toMatchObject({
      description: "Somebody logged in as root.",
      remediation: null,
      status: "SUPPRESSED",
      rule: null,
      compliances: [{ standard: "Wiz", control: "Root login", control_name: "Root login", result: "FAIL" }]
    })
  })

  it("maps every field of a vulnerability", async () => {
    const { records } = await run()
    const [first, second, third] = records["vulnerability"] ?? []
    expect(first).toEqual({
      id: UUID,
      device: { id: UUID, hostnames: ["db"], ipv4s: ["192.0.2.20"], platform: "LINUX", vendor_id: "a1" },
      name: "CVE-2024-3094",
      description: "A backdoor in xz.",
      severity: "HIGH",
      vendor_severity: "HIGH",
      state: "OPEN",
      state_updated_at: "2024-05-01T08:30:00.000Z",
      cve: ["CVE-2024-3094"],
      cvss_version: null,
      cvss_base_score: 10,
      cvss_vector: null,
      cvss_temporal_score: null,
      cvss_temporal_vector: null,
      epss_score: null,
      is_exploited: false,
      port: null,
      protocol: null,
      service: null,
      first_seen: "2024-05-01T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_patchable: true,
      solution: "yum update xz",
      scan_output: null,
      category: null,
      vendor_scan_id: null,
      vendor: "WIZ",
      vendor_id: "v1",
      vendor_data: {
        vendor: "WIZ",
        vendor_status: "OPEN",
        description: "The package xz is vulnerable.",
        cvss_severity: "CRITICAL",
        exploitability_score: 3.9,
        impact_score: 6,
        epss_severity: "HIGH",
        epss_percentile: 99.1,
        epss_probability: 80.5,
        has_exploit: true,
        resolution_reason: null,
        package_name: "xz",
        package_version: "5.6.0",
        fixed_version: "5.6.2",
        detection_method: "PACKAGE",
        location_path: "/usr/bin/xz",
        data_source: "NVD",
        link: "https://security.acme.example/1",
        portal_url: "https://app.wiz.io/explorer/1",
        asset: vulnerability.vulnerableAsset,
        projects: null
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({ state: "FIXED", state_updated_at: "2024-05-10T08:30:00.000Z" })
    expect(third).toMatchObject({
      state: "SUPPRESSED",
      severity: "INFORMATIONAL",
      description: null,
      solution: null,
      cve: [],
      is_patchable: null
    })
  })

  it.each([
    [0, "NONE", null],
    [0, null, null],
    [0, "LOW", 0],
    [3.1, "NONE", 3.1]
  ])("maps the score %s of the severity %s to %s", async (score, CVSSSeverity, expected) => {
    const { records } = await only("Vulnerabilities", "vulnerabilityFindings", [
      { ...vulnerability, score, CVSSSeverity }
    ])
    expect(records["vulnerability"]).toMatchObject([{ cvss_base_score: expected }])
  })

  it("requests every field that it reads, page by page with a cursor", async () => {
    const { requests } = await run()
    const bodies = requests.filter(({ url }) => url.endsWith("/graphql")).map(({ body }) => body)
    const issues = { first: 100, orderBy: { field: "CREATED_AT", direction: "ASC" } }
    const resources = { first: 100, orderBy: { field: "FIRST_SEEN", direction: "ASC" } }
    expect(bodies).toEqual([
      { operationName: "Issues", query: ISSUES, variables: issues },
      { operationName: "Issues", query: ISSUES, variables: { ...issues, after: "c2" } },
      { operationName: "Users", query: USERS, variables: { first: 100 } },
      { operationName: "Users", query: USERS, variables: { first: 100, after: "u2" } },
      { operationName: "Vulnerabilities", query: VULNERABILITIES, variables: { first: 100 } },
      { operationName: "Vulnerabilities", query: VULNERABILITIES, variables: { first: 100, after: "d2" } },
      { operationName: "Resources", query: RESOURCES, variables: resources },
      { operationName: "Resources", query: RESOURCES, variables: { ...resources, after: "r2" } }
    ])
    const { vulnerableAsset } = vulnerability
    for (const name of Object.keys(vulnerableAsset)) expect(VULNERABILITIES).toMatch(new RegExp(`\\b${name}\\b`))
    expect(ISSUES).toMatch(/nodes \{\s+id type /)
    for (const name of Object.keys(issue)) expect(ISSUES).toMatch(new RegExp(`\\b${name}\\b`))
    for (const name of Object.keys(vulnerability)) expect(VULNERABILITIES).toMatch(new RegExp(`\\b${name}\\b`))
    for (const name of Object.keys(bucket)) expect(RESOURCES).toMatch(new RegExp(`\\b${name}\\b`))
    for (const name of Object.keys(user)) expect(USERS).toMatch(new RegExp(`\\b${name}\\b`))
  })

  it("requests a token for the audience of the API", async () => {
    const { requests } = await run()
    const [token, ...others] = requests.filter(({ url }) => url.endsWith("/oauth/token"))
    expect(others).toEqual([])
    expect(token?.url).toBe("https://auth.app.wiz.io/oauth/token")
    expect(new URLSearchParams(String(token?.body)).get("audience")).toBe("wiz-api")
  })

  it("requests only what changed since an instant in a delta", async () => {
    const { requests } = await run({ since: "2024-05-01T00:00:00.000Z" })
    const filterOf = (operation: string) => {
      const last = requests.findLast(({ body }) => JSON.stringify(body).includes(`"${operation}"`))
      return Pagination.at(last?.body, "variables.filterBy")
    }
    const after = "2024-05-01T00:00:00.000Z"
    expect(filterOf("Vulnerabilities")).toEqual({ updatedAt: { after } })
    expect(filterOf("Resources")).toEqual({ updatedAt: { after } })
    expect(filterOf("Issues")).toEqual({ statusChangedAt: { after } })
    expect(filterOf("Users")).toBeUndefined()
  })
})

it("fails a list of issues that ends before its count", async () => {
  const first = replies['POST /graphql {"operationName":"Issues"}']
  const body = first?.body as { readonly data: { readonly issues: object } } | undefined
  const cut = { ...body?.data.issues, pageInfo: { hasNextPage: false, endCursor: null } }
  const { failures } = await run({
    replies: { ...replies, 'POST /graphql {"operationName":"Issues"}': { body: { data: { issues: cut } } } }
  })
  // The list fills both types.
  expect(failures).toMatchObject([
    { data_export_type: "compliance_findings", health: "VENDOR_SERVER_ERROR" },
    { data_export_type: "issues", health: "VENDOR_SERVER_ERROR" }
  ])
  expect(failures[0]?.detail).toContain("2 of 3 rows")
})

describe("errors in an answer with the status 200", () => {
  it.each([
    ["UNAUTHENTICATED", "UNAUTHORIZED"],
    ["FORBIDDEN", "UNAUTHORIZED"],
    ["RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED"],
    ["BAD_USER_INPUT", "VENDOR_CLIENT_ERROR"],
    ["GRAPHQL_VALIDATION_FAILED", "VENDOR_CLIENT_ERROR"],
    ["INTERNAL", "VENDOR_SERVER_ERROR"],
    ["SOMETHING_ELSE", "VENDOR_SERVER_ERROR"]
  ])("%s means %s, with or without rows", async (code, health) => {
    for (const data of [null, { issues: { nodes: [], pageInfo: { hasNextPage: false } } }]) {
      const { failures, output, stored } = await refusing(code, data)
      expect(failures).toHaveLength(6)
      expect(new Set(failures.map((failure) => `${failure.health} ${failure.endpoint}`))).toEqual(
        new Set([`${health} /graphql`])
      )
      expect([...stored.values()].every((records) => records.size === 0)).toBe(true)
      expect(output).not.toContain("secret of the tenant")
    }
  })
})

describe("Wiz vulnerability findings", () => {
  it("are the vulnerabilities, with what they affect; only a virtual machine is a device", async () => {
    const { records, requests } = await run()
    const [first, second] = records["vulnerability_finding"] ?? []
    expect(first).toEqual({
      id: UUID,
      title: "CVE-2024-3094",
      description: "A backdoor in xz.",
      analytic_output: null,
      severity: "HIGH",
      state: "OPEN",
      state_updated_at: "2024-05-01T08:30:00.000Z",
      type: "HOST",
      device_id: records["vulnerability"]?.[0]?.["device"]?.["id" as never],
      device_vendor_id: "a1",
      application_id: null,
      application_vendor_id: null,
      resource_id: vulnerability.vulnerableAsset.providerUniqueId,
      first_seen: "2024-05-01T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      has_fix: true,
      remediation: "yum update xz",
      product: { vendor_name: "Wiz", name: "Wiz" },
      analytic: { type: "PACKAGE", uid: null, name: "NVD", url: "https://security.acme.example/1" },
      resource_related: {
        affected_code: { repository: null, file_path: "/usr/bin/xz", start_line: null, end_line: null },
        affected_image: null,
        affected_os: { name: "Linux", version: null },
        affected_package: { name: "xz", version: "5.6.0", ecosystem: null },
        port: null,
        protocol: null,
        service: null
      },
      vulnerabilities: [
        {
          uid: "CVE-2024-3094",
          cvss: { version: null, base_score: 10, vector: null },
          epss: null,
          published: null,
          last_modified: null,
          references: ["https://security.acme.example/1"]
        }
      ],
      ticket: null,
      vendor: "WIZ",
      vendor_id: "v1",
      vendor_data: expect.objectContaining({ vendor: "WIZ", vendor_status: "OPEN" }),
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({ state: "FIXED" })
    // One list fills both types.
    expect(records["vulnerability_finding"]?.length).toBe(records["vulnerability"]?.length)
    const pages = requests.filter(({ body }) => JSON.stringify(body).includes("VulnerabilityFindingFilters"))
    expect(new Set(pages.map(({ body }) => JSON.stringify(body))).size).toBe(pages.length)
  })
})
