import type { Action } from "@tributary/core"
import { ConnectorTest, type ScriptedVendor } from "@tributary/core/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { jira } from "../src/index.js"

const JOB = "5c0f2a7e-61d4-4c0b-9d55-0f3b8c2e7a11"

const { createTicket } = jira.actions ?? {}
if (createTicket === undefined) throw new Error("The Jira connector has no action createTicket")
const { create, find } = createTicket

const plain: Action.NewTicket = {
  name: "The wheel stands still",
  project_vendor_id: "10",
  type: null,
  type_vendor_id: null,
  description: null,
  priority: null,
  assigned_user_vendor_id: null,
  parent_ticket_vendor_id: null,
  identifier: null
}

const made: ConnectorTest.Replies = {
  "POST /rest/api/3/issue": { status: 201, body: { id: "100", key: "MILL-1", self: "https://vendor.example/100" } },
  "GET /rest/api/3/search/jql": { body: { issues: [{ id: "100" }], isLast: true } }
}

const always = (outcome: ScriptedVendor.Outcome) => [{ strikes: () => true, outcome: () => outcome }]
const replying = (status: number, body: unknown = {}) => always({ _tag: "Reply", reply: { status, body } })

describe("Jira's createTicket", () => {
  it("creates an issue from every field of the ticket, with one request [contract: ticket-at-the-vendor]", async () => {
    const ticket: Action.NewTicket = {
      ...plain,
      name: "The wheel\nstands still",
      type: "Bug",
      description: "No water.\nAsk Ada.",
      priority: "CRITICAL",
      assigned_user_vendor_id: "ada",
      parent_ticket_vendor_id: "101",
      identifier: "case-7"
    }
    const { exit, requests } = await ConnectorTest.runAction(jira, create(ticket, JOB), { replies: made })
    expect(exit).toMatchObject({ _tag: "Success", value: { vendor_id: "100" } })
    const line = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] })
    expect(requests).toEqual([
      {
        method: "POST",
        url: `${ConnectorTest.BASE_URL}/rest/api/3/issue`,
        body: {
          fields: {
            project: { id: "10" },
            issuetype: { name: "Bug" },
            summary: "The wheel stands still",
            labels: [`tributary-${JOB}`],
            description: { version: 1, type: "doc", content: [line("No water."), line("Ask Ada.")] },
            priority: { name: "Highest" },
            assignee: { id: "ada" },
            parent: { id: "101" }
          },
          properties: [{ key: "tributary", value: { job_id: JOB, identifier: "case-7" } }]
        }
      }
    ])
  })

  it("omits fields that are null in the ticket, so that the project's defaults apply", async () => {
    const ticket = { ...plain, name: "x".repeat(300), project_vendor_id: "MILL", priority: "UNKNOWN" as const }
    const { requests } = await ConnectorTest.runAction(jira, create(ticket, JOB), { replies: made })
    const [request] = requests as ReadonlyArray<{ readonly body: { readonly fields: object } }>
    const fields = request?.body.fields ?? {}
    expect(Object.keys(fields)).toEqual(["project", "issuetype", "summary", "labels"])
    const summary = `${"x".repeat(254)}…`
    expect(fields).toMatchObject({ project: { key: "MILL" }, issuetype: { name: "Task" }, summary })
    const typed = await ConnectorTest.runAction(jira, create({ ...plain, type_vendor_id: "7" }, JOB), { replies: made })
    expect(typed.requests[0]?.body).toMatchObject({ fields: { issuetype: { id: "7" } } })
  })

  it("finds its issue by the label, with one search", async () => {
    const { exit, requests } = await ConnectorTest.runAction(jira, find(JOB), { replies: made })
    expect(exit).toMatchObject({ _tag: "Success", value: { vendor_id: "100" } })
    expect(requests).toHaveLength(1)
    const asked = new URL(requests[0]?.url ?? "").searchParams
    expect(asked.get("jql")).toBe(`labels = "tributary-${JOB}" ORDER BY created ASC`)
  })

  it("reports that it found no issue", async () => {
    const nothing = { _tag: "Reply" as const, reply: { body: { issues: [], isLast: true } } }
    const { exit, requests } = await ConnectorTest.runAction(jira, find(JOB), {
      replies: made,
      faults: always(nothing)
    })
    expect([exit, requests.length]).toMatchObject([{ _tag: "Success", value: null }, 1])
  })

  it.each<readonly [string, ReadonlyArray<ScriptedVendor.Fault>, string]>([
    ["500", replying(500), "ServerError"],
    ["503", replying(503), "ServerError"],
    ["no answer", always({ _tag: "Hang" }), "ServerError"],
    ["a dropped connection", always({ _tag: "Drop" }), "ServerError"],
    ["429", replying(429), "RateLimited"],
    ["401", replying(401), "Unauthorized"],
    ["403", replying(403), "Unauthorized"],
    ["400", replying(400), "ClientError"],
    ["a malformed answer", replying(201, { key: "MILL-1" }), "BadPayload"]
  ])("does not repeat the request after %s", async (_, faults, tag) => {
    const options = { replies: made, faults }
    const { exit, requests } = await ConnectorTest.runAction(jira, Effect.either(create(plain, JOB)), options)
    expect(exit).toMatchObject({ value: { left: { _tag: tag, endpoint: "/rest/api/3/issue" } } })
    expect(requests).toHaveLength(1)
  })

  it("names the fields that Jira refuses, but not their values", async () => {
    const refusal = replying(400, { errorMessages: [], errors: { priority: "Cannot set 'secret plan'", "a b": "?" } })
    const options = { replies: made, faults: refusal }
    const { exit } = await ConnectorTest.runAction(jira, Effect.either(create(plain, JOB)), options)
    expect(exit).toMatchObject({ value: { left: { detail: "answered 400: invalid fields: priority" } } })
  })

  it("fails without a request when the ticket has no project", async () => {
    const ticket = { ...plain, project_vendor_id: null }
    const { exit, requests } = await ConnectorTest.runAction(jira, Effect.either(create(ticket, JOB)), {
      replies: made
    })
    expect(exit).toMatchObject({
      value: { left: { _tag: "ClientError", detail: "Jira needs a project: set project_vendor_id" } }
    })
    expect(requests).toEqual([])
  })
})
