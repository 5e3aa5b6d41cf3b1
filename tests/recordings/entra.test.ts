import { msEntra } from "@tributary/connector-ms-entra"
import { expect, it } from "vitest"
import { describeRecorded, replayFault } from "./RecordedVendor.js"

const USERS = "/idp/users?includeIdpGroups=true"

describeRecorded(
  {
    name: "Microsoft Graph",
    connector: msEntra,
    credentials: () => ({
      tenant_id: "acme.example",
      client_id: "replayed-client",
      client_secret: "replayed-secret"
    }),
    profile: "graph",
    recordings: "entra",
    page: 3,
    hosts: ["graph.microsoft.com", "login.microsoftonline.com"],
    // Assignments and policies were not recorded, nor were the roles, which stay unknown.
    stand: [{ path: "/appRoleAssignedTo$|/policies$", body: { value: [] } }],
    counts: { [USERS]: 11, "/idp/groups": 1, "/idp/applications": 67, "/idp/policies": 0, "/entities/devices": 1 },
    posts: /\/oauth2\/v2\.0\/token$/,
    missing: /^\/v1\.0\/(roleManagement\/|reports\/|(users|groups)\/delta\?)/,
    fault: replayFault({ path: "^/v1.0/groups/[^/]+/members$", status: 403 }, { name: "UNAUTHORIZED" })
  },
  (recorded) => {
    it("leave open what the tenant's licence did not give", async () => {
      const { [USERS]: users = [] } = await recorded().lists()
      for (const user of users) {
        expect(user).toMatchObject({ is_mfa_enabled: null, is_admin: null, last_login_at: null })
        expect(user.email_addr).toContain("@")
      }
      expect(users.filter(({ vendor_status }) => vendor_status === "DISABLED")).toHaveLength(1)
      expect(users.flatMap(({ groups }) => groups)).toHaveLength(2)
    })

    it("tell devices by their platform, and applications by their state", async () => {
      const { "/entities/devices": devices, "/idp/applications": applications = [] } = await recorded().lists()
      expect(devices).toMatchObject([{ platform: "WINDOWS", status: "ACTIVE", os_major_version: "10" }])
      expect(new Set(applications.map(({ vendor_status }) => vendor_status))).toEqual(new Set(["ENABLED"]))
    })
  }
)
