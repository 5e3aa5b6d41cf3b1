import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { Address } from "./Address.js"
import * as Field from "./Field.js"
import { IdpUserApplication } from "./IdpApplication.js"
import { IdpGroup } from "./IdpGroup.js"

/** Whether a user belongs to the organization or was invited to it. */
export const IdpUserType = Schema.Literal("MEMBER", "GUEST").annotations(Field.named("IdpUserType"))
export type IdpUserType = Schema.Schema.Type<typeof IdpUserType>

/** A user of an identity provider. */
export const IdpUser = Field.struct("IdpUser", {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The domain of the user's email address or login, such as `example.com`; an empty string if it has none. */
  domain: Schema.String,
  /** The user's email address; the login if the identity provider has no address. */
  email_addr: Schema.String,
  /** The display name, or first and last name; the login if the identity provider has neither. */
  full_name: Schema.String,
  /** The name that the user signs in with. */
  name: Schema.String,
  /** The user's id in the identity provider. */
  vendor_id: Schema.String,
  /** The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`. */
  vendor_status: Schema.String,
  /** When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  vendor_created_at: Timestamp,
  /**
   * When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does not say.
   */
  activated_at: Field.optional(Timestamp),
  /** When `vendor_status` last changed. Null if the identity provider does not say. */
  last_status_changed_at: Field.optional(Timestamp),
  /** When the user last signed in. Null if never, or if the token may not read it. */
  last_login_at: Field.optional(Timestamp),
  /** When the user last changed in the source tool. Null if the source tool does not say. */
  last_updated_at: Field.optional(Timestamp),
  /** When the user's password last changed. Null if never, or if the identity provider does not say. */
  last_password_changed_at: Field.optional(Timestamp),
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** Whether the user has registered a second factor. Null if the token may not read it. */
  is_mfa_enabled: Field.optional(Schema.Boolean),
  /**
   * Whether the user holds an administrator role, directly or, as far as the identity provider reports it, through a
   * group. Null if the token may not read it.
   */
  is_admin: Field.optional(Schema.Boolean),
  /** Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not say. */
  user_type: Field.optional(IdpUserType),
  /** The employee number. Null if the profile has none. */
  employee_id: Field.optional(Schema.String),
  /** The job title. Null if the profile has none. */
  job_title: Field.optional(Schema.String),
  /** The department. Null if the profile has none. */
  department: Field.optional(Schema.String),
  /** The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none. */
  manager: Field.optional(Schema.String),
  /** The postal address. Null if the profile has none. */
  address: Field.optional(Address),
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if there
   * are none.
   */
  vendor_data: Field.optional(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface IdpUser extends Schema.Schema.Type<typeof IdpUser> {}

/** A user with groups and applications, as far as the request asks for them. */
export const IdpUserWithEntities = Field.struct("IdpUserWithEntities", {
  ...IdpUser.fields,
  /** The groups that the user belongs to; present if `includeIdpGroups=true`. */
  groups: Field.optional(Schema.Array(IdpGroup)),
  /** The applications that the user is assigned to; present if `includeIdpApplications=true`. */
  applications: Field.optional(Schema.Array(IdpUserApplication))
})

export interface IdpUserWithEntities extends Schema.Schema.Type<typeof IdpUserWithEntities> {}

/** The `vendor_data` of a Microsoft Entra ID user. */
export const MsEntraUserData = Field.struct("MsEntraUserData", {
  /** Always `MS_ENTRA`. */
  vendor: Schema.Literal("MS_ENTRA"),
  /** The mail alias of the user. Null if there is none. */
  mail_nickname: Schema.NullOr(Schema.String),
  /** The password policies of the user, such as `DisablePasswordExpiration`. Null if there are none. */
  password_policies: Schema.NullOr(Schema.String),
  /** The distinguished name in the on-premises Active Directory. Null if the user is not synchronized from one. */
  on_premises_distinguished_name: Schema.NullOr(Schema.String),
  /** Whether the user is synchronized from an on-premises Active Directory. Null if the user never was. */
  on_premises_sync_enabled: Schema.NullOr(Schema.Boolean),
  /** `Member` for a user of the tenant's own, `Guest` for an invited one. Null if the tenant does not say. */
  user_type: Schema.NullOr(Schema.String),
  /** How the user is employed, in the tenant's own words, such as `Contractor`. Null if the profile does not say. */
  employee_type: Schema.NullOr(Schema.String),
  /** Whether an invited user has accepted: `PendingAcceptance` or `Accepted`. Null for other users. */
  external_user_state: Schema.NullOr(Schema.String),
  /** The first name. Null if the profile has none. */
  given_name: Schema.NullOr(Schema.String),
  /** The last name. Null if the profile has none. */
  surname: Schema.NullOr(Schema.String),
  /** Further email addresses. Null if the token may not read them. */
  other_mails: Schema.NullOr(Schema.Array(Schema.String)),
  /** The company that employs the user. Null if the profile names none. */
  company_name: Schema.NullOr(Schema.String),
  /** The office where the user works. Null if the profile names none. */
  office_location: Schema.NullOr(Schema.String),
  /** The user's language, such as `en-US`. Null if the profile names none. */
  preferred_language: Schema.NullOr(Schema.String)
})

export interface MsEntraUserData extends Schema.Schema.Type<typeof MsEntraUserData> {}
