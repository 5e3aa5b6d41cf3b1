import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { CursorEnvelope, OffsetEnvelope, type RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as Errors from "./Errors.js"
import * as ListParameters from "./ListParameters.js"
import * as Parameter from "./Parameter.js"
import { ConnectionAccess, needsConnection } from "./Security.js"

/** What can be answered instead of a connection's records. */
export const dataErrors = [401, 404, 422, 429, 503]

/** How a query is sent, whatever its parameters are. */
type SentQuery = { readonly [name: string]: string | ReadonlyArray<string> | undefined }
export type Query<A> = Schema.Schema<A, SentQuery>

/** A query flag that adds related records to each item. */
export interface Include {
  /** The array inside the item. */
  readonly field: string
  readonly relation: RecordKind.Any
  /** The end of the relation that the item stands at. */
  readonly from: "source" | "target"
}

/** By query flag. */
export type Includes<Names extends string = string> = Readonly<Record<Names, Include>>

export type Flags<Names extends string> = { readonly [K in Names]: boolean }

/** Query flags, by the field that each adds. */
export const flags = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, ListParameters.optionalFlag(`\`true\` adds \`${field}\`.`)])
  )

export const includeFlags = (includes: Includes) =>
  flags(Object.fromEntries(Object.entries(includes).map(([name, { field }]) => [name, field])))

/** The path parameter that holds a record's id. */
export const idInPath = <const Id extends string>(id: Id, singular: string) =>
  Schema.Struct({ [id]: Parameter.pathId(`The service's id of ${singular}.`) }) as unknown as Schema.Schema<
    { readonly [K in Id]: string },
    { readonly [name: string]: string }
  >

/** What a list of records takes and gives, wherever it stands. */
interface Options<Item, Sent> {
  readonly plural: string
  readonly description: string
  readonly item: Schema.Schema<Item, Sent>
  /** Query parameters beside those that every list takes. */
  readonly fields: Schema.Struct.Fields
  readonly limit?: ListParameters.Limit | undefined
  readonly shape: Errors.ErrorShape
}

/** A list of records, in both envelopes; `A` is what its own query parameters decode to. */
export const make =
  <A>() =>
  <const Name extends string, Item, Sent>(name: Name, path: `/${string}`, options: Options<Item, Sent>) =>
    HttpApiEndpoint.get(name, path)
      .setUrlParams(
        ListParameters.query({
          ...ListParameters.recordListFields(options.limit ?? ListParameters.defaultLimit),
          ...options.fields
        }) as unknown as Query<ListParameters.RecordListParameters & A>
      )
      .addSuccess(
        Schema.Union(
          OffsetEnvelope(options.item).annotations({
            title: "Offset envelope",
            description: "When `enableCursor` is false."
          }),
          CursorEnvelope(options.item).annotations({
            title: "Cursor envelope",
            description: "When `enableCursor` is true."
          })
        ).annotations({ description: `A page of ${options.plural}, oldest change first.` })
      )
      .addError(Errors.schemas(dataErrors, options.shape))
      .middleware(ConnectionAccess)
      .annotate(Errors.Shape, options.shape)
      .annotateContext(
        OpenApi.annotations({
          identifier: name,
          summary: `List ${options.plural}`,
          description: options.description
        })
      )
      .annotateContext(needsConnection)
