import { Schema } from "effect"
import * as Described from "./Described.js"

const Instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

/** What the service knows about a record besides its fields. Times are in UTC with microseconds. */
export const RecordMeta = Described.struct("RecordMeta", {
  /** When the record last counted as changed, by itself or because a relation that it shows changed: what `updatedSince` compares. */
  updated_at: Instant,
  /** When the service first stored the record. Null if a release did that which did not keep the time. */
  first_seen_at: Schema.NullOr(Instant),
  /**
   * When the source tool was last known to have the record: the start of the last complete scan of its list that found it, or when it was
   * last read as new or changed. Null if unknown.
   */
  last_seen_at: Schema.NullOr(Instant),
  /** The job that last wrote the record's own fields, or found it gone. Null if unknown. */
  job_id: Schema.NullOr(Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })),
  /** The version of the connector that did so. Null if unknown. */
  connector_version: Schema.NullOr(Schema.String)
})
export interface RecordMeta extends Schema.Schema.Type<typeof RecordMeta> {}
