import * as Result from "../../Result.js"
import * as Timestamp from "../../Timestamp.js"
import type { Fault, Replies, Reply } from "../vendor/ScriptedVendor.js"
import type { Exchange, ExchangeRequest } from "./Exchange.js"
import { REDACTED } from "./Redaction.js"

/** The exchanges of a recording as a script for the scripted vendor. */
export interface Script {
  /** The last answer to each request. */
  readonly replies: Replies
  /** The earlier answers to a request that was sent more than once, such as a poll or a retry; each is given once, in order. */
  readonly earlier: ReadonlyArray<Fault>
}

/** A text that is an instant, such as the beginning of a log, which depends on when the recording was made. */
const isInstant = (value: unknown): boolean => typeof value === "string" && Result.isSuccess(Timestamp.normalize(value))

/** A request names what a replay sends again: a credential or an instant in it differs. */
const isKept = (value: unknown): boolean => !JSON.stringify(value ?? null).includes(REDACTED) && !isInstant(value)

const keptFields = (body: unknown): Readonly<Record<string, unknown>> =>
  body === null || typeof body !== "object" || Array.isArray(body)
    ? {}
    : Object.fromEntries(Object.entries(body).filter(([, value]) => isKept(value)))

/** The key of `Replies` for a recorded request: its method, path and parameters, and the fields of a JSON body. */
export const keyOf = ({ body, method, path, query }: ExchangeRequest): string => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value.slice(0, 1))
      .filter(isKept)
      .map((text): [string, string] => [name, text])
  )
  const search = new URLSearchParams(parameters).toString()
  const fields = keptFields(body)
  const named = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`
  return `${method} ${path}${search === "" ? "" : `?${search}`}${named}`
}

const replyOf = ({ body, headers, status, text }: Exchange["response"]): Reply =>
  text === undefined ? { status, headers, body } : { status, headers, text }

/** The script that answers as the vendor did. */
export const scriptOf = (exchanges: ReadonlyArray<Exchange>): Script => {
  const answers = new Map<string, ReadonlyArray<Reply>>()
  for (const { request, response } of exchanges) {
    const key = keyOf(request)
    answers.set(key, [...(answers.get(key) ?? []), replyOf(response)])
  }
  const replies = Object.fromEntries([...answers].flatMap(([key, all]) => all.slice(-1).map((last) => [key, last])))
  const earlier = [...answers].flatMap(([key, all]) =>
    all.slice(0, -1).map(
      (reply): Fault => ({
        strikes: (request) => request.key === key,
        times: 1,
        outcome: () => ({ _tag: "Reply", reply })
      })
    )
  )
  return { replies, earlier }
}
