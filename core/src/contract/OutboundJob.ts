import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"

/** QUEUED, then RUNNING, then SUCCESS or FAILED; no other transition. */
export const JobStatus = Schema.Literal("QUEUED", "RUNNING", "SUCCESS", "FAILED").annotations({
  identifier: "JobStatus"
})
export type JobStatus = Schema.Schema.Type<typeof JobStatus>

/** A write into a source tool. */
export const OutboundJob = Schema.Struct({
  id: Field.Id,
  status: JobStatus,
  task_name: Schema.String,
  vendor: Schema.String,
  failure_reason: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}).annotations({ identifier: "OutboundJob" })

export interface OutboundJob extends Schema.Schema.Type<typeof OutboundJob> {}
