import { cp, readFile, writeFile } from "node:fs/promises"
import { defineConfig } from "tsup"
import { moduleImports } from "../moduleImports.js"

const renderer = new URL("node_modules/@scalar/api-reference/", import.meta.url)
// Bundled, because whoever installed it would get the 68 MB of its peers, of which the exporter needs none.
const exporter = new URL("node_modules/@effect/opentelemetry/", import.meta.url)
const dist = new URL("dist/", import.meta.url)
const copy = new URL("reference/", dist)

/** Writes whose work is in a folder of the built package. */
const writeNotice = async (folder: URL, from: URL) => {
  const {
    author = "",
    homepage,
    license,
    name,
    version
  } = JSON.parse(await readFile(new URL("package.json", from), "utf8"))
  const text = await readFile(new URL("LICENSE", from), "utf8").catch(() => "")
  await writeFile(new URL("NOTICE", folder), `${name} ${version}\n${author}\n${homepage}\nLicense: ${license}\n${text}`)
}

/** Adds what the reference page loads to the built package, so that an installation needs no further packages. */
const copyRenderer = async () => {
  const isShipped = (path: string) => !/(\.map|\/standalone\.js)$/.test(path)
  await cp(new URL("dist/browser/", renderer), copy, { recursive: true, dereference: true, filter: isShipped })
  await writeNotice(copy, renderer)
  await writeNotice(dist, exporter)
}

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "api/index": "src/api/index.ts",
    "cli/index": "src/cli/index.ts",
    // EmbeddedPostgres starts this file as a child process.
    EmbeddedPostgresProcess: "src/store/postgres/EmbeddedPostgresProcess.ts"
  },
  format: ["esm"],
  target: "node20",
  sourcemap: true,
  // The declarations beside the JavaScript are the compiler's.
  clean: ["!**/*.d.ts", "!**/*.d.ts.map"],
  plugins: [moduleImports],
  silent: true,
  onSuccess: copyRenderer
})
