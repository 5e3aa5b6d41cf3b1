import { SchemaAST as AST } from "effect"
import { namesOf } from "../JsonPath.js"

/** Fields of an object, each with the fields inside it; null stands for everything inside it. Lists on the way are left out. */
export interface FieldTree {
  /** Those whose name is known. */
  readonly fields: ReadonlyMap<string, FieldTree | null>
  /** Fields of which only the beginning of the name is known; an empty one stands for every field. */
  readonly prefixes: ReadonlyMap<string, FieldTree | null>
}

type Entries = ReadonlyMap<string, FieldTree | null>

const NONE: Entries = new Map()

const united = (all: ReadonlyArray<Entries>): Entries => {
  if (all.every(({ size }) => size === 0)) return NONE
  const found = new Map<string, FieldTree | null>()
  for (const [name, inner] of all.flatMap((entries) => [...entries])) {
    const known = found.get(name)
    found.set(name, known === undefined ? inner : merged([known, inner]))
  }
  return found
}

/** The fields that one of the trees has. */
export const merged = (trees: ReadonlyArray<FieldTree | null>): FieldTree | null => {
  const known = trees.filter((tree) => tree !== null)
  return known.length < trees.length
    ? null
    : { fields: united(known.map(({ fields }) => fields)), prefixes: united(known.map(({ prefixes }) => prefixes)) }
}

/** What a tree says about a field: null for everything inside it, undefined for nothing. */
export const at = (tree: FieldTree, name: string): FieldTree | null | undefined => {
  const exact = tree.fields.get(name)
  if (tree.prefixes.size === 0 || exact === null) return exact
  const found = exact === undefined ? [] : [exact]
  for (const [prefix, inner] of tree.prefixes) if (name.startsWith(prefix)) found.push(inner as FieldTree)
  return found.length === 0 ? undefined : merged(found)
}

/** The fields that a schema names, or null if it reads the whole value; undefined if it reads a plain value. */
const named = (ast: AST.AST): FieldTree | null | undefined => {
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return named(ast.from)
  if (AST.isUnion(ast)) return unionOf(ast.types)
  if (AST.isTupleType(ast)) return unionOf([...ast.elements, ...ast.rest].map(({ type }) => type))
  if (AST.isTypeLiteral(ast)) {
    return {
      fields: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), named(type) ?? null])),
      prefixes: new Map(ast.indexSignatures.map(({ type }) => ["", named(type) ?? null]))
    }
  }
  const isPlain =
    AST.isStringKeyword(ast) || AST.isNumberKeyword(ast) || AST.isBooleanKeyword(ast) || AST.isLiteral(ast)
  return isPlain || AST.isUndefinedKeyword(ast) ? undefined : null
}

const unionOf = (types: ReadonlyArray<AST.AST>): FieldTree | null | undefined => {
  const trees = types.map(named).filter((tree) => tree !== undefined)
  return trees.length === 0 ? undefined : merged(trees)
}

/** The fields of a row that its schema reads. */
export const ofSchema = (ast: AST.AST): FieldTree | null => named(AST.encodedAST(ast)) ?? null

const ofPath = (path: string): FieldTree | null =>
  namesOf(path).reduceRight<FieldTree | null>((inner, name) => {
    const isPrefix = name.endsWith("*")
    return {
      fields: isPrefix ? NONE : new Map([[name, inner]]),
      prefixes: isPrefix ? new Map([[name.slice(0, -1), inner]]) : NONE
    }
  }, null)

/** The fields at the paths, each with everything inside it. A name that ends with `*` stands for all that begin so; a dot inside a name is written `\.`. */
export const ofPaths = (paths: ReadonlyArray<string>): FieldTree => {
  const [first = { fields: NONE, prefixes: NONE }, ...others] = paths.map(ofPath)
  return merged([first, ...others]) ?? { fields: NONE, prefixes: NONE }
}

/** Whether the tree has the field at the path, or everything in something that contains it. */
export const has = (tree: FieldTree | null, [name, ...rest]: ReadonlyArray<string>): boolean => {
  if (tree === null || name === undefined) return tree === null
  const inner = at(tree, name)
  return inner !== undefined && has(inner, rest)
}
