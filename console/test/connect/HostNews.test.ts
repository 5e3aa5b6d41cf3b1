import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import type { ErrorCode } from "../../src/api/schemas.generated.js"
import * as Flow from "../../src/connect/Flow.js"
import * as HostNews from "../../src/connect/HostNews.js"
import * as Sample from "./Sample.js"

const failure = (code: ErrorCode) =>
  ({ is: "api", status: 409, code, message: "", detail: [], retryAfterSecs: null }) as const
const missed = (code: ErrorCode): Flow.Event => ({ is: "missed", failure: failure(code) })
const failed = (code: ErrorCode): Flow.Event => ({ is: "failed", failure: failure(code), now: 0 })
const away: Flow.Event = { is: "failed", failure: { is: "network" }, now: 0 }

const consent = { state: "AWAITED", authorize_url: "https://vendor.example", problem: null } as const
const stored: Flow.Event = { is: "stored", connection: Sample.connection() }
const given: Flow.Event = { is: "polled", connection: Sample.connection({ consent: { ...consent, state: "GIVEN" } }) }
const form: Flow.Event = { is: "viewed", view: Sample.view() }
const sent: ReadonlyArray<Flow.Event> = [
  form,
  { is: "typed", name: "site", value: "acme" },
  { is: "typed", name: "token", value: "s3cret" },
  { is: "submitted" }
]
const storing: ReadonlyArray<Flow.Event> = [
  ...sent,
  { is: "tested", test: { is_valid: true, message: "", data_export_types: [], problems: [] } }
]
const waiting: ReadonlyArray<Flow.Event> = [...storing, { is: "stored", connection: Sample.connection({ consent }) }]
/** The page was loaded again after it has stored a connection. */
const again: Flow.Event = { is: "viewed", view: Sample.view({ state: "CONSENT_AWAITED" }) }

/** What happens on the page, by the row of the README that says what the product hears of it. */
const visits: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Flow.Event>>>>> = {
  "The connection is stored, and a consent that it needs is given.": {
    "at once": [...storing, stored],
    "after a consent": [...waiting, given],
    "and found after the page was loaded again": [again, stored],
    "and its session ends": [...storing, stored, missed("CONNECT_SESSION_EXPIRED")]
  },
  "The customer closes the page before the consent.": {
    "while it is awaited": waiting,
    "while no answer comes": [...waiting, { is: "missed", failure: { is: "network" } }]
  },
  "The session ends before the consent: after an hour, or because you revoke the link.": {
    "after an hour": [...waiting, missed("CONNECT_SESSION_EXPIRED")],
    "because it is revoked": [...waiting, missed("CONNECT_SESSION_INVALID")]
  },
  "The connection is deleted before the consent.": {
    "while it is awaited": [...waiting, missed("CONNECTION_NOT_FOUND")],
    "and the page is loaded again": [again, failed("CONNECTION_NOT_FOUND")]
  },
  "Nothing is stored: the link does not open, nothing can be connected, or the customer gives up.": {
    "the link does not open for now": [away],
    "the link was opened elsewhere": [failed("CONNECT_LINK_OPENED")],
    "the link has expired": [failed("CONNECT_SESSION_EXPIRED")],
    "there is nothing to connect": [{ is: "viewed", view: Sample.view({ connectors: [] }) }],
    "the form is open": [form],
    "the credentials are checked": sent,
    "the session ends at the form": [...sent, failed("CONNECT_SESSION_EXPIRED")],
    "the link is revoked at the form": [...sent, failed("CONNECT_SESSION_INVALID")],
    "too many credentials have failed": [...sent, failed("TOO_MANY_FAILED_CHECKS")],
    "the session was used without a connection": [again, failed("NOT_CONNECTED")]
  },
  "The customer closes the page before the answer to the request that stores the connection.": {
    "while it is on its way": storing,
    "after it was lost": [...storing, away],
    "after the page was loaded again": [again]
  },
  // The package tells these two without the page: `connect/test/Embedding.test.ts`.
  "You close the dialog, or remove the frame.": {},
  "The page is not shown.": {}
}

const readme = readFileSync(fileURLToPath(new URL("../../../connect/README.md", import.meta.url)), "utf8")

/** What the README says of `onDone`, by what happens. */
const documented = new Map(
  (/\| What happens \|.*\n.*\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? "")
    .trim()
    .split("\n")
    .map((row) => {
      const [, what = "", done = ""] = row.split("|").map((cell) => cell.trim())
      return [what, done] as const
    })
)

/** What arrives at the product: while the page is open, and once the customer has closed it. */
const heard = (done: string): ReadonlyArray<string | null> => {
  const status = /^`(\w+)`/.exec(done)?.[1] ?? null
  return [done.endsWith("at once") ? status : null, status]
}

describe("what the product hears of an end", () => {
  it("is documented for each", () => {
    expect([...documented.keys()]).toEqual(Object.keys(visits))
  })

  for (const [what, ways] of Object.entries(visits)) {
    for (const [how, events] of Object.entries(ways)) {
      it(`is what the README says: ${what} ${how}`, () => {
        const began = Flow.begin({ hasLink: true, hasSession: false, isFramed: true })
        const state = events.reduce(Flow.next, began)
        const told = (["open", "closing"] as const).map((page) => HostNews.doneOf(state, page))
        expect(told.map((done) => done?.status ?? null)).toEqual(heard(documented.get(what) ?? ""))
        for (const done of told) expect(done?.connection_id ?? "connection").toBe("connection")
      })
    }
  }
})
