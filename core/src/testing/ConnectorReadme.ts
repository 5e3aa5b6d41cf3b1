import { type Connector, extractorsOf } from "../Connector.js"
import type { Any as Extractor } from "../extract/Extractor.js"

const BEGIN = /<!-- begin: read by the connector[^>]*-->/
const END = "<!-- end: read by the connector -->"

const HEAD = ["Export type", "Records", "Endpoints", "Permissions", "Optional permissions", "Changes only"]

const codes = (texts: Iterable<string>): string => [...new Set(texts)].map((text) => `\`${text}\``).join("<br>")

const row = (exportType: string, extractor: Extractor): ReadonlyArray<string> => [
  codes([exportType]),
  codes(extractor.kinds.map((kind) => kind.name)),
  codes(extractor.lists.map((list) => list.endpoint)),
  codes(extractor.permissions),
  codes(extractor.optionalPermissions),
  extractor.isIncremental ? "yes" : "no"
]

/** What a connector reads, and what it needs to be allowed for it, as a Markdown table with a row for each extractor. */
export const table = (connector: Connector): string =>
  [HEAD, HEAD.map(() => "---"), ...extractorsOf(connector).map(([exportType, extractor]) => row(exportType, extractor))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

/** A README with the table of the connector between its markers; throws where it has no markers. */
export const render = (readme: string, connector: Connector): string => {
  const begin = BEGIN.exec(readme)
  const end = readme.indexOf(END)
  if (begin === null || end < begin.index) {
    throw new Error(
      `The README of ${connector.vendor} needs a line that begins with <!-- begin: read by the connector, and the line ${END}`
    )
  }
  return `${readme.slice(0, begin.index)}${begin[0]}\n\n${table(connector)}\n\n${readme.slice(end)}`
}
