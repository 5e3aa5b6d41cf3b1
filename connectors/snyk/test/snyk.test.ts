import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { addressOf } from "../src/credentials.js"
import { classify } from "../src/errors.js"
import { toApplication } from "../src/exports/applications.js"
import { toAppsecIssue } from "../src/exports/issues.js"
import { snyk } from "../src/index.js"
import { isChosen } from "../src/organization.js"
import { cursorPages } from "../src/pages.js"
import { GROUP, ISSUES, replies } from "./fixtures/replies.js"

ConnectorTest.conformance(snyk, { replies })

ConnectorTest.readme(snyk, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(snyk, { replies }, new URL("mapping.txt", import.meta.url))

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** The healthy run, which every test of its records reads. */
const healthy = ConnectorTest.run(snyk, { replies })

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

const recordOf = async (kind: string, id: string) =>
  (await recordsOf(kind)).find((record) => record["vendor_id"] === id)

const requestsOf = (report: Awaited<typeof healthy>, path: string) =>
  report.requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === path)

const path = ISSUES.slice("GET ".length)

const application = { application_id: uuid, application_vendor_id: "project-1" }

const repository = { name: "acme/shop", url: null }

/** What every issue has in `vendor_data` as Snyk sends it. */
const sent = {
  updated_at: "2024-05-03T08:30:00.000Z",
  risk: { factors: [], score: { model: "v1", value: 221, updated_at: "2024-05-04T08:30:00Z" } }
}

const relationships = { organization: { data: { id: "org-1", type: "organization" } } }

/*
 * Somebody published answers with issues of code, which `recordings.test.ts` reads. What else the shapes were checked against:
 *
 * | List | Documentation | Others |
 * | --- | --- | --- |
 * | issues | docs.snyk.io/snyk-api/reference/issues | Snyk's OpenAPI document of 2026-03-25; an answer in the README of elastic/integrations, packages/snyk |
 * | projects | docs.snyk.io/snyk-api/reference/projects | Snyk's OpenAPI document; recorded answers of the older API, for words of types and origins |
 * | organizations | docs.snyk.io/snyk-api/reference/orgs | Snyk's OpenAPI document; links in snyk-labs/pysnyk, issue 191 |
 * | memberships | docs.snyk.io/snyk-api/reference/orgs | Snyk's OpenAPI document; recorded answers of the older API, for names of roles |
 */
describe("Snyk projects", () => {
  it("have every field that Snyk provides", async () => {
    expect(await recordOf("application", "project-1")).toEqual({
      id: uuid,
      name: "acme/shop:package.json",
      full_name: null,
      type: "PROJECT",
      description: null,
      url: null,
      default_branch: "main",
      languages: null,
      visibility: null,
      is_archived: false,
      owner: "Acme Shop",
      business_criticality: "critical, high",
      tags: ["team:payments"],
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: null,
      last_scanned_at: null,
      is_deleted: false,
      vendor: "SNYK",
      vendor_id: "project-1",
      vendor_data: {
        vendor: "SNYK",
        type: "npm",
        origin: "github",
        target_file: "package.json",
        target_reference: "main",
        attributes: {
          environment: ["frontend"],
          lifecycle: ["production"],
          read_only: false,
          settings: { recurring_tests: { frequency: "daily" } }
        },
        relationships: {
          organization: { data: { id: "org-1", type: "org" } },
          target: { data: { id: "target of acme/shop", type: "target" } },
          importer: { data: { id: "user-1", type: "user" } }
        }
      },
      vendor_data_omitted: null
    })
  })

  it("are images or projects, and have no branch if they come from no repository", async () => {
    const image = { type: "CONTAINER_IMAGE", is_archived: true, default_branch: null, tags: null }
    expect(await recordOf("application", "project-2")).toMatchObject({ ...image, business_criticality: null })
    expect(await recordOf("application", "project-3")).toMatchObject({ type: "PROJECT", default_branch: null })
    expect(await recordOf("application", "project-4")).toMatchObject({ type: "PROJECT", default_branch: "main" })
    const unknown = { is_archived: null, owner: null, business_criticality: null, vendor_created_at: null }
    expect(await recordOf("application", "project-5")).toMatchObject({ type: "PROJECT", ...unknown })
  })

  it("keep a tag that has only one half", () => {
    const attributes = { name: "a", type: null, origin: null, target_file: null, target_reference: null, created: null }
    const tags = [
      { key: "team", value: null },
      { key: null, value: "payments" }
    ]
    const project = { id: "p", attributes: { ...attributes, status: null, business_criticality: null, tags } }
    expect(toApplication(project, { id: "o", attributes: null })).toMatchObject({ tags: ["team", "payments"] })
  })
})

describe("Snyk memberships", () => {
  it("have every field that Snyk provides", async () => {
    expect(await recordOf("config_user", "membership-1")).toEqual({
      id: uuid,
      name: "Ada Rivers",
      email: "ada@acme.example",
      username: "ada",
      vendor_user_id: "user-1",
      role: "Org Admin",
      is_admin: true,
      is_active: null,
      is_mfa_enabled: null,
      last_login: null,
      access_data: {
        organization: { id: "org-1", name: "Acme Shop" },
        role: { id: "role of Org Admin", name: "Org Admin" }
      },
      is_deleted: false,
      vendor: "SNYK",
      vendor_id: "membership-1",
      vendor_data: {
        type: "org_memberships",
        attributes: { created_at: "2024-03-01T08:30:00Z" },
        relationships: {
          org: { data: { id: "org-1", type: "org", attributes: { name: "Acme Shop" } } },
          user: { data: { type: "user", attributes: { login_method: "saml" } } },
          role: { data: { type: "org_role" } }
        }
      },
      vendor_data_omitted: null
    })
  })

  it("name a person by what is known, and do not guess what a role of the customer's own allows", async () => {
    const [, grace, auditor, bare] = await recordsOf("config_user")
    expect(grace).toMatchObject({ username: "grace@acme.example", is_admin: false })
    expect(auditor).toMatchObject({ username: "user-3", role: "Auditor", is_admin: null })
    expect(bare).toMatchObject({
      vendor_user_id: "user-1",
      username: "user-1",
      role: null,
      is_admin: null,
      email: null
    })
  })
})

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

const answering = (pathname: string, reply: ConnectorTest.Reply) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname === pathname,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const error = (status: number, detail: string) => ({
  status,
  body: { jsonapi: { version: "1.0" }, errors: [{ id: "e", status: String(status), detail }] }
})

describe("The Snyk connector", () => {
  it("sends the token and the version with each request", async () => {
    const { requests } = await healthy
    expect(new Set(requests.map(({ headers }) => headers["authorization"]))).toEqual(
      new Set([expect.stringMatching(/^token ./)])
    )
    expect(new Set(requests.map(({ url }) => new URL(url).searchParams.get("version")))).toEqual(
      new Set(["2024-10-15"])
    )
  })

  it("asks no organization that the customer did not choose", async () => {
    const { requests } = await healthy
    expect(requests.filter(({ url }) => /org-[89]/.test(String(url)))).toEqual([])
    const row = (id: string, group_id: string | null) => ({
      id,
      attributes: { group_id, is_personal: group_id === null }
    })
    const ofOrganization = isChosen({ scope: "ORGANIZATION", scope_id: "org-1" })
    expect(ofOrganization("/rest/orgs", row("ORG-1", GROUP))).toBe(true)
    expect(ofOrganization("/rest/orgs", row("org-2", GROUP))).toBe(false)
    const ofGroup = isChosen({ scope: "GROUP", scope_id: GROUP })
    expect(ofGroup("/rest/orgs?limit=100", row("org-8", null))).toBe(false)
    expect(ofGroup("/rest/orgs?limit=100", { id: "org-1" })).toBe(true)
    expect(ofGroup("/rest/orgs/{id}/projects", row("org-9", "another"))).toBe(true)
  })

  it("reads one organization if the customer chose one", async () => {
    const scope_id = "5d3b1f60-9a2e-4c47-8f10-2b6d7e8c9a01"
    const organization = { id: scope_id, type: "org", attributes: { name: "Acme Shop", is_personal: false } }
    const body = { jsonapi: { version: "1.0" }, data: [], links: {} }
    const one: ConnectorTest.Replies = {
      "GET /rest/orgs": { body: { ...body, data: [organization] } },
      [`GET /rest/orgs/${scope_id}/issues`]: { body },
      [`GET /rest/orgs/${scope_id}/projects`]: { body },
      [`GET /rest/orgs/${scope_id}/memberships`]: { body }
    }
    const report = await ConnectorTest.run(snyk, { replies: one, credentials: { scope: "ORGANIZATION", scope_id } })
    expect(report.failures).toEqual([])
    expect(requestsOf(report, `/rest/orgs/${scope_id}/issues`)).toHaveLength(1)
  })

  it.each([
    [null, null, "https://api.snyk.io"],
    ["SNYK-US-01", null, "https://api.snyk.io"],
    ["SNYK-US-02", null, "https://api.us.snyk.io"],
    ["SNYK-EU-01", null, "https://api.eu.snyk.io"],
    ["SNYK-AU-01", null, "https://api.au.snyk.io"],
    ["SNYK-EU-01", "https://api.acme.example", "https://api.acme.example"]
  ] as const)("finds the API of the region %s at the address %s: %s", (region, base_url, address) => {
    expect(addressOf({ region, base_url })).toBe(address)
  })

  it.each([
    ["/rest/orgs?starting_after=v1.a%3D&limit=100", { query: { starting_after: "v1.a=" } }],
    ["/orgs/org-1/projects?starting_after=p2", { query: { starting_after: "p2" } }],
    [{ href: "https://api.snyk.io/rest/orgs?starting_after=o2" }, { query: { starting_after: "o2" } }],
    ["", null],
    [null, null]
  ])("finds the next page in %j", (next, expected) => {
    const response = { status: 200, headers: {}, body: { data: [], links: { next } } }
    const answer = { response, rows: [], query: {}, isFirst: true, read: 0 }
    expect(cursorPages.next(answer)).toEqual(expected)
    expect(cursorPages.missing?.(answer)).toBeNull()
  })

  it("does not take a link without a cursor for the end of a list", async () => {
    const reply = {
      body: { jsonapi: { version: "1.0" }, data: [], links: { next: "/rest/orgs/org-1/memberships?page=2" } }
    }
    const report = await ConnectorTest.run(snyk, {
      replies,
      faults: [answering("/rest/orgs/org-1/memberships", reply)]
    })
    expect(report.failures).toMatchObject([{ endpoint: "/rest/orgs/{id}/memberships" }])
  })

  it("says that the plan is the reason if it does not include the API", async () => {
    const detail = "The org acme is not entitled for api access. Please upgrade your plan to access this capability"
    const report = await ConnectorTest.run(snyk, { replies, faults: [answering(path, error(403, detail))] })
    expect(report.failures[0]).toMatchObject({ detail: expect.stringContaining("the plan does not include the API") })
    const refusal = { endpoint: "/rest/orgs/{id}/projects", status: 403, headers: {} }
    const expected = { _tag: "Unauthorized", isOfPlan: true, isOfCredentials: false }
    expect(classify({ ...refusal, ...error(403, detail) })).toMatchObject(expected)
    expect(classify({ ...refusal, body: { code: 403, message: detail } })).toMatchObject(expected)
    expect(classify({ ...refusal, ...error(403, "Forbidden") })).toBeNull()
  })

  it("blames a missing permission on the customer, and only for what needs it", async () => {
    const refused = error(403, "Forbidden")
    const memberships = answering("/rest/orgs/org-1/memberships", refused)
    const report = await ConnectorTest.run(snyk, { replies, faults: [memberships] })
    expect(report.failures).toMatchObject([{ endpoint: "/rest/orgs/{id}/memberships", health: "UNAUTHORIZED" }])
    expect(report.records["appsec_issue"]).toHaveLength(9)
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })

  it("blames an ID that leads to nothing on the customer", async () => {
    const report = await ConnectorTest.run(snyk, { replies, faults: [answering(path, error(404, "Group not found"))] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures[0]).toMatchObject({
      detail: expect.stringContaining("no group or organization with this ID")
    })
  })

  it("blames a refused token on the customer", async () => {
    const refused = answering("/rest/orgs", { status: 401, body: { status: "401", code: "Unauthorized" } })
    const report = await ConnectorTest.run(snyk, { replies, faults: [refused] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })
})
