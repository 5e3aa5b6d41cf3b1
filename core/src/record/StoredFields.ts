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

/**
 * The record, with the stored values in the fields that could not be read.
 *
 * A store writes the result instead of the record, so that a refused lookup never replaces what was read before.
 */
export const keep = (kind: RecordKind.Any, record: NormalizedRecord, stored: StoredRecord): NormalizedRecord => {
  const excluded = stored.isGone ? changedByDeletion(kind) : []
  const kept = record.unread.filter((path) => !excluded.includes(path.split(".")[0] ?? ""))
  if (kept.length === 0) return record
  const before = { ...JSON.parse(stored.wire), ...JSON.parse(stored.onRequest ?? "{}") } as NormalizedRecord["value"]
  const value = kept.reduce(
    (fields, path) => FieldPath.replace(fields, path, FieldPath.read(before, path)),
    record.value
  )
  return { ...record, ...render(kind, value), value, facets: Facets.terms(kind.facets, value) }
}
