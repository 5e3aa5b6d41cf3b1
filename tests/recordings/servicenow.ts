import { servicenow as connector } from "@tributary/connector-servicenow"
import { expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import { type RecordedVendor, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const countBy = (items: ReadonlyArray<Service.Json>, field: string): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[String(item[field])] = (counts[String(item[field])] ?? 0) + 1
  return counts
}

const credentials = (base_url: string) => ({ base_url, username: "replayed", password: "replayed-password" })

/** A ServiceNow instance with its demo data. */
export const servicenow: RecordedVendor = {
  name: "ServiceNow",
  connector,
  credentials,
  replay: {
    profile: "servicenow",
    recordings: "servicenow",
    page: 40,
    // Nobody recorded comments and attachments.
    stand: [{ path: "^/api/now/table/sys_journal_field$|^/api/now/attachment$", body: { result: [] } }]
  },
  counts: {
    "/itsm/users": 100,
    "/itsm/groups": 10,
    "/itsm/tickets": 2 + 104,
    "/itsm/comments": 0,
    "/itsm/attachments": 0
  },
  // The connector reads incidents before changes.
  fault: replayFault(
    {
      path: "^/api/now/table/change_request$",
      status: 403,
      body: {
        error: { message: "User Not Authorized", detail: "Failed API level ACL Validation" },
        status: "failure"
      }
    },
    {
      name: "UNAUTHORIZED",
      resolution_owner: "CUSTOMER",
      details: [{ data_export_type: "itsm_tickets", endpoint: "/api/now/table/change_request" }]
    }
  ),
  ownTests: (recorded) => {
    it("maps the fields of recorded rows", () => {
      const { "/itsm/users": users = [], "/itsm/tickets": tickets = [] } = recorded().firstLists
      expect(countBy(users, "status")).toEqual({ ACTIVE: 100 })
      expect(users.filter(({ email }) => email === null)).toHaveLength(3)
      expect(countBy(tickets, "type")).toEqual({ incident: 2, change_request: 104 })
      expect(countBy(tickets, "status")).toEqual({ OPEN: 28, IN_REVIEW: 61, TODO: 3, IN_PROGRESS: 1, CLOSED: 13 })
      expect(countBy(tickets, "priority")).toEqual({ CRITICAL: 3, HIGH: 24, MEDIUM: 35, LOW: 44 })
      const incidents = tickets.filter(({ type }) => type === "incident")
      const form = `${recorded().replay.url}/nav_to.do?uri=incident.do`
      expect(incidents.every(({ url }) => url.startsWith(form))).toBe(true)
      expect(incidents.every(({ created_by_user_id, closed_at }) => created_by_user_id && closed_at)).toBe(true)
    })

    it("reads page by page", () => {
      const urls = recorded().requests.map(({ url }) => url)
      // 100 users and 104 change requests, forty a page.
      for (const table of ["sys_user", "change_request"]) {
        const path = `/api/now/table/${table}?`
        expect(urls.filter((url) => url.startsWith(path) && url.includes("ORDERBYsys_id"))).toHaveLength(3)
      }
    })

    it("shows in its status which other instances rows name, because the set stays open behind a custom domain", async () => {
      const { replay, status, sync } = recorded()
      const foreign = "globex.service-now.com"
      const [page] = VendorReplay.recorded("servicenow").filter(({ path }) => path.endsWith("/incident"))
      const body = JSON.parse(JSON.stringify(page?.body).replaceAll(/https:\/\/[^/"]+/g, `https://${foreign}`))
      const named = async (): Promise<ReadonlyArray<string>> =>
        (await status()).row_tenants.map(({ tenant }: Service.Json) => tenant)
      expect(await named()).not.toContain(foreign)
      await replay.arm([{ path: "^/api/now/table/incident$", headers: { "x-total-count": "2" }, body }])
      expect((await sync()).status).toBe("SUCCESS")
      expect(await named()).toContain(foreign)
      await replay.arm([])
    })

    it("refuses credentials that the vendor refuses, as recorded", async () => {
      const { replay, service } = recorded()
      const [refusal] = VendorReplay.recorded("servicenow").filter(({ status }) => status === 401)
      await replay.arm([{ path: "^/api/now/table/sys_user$", times: 1, status: 401, body: refusal?.body }])
      const answer = await service.connect("SERVICENOW", credentials(replay.url))
      await replay.arm([])
      expect(answer.status).toBe(422)
      expect(answer.text).not.toContain("replayed-password")
    })
  }
}
