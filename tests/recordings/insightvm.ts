import { insightvm as connector } from "@tributary/connector-insightvm"
import { expect, it } from "vitest"
import { type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"

/** Nobody recorded the findings of the second asset: this one names the one vulnerability whose definition was recorded. */
const finding = { id: "apache-httpd-cve-2020-9490", status: "vulnerable", since: "2024-05-02T08:30:00Z", results: [] }
const OTHER = "unix-user-home-dir-mode"
const secondAsset = "^/api/3/assets/2/vulnerabilities$"

/** The findings of the second asset, all on one page. */
const findings = (resources: ReadonlyArray<object>) => ({
  path: secondAsset,
  body: { resources, page: { number: 0, size: 2, totalPages: 1, totalResources: 1 } }
})

const linksTo = (host: string) => ({ links: [{ rel: "self", href: `https://${host}/api/3` }] })

/** An InsightVM console with two assets, two sites and three users. */
export const insightvm: RecordedVendor = {
  name: "InsightVM",
  connector,
  credentials: (base_url) => ({ base_url, username: "replayed", password: "replayed-password" }),
  replay: {
    profile: "insightvm",
    recordings: "insightvm",
    page: 2,
    stand: [
      findings([finding]),
      // Nobody recorded what the console calls itself.
      { path: "^/api/3$", body: linksTo("console.example") },
      // Nobody recorded the definition of the other vulnerability, without which no finding is stored.
      { path: `^/api/3/vulnerabilities/${OTHER}$`, body: { id: OTHER, cves: [] } }
    ]
  },
  counts: {
    "/configuration/users": 3,
    "/entities/devices": 2,
    "/vms/scan-configurations": 2,
    "/vms/vulnerabilities": 2
  },
  // Targets, schedules and solutions, which are optional.
  missing: /\/(included_targets|scan_schedules|solutions)$/,
  fault: replayFault(
    { path: secondAsset, status: 400 },
    {
      name: "VENDOR_CLIENT_ERROR",
      details: [{ data_export_type: "vulnerabilities", endpoint: "/api/3/assets/{id}/vulnerabilities" }]
    }
  ),
  foreignPage: replayFault(
    findings([{ ...finding, ...linksTo("globex.example") }]),
    refusedAt("/api/3/assets/{id}/vulnerabilities", "vulnerabilities")
  ),
  ownTests: (recorded) => {
    it("maps the fields of recorded rows", () => {
      const {
        "/configuration/users": users = [],
        "/entities/devices": devices = [],
        "/vms/scan-configurations": sites = [],
        "/vms/vulnerabilities": vulnerabilities = []
      } = recorded().firstLists
      const access = users.map(({ is_active, is_admin, role, username }) => [username, role, is_admin, is_active])
      expect(access.toSorted()).toEqual([
        ["ReadOnlyUser", "Global Administrator", true, true],
        ["TestUser", "User", false, true],
        ["admin", "Global Administrator", true, true]
      ])
      expect(devices.map(({ platform }) => platform)).toEqual(["LINUX", "LINUX"])
      expect(devices.every(({ first_seen, last_seen }) => first_seen <= last_seen)).toBe(true)
      expect(sites.find(({ vendor_id }) => vendor_id === "2")).toMatchObject({
        last_scan_vendor_id: "3",
        severity_frequency: { critical: 10, high: 42, info: 0, low: 0, medium: 0 },
        // Nobody recorded targets and schedules.
        scan_targets: null,
        is_scheduled: null
      })
      const ids = new Set(devices.map(({ id }) => id))
      expect(vulnerabilities.every(({ device }) => ids.has(device.id))).toBe(true)
      expect(vulnerabilities.find(({ cve }) => cve.length > 0)).toMatchObject({
        severity: "HIGH",
        vendor_severity: "Severe",
        state: "OPEN",
        cvss_version: "3.0"
      })
      const plain = vulnerabilities.find(({ cve }) => cve.length === 0)
      expect(plain).toMatchObject({ severity: "UNKNOWN", state: "OPEN", scan_output: expect.stringContaining("home") })
    })
  }
}
