import { type RecordKind, VendorData } from "@tributary/core"
import { Schema } from "effect"
import * as ListParameters from "./ListParameters.js"
import * as Parameter from "./Parameter.js"

/*
 * Query parameters that change what an item shows, and not which items a list has. So a cursor is not bound to them, as it is not bound to
 * the include flags.
 */

/** What the include flags add to an item: the records themselves, their ids, or how many there are. */
export const Expansion = Schema.Literal("ids", "count")
export type Expansion = Schema.Schema.Type<typeof Expansion>

/** The field of an item in which the related records of an array such as `groups` stand as ids or as a number: `group_ids`. */
export const expandedField = (array: string, expansion: Expansion): string => `${array.replace(/s$/, "")}_${expansion}`

/** The parameters that the handlers get. */
export interface ItemParameters {
  /** The names of the fields that each item keeps; absent for all. */
  readonly fields?: ReadonlyArray<string>
  /** What the include flags add; absent for the records themselves. */
  readonly expandAs?: Expansion
  /** Whether each item has `meta`; absent for no. */
  readonly includeMeta?: boolean
  /** Whether each item has `vendor_data`; absent for yes. */
  readonly includeVendorData?: boolean
}

/** The record kind of a list, and the arrays and fields that its flags add, by flag. */
export interface Items {
  readonly kind: RecordKind.Any
  /** The array of related records that a flag adds, by flag. */
  readonly arrays: Readonly<Record<string, string>>
  /** The field that a flag adds, by flag. */
  readonly onRequest: Readonly<Record<string, string>>
}

/** The field that `includeMeta` adds. */
export const META = "meta"

const includeMeta = ListParameters.optional(
  Parameter.boolean(
    "`true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the connector version that wrote it."
  )
)

/** The fields that `includeVendorData=false` leaves out. */
export const VENDOR_DATA: ReadonlyArray<string> = [VendorData.FIELD, VendorData.OMITTED]

const includeVendorData = ListParameters.optional(
  Parameter.boolean(
    "`false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them; `true` by default."
  )
)

/** A field that an item has only if the request sends some parameters. */
export interface Addition {
  readonly field: string
  /** The parameters that add the field, each with its value. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The fields that parameters add: by each flag, and in place of each array by `expandAs`. */
export const additionsOf = ({ arrays, onRequest }: Items): ReadonlyArray<Addition> => [
  ...Object.entries({ ...arrays, ...onRequest, includeMeta: META }).map(([flag, field]) => ({
    field,
    parameters: { [flag]: true }
  })),
  ...Object.entries(arrays).flatMap(([flag, array]) =>
    Expansion.literals.map((expandAs) => ({
      field: expandedField(array, expandAs),
      parameters: { [flag]: true, expandAs }
    }))
  )
]

const fields = (items: Items) =>
  ListParameters.optional(
    Parameter.manyOf({
      description:
        "Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as `includeMeta` adds " +
        "stays. The schema of the answer describes it without `fields`: with it, any other field may be absent.",
      values: [
        ...items.kind.fields,
        ...Object.keys(items.kind.relatedIds),
        ...additionsOf(items).map(({ field }) => field)
      ],
      noun: "field"
    })
  )

const expandAs = (arrays: Items["arrays"]) => {
  const named = (expansion: Expansion) =>
    Object.values(arrays)
      .map((array) => `\`${expandedField(array, expansion)}\``)
      .join(", ")
  return ListParameters.optional(
    Parameter.oneOf({
      description:
        `What the include flags add instead of arrays of whole records: \`ids\` for their ids (in ${named("ids")}), ` +
        `\`count\` for how many there are (in ${named("count")}). Send it with at least one include flag.`,
      values: Expansion.literals
    })
  )
}

/** The parameters of the items of this kind. */
export const of = (items: Items): Schema.Struct.Fields => ({
  includeMeta,
  fields: fields(items),
  ...(VendorData.isKept(items.kind) ? { includeVendorData } : {}),
  ...(Object.keys(items.arrays).length === 0 ? {} : { expandAs: expandAs(items.arrays) })
})
