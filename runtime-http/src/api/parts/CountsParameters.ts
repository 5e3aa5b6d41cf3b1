import { RecordKind } from "@tributary/core"
import { Schema, SchemaAST } from "effect"
import * as Described from "./Described.js"
import * as Parameter from "./Parameter.js"

/** The values of an enum or a boolean; none if the type is neither. */
const valuesOf = (ast: SchemaAST.AST): ReadonlyArray<string | boolean> => {
  if (SchemaAST.isBooleanKeyword(ast)) return [true, false]
  if (SchemaAST.isLiteral(ast) && typeof ast.literal === "string") return [ast.literal]
  return SchemaAST.isUnion(ast) ? ast.types.flatMap(valuesOf) : []
}

/** The fields of a kind by which its records can be counted, each with the values that it can have besides null. */
export const fieldsOf = (kind: RecordKind.Any): ReadonlyMap<string, ReadonlyArray<string | boolean>> =>
  new Map(
    (SchemaAST.isTypeLiteral(kind.schema.ast) ? kind.schema.ast.propertySignatures : [])
      .filter(({ name }) => kind.fields.includes(String(name)))
      .flatMap(({ name, type }) => {
        const values = valuesOf(type)
        return values.length === 0 ? [] : [[String(name), values] as const]
      })
  )

/** The kinds that have lists, and at least one field by which their records can be counted. */
export const kinds: ReadonlyMap<string, RecordKind.Any> = new Map(
  Object.values(RecordKind.table)
    .filter((kind) => kind.path !== null && fieldsOf(kind).size > 0)
    .map((kind) => [kind.name, kind])
)

const allFields = [...new Set([...kinds.values()].flatMap((kind) => [...fieldsOf(kind).keys()]))].toSorted()

/** Why the records of this kind cannot be counted by a field. */
export const refuse = (kind: RecordKind.Any, by: string): Parameter.Refusal => ({
  why: (name) =>
    kind.fields.includes(by)
      ? `Records of ${kind.name} cannot be counted by ${name}, because it is neither an enum nor a boolean`
      : `Records of ${kind.name} have no field ${name}`,
  isMisspelled: !kind.fields.includes(by),
  known: [...fieldsOf(kind).keys()]
})

/** Refuses a field by the kind of the same request; null if the request names no known kind. */
const refuseInQuery = (by: string, query: URLSearchParams): Parameter.Refusal | null => {
  const kind = kinds.get(query.get("kind") ?? "")
  return kind === undefined ? null : refuse(kind, by)
}

/** The parameters of a count; both are required. */
export const parameters = {
  kind: Parameter.oneOf({
    description: "The kind of records, such as `vulnerability`.",
    values: [...kinds.keys()],
    noun: "kind"
  }),
  by: Parameter.oneOf({
    description:
      "The field of the kind by whose values the records are counted: an enum or a boolean at the record's top level, such as `severity`.",
    values: allFields,
    noun: "field",
    refuse: refuseInQuery
  })
}

/** How many records have a value. */
export const ValueCount = Described.struct("ValueCount", {
  /** The value of the field. Null for records that have none. */
  value: Schema.NullOr(Schema.Union(Schema.String, Schema.Boolean)),
  /** How many records have it; 0 if none. */
  count: Schema.Int.annotations({ jsonSchema: { type: "integer" } })
})

/** The records of a kind, counted by the values of one field. */
export const RecordCounts = Described.struct("RecordCounts", {
  /** The kind of records. */
  kind: Schema.String,
  /** The field by which they are counted. */
  by: Schema.String,
  /** How many there are in all: the `total` of their list without filters. */
  total: Schema.Int.annotations({ jsonSchema: { type: "integer" } }),
  /** One entry for each value that the field can have, and one for null. */
  counts: Schema.Array(ValueCount)
})
