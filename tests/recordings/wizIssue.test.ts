import { wiz } from "@tributary/connector-wiz"
import { Exchange, Replay } from "@tributary/core/replay"
import { describe, expect, it } from "vitest"
import * as VendorReplay from "./VendorReplay.js"

const { folder, reason } = VendorReplay.material

const exchange = (path: string, body: object | null, answer: unknown) =>
  Exchange.make(
    { method: "POST", url: `https://vendor.example${path}`, body: body === null ? null : JSON.stringify(body) },
    { status: 200, headers: { "content-type": "application/json" }, text: JSON.stringify(answer) }
  )

/** A query of which nobody recorded an answer, and the list that it asks for. */
const empty = (operationName: string, list: string) =>
  exchange(
    "/graphql",
    { operationName },
    { data: { [list]: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } } }
  )

/** The recorded page of issues; nobody recorded a token or another list. */
const recording = () => [
  exchange("/oauth/token", null, { access_token: "replayed-token-1f2e", expires_in: 3_600 }),
  ...VendorReplay.recorded("wiz").map(({ body, path }) => exchange(path, { operationName: "Issues" }, body)),
  empty("Vulnerabilities", "vulnerabilityFindings"),
  empty("Resources", "cloudResourcesV2"),
  empty("Users", "users")
]

describe.skipIf(folder === null)(`the test kit over a recorded answer of Wiz${reason}`, () => {
  it("makes a record of the issue, with its rule, its resource and its standards", async () => {
    const { report, unanswered } = await Replay.make(wiz, { exchanges: recording() })
    expect({ health: report.health.name, rejections: report.rejections, unanswered }).toEqual({
      health: "HEALTHY",
      rejections: [],
      unanswered: []
    })
    const [finding, ...others] = report.records["compliance_finding"] ?? []
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      severity: "INFORMATIONAL",
      status: "IN_PROGRESS",
      resource_name: expect.any(String),
      resource_region: "us-01",
      resource_type: "ClusterRole",
      rule: { vendor_id: "wc-id-1335" }
    })
    const compliances = finding?.["compliances"] as ReadonlyArray<{
      readonly standard: string
      readonly result: string
    }>
    expect(compliances.map(({ standard, result }) => [standard, result])).toEqual([
      ["CIS EKS 1.2.0", "FAIL"],
      ["Wiz for Risk Assessment", "FAIL"],
      ["Wiz", "FAIL"],
      ["Wiz for Risk Assessment", "FAIL"]
    ])
    // One list fills both types. The recording has no type of the issue.
    expect(report.records["appsec_issue"]).toMatchObject([
      {
        vendor_id: finding?.["vendor_id"],
        title: finding?.["title"],
        type: "OTHER",
        state: "OPEN",
        state_updated_at: finding?.["status_changed_at"],
        resource_id: finding?.["resource_id"],
        url: null
      }
    ])
  })

  it("carries every field that the vendor sends of an issue", async () => {
    const { fields } = await Replay.mappingReport(wiz, { exchanges: recording() })
    // Wiz sends only what the query asks for: a field that nobody decided about would be one that the row schema forgot.
    const undecided = fields.filter(({ use }) => use === "unread" || use === "undecided")
    expect(undecided.map(({ path }) => path)).toEqual([])
  })
})
