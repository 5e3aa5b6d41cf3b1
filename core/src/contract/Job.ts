import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { HealthName } from "./Health.js"
import { JobStatus } from "./OutboundJob.js"

/** What one export type of a pull job did, in records. */
export const JobExport = Schema.Struct({
  data_export_type: DataExportType,
  health: HealthName,
  endpoint: Schema.NullOr(Schema.String),
  message: Schema.NullOr(Schema.String),
  seen: Field.Integer,
  created: Field.Integer,
  changed: Field.Integer,
  unchanged: Field.Integer,
  deleted: Field.Integer,
  rejected: Field.Integer,
  /** Records, of those seen, with a value of the source tool that has no counterpart here, such as a new severity. */
  unmapped: Field.Integer,
  /** Records that a complete scan no longer saw, but whose deletion waits for an operator's confirmation. */
  held_back: Field.Integer
}).annotations({ identifier: "JobExport" })

export interface JobExport extends Schema.Schema.Type<typeof JobExport> {}

/** One pull run of a connection. */
export const Job = Schema.Struct({
  id: Field.Id,
  status: JobStatus,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp),
  failure_reason: Schema.NullOr(Schema.String),
  data_exports: Schema.Array(JobExport)
}).annotations({ identifier: "Job" })

export interface Job extends Schema.Schema.Type<typeof Job> {}
