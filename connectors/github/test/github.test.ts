import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { classify } from "../src/errors.js"
import { githubRate } from "../src/github.js"
import { github } from "../src/index.js"
import { API, codeAlert, replies, SECRET } from "./fixtures/replies.js"

/*
 * What the shapes were checked against, besides GitHub's documentation and its OpenAPI descriptions of Enterprise Cloud and of Enterprise Server
 * 3.17 and 3.19 (@octokit/openapi 23.0.2):
 *
 * | List | Documentation | Others |
 * | --- | --- | --- |
 * | repositories | docs.github.com/en/rest/repos/repos | recorded answers |
 * | code scanning | docs.github.com/en/rest/code-scanning/code-scanning | recorded answers |
 * | Dependabot | docs.github.com/en/rest/dependabot/alerts | google/go-github, github/dependabot_alerts.go |
 * | secret scanning | docs.github.com/en/rest/secret-scanning/secret-scanning | google/go-github, github/secret_scanning.go |
 * | members, outside collaborators | docs.github.com/en/rest/orgs | google/go-github, github/orgs_outside_collaborators.go |
 * | SAML identities | docs.github.com/en/graphql/reference/objects | recorded answers; octokit/octokit.graphql.net, ExternalIdentity |
 */

/** What GitHub answers besides about an installation of an app. */
const installed: ConnectorTest.Replies = {
  ...replies,
  "POST /app/installations/7890123/access_tokens": {
    status: 201,
    body: { token: "ghs_installed", expires_at: "2030-01-01T00:00:00Z" }
  }
}

ConnectorTest.conformance(github, { replies, ways: { OAUTH2_AUTHORIZATION_CODE: installed } })

ConnectorTest.readme(github, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(github, { replies }, new URL("mapping.txt", import.meta.url))

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

const run = (changed: ConnectorTest.Replies = {}) => ConnectorTest.run(github, { replies: { ...replies, ...changed } })

/** The healthy run, which every test of its records reads. */
const healthy = run()

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

const place = {
  application_id: uuid,
  application_vendor_id: "7001",
  repository: { name: "acme/shop", url: "https://github.com/acme/shop" }
}

/** What alerts have in `vendor_data` of their repository. */
const repository = { node_id: "R_7001", name: "shop", private: true }

describe("GitHub records", () => {
  it("fills every field of a repository that GitHub provides", async () => {
    const [shop, bare] = await recordsOf("application")
    expect(shop).toEqual({
      id: uuid,
      name: "shop",
      full_name: "acme/shop",
      type: "REPOSITORY",
      description: "Where customers buy",
      url: "https://github.com/acme/shop",
      default_branch: "main",
      languages: ["TypeScript"],
      visibility: "INTERNAL",
      is_archived: false,
      owner: "acme",
      business_criticality: null,
      tags: ["payments", "web"],
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-19T08:30:00.000Z",
      last_scanned_at: null,
      is_deleted: false,
      vendor: "GITHUB",
      vendor_id: "7001",
      vendor_data: {
        node_id: "R_7001",
        owner: { id: 9001, node_id: "O_9001", type: "Organization", site_admin: false },
        fork: false,
        stargazers_count: 3,
        open_issues_count: 2,
        size: 512,
        pushed_at: "2024-05-20T08:30:00Z"
      },
      vendor_data_omitted: null
    })
    expect(bare).toMatchObject({
      visibility: "PUBLIC",
      is_archived: true,
      languages: null,
      tags: null,
      full_name: null
    })
  })

  it("fills every field of an alert of code scanning that GitHub provides", async () => {
    const [first, bare] = await recordsOf("sast_issue")
    expect(first).toEqual({
      id: uuid,
      title: "Database query built from user-controlled sources",
      description: "Building a database query from user-controlled sources lets users change it.",
      severity: "CRITICAL",
      vendor_severity: "critical",
      confidence: null,
      state: "SUPPRESSED",
      vendor_state: "dismissed",
      state_updated_at: "2024-05-03T08:30:00.000Z",
      dismissed_reason: "used in tests",
      dismissed_by: "ada",
      rule: { id: "js/sql-injection", name: "js/sql-injection", url: "https://codeql.example/js/sql-injection" },
      cwe: ["CWE-89", "CWE-943"],
      ...place,
      branch: "main",
      commit: "39406e42cb832f683daa691dd652a8dc36ee8930",
      file_path: "src/basket.ts",
      start_line: 12,
      end_line: 14,
      message: "This query depends on a user-provided value.",
      tool: "CodeQL",
      remediation: "Use a prepared statement.",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: null,
      url: "https://github.com/acme/shop/security/code-scanning/4",
      vendor: "GITHUB",
      vendor_id: "7001/code-scanning/4",
      vendor_data: {
        updated_at: "2024-05-03T08:30:00Z",
        dismissed_by: {
          id: 101,
          node_id: "U_101",
          html_url: "https://github.com/ada",
          type: "User",
          site_admin: false
        },
        dismissed_comment: "Only in the test of the basket",
        tool: { version: "2.17.0" },
        most_recent_instance: {
          analysis_key: ".github/workflows/codeql.yml:analyze",
          environment: "{}",
          category: "/language:javascript",
          state: "dismissed",
          location: { start_column: 3, end_column: 40 },
          classifications: ["test"]
        },
        repository
      },
      vendor_data_omitted: null
    })
    // The severity of the rule counts if it has none for security; a pull request is no branch.
    expect(bare).toMatchObject({ title: "no-tabs", severity: "LOW", vendor_severity: "note", branch: null, cwe: null })
    expect(bare).toMatchObject({ state: "UNKNOWN", vendor_state: "withdrawn", tool: null, start_line: null })
  })

  it("fills every field of a Dependabot alert that GitHub provides", async () => {
    const [first, bare] = await recordsOf("sca_issue")
    expect(first).toEqual({
      id: uuid,
      title: "left-shift evaluates its input",
      description: "Versions before 2.0.2 evaluate what they are given.",
      severity: "HIGH",
      vendor_severity: "high",
      state: "FIXED",
      vendor_state: "fixed",
      state_updated_at: "2024-05-06T08:30:00.000Z",
      dismissed_reason: null,
      cve: ["CVE-2024-0001"],
      advisory_ids: ["GHSA-aaaa-bbbb-cccc"],
      cwe: ["CWE-95"],
      cvss_version: "3.1",
      cvss_base_score: 7.5,
      cvss_vector: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
      epss_score: 0.00045,
      package: { name: "left-shift", version: null, ecosystem: "npm" },
      vulnerable_range: ">= 2.0.0, < 2.0.2",
      fixed_versions: ["2.0.2"],
      is_patchable: true,
      is_direct: false,
      manifest_path: "package-lock.json",
      ...place,
      published_at: "2024-05-01T08:30:00.000Z",
      first_seen: "2024-05-03T08:30:00.000Z",
      last_seen: null,
      remediation: null,
      url: "https://github.com/acme/shop/security/dependabot/4",
      vendor: "GITHUB",
      vendor_id: "7001/dependabot/4",
      vendor_data: {
        dependency: { scope: "runtime" },
        security_advisory: {
          epss: { percentile: "0.16" },
          cwes: [{ name: "Eval Injection" }],
          identifiers: [{ type: "GHSA", value: "GHSA-aaaa-bbbb-cccc" }],
          references: [{ url: "https://advisories.example/left-shift" }],
          updated_at: "2024-05-02T08:30:00Z"
        },
        updated_at: "2024-05-06T08:30:00Z",
        assignees: [
          {
            login: "grace",
            id: 102,
            node_id: "U_102",
            html_url: "https://github.com/grace",
            type: "User",
            site_admin: false
          }
        ],
        repository
      },
      vendor_data_omitted: null
    })
    // GitHub sends the score 0 for what nobody has scored.
    expect(bare).toMatchObject({ cvss_base_score: null, cvss_vector: null, cve: null, cwe: null, is_direct: null })
    expect(bare).toMatchObject({ severity: "UNKNOWN", vendor_severity: "dreadful", fixed_versions: null })
    expect(bare).toMatchObject({ state: "SUPPRESSED", state_updated_at: "2024-05-07T08:30:00.000Z" })
  })

  it("fills every field of an alert of secret scanning, and never stores the secret", async () => {
    const [first, bare, key] = await recordsOf("appsec_finding")
    expect(first).toEqual({
      id: uuid,
      title: "Acme Pay Key",
      description: null,
      type: "SECRET",
      severity: "UNKNOWN",
      vendor_severity: null,
      state: "FIXED",
      vendor_state: "resolved",
      state_updated_at: "2024-05-05T08:30:00.000Z",
      ...place,
      file_path: "src/pay.ts",
      start_line: 3,
      resource: null,
      secret_type: "acme_pay_key",
      validity: "INACTIVE",
      first_seen: "2024-05-04T08:30:00.000Z",
      last_seen: null,
      remediation: null,
      url: "https://github.com/acme/shop/security/secret-scanning/4",
      vendor: "GITHUB",
      vendor_id: "7001/secret-scanning/4",
      vendor_data: {
        vendor: "GITHUB",
        resolution: "revoked",
        updated_at: "2024-05-05T08:30:00Z",
        resolved_by: {
          login: "ada",
          id: 101,
          node_id: "U_101",
          html_url: "https://github.com/ada",
          type: "User",
          site_admin: false
        },
        publicly_leaked: false,
        push_protection_bypassed: true,
        first_location_detected: { end_line: 3, blob_sha: "af5626b4a114abcb82d63db7c8082c3c4756e51b" },
        repository
      },
      vendor_data_omitted: null
    })
    expect(bare).toMatchObject({ title: "Secret 5", state: "UNKNOWN", validity: "UNKNOWN", secret_type: null })
    expect(key).toMatchObject({ title: "RSA Private Key", state: "OPEN", state_updated_at: null })
    const { output, records } = await healthy
    expect(JSON.stringify(records) + output).not.toContain(SECRET)
  })

  it("makes an issue of every alert, although three of them have the same number", async () => {
    const issues = await recordsOf("appsec_issue")
    expect(issues.map(({ type, vendor_id }) => [vendor_id, type])).toEqual([
      ["7001/code-scanning/4", "SAST"],
      ["7001/code-scanning/5", "SAST"],
      ["7001/dependabot/4", "SCA"],
      ["7001/dependabot/6", "SCA"],
      ["7001/secret-scanning/4", "SECRET"],
      ["7001/secret-scanning/5", "SECRET"],
      ["7001/secret-scanning/6", "SECRET"]
    ])
    expect(issues[0]).toEqual({
      id: uuid,
      title: "Database query built from user-controlled sources",
      description: "Building a database query from user-controlled sources lets users change it.",
      type: "SAST",
      severity: "CRITICAL",
      vendor_severity: "critical",
      state: "SUPPRESSED",
      state_updated_at: "2024-05-03T08:30:00.000Z",
      cve: null,
      cwe: ["CWE-89", "CWE-943"],
      ...place,
      file_path: "src/basket.ts",
      resource_id: null,
      remediation: "Use a prepared statement.",
      is_patchable: null,
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: null,
      url: "https://github.com/acme/shop/security/code-scanning/4",
      vendor: "GITHUB",
      vendor_id: "7001/code-scanning/4",
      vendor_data: expect.objectContaining({
        vendor: "GITHUB",
        dismissed_reason: "used in tests",
        rule_id: "js/sql-injection",
        tool_name: "CodeQL"
      }),
      vendor_data_omitted: null
    })
    expect(issues[2]).toMatchObject({ cve: ["CVE-2024-0001"], is_patchable: true, file_path: "package-lock.json" })
    // An alert names the application by the id that the repository has.
    const [shop] = await recordsOf("application")
    expect(issues.every(({ application_id }) => application_id === shop?.["id"])).toBe(true)
  })

  it("fills every field of a member that GitHub provides", async () => {
    const [ada, grace, robot] = await recordsOf("organization_identity")
    expect(ada).toEqual({
      id: uuid,
      name: "ada",
      username: "ada",
      email: null,
      type: "USER",
      role: "admin",
      is_admin: true,
      is_mfa_enabled: true,
      organization: { name: "acme", vendor_id: "9001" },
      external_identity: "ada@acme.example",
      last_active_at: null,
      vendor_created_at: null,
      is_deleted: false,
      vendor: "GITHUB",
      vendor_id: "101",
      vendor_data: { node_id: "U_101", html_url: "https://github.com/ada", site_admin: false },
      vendor_data_omitted: null
    })
    // Her identity was provisioned by SCIM, and she has not signed in by SAML yet.
    expect(grace).toMatchObject({ role: "member", is_admin: false, is_mfa_enabled: false })
    expect(grace).toMatchObject({ external_identity: "grace@acme.example" })
    expect(robot).toMatchObject({ type: "BOT", external_identity: null })
  })

  it("makes users of owners and outside collaborators, and of no other member", async () => {
    const users = await recordsOf("config_user")
    expect(users.map(({ role, username }) => [username, role])).toEqual([
      ["ada", "owner"],
      ["acme-robot", "owner"],
      ["linus", "outside_collaborator"],
      ["stranger", "outside_collaborator"]
    ])
    expect(users[0]).toEqual({
      id: uuid,
      name: null,
      email: null,
      username: "ada",
      vendor_user_id: "101",
      role: "owner",
      is_admin: true,
      is_active: null,
      is_mfa_enabled: true,
      last_login: null,
      access_data: null,
      is_deleted: false,
      vendor: "GITHUB",
      vendor_id: "101",
      vendor_data: { node_id: "U_101", html_url: "https://github.com/ada", site_admin: false },
      vendor_data_omitted: null
    })
  })
})

describe("GitHub requests", () => {
  it("carry the token, the version of the API and the media type", async () => {
    const { requests } = await healthy
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${ConnectorTest.PLANTED_SECRET}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28"
    })
  })

  it("ask for alerts of all states, and never for secrets", async () => {
    const { requests } = await healthy
    const alerts = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith("/alerts"))
    expect(alerts.filter(({ searchParams }) => searchParams.has("state"))).toEqual([])
    // A link of GitHub's own has the parameters of the request.
    const secrets = alerts.filter(
      ({ pathname, searchParams }) => pathname.includes("secret-scanning") && searchParams.get("after") === ""
    )
    expect(secrets.map(({ searchParams }) => searchParams.get("hide_secret"))).toEqual(["true", "true", "true", "true"])
  })

  it("go to the address of a GitHub Enterprise Server", async () => {
    const base_url = "https://github.acme.example/api/v3"
    const moved = Object.fromEntries(
      Object.entries(replies).map(([request, reply]) => [
        request.replace(" /", " /api/v3/"),
        { ...reply, headers: { link: (reply.headers?.["link"] ?? "").replaceAll(API, base_url) } }
      ])
    )
    const report = await ConnectorTest.run(github, { replies: moved, credentials: { base_url } })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.requests.every(({ url }) => url.startsWith(base_url))).toBe(true)
    expect(report.records["application"]).toHaveLength(2)
  })
})

const CODE = "/orgs/{$organization}/code-scanning/alerts"
const CODE_REPLY = "GET /orgs/acme/code-scanning/alerts"

/** GitHub's answer with this message to the requests for alerts of code scanning. */
const refusing = (status: number, message: string): ConnectorTest.Replies => ({
  [`${CODE_REPLY}?sort=created`]: { status, body: { message, documentation_url: "https://docs.github.com/rest" } },
  [`${CODE_REPLY}?sort=updated`]: { status, body: { message, documentation_url: "https://docs.github.com/rest" } }
})

describe("GitHub refusals", () => {
  it.each([
    [403, "Advanced Security must be enabled for this organization."],
    [404, "Code scanning is not enabled for this organization."]
  ])(
    "cost only the export type of a list without a licence (%s), and `issues` has the alerts of the others",
    async (status, message) => {
      const report = await run(refusing(status, message))
      expect(report.failures).toMatchObject([
        { data_export_type: "sast_issues", endpoint: CODE, health: "UNAUTHORIZED" }
      ])
      expect(report.failures[0]?.detail).toContain("the organization has no licence for it")
      expect(report.records["sast_issue"] ?? []).toEqual([])
      expect(report.records["sca_issue"]).toHaveLength(2)
      expect(report.records["appsec_issue"]).toHaveLength(5)
    }
  )

  it("are permissions that the token lacks if GitHub says 404 about what exists", async () => {
    const report = await run(refusing(404, "Not Found"))
    expect(report.failures).toMatchObject([
      { data_export_type: "issues", endpoint: `${CODE}?sort=updated`, health: "UNAUTHORIZED" },
      { data_export_type: "sast_issues", endpoint: CODE, health: "UNAUTHORIZED" }
    ])
    expect(report.records["sca_issue"]).toHaveLength(2)
  })

  it("of SAML identities and second factors leave these fields as they were read before", async () => {
    const { stored } = await healthy
    const forbidden = {
      body: {
        data: { organization: { samlIdentityProvider: null } },
        errors: [{ type: "FORBIDDEN", path: ["organization"] }]
      }
    }
    const changed: ConnectorTest.Replies = {
      ...replies,
      'POST /graphql {"variables":{"login":"acme"}}': forbidden,
      "GET /orgs/acme/members?filter=2fa_disabled": {
        status: 422,
        body: { message: "Only owners can use this filter." }
      }
    }
    const report = await ConnectorTest.run(github, { replies: changed, stored })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["organization_identity"]?.[0]).toMatchObject({
      external_identity: "ada@acme.example",
      is_mfa_enabled: true
    })
    expect(report.unread).toMatchObject([
      { fields: ["is_mfa_enabled"], endpoint: "/orgs/{$organization}/members?filter=2fa_disabled" },
      { fields: ["external_identity"], endpoint: "/graphql" }
    ])
  })

  it("are none if an organization has no SAML", async () => {
    const report = await run({
      'POST /graphql {"variables":{"login":"acme"}}': {
        body: { data: { organization: { samlIdentityProvider: null } } }
      }
    })
    expect([report.health.name, report.unread]).toEqual(["HEALTHY", []])
    expect(report.records["organization_identity"]?.[0]).toMatchObject({ external_identity: null })
  })
})

describe("GitHub rate limits", () => {
  const once = (reply: ConnectorTest.Reply) => ({
    times: 1,
    strikes: ({ url }: { readonly url: URL }) => url.pathname === "/orgs/acme/repos",
    outcome: () => ({ _tag: "Reply" as const, reply })
  })

  it.each([
    [
      "until the reset time in epoch seconds after a 403 of the primary limit",
      {
        status: 403,
        headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "42" }
      },
      42_000
    ],
    ["as long as a 403 of a secondary limit says", { status: 403, headers: { "retry-after": "30" } }, 30_000],
    [
      "a minute after a 403 that only calls itself a secondary limit",
      { status: 403, body: { message: "You have exceeded a secondary rate limit." } },
      60_000
    ]
  ])("make it wait %s", async (_, reply, millis) => {
    const report = await ConnectorTest.run(github, { replies, faults: [once(reply)] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(millis)
    expect(report.elapsedMillis).toBeLessThan(millis + 4_000)
  })

  it("of GraphQL leave the budget of the lists as it is", () => {
    const headers = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "42" }
    expect(githubRate({ ...headers, "x-ratelimit-resource": "core" })).toEqual({
      limit: 5_000,
      remaining: 0,
      resetAt: 42_000
    })
    expect(githubRate({ ...headers, "x-ratelimit-resource": "graphql" })).toBeNull()
  })

  it("leave a 403 without any of these signs a refusal", () => {
    const answer = {
      endpoint: CODE,
      status: 403,
      headers: { "x-ratelimit-remaining": "4999" },
      body: { message: "No" }
    }
    expect(classify(answer)).toBeNull()
  })
})

it("GitHub's alert without an id of its repository is rejected, and costs no other alert", async () => {
  const broken = { ...codeAlert, number: 9, repository: null }
  const report = await run({ [`${CODE_REPLY}?sort=created`]: { body: [broken, codeAlert] } })
  expect(report.records["sast_issue"]).toMatchObject([{ vendor_id: "7001/code-scanning/4" }])
  expect(report.rejections).toMatchObject([{ kind: "sast_issue", vendorId: null }])
})
