import { SchemaAST } from "effect"
import type { Comparison } from "../checks/kit/Assertions.js"
import * as ConnectorUnderTest from "../checks/kit/ConnectorUnderTest.js"
import { differences, isWithin } from "../checks/kit/RecordDifferences.js"
import type { ScriptedList } from "../checks/kit/ScriptedList.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Reply } from "../vendor/ScriptedVendor.js"

/**
 * What becomes of a field of the vendor's rows.
 *
 * - `record`: a field of a record, or what the connector asks next, depends on it.
 * - `vendor_data`: only the vendor's own data beside the record's fields depend on it.
 * - `no effect`: the row schema names it, but nothing depends on it in these answers.
 * - `unread`: nothing looks at it.
 */
export type FieldUse = "record" | "vendor_data" | "no effect" | "unread"

/** A field of the rows that a list returns. */
export interface MappedField {
  /** The list's endpoint. */
  readonly endpoint: string
  /** The field's path in a row; `[]` stands for every item of an array. */
  readonly path: string
  /** The share of the rows in which the field has a value, above 0 and at most 1. */
  readonly filled: number
  /** What becomes of it. */
  readonly use: FieldUse
}

type Fields = Readonly<Record<string, unknown>>
type Path = ReadonlyArray<string>

const EACH = "[]"

/** The fields of records that have what the vendor says in its own words. */
const VENDORS_OWN = ["vendor_data", "vendor_attributes.data"]

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

/** Whether a row schema names the field, or takes everything at some place on the way to it. */
const names = (ast: SchemaAST.AST, path: Path): boolean => {
  const [name, ...rest] = path
  if (name === undefined) return true
  if (SchemaAST.isUnion(ast)) return ast.types.some((type) => names(type, path))
  if (SchemaAST.isRefinement(ast)) return names(ast.from, path)
  if (SchemaAST.isSuspend(ast)) return names(ast.f(), path)
  if (SchemaAST.isTupleType(ast)) {
    return name === EACH && [...ast.elements, ...ast.rest].some(({ type }) => names(type, rest))
  }
  if (!SchemaAST.isTypeLiteral(ast)) return SchemaAST.isUnknownKeyword(ast) || SchemaAST.isObjectKeyword(ast)
  const property = ast.propertySignatures.find((each) => each.name === name)
  if (property !== undefined) return names(property.type, rest)
  return ast.indexSignatures.some(({ type }) => names(type, rest))
}

/** The paths of the fields that differ after a run without some fields of the rows; null if the run differs otherwise. */
const changedPaths = ({ before, after }: Comparison): ReadonlyArray<string> | null => {
  if (JSON.stringify(after.failures) !== JSON.stringify(before.failures)) return null
  if (after.rejections.length !== before.rejections.length) return null
  const found: Array<string> = []
  for (const [kind, old] of before.stored) {
    const now = after.stored.get(kind)
    if (now?.size !== old.size) return null
    for (const [id, wire] of old) {
      const other = now.get(id)
      if (other === undefined) return null
      if (other !== wire) found.push(...differences(JSON.parse(wire) as Fields, JSON.parse(other) as Fields))
    }
  }
  return found
}

const useIn = (comparison: Comparison, isNamed: boolean): FieldUse => {
  const changed = changedPaths(comparison)
  if (changed === null) return "record"
  if (changed.length === 0) return isNamed ? "no effect" : "unread"
  return changed.every((path) => isWithin(path, VENDORS_OWN)) ? "vendor_data" : "record"
}

/** A field with the number of rows that have it. */
interface Found {
  readonly path: Path
  count: number
}

const fieldsIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<Found> => {
  const fields = new Map<string, Found>()
  for (const row of rows) {
    for (const path of new Map(pathsIn(row).map((found) => [found.join("."), found])).values()) {
      const known = fields.get(path.join(".")) ?? { path, count: 0 }
      fields.set(path.join("."), { path, count: known.count + 1 })
    }
  }
  return [...fields.values()]
}

const reportOn = async (
  subject: ConnectorUnderTest.ConnectorUnderTest,
  scripted: ScriptedList
): Promise<ReadonlyArray<MappedField>> => {
  const rows = [...scripted.replies.values()].flatMap((reply) => rowsOf(scripted, reply))
  const fields = fieldsIn(rows)
  if (fields.length === 0) return []
  // The records of the whole run, so that only what depends on a field differs.
  const { after: before } = await subject.alone(scripted, [])
  const lacking = async (paths: ReadonlyArray<Path>): Promise<Comparison> => {
    const change = new Map(
      [...scripted.replies].map(([key, reply]) => {
        const own = new Set(rowsOf(scripted, reply))
        const cut = (row: unknown) => paths.reduce(without, row)
        return [key, ReplyEdit.withBody(reply, withRows(reply.body, own, cut))] as const
      })
    )
    const { after } = await subject.alone(scripted, ConnectorUnderTest.changing(change))
    return { before, after }
  }
  const { row } = scripted.list
  const encoded = row === null ? null : SchemaAST.encodedAST(row)
  const isNamed = ({ path }: Found): boolean => encoded !== null && names(encoded, path)
  // Rows have many fields that no schema names: one run without all of them usually proves that nothing looks at them.
  const others = fields.filter((field) => !isNamed(field)).map(({ path }) => path)
  const areUnread = others.length > 0 && changedPaths(await lacking(others))?.length === 0
  const report: Array<MappedField> = []
  for (const field of fields) {
    const { count, path } = field
    const named = isNamed(field)
    const use = !named && areUnread ? "unread" : useIn(await lacking([path]), named)
    report.push({ endpoint: scripted.list.endpoint, path: path.join("."), filled: count / rows.length, use })
  }
  return report
}

/** Every field of the vendor's rows, and what becomes of it; runs the connector once for each field that a row schema names. */
export const make = async (subject: ConnectorUnderTest.ConnectorUnderTest): Promise<ReadonlyArray<MappedField>> => {
  const found: Array<MappedField> = []
  for (const list of subject.lists) found.push(...(await reportOn(subject, list)))
  return found
}
