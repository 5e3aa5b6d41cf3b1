import { Timestamp } from "@tributary/core"
import { Either, Option, ParseResult, Schema, type SchemaAST } from "effect"
import * as CommaList from "./CommaList.js"

/** What a parameter accepts, in the words of JSON Schema; shown in the reference and in `ctx` of its errors. */
export interface Rule {
  readonly type: "boolean" | "integer" | "date-time" | "string" | "uuid" | "enum"
  readonly constraints: Readonly<Record<string, unknown>>
}

const RuleId = Symbol.for("@tributary/runtime-http/api/Rule")

/** The rule of a parameter's schema. */
export const ruleOf = (ast: SchemaAST.Annotated): Option.Option<Rule> =>
  Option.fromNullable(ast.annotations[RuleId] as Rule | undefined)

/** A query parameter arrives as one text, or as several when it is repeated. */
const Sent = Schema.Union(Schema.String, Schema.Array(Schema.String))
type Sent = Schema.Schema.Type<typeof Sent>

/** A parameter's schema: from what is sent in the query to what the handler gets. */
export interface Parameter<A> extends Schema.transformOrFail<typeof Sent, Schema.Schema<A>> {}

interface Definition<A> extends Rule {
  readonly to: Schema.Schema<A>
  readonly description: string
  readonly jsonSchema: Readonly<Record<string, unknown>>
  /** Ends the sentence "Expected ...". */
  readonly expected: string
  readonly parse: (text: string) => Option.Option<A>
  readonly print: (value: A) => Sent
}

const annotated = <A>(
  definition: Omit<Definition<A>, "parse">,
  decode: (sent: Sent) => Either.Either<A, string>
): Parameter<A> =>
  Schema.transformOrFail(Sent, definition.to, {
    strict: true,
    decode: (sent, _options, ast) => Either.mapLeft(decode(sent), (why) => new ParseResult.Type(ast, sent, why)),
    encode: (value) => ParseResult.succeed(definition.print(value))
  }).annotations({
    description: definition.description,
    jsonSchema: { ...definition.jsonSchema, description: definition.description },
    [RuleId]: { type: definition.type, constraints: definition.constraints } satisfies Rule
  })

const single = <A>(definition: Definition<A>): Parameter<A> =>
  annotated(definition, (sent) =>
    typeof sent === "string"
      ? Either.fromOption(definition.parse(sent), () => `Expected ${definition.expected}`)
      : Either.left(`Expected ${definition.expected}, once; it was sent ${sent.length} times`)
  )

const booleans = new Map([
  ["true", true],
  ["false", false]
])

/** `true` or `false`, nothing else. */
export const boolean = (description: string): Parameter<boolean> =>
  single({
    type: "boolean",
    to: Schema.Boolean,
    description,
    jsonSchema: { type: "boolean", default: false },
    constraints: { enum: ["true", "false"] },
    expected: "true or false",
    parse: (text) => Option.fromNullable(booleans.get(text)),
    print: String
  })

const parseInteger = (text: string): Option.Option<number> =>
  /^-?\d{1,16}$/.test(text) ? Option.some(Number(text)) : Option.none()

/** A whole number within inclusive bounds. */
export const integer = (options: {
  readonly description: string
  readonly minimum: number
  readonly maximum?: number
  readonly default?: number
}): Parameter<number> => {
  const { description, minimum, maximum = Number.MAX_SAFE_INTEGER } = options
  const constraints = { minimum, ...(options.maximum === undefined ? {} : { maximum }) }
  return single({
    type: "integer",
    to: Schema.Int,
    description,
    jsonSchema: {
      type: "integer",
      ...constraints,
      ...(options.default === undefined ? {} : { default: options.default })
    },
    constraints,
    expected:
      options.maximum === undefined
        ? `an integer of at least ${minimum}`
        : `an integer from ${minimum} to ${options.maximum}`,
    parse: (text) => Option.filter(parseInteger(text), (value) => value >= minimum && value <= maximum),
    print: String
  })
}

/** A `+` that was sent without percent-encoding arrives as a space; an instant has no other use for one. */
const withPlus = (text: string): string => text.replace(/ (\d{2}:?\d{2})$/, "+$1")

const parseInstant = (text: string): Option.Option<string> =>
  // Postgres has no year 0.
  Option.filter(Option.getRight(Timestamp.normalize(withPlus(text))), (utc) => /^\d{4}-/.test(utc) && utc >= "0001")

/** An ISO 8601 instant with an offset; the handler gets it in UTC with milliseconds. */
export const instant = (description: string): Parameter<string> =>
  single({
    type: "date-time",
    to: Schema.String,
    description,
    jsonSchema: { type: "string", format: "date-time" },
    constraints: { format: "date-time" },
    expected: "an ISO 8601 date-time with an offset, such as 2024-05-01T00:00:00Z",
    parse: parseInstant,
    print: (value) => value
  })

/** A text of at most `maxLength` characters, not empty. */
export const text = (options: { readonly description: string; readonly maxLength: number }): Parameter<string> =>
  single({
    type: "string",
    to: Schema.String,
    description: options.description,
    jsonSchema: { type: "string", minLength: 1, maxLength: options.maxLength },
    constraints: { minLength: 1, maxLength: options.maxLength },
    expected: `a text of 1 to ${options.maxLength} characters`,
    parse: (value) => (value.length > 0 && value.length <= options.maxLength ? Option.some(value) : Option.none()),
    print: (value) => value
  })

const parseMember =
  <const A extends string>(values: ReadonlyArray<A>) =>
  (sent: string): Option.Option<A> =>
    Option.fromNullable(values.find((value) => value === sent))

/** One of fixed values. */
export const oneOf = <const A extends string>(options: {
  readonly description: string
  readonly values: ReadonlyArray<A>
}): Parameter<A> =>
  single<A>({
    type: "enum",
    to: Schema.Literal(...options.values),
    description: options.description,
    jsonSchema: { type: "string", enum: options.values },
    constraints: { enum: options.values },
    expected: `one of ${options.values.join(", ")}`,
    parse: parseMember(options.values),
    print: (value) => value
  })

const isUuid = Schema.is(Schema.UUID)

const parseUuid = (sent: string): Option.Option<string> =>
  isUuid(sent) ? Option.some(sent.toLowerCase()) : Option.none()

/** A UUID; the handler gets it in lower case. */
export const uuid = (description: string): Parameter<string> =>
  single({
    type: "uuid",
    to: Schema.String,
    description,
    jsonSchema: { type: "string", format: "uuid" },
    constraints: { format: "uuid" },
    expected: "a UUID",
    parse: parseUuid,
    print: (value) => value
  })

/** A UUID in the path, where nothing can be repeated. */
export const pathId = (description: string): Schema.transformOrFail<typeof Schema.String, typeof Schema.String> =>
  Schema.transformOrFail(Schema.String, Schema.String, {
    strict: true,
    decode: (sent, _options, ast) =>
      Either.fromOption(parseUuid(sent), () => new ParseResult.Type(ast, sent, "Expected a UUID")),
    encode: (value) => ParseResult.succeed(value)
  }).annotations({
    description,
    jsonSchema: { type: "string", format: "uuid", description },
    [RuleId]: { type: "uuid", constraints: { format: "uuid" } } satisfies Rule
  })

/** The header form of `uuid`; none where it is not one. */
export const readUuid = parseUuid

interface ListDefinition<A extends string> {
  readonly description: string
  readonly constraints: Readonly<Record<string, unknown>>
  readonly type: Rule["type"]
  readonly expected: string
  readonly to: Schema.Schema<A>
  readonly parse: (text: string) => Option.Option<A>
}

const list = <A extends string>(definition: ListDefinition<A>): Parameter<ReadonlyArray<A>> =>
  annotated<ReadonlyArray<A>>(
    {
      type: definition.type,
      to: Schema.Array(definition.to),
      description: definition.description,
      jsonSchema: { type: "array", items: { type: "string", ...definition.constraints } },
      constraints: definition.constraints,
      expected: definition.expected,
      print: CommaList.print
    },
    (sent) =>
      Either.flatMap(CommaList.parse(typeof sent === "string" ? [sent] : sent), (texts) =>
        Either.all(
          texts.map((value) => Either.fromOption(definition.parse(value), () => `Expected ${definition.expected}`))
        )
      )
  )

/** Several of fixed values. */
export const manyOf = <const A extends string>(options: {
  readonly description: string
  readonly values: ReadonlyArray<A>
}): Parameter<ReadonlyArray<A>> =>
  list<A>({
    type: "enum",
    description: options.description,
    constraints: { enum: options.values },
    expected: `a comma-separated list of ${options.values.join(", ")}`,
    to: Schema.Literal(...options.values),
    parse: parseMember(options.values)
  })

/** Several texts, such as the source tool's names of controls. */
export const texts = (options: {
  readonly description: string
  readonly maxLength: number
}): Parameter<ReadonlyArray<string>> =>
  list<string>({
    type: "string",
    description: options.description,
    constraints: { minLength: 1, maxLength: options.maxLength },
    expected: `a comma-separated list of texts of 1 to ${options.maxLength} characters`,
    to: Schema.String,
    parse: (value) => (value.length > 0 && value.length <= options.maxLength ? Option.some(value) : Option.none())
  })
