import { type HttpApi, type HttpApiGroup, OpenApi } from "@effect/platform"
import { KNOWN_CATEGORIES, NOT_EXPORTED, OMITTED_FIELDS, omissibleFields } from "./parts/AnswerHeaders.js"
import * as EndpointAnnotations from "./parts/EndpointAnnotations.js"
import * as Example from "./parts/Example.js"
import { examples } from "./parts/examples.generated.js"
import * as Idempotency from "./parts/Idempotency.js"
import { UNDOCUMENTED } from "./parts/ItemSchema.js"
import * as KeyScopes from "./parts/KeyScopes.js"
import { schemes } from "./parts/Security.js"
import * as Strict from "./parts/Strict.js"
import * as VendorDataSchemas from "./parts/VendorDataSchemas.js"

/** The base address at which a region serves the API. */
export interface ApiServer {
  /** The base address; ends in `/v1`. */
  readonly url: string
  /** What the document says about the server, such as its region. */
  readonly description?: string
}

type Spec = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Response = OpenApi.OpenApiSpecResponse

/** The path that every base address ends in. */
export const BASE_PATH = "/v1"

/** The base address when none is configured: relative to the server of the document. */
const sameServer: ReadonlyArray<ApiServer> = [{ url: BASE_PATH, description: "This server." }]

const PAGE = "A page of the list, in the envelope that `enableCursor` selects."

/** The description of each status, worded to fit every endpoint. */
const meanings: Readonly<Record<string, string>> = {
  201: "Created.",
  202: "Accepted; the work runs in the background.",
  204: "Done; the response has no body.",
  304: "Nothing has changed since the answer whose `ETag` was sent as `If-None-Match`; the response has no body.",
  401: "The key, or the token of a customer's link or session, is missing, unknown, revoked or expired.",
  403: "The key does not have a scope, a role or a right that the operation needs, or is one of an operator where an account's is needed, or the reverse; or the operation concerns the whole account and the key is limited to organizations. Nothing was read or changed.",
  404: "Not found, or owned by another account; the response is the same in both cases.",
  409: "A job is already running for the connection, or the connection is not active, or another connection has the identifier, or the organization that is to be erased has connections, or the account has as many of something as it may have, or a customer's link was opened, or its session used, before.",
  412: "Somebody has changed the connection since the answer whose `ETag` was sent as `If-Match`. Nothing was changed.",
  413: "The request body is larger than 1 MiB.",
  415: "The request body does not say that it is JSON: its `Content-Type` is not `application/json`, or it has a `Content-Encoding`.",
  422: "The request is invalid; each entry in `detail` names a field and says what is wrong with it.",
  429: "Too many requests with this API key, or this token of a customer, in a second or, if they add fields or ask for more than 100 records, at once; or too many unknown keys from this address; or the requests of the account have used up its share of database time; or it has as many open outbound jobs as it may have. `Retry-After` says how long to wait.",
  500: "Internal error; the service logs the cause under the request id.",
  502: "The vendor did not answer as expected, or its rate limit is used up, so the credentials could not be checked. Nothing was changed. In the second case `Retry-After` says how long to wait.",
  503: "The service cannot reach its database or its key service, or all connections to the database are in use; `Retry-After` says how long to wait."
}

/** The description of a response: that of its schema for a 200. HttpApi only takes the first form's description from a union. */
const meaningOf = (status: string, { content, description }: Response): string => {
  if (status !== "200") return meanings[status] ?? description
  const { schema } = content?.["application/json"] ?? {}
  return schema !== undefined && "anyOf" in schema && schema.anyOf.some((form) => "title" in form) ? PAGE : description
}

/** What an operation's headers depend on. */
interface Traits {
  /** Whether it lists records. */
  readonly listsRecords: boolean
  /** Whether its answer is about one kind of records, which the connector of the connection need not export. */
  readonly isOfOneKind: boolean
  /** Whether its items omit a field that has more ids than an item shows. */
  readonly omitsFields: boolean
  /** Whether its requests may name a category of connectors. */
  readonly takesCategory: boolean
  /** Whether its requests may have an `Idempotency-Key`. */
  readonly isKeyed: boolean
  /** Whether its answers have an `ETag`. */
  readonly isTagged: boolean
}

const retryAfter: ReadonlySet<string> = new Set(["429", "502", "503"])

const headerRefs = (
  status: string,
  { isKeyed, isOfOneKind, isTagged, listsRecords, omitsFields, takesCategory }: Traits
): Record<string, unknown> => ({
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  ...(Number(status) >= 400
    ? { "X-Error-Code": { $ref: "#/components/headers/ErrorCode" } }
    : { "X-Ignored-Parameters": { $ref: "#/components/headers/IgnoredParameters" } }),
  ...(status === "200" && listsRecords ? { "X-As-Of": { $ref: "#/components/headers/AsOf" } } : {}),
  ...(status === "200" && isOfOneKind ? { [NOT_EXPORTED]: { $ref: "#/components/headers/NotExported" } } : {}),
  ...(omitsFields && (status === "200" || status === "304")
    ? { [OMITTED_FIELDS]: { $ref: "#/components/headers/OmittedFields" } }
    : {}),
  ...(status === "200" && takesCategory
    ? { [KNOWN_CATEGORIES]: { $ref: "#/components/headers/KnownCategories" } }
    : {}),
  ...(isTagged && (status === "200" || status === "304")
    ? { [EndpointAnnotations.TAG_HEADER]: { $ref: "#/components/headers/EntityTag" } }
    : {}),
  ...(Number(status) < 300 && isKeyed
    ? { [Idempotency.REPLAYED_HEADER]: { $ref: "#/components/headers/IdempotencyReplayed" } }
    : {}),
  ...(retryAfter.has(status) ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {})
})

const headers = {
  RequestId: {
    description: "Identifies this request in the service's log; the value that the caller sent, if any.",
    required: true,
    schema: { type: "string", maxLength: 128 }
  },
  ErrorCode: {
    description:
      "The stable name of the error's cause, such as `CURSOR_INVALID`; the description of the API lists all of them. A structured body has it as `code`.",
    required: true,
    schema: { type: "string", pattern: "^[A-Z]+(_[A-Z]+)*$" }
  },
  IgnoredParameters: {
    description:
      "The query parameters of the request that the operation does not know, each with the closest name that it knows: `limt;nearest=limit, colour`. " +
      "Names are percent-encoded, at most twenty of them. Absent if there are none. `strict=true` makes them a 422.",
    schema: { type: "string" }
  },
  EntityTag: {
    description:
      "Names the bytes of the answer: it is the same as long as nothing in it changes. Send it as `If-None-Match` to get a 304 without a body until then, " +
      "and that of a connection as `If-Match` to change the connection only if nobody else has. " +
      "A compressed answer has another one than an answer that is not compressed.",
    required: true,
    schema: { type: "string", pattern: '^"[!#-~]+"$' }
  },
  IdempotencyReplayed: {
    description:
      "`true` if this is the answer to an earlier request with the same `Idempotency-Key`; absent otherwise.",
    schema: { type: "string", enum: ["true"] }
  },
  AsOf: {
    description:
      "The instant up to which this answer contains every change of this list, in UTC with microseconds; 1970 if nothing was stored yet. " +
      "Send it unchanged as the `updatedSince` of the next poll of the same list; of a walk, send the earliest of its pages.",
    required: true,
    schema: { type: "string", format: "date-time" }
  },
  NotExported: {
    description:
      "A sentence that says that the connector of this connection does not export these records, so that there are none. Absent otherwise.",
    schema: { type: "string" }
  },
  OmittedFields: {
    description:
      "The fields, separated by commas, that at least one item of the answer omits because it has more than 1,000 ids there, such as `device_ids`; " +
      "the list below the item has all of them. Absent if no item omits any.",
    schema: { type: "string" }
  },
  KnownCategories: {
    description:
      "The categories of the connectors, percent-encoded and separated by commas, if none of them has the `category` of the request. Absent otherwise.",
    schema: { type: "string" }
  },
  RetryAfter: { description: "Seconds to wait before trying again.", schema: { type: "integer", minimum: 1 } }
}

/** Removes the 400 that HttpApi adds to every endpoint: this server answers a decode failure with 422. */
const responses = (all: Operation["responses"], traits: Traits): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(traits.isTagged ? { ...all, 304: { description: "" } } : all)
      .filter(([status]) => status !== "400")
      .map(([status, response]) => [
        status,
        { ...response, description: meaningOf(status, response), headers: headerRefs(status, traits) }
      ])
  )

const isArray = (schema: object): boolean => "type" in schema && schema.type === "array"

/** Moves the description from the schema to the parameter, says how lists are written, and marks `offset` as deprecated. */
const parameters = (all: Operation["parameters"]): Operation["parameters"] =>
  all.map((parameter) => {
    const { description: _, ...schema } = parameter.schema
    const form = isArray(schema) ? { style: "form", explode: false } : {}
    return { ...parameter, ...form, schema, ...(parameter.name === "offset" ? { deprecated: true } : {}) }
  })

/** Whether the schema of the parameter `fields` names one that items may omit. */
const namesOmissible = (schema: object): boolean =>
  ((schema as { readonly items?: { readonly enum?: ReadonlyArray<string> } }).items?.enum ?? []).some((name) =>
    omissibleFields.has(name)
  )

/** Adds the scopes that allow the operation, one of which a key needs, or the role of an operator, also to its description. */
const scoped = (value: Operation): Operation => {
  const requirement = KeyScopes.of(value.operationId)
  if (requirement === null) return value
  const description = [value.description ?? "", KeyScopes.sentenceOf(requirement)].join(" ").trim()
  const extension =
    requirement.key === "account"
      ? { "x-scopes": requirement.scopes }
      : { "x-operator-role": requirement.role, "x-operator-records": requirement.isOfRecords }
  return { ...value, description, ...extension }
}

const operation = (value: Operation): Operation => ({
  ...scoped(value),
  parameters: [...parameters(value.parameters), Strict.documented],
  responses: responses(value.responses, {
    listsRecords: value.parameters.some(({ name }) => name === "updatedSince"),
    isOfOneKind: value.parameters.some(({ name }) => name === "updatedSince" || name === "kind"),
    omitsFields: value.parameters.some(({ name, schema }) => name === "fields" && namesOmissible(schema)),
    takesCategory: value.parameters.some(({ name }) => name === "category"),
    isKeyed: value.parameters.some(({ name }) => name === Idempotency.KEY_HEADER),
    isTagged: value.parameters.some(
      ({ name }) => name === EndpointAnnotations.CONDITION_HEADER || name === EndpointAnnotations.MATCH_HEADER
    )
  })
})

/** Schemas of HttpApi's own decode error, which this server never sends. */
const unused: ReadonlySet<string> = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/**
 * Whether the schema is a request body: those reject unknown fields, while responses may gain fields in later releases.
 */
const isBody = (name: string): boolean => name.startsWith("Create") || name.startsWith("Update")

const schemas = (all: Spec["components"]["schemas"]): Spec["components"]["schemas"] =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !unused.has(name))
      .map(([name, schema]) => [name, isBody(name) ? schema : open(schema)])
  )

/** Titles and descriptions that Effect generates when a schema has none of its own. */
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

/** Puts a description directly beside a reference, as OpenAPI 3.1 allows, instead of wrapping the reference in `allOf`. */
const flat = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(flat)
  if (typeof node !== "object" || node === null) return node
  const { allOf, ...rest } = node as Readonly<Record<string, unknown>>
  const [only, ...others] = Array.isArray(allOf) ? allOf : []
  const isReference = others.length === 0 && typeof only === "object" && only !== null && "$ref" in only
  const kept = isReference ? { ...only, ...rest } : node
  return Object.fromEntries(Object.entries(kept).map(([key, child]) => [key, flat(child)]))
}

/** Lets clients accept fields that a later release adds. */
const open = without((key, value) => key === "additionalProperties" && value === false)

const quiet = without(isNoise)

const isUndocumented = (form: unknown): boolean => typeof form === "object" && form !== null && UNDOCUMENTED in form

/** Drops the forms that only the typed client needs; a single form that is left takes the place of the choice. */
const documented = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(documented)
  if (typeof node !== "object" || node === null) return node
  const { anyOf, ...rest } = node as Readonly<Record<string, unknown>>
  const forms = Array.isArray(anyOf) ? anyOf.filter((form) => !isUndocumented(form)) : []
  const [only, ...others] = forms
  const isDropped = Array.isArray(anyOf) && forms.length < anyOf.length
  if (isDropped && others.length === 0) return only
  const kept = isDropped ? { anyOf: forms, ...rest } : node
  return Object.fromEntries(Object.entries(kept).map(([key, child]) => [key, documented(child)]))
}

/** Adjusts the generated OpenAPI document to what the server does. */
export const transform = (spec: Record<string, unknown>): Record<string, unknown> => {
  const { paths, components, ...rest } = flat(documented(quiet(spec))) as unknown as Spec
  return {
    ...rest,
    // For tools that ask for both headers once; each operation lists the headers it requires.
    security: [{ apiKey: [], connectionId: [] }],
    servers: rest.servers ?? sameServer,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path.slice(BASE_PATH.length),
        Object.fromEntries(
          Object.entries(open(item)).map(([method, value]) => [
            method,
            Example.added(operation(value), examples[value.operationId])
          ])
        )
      ])
    ),
    components: {
      ...components,
      schemas: schemas(
        flat(quiet(VendorDataSchemas.added(components.schemas as never))) as Spec["components"]["schemas"]
      ),
      securitySchemes: schemes,
      headers
    }
  }
}

/** Adds base addresses to the API's document; returns the API unchanged when there are none. */
export const withServers = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  servers: ReadonlyArray<ApiServer>
): HttpApi.HttpApi<Id, Groups, E, R> => (servers.length === 0 ? api : api.annotate(OpenApi.Servers, [...servers]))
