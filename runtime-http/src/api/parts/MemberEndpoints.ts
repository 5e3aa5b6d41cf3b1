import type { RecordKind } from "@tributary/core"
import type { Schema } from "effect"
import * as ItemParameters from "./ItemParameters.js"
import * as ListEndpoint from "./ListEndpoint.js"
import type * as RecordEndpoints from "./RecordEndpoints.js"
import { pathOf } from "./RecordEndpoints.js"

/** What a list below a record needs besides the two kinds. */
interface Options<List extends string> {
  /** The name of the operation, such as `listIdpPolicyUsers`. */
  readonly list: List
  /** The relation whose source is the record and whose target is a member. */
  readonly relation: RecordKind.Any
  /** The last segment of the path. */
  readonly segment: string
  readonly plural: string
  readonly description: string
}

/** The list below a record: its related records, in the form of their own list and with its filters. */
export const make = <
  const List extends string,
  Id extends string,
  Item,
  Sent,
  Includes extends string,
  Filters extends Schema.Struct.Fields
>(
  of: { readonly kind: RecordKind.Any; readonly idParameter: Id; readonly singular: string },
  member: Omit<RecordEndpoints.Any, "includes" | "onRequest"> & {
    readonly includes: ListEndpoint.Includes<Includes>
    readonly item: Schema.Schema<Item, Sent>
    readonly filterFields: Filters
  },
  { list: name, relation, segment, plural, description }: Options<List>
) => {
  const { idParameter, singular } = of
  const { deletion, facets, filterFields, filters, includes, instantSince, item, kind, relations } = member
  const arrays = ListEndpoint.arraysOf(includes)
  const list = ListEndpoint.make<ListEndpoint.Flags<Includes> & Schema.Struct.Type<Filters>>()(
    name,
    `${pathOf(of.kind)}/:${idParameter}/${segment}`,
    {
      plural,
      description,
      item,
      fields: { ...ListEndpoint.flags(arrays), ...ItemParameters.of({ kind, arrays, onRequest: {} }), ...filterFields },
      shape: "validation"
    }
  ).setPath(ListEndpoint.idInPath(idParameter, singular))
  const parameters = { filters, facets, relations, deletion, instantSince }
  return { kind, includes, onRequest: {}, ...parameters, relation, of: of.kind, idParameter, list }
}

/** The part of the endpoint that the handler reads; the parameters are those of the members' kind. */
export interface Any extends RecordEndpoints.Any {
  readonly relation: RecordKind.Any
  /** The kind of the record above them in the path, whose id `idParameter` is. */
  readonly of: RecordKind.Any
}
