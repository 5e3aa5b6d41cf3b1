import type { ApiServer } from "../../api/OpenApi.js"

const origins = (servers: ReadonlyArray<ApiServer>): ReadonlyArray<string> =>
  servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []))

/**
 * What the page may do: load scripts from this server, and call nothing but the API's servers.
 *
 * Style elements need the nonce, which markup that somebody smuggles into the page does not have. Style attributes cannot be forbidden:
 * the renderer sets them on many elements, and no nonce can allow them.
 */
export const policy = (servers: ReadonlyArray<ApiServer>, nonce: string): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src data:",
    `connect-src ${["'self'", ...origins(servers)].join(" ")}`
  ].join("; ")

const styles = [
  // Hides the placeholder of the key field, a meaningless base64 string.
  'input[placeholder^="QUxMIFlPVVI"]::placeholder { color: transparent }',
  // Invisible elements are wider than a phone; without this the whole page scrolls sideways.
  "html, body { overflow-x: clip }",
  // A guide has nothing beside it, and takes the place of what would be there.
  ".section-column:empty { display: none }",
  // The renderer cuts a closed section after seven lines, and a guide has no button that opens it.
  ".scalar-app .section-content .markdown { display: block; -webkit-line-clamp: none; overflow: visible }",
  // A table that does not fit scrolls by itself; without this its columns break words into pieces of a few letters.
  ".scalar-app .markdown table { display: block; table-layout: auto; overflow-x: auto }",
  ".scalar-app .markdown :is(td, th) { min-width: 8em }",
  ".scalar-app .markdown :is(td, th), .scalar-app .markdown :is(td, th) * { word-break: normal; overflow-wrap: normal }"
].join("\n")

/** Turned off: fonts, tools and services that the page would load from another site, and buttons that link to one. */
const settings = {
  theme: "default",
  layout: "modern",
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  documentDownloadType: "none",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: styles
} as const

/**
 * The script that starts the renderer `main`. Some of the packages within the renderer add style elements without the nonce, so every
 * style element gets it when it is created.
 */
export const startScript = (main: string, document: string): string => `
const nonce = window.document.querySelector("meta[property=csp-nonce]").content
const create = window.document.createElement.bind(window.document)
window.document.createElement = (name, options) => {
  const element = create(name, options)
  if (String(name).toLowerCase() === "style") element.nonce = nonce
  return element
}
const { createApiReference } = await import(${JSON.stringify(`./${main}`)})
const settings = ${JSON.stringify(settings)}
createApiReference("#reference", { ...settings, nonce, url: new URL(${JSON.stringify(document)}, import.meta.url).href })
`

/** The addresses of what the page loads, relative to the page. */
export interface Addresses {
  readonly start: string
  readonly document: string
  /** Modules that the browser can load while the first script arrives. */
  readonly modules: ReadonlyArray<string>
}

/** The page, for one answer: a nonce must not be used twice. */
export const html = ({ document, modules, start }: Addresses, nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Tributary</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta property="csp-nonce" content="${nonce}" />
    <link rel="icon" href="data:," />
    <link rel="preload" as="fetch" crossorigin="anonymous" href="${document}" />
${modules.map((path) => `    <link rel="modulepreload" href="${path}" />`).join("\n")}
    <script type="module" src="${start}"></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. <a href="openapi.json">The OpenAPI document</a> describes the same API.</noscript>
  </body>
</html>
`
