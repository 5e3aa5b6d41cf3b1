import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** What kind of member it is; `EXTERNAL` is a person from outside the organization, `OTHER` anything else. */
export const OrganizationIdentityType = Field.openEnum({
  identifier: "OrganizationIdentityType",
  values: ["USER", "SERVICE_ACCOUNT", "BOT", "EXTERNAL", "OTHER"],
  catchAll: "OTHER"
})
export type OrganizationIdentityType = Schema.Schema.Type<typeof OrganizationIdentityType>

/** The organization, group or account that a member belongs to. */
export const IdentityOrganization = Field.struct("IdentityOrganization", {
  /** Its name. */
  name: Schema.String,
  /** Its id in the source tool. Null if unknown. */
  vendor_id: Schema.NullOr(Schema.String)
})

export interface IdentityOrganization extends Schema.Schema.Type<typeof IdentityOrganization> {}

/** A member of an organization in a tool or cloud. */
export const OrganizationIdentity = Field.struct("OrganizationIdentity", {
  /** The service's own id of the member: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The display name; the login or id if there is none. */
  name: Schema.String,
  /** The login. Null if there is none. */
  username: Schema.NullOr(Schema.String),
  /** The email address. Null if unknown or if the tool hides it. */
  email: Schema.NullOr(Schema.String),
  /** What kind of member it is. */
  type: OrganizationIdentityType,
  /** The member's role, as the source tool writes it. Null if unknown. */
  role: Schema.NullOr(Schema.String),
  /** Whether the member administers the organization. Null if the source tool does not say. */
  is_admin: Schema.NullOr(Schema.Boolean),
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  is_mfa_enabled: Schema.NullOr(Schema.Boolean),
  /** The organization that the member belongs to. Null if the source tool does not say. */
  organization: Schema.NullOr(IdentityOrganization),
  /** The member's id or login in the identity provider, such as a SAML name id. Null if there is none. */
  external_identity: Schema.NullOr(Schema.String),
  /** When the member was last active. Null if the source tool does not say. */
  last_active_at: Schema.NullOr(Timestamp),
  /** When the member was created or joined. Null if the source tool does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /** True once complete scans no longer find the member in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  vendor: Schema.String,
  /** The member's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the member, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface OrganizationIdentity extends Schema.Schema.Type<typeof OrganizationIdentity> {}
