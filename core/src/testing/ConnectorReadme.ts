import { type Connector, extractorsOf } from "../Connector.js"
import type { Any as Extractor } from "../extract/Extractor.js"

/** A Markdown table about a connector. */
interface Table {
  readonly head: ReadonlyArray<string>
  readonly rows: (connector: Connector) => ReadonlyArray<ReadonlyArray<string>>
}

/** What stands between two marker comments in a connector's README. */
interface Section {
  /** Its name in the comments: `<!-- begin: credentials ... -->` and `<!-- end: credentials -->`. */
  readonly name: string
  readonly content: (connector: Connector) => string
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

/** The lookups that may be refused. */
const lookupRows = ([, extractor]: readonly [string, Extractor]) =>
  extractor.lists.flatMap(({ endpoint, lookup, permissions }) =>
    lookup === undefined || !lookup.isOptional || lookup.fields.length === 0
      ? []
      : [[code(lookup.kind.name), code(endpoint), codes(permissions), codes(lookup.fields)]]
  )

const credentials: Table = {
  head: ["Field", "Name", "What it is and where to find it", "Example"],
  rows: (connector) => Object.entries(connector.credentials.fields).map(credentialRow)
}

const reads: Table = {
  head: ["Export type", "Records", "Endpoints", "Permissions", "Optional permissions", "Changes only"],
  rows: (connector) => extractorsOf(connector).map(extractorRow)
}

const optional: Table = {
  head: ["Records", "Optional endpoint", "Permissions", "Fields that are not read without it"],
  rows: (connector) => extractorsOf(connector).flatMap(lookupRows)
}

const OPTIONAL =
  "If the vendor refuses an optional endpoint, the export still succeeds. Known records keep these fields as they were read before, and the job, the connection and its test name the fields:"

const tableOf = ({ head, rows }: Table, connector: Connector): string =>
  [head, head.map(() => "---"), ...rows(connector)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** The credentials of a connector as a Markdown table, a row for each field. */
export const credentialsTable = (connector: Connector): string => tableOf(credentials, connector)

/**
 * What a connector reads, and which permissions that needs, as a Markdown table with a row for each extractor. If there
 * are lookups that may be refused, a second table names their fields.
 */
export const table = (connector: Connector): string =>
  optional.rows(connector).length === 0
    ? tableOf(reads, connector)
    : `${tableOf(reads, connector)}\n\n${OPTIONAL}\n\n${tableOf(optional, connector)}`

const sections: ReadonlyArray<Section> = [
  { name: "credentials", content: credentialsTable },
  { name: "read by the connector", content: table }
]

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
  return `${readme.slice(0, begin.index)}${begin[0]}\n\n${section.content(connector)}\n\n${readme.slice(end)}`
}

/**
 * A README with the tables of the connector between their markers: its credentials, and what it reads with which
 * permissions. Throws if a marker is missing.
 */
export const render = (readme: string, connector: Connector): string =>
  sections.reduce((text, section) => renderSection(text, section, connector), readme)
