import { servicenow } from "@tributary/connector-servicenow"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real ServiceNow answers, from the vendor to the API"
  : "real ServiceNow answers (skipped: no recordings beside this checkout)"

const lists = ["/itsm/users", "/itsm/groups", "/itsm/tickets"]

const countBy = (items: ReadonlyArray<Service.Answer["body"]>, field: string): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[String(item[field])] = (counts[String(item[field])] ?? 0) + 1
  return counts
}

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let vendor: VendorReplay.VendorReplay
  let service: Service.Service
  let connection: string

  const credentials = () => ({ base_url: vendor.url, username: "replayed", password: "replayed-password" })

  const everything = async () =>
    Promise.all(lists.map(async (path) => JSON.stringify(await service.walk(connection, path))))

  /** The newest job, once it has ended. */
  const ended = () =>
    Service.until(async () => {
      const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}/jobs`
      const [job] = (await service.call(path)).body.items
      return job?.status === "SUCCESS" || job?.status === "FAILED" ? job : null
    })

  beforeAll(async () => {
    vendor = await VendorReplay.start("servicenow", "servicenow", 40)
    service = await Service.start({ connectors: [servicenow] })
    const created = await service.connect("SERVICENOW", credentials())
    expect(created.status, created.text).toBe(201)
    connection = created.body.id
  })

  afterAll(async () => {
    await service?.stop()
    vendor?.stop()
  })

  it("serves every recorded user, group and ticket, and rejects nothing", async () => {
    const job = await ended()
    expect(job.data_exports.map(({ data_export_type }: Service.Answer["body"]) => data_export_type).sort()).toEqual([
      "itsm_groups",
      "itsm_tickets",
      "itsm_users"
    ])
    for (const one of job.data_exports) expect(one).toMatchObject({ rejected: 0, health: "HEALTHY", held_back: 0 })
    const [users = [], groups = [], tickets = []] = await Promise.all(
      lists.map((path) => service.walk(connection, path))
    )
    expect([users.length, groups.length, tickets.length]).toEqual([100, 10, 2 + 104])
    expect(countBy(users, "status")).toEqual({ ACTIVE: 100 })
    expect(users.filter(({ email }) => email === null)).toHaveLength(3)
    expect(countBy(tickets, "type")).toEqual({ incident: 2, change_request: 104 })
    expect(countBy(tickets, "status")).toEqual({ OPEN: 28, IN_REVIEW: 61, TODO: 3, IN_PROGRESS: 1, CLOSED: 13 })
    expect(countBy(tickets, "priority")).toEqual({ CRITICAL: 3, HIGH: 24, MEDIUM: 35, LOW: 44 })
    const incidents = tickets.filter(({ type }) => type === "incident")
    expect(incidents.every(({ url }) => url.startsWith(`${vendor.url}/nav_to.do?uri=incident.do`))).toBe(true)
    expect(incidents.every(({ created_by_user_id, closed_at }) => created_by_user_id && closed_at)).toBe(true)
  })

  it("asks for each page once, and writes nothing", async () => {
    const journal = await vendor.journal()
    const urls = journal.map(({ method, url }) => `${method} ${url}`)
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([])
    expect(journal.filter(({ method }) => method !== "GET")).toEqual([])
    // 100 users and 104 change requests, forty a page.
    for (const table of ["sys_user", "change_request"]) {
      const path = `GET /api/now/table/${table}?`
      expect(urls.filter((url) => url.startsWith(path) && url.includes("ORDERBYsys_id"))).toHaveLength(3)
    }
  })

  it("changes nothing in a second run", async () => {
    const before = await everything()
    const job = await service.sync(connection)
    expect(job).toMatchObject({ status: "SUCCESS" })
    for (const one of job.data_exports) expect(one).toMatchObject({ created: 0, changed: 0, deleted: 0, rejected: 0 })
    expect(await everything()).toEqual(before)
  })

  it("names the table that may not be read, and deletes nothing", async () => {
    const before = await everything()
    const body = {
      error: { message: "User Not Authorized", detail: "Failed API level ACL Validation" },
      status: "failure"
    }
    await vendor.arm([{ path: "^/api/now/table/change_request$", times: 1_000, status: 403, body }])
    const job = await service.sync(connection)
    await vendor.arm([])
    expect(job.status).toBe("FAILED")
    expect(await service.health(connection)).toMatchObject({
      name: "UNAUTHORIZED",
      resolution_owner: "CUSTOMER",
      details: [{ data_export_type: "itsm_tickets", endpoint: "/api/now/table/change_request" }]
    })
    expect(await everything()).toEqual(before)
  })

  it("refuses credentials that ServiceNow refuses, with its recorded answer", async () => {
    const [refusal] = VendorReplay.recorded("servicenow").filter(({ status }) => status === 401)
    await vendor.arm([{ path: "^/api/now/table/sys_user$", times: 1, status: 401, body: refusal?.body }])
    const answer = await service.connect("SERVICENOW", credentials())
    await vendor.arm([])
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain("replayed-password")
  })
})
