/*
 * When a field that an answer empties is believed to be empty. Pure, so that every store can use the same rule.
 *
 * An empty side list, with the status 200, says of all users that they are no administrators. So a scan does not write what it empties: until
 * its end, records keep what they had. Then, if most records of the scan that had the field would lose it, the field counts as unread, and is
 * believed once a full scan that begins a distance later says the same, as a deletion is; see `DeletionRule`. Anything less is written at once.
 */

import * as DeletionRule from "./DeletionRule.js"

/** A complete scan, as far as the rule depends on it. */
interface ScanTimes extends Omit<DeletionRule.ScanTimes, "number"> {
  readonly mode: "full" | "delta"
}

type Guard = Pick<DeletionRule.SweepGuard, "evidenceSecs" | "minFilled">

/** More than this share of the records that have a field are most of them. */
const MAX_SHARE = 0.5

/** How many fields of a kind a scan counts; of further ones inside objects, such as tags, it believes what it reads. */
const MAX_FIELDS = 400

/** What a scan has found out about one field of a kind. */
export interface FieldCount {
  /** The records that have it after the scan. */
  filled: number
  /** The records that would lose it. */
  emptied: number
}

/** What a scan has found out about the fields of its records: by the name of the kind, and by the path of the field. */
export type FieldCounts = Map<string, Map<string, FieldCount>>

/** The counts of a kind, to which more can be added. */
export const fieldsIn = (counts: FieldCounts, kind: string): Map<string, FieldCount> => {
  const fields = counts.get(kind) ?? new Map<string, FieldCount>()
  counts.set(kind, fields)
  return fields
}

/** Counts one more record that has the field, or would lose it; returns whether the field is one of those that are counted. */
export const count = (fields: Map<string, FieldCount>, path: string, which: keyof FieldCount): boolean => {
  const found = fields.get(path)
  if (found !== undefined) {
    found[which] += 1
    return true
  }
  // A kind has few fields of its own, and a scan may meet one of them only after many tags.
  if (fields.size >= MAX_FIELDS && path.includes(".")) return false
  fields.set(path, { filled: 0, emptied: 0, [which]: 1 })
  return true
}

/** The sums of two counts. */
export const merged = (a: FieldCounts, b: FieldCounts): FieldCounts => {
  const sums: FieldCounts = new Map()
  for (const counts of [a, b]) {
    for (const [kind, fields] of counts) {
      const sum = fieldsIn(sums, kind)
      for (const [path, { emptied, filled }] of fields) {
        const before = sum.get(path) ?? { emptied: 0, filled: 0 }
        sum.set(path, { emptied: before.emptied + emptied, filled: before.filled + filled })
      }
    }
  }
  return sums
}

/** Whether records of a kind would lose anything. */
export const hasEmptied = (counts: FieldCounts, kind: string): boolean =>
  [...(counts.get(kind)?.values() ?? [])].some(({ emptied }) => emptied > 0)

/** The counts as text; `fromText` reads it. */
export const toText = (counts: FieldCounts): string =>
  JSON.stringify(
    [...counts].map(([kind, fields]) => [
      kind,
      [...fields].map(([path, { emptied, filled }]) => [path, filled, emptied] as const)
    ])
  )

type Text = ReadonlyArray<
  readonly [kind: string, ReadonlyArray<readonly [path: string, filled: number, emptied: number]>]
>

/** The counts that `toText` wrote. */
export const fromText = (text: string): FieldCounts =>
  new Map(
    (JSON.parse(text) as Text).map(([kind, fields]) => [
      kind,
      new Map(fields.map(([path, filled, emptied]) => [path, { filled, emptied }]))
    ])
  )

/** A field that records keep, although a scan would empty it. */
export interface KeptField {
  /** The name of the record kind. */
  readonly kind: string
  /** The path of the field. */
  readonly path: string
  /** How many records would lose it. */
  readonly count: number
  /** How many records had it, of those that the scan read. */
  readonly all: number
  /** Since when answers would empty it, in milliseconds since 1970. */
  readonly since: number
}

const isMost = ({ minFilled }: Guard, { emptied, filled }: FieldCount): boolean => {
  const all = emptied + filled
  return all >= minFilled && emptied > all * MAX_SHARE
}

/** From when on a full scan that would empty a kept field is believed, in milliseconds since 1970. */
export const believableAt = (guard: Pick<Guard, "evidenceSecs">, { since }: Pick<KeptField, "since">): number =>
  DeletionRule.provableAt(guard, since)

/**
 * The fields that records keep after a complete scan; what it would empty besides is written. `before` are those that they have kept so far.
 *
 * A delta reads a part of the records: it can begin to doubt a field, but neither confirms nor dispels a doubt.
 */
export const keptAfter = (
  guard: Guard,
  scan: ScanTimes,
  counts: FieldCounts,
  before: ReadonlyArray<KeptField>
): ReadonlyArray<KeptField> => {
  const keyOf = ({ kind, path }: Pick<KeptField, "kind" | "path">) => JSON.stringify([kind, path])
  const known = new Map(before.map((field) => [keyOf(field), field]))
  const found = [...counts].flatMap(([kind, fields]) =>
    [...fields].flatMap(([path, each]): ReadonlyArray<KeptField> => {
      if (!isMost(guard, each)) return []
      const before = known.get(keyOf({ kind, path }))?.since ?? null
      const since = DeletionRule.missingSince({ isReadable: true, isConfirmed: false }, scan, before) ?? scan.openedAt
      return [{ kind, path, count: each.emptied, all: each.emptied + each.filled, since }]
    })
  )
  if (scan.mode === "full") {
    const isBelieved = (field: KeptField) => known.has(keyOf(field)) && scan.startedAt >= believableAt(guard, field)
    return found.filter((field) => !isBelieved(field))
  }
  return [...known.values(), ...found.filter((field) => !known.has(keyOf(field)))]
}

/** When the full scan is due that decides about the kept fields, in milliseconds since 1970; null if there are none. */
export const confirmAt = (guard: Guard, kept: ReadonlyArray<KeptField>): number | null =>
  kept.length === 0 ? null : Math.min(...kept.map((field) => believableAt(guard, field)))
