import { Arbitrary, SchemaAST as AST, FastCheck as fc, Option, Schema } from "effect"

type Input = fc.Arbitrary<unknown>

const text = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("", "2024-05-06T07:08:09Z", "a@acme.example", "1"))
const instant = fc
  .date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date("9999-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString())
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, Number.NaN))
const json = fc.jsonValue({ maxDepth: 2 }) as Input

/** How deep an input of a recursive schema is. */
const MAX_DEPTH = 4

const struct = (ast: AST.TypeLiteral, depth: number): Input => {
  const properties = Object.fromEntries(
    ast.propertySignatures.map(({ name, type }) => [String(name), inputs(type, depth)])
  )
  const requiredKeys = ast.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
  const declared = fc.record(properties, { requiredKeys, noNullPrototype: true })
  const [index] = ast.indexSignatures
  if (index === undefined) return declared
  const others = fc.dictionary(fc.string({ maxLength: 4 }), inputs(index.type, depth), {
    maxKeys: 4,
    noNullPrototype: true
  })
  return fc.tuple(others, declared).map(([more, fields]) => ({ ...more, ...fields }))
}

const tuple = ({ elements, rest }: AST.TupleType, depth: number): Input => {
  const [item, ...last] = rest.map(({ type }) => inputs(type, depth))
  const first = elements.map(({ type }) => inputs(type, depth))
  const middle = item === undefined ? fc.constant([]) : fc.array(item, { maxLength: 3 })
  return fc.tuple(fc.tuple(...first), middle, fc.tuple(...last)).map((parts) => parts.flat())
}

const isNamed = (ast: AST.AST, name: string) => Option.contains(AST.getIdentifierAnnotation(ast), name)

/** Inputs that the schema accepts, or nearly: the encoded form, without the filters on objects and lists. */
export const inputs = (ast: AST.AST, depth = 0): Input => {
  if (depth > MAX_DEPTH) return fc.constant(null)
  if (isNamed(ast, "Timestamp")) return instant
  if (AST.isTransformation(ast)) return inputs(ast.from, depth)
  if (AST.isUnion(ast)) return fc.oneof(...ast.types.map((type) => inputs(type, depth)))
  if (AST.isTypeLiteral(ast)) return struct(ast, depth + 1)
  if (AST.isTupleType(ast)) return tuple(ast, depth + 1)
  if (AST.isSuspend(ast)) return inputs(ast.f(), depth + 1)
  if (AST.isRefinement(ast) && (AST.isTypeLiteral(ast.from) || AST.isTupleType(ast.from)))
    return inputs(ast.from, depth)
  if (AST.isStringKeyword(ast)) return text
  if (AST.isNumberKeyword(ast)) return number
  if (AST.isUnknownKeyword(ast) || AST.isAnyKeyword(ast)) return fc.oneof(json, fc.anything())
  return Arbitrary.make(Schema.make<unknown>(ast))
}

type Fields = Record<PropertyKey, unknown>

const defined = (target: object, key: PropertyKey, value: unknown): object =>
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })

const copy = (value: object): object => {
  const target: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  return Object.defineProperties(target, Object.getOwnPropertyDescriptors(value))
}

class Instance {
  readonly inherited = 1
  get id() {
    return "inherited"
  }
}

const others: ReadonlyArray<unknown> = [
  null,
  undefined,
  "",
  "2024-02-30T00:00:00Z",
  0,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1.5,
  true,
  1n,
  Symbol.iterator,
  () => 1,
  {},
  [],
  [undefined],
  // biome-ignore lint/suspicious/noSparseArray: an array with holes is what a decoder may get wrong
  [, "x"],
  new Date(0),
  new Map(),
  new Instance(),
  Object.create(null),
  Object.create({ id: "inherited", name: "inherited" }),
  JSON.parse('{"__proto__":{"id":"1","name":"n","polluted":1},"constructor":1}'),
  { [Symbol.iterator]: 1, a: [] }
]

/** The properties, on an object that inherits from another. */
const below = (prototype: object | null, properties: object): object =>
  Object.create(prototype, Object.getOwnPropertyDescriptors(properties))

/** Changes of a property, or of an element, of an object. */
const edits: ReadonlyArray<(target: object, key: PropertyKey) => object> = [
  (target, key) => {
    const { [key]: _, ...rest } = target as Fields
    return Array.isArray(target) ? target.filter((__, index) => String(index) !== key) : rest
  },
  (target, key) => {
    delete (target as Fields)[key]
    return target
  },
  (target, key) => defined(target, key, [(target as Fields)[key]]),
  (target, key) => defined(target, key, { value: (target as Fields)[key] }),
  (target) => defined(target, "a", 1),
  (target) => defined(target, "__proto__", { polluted: 1 }),
  (target) => defined(target, Symbol.for("unexpected"), 1),
  (target) => below(null, target),
  (target) => Object.create(target),
  (target) => below(new Instance(), target),
  (target, key) => {
    const { [key]: value, ...rest } = target as Fields
    return below({ [key]: value }, rest)
  },
  (target) => Object.fromEntries(Object.entries(target).reverse()),
  ...others.map((other) => (target: object, key: PropertyKey) => defined(target, key, other))
]

const edited = (value: unknown, path: ReadonlyArray<number>, edit: (typeof edits)[number]): unknown => {
  if (value === null || typeof value !== "object") return others[(path[0] ?? 0) % others.length]
  const keys = Reflect.ownKeys(value).filter((key) => !(Array.isArray(value) && key === "length"))
  const [step = 0, ...rest] = path
  const key = keys[step % keys.length] ?? "0"
  const inner = (value as Fields)[key]
  const isDeeper = rest.length > 0 && inner !== null && typeof inner === "object"
  if (Object.isFrozen(value)) return inner
  return isDeeper ? defined(copy(value), key, edited(inner, rest, edit)) : edit(copy(value), key)
}

/** The inputs with one change at any depth. */
export const spoilt = (from: Input): Input =>
  fc
    .tuple(from, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.constantFrom(...edits))
    .map(([input, path, edit]) => edited(input, path, edit))

/** Values that have nothing to do with any schema. */
export const junk: Input = fc.oneof(
  fc.anything({ withNullPrototype: true, withSparseArray: true }),
  fc.constantFrom(...others)
)

/** Whether both are the same down to the order of keys, prototypes, holes and the sign of zero. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false
  const keys = Reflect.ownKeys(one)
  const otherKeys = Reflect.ownKeys(other)
  return (
    Object.getPrototypeOf(one) === Object.getPrototypeOf(other) &&
    keys.length === otherKeys.length &&
    keys.every((key, index) => key === otherKeys[index] && isSame((one as Fields)[key], (other as Fields)[key]))
  )
}
