import { RecordKind } from "@tributary/core"
import { Either } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import * as ItemParameters from "../../api/parts/ItemParameters.js"
import * as ListEndpoint from "../../api/parts/ListEndpoint.js"
import type * as RecordEndpoints from "../../api/parts/RecordEndpoints.js"
import type { Include, ItemShape } from "../../store/read/PageRequest.js"

/** The part of an endpoint that says what its items can show. */
export type Endpoint = Pick<RecordEndpoints.Any, "kind" | "includes"> & Partial<Pick<RecordEndpoints.Any, "onRequest">>

/** The query parameters of a request, decoded. */
type Parameters = ItemParameters.ItemParameters & Readonly<Record<string, unknown>>

/** How many fields, and arrays of related records, the request adds to each item. */
export const additionsOf = ({ hasMeta = false, includes, onRequest, relatedIds = [] }: ItemShape): number =>
  includes.length + onRequest.length + relatedIds.length + (hasMeta ? 1 : 0)

/** The fields of the kind that list ids of related records, as far as the request wants them. */
const relatedIdsOf = (kind: RecordKind.Any, fields: ReadonlyArray<string> | undefined): ReadonlyArray<Include> =>
  Object.entries(kind.relatedIds).flatMap(([field, name]) => {
    const relation = RecordKind.table[name]
    if (relation === undefined || fields?.includes(field) === false) return []
    return [{ field, relation, from: relation.relation?.source.kind === kind.name ? "source" : "target" }]
  })

/** The fields that the request names although it does not send the parameters that add them. */
const withoutParameters = (additions: ReadonlyArray<ItemParameters.Addition>, sent: Parameters) =>
  additions
    .filter(({ field }) => sent.fields?.includes(field) === true)
    .flatMap(({ field, parameters }) =>
      Object.entries(parameters)
        .filter(([name, value]) => sent[name] !== value)
        .map(
          ([name, value]): Errors.Mistake => ({
            loc: ["query", "fields"],
            msg: `Send ${name}=${value} to get the field ${field}, or leave it out of fields`,
            type: "missing",
            ctx: { parameter: name }
          })
        )
    )

const withoutVendorData = (fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.filter((field) => !ItemParameters.VENDOR_DATA.includes(field))

const withoutInclude = (flags: ReadonlyArray<string>): Errors.Mistake => ({
  loc: ["query", "expandAs"],
  msg: `expandAs says what the include flags add. Send it with ${flags.map((flag) => `${flag}=true`).join(" or ")}, or leave it out`,
  type: "missing",
  ctx: { parameters: flags }
})

/** What the request wants each item to show, or what is wrong with it. */
export const of = (
  { includes, kind, onRequest = {} }: Endpoint,
  parameters: Parameters
): Either.Either<ItemShape, Errors.ApiError> => {
  const isSent = ([flag]: readonly [string, unknown]) => parameters[flag] === true
  const { expandAs, fields, includeMeta = false, includeVendorData = true } = parameters
  const kept = includeVendorData ? fields : withoutVendorData(fields ?? kind.fields)
  const sent = Object.entries(includes).filter(isSent)
  const additions = () => ItemParameters.additionsOf({ kind, arrays: ListEndpoint.arraysOf(includes), onRequest })
  const detail = [
    ...(fields === undefined ? [] : withoutParameters(additions(), parameters)),
    ...(expandAs !== undefined && sent.length === 0 ? [withoutInclude(Object.keys(includes))] : [])
  ]
  if (detail.length > 0) return Either.left(Errors.make("InvalidParameter", { detail }))
  return Either.right({
    includes: sent.map(([, include]) =>
      expandAs === undefined ? include : { ...include, shownAs: ItemParameters.expandedField(include.field, expandAs) }
    ),
    onRequest: Object.entries(onRequest)
      .filter(isSent)
      .map(([, field]) => field),
    relatedIds: relatedIdsOf(kind, fields),
    hasMeta: includeMeta,
    ...(expandAs === undefined ? {} : { expandAs }),
    ...(kept === undefined ? {} : { fields: kept })
  })
}
