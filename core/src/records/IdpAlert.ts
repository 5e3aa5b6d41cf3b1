import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { AlertStatus } from "./AlertStatus.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { GeoLocation } from "./GeoLocation.js"

/** An alert about an identity, such as a risky sign-in. */
export const IdpAlert = Field.struct("IdpAlert", {
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
  /** When the source tool detected it. Null if it does not say. */
  detected_at: Schema.NullOr(Timestamp),
  /** When the alert last changed in the source tool. Null if it does not say. */
  last_updated_at: Schema.NullOr(Timestamp),
  /**
   * The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source tool names none.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  user_id: Schema.NullOr(Field.Id),
  /** That user's id in the source tool. Null if the source tool names none. */
  user_vendor_id: Schema.NullOr(Schema.String),
  /** That user's login or name. Null if unknown. */
  user_name: Schema.NullOr(Schema.String),
  /**
   * The service's id of the application, which `/idp/applications` serves. Null if the source tool names none.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  application_id: Schema.NullOr(Field.Id),
  /** That application's id in the source tool. Null if the source tool names none. */
  application_vendor_id: Schema.NullOr(Schema.String),
  /** The address from which it came. Null if unknown. */
  ip_address: Schema.NullOr(Schema.String),
  /** Where that address is. Null if unknown. */
  location: Schema.NullOr(GeoLocation),
  /** The alert's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
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

export interface IdpAlert extends Schema.Schema.Type<typeof IdpAlert> {}
