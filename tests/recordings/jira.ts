import { jira as connector } from "@tributary/connector-jira"
import type { ConnectorTest } from "@tributary/core/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import * as ScriptedServer from "../support/vendor/ScriptedServer.js"
import { connect, type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const cloudId = "07779958-e747-4285-ad18-0f5252a97bff"
const gateway = `/ex/jira/${cloudId}`

const credentials = (base_url: string) => ({ base_url, email: "replayed@acme.example", api_token: "replayed-token" })

/** A second page, which nobody recorded, for a fault between the two. */
const firstOfTwo = (values: ReadonlyArray<unknown>) => ({
  path: "/project/search$",
  times: 1,
  body: { values, startAt: 0, maxResults: 1, total: 2, isLast: false }
})

const project = VendorReplay.firstRow("jira", /\/project\/search$/)

/** A Jira site behind Atlassian's gateway: only projects were recorded in the form that the connector asks for. */
export const jira: RecordedVendor = {
  name: "Jira",
  connector,
  credentials: (replay) => credentials(`${replay}${gateway}`),
  replay: {
    profile: "jira",
    recordings: "jira",
    page: 2,
    stand: [
      { path: "/myself$", body: {} },
      { path: "/_edge/tenant_info$", body: { cloudId } },
      { path: "/serverInfo$", body: { baseUrl: "https://acme.atlassian.net" } },
      { path: "/users/search$", body: [] },
      { path: "/group/bulk$", body: { values: [], startAt: 0, total: 0, isLast: true } },
      { path: "/search/jql$", body: { issues: [], isLast: true } }
    ]
  },
  counts: { "/itsm/projects": 1 },
  // It names the site, and its address.
  polls: /\/serverInfo$/,
  fault: replayFault([firstOfTwo([project]), { path: "/project/search$", status: 403, body: {} }], {
    name: "UNAUTHORIZED"
  }),
  foreignPage: replayFault(
    [
      firstOfTwo([project]),
      {
        path: "/project/search$",
        body: {
          values: [{ ...project, id: "2", self: "https://globex.atlassian.net/rest/api/3/project/2" }],
          startAt: 1,
          maxResults: 1,
          total: 2,
          isLast: true
        }
      }
    ],
    refusedAt("/rest/api/3/project/search", "itsm_projects")
  ),
  ownTests: (recorded) => {
    it("maps the fields of recorded rows", () => {
      const { "/itsm/projects": projects } = recorded().firstLists
      expect(projects).toMatchObject([
        { key: "KAN", vendor_id: "10000", vendor: "JIRA", url: "https://acme.atlassian.net/browse/KAN" }
      ])
    })

    it("refuses credentials that the vendor refuses, as recorded", async () => {
      const { replay, service } = recorded()
      await replay.arm([{ path: "/myself$", times: 1, status: 401, body: "Basic authentication is deprecated." }])
      const answer = await service.connect("JIRA", credentials(`${replay.url}${gateway}`))
      await replay.arm([])
      expect(answer.status).toBe(422)
      expect(answer.text).not.toContain("replayed-token")
    })
  }
}

const bodies = (path: RegExp): ReadonlyArray<VendorReplay.Recorded["body"]> =>
  VendorReplay.recorded("jira")
    .filter((exchange) => exchange.status === 200 && path.test(exchange.path))
    .map(({ body }) => body)

/** Rows recorded at older or single addresses, as the lists that the connector asks for. */
const recordedRows = () => {
  const [users = []] = bodies(/\/users$/)
  const issues = [...bodies(/\/3\/search$/).flatMap((body) => body.issues), ...bodies(/\/issue\/[^/]+$/)]
  const projects = bodies(/\/project$/).flat()
  const replies: ConnectorTest.Replies = {
    "GET /rest/api/3/myself": { body: {} },
    // They are from three sites; nobody recorded one to which all belong.
    "GET /_edge/tenant_info": { status: 404 },
    "GET /rest/api/3/serverInfo": { status: 404 },
    "GET /rest/api/3/users/search?startAt=0": { body: users },
    "GET /rest/api/3/users/search?startAt=200": { body: [] },
    "GET /rest/api/3/users/search?startAt=400": { body: [] },
    // Nobody recorded groups.
    "GET /rest/api/3/group/bulk": { body: { values: [], startAt: 0, total: 0, isLast: true } },
    "GET /rest/api/3/project/search": { body: { values: projects, total: projects.length, isLast: true } },
    "GET /rest/api/3/search/jql": { body: { issues, isLast: true } },
    "GET /rest/api/3/search/jql?fields=comment": {
      body: { issues: issues.filter(({ fields }) => fields.comment !== undefined), isLast: true }
    }
  }
  return { replies, users, issues, projects }
}

/** Registers the tests for the rows of those addresses. */
export const formerJiraRows = (service: () => Service.Service): void => {
  describe("Jira, with rows recorded at other addresses", () => {
    let vendor: ScriptedServer.ScriptedServer
    let connection: string
    let firstJob: Service.Json

    const walk = (path: string) => service().walk(connection, path)
    const lists = () => Promise.all([walk("/itsm/users"), walk("/itsm/projects"), walk("/itsm/tickets")])

    beforeAll(async () => {
      vendor = await ScriptedServer.start(recordedRows().replies)
      const connected = await connect(service(), "JIRA", credentials(vendor.url))
      connection = connected.connection
      firstJob = connected.firstJob
    })

    afterAll(() => vendor?.stop())

    it("stores a record for each recorded row", async () => {
      const { users, issues, projects } = recordedRows()
      expect(firstJob).toMatchObject({ status: "SUCCESS" })
      for (const one of firstJob.data_exports) expect(one).toMatchObject({ health: "HEALTHY", rejected: 0 })
      const [itsmUsers, itsmProjects, tickets] = await lists()
      expect([users.length, projects.length, issues.length]).toEqual([11, 1, 7])
      expect([itsmUsers.length, itsmProjects.length, tickets.length]).toEqual([11, 1, 7])
      const accounts = itsmUsers.map(({ vendor_attributes }) => vendor_attributes.data)
      expect(accounts.filter(({ accountType }) => accountType === "app")).toHaveLength(9)
      expect(itsmUsers.filter(({ email }) => email !== null)).toHaveLength(1)
      expect(tickets.map(({ status }) => status).toSorted()).toEqual(["RESOLVED", ...Array(6).fill("TODO")])
      expect(tickets.map(({ priority }) => priority).toSorted()).toEqual(["HIGH", ...Array(6).fill("MEDIUM")])
      expect(tickets.filter(({ description }) => description === null)).toHaveLength(2)
      // The tickets of other sites name projects and users that nobody recorded with them.
      expect(tickets.every(({ project_id, created_by_user_id }) => project_id && created_by_user_id)).toBe(true)
      expect(tickets.every(({ assigned_user_id }) => assigned_user_id === null)).toBe(true)
      // The rank of an issue is a custom field.
      expect(tickets.every(({ vendor_data }) => vendor_data.fields.customfield_10019 !== undefined)).toBe(true)
      expect(tickets.every(({ vendor_data_omitted }) => vendor_data_omitted === null)).toBe(true)
    })

    it("stores no comments and no attachments, because the rows have none", async () => {
      expect(await walk("/itsm/comments")).toEqual([])
      expect(await walk("/itsm/attachments")).toEqual([])
      expect(vendor.asked().filter(({ key }) => key === null)).toEqual([])
    })

    it("changes nothing in a second job", async () => {
      const before = await lists()
      const job = await service().sync(connection)
      for (const one of job.data_exports) expect(one).toMatchObject({ created: 0, changed: 0, deleted: 0 })
      expect(await lists()).toEqual(before)
    })
  })
}
