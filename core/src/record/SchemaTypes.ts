import { SchemaAST as AST } from "effect"

/** The types that a value of this schema may have, as the vendor sends it. */
export const typesOf = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  if (AST.isUnion(ast)) return ast.types.flatMap(typesOf)
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return typesOf(ast.from)
  return AST.isSuspend(ast) ? typesOf(ast.f()) : [ast]
}

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

/** Whether one of the types is null. */
export const areNullable = (types: ReadonlyArray<AST.AST>): boolean => types.some(isNull)

/** The types one step further; keys of a dictionary lead nowhere, because they are the vendor's. */
export const typesAt = (types: ReadonlyArray<AST.AST>, key: PropertyKey): ReadonlyArray<AST.AST> =>
  types.flatMap((type) => {
    if (AST.isTypeLiteral(type)) {
      return type.propertySignatures.flatMap((property) => (property.name === key ? typesOf(property.type) : []))
    }
    if (!AST.isTupleType(type) || typeof key !== "number") return []
    const element = type.elements[key]
    return (element === undefined ? type.rest : [element]).flatMap((each) => typesOf(each.type))
  })
