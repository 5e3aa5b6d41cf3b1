import { type Action, VendorHttp } from "@tributary/core"
import { ConnectorTest, type ScriptedVendor } from "@tributary/core/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { zendesk } from "../src/index.js"

const JOB = "5c0f2a7e-61d4-4c0b-9d55-0f3b8c2e7a11"

const { createTicket } = zendesk.actions ?? {}
if (createTicket === undefined) throw new Error("The Zendesk connector has no action createTicket")
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
  "POST /api/v2/tickets": { status: 201, body: { ticket: { id: 101, external_id: JOB } } },
  [`GET /api/v2/tickets?external_id=${JOB}`]: { body: { tickets: [{ id: 101, external_id: JOB }] } }
}

const always = (outcome: ScriptedVendor.Outcome) => [{ strikes: () => true, outcome: () => outcome }]
const replying = (status: number, body: unknown = {}) => always({ _tag: "Reply", reply: { status, body } })

const ask = (effect: ReturnType<typeof find>, faults: ReadonlyArray<ScriptedVendor.Fault> = []) =>
  ConnectorTest.runAction(zendesk, Effect.either(effect), { replies: made, faults })

describe("Zendesk's createTicket", () => {
  it("creates a ticket from every field, with one request [contract: ticket-at-the-vendor]", async () => {
    const ticket: Action.NewTicket = {
      ...plain,
      name: "The wheel\nstands still",
      type: "Incident",
      description: "No water.\nAsk Ada.",
      priority: "CRITICAL",
      assigned_user_vendor_id: "11",
      parent_ticket_vendor_id: "102",
      identifier: "case-7"
    }
    const { exit, requests } = await ConnectorTest.runAction(zendesk, create(ticket, JOB), { replies: made })
    expect(exit).toMatchObject({ _tag: "Success", value: { vendor_id: "101" } })
    expect(requests).toEqual([
      {
        method: "POST",
        url: `${ConnectorTest.BASE_URL}/api/v2/tickets`,
        body: {
          ticket: {
            subject: "The wheel stands still",
            comment: { body: "No water.\nAsk Ada." },
            external_id: JOB,
            metadata: { custom: { job_id: JOB, identifier: "case-7" } },
            type: "incident",
            priority: "urgent",
            assignee_id: 11,
            problem_id: 102
          }
        }
      }
    ])
  })

  it("sends the id of the job as the idempotency key", async () => {
    const sent: Array<unknown> = []
    const http = VendorHttp.VendorHttp.of({
      send: ({ headers }) => {
        sent.push(headers)
        return Effect.succeed({ status: 201, headers: {}, body: { ticket: { id: 101 } } })
      },
      permit: () => Effect.void,
      withoutSecrets: (link) => link,
      chooses: () => true,
      furtherBaseUrls: [],
      tenant: {
        id: Effect.succeed(null),
        covered: Effect.succeed(null),
        admit: () => Effect.void,
        seen: () => new Set()
      }
    })
    await Effect.runPromise(Effect.provideService(create(plain, JOB), VendorHttp.VendorHttp, http))
    expect(sent).toEqual([{ "idempotency-key": JOB }])
  })

  it("omits fields that are null in the ticket, and repeats the title as the first comment", async () => {
    const { requests } = await ask(create({ ...plain, priority: "UNKNOWN" }, JOB))
    const [request] = requests as ReadonlyArray<{ readonly body: { readonly ticket: object } }>
    expect(Object.keys(request?.body.ticket ?? {})).toEqual(["subject", "comment", "external_id", "metadata"])
    expect(request?.body.ticket).toMatchObject({ comment: { body: "The wheel stands still" } })
  })

  it("finds its ticket by the external id, and takes no other one for it", async () => {
    expect((await ask(find(JOB))).exit).toMatchObject({ value: { right: { vendor_id: "101" } } })
    expect((await ask(find(JOB), replying(200, { tickets: [] }))).exit).toMatchObject({ value: { right: null } })
    const other = replying(200, { tickets: [{ id: 102, external_id: null }] })
    expect((await ask(find(JOB), other)).exit).toMatchObject({ value: { left: { _tag: "BadPayload" } } })
  })

  it.each<readonly [string, ReadonlyArray<ScriptedVendor.Fault>, string]>([
    ["500", replying(500), "ServerError"],
    ["no answer", always({ _tag: "Hang" }), "ServerError"],
    ["a dropped connection", always({ _tag: "Drop" }), "ServerError"],
    ["429", replying(429), "RateLimited"],
    ["401", replying(401), "Unauthorized"],
    ["409", replying(409), "ServerError"],
    ["a malformed answer", replying(201, { ticket: {} }), "BadPayload"]
  ])("does not repeat the request after %s", async (_, faults, tag) => {
    const { exit, requests } = await ask(create(plain, JOB), faults)
    expect(exit).toMatchObject({ value: { left: { _tag: tag, endpoint: "/api/v2/tickets" } } })
    expect(requests).toHaveLength(1)
  })

  it("names the fields that Zendesk refuses, but not their values", async () => {
    const refusal = replying(422, {
      error: "RecordInvalid",
      description: "Record validation errors",
      details: { assignee: [{ description: "Assignee 'secret plan' is invalid" }], "a b": [] }
    })
    const { exit } = await ask(create(plain, JOB), refusal)
    expect(exit).toMatchObject({ value: { left: { detail: "answered 422: invalid fields: assignee" } } })
  })

  it.each<readonly [Partial<Action.NewTicket>, string]>([
    [{ project_vendor_id: "10" }, "Zendesk has no projects: leave project_vendor_id out"],
    [{ type: "Bug" }, "Zendesk has no such type of ticket: use one of problem, incident, question, task"],
    [
      { type: "task", parent_ticket_vendor_id: "102" },
      "only an incident of Zendesk can be part of another ticket: leave type out, or set it to incident"
    ],
    [
      { assigned_user_vendor_id: "ada" },
      "ids of Zendesk are numbers: correct assigned_user_vendor_id or parent_ticket_vendor_id"
    ]
  ])("fails without a request when no ticket can match %j", async (more, detail) => {
    const { exit, requests } = await ask(create({ ...plain, ...more }, JOB))
    expect([exit, requests]).toMatchObject([{ value: { left: { _tag: "ClientError", detail } } }, []])
  })
})
