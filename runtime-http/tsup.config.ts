import { cp, readFile, writeFile } from "node:fs/promises"
import { defineConfig } from "tsup"
import { moduleImports } from "../moduleImports.js"

const renderer = new URL("node_modules/@scalar/api-reference/", import.meta.url)
const copy = new URL("dist/reference/", import.meta.url)

/** Adds what the reference page loads to the built package, so that an installation needs no further packages. */
const copyRenderer = async () => {
  const isShipped = (path: string) => !/(\.map|\/standalone\.js)$/.test(path)
  await cp(new URL("dist/browser/", renderer), copy, { recursive: true, dereference: true, filter: isShipped })
  const { author, homepage, license, name, version } = JSON.parse(
    await readFile(new URL("package.json", renderer), "utf8")
  )
  await writeFile(new URL("NOTICE", copy), `${name} ${version}\n${author}\n${homepage}\nLicense: ${license}\n`)
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
