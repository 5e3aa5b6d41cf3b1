import { createHash } from "node:crypto"
import type { RecordKind } from "@tributary/core"
import { configure } from "safe-stable-stringify"

const stringify = configure({ deterministic: true })

/**
 * Sha256 over the record's canonical JSON, as a `bytea` literal: equal for equal content, whatever the order of keys at any depth.
 *
 * A field that is absent counts as null, since the wire shows it as null.
 */
export const of = (kind: RecordKind.Any, value: Readonly<Record<string, unknown>>): string => {
  const fields = Object.fromEntries([...kind.fields, ...kind.onRequest].map((field) => [field, value[field] ?? null]))
  return `\\x${createHash("sha256")
    .update(stringify(fields) ?? "")
    .digest("hex")}`
}
