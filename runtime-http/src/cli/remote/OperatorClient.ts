// cli/remote: the commands that ask a server of the installation, with the key of an operator, instead of the database.

import { OffsetEnvelope, PlainText } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import { OPERATOR_HEADER } from "../../api/parts/Security.js"
import * as OperatorSettings from "../../OperatorSettings.js"
import type { SettingsError } from "../../RuntimeConfig.js"
import { CommandError } from "../CommandError.js"

/** The parameters of a query; those that are absent are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What goes wrong when a server is asked. */
export type Failed = CommandError | SettingsError

/** No answer takes longer: a statement of an operator may take five seconds, and an action changes a hundred connections. */
const TIMEOUT_MILLIS = 60_000

const fail = (message: string) => new CommandError({ message })

/** Why a request failed: the code of the operating system, or what the innermost error says. */
const reasonOf = (error: unknown): string => {
  let said = "an unknown reason"
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    said = cause.message
  }
  return said
}

interface Answered {
  readonly status: number
  readonly code: string | null
  readonly requestId: string | null
  readonly text: string
}

const ask = (url: string, init: RequestInit): Effect.Effect<Answered, CommandError> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        ...init,
        // A redirect would carry the key to another server.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLIS)])
      })
      return {
        status: response.status,
        code: response.headers.get("X-Error-Code"),
        requestId: response.headers.get("X-Request-Id"),
        text: await response.text()
      }
    },
    catch: (error) =>
      fail(
        `${new URL(url).origin} does not answer (${PlainText.inLine(reasonOf(error))}). Check TRIBUTARY_URL, and that a server runs there.`
      )
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an error says: a sentence, or one for each mistake. */
const detailOf = (text: string): string => {
  const body = parse(text) as { readonly detail?: unknown } | null
  const detail = body?.detail
  if (typeof detail === "string") return detail
  if (!Array.isArray(detail)) return ""
  return detail
    .map(({ loc, msg }: { readonly loc?: ReadonlyArray<string>; readonly msg?: string }) => `${loc?.at(-1)}: ${msg}`)
    .join("; ")
}

const notTributary = (url: string, status: number): CommandError =>
  fail(
    `${new URL(url).origin} answered ${status}, but not as a server of Tributary does. Check TRIBUTARY_URL: it is the address before /v1/operator.`
  )

const refused = (url: string, { code, requestId, status, text }: Answered): CommandError => {
  if (code === null) return notTributary(url, status)
  const said = PlainText.inLine(`${code}: ${detailOf(text)}`)
  const about = status === 401 || status === 403 ? " The key is that of TRIBUTARY_OPERATOR_KEY." : ""
  const request = status >= 500 && requestId !== null ? ` Request ${PlainText.inLine(requestId)}.` : ""
  return fail(`The server answered ${status} ${said}${about}${request}`)
}

const queryOf = (query: Query): string =>
  new URLSearchParams([
    ["strict", "true"],
    ...Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  ] as Array<[string, string]>).toString()

/** Asks the server of the settings, whose answer has this schema. */
export const call = <A, I>(
  schema: Schema.Schema<A, I>,
  path: string,
  { body, query = {} }: { readonly query?: Query; readonly body?: object } = {}
): Effect.Effect<A, Failed> =>
  Effect.gen(function* () {
    const { baseUrl, key } = yield* OperatorSettings.load
    const url = `${baseUrl}/operator${path}`
    const headers = { [OPERATOR_HEADER]: Redacted.value(key), Accept: "application/json" }
    const answer = yield* body === undefined
      ? ask(`${url}?${queryOf(query)}`, { headers })
      : ask(`${url}?${queryOf(query)}`, {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body: JSON.stringify(body)
        })
    if (answer.status !== 200) return yield* refused(url, answer)
    const decoded = Schema.decodeUnknownEither(schema)(parse(answer.text))
    return decoded._tag === "Right" ? decoded.right : yield* notTributary(url, answer.status)
  })

/** The most entries of one page. */
const PAGE = 500

/** The first entries of a list, at most `limit`, and how many there are in all. */
export const list = <A, I>(
  item: Schema.Schema<A, I>,
  path: string,
  query: Query,
  limit: number
): Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly total: number }, Failed> =>
  Effect.gen(function* () {
    const schema = OffsetEnvelope(item)
    const items: Array<A> = []
    for (;;) {
      const wanted = Math.min(PAGE, limit - items.length)
      const page = yield* call(schema, path, { query: { ...query, limit: wanted, offset: items.length } })
      items.push(...page.items)
      const total = page.total ?? items.length
      if (page.items.length < wanted || items.length >= limit) return { items, total: Math.max(total, items.length) }
    }
  })
