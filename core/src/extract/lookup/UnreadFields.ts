import type { ProblemReason } from "../../contract/ProblemReason.js"
import type * as RecordKind from "../../record/RecordKind.js"

/** Fields of a kind of record that could not be read, because the vendor refuses an optional lookup, or does not send all of it. */
export interface UnreadFields {
  /** The kind of record. */
  readonly kind: RecordKind.Any
  /** The paths of the fields; records keep there what was read before. */
  readonly fields: ReadonlyArray<string>
  /** The endpoint of the lookup. */
  readonly endpoint: string
  /** The permissions that the lookup needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Why, as a reason of the failure table. */
  readonly problem: ProblemReason
  /** What the vendor answered, without credentials or personal data. */
  readonly reason: string
}

/** One entry per kind and endpoint, with all fields of both lists and the later reason. */
export const mergeUnread = (
  known: ReadonlyArray<UnreadFields>,
  more: ReadonlyArray<UnreadFields>
): ReadonlyArray<UnreadFields> => {
  const merged = new Map<string, UnreadFields>()
  for (const each of [...known, ...more]) {
    const key = `${each.kind.name} ${each.endpoint}`
    const fields = new Set([...(merged.get(key)?.fields ?? []), ...each.fields])
    merged.set(key, { ...each, fields: [...fields] })
  }
  return [...merged.values()]
}
