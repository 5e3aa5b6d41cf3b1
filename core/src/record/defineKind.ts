import { type Schema, SchemaAST } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type { Assigned, Draft as DraftOf } from "./Draft.js"
import * as Facets from "./Facets.js"
import { type CatchAll, fieldsOf } from "./UnmappedValues.js"

/** What the API shows of a record once a complete scan no longer finds it in the source tool. */
export type Deletion =
  /** The record's `is_deleted` becomes true. */
  | { readonly _tag: "Flag" }
  | {
      /** A field of the record takes the value `DELETED`. */
      readonly _tag: "Status"
      /** The name of that field. */
      readonly field: string
      /** A list of the record in whose objects a field becomes `DELETED` as well; none by default. */
      readonly within?: {
        /** The name of the list. */
        readonly list: string
        /** The name of the field in each of its objects. */
        readonly field: string
      }
    }
  /** The record disappears from the lists. */
  | { readonly _tag: "Hide" }

/** One end of a relation. */
export interface RelationEnd {
  /** The name of the record kind at this end. */
  readonly kind: string
  /** The relation's field that holds the `vendor_id` of the record at this end. */
  readonly field: string
}

/** Joins two records by their `vendor_id`s; both count as changed when the relation appears, changes or disappears. */
export interface Relation {
  /** The record that has the relation, such as the user of a membership. */
  readonly source: RelationEnd
  /** The record that the relation leads to, such as the group of a membership. */
  readonly target: RelationEnd
  /** The relation's own fields that the API shows in the target when it lists the target within the source. */
  readonly embed: ReadonlyArray<string>
}

/** One row of the table of record kinds. */
export interface RecordKind<
  Name extends string,
  ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned
> {
  /** The kind's name, such as `idp_user`; stored records and their ids depend on it. */
  readonly name: Name
  /** The export type that the kind belongs to. */
  readonly exportType: ExportType
  /** The schema of the records, as the API shows them. */
  readonly schema: Schema.Struct<Fields>
  /** The path of the kind's list in the API; null for a relation, which has no list and shows inside other records. */
  readonly path: string | null
  /** What the API shows of a record once it is gone from the source tool. */
  readonly deletion: Deletion
  /** The id of a record in the source tool: unique per connection and kind, and never changing. */
  readonly identity: (draft: DraftOf<Fields, Omitted>) => string
  /** The two ends of a relation; null for any other kind. */
  readonly relation: Relation | null
  /** The names of the record's fields in the order of the API's documentation, without those of `onRequest` and `relatedIds`. */
  readonly fields: ReadonlyArray<string>
  /** The names of the fields that the API shows only if the caller asks for them. */
  readonly onRequest: ReadonlyArray<string>
  /**
   * The fields that list the ids of related records, such as the devices of a group, each with the name of its relation.
   *
   * They may grow with the tenant, so no mapping writes them and no record stores them: the API reads them from the
   * relations.
   */
  readonly relatedIds: Readonly<Record<string, string>>
  /**
   * The fields that refer to other records of the connection: the path of each, and the name of the kind it refers to.
   *
   * A mapping writes the vendor's id (or ids) there, and the framework replaces it with the service's.
   */
  readonly references: ReadonlyArray<readonly [path: ReadonlyArray<string>, kind: string]>
  /** By which values list filters find a record, by facet. The field that shows a deletion is always one of them. */
  readonly facets: Facets.Facets
  /** The date-time fields by which a list can be filtered, at most three; the order is that of their columns. */
  readonly instants: ReadonlyArray<string>
  /** The fields whose enum has a catch-all. */
  readonly catchAlls: ReadonlyArray<CatchAll>
}

/** Any record kind of these export types. */
// biome-ignore lint/suspicious/noExplicitAny: the draft is a parameter of `identity`, so only `any` accepts every kind
export type Of<ExportType extends DataExportType> = RecordKind<string, ExportType, any, any>

/** Any record kind. */
export type Any = Of<DataExportType>

/** What a mapping for the kind `K` must return. */
export type Draft<K> =
  K extends RecordKind<string, DataExportType, infer Fields, infer Omitted> ? DraftOf<Fields, Omitted> : never

/** The fields of a relation that the framework assigns: its `vendor_id` is derived from its ends. */
type RelationAssigned = "id" | "vendor_id"

interface Row<Name, ExportType, Fields extends Schema.Struct.Fields, Omitted extends string, Related extends string> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  readonly path: string | null
  readonly deletion: Deletion
  readonly identity: (draft: DraftOf<Fields, Omitted | Related>) => string
  readonly relation?: Relation
  readonly onRequest?: ReadonlyArray<string>
  readonly relatedIds?: Readonly<Record<Related, string>>
  readonly references?: Readonly<Record<string, string>>
  readonly facets?: Readonly<Record<string, Facets.Declared>>
  readonly instants?: readonly [string] | readonly [string, string] | readonly [string, string, string]
}

const deletionField = (deletion: Deletion): string | null => {
  if (deletion._tag === "Hide") return null
  return deletion._tag === "Flag" ? "is_deleted" : deletion.field
}

const deletionFacet = (deletion: Deletion): Readonly<Record<string, Facets.Declared>> => {
  const field = deletionField(deletion)
  return field === null ? {} : { [field]: field }
}

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(literalsOf)
  return SchemaAST.isLiteral(ast) ? [String(ast.literal)] : []
}

/** The facet that shows whether a record is gone, and its values in records that are or are not. */
export interface DeletionFacet {
  /** The name of the facet. */
  readonly name: string
  /** Its values in records that are gone, or in all others. */
  readonly values: (isDeleted: boolean) => ReadonlyArray<Facets.Value>
}

/** How to find the records that are gone, or all others; null if a record that is gone leaves the lists. */
export const deletionFacetOf = ({ deletion, schema }: Any): DeletionFacet | null => {
  const name = deletionField(deletion)
  if (name === null) return null
  if (deletion._tag === "Flag") return { name, values: (isDeleted) => [isDeleted] }
  const field = schema.fields[name] as Schema.Schema.All
  const present = literalsOf(field.ast).filter((value) => value !== "DELETED")
  return { name, values: (isDeleted) => (isDeleted ? ["DELETED"] : present) }
}

/** Defines a kind of record and derives the rest from its schema. */
export const make = <
  const Name extends string,
  const ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned,
  const Related extends string = never
>(
  row: Row<Name, ExportType, Fields, Omitted, Related>
): RecordKind<Name, ExportType, Fields, Omitted | Related> => ({
  ...row,
  relation: row.relation ?? null,
  onRequest: row.onRequest ?? [],
  relatedIds: row.relatedIds ?? {},
  fields: Object.keys(row.schema.fields).filter(
    (field) => row.onRequest?.includes(field) !== true && !Object.hasOwn(row.relatedIds ?? {}, field)
  ),
  references: Object.entries(row.references ?? {}).map(([path, kind]) => [path.split("."), kind]),
  facets: Object.fromEntries(
    Object.entries({ ...deletionFacet(row.deletion), ...row.facets }).map(([name, facet]) => [
      name,
      Facets.declared(facet)
    ])
  ),
  instants: row.instants ?? [],
  catchAlls: fieldsOf(row.schema.ast)
})

interface RelationRow<Name, ExportType, Fields extends Schema.Struct.Fields, Field> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  readonly source: RelationEnd & { readonly field: Field }
  readonly target: RelationEnd & { readonly field: Field }
  readonly embed?: ReadonlyArray<string>
}

/** Defines a relation: identified by its two ends, without a list of its own, hidden once it is removed. */
export const relation = <
  const Name extends string,
  const ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  const Field extends keyof DraftOf<Fields, RelationAssigned>
>({
  source,
  target,
  embed = [],
  ...row
}: RelationRow<Name, ExportType, Fields, Field & string>): RecordKind<Name, ExportType, Fields, RelationAssigned> =>
  make<Name, ExportType, Fields, RelationAssigned>({
    ...row,
    path: null,
    deletion: { _tag: "Hide" },
    identity: (draft) => JSON.stringify([draft[target.field], draft[source.field]]),
    relation: { source, target, embed }
  })
