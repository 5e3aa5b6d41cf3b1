import * as FieldTree from "./FieldTree.js"
import { cut, FIELD, OMITTED } from "./VendorData.js"

/* How long `vendor_data` may be, and what it loses otherwise. */

type Fields = Readonly<Record<string, unknown>>

/** The length of the JSON of `vendor_data`, in characters, above which it loses its longest fields. */
export const MAX_LENGTH = 8_192

/** An object that is not longer is left out as a whole. */
const SHORT = 256

/** An object with more fields inside it is left out as a whole, because each of them would have to be looked at. */
const MANY = 1_000

/** The most paths that are told. */
const MAX_PATHS = 100

/** The longest path that is told. */
const MAX_PATH_LENGTH = 200

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** A field that can be left out: a plain value, a list, or a short object. */
interface Leaf {
  readonly path: ReadonlyArray<string>
  /** The length of its JSON, with its name, a colon and a comma. */
  readonly length: number
}

const lengthOf = (name: string, value: unknown): number =>
  JSON.stringify(name).length + (JSON.stringify(value)?.length ?? 0) + ":,".length

const leavesIn = (fields: Fields, path: ReadonlyArray<string> = []): ReadonlyArray<Leaf> =>
  Object.entries(fields).flatMap(([name, value]): ReadonlyArray<Leaf> => {
    const leaf = { path: [...path, name], length: lengthOf(name, value) }
    const isDivided = isFields(value) && leaf.length > SHORT && Object.keys(value).length <= MANY
    return isDivided ? leavesIn(value, leaf.path) : [leaf]
  })

/** The path as text, as a mark has it. */
const textOf = (path: ReadonlyArray<string>): string => path.map((name) => name.replaceAll(".", "\\.")).join(".")

/** Fields to leave out, each with those inside it; null for all of it. */
type Omitted = Map<string, Omitted | null>

const omit = (omitted: Omitted, [name = "", ...rest]: ReadonlyArray<string>): void => {
  const inner = omitted.get(name)
  if (rest.length === 0 || inner === null) {
    omitted.set(name, null)
    return
  }
  const found: Omitted = inner ?? new Map()
  omitted.set(name, found)
  omit(found, rest)
}

const omittedOf = (paths: ReadonlyArray<ReadonlyArray<string>>): Omitted => {
  const omitted: Omitted = new Map()
  for (const path of paths) omit(omitted, path)
  return omitted
}

/** A copy of the fields without those, nor the objects of which nothing is left; null if that is all. */
const without = (fields: Fields, omitted: Omitted): Fields | null => {
  const entries = Object.entries(fields).flatMap(([name, value]): ReadonlyArray<readonly [string, unknown]> => {
    const inner = omitted.get(name)
    if (inner === undefined) return [[name, value]]
    const rest = inner === null || !isFields(value) ? null : without(value, inner)
    return rest === null ? [] : [[name, rest]]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** Leaves of equal length in an order that does not depend on that of the vendor's fields. */
const longestFirst = (leaves: ReadonlyArray<Leaf>): ReadonlyArray<Leaf> =>
  leaves.toSorted((one, other) => other.length - one.length || (textOf(one.path) < textOf(other.path) ? -1 : 1))

/** The longest leaves, as many as it takes to lose so many characters. */
const tooLongOf = (leaves: ReadonlyArray<Leaf>, excess: number): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  let left = excess
  for (const leaf of left > 0 ? longestFirst(leaves) : []) {
    if (left <= 0) break
    found.push(leaf.path)
    left -= leaf.length
  }
  return found
}

/** The longest fields of an object, as many as it takes until its JSON is not too long. */
const tooLongIn = (fields: Fields): ReadonlyArray<ReadonlyArray<string>> => {
  const excess = JSON.stringify(fields).length - MAX_LENGTH
  return excess > 0 ? tooLongOf(leavesIn(fields), excess) : []
}

/** The paths of the volatile fields that a value has. */
const volatileIn = (
  value: unknown,
  tree: FieldTree.FieldTree,
  path: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => volatileIn(item, tree, path))
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const inner = FieldTree.at(tree, name)
    const at = [...path, name]
    if (inner === undefined) return []
    return inner === null ? [textOf(at)] : volatileIn(item, inner, at)
  })
}

/** The paths that are told: if they are many, the fields at the top, and `*` for what is beyond that. */
const told = (paths: Iterable<string>): ReadonlyArray<string> => {
  const all = [...new Set([...paths].map((path) => path.slice(0, MAX_PATH_LENGTH)))]
  const some = all.length > MAX_PATHS ? [...new Set(all.map((path) => path.split(/(?<!\\)\./)[0] ?? ""))] : all
  const sorted = some.toSorted()
  return sorted.length > MAX_PATHS ? [...sorted.slice(0, MAX_PATHS - 1), "*"] : sorted
}

const pathsOf = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** The record without these fields of its `vendor_data`, whose paths are told: those of volatile fields only as far as there is room for them. */
const omitting = (
  record: Fields,
  data: Fields | null,
  paths: ReadonlyArray<string>,
  volatile: ReadonlyArray<string> = []
): Fields => {
  const steady = told([...pathsOf(record[OMITTED]), ...paths])
  const more = [...new Set(volatile)].filter((path) => path.length <= MAX_PATH_LENGTH && !steady.includes(path))
  return { ...record, [FIELD]: data, [OMITTED]: [...steady, ...more.slice(0, MAX_PATHS - steady.length)].toSorted() }
}

const isLong = (data: Fields | null): boolean => data !== null && JSON.stringify(data).length > MAX_LENGTH

/**
 * A record whose `vendor_data` is not longer than `MAX_LENGTH`. The longest fields go first, and `vendor_data_omitted` has their paths.
 *
 * What goes is decided without the volatile fields, so that nothing else comes and goes with them. Of those, the longest go as far as it takes.
 */
export const bounded = (record: Fields, volatile: FieldTree.FieldTree | null): Fields => {
  const data = record[FIELD]
  if (!isFields(data) || !isLong(data)) return record
  const steady = volatile === null ? data : cut(data, volatile)
  const long = isFields(steady) ? tooLongIn(steady) : []
  const kept = without(data, omittedOf(long))
  const paths = long.map(textOf)
  if (kept === null || volatile === null || !isLong(kept)) return omitting(record, kept, paths)
  const leaves = leavesIn(kept).filter(({ path }) => FieldTree.has(volatile, path))
  const changing = tooLongOf(leaves, JSON.stringify(kept).length - MAX_LENGTH)
  const rest = without(kept, omittedOf(changing))
  if (!isLong(rest)) return omitting(record, rest, paths, changing.map(textOf))
  // What is volatile inside lists goes as a whole.
  const last = isFields(steady) ? without(steady, omittedOf(long)) : null
  return omitting(record, last, paths, volatileIn(kept, volatile))
}

/** The record without any `vendor_data`, of which the fields at the top are told: nothing else may be lost because of it. */
export const withoutData = (record: Fields): Fields => {
  const data = record[FIELD]
  return isFields(data)
    ? omitting(
        record,
        null,
        Object.keys(data).map((name) => textOf([name]))
      )
    : record
}

/** Whether the field at the path, as text, is one of those that were left out, or inside one. */
export const isOmitted = (record: Fields, path: string): boolean =>
  pathsOf(record[OMITTED]).some((omitted) => omitted === "*" || path === omitted || path.startsWith(`${omitted}.`))
