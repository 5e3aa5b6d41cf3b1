import { type Connector, extractorsOf } from "../Connector.js"
import type { Any as Extractor } from "../extract/Extractor.js"

/** A table between two marker comments in a connector's README. */
interface Section {
  /** Its name in the comments: `<!-- begin: credentials ... -->` and `<!-- end: credentials -->`. */
  readonly name: string
  readonly head: ReadonlyArray<string>
  readonly rows: (connector: Connector) => ReadonlyArray<ReadonlyArray<string>>
}

const code = (text: string): string => `\`${text}\``

const codes = (texts: Iterable<string>): string => [...new Set(texts)].map(code).join("<br>")

const credentialRow = ([name, { credential }]: [string, Connector["credentials"]["fields"][string]]) => [
  "isOptional" in credential ? `${code(name)} (optional)` : code(name),
  credential.title,
  credential.help,
  credential.example === undefined ? "" : code(credential.example)
]

const extractorRow = ([exportType, extractor]: readonly [string, Extractor]) => [
  code(exportType),
  codes(extractor.kinds.map((kind) => kind.name)),
  codes(extractor.lists.map((list) => list.endpoint)),
  codes(extractor.permissions),
  codes(extractor.optionalPermissions),
  extractor.isIncremental ? "yes" : "no"
]

const credentials: Section = {
  name: "credentials",
  head: ["Field", "Name", "What it is and where to find it", "Example"],
  rows: (connector) => Object.entries(connector.credentials.fields).map(credentialRow)
}

const reads: Section = {
  name: "read by the connector",
  head: ["Export type", "Records", "Endpoints", "Permissions", "Optional permissions", "Changes only"],
  rows: (connector) => extractorsOf(connector).map(extractorRow)
}

const tableOf = ({ head, rows }: Section, connector: Connector): string =>
  [head, head.map(() => "---"), ...rows(connector)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** The credentials of a connector as a Markdown table, a row for each field. */
export const credentialsTable = (connector: Connector): string => tableOf(credentials, connector)

/** What a connector reads, and which permissions that needs, as a Markdown table with a row for each extractor. */
export const table = (connector: Connector): string => tableOf(reads, connector)

const renderSection = (readme: string, section: Section, connector: Connector): string => {
  const { name } = section
  const begin = new RegExp(`<!-- begin: ${name}[^>]*-->`).exec(readme)
  const last = `<!-- end: ${name} -->`
  const end = readme.indexOf(last)
  if (begin === null || end < begin.index) {
    throw new Error(
      `The README of ${connector.vendor} needs a line that begins with <!-- begin: ${name}, and after it the line ${last}`
    )
  }
  return `${readme.slice(0, begin.index)}${begin[0]}\n\n${tableOf(section, connector)}\n\n${readme.slice(end)}`
}

/**
 * A README with the tables of the connector between their markers: its credentials, and what it reads with which
 * permissions. Throws if a marker is missing.
 */
export const render = (readme: string, connector: Connector): string =>
  [credentials, reads].reduce((text, section) => renderSection(text, section, connector), readme)
