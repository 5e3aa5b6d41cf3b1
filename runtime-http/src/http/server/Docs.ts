import { HttpApi, HttpApiBuilder, HttpApiScalar, HttpServerResponse, OpenApi } from "@effect/platform"
import { Context, Effect, Layer } from "effect"
import { type ApiServer, BASE_PATH, transform, withServers } from "../../api/OpenApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as Answer from "./Answer.js"
import type { PlainRoute } from "./Routes.js"

const documentPath = `${BASE_PATH}/openapi.json` as const
const pagePath = `${BASE_PATH}/docs` as const

const cached = { "cache-control": "public, max-age=300" }

const origins = (servers: ReadonlyArray<ApiServer>): ReadonlyArray<string> =>
  servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []))

/** The page contains its own scripts, and may call nothing but the API's servers. */
const pagePolicy = (servers: ReadonlyArray<ApiServer>): string =>
  [
    "default-src 'none'",
    // The page's search is a WebAssembly module; without this permission the page stays empty.
    "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    `connect-src ${["'self'", ...origins(servers)].join(" ")}`,
    "frame-ancestors 'none'"
  ].join("; ")

const styles = [
  // Hides the placeholder of the key field, a meaningless base64 string.
  'input[placeholder^="QUxMIFlPVVI"]::placeholder { color: transparent }',
  // Invisible elements are wider than a phone; without this the whole page scrolls sideways.
  "html, body { overflow-x: clip }"
].join("\n")

/** Turned off: fonts and tools that the page would load from another site, and a button that links to one. */
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
 * Keeps an optional parameter out of the example calls on the reference page.
 *
 * The page puts every parameter into those calls, with an empty value when there is no default, and this API rejects
 * empty values. The page shows a parameter whose schema is below `content`, but leaves it out of the calls.
 */
const withoutExample = ({ schema, ...parameter }: Parameter) =>
  parameter.required || "default" in schema
    ? { ...parameter, schema }
    : { ...parameter, content: { "text/plain": { schema } } }

const operation = (value: Operation) => ({ ...value, parameters: value.parameters.map(withoutExample) })

/** Rewrites the OpenAPI document for the reference page without changing its meaning. */
const docsTransform = (spec: Record<string, unknown>): Record<string, unknown> => {
  const document = transform(spec) as unknown as OpenApi.OpenAPISpec
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, value]) => [method, operation(value)]))
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** Redirects the bare address to the reference, for people who open it in a browser. */
const root = HttpServerResponse.empty({ status: 302, headers: { location: pagePath } })

/** The paths of the OpenAPI document and of the reference page. */
export const routes = (servers: ReadonlyArray<ApiServer>): ReadonlyArray<PlainRoute> => [
  { template: "/", headers: {} },
  { template: documentPath, headers: cached },
  { template: pagePath, headers: { ...cached, "content-security-policy": pagePolicy(servers) } }
]

/**
 * Serves the OpenAPI document and a reference page that loads nothing from other sites.
 *
 * `servers` are the base addresses that both show; when empty, they are relative to this server.
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
