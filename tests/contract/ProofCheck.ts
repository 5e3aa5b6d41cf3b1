import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { Line, Proof } from "./Line.js"
import * as TestTitles from "./TestTitles.js"

const root = fileURLToPath(new URL("../../", import.meta.url))
const here = fileURLToPath(new URL("./", import.meta.url))

const parsed = new Map<string, TestTitles.TestFile | null>()

/** The tests in a file; null if there is no such file. */
const fileOf = (file: string): TestTitles.TestFile | null => {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const path = join(root, file)
  const read = existsSync(path) ? TestTitles.parse(readFileSync(path, "utf8")) : null
  parsed.set(file, read)
  return read
}

/** The places in the tables that contain a text, as `tests/contract/Rules.ts:12`. */
const placesOf = (text: string): string => {
  const places = readdirSync(here)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) =>
      readFileSync(join(here, name), "utf8")
        .split("\n")
        .flatMap((line, index) => (line.includes(text) ? [`${relative(root, join(here, name))}:${index + 1}`] : []))
    )
  return places.length === 0 ? "the tables in tests/contract" : places.join(", ")
}

const wordsOf = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/\w+/g))

/** How many of the words of two titles are the same, from 0 to 1. */
const likeness = (one: string, two: string): number => {
  const [ones, twos] = [wordsOf(one), wordsOf(two)]
  const both = [...ones].filter((word) => twos.has(word)).length
  return both / Math.max(1, ones.size + twos.size - both)
}

const closest = (title: string, titles: Iterable<string>): string | null =>
  [...titles].toSorted((one, two) => likeness(title, two) - likeness(title, one))[0] ?? null

const skipped = new Set(["node_modules", "dist", "src", ".git"])

/** Files of this name anywhere in the repository. */
const namesakes = (name: string, folder = root): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : namesakes(name, path)
    return entry.name === name ? [relative(root, path)] : []
  })

const moved = (file: string): string => {
  const found = namesakes(basename(file))
  const hint = found.length === 0 ? "" : ` It may be ${found.join(" or ")} now.`
  return `There is no file ${file}.${hint} Change its path in tests/contract/TestFiles.ts.`
}

const renamed = (file: string, test: string, titles: Iterable<string>): string => {
  const candidate = closest(test, titles)
  const hint = candidate === null ? "" : ` The title most like it: "${candidate}".`
  return `${file} has no test "${test}".${hint} Change the title at ${placesOf(test.split(" > ").at(-1) ?? test)}.`
}

/** Why a proof proves nothing, and what to change; null if it does prove something. */
export const ofProof = ({ file, test, row }: Proof): string | null => {
  const found = fileOf(file)
  if (found === null) return moved(file)
  if (found.isFocused) return `${file} has an .only, so the other tests do not run. Remove it.`
  const runs = found.tests.get(test)
  if (runs === undefined) return renamed(file, test, found.tests.keys())
  if (runs === "never") return `${file} skips "${test}". Run it, or name another test at ${placesOf(test)}.`
  if (row === undefined || found.texts.has(row)) return null
  return `${file} has no row "${row}" for "${test}". Change the row at ${placesOf(row)}.`
}

const runsAlways = ({ file, test }: Proof): boolean => fileOf(file)?.tests.get(test) === "always"

/** What is wrong with the proofs of an entry, each in a sentence that says what to change. */
export const ofLine = ({ key, proof, gap }: Line): ReadonlyArray<string> => {
  const faults = proof.flatMap((each) => ofProof(each) ?? [])
  const isProven = proof.some(runsAlways) || (proof.length === 0 && gap !== undefined)
  const conditional = `No test that runs everywhere proves it: add one to the entry at ${placesOf(`key: "${key}"`)}.`
  return [...faults, ...(isProven || faults.length > 0 ? [] : [conditional])].map((fault) => `"${key}": ${fault}`)
}
