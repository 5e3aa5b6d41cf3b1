import { okta } from "@tributary/connector-okta"
import { Exchange, MappingReport, Replay } from "@tributary/core/replay"
import { describe, expect, it } from "vitest"
import * as VendorReplay from "./VendorReplay.js"

const { folder, reason } = VendorReplay.material

/** Nobody recorded the log, so this answer stands for one without events. */
const emptyLog = Exchange.make(
  { method: "GET", url: "https://vendor.example/api/v1/logs", body: null },
  { status: 200, headers: { link: '<https://vendor.example/api/v1/logs>; rel="self"' }, text: "[]" }
)

/** Other tools recorded them with other page sizes, which the connector does not name for policies; the answers about limits are beside the point. */
const recorded = () =>
  VendorReplay.recorded("okta")
    .filter(({ file }) => !file.startsWith("rate"))
    .map(({ body, headers, method, path, query, status }) =>
      Exchange.make(
        {
          method,
          url: `https://vendor.example${path}?${path.endsWith("/policies") ? query.replace("limit=200&", "") : query}`,
          body: null
        },
        { status, headers, text: JSON.stringify(body) }
      )
    )

const recording = () => [...recorded(), emptyLog]

describe.skipIf(folder === null)(`the test kit over recorded answers of Okta${reason}`, () => {
  it("makes a record of every row", async () => {
    const { report, unanswered } = await Replay.make(okta, { exchanges: recording() })
    expect({ health: report.health.name, rejections: report.rejections, unanswered }).toEqual({
      health: "HEALTHY",
      rejections: [],
      unanswered: []
    })
    const counts = Object.entries(report.records).map(([kind, records]) => [kind, records.length])
    expect(Object.fromEntries(counts)).toEqual({
      idp_user: 7,
      idp_group: 2,
      idp_group_membership: 7,
      idp_application: 3,
      idp_application_assignment: 5,
      idp_group_assignment: 1,
      // Of another organization, with the Identity Engine; the recorded applications are of one without it.
      idp_policy: 11,
      idp_policy_group: 3,
      idp_policy_user: 0,
      idp_policy_application: 0,
      idp_alert: 0,
      idp_audit_event: 0
    })
  })

  it("reports what happens to the vendor's fields", async () => {
    const { fields, kinds } = await Replay.mappingReport(okta, { exchanges: recording() })
    const useOf = (endpoint: string, path: string) =>
      fields.find((field) => field.endpoint === endpoint && field.path === path)?.use
    expect(useOf("/api/v1/users", "profile.firstName")).toBe("record")
    expect(useOf("/api/v1/users", "credentials.provider.type")).toBe("vendor_data")
    expect(useOf("/api/v1/users", "credentials.emails.[].value")).toBe("secret")
    expect(useOf("/api/v1/users", "_links.self.href")).toBe("left out")
    expect(kinds.flatMap(({ unknownValues }) => unknownValues)).toEqual([])
    expect(MappingReport.render({ fields, kinds })).toContain("idp_user: 7 records\n")
  })
})
