import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { cruise, type ICruiseResult, type IViolation } from "dependency-cruiser"
import { beforeAll, describe, expect, it } from "vitest"
import { isInNoRoom, rules } from "./rules.js"

const root = fileURLToPath(new URL("../..", import.meta.url))

const foldersOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)

const connectors = [...foldersOf("connectors"), "examples/guide-connector", "examples/minimal-connector"]
const packages = new Set([
  "core",
  "cli",
  "client",
  "connect",
  "console",
  "create",
  "runtime-http",
  ...connectors,
  ...foldersOf("examples")
])
const forbidden = rules(connectors)

const read = async (): Promise<ICruiseResult> => {
  const { output } = await cruise(
    [...packages].map((folder) => `${folder}/src`),
    {
      baseDir: root,
      doNotFollow: { path: "node_modules" },
      // Type imports count: a file cannot be understood without the types that it names.
      tsPreCompilationDeps: true,
      validate: true,
      ruleSet: { forbidden: forbidden.map((rule) => ({ ...rule, severity: "error" as const })) }
    },
    // A package of the workspace is its sources.
    {
      conditionNames: ["@tributary/source", "import", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".js"]
    }
  )
  if (typeof output === "string") throw new Error(output)
  return output
}

/** How many chains of imports a broken rule prints, shortest first: one import can close a hundred cycles. */
const PRINTED = 5

/** The chain of imports that breaks a rule. */
const wayOf = ({ from, to, cycle = [] }: IViolation): string =>
  (cycle.length > 0 ? [from, ...cycle.map(({ name }) => name)] : [...new Set([from, to])]).join(" -> ")

describe("Imports", () => {
  let result: ICruiseResult

  beforeAll(async () => {
    result = await read()
  })

  it.each(forbidden.map(({ name = "", comment = "" }) => [name, comment]))("%s: %s", (name) => {
    const ways = result.summary.violations.filter(({ rule }) => rule.name === name).map(wayOf)
    ways.sort((a, b) => a.length - b.length)
    const more = ways.length > PRINTED ? [`... and ${ways.length - PRINTED} more`] : []
    const printed = ways.slice(0, PRINTED).map((way) => `${name}: ${way}`)
    if (ways.length > 0) expect.fail([...printed, ...more].join("\n"))
  })

  it("every file is in a folder whose imports have a rule", () => {
    expect(result.modules.map(({ source }) => source).filter(isInNoRoom)).toEqual([])
  })

  it("are read from every package, including type imports and imports between packages", () => {
    const importsOf = (file: string) =>
      result.modules.find(({ source }) => source === file)?.dependencies.map(({ resolved }) => resolved)
    expect(importsOf("connectors/okta/src/index.ts")).toContain("connectors/okta/src/okta.ts")
    expect(importsOf("connectors/okta/src/okta.ts")).toContain("core/src/index.ts")
    expect(importsOf("core/src/http/VendorError.ts")).toContain("core/src/contract/Health.ts")
    for (const folder of packages) expect(result.modules.some(({ source }) => source.startsWith(folder))).toBe(true)
  })
})

describe("A connector", () => {
  const doors = /\b(?:fetch\(|XMLHttpRequest|WebSocket|process\.|globalThis|setTimeout|Date\.now|Math\.random)/

  it.each(connectors)("in %s reaches the network, the clock and the environment only through core", (folder) => {
    const files = readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
    const open = files
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => doors.test(readFileSync(join(root, folder, "src", file), "utf8")))
    expect(open).toEqual([])
  })
})
