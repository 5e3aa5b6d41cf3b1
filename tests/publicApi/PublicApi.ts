import type ts from "typescript"
import { type Entry, programOf } from "./Declarations.js"
import * as Lines from "./Lines.js"
import * as Names from "./Names.js"
import * as PassedIn from "./PassedIn.js"
import * as Print from "./Print.js"

/** What stands before the name of a type whose values others write. */
export const PASSED_IN = "passed in: "

const isOf = (symbol: ts.Symbol, { folder }: Entry): boolean =>
  symbol.declarations?.some((node) => node.getSourceFile().fileName.includes(`/${folder}/src/`)) ?? false

const report = (names: Names.Names, passedIn: ReadonlySet<ts.Symbol>, entry: Entry): string => {
  const waiting: Array<ts.Symbol> = []
  const print = Print.make(names, (symbol) => waiting.push(symbol))
  const write = (symbol: ts.Symbol): ReadonlyArray<string> => [
    ...(passedIn.has(symbol) ? [`${PASSED_IN}${names.of(symbol)}`] : []),
    ...(symbol.declarations ?? []).flatMap((node) =>
      Lines.ofDeclaration(names.of(symbol), node as ts.Declaration, print)
    )
  ]

  const exported = names.exportsOf(entry).flatMap(write)
  const hidden = new Map<string, ReadonlyArray<string>>()
  for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
    if (names.isExported(symbol) || hidden.has(names.of(symbol)) || !isOf(symbol, entry)) continue
    hidden.set(names.of(symbol), write(symbol))
  }
  const parts = [...hidden].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, lines]) => lines)
  return [
    `# What ${entry.specifier} exports`,
    "",
    "Written by `pnpm generate`, one line for each part of each declaration.",
    "",
    ...exported,
    "",
    "## Parts of the above that cannot be imported by name",
    "",
    ...parts,
    ""
  ].join("\n")
}

/** For each entry the lines that say what it exports. */
export const reports = async (entries: ReadonlyArray<Entry>): Promise<ReadonlyMap<Entry, string>> => {
  const names = Names.make(await programOf(entries), entries)
  const passedIn = PassedIn.find(names, entries.flatMap(names.exportsOf))
  return new Map(entries.map((entry) => [entry, report(names, passedIn, entry)]))
}
