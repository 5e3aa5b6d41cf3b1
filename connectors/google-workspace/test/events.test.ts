import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { googleWorkspace } from "../src/index.js"
import { suspicious } from "./fixtures/events.js"
import { replies } from "./fixtures/replies.js"

/*
 * Nobody recorded these lists for this connector. The logs were checked against Google's reference of activities and its appendices of events,
 * Invictus' published set of Google Workspace logs, and the samples of Elastic's integration; the alerts against Google's reference, Google's
 * generated client for Node.js, and the samples of Cortex XSOAR's G Suite Security Alert Center and of Microsoft Sentinel's connector.
 */

const whole = ConnectorTest.run(googleWorkspace, { replies })

const eventsOf = async () => {
  const { records } = await whole
  return new Map((records["idp_audit_event"] ?? []).map((event) => [event["vendor_id"], event]))
}

describe("Google Workspace audit events", () => {
  it("have every field that the Reports API provides", async () => {
    const { records } = await whole
    const failed = (await eventsOf()).get("login/2024-05-22T08:30:00.000Z/-22")
    expect(failed).toEqual({
      id: expect.any(String),
      event_type: "login_failure",
      category: "login",
      description: null,
      outcome: "FAILURE",
      outcome_reason: "login_failure_invalid_password",
      severity: null,
      occurred_at: "2024-05-22T08:30:00.000Z",
      actor: {
        id: records["idp_user"]?.[1]?.["id"],
        vendor_id: "100000000000000000002",
        type: "USER",
        name: null,
        email: "grace@acme.example"
      },
      targets: null,
      client: {
        ip_address: "192.0.2.7",
        user_agent: null,
        device: null,
        location: { city: null, state: "GB-LDS", country: "GB" }
      },
      session_id: null,
      request_id: null,
      vendor: "GOOGLE_WORKSPACE",
      vendor_id: "login/2024-05-22T08:30:00.000Z/-22",
      vendor_data: {
        vendor: "GOOGLE_WORKSPACE",
        events: expect.any(Array),
        id: { customerId: "C046psxkn" },
        networkInfo: { ipAsn: [64500] }
      },
      vendor_data_omitted: null
    })
  })

  it("are one for each activity, with the events of all of them, although the ids of two logs are equal", async () => {
    const events = await eventsOf()
    expect(events.size).toBe(7)
    expect(events.get("admin/2024-05-21T08:30:00.000Z/21")).toMatchObject({
      event_type: "CREATE_USER",
      outcome: "SUCCESS",
      targets: [
        { vendor_id: null, type: "user", name: "grace@acme.example" },
        { vendor_id: null, type: "group", name: "research@acme.example" },
        { vendor_id: null, type: "user", name: "grace@acme.example" }
      ],
      vendor_data: { events: [{ name: "CREATE_USER" }, { name: "ADD_USER_TO_GROUP" }] }
    })
  })

  it("are read on behind an empty page, and fail with a sentence if Google sends its token again", async () => {
    const path = "/admin/reports/v1/activity/users/all/applications/login"
    const empty = (next?: string) => ({
      body: { kind: "admin#reports#activities", ...(next === undefined ? {} : { nextPageToken: next }) }
    })
    const [first = "", second = ""] = Object.keys(replies).filter((key) => key.startsWith(`GET ${path}`))
    const token = new URL(second.slice("GET ".length), "https://admin.googleapis.com").searchParams.get("pageToken")
    const around = await ConnectorTest.run(googleWorkspace, {
      replies: {
        ...replies,
        [first]: { body: { ...(replies[first]?.body as object), nextPageToken: "between" } },
        [`GET ${path}?pageToken=between`]: empty(token ?? "")
      }
    })
    expect(around.failures).toEqual([])
    expect(around.records["idp_audit_event"]).toHaveLength((await eventsOf()).size)
    const again = await ConnectorTest.run(googleWorkspace, { replies: { ...replies, [second]: empty(token ?? "") } })
    expect(again.failures).toMatchObject([
      { endpoint: path, health: "VENDOR_SERVER_ERROR", detail: expect.stringContaining("repeated a page token") }
    ])
    expect(again.requests.filter(({ url }) => url.includes(path)).length).toBeLessThan(5)
  })

  it("name the application of a token, a key as the actor, and no outcome of what is no end", async () => {
    const events = await eventsOf()
    expect(events.get("token/2024-05-21T08:30:00.000Z/21")).toMatchObject({
      event_type: "authorize",
      targets: [{ vendor_id: "1.apps.googleusercontent.com", type: "application", name: "Acme Calendar" }]
    })
    expect(events.get("admin/2024-05-20T08:30:00.000Z/20")).toMatchObject({
      actor: { id: null, vendor_id: null, type: "KEY", name: "SYSTEM", email: null },
      client: null
    })
    expect(events.get("login/2024-05-20T08:30:00.000Z/20")).toMatchObject({ outcome: "UNKNOWN", actor: null })
  })

  it("are read again for a day, or for an hour in the administrators' log, because Google reports them late", () => {
    const [log] = googleWorkspace.exports["idp_audit_logs"] ?? []
    expect(log?.lookbackSecs).toBe(86_400)
  })
})

describe("Google Workspace alerts", () => {
  it("have every field that the Alert Center provides", async () => {
    const [first] = (await whole).records["idp_alert"] ?? []
    expect(first).toEqual({
      id: expect.any(String),
      title: "Suspicious login",
      description: null,
      severity: "LOW",
      vendor_severity: "LOW",
      status: "NEW",
      vendor_status: "NOT_STARTED",
      category: "Suspicious login",
      detected_at: "2024-05-20T08:00:00.000Z",
      last_updated_at: "2024-05-20T08:30:00.000Z",
      user_id: null,
      user_vendor_id: null,
      user_name: "grace@acme.example",
      application_id: null,
      application_vendor_id: null,
      ip_address: "192.0.2.7",
      location: null,
      url: "https://admin.google.com/ac/investigate?alert=1",
      vendor: "GOOGLE_WORKSPACE",
      vendor_id: "alert-1",
      vendor_data: expect.objectContaining({ vendor: "GOOGLE_WORKSPACE", source: "Google identity" }),
      vendor_data_omitted: null
    })
  })

  it("are resolved when they are closed, and suppressed when they are deleted", async () => {
    const [, closed, deleted] = (await whole).records["idp_alert"] ?? []
    expect(closed).toMatchObject({ status: "RESOLVED", severity: "HIGH", user_name: null, ip_address: null })
    expect(deleted).toMatchObject({ status: "SUPPRESSED", severity: "UNKNOWN", url: null })
  })

  it("come from the host of the Alert Center, in a delta the last updated one first, until one that was updated before", async () => {
    const { deltas, stored } = await whole
    const since = "2024-05-22T08:00:00.000Z"
    const { requests } = await ConnectorTest.run(googleWorkspace, { replies, stored, deltas, since })
    const asked = requests.map(({ url }) => new URL(url)).filter(({ host }) => host === "alertcenter.googleapis.com")
    expect(asked.map(({ searchParams }) => searchParams.get("orderBy"))).toEqual(["updateTime desc", "updateTime desc"])
  })

  it("are none if Google answers with an empty object, but not if it answers with another one", async () => {
    const key = "GET /v1beta1/alerts?orderBy=createTime asc"
    const run = (body: unknown) => ConnectorTest.run(googleWorkspace, { replies: { ...replies, [key]: { body } } })
    expect(await run({})).toMatchObject({ failures: [] })
    expect(await run({ alert: suspicious })).toMatchObject({ failures: [{ health: "VENDOR_SERVER_ERROR" }] })
  })
})
