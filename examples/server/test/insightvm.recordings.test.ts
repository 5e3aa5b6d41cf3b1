import { insightvm } from "@tributary/connector-insightvm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real InsightVM answers, from the vendor to the API"
  : "real InsightVM answers (skipped: no recordings beside this checkout)"

const lists = ["/entities/devices", "/vms/scan-configurations", "/vms/vulnerabilities"]

/** The findings of the second asset were not recorded: this one leads to the one vulnerability that was. */
const finding = { id: "apache-httpd-cve-2020-9490", status: "vulnerable", since: "2024-05-02T08:30:00Z", results: [] }
const stand = [
  {
    path: "^/api/3/assets/2/vulnerabilities$",
    status: 200,
    times: 1_000,
    body: { resources: [finding], page: { number: 0, size: 2, totalPages: 1, totalResources: 1 } }
  }
]

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let vendor: VendorReplay.VendorReplay
  let service: Service.Service
  let connection: string

  const everything = () => Promise.all(lists.map((path) => service.walk(connection, path)))

  beforeAll(async () => {
    vendor = await VendorReplay.start("insightvm", "insightvm", 2)
    await vendor.arm(stand)
    service = await Service.start({ connectors: [insightvm] })
    const credentials = { base_url: vendor.url, username: "replayed", password: "replayed-password" }
    const created = await service.connect("INSIGHTVM", credentials)
    expect(created.status, created.text).toBe(201)
    connection = created.body.id
    const jobs = `/provisioning/organizations/${service.organizationId}/connections/${connection}/jobs`
    await Service.until(async () =>
      (await service.call(jobs)).body.items.some(({ status }: { status: string }) => status === "SUCCESS") ? true : null
    )
  })

  afterAll(async () => {
    await service?.stop()
    vendor?.stop()
  })

  it("serves every recorded site, asset and vulnerability, and rejects nothing", async () => {
    const job = await service.sync(connection)
    expect(job, JSON.stringify(job)).toMatchObject({ status: "SUCCESS" })
    for (const dataExport of job.data_exports) {
      expect(dataExport).toMatchObject({ rejected: 0, health: "HEALTHY", held_back: 0 })
    }
    const [devices = [], sites = [], vulnerabilities = []] = await everything()
    expect(devices).toHaveLength(2)
    expect(devices.map(({ platform }) => platform)).toEqual(["LINUX", "LINUX"])
    expect(devices.every(({ first_seen, last_seen }) => first_seen <= last_seen)).toBe(true)
    expect(sites).toHaveLength(2)
    expect(sites.find(({ vendor_id }) => vendor_id === "2")).toMatchObject({
      last_scan_vendor_id: "3",
      severity_frequency: { critical: 10, high: 42, info: 0, low: 0, medium: 0 },
      // Targets and schedules were not recorded.
      scan_targets: null,
      is_scheduled: null
    })
    expect(vulnerabilities).toHaveLength(2)
    const ids = new Set(devices.map(({ id }) => id))
    expect(vulnerabilities.every(({ device }) => ids.has(device.id))).toBe(true)
    const described = vulnerabilities.find(({ cve }) => cve.length > 0)
    expect(described).toMatchObject({ severity: "HIGH", vendor_severity: "Severe", state: "OPEN", cvss_version: "3.0" })
    const plain = vulnerabilities.find(({ cve }) => cve.length === 0)
    expect(plain).toMatchObject({ severity: "UNKNOWN", state: "OPEN", scan_output: expect.stringContaining("home") })
  })

  it("changes nothing in a second run, and writes nothing", async () => {
    const before = await everything()
    const job = await service.sync(connection)
    expect(job.data_exports).toHaveLength(3)
    for (const dataExport of job.data_exports) expect(dataExport).toMatchObject({ created: 0, changed: 0, deleted: 0 })
    expect(await everything()).toEqual(before)
    expect((await vendor.journal()).filter(({ method }) => method !== "GET")).toEqual([])
  })

  it("says VENDOR_CLIENT_ERROR where the findings of an asset are not there, and deletes nothing", async () => {
    const before = await everything()
    await vendor.arm([])
    const job = await service.sync(connection)
    await vendor.arm(stand)
    expect(job.status).toBe("FAILED")
    expect(await service.health(connection)).toMatchObject({
      name: "VENDOR_CLIENT_ERROR",
      details: [{ data_export_type: "vulnerabilities", endpoint: "/api/3/assets/{id}/vulnerabilities" }]
    })
    expect(await everything()).toEqual(before)
  })
})
