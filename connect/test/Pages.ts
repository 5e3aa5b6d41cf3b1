import { readFile, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "tsup"
import * as VendorServer from "../../tests/support/vendor/VendorServer.js"

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Bundles a file for a page without modules; what it exports are fields of the global name, if there is one. */
const bundle = async (name: string, file: string, globalName?: string): Promise<string> => {
  const outDir = pathTo(`../node_modules/.cache/${name}-${process.pid}`)
  await build({
    config: false,
    tsconfig: pathTo("../tsconfig.json"),
    silent: true,
    entry: { [name]: pathTo(file) },
    outDir,
    format: "iife",
    ...(globalName === undefined ? {} : { globalName }),
    platform: "browser",
    target: "es2022",
    // Only then does strict mode repeat effects.
    env: { NODE_ENV: "development" },
    outExtension: () => ({ js: ".js" })
  })
  const text = await readFile(`${outDir}/${name}.js`, "utf8")
  await rm(outDir, { recursive: true })
  return text
}

/** Of a strict product: only its own scripts, and no styles in its markup. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; frame-src *; img-src 'self' data:; require-trusted-types-for 'script'"

const html = (content: string, policy: string) => ({
  headers: { "content-type": "text/html", "content-security-policy": policy },
  body: `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><body>${content}`
})

const script = (body: string) => ({ headers: { "content-type": "text/javascript" }, body })

/** A page that answers the greeting with `ready`, and then says what a test tells it to. */
const STAND_IN = `
  window.hellos = []
  window.say = (body) => parent.postMessage({ source: "tributary", v: 1, ...body }, "*")
  addEventListener("message", ({ data, origin }) => {
    window.hellos.push(origin)
    window.scheme = data.color_scheme
    window.say({ type: "ready" })
  })
  fetch("/opened", { method: "POST" })
`

/** The pages of a product, and stand-ins for the connect page: real ones have no errors to make. */
export interface Pages {
  /** The origin of the product, whose page has the package as `TributaryConnect` and the component as `ReactPage`. */
  readonly product: string
  /** The origin of the stand-ins: `/connect/page` answers, `/connect/silent` does not, and `/connect/refused` refuses to be framed. */
  readonly service: string
  /** How often the script of a stand-in ran, which opens a link. */
  readonly opened: () => number
  readonly stop: () => Promise<void>
}

/** Starts both servers. */
export const start = async (): Promise<Pages> => {
  const [library, react] = await Promise.all([
    bundle("connect", "../src/connect.ts"),
    bundle("react", "./ReactPage.tsx", "ReactPage")
  ])
  const product = await VendorServer.start(({ url }) => {
    if (url.pathname === "/connect.js") return script(library)
    if (url.pathname === "/react.js") return script(react)
    const content = `<main><button>Connect</button><div id="tools"></div></main><script src="/connect.js"></script>`
    return html(url.pathname === "/react" ? `<script src="/react.js"></script>` : content, STRICT)
  })
  let opened = 0
  const service = await VendorServer.start(({ method, url }) => {
    if (method === "POST") opened += 1
    const scripts = url.pathname === "/connect/silent" ? "" : `<script>${STAND_IN}</script>`
    const content = `<h1>Connect</h1><input aria-label="API token">${scripts}`
    return html(content, `frame-ancestors ${url.pathname === "/connect/refused" ? "'none'" : "*"}`)
  })
  return {
    // The browser takes both for different sites, as a product and the service are.
    product: product.url.replace("127.0.0.1", "localhost"),
    service: service.url,
    opened: () => opened,
    stop: async () => {
      await product.stop()
      await service.stop()
    }
  }
}
