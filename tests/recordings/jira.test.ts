import { jira } from "@tributary/connector-jira"
import type { Connector } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ConnectedService from "../support/ConnectedService.js"
import * as ScriptedServer from "../support/ScriptedServer.js"
import type * as Service from "../support/Service.js"
import { describeRecorded, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const gateway = "/ex/jira/07779958-e747-4285-ad18-0f5252a97bff"

const credentials = (base_url: string) => ({ base_url, email: "replayed@acme.example", api_token: "replayed-token" })

/** Projects alone were recorded in the form that the connector asks for, behind Atlassian's gateway. */
const recordedOnly: Connector.Connector = {
  ...jira,
  check: "/rest/api/3/project/search?maxResults=1",
  exports: { itsm_projects: jira.exports.itsm_projects ?? [] }
}

/** A second page, which was not recorded, for a fault between the two. */
const firstOfTwo = (values: ReadonlyArray<unknown>) => ({
  path: "/project/search$",
  times: 1,
  body: { values, startAt: 0, maxResults: 1, total: 2, isLast: false }
})

const recordedProjects = (): ReadonlyArray<unknown> =>
  VendorReplay.recorded("jira").find(({ path }) => path.endsWith("/project/search"))?.body.values ?? []

describeRecorded(
  {
    name: "Jira",
    connector: recordedOnly,
    credentials: (replay) => credentials(`${replay}${gateway}`),
    profile: "jira",
    recordings: "jira",
    page: 2,
    counts: { "/itsm/projects": 1 },
    fault: {
      ...replayFault({ path: "", status: 403 }, { name: "UNAUTHORIZED" }),
      strike: ({ replay }) =>
        replay.arm([firstOfTwo(recordedProjects()), { path: "/project/search$", status: 403, body: {} }])
    }
  },
  (recorded) => {
    it("keep what they say", async () => {
      const { "/itsm/projects": projects } = await recorded().lists()
      expect(projects).toMatchObject([{ key: "KAN", vendor_id: "10000", vendor: "JIRA" }])
    })

    it("refuse credentials as they were recorded to", async () => {
      const { replay, service } = recorded()
      await replay.arm([
        { path: "/project/search$", times: 1, status: 401, body: "Basic authentication is deprecated." }
      ])
      const answer = await service.connect("JIRA", credentials(`${replay.url}${gateway}`))
      await replay.arm([])
      expect(answer.status).toBe(422)
      expect(answer.text).not.toContain("replayed-token")
    })
  }
)

const bodies = (path: RegExp): ReadonlyArray<VendorReplay.Recorded["body"]> =>
  VendorReplay.recorded("jira")
    .filter((exchange) => exchange.status === 200 && path.test(exchange.path))
    .map(({ body }) => body)

/** What was recorded at older or single addresses, as the lists that the connector asks for. */
const recordedRows = () => {
  const [users = []] = bodies(/\/users$/)
  const issues = [...bodies(/\/3\/search$/).flatMap((body) => body.issues), ...bodies(/\/issue\/[^/]+$/)]
  const projects = bodies(/\/project$/).flat()
  const withField = (field: string) => ({
    body: { issues: issues.filter(({ fields }) => fields[field] !== undefined), isLast: true }
  })
  const replies: ConnectorTest.Replies = {
    "GET /rest/api/3/myself": { body: {} },
    "GET /rest/api/3/users/search": { body: users },
    [`GET /rest/api/3/users/search?startAt=${users.length}`]: { body: [] },
    // Groups were not recorded.
    "GET /rest/api/3/group/bulk": { body: { values: [], startAt: 0, total: 0, isLast: true } },
    "GET /rest/api/3/project/search": { body: { values: projects, total: projects.length, isLast: true } },
    "GET /rest/api/3/search/jql": { body: { issues, isLast: true } },
    "GET /rest/api/3/search/jql?fields=comment": withField("comment"),
    "GET /rest/api/3/search/jql?fields=attachment": withField("attachment")
  }
  return { replies, users, issues, projects }
}

const { folder, reason } = VendorReplay.material

describe.skipIf(folder === null)(`real Jira rows, recorded at other addresses${reason}`, () => {
  let vendor: ScriptedServer.ScriptedServer
  let connected: ConnectedService.ConnectedService

  type Items = ReadonlyArray<Service.Answer["body"]>
  const lists = async (): Promise<readonly [Items, Items, Items]> =>
    Promise.all([connected.walk("/itsm/users"), connected.walk("/itsm/projects"), connected.walk("/itsm/tickets")])

  beforeAll(async () => {
    vendor = await ScriptedServer.start(recordedRows().replies)
    connected = await ConnectedService.start(ConnectedService.readingAll(jira), credentials(vendor.url))
  })

  afterAll(async () => {
    await connected?.service.stop()
    vendor?.stop()
  })

  it("become records through the service, every one of them", async () => {
    const { users, issues, projects } = recordedRows()
    expect(connected.firstJob).toMatchObject({ status: "SUCCESS" })
    for (const one of connected.firstJob.data_exports) expect(one).toMatchObject({ health: "HEALTHY", rejected: 0 })
    const [itsmUsers, itsmProjects, tickets] = await lists()
    expect([users.length, projects.length, issues.length]).toEqual([11, 1, 7])
    expect([itsmUsers.length, itsmProjects.length, tickets.length]).toEqual([11, 1, 7])
    const accounts = itsmUsers.map(({ vendor_attributes }) => vendor_attributes.data)
    expect(accounts.filter(({ accountType }) => accountType === "app")).toHaveLength(9)
    expect(itsmUsers.filter(({ email }) => email !== null)).toHaveLength(1)
    expect(tickets.map(({ status }) => status).toSorted()).toEqual(["RESOLVED", ...Array(6).fill("TODO")])
    expect(tickets.map(({ priority }) => priority).toSorted()).toEqual(["HIGH", ...Array(6).fill("MEDIUM")])
    expect(tickets.filter(({ description }) => description === null)).toHaveLength(2)
    // The tickets of other sites name projects and users that were not recorded with them.
    expect(tickets.every(({ project_id, created_by_user_id }) => project_id && created_by_user_id)).toBe(true)
    expect(tickets.every(({ assigned_user_id }) => assigned_user_id === null)).toBe(true)
  })

  it("have no comments and no attachments to ask for", async () => {
    expect(await connected.walk("/itsm/comments")).toEqual([])
    expect(await connected.walk("/itsm/attachments")).toEqual([])
    expect(vendor.asked().filter(({ key }) => key === null)).toEqual([])
  })

  it("change nothing in a second job", async () => {
    const before = await lists()
    const job = await connected.sync()
    for (const one of job.data_exports) expect(one).toMatchObject({ created: 0, changed: 0, deleted: 0 })
    expect(await lists()).toEqual(before)
  })
})
