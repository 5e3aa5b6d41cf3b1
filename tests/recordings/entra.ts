import { msEntra } from "@tributary/connector-ms-entra"
import { expect, it } from "vitest"
import { type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const USERS = "/idp/users?includeIdpGroups=true"

/** The users of two recorded tenants, which are one here. */
const recordedUsers: ReadonlyArray<VendorReplay.Recorded["body"]> = VendorReplay.recorded("entra")
  .filter(({ path }) => path === "/v1.0/users")
  .flatMap(({ body }) => body.value)

const verifiedDomains = recordedUsers.map(({ userPrincipalName }) => ({ name: userPrincipalName.split("@").at(-1) }))

/** Who issues the tokens of the tenant, whose id nobody recorded. */
const ISSUER = "https://login.microsoftonline.com/3f1c0a52-7d84-4c1b-9a60-5e2b8d7f4c11/v2.0"

/** An Entra tenant without a premium licence. */
export const entra: RecordedVendor = {
  name: "Microsoft Entra",
  connector: msEntra,
  credentials: () => ({
    tenant_id: "acme.example",
    client_id: "replayed-client",
    client_secret: "replayed-secret"
  }),
  replay: {
    profile: "graph",
    recordings: "entra",
    page: 3,
    stand: [
      { path: "^/acme.example/v2.0/.well-known/openid-configuration$", body: { issuer: ISSUER } },
      { path: "^/v1.0/organization$", body: { value: [{ verifiedDomains }] } },
      // Nobody recorded assignments, policies and risks, nor the roles, which stay unknown.
      { path: "/appRoleAssignedTo$|/policies$|/riskDetections$", body: { value: [] } }
    ]
  },
  hosts: ["graph.microsoft.com", "login.microsoftonline.com"],
  counts: { [USERS]: 11, "/idp/groups": 1, "/idp/applications": 67, "/idp/policies": 0, "/entities/devices": 1 },
  posts: /\/oauth2\/v2\.0\/token$/,
  missing: /^\/v1\.0\/(roleManagement\/|reports\/|(users|groups)\/delta\?)/,
  fault: replayFault({ path: "^/v1.0/groups/[^/]+/members$", status: 403 }, { name: "UNAUTHORIZED" }),
  foreignPage: replayFault(
    [
      {
        path: "^/v1.0/users$",
        times: 1,
        body: {
          value: recordedUsers.slice(0, 3),
          "@odata.nextLink": "https://graph.microsoft.com/v1.0/users?$skiptoken=p2"
        }
      },
      {
        path: "^/v1.0/users$",
        body: { value: [{ ...recordedUsers[0], id: "foreign", userPrincipalName: "eve@globex.example" }] }
      }
    ],
    refusedAt("/v1.0/users", "idp")
  ),
  ownTests: (recorded) => {
    it("leaves null what the tenant's licence does not cover", () => {
      const { [USERS]: users = [] } = recorded().firstLists
      for (const user of users) {
        expect(user).toMatchObject({ is_mfa_enabled: null, is_admin: null, last_login_at: null })
        expect(user.email_addr).toContain("@")
      }
      expect(users.filter(({ vendor_status }) => vendor_status === "DISABLED")).toHaveLength(1)
      expect(users.flatMap(({ groups }) => groups)).toHaveLength(2)
    })

    it("keeps the platform of devices and the state of applications", () => {
      const { "/entities/devices": devices, "/idp/applications": applications = [] } = recorded().firstLists
      expect(devices).toMatchObject([
        { platform: "WINDOWS", status: "ACTIVE", os_major_version: "10", owner_email: expect.stringContaining("@") }
      ])
      expect(new Set(applications.map(({ vendor_status }) => vendor_status))).toEqual(new Set(["ENABLED"]))
    })
  }
}
