import { readFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
}

/** The OpenAPI document of the interface specification alone, written by hand. */
const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
  readFileSync(new URL("interface.openapi.json", import.meta.url), "utf8")
)

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, verbose: true })
formats.default(ajv)
ajv.addVocabulary(Object.keys(document))
ajv.addSchema(document, "interface")

/** An answer of the API. */
export interface Answered {
  /** The path and the query of the request. */
  readonly url: string
  readonly method: string
  readonly status: number
  readonly body: unknown
}

/** What shows a record in another form than the specification knows. */
const OWN_FORMS: ReadonlyArray<string> = ["fields", "includeMeta", "expandAs", "includeRecordKinds"]

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
}))

/** The path in the document of an operation that was asked; null if the specification does not have it. */
export const templateOf = ({ method, url }: Pick<Answered, "method" | "url">): string | null => {
  const { pathname, searchParams } = new URL(url, "http://server.test")
  const found = templates.find(
    ({ path, pattern }) => pattern.test(pathname) && method.toLowerCase() in (document.paths[path] ?? {})
  )
  return found === undefined || OWN_FORMS.some((name) => searchParams.has(name)) ? null : found.path
}

const pointer = (parts: ReadonlyArray<string>): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")

/** The lists that can be asked for in two envelopes. */
const ENVELOPED: ReadonlySet<string> = new Set(["/idp/users", "/cspm/compliance_findings", "/entities/device-groups"])

/** The place of a misfit, without positions in lists: `items.owner`. */
const placeOf = (instancePath: string): string =>
  instancePath
    .split("/")
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .join(".")

/** The operations of the document, as `GET /idp/users`. */
export const operations: ReadonlyArray<string> = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
)

/** Where a client that was generated from the document cannot read an answer: the place of what is null or absent, and what else is wrong with why. */
export const misfits = (answer: Answered): ReadonlyArray<string> => {
  const { body, method, status, url } = answer
  const path = templateOf(answer)
  if (path === null) return []
  const isCursor = new URL(url, "http://server.test").searchParams.get("enableCursor") === "true"
  const isList = status === 200 && ENVELOPED.has(path)
  const alternative = isList ? ["anyOf", isCursor ? "1" : "0"] : []
  const place = [
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    "application/json",
    "schema"
  ]
  const $ref = `interface#/${pointer([...place, ...alternative])}`
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref })
  validate(body)
  const found = (validate.errors ?? []).map(({ data, instancePath, keyword, message, params }) => {
    if (keyword === "required") return placeOf(`${instancePath}/${params["missingProperty"]}`)
    return data === null ? placeOf(instancePath) : `${placeOf(instancePath)} ${message}`
  })
  return [...new Set(found)].toSorted()
}

/** The fields that the guide says may be null or absent, by the name of the record. */
export const listedDifferences = (guide: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const listed = new Map<string, Set<string>>()
  for (const [, record = "", fields = ""] of guide.matchAll(/^\| ([a-zA-Z ]+) \| ((?:`[\w.]+`(?:, )?)+) \|/gm)) {
    const known = listed.get(record) ?? new Set()
    for (const [, field = ""] of fields.matchAll(/`([\w.]+)`/g)) known.add(field)
    listed.set(record, known)
  }
  return listed
}
