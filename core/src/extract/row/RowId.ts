import * as JsonPath from "../../JsonPath.js"
import * as Result from "../../Result.js"
import type * as Batch from "../../record/Batch.js"
import { identify } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"

/**
 * Where a raw row has the `vendor_id` of its record: a path such as `id`, or a function for an id that has several parts.
 *
 * The id of a row that cannot be decoded shows which record the vendor still has, so that its absence is not taken for
 * a deletion.
 */
export type RowId<Context extends ReadonlyArray<unknown> = []> =
  | string
  | ((row: unknown, ...context: Context) => unknown)

/** Reads the id of a raw row; null if the row has none. Never throws. */
export type RowIdReader<Context extends ReadonlyArray<unknown> = []> = (
  row: unknown,
  ...context: Context
) => string | null

/** Whether JSON may have had another integer here: JavaScript reads those beyond 2^53 without their last digits. */
const isRounded = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** Converts a raw value to an id; null if it is not an id, or lost digits. */
export const asId = (value: unknown): string | null => {
  if (typeof value === "number") return Number.isFinite(value) && !isRounded(value) ? String(value) : null
  return typeof value === "string" && value !== "" ? value : null
}

/** The reader for ids at this place. */
export const reader = <Context extends ReadonlyArray<unknown>>(id: RowId<Context>): RowIdReader<Context> => {
  const read = typeof id === "string" ? JsonPath.reader(id) : (row: unknown, context: Context) => id(row, ...context)
  return (row, ...context) => {
    try {
      return asId(read(row, context))
    } catch {
      return null
    }
  }
}

/** An id of several parts, with a slash between them; null if one of them is missing. */
export const joinedId = (...parts: ReadonlyArray<unknown>): string | null => {
  const ids = parts.map(asId)
  return ids.includes(null) ? null : ids.join("/")
}

/** A row that has nothing but its id. */
const onlyId = (path: string, id: unknown): unknown =>
  JsonPath.namesOf(path).reduceRight<unknown>((inner, name) => ({ [name]: inner }), id)

/**
 * The id of a relation between a row, whose own id is at `path`, and its parent: that of the two ends which the mapping makes of a row with nothing
 * but its id, so that a row that cannot be decoded has it, too.
 */
export const ofRelation = <Parent>(
  path: string,
  kind: RecordKind.Any,
  toDraft: (row: unknown, parent: Parent) => object
): RowIdReader<[parent: Parent]> => {
  const readId = JsonPath.reader(path)
  return (row, parent) => {
    const id = readId(row)
    if (asId(id) === null) return null
    try {
      return identify(kind, toDraft(onlyId(path, id), parent) as Readonly<Record<string, unknown>>)
    } catch {
      return null
    }
  }
}

/** The `id` option of a list does not lead to the `vendor_id` that the mapping returns. */
export class WrongRowId extends Error {
  override readonly name = "WrongRowId"
  constructor(endpoint: string, kind: string) {
    super(
      `${endpoint}: the id of a raw row differs from the vendor_id of its ${kind}. ` +
        "Set the list's `id` option to the path of that id in the row, or to a function that reads it."
    )
  }
}

const ROUNDED: Batch.Unreadable = {
  issues: ["id: Expected a string or an integer below 2^53, because JSON numbers beyond it lose their last digits"],
  vendorId: null
}

/** Whether an identity contains a number that was rounded. */
const hasRounded = (identity: string): boolean =>
  (identity.match(/\d{16,}/g) ?? []).some((text) => isRounded(Number(text)))

/**
 * The mapped row if the raw row's id is the id of its draft. Throws `WrongRowId` if it is another one, because an unreadable row would then
 * protect another record than its own, which would be deleted.
 *
 * A row with a rounded id counts as unreadable: its record could replace that of a neighbor.
 */
export const verified = <D extends Readonly<Record<string, unknown>>>(
  endpoint: string,
  kind: RecordKind.Any,
  rawId: string | null,
  mapped: Result.Result<D, Batch.Unreadable>
): Result.Result<D, Batch.Unreadable> => {
  if (Result.isFailure(mapped)) return mapped
  const identity = identify(kind, mapped.success)
  if (identity === null || identity === rawId) return mapped
  if (rawId === null && hasRounded(identity)) return Result.fail(ROUNDED)
  throw new WrongRowId(endpoint, kind.name)
}
