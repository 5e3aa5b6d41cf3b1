import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Connector } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ConnectorModule from "../../src/try/module/ConnectorModule.js"

const shelf = fileURLToPath(new URL("../../../examples/minimal-connector/src/index.ts", import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-module-"))
  const files = {
    "src/index.ts": `export { shelf } from ${JSON.stringify(shelf)}`,
    "several.ts": `import { shelf } from ${JSON.stringify(shelf)}\nexport const one = shelf\nexport const two = { ...shelf, vendor: "TWO" }\nexport default one`,
    "packages/shelf/src/index.ts": `export { shelf } from ${JSON.stringify(shelf)}`,
    "lonely/index.ts": `export { shelf } from ${JSON.stringify(shelf)}`,
    "shelf-of-acme/index.ts": "export const nothing = 1",
    "none.ts": "export const name: string = 'none'",
    "broken.ts": "export const = 1",
    "throws.ts": "const text = 'no region is set'\nthrow new Error(text)",
    "old.ts": `import { shelf } from ${JSON.stringify(shelf)}\nexport const old = { ...shelf, contract: 0 }`,
    "newer.ts": `import { shelf } from ${JSON.stringify(shelf)}\nexport const newer = { ...shelf, core: ">=99" }`,
    "node_modules/@tributary/connector-shelf-of-acme/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/@tributary/connector-shelf-of-acme/index.js": "export { shelf } from '../../../src/index.ts'",
    "node_modules/@acme/connector/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/@acme/connector/index.js": "export { shelf } from '../../../src/index.ts'"
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(folder, file, ".."), { recursive: true })
    await writeFile(join(folder, file), text)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const load = (typed: string) =>
  Effect.runPromise(Effect.map(ConnectorModule.load(typed, folder), ({ vendor }) => vendor))
const failure = (typed: string) => Effect.runPromise(Effect.flip(ConnectorModule.load(typed, folder)))

describe("A connector is loaded", () => {
  it.each([
    ["src/index.ts", "SHELF"],
    ["./src/index.ts", "SHELF"],
    [".", "SHELF"],
    ["packages/shelf", "SHELF"],
    ["lonely", "SHELF"],
    // The installed package, although a folder has the same name.
    ["shelf-of-acme", "SHELF"],
    ["./several.ts#two", "TWO"],
    ["several.ts#one", "SHELF"],
    ["SHELF_OF_ACME", "SHELF"],
    ["@tributary/connector-shelf-of-acme", "SHELF"],
    ["@acme/connector", "SHELF"]
  ])("by %s", async (typed, vendor) => {
    expect(await load(typed)).toBe(vendor)
  })
})

describe("A connector that cannot be loaded", () => {
  it.each([
    [
      "bookcase",
      "No connector bookcase is installed here; looked for the packages @tributary/connector-bookcase, tributary-connector-bookcase, bookcase. Install it: npm install @tributary/connector-bookcase"
    ],
    [
      "@acme/other",
      "There is no connector @acme/other here. Type the path of its file, or the name of an installed package."
    ],
    [
      "./nowhere.ts",
      "There is no connector ./nowhere.ts here. Type the path of its file, or the name of an installed package."
    ],
    [
      "none.ts",
      "none.ts exports no connector. Export what Connector.make returns: export const acme = Connector.make({ ... })"
    ],
    ["several.ts", "Which connector of several.ts? It exports one, two. Name one: tributary try several.ts#one"],
    ["several.ts#three", "several.ts exports no connector three. It exports one, two: tributary try several.ts#one"],
    ["throws.ts", "throws.ts cannot be loaded. no region is set (throws.ts:2:7)"],
    [
      "old.ts",
      "SHELF implements contract 0 of @tributary/core, and this command has contract 1: install releases of the connector and of @tributary/cli that need the same @tributary/core."
    ],
    [
      "newer.ts",
      `SHELF was built for @tributary/core >=99, and this command has ${Connector.CORE_VERSION}: install releases of the connector and of @tributary/cli that need the same @tributary/core.`
    ]
  ])("is explained by a message that says what to do: %s", async (typed, message) => {
    expect(await failure(typed)).toMatchObject({ reason: "WRONG_USAGE", message })
  })

  it("names the line of a mistake in its file", async () => {
    expect((await failure("broken.ts")).message).toMatch(/^broken\.ts cannot be loaded\. [\s\S]*broken\.ts:1:13/)
  })
})
