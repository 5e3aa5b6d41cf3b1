import type { Query } from "../http/Request.js"

/** The `{name}` placeholders of an endpoint. */
type Placeholders<Endpoint extends string> = Endpoint extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** An endpoint whose placeholders are all fields of the row it hangs below; of another one, what is wrong with it. */
export type Below<Parent, Endpoint extends string> = [Placeholders<Endpoint>] extends [keyof Parent & string]
  ? Endpoint
  : `the row has no field ${Exclude<Placeholders<Endpoint>, keyof Parent & string>}`

/** Fills `{id}` and its like from a row, escaped for a path. */
export const fill = (endpoint: string, row: unknown): string =>
  endpoint.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String((row as Readonly<Record<string, unknown>>)[name]))
  )

const PLACEHOLDER = /\{([^{}]+)\}/g

/** Fills the placeholders of every text in a body from a row. */
export const fillBody = (body: Query, row: unknown): Query => {
  const fields = row as Readonly<Record<string, unknown>>
  const filled = (value: unknown): unknown => {
    if (typeof value === "string") return value.replace(PLACEHOLDER, (_, name: string) => String(fields[name]))
    if (Array.isArray(value)) return value.map(filled)
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item)]))
  }
  return filled(body) as Query
}

/** Whether a body asks what the template `wanted` says; a text with placeholders stands for any text. */
export const asks = (wanted: unknown, body: unknown): boolean => {
  if (typeof wanted === "string")
    return wanted === body || (typeof body === "string" && wanted.search(PLACEHOLDER) >= 0)
  if (wanted === null || typeof wanted !== "object") return wanted === body
  if (body === null || typeof body !== "object") return false
  if (Array.isArray(wanted) && Array.isArray(body) && wanted.length !== body.length) return false
  const fields = body as Readonly<Record<string, unknown>>
  return Object.entries(wanted).every(([name, item]) => asks(item, fields[name]))
}
