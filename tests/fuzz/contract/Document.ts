/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly enum?: ReadonlyArray<unknown>
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** A parameter of an operation, without the key and the connection, which are security schemes. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly schema: JsonSchema
}

/** A header of an answer. */
export interface DocumentedHeader {
  /** Where the document has its schema. */
  readonly place: string
  readonly isRequired: boolean
}

/** What the document says about one status of an operation. */
export interface DocumentedAnswer {
  /** Null if the answer has no body. */
  readonly contentType: string | null
  /** By their names. */
  readonly headers: ReadonlyMap<string, DocumentedHeader>
}

/** One operation of the document. */
export interface Operation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  /** Without the base path, such as `/idp/users/{user_id}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The schema of the body; null if the operation takes none. */
  readonly body: JsonSchema | null
  readonly answers: ReadonlyMap<number, DocumentedAnswer>
  readonly takesKey: boolean
  readonly takesConnection: boolean
}

/** An OpenAPI document, as far as the run reads it. */
export interface Document {
  /** Everything, for the validator. */
  readonly json: Readonly<Record<string, unknown>>
  readonly operations: ReadonlyArray<Operation>
  /** The schema that a `$ref` names. */
  readonly resolve: (ref: string) => JsonSchema
  /** The schema of the items on a page of a list of records; null for any other operation. */
  readonly itemsOf: (operation: Operation) => JsonSchema | null
}

interface RawAnswer {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, RawAnswer>>
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

interface Raw {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
  }
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

const operationOf = (path: string, method: string, raw: RawOperation, { components }: Raw): Operation => {
  const schemes = Object.keys(raw.security?.[0] ?? {})
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    parameters: raw.parameters ?? [],
    body: Object.values(raw.requestBody?.content ?? {})[0]?.schema ?? null,
    answers: new Map(
      Object.entries(raw.responses).map(([status, { content = {}, headers = {} }]) => [
        Number(status),
        {
          contentType: Object.keys(content)[0] ?? null,
          headers: new Map(
            Object.entries(headers).map(([name, { $ref }]) => {
              const isRequired = components.headers[$ref.split("/").at(-1) ?? ""]?.required === true
              return [name, { place: `${$ref.slice(2)}/schema`, isRequired }]
            })
          )
        }
      ])
    ),
    takesKey: schemes.includes("apiKey"),
    takesConnection: schemes.includes("connectionId")
  }
}

/** Reads the document that a server serves. */
export const read = async (baseUrl: string): Promise<Document> => {
  const json = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as Raw
  const { schemas } = json.components
  return {
    json: json as unknown as Document["json"],
    // The page of a customer sends the token of its session, which `ConnectHttp.test.ts` has.
    // Those who operate the service see all accounts, which the checks would take for a leak; `ScopeCheck.test.ts` and `OperatorsHttp.test.ts` have them.
    operations: Object.entries(json.paths).flatMap(([path, item]) =>
      methods.flatMap((method) =>
        item[method] === undefined || /^\/(?:operator|connect-sessions)\//.test(path)
          ? []
          : [operationOf(path, method, item[method], json)]
      )
    ),
    resolve: (ref) => {
      const found = schemas[ref.replace("#/components/schemas/", "")]
      if (found === undefined) throw new Error(`The OpenAPI document has no ${ref}.`)
      return found
    },
    itemsOf: ({ method, path }) =>
      json.paths[path]?.[method.toLowerCase()]?.responses["200"]?.content?.["application/json"]?.schema.anyOf?.[0]
        ?.properties?.["items"]?.items ?? null
  }
}
