import { HttpApi, HttpApiBuilder, HttpApiScalar, HttpServerResponse, OpenApi } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { type ApiServer, BASE_PATH, transform, withServers } from "../../api/OpenApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as Answer from "./Answer.js"
import type { Beside } from "./Routes.js"

const documentPath = `${BASE_PATH}/openapi.json` as const
const pagePath = `${BASE_PATH}/docs` as const

const cached = { "cache-control": "public, max-age=300" }

const origins = (servers: ReadonlyArray<ApiServer>): ReadonlyArray<string> =>
  servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []))

/** The page is one document with its scripts inside, and asks the API's own servers only. */
const pagePolicy = (servers: ReadonlyArray<ApiServer>): string =>
  [
    "default-src 'none'",
    // Its search is a WebAssembly module; without it the page stays empty.
    "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    `connect-src ${["'self'", ...origins(servers)].join(" ")}`,
    "frame-ancestors 'none'"
  ].join("; ")

const styles = [
  // The page suggests a key in base64 that says nothing to anybody.
  'input[placeholder^="QUxMIFlPVVI"]::placeholder { color: transparent }',
  // Parts that nobody sees are wider than a phone; without this the whole page scrolls sideways.
  "html, body { overflow-x: clip }"
].join("\n")

/** Its own fonts and tools would come from elsewhere, and its client button leads there. */
const pageSettings = {
  theme: "default",
  layout: "modern",
  withDefaultFonts: false,
  showToolbar: "never",
  hideClientButton: true,
  customCss: styles
} as const

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = Operation["parameters"][number]

/**
 * The page writes every parameter into the calls that it offers to copy, with an empty value where it knows none, and an
 * empty value is an invalid one. A schema below `content` is shown, and left out of the calls.
 */
const silent = ({ schema, ...parameter }: Parameter) =>
  parameter.required || "default" in schema
    ? { ...parameter, schema }
    : { ...parameter, content: { "text/plain": { schema } } }

const operation = (value: Operation) => ({ ...value, parameters: value.parameters.map(silent) })

/** The document in the form that suits the page; what it says is the same. */
const docsTransform = (spec: Record<string, unknown>): Record<string, unknown> => {
  const document = transform(spec) as unknown as OpenApi.OpenAPISpec
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, value]) => [method, operation(value)]))
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** Whoever opens the bare address in a browser wants to know what this is. */
const root = HttpServerResponse.empty({ status: 302, headers: { location: pagePath } })

/** The paths of the document and of the page. */
export const routes = (servers: ReadonlyArray<ApiServer>): ReadonlyArray<Beside> => [
  { template: "/", headers: {} },
  { template: documentPath, headers: cached },
  { template: pagePath, headers: { ...cached, "content-security-policy": pagePolicy(servers) } }
]

/**
 * The OpenAPI document, and a page to read it that loads nothing from elsewhere.
 *
 * `servers` are the base addresses to show; the server that was asked where there are none.
 */
export const layer = (servers: ReadonlyArray<ApiServer>): Layer.Layer<never> => {
  const api = withServers(TributaryApi, servers)
  const document = Answer.fromText(JSON.stringify(OpenApi.fromApi(api)))
  const described = Layer.succeed(HttpApi.Api, {
    api: api.annotate(OpenApi.Transform, docsTransform) as unknown as HttpApi.HttpApi<string, never, never>,
    context: Context.empty()
  })
  return Layer.mergeAll(
    HttpApiBuilder.Router.use((router) => router.get("/", Effect.succeed(root))),
    HttpApiBuilder.Router.use((router) => router.get(documentPath, Effect.succeed(document))),
    HttpApiScalar.layer({ path: pagePath, scalar: pageSettings }).pipe(Layer.provide(described))
  )
}
