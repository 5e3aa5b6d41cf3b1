import type { Connector } from "../../Connector.js"
import type { Reply } from "../vendor/ScriptedVendor.js"
import { type Comparison, sameRecords } from "./Assertions.js"
import type { ScriptedList } from "./ScriptedList.js"
import * as Subject from "./Subject.js"

/** A field of the rows that a list returns. */
export interface MappedField {
  /** The list's endpoint. */
  readonly endpoint: string
  /** The field's path in a row; `[]` stands for every item of an array. */
  readonly path: string
  /** The share of the rows in which the field has a value, above 0 and at most 1. */
  readonly filled: number
  /** Whether the run would change without the field: some record, or what the connector reads, depends on it. */
  readonly isCarried: boolean
}

type Fields = Readonly<Record<string, unknown>>
type Path = ReadonlyArray<string>

const EACH = "[]"

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The paths of all values inside a value; null, empty texts and empty lists are no values. */
const pathsIn = (value: unknown, at: Path = []): ReadonlyArray<Path> => {
  if (value === null || value === undefined || value === "") return []
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, [...at, EACH]))
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...at, name]))
  return [at]
}

/** The value without the field; an array of plain values becomes empty. */
const without = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === EACH && Array.isArray(value)) return rest.length === 0 ? [] : value.map((item) => without(item, rest))
  if (name === undefined || !isObject(value) || !(name in value)) return value
  const { [name]: inner, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: without(inner, rest) }
}

/** A copy of the body in which these rows are changed. */
const withRows = (body: unknown, rows: ReadonlySet<unknown>, change: (row: unknown) => unknown): unknown => {
  if (rows.has(body)) return change(body)
  if (Array.isArray(body)) return body.map((item) => withRows(item, rows, change))
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, inner]) => [name, withRows(inner, rows, change)]))
}

const rowsOf = ({ list }: ScriptedList, { body }: Reply): ReadonlyArray<unknown> =>
  (list.pagination?.rows(body) ?? []).filter(isObject)

const isSame = async (comparison: Comparison): Promise<boolean> => {
  const { before, after } = comparison
  const isRead = after.failures.length === 0 && before.rejections.length === after.rejections.length
  return isRead && (await Subject.holds(() => sameRecords(comparison, "Without the field")))
}

const reportOn = async (subject: Subject.Subject, scripted: ScriptedList): Promise<ReadonlyArray<MappedField>> => {
  const rows = [...scripted.replies.values()].flatMap((reply) => rowsOf(scripted, reply))
  const filled = new Map<string, { readonly path: Path; count: number }>()
  for (const row of rows) {
    for (const path of new Map(pathsIn(row).map((found) => [found.join("."), found])).values()) {
      const known = filled.get(path.join(".")) ?? { path, count: 0 }
      filled.set(path.join("."), { path, count: known.count + 1 })
    }
  }
  const found: Array<MappedField> = []
  for (const [name, { path, count }] of filled) {
    const change = new Map(
      [...scripted.replies].map(([key, reply]) => {
        const own = new Set(rowsOf(scripted, reply))
        return [key, { ...reply, body: withRows(reply.body, own, (row) => without(row, path)) }] as const
      })
    )
    const comparison = await subject.alone(scripted, Subject.changing(change))
    const isCarried = !(await isSame(comparison))
    found.push({ endpoint: scripted.list.endpoint, path: name, filled: count / rows.length, isCarried })
  }
  return found
}

/**
 * Every field of the vendor's rows, and whether any record carries it.
 *
 * Run it on answers of a real account and read the fields that no record carries. It runs the connector once for each
 * field.
 */
export const mappingReport = async (
  connector: Connector,
  options: Subject.ConformanceOptions
): Promise<ReadonlyArray<MappedField>> => {
  const subject = Subject.make(connector, options)
  const found: Array<MappedField> = []
  for (const list of subject.lists) found.push(...(await reportOn(subject, list)))
  return found
}
