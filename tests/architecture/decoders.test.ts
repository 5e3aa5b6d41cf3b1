import { Connector, RecordKind, Result, Row } from "@tributary/core"
import { Effect, Either, FastCheck as fc, ParseResult, Schema, type SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import * as CompiledDecoder from "../../core/src/record/CompiledDecoder.js"
import { connectors } from "../../examples/server/src/connectors.js"
import { inputs, isSame, junk, spoilt } from "../support/SchemaInputs.js"

/** The schemas of the rows that the connectors read; a new connector's are among them. */
const rowSchemas = connectors.flatMap((connector) =>
  Connector.extractorsOf(connector).flatMap(({ lists }) =>
    lists.flatMap(
      ({ endpoint, row }): ReadonlyArray<readonly [string, SchemaAST.AST]> =>
        row === null ? [] : [[`${connector.vendor} ${endpoint}`, row]]
    )
  )
)

interface Category {
  readonly name: string
  readonly parts: ReadonlyArray<Category>
}

const Category: Schema.Schema<Category> = Schema.Struct({
  name: Schema.String,
  parts: Schema.Array(Schema.suspend(() => Category))
})

const Cat = Schema.Struct({ kind: Schema.Literal("cat"), lives: Schema.Number })
const Dog = Schema.Struct({ kind: Schema.Literal("dog"), name: Row.nullish(Schema.String) })
const Loose = Schema.Struct({ a: Schema.optional(Schema.String) })
const Trimmed = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.trim(),
  encode: (value) => value
})

/** Forms that no connector needs yet, or that two of its schemas would have to differ in. */
const forms: Readonly<Record<string, Schema.Schema.AnyNoContext>> = {
  tuple: Schema.Tuple(Schema.String, Schema.optionalElement(Schema.Number)),
  "tuple with a rest": Schema.Tuple([Schema.String], Schema.Number, Schema.Boolean),
  "tagged union": Schema.Union(Cat, Dog, Schema.Null),
  "tagged member behind another": Schema.Union(Schema.Struct({ kind: Schema.String }), Cat),
  "overlapping union": Row.nullish(Schema.Union(Loose, Schema.Struct({ b: Schema.Number }))).pipe((b) =>
    Schema.Struct({ b })
  ),
  "union of texts and numbers": Schema.Union(Schema.NumberFromString, Schema.String, Schema.Literal(1, true)),
  recursive: Category,
  "record of numbers": Schema.Record({ key: Schema.String, value: Schema.Number }),
  "record by pattern": Schema.Record({ key: Schema.String.pipe(Schema.pattern(/^x/)), value: Schema.String }),
  "struct with further keys": Schema.Struct(
    { id: Schema.String },
    { key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }
  ),
  "names of Object.prototype": Schema.Struct({
    constructor: Schema.optional(Schema.Unknown),
    toString: Schema.Unknown,
    id: Row.nullish(Schema.Unknown)
  }),
  "renamed property": Schema.Struct({
    one: Schema.propertySignature(Schema.String).pipe(Schema.fromKey("two")),
    three: Row.nullish(Schema.String)
  }),
  "defaults of several forms": Schema.Struct({
    date: Schema.optionalWith(Schema.Date, { default: () => new Date(0) }),
    list: Schema.optionalWith(Schema.Array(Trimmed), { default: () => [], nullable: true }),
    exact: Schema.optionalWith(Schema.Unknown, { default: () => 1, exact: true }),
    wrong: Schema.optionalWith(Schema.Int, { default: () => 1.5 }),
    option: Schema.optionalWith(Schema.String, { as: "Option" }),
    record: Row.nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
  }),
  "effect of a transformation": Schema.Struct({
    text: Schema.transformOrFail(Schema.String, Schema.NonEmptyString, {
      strict: true,
      decode: (text, _, ast) =>
        text.length > 3 ? Effect.fail(new ParseResult.Type(ast, text)) : Effect.sync(() => text.trim()),
      encode: ParseResult.succeed
    })
  }),
  "options of its own": Schema.Struct({ id: Schema.String }).annotations({
    parseOptions: { onExcessProperty: "error" }
  }),
  "value for a failure": Schema.Struct({
    id: Schema.NullOr(Schema.String.annotations({ decodingFallback: () => Either.right("?") }))
  }),
  enum: Schema.Enums({ One: 1, Two: "two" } as const),
  template: Schema.TemplateLiteral("a", Schema.Number),
  bigint: Schema.BigInt,
  set: Schema.Set(Schema.String),
  filter: Schema.Struct({ a: Schema.Number, b: Schema.Number }).pipe(Schema.filter(({ a, b }) => a < b)),
  brand: Schema.NonEmptyArray(Schema.Int.pipe(Schema.between(1, 9), Schema.brand("Digit"))),
  object: Schema.Object,
  anything: Schema.Struct({})
}

const attempt = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (cause) {
    return { threw: cause instanceof Error ? cause.name : cause }
  }
}

/** Compares the two decoders; returns how many of the inputs were accepted. */
const compare = (ast: SchemaAST.AST, from: fc.Arbitrary<unknown>, numRuns: number): number => {
  const schema = Schema.make<unknown>(ast)
  const compiled = CompiledDecoder.make(schema)
  const parse = Schema.decodeUnknownEither(schema, { errors: "all" })
  let accepted = 0
  fc.assert(
    fc.property(from, (input) => {
      const expected = attempt(() => Either.mapLeft(parse(input), String))
      const actual = attempt(() => {
        const decoded = compiled(input)
        return Result.isSuccess(decoded) ? Either.right(decoded.success) : Either.left(String(decoded.failure))
      })
      if (Either.isEither(expected) && Either.isRight(expected)) accepted += 1
      return isSame(actual, expected)
    }),
    { numRuns }
  )
  return accepted
}

const agree = (ast: SchemaAST.AST, isGenerous: boolean) => {
  const valid = inputs(ast)
  const accepted = compare(ast, valid, isGenerous ? 60 : 15)
  compare(ast, spoilt(valid), isGenerous ? 400 : 40)
  compare(ast, junk, isGenerous ? 60 : 10)
  return accepted
}

/** JSON that the schema accepts must not need the schema: it would be slow, and no test would tell. */
const decidesAlone = (ast: SchemaAST.AST) => {
  const parse = Schema.decodeUnknownEither(Schema.make<unknown>(ast), { errors: "all" })
  const decode = CompiledDecoder.compile(ast)
  const isDecided = (input: unknown) =>
    input === undefined || Either.isLeft(parse(input)) || decode(input) !== CompiledDecoder.REJECTED
  const asJson = inputs(ast).map((input) => {
    const text = JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? null : value))
    return text === undefined || text.includes("__proto__") ? undefined : (JSON.parse(text) as unknown)
  })
  fc.assert(fc.property(asJson, isDecided), { numRuns: 10 })
}

describe("Compiled decoders", () => {
  it("cover the row schemas of every connector", () => {
    const vendors = connectors.filter(({ vendor }) => !rowSchemas.some(([name]) => name.startsWith(`${vendor} `)))
    expect(vendors).toEqual([])
  })

  it.each(rowSchemas)("decode the rows of %s as their schema does", (_, ast) => {
    expect(agree(ast, false)).toBeGreaterThan(0)
    decidesAlone(ast)
  })

  it.each(Object.values(RecordKind.table).map((kind) => [kind.name, kind.schema.ast] as const))(
    "decode the record %s as its schema does",
    (_, ast) => {
      expect(agree(ast, false)).toBeGreaterThan(0)
      decidesAlone(ast)
    }
  )

  it("decode the result of a struct with defaults again where a union could choose another member for it", () => {
    const { ast } = forms["overlapping union"] ?? Schema.Never
    expect(compare(ast, fc.constant({ b: { a: 1, b: 2 } }), 1)).toBe(1)
  })

  it.each(Object.entries(forms))("decode a %s as its schema does", (_, { ast }) => {
    agree(ast, true)
  })
})
