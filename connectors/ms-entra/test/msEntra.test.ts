import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { msEntra } from "../src/index.js"
import { ada, changes, everyone, grace, later, member, replies, TENANT } from "./fixtures/replies.js"

ConnectorTest.conformance(msEntra, { replies })

const forbidden = (path: string, code: string) => ({
  strikes: ({ url }: { readonly url: URL }) => `${url.pathname}${decodeURIComponent(url.search)}`.includes(path),
  outcome: () => ({
    _tag: "Reply" as const,
    reply: { status: 403, body: { error: { code, message: "Neither tenant is B2C or tenant has premium license" } } }
  })
})

const SIGN_INS = "signInActivity"
const REPORT = "userRegistrationDetails"
const ROLES = "roleAssignments"
const ELIGIBILITIES = "roleEligibilityScheduleInstances"

ConnectorTest.readme(msEntra, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(msEntra, { replies }, new URL("mapping.txt", import.meta.url))

describe("Microsoft Entra users", () => {
  it("fills every user field that Entra provides [contract: user-fields]", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies })
    const [ada, grace, linus] = records["idp_user"] ?? []
    expect(ada).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: "mail.acme.example",
      email_addr: "ada@mail.acme.example",
      full_name: "Ada Rivers",
      name: "ada@acme.example",
      vendor_id: "u-1",
      vendor_status: "ENABLED",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      activated_at: null,
      last_status_changed_at: null,
      last_login_at: "2024-05-20T08:30:00.000Z",
      last_updated_at: null,
      last_password_changed_at: "2024-05-04T08:30:00.000Z",
      is_deleted: false,
      is_mfa_enabled: true,
      is_admin: true,
      user_type: "MEMBER",
      employee_id: "1001",
      job_title: "Engineer",
      department: "Research",
      manager: "grace@acme.example",
      address: {
        street: "1 Mill Lane",
        city: "Leeds",
        state: "West Yorkshire",
        country: "United Kingdom",
        postal_code: "LS1 1AA"
      },
      vendor_data: {
        vendor: "MS_ENTRA",
        mail_nickname: "ada",
        password_policies: "DisablePasswordExpiration",
        on_premises_distinguished_name: "CN=Ada,OU=Staff,DC=acme,DC=example",
        on_premises_sync_enabled: true,
        user_type: "Member",
        employee_type: "Employee",
        external_user_state: null,
        given_name: "Ada",
        surname: "Rivers",
        other_mails: [],
        company_name: "Acme",
        office_location: "Mill 2",
        preferred_language: "en-GB",
        mobilePhone: "+44 7700 900000",
        businessPhones: [],
        employeeOrgData: { division: "Engines" },
        onPremisesExtensionAttributes: { extensionAttribute1: "badge 7" },
        onPremisesLastSyncDateTime: "2024-05-20T08:30:00Z"
      },
      vendor_data_omitted: null
    })
    // Graph has no creation time for her, and the report does not list her.
    expect(grace).toMatchObject({ vendor_status: "DISABLED", vendor_created_at: "1970-01-01T00:00:00.000Z" })
    expect(grace).toMatchObject({ full_name: "Grace Rivers", email_addr: "grace@acme.example", manager: null })
    expect(grace).toMatchObject({ is_mfa_enabled: null, is_admin: false, last_login_at: null, address: null })
    // A guest who is an admin through a group and has a factor that no policy allows any more.
    expect(linus).toMatchObject({ email_addr: "linus@partner.example", domain: "partner.example", is_admin: true })
    expect(linus).toMatchObject({ name: "linus_partner.example#EXT#@acme.example", is_mfa_enabled: false })
    expect(linus).toMatchObject({
      activated_at: "2024-05-02T08:30:00.000Z",
      last_login_at: "2024-05-19T08:30:00.000Z",
      user_type: "GUEST",
      vendor_data: { user_type: "Guest", external_user_state: "Accepted" }
    })
  })

  /** The answers of a tenant without the licence for sign-ins and the report, and without the one for eligible roles. */
  const unlicensed = [
    forbidden(SIGN_INS, "Authentication_RequestFromNonPremiumTenantOrB2CTenant"),
    forbidden(REPORT, "Authentication_RequestFromNonPremiumTenantOrB2CTenant"),
    {
      strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith(ELIGIBILITIES),
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { status: 400, body: { error: { code: "AadPremiumLicenseRequired", message: "Not in the licence." } } }
      })
    }
  ]

  it("leaves last login, factors and roles of new users null without the permissions, and says so", async () => {
    const faults = [SIGN_INS, REPORT, ROLES, ELIGIBILITIES].map((path) => forbidden(path, "Forbidden"))
    const report = await ConnectorTest.run(msEntra, { replies, faults })
    expect(report.health.name).toBe("HEALTHY")
    const unknown = { last_login_at: null, is_mfa_enabled: null, is_admin: null }
    expect(report.records["idp_user"]).toMatchObject([unknown, unknown, unknown])
    expect(report.requests.filter(({ status }) => status === 403)).toHaveLength(4)
    expect(report.unread.map(({ fields, reason }) => [fields, reason])).toEqual([
      [["last_login_at"], "answered 403"],
      [["is_mfa_enabled", "is_admin"], "answered 403"],
      [["is_admin"], "answered 403"],
      [["is_admin"], "answered 403"]
    ])
  })

  it("keeps what it read before if a permission is revoked or a licence ends", async () => {
    const { stored } = await ConnectorTest.run(msEntra, { replies })
    const revoked = [SIGN_INS, REPORT, ROLES, ELIGIBILITIES].map((path) => forbidden(path, "Forbidden"))
    for (const faults of [revoked, unlicensed.slice(0, 1)]) {
      expect((await ConnectorTest.run(msEntra, { replies, stored, faults })).stored).toEqual(stored)
    }
  })

  it("leaves is_admin null for some users if the report is forbidden, because only it shows roles that come from a group", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies, faults: [forbidden(REPORT, "Forbidden")] })
    expect(records["idp_user"]).toMatchObject([{ is_admin: true }, { is_admin: null }, { is_admin: true }])
  })

  it("derives is_admin from active roles if the licence includes neither the report nor eligible roles", async () => {
    const report = await ConnectorTest.run(msEntra, { replies, faults: unlicensed })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["idp_user"]).toMatchObject([{ is_admin: true }, { is_admin: false }, { is_admin: false }])
    const code = "Authentication_RequestFromNonPremiumTenantOrB2CTenant"
    const licence = `answered 403 with the error ${code}: the tenant's licence does not include this feature`
    expect(report.unread.map(({ fields, reason }) => [fields, reason])).toEqual([
      [["last_login_at"], licence],
      [["is_mfa_enabled"], licence]
    ])
  })

  it.each([
    ["guest", "GUEST"],
    ["Contractor", null],
    [null, null]
  ])("maps the user type %s to %s", async (userType, expected) => {
    const body = { value: [{ ...ada, userType }] }
    const { records } = await ConnectorTest.run(msEntra, { replies: { ...replies, "GET /v1.0/users": { body } } })
    expect(records["idp_user"]).toMatchObject([{ user_type: expected }])
  })

  it("requests users with every field that the mapping reads, those for vendor_data and their managers", async () => {
    const { requests } = await ConnectorTest.run(msEntra, { replies })
    const isList = (url: string) => new URL(url).pathname === "/v1.0/users"
    const first = new URL(requests.find(({ url }) => isList(url))?.url ?? "")
    expect(first.searchParams.get("$top")).toBe("999")
    expect(first.searchParams.get("$select")).toContain("onPremisesDistinguishedName")
    expect(first.searchParams.get("$select")).toContain("usageLocation")
    expect(first.searchParams.get("$select")).not.toContain("signInActivity")
    expect(first.searchParams.get("$expand")).toBe("manager($select=id,displayName,userPrincipalName)")
  })
})

describe("Microsoft Entra groups and applications", () => {
  it("links groups to members, and applications to assignments", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies })
    expect(records["idp_group"]?.[0]).toEqual({
      id: expect.any(String),
      types: ["Unified", "DynamicMembership", "SecurityEnabled", "MailEnabled"],
      description: "All of us",
      name: "Everyone",
      vendor_id: "g-1",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_membership_updated_at: null,
      last_updated_at: null,
      is_deleted: false
    })
    expect(records["idp_group"]?.[1]).toMatchObject({ types: ["SecurityEnabled"], description: "" })
    // The devices among the members are left out, and the groups are relations of their own.
    expect(records["idp_group_nesting"]).toMatchObject([{ group_vendor_id: "g-1", member_group_vendor_id: "g-2" }])
    expect(records["idp_group_membership"]).toMatchObject([
      { group_vendor_id: "g-1", user_vendor_id: "u-1" },
      { group_vendor_id: "g-1", user_vendor_id: "u-2" },
      { group_vendor_id: "g-2", user_vendor_id: "u-3" }
    ])
    expect(records["idp_application"]).toMatchObject([
      { name: "Chat", labels: ["WindowsAzureActiveDirectoryIntegratedApp"], vendor_status: "ENABLED", version: null },
      { name: "Wiki", labels: [], vendor_status: "DISABLED", vendor_created_at: "1970-01-01T00:00:00.000Z" }
    ])
    expect(records["idp_application_assignment"]).toMatchObject([
      { application_vendor_id: "sp-1", user_vendor_id: "u-1", user_app_last_login_at: null },
      { application_vendor_id: "sp-1", user_vendor_id: "u-3", user_app_last_login_at: null }
    ])
    expect(records["idp_group_assignment"]).toMatchObject([
      { application_vendor_id: "sp-1", group_vendor_id: "g-1" },
      { application_vendor_id: "sp-1", group_vendor_id: "g-2" }
    ])
  })
})

describe("Microsoft Entra deltas", () => {
  const follow = async (changed: ConnectorTest.Replies) => {
    const { stored, deltas } = await ConnectorTest.run(msEntra, { replies })
    return ConnectorTest.run(msEntra, { replies: { ...replies, ...changed }, stored, deltas })
  }
  const asked = ({ requests }: ConnectorTest.RunReport, path: string) =>
    requests.flatMap(({ url }) => (new URL(url).pathname === path ? [new URL(url).searchParams] : []))

  it("request a token before the first row is read, and select every property that a field of a record needs", async () => {
    const { requests, deltas } = await ConnectorTest.run(msEntra, { replies })
    expect([...deltas.values()]).toEqual([
      `https://graph.microsoft.com${later("users", "u-a")}`,
      `https://graph.microsoft.com${later("groups", "g-a")}`
    ])
    const begun = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith("/delta"))
    const [users, groups] = begun.map(({ searchParams }) => searchParams)
    expect(users?.get("$deltatoken")).toBe("latest")
    expect(users?.get("$select")?.split(",")).toEqual(expect.arrayContaining(["id", "mailNickname", "manager"]))
    // Graph refuses signInActivity, $expand and $top in a delta query.
    expect([...(users?.keys() ?? [])].sort()).toEqual(["$deltatoken", "$select"])
    expect(users?.get("$select")).not.toContain("signInActivity")
    expect(users?.get("$select")).not.toContain("onPremisesLastSyncDateTime")
    expect(groups?.get("$select")?.split(",")).toEqual(expect.arrayContaining(["id", "groupTypes", "members"]))
  })

  it("read changed users again from the list, and from the side lists one by one", async () => {
    const report = await follow({
      [`GET ${later("users", "u-a")}`]: changes("users", [{ id: "u-1" }, { id: "u-2" }], "u-b"),
      "GET /v1.0/users?$filter=id in ('u-1','u-2')": {
        body: {
          value: [
            { ...ada, jobTitle: "Director" },
            { ...grace, accountEnabled: true }
          ]
        }
      },
      "GET /v1.0/users/u-2?$select=id,signInActivity": { body: { id: "u-2" } },
      "GET /v1.0/reports/authenticationMethods/userRegistrationDetails/u-2": { status: 404, body: {} },
      "GET /v1.0/roleManagement/directory/roleAssignments?$filter=principalId eq 'u-2'": { body: { value: [] } },
      "GET /v1.0/roleManagement/directory/roleEligibilityScheduleInstances?$filter=principalId eq 'u-2'": {
        body: { value: [{ principalId: "u-2" }] }
      }
    })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["idp_user"]).toMatchObject([
      { name: "ada@acme.example", job_title: "Director", manager: "grace@acme.example", is_mfa_enabled: true },
      { name: "grace@acme.example", vendor_status: "ENABLED", is_mfa_enabled: null, is_admin: true },
      { name: "linus_partner.example#EXT#@acme.example" }
    ])
    expect(asked(report, "/v1.0/users").map((query) => query.get("$filter"))).toEqual(["id in ('u-1','u-2')"])
  })

  it("remove deleted users, even those still in the recycle bin", async () => {
    for (const reason of ["changed", "deleted"]) {
      const gone = [{ id: "u-1", "@removed": { reason } }]
      const report = await follow({ [`GET ${later("users", "u-a")}`]: changes("users", gone, "u-b") })
      expect(report.records["idp_user"]?.map((user) => user["vendor_id"])).toEqual(["u-2", "u-3"])
    }
  })

  it("read changed rows again in batches of fifteen, the most that Graph accepts", async () => {
    const rows = Array.from({ length: 16 }, (_, index) => ({ id: `g-${index}` }))
    const report = await follow({
      [`GET ${later("groups", "g-a")}`]: changes("groups", rows, "g-b"),
      [`GET /v1.0/groups?$filter=id in ('g-15')`]: { body: { value: [] } },
      [`GET /v1.0/groups?$filter=${encodeURIComponent(`id in (${rows.slice(0, 15).map(({ id }) => `'${id}'`)})`)}`]: {
        body: { value: [everyone] }
      }
    })
    expect(report.health.name).toBe("HEALTHY")
    expect(asked(report, "/v1.0/groups").map((query) => query.get("$filter")?.split(",").length)).toEqual([15, 1])
  })

  it("add and remove members without reading the others again", async () => {
    const members = [
      member("user", "u-3"),
      { ...member("user", "u-1"), "@removed": { reason: "deleted" } },
      member("group", "g-3"),
      { ...member("group", "g-2"), "@removed": { reason: "deleted" } },
      member("device", "d-2")
    ]
    const row = { id: "g-1", "members@delta": members }
    const report = await follow({ [`GET ${later("groups", "g-a")}`]: changes("groups", [row], "g-b") })
    expect(report.records["idp_group_membership"]).toMatchObject([
      { group_vendor_id: "g-1", user_vendor_id: "u-2" },
      { group_vendor_id: "g-2", user_vendor_id: "u-3" },
      { group_vendor_id: "g-1", user_vendor_id: "u-3" }
    ])
    expect(report.records["idp_group_nesting"]).toMatchObject([
      { group_vendor_id: "g-1", member_group_vendor_id: "g-3" }
    ])
    expect(asked(report, "/v1.0/groups/g-1/members")).toEqual([])
  })

  it("are replaced by full scans in tenants where Graph has no delta queries", async () => {
    const code = "UnsupportedFeature"
    const faults = ["/users/delta", "/groups/delta"].map((path) => forbidden(path, code))
    const report = await ConnectorTest.run(msEntra, { replies, faults })
    expect([report.health.name, report.deltas.size]).toEqual(["HEALTHY", 0])
    expect(report.records["idp_user"]).toHaveLength(3)
  })
})

describe("Microsoft Entra devices and policies", () => {
  it("fills every device field that Entra provides", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies })
    const [laptop, phone, fridge] = records["device"] ?? []
    expect(laptop).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      platform: "WINDOWS",
      hostnames: ["ADA-LAPTOP"],
      fqdns: [],
      ipv4s: [],
      ipv6s: [],
      mac_addresses: [],
      serial_number: null,
      manufacturer: "Contoso",
      model: "Book 5",
      os_version: "10.0.22631.3527",
      os_major_version: "10",
      os_minor_version: "0",
      first_seen: "2024-05-02T08:30:00.000Z",
      last_seen: "2024-05-20T08:30:00.000Z",
      is_encrypted: null,
      is_managed: true,
      owner_email: "ada@mail.acme.example",
      source_vendors: [{ vendor: "MS_ENTRA", vendor_id: "d-1", agent_info: null }],
      installed_software: null,
      ad_info: { org_unit: null, site_name: null, domain: null, device_id: "device-of-d-1" },
      cloud_metadata: null,
      vendor: "MS_ENTRA",
      vendor_id: "d-1",
      vendor_data: {
        vendor: "MS_ENTRA",
        operating_system: "Windows",
        trust_type: "AzureAd",
        profile_type: "RegisteredDevice",
        device_ownership: "Company",
        management_type: "MDM",
        is_compliant: true,
        on_premises_sync_enabled: null,
        registered_user_ids: ["u-1"],
        enrollmentProfileName: "Autopilot",
        extensionAttributes: { extensionAttribute1: "kiosk" },
        physicalIds: ["[OrderId]:42"],
        complianceExpirationDateTime: "2024-05-30T08:30:00Z",
        onPremisesLastSyncDateTime: "2024-05-20T08:30:00Z"
      },
      vendor_data_omitted: null
    })
    expect(phone).toMatchObject({
      status: "INACTIVE",
      platform: "IOS",
      os_major_version: "17",
      os_minor_version: null,
      owner_email: "grace@acme.example"
    })
    expect(fridge).toMatchObject({ platform: "OTHER", os_version: null, owner_email: null })
  })

  it("fills every policy field that Entra provides", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies })
    expect(records["idp_policy"]?.[0]).toEqual({
      id: expect.any(String),
      name: "Require MFA",
      type: "CONDITIONAL_ACCESS",
      status: "ENABLED",
      description: null,
      priority: null,
      conditions: { users: { includeUsers: ["All"] }, clientAppTypes: ["all"] },
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-05T08:30:00.000Z",
      is_deleted: false,
      vendor: "MS_ENTRA",
      vendor_id: "p-1",
      vendor_data: {
        vendor: "MS_ENTRA",
        state: "enabled",
        template_id: null,
        grant_controls: { operator: "OR", builtInControls: ["mfa"] },
        session_controls: null
      },
      vendor_data_omitted: null
    })
    expect(records["idp_policy"]?.[1]).toMatchObject({ name: "Block legacy", status: "REPORT_ONLY" })
  })

  it("lists as members the ids that a policy includes and does not exclude", async () => {
    const { records, requests } = await ConnectorTest.run(msEntra, { replies })
    expect(records["idp_policy_user"]).toMatchObject([
      { policy_vendor_id: "p-2", user_vendor_id: "u-1" },
      { policy_vendor_id: "p-2", user_vendor_id: "u-2" }
    ])
    expect(records["idp_policy_group"]).toMatchObject([{ policy_vendor_id: "p-2", group_vendor_id: "g-1" }])
    // Policies refer to applications by `appId`, records by `id`.
    expect(records["idp_policy_application"]).toMatchObject([
      { policy_vendor_id: "p-2", application_vendor_id: "sp-2" },
      { policy_vendor_id: "p-3", application_vendor_id: "sp-1" }
    ])
    // One request per page, for all policies together.
    expect(requests.filter(({ url }) => decodeURIComponent(url).includes("$select=id,appId&"))).toHaveLength(2)
  })

  it("shows the conditions of a policy as Graph sends them", async () => {
    const { records } = await ConnectorTest.run(msEntra, { replies })
    const sent = replies["GET /v1.0/identity/conditionalAccess/policies?$skiptoken=p2"]?.body as {
      readonly value: ReadonlyArray<{ readonly conditions: unknown }>
    }
    expect(records["idp_policy"]?.slice(1).map(({ conditions }) => conditions)).toEqual(
      sent.value.map(({ conditions }) => conditions)
    )
  })

  it("keeps a policy's applications when service principals are forbidden, and reports UNAUTHORIZED", async () => {
    const { stored } = await ConnectorTest.run(msEntra, { replies })
    const faults = [forbidden("/v1.0/servicePrincipals?$select=id,appId&", "Authorization_RequestDenied")]
    const report = await ConnectorTest.run(msEntra, { replies, stored, faults })
    expect(report.failures).toMatchObject([{ data_export_type: "idp_policies", health: "UNAUTHORIZED" }])
    expect(report.records["idp_policy_application"]).toHaveLength(2)
    expect(report.records["idp_policy_user"]).toHaveLength(2)
  })
})

describe("The Microsoft Entra connector", () => {
  it("requests one token for the whole run", async () => {
    const { requests } = await ConnectorTest.run(msEntra, { replies })
    const tokens = requests.filter(({ method }) => method === "POST")
    expect(tokens.map(({ url }) => url)).toEqual([`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`])
    const others = requests.filter(({ method }) => method === "GET")
    expect(new Set(others.map(({ headers }) => headers["authorization"]))).toEqual(new Set(["Bearer issued-token"]))
  })

  it("waits as long as Graph asks", async () => {
    const limited = {
      times: 1,
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/v1.0/groups",
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { status: 429, headers: { "retry-after": "42" }, body: { error: { code: "TooManyRequests" } } }
      })
    }
    const report = await ConnectorTest.run(msEntra, { replies, faults: [limited] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(42_000)
    expect(report.elapsedMillis).toBeLessThan(60_000)
  })

  it("reports a refused secret as the customer's to fix", async () => {
    const refused = {
      strikes: ({ method }: { readonly method: string }) => method === "POST",
      outcome: () => ({ _tag: "Reply" as const, reply: { status: 401, body: { error: "invalid_client" } } })
    }
    const report = await ConnectorTest.run(msEntra, { replies, faults: [refused] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })
})
