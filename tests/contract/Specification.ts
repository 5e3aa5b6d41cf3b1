import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Material from "../support/Material.js"

/** The documents that the API was built from. */
export const material = Material.find("TEST_SPECIFICATION", "interface.md")

/** The text of one of its documents. */
export const read = (document: "interface.md" | "decisions.md"): string =>
  readFileSync(join(material.folder ?? "", document), "utf8")

/** Names for the tables of a section, in order; without them the section is enough to identify a row. */
export type TableNames = Readonly<Record<string, ReadonlyArray<string>>>

/** How many words at the start of a statement distinguish it from its neighbours. */
const WORDS = 4

const plain = (text: string): string => text.replace(/[`*]/g, "").trim()

const opening = (text: string): string =>
  plain(text)
    .replace(/\s*\([^)]*\)/g, "")
    .split(/\s+/)
    .slice(0, WORDS)
    .join(" ")
    .replace(/[.,:;]$/, "")

const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim())

const isRow = (line: string) => line.startsWith("|")
const isBeginning = (line: string) => /^(#|\||-\s|\d+\.\s|$)/.test(line)

/** Joins the lines of a wrapped statement. */
const unwrap = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const whole: Array<string> = []
  for (const line of lines) {
    const last = whole.at(-1) ?? ""
    const goesOn = /^\s*\S/.test(line) && !isBeginning(line.trim()) && last !== "" && !isRow(last) && !/^#/.test(last)
    if (goesOn) whole[whole.length - 1] = `${last} ${line.trim()}`
    else whole.push(line.trim())
  }
  return whole
}

/**
 * The key of every line of the parts from the first to the last: table rows (`2.2 user.email_addr`), numbered rules
 * (`4.11 rule 6`) and statements (by their first words). Two lines with the same key are an error, because one entry
 * would cover both.
 */
export const keysOf = (
  markdown: string,
  options: {
    readonly parts: readonly [first: number, last: number]
    readonly tables: TableNames
    readonly isWrapped: boolean
  }
): ReadonlyArray<string> => {
  const keys: Array<string> = []
  const tablesSeen = new Map<string, number>()
  let section = ""
  let isInTable = false
  const add = (rest: string) => {
    const key = `${section} ${rest}`
    if (keys.includes(key)) throw new Error(`Two lines of the specification have the key "${key}".`)
    keys.push(key)
  }
  const raw = markdown.split("\n")
  const lines = options.isWrapped ? unwrap(raw) : raw.map((line) => line.trim())
  for (const line of lines) {
    const heading = /^#+ (\d+(?:\.\d+)?)\b/.exec(line)
    if (heading !== null) section = heading[1] ?? ""
    const part = Number.parseInt(section, 10)
    const isOutside = !(part >= options.parts[0] && part <= options.parts[1])
    if (isOutside || line === "" || line.startsWith("#")) {
      isInTable = false
      continue
    }
    if (!isRow(line)) {
      isInTable = false
      const rule = /^(\d+)\. /.exec(line)
      add(rule === null ? opening(line.replace(/^- /, "")) : `rule ${rule[1]}`)
      continue
    }
    if (!isInTable) {
      // The heading of a table names its columns.
      isInTable = true
      tablesSeen.set(section, (tablesSeen.get(section) ?? 0) + 1)
      continue
    }
    const [cell = "", ...others] = cellsOf(line)
    if (/^-+$/.test(cell)) continue
    const table = options.tables[section]?.[(tablesSeen.get(section) ?? 1) - 1]
    const row = table === undefined ? opening(cell) : `${table}.${opening(cell)}`
    add(keys.includes(`${section} ${row}`) ? `${row}, ${opening(others[0] ?? "")}` : row)
  }
  for (const [named, names] of Object.entries(options.tables)) {
    const count = tablesSeen.get(named) ?? 0
    if (count !== names.length) throw new Error(`Section ${named} has ${count} tables, not ${names.length}.`)
  }
  return keys
}
