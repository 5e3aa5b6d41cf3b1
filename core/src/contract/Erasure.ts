import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** What an erasure removes: a connection, an organization with its connections, or an account with everything. */
export const ErasureSubject = Schema.Literal("CONNECTION", "ORGANIZATION", "ACCOUNT").annotations(
  Field.named("ErasureSubject")
)
export type ErasureSubject = Schema.Schema.Type<typeof ErasureSubject>

/** Where an erasure stands: `QUEUED`, then `RUNNING` from its first batch on, then `SUCCESS` once nothing is left. */
export const ErasureStatus = Schema.Literal("QUEUED", "RUNNING", "SUCCESS").annotations(Field.named("ErasureStatus"))
export type ErasureStatus = Schema.Schema.Type<typeof ErasureStatus>

/** What an erasure has removed from one table of the service's database. */
export const ErasureLine = Field.struct("ErasureLine", {
  /** The name of the table. */
  table: Schema.String,
  /** How many of its rows are gone, or no longer contain what they said. */
  count: Field.Integer,
  /** When the last of them went. */
  last_at: Timestamp
})

/** A request to erase a customer, and its receipt: ids and counts alone, which stay. */
export const Erasure = Field.struct("Erasure", {
  /** The service's id of the erasure. */
  erasure_id: Field.Id,
  /** What it removes. */
  subject: ErasureSubject,
  /** The organization that it removes, or whose connection it removes. Null if it removes the account. */
  organization_id: Schema.NullOr(Field.Id),
  /** The connection that it removes. Null unless `subject` is `CONNECTION`. */
  connection_id: Schema.NullOr(Field.Id),
  /** Where it stands. */
  status: ErasureStatus,
  /** When it was requested first. */
  requested_at: Timestamp,
  /** When its first batch ran. Null before. */
  started_at: Schema.NullOr(Timestamp),
  /** When nothing was left. Null until then. */
  finished_at: Schema.NullOr(Timestamp),
  /** One entry for each table from which it has removed anything so far; what the purge of old data removed earlier is not counted. */
  receipt: Schema.Array(ErasureLine)
})
export interface Erasure extends Schema.Schema.Type<typeof Erasure> {}
