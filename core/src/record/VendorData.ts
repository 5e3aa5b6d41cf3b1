import type { SchemaAST as AST } from "effect"
import { namesOf } from "../JsonPath.js"
import * as FieldTree from "./FieldTree.js"
import { beforeItem, type LostValue, replaced } from "./ReadablePart.js"
import type * as RecordKind from "./RecordKind.js"
import { hasSecret, isAboutSecret, isHarmless, isPairOfSecret, isSecretInRow, isValueOfPair } from "./SecretNames.js"
import { sortedKeys } from "./sortedKeys.js"

/*
 * The field `vendor_data`: what the source tool says about a record beyond the record's own fields. It holds every field of the raw row that the
 * row schema does not name, so that nobody has to wait for a release of the connector to read one.
 */

/**
 * What becomes of fields that a row has but its schema does not name.
 *
 * A path has a dot before each inner field, and leaves out lists: `nics.speed`. A name that ends with `*` stands for all that begin so, and a dot
 * inside a name is written `\.`.
 */
export interface FieldMarks {
  /** The fields with secrets, which are never stored. Those whose names say it, such as `api_token`, are left out anyway. */
  readonly secret?: ReadonlyArray<string>
  /** The fields that change all the time, such as check-in times and counters: a record that differs in nothing else counts as unchanged. */
  readonly volatile?: ReadonlyArray<string>
  /** The fields that are not worth storing, each with the reason, such as links between the vendor's own endpoints. */
  readonly leftOut?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, unknown>>

/** How deep objects and lists are followed; what is deeper is left out. */
const MAX_DEPTH = 24

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** How many more names of fields a reader remembers. */
interface Budget {
  left: number
}

/** What becomes of the fields of a value, as far as schema and marks say. */
interface Place {
  /** What the schema reads of the value; undefined if it reads nothing of it. */
  readonly read: FieldTree.FieldTree | undefined
  /** What marks leave out of it; undefined if they leave nothing out. */
  readonly marked: FieldTree.FieldTree | undefined
  /** The fields that were met so far, by name; null for one that is lost. */
  readonly met: Map<string, Met | null>
  /** How many more can be remembered: a vendor may have other names in each row. */
  readonly budget: Budget
}

/** A field that is not lost. */
interface Met {
  readonly place: Place
  /** Whether its name says that it holds a credential. */
  readonly isSecret: boolean
  /** Whether it is the value of a pair. */
  readonly isValue: boolean
  /** Whether it is only about the credentials that an object has. */
  readonly isAbout: boolean
}

/** How many names of fields a reader remembers. */
const MAX_MET = 10_000

const placeOf = (read: Place["read"], marked: Place["marked"], budget: Budget = { left: MAX_MET }): Place => ({
  read,
  marked,
  met: new Map(),
  budget
})

/** A value that no schema and no mark names. */
const UNKNOWN = placeOf(undefined, undefined)

const meet = ({ budget, marked, met, read }: Place, name: string): Met | null => {
  const [inner, left] = [read && FieldTree.at(read, name), marked && FieldTree.at(marked, name)]
  const isLost = name === "__proto__" || inner === null || left === null
  const place =
    inner === undefined && left === undefined ? UNKNOWN : placeOf(inner ?? undefined, left ?? undefined, budget)
  const found = isLost
    ? null
    : { place, isSecret: isSecretInRow(name), isValue: isValueOfPair(name), isAbout: isAboutSecret(name) }
  if (budget.left > 0) {
    budget.left -= 1
    met.set(name, found)
  }
  return found
}

/** A plain value, as JSON has it; undefined if JSON has no such value, or if it is a text with a credential in it. */
const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return String(value)
  if (typeof value === "string") return hasSecret(value) ? undefined : value
  return typeof value === "number" || typeof value === "boolean" ? value : undefined
}

/** What is known of a field by its name. */
type Named = Pick<Met, "isAbout" | "isSecret" | "isValue">

/**
 * Whether a field may hold credentials: by its name, by that of a pair, or because it is inside an object that holds some. A plain value is left
 * out then. Of an object or a list, only what is about the credentials is kept, such as their ids and times.
 */
const holdsSecret = (fields: Fields, isAmongSecrets: boolean, { isAbout, isSecret, isValue }: Named): boolean =>
  isSecret || (isAmongSecrets && !isAbout) || (isValue && isPairOfSecret(fields))

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object"

/** The value without what is lost of it, and without what says nothing or may be secret; undefined if nothing is left. */
const without = (value: unknown, place: Place, depth: number, isAmongSecrets = false): unknown => {
  if (value === null || value === undefined || value === "" || depth > MAX_DEPTH) return undefined
  // What a schema reads fields of, and is not an object, has nothing else.
  if (typeof value !== "object") return place.read === undefined ? plain(value) : undefined
  if (Array.isArray(value)) {
    if (value.length === 0) return place.read === undefined ? value : undefined
    const items = value.map((item) =>
      isAmongSecrets && isPlain(item) && !isHarmless(item) ? undefined : without(item, place, depth + 1, isAmongSecrets)
    )
    return items.every((item) => item === undefined) ? undefined : items.map((item) => item ?? null)
  }
  const left: Record<string, unknown> = {}
  let isEmpty = true
  for (const name of Object.keys(value)) {
    const known = place.met.get(name)
    const field = known === undefined ? meet(place, name) : known
    if (field === null) continue
    const item = (value as Fields)[name]
    const isSecret = holdsSecret(value as Fields, isAmongSecrets, field)
    if (isSecret && isPlain(item) && !isHarmless(item)) continue
    const rest = without(item, field.place, depth + 1, isSecret || isAmongSecrets)
    if (rest === undefined) continue
    left[name] = rest
    isEmpty = false
  }
  return isEmpty ? undefined : left
}

/** The marks without an effect, because the row schema names their fields: whatever the mapping makes of them is stored. */
export const withoutEffect = (
  ast: AST.AST,
  { leftOut = {}, secret = [], volatile = [] }: FieldMarks
): ReadonlyArray<string> => {
  const tree = FieldTree.ofSchema(ast)
  return [...secret, ...volatile, ...Object.keys(leftOut)].filter((path) => FieldTree.has(tree, namesOf(path)))
}

/** What a row has beyond the fields that its schema names. */
export interface FurtherFields {
  /** What the row has; null if that is nothing. */
  readonly fields: Fields | null
  /** The fields that are marked as volatile, whether the row has them or not; null if none are. */
  readonly volatile: FieldTree.FieldTree | null
  /** The paths of a record's fields that are inside a value that could not be read, so that a store keeps what it has there. */
  readonly unread: ReadonlyArray<string>
}

type Path = ReadonlyArray<PropertyKey>

/** The path as far as a record can have it: items of a list are kept together, and a name with a dot is in no path. */
const recordPath = (path: Path): Path => {
  const before = beforeItem(path)
  const index = before.findIndex((key) => String(key).includes("."))
  return index === -1 ? before : before.slice(0, index)
}

/** Whether an object or list at the path may have fields that the schema does not name. */
const mayHaveFurther = (tree: FieldTree.FieldTree, path: Path): boolean => {
  let inner: FieldTree.FieldTree | null | undefined = tree
  for (const key of path) {
    if (typeof key !== "number")
      inner = inner === null || inner === undefined ? inner : FieldTree.at(inner, String(key))
  }
  return inner !== null && inner !== undefined
}

/** Finds what a row has beyond the fields that its schema names, but not inside the values that the schema could not read. */
export type FurtherReader = (row: unknown, lost: ReadonlyArray<LostValue>) => FurtherFields

/** The reader of the further fields of rows with this schema and these marks. */
export const reader = (ast: AST.AST, { leftOut = {}, secret = [], volatile = [] }: FieldMarks = {}): FurtherReader => {
  const read = FieldTree.ofSchema(ast)
  const left = [...secret, ...Object.keys(leftOut)]
  const place = placeOf(read ?? undefined, left.length === 0 ? undefined : FieldTree.ofPaths(left))
  const changing = volatile.length === 0 ? null : FieldTree.ofPaths(volatile)
  return (row, lost) => {
    if (read === null) return { fields: null, volatile: null, unread: [] }
    const places = lost.map(({ path }) => path).filter((path) => mayHaveFurther(read, path))
    const fields = without(places.length === 0 ? row : replaced(row, places, undefined), place, 0)
    const unread = new Set(places.map((path) => [FIELD, ...recordPath(path)].join(".")))
    return { fields: isFields(fields) ? fields : null, volatile: changing, unread: [...unread] }
  }
}

/** The field of a record with what its own fields do not say. */
export const FIELD = "vendor_data"

/** The field with the paths of those that were too long for `vendor_data`. */
export const OMITTED = "vendor_data_omitted"

/** Whether records of the kind have `vendor_data`. */
export const isKept = ({ fields }: Pick<RecordKind.Any, "fields">): boolean => fields.includes(FIELD)

/** The key under which a draft has the further fields of its row. No field of a record is a symbol, so a mapping cannot write it by accident. */
export const FURTHER: unique symbol = Symbol("FURTHER")

/** A draft, with the further fields of its row. */
export const withFurther = (draft: Fields, further: FurtherFields): Fields => ({ ...draft, [FURTHER]: further })

/** The further fields of a draft's row; null if there are none. */
export const furtherOf = (draft: Fields): FurtherFields | null =>
  (draft as { readonly [FURTHER]?: FurtherFields })[FURTHER] ?? null

const namedBy = (name: string): Named => ({
  isSecret: isSecretInRow(name),
  isValue: isValueOfPair(name),
  isAbout: isAboutSecret(name)
})

const hasSecretInside = (value: unknown, depth: number): boolean => {
  // The names and the texts at the top are the connector's own.
  if (typeof value === "string") return depth > 1 && hasSecret(value)
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return false
  if (Array.isArray(value)) return value.some((item) => hasSecretInside(item, depth + 1))
  for (const name in value) {
    const item = (value as Fields)[name]
    if (depth > 0 && (isSecretInRow(name) || (isValueOfPair(name) && isPairOfSecret(value as Fields)))) return true
    if (item !== null && typeof item !== "number" && hasSecretInside(item, depth + 1)) return true
  }
  return false
}

/** The value of a mapping, which may pass on objects of the vendor whole, without what may be a credential. */
const withoutSecrets = (value: unknown, depth: number, isAmongSecrets = false): unknown => {
  if (typeof value === "string") return depth > 1 && hasSecret(value) ? null : value
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return value
  const isLost = (item: unknown, isSecret: boolean) => isSecret && isPlain(item) && !isHarmless(item)
  if (Array.isArray(value)) {
    return value.flatMap((item) =>
      isLost(item, isAmongSecrets) ? [] : [withoutSecrets(item, depth + 1, isAmongSecrets)]
    )
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): ReadonlyArray<readonly [string, unknown]> => {
      const isSecret = depth > 0 && holdsSecret(value as Fields, isAmongSecrets, namedBy(name))
      if (isLost(item, isSecret)) return []
      return [[name, withoutSecrets(item, depth + 1, isSecret || isAmongSecrets)]]
    })
  )
}

/** The `vendor_data` of a record: what its mapping wrote, which comes first, and what its row has beyond that. */
export const joined = (own: unknown, fields: Fields | null): unknown =>
  beside(hasSecretInside(own, 0) ? withoutSecrets(own, 0) : own, fields)

const beside = (own: unknown, fields: Fields | null): unknown => {
  if (fields === null) return own
  if (own === null || own === undefined) return fields
  if (!isFields(own)) return own
  const all: Record<string, unknown> = { ...own }
  for (const [name, value] of Object.entries(fields)) {
    const known = Object.hasOwn(own, name) ? own[name] : undefined
    if (known === undefined) all[name] = value
    else if (isFields(known) && isFields(value)) all[name] = beside(known, value)
  }
  return all
}

/** The volatile fields of a record's `vendor_data`: not those that its mapping wrote under the same name. */
export const volatileOf = (draft: Fields): FieldTree.FieldTree | null => {
  const volatile = furtherOf(draft)?.volatile ?? null
  const own = draft[FIELD]
  if (volatile === null || !isFields(own)) return volatile
  const names = [...volatile.fields.keys()].filter((name) => Object.hasOwn(own, name) && !isFields(own[name]))
  if (names.length === 0) return volatile
  return { ...volatile, fields: new Map([...volatile.fields].filter(([name]) => !names.includes(name))) }
}

/** Whether the field at the path, as text, is volatile. */
export const isVolatile = (volatile: FieldTree.FieldTree, path: unknown): boolean =>
  FieldTree.has(volatile, namesOf(String(path)))

/** The value without its volatile fields, and without what has nothing left; undefined if that is all of it. */
export const cut = (value: unknown, volatile: FieldTree.FieldTree | null): unknown => {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => cut(item, volatile) ?? null)
  if (!isFields(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]): ReadonlyArray<readonly [string, unknown]> => {
    const inner = volatile === null ? undefined : FieldTree.at(volatile, name)
    const rest = inner === null ? undefined : cut(item, inner ?? null)
    return rest === undefined ? [] : [[name, rest]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The record without the volatile fields of its `vendor_data`, whose keys are in order, for comparison alone. */
export const settled = (record: Fields, volatile: FieldTree.FieldTree | null): Fields => {
  if (volatile === null) return record
  const omitted = record[OMITTED]
  const rest = Array.isArray(omitted) ? omitted.filter((path) => !isVolatile(volatile, path)) : []
  return { ...record, [FIELD]: sortedKeys(cut(record[FIELD], volatile) ?? null), [OMITTED]: rest }
}
