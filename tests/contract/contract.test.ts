import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { DataExportType, RecordKind } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { contract, decisions } from "./Contract.js"
import { keysOf, type Line, type Proof } from "./Line.js"
import * as Specification from "./Specification.js"
import * as TestTitles from "./TestTitles.js"

const root = new URL("../../", import.meta.url)

const parsed = new Map<string, TestTitles.TestFile | null>()

/** What a test file says of itself; null where there is none. */
const fileOf = (file: string): TestTitles.TestFile | null => {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const path = fileURLToPath(new URL(file, root))
  const read = existsSync(path) ? TestTitles.parse(readFileSync(path, "utf8")) : null
  parsed.set(file, read)
  return read
}

/** Why a proof is none, or null. */
const faultOf = ({ file, test, row }: Proof): string | null => {
  const found = fileOf(file)
  if (found === null) return `there is no ${file}`
  if (found.isFocused) return `${file} runs one of its tests alone`
  const runs = found.tests.get(test)
  if (runs === undefined) return `${file} has no test "${test}"`
  if (runs === "never") return `${file} never runs "${test}"`
  return row === undefined || found.texts.has(row) ? null : `${file} has no row "${row}" for "${test}"`
}

const runsAlways = ({ file, test }: Proof): boolean => fileOf(file)?.tests.get(test) === "always"

/** What is wrong with the proofs of a line. */
const faultsOf = ({ key, proof, gap }: Line): ReadonlyArray<string> => {
  const faults = proof.flatMap((each) => faultOf(each) ?? [])
  const isProven = proof.some(runsAlways) || (proof.length === 0 && gap !== undefined)
  return [...faults, ...(isProven ? [] : ["no proof runs everywhere"])].map((fault) => `${key}: ${fault}`)
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

  it("rests on tests that exist, of which one for each line runs everywhere", () => {
    expect(lines.flatMap(faultsOf)).toEqual([])
  })

  describe.skipIf(folder === null)(`beside the specification${reason}`, () => {
    it("has every line of it, and no other", () => {
      const here = new Set(lines.flatMap(keysOf))
      const there = new Set(specified())
      expect({
        missing: [...there].filter((key) => !here.has(key)),
        unknown: [...here].filter((key) => !there.has(key))
      }).toEqual({ missing: [], unknown: [] })
    })
  })
})

describe("the contract", () => {
  it("has no gap: what is missing was left open by it", () => {
    expect(contract.filter(({ gap, proof }) => gap !== undefined || proof.length === 0)).toEqual([])
  })
})

const gaps = decisions.flatMap(({ key, gap }) => (gap === undefined ? [] : [[key, gap] as const]))

describe("what was decided and is not built", () => {
  it("is not built indeed: no record kind stands under an export type that a gap names", () => {
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

describe("TestTitles", () => {
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
    'Fixture.bothDatabases("Both", (it) => { it.effect("work", () => {}) })',
    'Fixture.postgres("Real", (it) => { it.effect("works", () => {}) })',
    'onPostgres("Server", () => { it("works", () => {}) })',
    'describe.skipIf(x)("Recorded", () => { it("works", () => {}) })',
    'put("nothing", () => {})'
  ].join("\n")

  it("are those of the tests that run, with what they run under", () => {
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
      "Both, Postgres > work": "sometimes",
      "Both, embedded > work": "always",
      "Real > works": "sometimes",
      "Server > works": "sometimes",
      "Recorded > works": "sometimes"
    })
    expect(TestTitles.parse(source).texts).toContain("row")
  })

  it("see a test that keeps the others from running", () => {
    expect(TestTitles.parse(source).isFocused).toBe(false)
    expect(TestTitles.parse('it.only("a", () => {})').isFocused).toBe(true)
    expect(TestTitles.parse('describe.only.each([1])("a", () => {})').isFocused).toBe(true)
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

  it("are those of its rows, rules and statements", () => {
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

  it("hide no line behind another, and no table behind a name", () => {
    const twice = "## 2. Inside\nThe same four words here.\nThe same four words there."
    expect(() => Specification.keysOf(twice, { ...options, tables: {} })).toThrow("Two lines")
    expect(() => Specification.keysOf(text, { ...options, tables: { "2.1": ["only"] } })).toThrow("has 2 tables, not 1")
  })

  it("are found where a line is wrapped", () => {
    const wrapped = "## 2. Inside\n- A point that\n  goes on\n- Another\n\nWords\nof one line\n"
    expect(Specification.keysOf(wrapped, { ...options, isWrapped: true, tables: {} })).toEqual([
      "2 A point that goes",
      "2 Another",
      "2 Words of one line"
    ])
  })
})
