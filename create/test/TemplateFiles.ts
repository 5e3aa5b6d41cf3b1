import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../../examples/minimal-connector/", import.meta.url)

const SKIPPED = new Set(["node_modules", "dist"])

const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(new URL(path, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    return entry.isDirectory() ? filesIn(`${path}${entry.name}/`) : [`${path}${entry.name}`]
  })

/** The files of the example from which new connectors are made. */
export const templateFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesIn("")
      .toSorted()
      .map((path) => [path, readFileSync(new URL(path, folder), "utf8")])
  )
