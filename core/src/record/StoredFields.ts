import * as Facets from "./Facets.js"
import * as FieldPath from "./FieldPath.js"
import { type NormalizedRecord, render } from "./normalize.js"
import type * as RecordKind from "./RecordKind.js"
import { FIELD, OMITTED } from "./VendorData.js"
import * as Bound from "./VendorDataBound.js"

/** A record as it is stored. */
export interface StoredRecord extends Pick<NormalizedRecord, "wire" | "onRequest"> {
  /** Whether it was removed, so that its deletion may have changed fields. */
  readonly isGone: boolean
}

/** The fields that a deletion changes. A record that returns must not keep what its deletion wrote there. */
const changedByDeletion = ({ deletion }: RecordKind.Any): ReadonlyArray<string> => {
  if (deletion._tag === "Hide") return []
  if (deletion._tag === "Flag") return ["is_deleted"]
  return [deletion.field, ...(deletion.within === undefined ? [] : [deletion.within.list])]
}

/** The fields of a stored record, including those shown only on request. */
export const valueOf = ({ onRequest, wire }: Pick<StoredRecord, "onRequest" | "wire">): NormalizedRecord["value"] => ({
  ...JSON.parse(wire),
  ...JSON.parse(onRequest ?? "{}")
})

/** The content of a record with other values in the fields with these paths. */
export const replaced = (
  kind: RecordKind.Any,
  fields: NormalizedRecord["value"],
  values: Readonly<Record<string, unknown>>
): Pick<NormalizedRecord, "wire" | "onRequest" | "value" | "facets"> => {
  const value = Object.entries(values).reduce((all, [path, each]) => FieldPath.replace(all, path, each), fields)
  return { ...render(kind, value), value, facets: Facets.terms(kind.facets, value) }
}

/** The record, which also tells what the stored one lacks of the fields that are kept. */
const withOmitted = (
  fields: NormalizedRecord["value"],
  before: NormalizedRecord["value"],
  kept: ReadonlyArray<string>
): NormalizedRecord["value"] => {
  const omitted = before[OMITTED]
  if (!Array.isArray(omitted)) return fields
  const places = kept.filter(FieldPath.isOpen).map((path) => path.slice(FIELD.length + 1))
  const isKept = (path: string): boolean =>
    kept.includes(FIELD) || places.some((place) => path === place || path.startsWith(`${place}.`))
  const own = omitted.filter((path) => isKept(String(path)))
  const known = fields[OMITTED]
  return own.length === 0
    ? fields
    : { ...fields, [OMITTED]: [...new Set([...(Array.isArray(known) ? known : []), ...own])].toSorted() }
}

/**
 * The record, with the stored values in the fields that could not be read.
 *
 * A store writes the result instead of the record, so that a refused lookup never replaces what was read before.
 */
export const keep = (kind: RecordKind.Any, record: NormalizedRecord, stored: StoredRecord): NormalizedRecord => {
  const excluded = stored.isGone ? changedByDeletion(kind) : []
  const kept = record.unread.filter((path) => !excluded.includes(path.split(".")[0] ?? ""))
  if (kept.length === 0) return record
  const before = valueOf(stored)
  const values = kept.flatMap((path): ReadonlyArray<readonly [string, unknown]> => {
    const value = FieldPath.read(before, path)
    // What neither record has stays away.
    const isNowhere = value === null && FieldPath.isOpen(path) && FieldPath.read(record.value, path) === null
    return isNowhere ? [] : [[path, value]]
  })
  const value = Object.entries(Object.fromEntries(values)).reduce(
    (all, [path, each]) => FieldPath.replace(all, path, each),
    withOmitted(record.value, before, kept)
  )
  const bounded = Bound.bounded(value, record.volatile)
  return { ...record, ...render(kind, bounded), value: bounded, facets: Facets.terms(kind.facets, bounded) }
}
