import { Option, SchemaAST } from "effect"
import * as Field from "../records/Field.js"

/** A field of a record whose enum has a catch-all: a value for the vendor's words that have no counterpart here. */
export interface CatchAll {
  /** The names of the objects, or lists of objects, that lead to the field. */
  readonly within: ReadonlyArray<string>
  readonly field: string
  readonly value: string
  /** Where the object that has the field keeps the vendor's own word for it; null where it keeps none. */
  readonly word: ReadonlyArray<string> | null
}

/** The records of a batch with a value of the vendor that has no counterpart here. */
export interface Unmapped {
  readonly unmapped: number
  /** The fields that held a catch-all, by dotted path. */
  readonly unmappedFields: ReadonlyArray<string>
}

type Fields = Readonly<Record<string, unknown>>

/** The type itself, or what it is beside null. */
const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) && Option.isNone(Field.catchAllOf(ast)) ? ast.types : [ast]

const propertiesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> =>
  members(ast).flatMap((member) => (SchemaAST.isTypeLiteral(member) ? member.propertySignatures : []))

/** The contract keeps a vendor's word for `x` in `vendor_x`, or among the `vendor_attributes` under the same name. */
const wordFor = (field: string, siblings: ReadonlyArray<SchemaAST.PropertySignature>): CatchAll["word"] => {
  if (siblings.some(({ name }) => name === `vendor_${field}`)) return [`vendor_${field}`]
  const attributes = siblings.find(({ name }) => name === "vendor_attributes")
  const isThere = attributes !== undefined && propertiesOf(attributes.type).some(({ name }) => name === field)
  return isThere ? ["vendor_attributes", field] : null
}

/** The fields with a catch-all in a record's schema, also those in objects and in lists of objects. */
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

/** A vendor that says nothing, or the very word of the catch-all, says nothing that is lost. */
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
 * Counts the records with a value of the vendor that has no counterpart here.
 *
 * That is a field which holds its enum's catch-all, unless the record shows that the vendor said nothing else: its own
 * word stands beside the field, and is absent, empty or that of the catch-all. Where a record keeps no word of the
 * vendor's (a device's status and platform, a cloud, a vulnerability's state), every catch-all counts.
 */
export const count = (
  catchAlls: ReadonlyArray<CatchAll>,
  records: ReadonlyArray<{ readonly value: Fields }>
): Unmapped => {
  const unmappedFields = new Set<string>()
  let unmapped = 0
  for (const { value } of catchAlls.length === 0 ? [] : records) {
    const held = catchAlls.filter((catchAll) => isHeld(catchAll, value))
    if (held.length === 0) continue
    unmapped += 1
    for (const { within, field } of held) unmappedFields.add([...within, field].join("."))
  }
  return { unmapped, unmappedFields: [...unmappedFields] }
}
