import fc from "fast-check"
import type { Document, JsonSchema } from "../contract/Document.js"
import { hostileText } from "./text.js"

/** Any JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const numbers: ReadonlyArray<number> = [
  0,
  -0,
  -1,
  1.5,
  1e-320,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  31_536_001
]

/** JSON of any kind, which rarely is what an operation takes. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], [null], { "": null }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 4 }) }
)

const DATES = { min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z") }

/** How the values of a schema are made. */
export interface ValueOptions {
  readonly resolve: Document["resolve"]
  /** Texts without a format. */
  readonly text: fc.Arbitrary<string>
}

const MOST_ITEMS = 3

const textOf = (schema: JsonSchema, { text }: ValueOptions): fc.Arbitrary<string> => {
  if (schema.format === "uuid") return fc.uuid()
  if (schema.format === "date-time") return fc.date(DATES).map((date) => date.toISOString())
  const { maxLength = 1_000, minLength = 0, pattern } = schema
  const any = pattern === undefined ? text : fc.stringMatching(new RegExp(pattern))
  return any.map((value) => [...value].slice(0, maxLength).join("").padEnd(minLength, "x"))
}

const integerOf = ({ maximum = 1_000_000, minimum = 0 }: JsonSchema): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))

const objectOf = (schema: JsonSchema, options: ValueOptions): fc.Arbitrary<Json> => {
  const { additionalProperties, properties, required = [] } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, valueOf(field, options)])
    const model: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(fields)
    return fc.record(model, { requiredKeys: [...required] }) as fc.Arbitrary<Json>
  }
  const values = typeof additionalProperties === "object" ? valueOf(additionalProperties, options) : options.text
  return fc.dictionary(options.text, values, { maxKeys: MOST_ITEMS })
}

const byType: Readonly<Record<string, (schema: JsonSchema, options: ValueOptions) => fc.Arbitrary<Json>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: integerOf,
  number: (schema) => integerOf(schema).map((value) => value / 2),
  string: textOf,
  array: ({ items = {}, minItems = 0 }, options) =>
    fc.array(valueOf(items, options), { minLength: minItems, maxLength: Math.max(minItems, MOST_ITEMS) }),
  object: objectOf
}

/** Values that a schema accepts. */
export const valueOf = (schema: JsonSchema, options: ValueOptions): fc.Arbitrary<Json> => {
  if (schema.$ref !== undefined) return valueOf(options.resolve(schema.$ref), options)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, options)))
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as ReadonlyArray<Json>))
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>
  return fc.oneof(
    ...types.map((type) => {
      const make = byType[type]
      if (make === undefined) throw new Error(`The OpenAPI document has the unknown type ${type}.`)
      return make(schema, options)
    })
  )
}
