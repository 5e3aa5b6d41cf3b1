import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/**
 * Why deletions wait for a decision. `UNREADABLE_ROWS`: the source tool returned rows whose id could not be read, or
 * a list that may have ended early, so that it may still have the missing records. `LARGE_SHARE`: too large a share of the records is missing. `EVERYTHING`: all records are
 * missing. `EMPTIED_PARENTS`: too many records, such as groups, have lost all their members at once.
 */
export const HeldBackReason = Schema.Literal(
  "UNREADABLE_ROWS",
  "LARGE_SHARE",
  "EVERYTHING",
  "EMPTIED_PARENTS"
).annotations(Field.named("HeldBackReason"))
export type HeldBackReason = Schema.Schema.Type<typeof HeldBackReason>

/** Deletions of one kind of record that a job held back. */
export const HeldBackByJob = Field.struct("HeldBackByJob", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** How many records the job did not delete. */
  count: Field.Integer,
  /** Why the deletions wait. */
  reason: HeldBackReason,
  /** What happened and what to do, as human-readable text. */
  message: Schema.String
})
export interface HeldBackByJob extends Schema.Schema.Type<typeof HeldBackByJob> {}

/** Deletions of one kind of record that wait for a decision. */
export const HeldBackDeletion = Field.struct("HeldBackDeletion", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** How many records complete scans no longer find, but whose deletion waits. */
  count: Field.Integer,
  /** Why the deletions wait. */
  reason: HeldBackReason,
  /** Since when deletions of this kind wait. */
  held_since: Timestamp
})
export interface HeldBackDeletion extends Schema.Schema.Type<typeof HeldBackDeletion> {}

/** What to do with held-back deletions: `CONFIRM` deletes the records that are still missing, `DISMISS` forgets that they were. */
export const HeldBackDecision = Schema.Literal("CONFIRM", "DISMISS").annotations(Field.named("HeldBackDecision"))
export type HeldBackDecision = Schema.Schema.Type<typeof HeldBackDecision>
