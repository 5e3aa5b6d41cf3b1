import { describe, expect, it } from "vitest"
import type { Failure } from "../../src/api/Failure.js"
import type { ConnectSessionTest } from "../../src/api/schemas.generated.js"
import * as Flow from "../../src/connect/Flow.js"
import * as Sample from "./Sample.js"

const began = Flow.begin({ hasLink: true, hasSession: false, isFramed: false })

const after = (state: Flow.State, ...events: ReadonlyArray<Flow.Event>) => events.reduce(Flow.next, state)

const viewed = (view = Sample.view()) => after(began, { is: "continued" }, { is: "viewed", view })
const two = Sample.view({ connectors: [Sample.connector("ACME"), Sample.connector("GLOBEX")] })

const typed = (name: string, value: string): Flow.Event => ({ is: "typed", name, value })
const filled = after(viewed(), typed("site", "acme"), typed("token", "s3cret"))
const submitted = after(filled, { is: "submitted" })

const failureOf = (code: string): Extract<Failure, { is: "api" }> => ({
  is: "api",
  status: 409,
  code,
  message: "",
  detail: [],
  retryAfterSecs: null
})
const refusal = (code: string, more: Partial<Extract<Failure, { is: "api" }>> = {}): Flow.Event => ({
  is: "failed",
  now: 1_000,
  failure: { ...failureOf(code), ...more }
})
const network: Flow.Event = { is: "failed", now: 0, failure: { is: "network" } }

const live = after(submitted, { is: "stored", connection: Sample.connection() })
const awaited = { state: "AWAITED", authorize_url: "https://vendor.example", problem: null } as const
const consenting = after(submitted, { is: "stored", connection: Sample.connection({ consent: awaited }) })
const missed = (code: string): Flow.Event => ({ is: "missed", failure: failureOf(code) })

const tested = (is_valid: boolean): Flow.Event => ({
  is: "tested",
  test: { is_valid, message: "", data_export_types: [], problems: [] } satisfies ConnectSessionTest
})

describe("a link", () => {
  it("is opened by a click, by a frame, or because the tab has opened it before", () => {
    expect(began).toMatchObject({ screen: { is: "welcome" }, request: null })
    expect(Flow.next(began, { is: "continued" })).toMatchObject({ screen: { is: "opening" }, request: { is: "open" } })
    for (const [hasLink, hasSession, isFramed] of [
      [true, false, true],
      [false, true, false],
      [true, true, true]
    ] as const) {
      expect(Flow.begin({ hasLink, hasSession, isFramed }).request).toEqual({ is: "open" })
    }
    expect(Flow.begin({ hasLink: false, hasSession: false, isFramed: true }).screen).toEqual({
      is: "end",
      ending: "noLink"
    })
  })

  it("leads to the list, to the form of the only tool, to the connection that is renewed, or to what is stored", () => {
    expect(viewed(two).screen).toEqual({ is: "catalogue" })
    expect(viewed()).toMatchObject({ screen: { is: "form" }, vendor: "ACME" })
    expect(viewed(Sample.renewing())).toMatchObject({ screen: { is: "form" }, vendor: "ACME" })
    for (const view of [Sample.view({ connectors: [] }), Sample.view({ blocked: "The account is full." })]) {
      expect(viewed(view).screen).toEqual({ is: "end", ending: "nothing" })
    }
    expect(viewed(Sample.view({ state: "CONNECTED" })).request).toEqual({ is: "look" })
    expect(viewed(Sample.view({ state: "CONSENT_AWAITED" })).request).toEqual({ is: "look" })
  })

  it("that does not open can be tried again, unless the answer says that it never will", () => {
    const opening = after(began, { is: "continued" })
    const failed = after(opening, network)
    expect(failed).toMatchObject({ screen: { is: "opening" }, request: null, trouble: { failure: { is: "network" } } })
    expect(after(failed, { is: "retried" })).toMatchObject({ request: { is: "open" }, trouble: null })
    // The link is still of use, so nothing is forgotten.
    for (const passing of [network, refusal("TOO_MANY_REQUESTS", { status: 429 }), refusal("STORE_BUSY")]) {
      expect(Flow.isOver(after(opening, passing))).toBe(false)
    }
    for (const [code, ending] of [
      ["CONNECT_LINK_OPENED", "opened"],
      ["CONNECT_SESSION_EXPIRED", "expired"],
      ["CONNECT_SESSION_INVALID", "invalid"]
    ] as const) {
      const ended = after(opening, refusal(code))
      expect(ended).toMatchObject({ screen: { is: "end", ending }, request: null })
      expect(Flow.isOver(ended)).toBe(true)
    }
  })
})

describe("a frame in which the browser lets the page keep nothing", () => {
  const forgetful = (options: Partial<Parameters<typeof Flow.begin>[0]>) =>
    Flow.begin({ hasLink: true, hasSession: false, isFramed: true, isForgetful: true, ...options })

  it("says what happened when it is loaded again, whether the address still has the token or not", () => {
    expect(forgetful({ hasLink: false }).screen).toEqual({ is: "end", ending: "forgotten" })
    const opening = forgetful({})
    expect(opening.request).toEqual({ is: "open" })
    const ended = after(opening, refusal("CONNECT_LINK_OPENED"))
    expect(ended.screen).toEqual({ is: "end", ending: "forgotten" })
    expect(Flow.isOver(ended)).toBe(true)
    expect(after(opening, refusal("CONNECT_SESSION_EXPIRED")).screen).toEqual({ is: "end", ending: "expired" })
  })
})

describe("a form", () => {
  it("keeps what was entered for each tool", () => {
    const state = after(
      viewed(two),
      { is: "chose", vendor: "ACME" },
      typed("site", "acme"),
      { is: "wentBack" },
      { is: "chose", vendor: "GLOBEX" },
      typed("site", "globex"),
      { is: "wentBack" },
      { is: "chose", vendor: "ACME" }
    )
    expect(Flow.draftOf(state)?.values).toEqual({ site: "acme" })
    expect(Flow.canGoBack(state)).toBe(true)
    expect(Flow.canGoBack(viewed())).toBe(false)
  })

  it("that is wrong is not sent, and says each time where", () => {
    const wrong = after(viewed(), typed("site", "ACME!"), { is: "submitted" })
    expect(wrong).toMatchObject({
      request: null,
      refusals: 1,
      problems: { site: { is: "pattern", example: "acme" }, token: { is: "missing" } }
    })
    expect(after(wrong, typed("site", "acme")).problems).toEqual({ token: { is: "missing" } })
    expect(after(wrong, { is: "submitted" }).refusals).toBe(2)
  })

  it("needs a type of data, unless it renews a connection", () => {
    const none = after(filled, { is: "toggled", type: "idp" }, { is: "toggled", type: "devices" })
    expect(after(none, { is: "submitted" })).toMatchObject({
      request: null,
      problems: { [Flow.TYPES]: { is: "missing" } }
    })
    expect(after(none, { is: "submitted" }, { is: "toggled", type: "idp" }).problems).toEqual({})
    expect(after(none, { is: "toggled", type: "idp_audit_logs" }, { is: "submitted" }).request).toEqual({ is: "test" })
    const renewing = Sample.renewing()
    const readingNothing = renewing.connection && { ...renewing.connection, data_export_types: [] }
    for (const connection of [renewing.connection, readingNothing]) {
      expect(after(viewed({ ...renewing, connection }), { is: "submitted" }).request).toEqual({ is: "test" })
    }
  })

  it("is tested first, and connected at once if everything can be read", () => {
    expect(submitted.request).toEqual({ is: "test" })
    expect(after(submitted, tested(true)).request).toEqual({ is: "connect" })
    const partly = after(submitted, tested(false))
    expect(partly).toMatchObject({ screen: { is: "result" }, request: null })
    expect(after(partly, { is: "insisted" })).toMatchObject({ screen: { is: "result" }, request: { is: "connect" } })
    expect(after(partly, { is: "wentBack" }).screen).toEqual({ is: "form" })
    // Nobody leaves while something is on its way, and what went wrong is said at the form.
    const insisted = after(partly, { is: "insisted" })
    expect(after(insisted, { is: "wentBack" })).toBe(insisted)
    expect(after(insisted, network)).toMatchObject({ screen: { is: "form" }, request: null })
    expect(after(partly, { is: "submitted" }).request).toEqual({ is: "test" })
  })

  it("with a consent is connected without a test, because the vendor asks first", () => {
    const other: Flow.Event = { is: "choseWay", authType: "OAUTH2_AUTHORIZATION_CODE" }
    expect(after(viewed(), other, { is: "submitted" }).request).toEqual({ is: "connect" })
    // What was wrong was so of the other way.
    for (const wrong of [after(viewed(), { is: "submitted" }), after(submitted, network)]) {
      expect(after(wrong, other)).toMatchObject({ problems: {}, trouble: null })
    }
  })

  it("is sent once, however often it is clicked", () => {
    expect(after(submitted, { is: "submitted" })).toBe(submitted)
    expect(after(submitted, { is: "insisted" })).toBe(submitted)
    expect(after(submitted, { is: "wentBack" })).toBe(submitted)
  })

  it("shows what the API says at the fields that it names, and keeps everything", () => {
    const detail = [
      { loc: ["body", "credentials", "token"], msg: "A wrong token.", type: "x", ctx: {}, input: null },
      { loc: ["body", "credentials"], msg: "Another tenant.", type: "x", ctx: {}, input: null }
    ]
    const refused = after(submitted, refusal("CREDENTIALS_MALFORMED", { status: 422, detail }))
    expect(refused).toMatchObject({
      screen: { is: "form" },
      request: null,
      problems: { token: { is: "said", text: "A wrong token." } },
      trouble: { said: ["Another tenant."], until: null }
    })
    expect(Flow.draftOf(refused)?.values).toEqual({ site: "acme", token: "s3cret" })
    expect(after(refused, { is: "submitted" })).toMatchObject({ request: { is: "test" }, trouble: null })
  })

  it("waits as long as the server says, from when it says so", () => {
    expect(after(submitted, refusal("TOO_MANY_REQUESTS", { retryAfterSecs: 12 })).trouble?.until).toBe(13_000)
    expect(after(submitted, refusal("CONNECTOR_STOPPED")).trouble?.until).toBe(61_000)
    expect(after(submitted, refusal("CREDENTIALS_REJECTED")).trouble?.until).toBeNull()
  })
})

describe("a session", () => {
  it("ends with what ended it", () => {
    for (const [code, ending] of [
      ["CONNECT_SESSION_EXPIRED", "expired"],
      ["CONNECT_SESSION_INVALID", "revoked"],
      ["CONNECTION_NOT_FOUND", "deleted"],
      ["TOO_MANY_FAILED_CHECKS", "locked"]
    ] as const) {
      expect(after(submitted, refusal(code)).screen).toEqual({ is: "end", ending })
    }
  })

  it("that is used shows what it has stored, because the answer that said so can be lost", () => {
    const looking = after(submitted, refusal("CONNECT_SESSION_USED"))
    expect(looking.request).toEqual({ is: "look" })
    expect(after(looking, { is: "stored", connection: Sample.connection() }).screen).toMatchObject({ is: "live" })
    expect(after(looking, refusal("NOT_CONNECTED")).screen).toEqual({ is: "end", ending: "used" })
  })

  it("waits for a consent until it is given, whatever a visit said", () => {
    expect(consenting.screen).toMatchObject({ is: "consent" })
    const refused = after(consenting, {
      is: "polled",
      connection: Sample.connection({ consent: { ...awaited, problem: "No." } })
    })
    expect(refused.screen).toMatchObject({ is: "consent", connection: { consent: { problem: "No." } } })
    const given = after(refused, {
      is: "polled",
      connection: Sample.connection({ consent: { ...awaited, state: "GIVEN" } })
    })
    expect(given.screen).toMatchObject({ is: "live" })
    expect(after(refused, missed("CONNECT_SESSION_EXPIRED")).screen).toEqual({ is: "end", ending: "expired" })
  })

  it("that has ended leaves the stored connection on the screen, unless that is deleted", () => {
    expect(Flow.isOver(live)).toBe(false)
    for (const [code, stale] of [
      ["CONNECT_SESSION_EXPIRED", "expired"],
      ["CONNECT_SESSION_INVALID", "revoked"]
    ] as const) {
      const ended = after(live, missed(code))
      expect(ended).toMatchObject({ screen: { is: "live" }, stale })
      expect(Flow.isOver(ended)).toBe(true)
    }
    const deleted = after(live, missed("CONNECTION_NOT_FOUND"))
    expect(deleted.screen).toEqual({ is: "end", ending: "deleted" })
    expect(Flow.isOver(deleted)).toBe(true)
  })

  it("goes on if questions are not answered, or refused for now, and says so after three in a row until one is answered", () => {
    const away: Flow.Event = { is: "missed", failure: { is: "network" } }
    const busy = missed("STORE_BUSY")
    for (const asking of [live, consenting]) {
      const { screen } = asking
      if (screen.is !== "live" && screen.is !== "consent") throw new Error("No connection is asked for.")
      const polled: Flow.Event = { is: "polled", connection: screen.connection }
      const isUnanswered = (...events: ReadonlyArray<Flow.Event>) => Flow.isUnanswered(after(asking, ...events))
      expect(after(asking, away, busy, away)).toMatchObject({ screen, stale: null })
      expect([isUnanswered(away, busy), isUnanswered(away, busy, away)]).toEqual([false, true])
      expect(isUnanswered(away, busy, away, polled)).toBe(false)
      expect(isUnanswered(away, away, polled, away, away)).toBe(false)
      // The end of the session is said instead.
      expect(isUnanswered(away, away, away, missed("CONNECT_SESSION_EXPIRED"))).toBe(false)
    }
  })

  it("keeps no secret once the connection is stored, nor when nothing can be stored any more", () => {
    expect(Flow.draftOf(submitted)?.values).toMatchObject({ token: "s3cret" })
    for (const state of [live, after(submitted, refusal("CONNECT_SESSION_EXPIRED"))]) {
      expect(JSON.stringify(state)).not.toContain("s3cret")
    }
  })

  it("that may be opened again is not over: what keeps it from connecting may pass", () => {
    const blocked = viewed(Sample.view({ blocked: "The account is full." }))
    expect([blocked.screen.is, Flow.isOver(blocked)]).toEqual(["end", false])
  })

  it("renews what has worked before, and not what waits for its first consent", () => {
    const renews = (view: Parameters<typeof viewed>[0]) => Flow.isRenewal(viewed(view))
    expect([Sample.view(), Sample.renewing("PENDING"), Sample.renewing("PAUSED")].map(renews)).toEqual([
      false,
      false,
      true
    ])
  })

  it("does not become a renewal because the tab is loaded again after the first consent", () => {
    const renews = (isFirst: boolean, state: "CONNECTED" | "OPENED") => {
      const again = Flow.begin({ hasLink: false, hasSession: true, isFramed: false, isFirst })
      return Flow.isRenewal(after(again, { is: "viewed", view: { ...Sample.renewing("ACTIVE"), state } }))
    }
    expect([renews(false, "CONNECTED"), renews(true, "CONNECTED")]).toEqual([true, false])
    // Somebody else has consented before this session has stored anything.
    expect(renews(true, "OPENED")).toBe(true)
    // This is what the tab keeps.
    expect([viewed(Sample.renewing("PENDING")).isFirst, viewed(Sample.renewing("ACTIVE")).isFirst]).toEqual([
      true,
      false
    ])
  })
})
