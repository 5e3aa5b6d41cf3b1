import {
  type Addition,
  type Field,
  type Model,
  type Named,
  type Operation,
  type Parameter,
  type Type,
  wrapped
} from "./Model.js"

const HEADER = "// Written by `pnpm generate` from the declaration of the API. Do not edit."

const WIDTH = 118

const doc = (text: string, indent = ""): string => {
  if (text === "") return ""
  const safe = text.replaceAll("*/", "*\\/")
  const lines = wrapped(safe, WIDTH - indent.length)
  const [only, ...others] = lines
  if (others.length === 0) return `${indent}/** ${only} */\n`
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`, ""].join("\n")
}

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

/** A type in TypeScript. Fields of objects stand on one line, without comments. */
export const typeOf = (type: Type): string => {
  switch (type.is) {
    case "string":
    case "boolean":
    case "unknown":
      return type.is
    case "integer":
    case "number":
      return "number"
    case "object":
      return "{ readonly [name: string]: unknown }"
    case "enum":
      return type.values.map((value) => JSON.stringify(value)).join(" | ")
    case "ref":
      return type.name
    case "array":
      return `ReadonlyArray<${typeOf(type.of)}>`
    case "nullable":
      return `${typeOf(type.of)} | null`
    case "union":
      return unionOf(type.of)
    case "offsetPage":
      return `OffsetPage<${typeOf(type.of)}>`
    case "struct":
      return `{ ${type.fields.map((field) => member(field)).join("; ")} }`
  }
}

/** If one form is an object with any fields, the other forms may have further fields, too, so that a reader can look for any of them. */
const unionOf = (forms: ReadonlyArray<Type>): string => {
  const any = forms.find(({ is }) => is === "object")
  return forms
    .map((form) => (any !== undefined && form.is === "ref" ? `(${form.name} & ${typeOf(any)})` : typeOf(form)))
    .join(" | ")
}

const member = ({ isRequired, name, type }: Field): string =>
  `readonly ${key(name)}${isRequired ? "" : "?"}: ${typeOf(type)}`

const interfaceOf = ({ description, name }: Omit<Named, "type">, fields: ReadonlyArray<Field>): string =>
  [
    `${doc(description)}export interface ${name} {`,
    ...fields.map((field) => `${doc(field.description, "  ")}  ${member(field)}`),
    "}"
  ].join("\n")

const named = ({ description, name, type }: Named): string =>
  type.is === "struct"
    ? interfaceOf({ description, name }, type.fields)
    : `${doc(description)}export type ${name} = ${typeOf(type)}`

const offsetPage = `/** A page of a list, found by offset. */
export interface OffsetPage<Item> {
  /** How many items this page holds. */
  readonly count: number
  /** How many items the same query returns over all pages. Null if \`excludeTotal\` is true. */
  readonly total?: number | null
  /** The items of this page. */
  readonly items: ReadonlyArray<Item>
}`

const errorCode = ({ errorCodes }: Model): string =>
  [
    "/** The stable names of errors. A server of a later release can have more. */",
    "export type ErrorCode =",
    ...errorCodes.map((code) => `  | ${JSON.stringify(code)}`),
    "  | (string & {})",
    ""
  ].join("\n")

const hasOffsetPages = ({ operations }: Model): boolean => operations.some(({ answer }) => answer?.is === "offsetPage")

/** The types of records and bodies. */
export const schemas = (model: Model): string =>
  [HEADER, ...(hasOffsetPages(model) ? [offsetPage] : []), ...model.schemas.map(named), errorCode(model)].join("\n\n")

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `Idempotency-Key` becomes `idempotencyKey`; other parameters keep their name. */
export const parameterName = ({ in: place, name }: Parameter): string => {
  if (place !== "header") return name
  const [first = "", ...others] = name.toLowerCase().split("-")
  return [first, ...others.map(capitalized)].join("")
}

/** The envelope of a list of records is chosen by the method, not by a parameter. */
const ENVELOPE = "enableCursor"

/** An optional parameter accepts `undefined` too, which sends nothing. */
const parameterLine = (parameter: Parameter): string =>
  `${doc(parameter.description, "  ")}  readonly ${parameterName(parameter)}${parameter.isRequired ? "" : "?"}: ${typeOf(parameter.type)}${
    parameter.isRequired ? "" : " | undefined"
  }`

const parametersName = ({ id }: Operation): string => `${capitalized(id)}Parameters`

const bodyLine = ({ body }: Operation): ReadonlyArray<string> =>
  body === null ? [] : [`  /** The body of the request. */\n  readonly body: ${typeOf(body)}`]

const parametersOf = (operation: Operation): string =>
  [
    `/** The parameters of \`${operation.id}\`. */`,
    `export interface ${parametersName(operation)} {`,
    ...operation.parameters.filter(({ name }) => name !== ENVELOPE).map(parameterLine),
    ...bodyLine(operation),
    "}"
  ].join("\n")

const additionOf = ({ expansions, field, flag }: Addition): string =>
  `${flag}: { ${[["whole", field] as const, ...Object.entries(expansions)]
    .map(([form, each]) => `${form}: { ${member(each)} }`)
    .join("; ")} }`

const additions = (all: ReadonlyArray<Addition>): string =>
  all.length === 0 ? "{}" : `{\n${all.map((addition) => `      ${additionOf(addition)}`).join("\n")}\n    }`

const answerName = ({ id }: Operation): string => `${capitalized(id)}Answer`

const answerOf = (operation: Operation): string => {
  if (operation.answer === null) return "void"
  const text = operation.answer.is === "struct" ? answerName(operation) : typeOf(operation.answer)
  return operation.mayBeEmpty ? `${text} | undefined` : text
}

const answerInterface = (operation: Operation): ReadonlyArray<string> =>
  operation.answer?.is === "struct"
    ? [
        interfaceOf(
          { name: answerName(operation), description: `The answer to \`${operation.id}\`.` },
          operation.answer.fields
        )
      ]
    : []

const operationType = (operation: Operation): string =>
  [
    `${doc(`${operation.summary}. ${operation.description}`, "  ")}  readonly ${operation.id}: ${
      operation.isRecordList ? "RecordList" : "Call"
    }<`,
    `    ${parametersName(operation)},`,
    `    ${answerOf(operation)},`,
    `    ${additions(operation.additions)}`,
    "  >"
  ].join("\n")

const namesIn = (operation: Operation, place: Parameter["in"]): ReadonlyArray<Parameter> =>
  operation.parameters.filter((parameter) => parameter.in === place)

/** What a request is made of, as data. */
const row = (operation: Operation): string => {
  const headers = namesIn(operation, "header").map((parameter) => [parameterName(parameter), parameter.name])
  const entries = [
    `method: ${JSON.stringify(operation.method)}`,
    `path: ${JSON.stringify(operation.path)}`,
    ...(operation.isRecordList ? ["isRecordList: true"] : []),
    ...(operation.isText ? ["isText: true"] : []),
    ...(headers.length === 0 ? [] : [`headers: ${JSON.stringify(Object.fromEntries(headers))}`])
  ]
  return `  ${operation.id}: { ${entries.join(", ")} }`
}

/** The names that other types use, for the import. */
const imported = (text: string, { schemas }: Model): string =>
  ["OffsetPage", ...schemas.map(({ name }) => name)]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    .sort()
    .map((name) => `\n  ${name}`)
    .join(",")

/** The operations: their types, and the table that makes their requests. */
export const operations = (model: Model): string => {
  const types = [
    ...model.operations.map(parametersOf),
    ...model.operations.flatMap(answerInterface),
    `/** The operations of the API by name. */\nexport interface Operations {\n${model.operations.map(operationType).join("\n")}\n}`,
    `/** What the requests of the operations are made of. */\nexport const operations: { readonly [Name in keyof Operations]: Operation } = {\n${model.operations
      .map(row)
      .join(",\n")}\n}`
  ].join("\n\n")
  return [
    HEADER,
    `import type { Call, Operation, RecordList } from "./Operation.js"\nimport type {${imported(types.replace(/^\s*(\/?\*).*$/gm, ""), model)}\n} from "./schemas.generated.js"`,
    `${types}\n`
  ].join("\n\n")
}
