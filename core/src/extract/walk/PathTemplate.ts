import type { Query } from "../../http/Request.js"
import { cleanText } from "../../record/normalize.js"

/** The names in the `{name}` placeholders of an endpoint, without those of `{$name}`, which the settings of the connector fill. */
type Placeholders<Endpoint extends string> = Endpoint extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `$${string}` ? never : Name) | Placeholders<Rest>
  : never

/** An endpoint whose placeholders are all fields of `Row`; for any other endpoint, a message that names the wrong one. */
export type FilledFrom<Row, Endpoint extends string> = [Placeholders<Endpoint>] extends [keyof Row & string]
  ? Endpoint
  : `the row has no field ${Exclude<Placeholders<Endpoint>, keyof Row & string>}`

/** Names only, so that the braces of a GraphQL query are none, as long as there is a space or a line break inside them. */
const PLACEHOLDER = /\{(\w+)\}/g

/** Fills placeholders such as `{id}` from the fields of a row, escaped for a path. */
export const fill = (endpoint: string, row: unknown): string =>
  endpoint.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(cleanText(String((row as Readonly<Record<string, unknown>>)[name])))
  )

/** An address leads elsewhere if a name on its path is empty, or one of the two that stand for a folder, however they are escaped. */
const isNoName = (value: unknown): boolean =>
  value === null || value === undefined || cleanText(String(value)) === "" || value === "." || value === ".."

/** Whether a text can fill a placeholder of a path. */
export const canFill = (text: string): boolean => !isNoName(text)

/** The names in the placeholders of an endpoint and a body. */
export const placeholdersOf = (endpoint: string, body: Query | undefined): ReadonlyArray<string> =>
  [...`${endpoint} ${JSON.stringify(body ?? {})}`.matchAll(PLACEHOLDER)].map(([, name = ""]) => name)

/** Why an endpoint and a body cannot be filled from a row; null if they can. */
export const faultOf = (endpoint: string, body: Query | undefined, row: unknown): string | null => {
  const fields = row as Readonly<Record<string, unknown>>
  const missing = placeholdersOf(endpoint, body).find((name) => isNoName(fields[name]))
  return missing === undefined ? null : `cannot be requested, because {${missing}} is empty, "." or "..",`
}

/** What is wrong with the path of a list that is below no row, so that no row fills its placeholders; null if nothing is. */
export const problemBelowNoRow = (endpoint: string): string | null => {
  const [name] = placeholdersOf(endpoint, undefined)
  return name === undefined
    ? null
    : `nothing stands for {${name}} in the path of a list that is below no row: write {$${name}} for a part of the connector's settings, or declare the list with Child.of.`
}

/** Fills the placeholders in all texts of a body from the fields of a row. */
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

/** Whether a text consists of these parts, in their order, with at least `between` characters between two of them. */
export const consistsOf = (text: string, [first = "", ...others]: ReadonlyArray<string>, between = 0): boolean => {
  const last = others.at(-1)
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let end = first.length
  for (const part of others.slice(0, -1)) {
    const at = text.indexOf(part, end + between)
    if (at < 0) return false
    end = at + part.length
  }
  return text.endsWith(last) && text.length - last.length >= end + between
}

/** A placeholder of either sort: for a field of a row, or for a part of the connector's settings. */
const EITHER = /\{(\$?\w+)\}/g

/** Whether a text can be the template with its placeholders filled. */
const fits = (template: string, text: string): boolean => {
  const parts = template.split(EITHER).filter((_, index) => index % 2 === 0)
  return parts.length > 1 && consistsOf(text, parts)
}

/** Whether a body has everything that the template has; a text with placeholders matches any text. */
export const matchesTemplate = (template: unknown, body: unknown): boolean => {
  if (typeof template === "string") return template === body || (typeof body === "string" && fits(template, body))
  if (template === null || typeof template !== "object") return template === body
  if (body === null || typeof body !== "object") return false
  if (Array.isArray(template) && Array.isArray(body) && template.length !== body.length) return false
  const fields = body as Readonly<Record<string, unknown>>
  return Object.entries(template).every(([name, item]) => matchesTemplate(item, fields[name]))
}
