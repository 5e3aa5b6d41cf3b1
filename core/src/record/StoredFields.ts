import * as Facets from "./Facets.js"
import * as FieldPath from "./FieldPath.js"
import { type NormalizedRecord, render } from "./normalize.js"
import type * as RecordKind from "./RecordKind.js"

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
  return {
    ...record,
    ...replaced(kind, record.value, Object.fromEntries(kept.map((path) => [path, FieldPath.read(before, path)])))
  }
}
