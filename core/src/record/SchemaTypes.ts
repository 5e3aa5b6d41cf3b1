import { SchemaAST as AST, Option } from "effect"

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

/** Whether the node overrides the options of the decoding, or what happens if it fails. */
export const hasOwnRules = (ast: AST.AST): boolean =>
  Option.isSome(AST.getParseOptionsAnnotation(ast)) || Option.isSome(AST.getDecodingFallbackAnnotation(ast))

const isPrimitive = (ast: AST.AST): boolean =>
  AST.isRefinement(ast)
    ? isPrimitive(ast.from)
    : AST.isLiteral(ast) ||
      AST.isStringKeyword(ast) ||
      AST.isNumberKeyword(ast) ||
      AST.isBooleanKeyword(ast) ||
      AST.isUndefinedKeyword(ast)

const isSettledStruct = (from: AST.TypeLiteral, to: AST.TypeLiteral): boolean => {
  const isDictionary = from.indexSignatures.length > 0
  if (isDictionary && from.propertySignatures.length > 0) return false
  return (
    from.indexSignatures.length === to.indexSignatures.length &&
    from.propertySignatures.length === to.propertySignatures.length &&
    from.indexSignatures.every(({ parameter, type }, index) => {
      const other = to.indexSignatures[index]
      return (
        from.indexSignatures.length === 1 &&
        other !== undefined &&
        AST.isStringKeyword(parameter) &&
        AST.isStringKeyword(other.parameter) &&
        isMemberSettled(type, other.type)
      )
    }) &&
    from.propertySignatures.every(({ isOptional, name, type }, index) => {
      const other = to.propertySignatures[index]
      return other?.name === name && other.isOptional === isOptional && isMemberSettled(type, other.type)
    })
  )
}

const isSettledTuple = (from: AST.TupleType, to: AST.TupleType): boolean =>
  from.elements.length === to.elements.length &&
  from.rest.length === to.rest.length &&
  from.elements.every(({ isOptional, type }, index) => {
    const other = to.elements[index]
    return other !== undefined && other.isOptional === isOptional && isMemberSettled(type, other.type)
  }) &&
  from.rest.every(({ type }, index) => {
    const other = to.rest[index]
    return other !== undefined && isMemberSettled(type, other.type)
  })

/** A union chooses the first member that accepts a value; primitives are returned as they are, so only two others can differ. */
const isSettledUnion = (from: AST.AST, to: AST.Union): boolean =>
  to.types.filter((type) => !isPrimitive(type)).length <= 1 &&
  !to.types.some(hasOwnRules) &&
  to.types.some((type) => isMemberSettled(from, type))

const isMemberSettled = (from: AST.AST, to: AST.AST): boolean => {
  if (hasOwnRules(from) || hasOwnRules(to)) return false
  if (AST.isTransformation(from)) return isMemberSettled(from.to, to)
  if (AST.isUnion(from)) return from.types.every((type) => isMemberSettled(type, to))
  if (AST.isUnion(to)) return isSettledUnion(from, to)
  if (AST.isRefinement(to))
    return AST.isRefinement(from) && from.filter === to.filter && isMemberSettled(from.from, to.from)
  if (AST.isRefinement(from)) return isMemberSettled(from.from, to)
  if (AST.isTypeLiteral(from)) return AST.isTypeLiteral(to) && isSettledStruct(from, to)
  if (AST.isTupleType(from)) return AST.isTupleType(to) && isSettledTuple(from, to)
  if (AST.isLiteral(from)) return AST.isLiteral(to) && from.literal === to.literal
  return from._tag === to._tag && (isPrimitive(from) || AST.isUnknownKeyword(from))
}

/**
 * Whether `to` accepts every value that decoding with `from` returned, undefined aside, and returns an equal one.
 *
 * It is for the type side of a struct with defaults, which decodes once more what was decoded already. False if in doubt.
 */
export const isSettled = (from: AST.AST, to: AST.AST): boolean => {
  if (!AST.isUnion(from) || hasOwnRules(from)) return isMemberSettled(from, to)
  return from.types.every((type) => AST.isUndefinedKeyword(type) || isMemberSettled(type, to))
}
