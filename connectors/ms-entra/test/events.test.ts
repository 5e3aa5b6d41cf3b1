import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { toSignInEvent } from "../src/events/sign_in.js"
import { toAlert } from "../src/exports/idp_alerts.js"
import { msEntra } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

/*
 * Nobody recorded these lists. Their shapes were checked against Microsoft's reference of each resource, the examples in the reference of each
 * list, and Microsoft's SDK for PowerShell; the filters by time also against Splunk's add-on for Microsoft Azure.
 */

const AUDITS = "/v1.0/auditLogs/directoryAudits"
const SIGN_INS = "/v1.0/auditLogs/signIns"
const RISKS = "/v1.0/identityProtection/riskDetections"

/** Only the logs and the alerts, which need no other list. */
const connector = {
  ...msEntra,
  exports: { idp_alerts: msEntra.exports["idp_alerts"] ?? [], idp_audit_logs: msEntra.exports["idp_audit_logs"] ?? [] }
}

const whole = ConnectorTest.run(msEntra, { replies })

const refusal = (path: string, code: string, message: string) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply: { status: 403, body: { error: { code, message } } } })
})

const FREE = "Authentication_RequestFromNonPremiumTenantOrB2CTenant"

const run = (...faults: ReadonlyArray<ReturnType<typeof refusal>>) => ConnectorTest.run(connector, { replies, faults })

describe("Microsoft Entra audit events", () => {
  it("maps a change of the directory, which a user, an application or a service made", async () => {
    const { records } = await whole
    const [added, failed, expired] = records["idp_audit_event"] ?? []
    expect(added).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_type: "Add member to group",
      category: "GroupManagement",
      description: null,
      outcome: "SUCCESS",
      outcome_reason: null,
      severity: null,
      occurred_at: "2024-05-21T08:30:00.123Z",
      actor: {
        id: records["idp_user"]?.[0]?.["id"],
        vendor_id: "u-1",
        type: "user",
        name: "Ada Rivers",
        email: "ada@acme.example"
      },
      targets: [
        { vendor_id: "g-1", type: "Group", name: "Everyone" },
        { vendor_id: "u-2", type: "User", name: "grace@acme.example" }
      ],
      client: { ip_address: "203.0.113.7", user_agent: null, device: null, location: null },
      session_id: null,
      request_id: "corr-1",
      vendor: "MS_ENTRA",
      vendor_id: "Directory_c0ffee_1",
      vendor_data: expect.objectContaining({
        vendor: "MS_ENTRA",
        result: "success",
        loggedByService: "Core Directory",
        operationType: "Assign",
        additionalDetails: [{ key: "GroupType", value: "azureAD" }]
      }),
      vendor_data_omitted: null
    })
    expect(failed).toMatchObject({
      outcome: "FAILURE",
      outcome_reason: "The service did not answer.",
      actor: { id: null, vendor_id: "sp-1", type: "app", name: "Chat", email: null },
      targets: [],
      client: null
    })
    expect(expired).toMatchObject({ outcome: "UNKNOWN", category: null, actor: null, targets: null, request_id: null })
  })

  it("maps a sign-in to the application and to what it asked for", async () => {
    const { records } = await whole
    const [, , , signIn, blocked, unknown] = records["idp_audit_event"] ?? []
    expect(signIn).toEqual({
      id: expect.any(String),
      event_type: "signIn",
      category: null,
      description: null,
      outcome: "SUCCESS",
      outcome_reason: null,
      severity: null,
      occurred_at: "2024-05-20T08:30:00.123Z",
      actor: {
        id: records["idp_user"]?.[0]?.["id"],
        vendor_id: "u-1",
        type: "user",
        name: "Ada Rivers",
        email: "ada@acme.example"
      },
      targets: [
        { vendor_id: "app-of-sp-1", type: "app", name: "Chat" },
        { vendor_id: "00000003-0000-0000-c000-000000000000", type: "resource", name: "Microsoft Graph" }
      ],
      client: {
        ip_address: "203.0.113.7",
        user_agent: null,
        device: "Windows10",
        location: { city: "Leeds", state: "West Yorkshire", country: "GB" }
      },
      session_id: null,
      request_id: "corr-3",
      vendor: "MS_ENTRA",
      vendor_id: "si-1",
      vendor_data: expect.objectContaining({
        vendor: "MS_ENTRA",
        error_code: 0,
        conditional_access_status: "notApplied",
        clientAppUsed: "Browser",
        riskLevelDuringSignIn: "none"
      }),
      vendor_data_omitted: null
    })
    expect(blocked).toMatchObject({
      outcome: "DENIED",
      outcome_reason: "Access has been blocked by policies.",
      client: { device: null, location: null }
    })
    expect(unknown).toMatchObject({
      outcome: "FAILURE",
      actor: { id: null, vendor_id: null, name: null, email: "eve@acme.example" },
      targets: [],
      client: { ip_address: "198.51.100.9", location: { city: null, state: null, country: "NL" } }
    })
  })

  it.each([
    [{ errorCode: 0, failureReason: "Other." }, "failure", "SUCCESS", null],
    [{ errorCode: 50_126, failureReason: "Wrong password." }, "notApplied", "FAILURE", "Wrong password."],
    [{ errorCode: 50_074, failureReason: "Strong authentication." }, "failure", "DENIED", "Strong authentication."],
    [{ errorCode: null, failureReason: null }, "success", "UNKNOWN", null],
    [null, null, "UNKNOWN", undefined]
  ])("says how a sign-in with the status %j ended", (status, conditionalAccessStatus, outcome, outcome_reason) => {
    const nothing = { userId: null, userDisplayName: null, userPrincipalName: null, appId: null, appDisplayName: null }
    const event = toSignInEvent({
      ...nothing,
      id: "si",
      createdDateTime: "2024-05-20T08:30:00Z",
      resourceId: null,
      resourceDisplayName: null,
      ipAddress: null,
      correlationId: null,
      deviceDetail: null,
      location: null,
      conditionalAccessStatus,
      status
    })
    expect(event).toMatchObject({ outcome, actor: null, targets: [] })
    expect(event.outcome_reason).toBe(outcome_reason)
  })

  it("requests both logs from an instant on, oldest first", async () => {
    const since = "2024-05-20T00:00:00.000Z"
    const { requests } = await ConnectorTest.run(connector, { replies, since })
    const first = (path: string) => {
      const url = requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname === path)
      return Object.fromEntries(url?.searchParams ?? [])
    }
    expect(first(AUDITS)).toEqual({
      $top: "999",
      $filter: `activityDateTime ge ${since}`,
      $orderby: "activityDateTime asc"
    })
    expect(first(SIGN_INS)).toEqual({
      $top: "999",
      $filter: `createdDateTime ge ${since}`,
      $orderby: "createdDateTime asc"
    })
    expect(first(RISKS)).toEqual({ $top: "500", $filter: `lastUpdatedDateTime ge ${since}` })
  })

  it("reads the log of the directory although the licence does not include the sign-ins", async () => {
    const report = await run(refusal(SIGN_INS, FREE, "Neither tenant is B2C or tenant doesn't have premium license"))
    expect([report.health.name, report.failures]).toEqual(["HEALTHY", []])
    expect(report.records["idp_audit_event"]?.map((event) => event["vendor_id"])).toEqual([
      "Directory_c0ffee_1",
      "Directory_c0ffee_2",
      "SSGM_c0ffee_3"
    ])
  })

  it("reports UNAUTHORIZED if the permission for the sign-ins is missing", async () => {
    const report = await run(refusal(SIGN_INS, "Authentication_MSGraphPermissionMissing", "Missing a permission."))
    expect(report.failures).toMatchObject([{ endpoint: SIGN_INS, health: "UNAUTHORIZED" }])
  })
})

describe("Microsoft Entra alerts", () => {
  it("fills every alert field that Entra provides", async () => {
    const { records } = await whole
    const [travel, leak, hidden] = records["idp_alert"] ?? []
    expect(travel).toEqual({
      id: expect.any(String),
      title: "unlikelyTravel",
      description: null,
      severity: "MEDIUM",
      vendor_severity: "medium",
      status: "NEW",
      vendor_status: "atRisk",
      category: "unlikelyTravel",
      detected_at: "2024-05-21T08:30:00.123Z",
      last_updated_at: "2024-05-22T08:30:00.123Z",
      user_id: records["idp_user"]?.[0]?.["id"],
      user_vendor_id: "u-1",
      user_name: "ada@acme.example",
      application_id: null,
      application_vendor_id: null,
      ip_address: "198.51.100.9",
      location: { city: "Utrecht", state: "Utrecht", country: "NL" },
      url: null,
      vendor: "MS_ENTRA",
      vendor_id: "rd-1",
      vendor_data: expect.objectContaining({
        vendor: "MS_ENTRA",
        riskDetail: "none",
        detectionTimingType: "offline",
        correlationId: "corr-3",
        additionalInfo: '[{"Key":"userAgent","Value":"Browser/1.0"}]'
      }),
      vendor_data_omitted: null
    })
    expect(leak).toMatchObject({ severity: "HIGH", status: "RESOLVED", user_name: "Grace Rivers", location: null })
    expect(hidden).toMatchObject({ severity: "UNKNOWN", status: "UNKNOWN", ip_address: null, user_name: null })
  })

  it.each([
    ["low", "confirmedCompromised", "LOW", "IN_PROGRESS"],
    ["none", "confirmedSafe", "INFORMATIONAL", "RESOLVED"],
    ["high", "dismissed", "HIGH", "SUPPRESSED"],
    [null, "none", "UNKNOWN", "UNKNOWN"]
  ])("maps the risk level %s and the state %s", (riskLevel, riskState, severity, status) => {
    const alert = toAlert({
      id: "rd",
      riskEventType: null,
      riskLevel,
      riskState,
      detectedDateTime: null,
      lastUpdatedDateTime: null,
      userId: null,
      userDisplayName: null,
      userPrincipalName: null,
      ipAddress: null,
      location: null
    })
    expect(alert).toMatchObject({ title: "rd", severity, status })
  })

  it.each([
    ["Forbidden", "Your tenant is not licensed for this feature.", "licence does not include this feature"],
    ["Forbidden", "You cannot perform the requested operation, required scopes are missing.", "answered 403"]
  ])(
    "tells a missing licence from a missing permission, although both have the code %s",
    async (code, message, why) => {
      const report = await run(refusal(RISKS, code, message))
      expect(report.failures).toMatchObject([
        { data_export_type: "idp_alerts", endpoint: RISKS, health: "UNAUTHORIZED" }
      ])
      expect(report.failures[0]?.detail).toContain(why)
      expect(report.records["idp_audit_event"]).toHaveLength(6)
    }
  )
})
