import { type SchemaAST as AST, type Either, ParseResult } from "effect"
import * as SchemaTypes from "./SchemaTypes.js"
import { expected } from "./safeMessage.js"

/** A value that its schema refuses, at a place that may be null. */
export interface LostValue {
  /** The way to the place: names of fields, and indices of lists. */
  readonly path: ReadonlyArray<PropertyKey>
  /** What is wrong, as `path: Expected ...`, without the value. It names fields of the schema only, never keys that a vendor chose. */
  readonly issue: string
}

/** What a schema can read of a value. */
export interface ReadablePart<A> {
  /** The decoded value, which has null wherever a value was lost. */
  readonly value: A
  /** The values that were lost; empty if the schema reads everything. */
  readonly lost: ReadonlyArray<LostValue>
}

/** The schema may refuse the rest as well, because only the innermost places become null at first. */
const MAX_ROUNDS = 4

/** The way to the innermost place on the path that may be null; null if no place on it may. */
const nullablePart = (ast: AST.AST, path: ReadonlyArray<PropertyKey>): ReadonlyArray<PropertyKey> | null => {
  let types = SchemaTypes.typesOf(ast)
  let longest: ReadonlyArray<PropertyKey> | null = null
  for (const [index, key] of path.entries()) {
    types = SchemaTypes.typesAt(types, key)
    if (SchemaTypes.areNullable(types)) longest = path.slice(0, index + 1)
  }
  return longest
}

/** The value with another one at the path; a copy wherever it changes. */
export const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<PropertyKey>, by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item))
  if (value === null || typeof value !== "object") return value
  return { ...value, [key]: replaced((value as Readonly<Record<PropertyKey, unknown>>)[key], rest, by) }
}

/** The path as text; every item of a list is `[]`. */
const textOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key) => (typeof key === "number" ? "[]" : String(key))).join(".")

const isWithin = (path: ReadonlyArray<PropertyKey>, outer: ReadonlyArray<PropertyKey>): boolean =>
  path.length > outer.length && outer.every((key, index) => key === path[index])

/** The innermost places whose values are wrong; null if a value is wrong without a place around it that may be null. */
const lostIn = (ast: AST.AST, error: ParseResult.ParseError): ReadonlyArray<LostValue> | null => {
  const lost = new Map<string, LostValue>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const path = nullablePart(ast, issue.path)
    if (path === null) return null
    const key = JSON.stringify(path.map(String))
    if (lost.has(key)) continue
    lost.set(key, { path, issue: `${textOf(path)}: ${expected(issue, error.issue.actual)}` })
  }
  // What is wrong inside an object that may be null is reported for the object as well: it is not null either.
  const all = [...lost.values()]
  return all.filter(({ path }) => !all.some((other) => isWithin(other.path, path)))
}

/**
 * What `decode`, a decoder of the schema, can read of a value that it has refused as a whole; null if nothing.
 *
 * A value costs its field, not its row: each wrong value becomes null at the nearest place that may be null. A wrong value
 * that has no such place around it costs everything.
 */
export const make = <A>(
  ast: AST.AST,
  decode: (input: unknown) => Either.Either<A, ParseResult.ParseError>,
  input: unknown,
  error: ParseResult.ParseError
): ReadablePart<A> | null => {
  let lost: ReadonlyArray<LostValue> = []
  let [rest, wrong] = [input, error]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = lostIn(ast, wrong)
    if (found === null) return null
    const outer = (each: LostValue) => found.some(({ path }) => isWithin(each.path, path))
    lost = [...lost.filter((each) => !outer(each)), ...found]
    rest = found.reduce((value, { path }) => replaced(value, path, null), rest)
    const decoded = decode(rest)
    if (decoded._tag === "Right") return { value: decoded.right, lost }
    wrong = decoded.left
  }
  return null
}
