import { type HttpApi, type HttpApiGroup, OpenApi } from "@effect/platform"
import { schemes } from "./parts/Security.js"

/** Where the API is served: the base address of a region. */
export interface ApiServer {
  /** Ends in `/v1`. */
  readonly url: string
  readonly description?: string
}

type Spec = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation

/** The path segment that every base address ends in. */
export const BASE_PATH = "/v1"

/** The base address of whatever serves the document. */
const sameServer: ReadonlyArray<ApiServer> = [{ url: BASE_PATH, description: "This server." }]

/** What each status means, in words that fit every endpoint. */
const meanings: Readonly<Record<string, string>> = {
  200: "What was asked for.",
  201: "Created.",
  202: "Accepted: it will be done.",
  204: "Done; there is nothing to say.",
  401: "The key is missing, unknown or revoked.",
  404: "There is no such thing, or it belongs to another account: a caller cannot tell which.",
  409: "The connection's job runs already, or the connection is not active.",
  413: "The body is larger than 1 MiB.",
  422: "The request is not valid; `detail` says where.",
  429: "This key sends too many requests.",
  500: "Something went wrong in the service; its log has the cause under the request id.",
  502: "The vendor did not answer as expected, so that the credentials could not be checked. Nothing was changed.",
  503: "The service cannot reach its database at the moment."
}

const retryAfter: ReadonlySet<string> = new Set(["429", "503"])

const headerRefs = (status: string): Record<string, unknown> => ({
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  ...(retryAfter.has(status) ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {})
})

const headers = {
  RequestId: {
    description: "Names this request in the service's log; the caller's own where one was sent.",
    schema: { type: "string", maxLength: 128 }
  },
  RetryAfter: { description: "Seconds after which to try again.", schema: { type: "integer", minimum: 1 } }
}

/** A decode failure is answered with 422; the 400 that HttpApi adds to every endpoint never happens. */
const responses = (all: Operation["responses"]): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([status]) => status !== "400")
      .map(([status, response]) => [
        status,
        { ...response, description: meanings[status] ?? response.description, headers: headerRefs(status) }
      ])
  )

/** The description stands beside the schema; offset paging is announced for removal. */
const parameters = (all: Operation["parameters"]): Operation["parameters"] =>
  all.map((parameter) => {
    const { description: _, ...schema } = parameter.schema
    return { ...parameter, schema, ...(parameter.name === "offset" ? { deprecated: true } : {}) }
  })

const operation = (value: Operation): Operation => ({
  ...value,
  parameters: parameters(value.parameters),
  responses: responses(value.responses)
})

/** Schemas of the error that is never answered. */
const unused: ReadonlySet<string> = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/** Bodies are read strictly; what is answered may grow fields. */
const isBody = (name: string): boolean => name.startsWith("Create") || name.startsWith("Update")

const schemas = (all: Spec["components"]["schemas"]): Spec["components"]["schemas"] =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !unused.has(name))
      .map(([name, schema]) => [name, isBody(name) ? schema : open(schema)])
  )

/** What a schema says of itself where its author said nothing. */
const noise: ReadonlyArray<readonly [string, unknown]> = [
  ["title", "int"],
  ["description", "an integer"],
  ["title", "string"],
  ["description", "a string"],
  ["description", "a Universally Unique Identifier"],
  ["$id", "/schemas/unknown"],
  ["title", "unknown"]
]

const isNoise = (key: string, value: unknown): boolean => noise.some(([name, text]) => name === key && text === value)

const without =
  (drop: (key: string, value: unknown) => boolean) =>
  <A>(node: A): A => {
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk)
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, child]) => (drop(key, child) ? [] : [[key, walk(child)]]))
      )
    }
    return walk(node) as A
  }

/** A description beside a reference; OpenAPI 3.1 needs no list of one around the reference for it. */
const flat = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(flat)
  if (typeof node !== "object" || node === null) return node
  const { allOf, ...rest } = node as Readonly<Record<string, unknown>>
  const [only, ...others] = Array.isArray(allOf) ? allOf : []
  const isReference = others.length === 0 && typeof only === "object" && only !== null && "$ref" in only
  const kept = isReference ? { ...only, ...rest } : node
  return Object.fromEntries(Object.entries(kept).map(([key, child]) => [key, flat(child)]))
}

/** A client must not refuse a field that a later release adds. */
const open = without((key, value) => key === "additionalProperties" && value === false)

const quiet = without(isNoise)

/** Makes the generated document say what the server does. */
export const transform = (spec: Record<string, unknown>): Record<string, unknown> => {
  const { paths, components, ...rest } = flat(quiet(spec)) as unknown as Spec
  return {
    ...rest,
    // For clients that ask for both headers once; every operation says what it takes.
    security: [{ apiKey: [], connectionId: [] }],
    servers: rest.servers ?? sameServer,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path.slice(BASE_PATH.length),
        Object.fromEntries(Object.entries(open(item)).map(([method, value]) => [method, operation(value)]))
      ])
    ),
    components: { ...components, schemas: schemas(components.schemas), securitySchemes: schemes, headers }
  }
}

/** The same api, with a document that names these base addresses; unchanged where there are none. */
export const withServers = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  servers: ReadonlyArray<ApiServer>
): HttpApi.HttpApi<Id, Groups, E, R> => (servers.length === 0 ? api : api.annotate(OpenApi.Servers, [...servers]))
