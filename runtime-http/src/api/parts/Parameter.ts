import { Result, Timestamp } from "@tributary/core"
import { Either, Option, ParseResult, Schema, SchemaAST } from "effect"
import * as ParameterInstant from "./ParameterInstant.js"
import * as ParameterText from "./ParameterText.js"

/** A query parameter arrives as one string, or as several when the request repeats it. */
const Sent = Schema.Union(Schema.String, Schema.Array(Schema.String))
type Sent = Schema.Schema.Type<typeof Sent>

/** How a list is written in one parameter; shown in the reference of each of them. */
const LIST_FORM =
  "Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value."

/**
 * Reads a list parameter: comma-separated values, with double quotes around a value that contains a comma or a quote
 * (RFC 4180). If the parameter is repeated, each occurrence is one value, because a client that repeats it does not expect commas to separate values.
 */
export const parse = (sent: Sent): Either.Either<ReadonlyArray<string>, string> =>
  typeof sent === "string" ? parseOne(sent) : Either.right(sent)

/** One field and the comma or the end after it; a quote inside a quoted field is doubled. */
const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

const parseOne = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const values: Array<string> = []
  let position = 0
  for (;;) {
    field.lastIndex = position
    const match = field.exec(text)
    if (match === null) {
      return Either.left(
        "Expected comma-separated values; put double quotes around a value that contains a comma or a quote"
      )
    }
    const [whole, quoted, plain = "", separator] = match
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (separator === "") {
      return Either.right(values)
    }
    position += whole.length
  }
}

/** Writes a list as one comma-separated value; an empty list becomes no value at all. */
export const print = (values: ReadonlyArray<string>): Sent =>
  values.length === 0 ? [] : values.map((value) => (/[",]/.test(value) ? quote(value) : value)).join(",")

/** Writes a list of free texts. Quotes keep the server from also looking for several values as one. */
const printProse = (values: ReadonlyArray<string>): Sent =>
  values.length > 1 ? values.map(quote).join(",") : print(values)

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`

/** Why a parameter refuses a name, if that depends on other parameters of the query. */
export interface Refusal {
  /** The reason as a sentence without a full stop, around the name as an error may repeat it. */
  readonly why: (name: string) => string
  /** Whether the name may be a misspelled one, so that the error names the nearest. */
  readonly isMisspelled: boolean
  /** The names that this query could have. */
  readonly known: ReadonlyArray<string>
}

/** What a parameter accepts, as JSON Schema keywords; shown in the reference and in the `ctx` of its errors. */
export interface Rule {
  /** The type that errors name. */
  readonly type: "boolean" | "integer" | "date-time" | "string" | "uuid" | "enum"
  /** The limits, as keywords of JSON Schema. */
  readonly constraints: Readonly<Record<string, unknown>>
  /** What the values of `enum` are names of, such as `field`: the error about an unknown one names the nearest. */
  readonly noun?: string
  /** Says why a name is refused if that depends on other parameters of the query; null if they do not say. */
  readonly refuse?: (sent: string, query: URLSearchParams) => Refusal | null
}

const RuleId = Symbol.for("@tributary/runtime-http/api/Rule")

/** The rule that is attached to a parameter's schema; none when the schema is not a parameter. */
export const ruleOf = (ast: SchemaAST.Annotated): Option.Option<Rule> =>
  Option.fromNullable(ast.annotations[RuleId] as Rule | undefined)

/** The fields of a struct as a request contains them, such as the parameters of a query; none if the schema is no struct. */
export const properties = ({ ast }: Schema.Schema.All): ReadonlyArray<SchemaAST.PropertySignature> => {
  const from = SchemaAST.isTransformation(ast) ? ast.from : ast
  return SchemaAST.isTypeLiteral(from) ? from.propertySignatures : []
}

/** A parameter's schema: decodes what the query contains into what the handler gets. */
export interface Parameter<A> extends Schema.transformOrFail<typeof Sent, Schema.Schema<A>> {}

interface Definition<A> extends Rule {
  readonly to: Schema.Schema<A>
  readonly description: string
  readonly jsonSchema: Readonly<Record<string, unknown>>
  /** Completes the error message "Expected ...". */
  readonly expected: string
  readonly parse: (text: string) => Option.Option<A>
  readonly print: (value: A) => Sent
}

const annotationsOf = <A>(
  definition: Pick<Definition<A>, "constraints" | "description" | "jsonSchema" | "noun" | "refuse" | "type">
) => ({
  description: definition.description,
  jsonSchema: { ...definition.jsonSchema, description: definition.description },
  [RuleId]: {
    type: definition.type,
    constraints: definition.constraints,
    ...(definition.noun === undefined ? {} : { noun: definition.noun }),
    ...(definition.refuse === undefined ? {} : { refuse: definition.refuse })
  } satisfies Rule
})

const annotated = <A>(
  definition: Omit<Definition<A>, "parse">,
  decode: (sent: Sent) => Either.Either<A, string>
): Parameter<A> =>
  Schema.transformOrFail(Sent, definition.to, {
    strict: true,
    decode: (sent, _options, ast) => Either.mapLeft(decode(sent), (why) => new ParseResult.Type(ast, sent, why)),
    encode: (value) => ParseResult.succeed(definition.print(value))
  }).annotations(annotationsOf(definition))

const single = <A>(definition: Definition<A>): Parameter<A> =>
  annotated(definition, (sent) =>
    typeof sent === "string"
      ? Either.fromOption(definition.parse(sent), () => `Expected ${definition.expected}`)
      : Either.left(`Expected ${definition.expected}, sent once; the request contains it ${sent.length} times`)
  )

const booleans = new Map([
  ["true", true],
  ["false", false]
])

/** A parameter that accepts exactly `true` and `false`; null as `byDefault` if its absence means something else. */
export const boolean = (description: string, byDefault: false | null = false): Parameter<boolean> =>
  single({
    type: "boolean",
    to: Schema.Boolean,
    description,
    jsonSchema: { type: "boolean", ...(byDefault === null ? {} : { default: byDefault }) },
    constraints: { enum: ["true", "false"] },
    expected: "true or false",
    parse: (text) => Option.fromNullable(booleans.get(text)),
    print: String
  })

const parseInteger = (text: string): Option.Option<number> =>
  /^-?\d{1,16}$/.test(text) ? Option.some(Number(text)) : Option.none()

/** A parameter that accepts an integer within inclusive bounds. */
export const integer = (options: {
  readonly description: string
  readonly minimum: number
  readonly maximum?: number
  readonly default?: number
  /** What the error message adds to the bounds. */
  readonly hint?: string
}): Parameter<number> => {
  const { description, minimum, maximum = Number.MAX_SAFE_INTEGER, hint = "" } = options
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
        : `an integer from ${minimum} to ${options.maximum}${hint}`,
    parse: (text) => Option.filter(parseInteger(text), (value) => value >= minimum && value <= maximum),
    print: String
  })
}

/** A `+` that the client did not percent-encode arrives as a space; no other part of an instant contains a space. */
const withPlus = (text: string): string => text.replace(/ (\d{2}(?::?\d{2})?)$/, "+$1")

/** The digits of an instant between milliseconds and microseconds, which `Timestamp` leaves out and Postgres stores. */
const microsOf = (text: string): string => /[.,]\d{3}(\d{1,3})/.exec(text)?.[1] ?? ""

const normalized = (text: string): Option.Option<string> => {
  const utc = Timestamp.normalize(text)
  return Result.isSuccess(utc) ? Option.some(utc.success) : Option.none()
}

const utcOf = (text: string): Option.Option<string> =>
  Option.orElse(normalized(text), () => Option.flatMap(ParameterInstant.spelled(text), normalized))

const parseInstant = (text: string): Option.Option<string> =>
  utcOf(withPlus(text)).pipe(
    // Postgres has no year 0.
    Option.filter((utc) => /^\d{4}-/.test(utc) && utc >= "0001"),
    Option.map((utc) => utc.replace("Z", `${microsOf(text)}Z`))
  )

/** A parameter that accepts an ISO 8601 instant with an offset; the handler gets it in UTC with milliseconds, or up to microseconds. */
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

/** A text parameter: 1 to `maxLength` characters, no control characters. */
export const text = (options: { readonly description: string; readonly maxLength: number }): Parameter<string> =>
  single({
    type: "string",
    to: Schema.String,
    description: options.description,
    jsonSchema: { type: "string", minLength: 1, maxLength: options.maxLength },
    constraints: { minLength: 1, maxLength: options.maxLength },
    expected: ParameterText.expectedOf(options.maxLength),
    parse: (value) => (ParameterText.isFit(value, options.maxLength) ? Option.some(value) : Option.none()),
    print: (value) => value
  })

const parseMember =
  <const A extends string>(values: ReadonlyArray<A>) =>
  (sent: string): Option.Option<A> =>
    Option.fromNullable(values.find((value) => value === sent))

/** One of several values. */
interface Choice<A extends string> extends Pick<Rule, "noun" | "refuse"> {
  readonly description: string
  readonly values: ReadonlyArray<A>
}

const ofChoice = <const A extends string>({ values, ...choice }: Choice<A>) => ({
  ...choice,
  type: "enum" as const,
  jsonSchema: { type: "string", enum: values },
  constraints: { enum: values },
  expected: `one of ${values.join(", ")}`,
  parse: parseMember(values)
})

/** A parameter that accepts one of the given values. */
export const oneOf = <const A extends string>(choice: Choice<A>): Parameter<A> =>
  single<A>({ ...ofChoice(choice), to: Schema.Literal(...choice.values), print: (value) => value })

const isUuid = Schema.is(Schema.UUID)

const parseUuid = (sent: string): Option.Option<string> =>
  isUuid(sent) ? Option.some(sent.toLowerCase()) : Option.none()

const ofUuid = (description: string) => ({
  type: "uuid" as const,
  description,
  jsonSchema: { type: "string", format: "uuid" },
  constraints: { format: "uuid" },
  expected: "a UUID",
  parse: parseUuid
})

/** A parameter that accepts a UUID; the handler gets it in lower case. */
export const uuid = (description: string): Parameter<string> =>
  single({ ...ofUuid(description), to: Schema.String, print: (value) => value })

/** A path has one text for each parameter, where a query may have several. */
const inPath = (
  definition: Omit<Definition<string>, "print" | "to">
): Schema.transformOrFail<typeof Schema.String, typeof Schema.String> =>
  Schema.transformOrFail(Schema.String, Schema.String, {
    strict: true,
    decode: (sent, _options, ast) =>
      Either.fromOption(
        definition.parse(sent),
        () => new ParseResult.Type(ast, sent, `Expected ${definition.expected}`)
      ),
    encode: (value) => ParseResult.succeed(value)
  }).annotations(annotationsOf(definition))

/** A path parameter that accepts a UUID. */
export const pathId = (description: string): Schema.transformOrFail<typeof Schema.String, typeof Schema.String> =>
  inPath(ofUuid(description))

/** A path parameter that accepts one of the given values. */
export const pathOneOf = (choice: Choice<string>): Schema.transformOrFail<typeof Schema.String, typeof Schema.String> =>
  inPath(ofChoice(choice))

/** Reads a UUID from a header into lower case; none when it is not a UUID. */
export const readUuid = parseUuid

interface ListDefinition<A extends string> {
  /** Whether a value that contains commas is likely: then one without quotes is also looked for as a whole. */
  readonly isProse?: boolean
  /** The most values; any number by default. */
  readonly maxItems?: number
  readonly description: string
  readonly constraints: Readonly<Record<string, unknown>>
  readonly type: Rule["type"]
  readonly noun?: string
  readonly expected: string
  readonly to: Schema.Schema<A>
  readonly parse: (text: string) => Option.Option<A>
}

/** What the reference adds to the form of a list of free texts. */
const WHOLE = " One value without quotes is looked for as a whole, too."

/** Whether a parameter may be one value whose commas its client did not quote. */
const isUnquoted = (sent: Sent): sent is string => typeof sent === "string" && sent.includes(",") && !sent.includes('"')

const list = <A extends string>({
  isProse = false,
  maxItems,
  ...definition
}: ListDefinition<A>): Parameter<ReadonlyArray<A>> =>
  annotated<ReadonlyArray<A>>(
    {
      type: definition.type,
      to: Schema.Array(definition.to),
      description: `${definition.description} ${LIST_FORM}${isProse ? WHOLE : ""}`,
      jsonSchema: {
        type: "array",
        minItems: 1,
        ...(maxItems === undefined ? {} : { maxItems }),
        items: { type: "string", ...definition.constraints }
      },
      constraints: { ...definition.constraints, ...(maxItems === undefined ? {} : { maxItems }) },
      ...(definition.noun === undefined ? {} : { noun: definition.noun }),
      expected: definition.expected,
      print: isProse ? printProse : print
    },
    (sent) =>
      Either.flatMap(parse(sent), (texts) => {
        if (texts.length > (maxItems ?? texts.length)) {
          return Either.left(`Expected ${definition.expected}; the request contains ${texts.length}`)
        }
        const whole = isProse && isUnquoted(sent) ? Option.toArray(definition.parse(sent)) : []
        // The pieces of what may be one text can be empty.
        const pieces = whole.length === 0 ? texts : texts.filter((value) => value !== "")
        const values = pieces.map((value) =>
          Either.fromOption(definition.parse(value), () => `Expected ${definition.expected}`)
        )
        return Either.map(Either.all(values), (each) => [...each, ...whole])
      })
  )

/** A parameter that accepts a comma-separated list of the given values. */
export const manyOf = <const A extends string>(options: {
  readonly description: string
  readonly values: ReadonlyArray<A>
  /** What the values are names of, such as `field`: the error about an unknown one then names the nearest. */
  readonly noun?: string
}): Parameter<ReadonlyArray<A>> =>
  list<A>({
    type: "enum",
    ...(options.noun === undefined ? {} : { noun: options.noun }),
    description: options.description,
    constraints: { enum: options.values },
    expected: `a comma-separated list of ${options.values.join(", ")}`,
    to: Schema.Literal(...options.values),
    parse: parseMember(options.values)
  })

/** A parameter that accepts a comma-separated list of strings, such as the source tool's names of controls. */
export const texts = (options: {
  readonly description: string
  readonly maxLength: number
}): Parameter<ReadonlyArray<string>> =>
  list<string>({
    type: "string",
    isProse: true,
    description: options.description,
    constraints: { minLength: 1, maxLength: options.maxLength },
    expected: `a comma-separated list of values of 1 to ${options.maxLength} characters`,
    to: Schema.String,
    parse: (value) => (value.length > 0 && value.length <= options.maxLength ? Option.some(value) : Option.none())
  })

/** A parameter that accepts a comma-separated list of at most `maxItems` UUIDs; the handler gets them in lower case. */
export const uuids = (options: {
  readonly description: string
  readonly maxItems: number
}): Parameter<ReadonlyArray<string>> =>
  list<string>({
    type: "uuid",
    description: options.description,
    constraints: { format: "uuid" },
    expected: `a comma-separated list of at most ${options.maxItems} UUIDs`,
    to: Schema.String,
    maxItems: options.maxItems,
    parse: parseUuid
  })
