import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { CursorEnvelope, OffsetEnvelope, type RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { ChecksWhileReading } from "./EndpointAnnotations.js"
import * as Errors from "./Errors.js"
import type { ItemParameters } from "./ItemParameters.js"
import * as ListParameters from "./ListParameters.js"
import * as Parameter from "./Parameter.js"
import { ConnectionAccess, needsConnection } from "./Security.js"

/** The error statuses of endpoints that read a connection's records. */
export const dataErrors = [401, 404, 422, 429, 503]

/** A query as it arrives. */
type SentQuery = { readonly [name: string]: string | ReadonlyArray<string> | undefined }
/** The schema of a query that decodes to `A`. */
export type Query<A> = Schema.Schema<A, SentQuery>

/** An end of a relation. */
export interface RelationEnd {
  /** The relation's kind. */
  readonly relation: RecordKind.Any
  /** Which of its two ends. */
  readonly from: "source" | "target"
}

/** A query flag that adds related records to each item: the flag relates the item, at this end, to the records in the array. */
export interface Include extends RelationEnd {
  /** The item's array that it fills. */
  readonly field: string
}

/** The includes of a list, by query flag. */
export type Includes<Names extends string = string> = Readonly<Record<Names, Include>>

/** The decoded query flags. */
export type Flags<Names extends string> = { readonly [K in Names]: boolean }

/** Query flags, by the field that each adds. */
export const flags = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      ListParameters.optionalFlag(`\`true\` adds the field \`${field}\` to each item.`)
    ])
  )

/** The arrays of related records that include flags add, by flag. */
export const arraysOf = (includes: Includes): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(includes).map(([name, { field }]) => [name, field]))

/** The path parameter for a record's id. */
export const idInPath = <const Id extends string>(id: Id, singular: string) =>
  Schema.Struct({ [id]: Parameter.pathId(`The service's id of ${singular}.`) }) as unknown as Schema.Schema<
    { readonly [K in Id]: string },
    { readonly [name: string]: string }
  >

/** What a list of records accepts and returns. */
interface Options<Item, Sent> {
  readonly plural: string
  readonly description: string
  readonly item: Schema.Schema<Item, Sent>
  /** Query parameters besides those that every list takes. */
  readonly fields: Schema.Struct.Fields
  readonly limit?: ListParameters.Limit | undefined
  readonly shape: Errors.ErrorShape
}

/** A list of records in both envelopes; `A` is the type of its own decoded query parameters. */
export const make =
  <A>() =>
  <const Name extends string, Item, Sent>(name: Name, path: `/${string}`, options: Options<Item, Sent>) =>
    HttpApiEndpoint.get(name, path)
      .setUrlParams(
        ListParameters.query({
          ...ListParameters.recordListFields(options.limit ?? ListParameters.defaultLimit),
          ...options.fields
        }) as unknown as Query<ListParameters.RecordListParameters & ItemParameters & A>
      )
      .addSuccess(
        Schema.Union(
          OffsetEnvelope(options.item).annotations({
            title: "Offset envelope",
            description: "The page if `enableCursor` is false."
          }),
          CursorEnvelope(options.item).annotations({
            title: "Cursor envelope",
            description: "The page if `enableCursor` is true."
          })
        ).annotations({ description: `A page of ${options.plural}, oldest change first.` })
      )
      .addError(Errors.schemas(dataErrors, options.shape))
      .middleware(ConnectionAccess)
      .annotate(ChecksWhileReading, true)
      .annotate(Errors.Shape, options.shape)
      .annotateContext(
        OpenApi.annotations({
          identifier: name,
          summary: `List ${options.plural}`,
          description: options.description
        })
      )
      .annotateContext(needsConnection)
