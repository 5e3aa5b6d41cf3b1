import { SchemaAST } from "effect"
import type * as RecordKind from "./RecordKind.js"
import { FIELD as VENDOR_DATA } from "./VendorData.js"

type Top<K> = keyof RecordKind.Draft<K> & string

/** The name of a field of a record, such as `severity`, or the path of one inside an object, such as `vendor_data.policy`. */
export type FieldPath<K> = Top<K> | `${Top<K>}.${string}`

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const typeAt = (ast: SchemaAST.AST, [name, ...rest]: ReadonlyArray<string>): boolean => {
  if (name === undefined) return true
  if (SchemaAST.isUnion(ast)) return ast.types.some((type) => typeAt(type, [name, ...rest]))
  if (!SchemaAST.isTypeLiteral(ast)) return false
  const property = ast.propertySignatures.find((each) => each.name === name)
  if (property !== undefined) return typeAt(property.type, rest)
  return ast.indexSignatures.some(({ type }) => SchemaAST.isUnknownKeyword(type) || typeAt(type, rest))
}

/** Whether the kind's record has the field. */
export const exists = (kind: RecordKind.Any, path: string): boolean => typeAt(kind.schema.ast, path.split("."))

const valueAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): unknown => {
  if (name === undefined) return value
  return isObject(value) ? valueAt(value[name], rest) : undefined
}

/** The value of the field; null if it is missing, or if an object on the way to it is. */
export const read = (fields: Fields, path: string): unknown => valueAt(fields, path.split(".")) ?? null

const replaced = (
  fields: Fields,
  [name = "", ...rest]: ReadonlyArray<string>,
  value: unknown,
  isOpen: boolean
): Fields => {
  if (rest.length === 0) return { ...fields, [name]: value }
  // Objects inside `vendor_data` have no schema, so one that is missing can be made.
  const inner = fields[name] ?? (isOpen ? {} : null)
  return isObject(inner) ? { ...fields, [name]: replaced(inner, rest, value, isOpen) } : fields
}

/** Whether the field is inside the vendor's own data, whose fields no schema names. */
export const isOpen = (path: string): boolean => path.startsWith(`${VENDOR_DATA}.`)

/** The record with another value in the field. Unchanged if an object on the way to the field is missing, unless it is `vendor_data` or inside that. */
export const replace = (fields: Fields, path: string, value: unknown): Fields =>
  replaced(fields, path.split("."), value, value !== null && isOpen(path))
