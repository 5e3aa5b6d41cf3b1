import { type Connector, DEFAULT_TIMING, defaultExportTypesOf, extractorsOf, signingIn } from "../Connector.js"
import * as Consent from "../consent/Consent.js"
import type { ChangeDetection, DetectionMethod } from "../contract/ChangeDetection.js"
import { detectionsOf, type Any as Extractor, exportTypesOf } from "../extract/Extractor.js"
import * as FullScanInterval from "../extract/job/FullScanInterval.js"

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
  `${code(name)}${"isOptional" in credential ? " (optional)" : ""}${credential.type === "fact" ? " (proven by the consent)" : ""}`,
  credential.title,
  credential.pageUrl === undefined ? credential.help : `${credential.help} [Open the page](${credential.pageUrl})`,
  credential.example === undefined ? "" : code(credential.example)
]

const extractorRow = (connector: Connector) => (extractor: Extractor) => [
  exportTypesOf(extractor)
    .map((type) => (defaultExportTypesOf(connector).includes(type) ? code(type) : `${code(type)} (if chosen)`))
    .join("<br>"),
  codes(extractor.kinds.map((kind) => kind.name)),
  codes(extractor.lists.map((list) => list.endpoint)),
  codes(extractor.permissions),
  codes(extractor.optionalPermissions),
  extractor.isIncremental ? "yes" : "no"
]

/** The lookups that may be refused. */
const lookupRows = (extractor: Extractor) =>
  extractor.lists.flatMap(({ endpoint, lookup, permissions }) =>
    lookup === undefined || !lookup.isOptional || lookup.fields.length === 0
      ? []
      : [[code(lookup.kind.name), code(endpoint), codes(permissions), codes(lookup.fields)]]
  )

/** The facts about a kind that its row shows, in the order of the columns. */
const facts = ["changes", "deletions", "late_changes"] as const

const methodNames: Readonly<Record<DetectionMethod, string>> = {
  EVERY_JOB: "whole list",
  CHANGES: "list of changes",
  FULL_SCAN: "full scan"
}

const hours = (secs: number): string => `${Math.ceil(secs / 360) / 10} h`

/** How a small and a large list of the extractor find out, with the default intervals. */
const detectionsBySize = (connector: Connector, extractor: Extractor) =>
  [0, Number.POSITIVE_INFINITY].map((records) =>
    detectionsOf(extractor, {
      refreshIntervalSecs: connector.refreshIntervalSecs ?? DEFAULT_TIMING.refreshIntervalSecs,
      timeoutSecs: connector.timeoutSecs ?? DEFAULT_TIMING.timeoutSecs,
      fullScanIntervalSecs: FullScanInterval.ofList(extractor, records)
    })
  )

/** The cells of one kind, such as `full scan, 13.4 h to 33.4 h`. */
const detectionCells = (small: ChangeDetection, large: ChangeDetection | undefined): ReadonlyArray<string> =>
  facts.map((fact) => {
    const { method, within_secs } = small[fact]
    const [least, most] = [hours(within_secs), hours(large?.[fact].within_secs ?? within_secs)]
    return `${methodNames[method]}, ${least === most ? least : `${least} to ${most}`}`
  })

/** A row for each set of kinds about which the extractor says the same. */
const detectionRows = (connector: Connector) =>
  extractorsOf(connector).flatMap((extractor) => {
    const [small = [], large = []] = detectionsBySize(connector, extractor)
    const kindsByCells = new Map<string, { cells: ReadonlyArray<string>; kinds: Array<string> }>()
    for (const [index, detection] of small.entries()) {
      const cells = detectionCells(detection, large[index])
      const row = kindsByCells.get(cells.join()) ?? { cells, kinds: [] }
      row.kinds.push(detection.record_kind)
      kindsByCells.set(cells.join(), row)
    }
    return [...kindsByCells.values()].map(({ cells, kinds }) => {
      const own = extractor.kinds.filter(({ name }) => kinds.includes(name))
      return [codes(exportTypesOf({ kinds: own })), codes(kinds), ...cells]
    })
  })

const credentials: Table = {
  head: ["Field", "Name", "What it is and where to find it", "Example"],
  rows: (connector) => Object.entries(connector.credentials.fields).map(credentialRow)
}

const reads: Table = {
  head: ["Export type", "Records", "Endpoints", "Permissions", "Optional permissions", "Changes only"],
  rows: (connector) => extractorsOf(connector).map(extractorRow(connector))
}

const optional: Table = {
  head: ["Records", "Optional endpoint", "Permissions", "Fields that are not read without it"],
  rows: (connector) => extractorsOf(connector).flatMap(lookupRows)
}

const detection: Table = {
  head: [
    "Export type",
    "Records",
    "New and changed records",
    "Deletions",
    "What the vendor reports late or not at all"
  ],
  rows: detectionRows
}

const DETECTION = `How changes are found, and how long that takes at most with the default intervals while jobs succeed. Where two times stand, the first is for a list with up to ${FullScanInterval.SMALL.toLocaleString("en")} records, and the second for a large one, which is read in full less often. The connection's \`full_scan_interval_secs\` sets another interval.`

const OPTIONAL =
  "If the vendor refuses an optional endpoint, the export still succeeds. Known records keep these fields as they were read before, and the job, the connection and its test name the fields:"

const tableOf = ({ head, rows }: Table, connector: Connector): string =>
  [head, head.map(() => "---"), ...rows(connector)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** Text as Markdown, in which nothing becomes a tag or emphasis. */
const plain = (text: string): string => text.replace(/[\\<*_`[\]]/g, "\\$&")

const numbered = (steps: ReadonlyArray<string>): string =>
  steps.map((step, index) => `${index + 1}. ${plain(step)}`).join("\n")

const fieldsAndSteps = (connector: Connector): string =>
  [tableOf(credentials, connector), numbered(connector.setupSteps ?? [])]
    .filter((part) => part !== "")
    .join("\n\nStep by step:\n\n")

/** What the operator of a service does once, before customers can consent. */
const registration = (steps: ReadonlyArray<string>): ReadonlyArray<string> =>
  steps.length === 0 ? [] : [`The operator of the service registers it once:\n\n${numbered(steps)}`]

/** How a customer signs in; for a consent, also what the operator does first, and what it allows. */
const wayOf = (signedIn: Connector): ReadonlyArray<string> => {
  const consent = Consent.fieldOf(signedIn.credentials.fields)
  const scopes = consent === null ? "" : Consent.allowedBy(consent.options).map(code).join(", ")
  return [
    fieldsAndSteps(signedIn),
    ...registration(consent?.options.registrationSteps ?? []),
    ...(scopes === "" ? [] : [`The consent gives the scopes ${scopes}.`])
  ]
}

/** What a customer does who signs in another way than the first. */
const furtherWay = (connector: Connector, authType: string): ReadonlyArray<string> => {
  const signedIn = signingIn(connector, authType)
  return signedIn === null ? [] : [`Another way to sign in is \`auth_type\` \`${authType}\`:`, ...wayOf(signedIn)]
}

/** The credentials of a connector as a Markdown table, a row for each field, and the steps that lead to them, for each way to sign in. */
export const credentialsTable = (connector: Connector): string =>
  [...wayOf(connector), ...(connector.auth ?? []).flatMap(({ authType }) => furtherWay(connector, authType))].join(
    "\n\n"
  )

/**
 * What a connector reads, and which permissions that needs, as a Markdown table with a row for each extractor; a second
 * table says how changes and deletions are found. If there are lookups that may be refused, a third table names their fields.
 */
export const table = (connector: Connector): string =>
  [
    tableOf(reads, connector),
    DETECTION,
    tableOf(detection, connector),
    ...(optional.rows(connector).length === 0 ? [] : [OPTIONAL, tableOf(optional, connector)])
  ].join("\n\n")

const sections: ReadonlyArray<Section> = [
  { name: "credentials", content: credentialsTable },
  { name: "read by the connector", content: table }
]

const endOf = (name: string): string => `<!-- end: ${name} -->`

/** The position behind the line that begins a section; null if there is none. */
const behindBegin = (readme: string, name: string): number | null => {
  const begin = readme.indexOf(`<!-- begin: ${name}`)
  const end = begin < 0 ? -1 : readme.indexOf("-->", begin)
  return end < 0 ? null : end + "-->".length
}

/** The lines that a README needs, between which the tables are written. */
const MARKERS = sections.flatMap(({ name }) => [`<!-- begin: ${name} -->`, endOf(name)]).join("\n")

/** What a README lacks for its tables, and what to write; null if it lacks nothing. The text is null without a README. */
export const problemOf = (readme: string | null): string | null => {
  const advice = `and run the tests with -u, which writes the tables between them:\n\n${MARKERS}`
  if (readme === null) return `There is no such README: write one with these lines, ${advice}`
  const lacking = sections.filter(({ name }) => {
    const begin = behindBegin(readme, name)
    return begin === null || readme.indexOf(endOf(name)) < begin
  })
  if (lacking.length === 0) return null
  return `The README lacks the lines for its tables (${lacking.map(({ name }) => name).join(", ")}). Write all of these into it, ${advice}`
}

const renderSection = (readme: string, { content, name }: Section, connector: Connector): string => {
  const begin = behindBegin(readme, name)
  if (begin === null) return readme
  return `${readme.slice(0, begin)}\n\n${content(connector)}\n\n${readme.slice(readme.indexOf(endOf(name)))}`
}

/**
 * A README with the tables of the connector between their markers: its credentials, and what it reads with which
 * permissions. Throws if a marker is missing.
 */
export const render = (readme: string, connector: Connector): string => {
  const problem = problemOf(readme)
  if (problem !== null) throw new Error(problem)
  return sections.reduce((text, section) => renderSection(text, section, connector), readme)
}
