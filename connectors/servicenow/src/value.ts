import { Row } from "@tributary/core"
import { ParseResult, Schema } from "effect"

/*
 * The Table API sends every value as a string, and a missing value as the empty string.
 *
 * https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html
 */

/**
 * Converts the Table API's `2024-05-01 08:30:00`, or a date alone, both in UTC, to an ISO 8601 instant; null for any
 * other text.
 */
export const toInstant = (text: string): string | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(text.trim()) ?? []
  return day === undefined ? null : `${day}T${time ?? "00:00:00"}Z`
}

/** Converts an ISO 8601 instant to the Table API's `2024-05-01 08:30:00`, in UTC. */
export const fromInstant = (instant: string): string => new Date(instant).toISOString().slice(0, 19).replace("T", " ")

/** A reference to another record, with the address of the instance that holds it. */
export interface Reference {
  /** The content of the field, usually a `sys_id`. */
  readonly value: string
  /** The record's `sys_id`; null if the field holds other text, such as a name that an import wrote. */
  readonly sys_id: string | null
  /** The address of the instance; null without a link. */
  readonly origin: string | null
}

/** A `sys_id` has 32 characters: https://www.servicenow.com/docs/r/platform-administration/c_UniqueRecordIdentifier.html */
const SYS_ID = /^\w{32}$/

/** Reads a reference field: `{ link, value }`, the value alone, or the empty string, which is null. */
export const toReference = (
  field: string | { readonly value?: string | null | undefined; readonly link?: string | null | undefined }
): Reference | null => {
  const { link = null, value } = typeof field === "string" ? { value: field } : field
  if (!value) return null
  const origin = link !== null && URL.canParse(link) ? new URL(link).origin : null
  return { value, sys_id: SYS_ID.test(value) ? value : null, origin }
}

/** The first record that one of the references leads to; null if none does. */
export const firstOf = (...references: ReadonlyArray<Reference | null>): string | null =>
  references.find((reference) => reference?.sys_id)?.sys_id ?? null

const toFlag = (value: string | boolean): boolean | null => {
  const text = String(value).toLowerCase()
  return text === "true" || text === "false" ? text === "true" : null
}

/** A field that `decode` converts; null when it is missing. It cannot be encoded, because rows are only read. */
const reading = <A, I>(from: Schema.Schema<I>, decode: (value: I) => A | null) =>
  Row.nullish(
    Schema.transformOrFail(from, Schema.Unknown as unknown as Schema.Schema<A | null>, {
      strict: true,
      decode: (value) => ParseResult.succeed(decode(value)),
      encode: (value, _options, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, value, "rows are only read"))
    })
  )

const toCount = (value: string | number): number | null => {
  const count = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value)
  return Number.isSafeInteger(count) ? count : null
}

const Link = Schema.Struct({
  value: Schema.optional(Schema.NullOr(Schema.String)),
  link: Schema.optional(Schema.NullOr(Schema.String))
})

/** A text field; null when it is empty. */
export const Text = reading(Schema.String, (text) => text || null)

/** A date-time field, as an ISO 8601 instant in UTC; null when it is empty or not a date. */
export const Time = reading(Schema.String, toInstant)

/** A boolean field, which the Table API sends as `true` or `false` in a string; null for any other value. */
export const Flag = reading(Schema.Union(Schema.String, Schema.Boolean), toFlag)

/** A whole number, which the Table API sends in a string; null for any other value. */
export const Count = reading(Schema.Union(Schema.String, Schema.Number), toCount)

/** A reference field; null when it is empty. */
export const Reference = reading(Schema.Union(Schema.String, Link), toReference)
