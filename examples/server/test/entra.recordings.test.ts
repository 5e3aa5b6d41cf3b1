import { msEntra } from "@tributary/connector-ms-entra"
import { beforeAll, describe, expect, it } from "vitest"
import * as RecordedRun from "./RecordedRun.js"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Microsoft Graph answers"
  : "real Microsoft Graph answers (skipped: no recordings beside this checkout)"

const credentials = { tenant_id: "acme.example", client_id: "replayed-client", client_secret: "replayed-secret" }
const hosts = ["graph.microsoft.com", "login.microsoftonline.com"]

/** Assignments and policies were not recorded, nor were the roles, which stay unknown. */
const fill = ({ path }: RecordedRun.Unrecorded) =>
  /appRoleAssignedTo$|\/policies$/.test(path) ? { value: [] } : undefined

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let run: RecordedRun.RecordedRun

  const all = (kind: string) => [...(run.records.get(kind)?.values() ?? [])]

  beforeAll(async () => {
    run = await RecordedRun.run({
      connector: msEntra,
      credentials,
      profile: "graph",
      recordings: "entra",
      hosts,
      fill
    })
  })

  it("become a record each, and none is rejected", () => {
    expect(run.failures).toEqual([])
    expect(run.rejections).toEqual([])
    expect(Object.fromEntries([...run.records].map(([kind, records]) => [kind, records.size]))).toEqual({
      idp_user: 11,
      idp_group: 1,
      idp_group_membership: 2,
      idp_application: 67,
      idp_application_assignment: 0,
      idp_group_assignment: 0,
      idp_policy: 0,
      device: 1
    })
  })

  it("leave open what the tenant's licence did not give", () => {
    for (const user of all("idp_user")) {
      expect(user).toMatchObject({ is_mfa_enabled: null, is_admin: null, last_login_at: null })
      expect(user["email_addr"]).toContain("@")
    }
    expect(all("idp_user").filter(({ vendor_status }) => vendor_status === "DISABLED")).toHaveLength(1)
  })

  it("tell devices by their platform, and applications by their state", () => {
    expect(all("device")).toMatchObject([{ platform: "WINDOWS", status: "ACTIVE", os_major_version: "10" }])
    expect(new Set(all("idp_application").map(({ vendor_status }) => vendor_status))).toEqual(new Set(["ENABLED"]))
  })

  it("are asked for once each, and nothing is written", () => {
    expect(run.asked.filter((request, index) => run.asked.indexOf(request) !== index)).toEqual([])
    expect(run.asked.filter((request) => request.startsWith("POST"))).toEqual(["POST /acme.example/oauth2/v2.0/token"])
  })

  it("go through a whole runtime, whose operator sends the vendor's hosts elsewhere", async () => {
    const vendor = await VendorReplay.start("graph", "entra", 3)
    const server = await RecordedRun.front(vendor.url, fill)
    const settings = { TRIBUTARY_HOST_OVERRIDES: hosts.map((host) => `${host}=${server.url}`).join(",") }
    const service = await Service.start({ connectors: [msEntra], settings })
    try {
      const created = await service.connect("MS_ENTRA", credentials)
      expect(created.status, created.text).toBe(201)
      const job = await service.sync(created.body.id)
      expect(job).toMatchObject({ status: "SUCCESS" })
      const users = await service.walk(created.body.id, "/idp/users?includeIdpGroups=true")
      expect(users).toHaveLength(11)
      expect(users.flatMap((user) => user.groups)).toHaveLength(2)
      expect(await service.walk(created.body.id, "/idp/applications")).toHaveLength(67)
      expect(await service.walk(created.body.id, "/entities/devices")).toHaveLength(1)
      expect(await service.health(created.body.id)).toMatchObject({ name: "HEALTHY", details: null })
    } finally {
      await service.stop()
      server.stop()
      vendor.stop()
    }
  }, 60_000)
})
