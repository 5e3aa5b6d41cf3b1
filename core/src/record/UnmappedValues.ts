import { Option, SchemaAST } from "effect"
import * as Field from "../records/Field.js"

/** A field whose enum has a catch-all, such as `OTHER`, for the vendor's values that map to no other value. */
export interface CatchAll {
  /** The names of the objects, or lists of objects, that contain the field, outermost first. */
  readonly within: ReadonlyArray<string>
  /** The field's name. */
  readonly field: string
  /** The catch-all, such as `OTHER`. */
  readonly value: string
  /** The path of the vendor's own word, relative to the object that has the field; null if no field keeps it. */
  readonly word: ReadonlyArray<string> | null
}

/** The records of a batch that hold a catch-all instead of the vendor's value. */
export interface Unmapped {
  /** How many records hold at least one catch-all. */
  readonly unmapped: number
  /** The dotted paths of the fields that hold a catch-all. */
  readonly unmappedFields: ReadonlyArray<string>
}

type Fields = Readonly<Record<string, unknown>>

/** The members of a union such as `X | null`; any other type by itself. An enum with a catch-all counts as one type. */
const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) && Option.isNone(Field.catchAllOf(ast)) ? ast.types : [ast]

const propertiesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> =>
  members(ast).flatMap((member) => (SchemaAST.isTypeLiteral(member) ? member.propertySignatures : []))

/** Records keep the vendor's word for `x` in `vendor_x`, or in `vendor_attributes` under the same name. */
const wordFor = (field: string, siblings: ReadonlyArray<SchemaAST.PropertySignature>): CatchAll["word"] => {
  if (siblings.some(({ name }) => name === `vendor_${field}`)) return [`vendor_${field}`]
  const attributes = siblings.find(({ name }) => name === "vendor_attributes")
  const hasWord = attributes !== undefined && propertiesOf(attributes.type).some(({ name }) => name === field)
  return hasWord ? ["vendor_attributes", field] : null
}

/** All fields with a catch-all in a record's schema, including those in objects and in lists of objects. */
export const fieldsOf = (ast: SchemaAST.AST, within: ReadonlyArray<string> = []): ReadonlyArray<CatchAll> => {
  const properties = propertiesOf(ast)
  return properties.flatMap(({ name, type }) => {
    const field = String(name)
    return members(type).flatMap((member) => {
      const value = Option.getOrNull(Field.catchAllOf(member))
      if (value !== null) return [{ within, field, value, word: wordFor(field, properties) }]
      const items = SchemaAST.isTupleType(member) ? member.rest.map((rest) => rest.type) : [member]
      return items.flatMap((item) => fieldsOf(item, [...within, field]))
    })
  })
}

/** Whether the catch-all hides a value: it does not if the vendor sent none, or the same word as the catch-all. */
const isLost = ({ value, word }: CatchAll, fields: Fields): boolean => {
  if (word === null) return true
  const said = word.reduce<unknown>((found, name) => (found as Fields | null | undefined)?.[name], fields)
  return typeof said === "string" && said !== "" && said.toUpperCase() !== value
}

const isHeld = (catchAll: CatchAll, found: unknown, depth = 0): boolean => {
  if (Array.isArray(found)) return found.some((item) => isHeld(catchAll, item, depth))
  if (found === null || typeof found !== "object") return false
  const fields = found as Fields
  const next = catchAll.within[depth]
  if (next !== undefined) return isHeld(catchAll, fields[next], depth + 1)
  return fields[catchAll.field] === catchAll.value && isLost(catchAll, fields)
}

/**
 * Counts the records that hold a catch-all instead of the vendor's value.
 *
 * A catch-all does not count if the record keeps the vendor's own word beside it, and that word is missing, empty or the
 * same as the catch-all. If a record keeps no such word (a device's status and platform, a cloud provider, a
 * vulnerability's state), every catch-all counts.
 */
export const count = (
  catchAlls: ReadonlyArray<CatchAll>,
  records: ReadonlyArray<{ readonly value: Fields }>
): Unmapped => {
  const unmappedFields = new Set<CatchAll>()
  let unmapped = 0
  for (const { value } of catchAlls.length === 0 ? [] : records) {
    let isUnmapped = false
    for (const catchAll of catchAlls) {
      if (!isHeld(catchAll, value)) continue
      isUnmapped = true
      unmappedFields.add(catchAll)
    }
    if (isUnmapped) unmapped += 1
  }
  const paths = Array.from(unmappedFields, ({ within, field }) => [...within, field].join("."))
  return { unmapped, unmappedFields: [...new Set(paths)] }
}
