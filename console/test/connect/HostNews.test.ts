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
/** The page was loaded again, and its tab knows which connection waited. */
const reloaded = { waiting: "connection" }
/** The page was loaded again after it has stored a connection. */
const again: Flow.Event = { is: "viewed", view: Sample.view({ state: "CONSENT_AWAITED" }) }

/** What happens on the page, by the row of the README that says what the product hears of it. */
const visits: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Flow.Event | typeof reloaded>>>>> = {
  "The connection is stored, and a consent that it needs is given.": {
    "at once": [...storing, stored],
    "after a consent": [...waiting, given],
    "and found after the page was loaded again": [again, stored],
    "and its session ends": [...storing, stored, missed("CONNECT_SESSION_EXPIRED")]
  },
  "The customer closes the page before the consent, with its button, Escape or the Back of a telephone.": {
    "while it is awaited": waiting,
    "while no answer comes": [...waiting, { is: "missed", failure: { is: "network" } }],
    "while it is loaded again": [reloaded],
    "while it does not load again": [reloaded, away]
  },
  "The session ends before the consent: after an hour, or because you revoke the link.": {
    "after an hour": [...waiting, missed("CONNECT_SESSION_EXPIRED")],
    "because it is revoked": [...waiting, missed("CONNECT_SESSION_INVALID")],
    "while the page is away, which is then loaded again": [reloaded, failed("CONNECT_SESSION_EXPIRED")],
    "because it is revoked, after which the page is loaded again": [reloaded, failed("CONNECT_SESSION_INVALID")]
  },
  "The connection is deleted before the consent.": {
    "while it is awaited": [...waiting, missed("CONNECTION_NOT_FOUND")],
    "while the page is away": [reloaded, failed("CONNECTION_NOT_FOUND")],
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

/** What the README says of both functions, by what happens. */
const documented = new Map(
  (/\| What happens \|.*\n.*\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? "")
    .trim()
    .split("\n")
    .map((row) => {
      const [, what = "", done = "", close = ""] = row.split("|").map((cell) => cell.trim())
      return [what, { done, close }] as const
    })
)

/** Whether the product hears of the connection while the page is open. */
const isAtOnce = (done: string): boolean => done.endsWith("at once")

/** The status that arrives at the product; null if none does. */
const statusOf = (done: string): string | null => /^`(\w+)`/.exec(done)?.[1] ?? null

/** What the product hears when the customer closes the page. */
const heardAtTheEnd = (done: string, close: string): ReadonlyArray<string> => {
  const isEarlier = isAtOnce(done) || statusOf(done) === null
  const words = {
    "when the customer closes the page": ["close"],
    "right after that": ["done", "close"],
    "at once": ["close"]
  }
  const said = words[close as keyof typeof words]
  if (said === undefined || said.includes("done") === isEarlier) throw new Error(`The README says: ${done}, ${close}.`)
  return said
}

describe("what the product hears of an end", () => {
  it("is documented for each", () => {
    expect([...documented.keys()]).toEqual(Object.keys(visits))
  })

  for (const [what, ways] of Object.entries(visits)) {
    const { close, done } = documented.get(what) ?? { close: "", done: "" }
    for (const [how, events] of Object.entries(ways)) {
      it(`is what the README says: ${what} ${how}`, () => {
        const [first] = events
        const options = { hasLink: true, hasSession: first === reloaded, isFramed: true }
        const began = Flow.begin(first === reloaded ? { ...options, ...reloaded } : options)
        const state = events.flatMap((event) => ("is" in event ? [event] : [])).reduce(Flow.next, began)
        const [open, closing] = (["open", "closing"] as const).map((page) => HostNews.doneOf(state, page))
        const status = statusOf(done)
        expect([open?.status ?? null, closing?.status ?? null]).toEqual([isAtOnce(done) ? status : null, status])
        for (const told of [open, closing]) expect(told?.connection_id ?? "connection").toBe("connection")
        const last = HostNews.closing(state, open !== null)
        expect(last.map(({ type }) => type)).toEqual(heardAtTheEnd(done, close))
        // The product knows as much if the customer closes the page from there.
        expect(HostNews.waitingOf(state)).toBe(status === "pending" ? "connection" : null)
      })
    }
  }
})
