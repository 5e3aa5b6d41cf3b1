import type { Action } from "@tributary/core"
import { ConnectorTest, type ScriptedVendor } from "@tributary/core/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { servicenow } from "../src/index.js"

const JOB = "5c0f2a7e-61d4-4c0b-9d55-0f3b8c2e7a11"
const INCIDENT = "/api/now/table/incident"

const { createTicket } = servicenow.actions ?? {}
if (createTicket === undefined) throw new Error("The ServiceNow connector has no action createTicket")
const { create, find } = createTicket

const plain: Action.NewTicket = {
  name: "The wheel stands still",
  project_vendor_id: null,
  type: null,
  type_vendor_id: null,
  description: null,
  priority: null,
  assigned_user_vendor_id: null,
  parent_ticket_vendor_id: null,
  identifier: null
}

const made: ConnectorTest.Replies = {
  [`POST ${INCIDENT}`]: { status: 201, body: { result: { sys_id: "i1" } } },
  [`GET ${INCIDENT}`]: { body: { result: [{ sys_id: "i1", correlation_id: JOB }] } }
}

const always = (outcome: ScriptedVendor.Outcome) => [{ strikes: () => true, outcome: () => outcome }]
const replying = (status: number, body: unknown = {}) => always({ _tag: "Reply", reply: { status, body } })

describe("ServiceNow's createTicket", () => {
  it("creates an incident from every field of the ticket, with one request [contract: ticket-at-the-vendor]", async () => {
    const ticket: Action.NewTicket = {
      ...plain,
      type: "Incident",
      description: "No water.\nAsk Ada.",
      priority: "HIGH",
      assigned_user_vendor_id: "u1",
      parent_ticket_vendor_id: "i2",
      identifier: "case-7"
    }
    const { exit, requests } = await ConnectorTest.runAction(servicenow, create(ticket, JOB), { replies: made })
    expect(exit).toMatchObject({ _tag: "Success", value: { vendor_id: "i1" } })
    expect(requests).toEqual([
      {
        method: "POST",
        url: `${ConnectorTest.BASE_URL}${INCIDENT}?sysparm_fields=sys_id`,
        body: {
          short_description: "The wheel stands still",
          correlation_id: JOB,
          correlation_display: "case-7",
          description: "No water.\nAsk Ada.",
          impact: "1",
          urgency: "2",
          assigned_to: "u1",
          parent_incident: "i2"
        }
      }
    ])
  })

  it("omits fields that are null in the ticket, so that ServiceNow's defaults apply", async () => {
    const ticket = { ...plain, priority: "UNKNOWN" as const }
    const { requests } = await ConnectorTest.runAction(servicenow, create(ticket, JOB), { replies: made })
    expect(requests[0]?.body).toEqual({
      short_description: "The wheel stands still",
      correlation_id: JOB,
      correlation_display: "Tributary"
    })
  })

  it("finds its incident by the correlation_id", async () => {
    const { exit, requests } = await ConnectorTest.runAction(servicenow, find(JOB), { replies: made })
    expect(exit).toMatchObject({ _tag: "Success", value: { vendor_id: "i1" } })
    const asked = new URL(requests[0]?.url ?? "").searchParams
    expect(asked.get("sysparm_query")).toBe(`correlation_id=${JOB}^ORDERBYsys_created_on`)
  })

  it("finds nothing, with one request, when there is no incident", async () => {
    const options = { replies: made, faults: replying(200, { result: [] }) }
    const { exit, requests } = await ConnectorTest.runAction(servicenow, find(JOB), options)
    expect(exit).toMatchObject({ _tag: "Success", value: null })
    expect(requests).toHaveLength(1)
  })

  it("rejects a different incident when ServiceNow ignores the condition", async () => {
    const other = replying(200, { result: [{ sys_id: "i9", correlation_id: "" }] })
    const options = { replies: made, faults: other }
    const { exit } = await ConnectorTest.runAction(servicenow, Effect.either(find(JOB)), options)
    expect(exit).toMatchObject({ value: { left: { _tag: "BadPayload", endpoint: INCIDENT } } })
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
    ["a malformed answer", replying(201, { result: {} }), "BadPayload"]
  ])("does not repeat the request after %s", async (_, faults, tag) => {
    const options = { replies: made, faults }
    const { exit, requests } = await ConnectorTest.runAction(servicenow, Effect.either(create(plain, JOB)), options)
    expect(exit).toMatchObject({ value: { left: { _tag: tag, endpoint: INCIDENT } } })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ["project", { project_vendor_id: "10" }],
    ["type", { type: "Task" }],
    ["type", { type_vendor_id: "10001" }]
  ])("refuses a %s that no incident can have, without a request", async (word, wish) => {
    const ticket = { ...plain, ...wish }
    const options = { replies: made }
    const { exit, requests } = await ConnectorTest.runAction(servicenow, Effect.either(create(ticket, JOB)), options)
    expect(exit).toMatchObject({ value: { left: { _tag: "ClientError", detail: expect.stringContaining(word) } } })
    expect(requests).toEqual([])
  })
})
