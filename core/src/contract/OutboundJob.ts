import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** Where a job stands: `QUEUED`, then `RUNNING`, then `SUCCESS` or `FAILED`; there is no other transition. */
export const JobStatus = Schema.Literal("QUEUED", "RUNNING", "SUCCESS", "FAILED").annotations(Field.named("JobStatus"))
export type JobStatus = Schema.Schema.Type<typeof JobStatus>

/** A write to a source tool. */
export const OutboundJob = Field.struct("OutboundJob", {
  /** The service's id of the job. */
  id: Field.Id,
  /** Where the job stands. */
  status: JobStatus,
  /** What the job does, such as `create_ticket`. */
  task_name: Schema.String,
  /** The vendor identifier of the source tool that the job writes to. */
  vendor: Schema.String,
  /** Why the write failed, as human-readable text. Null unless `status` is `FAILED`. */
  failure_reason: Schema.NullOr(Schema.String),
  /** When the job started. Null while it is queued. */
  started_at: Schema.NullOr(Timestamp),
  /** When the job ended. Null until then. */
  finished_at: Schema.NullOr(Timestamp)
})

export interface OutboundJob extends Schema.Schema.Type<typeof OutboundJob> {}
