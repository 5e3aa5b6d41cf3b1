import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { CursorEnvelope, OffsetEnvelope, type RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as Errors from "./Errors.js"
import * as ListParameters from "./ListParameters.js"
import * as Parameter from "./Parameter.js"
import { ConnectionAccess, needsConnection } from "./Security.js"

/** A query flag that adds related records to each item. */
export interface Include {
  /** The array inside the item. */
  readonly field: string
  readonly relation: RecordKind.Any
  /** The end of the relation that the item stands at. */
  readonly from: "source" | "target"
}

/** What a record kind's two endpoints need to be told; the rest follows from the kind. */
export interface Options<
  List extends string,
  Get extends string,
  Id extends string,
  Item extends Schema.Schema.AnyNoContext,
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
  readonly item: Item
  /** The item with the arrays of the include flags. */
  readonly itemWithEntities?: Schema.Schema.AnyNoContext
  readonly includes?: Readonly<Record<Includes, Include>>
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

const dataErrors = [401, 404, 422, 429, 503]

/** How a query is sent, whatever its parameters are. */
type SentQuery = { readonly [name: string]: string | ReadonlyArray<string> | undefined }
type Query<A> = Schema.Schema<A, SentQuery>

type Flags<Includes extends string> = { readonly [K in Includes]: boolean }

const flags = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, ListParameters.optionalFlag(`\`true\` adds \`${field}\`.`)])
  )

const withItems = (
  item: Schema.Schema.AnyNoContext,
  itemWithEntities: Schema.Schema.AnyNoContext | undefined
): Schema.Schema.AnyNoContext => (itemWithEntities === undefined ? item : Schema.Union(itemWithEntities, item))

/**
 * The list endpoint and the get-by-id endpoint of a record kind: paths, parameters, envelopes and errors.
 *
 * A kind joins the API as one of these, the two `add`s of its group, and the two `handle`s of its handlers.
 */
export const make = <
  const List extends string,
  const Get extends string,
  const Id extends string,
  Item extends Schema.Schema.AnyNoContext,
  const Includes extends string = never,
  const OnRequest extends string = never,
  Filters extends Schema.Struct.Fields = Record<never, never>
>(
  kind: RecordKind.Any,
  options: Options<List, Get, Id, Item, Includes, OnRequest, Filters>
) => {
  const path = pathOf(kind)
  const shape = options.shape ?? "validation"
  const includes = options.includes ?? ({} as Readonly<Record<Includes, Include>>)
  const item = withItems(options.item, options.itemWithEntities) as Item
  const errors = Errors.schemas(dataErrors, shape)
  const onRequest: Readonly<Record<string, string>> = options.onRequest ?? {}
  const fields = Object.entries<Include>(includes).map(([name, { field }]) => [name, field] as const)
  const includeFlags = flags({ ...Object.fromEntries(fields), ...onRequest })

  const list = HttpApiEndpoint.get(options.list, path)
    .setUrlParams(
      ListParameters.query({
        ...ListParameters.recordListFields(options.limit ?? ListParameters.defaultLimit),
        ...includeFlags,
        ...options.filters
      }) as unknown as Query<
        ListParameters.RecordListParameters & Flags<Includes | OnRequest> & Schema.Struct.Type<Filters>
      >
    )
    .addSuccess(
      Schema.Union(
        OffsetEnvelope(item).annotations({
          title: "Offset envelope",
          description: "When `enableCursor` is false."
        }),
        CursorEnvelope(item).annotations({
          title: "Cursor envelope",
          description: "When `enableCursor` is true."
        })
      ).annotations({ description: `A page of ${options.plural}, oldest change first.` })
    )
    .addError(errors)
    .middleware(ConnectionAccess)
    .annotate(Errors.Shape, shape)
    .annotateContext(
      OpenApi.annotations({
        identifier: options.list,
        summary: `List ${options.plural}`,
        description: sentences(`The ${options.plural} of the connection, oldest change first.`, options.about)
      })
    )
    .annotateContext(needsConnection)

  const get = HttpApiEndpoint.get(options.get, `${path}/:${options.id}`)
    .setPath(
      Schema.Struct(idField(options.id, options.singular)) as unknown as Schema.Schema<
        { readonly [K in Id]: string },
        { readonly [name: string]: string }
      >
    )
    .setUrlParams(ListParameters.query(includeFlags) as unknown as Query<Flags<Includes | OnRequest>>)
    .addSuccess(item)
    .addError(errors)
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
    item,
    list,
    get
  }
}

/** The part of a kind's endpoints that its handlers read. */
export interface Any {
  readonly kind: RecordKind.Any
  readonly includes: Readonly<Record<string, Include>>
  /** By query flag, the field on request. */
  readonly onRequest: Readonly<Record<string, string>>
  readonly filters: ReadonlyArray<string>
  /** By query parameter, the facet. */
  readonly facets: Readonly<Record<string, string>>
  readonly instantSince: string | null
  readonly idParameter: string
}

const idField = (id: string, singular: string) => ({ [id]: Parameter.pathId(`The service's id of ${singular}.`) })

const pathOf = (kind: RecordKind.Any): `/${string}` => {
  if (kind.path === null) {
    throw new Error(`The record kind ${kind.name} is a relation: it shows inside other records and has no endpoint.`)
  }
  return kind.path as `/${string}`
}

const sentences = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(" ")
