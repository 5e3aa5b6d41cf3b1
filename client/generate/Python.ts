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

/** The types of records and bodies. */
export const schemas = ({ operations, schemas }: Model): string => {
  const structs = schemas.flatMap(({ type, ...rest }) => (type.is === "struct" ? [dictionary(rest, type.fields)] : []))
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
    `if TYPE_CHECKING:\n${INDENT}from typing_extensions import NotRequired`,
    ...aliases,
    ...[...structs, ...answers].map((text) => `\n${text}`)
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

const argument = (parameter: Parameter): string =>
  `${snake(parameter.name)}: ${imported(parameter.type)}${parameter.isRequired ? "" : " | None = None"}`

const parameterDoc = (parameter: Parameter): string => `${snake(parameter.name)}: ${parameter.description}`

const answerType = (operation: Operation, paging: Paging): string => {
  const { fullAnswer } = operation
  if (fullAnswer === null) return "None"
  if (fullAnswer.is === "struct") return `schemas.${answerName(operation)}`
  if (paging === null) return imported(fullAnswer)
  return `${paging === "cursor" ? "CursorPage" : "OffsetPage"}[${imported(fullAnswer)}]`
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
  return operation.isText ? `return self._connection.send(${parts})[0]` : `return self._connection.json(${parts})`
}

const method = (operation: Operation, paging: Paging): string => {
  const without: ReadonlyArray<string> = [ENVELOPE, ...(paging === null ? [] : foreign[paging])]
  const parameters = operation.parameters.filter(({ name }) => !without.includes(name))
  const required = parameters.filter(({ isRequired }) => isRequired)
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  const body = operation.body === null ? [] : [`body: ${imported(operation.body)}`]
  const args = [
    "self",
    ...required.map(argument),
    ...body,
    ...(optional.length === 0 ? [] : ["*", ...optional.map(argument)])
  ]
  const name = `${snake(operation.id)}${paging === "offset" ? "_by_offset" : ""}`
  const docs = [
    `${operation.summary}. ${operation.description}`,
    ...(parameters.length === 0 ? [] : ["", ...parameters.map(parameterDoc)])
  ]
  return [
    `${INDENT}def ${name}(`,
    ...args.map((arg) => `${INDENT.repeat(2)}${arg},`),
    `${INDENT}) -> ${answerType(operation, paging)}:`,
    ...docstring(docs.join("\n"), INDENT.repeat(2)),
    `${INDENT.repeat(2)}${bodyOf(operation, paging, parameters)}`
  ].join("\n")
}

const intro = `${HEADER}

"""The client, with a method for each operation of the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from .connection import Connection, segment
from .pages import CursorPage, OffsetPage, Walk

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    from . import schemas

    Parameters = ParamSpec("Parameters")

Item = TypeVar("Item")


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
        self._settings = {"base_url": base_url, "api_key": api_key, "retries": retries, "timeout_secs": timeout_secs}
        self._connection = Connection(base_url, api_key, connection_id, retries, timeout_secs)

    def with_connection(self, connection_id: str) -> Client:
        """The same client for the records of another connection."""
        return Client(connection_id=connection_id, **self._settings)

    def walk(
        self, method: Callable[Parameters, CursorPage[Item]], *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Walk[Item]:
        """Reads a whole list by cursor, page after page: \`for user in client.walk(client.list_idp_users)\`.

        \`updated_since\` selects what changed; \`cursor\` goes on where an earlier walk stopped.
        """
        return Walk(method, *args, **kwargs)`

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
