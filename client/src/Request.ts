import type { Operation } from "./Operation.js"
import type { Settings } from "./Settings.js"

/** A request, as `fetch` and other HTTP clients take it. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The JSON text of the body; null for none. */
  readonly body: string | null
}

/** The parameters of an operation, by name. */
export type Parameters = Readonly<Record<string, unknown>>

/** Commas separate the values of a list, so a value that contains a comma or a quote is quoted. */
const quoted = (value: string): string => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((each) => quoted(String(each))).join(",") : String(value)

const filled = (path: string, parameters: Parameters): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    // An empty segment would lead to another operation.
    if (value === undefined || value === null || value === "") throw new TypeError(`The parameter ${name} is missing.`)
    return encodeURIComponent(String(value))
  })

const withoutTrailingSlashes = (address: string): string => {
  let end = address.length
  while (address.charAt(end - 1) === "/") end -= 1
  return address.slice(0, end)
}

/** Makes the request of an operation. The parameters that are in neither path, headers nor body are its query. */
export const make = (settings: Settings, operation: Operation, parameters: Parameters): Request => {
  const { headers: named = {}, method, path } = operation
  const { body, ...others } = parameters
  const rest = Object.entries(others).filter(([name, value]) => value !== undefined && !path.includes(`{${name}}`))
  const query = rest.filter(([name]) => named[name] === undefined)
  const headers = rest.flatMap(([name, value]) => (named[name] === undefined ? [] : [[named[name], textOf(value)]]))
  // An older server answers with an error, instead of ignoring a filter that it does not know.
  const search = new URLSearchParams({
    ...Object.fromEntries(query.map(([name, value]) => [name, textOf(value)])),
    strict: "true"
  })
  return {
    method,
    url: `${withoutTrailingSlashes(settings.baseUrl)}${filled(path, parameters)}?${search}`,
    headers: {
      "X-API-KEY": settings.apiKey,
      ...(settings.connectionId === undefined ? {} : { "X-CONNECTION-ID": settings.connectionId }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...Object.fromEntries(headers)
    },
    body: body === undefined ? null : JSON.stringify(body)
  }
}
