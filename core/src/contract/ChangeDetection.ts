import { Schema } from "effect"
import * as Field from "../records/Field.js"

/**
 * How the service learns of something that happened in the source tool. `EVERY_JOB`: each job reads the whole list.
 * `CHANGES`: each job reads what the source tool reports as changed since the job before. `FULL_SCAN`: nothing reports
 * it, so it is found by the next full scan, which happens at the connection's full-scan interval.
 */
export const DetectionMethod = Schema.Literal("EVERY_JOB", "CHANGES", "FULL_SCAN").annotations(
  Field.named("DetectionMethod")
)
export type DetectionMethod = Schema.Schema.Type<typeof DetectionMethod>

/** How something is found, and how long that takes. */
export const Detection = Field.struct("Detection", {
  /** How it is found. */
  method: DetectionMethod,
  /**
   * Seconds from the event in the source tool until the API shows it, at most, while jobs start on time and succeed and no
   * deletion is held back.
   */
  within_secs: Field.Integer
})
export interface Detection extends Schema.Schema.Type<typeof Detection> {}

/** How changes and deletions of one kind of record are found, and how long that takes at most. */
export const ChangeDetection = Field.struct("ChangeDetection", {
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** Records that are new or changed, as far as the source tool reports them in time. */
  changes: Detection,
  /**
   * Records that left the source tool. Without a report of the source tool, the time allows for two full scans whose starts are a distance
   * apart, because only the source tool's own total makes one enough.
   */
  deletions: Detection,
  /** What the source tool reports late or not at all, such as changes of fields that come from another of its lists. */
  late_changes: Detection
})
export interface ChangeDetection extends Schema.Schema.Type<typeof ChangeDetection> {}
