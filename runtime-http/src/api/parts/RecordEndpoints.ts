// api/parts: what endpoints are built from: lists, parameters, bodies, errors and security.

import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import type { RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as Errors from "./Errors.js"
import * as ListEndpoint from "./ListEndpoint.js"
import * as ListParameters from "./ListParameters.js"
import { ConnectionAccess, needsConnection } from "./Security.js"

/** What a record kind's two endpoints need to be told; the rest follows from the kind. */
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
  /** Names of the operations, such as `listIdpUsers` and `getIdpUser`. */
  readonly list: List
  readonly get: Get
  /** The path parameter, such as `user_id`. */
  readonly id: Id
  /** The records in words, such as `IDP users` and `an IDP user`. */
  readonly plural: string
  readonly singular: string
  /** A sentence about the records. */
  readonly about?: string
  readonly item: Schema.Schema<Item, Sent>
  /** The item with the arrays of the include flags. */
  readonly itemWithEntities?: Schema.Schema<WithEntities, SentWithEntities>
  readonly includes?: ListEndpoint.Includes<Includes>
  /** Query parameters of this list alone; a cursor is bound to their values. */
  readonly filters?: Filters
  /** By query parameter, the facet whose values it lists: `findingStatuses: "status"`. */
  readonly facets?: { readonly [K in keyof Filters & string]?: string }
  /** The query parameter that bounds the kind's instant from below. */
  readonly instantSince?: keyof Filters & string
  /** By query flag, the field that it adds to each item: `includeRule: "rule"`. */
  readonly onRequest?: Readonly<Record<OnRequest, string>>
  readonly limit?: ListParameters.Limit
  readonly shape?: Errors.ErrorShape
}

/** The variant with more fields first, since the other one would match as well and drop them. */
const withItems = <Item, Sent, WithEntities, SentWithEntities>(
  item: Schema.Schema<Item, Sent>,
  itemWithEntities: Schema.Schema<WithEntities, SentWithEntities> | undefined
): Schema.Schema<Item | WithEntities, Sent | SentWithEntities> =>
  itemWithEntities === undefined
    ? (item as Schema.Schema<Item | WithEntities, Sent | SentWithEntities>)
    : Schema.Union(itemWithEntities, item)

/**
 * The list endpoint and the get-by-id endpoint of a record kind: paths, parameters, envelopes and errors.
 *
 * A kind joins the API as one of these, the two `add`s of its group, and the two `handle`s of its handlers.
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
  const item = withItems(options.item, options.itemWithEntities)
  const onRequest: Readonly<Record<string, string>> = options.onRequest ?? {}
  const flags = { ...ListEndpoint.includeFlags(includes), ...ListEndpoint.flags(onRequest) }

  const list = ListEndpoint.make<ListEndpoint.Flags<Includes | OnRequest> & Schema.Struct.Type<Filters>>()(
    options.list,
    path,
    {
      plural: options.plural,
      description: sentences(`The ${options.plural} of the connection, oldest change first.`, options.about),
      item,
      fields: { ...flags, ...options.filters },
      limit: options.limit,
      shape
    }
  )

  const get = HttpApiEndpoint.get(options.get, `${path}/:${options.id}`)
    .setPath(ListEndpoint.idInPath(options.id, options.singular))
    .setUrlParams(
      ListParameters.query(flags) as unknown as ListEndpoint.Query<ListEndpoint.Flags<Includes | OnRequest>>
    )
    .addSuccess(item)
    .addError(Errors.schemas(ListEndpoint.dataErrors, shape))
    .middleware(ConnectionAccess)
    .annotate(Errors.Shape, shape)
    .annotateContext(
      OpenApi.annotations({ identifier: options.get, summary: `Get ${options.singular}`, description: options.about })
    )
    .annotateContext(needsConnection)

  return {
    kind,
    includes,
    onRequest,
    filters: Object.keys(options.filters ?? {}),
    facets: (options.facets ?? {}) as Readonly<Record<string, string>>,
    instantSince: options.instantSince ?? null,
    idParameter: options.id,
    singular: options.singular,
    item,
    list,
    get
  }
}

/** The part of a kind's endpoints that its handlers read. */
export interface Any {
  readonly kind: RecordKind.Any
  readonly includes: ListEndpoint.Includes
  /** By query flag, the field on request. */
  readonly onRequest: Readonly<Record<string, string>>
  readonly filters: ReadonlyArray<string>
  /** By query parameter, the facet. */
  readonly facets: Readonly<Record<string, string>>
  readonly instantSince: string | null
  readonly idParameter: string
}

/** The path of a kind's list. */
export const pathOf = (kind: RecordKind.Any): `/${string}` => {
  if (kind.path === null) {
    throw new Error(`The record kind ${kind.name} is a relation: it shows inside other records and has no endpoint.`)
  }
  return kind.path as `/${string}`
}

const sentences = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(" ")
