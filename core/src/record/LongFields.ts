import { type LostValue, replaced } from "./ReadablePart.js"
import type * as RecordKind from "./RecordKind.js"
import * as SchemaTypes from "./SchemaTypes.js"

/*
 * What a record loses if it is too long. A list of a large customer can be longer than a record may be, such as the targets of a scan. Like a
 * value that cannot be read, it costs its field and not the record, as long as the field may be null.
 */

type Path = LostValue["path"]
type Types = ReturnType<typeof SchemaTypes.typesOf>

/** A field with less JSON than this is not worth its loss. */
const MIN_LENGTH = 1_000

/** The most fields that a record loses: each takes time that grows with its length. */
const MAX_FIELDS = 8

/** The object whose fields are named by the mapping and may all be null, although the schema does not name them. */
const FREE = "vendor_attributes.data"

/** About how much JSON a value has; making that of a long text would take longer than looking at it. */
const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : (JSON.stringify(value)?.length ?? 0)

/** The longest field in a value that may be null, as deep as the schema or the mapping names fields; null if there is none. */
const longestIn = (value: unknown, types: Types, path: Path): Path | null => {
  const isFree = path.slice(0, -1).map(String).join(".") === FREE
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value)
  const members = isObject && !isFree ? Object.entries(value) : []
  const long = members.map(([name, item]) => ({ name, item, length: lengthOf(item) }))
  for (const { item, length, name } of long.toSorted((one, other) => other.length - one.length)) {
    if (length < MIN_LENGTH) break
    const found = longestIn(item, SchemaTypes.typesAt(types, name), [...path, name])
    if (found !== null) return found
  }
  return path.length > 0 && (isFree || SchemaTypes.areNullable(types)) ? path : null
}

/** A record that fits, and what it has lost. */
export interface Shortened {
  readonly value: Readonly<Record<string, unknown>>
  readonly lost: ReadonlyArray<LostValue>
}

/** The record without its longest fields, as far as it takes for `fits`; null if those that may be null are not enough. */
export const shortened = (
  kind: RecordKind.Any,
  record: Shortened["value"],
  fits: (record: Shortened["value"]) => boolean
): Shortened | null => {
  let [value, lost]: [Shortened["value"], ReadonlyArray<LostValue>] = [record, []]
  while (!fits(value)) {
    const path = lost.length < MAX_FIELDS ? longestIn(value, SchemaTypes.typesOf(kind.schema.ast), []) : null
    if (path === null) return null
    value = replaced(value, [path], null) as Shortened["value"]
    lost = [...lost, { path, issue: `${path.map(String).join(".")}: Expected a shorter value` }]
  }
  return { value, lost }
}
