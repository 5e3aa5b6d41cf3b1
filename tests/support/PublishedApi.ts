import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { TributaryApi } from "@tributary/runtime-http/api"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Option, ParseResult, Schema } from "effect"

interface Described {
  readonly anyOf?: ReadonlyArray<Described>
  readonly title?: string
  readonly properties?: Readonly<Record<string, { readonly items?: Described }>>
}

/** What the document says about one media type. */
type Content = Readonly<Record<string, { readonly schema: Described; readonly example?: unknown }>>

interface Operation {
  readonly requestBody?: { readonly content?: Content }
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
  readFileSync(new URL("../../runtime-http/openapi.json", import.meta.url), "utf8")
)

/** A GET of the OpenAPI document that answers JSON. */
export interface Read {
  readonly path: string
  readonly query: ReadonlyArray<string>
  readonly schema: Described
}

const readOf = (path: string, get: Operation | undefined): ReadonlyArray<Read> => {
  const schema = get?.responses["200"]?.content?.["application/json"]?.schema
  if (get === undefined || schema === undefined) return []
  const query = get.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
  return [{ path, query, schema }]
}

/** Every GET of the OpenAPI document that answers JSON, by path. */
export const reads: ReadonlyMap<string, Read> = new Map(
  Object.entries(document.paths).flatMap(([path, item]) => readOf(path, item["get"]).map((read) => [path, read]))
)

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
formats.default(ajv)
// The other properties of an OpenAPI document are not JSON Schema keywords.
ajv.addVocabulary(Object.keys(document))
ajv.addSchema(document, "openapi")

const pointer = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")

const at200 = (path: string, ...below: ReadonlyArray<string>): string =>
  `openapi#/${pointer("paths", path, "get", "responses", "200", "content", "application/json", "schema", ...below)}`

const judge = ($ref: string, value: unknown): ReadonlyArray<string> => {
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref })
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The body of a request or of a success. */
export interface Body {
  /** The method, the path, and which of both it is. */
  readonly name: string
  /** Where the document has its schema. */
  readonly place: string
  readonly example?: unknown
}

const bodiesOf = (name: string, place: ReadonlyArray<string>, content: Content = {}): ReadonlyArray<Body> =>
  Object.entries(content).map(([type, { example }]) => ({
    name,
    place: `openapi#/${pointer(...place, "content", type, "schema")}`,
    ...(example === undefined ? {} : { example })
  }))

/** Every body of the document but those of errors. */
export const bodies: ReadonlyArray<Body> = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { requestBody, responses }]) => {
    const name = `${method.toUpperCase()} ${path}`
    const place = ["paths", path, method]
    return [
      ...bodiesOf(`the request of ${name}`, [...place, "requestBody"], requestBody?.content),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .flatMap(([status, { content }]) => bodiesOf(`the answer to ${name}`, [...place, "responses", status], content))
    ]
  })
)

/** The errors that an independent validator finds in a body. */
export const faultsAt = ({ place }: Pick<Body, "place">, value: unknown): ReadonlyArray<string> => judge(place, value)

/** The path to one of the alternatives of an answer, by its title. */
const alternative = (path: string, title: string): ReadonlyArray<string> => {
  const index = reads.get(path)?.schema.anyOf?.findIndex((one) => one.title === title) ?? -1
  if (index < 0) throw new Error(`The OpenAPI document has no ${title} for GET ${path}.`)
  return ["anyOf", String(index)]
}

/** The errors that an independent validator finds in an answer, by the OpenAPI document. */
export const violations = (path: string, answer: unknown): ReadonlyArray<string> => judge(at200(path), answer)

/** The same for a page in one of the envelopes of a list, and for each item in the requested variant. */
export const listViolations = (
  path: string,
  envelope: "Offset envelope" | "Cursor envelope",
  answer: { readonly items: ReadonlyArray<unknown> },
  hasEntities: boolean
): ReadonlyArray<string> => {
  const place = alternative(path, envelope)
  const items = reads.get(path)?.schema.anyOf?.[Number(place[1])]?.properties?.["items"]?.items
  // The variant with entities comes first.
  const variant = items?.anyOf === undefined ? [] : ["anyOf", hasEntities ? "0" : "1"]
  const item = at200(path, ...place, "properties", "items", "items", ...variant)
  return [...judge(at200(path, ...place), answer), ...answer.items.flatMap((one) => judge(item, one))]
}

const published = (): ReadonlyMap<string, Schema.Schema.AnyNoContext> => {
  const all = new Map<string, Schema.Schema.AnyNoContext>()
  HttpApi.reflect(TributaryApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const ast = Option.fromNullable(successes.get(200)).pipe(Option.flatMap((success) => success.ast))
      if (endpoint.method !== "GET" || Option.isNone(ast)) return
      const path = endpoint.path.replace(/^\/v1/, "").replace(/:(\w+)/g, "{$1}")
      // The schema of an answer of the API needs no services.
      all.set(path, Schema.make<unknown, unknown, never>(ast.value))
    }
  })
  return all
}

const schemas = published()

/** The errors that the schema of the typed client finds in an answer. A field that the schema lacks is an error too. */
export const misfits = (path: string, answer: unknown): ReadonlyArray<string> => {
  const schema = schemas.get(path)
  if (schema === undefined) return [`The API has no GET ${path}.`]
  const decoded = Schema.decodeUnknownEither(schema)(answer, { onExcessProperty: "error", errors: "all" })
  return decoded._tag === "Right" ? [] : [ParseResult.TreeFormatter.formatErrorSync(decoded.left)]
}
