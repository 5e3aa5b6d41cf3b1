import { DataExportType, RecordKind } from "@tributary/core"
import { describe, expect, it } from "vitest"
import * as Proof from "./Proof.js"
import { promises } from "./promises.js"
import * as TestTitles from "./TestTitles.js"

const names = Object.values(promises).flatMap(Object.keys)
const proofs = Proof.all()

const built = new Set<string>(Object.values(RecordKind.table).map(({ exportType }) => exportType))

const introduction = `# The contract

What the API promises, and the tests that prove it. The tests of \`tests/contract\` write this page from \`promises.ts\` and from the titles
of all tests: the title of a test that proves a promise ends with the promise's name, as in \`[contract: list-order]\`.

No connector exports these types yet, so they have no kind of record and no endpoint: ${DataExportType.literals
  .filter((type) => !built.has(type))
  .map((type) => `\`${type}\``)
  .join(", ")}.
`

/** The last part of a title: a suite may run on two databases. */
const leafOf = (title: string) => title.split(" > ").at(-1)

/** The row of a promise in the table of its area; a test that runs everywhere stands for those of its title that do not. */
const rowOf = ([name, says]: readonly [string, string]): string => {
  const tests = proofs
    .filter(({ promise }) => promise === name)
    .filter(
      ({ runs, title }, _, all) =>
        runs === "always" || !all.some((other) => other.runs === "always" && leafOf(other.title) === leafOf(title))
    )
    .map(({ file, title }) => `[${title.replace(/[[\]|<>]/g, (char) => `\\${char}`)}](../../${file})`)
  return `| \`${name}\` | ${says} | ${tests.join("<br>")} |`
}

const page = (): string =>
  [
    introduction,
    ...Object.entries(promises).map(
      ([area, ofArea]) =>
        `## ${area}\n\n| Promise | What holds | Tests |\n| --- | --- | --- |\n${Object.entries(ofArea).map(rowOf).join("\n")}\n`
    )
  ].join("\n")

describe("the contract", () => {
  it("has each name once, in lower case with dashes", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index || !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  })

  it("has a test that runs everywhere for each promise, and every promise that a test names", () => {
    const faults = Proof.faults(names, proofs)
    expect(faults, faults.join("\n")).toEqual([])
  })

  it("is shown with its tests", async () => {
    await expect(page()).toMatchFileSnapshot("./README.md")
  })
})

describe("a promise", () => {
  const faultsOf = (source: string) => Proof.faults(["kept"], Proof.inSource("a.test.ts", source))

  it("is proven by a test whose title names it", () => {
    expect(faultsOf('it("holds [contract: kept]", () => {})')).toEqual([])
  })

  it("is not proven by a test that runs only under a condition, or not at all", () => {
    const missing =
      "No test that runs everywhere proves kept. Write [contract: kept] at the end of the title of one that does."
    expect(faultsOf('it("holds", () => {})')).toEqual([missing])
    expect(faultsOf('it.skipIf(x)("holds [contract: kept]", () => {})')).toEqual([missing])
    expect(faultsOf('it.skip("holds [contract: kept]", () => {})')).toEqual([
      'a.test.ts: "holds" does not run, or is alone, so kept is not proven. Let all tests run.',
      missing
    ])
    expect(faultsOf('it.only("holds [contract: kept]", () => {})')).toEqual([
      'a.test.ts: "holds" does not run, or is alone, so kept is not proven. Let all tests run.'
    ])
  })

  it("is unknown if a title has another name for it", () => {
    expect(faultsOf('it("holds [contract: kept, kpet]", () => {})')).toEqual([
      'a.test.ts: "holds" names the promise kpet, which tests/contract/promises.ts does not have. Add it there, or change the title.'
    ])
  })
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

  it("are read with their suites, and with whether the tests always run", () => {
    const { tests } = TestTitles.parse(source)
    expect(Object.fromEntries(tests.map(({ title, runs }) => [title, runs]))).toEqual({
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
  })

  it("are read with an .only that prevents other tests from running", () => {
    expect(TestTitles.parse(source).isFocused).toBe(false)
    expect(TestTitles.parse('it.only("a", () => {})').isFocused).toBe(true)
    expect(TestTitles.parse('describe.only.each([1])("a", () => {})').isFocused).toBe(true)
  })

  it("name promises, in a title or in a row of an each, in place or in a constant", () => {
    const tagged = [
      'const ROWS = [["row [contract: in-constant]", 1]] as const',
      'it("one [contract: first, second]", () => {})',
      'it.each([["row [contract: in-place]"]])("rows: %s", () => {})',
      'it.each(ROWS)("constants: %s [contract: of-all]", () => {})',
      'it("none", () => {})'
    ].join("\n")
    expect(Proof.inSource("a.test.ts", tagged).map(({ promise, title }) => [promise, title])).toEqual([
      ["first", "one"],
      ["second", "one"],
      ["in-place", "rows: row"],
      ["of-all", "constants: %s"],
      ["in-constant", "constants: row"]
    ])
  })
})
