import { Row } from "@tributary/core"
import { ParseResult, Schema } from "effect"

/*
 * How the Table API writes values: everything is a text, and nothing is the empty text.
 *
 * https://www.servicenow.com/docs/bundle/zurich-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html
 */

/** A date-time as the Table API writes it, `2024-05-01 08:30:00` in UTC, as an ISO 8601 instant; null where it is none. */
export const toInstant = (text: string): string | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(text.trim()) ?? []
  return day === undefined ? null : `${day}T${time ?? "00:00:00"}Z`
}

/** An ISO 8601 instant as the Table API writes it, in UTC. */
export const fromInstant = (instant: string): string => new Date(instant).toISOString().slice(0, 19).replace("T", " ")

/** What a reference field names: the other record, and the address of the instance that holds it. */
export interface Reference {
  readonly sys_id: string
  readonly origin: string | null
}

/** A reference is `{ link, value }`, the value alone, or the empty text. */
export const toReference = (
  field: string | { readonly value?: string | null | undefined; readonly link?: string | null | undefined }
): Reference | null => {
  if (typeof field === "string") return field === "" ? null : { sys_id: field, origin: null }
  const { link, value } = field
  if (!value) return null
  return { sys_id: value, origin: link && URL.canParse(link) ? new URL(link).origin : null }
}

const toFlag = (value: string | boolean): boolean | null => {
  const text = String(value).toLowerCase()
  return text === "true" || text === "false" ? text === "true" : null
}

/** A field in one of these forms; it is only read, and may be missing. */
const reading = <A, I>(from: Schema.Schema<I>, decode: (value: I) => A | null) =>
  Row.nullish(
    Schema.transformOrFail(from, Schema.Unknown as unknown as Schema.Schema<A | null>, {
      strict: true,
      decode: (value) => ParseResult.succeed(decode(value)),
      encode: (value, _options, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, value, "a row is only read"))
    })
  )

const Link = Schema.Struct({
  value: Schema.optional(Schema.NullOr(Schema.String)),
  link: Schema.optional(Schema.NullOr(Schema.String))
})

/** A text; null where it is empty. */
export const Text = reading(Schema.String, (text) => text || null)

/** A date-time, as an ISO 8601 instant. */
export const Time = reading(Schema.String, toInstant)

/** A boolean, which is written as a text. */
export const Flag = reading(Schema.Union(Schema.String, Schema.Boolean), toFlag)

/** Another record. */
export const Reference = reading(Schema.Union(Schema.String, Link), toReference)
