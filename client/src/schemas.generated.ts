// Written by `pnpm generate` from the declaration of the API. Do not edit.

/** A page of a list, found by offset. */
export interface OffsetPage<Item> {
  /** How many items this page holds. */
  readonly count: number
  /** How many items the same query returns over all pages. Null if `excludeTotal` is true. */
  readonly total?: number | null
  /** The items of this page. */
  readonly items: ReadonlyArray<Item>
}

/** A user with groups and applications, as far as the request asks for them. */
export interface IdpUserWithEntities {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The domain of the user's email address or login, such as `example.com`; an empty string if it has none. */
  readonly domain: string
  /** The user's email address; the login if the identity provider has no address. */
  readonly email_addr: string
  /** The display name, or first and last name; the login if the identity provider has neither. */
  readonly full_name: string
  /** The name that the user signs in with. */
  readonly name: string
  /** The user's id in the identity provider. */
  readonly vendor_id: string
  /** The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`. */
  readonly vendor_status: string
  /** When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does not say. */
  readonly activated_at?: Timestamp | null
  /** When `vendor_status` last changed. Null if the identity provider does not say. */
  readonly last_status_changed_at?: Timestamp | null
  /** When the user last signed in. Null if never, or if the token may not read it. */
  readonly last_login_at?: Timestamp | null
  /** When the user last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** When the user's password last changed. Null if never, or if the identity provider does not say. */
  readonly last_password_changed_at?: Timestamp | null
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** Whether the user has registered a second factor. Null if the token may not read it. */
  readonly is_mfa_enabled?: boolean | null
  /**
   * Whether the user holds an administrator role, directly or, as far as the identity provider reports it, through a
   * group. Null if the token may not read it.
   */
  readonly is_admin?: boolean | null
  /** Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not say. */
  readonly user_type?: IdpUserType | null
  /** The employee number. Null if the profile has none. */
  readonly employee_id?: string | null
  /** The job title. Null if the profile has none. */
  readonly job_title?: string | null
  /** The department. Null if the profile has none. */
  readonly department?: string | null
  /** The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none. */
  readonly manager?: string | null
  /** The postal address. Null if the profile has none. */
  readonly address?: Address | null
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the
   * vendor. Null if there are none.
   */
  readonly vendor_data?: (MsEntraUserData & { readonly [name: string]: unknown }) | { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** The groups that the user belongs to; present if `includeIdpGroups=true`. */
  readonly groups?: ReadonlyArray<IdpGroup> | null
  /** The applications that the user is assigned to; present if `includeIdpApplications=true`. */
  readonly applications?: ReadonlyArray<IdpUserApplication> | null
  /** The ids of the `groups`, instead of the array; present if `expandAs=ids`. */
  readonly group_ids?: ReadonlyArray<string>
  /** How many `groups` there are, instead of the array; present if `expandAs=count`. */
  readonly group_count?: number
  /** The ids of the `applications`, instead of the array; present if `expandAs=ids`. */
  readonly application_ids?: ReadonlyArray<string>
  /** How many `applications` there are, instead of the array; present if `expandAs=count`. */
  readonly application_count?: number
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** An ISO 8601 date-time with an offset; decoding converts it to UTC with milliseconds. */
export type Timestamp = string

/** Whether a user belongs to the organization or was invited to it. */
export type IdpUserType = "MEMBER" | "GUEST"

/** A postal address, as far as the source tool knows it. */
export interface Address {
  /** Street and house number. Null if unknown. */
  readonly street?: string | null
  /** City or town. Null if unknown. */
  readonly city?: string | null
  /** State, province or region. Null if unknown. */
  readonly state?: string | null
  /** Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown. */
  readonly country?: string | null
  /** Postal or ZIP code. Null if unknown. */
  readonly postal_code?: string | null
}

/** A group of an identity provider. */
export interface IdpGroup {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /**
   * The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if it names
   * none.
   */
  readonly types: ReadonlyArray<string>
  /** The group's description; an empty string if it has none. */
  readonly description: string
  /** The group's name, as the identity provider shows it. */
  readonly name: string
  /** The group's id in the identity provider. */
  readonly vendor_id: string
  /** When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When members last joined or left the group. Null if the identity provider does not say. */
  readonly last_membership_updated_at?: Timestamp | null
  /** When the group last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** True once complete scans no longer find the group in the source tool; false again when it returns. */
  readonly is_deleted: boolean
}

/** An application in a user's `applications`, with that user's last login to it. */
export interface IdpUserApplication {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  readonly id: string
  /** Labels or tags that the identity provider shows for the application. Null if it has none. */
  readonly labels?: ReadonlyArray<string> | null
  /** The application's name in the identity provider. */
  readonly name: string
  /** The application's id in the identity provider. */
  readonly vendor_id: string
  /** The application's version. Null if the identity provider does not track versions. */
  readonly version?: string | null
  /** The application's status in the identity provider's own words, such as `ACTIVE`. */
  readonly vendor_status: string
  /** When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When the application last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** When this user last signed in to this application. Null if never, or if the identity provider does not say. */
  readonly user_app_last_login_at?: Timestamp | null
}

/** What the service knows about a record besides its fields. Times are in UTC with microseconds. */
export interface RecordMeta {
  /**
   * When the record last counted as changed, by itself or because a relation that it shows changed: what `updatedSince`
   * compares.
   */
  readonly updated_at: string
  /** When the service first stored the record. */
  readonly first_seen_at: string
  /**
   * When the source tool was last known to have the record: the start of the last complete scan of its list that found
   * it, or when it was last read as new or changed.
   */
  readonly last_seen_at: string
  /** The job that last wrote the record's own fields, or found it gone. Null if unknown. */
  readonly job_id: string | null
  /** The version of the connector that did so. Null if unknown. */
  readonly connector_version: string | null
}

/** A user of an identity provider. */
export interface IdpUser {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The domain of the user's email address or login, such as `example.com`; an empty string if it has none. */
  readonly domain: string
  /** The user's email address; the login if the identity provider has no address. */
  readonly email_addr: string
  /** The display name, or first and last name; the login if the identity provider has neither. */
  readonly full_name: string
  /** The name that the user signs in with. */
  readonly name: string
  /** The user's id in the identity provider. */
  readonly vendor_id: string
  /** The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`. */
  readonly vendor_status: string
  /** When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does not say. */
  readonly activated_at?: Timestamp | null
  /** When `vendor_status` last changed. Null if the identity provider does not say. */
  readonly last_status_changed_at?: Timestamp | null
  /** When the user last signed in. Null if never, or if the token may not read it. */
  readonly last_login_at?: Timestamp | null
  /** When the user last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** When the user's password last changed. Null if never, or if the identity provider does not say. */
  readonly last_password_changed_at?: Timestamp | null
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** Whether the user has registered a second factor. Null if the token may not read it. */
  readonly is_mfa_enabled?: boolean | null
  /**
   * Whether the user holds an administrator role, directly or, as far as the identity provider reports it, through a
   * group. Null if the token may not read it.
   */
  readonly is_admin?: boolean | null
  /** Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not say. */
  readonly user_type?: IdpUserType | null
  /** The employee number. Null if the profile has none. */
  readonly employee_id?: string | null
  /** The job title. Null if the profile has none. */
  readonly job_title?: string | null
  /** The department. Null if the profile has none. */
  readonly department?: string | null
  /** The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none. */
  readonly manager?: string | null
  /** The postal address. Null if the profile has none. */
  readonly address?: Address | null
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the
   * vendor. Null if there are none.
   */
  readonly vendor_data?: (MsEntraUserData & { readonly [name: string]: unknown }) | { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** What is wrong with one part of the request. */
export interface ErrorDetail {
  /** The part of the request and the path within it, such as `["query", "limit"]`. */
  readonly loc: ReadonlyArray<string>
  /** What was expected, as human-readable text. */
  readonly msg: string
  /**
   * The kind of mistake, as a machine-readable word: `missing`, `unexpected`, `conflict`, or the expected type, such as
   * `integer`.
   */
  readonly type: string
  /** The limits of an accepted value, such as `{"minimum": 1, "maximum": 500}`; an empty object if there are none. */
  readonly ctx: { readonly [name: string]: unknown }
  /**
   * The value in the request, with at most 256 characters, or the first 20 values of a repeated parameter; null if it is
   * absent, and `"[redacted]"` if it could be a secret, is an object, or belongs to a field that the operation does not
   * have.
   */
  readonly input: unknown
}

/** A group with its members and applications, as far as the request asks for them. */
export interface IdpGroupWithEntities {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /**
   * The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if it names
   * none.
   */
  readonly types: ReadonlyArray<string>
  /** The group's description; an empty string if it has none. */
  readonly description: string
  /** The group's name, as the identity provider shows it. */
  readonly name: string
  /** The group's id in the identity provider. */
  readonly vendor_id: string
  /** When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When members last joined or left the group. Null if the identity provider does not say. */
  readonly last_membership_updated_at?: Timestamp | null
  /** When the group last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** True once complete scans no longer find the group in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /**
   * The users who are direct members of the group; present if `includeIdpUsers=true`. The members of a nested group are
   * shown in that group.
   */
  readonly users?: ReadonlyArray<IdpUser> | null
  /** The groups that are direct members of the group (nested groups); present if `includeIdpGroups=true`. */
  readonly groups?: ReadonlyArray<IdpGroup> | null
  /** The applications that the group is assigned to; present if `includeIdpApplications=true`. */
  readonly applications?: ReadonlyArray<IdpApplication> | null
  /** The ids of the `users`, instead of the array; present if `expandAs=ids`. */
  readonly user_ids?: ReadonlyArray<string>
  /** How many `users` there are, instead of the array; present if `expandAs=count`. */
  readonly user_count?: number
  /** The ids of the `groups`, instead of the array; present if `expandAs=ids`. */
  readonly group_ids?: ReadonlyArray<string>
  /** How many `groups` there are, instead of the array; present if `expandAs=count`. */
  readonly group_count?: number
  /** The ids of the `applications`, instead of the array; present if `expandAs=ids`. */
  readonly application_ids?: ReadonlyArray<string>
  /** How many `applications` there are, instead of the array; present if `expandAs=count`. */
  readonly application_count?: number
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** An application that users of an identity provider sign in to. */
export interface IdpApplication {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  readonly id: string
  /** Labels or tags that the identity provider shows for the application. Null if it has none. */
  readonly labels?: ReadonlyArray<string> | null
  /** The application's name in the identity provider. */
  readonly name: string
  /** The application's id in the identity provider. */
  readonly vendor_id: string
  /** The application's version. Null if the identity provider does not track versions. */
  readonly version?: string | null
  /** The application's status in the identity provider's own words, such as `ACTIVE`. */
  readonly vendor_status: string
  /** When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When the application last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  readonly is_deleted: boolean
}

/** An application with its assigned users and groups, as far as the request asks for them. */
export interface IdpApplicationWithEntities {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  readonly id: string
  /** Labels or tags that the identity provider shows for the application. Null if it has none. */
  readonly labels?: ReadonlyArray<string> | null
  /** The application's name in the identity provider. */
  readonly name: string
  /** The application's id in the identity provider. */
  readonly vendor_id: string
  /** The application's version. Null if the identity provider does not track versions. */
  readonly version?: string | null
  /** The application's status in the identity provider's own words, such as `ACTIVE`. */
  readonly vendor_status: string
  /** When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say. */
  readonly vendor_created_at: Timestamp
  /** When the application last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at?: Timestamp | null
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The users who are assigned to the application; present if `includeIdpUsers=true`. */
  readonly users?: ReadonlyArray<IdpUser> | null
  /** The groups that are assigned to the application; present if `includeIdpGroups=true`. */
  readonly groups?: ReadonlyArray<IdpGroup> | null
  /** The ids of the `users`, instead of the array; present if `expandAs=ids`. */
  readonly user_ids?: ReadonlyArray<string>
  /** How many `users` there are, instead of the array; present if `expandAs=count`. */
  readonly user_count?: number
  /** The ids of the `groups`, instead of the array; present if `expandAs=ids`. */
  readonly group_ids?: ReadonlyArray<string>
  /** How many `groups` there are, instead of the array; present if `expandAs=count`. */
  readonly group_count?: number
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A policy of an identity provider, such as a conditional access policy. */
export interface IdpPolicyWithMeta {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  readonly id: string
  /** The policy's name, as the identity provider shows it. */
  readonly name: string
  /** The kind of policy, such as `CONDITIONAL_ACCESS`. */
  readonly type: string
  /** Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or `OTHER`. */
  readonly status: string
  /** The policy's description. Null if it has none. */
  readonly description: string | null
  /** The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no order. */
  readonly priority: number | null
  /** To whom and to what the policy applies, as the identity provider writes it. Null if it gives none. */
  readonly conditions: { readonly [name: string]: unknown } | null
  /** When the source tool created the policy. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at: Timestamp | null
  /** True once complete scans no longer find the policy in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
  readonly vendor: string
  /** The policy's id in the identity provider. */
  readonly vendor_id: string
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A policy of an identity provider, such as a conditional access policy. */
export interface IdpPolicy {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  readonly id: string
  /** The policy's name, as the identity provider shows it. */
  readonly name: string
  /** The kind of policy, such as `CONDITIONAL_ACCESS`. */
  readonly type: string
  /** Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or `OTHER`. */
  readonly status: string
  /** The policy's description. Null if it has none. */
  readonly description: string | null
  /** The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no order. */
  readonly priority: number | null
  /** To whom and to what the policy applies, as the identity provider writes it. Null if it gives none. */
  readonly conditions: { readonly [name: string]: unknown } | null
  /** When the source tool created the policy. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at: Timestamp | null
  /** True once complete scans no longer find the policy in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
  readonly vendor: string
  /** The policy's id in the identity provider. */
  readonly vendor_id: string
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** An alert about an identity, such as a risky sign-in. */
export interface IdpAlertWithMeta {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** When the source tool detected it. Null if it does not say. */
  readonly detected_at: Timestamp | null
  /** When the alert last changed in the source tool. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /**
   * The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source tool
   * names none.
   */
  readonly user_id: string | null
  /** That user's id in the source tool. Null if the source tool names none. */
  readonly user_vendor_id: string | null
  /** That user's login or name. Null if unknown. */
  readonly user_name: string | null
  /** The service's id of the application, which `/idp/applications` serves. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The address from which it came. Null if unknown. */
  readonly ip_address: string | null
  /** Where that address is. Null if unknown. */
  readonly location: GeoLocation | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** Normalized severity. `UNKNOWN` means that the source tool gives none, or one without a counterpart here. */
export type Severity = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFORMATIONAL" | "UNKNOWN"

/**
 * Where an alert stands. `SUPPRESSED` means that someone dismissed or hid it; `UNKNOWN` is a status without a
 * counterpart here.
 */
export type AlertStatus = "NEW" | "IN_PROGRESS" | "RESOLVED" | "SUPPRESSED" | "UNKNOWN"

/** Where a request came from, as far as the source tool knows it. */
export interface GeoLocation {
  /** City or town. Null if unknown. */
  readonly city: string | null
  /** State, province or region. Null if unknown. */
  readonly state: string | null
  /** Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown. */
  readonly country: string | null
}

/** An alert about an identity, such as a risky sign-in. */
export interface IdpAlert {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** When the source tool detected it. Null if it does not say. */
  readonly detected_at: Timestamp | null
  /** When the alert last changed in the source tool. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /**
   * The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source tool
   * names none.
   */
  readonly user_id: string | null
  /** That user's id in the source tool. Null if the source tool names none. */
  readonly user_vendor_id: string | null
  /** That user's login or name. Null if unknown. */
  readonly user_name: string | null
  /** The service's id of the application, which `/idp/applications` serves. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The address from which it came. Null if unknown. */
  readonly ip_address: string | null
  /** Where that address is. Null if unknown. */
  readonly location: GeoLocation | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/**
 * One event of the log of an identity provider. Events never change, and leave the list when they are as old as the
 * operator keeps them: 90 days by default.
 */
export interface IdpAuditEventWithMeta {
  /** The service's own id of the event: a UUID that stays the same across syncs. */
  readonly id: string
  /** What happened, as the source tool writes it, such as `user.session.start`. */
  readonly event_type: string
  /** The kind of event in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** What happened, for people. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How it ended, normalized. */
  readonly outcome: AuditOutcome
  /** Why it ended so, in the source tool's own words. Null if it does not say. */
  readonly outcome_reason: string | null
  /** How severe the event is, normalized. Null if the source tool gives none. */
  readonly severity: Severity | null
  /** When it happened. */
  readonly occurred_at: Timestamp
  /** Who did it. Null if the source tool does not say. */
  readonly actor: AuditActor | null
  /** What it was done to. Null if the source tool names nothing. */
  readonly targets: ReadonlyArray<AuditTarget> | null
  /** The client that sent the request. Null if there was none, or if the source tool does not say. */
  readonly client: AuditClient | null
  /** The id of the session in the source tool. Null if there was none. */
  readonly session_id: string | null
  /** The id of the request in the source tool. Null if there was none. */
  readonly request_id: string | null
  /** The vendor identifier of the source tool, such as `OKTA`. */
  readonly vendor: string
  /** The event's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the event, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * How an audited action ended. `DENIED` means that a policy refused it; `UNKNOWN` is an outcome without a counterpart
 * here.
 */
export type AuditOutcome = "SUCCESS" | "FAILURE" | "DENIED" | "UNKNOWN"

/** Who did what an audit event records. */
export interface AuditActor {
  /** The service's id of the user, which `/idp/users` serves. Null if the actor is no user. */
  readonly id: string | null
  /** The actor's id in the source tool. Null if unknown. */
  readonly vendor_id: string | null
  /** What the actor is, as the source tool writes it, such as `User`. Null if unknown. */
  readonly type: string | null
  /** The actor's name. Null if unknown. */
  readonly name: string | null
  /** The actor's email address or login. Null if unknown. */
  readonly email: string | null
}

/** What an audited action was done to. */
export interface AuditTarget {
  /** The target's id in the source tool. Null if unknown. */
  readonly vendor_id: string | null
  /** What the target is, as the source tool writes it, such as `AppInstance`. Null if unknown. */
  readonly type: string | null
  /** The target's name. Null if unknown. */
  readonly name: string | null
}

/** The client that sent an audited request. */
export interface AuditClient {
  /** Its address. Null if unknown. */
  readonly ip_address: string | null
  /** What it says that it is, in the header `User-Agent`. Null if unknown. */
  readonly user_agent: string | null
  /** The kind of device, as the source tool writes it. Null if unknown. */
  readonly device: string | null
  /** Where its address is. Null if unknown. */
  readonly location: GeoLocation | null
}

/**
 * One event of the log of an identity provider. Events never change, and leave the list when they are as old as the
 * operator keeps them: 90 days by default.
 */
export interface IdpAuditEvent {
  /** The service's own id of the event: a UUID that stays the same across syncs. */
  readonly id: string
  /** What happened, as the source tool writes it, such as `user.session.start`. */
  readonly event_type: string
  /** The kind of event in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** What happened, for people. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How it ended, normalized. */
  readonly outcome: AuditOutcome
  /** Why it ended so, in the source tool's own words. Null if it does not say. */
  readonly outcome_reason: string | null
  /** How severe the event is, normalized. Null if the source tool gives none. */
  readonly severity: Severity | null
  /** When it happened. */
  readonly occurred_at: Timestamp
  /** Who did it. Null if the source tool does not say. */
  readonly actor: AuditActor | null
  /** What it was done to. Null if the source tool names nothing. */
  readonly targets: ReadonlyArray<AuditTarget> | null
  /** The client that sent the request. Null if there was none, or if the source tool does not say. */
  readonly client: AuditClient | null
  /** The id of the session in the source tool. Null if there was none. */
  readonly session_id: string | null
  /** The id of the request in the source tool. Null if there was none. */
  readonly request_id: string | null
  /** The vendor identifier of the source tool, such as `OKTA`. */
  readonly vendor: string
  /** The event's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the event, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A finding with its rule and its compliances, as far as the request asks for them. */
export interface ComplianceFindingWithEntities {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** The finding's title, as the source tool shows it. */
  readonly title: string
  /** What was checked and why it matters. Null if the source tool gives no description. */
  readonly description: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The evaluated resource's id in its cloud, such as an ARN or an Azure resource id. */
  readonly resource_id: string
  /** The evaluated resource's name. Null if unknown. */
  readonly resource_name: string | null
  /** The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global. */
  readonly resource_region: string | null
  /** The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown. */
  readonly resource_type: string | null
  /** How severe a failure is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words; `UNKNOWN` if it gives none. */
  readonly vendor_severity: string
  /** Where the finding stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: FindingStatus
  /** The status in the source tool's own words. */
  readonly vendor_status: string
  /**
   * When the status last changed; the last update of the finding if the source tool does not record status changes. Null
   * if unknown.
   */
  readonly status_changed_at: Timestamp | null
  /** When the source tool first observed the finding. Null if it does not say. */
  readonly start_time: Timestamp | null
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** The rule that was evaluated; present if `includeRule=true`. Null if the source tool names none. */
  readonly rule?: FindingRule | null
  /**
   * The controls that the finding counts towards; present if `includeCompliances=true`. Null if the source tool links it
   * to none.
   */
  readonly compliances?: ReadonlyArray<FindingCompliance> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * Where a finding stands. `OTHER` is a known status that fits none of these; `UNKNOWN` is a status without a counterpart
 * here. `DELETED` means that complete scans no longer find it.
 */
export type FindingStatus = "UNKNOWN" | "NEW" | "IN_PROGRESS" | "SUPPRESSED" | "RESOLVED" | "DELETED" | "OTHER"

/** The rule that a finding was evaluated against. */
export interface FindingRule {
  /** The service's own id of the rule: the same UUID in every finding of the connection that names the rule. */
  readonly id: string
  /** The rule's title, as the source tool shows it. */
  readonly name: string
  /** The rule's id in the source tool. */
  readonly vendor_id: string
}

/** One control of one standard that a finding counts towards. */
export interface FindingCompliance {
  /** The name of the standard, as the source tool writes it. */
  readonly standard: string
  /** The version of the standard. Null if the source tool names none. */
  readonly standard_version: string | null
  /** The control's identifier within the standard. */
  readonly control: string
  /** The control's title. Null if the source tool gives none. */
  readonly control_name: string | null
  /** Whether the resource satisfies this control. */
  readonly result: ComplianceResult
}

/**
 * Whether a resource satisfies a control. `NOT_APPLICABLE` means that the source tool did not judge it; `DELETED` means
 * that complete scans no longer find it.
 */
export type ComplianceResult = "PASS" | "FAIL" | "NOT_APPLICABLE" | "DELETED"

/** One resource evaluated against one control. */
export interface ComplianceFinding {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** The finding's title, as the source tool shows it. */
  readonly title: string
  /** What was checked and why it matters. Null if the source tool gives no description. */
  readonly description: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The evaluated resource's id in its cloud, such as an ARN or an Azure resource id. */
  readonly resource_id: string
  /** The evaluated resource's name. Null if unknown. */
  readonly resource_name: string | null
  /** The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global. */
  readonly resource_region: string | null
  /** The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown. */
  readonly resource_type: string | null
  /** How severe a failure is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words; `UNKNOWN` if it gives none. */
  readonly vendor_severity: string
  /** Where the finding stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: FindingStatus
  /** The status in the source tool's own words. */
  readonly vendor_status: string
  /**
   * When the status last changed; the last update of the finding if the source tool does not record status changes. Null
   * if unknown.
   */
  readonly status_changed_at: Timestamp | null
  /** When the source tool first observed the finding. Null if it does not say. */
  readonly start_time: Timestamp | null
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** One control of one standard, as the source tool evaluates it over all resources. */
export interface ComplianceWithMeta {
  /** The service's own id of the compliance: a UUID that stays the same across syncs. */
  readonly id: string
  /** The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`. */
  readonly standard: string
  /** The version of the standard, such as `1.4.0`. Null if the source tool names none. */
  readonly standard_version: string | null
  /** The control's identifier within the standard, such as `IAM.1`. */
  readonly control: string
  /** The control's title. Null if the source tool gives none. */
  readonly control_name: string | null
  /** What the control requires. Null if the source tool does not describe it. */
  readonly description: string | null
  /** Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it. */
  readonly result: ComplianceResult
  /** How many resources passed. Null if the source tool does not count them. */
  readonly passed_count: number | null
  /** How many resources failed. Null if the source tool does not count them. */
  readonly failed_count: number | null
  /** When the source tool first evaluated the control. Null if it does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the source tool last changed its evaluation. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  readonly vendor: string
  /** The compliance's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** One control of one standard, as the source tool evaluates it over all resources. */
export interface Compliance {
  /** The service's own id of the compliance: a UUID that stays the same across syncs. */
  readonly id: string
  /** The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`. */
  readonly standard: string
  /** The version of the standard, such as `1.4.0`. Null if the source tool names none. */
  readonly standard_version: string | null
  /** The control's identifier within the standard, such as `IAM.1`. */
  readonly control: string
  /** The control's title. Null if the source tool gives none. */
  readonly control_name: string | null
  /** What the control requires. Null if the source tool does not describe it. */
  readonly description: string | null
  /** Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it. */
  readonly result: ComplianceResult
  /** How many resources passed. Null if the source tool does not count them. */
  readonly passed_count: number | null
  /** How many resources failed. Null if the source tool does not count them. */
  readonly failed_count: number | null
  /** When the source tool first evaluated the control. Null if it does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the source tool last changed its evaluation. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `AWS_SECURITYHUB`. */
  readonly vendor: string
  /** The compliance's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** An alert about what happened in a cloud account. */
export interface CspmAlertWithMeta {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown. */
  readonly resource_id: string | null
  /** The affected resource's name. Null if unknown. */
  readonly resource_name: string | null
  /** The type of the resource, as the source tool writes it. Null if unknown. */
  readonly resource_type: string | null
  /** The cloud that runs the resource. Null if unknown. */
  readonly cloud_provider: CloudProvider | null
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  readonly account_id: string | null
  /** The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global. */
  readonly region: string | null
  /** When the first of its events happened. Null if the source tool does not say. */
  readonly first_event_time: Timestamp | null
  /** When the last of its events happened. Null if the source tool does not say. */
  readonly last_event_time: Timestamp | null
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  readonly resolved_time: Timestamp | null
  /** What to do about it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  readonly mitre: ReadonlyArray<MitreTechnique> | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A public cloud; `OTHER` is any cloud without a value here. */
export type CloudProvider = "AWS" | "AZURE" | "GCP" | "OTHER"

/** A technique of MITRE ATT&CK that an alert shows, or only its tactic if the source tool names no technique. */
export interface MitreTechnique {
  /** The tactic's id, such as `TA0002`. Null if unknown. */
  readonly tactic_id: string | null
  /** The tactic's name, such as `Execution`. Null if unknown. */
  readonly tactic_name: string | null
  /** The technique's id, such as `T1059`. Null if unknown. */
  readonly technique_id: string | null
  /** The technique's name. Null if unknown. */
  readonly technique_name: string | null
}

/** An alert about what happened in a cloud account. */
export interface CspmAlert {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown. */
  readonly resource_id: string | null
  /** The affected resource's name. Null if unknown. */
  readonly resource_name: string | null
  /** The type of the resource, as the source tool writes it. Null if unknown. */
  readonly resource_type: string | null
  /** The cloud that runs the resource. Null if unknown. */
  readonly cloud_provider: CloudProvider | null
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  readonly account_id: string | null
  /** The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global. */
  readonly region: string | null
  /** When the first of its events happened. Null if the source tool does not say. */
  readonly first_event_time: Timestamp | null
  /** When the last of its events happened. Null if the source tool does not say. */
  readonly last_event_time: Timestamp | null
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  readonly resolved_time: Timestamp | null
  /** What to do about it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  readonly mitre: ReadonlyArray<MitreTechnique> | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A computer, phone, server or network device. */
export interface DeviceWithMeta {
  /** The service's own id of the device: a UUID that stays the same across syncs. */
  readonly id: string
  /** Whether the device is in use, normalized. */
  readonly status: DeviceStatus
  /** The operating system family, normalized. */
  readonly platform: DevicePlatform
  /** Host names, without duplicates; empty if none is known. */
  readonly hostnames: ReadonlyArray<string>
  /** Fully qualified domain names; empty if none is known. */
  readonly fqdns: ReadonlyArray<string>
  /** IPv4 addresses; empty if none is known. */
  readonly ipv4s: ReadonlyArray<string>
  /** IPv6 addresses; empty if none is known. */
  readonly ipv6s: ReadonlyArray<string>
  /** Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known. */
  readonly mac_addresses: ReadonlyArray<string>
  /** The manufacturer's serial number. Null if unknown. */
  readonly serial_number: string | null
  /** The maker of the hardware. Null if unknown. */
  readonly manufacturer: string | null
  /** The hardware model. Null if unknown. */
  readonly model: string | null
  /** The operating system's version, as the source tool writes it. Null if unknown. */
  readonly os_version: string | null
  /** The major part of the version, such as `22` of `22.04`. Null if unknown. */
  readonly os_major_version: string | null
  /** The minor part of the version, such as `04` of `22.04`. Null if unknown. */
  readonly os_minor_version: string | null
  /** When the source tool first saw the device. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last saw the device. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether the disk is encrypted. Null if the source tool does not say. */
  readonly is_encrypted: boolean | null
  /** Whether a management tool or agent controls the device. Null if the source tool does not say. */
  readonly is_managed: boolean | null
  /** The email address of the person who uses the device. Null if unknown. */
  readonly owner_email: string | null
  /** The source tools that report this device; at least the vendor of the connection. */
  readonly source_vendors: ReadonlyArray<SourceVendor>
  /**
   * The installed software, one entry per product, as the source tool writes it. Null if the source tool does not list
   * software.
   */
  readonly installed_software: ReadonlyArray<string> | null
  /** How a directory service knows the device. Null if it belongs to no directory or nothing is known. */
  readonly ad_info: AdInfo | null
  /** Where a cloud runs the device. Null if it runs in no cloud or nothing is known. */
  readonly cloud_metadata: CloudMetadata | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The device's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the device, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * Whether a device is in use. `DELETED` means that the source tool deleted it or that complete scans no longer find it;
 * `UNKNOWN` is a status without a counterpart here.
 */
export type DeviceStatus = "ACTIVE" | "INACTIVE" | "DELETED" | "UNKNOWN"

/**
 * The operating system family of a device. `OTHER` is a platform without a value here; `UNKNOWN` means that the source
 * tool names none.
 */
export type DevicePlatform = "WINDOWS" | "MAC" | "LINUX" | "IOS" | "ANDROID" | "CHROME_OS" | "NETWORK" | "OTHER" | "UNKNOWN"

/** A source tool that reports the device. */
export interface SourceVendor {
  /** The vendor identifier of that source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The device's id in that source tool. */
  readonly vendor_id: string
  /** The tool's agent on the device. Null if there is no agent or nothing is known about one. */
  readonly agent_info: AgentInfo | null
}

/** The source tool's agent on a device. */
export interface AgentInfo {
  /** The version of the agent. Null if unknown. */
  readonly agent_version: string | null
  /** The version of the agent's detection signatures. Null if unknown or if the agent has none. */
  readonly signature_version: string | null
  /** The source tool's ids of the policies that the agent applies. Null if unknown. */
  readonly policies: ReadonlyArray<string> | null
}

/** How a directory service, such as Active Directory or Entra ID, knows the device. */
export interface AdInfo {
  /** The organizational unit that contains the device, parts joined by `/`. Null if unknown. */
  readonly org_unit: string | null
  /** The Active Directory site. Null if unknown. */
  readonly site_name: string | null
  /** The directory domain that the device has joined. Null if unknown. */
  readonly domain: string | null
  /** The device id that the directory assigned. Null if unknown. */
  readonly device_id: string | null
}

/** Which cloud runs the device, and where. */
export interface CloudMetadata {
  /** The cloud that runs the device. */
  readonly cloud_provider: CloudProvider
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  readonly account_id: string | null
  /** The cloud region, such as `eu-west-1`. Null if unknown. */
  readonly region: string | null
  /** The zone within the region, such as `eu-west-1a`. Null if unknown. */
  readonly availability_zone: string | null
  /** The virtual machine's id in the cloud. Null if unknown. */
  readonly instance_id: string | null
}

/** A computer, phone, server or network device. */
export interface Device {
  /** The service's own id of the device: a UUID that stays the same across syncs. */
  readonly id: string
  /** Whether the device is in use, normalized. */
  readonly status: DeviceStatus
  /** The operating system family, normalized. */
  readonly platform: DevicePlatform
  /** Host names, without duplicates; empty if none is known. */
  readonly hostnames: ReadonlyArray<string>
  /** Fully qualified domain names; empty if none is known. */
  readonly fqdns: ReadonlyArray<string>
  /** IPv4 addresses; empty if none is known. */
  readonly ipv4s: ReadonlyArray<string>
  /** IPv6 addresses; empty if none is known. */
  readonly ipv6s: ReadonlyArray<string>
  /** Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known. */
  readonly mac_addresses: ReadonlyArray<string>
  /** The manufacturer's serial number. Null if unknown. */
  readonly serial_number: string | null
  /** The maker of the hardware. Null if unknown. */
  readonly manufacturer: string | null
  /** The hardware model. Null if unknown. */
  readonly model: string | null
  /** The operating system's version, as the source tool writes it. Null if unknown. */
  readonly os_version: string | null
  /** The major part of the version, such as `22` of `22.04`. Null if unknown. */
  readonly os_major_version: string | null
  /** The minor part of the version, such as `04` of `22.04`. Null if unknown. */
  readonly os_minor_version: string | null
  /** When the source tool first saw the device. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last saw the device. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether the disk is encrypted. Null if the source tool does not say. */
  readonly is_encrypted: boolean | null
  /** Whether a management tool or agent controls the device. Null if the source tool does not say. */
  readonly is_managed: boolean | null
  /** The email address of the person who uses the device. Null if unknown. */
  readonly owner_email: string | null
  /** The source tools that report this device; at least the vendor of the connection. */
  readonly source_vendors: ReadonlyArray<SourceVendor>
  /**
   * The installed software, one entry per product, as the source tool writes it. Null if the source tool does not list
   * software.
   */
  readonly installed_software: ReadonlyArray<string> | null
  /** How a directory service knows the device. Null if it belongs to no directory or nothing is known. */
  readonly ad_info: AdInfo | null
  /** Where a cloud runs the device. Null if it runs in no cloud or nothing is known. */
  readonly cloud_metadata: CloudMetadata | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The device's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the device, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A group of devices. */
export interface DeviceGroupWithMeta {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /** The group's name, as the source tool shows it. */
  readonly name: string
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The group's id in the source tool. */
  readonly vendor_id: string
  /** Who created the group, as the source tool names them. Null if unknown. */
  readonly created_by: string | null
  /** The group's description. Null if it has none. */
  readonly description: string | null
  /**
   * The service's ids of the member devices that it knows, in ascending order; empty if the group has no members. Absent
   * if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the field, and
   * `/entities/device-groups/{id}/devices` lists them.
   */
  readonly device_ids?: ReadonlyArray<string>
  /** When the source tool created the group. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A group of devices. */
export interface DeviceGroup {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /** The group's name, as the source tool shows it. */
  readonly name: string
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The group's id in the source tool. */
  readonly vendor_id: string
  /** Who created the group, as the source tool names them. Null if unknown. */
  readonly created_by: string | null
  /** The group's description. Null if it has none. */
  readonly description: string | null
  /**
   * The service's ids of the member devices that it knows, in ascending order; empty if the group has no members. Absent
   * if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the field, and
   * `/entities/device-groups/{id}/devices` lists them.
   */
  readonly device_ids?: ReadonlyArray<string>
  /** When the source tool created the group. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A policy that a device manager applies to groups of devices. */
export interface DevicePolicyWithMeta {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  readonly id: string
  /** The policy's name, as the source tool shows it. */
  readonly name: string
  /** The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds. */
  readonly type: string | null
  /** The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown. */
  readonly platform: string | null
  /** Whether the policy is in force. Null if the source tool does not say. */
  readonly is_enabled: boolean | null
  /** The policy's description. Null if it has none. */
  readonly description: string | null
  /**
   * The service's ids of the device groups that the policy applies to and that it knows, in ascending order; empty if
   * the policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header
   * `X-Omitted-Fields` then names the field, and `/entities/device-policies/{id}/device-groups` lists the groups.
   */
  readonly device_group_ids?: ReadonlyArray<string>
  /** When the source tool created the policy. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The policy's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A policy that a device manager applies to groups of devices. */
export interface DevicePolicy {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  readonly id: string
  /** The policy's name, as the source tool shows it. */
  readonly name: string
  /** The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds. */
  readonly type: string | null
  /** The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown. */
  readonly platform: string | null
  /** Whether the policy is in force. Null if the source tool does not say. */
  readonly is_enabled: boolean | null
  /** The policy's description. Null if it has none. */
  readonly description: string | null
  /**
   * The service's ids of the device groups that the policy applies to and that it knows, in ascending order; empty if
   * the policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header
   * `X-Omitted-Fields` then names the field, and `/entities/device-policies/{id}/device-groups` lists the groups.
   */
  readonly device_group_ids?: ReadonlyArray<string>
  /** When the source tool created the policy. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  readonly last_updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The policy's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A resource in a cloud account, such as a bucket or a virtual machine. */
export interface ResourceWithMeta {
  /** The service's own id of the resource: a UUID that stays the same across syncs. */
  readonly id: string
  /** The resource's name; the last part of its id if it has none. */
  readonly name: string
  /** The resource's type without its provider, such as `virtualMachines`. */
  readonly type: string
  /** The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if unknown. */
  readonly vendor_type: string | null
  /** The cloud that runs the resource. Null if unknown. */
  readonly cloud_provider: CloudProvider | null
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  readonly account_id: string | null
  /** The name of that account. Null if unknown. */
  readonly account_name: string | null
  /** The cloud region, such as `westeurope`. Null if unknown or if the resource is global. */
  readonly region: string | null
  /** The resource's tags: an object of names and values. Null if it has none. */
  readonly tags: { readonly [name: string]: unknown } | null
  /** When the resource was created or first seen. Null if the source tool does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last saw the resource. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** True once complete scans no longer find the resource in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
  readonly vendor: string
  /** The resource's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the resource, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A resource in a cloud account, such as a bucket or a virtual machine. */
export interface Resource {
  /** The service's own id of the resource: a UUID that stays the same across syncs. */
  readonly id: string
  /** The resource's name; the last part of its id if it has none. */
  readonly name: string
  /** The resource's type without its provider, such as `virtualMachines`. */
  readonly type: string
  /** The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if unknown. */
  readonly vendor_type: string | null
  /** The cloud that runs the resource. Null if unknown. */
  readonly cloud_provider: CloudProvider | null
  /** The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown. */
  readonly account_id: string | null
  /** The name of that account. Null if unknown. */
  readonly account_name: string | null
  /** The cloud region, such as `westeurope`. Null if unknown or if the resource is global. */
  readonly region: string | null
  /** The resource's tags: an object of names and values. Null if it has none. */
  readonly tags: { readonly [name: string]: unknown } | null
  /** When the resource was created or first seen. Null if the source tool does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last saw the resource. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** True once complete scans no longer find the resource in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`. */
  readonly vendor: string
  /** The resource's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the resource, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** Something that is built and scanned: a code repository, a project, a container image or a web application. */
export interface ApplicationWithMeta {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  readonly id: string
  /** The application's name. */
  readonly name: string
  /** The name with its owner or group, such as `acme/shop`. Null if there is none. */
  readonly full_name: string | null
  /** What kind of application it is. */
  readonly type: ApplicationType
  /** What it is for. Null if nobody said. */
  readonly description: string | null
  /** The application's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The branch that is scanned, such as `main`. Null if unknown. */
  readonly default_branch: string | null
  /** The programming languages. Null if unknown. */
  readonly languages: ReadonlyArray<string> | null
  /** Who can see it in the source tool. Null if unknown. */
  readonly visibility: ApplicationVisibility | null
  /** Whether it is archived or no longer watched. Null if the source tool does not say. */
  readonly is_archived: boolean | null
  /** Who it belongs to: a person, a team or an organization. Null if unknown. */
  readonly owner: string | null
  /** How important it is, in the source tool's own words. Null if nobody said. */
  readonly business_criticality: string | null
  /** Its tags, topics or labels. Null if it has none. */
  readonly tags: ReadonlyArray<string> | null
  /** When the application was created in the source tool. Null if it does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When it last changed in the source tool. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /** When it was last scanned. Null if it never was, or if the source tool does not say. */
  readonly last_scanned_at: Timestamp | null
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The application's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the application, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** What kind of application it is; `OTHER` is anything else. */
export type ApplicationType = "REPOSITORY" | "PROJECT" | "CONTAINER_IMAGE" | "WEB_APPLICATION" | "OTHER"

/** Who can see an application in the source tool: everybody, those with access, or all members of the organization. */
export type ApplicationVisibility = "PUBLIC" | "PRIVATE" | "INTERNAL"

/** Something that is built and scanned: a code repository, a project, a container image or a web application. */
export interface Application {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  readonly id: string
  /** The application's name. */
  readonly name: string
  /** The name with its owner or group, such as `acme/shop`. Null if there is none. */
  readonly full_name: string | null
  /** What kind of application it is. */
  readonly type: ApplicationType
  /** What it is for. Null if nobody said. */
  readonly description: string | null
  /** The application's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The branch that is scanned, such as `main`. Null if unknown. */
  readonly default_branch: string | null
  /** The programming languages. Null if unknown. */
  readonly languages: ReadonlyArray<string> | null
  /** Who can see it in the source tool. Null if unknown. */
  readonly visibility: ApplicationVisibility | null
  /** Whether it is archived or no longer watched. Null if the source tool does not say. */
  readonly is_archived: boolean | null
  /** Who it belongs to: a person, a team or an organization. Null if unknown. */
  readonly owner: string | null
  /** How important it is, in the source tool's own words. Null if nobody said. */
  readonly business_criticality: string | null
  /** Its tags, topics or labels. Null if it has none. */
  readonly tags: ReadonlyArray<string> | null
  /** When the application was created in the source tool. Null if it does not say. */
  readonly vendor_created_at: Timestamp | null
  /** When it last changed in the source tool. Null if it does not say. */
  readonly last_updated_at: Timestamp | null
  /** When it was last scanned. Null if it never was, or if the source tool does not say. */
  readonly last_scanned_at: Timestamp | null
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The application's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the application, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A member of an organization in a tool or cloud. */
export interface OrganizationIdentityWithMeta {
  /** The service's own id of the member: a UUID that stays the same across syncs. */
  readonly id: string
  /** The display name; the login or id if there is none. */
  readonly name: string
  /** The login. Null if there is none. */
  readonly username: string | null
  /** The email address. Null if unknown or if the tool hides it. */
  readonly email: string | null
  /** What kind of member it is. */
  readonly type: OrganizationIdentityType
  /** The member's role, as the source tool writes it. Null if unknown. */
  readonly role: string | null
  /** Whether the member administers the organization. Null if the source tool does not say. */
  readonly is_admin: boolean | null
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  readonly is_mfa_enabled: boolean | null
  /** The organization that the member belongs to. Null if the source tool does not say. */
  readonly organization: IdentityOrganization | null
  /** The member's id or login in the identity provider, such as a SAML name id. Null if there is none. */
  readonly external_identity: string | null
  /** When the member was last active. Null if the source tool does not say. */
  readonly last_active_at: Timestamp | null
  /** When the member was created or joined. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** True once complete scans no longer find the member in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The member's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the member, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** What kind of member it is; `EXTERNAL` is a person from outside the organization, `OTHER` anything else. */
export type OrganizationIdentityType = "USER" | "SERVICE_ACCOUNT" | "BOT" | "EXTERNAL" | "OTHER"

/** The organization, group or account that a member belongs to. */
export interface IdentityOrganization {
  /** Its name. */
  readonly name: string
  /** Its id in the source tool. Null if unknown. */
  readonly vendor_id: string | null
}

/** A member of an organization in a tool or cloud. */
export interface OrganizationIdentity {
  /** The service's own id of the member: a UUID that stays the same across syncs. */
  readonly id: string
  /** The display name; the login or id if there is none. */
  readonly name: string
  /** The login. Null if there is none. */
  readonly username: string | null
  /** The email address. Null if unknown or if the tool hides it. */
  readonly email: string | null
  /** What kind of member it is. */
  readonly type: OrganizationIdentityType
  /** The member's role, as the source tool writes it. Null if unknown. */
  readonly role: string | null
  /** Whether the member administers the organization. Null if the source tool does not say. */
  readonly is_admin: boolean | null
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  readonly is_mfa_enabled: boolean | null
  /** The organization that the member belongs to. Null if the source tool does not say. */
  readonly organization: IdentityOrganization | null
  /** The member's id or login in the identity provider, such as a SAML name id. Null if there is none. */
  readonly external_identity: string | null
  /** When the member was last active. Null if the source tool does not say. */
  readonly last_active_at: Timestamp | null
  /** When the member was created or joined. Null if the source tool does not say. */
  readonly vendor_created_at: Timestamp | null
  /** True once complete scans no longer find the member in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The member's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the member, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A scan that a vulnerability scanner is configured to run. */
export interface ScanConfigurationWithMeta {
  /** The service's own id of the scan configuration: a UUID that stays the same across syncs. */
  readonly id: string
  /** The scan's name, as the scanner shows it. */
  readonly name: string
  /** Who owns the scan, as the scanner names them. Null if unknown. */
  readonly owner: string | null
  /** True if the scan is active, false if it is disabled. Null if the scanner does not say. */
  readonly is_enabled: boolean | null
  /** True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say. */
  readonly is_scheduled: boolean | null
  /** The scanner's id of the latest scan run. Null if it never ran. */
  readonly last_scan_vendor_id: string | null
  /** How many devices the latest scan targeted. Null if unknown or if it never ran. */
  readonly device_target_count: number | null
  /** What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown. */
  readonly scan_targets: ReadonlyArray<string> | null
  /** How many findings the latest scan counted, by severity. Null if unknown or if it never ran. */
  readonly severity_frequency: SeverityFrequency | null
  /** The vendor identifier of the source tool, such as `TENABLE`. */
  readonly vendor: string
  /** The scan configuration's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the scan configuration, as the source tool sends them or under a name of the connector; the shape
   * depends on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** How many findings the latest scan counted, by severity. */
export interface SeverityFrequency {
  /** Findings of critical severity. */
  readonly critical: number
  /** Findings of high severity. */
  readonly high: number
  /** Informational findings. */
  readonly info: number
  /** Findings of low severity. */
  readonly low: number
  /** Findings of medium severity. */
  readonly medium: number
}

/** A scan that a vulnerability scanner is configured to run. */
export interface ScanConfiguration {
  /** The service's own id of the scan configuration: a UUID that stays the same across syncs. */
  readonly id: string
  /** The scan's name, as the scanner shows it. */
  readonly name: string
  /** Who owns the scan, as the scanner names them. Null if unknown. */
  readonly owner: string | null
  /** True if the scan is active, false if it is disabled. Null if the scanner does not say. */
  readonly is_enabled: boolean | null
  /** True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say. */
  readonly is_scheduled: boolean | null
  /** The scanner's id of the latest scan run. Null if it never ran. */
  readonly last_scan_vendor_id: string | null
  /** How many devices the latest scan targeted. Null if unknown or if it never ran. */
  readonly device_target_count: number | null
  /** What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown. */
  readonly scan_targets: ReadonlyArray<string> | null
  /** How many findings the latest scan counted, by severity. Null if unknown or if it never ran. */
  readonly severity_frequency: SeverityFrequency | null
  /** The vendor identifier of the source tool, such as `TENABLE`. */
  readonly vendor: string
  /** The scan configuration's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the scan configuration, as the source tool sends them or under a name of the connector; the shape
   * depends on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** One weakness found on one device, or in something that is none, such as an image. */
export interface VulnerabilityWithMeta {
  /** The service's own id of the vulnerability: a UUID that stays the same across syncs. */
  readonly id: string
  /** The device that has the weakness. Null if it is in something that is no device. */
  readonly device: AffectedDevice | null
  /** The weakness's title, or its CVE id. */
  readonly name: string
  /** What the weakness is. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the weakness is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the weakness stands on the device, normalized. */
  readonly state: VulnerabilityState
  /** When the weakness entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** The CVE ids, such as `CVE-2024-3094`; empty if it has none. */
  readonly cve: ReadonlyArray<string>
  /** The CVSS version of the scores and vectors, such as `3.1`. Null if there is no score. */
  readonly cvss_version: string | null
  /** CVSS base score, 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_base_score: number | null
  /** CVSS base vector, such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`. Null if the source tool gives none. */
  readonly cvss_vector: string | null
  /** CVSS temporal score (threat score in version 4), 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_temporal_score: number | null
  /** CVSS temporal vector (threat vector in version 4). Null if the source tool gives none. */
  readonly cvss_temporal_vector: string | null
  /**
   * EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives
   * none.
   */
  readonly epss_score: number | null
  /**
   * Whether the weakness is known to be exploited, for example because CISA lists it. Null if the source tool does not
   * say.
   */
  readonly is_exploited: boolean | null
  /** The network port that shows the weakness. Null if it concerns the device as a whole or is unknown. */
  readonly port: number | null
  /** The transport protocol of the port, such as `tcp`. Null if unknown. */
  readonly protocol: string | null
  /** The service that answers on the port, such as `https`. Null if unknown. */
  readonly service: string | null
  /** When the source tool first found the weakness on the device. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found the weakness on the device. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether a patch or another official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** How to fix it. Null if the source tool gives no advice. */
  readonly solution: string | null
  /** The scanner's evidence, as text; connectors may truncate it. Null if there is none. */
  readonly scan_output: string | null
  /** The kind of weakness in the source tool's own words, several joined by `, `. Null if it names none. */
  readonly category: string | null
  /** The source tool's id of the scan that last found it. Null if unknown. */
  readonly vendor_scan_id: string | null
  /** The vendor identifier of the source tool, such as `TENABLE`. */
  readonly vendor: string
  /** The vulnerability's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the vulnerability, as the source tool sends them or under a name of the connector; the shape
   * depends on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** The device that a vulnerability or an alert is about. */
export interface AffectedDevice {
  /** The service's id of the device, which `/entities/devices` serves if the connection exports devices. */
  readonly id: string
  /** Host names; empty if none is known. */
  readonly hostnames: ReadonlyArray<string>
  /** IPv4 addresses; empty if none is known. */
  readonly ipv4s: ReadonlyArray<string>
  /** The operating system family, normalized. */
  readonly platform: DevicePlatform
  /** The device's id in the source tool. */
  readonly vendor_id: string
}

/**
 * Where a weakness stands. `SUPPRESSED` means that someone accepted the risk or hid it; `UNKNOWN` is a state without a
 * counterpart here.
 */
export type VulnerabilityState = "OPEN" | "REOPENED" | "FIXED" | "SUPPRESSED" | "UNKNOWN"

/** One weakness found on one device, or in something that is none, such as an image. */
export interface Vulnerability {
  /** The service's own id of the vulnerability: a UUID that stays the same across syncs. */
  readonly id: string
  /** The device that has the weakness. Null if it is in something that is no device. */
  readonly device: AffectedDevice | null
  /** The weakness's title, or its CVE id. */
  readonly name: string
  /** What the weakness is. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the weakness is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the weakness stands on the device, normalized. */
  readonly state: VulnerabilityState
  /** When the weakness entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** The CVE ids, such as `CVE-2024-3094`; empty if it has none. */
  readonly cve: ReadonlyArray<string>
  /** The CVSS version of the scores and vectors, such as `3.1`. Null if there is no score. */
  readonly cvss_version: string | null
  /** CVSS base score, 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_base_score: number | null
  /** CVSS base vector, such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`. Null if the source tool gives none. */
  readonly cvss_vector: string | null
  /** CVSS temporal score (threat score in version 4), 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_temporal_score: number | null
  /** CVSS temporal vector (threat vector in version 4). Null if the source tool gives none. */
  readonly cvss_temporal_vector: string | null
  /**
   * EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives
   * none.
   */
  readonly epss_score: number | null
  /**
   * Whether the weakness is known to be exploited, for example because CISA lists it. Null if the source tool does not
   * say.
   */
  readonly is_exploited: boolean | null
  /** The network port that shows the weakness. Null if it concerns the device as a whole or is unknown. */
  readonly port: number | null
  /** The transport protocol of the port, such as `tcp`. Null if unknown. */
  readonly protocol: string | null
  /** The service that answers on the port, such as `https`. Null if unknown. */
  readonly service: string | null
  /** When the source tool first found the weakness on the device. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found the weakness on the device. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether a patch or another official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** How to fix it. Null if the source tool gives no advice. */
  readonly solution: string | null
  /** The scanner's evidence, as text; connectors may truncate it. Null if there is none. */
  readonly scan_output: string | null
  /** The kind of weakness in the source tool's own words, several joined by `, `. Null if it names none. */
  readonly category: string | null
  /** The source tool's id of the scan that last found it. Null if unknown. */
  readonly vendor_scan_id: string | null
  /** The vendor identifier of the source tool, such as `TENABLE`. */
  readonly vendor: string
  /** The vulnerability's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the vulnerability, as the source tool sends them or under a name of the connector; the shape
   * depends on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A vulnerability found in something, in the shape of the OCSF class Vulnerability Finding. */
export interface VulnerabilityFindingWithMeta {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** The evidence, as text; connectors may truncate it. Null if there is none. */
  readonly analytic_output: string | null
  /** How severe it is, normalized. */
  readonly severity: Severity
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** What has the vulnerability. */
  readonly type: VulnerabilityFindingType
  /** The service's id of the device, which `/entities/devices` serves. Null if it is in no device. */
  readonly device_id: string | null
  /** That device's id in the source tool. Null if it is in no device. */
  readonly device_vendor_id: string | null
  /** The service's id of the application, which `/entities/applications` serves. Null if it is in none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if it is in none. */
  readonly application_vendor_id: string | null
  /** The affected resource's id in its cloud or in the source tool, such as an ARN. Null if unknown. */
  readonly resource_id: string | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether a fix exists. Null if the source tool does not say. */
  readonly has_fix: boolean | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The product that reports it. Null if the source tool does not say. */
  readonly product: FindingProduct | null
  /** The rule, check or technique that found it. Null if the source tool names none. */
  readonly analytic: FindingAnalytic | null
  /** What it affects. Null if the source tool does not say. */
  readonly resource_related: AffectedResource | null
  /** The vulnerabilities that it is about. Null if the source tool names none. */
  readonly vulnerabilities: ReadonlyArray<FindingVulnerability> | null
  /** The ticket in which somebody works on it. Null if there is none. */
  readonly ticket: FindingTicket | null
  /** The vendor identifier of the source tool, such as `SNYK`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * What has the vulnerability: a dependency, own code, a container image, a host or a resource of a cloud; `OTHER` is
 * anything else.
 */
export type VulnerabilityFindingType = "DEPENDENCY" | "CODE" | "CONTAINER" | "HOST" | "CLOUD" | "OTHER"

/** The product that reports a finding. */
export interface FindingProduct {
  /** Who makes it. */
  readonly vendor_name: string
  /** The product's name. */
  readonly name: string
}

/** The rule, check or technique that found it. */
export interface FindingAnalytic {
  /** The kind of analysis, as the source tool writes it. Null if unknown. */
  readonly type: string | null
  /** Its id in the source tool. Null if unknown. */
  readonly uid: string | null
  /** Its name. Null if unknown. */
  readonly name: string | null
  /** Its documentation. Null if it has none. */
  readonly url: string | null
}

/** What a finding affects, as far as the source tool knows it. */
export interface AffectedResource {
  /** The place in code. Null if it is not in code. */
  readonly affected_code: AffectedCode | null
  /** The container image. Null if it is in none. */
  readonly affected_image: AffectedImage | null
  /** The operating system. Null if unknown. */
  readonly affected_os: AffectedOs | null
  /** The package. Null if it is in none. */
  readonly affected_package: SoftwarePackage | null
  /** The network port that shows it. Null if there is none. */
  readonly port: number | null
  /** The transport protocol of the port, such as `tcp`. Null if unknown. */
  readonly protocol: string | null
  /** The service that answers on the port, such as `https`. Null if unknown. */
  readonly service: string | null
}

/** The place in code. */
export interface AffectedCode {
  /** The code repository. Null if unknown. */
  readonly repository: CodeRepository | null
  /** The path of the file. Null if unknown. */
  readonly file_path: string | null
  /** The first line, counted from 1. Null if unknown. */
  readonly start_line: number | null
  /** The last line, counted from 1. Null if unknown. */
  readonly end_line: number | null
}

/** The code repository that an issue is in. */
export interface CodeRepository {
  /** The repository's name with its owner, such as `acme/shop`. */
  readonly name: string
  /** The repository's page. Null if unknown. */
  readonly url: string | null
}

/** The container image. */
export interface AffectedImage {
  /** The image's name, with its registry if it is known. */
  readonly name: string
  /** The tag. Null if unknown. */
  readonly tag: string | null
  /** The digest, such as `sha256:9f86...`. Null if unknown. */
  readonly digest: string | null
}

/** The operating system. */
export interface AffectedOs {
  /** Its name. */
  readonly name: string
  /** Its version. Null if unknown. */
  readonly version: string | null
}

/** A package of software that an issue is about. */
export interface SoftwarePackage {
  /** The package's name. */
  readonly name: string
  /** The installed version. Null if unknown. */
  readonly version: string | null
  /** Where the package comes from, as the source tool writes it, such as `npm`. Null if unknown. */
  readonly ecosystem: string | null
}

/** A vulnerability that a finding is about. */
export interface FindingVulnerability {
  /** Its id: a CVE id, such as `CVE-2024-3094`, or the id of another advisory. */
  readonly uid: string
  /** How severe it is by CVSS. Null if the source tool does not say. */
  readonly cvss: FindingCvss | null
  /** How likely it is to be exploited. Null if the source tool does not say. */
  readonly epss: FindingEpss | null
  /** When it was published. Null if the source tool does not say. */
  readonly published: Timestamp | null
  /** When what is published about it last changed. Null if the source tool does not say. */
  readonly last_modified: Timestamp | null
  /** Pages about it. Null if the source tool names none. */
  readonly references: ReadonlyArray<string> | null
}

/** How severe a vulnerability is by CVSS. */
export interface FindingCvss {
  /** The CVSS version, such as `3.1`. Null if unknown. */
  readonly version: string | null
  /** The base score, 0.0 to 10.0. Null if unknown. */
  readonly base_score: number | null
  /** The vector. Null if unknown. */
  readonly vector: string | null
}

/** How likely a vulnerability is to be exploited, by EPSS. */
export interface FindingEpss {
  /** The probability, 0 to 1, that it is exploited in the next 30 days. Null if unknown. */
  readonly score: number | null
  /** The share of vulnerabilities, 0 to 1, that are at most as likely. Null if unknown. */
  readonly percentile: number | null
}

/** The ticket in which somebody works on a finding. */
export interface FindingTicket {
  /** Its id or key in the ticketing tool. Null if unknown. */
  readonly vendor_id: string | null
  /** Its page. Null if unknown. */
  readonly url: string | null
}

/** A vulnerability found in something, in the shape of the OCSF class Vulnerability Finding. */
export interface VulnerabilityFinding {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** The evidence, as text; connectors may truncate it. Null if there is none. */
  readonly analytic_output: string | null
  /** How severe it is, normalized. */
  readonly severity: Severity
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** What has the vulnerability. */
  readonly type: VulnerabilityFindingType
  /** The service's id of the device, which `/entities/devices` serves. Null if it is in no device. */
  readonly device_id: string | null
  /** That device's id in the source tool. Null if it is in no device. */
  readonly device_vendor_id: string | null
  /** The service's id of the application, which `/entities/applications` serves. Null if it is in none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if it is in none. */
  readonly application_vendor_id: string | null
  /** The affected resource's id in its cloud or in the source tool, such as an ARN. Null if unknown. */
  readonly resource_id: string | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** Whether a fix exists. Null if the source tool does not say. */
  readonly has_fix: boolean | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The product that reports it. Null if the source tool does not say. */
  readonly product: FindingProduct | null
  /** The rule, check or technique that found it. Null if the source tool names none. */
  readonly analytic: FindingAnalytic | null
  /** What it affects. Null if the source tool does not say. */
  readonly resource_related: AffectedResource | null
  /** The vulnerabilities that it is about. Null if the source tool names none. */
  readonly vulnerabilities: ReadonlyArray<FindingVulnerability> | null
  /** The ticket in which somebody works on it. Null if there is none. */
  readonly ticket: FindingTicket | null
  /** The vendor identifier of the source tool, such as `SNYK`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** An alert about what happened on a device, from endpoint detection and response. */
export interface EdrAlertWithMeta {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** Who works on the alert: a name or an email address. Null if nobody does. */
  readonly assigned_user: string | null
  /** When the first of its events happened. Null if the source tool does not say. */
  readonly first_event_time: Timestamp | null
  /** When the last of its events happened. Null if the source tool does not say. */
  readonly last_event_time: Timestamp | null
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  readonly resolved_time: Timestamp | null
  /** The device on which it happened. Null if the source tool names none. */
  readonly device: AffectedDevice | null
  /** The account that the process ran as, as the device knows it. Null if unknown. */
  readonly user_name: string | null
  /** The Windows security identifier of that account. Null if unknown. */
  readonly windows_sid: string | null
  /** The account's id in the directory. Null if unknown. */
  readonly active_directory_user_id: string | null
  /** The directory domain of the account. Null if unknown. */
  readonly active_directory_domain: string | null
  /** The process's id on the device. Null if unknown. */
  readonly pid: number | null
  /** When the process started. Null if unknown. */
  readonly process_created_at: Timestamp | null
  /** The name of the process's file. Null if unknown. */
  readonly process_filename: string | null
  /** The command that started the process. Null if unknown. */
  readonly process_command_line: string | null
  /** The path of the process's file. Null if unknown. */
  readonly process_filepath: string | null
  /** The SHA-1 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_sha1: string | null
  /** The SHA-256 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_sha256: string | null
  /** The MD5 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_md5: string | null
  /** The id of the process's parent on the device. Null if unknown. */
  readonly parent_pid: number | null
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  readonly mitre: ReadonlyArray<MitreTechnique> | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** An alert about what happened on a device, from endpoint detection and response. */
export interface EdrAlert {
  /** The service's own id of the alert: a UUID that stays the same across syncs. */
  readonly id: string
  /** The alert's title, as the source tool shows it. */
  readonly title: string
  /** What happened and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe the alert is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where the alert stands, normalized; `vendor_status` has the source tool's own word. */
  readonly status: AlertStatus
  /** The status in the source tool's own words. Null if it gives none. */
  readonly vendor_status: string | null
  /** The kind of threat in the source tool's own words. Null if it names none. */
  readonly category: string | null
  /** Who works on the alert: a name or an email address. Null if nobody does. */
  readonly assigned_user: string | null
  /** When the first of its events happened. Null if the source tool does not say. */
  readonly first_event_time: Timestamp | null
  /** When the last of its events happened. Null if the source tool does not say. */
  readonly last_event_time: Timestamp | null
  /** When the alert was resolved. Null if it is not, or if the source tool does not say. */
  readonly resolved_time: Timestamp | null
  /** The device on which it happened. Null if the source tool names none. */
  readonly device: AffectedDevice | null
  /** The account that the process ran as, as the device knows it. Null if unknown. */
  readonly user_name: string | null
  /** The Windows security identifier of that account. Null if unknown. */
  readonly windows_sid: string | null
  /** The account's id in the directory. Null if unknown. */
  readonly active_directory_user_id: string | null
  /** The directory domain of the account. Null if unknown. */
  readonly active_directory_domain: string | null
  /** The process's id on the device. Null if unknown. */
  readonly pid: number | null
  /** When the process started. Null if unknown. */
  readonly process_created_at: Timestamp | null
  /** The name of the process's file. Null if unknown. */
  readonly process_filename: string | null
  /** The command that started the process. Null if unknown. */
  readonly process_command_line: string | null
  /** The path of the process's file. Null if unknown. */
  readonly process_filepath: string | null
  /** The SHA-1 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_sha1: string | null
  /** The SHA-256 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_sha256: string | null
  /** The MD5 of the process's file, in hexadecimal. Null if unknown. */
  readonly process_md5: string | null
  /** The id of the process's parent on the device. Null if unknown. */
  readonly parent_pid: number | null
  /** The techniques of MITRE ATT&CK that it shows. Null if the source tool names none. */
  readonly mitre: ReadonlyArray<MitreTechnique> | null
  /** The alert's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `CROWDSTRIKE`. */
  readonly vendor: string
  /** The alert's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the alert, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** An issue of any kind that a tool for application or cloud security reports. */
export interface AppsecIssueWithMeta {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** What the issue is about. */
  readonly type: IssueType
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  readonly cve: ReadonlyArray<string> | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The path of the file in the repository. Null if it is in no file. */
  readonly file_path: string | null
  /** The affected resource's id in its cloud or in the source tool. Null if it affects none. */
  readonly resource_id: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** Whether an official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * What an issue is about: a weakness in own code, a vulnerable dependency, a secret in code, infrastructure as code, a
 * container image, a licence, a running web application, the posture of a cloud; `OTHER` is anything else.
 */
export type IssueType = "SAST" | "SCA" | "SECRET" | "IAC" | "CONTAINER" | "LICENSE" | "DAST" | "CSPM" | "OTHER"

/** An issue of any kind that a tool for application or cloud security reports. */
export interface AppsecIssue {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** What the issue is about. */
  readonly type: IssueType
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  readonly cve: ReadonlyArray<string> | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The path of the file in the repository. Null if it is in no file. */
  readonly file_path: string | null
  /** The affected resource's id in its cloud or in the source tool. Null if it affects none. */
  readonly resource_id: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** Whether an official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A weakness in own code, from static analysis. */
export interface SastIssueWithMeta {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** How sure the source tool is. Null if it does not say. */
  readonly confidence: Confidence | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  readonly dismissed_reason: string | null
  /** Who dismissed it: a name, login or email address. Null if nobody did. */
  readonly dismissed_by: string | null
  /** The rule that found it. Null if the source tool names none. */
  readonly rule: CodeRule | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The branch, such as `main`. Null if unknown. */
  readonly branch: string | null
  /** The commit that was analyzed. Null if unknown. */
  readonly commit: string | null
  /** The path of the file in the repository. Null if unknown. */
  readonly file_path: string | null
  /** The first line, counted from 1. Null if unknown. */
  readonly start_line: number | null
  /** The last line, counted from 1. Null if unknown. */
  readonly end_line: number | null
  /** What the tool says about this place. Null if it says nothing. */
  readonly message: string | null
  /** The tool that found it, such as `CodeQL`. Null if unknown. */
  readonly tool: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** How sure a tool is. `UNKNOWN` is a word without a counterpart here. */
export type Confidence = "HIGH" | "MEDIUM" | "LOW" | "UNKNOWN"

/** The rule that found a weakness in code. */
export interface CodeRule {
  /** The rule's id in the tool that found it. */
  readonly id: string
  /** The rule's title. Null if it has none. */
  readonly name: string | null
  /** The rule's documentation. Null if it has none. */
  readonly url: string | null
}

/** A weakness in own code, from static analysis. */
export interface SastIssue {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** How sure the source tool is. Null if it does not say. */
  readonly confidence: Confidence | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  readonly dismissed_reason: string | null
  /** Who dismissed it: a name, login or email address. Null if nobody did. */
  readonly dismissed_by: string | null
  /** The rule that found it. Null if the source tool names none. */
  readonly rule: CodeRule | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The branch, such as `main`. Null if unknown. */
  readonly branch: string | null
  /** The commit that was analyzed. Null if unknown. */
  readonly commit: string | null
  /** The path of the file in the repository. Null if unknown. */
  readonly file_path: string | null
  /** The first line, counted from 1. Null if unknown. */
  readonly start_line: number | null
  /** The last line, counted from 1. Null if unknown. */
  readonly end_line: number | null
  /** What the tool says about this place. Null if it says nothing. */
  readonly message: string | null
  /** The tool that found it, such as `CodeQL`. Null if unknown. */
  readonly tool: string | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A vulnerable dependency, from software composition analysis. */
export interface ScaIssueWithMeta {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  readonly dismissed_reason: string | null
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  readonly cve: ReadonlyArray<string> | null
  /** Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none. */
  readonly advisory_ids: ReadonlyArray<string> | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The CVSS version of the score and the vector, such as `3.1`. Null if there is no score. */
  readonly cvss_version: string | null
  /** CVSS base score, 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_base_score: number | null
  /** CVSS base vector. Null if the source tool gives none. */
  readonly cvss_vector: string | null
  /**
   * EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives
   * none.
   */
  readonly epss_score: number | null
  /** The package that is vulnerable. */
  readonly package: SoftwarePackage
  /** The versions that are vulnerable, in the notation of the source tool. Null if unknown. */
  readonly vulnerable_range: string | null
  /** The versions that fix it. Null if unknown, or if there is none. */
  readonly fixed_versions: ReadonlyArray<string> | null
  /** Whether an official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** Whether the application itself names the package, and not another package. Null if the source tool does not say. */
  readonly is_direct: boolean | null
  /** The path of the file that names the package. Null if unknown. */
  readonly manifest_path: string | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** When the vulnerability was published. Null if the source tool does not say. */
  readonly published_at: Timestamp | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A vulnerable dependency, from software composition analysis. */
export interface ScaIssue {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  readonly dismissed_reason: string | null
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  readonly cve: ReadonlyArray<string> | null
  /** Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none. */
  readonly advisory_ids: ReadonlyArray<string> | null
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  readonly cwe: ReadonlyArray<string> | null
  /** The CVSS version of the score and the vector, such as `3.1`. Null if there is no score. */
  readonly cvss_version: string | null
  /** CVSS base score, 0.0 to 10.0. Null if the source tool gives none. */
  readonly cvss_base_score: number | null
  /** CVSS base vector. Null if the source tool gives none. */
  readonly cvss_vector: string | null
  /**
   * EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives
   * none.
   */
  readonly epss_score: number | null
  /** The package that is vulnerable. */
  readonly package: SoftwarePackage
  /** The versions that are vulnerable, in the notation of the source tool. Null if unknown. */
  readonly vulnerable_range: string | null
  /** The versions that fix it. Null if unknown, or if there is none. */
  readonly fixed_versions: ReadonlyArray<string> | null
  /** Whether an official fix exists. Null if the source tool does not say. */
  readonly is_patchable: boolean | null
  /** Whether the application itself names the package, and not another package. Null if the source tool does not say. */
  readonly is_direct: boolean | null
  /** The path of the file that names the package. Null if unknown. */
  readonly manifest_path: string | null
  /** The service's id of the application that has the issue, such as its repository. Null if the source tool names none. */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** When the vulnerability was published. Null if the source tool does not say. */
  readonly published_at: Timestamp | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The issue's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The issue's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable dependency. */
export interface AppsecFindingWithMeta {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** What the finding is about. */
  readonly type: AppsecFindingType
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /**
   * The service's id of the application that has the finding, such as its repository. Null if the source tool names
   * none.
   */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The path of the file in the repository. Null if it is in no file. */
  readonly file_path: string | null
  /** The first line, counted from 1. Null if unknown. */
  readonly start_line: number | null
  /** What the finding is in, such as an image or a resource of a template. Null if the source tool does not say. */
  readonly resource: string | null
  /** What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none. */
  readonly secret_type: string | null
  /** Whether the secret still works. Null if it is no secret. */
  readonly validity: SecretValidity | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The finding's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/**
 * What a finding is about: a secret in code, infrastructure as code, a container image, a licence, a running web
 * application; `OTHER` is anything else.
 */
export type AppsecFindingType = "SECRET" | "IAC" | "CONTAINER" | "LICENSE" | "DAST" | "OTHER"

/** Whether a secret that was found still works. `UNKNOWN` means that nobody knows. */
export type SecretValidity = "ACTIVE" | "INACTIVE" | "UNKNOWN"

/** A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable dependency. */
export interface AppsecFinding {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  readonly id: string
  /** Its title, as the source tool shows it. */
  readonly title: string
  /** What it is and why it matters. Null if the source tool does not describe it. */
  readonly description: string | null
  /** What the finding is about. */
  readonly type: AppsecFindingType
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  readonly severity: Severity
  /** The severity in the source tool's own words. Null if it gives none. */
  readonly vendor_severity: string | null
  /** Where it stands, normalized. */
  readonly state: VulnerabilityState
  /** The state in the source tool's own words. Null if it gives none. */
  readonly vendor_state: string | null
  /** When it entered this state. Null if the source tool does not say. */
  readonly state_updated_at: Timestamp | null
  /**
   * The service's id of the application that has the finding, such as its repository. Null if the source tool names
   * none.
   */
  readonly application_id: string | null
  /** That application's id in the source tool. Null if the source tool names none. */
  readonly application_vendor_id: string | null
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  readonly repository: CodeRepository | null
  /** The path of the file in the repository. Null if it is in no file. */
  readonly file_path: string | null
  /** The first line, counted from 1. Null if unknown. */
  readonly start_line: number | null
  /** What the finding is in, such as an image or a resource of a template. Null if the source tool does not say. */
  readonly resource: string | null
  /** What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none. */
  readonly secret_type: string | null
  /** Whether the secret still works. Null if it is no secret. */
  readonly validity: SecretValidity | null
  /** When the source tool first found it. Null if it does not say. */
  readonly first_seen: Timestamp | null
  /** When the source tool last found it. Null if it does not say. */
  readonly last_seen: Timestamp | null
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  readonly remediation: string | null
  /** The finding's page in the source tool. Null if it has none. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  readonly vendor: string
  /** The finding's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A person or an account with access to the source tool itself. */
export interface ConfigUserWithMeta {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The display name. Null if there is none. */
  readonly name: string | null
  /** The email address. Null if unknown. */
  readonly email: string | null
  /** The login; the email address or id if there is none. */
  readonly username: string
  /** The person's id in the source tool; `vendor_id` may name an access of that person. */
  readonly vendor_user_id: string
  /** The role in the source tool, in its own words; several joined by `, `. Null if unknown. */
  readonly role: string | null
  /** Whether the user administers the source tool. Null if it does not say. */
  readonly is_admin: boolean | null
  /** Whether the user can log in. Null if the source tool does not say. */
  readonly is_active: boolean | null
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  readonly is_mfa_enabled: boolean | null
  /** When the user last logged in. Null if never, or if the source tool does not say. */
  readonly last_login: Timestamp | null
  /** What the user may do, as the source tool sends it. Null if it does not say. */
  readonly access_data: { readonly [name: string]: unknown } | null
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `SNYK`. */
  readonly vendor: string
  /** The user's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the
   * vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A person or an account with access to the source tool itself. */
export interface ConfigUser {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The display name. Null if there is none. */
  readonly name: string | null
  /** The email address. Null if unknown. */
  readonly email: string | null
  /** The login; the email address or id if there is none. */
  readonly username: string
  /** The person's id in the source tool; `vendor_id` may name an access of that person. */
  readonly vendor_user_id: string
  /** The role in the source tool, in its own words; several joined by `, `. Null if unknown. */
  readonly role: string | null
  /** Whether the user administers the source tool. Null if it does not say. */
  readonly is_admin: boolean | null
  /** Whether the user can log in. Null if the source tool does not say. */
  readonly is_active: boolean | null
  /** Whether a second factor protects the login. Null if the source tool does not say. */
  readonly is_mfa_enabled: boolean | null
  /** When the user last logged in. Null if never, or if the source tool does not say. */
  readonly last_login: Timestamp | null
  /** What the user may do, as the source tool sends it. Null if it does not say. */
  readonly access_data: { readonly [name: string]: unknown } | null
  /** True once complete scans no longer find the user in the source tool; false again when it returns. */
  readonly is_deleted: boolean
  /** The vendor identifier of the source tool, such as `SNYK`. */
  readonly vendor: string
  /** The user's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the user, as the source tool sends them or under a name of the connector; the shape depends on the
   * vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
}

/** A user of a ticketing tool. */
export interface ItsmUserWithMeta {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The user's email address. Null if unknown or if the tool hides it. */
  readonly email: string | null
  /** The display name; the email address, login or id if the tool has no display name. */
  readonly name: string
  /** Whether the user can be assigned work. */
  readonly status: ItsmUserStatus
  /** What the source tool says about the user, in its own words. */
  readonly vendor_attributes: ItsmUserAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** Whether a user of a ticketing tool can be assigned work. `DELETED` means that complete scans no longer find the user. */
export type ItsmUserStatus = "ACTIVE" | "INACTIVE" | "DELETED"

/** What the source tool says about an ITSM record, in its own words. */
export interface VendorAttributes {
  /** When the source tool created the record. Null if it does not say. */
  readonly created_at: Timestamp | null
  /** The record's id in the source tool. */
  readonly id: string
  /** When the record last changed in the source tool. Null if it does not say. */
  readonly updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /**
   * Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes nothing
   * through.
   */
  readonly data: { readonly [name: string]: unknown } | null
}

/** A user of a ticketing tool. */
export interface ItsmUser {
  /** The service's own id of the user: a UUID that stays the same across syncs. */
  readonly id: string
  /** The user's email address. Null if unknown or if the tool hides it. */
  readonly email: string | null
  /** The display name; the email address, login or id if the tool has no display name. */
  readonly name: string
  /** Whether the user can be assigned work. */
  readonly status: ItsmUserStatus
  /** What the source tool says about the user, in its own words. */
  readonly vendor_attributes: ItsmUserAttributes
}

/** A group of users of a ticketing tool. */
export interface ItsmGroupWithMeta {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /** The group's name; the source tool's id if it has none. */
  readonly name: string
  /** The group's description. Null if it has none. */
  readonly description: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The group's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the group, in its own words. */
  readonly vendor_attributes: VendorAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A group of users of a ticketing tool. */
export interface ItsmGroup {
  /** The service's own id of the group: a UUID that stays the same across syncs. */
  readonly id: string
  /** The group's name; the source tool's id if it has none. */
  readonly name: string
  /** The group's description. Null if it has none. */
  readonly description: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The group's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the group, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the group, in its own words. */
  readonly vendor_attributes: VendorAttributes
}

/** A project of a ticketing tool. */
export interface ItsmProjectWithMeta {
  /** The service's own id of the project: a UUID that stays the same across syncs. */
  readonly id: string
  /** The project's name; its key or id if it has none. */
  readonly name: string
  /** The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys. */
  readonly key: string | null
  /** The project's description, without formatting. Null if it has none. */
  readonly description: string | null
  /** The project's page in the source tool. Null if unknown. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The project's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the project, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the project, in its own words. */
  readonly vendor_attributes: VendorAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A project of a ticketing tool. */
export interface ItsmProject {
  /** The service's own id of the project: a UUID that stays the same across syncs. */
  readonly id: string
  /** The project's name; its key or id if it has none. */
  readonly name: string
  /** The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys. */
  readonly key: string | null
  /** The project's description, without formatting. Null if it has none. */
  readonly description: string | null
  /** The project's page in the source tool. Null if unknown. */
  readonly url: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The project's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the project, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the project, in its own words. */
  readonly vendor_attributes: VendorAttributes
}

/** A ticket of a ticketing tool; the records that it refers to belong to the same connection. */
export interface ItsmTicketWithMeta {
  /** The service's own id of the ticket: a UUID that stays the same across syncs. */
  readonly id: string
  /** The ticket's summary; its identifier if it has none. */
  readonly name: string
  /** Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word. */
  readonly status: TicketStatus
  /** The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none. */
  readonly type: string | null
  /** The ticket's text, without formatting. Null if it has none. */
  readonly description: string | null
  /**
   * How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if the
   * ticket has no priority.
   */
  readonly priority: TicketPriority | null
  /** Whether the ticket is still open. Null if the source tool does not say. */
  readonly is_active: boolean | null
  /** The service's id of the project. Null if the ticket belongs to none. */
  readonly project_id: string | null
  /** The service's id of the ticket that this one is part of. Null if there is none. */
  readonly parent_ticket_id: string | null
  /** The service's id of the assigned user. Null if nobody is assigned. */
  readonly assigned_user_id: string | null
  /** The service's id of the user who reported the ticket. Null if unknown. */
  readonly created_by_user_id: string | null
  /** When the ticket was created in the source tool. Null if it does not say. */
  readonly ticket_created_at: Timestamp | null
  /**
   * When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no due
   * date.
   */
  readonly due_date: Timestamp | null
  /** When the ticket was resolved or closed. Null while it is open, or if the source tool does not say. */
  readonly closed_at: Timestamp | null
  /** When the status last changed, as far as the source tool records it. Null if it does not say. */
  readonly status_updated_at: Timestamp | null
  /** The ticket's labels. Null if the source tool has no labels. */
  readonly tags: ReadonlyArray<string> | null
  /** The ticket's page in the source tool. Null if unknown. */
  readonly url: string | null
  /** What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier. */
  readonly identifier: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The ticket's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the ticket, in its own words. */
  readonly vendor_attributes: TicketVendorAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** Where a ticket stands; `OTHER` is a status without a counterpart here. */
export type TicketStatus = "OPEN" | "TODO" | "IN_PROGRESS" | "IN_REVIEW" | "RESOLVED" | "CLOSED" | "OTHER"

/** How urgent a ticket is; `UNKNOWN` is a priority without a counterpart here. */
export type TicketPriority = "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFORMATIONAL" | "UNKNOWN"

/** What the source tool says about a ticket, in its own words. */
export interface TicketVendorAttributes {
  /** The ticket's id in the source tool. */
  readonly id: string
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** When the source tool created the ticket. Null if the source tool does not say. */
  readonly created_at: Timestamp | null
  /** When the ticket last changed in the source tool. Null if the source tool does not say. */
  readonly updated_at: Timestamp | null
  /** The ticket's type in the source tool's own words. Null if it has none. */
  readonly type: string | null
  /** The ticket's status in the source tool's own words. Null if it has none. */
  readonly status: string | null
  /** The ticket's priority in the source tool's own words. Null if it has none. */
  readonly priority: string | null
  /**
   * Further fields of the ticket, passed through; the shape depends on the vendor. Null if the connector passes nothing
   * through.
   */
  readonly data: { readonly [name: string]: unknown } | null
}

/** A ticket of a ticketing tool; the records that it refers to belong to the same connection. */
export interface ItsmTicket {
  /** The service's own id of the ticket: a UUID that stays the same across syncs. */
  readonly id: string
  /** The ticket's summary; its identifier if it has none. */
  readonly name: string
  /** Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word. */
  readonly status: TicketStatus
  /** The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none. */
  readonly type: string | null
  /** The ticket's text, without formatting. Null if it has none. */
  readonly description: string | null
  /**
   * How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if the
   * ticket has no priority.
   */
  readonly priority: TicketPriority | null
  /** Whether the ticket is still open. Null if the source tool does not say. */
  readonly is_active: boolean | null
  /** The service's id of the project. Null if the ticket belongs to none. */
  readonly project_id: string | null
  /** The service's id of the ticket that this one is part of. Null if there is none. */
  readonly parent_ticket_id: string | null
  /** The service's id of the assigned user. Null if nobody is assigned. */
  readonly assigned_user_id: string | null
  /** The service's id of the user who reported the ticket. Null if unknown. */
  readonly created_by_user_id: string | null
  /** When the ticket was created in the source tool. Null if it does not say. */
  readonly ticket_created_at: Timestamp | null
  /**
   * When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no due
   * date.
   */
  readonly due_date: Timestamp | null
  /** When the ticket was resolved or closed. Null while it is open, or if the source tool does not say. */
  readonly closed_at: Timestamp | null
  /** When the status last changed, as far as the source tool records it. Null if it does not say. */
  readonly status_updated_at: Timestamp | null
  /** The ticket's labels. Null if the source tool has no labels. */
  readonly tags: ReadonlyArray<string> | null
  /** The ticket's page in the source tool. Null if unknown. */
  readonly url: string | null
  /** What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier. */
  readonly identifier: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The ticket's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the ticket, in its own words. */
  readonly vendor_attributes: TicketVendorAttributes
}

/**
 * The ticket to create. Of each pair of a service id and a source tool's id, such as `project_id` and
 * `project_vendor_id`, send at most one.
 */
export interface CreateTicket {
  /** The ticket's summary. */
  readonly name: string
  /** The service's id of the project. Null or absent if `project_vendor_id` names it, or if the tool has no projects. */
  readonly project_id?: string | null
  /** The source tool's id of the project. Null or absent if `project_id` names it, or if the tool has no projects. */
  readonly project_vendor_id?: string | null
  /** The name of the ticket's type, such as `Task`. Null or absent if `type_vendor_id` gives the type. */
  readonly type?: string | null
  /** The source tool's id of the ticket's type. Null or absent if `type` gives it. */
  readonly type_vendor_id?: string | null
  /** The ticket's text, without formatting. Null or absent for none. */
  readonly description?: string | null
  /** How urgent the ticket is. Null or absent leaves it to the source tool. */
  readonly priority?: "CRITICAL" | "HIGH" | "MEDIUM" | "LOW" | "INFORMATIONAL" | "UNKNOWN" | null
  /** The service's id of the user to assign. Null or absent if `assigned_user_vendor_id` names them, or for nobody. */
  readonly assigned_user_id?: string | null
  /** The source tool's id of the user to assign. Null or absent if `assigned_user_id` names them, or for nobody. */
  readonly assigned_user_vendor_id?: string | null
  /**
   * The service's id of the ticket that this one is part of. Null or absent if `parent_ticket_vendor_id` names it, or
   * for none.
   */
  readonly parent_ticket_id?: string | null
  /**
   * The source tool's id of the ticket that this one is part of. Null or absent if `parent_ticket_id` names it, or for
   * none.
   */
  readonly parent_ticket_vendor_id?: string | null
  /** The caller's own reference, stored with the ticket in the source tool. Null or absent for none. */
  readonly identifier?: string | null
}

/** A comment on a ticket. */
export interface ItsmCommentWithMeta {
  /** The service's own id of the comment: a UUID that stays the same across syncs. */
  readonly id: string
  /** The text, without formatting. Null if the comment has none. */
  readonly body: string | null
  /** The service's id of the ticket; the ticket belongs to the same connection. */
  readonly ticket_id: string
  /** The service's id of the user who wrote the comment. Null if unknown. */
  readonly author_user_id: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The comment's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the comment, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the comment, in its own words. */
  readonly vendor_attributes: VendorAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A comment on a ticket. */
export interface ItsmComment {
  /** The service's own id of the comment: a UUID that stays the same across syncs. */
  readonly id: string
  /** The text, without formatting. Null if the comment has none. */
  readonly body: string | null
  /** The service's id of the ticket; the ticket belongs to the same connection. */
  readonly ticket_id: string
  /** The service's id of the user who wrote the comment. Null if unknown. */
  readonly author_user_id: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The comment's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the comment, as the source tool sends them or under a name of the connector; the shape depends on
   * the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the comment, in its own words. */
  readonly vendor_attributes: VendorAttributes
}

/** A file attached to a ticket; the file itself stays in the source tool. */
export interface ItsmAttachmentWithMeta {
  /** The service's own id of the attachment: a UUID that stays the same across syncs. */
  readonly id: string
  /** The file's name; the source tool's id of the attachment if it has none. */
  readonly file_name: string
  /** The file's media type, such as `image/png`. Null if unknown. */
  readonly content_type: string | null
  /** The file's size in bytes. Null if unknown. */
  readonly size_bytes: number | null
  /** Where the source tool serves the file, to callers with access to that tool. Null if unknown. */
  readonly url: string | null
  /** The service's id of the ticket; the ticket belongs to the same connection. */
  readonly ticket_id: string
  /** The service's id of the user who attached the file. Null if unknown. */
  readonly author_user_id: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The attachment's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the attachment, in its own words. */
  readonly vendor_attributes: VendorAttributes
  /** Present if `includeMeta=true`. */
  readonly meta?: RecordMeta
}

/** A file attached to a ticket; the file itself stays in the source tool. */
export interface ItsmAttachment {
  /** The service's own id of the attachment: a UUID that stays the same across syncs. */
  readonly id: string
  /** The file's name; the source tool's id of the attachment if it has none. */
  readonly file_name: string
  /** The file's media type, such as `image/png`. Null if unknown. */
  readonly content_type: string | null
  /** The file's size in bytes. Null if unknown. */
  readonly size_bytes: number | null
  /** Where the source tool serves the file, to callers with access to that tool. Null if unknown. */
  readonly url: string | null
  /** The service's id of the ticket; the ticket belongs to the same connection. */
  readonly ticket_id: string
  /** The service's id of the user who attached the file. Null if unknown. */
  readonly author_user_id: string | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /** The attachment's id in the source tool. */
  readonly vendor_id: string
  /**
   * Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape depends
   * on the vendor. Null if there are none.
   */
  readonly vendor_data: { readonly [name: string]: unknown } | null
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more
   * than 8,192 characters with them. Null if it has them all.
   */
  readonly vendor_data_omitted?: ReadonlyArray<string> | null
  /** What the source tool says about the attachment, in its own words. */
  readonly vendor_attributes: VendorAttributes
}

/** A write to a source tool. */
export interface OutboundJob {
  /** The service's id of the job. */
  readonly id: string
  /** Where the job stands. */
  readonly status: JobStatus
  /** What the job does, such as `create_ticket`. */
  readonly task_name: string
  /** The vendor identifier of the source tool that the job writes to. */
  readonly vendor: string
  /** Why the write failed, as human-readable text. Null unless `status` is `FAILED`. */
  readonly failure_reason: string | null
  /** When the job started. Null while it is queued. */
  readonly started_at: Timestamp | null
  /** When the job ended. Null until then. */
  readonly finished_at: Timestamp | null
}

/** Where a job stands: `QUEUED`, then `RUNNING`, then `SUCCESS` or `FAILED`; there is no other transition. */
export type JobStatus = "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED"

/** The organization to create. */
export interface CreateOrganization {
  /** The organization's name. */
  readonly name: string
  /** The caller's own reference. Null or absent for none. */
  readonly identifier?: string | null
}

/** A customer of the account, who owns connections. */
export interface Organization {
  /** The service's id of the organization. */
  readonly id: string
  /** The organization's name. */
  readonly name: string
  /** The caller's own reference. Null if the caller gave none. */
  readonly identifier: string | null
  /** When the organization was created. */
  readonly created_at: Timestamp
  /** When the organization last changed. */
  readonly updated_at: Timestamp
}

/** What an erasure removes: a connection, an organization with its connections, or an account with everything. */
export type ErasureSubject = "CONNECTION" | "ORGANIZATION" | "ACCOUNT"

/** Where an erasure stands: `QUEUED`, then `RUNNING` from its first batch on, then `SUCCESS` once nothing is left. */
export type ErasureStatus = "QUEUED" | "RUNNING" | "SUCCESS"

/** What an erasure has removed from one table of the service's database. */
export interface ErasureLine {
  /** The name of the table. */
  readonly table: string
  /** How many of its rows are gone, or no longer contain what they said. */
  readonly count: number
  /** When the last of them went. */
  readonly last_at: Timestamp
}

/** The connection to create. */
export interface CreateConnection {
  /** The `vendor` of a connector of the catalogue, such as `OKTA`. */
  readonly vendor: string
  /**
   * Values for the fields that the connector lists in `credentials_params`; checked with the vendor and never shown
   * again.
   */
  readonly credentials: { readonly [name: string]: unknown }
  /** How the connection signs in: the `auth_type` of one of the connector's `auth_methods`; the first of them if absent. */
  readonly auth_type?: string
  /**
   * Where the browser goes after a consent, with `connection_id` and `status` (`connected` or `failed`) added to its
   * query: an https address, or an http one of this machine. Null or absent for a page of this service; only for an
   * `auth_type` with a consent. A consent for which the page of a link waits ends on a page of this service.
   */
  readonly return_url?: string | null
  /**
   * The caller's own reference, which no other connection of the organization to the same vendor may have. Null or
   * absent for none.
   */
  readonly identifier?: string | null
  /**
   * Seconds from the start of one job to the start of the next, on average; the connector's default if absent, 14400 for
   * most. The server accepts 300 to 2592000, unless its operator has set another minimum; a 422 names the bounds.
   */
  readonly refresh_interval_secs?: number
  /**
   * Seconds that a job may take; the connector's default if absent, 3600 for most. The server accepts 10 to 21600,
   * unless its operator has set another maximum; a 422 names the bounds.
   */
  readonly timeout_secs?: number
  /**
   * Seconds after a full scan until the next job makes another one of a list that is otherwise read by its changes. Null
   * or absent for the default: 14400 for identities and 28800 for devices up to 5000 records, in proportion for more,
   * and at most 86400, as for everything else. The server accepts 3600 to 2592000, unless its operator has set another
   * minimum; a 422 names the bounds.
   */
  readonly full_scan_interval_secs?: number | null
  /**
   * How many days of a log of events the first job reads, before it begins. Null or absent for the default, 7. The
   * server accepts 1 to 90, and no more than the days for which its operator keeps events; a 422 names the bounds.
   */
  readonly events_first_load_days?: number | null
  /**
   * The types of data that jobs read: one or more of those that the connector exports. If absent, all of them but the
   * logs of events, `idp_audit_logs` and `siem_events`, unless it has no others. The choice is stored, so a connector
   * that learns another type does not read it for this connection.
   */
  readonly data_export_types?: ReadonlyArray<DataExportType>
}

/**
 * `PENDING` until the credentials are verified. Only `ACTIVE` connections are synced and written to. `PAUSED` stops both
 * and keeps the data readable; outbound jobs wait. `DELETED` connections answer 404 until they are purged.
 */
export type ConnectionState = "PENDING" | "ACTIVE" | "PAUSED" | "DELETED"

/** Whether a connection works, what broke, and who must act. */
export interface Health {
  /** What the latest finished job found. */
  readonly name: HealthName
  /** `HEALTHY` if nothing failed. */
  readonly status: "HEALTHY" | "UNHEALTHY"
  /** What happened, in a few words. */
  readonly description: string
  /** Who must act; `SERVICE` if the connection is healthy. */
  readonly resolution_owner: ResolutionOwner
  /** Every failing type of data with its endpoint. Null if the connection is healthy. */
  readonly details: ReadonlyArray<HealthDetail> | null
}

/**
 * What the latest finished job of a connection found. `EXECUTION_TIMEOUT`: the job exceeded `timeout_secs`.
 * `RATE_LIMIT_EXCEEDED`: the source tool allowed no more requests. `VENDOR_CLIENT_ERROR`: the source tool returned a 4xx
 * answer. `VENDOR_SERVER_ERROR`: it returned a 5xx answer, or one that is unreadable or too large, did not answer in
 * time, or could not be reached. `UNAUTHORIZED`: the source tool rejected the credentials or a permission is missing.
 * `INTERNAL_ERROR`: the service failed, or could not use what the source tool sent; it is also the health of every
 * connection whose connector the operator of the service has stopped, whatever the latest job found.
 */
export type HealthName = "HEALTHY" | "EXECUTION_TIMEOUT" | "RATE_LIMIT_EXCEEDED" | "VENDOR_CLIENT_ERROR" | "INTERNAL_ERROR" | "VENDOR_SERVER_ERROR" | "UNAUTHORIZED"

/**
 * Who must act: `SERVICE` is the operator of the service, `CUSTOMER` the owner of the credentials, `VENDOR` the maker of
 * the source tool.
 */
export type ResolutionOwner = "SERVICE" | "CUSTOMER" | "VENDOR"

/** One failing type of data, and the endpoint of the source tool that failed. */
export interface HealthDetail {
  /** The type of data that could not be read. */
  readonly data_export_type: DataExportType
  /** The path of the source tool's endpoint that failed; an empty string if the failure has no endpoint. */
  readonly endpoint: string
}

/** A type of data that a connector can export; the published API fixes the values and their order. */
export type DataExportType = "alerts" | "compliances" | "compliance_findings" | "config_users" | "cspm_alerts" | "device_groups" | "device_policies" | "devices" | "idp" | "idp_alerts" | "idp_audit_logs" | "idp_policies" | "issues" | "organization_identities" | "sast_issues" | "sca_issues" | "vms_scan_configs" | "vulnerabilities" | "resources" | "vulnerability_findings_v2" | "grc_entity" | "grc_control" | "grc_evidence" | "grc_assessment_question" | "grc_assessment" | "tprm" | "tprm_company" | "tprm_finding" | "findings" | "itsm_users" | "itsm_groups" | "itsm_projects" | "itsm_tickets" | "itsm_attachments" | "itsm_comments" | "applications" | "siem_events"

/** Deletions of one kind of record that wait for a decision. */
export interface HeldBackDeletion {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** How many records complete scans no longer find, but whose deletion waits. */
  readonly count: number
  /** Why the deletions wait. */
  readonly reason: HeldBackReason
  /** Since when deletions of this kind wait. */
  readonly held_since: Timestamp
}

/**
 * Why deletions wait for a decision. `UNREADABLE_ROWS`: the source tool returned rows whose id could not be read, or a
 * list that may have ended early, so that it may still have the missing records. `LARGE_SHARE`: too large a share of the
 * records is missing. `EVERYTHING`: all records are missing. `EMPTIED_PARENTS`: too many records, such as groups, have
 * lost all their members at once.
 */
export type HeldBackReason = "UNREADABLE_ROWS" | "LARGE_SHARE" | "EVERYTHING" | "EMPTIED_PARENTS"

/**
 * Fields of one kind of record that are not read, because the source tool refuses an endpoint that they need or does not
 * send all of it, or because its answers would empty them of most records, which is rather a fault of the source tool.
 */
export interface UnreadFields {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** The names of the fields; a dot leads into an object. Records keep the values that were read before. */
  readonly fields: ReadonlyArray<string>
  /** The path of the source tool's endpoint. */
  readonly endpoint: string
  /** The permissions that the endpoint needs, in the source tool's words. */
  readonly permissions: ReadonlyArray<string>
  /** The `reason` of the problem that the status of the connection has because of them. */
  readonly problem: ProblemReason
  /** What the source tool answered, as human-readable text. */
  readonly reason: string
  /**
   * From when on a complete scan that would empty the fields, too, is believed. Null if the source tool refuses the
   * endpoint.
   */
  readonly accepted_from: Timestamp | null
}

/**
 * Why data cannot be read. `CONNECTOR_STOPPED`: the operator of the service has stopped the connector for all customers.
 * `CREDENTIALS_REFUSED`: the source tool does not accept the credentials. `CREDENTIALS_UNREADABLE`: the service cannot
 * read the credentials that it stored. `CONSENT_REQUIRED`: nobody has consented yet in the browser. `CONSENT_ENDED`:
 * somebody has to consent again, because the source tool does not accept the consent any more, or the service cannot
 * read what it stored of it. `PERMISSION_MISSING`: the source tool accepts the credentials, but they may not read this
 * data. `NOT_IN_PLAN`: the source tool says that the customer's plan does not include this data. `ADDRESS_INVALID`: the
 * address that was entered does not lead to the source tool's API. `TENANT_CHANGED`: the source tool now answers as
 * another tenant than the one whose data is stored. `RATE_LIMITED`: the source tool allows no more requests for now.
 * `VENDOR_DOWN`: it failed, did not answer in time, or sent something that is not an answer. `INCOMPLETE`: it did not
 * send all of the data, or sent data of somebody else. `DELETIONS_UNPROVEN`: all of the data is read, but not in one
 * run, so that what was deleted in the source tool stays. `FIELDS_EMPTIED`: its answers would empty fields of most
 * records, which keep them until a later answer says the same. `VENDOR_REFUSED`: it rejected the request itself.
 * `TIMEOUT`: the job took longer than `timeout_secs`. `QUOTA_EXCEEDED`: the account has as many records as the operator
 * of the service allows it. `INTERNAL`: the service failed, or could not use what the source tool sent.
 */
export type ProblemReason = "CONNECTOR_STOPPED" | "CREDENTIALS_REFUSED" | "CREDENTIALS_UNREADABLE" | "CONSENT_REQUIRED" | "CONSENT_ENDED" | "PERMISSION_MISSING" | "NOT_IN_PLAN" | "ADDRESS_INVALID" | "TENANT_CHANGED" | "RATE_LIMITED" | "VENDOR_DOWN" | "INCOMPLETE" | "DELETIONS_UNPROVEN" | "FIELDS_EMPTIED" | "VENDOR_REFUSED" | "TIMEOUT" | "QUOTA_EXCEEDED" | "INTERNAL"

/** A customer's link to one source tool. */
export interface Connection {
  /** The service's id of the connection: the value of the `X-CONNECTION-ID` header. */
  readonly id: string
  /** The vendor identifier of the connector, such as `OKTA`. */
  readonly vendor: string
  /** True if `state` is `ACTIVE`. */
  readonly is_active: boolean
  /**
   * Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler moves each
   * start at random by up to 5 %, so that connections do not start together.
   */
  readonly refresh_interval_secs: number
  /** Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`. */
  readonly timeout_secs: number
  /** The id of the organization that owns the connection. */
  readonly organization_id: string
  /** Where the connection is in its lifecycle. */
  readonly state: ConnectionState
  /** When the connection was created. */
  readonly created_at: Timestamp
  /** When the connection last changed. */
  readonly updated_at: Timestamp
  /**
   * Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has
   * finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.
   */
  readonly health: Health
  /** The caller's own reference. Null if the caller gave none. */
  readonly identifier: string | null
  /**
   * How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`. Null if
   * the connector is not loaded and the connection uses its first way.
   */
  readonly auth_type: string | null
  /**
   * Where an administrator of the source tool consents in the browser, for the first time or again: a link of this
   * service that is valid for seven days, and until somebody has consented with it, or a customer's session goes on with
   * the connection, or that session is revoked. Null for a connection that signs in otherwise.
   */
  readonly oauth2_authorize_url: string | null
  /**
   * Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only the
   * customer may read, such as the names of other tenants; null if it gave one, if there was none, and while a browser
   * is on that page.
   */
  readonly oauth2_problem: string | null
  /**
   * The credential fields that are not secret, such as the address of the source tool: texts, or null for one that was
   * left empty. Those of a connection with a consent are the ones that were entered last, which count from the next
   * consent on.
   */
  readonly credentials: { readonly [name: string]: unknown }
  /**
   * The types of data that jobs read. A connector that learns another type does not add it here. What is stored of types
   * that are not read any more stays readable as it is.
   */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** Deletions that wait for a decision, by kind of record; empty if none waits. */
  readonly held_back_deletions: ReadonlyArray<HeldBackDeletion>
  /**
   * Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if every
   * field is read.
   */
  readonly unread_fields: ReadonlyArray<UnreadFields>
}

/** A connection, with the name of its organization. */
export interface ConnectionWithOrganization {
  /** The service's id of the connection: the value of the `X-CONNECTION-ID` header. */
  readonly id: string
  /** The vendor identifier of the connector, such as `OKTA`. */
  readonly vendor: string
  /** True if `state` is `ACTIVE`. */
  readonly is_active: boolean
  /**
   * Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler moves each
   * start at random by up to 5 %, so that connections do not start together.
   */
  readonly refresh_interval_secs: number
  /** Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`. */
  readonly timeout_secs: number
  /** The id of the organization that owns the connection. */
  readonly organization_id: string
  /** Where the connection is in its lifecycle. */
  readonly state: ConnectionState
  /** When the connection was created. */
  readonly created_at: Timestamp
  /** When the connection last changed. */
  readonly updated_at: Timestamp
  /**
   * Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has
   * finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.
   */
  readonly health: Health
  /** The caller's own reference. Null if the caller gave none. */
  readonly identifier: string | null
  /**
   * How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`. Null if
   * the connector is not loaded and the connection uses its first way.
   */
  readonly auth_type: string | null
  /**
   * Where an administrator of the source tool consents in the browser, for the first time or again: a link of this
   * service that is valid for seven days, and until somebody has consented with it, or a customer's session goes on with
   * the connection, or that session is revoked. Null for a connection that signs in otherwise.
   */
  readonly oauth2_authorize_url: string | null
  /**
   * Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only the
   * customer may read, such as the names of other tenants; null if it gave one, if there was none, and while a browser
   * is on that page.
   */
  readonly oauth2_problem: string | null
  /**
   * The credential fields that are not secret, such as the address of the source tool: texts, or null for one that was
   * left empty. Those of a connection with a consent are the ones that were entered last, which count from the next
   * consent on.
   */
  readonly credentials: { readonly [name: string]: unknown }
  /**
   * The types of data that jobs read. A connector that learns another type does not add it here. What is stored of types
   * that are not read any more stays readable as it is.
   */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** Deletions that wait for a decision, by kind of record; empty if none waits. */
  readonly held_back_deletions: ReadonlyArray<HeldBackDeletion>
  /**
   * Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if every
   * field is read.
   */
  readonly unread_fields: ReadonlyArray<UnreadFields>
  /** The name of the organization that owns the connection. */
  readonly organization_name: string
}

/** What to change about a connection; absent fields stay as they are, and so do fields as they were read. */
export interface UpdateConnection {
  /**
   * New values for credential fields; those that are absent keep their stored values. All are checked with the vendor,
   * and used by a job that becomes due at once. If a field that is not secret changes, such as the address, every secret
   * has to be sent again, because a stored one is never sent to another place. Nothing happens if no secret is sent and
   * the others are as they are stored. Null, or an empty text, empties a field that may be empty. A connection with a
   * consent takes only fields that are not secret. They are not checked now: they count from the next consent at its
   * `oauth2_authorize_url` on, because the tokens of the former one are not sent to another place. Until then, jobs go
   * on with those of before.
   */
  readonly credentials?: { readonly [name: string]: unknown }
  /**
   * Whether the credentials may lead to another tenant of the source tool, such as another organization; false if
   * absent. With `true`, a running job ends, outbound jobs that have not ended become `FAILED`, and the next complete
   * full scan removes what the new tenant does not have, without a confirmation. Without it, such credentials are a 422.
   * It needs `credentials`, and does nothing if they are known to be of the same tenant. A consent cannot replace the
   * tenant: create another connection for it.
   */
  readonly replace_tenant?: boolean
  /**
   * The caller's own reference, which no other connection of the organization to the same vendor may have. Null removes
   * it.
   */
  readonly identifier?: string | null
  /**
   * Seconds from the start of one job to the start of the next, on average; within the bounds that hold for a new
   * connection.
   */
  readonly refresh_interval_secs?: number
  /** Seconds that a job may take; within the bounds that hold for a new connection. */
  readonly timeout_secs?: number
  /**
   * Seconds after a full scan until the next job makes another one; within the bounds that hold for a new connection.
   * Null restores the default.
   */
  readonly full_scan_interval_secs?: number | null
  /**
   * How many days of a log of events its first job reads; within the bounds that hold for a new connection. Null
   * restores the default. A log of which a job has read something already is not read again.
   */
  readonly events_first_load_days?: number | null
  /**
   * `PAUSED` stops the jobs, also those that write to the source tool, and keeps the data readable: a running job stores
   * the page that it is reading and ends as `FAILED` without changing the health. `ACTIVE` resumes them: the next job
   * continues where that one ended, if it starts within a day. Any other state is accepted only if the connection has
   * it.
   */
  readonly state?: ConnectionState
  /**
   * The types of data that jobs read: one or more of those that the connector exports. A type that is added makes a job
   * due at once. One that is left out is not read any more, and its problems end; its records stay as they are, and
   * readable. If it shares a list of the source tool with another type, that list is read anew. A running job ends if it
   * would read what is left out.
   */
  readonly data_export_types?: ReadonlyArray<DataExportType>
  /** The service's id of the connection, if sent. It cannot be changed. */
  readonly id?: string
  /** The vendor of the connection, if sent. It cannot be changed. */
  readonly vendor?: string
  /** The organization of the connection, if sent. It cannot be changed. */
  readonly organization_id?: string
  /** When the connection was created, if sent. It cannot be changed. */
  readonly created_at?: string
  /** How the connection signs in, if sent. It cannot be changed. */
  readonly auth_type?: string | null
  /** Ignored: the service computes it. */
  readonly oauth2_authorize_url?: unknown
  /** Ignored: the service computes it. */
  readonly oauth2_problem?: unknown
  /** Ignored: the service computes it. */
  readonly health?: unknown
  /** Ignored: the service computes it. */
  readonly is_active?: unknown
  /** Ignored: the service computes it. `If-Match` guards against changes since. */
  readonly updated_at?: unknown
  /** Ignored: the service computes it. */
  readonly held_back_deletions?: unknown
  /** Ignored: the service computes it. */
  readonly unread_fields?: unknown
  /** Ignored: it is a field of the organization. */
  readonly organization_name?: unknown
}

/**
 * What is known of a connection's data: how far the first sync is, how current each type of data is, and what goes
 * wrong.
 */
export interface ConnectionStatus {
  /** Where the connection is in its lifecycle. */
  readonly state: ConnectionState
  /** The types of data that jobs read; everything below concerns only these. */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** How far the first sync is. */
  readonly phase: SyncPhase
  /** The connection's first job. Null until a job has begun. */
  readonly first_sync: SyncSummary | null
  /** The latest job that has ended. Null until a job has ended. */
  readonly last_sync: SyncSummary | null
  /** The job that is queued or running. Null if there is none. */
  readonly current_job: CurrentJob | null
  /**
   * When the next job is due. Null while a job runs, while the connection is not `ACTIVE`, and while its connector is
   * stopped.
   */
  readonly next_run_at: Timestamp | null
  /**
   * The tenant of the source tool whose data is stored, such as the id of an organization, or else its address. Null if
   * it is not known.
   */
  readonly tenant: string | null
  /**
   * The tenants that rows have named, if the source tool does not say which ones the credentials cover; the latest
   * first, and at most 100. Empty if it does say so, because rows of any other tenant are then refused, and if its rows
   * name no tenant.
   */
  readonly row_tenants: ReadonlyArray<RowTenant>
  /** One entry for each of `data_export_types`, as long as the connector exports it. */
  readonly data_exports: ReadonlyArray<ExportStatus>
  /** What keeps data, or some fields of it, from being read; empty if everything could be read the last time. */
  readonly problems: ReadonlyArray<Problem>
}

/**
 * How far the first sync of a connection is. `FIRST_SYNC_PENDING`: no job has begun. `FIRST_SYNC_RUNNING`: a job runs,
 * and some types of data have never been read completely. `FIRST_SYNC_INCOMPLETE`: no job runs, and some types of data
 * have never been read completely; `data_exports` says which. `SYNCED`: every type of data has been read completely.
 */
export type SyncPhase = "FIRST_SYNC_PENDING" | "FIRST_SYNC_RUNNING" | "FIRST_SYNC_INCOMPLETE" | "SYNCED"

/** One run of a connection, without its numbers; the list of jobs has those. */
export interface SyncSummary {
  /** The service's id of the job. */
  readonly id: string
  /** Where the job stands, and how it ended. */
  readonly status: JobStatus
  /** When the job started. Null while it is queued. */
  readonly started_at: Timestamp | null
  /** When the job ended. Null until then. */
  readonly finished_at: Timestamp | null
  /** Why the job failed, as human-readable text. Null unless `status` is `FAILED`. */
  readonly failure_reason: string | null
  /**
   * Whether the job ended early because the connection was paused, or because the operator stopped its connector. Its
   * `status` is then `FAILED`, because not everything was read, but nothing is wrong: the next job continues where this
   * one ended, if it starts within a day.
   */
  readonly is_ended_by_pause: boolean
}

/** The job that is queued or running. */
export interface CurrentJob {
  /** The service's id of the job. */
  readonly id: string
  /** `QUEUED` or `RUNNING`. */
  readonly status: JobStatus
  /** When the job started. Null while it is queued. */
  readonly started_at: Timestamp | null
  /** Whether a request of the job has failed and is repeated, or waits because of a rate limit; see `waits`. */
  readonly is_retrying: boolean
  /**
   * What is repeated or waits because of a rate limit, one entry for each endpoint and reason; waits below 1.5 seconds
   * are left out.
   */
  readonly waits: ReadonlyArray<JobWait>
  /** What the job has done so far, one entry for each type of data; empty while the job is queued. */
  readonly data_exports: ReadonlyArray<ExportProgress>
}

/** Requests of the running job to one endpoint that wait before they are sent, or sent again. */
export interface JobWait {
  /** The type of data that waits. */
  readonly data_export_type: DataExportType
  /** The path of the source tool's endpoint. */
  readonly endpoint: string
  /** Why they wait. */
  readonly reason: ProblemReason
  /** When the first of them is sent; if that has passed, its answer is awaited. */
  readonly until: Timestamp
  /** Since when one of them has waited or failed, without a good answer in between. */
  readonly since: Timestamp
  /** How often one of them was sent before, at most; 0 if all wait for their turn within a rate limit. */
  readonly retries: number
}

/** What the running job has done so far with one type of data, in numbers of records. */
export interface ExportProgress {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** What the job reads now: paths of the source tool's endpoints; empty if it reads nothing of this type now. */
  readonly reading: ReadonlyArray<string>
  /** Whether the job has ended with this type of data, with success or without. */
  readonly is_finished: boolean
  /** Records that the source tool has returned so far; those of a page count as soon as the page is stored. */
  readonly seen: number
  /** Records, of those seen, that were not stored before. */
  readonly created: number
  /** Records, of those seen, whose content differs from what was stored. */
  readonly changed: number
  /** Records that are marked as deleted or hidden from lists so far. */
  readonly deleted: number
  /** Rows of the source tool that could not become records so far. */
  readonly rejected: number
}

/** A tenant of the source tool, such as an account or a subscription, that rows of the data have named. */
export interface RowTenant {
  /** What the source tool calls the tenant. */
  readonly tenant: string
  /** When a job first read a row that names it. */
  readonly first_seen_at: Timestamp
  /** Whether it was first seen after the connection's first job had ended. */
  readonly is_new: boolean
}

/** How one type of data of a connection stands. */
export interface ExportStatus {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** How current the data is. */
  readonly state: ExportState
  /**
   * When the last complete reading of the data began: what is stored is complete up to this instant. Null until it was
   * read completely.
   */
  readonly last_success_at: Timestamp | null
  /**
   * When the last full scan of the data began that was complete, by the oldest of its lists; between full scans, a
   * connector may read only changes. Null until there was one.
   */
  readonly last_full_scan_at: Timestamp | null
  /**
   * Seconds after a full scan until the next job makes another one, by the longest of the lists. Null if every job reads
   * all of the data, and for a log, which is read from its last event on.
   */
  readonly full_scan_interval_secs: number | null
  /** When a full scan was asked for that is not complete yet. Null if there is none. */
  readonly full_scan_requested_at: Timestamp | null
  /**
   * How changes and deletions of each kind of record are found, and how long that takes at most with the connection's
   * intervals.
   */
  readonly change_detection: ReadonlyArray<ChangeDetection>
  /** How many records of each kind are stored. */
  readonly records: ReadonlyArray<RecordCount>
  /** How the log is read, and how long its events are kept. Null if the source tool does not have the data as a log. */
  readonly events: EventLogStatus | null
  /** Deletions that wait for a decision, by kind of record, with who decides; empty if none waits. */
  readonly held_back_deletions: ReadonlyArray<HeldBackProblem>
  /**
   * Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none
   * is missing.
   */
  readonly missing_records: ReadonlyArray<MissingRecords>
  /**
   * Rows that could not become records in the last job that ended. Null until a job that tried to read this data has
   * ended.
   */
  readonly rejected: number | null
  /**
   * Rows of the last job that ended whose id another row of the same full scan has, with other content. Null until a job
   * that tried to read this data has ended.
   */
  readonly duplicates: number | null
  /** Some of the records of `duplicates`; at most 5. */
  readonly duplicate_samples: ReadonlyArray<DuplicateSample>
  /**
   * Values of the last job that ended that could not be read; their fields keep what was read before, or are null. Null
   * until a job that tried to read this data has ended.
   */
  readonly unreadable: number | null
  /** Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5. */
  readonly unreadable_samples: ReadonlyArray<string>
  /**
   * Records of the last job that ended, with a value of the source tool that has no counterpart here. Null until a job
   * that tried to read this data has ended.
   */
  readonly unmapped: number | null
  /** Fields that the source tool does not let the credentials read, as far as the finished jobs know. */
  readonly unread_fields: ReadonlyArray<UnreadFields>
}

/**
 * How current one type of data is. `FAILING`: it could not be read the last time, see `problems`. Otherwise `RUNNING`: a
 * job reads it now. Otherwise `NEVER`: it has never been read completely. Otherwise `STALE`: it was last read completely
 * longer ago than twice `refresh_interval_secs` plus `timeout_secs` of the connection. Otherwise `CURRENT`.
 */
export type ExportState = "NEVER" | "RUNNING" | "CURRENT" | "STALE" | "FAILING"

/** How changes and deletions of one kind of record are found, and how long that takes at most. */
export interface ChangeDetection {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** Records that are new or changed, as far as the source tool reports them in time. */
  readonly changes: Detection
  /**
   * Records that left the source tool. Without a report of the source tool, the time allows for two full scans whose
   * starts are a distance apart, because only the source tool's own total makes one enough.
   */
  readonly deletions: Detection
  /** What the source tool reports late or not at all, such as changes of fields that come from another of its lists. */
  readonly late_changes: Detection
}

/** How something is found, and how long that takes. */
export interface Detection {
  /** How it is found. */
  readonly method: DetectionMethod
  /**
   * Seconds from the event in the source tool until the API shows it, at most, while jobs start on time and succeed and
   * no deletion is held back.
   */
  readonly within_secs: number
}

/**
 * How the service learns of something that happened in the source tool. `EVERY_JOB`: each job reads the whole list.
 * `CHANGES`: each job reads what the source tool reports as changed since the job before. `FULL_SCAN`: nothing reports
 * it, so it is found by the next full scan, which happens at the connection's full-scan interval.
 */
export type DetectionMethod = "EVERY_JOB" | "CHANGES" | "FULL_SCAN"

/** How many records of a kind are stored. */
export interface RecordCount {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** How many records the list has, those included that are marked as deleted. */
  readonly total: number
}

/** How the events of a log are read and kept; they never change, and no scan removes them. */
export interface EventLogStatus {
  /** How many days before its start the first job reads: `events_first_load_days` of the connection, or 7. */
  readonly first_load_days: number
  /** The most events that one job reads of one log of the source tool. */
  readonly most_per_job: number
  /** Whether the last job ended before the end of the log, such as at that number; the next one goes on from there. */
  readonly has_more: boolean
  /**
   * How many days events are kept after they happened; then they leave the list. Null for what a log has besides events,
   * such as alerts, which stay.
   */
  readonly retention_days: number | null
}

/** Deletions of one kind of record that wait for a decision, with who decides and what to tell them. */
export interface HeldBackProblem {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** How many records complete scans no longer find, but whose deletion waits. */
  readonly count: number
  /** Why the deletions wait. */
  readonly reason: HeldBackReason
  /** Since when deletions of this kind wait. */
  readonly held_since: Timestamp
  /** Who decides. */
  readonly resolution_owner: ResolutionOwner
  /** What the customer should know or do, as a sentence that a product can show. */
  readonly customer_message: string
  /** What the operator of the service should know or do, as human-readable text. */
  readonly operator_message: string
}

/**
 * Records of one kind that the last complete scan missed, but that are not proven to be gone, and for which no deletion
 * waits for a decision.
 */
export interface MissingRecords {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** How many records are missing. */
  readonly count: number
  /** When the first scan began that missed the longest missing one of them, or the last run of that scan. */
  readonly missing_since: Timestamp
  /**
   * From when on the first of them can be deleted: by a complete scan that begins then or later and misses the record
   * too. Earlier only if the source tool's own total proves that the record is gone, or if it names the record as
   * removed.
   */
  readonly earliest_deletion_at: Timestamp
}

/** A record that several rows of the source tool claim to be. */
export interface DuplicateSample {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** The service's id of the record. */
  readonly id: string
  /** The names of the fields in which the rows differ; never the values. */
  readonly fields: ReadonlyArray<string>
}

/** Something that keeps data, or some fields of it, from being read, with who must act and what to tell them. */
export interface Problem {
  /**
   * Identifies the problem: it stays the same from job to job, whatever else changes, so that an alert can be closed. A
   * problem that comes back later has the same id and another `since`.
   */
  readonly id: string
  /** Why data cannot be read. */
  readonly reason: ProblemReason
  /**
   * The name of the health that the connection has because of it, if no other problem comes before it; `HEALTHY` if only
   * fields are affected, or if nobody has consented yet.
   */
  readonly health: HealthName
  /** When the problem was first seen without a success in between, by the oldest of `affected`. */
  readonly since: Timestamp
  /** Who must act. */
  readonly resolution_owner: ResolutionOwner
  /** What the customer should know or do, as a sentence that a product can show. */
  readonly customer_message: string
  /** What the operator of the service should know or do, as human-readable text. */
  readonly operator_message: string
  /** The permissions to grant, in the source tool's words; empty unless `reason` is `PERMISSION_MISSING`. */
  readonly permissions: ReadonlyArray<string>
  /**
   * When the source tool allows the next request. Null unless `reason` is `RATE_LIMITED`, and if the source tool did not
   * say.
   */
  readonly until: Timestamp | null
  /**
   * A page of the source tool's documentation about the API that the connector reads. Null if the connector is not
   * loaded.
   */
  readonly docs_url: string | null
  /** What cannot be read. */
  readonly affected: ReadonlyArray<AffectedExport>
}

/** A list of records, or some fields of its records, that a problem concerns. */
export interface AffectedExport {
  /** The type of data that cannot be read. Null if the job could not begin, so that no data is read. */
  readonly data_export_type: DataExportType | null
  /** The path of the source tool's endpoint that failed. Null if the failure has no endpoint. */
  readonly endpoint: string | null
  /** The kinds of record that cannot be read, such as `idp_group`; empty if the failure has no list. */
  readonly record_kinds: ReadonlyArray<string>
  /**
   * The names of the fields that cannot be read, if only some fields are affected; everything else is read. Empty if
   * whole records cannot be read.
   */
  readonly fields: ReadonlyArray<string>
  /** When this was first seen without a success in between. */
  readonly since: Timestamp
  /** What happened, as human-readable text for operators; never a credential and never personal data. */
  readonly detail: string
}

/** Which types of data a connection's credentials can read. */
export interface ConnectionTest {
  /**
   * Whether the credentials can read every type of data that the connection reads. Also false if the test could not be
   * completed, such as during a rate limit; `message` then says why, and when to test again.
   */
  readonly is_valid: boolean
  /** What the test found, as human-readable text. */
  readonly message: string
  /** One entry for each type of data that the connection reads; empty if the stored credentials could not be read. */
  readonly data_export_types: ReadonlyArray<ExportTypeTest>
  /**
   * What the credentials cannot read and who must act, as the status of the connection would say it; empty if they can
   * read everything.
   */
  readonly problems: ReadonlyArray<Problem>
}

/** Whether a connection's credentials can read one type of data. */
export interface ExportTypeTest {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** Whether the credentials can read it. Also false if the test could not be completed; `message` then says why. */
  readonly is_valid: boolean
  /** What the test found, as human-readable text. */
  readonly message: string
  /** Fields that jobs will not read, because the source tool refuses endpoints that the type can do without. */
  readonly unread_fields: ReadonlyArray<UnreadFields>
}

/** One run that pulls the data of a connection. */
export interface Job {
  /** The service's id of the job. */
  readonly id: string
  /** Where the job stands. */
  readonly status: JobStatus
  /** When the job started. Null while it is queued. */
  readonly started_at: Timestamp | null
  /** When the job ended. Null until then. */
  readonly finished_at: Timestamp | null
  /** Why the job failed, as human-readable text. Null unless `status` is `FAILED`. */
  readonly failure_reason: string | null
  /** One entry for each export type; empty until the job has reports. */
  readonly data_exports: ReadonlyArray<JobExport>
}

/** What one export type of a pull job did, in numbers of records. */
export interface JobExport {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** How this export type ended; `HEALTHY` if it succeeded, or if nothing failed before a pause ended the job. */
  readonly health: HealthName
  /** Why this type of data could not be read. Null if it could. */
  readonly reason: ProblemReason | null
  /** Who must act. Null if this type of data could be read. */
  readonly resolution_owner: ResolutionOwner | null
  /** What the customer should know or do, as a sentence that a product can show. Null if this type of data could be read. */
  readonly customer_message: string | null
  /** The path of the source tool's endpoint that failed. Null if none did. */
  readonly endpoint: string | null
  /** What went wrong or could not be read, as human-readable text. Null if there is nothing to say. */
  readonly message: string | null
  /** Records that the source tool returned. */
  readonly seen: number
  /** Records that were not stored before. */
  readonly created: number
  /** Records whose content differs from what was stored. */
  readonly changed: number
  /** Records with the same content as before. */
  readonly unchanged: number
  /** Records that complete scans no longer found and that are now marked as deleted or hidden from lists. */
  readonly deleted: number
  /** Rows of the source tool that could not become records, or for which the account has no room. */
  readonly rejected: number
  /**
   * Rows whose id another row of the same full scan has, with other content. One of them becomes the record, and always
   * the same one, in whatever order the source tool returns them.
   */
  readonly duplicates: number
  /** Some of the records of `duplicates`; at most 5. */
  readonly duplicate_samples: ReadonlyArray<DuplicateSample>
  /**
   * Values of the source tool that could not be read. They cost only their fields, which keep what was read before, or
   * are null.
   */
  readonly unreadable: number
  /** Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5. */
  readonly unreadable_samples: ReadonlyArray<string>
  /** Records, of those seen, with a value of the source tool that has no counterpart here, such as a new severity. */
  readonly unmapped: number
  /** Records that complete scans no longer found, but whose deletion waits for a decision. */
  readonly held_back: number
  /** The records of `held_back` by kind, with the reason; empty if no deletion waits. */
  readonly held_back_deletions: ReadonlyArray<HeldBackByJob>
  /**
   * Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty if none
   * is missing.
   */
  readonly missing_records: ReadonlyArray<MissingRecords>
  /** Fields that could not be read, or were not believed; empty if every field was read. */
  readonly unread_fields: ReadonlyArray<UnreadFields>
}

/** Deletions of one kind of record that a job held back. */
export interface HeldBackByJob {
  /** The kind of record, such as `idp_user`. */
  readonly record_kind: string
  /** How many records the job did not delete. */
  readonly count: number
  /** Why the deletions wait. */
  readonly reason: HeldBackReason
  /** What happened and what to do, as human-readable text. */
  readonly message: string
}

/** The records of a kind, counted by the values of one field. */
export interface RecordCounts {
  /** The kind of records. */
  readonly kind: string
  /** The field by which they are counted. */
  readonly by: string
  /** How many there are in all: the `total` of their list without filters. */
  readonly total: number
  /** One entry for each value that the field can have, and one for null. */
  readonly counts: ReadonlyArray<ValueCount>
}

/** How many records have a value. */
export interface ValueCount {
  /** The value of the field. Null for records that have none. */
  readonly value: string | boolean | null
  /** How many records have it; 0 if none. */
  readonly count: number
}

/** What to do with deletions that wait. */
export interface DecideHeldBackDeletions {
  /**
   * `CONFIRM` deletes those of the records that the next complete scan still misses; `DISMISS` forgets that they were
   * missing.
   */
  readonly decision: "CONFIRM" | "DISMISS"
  /** The kinds of record that the decision is about, such as `idp_user`; all kinds if absent. */
  readonly record_kinds?: ReadonlyArray<"idp_user" | "idp_group" | "idp_application" | "idp_group_membership" | "idp_group_nesting" | "idp_application_assignment" | "idp_group_assignment" | "idp_policy" | "idp_policy_user" | "idp_policy_group" | "idp_policy_application" | "idp_alert" | "idp_audit_event" | "compliance_finding" | "compliance" | "cspm_alert" | "device_group" | "device_group_member" | "device" | "device_policy" | "device_policy_group" | "resource" | "application" | "organization_identity" | "scan_configuration" | "vulnerability" | "vulnerability_finding" | "edr_alert" | "appsec_issue" | "sast_issue" | "sca_issue" | "appsec_finding" | "config_user" | "itsm_user" | "itsm_group" | "itsm_project" | "itsm_ticket" | "itsm_comment" | "itsm_attachment">
}

/** The deletions that a decision was about. */
export interface DecidedDeletions {
  /** One entry for each kind of record; none of them waits any longer. */
  readonly held_back_deletions: ReadonlyArray<HeldBackDeletion>
}

/** The link to make for a customer. */
export interface CreateConnectSession {
  /** The vendors from which the customer may choose one. Empty or absent for every vendor of the catalogue. */
  readonly vendors?: ReadonlyArray<string>
  /**
   * The connection whose credentials the customer is to renew. It excludes `vendors` and `identifier`. Null or absent
   * for a new connection.
   */
  readonly connection_id?: string | null
  /** The `identifier` of the new connection. Null or absent for none. */
  readonly identifier?: string | null
  /**
   * The types of data that the connection may read, as far as its connector exports them; a connection that is renewed
   * keeps those that it has besides. If absent, the customer may choose any for a new connection, which has the default
   * otherwise, and only those that it has for a connection that is renewed.
   */
  readonly data_export_types?: ReadonlyArray<DataExportType>
  /** Where the page sends the customer back to. Null or absent for nowhere. */
  readonly return_url?: string | null
  /** Seconds for which the link can be opened; 604800 if absent, which is a week. */
  readonly link_lifetime_secs?: number
}

/** A link for a customer, and the session of whoever has opened it. */
export interface ConnectSession {
  /** The service's id of the session. */
  readonly id: string
  /** The organization that owns the connection. */
  readonly organization_id: string
  /** The vendors from which the customer may choose one; empty for every vendor of the catalogue. */
  readonly vendors: ReadonlyArray<string>
  /** The connection whose credentials are renewed, or the one that the customer has made. Null until then. */
  readonly connection_id: string | null
  /** The `identifier` of the new connection. Null for none. */
  readonly identifier: string | null
  /** The types of data that the link names. Null for none. */
  readonly data_export_types: ReadonlyArray<DataExportType> | null
  /** Where the page sends the customer back to. Null for nowhere. */
  readonly return_url: string | null
  /**
   * `CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the customer
   * still has to consent, also after the session has ended. `CONNECTED` once the connection is stored and any consent is
   * given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or `REVOKED` if it ended
   * without that.
   */
  readonly state: "CREATED" | "OPENED" | "CONSENT_AWAITED" | "CONNECTED" | "CONNECTION_DELETED" | "EXPIRED" | "REVOKED"
  /** Until when the link can be opened; once it is, when the session ends. */
  readonly expires_at: string
  /** When the link was made. */
  readonly created_at: string
}

/** One entry of the catalogue of connectors. */
export interface ConnectorEntry {
  /** The vendor identifier, such as `OKTA`; the same in connections and records. */
  readonly vendor: string
  /** The vendor's display name, such as `Okta`. */
  readonly vendor_name: string
  /** What the source tool is, in a sentence. */
  readonly vendor_description: string
  /** The kind of tool, such as `IDP` or `VMS`. */
  readonly category: string
  /** How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`. */
  readonly auth_type: string
  /** The names of the credential fields that a connection needs. */
  readonly credentials_params: ReadonlyArray<string>
  /** The same fields, each as a form needs it. */
  readonly credentials_form: ReadonlyArray<CredentialParam>
  /** What the customer does first, as the first of the `auth_methods` says. */
  readonly setup_steps: ReadonlyArray<string>
  /** All ways to sign in: first that of the fields above, which a connection uses that names no other. */
  readonly auth_methods: ReadonlyArray<AuthMethodEntry>
  /** The permissions that each type of data needs. */
  readonly export_permissions: ReadonlyArray<ExportPermissions>
  /** The types of data that the connector exports. */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** A page of the vendor's documentation about the API that the connector reads. */
  readonly docs_url: string
  /** The address of the vendor's logo, an SVG image. */
  readonly logo_url: string
}

/** A credential field as a form needs it. */
export interface CredentialParam {
  /** The key of the field in `credentials`, such as `api_token`. */
  readonly name: string
  /** The label of the field, such as `API token`. */
  readonly title: string
  /** Where the customer finds the value, in one or two sentences. */
  readonly help: string
  /** How a form enters the value. */
  readonly input: "TEXT" | "MULTILINE_TEXT" | "URL" | "CHOICE"
  /** Whether the value must never be shown, so that a form hides it. */
  readonly is_secret: boolean
  /** Whether the field may not stay empty. */
  readonly is_required: boolean
  /** A made-up value in the right format; null if there is none. */
  readonly example: string | null
  /**
   * A regular expression of ECMAScript that matches a value without spaces at its ends, such as `^key_`; null if any
   * text will do.
   */
  readonly pattern: string | null
  /** The values of a field whose `input` is `CHOICE`; empty for the others. */
  readonly choices: ReadonlyArray<string>
  /** The page on which the customer finds or creates the value; null if the connector names none. */
  readonly url: string | null
}

/** A way to sign in to the source tool. */
export interface AuthMethodEntry {
  /** How requests are authorized, such as `API_KEY`; no other way of the connector has the same. */
  readonly auth_type: string
  /** The names of the credential fields that a connection of this way needs. */
  readonly credentials_params: ReadonlyArray<string>
  /** The same fields, each as a form needs it. */
  readonly credentials_form: ReadonlyArray<CredentialParam>
  /**
   * What the customer does first, one step after the other: creates credentials with the fewest permissions or, for a
   * consent, finds who may give it. Empty if the connector names no steps.
   */
  readonly setup_steps: ReadonlyArray<string>
  /** The consent that the customer gives in the browser; null for a way that needs none. */
  readonly consent: ConsentEntry | null
}

/** The consent that a customer gives on the vendor's page. */
export interface ConsentEntry {
  /** The label of the button that opens the vendor's page, such as `Sign in with Google`. */
  readonly title: string
  /** Who can consent, and what it allows, in one or two sentences. */
  readonly help: string
  /** The scopes that the consent gives, in the spelling of the vendor. */
  readonly scopes: ReadonlyArray<string>
  /**
   * How the operator of the service registers it with the vendor, one step after the other; empty if the connector names
   * no steps.
   */
  readonly registration_steps: ReadonlyArray<string>
}

/** What the credentials need permission for. */
export interface ExportPermissions {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** Whether a connection reads this type if nobody chooses the types. */
  readonly is_default: boolean
  /** The vendor's names of the permissions without which the type cannot be read. */
  readonly permissions: ReadonlyArray<string>
  /** The vendor's names of the permissions without which some fields stay unread. */
  readonly optional_permissions: ReadonlyArray<string>
}

/** The webhook to create. */
export interface CreateWebhook {
  /**
   * The https address that gets a POST for each event. Addresses that the operator of this service does not allow are a
   * 422.
   */
  readonly url: string
  /** The types of the events that it is told; all of them if absent. */
  readonly events?: ReadonlyArray<"connection.created" | "connection.health_changed" | "job.finished" | "records.changed">
  /** The caller's own words about it. Null or absent for none. */
  readonly description?: string | null
}

/** An address that is told what happens. */
export interface Webhook {
  /** The service's id of the webhook. */
  readonly id: string
  /** The address that gets a POST for each event. */
  readonly url: string
  /** The types of the events that it is told. */
  readonly events: ReadonlyArray<"connection.created" | "connection.health_changed" | "job.finished" | "records.changed">
  /** The caller's own words about it. Null for none. */
  readonly description: string | null
  /** Whether nothing is sent. */
  readonly is_paused: boolean
  /** Why the service itself has paused it: the receiver answered 410. Null otherwise. */
  readonly paused_reason: string | null
  /** When it was created. */
  readonly created_at: string
  /** When it was changed last. */
  readonly updated_at: string
}

/** What to change about a webhook; absent fields stay as they are. */
export interface UpdateWebhook {
  /** The https address that gets a POST for each event, also for those that wait. */
  readonly url?: string
  /** The types of the events that it is told from now on. */
  readonly events?: ReadonlyArray<"connection.created" | "connection.health_changed" | "job.finished" | "records.changed">
  /** The caller's own words about it. Null removes them. */
  readonly description?: string | null
  /**
   * Whether nothing is sent. What happens meanwhile is never told; what waited before is sent once this is `false`
   * again.
   */
  readonly is_paused?: boolean
}

/** The body of the POST that a webhook gets. */
export interface WebhookEvent {
  /** What has happened. */
  readonly type: "connection.created" | "connection.health_changed" | "job.finished" | "records.changed" | "webhook.test"
  /** When it happened. */
  readonly timestamp: string
  /** To which connection, and what else belongs to it. */
  readonly data: WebhookEventData
}

/** What has happened to which connection; ids and numbers alone, no records. */
export interface WebhookEventData {
  /** The organization of the connection. Null in a test. */
  readonly organization_id: string | null
  /** The connection. Null in a test. */
  readonly connection_id: string | null
  /** The vendor of the connection. Null in a test. */
  readonly vendor: string | null
  /** The account's own reference to the connection. Null if it has none, and in a test. */
  readonly identifier: string | null
  /** The number of the event among all events of the connection: a later event has a higher one. Null in a test. */
  readonly sequence: number | null
  /** The health before and after. Null unless `type` is `connection.health_changed`. */
  readonly health: HealthChange | null
  /**
   * The job that has ended. Null if `type` is `connection.created`, if the health is another one because types of data
   * are not read any more, and in a test.
   */
  readonly job: EventJob | null
  /** What the job has changed. Null unless `type` is `records.changed`. */
  readonly records: RecordChanges | null
}

/** How the health of a connection has changed. */
export interface HealthChange {
  /** What the job has found. */
  readonly name: HealthName
  /** What the job before it had found. */
  readonly former_name: HealthName
}

/** The job of an event. */
export interface EventJob {
  /** The service's id of the job. */
  readonly id: string
  /** How the job ended. */
  readonly status: JobStatus
  /** When the job started. Null if it never did. */
  readonly started_at: string | null
  /** When the job ended. */
  readonly finished_at: string
}

/** Which records a job has changed, in numbers. */
export interface RecordChanges {
  /** The `updatedSince` with which a poll finds all of them. A poll from your own position finds them, too. */
  readonly updated_since: string
  /** One entry for each type of data of which it has changed records. */
  readonly types: ReadonlyArray<ChangedType>
}

/** How many records of one type of data a job has changed. */
export interface ChangedType {
  /** The type of data. */
  readonly data_export_type: DataExportType
  /** Records that were not stored before. */
  readonly created: number
  /** Records whose content differs from what was stored. */
  readonly changed: number
  /** Records that are deleted now, or have left their list. */
  readonly deleted: number
}

/** An event that a webhook is told, and what became of that. */
export interface WebhookDelivery {
  /** The service's id of the delivery, which is also the `webhook-id` of its messages. */
  readonly id: string
  /**
   * `PENDING` as long as it is tried, `DELIVERED` once the receiver has answered with a 2xx, `DEAD` once it was given
   * up.
   */
  readonly state: "PENDING" | "DELIVERED" | "DEAD"
  /** How many attempts have begun since it was queued, or sent again. */
  readonly attempts: number
  /** The status of the receiver's last answer. Null if there was none. */
  readonly status: number | null
  /** Why the last attempt failed, as human-readable text. Null if it did not, or there was none. */
  readonly reason: string | null
  /** When the event happened. */
  readonly created_at: string
  /** When the last attempt began. Null before the first. */
  readonly attempted_at: string | null
  /** When it was delivered or given up. Null until then. */
  readonly finished_at: string | null
  /**
   * When the next attempt is due, unless the webhook is paused. Null while one is under way, and once it was delivered
   * or given up.
   */
  readonly next_attempt_at: string | null
  /** What the receiver is told. */
  readonly event: WebhookEvent
}

/** A request to erase a customer, and its receipt: ids and counts alone, which stay. */
export interface Erasure {
  /** The service's id of the erasure. */
  readonly erasure_id: string
  /** What it removes. */
  readonly subject: ErasureSubject
  /** The organization that it removes, or whose connection it removes. Null if it removes the account. */
  readonly organization_id: string | null
  /** The connection that it removes. Null unless `subject` is `CONNECTION`. */
  readonly connection_id: string | null
  /** Where it stands. */
  readonly status: ErasureStatus
  /** When it was requested first. */
  readonly requested_at: Timestamp
  /** When its first batch ran. Null before. */
  readonly started_at: Timestamp | null
  /** When nothing was left. Null until then. */
  readonly finished_at: Timestamp | null
  /**
   * One entry for each table from which it has removed anything so far; what the purge of old data removed earlier is
   * not counted.
   */
  readonly receipt: ReadonlyArray<ErasureLine>
}

/** What the account of the key has, and what it may have. */
export interface Usage {
  /** Its organizations. */
  readonly organizations: QuotaUsage
  /** The connections of all its organizations. */
  readonly connections: QuotaUsage
  /**
   * The records of all its connections and kinds, with relations between records and without those that are marked as
   * deleted.
   */
  readonly records: QuotaUsage
  /** The same records by kind; kinds without records are left out. */
  readonly records_by_kind: ReadonlyArray<RecordCount>
}

/** How many of something the account has, and how many it may have. */
export interface QuotaUsage {
  /** How many there are; what was deleted does not count. */
  readonly used: number
  /** How many there may be. Null without a limit. */
  readonly limit: number | null
}

/** A page of the audit log, the newest event first. */
export interface AuditEvents {
  /** The events. */
  readonly items: ReadonlyArray<AuditEvent>
  /** What to send as `before` for the next page. Null on the last page. */
  readonly next_before: number | null
}

/** Who did what to which resource, when and from where. */
export interface AuditEvent {
  /** Ascends from event to event. */
  readonly id: number
  /** When it was noted, in UTC. */
  readonly at: string
  /** What was done. */
  readonly action: "account.create" | "account.erase" | "account.quota" | "key.create" | "key.rotate" | "key.revoke" | "operator_key.create" | "operator_key.rotate" | "operator_key.revoke" | "records.read" | "organization.create" | "organization.delete" | "organization.erase" | "connection.create" | "connection.update" | "connection.delete" | "connection.erase" | "connection.sync" | "connect_session.create" | "connect_session.open" | "connect_session.connect" | "connect_session.revoke" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate" | "deletions.confirm" | "deletions.dismiss" | "ticket.create" | "connector.stop" | "connector.resume" | "installation.hold" | "installation.resume" | "installation.move" | "master_key.rewrap" | "master_key.forget"
  /**
   * Who acted: an API key of the account, a customer with a link that the account has made, an operator's key, a command
   * on a machine of the operator, or the service by itself.
   */
  readonly actor: "API_KEY" | "CONNECT_SESSION" | "CONSENT" | "OPERATOR" | "COMMAND" | "RUNTIME"
  /** The id of the key, or of the customer's session, that was used. Null if none was. */
  readonly actor_id: string | null
  /** The id of what was made, changed or deleted. Null if the action concerns the whole account. */
  readonly resource_id: string | null
  /** The organization that is concerned. Null if none is. */
  readonly organization_id: string | null
  /** The connection that is concerned. Null if none is. */
  readonly connection_id: string | null
  /** From where: the address of the client. Null unless an API key or a link was used. */
  readonly origin: string | null
  /** The `X-Request-Id` of the request. Null if there was none. */
  readonly request_id: string | null
}

/** One entry of the catalogue of connectors, with the kinds of record that the connector exports. */
export interface ConnectorEntryWithKinds {
  /** The vendor identifier, such as `OKTA`; the same in connections and records. */
  readonly vendor: string
  /** The vendor's display name, such as `Okta`. */
  readonly vendor_name: string
  /** What the source tool is, in a sentence. */
  readonly vendor_description: string
  /** The kind of tool, such as `IDP` or `VMS`. */
  readonly category: string
  /** How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`. */
  readonly auth_type: string
  /** The names of the credential fields that a connection needs. */
  readonly credentials_params: ReadonlyArray<string>
  /** The same fields, each as a form needs it. */
  readonly credentials_form: ReadonlyArray<CredentialParam>
  /** What the customer does first, as the first of the `auth_methods` says. */
  readonly setup_steps: ReadonlyArray<string>
  /** All ways to sign in: first that of the fields above, which a connection uses that names no other. */
  readonly auth_methods: ReadonlyArray<AuthMethodEntry>
  /** The permissions that each type of data needs. */
  readonly export_permissions: ReadonlyArray<ExportPermissions>
  /** The types of data that the connector exports. */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** A page of the vendor's documentation about the API that the connector reads. */
  readonly docs_url: string
  /** The address of the vendor's logo, an SVG image. */
  readonly logo_url: string
  /** The kinds of record that the connector exports; the lists of other kinds stay empty. */
  readonly record_kinds: ReadonlyArray<ExportedKind>
}

/** A kind of record that a connector exports. */
export interface ExportedKind {
  /** The name of the kind, such as `idp_user`. */
  readonly record_kind: string
  /** The type of data that the kind belongs to. */
  readonly data_export_type: DataExportType
  /** The path of the kind's list, such as `/v1/idp/users`. */
  readonly path: string
}

/** What the source tool says about an ITSM record, in its own words. */
export interface ItsmUserAttributes {
  /** When the source tool created the record. Null if it does not say. */
  readonly created_at: Timestamp | null
  /** The record's id in the source tool. */
  readonly id: string
  /** When the record last changed in the source tool. Null if it does not say. */
  readonly updated_at: Timestamp | null
  /** The vendor identifier of the source tool, such as `JIRA`. */
  readonly vendor: string
  /**
   * Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes nothing
   * through.
   */
  readonly data: (JiraUserData & { readonly [name: string]: unknown }) | { readonly [name: string]: unknown } | null
}

/** The `vendor_data` of a Microsoft Entra ID user. */
export interface MsEntraUserData {
  /** Always `MS_ENTRA`. */
  readonly vendor: "MS_ENTRA"
  /** The mail alias of the user. Null if there is none. */
  readonly mail_nickname: string | null
  /** The password policies of the user, such as `DisablePasswordExpiration`. Null if there are none. */
  readonly password_policies: string | null
  /** The distinguished name in the on-premises Active Directory. Null if the user is not synchronized from one. */
  readonly on_premises_distinguished_name: string | null
  /** Whether the user is synchronized from an on-premises Active Directory. Null if the user never was. */
  readonly on_premises_sync_enabled: boolean | null
  /** `Member` for a user of the tenant's own, `Guest` for an invited one. Null if the tenant does not say. */
  readonly user_type: string | null
  /** How the user is employed, in the tenant's own words, such as `Contractor`. Null if the profile does not say. */
  readonly employee_type: string | null
  /** Whether an invited user has accepted: `PendingAcceptance` or `Accepted`. Null for other users. */
  readonly external_user_state: string | null
  /** The first name. Null if the profile has none. */
  readonly given_name: string | null
  /** The last name. Null if the profile has none. */
  readonly surname: string | null
  /** Further email addresses. Null if the token may not read them. */
  readonly other_mails: ReadonlyArray<string> | null
  /** The company that employs the user. Null if the profile names none. */
  readonly company_name: string | null
  /** The office where the user works. Null if the profile names none. */
  readonly office_location: string | null
  /** The user's language, such as `en-US`. Null if the profile names none. */
  readonly preferred_language: string | null
}

/** The `vendor_attributes.data` of a Jira user. */
export interface JiraUserData {
  /** Always `JIRA`. */
  readonly vendor: "JIRA"
  /** What kind of account it is, such as `atlassian`, `app` or `customer`; `unknown` if Jira does not say. */
  readonly accountType: string
  /** The language of the user, such as `en_US`. Null if the token may not read it. */
  readonly locale: string | null
  /** The time zone of the user, such as `Europe/Berlin`. Null if the token may not read it. */
  readonly time_zone: string | null
}

/** The stable names of errors. A server of a later release can have more. */
export type ErrorCode =
  | "BAD_REQUEST"
  | "HOST_MISSING"
  | "KEY_INVALID"
  | "KEY_EXPIRED"
  | "CONNECT_SESSION_INVALID"
  | "CONNECT_SESSION_EXPIRED"
  | "SCOPE_MISSING"
  | "KEY_LIMITED"
  | "KEY_OF_OPERATOR"
  | "KEY_OF_ACCOUNT"
  | "ROLE_MISSING"
  | "RECORDS_NOT_ALLOWED"
  | "CONNECTION_NOT_FOUND"
  | "ORGANIZATION_NOT_FOUND"
  | "RECORD_NOT_FOUND"
  | "KIND_NOT_EXPORTED"
  | "JOB_NOT_FOUND"
  | "ERASURE_NOT_FOUND"
  | "CONNECT_SESSION_NOT_FOUND"
  | "NOT_CONNECTED"
  | "WEBHOOK_NOT_FOUND"
  | "DELIVERY_NOT_FOUND"
  | "CONNECTOR_NOT_FOUND"
  | "PATH_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "JOB_RUNNING"
  | "CONNECTION_INACTIVE"
  | "CONNECTOR_STOPPED"
  | "QUOTA_EXCEEDED"
  | "TOO_MANY_WEBHOOKS"
  | "CONNECT_LINK_OPENED"
  | "CONNECT_SESSION_USED"
  | "TOO_MANY_FAILED_CHECKS"
  | "NOTHING_HELD_BACK"
  | "ORGANIZATION_HAS_CONNECTIONS"
  | "ANSWER_ERASED"
  | "IDENTIFIER_TAKEN"
  | "CHANGED_MEANWHILE"
  | "BODY_TOO_LARGE"
  | "CONTENT_TYPE_UNSUPPORTED"
  | "EXPECTATION_FAILED"
  | "INVALID_PARAMETER"
  | "UNKNOWN_PARAMETER"
  | "BODY_NOT_JSON"
  | "CREDENTIALS_MALFORMED"
  | "CREDENTIALS_REJECTED"
  | "ADDRESS_INVALID"
  | "TENANT_CHANGED"
  | "IDEMPOTENCY_KEY_REUSED"
  | "CURSOR_INVALID"
  | "CURSOR_CONFLICT"
  | "TOO_MANY_REQUESTS"
  | "TOO_MANY_HEAVY_REQUESTS"
  | "TOO_MANY_CHECKS"
  | "TOO_MANY_UNKNOWN_KEYS"
  | "DATABASE_SHARE_EXHAUSTED"
  | "TOO_MANY_UNREAD_ANSWERS"
  | "TOO_MANY_BODIES"
  | "FULL_SCAN_TOO_SOON"
  | "OUTBOUND_QUEUE_FULL"
  | "HEADERS_TOO_LARGE"
  | "INTERNAL_ERROR"
  | "VENDOR_UNAVAILABLE"
  | "VENDOR_LIMITED"
  | "STORE_UNAVAILABLE"
  | "STORE_BUSY"
  | "NOT_SERVING"
  | "NOT_READY"
  | (string & {})
