import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/**
 * Whether a user of a ticketing tool can be assigned work. `DELETED` means that complete scans no longer find the user.
 */
export const ItsmUserStatus = Schema.Literal("ACTIVE", "INACTIVE", "DELETED").annotations(Field.named("ItsmUserStatus"))
export type ItsmUserStatus = Schema.Schema.Type<typeof ItsmUserStatus>

/** What the source tool says about an ITSM record, in its own words. */
export const VendorAttributes = Field.struct("VendorAttributes", {
  /** When the source tool created the record. Null if it does not say. */
  created_at: Schema.NullOr(Timestamp),
  /** The record's id in the source tool. */
  id: Schema.String,
  /** When the record last changed in the source tool. Null if it does not say. */
  updated_at: Schema.NullOr(Timestamp),
  /** The vendor identifier of the source tool, such as `JIRA`. */
  vendor: Schema.String,
  /**
   * Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes nothing
   * through.
   */
  data: Schema.NullOr(Field.JsonObject)
})

export interface VendorAttributes extends Schema.Schema.Type<typeof VendorAttributes> {}

/** The `vendor_attributes.data` of a Jira user. */
export const JiraUserData = Field.struct("JiraUserData", {
  /** Always `JIRA`. */
  vendor: Schema.Literal("JIRA"),
  /** What kind of account it is, such as `atlassian`, `app` or `customer`; `unknown` if Jira does not say. */
  accountType: Schema.String,
  /** The language of the user, such as `en_US`. Null if the token may not read it. */
  locale: Schema.NullOr(Schema.String),
  /** The time zone of the user, such as `Europe/Berlin`. Null if the token may not read it. */
  time_zone: Schema.NullOr(Schema.String)
})

export interface JiraUserData extends Schema.Schema.Type<typeof JiraUserData> {}

/** A user of a ticketing tool. */
export const ItsmUser = Field.struct("ItsmUser", {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The user's email address. Null if unknown or if the tool hides it. */
  email: Schema.NullOr(Schema.String),
  /** The display name; the email address, login or id if the tool has no display name. */
  name: Schema.String,
  /** Whether the user can be assigned work. */
  status: ItsmUserStatus,
  /** What the source tool says about the user, in its own words. */
  vendor_attributes: VendorAttributes
})

export interface ItsmUser extends Schema.Schema.Type<typeof ItsmUser> {}
