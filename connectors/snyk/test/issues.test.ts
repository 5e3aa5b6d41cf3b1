import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { toAppsecIssue } from "../src/exports/issues.js"
import { snyk } from "../src/index.js"
import { healthy, path, recordOf, recordsOf, requestsOf } from "./fixtures/healthyRun.js"
import { replies } from "./fixtures/replies.js"

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

const repository = { name: "acme/shop", url: null }

const relationships = { organization: { data: { id: "org-1", type: "organization" } } }

const application = { application_id: uuid, application_vendor_id: "project-1" }

/** What every issue has in `vendor_data` as Snyk sends it. */
const sent = {
  updated_at: "2024-05-03T08:30:00.000Z",
  risk: { factors: [], score: { model: "v1", value: 221, updated_at: "2024-05-04T08:30:00Z" } }
}

/** An issue of which nothing else is known. */
const mapped = (
  fields: Partial<Parameters<typeof toAppsecIssue>[0]["attributes"]>,
  item = "project"
): ReturnType<typeof toAppsecIssue> => {
  const words = { title: null, type: null, key: null, description: null, effective_severity_level: null, status: null }
  const lists = { classes: null, problems: null, severities: null, coordinates: null }
  const attributes = { ...words, ...lists, ignored: null, created_at: null, tool: null, resolution: null, ...fields }
  return toAppsecIssue({ id: "i", attributes, relationships: { scan_item: { data: { id: "s", type: item } } } }, null)
}

describe("Snyk issues", () => {
  it("of a dependency have every field that Snyk provides", async () => {
    expect(await recordOf("sca_issue", "issue-1")).toEqual({
      id: uuid,
      title: "Prototype Pollution",
      description: "left-shift changes the prototype of its input.",
      severity: "HIGH",
      vendor_severity: "high",
      state: "FIXED",
      vendor_state: "resolved",
      state_updated_at: "2024-05-06T08:30:00.000Z",
      dismissed_reason: null,
      cve: ["CVE-2024-10001"],
      advisory_ids: ["SNYK-JS-LEFTSHIFT-1", "GHSA-aaaa-bbbb-cccc"],
      cwe: ["CWE-1321"],
      cvss_version: "3.1",
      cvss_base_score: 8.2,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:H/A:N",
      epss_score: null,
      package: { name: "left-shift", version: "2.0.1", ecosystem: "npm" },
      vulnerable_range: null,
      fixed_versions: null,
      is_patchable: true,
      is_direct: null,
      manifest_path: "package.json",
      ...application,
      repository,
      published_at: "2024-05-01T08:30:00.000Z",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: null,
      remediation: "Upgrade left-shift to 2.0.2.",
      url: "https://security.snyk.io/vuln/SNYK-JS-LEFTSHIFT-1",
      vendor: "SNYK",
      vendor_id: "issue-1",
      vendor_data: expect.objectContaining({
        type: "package_vulnerability",
        key: "SNYK-JS-LEFTSHIFT-1",
        ignored: false,
        packages: [
          { name: "left-shift", version: "2.0.1" },
          { name: "left-shift", version: "1.0.0" }
        ],
        attributes: expect.objectContaining({
          ...sent,
          exploit_details: { sources: ["CISA"], maturity_levels: [{ format: "CVSS_v4", level: "attacked" }] },
          resolution: { type: "fixed", details: "upgraded" }
        }),
        relationships
      }),
      vendor_data_omitted: null
    })
  })

  it("of code have every field that Snyk provides", async () => {
    expect(await recordOf("sast_issue", "issue-2")).toEqual({
      id: uuid,
      title: "SQL Injection",
      description: "What a user sends reaches a query.",
      severity: "CRITICAL",
      vendor_severity: "critical",
      confidence: null,
      state: "OPEN",
      vendor_state: "open",
      state_updated_at: null,
      dismissed_reason: null,
      dismissed_by: null,
      rule: { id: "javascript/sqli", name: null, url: "https://rules.example/javascript/sqli" },
      cwe: ["CWE-89", "CWE-943"],
      ...application,
      repository,
      branch: "main",
      commit: "5ab48c7d",
      file_path: "src/basket.ts",
      start_line: 12,
      end_line: 14,
      message: null,
      tool: "snyk://code",
      remediation: null,
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: null,
      url: null,
      vendor: "SNYK",
      vendor_id: "issue-2",
      vendor_data: expect.objectContaining({ key: "key-2", attributes: expect.objectContaining(sent), relationships }),
      vendor_data_omitted: null
    })
  })

  it("of an image have every field that Snyk provides", async () => {
    expect(await recordOf("appsec_finding", "issue-3")).toEqual({
      id: uuid,
      title: "CVE-2024-10002",
      description: null,
      type: "CONTAINER",
      severity: "LOW",
      vendor_severity: "low",
      state: "OPEN",
      vendor_state: "open",
      state_updated_at: null,
      application_id: uuid,
      application_vendor_id: "project-2",
      repository: null,
      file_path: null,
      start_line: null,
      resource: "acme/shop-image",
      secret_type: null,
      validity: null,
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: null,
      remediation: null,
      url: "https://security.snyk.io/vuln/SNYK-DEBIAN12-GIT-1",
      vendor: "SNYK",
      vendor_id: "issue-3",
      vendor_data: expect.objectContaining({
        packages: [
          { name: "git", version: "1:2.39.2-1" },
          { name: "git/git-man", version: "1:2.39.2-1" }
        ]
      }),
      vendor_data_omitted: null
    })
  })

  it("of licences, templates and clouds are findings in a package, a file or a resource", async () => {
    expect(await recordOf("appsec_finding", "issue-4")).toMatchObject({
      type: "LICENSE",
      resource: "org.acme:basket@3.1",
      file_path: "pom.xml",
      url: null,
      repository: { name: "acme/basket", url: "http://git.acme.example/acme/basket.git" }
    })
    expect(await recordOf("appsec_finding", "issue-5")).toMatchObject({
      type: "IAC",
      severity: "INFORMATIONAL",
      file_path: "deploy/shop.yaml",
      start_line: 7,
      resource: "spec.template.securityContext",
      remediation: "Set runAsNonRoot."
    })
    const cloud = { application_id: null, application_vendor_id: null, repository: null, file_path: null }
    expect(await recordOf("appsec_finding", "issue-6")).toMatchObject({
      ...cloud,
      type: "OTHER",
      resource: "arn:aws:s3:::acme-shop"
    })
    expect(await recordOf("appsec_issue", "issue-6")).toMatchObject({
      ...cloud,
      type: "CSPM",
      resource_id: "arn:aws:s3:::acme-shop",
      is_patchable: null
    })
  })

  it("are suppressed if they are ignored, and of a Dockerfile like those of an image", async () => {
    expect(await recordOf("appsec_finding", "issue-7")).toMatchObject({
      type: "CONTAINER",
      state: "SUPPRESSED",
      vendor_state: "ignored",
      file_path: "Dockerfile",
      resource: "git@1:2.39.2-1"
    })
  })

  it("keep words that no table has, and stay null if Snyk says nothing", async () => {
    const odd = { severity: "UNKNOWN", vendor_severity: "grave", state: "UNKNOWN", vendor_state: "asleep" }
    expect(await recordOf("appsec_finding", "issue-9")).toMatchObject({ type: "OTHER", ...odd, resource: null })
    expect(await recordOf("appsec_issue", "issue-10")).toMatchObject({
      title: "npm:hoek:20180212:hoek:2.16.3",
      severity: "UNKNOWN",
      vendor_severity: null,
      cve: null,
      cwe: null,
      is_patchable: null,
      url: null
    })
    // Without its package, it is no issue of a dependency.
    expect(await recordOf("sca_issue", "issue-10")).toBeUndefined()
  })

  it("are of any type in `issues`, and in one list of their own", async () => {
    const all = await recordsOf("appsec_issue")
    expect(all.map(({ type }) => type)).toEqual([
      "SCA",
      "SAST",
      "CONTAINER",
      "LICENSE",
      "IAC",
      "CSPM",
      "CONTAINER",
      "OTHER",
      "SCA"
    ])
    expect(await recordOf("appsec_issue", "issue-1")).toMatchObject({
      ...application,
      cve: ["CVE-2024-10001"],
      cwe: ["CWE-1321"],
      file_path: "package.json",
      is_patchable: true
    })
    const own = [
      ...(await recordsOf("sca_issue")),
      ...(await recordsOf("sast_issue")),
      ...(await recordsOf("appsec_finding"))
    ]
    expect([...own.map((record) => record["vendor_id"]), "issue-10"].toSorted()).toEqual(
      all.map((record) => record["vendor_id"]).toSorted()
    )
  })

  it.each([
    ["critical", "CRITICAL"],
    ["high", "HIGH"],
    ["medium", "MEDIUM"],
    ["low", "LOW"],
    ["info", "INFORMATIONAL"],
    [null, "UNKNOWN"]
  ])("with the severity %s are %s", (effective_severity_level, severity) => {
    expect(mapped({ effective_severity_level })).toMatchObject({ severity })
  })

  it.each([
    ["open", false, "OPEN"],
    ["open", true, "SUPPRESSED"],
    ["open", null, "OPEN"],
    ["resolved", false, "FIXED"],
    ["resolved", true, "FIXED"],
    [null, true, "UNKNOWN"]
  ])("with the status %s, ignored: %s, are %s", (status, ignored, state) => {
    expect(mapped({ status, ignored })).toMatchObject({ state })
  })

  it.each([
    ["code", "project", "SAST"],
    ["license", "project", "LICENSE"],
    ["config", "project", "IAC"],
    ["cloud", "project", "IAC"],
    ["cloud", "environment", "CSPM"],
    ["custom", "project", "OTHER"],
    [null, "project", "OTHER"]
  ])("of the type %s in a %s are %s", (type, item, expected) => {
    expect(mapped({ type }, item)).toMatchObject({ type: expected })
  })

  it("are read once for all four export types, and their projects once", async () => {
    const report = await healthy
    expect(requestsOf(report, path)).toHaveLength(2)
    const projects = requestsOf(report, "/rest/orgs/org-1/projects")
    expect(projects.filter(({ searchParams }) => searchParams.get("expand") === "target")).toHaveLength(2)
  })

  it("are read since an instant, if an earlier run has read them all", async () => {
    const since = "2024-05-20T08:30:00.000Z"
    const report = await ConnectorTest.run(snyk, { replies, since })
    const asked = requestsOf(report, path).map(({ searchParams }) => searchParams.get("updated_after"))
    expect(asked).toEqual([since, since])
  })
})
