import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { AlertStatus } from "./AlertStatus.js"
import { Severity } from "./ComplianceFinding.js"
import { CloudProvider } from "./Device.js"
import * as Field from "./Field.js"
import { MitreTechnique } from "./MitreTechnique.js"

/** An alert about what happened in a cloud account. */
export const CspmAlert = Field.struct("CspmAlert", {
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
  /** The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown. */
  resource_id: Schema.NullOr(Schema.String),
  /** The affected resource's name. Null if unknown. */
  resource_name: Schema.NullOr(Schema.String),
  /** The type of the resource, as the source tool writes it. Null if unknown. */
  resource_type: Schema.NullOr(Schema.String),
  /** The cloud that runs the resource. Null if unknown. */
  cloud_provider: Schema.NullOr(CloudProvider),
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  account_id: Schema.NullOr(Schema.String),
  /** The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global. */
  region: Schema.NullOr(Schema.String),
  /** When the first of its events happened. Null if the source tool does not say. */
  first_event_time: Schema.NullOr(Timestamp),
  /** When the last of its events happened. Null if the source tool does not say. */
  last_event_time: Schema.NullOr(Timestamp),
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  resolved_time: Schema.NullOr(Timestamp),
  /** What to do about it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  mitre: Schema.NullOr(Schema.Array(MitreTechnique)),
  /** The alert's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
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

export interface CspmAlert extends Schema.Schema.Type<typeof CspmAlert> {}
