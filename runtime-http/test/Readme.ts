import { readFileSync } from "node:fs"

const MARK = "Written by `pnpm generate`."

/** The README of this package. */
export const text = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** A Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** Whether the text has markers of this name. */
export const has = (text: string, name: string): boolean => text.includes(`<!-- begin: ${name}. ${MARK} -->`)

/** The text with `content` between the markers of this name; throws when it has no such markers. */
export const render = (readme: string, name: string, content: string): string => {
  const begin = `<!-- begin: ${name}. ${MARK} -->`
  const end = `<!-- end: ${name} -->`
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The file must contain the lines ${begin} and ${end}.`)
  return `${readme.slice(0, from)}${begin}\n\n${content}\n\n${readme.slice(to)}`
}
