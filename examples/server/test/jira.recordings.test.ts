import { jira } from "@tributary/connector-jira"
import type { Connector } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "./Service.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Jira answers, from the vendor to the API"
  : "real Jira answers (skipped: no recordings beside this checkout)"

const gateway = "/ex/jira/07779958-e747-4285-ad18-0f5252a97bff"

/** Projects alone were recorded in the form that the connector asks for, behind Atlassian's gateway. */
const recordedOnly: Connector.Connector = {
  ...jira,
  check: "/rest/api/3/project/search?maxResults=1",
  exports: { itsm_projects: jira.exports.itsm_projects ?? [] }
}

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let vendor: VendorReplay.VendorReplay
  let service: Service.Service
  let connection: string

  const credentials = () => ({
    base_url: `${vendor.url}${gateway}`,
    email: "replayed@acme.example",
    api_token: "replayed-token"
  })

  beforeAll(async () => {
    vendor = await VendorReplay.start("jira", "jira", 2)
    service = await Service.start({ connectors: [recordedOnly] })
    const created = await service.connect("JIRA", credentials())
    expect(created.status, created.text).toBe(201)
    connection = created.body.id
  })

  afterAll(async () => {
    await service?.stop()
    vendor?.stop()
  })

  it("serves the recorded project, rejects nothing, and changes nothing in a second run", async () => {
    const first = await service.sync(connection)
    expect(first).toMatchObject({ status: "SUCCESS", data_exports: [{ rejected: 0, health: "HEALTHY", held_back: 0 }] })
    const projects = await service.walk(connection, "/itsm/projects")
    expect(projects).toMatchObject([{ key: "KAN", vendor_id: "10000", vendor: "JIRA" }])
    const second = await service.sync(connection)
    expect(second.data_exports[0]).toMatchObject({ created: 0, changed: 0, deleted: 0, unchanged: 1 })
    expect(await service.walk(connection, "/itsm/projects")).toEqual(projects)
    expect((await vendor.journal()).filter(({ method, how }) => method !== "GET" || how === "unmatched")).toEqual([])
  })

  it("refuses credentials that Jira refuses, with its recorded answer", async () => {
    await vendor.arm([{ path: "/project/search$", times: 1, status: 401, body: "Basic authentication is deprecated." }])
    const answer = await service.connect("JIRA", credentials())
    await vendor.arm([])
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain("replayed-token")
  })
})

const bodies = (path: RegExp): ReadonlyArray<VendorReplay.Recorded["body"]> =>
  VendorReplay.recorded("jira")
    .filter((exchange) => exchange.status === 200 && path.test(exchange.path))
    .map(({ body }) => body)

/** What was recorded at older or single addresses, as the lists that the connector asks for. */
const recordedRows = () => {
  const [users = []] = bodies(/\/users$/)
  const issues = [...bodies(/\/3\/search$/).flatMap((body) => body.issues), ...bodies(/\/issue\/[^/]+$/)]
  const projects = bodies(/\/project$/).flat()
  const replies: ConnectorTest.Replies = {
    "GET /rest/api/3/users/search": { body: users },
    [`GET /rest/api/3/users/search?startAt=${users.length}`]: { body: [] },
    "GET /rest/api/3/project/search": { body: { values: projects, total: projects.length, isLast: true } },
    "GET /rest/api/3/search/jql": { body: { issues, isLast: true } }
  }
  return { replies, users, issues, projects }
}

describe.skipIf(!VendorReplay.isAvailable)(`${title}: rows that were recorded at other addresses`, () => {
  it("become records, every one of them", async () => {
    const { replies, users, issues, projects } = recordedRows()
    const { exports } = jira
    const { itsm_comments: _, ...lists } = exports
    const report = await ConnectorTest.run({ ...jira, exports: lists }, { replies })
    expect([report.health.name, report.rejections]).toEqual(["HEALTHY", []])
    const { itsm_user = [], itsm_project = [], itsm_ticket = [] } = report.records
    expect([users.length, projects.length, issues.length]).toEqual([11, 1, 7])
    expect([itsm_user.length, itsm_project.length, itsm_ticket.length]).toEqual([11, 1, 7])
    const accounts = itsm_user.map(({ vendor_attributes }) => (vendor_attributes as Service.Answer["body"]).data)
    expect(accounts.filter(({ accountType }) => accountType === "app")).toHaveLength(9)
    expect(itsm_user.filter(({ email }) => email !== null)).toHaveLength(1)
    expect(itsm_ticket.map(({ status }) => status)).toEqual([...Array(6).fill("TODO"), "RESOLVED"])
    expect(itsm_ticket.map(({ priority }) => priority)).toEqual([...Array(6).fill("MEDIUM"), "HIGH"])
    expect(itsm_ticket.filter(({ description }) => description === null)).toHaveLength(2)
    expect(itsm_ticket.every(({ project_id, created_by_user_id }) => project_id && created_by_user_id)).toBe(true)
    expect(itsm_ticket.every(({ assigned_user_id }) => assigned_user_id === null)).toBe(true)
  })

  it("have no comments to ask for", async () => {
    const { replies, issues } = recordedRows()
    const known = issues.filter(({ fields }) => fields.comment !== undefined)
    const search = { "GET /rest/api/3/search/jql": { body: { issues: known, isLast: true } } }
    const only = { itsm_comments: jira.exports.itsm_comments ?? [] }
    const report = await ConnectorTest.run({ ...jira, exports: only }, { replies: { ...replies, ...search } })
    expect(report.health.name).toBe("HEALTHY")
    expect([known.length, report.requests.length]).toEqual([2, 1])
  })
})
