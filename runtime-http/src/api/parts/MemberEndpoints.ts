import type { RecordKind } from "@tributary/core"
import type { Schema } from "effect"
import * as ItemParameters from "./ItemParameters.js"
import * as ListEndpoint from "./ListEndpoint.js"
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

/** The list below a record: its related records, in the form of their own list. */
export const make = <const List extends string, Id extends string, Item, Sent, Includes extends string>(
  of: { readonly kind: RecordKind.Any; readonly idParameter: Id; readonly singular: string },
  member: {
    readonly kind: RecordKind.Any
    readonly includes: ListEndpoint.Includes<Includes>
    readonly item: Schema.Schema<Item, Sent>
  },
  { list: name, relation, segment, plural, description }: Options<List>
) => {
  const { idParameter, singular } = of
  const { includes, item, kind } = member
  const arrays = ListEndpoint.arraysOf(includes)
  const list = ListEndpoint.make<ListEndpoint.Flags<Includes>>()(
    name,
    `${pathOf(of.kind)}/:${idParameter}/${segment}`,
    {
      plural,
      description,
      item,
      fields: { ...ListEndpoint.flags(arrays), ...ItemParameters.of({ kind, arrays, onRequest: {} }) },
      shape: "validation"
    }
  ).setPath(ListEndpoint.idInPath(idParameter, singular))
  return { kind, includes, relation, of: of.kind, idParameter, list }
}

/** The part of the endpoint that the handler reads. */
export interface Any {
  /** The members' kind. */
  readonly kind: RecordKind.Any
  readonly includes: ListEndpoint.Includes
  readonly relation: RecordKind.Any
  /** The kind of the record above them in the path. */
  readonly of: RecordKind.Any
  readonly idParameter: string
}
