import type { HealthName } from "../../../contract/Health.js"
import { json } from "../../../decode/Json.js"
import { type AnswerErrors, type ErrorMeaning, namesOf, toVendorError } from "../../../http/answer/AnswerErrors.js"
import * as VendorError from "../../../http/VendorError.js"
import type { Outcome, Reply } from "../../vendor/ScriptedVendor.js"

/** A fault that the kit injects, and the health that must follow. */
export interface InjectedFault {
  readonly name: string
  /** How many requests it strikes. */
  readonly times: number
  readonly outcome: (reply: Reply) => Outcome
  /** Which request of a list it strikes: the first one, or the last one (of a later page, if the list is paged). */
  readonly at: "first" | "last"
  /**
   * Where it is injected.
   *
   * - `all lists`: the SDK recovers from it, so one run in which it strikes every list proves it for each of them.
   * - `each list`: it fails the export. The connector's own code can change that (its `classify`, its pagination's
   *   `isAbsent`, a wrapped stream), so the kit injects it into each list separately.
   */
  readonly reach: "all lists" | "each list"
  readonly health: HealthName
  /** The health if it strikes before the vendor has given a good answer, so that the address may be wrong; the same by default. */
  readonly healthAtFirst?: HealthName
  /** True if it refuses a list; what must follow for a lookup, `LookupChecks` says. */
  readonly isRefusal?: true
  /** True if it can mean, for a list below a row, that the row was deleted; what must follow, `ChildListChecks` says. */
  readonly isGone?: true
}

/** Strikes every request, so that no retry helps. */
export const EVERY_TIME = Number.POSITIVE_INFINITY

export const replying = (reply: Reply): Outcome => ({ _tag: "Reply", reply })

/** An answer with this status, and a body that says who sent it. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (): Outcome =>
    replying({ status: code, headers, body: { error: "injected by the test kit" } })

const hang = (): Outcome => ({ _tag: "Hang" })
const drop = (): Outcome => ({ _tag: "Drop" })
const truncated = (normal: Reply) => {
  const { body = [], decoder = json } = normal
  return replying({ ...normal, bytes: decoder.write(body).slice(0, -1) })
}
const html = () => replying({ text: "<!doctype html><title>Sign in</title>", headers: { "content-type": "text/html" } })
const withBody = ({ decoder }: Reply, body: unknown) =>
  replying({ body, ...(decoder === undefined ? {} : { decoder }) })
const otherForm = (normal: Reply) => withBody(normal, { unexpected: "form" })

type Row = Omit<InjectedFault, "name" | "times" | "at"> & Partial<Pick<InjectedFault, "times" | "at">>

const fault = (name: string, row: Row): InjectedFault => ({ name, times: EVERY_TIME, at: "last", ...row })

/** Every fault that the kit injects, and the health that must follow. */
export const faults: ReadonlyArray<InjectedFault> = [
  fault("401 at the start", { outcome: status(401), at: "first", reach: "each list", health: "UNAUTHORIZED" }),
  fault("401 mid-run", { outcome: status(401), reach: "each list", health: "UNAUTHORIZED" }),
  fault("403", {
    outcome: status(403),
    at: "first",
    reach: "each list",
    health: "UNAUTHORIZED",
    isRefusal: true
  }),
  fault("404", {
    outcome: status(404),
    at: "first",
    reach: "each list",
    health: "VENDOR_CLIENT_ERROR",
    isRefusal: true,
    isGone: true
  }),
  fault("429 with Retry-After, once", {
    outcome: status(429, { "retry-after": "7" }),
    times: 1,
    reach: "all lists",
    health: "HEALTHY"
  }),
  fault("429 without headers, twice", { outcome: status(429), times: 2, reach: "all lists", health: "HEALTHY" }),
  fault("429 on every attempt", { outcome: status(429), reach: "each list", health: "RATE_LIMIT_EXCEEDED" }),
  fault("503, twice", { outcome: status(503), times: 2, reach: "all lists", health: "HEALTHY" }),
  fault("500 on every attempt", { outcome: status(500), reach: "each list", health: "VENDOR_SERVER_ERROR" }),
  fault("no response, once", { outcome: hang, times: 1, reach: "all lists", health: "HEALTHY" }),
  fault("no response to any attempt", { outcome: hang, reach: "each list", health: "VENDOR_SERVER_ERROR" }),
  fault("connection dropped, once", { outcome: drop, times: 1, reach: "all lists", health: "HEALTHY" }),
  fault("connection dropped on every attempt", { outcome: drop, reach: "each list", health: "VENDOR_SERVER_ERROR" }),
  fault("HTML instead of data, once", { outcome: html, times: 1, reach: "all lists", health: "HEALTHY" }),
  fault("truncated data", { outcome: truncated, reach: "each list", health: "VENDOR_SERVER_ERROR" }),
  fault("HTML instead of data", {
    outcome: html,
    reach: "each list",
    health: "VENDOR_SERVER_ERROR",
    healthAtFirst: "UNAUTHORIZED"
  }),
  fault("data of an unexpected shape", { outcome: otherForm, reach: "each list", health: "VENDOR_SERVER_ERROR" })
]

/** The healths that may follow a fault, whichever request of its run it strikes. */
export const healthsOf = ({ health, healthAtFirst = health }: InjectedFault): ReadonlyArray<HealthName> => [
  ...new Set([health, healthAtFirst])
]

/** A body with a value at a path such as `errors[].extensions.code`. */
const bodyWith = (path: string, value: string): unknown =>
  namesOf(path).reduceRight<unknown>((inner, name) => {
    const isEach = name.endsWith("[]")
    return isEach ? { [name.slice(0, -2)]: [inner] } : { [name]: inner }
  }, value)

/** A code that no table has. */
export const UNKNOWN_CODE = "TRIBUTARY_UNKNOWN_CODE"

/** The answers that mean that something is not there, or may not be read, rather than that the vendor failed. */
const REFUSALS = [403, 404, 410]
const GONE = [404, 410]

const healthOf = (means: ErrorMeaning): HealthName => {
  const error = toVendorError(means, { endpoint: "", status: 200, detail: "" }, null)
  return error === null ? "HEALTHY" : VendorError.healthOf(error)
}

/** Whether an error means that the vendor failed. */
export const isOutage = (means: ErrorMeaning): boolean => healthOf(means) === "VENDOR_SERVER_ERROR"

/** Whether an error means that something may not be read, or is not there. */
const isRefusal = (means: ErrorMeaning): boolean =>
  means === "plan" || (typeof means === "number" && REFUSALS.includes(means))

/** Answers with 200 that report an error: one for each meaning in the connector's table, and one with a code that the table lacks. */
export const reportedFaults = (
  errors: AnswerErrors | undefined,
  decoder: Reply["decoder"]
): ReadonlyArray<InjectedFault> => {
  if (errors === undefined) return []
  const { at, codes, otherwise = 500 } = errors
  const [path = ""] = [at].flat()
  const codeOf = new Map(
    [...Object.entries(codes), [UNKNOWN_CODE, otherwise] as const].reverse().map(([code, means]) => [means, code])
  )
  return [...codeOf].flatMap(([means, code]) =>
    means === "ok"
      ? []
      : [
          fault(`200 with the error ${code}`, {
            outcome: () => withBody(decoder === undefined ? {} : { decoder }, bodyWith(path, code)),
            reach: "each list",
            health: healthOf(means),
            ...(isRefusal(means) ? { isRefusal: true } : {}),
            ...(typeof means === "number" && GONE.includes(means) ? { isGone: true } : {})
          })
        ]
  )
}
