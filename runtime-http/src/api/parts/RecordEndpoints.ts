// api/parts: the building blocks of endpoints: lists, parameters, bodies, errors and security.

import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { RecordKind } from "@tributary/core"
import type { Schema } from "effect"
import * as EndpointAnnotations from "./EndpointAnnotations.js"
import { ChecksWhileReading } from "./EndpointAnnotations.js"
import * as Errors from "./Errors.js"
import * as ItemParameters from "./ItemParameters.js"
import * as ItemSchema from "./ItemSchema.js"
import * as ListEndpoint from "./ListEndpoint.js"
import * as ListParameters from "./ListParameters.js"
import { ConnectionAccess, needsConnection } from "./Security.js"

/** One bound of the period to which a list limits an instant of its records. */
export interface PeriodBound {
  /** The field; one of the kind's `instants`. */
  readonly field: string
  /** Whether the parameter is the first instant of the period, or the one at which it ends. */
  readonly bound: "since" | "until"
}

/** What a record kind's two endpoints need besides the kind itself. */
export interface Options<
  List extends string,
  Get extends string,
  Id extends string,
  Item,
  Sent,
  WithEntities,
  SentWithEntities,
  Includes extends string,
  OnRequest extends string,
  Filters extends Schema.Struct.Fields
> {
  /** The name of the list operation, such as `listIdpUsers`. */
  readonly list: List
  /** The name of the get-by-id operation, such as `getIdpUser`. */
  readonly get: Get
  /** The name of the path parameter, such as `user_id`. */
  readonly id: Id
  /** The records in words, such as `IDP users`. */
  readonly plural: string
  /** One record in words, such as `an IDP user`. */
  readonly singular: string
  /** The record as the endpoints return it; its description explains both endpoints. */
  readonly item: Schema.Schema<Item, Sent>
  /** The item with the arrays that the include flags add. */
  readonly itemWithEntities?: Schema.Schema<WithEntities, SentWithEntities>
  /** The query flags that add related records. */
  readonly includes?: ListEndpoint.Includes<Includes>
  /** Query parameters of only this list; a cursor is bound to their values. */
  readonly filters?: Filters
  /** The facet that a query parameter filters, by parameter: `findingStatuses: "status"`; none for `isDeleted`. */
  readonly facets?: { readonly [K in keyof Filters & string]?: string }
  /** The relation through which a query parameter, the id of a record, filters; by parameter. */
  readonly relations?: { readonly [K in keyof Filters & string]?: ListEndpoint.RelationEnd }
  /** Which bound of which of the kind's instants a query parameter is, by parameter. */
  readonly periods?: { readonly [K in keyof Filters & string]?: PeriodBound }
  /** The field that a query flag adds to each item, by flag: `includeRule: "rule"`. */
  readonly onRequest?: Readonly<Record<OnRequest, string>>
  /** The page sizes; 1 to 500 and 100 by default. */
  readonly limit?: ListParameters.Limit
  /** The form of the error bodies; `validation` by default. */
  readonly shape?: Errors.ErrorShape
}

/**
 * The list endpoint and the get-by-id endpoint of a record kind: paths, parameters, envelopes and errors.
 *
 * To add a kind to the API, make its endpoints here, `add` both to a group, and `handle` both in the group's handlers.
 */
export const make = <
  const List extends string,
  const Get extends string,
  const Id extends string,
  Item,
  Sent,
  WithEntities = never,
  SentWithEntities = never,
  const Includes extends string = never,
  const OnRequest extends string = never,
  Filters extends Schema.Struct.Fields = Record<never, never>
>(
  kind: RecordKind.Any,
  options: Options<List, Get, Id, Item, Sent, WithEntities, SentWithEntities, Includes, OnRequest, Filters>
) => {
  const path = pathOf(kind)
  const shape = options.shape ?? "validation"
  const includes = options.includes ?? ({} as ListEndpoint.Includes<Includes>)
  const onRequest: Readonly<Record<string, string>> = options.onRequest ?? {}
  const arrays = ListEndpoint.arraysOf(includes)
  const item = ItemSchema.make<
    Item,
    Sent,
    WithEntities,
    SentWithEntities,
    ItemSchema.Expanded<Item, WithEntities, Includes>
  >({ item: options.item, itemWithEntities: options.itemWithEntities, arrays: Object.values(arrays) })
  const own = {
    ...ListEndpoint.flags({ ...arrays, ...onRequest }),
    ...ItemParameters.of({ kind, arrays, onRequest })
  }

  const list = ListEndpoint.make<ListEndpoint.Flags<Includes | OnRequest> & Schema.Struct.Type<Filters>>()(
    options.list,
    path,
    {
      plural: options.plural,
      description: `The ${options.plural} of the connection, oldest change first.`,
      item,
      fields: { ...own, ...options.filters },
      limit: options.limit,
      shape
    }
  )

  const get = HttpApiEndpoint.get(options.get, `${path}/:${options.id}`)
    .setPath(ListEndpoint.idInPath(options.id, options.singular))
    .setUrlParams(
      ListParameters.query(own) as unknown as ListEndpoint.Query<
        ListEndpoint.Flags<Includes | OnRequest> & ItemParameters.ItemParameters
      >
    )
    .addSuccess(item)
    .addError(Errors.schemas(ListEndpoint.dataErrors, shape))
    .middleware(ConnectionAccess)
    .annotate(ChecksWhileReading, true)
    .annotate(Errors.Shape, shape)
    .annotateContext(
      OpenApi.annotations({
        identifier: options.get,
        summary: `Get ${options.singular}`,
        description: `One of the ${options.plural} of the connection, by the service's id.`
      })
    )
    .annotateContext(needsConnection)
    .annotateContext(EndpointAnnotations.tagged)

  return {
    kind,
    includes,
    onRequest,
    filterFields: (options.filters ?? {}) as Filters,
    filters: Object.keys(options.filters ?? {}),
    facets: (options.facets ?? {}) as Readonly<Record<string, string>>,
    relations: (options.relations ?? {}) as Readonly<Record<string, ListEndpoint.RelationEnd>>,
    deletion: options.filters?.["isDeleted"] === undefined ? null : RecordKind.deletionFacetOf(kind),
    hasRemoved: options.filters?.["isDeleted"] !== undefined && kind.deletion._tag === "Hide",
    periods: (options.periods ?? {}) as Readonly<Record<string, PeriodBound>>,
    idParameter: options.id,
    singular: options.singular,
    item,
    list,
    get
  }
}

/** The part of a kind's endpoints that the handlers read. */
export interface Any {
  readonly kind: RecordKind.Any
  readonly includes: ListEndpoint.Includes
  /** The field that a query flag adds, by flag. */
  readonly onRequest: Readonly<Record<string, string>>
  readonly filters: ReadonlyArray<string>
  /** The facet that a query parameter filters, by parameter. */
  readonly facets: Readonly<Record<string, string>>
  /** The relation through which a query parameter filters, by parameter. */
  readonly relations: Readonly<Record<string, ListEndpoint.RelationEnd>>
  /** The facet behind the parameter `isDeleted`; null if the list has no such parameter, or no such field. */
  readonly deletion: RecordKind.DeletionFacet | null
  /** Whether `isDeleted=true` reads the records that have left the list, because they have no field that says so. */
  readonly hasRemoved: boolean
  /** Which bound of which instant a query parameter is, by parameter. */
  readonly periods: Readonly<Record<string, PeriodBound>>
  readonly idParameter: string
}

/** The path of a kind's list. */
export const pathOf = (kind: RecordKind.Any): `/${string}` => {
  if (kind.path === null) {
    throw new Error(
      `The record kind ${kind.name} is a relation: it appears inside other records and has no endpoint of its own.`
    )
  }
  return kind.path as `/${string}`
}

/** What a list below a record needs besides the two kinds. */
interface MembersOptions<List extends string> {
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
export const makeMembers = <
  const List extends string,
  Id extends string,
  Item,
  Sent,
  Includes extends string,
  Filters extends Schema.Struct.Fields
>(
  of: { readonly kind: RecordKind.Any; readonly idParameter: Id; readonly singular: string },
  member: Omit<Any, "includes" | "onRequest"> & {
    readonly includes: ListEndpoint.Includes<Includes>
    readonly item: Schema.Schema<Item, Sent>
    readonly filterFields: Filters
  },
  { list: name, relation, segment, plural, description }: MembersOptions<List>
) => {
  const { idParameter, singular } = of
  const { deletion, facets, filterFields, filters, includes, item, kind, periods, relations } = member
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
  const parameters = { filters, facets, relations, deletion, hasRemoved: false, periods }
  return { kind, includes, onRequest: {}, ...parameters, relation, of: of.kind, idParameter, list }
}

/** The part of the endpoint that the handler reads; the parameters are those of the members' kind. */
export interface AnyMembers extends Any {
  readonly relation: RecordKind.Any
  /** The kind of the record above them in the path, whose id `idParameter` is. */
  readonly of: RecordKind.Any
}
