import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { mutants, mutated } from "./Mutants.js"

const root = new URL("../../", import.meta.url)

it.each(mutants)("the code still has the mend that the mutant takes out: $name", (mutant) => {
  for (const file of new Set(mutant.changes.map((change) => change.file))) {
    const text = readFileSync(new URL(file, root), "utf8")
    expect(mutated(mutant, file, text)).not.toBe(text)
  }
})

it("there are mutants of every fault", () => {
  expect([...new Set(mutants.map(({ fault }) => fault))]).toEqual([1, 2, 3, 4, 5, 6, 7])
})
