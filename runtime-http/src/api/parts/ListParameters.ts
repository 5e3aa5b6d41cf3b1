import { Function, Schema } from "effect"
import * as Parameter from "./Parameter.js"

/** The page sizes that a list accepts. */
export interface Limit {
  /** The smallest page size. */
  readonly minimum: number
  /** The largest page size. */
  readonly maximum: number
  /** The page size if the request names none. */
  readonly default: number
}

/** The page sizes of a list that does not define its own. */
export const defaultLimit: Limit = { minimum: 1, maximum: 500, default: 100 }

const flag = (description: string) =>
  Schema.optionalWith(Parameter.boolean(description), { exact: true, default: Function.constFalse })

const optional = <A>(parameter: Parameter.Parameter<A>) => Schema.optionalWith(parameter, { exact: true })

/** A true-or-false parameter; false if absent. */
export const optionalFlag = flag

/** A parameter that may be absent. */
export { optional }

/** What the error about a page size adds for a list that has no page of 0. */
const NO_EMPTY_PAGE = "; only the list of IDP users accepts 0. For only the total, send limit=1"

/** The page size of a list. */
export const limitParameter = (limit: Limit, description: string) =>
  Schema.optionalWith(
    Parameter.integer({ description, ...limit, ...(limit.minimum === 0 ? {} : { hint: NO_EMPTY_PAGE }) }),
    { exact: true, default: Function.constant(limit.default) }
  )

/** The start index of offset paging. The typed client need not send the default of 0, so it may be absent. */
const offsetParameter = (description: string) => optional(Parameter.integer({ description, minimum: 0, default: 0 }))

/** Longer than any cursor that the service returns. */
const cursorLength = 2000

/** The most ids in one request: as many as a page of the default size has records. */
const MAX_IDS = 100

const ids = (description: string) => optional(Parameter.uuids({ description, maxItems: MAX_IDS }))

/** Only records that refer to one of the given ones. */
export const references = (description: string) => ids(`${description} The service's ids, at most ${MAX_IDS}.`)

/** Only records with one of the given values of an enum. */
export const values = <const A extends string>(description: string, literals: ReadonlyArray<A>) =>
  optional(Parameter.manyOf({ description, values: literals }))

/** Only records with one of the given texts. */
export const texts = (description: string, maxLength: number) => optional(Parameter.texts({ description, maxLength }))

/** Only records of which something is true, or is not. */
export const either = (description: string) => optional(Parameter.boolean(description, null))

/** Only records that are gone from the source tool but still listed, or only the others. */
export const isDeleted = either(
  "`true` returns only records that are gone from the source tool, `false` only the others; both if absent."
)

/** The records that have left a list whose kind has no field that says so, instead of those that are in it. */
export const isRemoved = either(
  "`true` returns the records that are gone from the source tool, as they last were, and takes no other filter than `updatedSince`: when they " +
    "were found to be gone. They are kept for as many days as the operator keeps deleted records. `false`, and absent, only the others."
)

/** The parameters that every list of records takes. */
export const recordListFields = (limit: Limit) => ({
  enableCursor: flag("`true` selects the cursor envelope, `false` the offset envelope."),
  updatedSince: optional(
    Parameter.instant(
      "Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's pages misses no change. " +
        "Do not send it together with `cursor`, which contains it."
    )
  ),
  limit: limitParameter(
    limit,
    "The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records: " +
      "by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits."
  ),
  offset: offsetParameter(
    "How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are stable only while the " +
      "data does not change: prefer the cursor, which skips nothing, for long walks. A future version removes offset paging."
  ),
  ids: ids(`Only records with these ids: at most ${MAX_IDS}, separated by commas. Ids without a record are left out.`),
  excludeTotal: flag("`true` skips counting and returns null as `total`."),
  cursor: optional(
    Parameter.text({
      description:
        "The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and " +
        "the same filters, and do not interpret its content.",
      maxLength: cursorLength
    })
  )
})

/** The parameters of a list that has only offset paging. */
export const offsetListFields = {
  limit: limitParameter(defaultLimit, "The maximum number of entries on a page."),
  offset: offsetParameter("How many entries to skip.")
}

/** A query: reports all bad parameters at once and ignores unknown ones. */
export const query = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct(fields).annotations({ parseOptions: { errors: "all" } })

/** The parameters that the handler of every list of records gets. */
export interface RecordListParameters {
  /** True for the cursor envelope. */
  readonly enableCursor: boolean
  /** Only records that changed at or after this instant, in UTC with at most microseconds. */
  readonly updatedSince?: string
  /** The page size. */
  readonly limit: number
  /** How many records to skip; absent means 0. */
  readonly offset?: number
  /** Only records with these ids; absent for all. */
  readonly ids?: ReadonlyArray<string>
  /** True if `total` is not wanted. */
  readonly excludeTotal: boolean
  /** The token of the page to return. */
  readonly cursor?: string
}
