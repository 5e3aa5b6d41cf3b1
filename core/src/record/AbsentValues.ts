import { SchemaAST as AST, Option } from "effect"
import { isNever } from "../Timestamp.js"
import * as SchemaTypes from "./SchemaTypes.js"

/*
 * What vendors send where they have no value: an empty text, and a date-time that says "never". In a field that may be null, both are null.
 * A required field keeps them, because a mapping answers for it.
 */

type Fields = Readonly<Record<string, unknown>>

/** A field that may be null, or that has such fields inside. */
interface Place {
  readonly name: string
  readonly isNullable: boolean
  readonly isTimestamp: boolean
  /** The fields of the object in it, or of each object of the list in it. */
  readonly inner: Places
}

/** The fields of a kind in which a value may be absent. */
export type Places = ReadonlyArray<Place>

const isTimestamp = (ast: AST.AST): boolean => Option.contains(AST.getIdentifierAnnotation(ast), "Timestamp")

const membersOf = (ast: AST.AST): ReadonlyArray<AST.AST> => (AST.isUnion(ast) ? ast.types : [ast])

const objectsIn = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isTupleType(ast) ? ast.rest.flatMap(({ type }) => membersOf(type)) : [ast]

/** The fields of a schema in which a value may be absent; keys of a dictionary are the vendor's, and keep what it sends. */
export const placesOf = (ast: AST.AST): Places => {
  if (!AST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => {
    const members = membersOf(type)
    const isNullable = SchemaTypes.areNullable(members)
    const inner = members.flatMap(objectsIn).flatMap(placesOf)
    if (!isNullable && inner.length === 0) return []
    return [{ name: String(name), isNullable, isTimestamp: members.some(isTimestamp), inner }]
  })
}

const isAbsent = (text: string, { isTimestamp }: Place): boolean => text.trim() === "" || (isTimestamp && isNever(text))

const inside = (value: unknown, places: Places): unknown => {
  if (value === null || typeof value !== "object") return value
  if (!Array.isArray(value)) return withoutAbsent(value as Fields, places)
  const items = value.map((item) => inside(item, places))
  return items.some((item, index) => item !== value[index]) ? items : value
}

const valueAt = (place: Place, value: unknown): unknown => {
  if (typeof value === "string") return place.isNullable && isAbsent(value, place) ? null : value
  return place.inner.length === 0 ? value : inside(value, place.inner)
}

/** The record with null wherever a value is absent; a copy where that changes it, because a draft belongs to its author. */
export const withoutAbsent = (record: Fields, places: Places): Fields => {
  let copy: Record<string, unknown> | null = null
  for (const place of places) {
    const value = record[place.name]
    const known = valueAt(place, value)
    if (known === value) continue
    copy ??= { ...record }
    copy[place.name] = known
  }
  return copy ?? record
}
