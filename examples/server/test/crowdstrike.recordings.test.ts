import { crowdstrike } from "@tributary/connector-crowdstrike"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real CrowdStrike answers, from the vendor to the API"
  : "real CrowdStrike answers (skipped: no recordings beside this checkout)"

const lists = ["/entities/devices", "/entities/device-policies", "/vms/vulnerabilities"]

const nothing = { meta: { pagination: { total: 0 } }, resources: [], errors: [] }

/** What was not recorded; the recorded refusals of a token would come after its first answer. */
const stand = [
  { path: "^/oauth2/token$", status: 201, times: 1_000, body: { access_token: "replayed-token", expires_in: 1_799 } },
  { path: "^/devices/queries/devices/v1$", status: 200, times: 1_000, body: nothing },
  { path: "^/policy/combined/sensor-update/v2$", status: 200, times: 1_000, body: nothing }
]

/** Host groups were not recorded. */
const { device_policies = [], devices = [], vulnerabilities = [] } = crowdstrike.exports
const connector = { ...crowdstrike, exports: { device_policies, devices, vulnerabilities } }

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let vendor: VendorReplay.VendorReplay
  let service: Service.Service
  let connection: string

  const everything = () => Promise.all(lists.map((path) => service.walk(connection, path)))

  beforeAll(async () => {
    vendor = await VendorReplay.start("crowdstrike", "crowdstrike", 2)
    await vendor.arm(stand)
    service = await Service.start({ connectors: [connector] })
    const credentials = { base_url: vendor.url, client_id: "replayed-client", client_secret: "replayed-secret" }
    const created = await service.connect("CROWDSTRIKE", credentials)
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

  it("serves every recorded device, policy and vulnerability, and rejects nothing", async () => {
    await vendor.arm(stand)
    const job = await service.sync(connection)
    expect(job, JSON.stringify(job)).toMatchObject({ status: "SUCCESS" })
    for (const dataExport of job.data_exports) {
      expect(dataExport).toMatchObject({ rejected: 0, health: "HEALTHY", held_back: 0 })
    }
    const [hosts = [], policies = [], found = []] = await everything()
    expect(hosts).toHaveLength(4)
    expect(hosts.every(({ platform, hostnames }) => platform !== "UNKNOWN" && hostnames.length === 1)).toBe(true)
    expect(hosts.filter(({ cloud_metadata }) => cloud_metadata?.cloud_provider === "AWS").length).toBeGreaterThan(0)
    expect(policies).toHaveLength(6)
    expect(new Set(policies.map(({ type }) => type))).toEqual(new Set(["PREVENTION"]))
    expect(found).toHaveLength(5)
    expect(found.every(({ cve, state, cvss_version }) => cve.length === 1 && state === "OPEN" && cvss_version)).toBe(
      true
    )
    const ids = new Set(hosts.map(({ id }) => id))
    expect(found.filter(({ device }) => ids.has(device.id))).toHaveLength(5)
  })

  it("changes nothing in a second run, and asks for one token a run", async () => {
    const before = await everything()
    await vendor.arm(stand)
    const job = await service.sync(connection)
    expect(job.data_exports).toHaveLength(3)
    for (const dataExport of job.data_exports) expect(dataExport).toMatchObject({ created: 0, changed: 0, deleted: 0 })
    expect(await everything()).toEqual(before)
    const journal = await vendor.journal()
    expect(journal.filter(({ url }) => url === "/oauth2/token")).toHaveLength(1)
    expect(journal.filter(({ how }) => how === "unmatched")).toEqual([])
  })

  it("waits for the instant that a 429 names, in epoch seconds", async () => {
    const headers = {
      "x-ratelimit-limit": "6000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-retryafter": String(Math.floor(Date.now() / 1_000) + 1)
    }
    const limited = { path: "^/spotlight/", status: 429, times: 1, headers }
    await vendor.arm([limited, ...stand])
    expect(await service.sync(connection)).toMatchObject({ status: "SUCCESS" })
  })

  it("says UNAUTHORIZED at the token's endpoint where the credentials are refused, and deletes nothing", async () => {
    const before = await everything()
    const refused = { path: "^/oauth2/token$", status: 400, times: 1_000, body: { errors: [{ code: 400 }] } }
    await vendor.arm([refused, ...stand])
    const job = await service.sync(connection)
    expect(job.status).toBe("FAILED")
    const health = await service.health(connection)
    expect(health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(new Set(health.details.map(({ endpoint }: { endpoint: string }) => endpoint))).toEqual(
      new Set(["/oauth2/token"])
    )
    expect(await everything()).toEqual(before)
  })
})
