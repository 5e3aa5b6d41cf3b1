import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Connector } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ConfigFile from "../../../src/cli/start/ConfigFile.js"

/** A module with a connector for an invented vendor, whose folder needs no packages. */
const source = (vendor: string, definition = "", exported = "export const made ="): string => `
import { Connector } from "@tributary/core"
const extractor = { name: "device", endpoint: "/devices", kinds: [{ name: "device", exportType: "devices" }] }
${exported} Connector.make({
  vendor: "${vendor}",
  name: "Acme",
  description: "An invented vendor.",
  category: "MDM",
  authType: "API_KEY",
  docsUrl: "https://acme.example/docs",
  credentials: { fields: {} } as never,
  http: () => ({ baseUrl: "https://acme.example" }),
  check: "/devices",
  exports: { devices: [extractor as never] },
  ${definition}
})
`

const config = (connectors: string, head = ""): string =>
  `import { defineConfig } from "@tributary/runtime-http"\n${head}\nexport default defineConfig({ connectors: ${connectors} })\n`

const packages: Readonly<Record<string, string>> = {
  "connector-acme": `${source("ACME")}export default made\n`,
  "connector-acme-2": source("ACME"),
  "connector-older": source("OLDER", 'core: "<0.1.0"'),
  "connector-invalid": source("invalid", 'docsUrl: "docs"'),
  "connector-empty": "export const acme = { vendor: 'ACME' }\n",
  "connector-broken": 'import "not-there"\n'
}

const local = 'import { made } from "./acme.js"'

const files: Readonly<Record<string, string>> = {
  "acme.ts": source("LOCAL"),
  "invalid.ts": source("local"),
  "both.config.ts": config('["connector-acme", made]', local),
  "missing.config.ts": config('["connector-missing"]'),
  "twice.config.ts": config('["connector-acme", "connector-acme-2"]'),
  "older.config.ts": config('["connector-older"]'),
  "invalid.config.ts": config('["connector-invalid"]'),
  "empty.config.ts": config('["connector-empty"]'),
  "broken.config.ts": config('["connector-broken"]'),
  "module.config.ts": config("[acme]", 'import * as acme from "./acme.js"'),
  "local.config.ts": config("[made]", 'import { made } from "./invalid.js"'),
  "wrong.config.ts": config("[", ""),
  "named.config.ts": "export const config = { connectors: [] }\n",
  "misspelled.config.ts": "export default { conectors: [] }\n",
  "unlisted.config.ts": 'export default { connectors: "connector-acme" }\n'
}

const { CORE_VERSION } = Connector

const refusals: ReadonlyArray<readonly [file: string, sentence: string | RegExp]> = [
  [
    "none.config.ts",
    /^There is no none\.config\.ts in \S+: write one with export default defineConfig\(\{ connectors: \[\.\.\.\] \}\), or name another file with --config\.$/
  ],
  ["wrong.config.ts", /^wrong\.config\.ts cannot be loaded: correct it or what it imports \(.+\)\.$/],
  [
    "named.config.ts",
    "named.config.ts has no default export: write export default defineConfig({ connectors: [...] }) in it."
  ],
  [
    "misspelled.config.ts",
    'misspelled.config.ts has "conectors", which is nothing that it can have: write connectors instead.'
  ],
  [
    "unlisted.config.ts",
    "unlisted.config.ts has no list of connectors: write connectors: [...] in it, with the names of packages or with values."
  ],
  [
    "missing.config.ts",
    "The package connector-missing is not installed: correct its name, or run npm install connector-missing."
  ],
  [
    "broken.config.ts",
    /^The package connector-broken cannot be loaded: install what it misses, or another release of it \(.*not-there.*\)\.$/
  ],
  [
    "invalid.config.ts",
    "The package connector-invalid has an invalid connector: correct its vendor (must be in upper snake case, such as MS_ENTRA) and its docsUrl (must be a full URL)."
  ],
  [
    "empty.config.ts",
    "The package connector-empty exports no connector: remove it from the connectors, or export in it what Connector.make returns."
  ],
  [
    "local.config.ts",
    "local.config.ts has an invalid connector: correct its vendor (must be in upper snake case, such as MS_ENTRA)."
  ],
  [
    "module.config.ts",
    "connectors[0] of module.config.ts is no connector: pass the value that Connector.make returns, and not the module that exports it."
  ],
  [
    "older.config.ts",
    `The connector OLDER (the package connector-older) was built for @tributary/core <0.1.0, and this runtime has ${CORE_VERSION}: install a release of the connector for ${CORE_VERSION}, or a release of the runtime with a @tributary/core <0.1.0.`
  ],
  [
    "twice.config.ts",
    "Two connectors are for the vendor ACME, the package connector-acme and the package connector-acme-2: remove one of them."
  ]
]

describe("tributary.config.ts", () => {
  let folder: string
  const load = (file: string) => ConfigFile.load(join(folder, file))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-config-"))
    const inPackages = Object.entries(packages).flatMap(([name, text]) => [
      [`node_modules/${name}/index.ts`, text] as const,
      [`node_modules/${name}/package.json`, JSON.stringify({ name, type: "module", exports: "./index.ts" })] as const
    ])
    for (const [file, text] of [...Object.entries(files), ...inPackages]) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it("lists connectors as names of packages or as values", async () => {
    const connectors = await Effect.runPromise(load("both.config.ts"))
    expect(connectors.map(({ vendor }) => vendor)).toEqual(["ACME", "LOCAL"])
  })

  it.each(refusals)("%s is refused in one sentence that says what to change", async (file, sentence) => {
    const error = await Effect.runPromise(Effect.flip(Effect.asVoid(load(file))))
    if (typeof sentence === "string") expect(error.message).toBe(sentence)
    else expect(error.message).toMatch(sentence)
  })
})
