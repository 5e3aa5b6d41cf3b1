import { at } from "../http/JsonPath.js"
import { cleanText, identify } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"

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

const asId = (value: unknown): string | null => {
  if (typeof value === "number" && Number.isFinite(value)) return String(value)
  return typeof value === "string" && value !== "" ? cleanText(value) : null
}

/** The reader for ids at this place. */
export const reader =
  <Context extends ReadonlyArray<unknown>>(id: RowId<Context>): RowIdReader<Context> =>
  (row, ...context) => {
    try {
      return asId(typeof id === "string" ? at(row, id) : id(row, ...context))
    } catch {
      return null
    }
  }

/** An id of several parts, with a slash between them; null if one of them is missing. */
export const joinedId = (...parts: ReadonlyArray<unknown>): string | null => {
  const ids = parts.map(asId)
  return ids.includes(null) ? null : ids.join("/")
}

/** The id of a relation between a row, whose own id is at `path`, and its parent; `toDraft` returns the two ends. */
export const ofRelation =
  <K extends RecordKind.Any, Parent>(
    path: string,
    kind: K,
    toDraft: (id: string, parent: Parent) => RecordKind.Draft<K>
  ): RowId<[parent: Parent]> =>
  (row, parent) => {
    const id = asId(at(row, path))
    return id === null ? null : kind.identity(toDraft(id, parent))
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

/**
 * Throws `WrongRowId` if the raw row's id is not the id of its draft.
 *
 * With a wrong id, an unreadable row would protect another record than its own, which would then be deleted.
 */
export const verify = (
  endpoint: string,
  kind: RecordKind.Any,
  rawId: string | null,
  draft: Readonly<Record<string, unknown>>
): void => {
  const identity = identify(kind, draft)
  if (identity !== null && identity !== rawId) throw new WrongRowId(endpoint, kind.name)
}
