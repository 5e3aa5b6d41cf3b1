import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { DuplicateSample } from "./DuplicateSample.js"
import { HealthName, ResolutionOwner } from "./Health.js"
import { HeldBackByJob } from "./HeldBackDeletion.js"
import { MissingRecords } from "./MissingRecords.js"
import { JobStatus } from "./OutboundJob.js"
import { ProblemReason } from "./ProblemReason.js"
import { UnreadFields } from "./UnreadFields.js"

/** What one export type of a pull job did, in numbers of records. */
export const JobExport = Field.struct("JobExport", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** How this export type ended; `HEALTHY` if it succeeded, or if nothing failed before a pause ended the job. */
  health: HealthName,
  /** Why this type of data could not be read. Null if it could. */
  reason: Schema.NullOr(ProblemReason),
  /** Who must act. Null if this type of data could be read. */
  resolution_owner: Schema.NullOr(ResolutionOwner),
  /** What the customer should know or do, as a sentence that a product can show. Null if this type of data could be read. */
  customer_message: Schema.NullOr(Schema.String),
  /** The path of the source tool's endpoint that failed. Null if none did. */
  endpoint: Schema.NullOr(Schema.String),
  /** What went wrong or could not be read, as human-readable text. Null if there is nothing to say. */
  message: Schema.NullOr(Schema.String),
  /** Records that the source tool returned. */
  seen: Field.Integer,
  /** Records that were not stored before. */
  created: Field.Integer,
  /** Records whose content differs from what was stored. */
  changed: Field.Integer,
  /** Records with the same content as before. */
  unchanged: Field.Integer,
  /** Records that complete scans no longer found and that are now marked as deleted or hidden from lists. */
  deleted: Field.Integer,
  /** Rows of the source tool that could not become records, or for which the account has no room. */
  rejected: Field.Integer,
  /**
   * Rows whose id another row of the same full scan has, with other content. One of them becomes the record, and always the same one, in
   * whatever order the source tool returns them.
   */
  duplicates: Field.Integer,
  /** Some of the records of `duplicates`; at most 5. */
  duplicate_samples: Schema.Array(DuplicateSample),
  /** Values of the source tool that could not be read. They cost only their fields, which keep what was read before, or are null. */
  unreadable: Field.Integer,
  /** Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5. */
  unreadable_samples: Schema.Array(Schema.String),
  /** Records, of those seen, with a value of the source tool that has no counterpart here, such as a new severity. */
  unmapped: Field.Integer,
  /** Records that complete scans no longer found, but whose deletion waits for a decision. */
  held_back: Field.Integer,
  /** The records of `held_back` by kind, with the reason; empty if no deletion waits. */
  held_back_deletions: Schema.Array(HeldBackByJob),
  /** Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none is missing. */
  missing_records: Schema.Array(MissingRecords),
  /** Fields that could not be read, or were not believed; empty if every field was read. */
  unread_fields: Schema.Array(UnreadFields)
})

export interface JobExport extends Schema.Schema.Type<typeof JobExport> {}

/** One run that pulls the data of a connection. */
export const Job = Field.struct("Job", {
  /** The service's id of the job. */
  id: Field.Id,
  /** Where the job stands. */
  status: JobStatus,
  /** When the job started. Null while it is queued. */
  started_at: Schema.NullOr(Timestamp),
  /** When the job ended. Null until then. */
  finished_at: Schema.NullOr(Timestamp),
  /** Why the job failed, as human-readable text. Null unless `status` is `FAILED`. */
  failure_reason: Schema.NullOr(Schema.String),
  /** One entry for each export type; empty until the job has reports. */
  data_exports: Schema.Array(JobExport)
})

export interface Job extends Schema.Schema.Type<typeof Job> {}
