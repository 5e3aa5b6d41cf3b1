import { PlainText } from "@tributary/core"
import Table from "cli-table3"
import type { ApiRecord, KindTally } from "../run/KindTally.js"
import { counted } from "./Words.js"

/** Fields that the framework assigns, which say nothing about a mapping. */
const assignedTo = ({ relation }: KindTally["kind"]): ReadonlySet<string> =>
  new Set(relation === null ? ["id", "vendor"] : ["id", "vendor", "vendor_id"])

/** Fields that tell records apart come first. */
const FIRST = ["vendor_id", "name", "title", "email_addr", "email", "hostname", "status", "vendor_status"]

const MAX_COLUMNS = 6
const WIDEST = 36
const PADDING = 3

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0)

const textOf = (value: unknown): string => {
  if (!isFilled(value)) return "-"
  return PlainText.inLine((typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " "))
}

const rankOf = (name: string): number => {
  const rank = FIRST.indexOf(name)
  return rank < 0 ? FIRST.length : rank
}

/** The fields that some of the records have, the most telling first. */
const fieldsOf = (records: ReadonlyArray<ApiRecord>, assigned: ReadonlySet<string>): ReadonlyArray<string> => {
  const names = [...new Set(records.flatMap(Object.keys))].filter((name) => !assigned.has(name))
  const filled = names.filter((name) => records.some((record) => isFilled(record[name])))
  const isPlain = (name: string) =>
    records.every((record) => typeof record[name] !== "object" || !isFilled(record[name]))
  const plain = filled.filter(isPlain)
  return [...plain.toSorted((one, other) => rankOf(one) - rankOf(other)), ...filled.filter((name) => !isPlain(name))]
}

const widthOf = (name: string, records: ReadonlyArray<ApiRecord>): number =>
  Math.min(WIDEST, Math.max(name.length, ...records.map((record) => textOf(record[name]).length))) + PADDING - 1

/** As many fields as fit into a line; at least one. */
const fitting = (fields: ReadonlyArray<string>, records: ReadonlyArray<ApiRecord>, columns: number) => {
  const chosen: Array<{ readonly name: string; readonly width: number }> = []
  let left = columns - 1
  for (const name of fields.slice(0, MAX_COLUMNS)) {
    const width = widthOf(name, records)
    if (chosen.length > 0 && width + 1 > left) break
    chosen.push({ name, width })
    left -= width + 1
  }
  return chosen
}

/** A table of the first records of a kind; null if there is nothing to show. */
export const of = ({ ids, kind, samples }: KindTally, count: number, columns: number): string | null => {
  const records = samples.slice(0, count)
  if (records.length === 0) return null
  const title = `${kind.name}: ${counted(ids.size, "record")}`
  const chosen = fitting(fieldsOf(records, assignedTo(kind)), records, columns)
  const table = new Table({
    head: chosen.map(({ name }) => name),
    colWidths: chosen.map(({ width }) => width),
    style: { head: [], border: [], compact: true }
  })
  table.push(...records.map((record) => chosen.map(({ name }) => textOf(record[name]))))
  const rest = ids.size - records.length
  return [title, table.toString(), ...(rest > 0 ? [`... and ${counted(rest, "more record")}`] : [])].join("\n")
}
