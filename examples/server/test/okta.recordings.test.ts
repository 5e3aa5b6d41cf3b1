import { okta } from "@tributary/connector-okta"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Okta answers, from the vendor to the API"
  : "real Okta answers (skipped: no recordings beside this checkout)"

const lists = ["/idp/users?includeIdpGroups=true&includeIdpApplications=true", "/idp/groups", "/idp/applications"]

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let vendor: VendorReplay.VendorReplay
  let service: Service.Service
  let connection: string

  const everything = async () =>
    Promise.all(lists.map(async (path) => JSON.stringify(await service.walk(connection, path))))

  /** The jobs of the connection, newest first. */
  const jobs = async () => {
    const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}/jobs`
    return (await service.call(path)).body.items
  }

  beforeAll(async () => {
    vendor = await VendorReplay.start("okta", "okta", 2)
    service = await Service.start({ connectors: [okta] })
    const created = await service.connect("OKTA", { base_url: vendor.url, api_token: "replayed-token" })
    expect(created.status, created.text).toBe(201)
    connection = created.body.id
    await Service.until(async () =>
      (await jobs()).some(({ status }: { status: string }) => status === "SUCCESS") ? true : null
    )
  })

  afterAll(async () => {
    await service?.stop()
    vendor?.stop()
  })

  it("serves every recorded user, group, application and assignment, and rejects nothing", async () => {
    const [users = [], groups = [], applications = []] = await Promise.all(
      lists.map((path) => service.walk(connection, path))
    )
    const [first] = await jobs()
    expect(first.data_exports).toMatchObject([{ rejected: 0, health: "HEALTHY", held_back: 0 }])
    expect(users).toHaveLength(7)
    expect(users.filter(({ vendor_status }) => vendor_status === "DEPROVISIONED")).toHaveLength(1)
    expect(users.filter(({ is_admin }) => is_admin === true).length).toBeGreaterThanOrEqual(4)
    expect(groups.map(({ name }) => name).sort()).toEqual(["Everyone", "Test Group"])
    expect(applications.map(({ name }) => name).sort()).toEqual(["okta_browser_plugin", "saasure", "slack"])
    expect(users.every((user) => user.groups.some(({ name }: { name: string }) => name === "Everyone"))).toBe(true)
    expect(users.flatMap((user) => user.applications)).toHaveLength(5)
    const withGroups = await service.walk(connection, "/idp/applications?includeIdpUsers=true&includeIdpGroups=true")
    expect(withGroups.flatMap((application) => application.groups)).toMatchObject([{ name: "Test Group" }])
    expect(withGroups.flatMap((application) => application.users)).toHaveLength(5)
  })

  it("asks for each page once, and writes nothing", async () => {
    const journal = await vendor.journal()
    const urls = journal.map(({ method, url }) => `${method} ${url}`)
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([])
    expect(journal.filter(({ method }) => method !== "GET")).toEqual([])
    // Six users, two a page; one list of deprovisioned ones; the check of the credentials.
    expect(urls.filter((url) => url.startsWith("GET /api/v1/users?"))).toHaveLength(3 + 1 + 1)
  })

  it("changes nothing in a second run", async () => {
    const before = await everything()
    const since = new Date().toISOString()
    const job = await service.sync(connection)
    expect(job).toMatchObject({ status: "SUCCESS" })
    expect(job.data_exports[0]).toMatchObject({ created: 0, changed: 0, deleted: 0, rejected: 0 })
    expect(job.data_exports[0].unchanged).toBeGreaterThan(0)
    expect(await everything()).toEqual(before)
    for (const path of ["/idp/users", "/idp/groups", "/idp/applications"]) {
      expect(await service.walk(connection, `${path}?updatedSince=${since}`)).toEqual([])
    }
  })

  const groupsPage2 = "^/api/v1/groups/00gs5to49AhMBaJNU4x6/users$"
  const faults = [
    { name: "500", fault: { status: 500 }, health: "VENDOR_SERVER_ERROR", owner: "VENDOR" },
    {
      name: "429",
      fault: { status: 429, headers: { "retry-after": "3600" } },
      health: "RATE_LIMIT_EXCEEDED",
      owner: "SERVICE"
    },
    { name: "401", fault: { status: 401 }, health: "UNAUTHORIZED", owner: "CUSTOMER" },
    { name: "dropped connection", fault: { drop: true }, health: "VENDOR_SERVER_ERROR", owner: "VENDOR" }
  ]
  it.each(faults)(
    "a $name in the middle of a walk: $health, and nothing is deleted",
    async ({ fault, health, owner }) => {
      const before = await everything()
      await vendor.arm([{ path: groupsPage2, times: 1_000, ...fault }])
      const job = await service.sync(connection)
      await vendor.arm([])
      expect(job.status).toBe("FAILED")
      expect(job.data_exports[0]).toMatchObject({ health, deleted: 0, held_back: 0 })
      expect(await service.health(connection)).toMatchObject({
        name: health,
        status: "UNHEALTHY",
        resolution_owner: owner,
        details: [{ data_export_type: "idp", endpoint: "/api/v1/groups/{id}/users" }]
      })
      expect(await everything()).toEqual(before)
      await service.sync(connection)
      expect(await service.health(connection)).toMatchObject({ name: "HEALTHY", details: null })
      expect(await everything()).toEqual(before)
    }
  )
})
