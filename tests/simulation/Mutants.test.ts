import { readFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { expect, it } from "vitest"
import * as Bundle from "./Bundle.mjs"
import { type Finding, mutants, mutated, pluginOf } from "./Mutants.js"
import { classOf } from "./Seeds.js"
import { simulate } from "./Simulation.js"

const root = fileURLToPath(new URL("../../", import.meta.url))
const findings = JSON.parse(readFileSync(new URL("findings.json", import.meta.url), "utf8")) as ReadonlyArray<Finding>
const found = mutants.flatMap((mutant) => {
  const finding = findings.find(({ mutant: name }) => name === mutant.name)
  return finding === undefined ? [] : [{ name: mutant.name, mutant, finding }]
})

it("every mutant is found by a history", () => {
  expect(found.map(({ name }) => name)).toEqual(mutants.map(({ name }) => name))
})

it.each(mutants)("the code still has the fix that the mutant removes: $name", (mutant) => {
  for (const file of new Set(mutant.changes.map((change) => change.file))) {
    const text = readFileSync(`${root}/${file}`, "utf8")
    expect(mutated(mutant, file, text)).not.toBe(text)
  }
})

it.each(found)("fails if the fix is removed, and only then: $name", async ({ finding, mutant }) => {
  const folder = await Bundle.make(`mutant-${mutants.indexOf(mutant)}`, {
    entry: "Simulation.ts",
    isSmall: true,
    plugins: [pluginOf(mutant, root)]
  })
  const spoilt: { readonly simulate: typeof simulate } = await import(pathToFileURL(`${folder}/Simulation.js`).href)
  const { violation } = await spoilt.simulate(finding.history)
  await Bundle.remove(folder)
  expect(classOf(violation ?? "nothing")).toBe(classOf(finding.violation))
  expect((await simulate(finding.history)).violation).toBeNull()
})
