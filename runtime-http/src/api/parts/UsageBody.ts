import { RecordCount } from "@tributary/core"
import { Schema } from "effect"
import * as Described from "./Described.js"

const count = Schema.Int.annotations({ jsonSchema: { type: "integer" } })

/** How many of something the account has, and how many it may have. */
export const QuotaUsage = Described.struct("QuotaUsage", {
  /** How many there are; what was deleted does not count. */
  used: count,
  /** How many there may be. Null without a limit. */
  limit: Schema.NullOr(count)
})

/** What the account of the key has, and what it may have. */
export const Usage = Described.struct("Usage", {
  /** Its organizations. */
  organizations: QuotaUsage,
  /** The connections of all its organizations. */
  connections: QuotaUsage,
  /** The records of all its connections and kinds, with relations between records and without those that are marked as deleted. */
  records: QuotaUsage,
  /** The same records by kind; kinds without records are left out. */
  records_by_kind: Schema.Array(RecordCount)
})
export interface Usage extends Schema.Schema.Type<typeof Usage> {}
