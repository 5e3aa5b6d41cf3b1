import { tenable as connector } from "@tributary/connector-tenable"
import { expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import { type RecordedVendor, replayFault } from "./RecordedVendor.js"

/** The connector asks every five seconds whether an export is ready: here it is ready at once. */
const ready = (chunks: number) => ({
  status: "FINISHED",
  chunks_available: [...Array(chunks).keys()].map((n) => n + 1)
})

const having = (items: ReadonlyArray<Service.Json> = [], field: string, value: unknown) =>
  items.filter((item) => item[field] === value).length

/** A Tenable container: an export of assets and an export of vulnerabilities. */
export const tenable: RecordedVendor = {
  name: "Tenable",
  connector,
  credentials: () => ({ access_key: "replayed-access", secret_key: "replayed-secret" }),
  replay: {
    profile: "tenable",
    recordings: "tenable",
    page: 3,
    stand: [
      { path: "^/session$", body: { id: 1 } },
      // Nobody recorded scans: an account without any.
      { path: "^/scans$", body: { folders: [], scans: null } },
      // Nobody recorded users either: what Tenable says of the only one to anybody but an administrator.
      { path: "^/users$", body: { users: [{ uuid: "u-1", id: 1, username: "ada@acme.example", email: "" }] } },
      { path: "^/assets/export/[^/]+/status$", body: ready(3) },
      { path: "^/vulns/export/[^/]+/status$", body: ready(4) }
    ]
  },
  hosts: ["cloud.tenable.com"],
  counts: {
    "/configuration/users": 1,
    "/entities/devices": 9,
    "/vms/vulnerabilities": 10,
    "/vms/scan-configurations": 0
  },
  posts: /^\/(vulns|assets)\/export$/,
  polls: /\/status$/,
  fault: replayFault(
    { path: "^/vulns/export/[^/]+/chunks/3$", status: 403 },
    {
      name: "UNAUTHORIZED",
      details: [{ data_export_type: "vulnerabilities", endpoint: "/vulns/export/{id}/chunks/{chunk}" }]
    }
  ),
  ownTests: (recorded) => {
    it("maps the fields of recorded rows", () => {
      const { "/entities/devices": devices, "/vms/vulnerabilities": found = [] } = recorded().firstLists
      expect(having(devices, "status", "INACTIVE")).toBe(7)
      expect(having(devices, "platform", "LINUX")).toBe(9)
      expect(having(devices, "is_managed", true)).toBe(1)
      expect(having(devices, "cloud_metadata", null)).toBe(2)
      expect(having(found, "severity", "INFORMATIONAL")).toBeGreaterThan(0)
      expect(having(found, "severity", "UNKNOWN")).toBe(0)
      expect(having(found, "state", "UNKNOWN")).toBe(0)
    })

    it("shows in its status which cloud accounts rows name, and which of them are new", async () => {
      const { replay, status, sync } = recorded()
      const named = async () => (await status()).row_tenants.map(({ is_new, tenant }: Service.Json) => [tenant, is_new])
      const account = expect.stringMatching(/^[0-9a-f-]{36}$/)
      expect(await named()).toEqual([[account, false]])
      const foreign = { id: "foreign", azure_resource_id: "/subscriptions/globex/resourceGroups/g" }
      await replay.arm([{ path: "^/assets/export/[^/]+/chunks/3$", body: [foreign] }])
      await sync()
      await replay.arm([])
      expect(await named()).toEqual([
        ["globex", true],
        [account, false]
      ])
    })

    it("starts one export of each kind, reads every chunk once, and cancels none", () => {
      const requests = recorded().requests.map(({ method, url }) => `${method} ${url}`)
      expect(requests.filter((request) => request.startsWith("POST ")).toSorted()).toEqual([
        "POST /assets/export",
        "POST /vulns/export"
      ])
      const chunks = requests.filter((request) => request.includes("/chunks/"))
      expect(chunks).toHaveLength(3 + 4)
      expect(new Set(chunks).size).toBe(chunks.length)
      expect(requests.filter((request) => /\/vulns\/.*\/status$/.test(request))).toHaveLength(1 + 4)
    })
  }
}
