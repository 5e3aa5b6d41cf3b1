import { Schema } from "effect"
import { DataExportType } from "../DataExportType.js"
import * as Field from "../records/Field.js"
import { Timestamp } from "../Timestamp.js"
import { ChangeDetection } from "./ChangeDetection.js"
import { ConnectionState } from "./Connection.js"
import { DuplicateSample } from "./DuplicateSample.js"
import { HeldBackProblem } from "./HeldBackProblem.js"
import { MissingRecords } from "./MissingRecords.js"
import { JobStatus } from "./OutboundJob.js"
import { Problem, ProblemReason } from "./Problem.js"
import { UnreadFields } from "./UnreadFields.js"

/**
 * How far the first sync of a connection is. `FIRST_SYNC_PENDING`: no job has begun. `FIRST_SYNC_RUNNING`: a job runs,
 * and some types of data have never been read completely. `FIRST_SYNC_INCOMPLETE`: no job runs, and some types of data
 * have never been read completely; `data_exports` says which. `SYNCED`: every type of data has been read completely.
 */
export const SyncPhase = Schema.Literal(
  "FIRST_SYNC_PENDING",
  "FIRST_SYNC_RUNNING",
  "FIRST_SYNC_INCOMPLETE",
  "SYNCED"
).annotations(Field.named("SyncPhase"))
export type SyncPhase = Schema.Schema.Type<typeof SyncPhase>

/**
 * How current one type of data is. `FAILING`: it could not be read the last time, see `problems`. Otherwise `RUNNING`: a
 * job reads it now. Otherwise `NEVER`: it has never been read completely. Otherwise `STALE`: it was last read completely
 * longer ago than twice `refresh_interval_secs` plus `timeout_secs` of the connection. Otherwise `CURRENT`.
 */
export const ExportState = Schema.Literal("NEVER", "RUNNING", "CURRENT", "STALE", "FAILING").annotations(
  Field.named("ExportState")
)
export type ExportState = Schema.Schema.Type<typeof ExportState>

/** One run of a connection, without its numbers; the list of jobs has those. */
export const SyncSummary = Field.struct("SyncSummary", {
  /** The service's id of the job. */
  id: Field.Id,
  /** Where the job stands, and how it ended. */
  status: JobStatus,
  /** When the job started. Null while it is queued. */
  started_at: Schema.NullOr(Timestamp),
  /** When the job ended. Null until then. */
  finished_at: Schema.NullOr(Timestamp),
  /** Why the job failed, as human-readable text. Null unless `status` is `FAILED`. */
  failure_reason: Schema.NullOr(Schema.String),
  /**
   * Whether the job ended early because the connection was paused, or because the operator stopped its connector. Its `status` is then `FAILED`, because not everything was
   * read, but nothing is wrong: the next job continues where this one ended, if it starts within a day.
   */
  is_ended_by_pause: Schema.Boolean
})
export interface SyncSummary extends Schema.Schema.Type<typeof SyncSummary> {}

/** Requests of the running job to one endpoint that wait before they are sent, or sent again. */
export const JobWait = Field.struct("JobWait", {
  /** The type of data that waits. */
  data_export_type: DataExportType,
  /** The path of the source tool's endpoint. */
  endpoint: Schema.String,
  /** Why they wait. */
  reason: ProblemReason,
  /** When the first of them is sent; if that has passed, its answer is awaited. */
  until: Timestamp,
  /** Since when one of them has waited or failed, without a good answer in between. */
  since: Timestamp,
  /** How often one of them was sent before, at most; 0 if all wait for their turn within a rate limit. */
  retries: Field.Integer
})
export interface JobWait extends Schema.Schema.Type<typeof JobWait> {}

/** What the running job has done so far with one type of data, in numbers of records. */
export const ExportProgress = Field.struct("ExportProgress", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** What the job reads now: paths of the source tool's endpoints; empty if it reads nothing of this type now. */
  reading: Schema.Array(Schema.String),
  /** Whether the job has ended with this type of data, with success or without. */
  is_finished: Schema.Boolean,
  /** Records that the source tool has returned so far; those of a page count as soon as the page is stored. */
  seen: Field.Integer,
  /** Records, of those seen, that were not stored before. */
  created: Field.Integer,
  /** Records, of those seen, whose content differs from what was stored. */
  changed: Field.Integer,
  /** Records that are marked as deleted or hidden from lists so far. */
  deleted: Field.Integer,
  /** Rows of the source tool that could not become records so far. */
  rejected: Field.Integer
})
export interface ExportProgress extends Schema.Schema.Type<typeof ExportProgress> {}

/** The job that is queued or running. */
export const CurrentJob = Field.struct("CurrentJob", {
  /** The service's id of the job. */
  id: Field.Id,
  /** `QUEUED` or `RUNNING`. */
  status: JobStatus,
  /** When the job started. Null while it is queued. */
  started_at: Schema.NullOr(Timestamp),
  /** Whether a request of the job has failed and is repeated, or waits because of a rate limit; see `waits`. */
  is_retrying: Schema.Boolean,
  /** What is repeated or waits because of a rate limit, one entry for each endpoint and reason; waits below 1.5 seconds are left out. */
  waits: Schema.Array(JobWait),
  /** What the job has done so far, one entry for each type of data; empty while the job is queued. */
  data_exports: Schema.Array(ExportProgress)
})
export interface CurrentJob extends Schema.Schema.Type<typeof CurrentJob> {}

/** How many records of a kind are stored. */
export const RecordCount = Field.struct("RecordCount", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** How many records the list has, those included that are marked as deleted. */
  total: Field.Integer
})
export interface RecordCount extends Schema.Schema.Type<typeof RecordCount> {}

/** How the events of a log are read and kept; they never change, and no scan removes them. */
export const EventLogStatus = Field.struct("EventLogStatus", {
  /** How many days before its start the first job reads: `events_first_load_days` of the connection, or 7. */
  first_load_days: Field.Integer,
  /** The most events that one job reads of one log of the source tool. */
  most_per_job: Field.Integer,
  /** Whether the last job ended before the end of the log, such as at that number; the next one goes on from there. */
  has_more: Schema.Boolean,
  /** How many days events are kept after they happened; then they leave the list. Null for what a log has besides events, such as alerts, which stay. */
  retention_days: Schema.NullOr(Field.Integer)
})
export interface EventLogStatus extends Schema.Schema.Type<typeof EventLogStatus> {}

/** How one type of data of a connection stands. */
export const ExportStatus = Field.struct("ExportStatus", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** How current the data is. */
  state: ExportState,
  /**
   * When the last complete reading of the data began: what is stored is complete up to this instant. Null until it was
   * read completely.
   */
  last_success_at: Schema.NullOr(Timestamp),
  /**
   * When the last full scan of the data began that was complete, by the oldest of its lists; between full scans, a
   * connector may read only changes. Null until there was one.
   */
  last_full_scan_at: Schema.NullOr(Timestamp),
  /**
   * Seconds after a full scan until the next job makes another one, by the longest of the lists. Null if every job reads all
   * of the data, and for a log, which is read from its last event on.
   */
  full_scan_interval_secs: Schema.NullOr(Field.Integer),
  /** When a full scan was asked for that is not complete yet. Null if there is none. */
  full_scan_requested_at: Schema.NullOr(Timestamp),
  /** How changes and deletions of each kind of record are found, and how long that takes at most with the connection's intervals. */
  change_detection: Schema.Array(ChangeDetection),
  /** How many records of each kind are stored. */
  records: Schema.Array(RecordCount),
  /** How the log is read, and how long its events are kept. Null if the source tool does not have the data as a log. */
  events: Schema.NullOr(EventLogStatus),
  /** Deletions that wait for a decision, by kind of record, with who decides; empty if none waits. */
  held_back_deletions: Schema.Array(HeldBackProblem),
  /** Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none is missing. */
  missing_records: Schema.Array(MissingRecords),
  /** Rows that could not become records in the last job that ended. Null until a job that tried to read this data has ended. */
  rejected: Schema.NullOr(Field.Integer),
  /**
   * Rows of the last job that ended whose id another row of the same full scan has, with other content. Null until a job that tried
   * to read this data has ended.
   */
  duplicates: Schema.NullOr(Field.Integer),
  /** Some of the records of `duplicates`; at most 5. */
  duplicate_samples: Schema.Array(DuplicateSample),
  /**
   * Values of the last job that ended that could not be read; their fields keep what was read before, or are null. Null until
   * a job that tried to read this data has ended.
   */
  unreadable: Schema.NullOr(Field.Integer),
  /** Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5. */
  unreadable_samples: Schema.Array(Schema.String),
  /**
   * Records of the last job that ended, with a value of the source tool that has no counterpart here. Null until a job
   * that tried to read this data has ended.
   */
  unmapped: Schema.NullOr(Field.Integer),
  /** Fields that the source tool does not let the credentials read, as far as the finished jobs know. */
  unread_fields: Schema.Array(UnreadFields)
})
export interface ExportStatus extends Schema.Schema.Type<typeof ExportStatus> {}

/** A tenant of the source tool, such as an account or a subscription, that rows of the data have named. */
export const RowTenant = Field.struct("RowTenant", {
  /** What the source tool calls the tenant. */
  tenant: Schema.String,
  /** When a job first read a row that names it. */
  first_seen_at: Timestamp,
  /** Whether it was first seen after the connection's first job had ended. */
  is_new: Schema.Boolean
})
export interface RowTenant extends Schema.Schema.Type<typeof RowTenant> {}

/** What is known of a connection's data: how far the first sync is, how current each type of data is, and what goes wrong. */
export const ConnectionStatus = Field.struct("ConnectionStatus", {
  /** Where the connection is in its lifecycle. */
  state: ConnectionState,
  /** The types of data that jobs read; everything below concerns only these. */
  data_export_types: Schema.Array(DataExportType),
  /** How far the first sync is. */
  phase: SyncPhase,
  /** The connection's first job. Null until a job has begun. */
  first_sync: Schema.NullOr(SyncSummary),
  /** The latest job that has ended. Null until a job has ended. */
  last_sync: Schema.NullOr(SyncSummary),
  /** The job that is queued or running. Null if there is none. */
  current_job: Schema.NullOr(CurrentJob),
  /** When the next job is due. Null while a job runs, while the connection is not `ACTIVE`, and while its connector is stopped. */
  next_run_at: Schema.NullOr(Timestamp),
  /** The tenant of the source tool whose data is stored, such as the id of an organization, or else its address. Null if it is not known. */
  tenant: Schema.NullOr(Schema.String),
  /**
   * The tenants that rows have named, if the source tool does not say which ones the credentials cover; the latest first, and at most 100.
   * Empty if it does say so, because rows of any other tenant are then refused, and if its rows name no tenant.
   */
  row_tenants: Schema.Array(RowTenant),
  /** One entry for each of `data_export_types`, as long as the connector exports it. */
  data_exports: Schema.Array(ExportStatus),
  /** What keeps data, or some fields of it, from being read; empty if everything could be read the last time. */
  problems: Schema.Array(Problem)
})
export interface ConnectionStatus extends Schema.Schema.Type<typeof ConnectionStatus> {}
