import { namesOf } from "../../JsonPath.js"
import * as FieldTree from "../../record/FieldTree.js"
import { isHarmless, mayBeSecret } from "../../record/SecretNames.js"
import { isKept, FIELD as VENDOR_DATA } from "../../record/VendorData.js"
import { isOmitted } from "../../record/VendorDataBound.js"
import type { Comparison } from "../checks/kit/Assertions.js"
import * as ConnectorUnderTest from "../checks/kit/ConnectorUnderTest.js"
import { differences, isWithin } from "../checks/kit/RecordDifferences.js"
import type { ScriptedList } from "../checks/kit/ScriptedList.js"
import * as OtherValue from "../vendor/OtherValue.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Reply } from "../vendor/ScriptedVendor.js"

/**
 * What becomes of a field of the vendor's rows.
 *
 * - `record`: a field of a record, or what the connector asks next, depends on it.
 * - `vendor_data`: the mapping reads it, and only the vendor's own data beside the record's fields depend on it.
 * - `undecided`: nobody has said anything about it, so `vendor_data` has it as the vendor sends it.
 * - `volatile`: as `undecided`, but a mark says that a difference in it is no change of the record.
 * - `secret`: it is never stored, because of a mark or its name.
 * - `left out`: a mark says that it is not stored, and why.
 * - `too long`: `vendor_data` lacks it in all records, because it would be too long with it.
 * - `not stored`: its row becomes no record in these answers, or the mapping writes something else in its place in `vendor_data`.
 * - `no effect`: the row schema names it, but nothing depends on it in these answers.
 * - `unread`: nothing looks at it, and the record has no `vendor_data`.
 */
export type FieldUse =
  | "record"
  | "vendor_data"
  | "undecided"
  | "volatile"
  | "secret"
  | "left out"
  | "too long"
  | "not stored"
  | "no effect"
  | "unread"

/** A field of the rows that a list returns. */
export interface MappedField {
  /** The list's endpoint. */
  readonly endpoint: string
  /** The kind of the records that its rows become; null if they become none, such as those of a lookup. */
  readonly kind: string | null
  /** The field's path in a row; `[]` stands for every item of an array. */
  readonly path: string
  /** The share of the rows in which the field has a value, above 0 and at most 1. */
  readonly filled: number
  /** What becomes of it. */
  readonly use: FieldUse
  /** Why it is left out; absent unless a mark says so. */
  readonly reason?: string
}

type Fields = Readonly<Record<string, unknown>>
type Path = ReadonlyArray<string>

const EACH = "[]"

/** The fields of records that have what the vendor says in its own words. */
const VENDORS_OWN = [VENDOR_DATA, "vendor_attributes.data"]

/** What becomes of a field that `vendor_data` has as the vendor sends it. */
const KEPT: ReadonlySet<FieldUse | undefined> = new Set(["undecided", "volatile"])

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** A plain value inside a row. */
interface Leaf {
  readonly path: Path
  readonly value: unknown
}

/** All plain values inside a value; null, empty texts and empty lists are none. */
const leavesIn = (value: unknown, path: Path = []): ReadonlyArray<Leaf> => {
  if (value === null || value === undefined || value === "") return []
  if (Array.isArray(value)) return value.flatMap((item) => leavesIn(item, [...path, EACH]))
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => leavesIn(inner, [...path, name]))
  return [{ path, value }]
}

/** The value without the field; an array of plain values becomes empty. */
const without = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === EACH && Array.isArray(value)) return rest.length === 0 ? [] : value.map((item) => without(item, rest))
  if (name === undefined || !isObject(value) || !(name in value)) return value
  const { [name]: inner, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: without(inner, rest) }
}

/** The value with another text or number in the field, in each of its items; a switch that is turned is another case, which these answers do not have. */
const withOther = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === undefined) return typeof value === "string" || typeof value === "number" ? OtherValue.of(value) : value
  if (name === EACH && Array.isArray(value)) return value.map((item) => withOther(item, rest))
  if (!isObject(value) || !(name in value)) return value
  return { ...value, [name]: withOther(value[name], rest) }
}

/** A copy of the body in which these rows are changed. */
const withRows = (body: unknown, rows: ReadonlySet<unknown>, change: (row: unknown) => unknown): unknown => {
  if (rows.has(body)) return change(body)
  if (Array.isArray(body)) return body.map((item) => withRows(item, rows, change))
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, inner]) => [name, withRows(inner, rows, change)]))
}

/** The rows of a page, which may hold the rows of the list. */
const pageRows = ({ list }: ScriptedList, { body }: Reply): ReadonlyArray<unknown> =>
  (list.pagination?.rows(body) ?? []).filter(isObject)

/** The path of the list's field in a row of the page. */
const inPage = ({ pagination }: ScriptedList["list"], path: Path): Path => {
  if (pagination?.inner === undefined) return path
  const { outer, path: items } = pagination.inner
  return outer !== undefined && path[0] === outer ? path.slice(1) : [...namesOf(items), EACH, ...path]
}

/** The names of the fields on a path, without its lists. */
const fieldsOn = (path: Path): Path => path.filter((name) => name !== EACH)

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

const useIn = (changed: ReadonlyArray<string> | null, isNamed: boolean): FieldUse => {
  if (changed === null) return "record"
  if (changed.length === 0) return isNamed ? "no effect" : "unread"
  return changed.every((path) => isWithin(path, VENDORS_OWN)) ? "vendor_data" : "record"
}

/** Whether the path is one of the marked fields, or inside one. */
const isMarked = (names: Path, marks: ReadonlyArray<string> = []): boolean =>
  FieldTree.has(FieldTree.ofPaths(marks), names)

/** What becomes of a field that the row schema does not name, as far as that follows from its name and its marks alone; null if it does not. */
const useByRule = (
  { kind, marks = {} }: ScriptedList["list"],
  { isHarmless: isOpen, path }: Found
): Pick<MappedField, "reason" | "use"> | null => {
  if (kind === null || !isKept(kind)) return null
  const names = fieldsOn(path)
  const leaf = isOpen ? 1 : 0
  const hasSecretName = names.slice(0, names.length - leaf).some((name) => mayBeSecret(name, ""))
  if (hasSecretName || isMarked(names, marks.secret)) return { use: "secret" }
  const reason = Object.entries(marks.leftOut ?? {}).find(([marked]) => isMarked(names, [marked]))?.[1]
  if (reason !== undefined) return { use: "left out", reason }
  return { use: isMarked(names, marks.volatile) ? "volatile" : "undecided" }
}

/** Says why a field that `vendor_data` could have is in that of no record; null if some record has it. */
const storedFields = (wires: ReadonlyArray<string>) => {
  const records = wires.map((wire) => JSON.parse(wire) as Fields)
  const placeOf = (path: Path): string => fieldsOn(path).join(".")
  const present = new Set(records.flatMap((record) => leavesIn(record[VENDOR_DATA]).map(({ path }) => placeOf(path))))
  return ({ path }: Found): "not stored" | "too long" | null => {
    const place = placeOf(path)
    if (present.has(place)) return null
    return records.some((record) => isOmitted(record, place)) ? "too long" : "not stored"
  }
}

/** A field of some rows. */
interface Found {
  readonly path: Path
  /** How many rows have it. */
  readonly count: number
  /** Whether none of its values can be a secret, whatever its name is. */
  readonly isHarmless: boolean
}

const fieldsIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<Found> => {
  const fields = new Map<string, Found>()
  for (const row of rows) {
    const inRow = new Set<string>()
    for (const { path, value } of leavesIn(row)) {
      const key = path.join(".")
      const known = fields.get(key) ?? { path, count: 0, isHarmless: true }
      fields.set(key, {
        path,
        count: inRow.has(key) ? known.count : known.count + 1,
        // An item of a list is as secret as the list.
        isHarmless: known.isHarmless && path.at(-1) !== EACH && isHarmless(value)
      })
      inRow.add(key)
    }
  }
  return [...fields.values()]
}

const reportOn = async (
  subject: ConnectorUnderTest.ConnectorUnderTest,
  scripted: ScriptedList
): Promise<ReadonlyArray<MappedField>> => {
  const { list } = scripted
  const rows = [...scripted.replies.values()]
    .flatMap((reply) => pageRows(scripted, reply))
    .flatMap((row) => list.pagination?.inner?.of(row) ?? [row])
  const fields = fieldsIn(rows)
  if (fields.length === 0) return []
  // The records of the whole run, so that only what depends on a field differs.
  const { after: before } = await subject.alone(scripted, [])
  const changesWith = async (
    some: ReadonlyArray<Found>,
    edit: (row: unknown, path: Path) => unknown
  ): Promise<ReadonlyArray<string> | null> => {
    if (some.length === 0) return []
    const paths = some.map(({ path }) => inPage(list, path))
    const change = new Map(
      [...scripted.replies].map(([key, reply]) => {
        const own = new Set(pageRows(scripted, reply))
        const cut = (row: unknown) => paths.reduce(edit, row)
        return [key, ReplyEdit.withBody(reply, withRows(reply.body, own, cut))] as const
      })
    )
    const { after } = await subject.alone(scripted, ConnectorUnderTest.changing(change))
    return changedPaths({ before, after })
  }
  const tree = list.row === null ? null : FieldTree.ofSchema(list.row)
  const isNamed = ({ path }: Found): boolean => list.row !== null && FieldTree.has(tree, fieldsOn(path))
  const ruled = new Map(fields.map((field) => [field, isNamed(field) ? null : useByRule(list, field)]))
  // Rows have many fields that no schema names: one run without all of them tells what becomes of most.
  const others = await changesWith(
    fields.filter((field) => !isNamed(field) && ruled.get(field) === null),
    without
  )
  const stored = storedFields([...(before.stored.get(list.kind?.name ?? "")?.values() ?? [])])
  const isRequired = ({ path }: Found): boolean => {
    const { accepts, pagination, role } = list
    // A row of a lookup that answers for another key leaves records as they were stored, although they depend on the key.
    if (accepts === null || pagination?.inner !== undefined || role === "lookup") return false
    return rows.some((row) => accepts(row) && !accepts(without(row, path)))
  }
  /** Another value shows whether anything depends on a field whose absence rejects the row, or is filled from another field with the same value. */
  const useOfNamed = async (field: Found): Promise<FieldUse> => {
    const changed = await changesWith([field], without)
    const isUnclear = changed === null ? isRequired(field) : changed.length === 0
    return useIn(isUnclear ? await changesWith([field], withOther) : changed, true)
  }
  const useOf = async (field: Found): Promise<Pick<MappedField, "reason" | "use">> => {
    const rule = ruled.get(field) ?? null
    if (rule !== null) {
      // Inside an object of credentials, what is only about them is stored.
      if (rule.use === "secret" && stored(field) === null) return { use: "undecided" }
      return KEPT.has(rule.use) ? { use: stored(field) ?? rule.use } : rule
    }
    if (isNamed(field)) return { use: await useOfNamed(field) }
    return { use: others?.length === 0 ? "unread" : useIn(await changesWith([field], without), false) }
  }
  const report: Array<MappedField> = []
  for (const field of fields) {
    const { count, path } = field
    const { endpoint, kind, role } = list
    report.push({
      endpoint,
      kind: role === "lookup" ? null : (kind?.name ?? null),
      path: path.join("."),
      filled: count / rows.length,
      ...(await useOf(field))
    })
  }
  return report
}

/** Every field of the vendor's rows, and what becomes of it; runs the connector once for each field that a row schema names. */
export const make = async (subject: ConnectorUnderTest.ConnectorUnderTest): Promise<ReadonlyArray<MappedField>> => {
  const found: Array<MappedField> = []
  for (const list of subject.lists) found.push(...(await reportOn(subject, list)))
  return found
}
