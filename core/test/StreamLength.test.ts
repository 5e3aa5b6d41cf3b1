import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { codeLines } from "./codeLines.js"
import { listLines } from "./listLines.js"

const folder = new URL("../../connectors/", import.meta.url)

const connectors = readdirSync(folder)

/** The connectors that show how little a stream takes, its tables and the record that it maps to included; the row schemas are in `rows/`. */
const shortest = ["jumpcloud", "qualys", "wiz"]

/** The most lines of a stream besides its row schema and its mapping tables. */
const MOST = 60

const filesOf = (connector: string): ReadonlyArray<string> =>
  readdirSync(new URL(`${connector}/src`, folder), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts")
  )

const read = (connector: string, file: string): string =>
  readFileSync(new URL(`${connector}/src/${file}`, folder), "utf8")

const listsOf = (connector: string) => filesOf(connector).filter((file) => /^(?:exports|lookups)\//.test(file))

it("finds the lists of all connectors", () => {
  expect(connectors.filter((connector) => listsOf(connector).length === 0)).toEqual([])
})

it.each(connectors)(`%s has at most ${MOST} lines in each list besides row schema and mapping tables`, (connector) => {
  const long = listsOf(connector).flatMap((file) => {
    const lines = listLines(read(connector, file))
    return lines > MOST ? [`${file}: ${lines}`] : []
  })
  expect(long).toEqual([])
})

it("counts neither the row schema, nor a table, nor the record of a mapping", () => {
  const text = `import { Schema } from "effect"
export const Row = Schema.Struct({
  id: Schema.String
})
export interface Row extends Schema.Schema.Type<typeof Row> {}
const STATES = {
  open: "OPEN"
}
const idOf = (row: Row) => row.id
export const toThing = (row: Row) => {
  const id = idOf(row)
  return {
    vendor_id: id
  }
}`
  expect(listLines(text)).toBe(4)
})

describe.each(shortest)("%s", (connector) => {
  it.each(listsOf(connector))(`%s has at most ${MOST} lines with its mapping tables`, (file) => {
    expect(codeLines(read(connector, file))).toBeLessThanOrEqual(MOST)
  })

  it("declares its streams: its own code neither sends requests nor reads pages", () => {
    const texts = filesOf(connector)
      .map((file) => read(connector, file))
      .join("\n")
    // The parts of Effect that can do something: `Schema`, `Redacted` and `Encoding` only describe values.
    expect(texts).not.toMatch(/import \{[^}]*\b(?:Effect|Stream|Layer|Runtime)\b[^}]*\} from "effect"/)
    expect(texts).not.toMatch(/Extractor\.(?:fromStream|readRows)|\bfetch\(/)
  })
})
