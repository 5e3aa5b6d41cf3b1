import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { DataExportType, RecordKind } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { contract, decisions } from "./Contract.js"
import { keysOf } from "./Line.js"
import * as Fault from "./ProofCheck.js"
import * as Specification from "./Specification.js"
import * as TestTitles from "./TestTitles.js"

/** The line of this file that contains the last part of a title. */
const lineOf = (title: string): number => {
  const lines = readFileSync(fileURLToPath(import.meta.url), "utf8").split("\n")
  return lines.findIndex((line) => line.includes(title.split(" > ").at(-1) ?? title)) + 1
}

const tables = [
  {
    name: "the contract",
    lines: contract,
    specified: () =>
      Specification.keysOf(Specification.read("interface.md"), {
        parts: [2, 8],
        isWrapped: false,
        tables: {
          "2.1": ["offset", "cursor"],
          "2.2": ["user", "group", "application"],
          "2.8": ["connection", "health"],
          "3": ["states", "transition"]
        }
      })
  },
  {
    name: "the decisions",
    lines: decisions,
    specified: () =>
      Specification.keysOf(Specification.read("decisions.md"), { parts: [1, 7], isWrapped: true, tables: {} })
  }
]

const { folder, reason } = Specification.material

describe.each(tables)("the table of $name", ({ lines, specified }) => {
  it("names each line once", () => {
    const keys = lines.flatMap(keysOf)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(keys.length).toBeGreaterThan(50)
  })

  it("names tests that exist, and for each line one that runs everywhere", () => {
    const faults = lines.flatMap(Fault.ofLine)
    expect(faults, faults.join("\n")).toEqual([])
  })

  describe.skipIf(folder === null)(`against the specification${reason}`, () => {
    it("has an entry for each line, and no other", () => {
      const here = new Set(lines.flatMap(keysOf))
      const there = new Set(specified())
      expect({
        linesWithoutEntry: [...there].filter((key) => !here.has(key)),
        entriesWithoutLine: [...here].filter((key) => !there.has(key))
      }).toEqual({ linesWithoutEntry: [], entriesWithoutLine: [] })
    })
  })
})

describe("the contract", () => {
  it("has no gap: every line is proven", () => {
    expect(contract.filter(({ gap, proof }) => gap !== undefined || proof.length === 0)).toEqual([])
  })
})

const gaps = decisions.flatMap(({ key, gap }) => (gap === undefined ? [] : [[key, gap] as const]))

describe("decisions that are not built yet", () => {
  it("are marked only if no record kind has an export type that the gap names", () => {
    const built = new Set<string>(Object.values(RecordKind.table).map(({ exportType }) => exportType))
    const named = decisions
      .filter(({ key, gap }) => key.startsWith("6 ") && gap !== undefined)
      .flatMap(({ key, proof, gap = "" }) => (proof.length === 0 ? key : gap).match(/\w+/g) ?? [])
      .filter((word) => DataExportType.literals.some((type) => type === word))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((type) => built.has(type))).toEqual([])
  })

  it.skip.each(gaps)("%s (skipped: %s)", () => {})
})

describe("titles of tests", () => {
  const source = [
    'describe("one", () => {',
    '  it("plain", () => {})',
    '  it("without a body")',
    '  it.skip("skipped", () => {})',
    '  it.todo("to do")',
    '  it.fails("fails", () => {})',
    '  it.skipIf(x)("under a condition", () => {})',
    '  it.each([["row", 1]])("each %s", () => {})',
    '  it.effect.each(["a"])("effects %s", () => {})',
    '  it.prop("holds for all", [any], () => {})',
    `  it(\`of \${name}\`, () => {})`,
    '  describe.skip("inner", () => { it("skipped with it", () => {}) })',
    '  it.layer(x)((it) => { it.effect("in a layer", () => {}) })',
    "})",
    'layer(stores)("Stores", (it) => { it.effect("work", () => {}) })',
    'Fixture.eitherDatabase("Either", (it) => { it.effect("works", () => {}) })',
    'Fixture.bothDatabases("Both", (it) => { it.effect("work", () => {}) })',
    'Fixture.postgres("Real", (it) => { it.effect("works", () => {}) })',
    'onPostgres("Server", () => { it("works", () => {}) })',
    'describe.skipIf(x)("Recorded", () => { it("works", () => {}) })',
    'put("nothing", () => {})'
  ].join("\n")

  it("are read with their suites, and say whether the tests always run", () => {
    expect(Object.fromEntries(TestTitles.parse(source).tests)).toEqual({
      "one > plain": "always",
      "one > without a body": "never",
      "one > skipped": "never",
      "one > to do": "never",
      "one > fails": "never",
      "one > under a condition": "sometimes",
      "one > each %s": "always",
      "one > effects %s": "always",
      "one > holds for all": "always",
      [`one > of \${name}`]: "always",
      "one > inner > skipped with it": "never",
      "one > in a layer": "always",
      "Stores > work": "always",
      "Either > works": "always",
      "Both, Postgres > work": "sometimes",
      "Both, embedded > work": "always",
      "Real > works": "sometimes",
      "Server > works": "sometimes",
      "Recorded > works": "sometimes"
    })
    expect(TestTitles.parse(source).texts).toContain("row")
  })

  it("are read with an .only that keeps other tests from running", () => {
    expect(TestTitles.parse(source).isFocused).toBe(false)
    expect(TestTitles.parse('it.only("a", () => {})').isFocused).toBe(true)
    expect(TestTitles.parse('describe.only.each([1])("a", () => {})').isFocused).toBe(true)
  })
})

describe("an entry that proves nothing", () => {
  const file = "tests/contract/contract.test.ts"

  it("names the place to change and the title most like it, if its test has a new title", () => {
    const test = "an entry that proves nothing > names the place to change, if its test has a new title"
    expect(Fault.ofProof({ file, test })).toBe(
      `${file} has no test "${test}". The title most like it: "an entry that proves nothing > names the place to change and the title most like it, if its test has a new title". Change the title at ${file}:${lineOf(test)}.`
    )
  })

  it("names the new path, if its file has moved", () => {
    expect(Fault.ofProof({ file: "tests/contract.test.ts", test: "any" })).toBe(
      `There is no file tests/contract.test.ts. It may be ${file} now. Change its path in tests/contract/TestFiles.ts.`
    )
  })
})

describe("the keys of a specification", () => {
  const options = { parts: [2, 3], isWrapped: false, tables: { "2.1": ["first", "second"] } } as const
  const text = [
    "## 1. Outside",
    "Not seen.",
    "## 2. Inside",
    "### 2.1 Things",
    "Words (in `code`) that say a thing:",
    "| Field | Type |",
    "|---|---|",
    "| `a` | string |",
    "| b | string |",
    "",
    "| Field | Type |",
    "|---|---|",
    "| a | one |",
    "| a | two |",
    "1. A rule.",
    "2. Another one.",
    "## 4. Outside",
    "Not seen either."
  ].join("\n")

  it("come from its rows, rules and statements", () => {
    expect(Specification.keysOf(text, { ...options, tables: { "2.1": ["first", "second"] } })).toEqual([
      "2.1 Words that say a",
      "2.1 first.a",
      "2.1 first.b",
      "2.1 second.a",
      "2.1 second.a, two",
      "2.1 rule 1",
      "2.1 rule 2"
    ])
  })

  it("are unique, and every table of a section has a name", () => {
    const twice = "## 2. Inside\nThe same four words here.\nThe same four words there."
    expect(() => Specification.keysOf(twice, { ...options, tables: {} })).toThrow("Two lines")
    expect(() => Specification.keysOf(text, { ...options, tables: { "2.1": ["only"] } })).toThrow("has 2 tables, not 1")
  })

  it("come from the whole statement if its line is wrapped", () => {
    const wrapped = "## 2. Inside\n- A point that\n  goes on\n- Another\n\nWords\nof one line\n"
    expect(Specification.keysOf(wrapped, { ...options, isWrapped: true, tables: {} })).toEqual([
      "2 A point that goes",
      "2 Another",
      "2 Words of one line"
    ])
  })
})
