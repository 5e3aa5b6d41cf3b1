import { Option, type Schema, SchemaAST } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type { Assigned, Draft as DraftOf } from "./Draft.js"
import * as CatchAll from "./UnmappedValues.js"

/**
 * What happens to a record that a complete scan no longer sees: its `is_deleted` becomes true, its status field takes
 * the value DELETED (and so does a field of each object in the list that `within` names), or it leaves the lists.
 */
export type Deletion =
  | { readonly _tag: "Flag" }
  | {
      readonly _tag: "Status"
      readonly field: string
      readonly within?: { readonly list: string; readonly field: string }
    }
  | { readonly _tag: "Hide" }

/**
 * A relation joins two records by their `vendor_id`; when it appears, changes or goes, both ends count as changed.
 *
 * `embed` names the relation's own fields that show inside the target when the target is listed within the source.
 */
export interface Relation {
  readonly source: { readonly kind: string; readonly field: string }
  readonly target: { readonly kind: string; readonly field: string }
  readonly embed: ReadonlyArray<string>
}

/** One row of the table of record kinds. */
export interface RecordKind<
  Name extends string,
  ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned
> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  /** The list endpoint below the base address; null for a relation, which shows inside other records. */
  readonly path: string | null
  readonly deletion: Deletion
  /** The draft's identity in the source tool: unique per connection and kind, and stable. */
  readonly identity: (draft: DraftOf<Fields, Omitted>) => string
  readonly relation: Relation | null
  /** Wire names in spec order, without those of `onRequest`. */
  readonly fields: ReadonlyArray<string>
  /** Fields that show only when a caller asks for them. */
  readonly onRequest: ReadonlyArray<string>
  /**
   * Fields that name another record of the connection: a mapping writes the vendor's id (or ids) there, and the
   * framework turns it into the service's. By dotted path, the name of the record kind.
   */
  readonly references: ReadonlyArray<readonly [path: ReadonlyArray<string>, kind: string]>
  /** What list filters look for, as `name:value`. */
  readonly facets: (record: Readonly<Record<string, unknown>>) => ReadonlyArray<string>
  /** The field whose instant a list can be filtered by; null where there is none. */
  readonly instant: string | null
  /** The paths of the nullable date-times, where a vendor's "never" (year 1) is read as null. */
  readonly nullableTimestamps: ReadonlyArray<ReadonlyArray<string>>
  /** The fields whose enum has a catch-all. */
  readonly catchAlls: ReadonlyArray<CatchAll.CatchAll>
}

/** Any record kind. */
// biome-ignore lint/suspicious/noExplicitAny: the draft type stands in a contravariant seat, where only `any` accepts every kind
export type Any = RecordKind<string, DataExportType, any, any>

/** What a mapping for the kind `K` must return. */
export type Draft<K> =
  K extends RecordKind<string, DataExportType, infer Fields, infer Omitted> ? DraftOf<Fields, Omitted> : never

const isTimestamp = (ast: SchemaAST.AST): boolean =>
  Option.contains(SchemaAST.getIdentifierAnnotation(ast), "Timestamp")

const nullableTimestamps = (ast: SchemaAST.AST): ReadonlyArray<ReadonlyArray<string>> => {
  if (!SchemaAST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => {
    const members = SchemaAST.isUnion(type) ? type.types : [type]
    const own = SchemaAST.isUnion(type) && members.some(isTimestamp) ? [[]] : []
    return [...own, ...members.flatMap(nullableTimestamps)].map((path) => [String(name), ...path])
  })
}

/** The fields of a relation that the framework assigns: its `vendor_id` is derived from its ends. */
type RelationAssigned = "id" | "vendor_id"

interface Row<Name, ExportType, Fields extends Schema.Struct.Fields, Omitted extends string> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  readonly path: string | null
  readonly deletion: Deletion
  readonly identity: (draft: DraftOf<Fields, Omitted>) => string
  readonly relation?: Relation
  readonly onRequest?: ReadonlyArray<string>
  readonly references?: Readonly<Record<string, string>>
  readonly facets?: (record: Schema.Struct.Type<Fields>) => ReadonlyArray<string>
  readonly instant?: string
}

/** A row of the table, with what follows from it. */
export const make = <
  const Name extends string,
  const ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned
>(
  row: Row<Name, ExportType, Fields, Omitted>
): RecordKind<Name, ExportType, Fields, Omitted> => ({
  ...row,
  relation: row.relation ?? null,
  onRequest: row.onRequest ?? [],
  fields: Object.keys(row.schema.fields).filter((field) => row.onRequest?.includes(field) !== true),
  references: Object.entries(row.references ?? {}).map(([path, kind]) => [path.split("."), kind]),
  facets: (record) => row.facets?.(record as Schema.Struct.Type<Fields>) ?? [],
  instant: row.instant ?? null,
  nullableTimestamps: nullableTimestamps(row.schema.ast),
  catchAlls: CatchAll.fieldsOf(row.schema.ast)
})

interface RelationRow<Name, ExportType, Fields extends Schema.Struct.Fields, Field> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  readonly source: { readonly kind: string; readonly field: Field }
  readonly target: { readonly kind: string; readonly field: Field }
  readonly embed?: ReadonlyArray<string>
}

/** The row of a relation: it is what its ends are, has no list of its own, and goes without a trace. */
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
