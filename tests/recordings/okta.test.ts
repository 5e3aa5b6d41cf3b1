import { okta } from "@tributary/connector-okta"
import { expect, it } from "vitest"
import { describeRecorded, expectHarmless, replayFault } from "./RecordedVendor.js"
import type * as VendorReplay from "./VendorReplay.js"

const USERS = "/idp/users?includeIdpGroups=true&includeIdpApplications=true"
const APPLICATIONS = "/idp/applications?includeIdpUsers=true&includeIdpGroups=true"

/** The members of the second of two groups. */
const secondGroup = "^/api/v1/groups/00gs5to49AhMBaJNU4x6/users$"
const fault = (answer: Omit<VendorReplay.Answer, "path">, name: string, resolution_owner: string) =>
  replayFault(
    { path: secondGroup, ...answer },
    { name, resolution_owner, details: [{ data_export_type: "idp", endpoint: "/api/v1/groups/{id}/users" }] }
  )

const faults = [
  { title: "500", fault: fault({ status: 500 }, "VENDOR_SERVER_ERROR", "VENDOR") },
  {
    title: "429",
    fault: fault({ status: 429, headers: { "retry-after": "3600" } }, "RATE_LIMIT_EXCEEDED", "SERVICE")
  },
  { title: "dropped connection", fault: fault({ drop: true }, "VENDOR_SERVER_ERROR", "VENDOR") }
]

describeRecorded(
  {
    name: "Okta",
    connector: okta,
    credentials: (base_url) => ({ base_url, api_token: "replayed-token" }),
    profile: "okta",
    recordings: "okta",
    page: 2,
    counts: { [USERS]: 7, "/idp/groups": 2, [APPLICATIONS]: 3 },
    fault: fault({ status: 401 }, "UNAUTHORIZED", "CUSTOMER")
  },
  (recorded) => {
    it("keep who is who and what belongs together", async () => {
      const {
        [USERS]: users = [],
        "/idp/groups": groups = [],
        [APPLICATIONS]: applications = []
      } = await recorded().lists()
      expect(users.filter(({ vendor_status }) => vendor_status === "DEPROVISIONED")).toHaveLength(1)
      expect(users.filter(({ is_admin }) => is_admin === true).length).toBeGreaterThanOrEqual(4)
      expect(groups.map(({ name }) => name).toSorted()).toEqual(["Everyone", "Test Group"])
      expect(applications.map(({ name }) => name).toSorted()).toEqual(["okta_browser_plugin", "saasure", "slack"])
      expect(users.every((user) => user.groups.some(({ name }: { name: string }) => name === "Everyone"))).toBe(true)
      expect(users.flatMap((user) => user.applications)).toHaveLength(5)
      expect(applications.flatMap((application) => application.groups)).toMatchObject([{ name: "Test Group" }])
      expect(applications.flatMap((application) => application.users)).toHaveLength(5)
    })

    it("are asked for page by page", async () => {
      const { replay, sync } = recorded()
      await replay.arm([])
      await sync()
      const urls = (await replay.journal()).map(({ url }) => url)
      // Six users, two a page; one list of deprovisioned ones.
      expect(urls.filter((url) => url.startsWith("/api/v1/users?"))).toHaveLength(3 + 1)
    })

    it("do not show as changed after a job that found the same", async () => {
      const { sync, walk } = recorded()
      const since = new Date().toISOString()
      await sync()
      for (const path of ["/idp/users", "/idp/groups", "/idp/applications"]) {
        expect(await walk(`${path}?updatedSince=${since}`)).toEqual([])
      }
    })

    it.each(faults)("lose no record to a $title in the middle of a walk", ({ fault }) =>
      expectHarmless(recorded(), fault)
    )
  }
)
