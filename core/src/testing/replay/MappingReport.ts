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
  "no effect": "read, without effect here",
  unread: "never looked at"
}

const percent = (share: number): string => `${Math.max(1, Math.floor(share * 100))} %`

const named = ({ filled, path }: FieldReport.MappedField): string =>
  filled === 1 ? path : `${path} (${percent(filled)})`

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const listLines = (endpoint: string, fields: ReadonlyArray<FieldReport.MappedField>): ReadonlyArray<string> => [
  endpoint,
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

/** The report as lines of text: the fields of each list, then the records of each kind. */
export const render = ({ fields, kinds }: MappingReport): string => {
  const endpoints = [...new Set(fields.map(({ endpoint }) => endpoint))]
  const lists = endpoints.flatMap((endpoint) =>
    listLines(
      endpoint,
      fields.filter((field) => field.endpoint === endpoint)
    )
  )
  return `${[...lists, ...kinds.flatMap(kindLines)].join("\n")}\n`
}
