import { describe, expect, it } from "vitest"
import { bucket, issue, user } from "./fixtures/replies.js"
import { only, refusing, run, UUID } from "./fixtures/runs.js"

describe("a scope that the service account lacks costs only its export types", () => {
  it.each([
    ["Issues", ["compliance_findings", "issues"]],
    ["Resources", ["resources"]],
    ["Users", ["config_users"]],
    ["Vulnerabilities", ["vulnerabilities", "vulnerability_findings_v2"]]
  ])("%s: %j", async (operation, types) => {
    const { failures } = await refusing("UNAUTHORIZED", null, `"operationName":"${operation}"`)
    expect(failures.map(({ data_export_type }) => data_export_type).toSorted()).toEqual(types)
    expect(new Set(failures.map(({ health }) => health))).toEqual(new Set(["UNAUTHORIZED"]))
  })
})

// The shape of issues was checked against https://docs.wiz.io/dev/issues-query, the recorded page that tests/recordings replays, and the
// introspected schema in https://github.com/ArcavenAE/stave.
describe("Wiz issues", () => {
  it("are also issues of their own type, from the same list", async () => {
    const { records } = await run()
    const [first, second, third] = records["appsec_issue"] ?? []
    expect(first).toEqual({
      id: UUID,
      title: "Publicly readable bucket",
      description: "Anyone can read this bucket.",
      type: "CSPM",
      severity: "HIGH",
      vendor_severity: "HIGH",
      state: "OPEN",
      state_updated_at: "2024-05-02T08:30:00.000Z",
      cve: null,
      cwe: null,
      application_id: null,
      application_vendor_id: null,
      repository: null,
      file_path: null,
      resource_id: "arn:aws:s3:::acme-logs",
      remediation: "Block public access.",
      is_patchable: null,
      first_seen: "2024-05-01T08:30:00.000Z",
      last_seen: null,
      url: "https://app.wiz.io/issues#~(issue~'i1)",
      vendor: "WIZ",
      vendor_id: "i1",
      vendor_data: {
        vendor: "WIZ",
        vendor_status: "OPEN",
        issue_type: "TOXIC_COMBINATION",
        rule: { id: "wc-1", name: "Publicly readable bucket", type: "Control" },
        resolution_reason: null,
        due_at: "2024-06-01T08:30:00Z",
        resolved_at: null,
        resource: issue.entitySnapshot,
        projects: issue.projects,
        service_tickets: issue.serviceTickets
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      type: "CSPM",
      state: "FIXED",
      resource_id: "e2",
      vendor_data: { resolution_reason: "OBJECT_DELETED" }
    })
    expect(third).toMatchObject({ type: "OTHER", severity: "CRITICAL", state: "SUPPRESSED", url: null })
  })

  it.each([
    ["IN_PROGRESS", "OPEN"],
    ["SOMETHING_ELSE", "UNKNOWN"]
  ])("in the status %s have the state %s", async (status, state) => {
    const { records } = await only("Issues", "issues", [{ ...issue, status }])
    expect(records["appsec_issue"]).toMatchObject([{ state, vendor_data: { vendor_status: status } }])
  })
})

// Nobody recorded resources. Their shape was checked against Wiz's tutorial of https://docs.wiz.io/dev/pull-cloud-resources-v2, the introspected
// schema in https://github.com/ArcavenAE/stave, and the query of https://github.com/EvotecIT/WizCloud.
describe("Wiz resources", () => {
  it("have every field that Wiz returns, and are none once they are deleted", async () => {
    const { records } = await run()
    const [first, second, third, ...others] = records["resource"] ?? []
    expect(others).toEqual([])
    expect(first).toEqual({
      id: UUID,
      name: "acme-logs",
      type: "BUCKET",
      vendor_type: "bucket",
      cloud_provider: "AWS",
      account_id: "111122223333",
      account_name: "production",
      region: "eu-west-1",
      tags: { team: "research", public: null },
      first_seen: "2024-01-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_deleted: false,
      vendor: "WIZ",
      vendor_id: "r1",
      vendor_data: {
        vendor: "WIZ",
        external_id: "acme-logs",
        provider_unique_id: "arn:aws:s3:::acme-logs",
        status: "Active",
        cloud_platform: "AWS",
        cloud_account_id: "ca1",
        region_location: "IE",
        created_at: "2023-11-02T08:30:00Z",
        technology: bucket.technology,
        projects: bucket.projects,
        resource_group: bucket.resourceGroup,
        type_fields: bucket.typeFields,
        is_open_to_all_internet: true,
        is_accessible_from_internet: true,
        has_access_to_sensitive_data: false,
        has_admin_privileges: false,
        has_high_privileges: false,
        has_sensitive_data: true
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      name: "db-2",
      type: "VIRTUAL_MACHINE",
      vendor_type: "Microsoft.Compute/virtualMachines",
      cloud_provider: "AZURE",
      account_id: null,
      region: null,
      tags: null
    })
    // The cloud is that of the account, not the cluster.
    expect(third).toMatchObject({ vendor_id: "r3", vendor_type: null, cloud_provider: "GCP", account_id: "acme-1" })
  })

  it.each([
    ["OCI", "OTHER"],
    [null, null]
  ])("of the platform %s have the provider %s", async (cloudPlatform, cloud_provider) => {
    const { records } = await only("Resources", "cloudResourcesV2", [{ ...bucket, cloudAccount: null, cloudPlatform }])
    expect(records["resource"]).toMatchObject([{ cloud_provider }])
  })
})

// Nobody recorded users. Their shape was checked against Wiz's tutorial of https://docs.wiz.io/dev/user-management, the introspected schema in
// https://github.com/ArcavenAE/stave, and the query of https://github.com/ConductorOne/baton-wiz-win.
describe("Wiz users", () => {
  it("have every field that Wiz returns, and are none once they are deleted", async () => {
    const { records } = await run()
    const [first, second, third, ...others] = records["config_user"] ?? []
    expect(others).toEqual([])
    expect(first).toEqual({
      id: UUID,
      name: "Ada Byron",
      email: "ada@acme.example",
      username: "ada@acme.example",
      vendor_user_id: "u1",
      role: "Global Admin",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: null,
      last_login: "2024-05-20T08:30:00.000Z",
      access_data: { role: user.effectiveRole, projects: user.effectiveAssignedProjects },
      is_deleted: false,
      vendor: "WIZ",
      vendor_id: "u1",
      vendor_data: {
        vendor: "WIZ",
        status: "ACTIVE",
        created_at: "2023-01-02T08:30:00Z",
        expires_at: "2025-01-02T08:30:00Z",
        identity_provider_type: "SSO",
        identity_provider: { id: "idp1", name: "Acme SSO" }
      },
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      name: null,
      role: "Project Admin",
      is_admin: false,
      is_active: false,
      last_login: null
    })
    expect(third).toMatchObject({ email: null, username: "Edsger", role: null, is_admin: null, is_active: null })
  })

  it.each([
    ["reads only", { scopes: ["read:all"] }, false],
    ["has one administrative scope", { scopes: ["read:all", "admin:audit"] }, null],
    ["has scopes that Wiz does not name", {}, null]
  ])("whose role %s administer Wiz or not: %j", async (_, role, is_admin) => {
    const { records } = await only("Users", "users", [{ ...user, effectiveRole: { id: "R", name: "R", ...role } }])
    expect(records["config_user"]).toMatchObject([{ is_admin }])
  })
})
