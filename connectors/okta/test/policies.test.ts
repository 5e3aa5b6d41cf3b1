import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { FURTHER_TYPES } from "../src/exports/idp_policies.js"
import { okta } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

/*
 * The policies that an application links to were never recorded with its policies. The links were checked against Okta's OpenAPI description,
 * answers in the tests of Okta's provider for Terraform, and what that provider reads of them.
 */

const POLICIES = "/api/v1/policies"

const [policies] = okta.exports["idp_policies"] ?? []
if (policies === undefined) throw new Error("Okta has no policies.")

/** Only the policies, without the applications. */
const connector = { ...okta, exports: { idp_policies: [policies] } }

const whole = ConnectorTest.run(connector, { replies })

/** Answers each request for policies of these types with an error of Okta. */
const refused = (types: ReadonlyArray<string>, status: number, errorCode: string) => ({
  strikes: ({ url }: { readonly url: URL }) =>
    url.pathname === POLICIES && types.includes(url.searchParams.get("type") ?? ""),
  outcome: () => ({
    _tag: "Reply" as const,
    reply: { status, body: { errorCode, errorSummary: "The request was not valid: Invalid policy type specified." } }
  })
})

describe("Okta policies", () => {
  it("fills every policy field that Okta provides", async () => {
    const { records } = await whole
    const byId = new Map(records["idp_policy"]?.map((policy) => [policy["vendor_id"], policy]))
    expect(byId.get("00p1")).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Staff",
      type: "OKTA_SIGN_ON",
      status: "ENABLED",
      description: "Sessions of staff",
      priority: 1,
      conditions: {
        people: {
          groups: { include: ["00g1", "00g2"], exclude: ["00g2"] },
          users: { include: ["00u1", "00u2"], exclude: ["00u2"] }
        },
        network: { connection: "ANYWHERE" }
      },
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-07T08:30:00.000Z",
      is_deleted: false,
      vendor: "OKTA",
      vendor_id: "00p1",
      vendor_data: { vendor: "OKTA", status: "ACTIVE", system: false, settings: null },
      vendor_data_omitted: null
    })
    expect(byId.get("00p2")).toMatchObject({ status: "DISABLED", description: null, priority: 2 })
    expect(byId.get("00p3")).toMatchObject({ description: null, conditions: null, priority: 3 })
    expect(byId.get("00p4")).toMatchObject({
      type: "PASSWORD",
      status: "OTHER",
      priority: null,
      conditions: { people: null, authProvider: { provider: "OKTA" } },
      vendor_data: { status: "SOMETHING_NEW", settings: { password: { complexity: { minLength: 12 } } } }
    })
    expect(byId.get("rst1")).toMatchObject({
      type: "ACCESS_POLICY",
      vendor_data: { _embedded: { resourceType: "APP" } }
    })
    expect(byId.size).toBe(7)
  })

  it("lists as members the groups and users that a policy includes and does not exclude", async () => {
    const { records } = await whole
    expect(records["idp_policy_group"]).toMatchObject([
      { policy_vendor_id: "00p1", group_vendor_id: "00g1" },
      { policy_vendor_id: "00p2", group_vendor_id: "00g1" }
    ])
    expect(records["idp_policy_user"]).toMatchObject([{ policy_vendor_id: "00p1", user_vendor_id: "00u1" }])
  })

  it("finds the policies that each application links to", async () => {
    const { records } = await ConnectorTest.run(okta, { replies })
    expect(records["idp_policy_application"]).toMatchObject([
      { policy_vendor_id: "rst1", application_vendor_id: "0oa1" },
      { policy_vendor_id: "rst2", application_vendor_id: "0oa1" },
      { policy_vendor_id: "rst3", application_vendor_id: "0oa2" }
    ])
  })

  it("requests each type once, and no page size, because Okta documents none", async () => {
    const { requests } = await whole
    const asked = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === POLICIES)
    const first = asked.filter(({ searchParams }) => !searchParams.has("after"))
    expect(first.map(({ search }) => search)).toEqual(["OKTA_SIGN_ON", ...FURTHER_TYPES].map((type) => `?type=${type}`))
  })

  it("reads the other policies if the organization does not have a type", async () => {
    const { health, records } = await ConnectorTest.run(connector, {
      replies,
      faults: [
        refused(
          FURTHER_TYPES.filter((type) => type !== "PASSWORD"),
          400,
          "E0000002"
        )
      ]
    })
    expect(health.name).toBe("HEALTHY")
    expect(records["idp_policy"]?.map((policy) => policy["vendor_id"])).toEqual(["00p1", "00p2", "00p3", "00p4"])
  })

  it.each([
    ["every type is refused", ["OKTA_SIGN_ON", ...FURTHER_TYPES], 400, "E0000002", "UNAUTHORIZED"],
    ["a request is wrong for another reason", ["PASSWORD"], 400, "E0000001", "VENDOR_CLIENT_ERROR"],
    ["the token may not read policies", ["PASSWORD"], 403, "E0000006", "UNAUTHORIZED"]
  ])("fails and removes nothing if %s", async (_, types, status, errorCode, health) => {
    const { stored } = await whole
    const report = await ConnectorTest.run(connector, { replies, stored, faults: [refused(types, status, errorCode)] })
    expect(report.failures).toMatchObject([{ data_export_type: "idp_policies", endpoint: POLICIES, health }])
    expect(report.stored).toEqual(stored)
  })
})
