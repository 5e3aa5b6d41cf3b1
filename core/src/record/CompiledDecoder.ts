import { SchemaAST as AST, Either, Option, ParseResult, Schema } from "effect"
import * as Result from "../Result.js"
import * as ObjectTemplate from "./ObjectTemplate.js"
import { hasOwnRules, isSettled } from "./SchemaTypes.js"
import * as WrongItems from "./WrongItems.js"

/*
 * A decoder of rows and records, for speed alone. Measured: the parser of a schema takes 28 us of processor time for a row on Effect 3.22, and
 * 21 us on 4.1; this one takes 2 us, and a job does little else. It can go when a release of Effect takes less than twice as long.
 */

/** Returns the decoded value, or `REJECTED`. Throws where only the schema can decide. */
export type Decode = (input: unknown) => unknown

/** What a compiled decoder returns for an input that does not fit. */
export const REJECTED: unique symbol = Symbol("REJECTED")

/** Thrown at an input that JSON does not contain, or whose decoding is an effect: the schema then decodes the whole input. */
const UNDECIDED = Symbol("UNDECIDED")

/**
 * Annotates a property that a missing value and undefined become null in. Its transformation does just that, but takes two options for each
 * value that is there, and rows consist of such properties.
 */
export const NULLISH: unique symbol = Symbol.for("@tributary/core/Nullish")

/** Rows and records report all their errors at once. */
const OPTIONS = { errors: "all" } as const

type Fields = Readonly<Record<string, unknown>>

const compiled = new WeakMap<AST.AST, Decode>()

/** The decoder of a node that is not compiled: the schema's own. */
const interpreted = (ast: AST.AST): Decode => {
  const parse = ParseResult.decodeUnknownEither(Schema.make<unknown>(ast), OPTIONS)
  return (input) => Either.getOrElse(parse(input), () => REJECTED)
}

const pass: Decode = (input) => input

const matching =
  (matches: (input: unknown) => boolean): Decode =>
  (input) =>
    matches(input) ? input : REJECTED

const isFields = (input: unknown): input is Fields =>
  typeof input === "object" && input !== null && !Array.isArray(input)

/**
 * Throws unless the object is one that JSON may contain.
 *
 * A schema also reads what an object inherits, and assigns a key `__proto__` instead of defining it.
 */
const demandPlain = (input: Fields): void => {
  const prototype: unknown = Object.getPrototypeOf(input)
  if (prototype !== Object.prototype && prototype !== null) throw UNDECIDED
}

const refinement = (ast: AST.Refinement): Decode => {
  const from = compile(ast.from)
  return (input) => {
    const value = from(input)
    return value === REJECTED || Option.isSome(ast.filter(value, OPTIONS, ast)) ? REJECTED : value
  }
}

const tuple = ({ elements, rest }: AST.TupleType): Decode => {
  const decodeElements = elements.map(({ type }) => compile(type))
  const [decodeItem, ...decodeLast] = rest.map(({ type }) => compile(type))
  const least = elements.filter(({ isOptional }) => !isOptional).length + decodeLast.length
  return (input) => {
    if (!Array.isArray(input) || input.length < least) return REJECTED
    const output: Array<unknown> = []
    const firstOfLast = Math.max(elements.length, input.length - decodeLast.length)
    // By index, because the holes of a sparse array are elements, too.
    for (let index = 0; index < input.length; index++) {
      const decode = decodeElements[index] ?? (index < firstOfLast ? decodeItem : decodeLast[index - firstOfLast])
      const value = decode === undefined ? REJECTED : decode(input[index])
      if (value === REJECTED) return REJECTED
      output.push(value)
    }
    return output
  }
}

/** Whether a struct with the property can be compiled: a missing one must read as undefined. */
const isOrdinary = ({ name }: AST.PropertySignature): boolean => typeof name === "string" && !(name in Object.prototype)

/** A record of any keys, such as the free-form JSON of a vendor. */
const dictionary = (type: AST.AST): Decode => {
  const decode = compile(type)
  return (input) => {
    if (!isFields(input)) return REJECTED
    demandPlain(input)
    if (Object.hasOwn(input, "__proto__") || Object.getOwnPropertySymbols(input).length > 0) throw UNDECIDED
    if (decode === pass) return { ...input }
    const output: Record<string, unknown> = {}
    for (const key of Object.keys(input)) {
      const value = decode(input[key])
      if (value === REJECTED) return REJECTED
      output[key] = value
    }
    return output
  }
}

const typeLiteral = (ast: AST.TypeLiteral): Decode => {
  const { indexSignatures, propertySignatures } = ast
  const [index] = indexSignatures
  if (propertySignatures.length === 0 && index === undefined) return matching((input) => input != null)
  if (propertySignatures.length === 0 && indexSignatures.length === 1 && index !== undefined) {
    return AST.isStringKeyword(index.parameter) ? dictionary(index.type) : interpreted(ast)
  }
  if (index !== undefined || !propertySignatures.every(isOrdinary)) return interpreted(ast)
  const properties = propertySignatures.map(({ isOptional, name, type }) => ({
    name: String(name),
    isOptional,
    decode: compile(type)
  }))
  const template = ObjectTemplate.make(properties.map(({ name }) => name))
  return (input) => {
    if (!isFields(input)) return REJECTED
    demandPlain(input)
    const output = { ...template }
    for (const { decode, isOptional, name } of properties) {
      const found = input[name]
      if (found === undefined && isOptional && !Object.hasOwn(input, name)) {
        delete output[name]
        continue
      }
      const value = decode(found)
      if (value === REJECTED) return REJECTED
      output[name] = value
    }
    return output
  }
}

/** A property of a struct whose decoded form a transformation changes, such as one with a default. */
interface TransformedProperty {
  readonly name: string
  readonly isOptional: boolean
  readonly decode: Decode
  /** What the transformation does with the decoded property; null if it leaves it alone. */
  readonly transform: ((decoded: Option.Option<unknown>) => Option.Option<unknown>) | null
  readonly isOptionalAfter: boolean
  readonly decodeAfter: Decode
  /** Whether `decodeAfter` accepts and returns what `decode` returned, unless that is undefined. */
  readonly isSettled: boolean
  /** Whether it is null if it is missing or undefined, and what `decode` returned if not. */
  readonly isNullish: boolean
}

/** The properties of a struct with defaults; null if they are renamed or reordered, or exist on one side only. */
const transformedProperties = (
  { from, to }: AST.Transformation,
  { propertySignatureTransformations }: AST.TypeLiteralTransformation
): ReadonlyArray<TransformedProperty> | null => {
  if (!AST.isTypeLiteral(from) || !AST.isTypeLiteral(to) || hasOwnRules(from) || hasOwnRules(to)) return null
  const before = from.propertySignatures
  const after = to.propertySignatures
  const isSame =
    from.indexSignatures.length + to.indexSignatures.length === 0 &&
    before.length > 0 &&
    before.length === after.length &&
    before.every((property, index) => isOrdinary(property) && property.name === after[index]?.name)
  const names = new Set(before.map(({ name }) => name))
  const transforms = new Map(propertySignatureTransformations.map((each) => [each.from, each]))
  const isInPlace =
    transforms.size === propertySignatureTransformations.length &&
    propertySignatureTransformations.every((each) => each.from === each.to && names.has(each.from))
  if (!isSame || !isInPlace) return null
  return before.flatMap(({ isOptional, name, type }, index) => {
    const next = after[index]
    if (next === undefined) return []
    const settled = isSettled(type, next.type)
    return {
      name: String(name),
      isOptional,
      decode: compile(type),
      transform: transforms.get(name)?.decode ?? null,
      isOptionalAfter: next.isOptional,
      decodeAfter: compile(next.type),
      isSettled: settled,
      isNullish: settled && next.annotations[NULLISH] === true
    }
  })
}

/** A struct with defaults, in one pass: the schema decodes it, applies the transformations and decodes the result again. */
const transformedStruct = (properties: ReadonlyArray<TransformedProperty>): Decode => {
  const template = ObjectTemplate.make(properties.map(({ name }) => name))
  return (input) => {
    if (!isFields(input)) return REJECTED
    demandPlain(input)
    const output = { ...template }
    for (const property of properties) {
      const { decode, isNullish, name } = property
      const found = input[name]
      if (isNullish) {
        const value = found === undefined ? null : decode(found)
        if (value === REJECTED) return REJECTED
        output[name] = value ?? null
        continue
      }
      const { decodeAfter, isOptional, isOptionalAfter, isSettled, transform } = property
      const isMissing = found === undefined && isOptional && !Object.hasOwn(input, name)
      const decoded = isMissing ? undefined : decode(found)
      if (decoded === REJECTED) return REJECTED
      const result = transform === null ? null : transform(isMissing ? Option.none() : Option.some(decoded))
      const isAbsent = result === null ? isMissing : Option.isNone(result)
      if (isAbsent && isOptionalAfter) {
        delete output[name]
        continue
      }
      const value = result === null ? decoded : Option.getOrUndefined(result)
      const last = isSettled && value !== undefined && value === decoded ? value : decodeAfter(value)
      if (last === REJECTED) return REJECTED
      output[name] = last
    }
    return output
  }
}

/** As the schema applies the transformations of a struct's properties: it changes what the first pass returned. */
const applyTo = (fields: unknown, { propertySignatureTransformations }: AST.TypeLiteralTransformation): unknown => {
  const changed = fields as Record<PropertyKey, unknown>
  for (const { decode, from, to } of propertySignatureTransformations) {
    const result = decode(Object.hasOwn(changed, from) ? Option.some(changed[from]) : Option.none())
    delete changed[from]
    if (Option.isSome(result)) changed[to] = result.value
  }
  return changed
}

/** Runs the transformation's own function; throws if that is an effect. */
const applied = (ast: AST.Transformation, value: unknown, input: unknown): unknown => {
  const { transformation: kind } = ast
  if (AST.isComposeTransformation(kind)) return value
  if (AST.isTypeLiteralTransformation(kind)) return applyTo(value, kind)
  const result = kind.decode(value, OPTIONS, ast, input)
  if (!Either.isEither(result)) throw UNDECIDED
  return Either.getOrElse(result, () => REJECTED)
}

const transformation = (ast: AST.Transformation): Decode => {
  const { from, to, transformation: kind } = ast
  const properties = AST.isTypeLiteralTransformation(kind) ? transformedProperties(ast, kind) : null
  if (properties !== null) return transformedStruct(properties)
  const first = compile(from)
  const last = compile(to)
  return (input) => {
    const value = first(input)
    if (value === REJECTED) return REJECTED
    const changed = applied(ast, value, input)
    return changed === REJECTED ? REJECTED : last(changed)
  }
}

const isPrimitive = (ast: AST.AST): boolean =>
  AST.isLiteral(ast) || AST.isStringKeyword(ast) || AST.isNumberKeyword(ast) || AST.isBooleanKeyword(ast)

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

/** Whether the node never accepts null or undefined. */
const refusesNull = (ast: AST.AST): boolean => {
  if (hasOwnRules(ast)) return false
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return refusesNull(ast.from)
  if (AST.isTypeLiteral(ast)) return ast.propertySignatures.length + ast.indexSignatures.length > 0
  return AST.isTupleType(ast) || (isPrimitive(ast) && !isNull(ast))
}

/** Whether a union may choose this member by a literal property instead of by its place. */
const isTagged = (ast: AST.AST): boolean => {
  if (AST.isRefinement(ast) || AST.isTransformation(ast)) return isTagged(ast.from)
  if (AST.isTypeLiteral(ast)) return ast.propertySignatures.some(({ type }) => AST.isLiteral(AST.encodedAST(type)))
  if (AST.isTupleType(ast)) return ast.elements.length > 0
  return !(isPrimitive(ast) || AST.isUndefinedKeyword(ast) || AST.isUnknownKeyword(ast))
}

const isText = (ast: AST.AST): ast is AST.Literal => AST.isLiteral(ast) && typeof ast.literal === "string"

/** The members of a union, and of the unions among them, in the order in which the schema tries them. */
const membersOf = (ast: AST.Union): ReadonlyArray<AST.AST> =>
  ast.types.flatMap((type) => (AST.isUnion(type) && !hasOwnRules(type) ? membersOf(type) : [type]))

const union = (ast: AST.Union): Decode => {
  const types = membersOf(ast)
  if (types.some(hasOwnRules)) return interpreted(ast)
  if (types.every(isText)) {
    const texts = new Set<unknown>(types.filter(isText).map(({ literal }) => literal))
    return matching((input) => texts.has(input))
  }
  const acceptsNull = types.some(isNull)
  const acceptsUndefined = types.some(AST.isUndefinedKeyword)
  const [only, ...others] = types.filter((type) => !isNull(type) && !AST.isUndefinedKeyword(type))
  if (only !== undefined && others.length === 0 && refusesNull(only)) {
    const decode = compile(only)
    return (input) => {
      if (input === null) return acceptsNull ? null : REJECTED
      if (input === undefined) return acceptsUndefined ? undefined : REJECTED
      return decode(input)
    }
  }
  if (types.some(isTagged)) return interpreted(ast)
  const members = types.map(compile)
  return (input) => {
    for (const decode of members) {
      const value = decode(input)
      if (value !== REJECTED) return value
    }
    return REJECTED
  }
}

/** The nodes that are compiled, by their tag. Any other is decoded by the schema. */
const compilers: { readonly [Tag in AST.AST["_tag"]]?: (ast: Extract<AST.AST, { readonly _tag: Tag }>) => Decode } = {
  AnyKeyword: () => pass,
  BooleanKeyword: () => (input) => (typeof input === "boolean" ? input : REJECTED),
  Literal: ({ literal }) => matching((input) => input === literal),
  NumberKeyword: () => (input) => (typeof input === "number" ? input : REJECTED),
  Refinement: refinement,
  StringKeyword: () => (input) => (typeof input === "string" ? input : REJECTED),
  Suspend: (ast) => {
    let decode: Decode | null = null
    return (input) => {
      decode ??= compile(ast.f())
      return decode(input)
    }
  },
  Transformation: transformation,
  TupleType: tuple,
  TypeLiteral: typeLiteral,
  UndefinedKeyword: () => matching((input) => input === undefined),
  Union: union,
  UnknownKeyword: () => pass
}

/** The compiled decoder of a schema, without the schema's own verdict on what it does not accept. */
export const compile = (ast: AST.AST): Decode => {
  const known = compiled.get(ast)
  if (known !== undefined) return known
  // The table pairs each tag with the compiler of its nodes.
  const compiler = compilers[ast._tag] as ((ast: AST.AST) => Decode) | undefined
  const decode = compiler === undefined || hasOwnRules(ast) ? interpreted(ast) : compiler(ast)
  compiled.set(ast, decode)
  return decode
}

const attempt = (decode: Decode, input: unknown): unknown => {
  try {
    return decode(input)
  } catch {
    return REJECTED
  }
}

/** What only the schema can decide counts as accepted. */
const accepts: WrongItems.Accepts = (ast) => {
  const decode = compile(ast)
  return (value) => {
    try {
      return decode(value) !== REJECTED
    } catch {
      return true
    }
  }
}

const resultOf = <A, E>(parsed: Either.Either<A, E>): Result.Result<A, E> =>
  Either.isRight(parsed) ? Result.succeed(parsed.right) : Result.fail(parsed.left)

/**
 * Decodes like the schema, which is walked once instead of for every input: it accepts and rejects the same, and returns equal values.
 *
 * Whatever it does not accept, the schema itself decodes, and so words the errors; of long lists it sees what is worth reporting.
 */
export const make = <A>(
  // biome-ignore lint/suspicious/noExplicitAny: the encoded form is anything that the vendor sends
  schema: Schema.Schema<A, any>
): ((input: unknown) => Result.Result<A, ParseResult.ParseError>) => {
  const decode = compile(schema.ast)
  const parse = Schema.decodeUnknownEither(schema, OPTIONS)
  return (input) => {
    const decoded = attempt(decode, input)
    // The compiled decoder returns what the schema would.
    if (decoded !== REJECTED) return Result.succeed(decoded as A)
    const short = WrongItems.cut(schema.ast, input, accepts)
    const parsed = parse(short)
    // What is wrong may be between the items that were cut.
    return resultOf(Either.isRight(parsed) && short !== input ? parse(input) : parsed)
  }
}
