import type { HealthName } from "../../contract/Health.js"
import type { Outcome, Reply } from "../vendor/ScriptedVendor.js"

/** A fault that strikes one request of a list, and the health that must follow. */
export interface Injection {
  readonly name: string
  readonly times: number
  readonly outcome: (reply: Reply) => Outcome
  /** Which request of the list it strikes: the first, or the last (of a later page). */
  readonly at: "first" | "last"
  readonly health: HealthName
  /** What must follow where the list is a lookup, if it is something else: what may not be read stays null. */
  readonly lookupHealth?: HealthName
  /** True where a list below a row can mean that the row has gone: what must follow has checks of its own then. */
  readonly isGone?: true
}

/** Longer than any client should wait within one run. */
export const FOR_EVER = Number.POSITIVE_INFINITY

export const replying = (reply: Reply): Outcome => ({ _tag: "Reply", reply })

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (): Outcome =>
    replying({ status: code, headers, body: { error: "injected by the test kit" } })

const hang = (): Outcome => ({ _tag: "Hang" })
const drop = (): Outcome => ({ _tag: "Drop" })
const truncated = (normal: Reply) => replying({ ...normal, text: JSON.stringify(normal.body ?? []).slice(0, -1) })
const html = () => replying({ text: "<!doctype html><title>Sign in</title>", headers: { "content-type": "text/html" } })
const otherForm = () => replying({ body: { unexpected: "form" } })

/** THE table of injected faults and of the health that must follow. */
export const injections: ReadonlyArray<Injection> = [
  { name: "401 at the start", times: FOR_EVER, outcome: status(401), at: "first", health: "UNAUTHORIZED" },
  { name: "401 in mid-run", times: FOR_EVER, outcome: status(401), at: "last", health: "UNAUTHORIZED" },
  {
    name: "403",
    times: FOR_EVER,
    outcome: status(403),
    at: "first",
    health: "UNAUTHORIZED",
    lookupHealth: "HEALTHY"
  },
  {
    name: "404",
    times: FOR_EVER,
    outcome: status(404),
    at: "first",
    health: "VENDOR_CLIENT_ERROR",
    lookupHealth: "HEALTHY",
    isGone: true
  },
  {
    name: "429 with Retry-After, once",
    times: 1,
    outcome: status(429, { "retry-after": "7" }),
    at: "last",
    health: "HEALTHY"
  },
  { name: "429 without headers, twice", times: 2, outcome: status(429), at: "last", health: "HEALTHY" },
  { name: "429 for ever", times: FOR_EVER, outcome: status(429), at: "last", health: "RATE_LIMIT_EXCEEDED" },
  { name: "503, twice", times: 2, outcome: status(503), at: "last", health: "HEALTHY" },
  { name: "500 for ever", times: FOR_EVER, outcome: status(500), at: "last", health: "VENDOR_SERVER_ERROR" },
  { name: "no answer, once", times: 1, outcome: hang, at: "last", health: "HEALTHY" },
  { name: "no answer for ever", times: FOR_EVER, outcome: hang, at: "last", health: "VENDOR_SERVER_ERROR" },
  { name: "dropped connection, once", times: 1, outcome: drop, at: "last", health: "HEALTHY" },
  { name: "dropped connection for ever", times: FOR_EVER, outcome: drop, at: "last", health: "VENDOR_SERVER_ERROR" },
  { name: "truncated JSON", times: FOR_EVER, outcome: truncated, at: "last", health: "INTERNAL_ERROR" },
  { name: "HTML instead of JSON", times: FOR_EVER, outcome: html, at: "last", health: "INTERNAL_ERROR" },
  { name: "JSON of another form", times: FOR_EVER, outcome: otherForm, at: "last", health: "INTERNAL_ERROR" }
]
