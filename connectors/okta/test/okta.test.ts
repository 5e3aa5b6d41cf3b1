import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { okta } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

ConnectorTest.conformance(okta, { replies })

const status = (code: number) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith("/roles"),
  outcome: () => ({ _tag: "Reply" as const, reply: { status: code } })
})

ConnectorTest.readme(okta, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(okta, { replies }, new URL("mapping.txt", import.meta.url))

describe("Okta records", () => {
  it("fills every user field that Okta provides", async () => {
    const { records } = await ConnectorTest.run(okta, { replies })
    const [ada, grace, linus] = records["idp_user"] ?? []
    expect(ada).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: "acme.example",
      email_addr: "ada@acme.example",
      full_name: "Ada R.",
      name: "ada@acme.example",
      vendor_id: "00u1",
      vendor_status: "ACTIVE",
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      activated_at: "2024-05-02T08:30:00.000Z",
      last_status_changed_at: "2024-05-03T08:30:00.000Z",
      last_login_at: "2024-05-20T08:30:00.000Z",
      last_updated_at: "2024-05-10T08:30:00.000Z",
      last_password_changed_at: "2024-05-04T08:30:00.000Z",
      is_deleted: false,
      is_mfa_enabled: true,
      is_admin: true,
      user_type: null,
      employee_id: "1001",
      job_title: "Engineer",
      department: "Research",
      manager: "grace@acme.example",
      address: {
        street: "1 Mill Lane",
        city: "Leeds",
        state: "West Yorkshire",
        country: "GB",
        postal_code: "LS1 1AA"
      },
      vendor_data: {
        vendor: "OKTA",
        credentials: { emails: [{ status: "VERIFIED", type: "PRIMARY" }] },
        type_id: "oty1",
        user_type: "Employee",
        organization: "Acme",
        division: "R&D",
        cost_center: "42",
        first_name: "Ada",
        last_name: "Rivers",
        second_email: "ada@home.example",
        mobile_phone: "+44 7700 900000",
        preferred_language: "en",
        locale: "en_GB",
        timezone: "Europe/London",
        transitioning_to_status: null,
        credential_provider_type: "OKTA",
        credential_provider_name: "OKTA",
        realmId: "guo1",
        profile: { nickName: "Countess", building: { floor: 2, room: "2.17" } }
      },
      vendor_data_omitted: null
    })
    // Her only factor is not activated yet, so it protects nobody.
    expect(grace).toMatchObject({ vendor_status: "SUSPENDED", full_name: "Grace Rivers", is_mfa_enabled: false })
    expect(grace).toMatchObject({ is_admin: false, address: null, manager: null })
    expect(linus).toMatchObject({ vendor_status: "DEPROVISIONED", last_login_at: null, is_mfa_enabled: null })
  })

  it("links groups to members, and applications to assignments", async () => {
    const { records } = await ConnectorTest.run(okta, { replies })
    expect(records["idp_group"]).toMatchObject([
      {
        name: "Everyone",
        types: ["BUILT_IN"],
        description: "",
        last_membership_updated_at: "2024-05-05T08:30:00.000Z"
      },
      { name: "Research", types: ["OKTA_GROUP"], description: "Those who look into things" }
    ])
    expect(records["idp_group_membership"]).toMatchObject([
      { group_vendor_id: "00g1", user_vendor_id: "00u1" },
      { group_vendor_id: "00g1", user_vendor_id: "00u2" },
      { group_vendor_id: "00g2", user_vendor_id: "00u1" }
    ])
    expect(records["idp_application"]).toMatchObject([
      { name: "chat", labels: ["Acme Chat"], vendor_status: "ACTIVE", version: null },
      { name: "wiki", labels: ["Acme Wiki"], vendor_status: "INACTIVE" }
    ])
    expect(records["idp_application_assignment"]).toMatchObject([
      { application_vendor_id: "0oa1", user_vendor_id: "00u1", user_app_last_login_at: null },
      { application_vendor_id: "0oa1", user_vendor_id: "00u2", user_app_last_login_at: null }
    ])
    expect(records["idp_group_assignment"]).toMatchObject([
      { application_vendor_id: "0oa1", group_vendor_id: "00g2" },
      { application_vendor_id: "0oa1", group_vendor_id: "00g1" }
    ])
  })

  it("leaves is_admin of new users null when the token may not read roles, and says so", async () => {
    const report = await ConnectorTest.run(okta, { replies, faults: [status(403)] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["idp_user"]).toMatchObject([{ is_admin: null }, { is_admin: null }, { is_admin: null }])
    expect(report.unread).toMatchObject([
      { fields: ["is_admin"], endpoint: "/api/v1/users/{id}/roles", reason: "answered 403" }
    ])
  })

  it.each([403, 404])("keeps is_admin as it was read before when roles can no longer be read (%s)", async (code) => {
    const { stored } = await ConnectorTest.run(okta, { replies })
    const report = await ConnectorTest.run(okta, { replies, stored, faults: [status(code)] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["idp_user"]).toMatchObject([{ is_admin: true }, { is_admin: false }, { is_admin: false }])
  })

  it("reports a failing role lookup instead of treating it as a missing permission", async () => {
    const report = await ConnectorTest.run(okta, { replies, faults: [status(500)] })
    expect(report.health).toMatchObject({
      name: "VENDOR_SERVER_ERROR",
      details: [{ data_export_type: "idp", endpoint: "/api/v1/users/{id}/roles" }]
    })
    expect(report.records["idp_group"]).toHaveLength(2)
  })

  it("requests changed users of every status in a delta", async () => {
    const report = await ConnectorTest.run(okta, { replies, since: "2024-05-09T00:00:00.000Z" })
    const [first] = report.requests.map(({ url }) => new URL(url).searchParams)
    expect(first?.get("filter")).toBe('lastUpdated ge "2024-05-09T00:00:00.000Z"')
    // A `search` reads a copy that may lag behind, and would miss recent changes.
    expect(first?.get("search")).toBeNull()
  })

  it("sends the token with Okta's SSWS scheme", async () => {
    const report = await ConnectorTest.run(okta, { replies })
    expect(report.requests[0]?.headers["authorization"]).toBe(`SSWS ${ConnectorTest.PLANTED_SECRET}`)
  })

  it("waits until the reset time, which Okta sends in epoch seconds", async () => {
    const limited = {
      times: 1,
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/api/v1/groups",
      outcome: () => ({
        _tag: "Reply" as const,
        reply: {
          status: 429,
          headers: { "x-rate-limit-limit": "600", "x-rate-limit-remaining": "0", "x-rate-limit-reset": "42" }
        }
      })
    }
    const report = await ConnectorTest.run(okta, { replies, faults: [limited] })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.elapsedMillis).toBeGreaterThanOrEqual(42_000)
    expect(report.elapsedMillis).toBeLessThan(60_000)
  })

  it("maps an event of the log, whose actor is a user or one of Okta's own services", async () => {
    const { records } = await ConnectorTest.run(okta, { replies })
    const [first, second] = records["idp_audit_event"] ?? []
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_type: "user.session.start",
      category: "user",
      description: "User login to Okta",
      outcome: "SUCCESS",
      outcome_reason: null,
      severity: "INFORMATIONAL",
      occurred_at: "2024-05-21T08:30:00.000Z",
      actor: {
        id: records["idp_user"]?.[0]?.["id"],
        vendor_id: "00u1",
        type: "User",
        name: "Ada R.",
        email: "ada@acme.example"
      },
      targets: [{ vendor_id: "0oa1", type: "AppInstance", name: "Chat" }],
      client: {
        ip_address: "203.0.113.7",
        user_agent: "Browser/1.0",
        device: "Computer",
        location: { city: "Leeds", state: "England", country: "United Kingdom" }
      },
      session_id: "s1",
      request_id: "t1",
      vendor: "OKTA",
      vendor_id: "e1",
      vendor_data: expect.objectContaining({
        vendor: "OKTA",
        outcome: "SUCCESS",
        securityContext: { asNumber: 64_500, isProxy: false }
      }),
      vendor_data_omitted: null
    })
    expect(second).toMatchObject({
      outcome: "DENIED",
      outcome_reason: "LIMIT",
      severity: "MEDIUM",
      actor: { id: null, vendor_id: "00s1", type: "SystemPrincipal" },
      targets: null,
      client: null,
      session_id: null
    })
  })

  it("finds the user of an alert among its targets, and none if Okta refused the request before it knew whose it was", async () => {
    const { records } = await ConnectorTest.run(okta, { replies })
    expect(records["idp_alert"]).toMatchObject([
      {
        title: "User risk detected",
        description: "New country",
        severity: "MEDIUM",
        status: "NEW",
        category: "user.risk.detect",
        user_id: records["idp_user"]?.[1]?.["id"],
        user_vendor_id: "00u2",
        user_name: "grace@acme.example",
        ip_address: "203.0.113.7"
      },
      { severity: "HIGH", category: "security.threat.detected", user_id: null, user_name: null, location: null }
    ])
  })

  it("reads the log from an instant on, oldest first, and ends at its first empty page", async () => {
    const report = await ConnectorTest.run(okta, { replies, since: "2024-05-20T00:00:00.000Z" })
    const asked = report.requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === "/api/v1/logs")
    const [first, ...others] = asked.filter(({ searchParams }) => !searchParams.has("filter"))
    expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
      limit: "1000",
      since: "2024-05-20T00:00:00.000Z",
      sortOrder: "ASCENDING"
    })
    expect(others.map(({ searchParams }) => searchParams.get("after"))).toEqual(["p2", "p3"])
  })
})
