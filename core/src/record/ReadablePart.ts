import type { SchemaAST as AST, ParseResult } from "effect"
import * as Result from "../Result.js"
import * as SchemaTypes from "./SchemaTypes.js"
import { expected, issuesOf } from "./safeMessage.js"

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

type Path = ReadonlyArray<PropertyKey>

/** The value with another one at each of the paths; a copy wherever it changes. One pass, because a list can be long. */
export const replaced = (value: unknown, paths: ReadonlyArray<Path>, by: unknown): unknown => {
  if (paths.some(({ length }) => length === 0)) return by
  const isList = Array.isArray(value)
  if (paths.length === 0 || value === null || typeof value !== "object") return value
  const inner = new Map<PropertyKey, Array<Path>>()
  for (const [key = "", ...rest] of paths) {
    const known = inner.get(key)
    if (known === undefined) inner.set(key, [rest])
    else known.push(rest)
  }
  const copy: Record<PropertyKey, unknown> = isList ? ([...value] as never) : { ...value }
  for (const [key, rest] of inner) if (!isList || Number(key) < value.length) copy[key] = replaced(copy[key], rest, by)
  return copy
}

/** The path up to the outermost list on it. */
export const beforeItem = (path: Path): Path => {
  const index = path.findIndex((key) => typeof key === "number")
  return index === -1 ? path : path.slice(0, index)
}

/** The path as text; every item of a list is `[]`. */
export const textOf = (path: Path): string =>
  path.map((key) => (typeof key === "number" ? "[]" : String(key))).join(".")

const keyOf = (path: Path): string => JSON.stringify(path.map(String))

/** The places without those that have another one inside: what is wrong inside an object that may be null is reported for the object as well. */
const innermost = (places: ReadonlyArray<LostValue>): ReadonlyArray<LostValue> => {
  const outer = new Set(places.flatMap(({ path }) => path.map((_, length) => keyOf(path.slice(0, length)))))
  return places.filter(({ path }) => !outer.has(keyOf(path)))
}

/** The innermost places whose values are wrong; null if a value is wrong without a place around it that may be null. */
const lostIn = (ast: AST.AST, error: ParseResult.ParseError): ReadonlyArray<LostValue> | null => {
  const lost = new Map<string, LostValue>()
  for (const issue of issuesOf(error)) {
    const path = nullablePart(ast, issue.path)
    if (path === null) return null
    const key = keyOf(path)
    if (!lost.has(key)) lost.set(key, { path, issue: `${textOf(path)}: ${expected(issue, error.issue.actual)}` })
  }
  return innermost([...lost.values()])
}

/**
 * What `decode`, a decoder of the schema, can read of a value that it has refused as a whole; null if nothing.
 *
 * A value costs its field, not its row: each wrong value becomes null at the nearest place that may be null. A wrong value
 * that has no such place around it costs everything.
 */
export const make = <A>(
  ast: AST.AST,
  decode: (input: unknown) => Result.Result<A, ParseResult.ParseError>,
  input: unknown,
  error: ParseResult.ParseError
): ReadablePart<A> | null => {
  let lost: ReadonlyArray<LostValue> = []
  let [rest, wrong] = [input, error]
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = lostIn(ast, wrong)
    if (found === null) return null
    const outer = new Set(found.map(({ path }) => keyOf(path)))
    lost = [...lost.filter(({ path }) => !path.some((_, length) => outer.has(keyOf(path.slice(0, length))))), ...found]
    rest = replaced(
      rest,
      found.map(({ path }) => path),
      null
    )
    const decoded = decode(rest)
    if (Result.isSuccess(decoded)) return { value: decoded.success, lost }
    wrong = decoded.failure
  }
  return null
}
