import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Import {
  readonly file: string
  /** A package or module, or the file that a relative import leads to. */
  readonly from: string
  /** The rest of the statement: which names are taken. */
  readonly names: string
}

const IMPORT = /^(?:import|export)\s+((?:type\s+)?[\w*{][^"']*?\sfrom\s+)?["']([^"']+)["']/gm
const DYNAMIC = /\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/g

const importsOf = (file: string, text: string): ReadonlyArray<Import> => {
  const resolve = (from: string) => (from.startsWith(".") ? join(file, "..", from) : from)
  const stated = [...text.matchAll(IMPORT)].map(([, names = "", from = ""]) => ({ file, names, from: resolve(from) }))
  const dynamic = [...text.matchAll(DYNAMIC)].map(([, from = ""]) => ({ file, names: "", from: resolve(from) }))
  return [...stated, ...dynamic]
}

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const read = (file: string) => readFileSync(join(root, file), "utf8")
const importsBelow = (folder: string) => filesBelow(folder).flatMap((file) => importsOf(file, read(file)))

const isOf = (from: string, ...packages: ReadonlyArray<string>) =>
  packages.some((name) => from === name || from.startsWith(`${name}/`))

const say = ({ file, from }: Import) => `${file} imports ${from}`

/** Every import below `folder` that `allows` does not allow. */
const forbidden = (folder: string, allows: (each: Import) => boolean) =>
  importsBelow(folder)
    .filter((each) => !allows(each))
    .map(say)

/** What a connector may use besides: pure functions of a vendor's own form of request, and no way outside. */
const PURE: Readonly<Record<string, string>> = { "connectors/aws-securityhub": "aws4fetch" }

const connectors = readdirSync(join(root, "connectors"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `connectors/${entry.name}`)

describe("Imports", () => {
  it("are all seen", () => {
    const text = [
      'import a from "a"',
      'import "b"',
      'import type { C } from "c"',
      "import {\n  d,\n  e\n} from 'd'",
      'export * from "./e.js"',
      'const f = await import("f")'
    ].join("\n")
    expect(importsOf("x/y.ts", text).map(({ from }) => from)).toEqual(["a", "b", "c", "d", "x/e.js", "f"])
  })

  it("of core lead to effect, @effect/platform and uuid alone; its test kit's also to vitest and files", () => {
    const allows = ({ file, from }: Import) =>
      isOf(from, "core/src", "effect", "@effect/platform", "uuid") ||
      (file.startsWith("core/src/testing/") && isOf(from, "vitest", "node:fs/promises"))
    expect(forbidden("core/src", allows)).toEqual([])
  })

  it("of core lead from its test kit to its source, never back", () => {
    const allows = ({ file, from }: Import) => file.startsWith("core/src/testing/") || !isOf(from, "core/src/testing")
    expect(forbidden("core/src", allows)).toEqual([])
  })

  it.each([...connectors, "examples/minimal-connector"])("of %s lead to core and effect alone", (connector) => {
    const allows = ({ from }: Import) =>
      isOf(from, `${connector}/src`, "effect") || from === "@tributary/core" || from === PURE[connector]
    expect(forbidden(`${connector}/src`, allows)).toEqual([])
  })

  it.each([...connectors, "examples/minimal-connector"])("of %s are its only way outside", (connector) => {
    const doors = /\b(?:fetch\(|XMLHttpRequest|WebSocket|process\.|globalThis|setTimeout|Date\.now|Math\.random)/
    const open = filesBelow(`${connector}/src`).filter((file) => doors.test(read(file)))
    expect(open).toEqual([])
  })

  it("of the runtime never lead to a connector", () => {
    const allows = ({ from }: Import) => !/^@tributary\/(?!core$)/.test(from) && !isOf(from, "connectors", "examples")
    expect(forbidden("runtime-http/src", allows)).toEqual([])
  })

  it("of the runtime's contract lead to core, effect and @effect/platform alone", () => {
    const allows = ({ from }: Import) =>
      isOf(from, "runtime-http/src/api", "effect", "@effect/platform") || from === "@tributary/core"
    expect(forbidden("runtime-http/src/api", allows)).toEqual([])
  })

  it("of the runtime's store never lead to HTTP, the contract or the scheduling", () => {
    const rooms = ["http", "api", "sync"].map((room) => `runtime-http/src/${room}`)
    expect(forbidden("runtime-http/src/store", ({ from }) => !isOf(from, ...rooms))).toEqual([])
  })

  it("of the runtime's handlers take nothing of SQL but its error", () => {
    const allows = ({ from, names }: Import) =>
      !isOf(from, "@effect/sql", "@effect/sql-pg", "pg") ||
      /^(?:type\s+)?\{\s*(?:type\s+)?SqlError\s*\}\s+from\s+$/.test(names)
    expect(forbidden("runtime-http/src/http", allows)).toEqual([])
  })
})
