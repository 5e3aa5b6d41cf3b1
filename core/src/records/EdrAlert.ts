import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { AffectedDevice } from "./AffectedDevice.js"
import { AlertStatus } from "./AlertStatus.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { MitreTechnique } from "./MitreTechnique.js"

/** An alert about what happened on a device, from endpoint detection and response. */
export const EdrAlert = Field.struct("EdrAlert", {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The alert's title, as the source tool shows it. */
  title: Schema.String,
  /** What happened and why it matters. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  severity: Severity,
  /** The severity in the source tool's own words. Null if it gives none. */
  vendor_severity: Schema.NullOr(Schema.String),
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  status: AlertStatus,
  /** The status in the source tool's own words. Null if it gives none. */
  vendor_status: Schema.NullOr(Schema.String),
  /** The kind of threat in the source tool's own words. Null if it names none. */
  category: Schema.NullOr(Schema.String),
  /** Who works on the alert: a name or an email address. Null if nobody does. */
  assigned_user: Schema.NullOr(Schema.String),
  /** When the first of its events happened. Null if the source tool does not say. */
  first_event_time: Schema.NullOr(Timestamp),
  /** When the last of its events happened. Null if the source tool does not say. */
  last_event_time: Schema.NullOr(Timestamp),
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  resolved_time: Schema.NullOr(Timestamp),
  /** The device on which it happened. Null if the source tool names none. */
  device: Schema.NullOr(AffectedDevice),
  /** The account that the process ran as, as the device knows it. Null if unknown. */
  user_name: Schema.NullOr(Schema.String),
  /** The Windows security identifier of that account. Null if unknown. */
  windows_sid: Schema.NullOr(Schema.String),
  /** The account's id in the directory. Null if unknown. */
  active_directory_user_id: Schema.NullOr(Schema.String),
  /** The directory domain of the account. Null if unknown. */
  active_directory_domain: Schema.NullOr(Schema.String),
  /** The process's id on the device. Null if unknown. */
  pid: Schema.NullOr(Field.Integer),
  /** When the process started. Null if unknown. */
  process_created_at: Schema.NullOr(Timestamp),
  /** The name of the process's file. Null if unknown. */
  process_filename: Schema.NullOr(Schema.String),
  /** The command that started the process. Null if unknown. */
  process_command_line: Schema.NullOr(Schema.String),
  /** The path of the process's file. Null if unknown. */
  process_filepath: Schema.NullOr(Schema.String),
  /** The SHA-1 of the process's file, in hexadecimal. Null if unknown. */
  process_sha1: Schema.NullOr(Schema.String),
  /** The SHA-256 of the process's file, in hexadecimal. Null if unknown. */
  process_sha256: Schema.NullOr(Schema.String),
  /** The MD5 of the process's file, in hexadecimal. Null if unknown. */
  process_md5: Schema.NullOr(Schema.String),
  /** The id of the process's parent on the device. Null if unknown. */
  parent_pid: Schema.NullOr(Field.Integer),
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  mitre: Schema.NullOr(Schema.Array(MitreTechnique)),
  /** The alert's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  vendor: Schema.String,
  /** The alert's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface EdrAlert extends Schema.Schema.Type<typeof EdrAlert> {}
