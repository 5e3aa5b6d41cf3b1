import { Option } from "effect"
import type * as Errors from "../../../api/parts/Errors.js"
import { KEY_HEADER } from "../../../api/parts/Idempotency.js"
import { properties } from "../../../api/parts/Parameter.js"
import { CONNECTION_HEADER } from "../../../api/parts/Security.js"
import { KEY_PREFIX } from "../../../store/accounts/ApiKeys.js"
import type { Incoming } from "../request/Incoming.js"

/** What an error shows instead of a value that may be a secret, or that has parts. */
export const REDACTED = "[redacted]"

/** How many characters of a value an error repeats. */
const MAX_INPUT = 256

/** How many values of a repeated parameter an error repeats. */
const MAX_VALUES = 20

/** Headers whose value is no secret. */
const shownHeaders: ReadonlySet<string> = new Set([CONNECTION_HEADER, KEY_HEADER])

/** The only field whose parts are secret. */
const CREDENTIALS = "credentials"

const bodies = new WeakMap<Incoming, unknown>()

/** Keeps the body of a request for the errors about it, as long as the request itself is kept. */
export const keepBody = (incoming: Incoming, body: unknown): void => void bodies.set(incoming, body)

/** A caller may send its key in the wrong place. */
const isShown = (text: string): boolean => !text.includes(KEY_PREFIX)

const clipped = (text: string): string => text.slice(0, MAX_INPUT).toWellFormed()

const shown = (value: unknown): unknown => {
  if (value === undefined || value === null) return null
  if (typeof value === "string") return isShown(value) ? clipped(value) : REDACTED
  return typeof value === "object" ? REDACTED : value
}

const inQuery = (query: URLSearchParams, name: string): unknown => {
  const [only = null, ...more] = query.getAll(name)
  return more.length === 0 ? shown(only) : query.getAll(name).slice(0, MAX_VALUES).map(shown)
}

const hasOwn = (value: unknown, name: string): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)

const inBody = (incoming: Incoming, field: string, rest: ReadonlyArray<string>): unknown => {
  const schema = Option.flatten(Option.fromNullable(incoming.match?.route.endpoint?.payloadSchema))
  const declared = Option.match(schema, { onNone: () => [], onSome: properties })
  if (field === CREDENTIALS || !declared.some(({ name }) => name === field)) return REDACTED
  let value = bodies.get(incoming)
  for (const name of [field, ...rest]) value = hasOwn(value, name) ? value[name] : null
  return shown(value)
}

/** What the request has at a place where something is wrong; null if it has nothing there. */
const at = (incoming: Incoming, [part, name = "", ...rest]: Errors.Mistake["loc"]): unknown => {
  const { headers, match, query } = incoming
  switch (part) {
    case "path":
      return shown(match?.path[name])
    case "query":
      return match?.route.parameters.has(name) === true ? inQuery(query, name) : REDACTED
    case "header":
      return shownHeaders.has(name) ? shown(headers[name.toLowerCase()]) : REDACTED
    case "body":
      return inBody(incoming, name, rest)
    default:
      return null
  }
}

/** The mistakes with what the request has in their places, as far as that is no secret. */
export const added = (detail: ReadonlyArray<Errors.Mistake>, incoming: Incoming): ReadonlyArray<Errors.ErrorDetail> =>
  detail.map((mistake) => ({ ...mistake, input: at(incoming, mistake.loc) }))
