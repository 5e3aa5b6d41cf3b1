import type { Connector } from "../../Connector.js"
import type { ConformanceOptions } from "../checks/kit/ConnectorUnderTest.js"
import * as ConnectorUnderTest from "../checks/kit/ConnectorUnderTest.js"
import * as FieldReport from "./FieldReport.js"
import * as KindReport from "./KindReport.js"

export type { FieldUse, MappedField } from "./FieldReport.js"
export type { KindReport, UnknownValues } from "./KindReport.js"

/** What a mapping makes of the vendor's rows, and what it leaves out. */
export interface MappingReport {
  /** Every field of the vendor's rows, and what becomes of it. */
  readonly fields: ReadonlyArray<FieldReport.MappedField>
  /** What the records lack, by kind. */
  readonly kinds: ReadonlyArray<KindReport.KindReport>
}

/**
 * Every field of the vendor's rows and what becomes of it, and what the records lack.
 *
 * Make it of answers of a real account, and read what is left out. It runs the connector once for each field that a row
 * schema names.
 */
export const make = async (connector: Connector, options: ConformanceOptions): Promise<MappingReport> => {
  const subject = ConnectorUnderTest.make(connector, options)
  return { fields: await FieldReport.make(subject), kinds: KindReport.make(connector, await subject.healthy()) }
}

const TITLES: Readonly<Record<FieldReport.FieldUse, string>> = {
  record: "in the record",
  vendor_data: "in vendor_data only",
  undecided: "in vendor_data as the vendor sends it",
  volatile: "in vendor_data, and no reason for a change",
  secret: "secret, never stored",
  "left out": "left out",
  "too long": "too long for vendor_data",
  "not stored": "not stored: no record here, or something else in its place",
  "no effect": "read, without effect here",
  unread: "never looked at"
}

const percent = (share: number): string => `${Math.max(1, Math.floor(share * 100))} %`

const named = ({ filled, path, reason }: FieldReport.MappedField): string => {
  const notes = [...(filled === 1 ? [] : [percent(filled)]), ...(reason === undefined ? [] : [reason])]
  return notes.length === 0 ? path : `${path} (${notes.join("; ")})`
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const listLines = (title: string, fields: ReadonlyArray<FieldReport.MappedField>): ReadonlyArray<string> => [
  title,
  ...(Object.keys(TITLES) as ReadonlyArray<FieldReport.FieldUse>).flatMap((use) => {
    const own = fields.filter((field) => field.use === use)
    return own.length === 0 ? [] : [`  ${TITLES[use]}: ${own.map(named).join(", ")}`]
  })
]

const kindLines = ({ alwaysNull, kind, records, unknownValues }: KindReport.KindReport): ReadonlyArray<string> => [
  `${kind}: ${plural(records, "record")}`,
  ...(alwaysNull.length === 0 ? [] : [`  always null: ${alwaysNull.join(", ")}`]),
  ...unknownValues.map(
    ({ field, records: count, words }) =>
      `  unknown values of ${field} in ${plural(count, "record")}${words.length === 0 ? "" : `: ${words.join(", ")}`}`
  )
]

/** How many fields there are of each use. */
const countsLine = (fields: ReadonlyArray<FieldReport.MappedField>): string => {
  const counts = (Object.keys(TITLES) as ReadonlyArray<FieldReport.FieldUse>).flatMap((use) => {
    const count = fields.filter((field) => field.use === use).length
    return count === 0 ? [] : [`${count} ${TITLES[use]}`]
  })
  return `${plural(fields.length, "field")}${counts.length === 0 ? "" : `: ${counts.join("; ")}`}`
}

/** The report as lines of text: how many fields there are of each use, the fields of each list, then the records of each kind. */
export const render = ({ fields, kinds }: MappingReport): string => {
  const titleOf = ({ endpoint, kind }: FieldReport.MappedField) =>
    kind === null ? `${endpoint} (no records of its own)` : endpoint
  const titles = [...new Set(fields.map(titleOf))]
  const lists = titles.flatMap((title) =>
    listLines(
      title,
      fields.filter((field) => titleOf(field) === title)
    )
  )
  return `${[countsLine(fields), ...lists, ...kinds.flatMap(kindLines)].join("\n")}\n`
}
