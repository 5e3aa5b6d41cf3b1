import { Schema } from "effect"
import * as Parameter from "./Parameter.js"

/** The page sizes that a list accepts. */
export interface Limit {
  readonly minimum: number
  readonly maximum: number
  readonly default: number
}

/** The page size of every list that says nothing else. */
export const defaultLimit: Limit = { minimum: 1, maximum: 500, default: 100 }

const flag = (description: string) =>
  Schema.optionalWith(Parameter.boolean(description), { exact: true, default: () => false })

const optional = <A>(parameter: Parameter.Parameter<A>) => Schema.optionalWith(parameter, { exact: true })

/** A true-or-false parameter that is false where it is absent. */
export const optionalFlag = flag

/** A parameter that may be absent. */
export { optional }

const limitParameter = (limit: Limit) =>
  Schema.optionalWith(Parameter.integer({ description: "How many records a page holds at most.", ...limit }), {
    exact: true,
    default: () => limit.default
  })

/** The start index of offset paging; absent is 0, which a cursor must be able to tell apart. */
const offsetParameter = optional(
  Parameter.integer({
    description:
      "Start index in records. Stable only while the data does not change: prefer the cursor for long walks. " +
      "Offset paging will be removed in a future version.",
    minimum: 0,
    default: 0
  })
)

/** Longer than any cursor that is given out. */
const cursorLength = 2000

/** The parameters that every list of records takes. */
export const recordListFields = (limit: Limit) => ({
  enableCursor: flag("`true` answers with the cursor envelope instead of the offset envelope."),
  updatedSince: optional(
    Parameter.instant(
      "Only records that changed at or after this instant. Must not be sent together with `cursor`, which remembers it."
    )
  ),
  limit: limitParameter(limit),
  offset: offsetParameter,
  excludeTotal: flag("`true` skips counting: `total` is null."),
  cursor: optional(
    Parameter.text({
      description:
        "The `next_cursor` or `previous_cursor` of an earlier page, together with `enableCursor=true` and the same " +
        "filters. Its content has no meaning outside the service.",
      maxLength: cursorLength
    })
  )
})

/** The parameters of a list that knows offset paging only. */
export const offsetListFields = {
  limit: limitParameter(defaultLimit),
  offset: offsetParameter
}

/** A query: all bad parameters are reported at once, unknown ones are ignored. */
export const query = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct(fields).annotations({ parseOptions: { errors: "all" } })

/** What a list handler gets, whatever else its endpoint takes. */
export interface RecordListParameters {
  readonly enableCursor: boolean
  readonly updatedSince?: string
  readonly limit: number
  readonly offset?: number
  readonly excludeTotal: boolean
  readonly cursor?: string
}
