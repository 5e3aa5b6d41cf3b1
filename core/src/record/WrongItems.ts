import { SchemaAST as AST } from "effect"
import { hasOwnRules } from "./SchemaTypes.js"

/*
 * How many wrong items of a list are reported. A vendor chooses how long a list is, and to word and to replace each of a hundred thousand
 * wrong items would hold the event loop for seconds.
 */

/** A list or dictionary with more wrong items than this counts as wrong itself. */
export const MAX = 20

/** Longer lists are shown to the schema only as far as it reports something about them. */
const LONG = 100

/** Whether a schema accepts a value, as far as it can be known without the schema. */
export type Accepts = (ast: AST.AST) => (value: unknown) => boolean

/** The one type that a value other than null can have; null if there are several. */
const onlyType = (ast: AST.AST): AST.AST | null => {
  if (hasOwnRules(ast)) return null
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return onlyType(ast.from)
  if (AST.isSuspend(ast)) return onlyType(ast.f())
  if (!AST.isUnion(ast)) return ast
  const [only, ...others] = ast.types.filter(
    (type) => !(AST.isUndefinedKeyword(type) || (AST.isLiteral(type) && type.literal === null))
  )
  return only === undefined || others.length > 0 ? null : onlyType(only)
}

const cutList = (
  type: AST.AST,
  isFree: boolean,
  input: ReadonlyArray<unknown>,
  accepts: Accepts
): ReadonlyArray<unknown> => {
  const isRight = accepts(type)
  const wrong = new Map<number, unknown>()
  let end = 0
  const most = input.length > LONG ? MAX : LONG
  while (end < input.length && wrong.size <= most) {
    const item = input[end]
    if (!isRight(item)) wrong.set(end, cut(type, item, accepts))
    end += 1
  }
  if (wrong.size === 0) return isFree && input.length > LONG ? [] : input
  if (end === input.length && [...wrong].every(([index, item]) => item === input[index])) return input
  const copy = input.slice(0, end)
  for (const [index, item] of wrong) copy[index] = item
  return copy
}

const cutFields = (
  input: Readonly<Record<string, unknown>>,
  typeOf: (name: string) => AST.AST | undefined,
  accepts: Accepts
): Readonly<Record<string, unknown>> => {
  const changed = Object.keys(input).flatMap((name) => {
    const type = typeOf(name)
    const value = input[name]
    if (type === undefined || value === null || typeof value !== "object") return []
    const short = cut(type, value, accepts)
    return short === value ? [] : [[name, short] as const]
  })
  return changed.length === 0 ? input : { ...input, ...Object.fromEntries(changed) }
}

/** The value that the schema refuses, with at most one more wrong item in each long list than are reported; the paths of all others stay. */
export const cut = (ast: AST.AST, input: unknown, accepts: Accepts): unknown => {
  const type = onlyType(ast)
  if (type === null || input === null || typeof input !== "object") return input
  if (Array.isArray(input)) {
    const [item, ...last] = AST.isTupleType(type) && type.elements.length === 0 ? type.rest : []
    const isFree = !(AST.isRefinement(ast) || AST.isTransformation(ast))
    return item === undefined || last.length > 0 ? input : cutList(item.type, isFree, input, accepts)
  }
  if (!AST.isTypeLiteral(type) || type.indexSignatures.length > 0) return input
  const types = new Map(type.propertySignatures.map((property) => [property.name, property.type]))
  return cutFields(input as Readonly<Record<string, unknown>>, (name) => types.get(name), accepts)
}
