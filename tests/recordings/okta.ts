import { okta as connector } from "@tributary/connector-okta"
import { expect, it } from "vitest"
import { type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const USERS = "/idp/users?includeIdpGroups=true&includeIdpApplications=true"
/** The members of the second of two groups. */
const laterMembers = "^/api/v1/groups/00gs5to49AhMBaJNU4x6/users$"
const APPLICATIONS = "/idp/applications?includeIdpUsers=true&includeIdpGroups=true"

/** An Okta organization: users, groups, applications and who belongs to what. */
export const okta: RecordedVendor = {
  name: "Okta",
  connector,
  credentials: (base_url) => ({ base_url, api_token: "replayed-token" }),
  replay: {
    profile: "okta",
    recordings: "okta",
    page: 2,
    // Nobody recorded the organization, whose hosts are those of the replay, or its log.
    stand: [
      { path: "^/.well-known/okta-organization$", body: { id: "recorded-organization" } },
      { path: "^/api/v1/logs$", headers: { link: '<https://vendor.example/api/v1/logs>; rel="self"' }, body: [] }
    ]
  },
  // The policies are those of another organization, which lacks five types.
  counts: { [USERS]: 7, "/idp/groups": 2, [APPLICATIONS]: 3, "/idp/policies": 11 },
  fault: replayFault(
    { path: laterMembers, status: 401 },
    {
      name: "UNAUTHORIZED",
      resolution_owner: "CUSTOMER",
      details: [{ data_export_type: "idp", endpoint: "/api/v1/groups/{id}/users" }]
    }
  ),
  foreignPage: replayFault(
    {
      path: laterMembers,
      body: [
        {
          ...VendorReplay.firstRow("okta", new RegExp(laterMembers)),
          id: "foreign",
          _links: { self: { href: "https://globex.okta.com/api/v1/users/foreign" } }
        }
      ]
    },
    refusedAt("/api/v1/groups/{id}/users", "idp")
  ),
  ownTests: (recorded) => {
    it("maps users, groups and applications, and the relations between them", () => {
      const {
        [USERS]: users = [],
        "/idp/groups": groups = [],
        [APPLICATIONS]: applications = []
      } = recorded().firstLists
      expect(users.filter(({ vendor_status }) => vendor_status === "DEPROVISIONED")).toHaveLength(1)
      expect(users.filter(({ is_admin }) => is_admin === true).length).toBeGreaterThanOrEqual(4)
      expect(groups.map(({ name }) => name).toSorted()).toEqual(["Everyone", "Test Group"])
      expect(applications.map(({ name }) => name).toSorted()).toEqual(["okta_browser_plugin", "saasure", "slack"])
      expect(users.every((user) => user.groups.some(({ name }: { name: string }) => name === "Everyone"))).toBe(true)
      expect(users.flatMap((user) => user.applications)).toHaveLength(5)
      expect(applications.flatMap((application) => application.groups)).toMatchObject([{ name: "Test Group" }])
      expect(applications.flatMap((application) => application.users)).toHaveLength(5)
    })

    it("keeps the types and conditions of policies", () => {
      const { "/idp/policies": policies = [] } = recorded().firstLists
      expect(policies.map(({ type }) => type).toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => "ACCESS_POLICY"),
        "CLIENT_UPDATE",
        "IDP_DISCOVERY",
        "MFA_ENROLL",
        "OKTA_SIGN_ON",
        "PASSWORD",
        "PROFILE_ENROLLMENT"
      ])
      expect(policies.filter(({ conditions }) => conditions?.people?.groups.include.length === 1)).toHaveLength(3)
      expect(policies.find(({ type }) => type === "PASSWORD").vendor_data.settings.password.complexity).toMatchObject({
        minLength: 8
      })
    })

    it("reads page by page", () => {
      const urls = recorded().requests.map(({ url }) => url)
      // Six users, two a page; one list of deprovisioned ones.
      expect(urls.filter((url) => url.startsWith("/api/v1/users?"))).toHaveLength(3 + 1)
    })
  }
}
