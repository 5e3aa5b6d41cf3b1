import { namesOf } from "../JsonPath.js"
import type { NormalizedRecord } from "./normalize.js"
import type * as RecordKind from "./RecordKind.js"
import * as VendorData from "./VendorData.js"

/*
 * Which fields of a record say nothing: null, false, zero, empty, or what a kind writes if the vendor says nothing. A fault of the vendor
 * empties such a field of all records at once, such as a list of administrators without rows. So a store compares what it holds with what
 * it is about to write.
 */

type Fields = Readonly<Record<string, unknown>>

/** What mappings write if the vendor says nothing, besides the catch-alls of enums. */
const SAYS_NOTHING: ReadonlySet<unknown> = new Set([
  null,
  undefined,
  false,
  0,
  "",
  "UNKNOWN",
  "1970-01-01T00:00:00.000Z"
])

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** Whether an object or a list has nothing in it; without a copy of its keys, because a store asks for each field of each record. */
const hasNothing = (value: object): boolean => {
  for (const _ in value) return false
  return true
}

/** A field of a kind at the top of its records. */
interface TopField {
  readonly name: string
  /** The catch-all of its enum; undefined if it has none. */
  readonly catchAll: unknown
  /** The catch-alls of the fields inside it, if it is an object, by name. */
  readonly inner: ReadonlyMap<string, unknown>
  /** The paths of the fields inside it that were met so far, by name; those of `vendor_data` are in no schema. */
  readonly paths: Map<string, string>
}

const known = new WeakMap<RecordKind.Any, ReadonlyArray<TopField>>()

const fieldsOf = (kind: RecordKind.Any): ReadonlyArray<TopField> => {
  const found = known.get(kind)
  if (found !== undefined) return found
  const { catchAlls } = kind
  // Which fields were too long says nothing of its own.
  const names = [...kind.fields, ...kind.onRequest].filter((name) => name !== VendorData.OMITTED)
  const made = names.map((name) => ({
    name,
    catchAll: catchAlls.find(({ field, within }) => within.length === 0 && field === name)?.value,
    inner: new Map(
      catchAlls.flatMap(({ field, value, within }) =>
        within.length === 1 && within[0] === name ? [[field, value] as const] : []
      )
    ),
    paths: new Map<string, string>()
  }))
  known.set(kind, made)
  return made
}

const isEmpty = (value: unknown, catchAll: unknown): boolean => {
  if (typeof value === "object" && value !== null) return hasNothing(value)
  return SAYS_NOTHING.has(value) || value === catchAll
}

/** How many fields inside an object have a path: vendors pass objects through that have other keys in each record. */
const MAX_PATHS = 2_000

/** The path of a field inside an object; null if it has none, because its name has a dot or there are too many names. */
const pathOf = ({ name, paths }: TopField, inner: string): string | null => {
  const found = paths.get(inner)
  if (found !== undefined) return found
  if (inner.includes(".") || paths.size >= MAX_PATHS) return null
  const path = `${name}.${inner}`
  paths.set(inner, path)
  return path
}

/** Passes the path of each field that says something to `found`: of the record's fields, and of those inside its objects. */
export const visitFilled = (kind: RecordKind.Any, value: Fields, found: (path: string) => void): void => {
  for (const field of fieldsOf(kind)) {
    const own = value[field.name]
    if (isEmpty(own, field.catchAll)) continue
    found(field.name)
    if (!isObject(own)) continue
    for (const name in own) {
      if (isEmpty(own[name], field.inner.get(name))) continue
      const path = pathOf(field, name)
      if (path !== null) found(path)
    }
  }
}

/** The fields of `vendor_data` of which a record lacks all or a part because they were too long, which are not empty. */
const omittedFrom = (value: Fields): ReadonlySet<unknown> | null => {
  const names = value[VendorData.OMITTED]
  return Array.isArray(names) ? new Set(names.map((path) => namesOf(String(path))[0])) : null
}

/** What a record that replaces a stored one holds in the fields that say something there, and nothing in it: the empty values by path. */
export const emptied = (
  kind: RecordKind.Any,
  before: Fields,
  { value: after, volatile = null }: Pick<NormalizedRecord, "value"> & Partial<Pick<NormalizedRecord, "volatile">>
): Fields => {
  const values: Record<string, unknown> = {}
  const omitted = omittedFrom(after)
  for (const field of fieldsOf(kind)) {
    const old = before[field.name]
    if (isEmpty(old, field.catchAll)) continue
    const now = after[field.name]
    const isData = field.name === VendorData.FIELD
    const left = isData ? omitted : null
    if (isEmpty(now, field.catchAll)) {
      if (left !== null || (isData && VendorData.cut(old, volatile) === undefined)) continue
      values[field.name] = now ?? null
      continue
    }
    if (!isObject(old) || !isObject(now)) continue
    for (const name in old) {
      const catchAll = field.inner.get(name)
      if (isEmpty(old[name], catchAll) || !isEmpty(now[name], catchAll) || left?.has(name)) continue
      // What changes all the time may also be empty at times.
      if (isData && volatile !== null && VendorData.cut({ [name]: old[name] }, volatile) === undefined) continue
      const path = pathOf(field, name)
      if (path !== null) values[path] = now[name] ?? null
    }
  }
  return values
}
