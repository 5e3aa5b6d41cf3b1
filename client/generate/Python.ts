import { type Field, type Model, type Named, type Operation, type Parameter, type Type, wrapped } from "./Model.js"

const HEADER = "# Written by `pnpm generate` from the declaration of the API. Do not edit."

const WIDTH = 112

const INDENT = "    "

/** The words of the language that a parameter could be. */
const RESERVED: ReadonlySet<string> = new Set([
  "as",
  "class",
  "from",
  "global",
  "if",
  "import",
  "in",
  "is",
  "not",
  "or",
  "with"
])

/** `includeIdpGroups` and `Idempotency-Key` become `include_idp_groups` and `idempotency_key`. */
const snake = (name: string): string => {
  const text = name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
  return RESERVED.has(text) ? `${text}_` : text
}

const docstring = (text: string, indent: string): ReadonlyArray<string> => {
  const lines = text.split("\n").flatMap((line) => (line === "" ? [""] : wrapped(line, WIDTH - indent.length)))
  const safe = lines.map((line) => line.replaceAll("\\", "\\\\").replaceAll('"""', "'''"))
  const [only = "", ...others] = safe
  // A quote at the end would run into those that close the text.
  if (others.length === 0) return [`${indent}"""${only}${only.endsWith('"') ? " " : ""}"""`]
  return [`${indent}"""${only}`, ...others.map((line) => (line === "" ? "" : `${indent}${line}`)), `${indent}"""`]
}

const scalars = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  unknown: "Any",
  object: "dict[str, Any]"
}

/** A type in Python; objects without a name are plain dictionaries. */
const typeOf = (type: Type): string => {
  switch (type.is) {
    case "enum":
      return `Literal[${type.values.map((value) => JSON.stringify(value)).join(", ")}]`
    case "ref":
      return type.name
    case "array":
      return `list[${typeOf(type.of)}]`
    case "nullable":
      return `${typeOf(type.of)} | None`
    case "union":
      return type.of.map(typeOf).join(" | ")
    case "offsetPage":
      return `OffsetPage[${typeOf(type.of)}]`
    case "struct":
      return scalars.object
    default:
      return scalars[type.is]
  }
}

const fieldLines = ({ description, isRequired, name, type }: Field): ReadonlyArray<string> => {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`The field ${name} cannot be one of a TypedDict.`)
  const text = typeOf(type)
  const line = `${INDENT}${name}: ${isRequired ? text : `NotRequired[${text}]`}`
  return description === "" ? [line] : [line, ...docstring(description, INDENT)]
}

const dictionary = ({ description, name }: Omit<Named, "type">, fields: ReadonlyArray<Field>): string =>
  [`class ${name}(TypedDict):`, ...docstring(description, INDENT), "", ...fields.flatMap(fieldLines)].join("\n")

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const answerName = ({ id }: Operation): string => `${capitalized(id)}Answer`

/** The parameter that leaves fields of records out, and the one that says in which form flags add theirs. */
const FIELDS = "fields"
const EXPAND_AS = "expandAs"

const valuesOf = ({ parameters }: Operation, name: string): ReadonlyArray<string> => {
  const type = parameters.find((each) => each.name === name)?.type
  const values = type?.is === "array" ? type.of : type
  return values?.is === "enum" ? values.values : []
}

/** The name of the type of whole records; null if no parameter of the operation leaves fields of them out. */
const recordName = (operation: Operation): string | null =>
  operation.fullAnswer?.is === "ref" && valuesOf(operation, FIELDS).length > 0 ? operation.fullAnswer.name : null

const partName = (record: string): string => `${record}Part`
const formName = (record: string, form: string): string => `${record}As${capitalized(form)}`
const fieldName = (record: string): string => `${record}Field`

/** The types of what parameters make of a record. */
const variants = (
  operation: Operation,
  record: Named & { readonly type: { readonly fields: ReadonlyArray<Field> } }
): ReadonlyArray<string> => {
  const { additions, answer } = operation
  const expansions = additions.flatMap((addition) => Object.values(addition.expansions))
  const forms = valuesOf(operation, EXPAND_AS).map((form) => {
    const added = additions.map(({ expansions, field }) => expansions[form] ?? field)
    const text = `${record.description} Instead of arrays of records, it has what \`expand_as="${form}"\` asks for.`
    const lines = added.flatMap((field) => fieldLines({ ...field, isRequired: false }))
    const base = answer?.is === "ref" ? answer.name : "TypedDict"
    return [`class ${formName(record.name, form)}(${base}):`, ...docstring(text, INDENT), "", ...lines].join("\n")
  })
  const all = [...record.type.fields, ...expansions.filter(({ name }) => !hasField(record.type.fields, name))]
  const part = all.map(
    ({ name, type }) => `${INDENT}${name}: ${name === "id" ? `Required[${typeOf(type)}]` : typeOf(type)}`
  )
  const text = `The fields of \`${record.name}\` that \`fields\` names, and \`id\`.`
  return [
    ...forms,
    [`class ${partName(record.name)}(TypedDict, total=False):`, ...docstring(text, INDENT), "", ...part].join("\n")
  ]
}

const hasField = (fields: ReadonlyArray<Field>, name: string): boolean => fields.some((field) => field.name === name)

/** The operations whose parameters leave fields of their records out, each with the record; one for each type of record. */
const selections = ({ operations, schemas }: Model) => {
  const byRecord = new Map(operations.map((operation) => [recordName(operation), operation] as const))
  return schemas.flatMap(({ type, ...rest }) => {
    const operation = byRecord.get(rest.name)
    return operation === undefined || type.is !== "struct" ? [] : [{ operation, record: { ...rest, type } }]
  })
}

/** The types of records and bodies. */
export const schemas = (model: Model): string => {
  const { operations, schemas } = model
  const selected = selections(model)
  // What only another form of the record has belongs to the type of that form.
  const expanded = new Map(
    selected.map(({ operation, record }) => [
      record.name,
      new Set(operation.additions.flatMap(({ expansions }) => Object.values(expansions).map(({ name }) => name)))
    ])
  )
  const structs = schemas.flatMap(({ type, ...rest }) =>
    type.is === "struct"
      ? [
          dictionary(
            rest,
            type.fields.filter(({ name }) => expanded.get(rest.name)?.has(name) !== true)
          )
        ]
      : []
  )
  const fields = selected.map(({ operation, record }) =>
    [
      `#: A field of \`${record.name}\` that a request can choose.`,
      `${fieldName(record.name)} = ${typeOf({ is: "enum", values: valuesOf(operation, FIELDS) })}`
    ].join("\n")
  )
  const answers = operations.flatMap((operation) =>
    operation.answer?.is === "struct"
      ? [
          dictionary(
            { name: answerName(operation), description: `The answer to \`${operation.id}\`.` },
            operation.answer.fields
          )
        ]
      : []
  )
  const aliases = schemas.flatMap(({ description, name, type }) =>
    type.is === "struct"
      ? []
      : [[...wrapped(description, WIDTH).map((line) => `#: ${line}`), `${name} = ${typeOf(type)}`].join("\n")]
  )
  return [
    `${HEADER}\n\n"""The types of records and bodies. Records are dictionaries: a field that a later server adds is there, too."""`,
    "from __future__ import annotations",
    "from typing import TYPE_CHECKING, Any, Literal, TypedDict",
    `if TYPE_CHECKING:\n${INDENT}from typing_extensions import NotRequired, Required`,
    ...aliases,
    ...fields,
    ...[...structs, ...answers, ...selected.flatMap(({ operation, record }) => variants(operation, record))].map(
      (text) => `\n${text}`
    )
  ]
    .join("\n\n")
    .concat("\n")
}

/** The envelope of a list of records is chosen by the method, not by a parameter. */
const ENVELOPE = "enableCursor"

/** The parameters that a page by cursor, or by offset, does not have. */
const foreign = { cursor: ["offset", "excludeTotal"], offset: ["cursor"] } as const

type Paging = keyof typeof foreign | null

const isRefIn = (type: Type): boolean => {
  if (type.is === "ref") return true
  return "of" in type && !Array.isArray(type.of) ? isRefIn(type.of as Type) : false
}

/** A type of the module `schemas`. */
const imported = (type: Type): string =>
  isRefIn(type) ? typeOf(type).replace(/\b[A-Z]\w+(?=[\],]|$| \|)/g, named) : typeOf(type)

const named = (name: string): string => (name === "None" || name === "Any" ? name : `schemas.${name}`)

const argument = ({ isAbsent, isRequired, name, text, type }: Argument): string => {
  if (isAbsent === true) return `${snake(name)}: None = None`
  return `${snake(name)}: ${text ?? imported(type)}${isRequired ? "" : " | None = None"}`
}

/** A parameter of a method, and its type in Python if that has a name. */
interface Argument extends Parameter {
  readonly text?: string
  /** Whether only calls that send it have this signature, by its name. */
  readonly isChosen?: boolean
  /** Whether no call that sends it has this signature. */
  readonly isAbsent?: boolean
}

const parameterDoc = (parameter: Parameter): string => `${snake(parameter.name)}: ${parameter.description}`

/** The answer, of whose records nothing is left out, or what a parameter makes of them. */
const answerType = (operation: Operation, paging: Paging, record: string | null): string => {
  const { fullAnswer } = operation
  if (fullAnswer === null) return "None"
  if (operation.mayBeEmpty) return `${imported(fullAnswer)} | None`
  if (fullAnswer.is === "struct") return `schemas.${answerName(operation)}`
  const text = record === null ? imported(fullAnswer) : named(record)
  return paging === null ? text : `${paging === "cursor" ? "CursorPage" : "OffsetPage"}[${text}]`
}

const pathOf = ({ path }: Operation): string =>
  path.includes("{")
    ? `f"${path.replace(/\{(\w+)\}/g, (_, name: string) => `{segment(${snake(name)})}`)}"`
    : JSON.stringify(path)

/** A dictionary in a statement of a method, on one line if it fits. */
const dict = (entries: ReadonlyArray<string>): string => {
  const line = `{${entries.join(", ")}}`
  if (line.length <= WIDTH / 2) return line
  return ["{", ...entries.map((entry) => `${INDENT.repeat(3)}${entry},`), `${INDENT.repeat(2)}}`].join("\n")
}

/** The statement that sends the request and returns the answer. */
const bodyOf = (operation: Operation, paging: Paging, parameters: ReadonlyArray<Parameter>): string => {
  const sent = (place: Parameter["in"]) =>
    parameters.filter((each) => each.in === place).map(({ name }) => `"${name}": ${snake(name)}`)
  const query = dict([...(paging === "offset" ? [`"${ENVELOPE}": False`] : []), ...sent("query")])
  const path = pathOf(operation)
  if (paging === "cursor") return `return self._connection.cursor_page(${path}, ${query})`
  if (paging === "offset" || operation.fullAnswer?.is === "offsetPage") {
    return `return self._connection.offset_page(${path}, ${query})`
  }
  const parts = [
    JSON.stringify(operation.method),
    path,
    ...(query === "{}" ? [] : [`query=${query}`]),
    ...(sent("header").length === 0 ? [] : [`headers=${dict(sent("header"))}`]),
    ...(operation.body === null ? [] : ["body=body"])
  ].join(", ")
  if (operation.fullAnswer === null) return `self._connection.send(${parts})`
  if (operation.mayBeEmpty) return `return self._connection.json_or_none(${parts})`
  return operation.isText ? `return self._connection.send(${parts})[0]` : `return self._connection.json(${parts})`
}

/** A signature of a method, without the colon at its end. */
const signature = (
  operation: Operation,
  paging: Paging,
  parameters: ReadonlyArray<Argument>,
  answer: string
): string => {
  const positional = parameters.filter(({ isChosen, isRequired }) => isRequired && isChosen !== true)
  const others = parameters.filter((each) => !positional.includes(each))
  const body = operation.body === null ? [] : [`body: ${imported(operation.body)}`]
  const args = [
    "self",
    ...positional.map(argument),
    ...body,
    ...(others.length === 0 ? [] : ["*", ...others.map(argument)])
  ]
  return [
    `${INDENT}def ${snake(operation.id)}${paging === "offset" ? "_by_offset" : ""}(`,
    ...args.map((arg) => `${INDENT.repeat(2)}${arg},`),
    `${INDENT}) -> ${answer}:`
  ].join("\n")
}

/** The signatures of a method by what its parameters make of records: nothing, another form of what flags add, or fewer fields. */
const overloads = (
  operation: Operation,
  paging: Paging,
  parameters: ReadonlyArray<Argument>,
  record: string
): ReadonlyArray<string> => {
  const signed = (chosen: ReadonlyArray<string>, absent: ReadonlyArray<string>, type: string, text?: string) => {
    const all = parameters.map((each): Argument => {
      if (absent.includes(each.name)) return { ...each, isAbsent: true }
      const own = text === undefined ? each : { ...each, text }
      return chosen.includes(each.name) ? { ...own, isRequired: true, isChosen: true } : each
    })
    return `${INDENT}@overload\n${signature(operation, paging, all, answerType(operation, paging, type))} ...`
  }
  return [
    signed([], [FIELDS, EXPAND_AS], record),
    ...valuesOf(operation, EXPAND_AS).map((form) =>
      signed([EXPAND_AS], [FIELDS], formName(record, form), `Literal["${form}"]`)
    ),
    signed([FIELDS], [], partName(record))
  ]
}

const method = (operation: Operation, paging: Paging): string => {
  const without: ReadonlyArray<string> = [ENVELOPE, ...(paging === null ? [] : foreign[paging])]
  const record = recordName(operation)
  const parameters = operation.parameters
    .filter(({ name }) => !without.includes(name))
    .map(
      (each): Argument =>
        record !== null && each.name === FIELDS ? { ...each, text: `list[${named(fieldName(record))}]` } : each
    )
  const docs = [
    `${operation.summary}. ${operation.description}`,
    ...(parameters.length === 0 ? [] : ["", ...parameters.map(parameterDoc)])
  ]
  const whole = record === null ? answerType(operation, paging, null) : "Any"
  return [
    ...(record === null ? [] : overloads(operation, paging, parameters, record)),
    [
      signature(operation, paging, parameters, whole),
      ...docstring(docs.join("\n"), INDENT.repeat(2)),
      `${INDENT.repeat(2)}${bodyOf(operation, paging, parameters)}`
    ].join("\n")
  ].join("\n\n")
}

const intro = `${HEADER}

"""The client, with a method for each operation of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from .connection import Connection, segment
from .pages import CursorPage, OffsetPage

if TYPE_CHECKING:
    from . import schemas


class Client:
    """Calls the API. It holds no connection open, so it need not be closed.

    base_url: The base address of the API; ends in \`/v1\`.
    api_key: The API key; it gives access to everything of the account.
    connection_id: The connection whose records are read; only provisioning and the catalogue need none.
    retries: How often a request is sent again after a 429, or after a 503 if it only reads, each time after the
    seconds that \`Retry-After\` names. One that only reads is also sent again if no answer came, up to three times.
    timeout_secs: Seconds to wait for the server each time.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        connection_id: str | None = None,
        *,
        retries: int = 10,
        timeout_secs: float = 60,
    ) -> None:
        self._settings: dict[str, Any] = {"base_url": base_url, "api_key": api_key, "retries": retries, "timeout_secs": timeout_secs}
        self._connection = Connection(base_url, api_key, connection_id, retries, timeout_secs)

    def with_connection(self, connection_id: str) -> Client:
        """The same client for the records of another connection."""
        return Client(connection_id=connection_id, **self._settings)`

/** The client. */
export const operations = ({ operations }: Model): string =>
  [
    intro,
    ...operations.flatMap((operation) =>
      operation.isRecordList ? [method(operation, "cursor"), method(operation, "offset")] : [method(operation, null)]
    )
  ]
    .join("\n\n")
    .concat("\n")
