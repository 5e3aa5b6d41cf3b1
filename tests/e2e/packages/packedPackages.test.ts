import { once } from "node:events"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { okta } from "@tributary/connector-okta"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { build } from "tsup"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import * as PackedPackages from "../../support/PackedPackages.js"
import * as Service from "../../support/Service.js"
import { until } from "../../support/Wait.js"

/** Installing, compiling and testing takes up to half a minute each on a quiet machine. */
const SLOW = { timeout: 300_000 }

/** The packages that nobody imports: a command, and the pages that a server sends. */
const NOT_IMPORTED = ["@tributary/cli", "@tributary/console"]

const main = `
import { NodeRuntime } from "@effect/platform-node"
import { okta } from "@tributary/connector-okta"
import { Runtime } from "@tributary/runtime-http"
import { Layer } from "effect"
import { shelf } from "./shelf/src/index.js"

export const layer = Runtime.layer({ connectors: [okta, shelf] })

NodeRuntime.runMain(Layer.launch(layer), { disablePrettyLogger: true })
`

/** A module of a product's page that uses each entry of `@tributary/connect`. */
const page = `
import { type Done, mount, open } from "@tributary/connect"
import { Connect } from "@tributary/connect/react"
import "@tributary/connect/connect.js"
import { renderToString } from "react-dom/server"

const onDone = ({ connectionId }: Done) => console.log(connectionId.length)

export const dialog = (url: string) => open({ url, onDone })
export const again = (url: string) => TributaryConnect.open({ url, onDone })
export const frame = (url: string, container: Element) => mount({ url, container })
// @ts-expect-error a link is a text
export const parsed = () => open({ url: new URL("https://api.example.com") })

export const markup = (url: string) => renderToString(<Connect url={url} className="tools" onDone={onDone} />)
// @ts-expect-error the component needs its link
export const nothing = () => <Connect />
`

let folder: { readonly path: string; readonly remove: () => Promise<void> }
let packages: ReadonlyArray<PackedPackages.Packed>

beforeAll(async () => {
  folder = await PackedPackages.makeFolder()
  packages = await PackedPackages.pack(folder.path)
}, SLOW.timeout)

afterAll(() => folder?.remove())

describe("the packed packages", () => {
  it("have package.json files in which publint finds nothing", async () => {
    const messages: Array<string> = []
    for (const { archive, name } of packages) {
      const { buffer } = new Uint8Array(await readFile(archive))
      const result = await publint({ pack: { tarball: buffer }, strict: true })
      messages.push(...result.messages.map((message) => `${name}: ${formatMessage(message, result.pkg)}`))
    }
    expect(messages).toEqual([])
  })

  it("have declarations for every way to import ES modules", async () => {
    const problems: Array<string> = []
    for (const { archive, name } of packages.filter(({ name }) => !NOT_IMPORTED.includes(name))) {
      const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(archive))))
      if (analysis.types === false) problems.push(`${name}: no declarations`)
      else {
        for (const problem of analysis.problems) {
          // The packages have only ES modules, as their READMEs say.
          if (
            "resolutionKind" in problem &&
            problem.resolutionKind !== "node16-esm" &&
            problem.resolutionKind !== "bundler"
          )
            continue
          problems.push(`${name}: ${JSON.stringify(problem)}`)
        }
      }
    }
    expect(problems).toEqual([])
  })
})

describe("a product that installs the packed client and @tributary/connect with npm", () => {
  const installed = ["@tributary/client", "@tributary/connect"]
  const beside = {
    react: "19",
    "react-dom": "19",
    "@types/react": "19",
    "@types/react-dom": "19",
    "@types/node": "20",
    standardwebhooks: "1",
    typescript: "5.9"
  }
  let app: PackedPackages.Application

  beforeAll(async () => {
    const parent = join(folder.path, "product")
    await mkdir(parent)
    const packed = packages.filter(({ name }) => installed.includes(name))
    app = await PackedPackages.install(parent, "npm", packed, { beside })
    await app.write("page.tsx", page)
    await app.write("tsconfig.page.json", JSON.stringify({ compilerOptions: { jsx: "react-jsx" } }))
    await app.copy("examples/product", "product", ["src", "public"])
  }, SLOW.timeout)

  const compile = async (resolution: string, module: string, include: ReadonlyArray<string>, options: object) => {
    const shared = { target: "es2022", strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false }
    const compilerOptions = { ...shared, module, moduleResolution: resolution, ...options }
    await app.write("tsconfig.json", JSON.stringify({ compilerOptions, include }))
    return app.program("tsc", [])
  }

  it.each([
    ["nodenext", "nodenext"],
    ["bundler", "esnext"]
  ])("type-checks a page with resolution %s", SLOW, async (resolution, module) => {
    const options = { jsx: "react-jsx", lib: ["es2022", "dom"], types: [], noEmit: true }
    expect(await compile(resolution, module, ["page.tsx"], options)).toBe("")
  })

  it("bundles a page of the built modules, whose component a server can render", SLOW, async () => {
    const outDir = join(app.folder, "bundle")
    const entry = { page: join(app.folder, "page.tsx") }
    // The bundler has only the conditions that it has in a product: none leads to the sources.
    await build({
      config: false,
      silent: true,
      entry,
      outDir,
      format: "esm",
      platform: "browser",
      noExternal: [/./],
      metafile: true,
      tsconfig: join(app.folder, "tsconfig.page.json")
    })
    const { inputs } = JSON.parse(await readFile(join(outDir, "metafile-esm.json"), "utf8"))
    const used = Object.keys(inputs).flatMap((input) => input.split("node_modules/@tributary/")[1] ?? [])
    const entries = ["connect.js", "index.js", "react.js"].map((name) => `connect/dist/${name}`)
    expect(used).toEqual(expect.arrayContaining(entries))
    expect(used.filter((input) => !input.startsWith("connect/dist/"))).toEqual([])
    const { markup } = await import(pathToFileURL(join(outDir, "page.js")).href)
    expect(markup("https://api.example.com/connect/id#token")).toBe('<div class="tools"></div>')
  })

  it("runs the example of a product, which makes links and sends the script", SLOW, async () => {
    const options = { types: ["node"], rootDir: "product/src", outDir: "product/dist" }
    expect(await compile("nodenext", "nodenext", ["product/src"], options)).toBe("")
    const service = await Service.start({ connectors: [okta] })
    const port = String(await Child.freePort())
    const server = app.start("product/dist/main.js", {
      PORT: port,
      TRIBUTARY_URL: service.baseUrl,
      TRIBUTARY_KEY: service.key,
      TRIBUTARY_ORGANIZATION: service.organizationId,
      TRIBUTARY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`
    })
    try {
      const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
      const tools = await until(async () => {
        if (server.exitCode !== null) throw new Error(`The product ended with code ${server.exitCode}.`)
        const response = await ask("/tools").catch(() => null)
        return response?.ok === true ? response.json() : null
      })
      expect(tools).toEqual([])
      expect(await (await ask("/connect.js")).text()).toContain("TributaryConnect")
      expect(await (await ask("/page.js")).text()).toContain("TributaryConnect.open")
      const link = await ask("/links", { method: "POST", body: '{"connectionId":null}' })
      expect(await link.json()).toEqual({ url: expect.stringMatching(/^http:\/\/.+\/connect\/.+#.+/) })
    } finally {
      server.kill("SIGTERM")
      await once(server, "exit")
      await service.stop()
    }
  })
})

// pnpm lets no package find another one that it does not name. newConnector.test.ts and deployment.test.ts install the packages with npm.
describe("an application that installs the packages with pnpm", () => {
  let app: PackedPackages.Application

  beforeAll(async () => {
    app = await PackedPackages.install(folder.path, "pnpm", packages)
    await app.copy("examples/minimal-connector", "shelf", ["src", "test", "README.md", "package.json"])
    await app.copy("examples/guide-connector", "roster", ["src", "test", "README.md", "package.json"])
    await app.copy("connectors/okta", "okta", ["src", "test", "README.md"])
    await app.write("main.ts", main)
  }, SLOW.timeout)

  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"]
  ])("compiles connectors and declares them with module %s and resolution %s", SLOW, async (module, resolution) => {
    const config = {
      compilerOptions: {
        target: "es2022",
        module,
        moduleResolution: resolution,
        strict: true,
        exactOptionalPropertyTypes: true,
        declaration: true,
        skipLibCheck: false,
        types: ["node"],
        outDir: `built-${resolution}`
      },
      include: ["main.ts", "shelf", "roster", "okta"]
    }
    await app.write("tsconfig.json", JSON.stringify(config))
    expect(await app.program("tsc", [])).toBe("")
  })

  it("passes the tests of the connectors", SLOW, async () => {
    const folders = ["shelf/", "roster/", "okta/"]
    const printed = await app.program("vitest", ["run", "--reporter=verbose", "--exclude=built-*/**", ...folders])
    for (const folder of folders) expect(printed).toContain(` ${folder}test/`)
    expect(printed).toMatch(/Test Files .*\d passed/)
    expect(printed).not.toMatch(/\d failed/)
  })

  it("tries a connector against a vendor on this machine", SLOW, async () => {
    const vendor = await startDemoVendor({ users: 3, changeEverySeconds: 0 })
    try {
      const settings = { OKTA_API_TOKEN: vendor.token }
      const shown = await app.program("tributary", ["try", "okta", "--base-url", vendor.url, "--page"], settings)
      expect(shown).toContain("idp_user: 3 records")
    } finally {
      await vendor.close()
    }
  })

  it("serves the API with the connectors", SLOW, async () => {
    const port = String(await Child.freePort())
    const settings = { PORT: port, TRIBUTARY_DATA_DIR: "data" }
    const account = /Account (\S+) was created/.exec(
      await app.program("tributary", ["accounts", "create", "Acme"], settings)
    )?.[1]
    const created = await app.program("tributary", ["keys", "create", account ?? "", "--label", "test"], settings)
    const key = /trib_\S+/.exec(created)?.[0] ?? ""
    const server = app.start("built-nodenext/main.js", settings)
    try {
      const answer = await until(async () => {
        if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`)
        const response = await fetch(`http://127.0.0.1:${port}/v1/connectors`, { headers: { "x-api-key": key } }).catch(
          () => null
        )
        return response?.ok === true ? response.json() : null
      })
      expect(answer).toMatchObject([{ vendor: "OKTA" }, { vendor: "SHELF" }])
      // The page comes from a package that the runtime brings along.
      const page = await fetch(`http://127.0.0.1:${port}/connect/link`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"')])
    } finally {
      server.kill("SIGTERM")
      await once(server, "exit")
    }
  })
})
