// client/generate: writes the typed clients from the OpenAPI document of the API.

import { Errors } from "@tributary/runtime-http/api"

/** The type of a value on the wire. */
export type Type =
  | { readonly is: "string" | "integer" | "number" | "boolean" | "unknown" | "object" }
  | { readonly is: "enum"; readonly values: ReadonlyArray<string> }
  | { readonly is: "ref"; readonly name: string }
  | { readonly is: "array"; readonly of: Type }
  | { readonly is: "nullable"; readonly of: Type }
  | { readonly is: "union"; readonly of: ReadonlyArray<Type> }
  | { readonly is: "struct"; readonly fields: ReadonlyArray<Field> }
  | { readonly is: "offsetPage"; readonly of: Type }

/** A property of an object, or a parameter of an operation. */
export interface Field {
  readonly name: string
  readonly type: Type
  readonly description: string
  readonly isRequired: boolean
}

/** A type with a name of its own. */
export interface Named {
  readonly name: string
  readonly description: string
  readonly type: Type
}

/** A parameter, and where the request carries it. */
export interface Parameter extends Field {
  readonly in: "path" | "query" | "header"
}

/** The field that a flag adds to each record of the answer. */
export interface Addition {
  readonly flag: string
  /** The field if the request does not say in which form. */
  readonly field: Field
  /** The field in another form, such as only the ids of related records, by the value of `expandAs` that asks for it. */
  readonly expansions: Readonly<Record<string, Field>>
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** The path with `{name}` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The type of the body; null if the operation takes none. */
  readonly body: Type | null
  /** Whether the answer is a list of records, in an envelope for pages by cursor and one for pages by offset. */
  readonly isRecordList: boolean
  /** The type of the answer, and of a list of records its item; null if the answer has no body. */
  readonly answer: Type | null
  /** The answer with every field that flags can add; each of those may be absent. */
  readonly fullAnswer: Type | null
  /** Whether there are also answers without a body. */
  readonly mayBeEmpty: boolean
  /** What flags add to the answer, or to each of its items. */
  readonly additions: ReadonlyArray<Addition>
  /** Whether the answer is text, such as an image, instead of JSON. */
  readonly isText: boolean
}

/** All that a client knows about the API. */
export interface Model {
  readonly schemas: ReadonlyArray<Named>
  readonly operations: ReadonlyArray<Operation>
  readonly errorCodes: ReadonlyArray<string>
}

/** A JSON Schema, as far as the document uses it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<string | null>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly description?: string
}

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: Parameter["in"]
    readonly required: boolean
    readonly description: string
    readonly schema: Schema
  }>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** The part of an OpenAPI document that a client is made of. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const JSON_TYPE = "application/json"

/**
 * Parameters that are not the caller's. The client always sends `strict`: a filter that the server does not know must not return everything. It
 * shows no `ETag`, so nobody could name one.
 */
const OWN: ReadonlySet<string> = new Set(["strict", "If-None-Match", "If-Match"])

/** The parameter that says in which form flags add their fields. */
const EXPAND_AS = "expandAs"

/** Parts of the error bodies, which `ApiError` unites. */
const ERROR_BODIES: ReadonlySet<string> = new Set(["SimpleError", "StructuredError", "ValidationError"])

const hasExactly = (schema: Schema, names: ReadonlyArray<string>): boolean =>
  Object.keys(schema.properties ?? {})
    .sort()
    .join() === [...names].sort().join()

const isOffsetPage = (schema: Schema) => hasExactly(schema, ["count", "total", "items"])
const isCursorPage = (schema: Schema) => hasExactly(schema, ["items", "next_cursor", "previous_cursor"])

/** What decides whether two schemas are the same type. */
const formOf = ({ enum: values, properties, required }: Schema): string =>
  JSON.stringify([properties, required, values])

/** Whether the document may repeat the schema where a name would do. */
const isNamed = (schema: Schema): boolean => schema.properties !== undefined || schema.enum !== undefined

const nullable = (types: ReadonlyArray<Type>): Type => {
  const [only, ...others] = types
  return { is: "nullable", of: only !== undefined && others.length === 0 ? only : { is: "union", of: types } }
}

const scalars = ["string", "integer", "number", "boolean"] as const

/** Reads the schemas of a document. */
const reader = (components: Readonly<Record<string, Schema>>) => {
  const names = new Map(
    Object.entries(components)
      .filter(([, schema]) => isNamed(schema))
      .map(([name, schema]) => [formOf(schema), name])
  )

  const fields = (schema: Schema): ReadonlyArray<Field> =>
    Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      type: type(property),
      description: property.description ?? "",
      isRequired: schema.required?.includes(name) === true
    }))

  /** The type of a component's own schema, without its name. */
  const definition = (schema: Schema): Type => {
    if (schema.anyOf !== undefined) {
      const parts = schema.anyOf.filter((part) => part.type !== "null")
      const types = parts.map(type)
      const [only, ...others] = types
      if (parts.length < schema.anyOf.length) return nullable(types)
      return only !== undefined && others.length === 0 ? only : { is: "union", of: types }
    }
    if (Array.isArray(schema.type)) {
      const { type: types, ...rest } = schema
      const [only] = (types as ReadonlyArray<string>).filter((each) => each !== "null")
      return nullable([definition({ ...rest, ...(only === undefined ? {} : { type: only }) })])
    }
    if (schema.enum !== undefined) {
      return { is: "enum", values: schema.enum.filter((value) => value !== null) }
    }
    if (schema.type === "array") return { is: "array", of: type(schema.items ?? {}) }
    if (schema.type === "object") {
      if (schema.properties === undefined) return { is: "object" }
      if (isOffsetPage(schema)) return { is: "offsetPage", of: type(schema.properties["items"]?.items ?? {}) }
      return { is: "struct", fields: fields(schema) }
    }
    if (schema.type === undefined) return { is: "unknown" }
    const scalar = scalars.find((each) => each === schema.type)
    if (scalar === undefined) throw new Error(`The clients know no type ${schema.type}: add it to Type.`)
    return { is: scalar }
  }

  const type = (schema: Schema): Type => {
    const name = schema.$ref?.split("/").at(-1) ?? (isNamed(schema) ? names.get(formOf(schema)) : undefined)
    return name === undefined ? definition(schema) : { is: "ref", name }
  }

  return { definition, fields, type }
}

/** `includeRecordKinds` adds `record_kinds`. */
const isFlagOf = (flag: string, field: string): boolean =>
  flag.toLowerCase().endsWith(field.replaceAll("_", "").toLowerCase())

/** A field is null on request only if its description says when. */
const canBeNull = ({ description }: Field): boolean => description.includes("Null if")

const withoutNull = (type: Type): Type => (type.is === "nullable" ? type.of : type)

const operationOf = (
  read: ReturnType<typeof reader>,
  components: Document["components"]["schemas"],
  [path, method, documented]: readonly [string, string, DocumentedOperation]
): Operation => {
  const { operationId: id, summary, description, requestBody, responses } = documented
  const parameters = documented.parameters
    .filter(({ name }) => !OWN.has(name))
    .map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      isRequired: parameter.required,
      description: parameter.description,
      type: read.type(parameter.schema)
    }))
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {}
  const [contentType = JSON_TYPE, content] = Object.entries(success)[0] ?? []
  const cursorPage = content?.schema.anyOf?.find(isCursorPage)
  const found = cursorPage?.properties?.["items"]?.items ?? content?.schema

  // A record with flags is a union of the form with what they add and the form without it; the latter comes last.
  const [withAdded, plain] = (found?.type === "array" ? found.items : found)?.anyOf ?? []
  const fieldsOf = ({ $ref = "" }: Schema) => read.fields(components[$ref.split("/").at(-1) ?? ""] ?? {})
  const known = new Set(plain === undefined ? [] : fieldsOf(plain).map(({ name }) => name))
  const added = withAdded === undefined ? [] : fieldsOf(withAdded).filter(({ name }) => !known.has(name))
  const forms = parameters.find(({ name }) => name === EXPAND_AS)?.type
  const expansionsOf = (array: string) =>
    (forms?.is === "enum" ? forms.values : []).flatMap((form) => {
      const field = added.find(({ name }) => name === `${array.replace(/s$/, "")}_${form}`)
      return field === undefined ? [] : [[form, { ...field, isRequired: true }] as const]
    })
  const additions = added.flatMap((field): ReadonlyArray<Addition> => {
    const flag = parameters.find(({ name, type }) => type.is === "boolean" && isFlagOf(name, field.name))?.name
    if (flag === undefined) return []
    const type = canBeNull(field) ? field.type : withoutNull(field.type)
    return [
      { flag, field: { ...field, type, isRequired: true }, expansions: Object.fromEntries(expansionsOf(field.name)) }
    ]
  })
  // A field that no flag adds stays what the document says: one of the forms has it.
  const explained = additions.flatMap(({ expansions, field }) => [field, ...Object.values(expansions)])
  const isUnion = plain !== undefined && added.length > 0 && explained.length === added.length

  const answer = (schema: Schema, form: Schema | undefined): Type => {
    if (!isUnion || form === undefined) return read.type(schema)
    return schema.type === "array" ? { is: "array", of: read.type(form) } : read.type(form)
  }

  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters,
    body: requestBody === undefined ? null : read.type(requestBody.content[JSON_TYPE]?.schema ?? {}),
    isRecordList: cursorPage !== undefined,
    answer: found === undefined ? null : answer(found, plain),
    fullAnswer: found === undefined ? null : answer(found, withAdded),
    mayBeEmpty: found !== undefined && "204" in responses,
    additions: isUnion ? additions : [],
    isText: contentType !== JSON_TYPE
  }
}

/** Whose part of the API a client knows: that of accounts, or that of the page with which their customers connect. */
export type Audience = "accounts" | "customers"

/** Whose a path is. What those who operate the service see and do is in no client. */
const audienceOf = (path: string): Audience | "operators" => {
  if (path.startsWith("/operator/")) return "operators"
  return path.startsWith("/connect-sessions/") ? "customers" : "accounts"
}

/** The names of the schemas to which a part of the document leads. */
const namesBelow = (part: unknown, components: Document["components"]["schemas"], found = new Set<string>()) => {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    namesBelow(components[name] ?? null, components, found)
  }
  return found
}

/** Reads the part of the document that is for these. */
export const make = ({ components, paths: all }: Document, audience: Audience = "accounts"): Model => {
  const read = reader(components.schemas)
  const paths = Object.fromEntries(Object.entries(all).filter(([path]) => audienceOf(path) === audience))
  const others = Object.entries(all).filter(([path]) => audienceOf(path) !== audience)
  const ofOthers = namesBelow(others, components.schemas)
  const own = namesBelow(paths, components.schemas)
  // Schemas that no operation uses, such as those of webhooks, are for accounts.
  const isOwn = (name: string) => own.has(name) || (audience === "accounts" && !ofOthers.has(name))
  return {
    schemas: Object.entries(components.schemas)
      .filter(([name]) => !ERROR_BODIES.has(name) && isOwn(name))
      .map(([name, schema]) => ({ name, description: schema.description ?? "", type: read.definition(schema) })),
    operations: Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, documented]) =>
        operationOf(read, components.schemas, [path, method, documented])
      )
    ),
    errorCodes: Object.values(Errors.table).map(({ code }) => code)
  }
}

/** Breaks a text into lines of at most `width` characters. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
