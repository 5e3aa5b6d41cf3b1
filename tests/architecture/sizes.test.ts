import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The sources of all packages that are written by hand. */
const sources = execFileSync("git", ["ls-files", "*/src/*.ts", "*/src/*.tsx", "*/src/**/*.ts", "*/src/**/*.tsx"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\n")
  .filter((path) => path !== "" && !path.includes("generated"))

/** A longer file is read in pieces, and has more than one subject. */
const MAX_LINES = 400

/** In a folder with more files, nobody finds one at a glance, unless they are families. */
const MAX_FILES = 20

/** So many files with the same first or last word are a family, which is seen as one. */
const MIN_FAMILY = 3

const wordsOf = (path: string): ReadonlyArray<string> => {
  const words = basename(path, ".ts").match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []
  return [`${words[0]}*`, `*${words.at(-1)}`]
}

const withoutFamilies = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = paths.flatMap(wordsOf)
  const isFamily = (word: string) => words.filter((each) => each === word).length >= MIN_FAMILY
  return paths.filter((path) => !wordsOf(path).some(isFamily))
}

it("no file has more than 400 lines", () => {
  const long = sources.flatMap((path) => {
    const lines = readFileSync(`${root}${path}`, "utf8").split("\n").length - 1
    return lines > MAX_LINES ? [`${path}: ${lines}`] : []
  })
  expect(long).toEqual([])
})

it("a folder with more than 20 files consists of families of files", () => {
  const wide = [...new Set(sources.map((path) => dirname(path)))].flatMap((folder) => {
    const paths = sources.filter((path) => dirname(path) === folder)
    if (paths.length <= MAX_FILES) return []
    const others = withoutFamilies(paths)
    return others.length > MAX_FILES ? [`${folder}: ${others.length} of ${paths.length}`] : []
  })
  expect(wide).toEqual([])
})
