import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import * as TestTitles from "./TestTitles.js"

/** A test that proves a promise. */
export interface Proof {
  /** The name of the promise. */
  readonly promise: string
  /** From the root of the repository. */
  readonly file: string
  readonly title: string
  readonly runs: TestTitles.Runs
  /** Whether an `.only` in its file keeps other tests from running. */
  readonly isFocused: boolean
}

const root = fileURLToPath(new URL("../../", import.meta.url))
/** The tests of the check itself name promises that do not exist. */
const here = fileURLToPath(new URL("./", import.meta.url))

const skipped = new Set(["node_modules", "dist", "src", ".git"])

const testFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) || `${path}/` === here ? [] : testFiles(path)
    return entry.name.endsWith(".test.ts") ? [path] : []
  })

/** The proofs in a file. */
export const inSource = (file: string, source: string): ReadonlyArray<Proof> => {
  if (!source.includes("[contract: ")) return []
  const { isFocused, tests } = TestTitles.parse(source)
  return tests.flatMap(({ proves, runs, title }) =>
    proves.map(({ promise, row }) => ({
      promise,
      file,
      title: row === null ? title : title.replace("%s", row),
      runs,
      isFocused
    }))
  )
}

/** The proofs in all test files of the repository, in the order of their files. */
export const all = (): ReadonlyArray<Proof> =>
  testFiles(root)
    .toSorted()
    .flatMap((path) => inSource(relative(root, path), readFileSync(path, "utf8")))

/** What keeps the tests from proving the promises, each in a sentence that says what to change. */
export const faults = (names: ReadonlyArray<string>, proofs: ReadonlyArray<Proof>): ReadonlyArray<string> => [
  ...proofs
    .filter(({ promise }) => !names.includes(promise))
    .map(
      ({ file, promise, title }) =>
        `${file}: "${title}" names the promise ${promise}, which tests/contract/promises.ts does not have. Add it there, or change the title.`
    ),
  ...proofs
    .filter(({ isFocused, runs }) => isFocused || runs === "never")
    .map(
      ({ file, promise, title }) =>
        `${file}: "${title}" does not run, or is alone, so ${promise} is not proven. Let all tests run.`
    ),
  ...names
    .filter((name) => !proofs.some(({ promise, runs }) => promise === name && runs === "always"))
    .map(
      (name) =>
        `No test that runs everywhere proves ${name}. Write [contract: ${name}] at the end of the title of one that does.`
    )
]
