import { Option, Schema, SchemaAST } from "effect"
import * as Described from "./Described.js"
import { type Expansion, expandedField, META } from "./ItemParameters.js"

const Instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

/** What the service knows about a record besides its fields. Times are in UTC with microseconds. */
export const RecordMeta = Described.struct("RecordMeta", {
  /** When the record last counted as changed, by itself or because a relation that it shows changed: what `updatedSince` compares. */
  updated_at: Instant,
  /** When the service first stored the record. */
  first_seen_at: Instant,
  /**
   * When the source tool was last known to have the record: the start of the last complete scan of its list that found it, or when it was
   * last read as new or changed.
   */
  last_seen_at: Instant,
  /** The job that last wrote the record's own fields, or found it gone. Null if unknown. */
  job_id: Schema.NullOr(Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })),
  /** The version of the connector that did so. Null if unknown. */
  connector_version: Schema.NullOr(Schema.String)
})
export interface RecordMeta extends Schema.Schema.Type<typeof RecordMeta> {}

/** A field such as `groups` by the name that its ids and its number have. */
type Singular<Field extends string> = Field extends `${infer One}s` ? One : Field

type FieldsOf<Arrays extends string> = { readonly [A in Arrays as `${Singular<A>}_ids`]?: ReadonlyArray<string> } & {
  readonly [A in Arrays as `${Singular<A>}_count`]?: number
}

/** The fields that `expandAs` fills instead of the arrays of related records, if the item has include flags. */
export type Expanded<Item, WithEntities, Includes extends string> = [Includes] extends [never]
  ? unknown
  : FieldsOf<Exclude<keyof WithEntities, keyof Item> & string>

const ids = Schema.Array(Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } }))
const count = Schema.Int.annotations({ jsonSchema: { type: "integer" } })

const present = (schema: Schema.Schema.All, description: string) =>
  Schema.optionalWith(schema as Schema.Schema<unknown>, { exact: true }).annotations({ description })

const ofExpansion: Readonly<Record<Expansion, (array: string) => Schema.Struct.Field>> = {
  ids: (array) => present(ids, `The ids of the \`${array}\`, instead of the array; present if \`expandAs=ids\`.`),
  count: (array) =>
    present(count, `How many \`${array}\` there are, instead of the array; present if \`expandAs=count\`.`)
}

const expandedFields = (arrays: ReadonlyArray<string>): Schema.Struct.Fields =>
  Object.fromEntries(
    arrays.flatMap((array) =>
      (["ids", "count"] as const).map((expansion) => [expandedField(array, expansion), ofExpansion[expansion](array)])
    )
  )

type AnyStruct = Schema.Schema<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>

const textOf = <A>(annotation: Option.Option<A>): A | string => Option.getOrElse(annotation, () => "")

/** The struct with further optional fields. */
const extended = (item: Schema.Schema.Any, identifier: string, fields: Schema.Struct.Fields): AnyStruct =>
  Schema.extend(item as AnyStruct, Schema.Struct(fields) as unknown as AnyStruct).annotations({
    identifier,
    description: String(textOf(SchemaAST.getDescriptionAnnotation(item.ast)))
  })

/** The keyword that marks the form of an item that the OpenAPI document leaves out. */
export const UNDOCUMENTED = "x-undocumented"

/** The item when the request names `fields`: any field but `id` may be absent. */
const part = (item: AnyStruct): AnyStruct =>
  Schema.extend(
    Schema.Struct({ id: Schema.String }),
    Schema.partialWith(item.pipe(Schema.omit("id")), { exact: true })
  ).annotations({ jsonSchema: { [UNDOCUMENTED]: true } }) as unknown as AnyStruct

/** What `includeMeta` adds. */
export interface WithMeta {
  readonly meta?: RecordMeta
}

/** What an endpoint says about its items. */
export interface Options<Item, Sent, WithEntities, SentWithEntities> {
  /** The record without anything that a flag adds. */
  readonly item: Schema.Schema<Item, Sent>
  /** The record with the arrays and fields that flags add; none by default. */
  readonly itemWithEntities: Schema.Schema<WithEntities, SentWithEntities> | undefined
  /** The arrays of related records that flags add. */
  readonly arrays: ReadonlyArray<string>
}

/**
 * The items of an endpoint. The variant with more fields comes first, because the other one also matches and would drop them.
 *
 * The last variant, with only some of the fields, is for requests with `fields`. Neither the type nor the document has it: both say what an
 * item is without that parameter, so that the other callers need not ask of each field whether it is there.
 */
export const make = <Item, Sent, WithEntities, SentWithEntities, Added = unknown>({
  arrays,
  item,
  itemWithEntities
}: Options<Item, Sent, WithEntities, SentWithEntities>): Schema.Schema<
  Item | (([WithEntities] extends [never] ? Item : WithEntities) & Added & WithMeta),
  Sent | (([SentWithEntities] extends [never] ? Sent : SentWithEntities) & Added & WithMeta)
> => {
  const nameOf = ({ ast }: Schema.Schema.Any) => String(textOf(SchemaAST.getIdentifierAnnotation(ast)))
  const all = extended(
    itemWithEntities ?? item,
    itemWithEntities === undefined ? `${nameOf(item)}WithMeta` : nameOf(itemWithEntities),
    { ...expandedFields(arrays), [META]: present(RecordMeta, "Present if `includeMeta=true`.") }
  )
  return Schema.Union(all, item as unknown as AnyStruct, part(all)).annotations({
    description: String(textOf(SchemaAST.getDescriptionAnnotation(item.ast)))
  }) as unknown as Schema.Schema<
    Item | (([WithEntities] extends [never] ? Item : WithEntities) & Added & WithMeta),
    Sent | (([SentWithEntities] extends [never] ? Sent : SentWithEntities) & Added & WithMeta)
  >
}
