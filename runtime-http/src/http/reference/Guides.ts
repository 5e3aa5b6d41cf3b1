import { readdirSync, readFileSync } from "node:fs"
import * as PackageFiles from "./PackageFiles.js"

/** A section of the reference that is text, not an operation. */
export interface Guide {
  /** The heading of its first line. */
  readonly title: string
  /** The rest of the file, as Markdown. */
  readonly text: string
}

/** The order in which a newcomer reads them, as names of files; other files of the folder follow. */
const order = [
  "first-steps",
  "connect-in-an-afternoon",
  "connecting-a-customer",
  "let-customers-connect",
  "api-keys",
  "paging",
  "filters",
  "keep-a-copy",
  "hear-of-changes",
  "health",
  "errors",
  "likeliest-mistakes",
  "limits",
  "differences",
  "operators"
]

const positionOf = (file: string): number => {
  const position = order.indexOf(file.replace(/\.md$/, ""))
  return position < 0 ? order.length : position
}

/** What `pnpm generate` writes around generated parts; a reader of the reference should not see it. */
const MARKERS = /^<!-- (?:begin|end): .* -->\n\n?/gm

/** Reads a guide: a heading of the first level, and the text below it. */
export const parse = (markdown: string): Guide => {
  const [, title = "", text = ""] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? []
  return { title, text: text.replace(MARKERS, "").trim() }
}

/** Every guide of the package, in reading order. */
export const read = (): ReadonlyArray<Guide> => {
  const folder = PackageFiles.path("guides")
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort((a, b) => positionOf(a) - positionOf(b) || (a < b ? -1 : 1))
    .map((file) => parse(readFileSync(`${folder}/${file}`, "utf8")))
}
