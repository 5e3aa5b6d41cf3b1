import { tenable } from "@tributary/connector-tenable"
import { expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import { describeRecorded, replayFault } from "./RecordedVendor.js"

/** An export is looked at every five seconds: most tests find it ready at the first look. */
const ready = (chunks: number) => ({
  status: "FINISHED",
  chunks_available: [...Array(chunks).keys()].map((n) => n + 1)
})
const vulnerabilities = "^/vulns/export/[^/]+/status$"

describeRecorded(
  {
    name: "Tenable",
    connector: tenable,
    credentials: () => ({ access_key: "replayed-access", secret_key: "replayed-secret" }),
    profile: "tenable",
    recordings: "tenable",
    page: 3,
    hosts: ["cloud.tenable.com"],
    stand: [
      { path: "^/session$", body: { id: 1 } },
      // Scans were not recorded: an account without any.
      { path: "^/scans$", body: { folders: [], scans: null } },
      { path: "^/assets/export/[^/]+/status$", body: ready(3) },
      { path: vulnerabilities, body: ready(4) }
    ],
    counts: { "/entities/devices": 9, "/vms/vulnerabilities": 10, "/vms/scan-configurations": 0 },
    posts: /^\/(vulns|assets)\/export$/,
    polls: /\/status$/,
    fault: replayFault(
      { path: "^/vulns/export/[^/]+/chunks/3$", status: 403 },
      {
        name: "UNAUTHORIZED",
        details: [{ data_export_type: "vulnerabilities", endpoint: "/vulns/export/{id}/chunks/{chunk}" }]
      }
    )
  },
  (recorded) => {
    const having = (items: ReadonlyArray<Service.Answer["body"]> = [], field: string, value: unknown) =>
      items.filter((item) => item[field] === value).length

    it("keep what they say", async () => {
      const { "/entities/devices": devices, "/vms/vulnerabilities": found = [] } = await recorded().lists()
      expect(having(devices, "status", "INACTIVE")).toBe(7)
      expect(having(devices, "platform", "LINUX")).toBe(9)
      expect(having(devices, "is_managed", true)).toBe(1)
      expect(having(devices, "cloud_metadata", null)).toBe(2)
      expect(having(found, "severity", "INFORMATIONAL")).toBeGreaterThan(0)
      expect(having(found, "severity", "UNKNOWN")).toBe(0)
      expect(having(found, "state", "UNKNOWN")).toBe(0)
    })

    it("are read by one export each, which is waited for, every chunk once, and none is cancelled", async () => {
      const { replay, sync } = recorded()
      await replay.arm([{ path: vulnerabilities, body: { status: "PROCESSING", chunks_available: [] }, times: 1 }])
      expect(await sync()).toMatchObject({ status: "SUCCESS" })
      const asked = (await replay.journal()).map(({ method, url }) => `${method} ${url}`)
      expect(asked.filter((request) => request.startsWith("POST ")).toSorted()).toEqual([
        "POST /assets/export",
        "POST /vulns/export"
      ])
      const chunks = asked.filter((request) => request.includes("/chunks/"))
      expect(chunks).toHaveLength(3 + 4)
      expect(new Set(chunks).size).toBe(chunks.length)
      expect(asked.filter((request) => /\/vulns\/.*\/status$/.test(request))).toHaveLength(2 + 4)
    })
  }
)
