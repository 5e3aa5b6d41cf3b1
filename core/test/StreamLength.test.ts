import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { codeLines } from "./codeLines.js"

/** The connectors that show how little a stream takes; the row schemas are in `rows/`. */
const connectors = ["jumpcloud", "qualys", "wiz"]

/** The most lines of a stream: its mapping, its tables and its declaration. */
const MOST = 60

const folderOf = (connector: string) => new URL(`../../connectors/${connector}/src/`, import.meta.url)

const filesOf = (folder: URL): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

const read = (folder: URL, file: string): string => readFileSync(new URL(file, folder), "utf8")

describe.each(connectors)("%s", (connector) => {
  const folder = folderOf(connector)
  const files = filesOf(folder)

  it.each(files.filter((file) => /^(?:exports|lookups)\//.test(file)))(`%s has at most ${MOST} lines`, (file) => {
    const text = read(folder, file)
    expect(codeLines(text)).toBeLessThanOrEqual(MOST)
  })

  it("declares its streams: its own code neither sends requests nor reads pages", () => {
    const texts = files.map((file) => read(folder, file)).join("\n")
    // The parts of Effect that can do something: `Schema`, `Redacted` and `Encoding` only describe values.
    expect(texts).not.toMatch(/import \{[^}]*\b(?:Effect|Stream|Layer|Runtime)\b[^}]*\} from "effect"/)
    expect(texts).not.toMatch(/Extractor\.(?:fromStream|readRows)|\bfetch\(/)
  })
})
