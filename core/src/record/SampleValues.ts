import { SchemaAST as AST } from "effect"

const TEXTS = ["tributary", "2001-02-03T04:05:06Z", "1", "https://tributary.example/1"]

/** Some values of a type, which differ in everything that mappings look at most often. */
export const of = (ast: AST.AST): ReadonlyArray<unknown> => {
  if (AST.isUnion(ast)) return ast.types.flatMap(of)
  if (AST.isRefinement(ast)) return of(ast.from)
  if (AST.isLiteral(ast)) return [ast.literal]
  if (AST.isBooleanKeyword(ast)) return [true, false]
  if (AST.isNumberKeyword(ast)) return [1, 981_173_106]
  if (AST.isStringKeyword(ast)) return TEXTS
  if (AST.isUnknownKeyword(ast)) return [...TEXTS, 1, true, []]
  if (AST.isTupleType(ast)) {
    return [[], ...[...ast.elements, ...ast.rest].flatMap(({ type }) => of(type).map((item) => [item]))]
  }
  if (!AST.isTypeLiteral(ast)) return []
  const properties = ast.propertySignatures.map(({ name, type }) => ({ name, values: of(type) }))
  const most = Math.max(1, ...properties.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(properties.map(({ name, values }) => [name, values[index % values.length] ?? null]))
  )
}
