// Written by `pnpm generate` from the declaration of the API. Do not edit.

import type { Call, Operation, RecordList } from "./Operation.js"
import type {
  AlertStatus,
  Application,
  ApplicationType,
  ApplicationVisibility,
  AppsecFinding,
  AppsecFindingType,
  AppsecIssue,
  AuditEvents,
  AuditOutcome,
  CloudProvider,
  Compliance,
  ComplianceFinding,
  ComplianceResult,
  Confidence,
  ConfigUser,
  ConnectSession,
  Connection,
  ConnectionStatus,
  ConnectionTest,
  ConnectionWithOrganization,
  ConnectorEntry,
  CreateConnectSession,
  CreateConnection,
  CreateOrganization,
  CreateTicket,
  CreateWebhook,
  CspmAlert,
  DataExportType,
  DecideHeldBackDeletions,
  DecidedDeletions,
  Device,
  DeviceGroup,
  DevicePlatform,
  DevicePolicy,
  DeviceStatus,
  EdrAlert,
  Erasure,
  ExportedKind,
  FindingCompliance,
  FindingRule,
  FindingStatus,
  HealthName,
  IdpAlert,
  IdpApplication,
  IdpAuditEvent,
  IdpGroup,
  IdpPolicy,
  IdpUser,
  IdpUserApplication,
  IdpUserType,
  IssueType,
  ItsmAttachment,
  ItsmComment,
  ItsmGroup,
  ItsmProject,
  ItsmTicket,
  ItsmUser,
  Job,
  OffsetPage,
  Organization,
  OrganizationIdentity,
  OrganizationIdentityType,
  OutboundJob,
  RecordCounts,
  RecordMeta,
  Resource,
  SastIssue,
  ScaIssue,
  ScanConfiguration,
  SecretValidity,
  TicketPriority,
  TicketStatus,
  UpdateConnection,
  UpdateWebhook,
  Usage,
  Vulnerability,
  VulnerabilityFinding,
  VulnerabilityFindingType,
  VulnerabilityState,
  Webhook,
  WebhookDelivery
} from "./schemas.generated.js"

/** The parameters of `listIdpUsers`. */
export interface ListIdpUsersParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "domain" | "email_addr" | "full_name" | "name" | "vendor_id" | "vendor_status" | "vendor_created_at" | "activated_at" | "last_status_changed_at" | "last_login_at" | "last_updated_at" | "last_password_changed_at" | "is_deleted" | "is_mfa_enabled" | "is_admin" | "user_type" | "employee_id" | "job_title" | "department" | "manager" | "address" | "vendor_data" | "vendor_data_omitted" | "groups" | "applications" | "meta" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `group_ids`,
   * `application_ids`), `count` for how many there are (in `group_count`, `application_count`). Send it with at least
   * one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /**
   * Only users with one of these email addresses; the case of A to Z does not matter. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly emails?: ReadonlyArray<string> | undefined
  /**
   * Only users with one of these values of `vendor_status`, exactly as written there. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly vendorStatuses?: ReadonlyArray<string> | undefined
  /** Only users whose `is_admin` has this value; null matches neither. */
  readonly isAdmin?: boolean | undefined
  /** Only users whose `is_mfa_enabled` has this value; null matches neither. */
  readonly isMfaEnabled?: boolean | undefined
  /**
   * Only users with one of these values of `user_type`; null matches none. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly userTypes?: ReadonlyArray<IdpUserType> | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getIdpUser`. */
export interface GetIdpUserParameters {
  /** The service's id of an IDP user. */
  readonly user_id: string
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "domain" | "email_addr" | "full_name" | "name" | "vendor_id" | "vendor_status" | "vendor_created_at" | "activated_at" | "last_status_changed_at" | "last_login_at" | "last_updated_at" | "last_password_changed_at" | "is_deleted" | "is_mfa_enabled" | "is_admin" | "user_type" | "employee_id" | "job_title" | "department" | "manager" | "address" | "vendor_data" | "vendor_data_omitted" | "groups" | "applications" | "meta" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `group_ids`,
   * `application_ids`), `count` for how many there are (in `group_count`, `application_count`). Send it with at least
   * one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
}

/** The parameters of `listIdpGroups`. */
export interface ListIdpGroupsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "types" | "description" | "name" | "vendor_id" | "vendor_created_at" | "last_membership_updated_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "applications" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`,
   * `application_ids`), `count` for how many there are (in `user_count`, `group_count`, `application_count`). Send it
   * with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getIdpGroup`. */
export interface GetIdpGroupParameters {
  /** The service's id of an IDP group. */
  readonly group_id: string
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "types" | "description" | "name" | "vendor_id" | "vendor_created_at" | "last_membership_updated_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "applications" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`,
   * `application_ids`), `count` for how many there are (in `user_count`, `group_count`, `application_count`). Send it
   * with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
}

/** The parameters of `listIdpApplications`. */
export interface ListIdpApplicationsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "labels" | "name" | "vendor_id" | "version" | "vendor_status" | "vendor_created_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`),
   * `count` for how many there are (in `user_count`, `group_count`). Send it with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getIdpApplication`. */
export interface GetIdpApplicationParameters {
  /** The service's id of an IDP application. */
  readonly application_id: string
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "labels" | "name" | "vendor_id" | "version" | "vendor_status" | "vendor_created_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`),
   * `count` for how many there are (in `user_count`, `group_count`). Send it with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
}

/** The parameters of `listIdpPolicies`. */
export interface ListIdpPoliciesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "status" | "description" | "priority" | "conditions" | "vendor_created_at" | "last_updated_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getIdpPolicy`. */
export interface GetIdpPolicyParameters {
  /** The service's id of an IDP policy. */
  readonly policy_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "status" | "description" | "priority" | "conditions" | "vendor_created_at" | "last_updated_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listIdpPolicyUsers`. */
export interface ListIdpPolicyUsersParameters {
  /** The service's id of an IDP policy. */
  readonly policy_id: string
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "domain" | "email_addr" | "full_name" | "name" | "vendor_id" | "vendor_status" | "vendor_created_at" | "activated_at" | "last_status_changed_at" | "last_login_at" | "last_updated_at" | "last_password_changed_at" | "is_deleted" | "is_mfa_enabled" | "is_admin" | "user_type" | "employee_id" | "job_title" | "department" | "manager" | "address" | "vendor_data" | "vendor_data_omitted" | "groups" | "applications" | "meta" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `group_ids`,
   * `application_ids`), `count` for how many there are (in `group_count`, `application_count`). Send it with at least
   * one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /**
   * Only users with one of these email addresses; the case of A to Z does not matter. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly emails?: ReadonlyArray<string> | undefined
  /**
   * Only users with one of these values of `vendor_status`, exactly as written there. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly vendorStatuses?: ReadonlyArray<string> | undefined
  /** Only users whose `is_admin` has this value; null matches neither. */
  readonly isAdmin?: boolean | undefined
  /** Only users whose `is_mfa_enabled` has this value; null matches neither. */
  readonly isMfaEnabled?: boolean | undefined
  /**
   * Only users with one of these values of `user_type`; null matches none. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly userTypes?: ReadonlyArray<IdpUserType> | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `listIdpPolicyGroups`. */
export interface ListIdpPolicyGroupsParameters {
  /** The service's id of an IDP policy. */
  readonly policy_id: string
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /** `true` adds the field `applications` to each item. */
  readonly includeIdpApplications?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "types" | "description" | "name" | "vendor_id" | "vendor_created_at" | "last_membership_updated_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "applications" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count" | "application_ids" | "application_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`,
   * `application_ids`), `count` for how many there are (in `user_count`, `group_count`, `application_count`). Send it
   * with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `listIdpPolicyApplications`. */
export interface ListIdpPolicyApplicationsParameters {
  /** The service's id of an IDP policy. */
  readonly policy_id: string
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `users` to each item. */
  readonly includeIdpUsers?: boolean | undefined
  /** `true` adds the field `groups` to each item. */
  readonly includeIdpGroups?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "labels" | "name" | "vendor_id" | "version" | "vendor_status" | "vendor_created_at" | "last_updated_at" | "is_deleted" | "users" | "groups" | "meta" | "user_ids" | "user_count" | "group_ids" | "group_count"> | undefined
  /**
   * What the include flags add instead of arrays of whole records: `ids` for their ids (in `user_ids`, `group_ids`),
   * `count` for how many there are (in `user_count`, `group_count`). Send it with at least one include flag.
   */
  readonly expandAs?: "ids" | "count" | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `listIdpAlerts`. */
export interface ListIdpAlertsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "detected_at" | "last_updated_at" | "user_id" | "user_vendor_id" | "user_name" | "application_id" | "application_vendor_id" | "ip_address" | "location" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only alerts with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only alerts with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<AlertStatus> | undefined
  /**
   * Only alerts about one of these users. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly userIds?: ReadonlyArray<string> | undefined
  /**
   * Only alerts about one of these applications. The service's ids, at most 100. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getIdpAlert`. */
export interface GetIdpAlertParameters {
  /** The service's id of an identity alert. */
  readonly alert_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "detected_at" | "last_updated_at" | "user_id" | "user_vendor_id" | "user_name" | "application_id" | "application_vendor_id" | "ip_address" | "location" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listIdpAuditLogs`. */
export interface ListIdpAuditLogsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "event_type" | "category" | "description" | "outcome" | "outcome_reason" | "severity" | "occurred_at" | "actor" | "targets" | "client" | "session_id" | "request_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only events with one of these outcomes. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly outcomes?: ReadonlyArray<AuditOutcome> | undefined
  /**
   * Only events with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only events of one of these types, as the source tool writes them. Values are separated by commas; put double quotes
   * around a value that contains a comma or a quote. If the parameter is repeated, each is one value. One value without
   * quotes is looked for as a whole, too.
   */
  readonly eventTypes?: ReadonlyArray<string> | undefined
  /**
   * Only events whose actor is one of these users. The service's ids, at most 100. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly actorIds?: ReadonlyArray<string> | undefined
  /** Only events that happened at or after this instant. Unlike `updatedSince`, send it again together with `cursor`. */
  readonly occurredSince?: string | undefined
  /** Only events that happened before this instant. Send it again together with `cursor`. */
  readonly occurredUntil?: string | undefined
}

/** The parameters of `getIdpAuditLog`. */
export interface GetIdpAuditLogParameters {
  /** The service's id of an audit event. */
  readonly audit_log_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "event_type" | "category" | "description" | "outcome" | "outcome_reason" | "severity" | "occurred_at" | "actor" | "targets" | "client" | "session_id" | "request_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listComplianceFindings`. */
export interface ListComplianceFindingsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /** `true` adds the field `compliances` to each item. */
  readonly includeCompliances?: boolean | undefined
  /** `true` adds the field `rule` to each item. */
  readonly includeRule?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "remediation" | "resource_id" | "resource_name" | "resource_region" | "resource_type" | "severity" | "vendor_severity" | "status" | "vendor_status" | "status_changed_at" | "start_time" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "compliances" | "rule" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only findings with one of these results among their compliances. Values are separated by commas; put double quotes
   * around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly complianceResults?: ReadonlyArray<ComplianceResult> | undefined
  /**
   * Only findings with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly findingStatuses?: ReadonlyArray<FindingStatus> | undefined
  /**
   * Only findings that count towards one of these controls, by the source tool's identifiers. Values are separated by
   * commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
   * value. One value without quotes is looked for as a whole, too.
   */
  readonly controls?: ReadonlyArray<string> | undefined
  /**
   * Only findings that count towards one of these standards, by the source tool's names. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly standards?: ReadonlyArray<string> | undefined
  /**
   * Only findings whose status changed at or after this instant. Unlike `updatedSince`, send it again together with
   * `cursor`.
   */
  readonly statusChangedSince?: string | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getComplianceFinding`. */
export interface GetComplianceFindingParameters {
  /** The service's id of a compliance finding. */
  readonly compliance_finding_id: string
  /** `true` adds the field `compliances` to each item. */
  readonly includeCompliances?: boolean | undefined
  /** `true` adds the field `rule` to each item. */
  readonly includeRule?: boolean | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "remediation" | "resource_id" | "resource_name" | "resource_region" | "resource_type" | "severity" | "vendor_severity" | "status" | "vendor_status" | "status_changed_at" | "start_time" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "compliances" | "rule" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listCompliances`. */
export interface ListCompliancesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "standard" | "standard_version" | "control" | "control_name" | "description" | "result" | "passed_count" | "failed_count" | "vendor_created_at" | "last_updated_at" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getCompliance`. */
export interface GetComplianceParameters {
  /** The service's id of a compliance. */
  readonly compliance_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "standard" | "standard_version" | "control" | "control_name" | "description" | "result" | "passed_count" | "failed_count" | "vendor_created_at" | "last_updated_at" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listCspmAlerts`. */
export interface ListCspmAlertsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "resource_id" | "resource_name" | "resource_type" | "cloud_provider" | "account_id" | "region" | "first_event_time" | "last_event_time" | "resolved_time" | "remediation" | "mitre" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only alerts with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only alerts with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<AlertStatus> | undefined
  /**
   * Only alerts of one of these clouds. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly cloudProviders?: ReadonlyArray<CloudProvider> | undefined
  /**
   * Only alerts about one of these resources, by their ids in their cloud or in the source tool. Values are separated by
   * commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
   * value. One value without quotes is looked for as a whole, too.
   */
  readonly resourceIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getCspmAlert`. */
export interface GetCspmAlertParameters {
  /** The service's id of a cloud alert. */
  readonly alert_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "resource_id" | "resource_name" | "resource_type" | "cloud_provider" | "account_id" | "region" | "first_event_time" | "last_event_time" | "resolved_time" | "remediation" | "mitre" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listDevices`. */
export interface ListDevicesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "status" | "platform" | "hostnames" | "fqdns" | "ipv4s" | "ipv6s" | "mac_addresses" | "serial_number" | "manufacturer" | "model" | "os_version" | "os_major_version" | "os_minor_version" | "first_seen" | "last_seen" | "is_encrypted" | "is_managed" | "owner_email" | "source_vendors" | "installed_software" | "ad_info" | "cloud_metadata" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only devices with one of these platforms. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly platforms?: ReadonlyArray<DevicePlatform> | undefined
  /**
   * Only devices with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<DeviceStatus> | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getDevice`. */
export interface GetDeviceParameters {
  /** The service's id of a device. */
  readonly device_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "status" | "platform" | "hostnames" | "fqdns" | "ipv4s" | "ipv6s" | "mac_addresses" | "serial_number" | "manufacturer" | "model" | "os_version" | "os_major_version" | "os_minor_version" | "first_seen" | "last_seen" | "is_encrypted" | "is_managed" | "owner_email" | "source_vendors" | "installed_software" | "ad_info" | "cloud_metadata" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listDeviceGroups`. */
export interface ListDeviceGroupsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "vendor" | "vendor_id" | "created_by" | "description" | "vendor_created_at" | "vendor_data" | "vendor_data_omitted" | "device_ids" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /** Only groups that this device belongs to; the service's id of the device. */
  readonly deviceId?: string | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getDeviceGroup`. */
export interface GetDeviceGroupParameters {
  /** The service's id of a device group. */
  readonly device_group_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "vendor" | "vendor_id" | "created_by" | "description" | "vendor_created_at" | "vendor_data" | "vendor_data_omitted" | "device_ids" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listDeviceGroupDevices`. */
export interface ListDeviceGroupDevicesParameters {
  /** The service's id of a device group. */
  readonly device_group_id: string
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "status" | "platform" | "hostnames" | "fqdns" | "ipv4s" | "ipv6s" | "mac_addresses" | "serial_number" | "manufacturer" | "model" | "os_version" | "os_major_version" | "os_minor_version" | "first_seen" | "last_seen" | "is_encrypted" | "is_managed" | "owner_email" | "source_vendors" | "installed_software" | "ad_info" | "cloud_metadata" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only devices with one of these platforms. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly platforms?: ReadonlyArray<DevicePlatform> | undefined
  /**
   * Only devices with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<DeviceStatus> | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `listDevicePolicies`. */
export interface ListDevicePoliciesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "platform" | "is_enabled" | "description" | "vendor_created_at" | "last_updated_at" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "device_group_ids" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getDevicePolicy`. */
export interface GetDevicePolicyParameters {
  /** The service's id of a device policy. */
  readonly device_policy_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "platform" | "is_enabled" | "description" | "vendor_created_at" | "last_updated_at" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "device_group_ids" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listDevicePolicyDeviceGroups`. */
export interface ListDevicePolicyDeviceGroupsParameters {
  /** The service's id of a device policy. */
  readonly device_policy_id: string
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "vendor" | "vendor_id" | "created_by" | "description" | "vendor_created_at" | "vendor_data" | "vendor_data_omitted" | "device_ids" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /** Only groups that this device belongs to; the service's id of the device. */
  readonly deviceId?: string | undefined
}

/** The parameters of `listResources`. */
export interface ListResourcesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "vendor_type" | "cloud_provider" | "account_id" | "account_name" | "region" | "tags" | "first_seen" | "last_seen" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getResource`. */
export interface GetResourceParameters {
  /** The service's id of a resource. */
  readonly resource_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "type" | "vendor_type" | "cloud_provider" | "account_id" | "account_name" | "region" | "tags" | "first_seen" | "last_seen" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listApplications`. */
export interface ListApplicationsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "full_name" | "type" | "description" | "url" | "default_branch" | "languages" | "visibility" | "is_archived" | "owner" | "business_criticality" | "tags" | "vendor_created_at" | "last_updated_at" | "last_scanned_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only applications of one of these types. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly types?: ReadonlyArray<ApplicationType> | undefined
  /**
   * Only applications with one of these visibilities. Values are separated by commas; put double quotes around a value
   * that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly visibilities?: ReadonlyArray<ApplicationVisibility> | undefined
  /** `true` returns only applications that are archived, `false` only the others; both if absent. */
  readonly isArchived?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getApplication`. */
export interface GetApplicationParameters {
  /** The service's id of an application. */
  readonly application_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "full_name" | "type" | "description" | "url" | "default_branch" | "languages" | "visibility" | "is_archived" | "owner" | "business_criticality" | "tags" | "vendor_created_at" | "last_updated_at" | "last_scanned_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listOrganizationIdentities`. */
export interface ListOrganizationIdentitiesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "username" | "email" | "type" | "role" | "is_admin" | "is_mfa_enabled" | "organization" | "external_identity" | "last_active_at" | "vendor_created_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only members with one of these email addresses, in either case. Values are separated by commas; put double quotes
   * around a value that contains a comma or a quote. If the parameter is repeated, each is one value. One value without
   * quotes is looked for as a whole, too.
   */
  readonly emails?: ReadonlyArray<string> | undefined
  /**
   * Only members of one of these types. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly types?: ReadonlyArray<OrganizationIdentityType> | undefined
  /** `true` returns only members who administer their organization, `false` only the others; both if absent. */
  readonly isAdmin?: boolean | undefined
  /** `true` returns only members whose login a second factor protects, `false` only the others; both if absent. */
  readonly isMfaEnabled?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getOrganizationIdentity`. */
export interface GetOrganizationIdentityParameters {
  /** The service's id of a member of an organization. */
  readonly identity_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "username" | "email" | "type" | "role" | "is_admin" | "is_mfa_enabled" | "organization" | "external_identity" | "last_active_at" | "vendor_created_at" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listScanConfigurations`. */
export interface ListScanConfigurationsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "owner" | "is_enabled" | "is_scheduled" | "last_scan_vendor_id" | "device_target_count" | "scan_targets" | "severity_frequency" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getScanConfiguration`. */
export interface GetScanConfigurationParameters {
  /** The service's id of a scan configuration. */
  readonly scan_config_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "owner" | "is_enabled" | "is_scheduled" | "last_scan_vendor_id" | "device_target_count" | "scan_targets" | "severity_frequency" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listVulnerabilities`. */
export interface ListVulnerabilitiesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "device" | "name" | "description" | "severity" | "vendor_severity" | "state" | "state_updated_at" | "cve" | "cvss_version" | "cvss_base_score" | "cvss_vector" | "cvss_temporal_score" | "cvss_temporal_vector" | "epss_score" | "is_exploited" | "port" | "protocol" | "service" | "first_seen" | "last_seen" | "is_patchable" | "solution" | "scan_output" | "category" | "vendor_scan_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only vulnerabilities with one of these severities. Values are separated by commas; put double quotes around a value
   * that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only vulnerabilities in one of these states. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly states?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only vulnerabilities with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are separated by
   * commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
   * value. One value without quotes is looked for as a whole, too.
   */
  readonly cves?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getVulnerability`. */
export interface GetVulnerabilityParameters {
  /** The service's id of a vulnerability. */
  readonly vulnerability_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "device" | "name" | "description" | "severity" | "vendor_severity" | "state" | "state_updated_at" | "cve" | "cvss_version" | "cvss_base_score" | "cvss_vector" | "cvss_temporal_score" | "cvss_temporal_vector" | "epss_score" | "is_exploited" | "port" | "protocol" | "service" | "first_seen" | "last_seen" | "is_patchable" | "solution" | "scan_output" | "category" | "vendor_scan_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listVulnerabilityFindings`. */
export interface ListVulnerabilityFindingsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "analytic_output" | "severity" | "state" | "state_updated_at" | "type" | "device_id" | "device_vendor_id" | "application_id" | "application_vendor_id" | "resource_id" | "first_seen" | "last_seen" | "has_fix" | "remediation" | "product" | "analytic" | "resource_related" | "vulnerabilities" | "ticket" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only findings with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severity?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only findings in one of these states. Values are separated by commas; put double quotes around a value that contains
   * a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly state?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only findings of one of these types. Values are separated by commas; put double quotes around a value that contains
   * a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly types?: ReadonlyArray<VulnerabilityFindingType> | undefined
  /** `true` returns only findings for which a fix exists, `false` only those for which none does; both if absent. */
  readonly hasFix?: boolean | undefined
  /**
   * Only findings with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are separated by commas;
   * put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   * One value without quotes is looked for as a whole, too.
   */
  readonly cves?: ReadonlyArray<string> | undefined
  /**
   * Only findings in one of these devices. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly deviceIds?: ReadonlyArray<string> | undefined
  /**
   * Only findings in one of these applications. The service's ids, at most 100. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * Only findings about one of these resources, by their ids in their cloud or in the source tool. Values are separated
   * by commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is
   * one value. One value without quotes is looked for as a whole, too.
   */
  readonly resourceId?: ReadonlyArray<string> | undefined
  /** Only findings that were first found at or after this instant. Send it again together with `cursor`. */
  readonly firstSeenSince?: string | undefined
  /** Only findings that were last found at or after this instant. Send it again together with `cursor`. */
  readonly lastSeenSince?: string | undefined
  /** Only findings that entered their state at or after this instant. Send it again together with `cursor`. */
  readonly stateUpdatedSince?: string | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getVulnerabilityFinding`. */
export interface GetVulnerabilityFindingParameters {
  /** The service's id of a vulnerability finding. */
  readonly finding_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "analytic_output" | "severity" | "state" | "state_updated_at" | "type" | "device_id" | "device_vendor_id" | "application_id" | "application_vendor_id" | "resource_id" | "first_seen" | "last_seen" | "has_fix" | "remediation" | "product" | "analytic" | "resource_related" | "vulnerabilities" | "ticket" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listEdrAlerts`. */
export interface ListEdrAlertsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "assigned_user" | "first_event_time" | "last_event_time" | "resolved_time" | "device" | "user_name" | "windows_sid" | "active_directory_user_id" | "active_directory_domain" | "pid" | "process_created_at" | "process_filename" | "process_command_line" | "process_filepath" | "process_sha1" | "process_sha256" | "process_md5" | "parent_pid" | "mitre" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only alerts with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only alerts with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<AlertStatus> | undefined
  /**
   * Only alerts about a device with one of these platforms. Values are separated by commas; put double quotes around a
   * value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly platforms?: ReadonlyArray<DevicePlatform> | undefined
  /**
   * Only alerts about one of these devices. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly deviceIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getEdrAlert`. */
export interface GetEdrAlertParameters {
  /** The service's id of an EDR alert. */
  readonly alert_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "status" | "vendor_status" | "category" | "assigned_user" | "first_event_time" | "last_event_time" | "resolved_time" | "device" | "user_name" | "windows_sid" | "active_directory_user_id" | "active_directory_domain" | "pid" | "process_created_at" | "process_filename" | "process_command_line" | "process_filepath" | "process_sha1" | "process_sha256" | "process_md5" | "parent_pid" | "mitre" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listAppsecIssues`. */
export interface ListAppsecIssuesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "type" | "severity" | "vendor_severity" | "state" | "state_updated_at" | "cve" | "cwe" | "application_id" | "application_vendor_id" | "repository" | "file_path" | "resource_id" | "remediation" | "is_patchable" | "first_seen" | "last_seen" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only issues of one of these types. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly types?: ReadonlyArray<IssueType> | undefined
  /**
   * Only issues with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only issues in one of these states. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly states?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value. One
   * value without quotes is looked for as a whole, too.
   */
  readonly cves?: ReadonlyArray<string> | undefined
  /** `true` returns only issues with an official fix, `false` only those without one; both if absent. */
  readonly isPatchable?: boolean | undefined
  /**
   * Only issues of one of these applications. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * Only issues about one of these resources, by their ids in their cloud or in the source tool. Values are separated by
   * commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
   * value. One value without quotes is looked for as a whole, too.
   */
  readonly resourceIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getAppsecIssue`. */
export interface GetAppsecIssueParameters {
  /** The service's id of an issue of any kind. */
  readonly issue_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "type" | "severity" | "vendor_severity" | "state" | "state_updated_at" | "cve" | "cwe" | "application_id" | "application_vendor_id" | "repository" | "file_path" | "resource_id" | "remediation" | "is_patchable" | "first_seen" | "last_seen" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listSastIssues`. */
export interface ListSastIssuesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "confidence" | "state" | "vendor_state" | "state_updated_at" | "dismissed_reason" | "dismissed_by" | "rule" | "cwe" | "application_id" | "application_vendor_id" | "repository" | "branch" | "commit" | "file_path" | "start_line" | "end_line" | "message" | "tool" | "remediation" | "first_seen" | "last_seen" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only issues with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only issues with one of these confidences. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly confidences?: ReadonlyArray<Confidence> | undefined
  /**
   * Only issues in one of these states. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly states?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only issues of one of these applications. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getSastIssue`. */
export interface GetSastIssueParameters {
  /** The service's id of a weakness in code. */
  readonly sast_issue_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "confidence" | "state" | "vendor_state" | "state_updated_at" | "dismissed_reason" | "dismissed_by" | "rule" | "cwe" | "application_id" | "application_vendor_id" | "repository" | "branch" | "commit" | "file_path" | "start_line" | "end_line" | "message" | "tool" | "remediation" | "first_seen" | "last_seen" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listScaIssues`. */
export interface ListScaIssuesParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "state" | "vendor_state" | "state_updated_at" | "dismissed_reason" | "cve" | "advisory_ids" | "cwe" | "cvss_version" | "cvss_base_score" | "cvss_vector" | "epss_score" | "package" | "vulnerable_range" | "fixed_versions" | "is_patchable" | "is_direct" | "manifest_path" | "application_id" | "application_vendor_id" | "repository" | "published_at" | "first_seen" | "last_seen" | "remediation" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only issues with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only issues in one of these states. Values are separated by commas; put double quotes around a value that contains a
   * comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly states?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value. One
   * value without quotes is looked for as a whole, too.
   */
  readonly cves?: ReadonlyArray<string> | undefined
  /** `true` returns only issues with an official fix, `false` only those without one; both if absent. */
  readonly isPatchable?: boolean | undefined
  /**
   * `true` returns only issues of packages that the application itself names, `false` only those of other packages; both
   * if absent.
   */
  readonly isDirect?: boolean | undefined
  /**
   * Only issues of one of these applications. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getScaIssue`. */
export interface GetScaIssueParameters {
  /** The service's id of a vulnerable dependency. */
  readonly sca_issue_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "severity" | "vendor_severity" | "state" | "vendor_state" | "state_updated_at" | "dismissed_reason" | "cve" | "advisory_ids" | "cwe" | "cvss_version" | "cvss_base_score" | "cvss_vector" | "epss_score" | "package" | "vulnerable_range" | "fixed_versions" | "is_patchable" | "is_direct" | "manifest_path" | "application_id" | "application_vendor_id" | "repository" | "published_at" | "first_seen" | "last_seen" | "remediation" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listAppsecFindings`. */
export interface ListAppsecFindingsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "type" | "severity" | "vendor_severity" | "state" | "vendor_state" | "state_updated_at" | "application_id" | "application_vendor_id" | "repository" | "file_path" | "start_line" | "resource" | "secret_type" | "validity" | "first_seen" | "last_seen" | "remediation" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only findings of one of these types. Values are separated by commas; put double quotes around a value that contains
   * a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly types?: ReadonlyArray<AppsecFindingType> | undefined
  /**
   * Only findings with one of these severities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly severities?: ReadonlyArray<TicketPriority> | undefined
  /**
   * Only findings in one of these states. Values are separated by commas; put double quotes around a value that contains
   * a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly states?: ReadonlyArray<VulnerabilityState> | undefined
  /**
   * Only secrets with one of these validities. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly validities?: ReadonlyArray<SecretValidity> | undefined
  /**
   * Only findings of one of these applications. The service's ids, at most 100. Values are separated by commas; put
   * double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly applicationIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getAppsecFinding`. */
export interface GetAppsecFindingParameters {
  /** The service's id of a finding in code. */
  readonly finding_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "title" | "description" | "type" | "severity" | "vendor_severity" | "state" | "vendor_state" | "state_updated_at" | "application_id" | "application_vendor_id" | "repository" | "file_path" | "start_line" | "resource" | "secret_type" | "validity" | "first_seen" | "last_seen" | "remediation" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listConfigurationUsers`. */
export interface ListConfigurationUsersParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "email" | "username" | "vendor_user_id" | "role" | "is_admin" | "is_active" | "is_mfa_enabled" | "last_login" | "access_data" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only users with one of these email addresses, in either case. Values are separated by commas; put double quotes
   * around a value that contains a comma or a quote. If the parameter is repeated, each is one value. One value without
   * quotes is looked for as a whole, too.
   */
  readonly emails?: ReadonlyArray<string> | undefined
  /** `true` returns only users who administer the tool, `false` only the others; both if absent. */
  readonly isAdmin?: boolean | undefined
  /** `true` returns only users who can log in, `false` only the others; both if absent. */
  readonly isActive?: boolean | undefined
  /** `true` returns only users whose login a second factor protects, `false` only the others; both if absent. */
  readonly isMfaEnabled?: boolean | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getConfigurationUser`. */
export interface GetConfigurationUserParameters {
  /** The service's id of a user of the source tool. */
  readonly user_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "email" | "username" | "vendor_user_id" | "role" | "is_admin" | "is_active" | "is_mfa_enabled" | "last_login" | "access_data" | "is_deleted" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listItsmUsers`. */
export interface ListItsmUsersParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "email" | "name" | "status" | "vendor_attributes" | "meta"> | undefined
  /** `true` returns only records that are gone from the source tool, `false` only the others; both if absent. */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getItsmUser`. */
export interface GetItsmUserParameters {
  /** The service's id of an ITSM user. */
  readonly user_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "email" | "name" | "status" | "vendor_attributes" | "meta"> | undefined
}

/** The parameters of `listItsmGroups`. */
export interface ListItsmGroupsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "description" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getItsmGroup`. */
export interface GetItsmGroupParameters {
  /** The service's id of an ITSM group. */
  readonly group_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "description" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listItsmProjects`. */
export interface ListItsmProjectsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "key" | "description" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getItsmProject`. */
export interface GetItsmProjectParameters {
  /** The service's id of an ITSM project. */
  readonly project_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "key" | "description" | "url" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listItsmTickets`. */
export interface ListItsmTicketsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "status" | "type" | "description" | "priority" | "is_active" | "project_id" | "parent_ticket_id" | "assigned_user_id" | "created_by_user_id" | "ticket_created_at" | "due_date" | "closed_at" | "status_updated_at" | "tags" | "url" | "identifier" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * Only tickets with one of these statuses. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly statuses?: ReadonlyArray<TicketStatus> | undefined
  /**
   * Only tickets of one of these projects. The service's ids, at most 100. Values are separated by commas; put double
   * quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly projectIds?: ReadonlyArray<string> | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `createTicket`. */
export interface CreateTicketParameters {
  /**
   * A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a
   * day, a request of the same account with the same key and the same body gets the first answer, and nothing is done
   * again; with another body or at another operation it is a 422. API keys that are limited to organizations share it
   * only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may
   * be used again.
   */
  readonly idempotencyKey?: string | undefined
  /** The body of the request. */
  readonly body: CreateTicket
}

/** The parameters of `getItsmTicket`. */
export interface GetItsmTicketParameters {
  /** The service's id of a ticket. */
  readonly ticket_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "name" | "status" | "type" | "description" | "priority" | "is_active" | "project_id" | "parent_ticket_id" | "assigned_user_id" | "created_by_user_id" | "ticket_created_at" | "due_date" | "closed_at" | "status_updated_at" | "tags" | "url" | "identifier" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listItsmComments`. */
export interface ListItsmCommentsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "body" | "ticket_id" | "author_user_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getItsmComment`. */
export interface GetItsmCommentParameters {
  /** The service's id of a comment. */
  readonly comment_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "body" | "ticket_id" | "author_user_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `listItsmAttachments`. */
export interface ListItsmAttachmentsParameters {
  /**
   * Only records that changed at or after this instant, to the microsecond; the earliest `X-As-Of` of the last walk's
   * pages misses no change. Do not send it together with `cursor`, which contains it.
   */
  readonly updatedSince?: string | undefined
  /**
   * The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags add to its records:
   * by cursor, a fuller one ends early; by offset, the answer is a 422 that names the `limit` that fits.
   */
  readonly limit?: number | undefined
  /**
   * How many records to skip, which takes the database some 15 ms for each 100,000, and more with filters. Pages are
   * stable only while the data does not change: prefer the cursor, which skips nothing, for long walks. A future version
   * removes offset paging.
   */
  readonly offset?: number | undefined
  /**
   * Only records with these ids: at most 100, separated by commas. Ids without a record are left out. Values are
   * separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
   * repeated, each is one value.
   */
  readonly ids?: ReadonlyArray<string> | undefined
  /** `true` skips counting and returns null as `total`. */
  readonly excludeTotal?: boolean | undefined
  /**
   * The `next_cursor` or `previous_cursor` of another page of the same list. Send it with `enableCursor=true` and the
   * same filters, and do not interpret its content.
   */
  readonly cursor?: string | undefined
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "file_name" | "content_type" | "size_bytes" | "url" | "ticket_id" | "author_user_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
  /**
   * `true` returns the records that are gone from the source tool, as they last were, and takes no other filter than
   * `updatedSince`: when they were found to be gone. They are kept for as many days as the operator keeps deleted
   * records. `false`, and absent, only the others.
   */
  readonly isDeleted?: boolean | undefined
}

/** The parameters of `getItsmAttachment`. */
export interface GetItsmAttachmentParameters {
  /** The service's id of an attachment. */
  readonly attachment_id: string
  /**
   * `true` adds the field `meta` to each item: when it changed and was first and last seen, and the job and the
   * connector version that wrote it.
   */
  readonly includeMeta?: boolean | undefined
  /**
   * Only these fields of each item, named as at its top level, and `id`, which it always has. What a flag such as
   * `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it, any other field may be
   * absent. Values are separated by commas; put double quotes around a value that contains a comma or a quote. If the
   * parameter is repeated, each is one value.
   */
  readonly fields?: ReadonlyArray<"id" | "file_name" | "content_type" | "size_bytes" | "url" | "ticket_id" | "author_user_id" | "vendor" | "vendor_id" | "vendor_data" | "vendor_data_omitted" | "vendor_attributes" | "meta"> | undefined
  /**
   * `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although the schema of the answer has them;
   * `true` by default.
   */
  readonly includeVendorData?: boolean | undefined
}

/** The parameters of `getOutboundJob`. */
export interface GetOutboundJobParameters {
  /** The service's id of the outbound job. */
  readonly job_id: string
}

/** The parameters of `createOrganization`. */
export interface CreateOrganizationParameters {
  /**
   * A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a
   * day, a request of the same account with the same key and the same body gets the first answer, and nothing is done
   * again; with another body or at another operation it is a 422. API keys that are limited to organizations share it
   * only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may
   * be used again.
   */
  readonly idempotencyKey?: string | undefined
  /** The body of the request. */
  readonly body: CreateOrganization
}

/** The parameters of `listOrganizations`. */
export interface ListOrganizationsParameters {
  /** Only organizations with exactly this identifier. */
  readonly identifier?: string | undefined
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `getOrganization`. */
export interface GetOrganizationParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
}

/** The parameters of `deleteOrganization`. */
export interface DeleteOrganizationParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /**
   * Whether everything about it is removed from the database at once: the answer is a 202 with an erasure, whose receipt
   * `GET /provisioning/erasures/{erasure_id}` shows. What was deleted before and is not purged yet can be erased, too,
   * and a second request answers the same erasure.
   */
  readonly erase?: boolean | undefined
  /**
   * Whether `erase=true` also erases connections that are not deleted; without it they are a 409. Has no effect without
   * `erase=true`.
   */
  readonly force?: boolean | undefined
}

/** The parameters of `createConnection`. */
export interface CreateConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /**
   * A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a
   * day, a request of the same account with the same key and the same body gets the first answer, and nothing is done
   * again; with another body or at another operation it is a 422. API keys that are limited to organizations share it
   * only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may
   * be used again.
   */
  readonly idempotencyKey?: string | undefined
  /** The body of the request. */
  readonly body: CreateConnection
}

/** The parameters of `listConnections`. */
export interface ListConnectionsParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /**
   * Only connections whose health has one of these names. Values are separated by commas; put double quotes around a
   * value that contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly healthStatusCodes?: ReadonlyArray<HealthName> | undefined
  /** Only connections with exactly this identifier. */
  readonly identifier?: string | undefined
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `getConnection`. */
export interface GetConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
}

/** The parameters of `updateConnection`. */
export interface UpdateConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /** The body of the request. */
  readonly body: UpdateConnection
}

/** The parameters of `deleteConnection`. */
export interface DeleteConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /**
   * Whether everything about it is removed from the database at once: the answer is a 202 with an erasure, whose receipt
   * `GET /provisioning/erasures/{erasure_id}` shows. What was deleted before and is not purged yet can be erased, too,
   * and a second request answers the same erasure.
   */
  readonly erase?: boolean | undefined
}

/** The parameters of `getConnectionStatus`. */
export interface GetConnectionStatusParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
}

/** The parameters of `testConnection`. */
export interface TestConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
}

/** The parameters of `listConnectionJobs`. */
export interface ListConnectionJobsParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `countConnectionRecords`. */
export interface CountConnectionRecordsParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /** The kind of records, such as `vulnerability`. */
  readonly kind: "idp_user" | "idp_group" | "idp_application" | "idp_policy" | "idp_alert" | "idp_audit_event" | "compliance_finding" | "compliance" | "cspm_alert" | "device" | "device_policy" | "resource" | "application" | "organization_identity" | "scan_configuration" | "vulnerability" | "vulnerability_finding" | "edr_alert" | "appsec_issue" | "sast_issue" | "sca_issue" | "appsec_finding" | "config_user" | "itsm_user" | "itsm_ticket"
  /**
   * The field of the kind by whose values the records are counted: an enum or a boolean at the record's top level, such
   * as `severity`.
   */
  readonly by: "cloud_provider" | "confidence" | "has_fix" | "is_active" | "is_admin" | "is_archived" | "is_deleted" | "is_direct" | "is_enabled" | "is_encrypted" | "is_exploited" | "is_managed" | "is_mfa_enabled" | "is_patchable" | "is_scheduled" | "outcome" | "platform" | "priority" | "result" | "severity" | "state" | "status" | "type" | "user_type" | "validity" | "visibility"
}

/** The parameters of `syncConnection`. */
export interface SyncConnectionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /**
   * Whether every list is read in full, although reading its changes would do; finds deletions that the source tool does
   * not report.
   */
  readonly full?: boolean | undefined
}

/** The parameters of `decideHeldBackDeletions`. */
export interface DecideHeldBackDeletionsParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the connection. */
  readonly connection_id: string
  /** The body of the request. */
  readonly body: DecideHeldBackDeletions
}

/** The parameters of `createConnectSession`. */
export interface CreateConnectSessionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /**
   * A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a
   * day, a request of the same account with the same key and the same body gets the first answer, and nothing is done
   * again; with another body or at another operation it is a 422. API keys that are limited to organizations share it
   * only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may
   * be used again.
   */
  readonly idempotencyKey?: string | undefined
  /** The body of the request. */
  readonly body: CreateConnectSession
}

/** The parameters of `listConnectSessions`. */
export interface ListConnectSessionsParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `getConnectSession`. */
export interface GetConnectSessionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the session. */
  readonly session_id: string
}

/** The parameters of `revokeConnectSession`. */
export interface RevokeConnectSessionParameters {
  /** The service's id of the organization. */
  readonly organization_id: string
  /** The service's id of the session. */
  readonly session_id: string
}

/** The parameters of `createWebhook`. */
export interface CreateWebhookParameters {
  /**
   * A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a
   * day, a request of the same account with the same key and the same body gets the first answer, and nothing is done
   * again; with another body or at another operation it is a 422. API keys that are limited to organizations share it
   * only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may
   * be used again.
   */
  readonly idempotencyKey?: string | undefined
  /** The body of the request. */
  readonly body: CreateWebhook
}

/** The parameters of `listWebhooks`. */
export interface ListWebhooksParameters {
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `getWebhook`. */
export interface GetWebhookParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
}

/** The parameters of `updateWebhook`. */
export interface UpdateWebhookParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
  /** The body of the request. */
  readonly body: UpdateWebhook
}

/** The parameters of `deleteWebhook`. */
export interface DeleteWebhookParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
}

/** The parameters of `rotateWebhookSecret`. */
export interface RotateWebhookSecretParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
}

/** The parameters of `testWebhook`. */
export interface TestWebhookParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
}

/** The parameters of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
  /**
   * Only deliveries in one of these states. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly state?: ReadonlyArray<"PENDING" | "DELIVERED" | "DEAD"> | undefined
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `resendWebhookDelivery`. */
export interface ResendWebhookDeliveryParameters {
  /** The service's id of the webhook. */
  readonly webhook_id: string
  /** The service's id of the delivery. */
  readonly delivery_id: string
}

/** The parameters of `listErasures`. */
export interface ListErasuresParameters {
  /** The maximum number of entries on a page. */
  readonly limit?: number | undefined
  /** How many entries to skip. */
  readonly offset?: number | undefined
}

/** The parameters of `getErasure`. */
export interface GetErasureParameters {
  /** The service's id of the erasure. */
  readonly erasure_id: string
}

/** The parameters of `getUsage`. */
export interface GetUsageParameters {
}

/** The parameters of `listAuditEvents`. */
export interface ListAuditEventsParameters {
  /**
   * Only events with one of these actions. Values are separated by commas; put double quotes around a value that
   * contains a comma or a quote. If the parameter is repeated, each is one value.
   */
  readonly action?: ReadonlyArray<"account.create" | "account.erase" | "account.quota" | "key.create" | "key.rotate" | "key.revoke" | "operator_key.create" | "operator_key.rotate" | "operator_key.revoke" | "records.read" | "organization.create" | "organization.delete" | "organization.erase" | "connection.create" | "connection.update" | "connection.delete" | "connection.erase" | "connection.sync" | "connect_session.create" | "connect_session.open" | "connect_session.connect" | "connect_session.revoke" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate" | "deletions.confirm" | "deletions.dismiss" | "ticket.create" | "connector.stop" | "connector.resume" | "installation.hold" | "installation.resume" | "installation.move" | "master_key.rewrap" | "master_key.forget"> | undefined
  /** Only events about this organization. */
  readonly organization_id?: string | undefined
  /** Only events about this connection. */
  readonly connection_id?: string | undefined
  /** Only events that were noted at or after this instant. */
  readonly since?: string | undefined
  /** Only events with a lower `id`: the `next_before` of the last page. */
  readonly before?: number | undefined
  /** The maximum number of events on a page. */
  readonly limit?: number | undefined
}

/** The parameters of `listConnectors`. */
export interface ListConnectorsParameters {
  /** Only connectors of this category, such as `IDP`. */
  readonly category?: string | undefined
  /** Only connectors that export this type of data. */
  readonly dataExportType?: DataExportType | undefined
  /** `true` adds the field `record_kinds` to each connector. `false` by default. */
  readonly includeRecordKinds?: boolean | undefined
}

/** The parameters of `getConnectorLogo`. */
export interface GetConnectorLogoParameters {
  /** The vendor identifier of the connector, such as `OKTA`. */
  readonly vendor: string
}

/** The answer to `createTicket`. */
export interface CreateTicketAnswer {
  /** The id of the outbound job, which `GET /outbound-jobs/{job_id}` reads. */
  readonly job_id: string
}

/** The answer to `createConnectSession`. */
export interface CreateConnectSessionAnswer {
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
  /**
   * The address to give to the customer: it works once, and is shown in this answer alone. It starts with the server's
   * first base address, or is relative to this server if it has none. Null in an answer that is given again for an
   * `Idempotency-Key`: make another link if the first answer was lost.
   */
  readonly url: string | null
}

/** The answer to `createWebhook`. */
export interface CreateWebhookAnswer {
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
  /**
   * What signs its messages, in the form of Standard Webhooks; shown once. Null in an answer that is given again for an
   * `Idempotency-Key`: rotate the secret if the first answer was lost.
   */
  readonly secret: string | null
}

/** The answer to `rotateWebhookSecret`. */
export interface RotateWebhookSecretAnswer {
  /** What signs the messages from now on; shown once. */
  readonly secret: string
  /** Until when the former secret signs them, too. */
  readonly former_valid_until: string
}

/** The operations of the API by name. */
export interface Operations {
  /** List IDP users. The IDP users of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listIdpUsers: RecordList<
    ListIdpUsersParameters,
    IdpUser,
    {
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpUserApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** Get an IDP user. One of the IDP users of the connection, by the service's id. Needs a key that has the scope `read`. */
  readonly getIdpUser: Call<
    GetIdpUserParameters,
    IdpUser,
    {
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpUserApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List IDP groups. The IDP groups of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listIdpGroups: RecordList<
    ListIdpGroupsParameters,
    IdpGroup,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an IDP group. One of the IDP groups of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getIdpGroup: Call<
    GetIdpGroupParameters,
    IdpGroup,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List IDP applications. The IDP applications of the connection, oldest change first. Needs a key that has the scope
   * `read`.
   */
  readonly listIdpApplications: RecordList<
    ListIdpApplicationsParameters,
    IdpApplication,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an IDP application. One of the IDP applications of the connection, by the service's id. Needs a key that has the
   * scope `read`.
   */
  readonly getIdpApplication: Call<
    GetIdpApplicationParameters,
    IdpApplication,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List IDP policies. The IDP policies of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listIdpPolicies: RecordList<
    ListIdpPoliciesParameters,
    IdpPolicy,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an IDP policy. One of the IDP policies of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getIdpPolicy: Call<
    GetIdpPolicyParameters,
    IdpPolicy,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List users of an IDP policy. The users that the policy includes by id, oldest change first. A new member counts as
   * changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope `read`.
   */
  readonly listIdpPolicyUsers: RecordList<
    ListIdpPolicyUsersParameters,
    IdpUser,
    {
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpUserApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List groups of an IDP policy. The groups that the policy includes by id, oldest change first. A new member counts as
   * changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope `read`.
   */
  readonly listIdpPolicyGroups: RecordList<
    ListIdpPolicyGroupsParameters,
    IdpGroup,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeIdpApplications: { whole: { readonly applications: ReadonlyArray<IdpApplication> }; ids: { readonly application_ids: ReadonlyArray<string> }; count: { readonly application_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List applications of an IDP policy. The applications that the policy includes by id, oldest change first. A new
   * member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope `read`.
   */
  readonly listIdpPolicyApplications: RecordList<
    ListIdpPolicyApplicationsParameters,
    IdpApplication,
    {
      includeIdpUsers: { whole: { readonly users: ReadonlyArray<IdpUser> }; ids: { readonly user_ids: ReadonlyArray<string> }; count: { readonly user_count: number } }
      includeIdpGroups: { whole: { readonly groups: ReadonlyArray<IdpGroup> }; ids: { readonly group_ids: ReadonlyArray<string> }; count: { readonly group_count: number } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List identity alerts. The identity alerts of the connection, oldest change first. Needs a key that has the scope
   * `read`.
   */
  readonly listIdpAlerts: RecordList<
    ListIdpAlertsParameters,
    IdpAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an identity alert. One of the identity alerts of the connection, by the service's id. Needs a key that has the
   * scope `read`.
   */
  readonly getIdpAlert: Call<
    GetIdpAlertParameters,
    IdpAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List audit events. The audit events of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listIdpAuditLogs: RecordList<
    ListIdpAuditLogsParameters,
    IdpAuditEvent,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an audit event. One of the audit events of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getIdpAuditLog: Call<
    GetIdpAuditLogParameters,
    IdpAuditEvent,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List compliance findings. The compliance findings of the connection, oldest change first. Needs a key that has the
   * scope `read`.
   */
  readonly listComplianceFindings: RecordList<
    ListComplianceFindingsParameters,
    ComplianceFinding,
    {
      includeRule: { whole: { readonly rule: FindingRule | null } }
      includeCompliances: { whole: { readonly compliances: ReadonlyArray<FindingCompliance> | null } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a compliance finding. One of the compliance findings of the connection, by the service's id. Needs a key that
   * has the scope `read`.
   */
  readonly getComplianceFinding: Call<
    GetComplianceFindingParameters,
    ComplianceFinding,
    {
      includeRule: { whole: { readonly rule: FindingRule | null } }
      includeCompliances: { whole: { readonly compliances: ReadonlyArray<FindingCompliance> | null } }
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List compliances. The compliances of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listCompliances: RecordList<
    ListCompliancesParameters,
    Compliance,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a compliance. One of the compliances of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getCompliance: Call<
    GetComplianceParameters,
    Compliance,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List cloud alerts. The cloud alerts of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listCspmAlerts: RecordList<
    ListCspmAlertsParameters,
    CspmAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a cloud alert. One of the cloud alerts of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getCspmAlert: Call<
    GetCspmAlertParameters,
    CspmAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List devices. The devices of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listDevices: RecordList<
    ListDevicesParameters,
    Device,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** Get a device. One of the devices of the connection, by the service's id. Needs a key that has the scope `read`. */
  readonly getDevice: Call<
    GetDeviceParameters,
    Device,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List device groups. The device groups of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listDeviceGroups: RecordList<
    ListDeviceGroupsParameters,
    DeviceGroup,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a device group. One of the device groups of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getDeviceGroup: Call<
    GetDeviceGroupParameters,
    DeviceGroup,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List devices of a device group. The devices that belong to the group, however many, oldest change first. A new
   * member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope `read`.
   */
  readonly listDeviceGroupDevices: RecordList<
    ListDeviceGroupDevicesParameters,
    Device,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List device policies. The device policies of the connection, oldest change first. Needs a key that has the scope
   * `read`.
   */
  readonly listDevicePolicies: RecordList<
    ListDevicePoliciesParameters,
    DevicePolicy,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a device policy. One of the device policies of the connection, by the service's id. Needs a key that has the
   * scope `read`.
   */
  readonly getDevicePolicy: Call<
    GetDevicePolicyParameters,
    DevicePolicy,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List device groups of a device policy. The device groups that the policy applies to, however many, oldest change
   * first. A new member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the
   * scope `read`.
   */
  readonly listDevicePolicyDeviceGroups: RecordList<
    ListDevicePolicyDeviceGroupsParameters,
    DeviceGroup,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List resources. The resources of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listResources: RecordList<
    ListResourcesParameters,
    Resource,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** Get a resource. One of the resources of the connection, by the service's id. Needs a key that has the scope `read`. */
  readonly getResource: Call<
    GetResourceParameters,
    Resource,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List applications. The applications of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listApplications: RecordList<
    ListApplicationsParameters,
    Application,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an application. One of the applications of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getApplication: Call<
    GetApplicationParameters,
    Application,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List members of organizations. The members of organizations of the connection, oldest change first. Needs a key that
   * has the scope `read`.
   */
  readonly listOrganizationIdentities: RecordList<
    ListOrganizationIdentitiesParameters,
    OrganizationIdentity,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a member of an organization. One of the members of organizations of the connection, by the service's id. Needs a
   * key that has the scope `read`.
   */
  readonly getOrganizationIdentity: Call<
    GetOrganizationIdentityParameters,
    OrganizationIdentity,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List scan configurations. The scan configurations of the connection, oldest change first. Needs a key that has the
   * scope `read`.
   */
  readonly listScanConfigurations: RecordList<
    ListScanConfigurationsParameters,
    ScanConfiguration,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a scan configuration. One of the scan configurations of the connection, by the service's id. Needs a key that
   * has the scope `read`.
   */
  readonly getScanConfiguration: Call<
    GetScanConfigurationParameters,
    ScanConfiguration,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List vulnerabilities. The vulnerabilities of the connection, oldest change first. Needs a key that has the scope
   * `read`.
   */
  readonly listVulnerabilities: RecordList<
    ListVulnerabilitiesParameters,
    Vulnerability,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a vulnerability. One of the vulnerabilities of the connection, by the service's id. Needs a key that has the
   * scope `read`.
   */
  readonly getVulnerability: Call<
    GetVulnerabilityParameters,
    Vulnerability,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List vulnerability findings. The vulnerability findings of the connection, oldest change first. Needs a key that has
   * the scope `read`.
   */
  readonly listVulnerabilityFindings: RecordList<
    ListVulnerabilityFindingsParameters,
    VulnerabilityFinding,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a vulnerability finding. One of the vulnerability findings of the connection, by the service's id. Needs a key
   * that has the scope `read`.
   */
  readonly getVulnerabilityFinding: Call<
    GetVulnerabilityFindingParameters,
    VulnerabilityFinding,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List EDR alerts. The EDR alerts of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listEdrAlerts: RecordList<
    ListEdrAlertsParameters,
    EdrAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an EDR alert. One of the EDR alerts of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getEdrAlert: Call<
    GetEdrAlertParameters,
    EdrAlert,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List issues of any kind. The issues of any kind of the connection, oldest change first. Needs a key that has the
   * scope `read`.
   */
  readonly listAppsecIssues: RecordList<
    ListAppsecIssuesParameters,
    AppsecIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an issue of any kind. One of the issues of any kind of the connection, by the service's id. Needs a key that has
   * the scope `read`.
   */
  readonly getAppsecIssue: Call<
    GetAppsecIssueParameters,
    AppsecIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List weaknesses in code. The weaknesses in code of the connection, oldest change first. Needs a key that has the
   * scope `read`.
   */
  readonly listSastIssues: RecordList<
    ListSastIssuesParameters,
    SastIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a weakness in code. One of the weaknesses in code of the connection, by the service's id. Needs a key that has
   * the scope `read`.
   */
  readonly getSastIssue: Call<
    GetSastIssueParameters,
    SastIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List vulnerable dependencies. The vulnerable dependencies of the connection, oldest change first. Needs a key that
   * has the scope `read`.
   */
  readonly listScaIssues: RecordList<
    ListScaIssuesParameters,
    ScaIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a vulnerable dependency. One of the vulnerable dependencies of the connection, by the service's id. Needs a key
   * that has the scope `read`.
   */
  readonly getScaIssue: Call<
    GetScaIssueParameters,
    ScaIssue,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List other findings in code. The other findings in code of the connection, oldest change first. Needs a key that has
   * the scope `read`.
   */
  readonly listAppsecFindings: RecordList<
    ListAppsecFindingsParameters,
    AppsecFinding,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a finding in code. One of the other findings in code of the connection, by the service's id. Needs a key that
   * has the scope `read`.
   */
  readonly getAppsecFinding: Call<
    GetAppsecFindingParameters,
    AppsecFinding,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * List users of the source tool. The users of the source tool of the connection, oldest change first. Needs a key that
   * has the scope `read`.
   */
  readonly listConfigurationUsers: RecordList<
    ListConfigurationUsersParameters,
    ConfigUser,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get a user of the source tool. One of the users of the source tool of the connection, by the service's id. Needs a
   * key that has the scope `read`.
   */
  readonly getConfigurationUser: Call<
    GetConfigurationUserParameters,
    ConfigUser,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List ITSM users. The ITSM users of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmUsers: RecordList<
    ListItsmUsersParameters,
    ItsmUser,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an ITSM user. One of the ITSM users of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getItsmUser: Call<
    GetItsmUserParameters,
    ItsmUser,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List ITSM groups. The ITSM groups of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmGroups: RecordList<
    ListItsmGroupsParameters,
    ItsmGroup,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an ITSM group. One of the ITSM groups of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getItsmGroup: Call<
    GetItsmGroupParameters,
    ItsmGroup,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List ITSM projects. The ITSM projects of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmProjects: RecordList<
    ListItsmProjectsParameters,
    ItsmProject,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an ITSM project. One of the ITSM projects of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getItsmProject: Call<
    GetItsmProjectParameters,
    ItsmProject,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List tickets. The tickets of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmTickets: RecordList<
    ListItsmTicketsParameters,
    ItsmTicket,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Create a ticket. Queues a job that creates the ticket in the source tool, never more than once. If the source tool
   * does not say whether it created the ticket, the job searches for it for some minutes, and ends as FAILED with a
   * reason that says that the ticket may have been created. Of each pair of a service id and a source tool's id, send at
   * most one. A connection that is not ACTIVE gets a 409; a job that is queued when its connection is paused waits until
   * the connection is ACTIVE again. An account has at most 1,000 open jobs unless the operator allows another number;
   * more get a 429. The ticket appears in the list after the connection's next job. Needs a key that has the scope
   * `write`.
   */
  readonly createTicket: Call<
    CreateTicketParameters,
    CreateTicketAnswer,
    {}
  >
  /** Get a ticket. One of the tickets of the connection, by the service's id. Needs a key that has the scope `read`. */
  readonly getItsmTicket: Call<
    GetItsmTicketParameters,
    ItsmTicket,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List comments. The comments of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmComments: RecordList<
    ListItsmCommentsParameters,
    ItsmComment,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** Get a comment. One of the comments of the connection, by the service's id. Needs a key that has the scope `read`. */
  readonly getItsmComment: Call<
    GetItsmCommentParameters,
    ItsmComment,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /** List attachments. The attachments of the connection, oldest change first. Needs a key that has the scope `read`. */
  readonly listItsmAttachments: RecordList<
    ListItsmAttachmentsParameters,
    ItsmAttachment,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an attachment. One of the attachments of the connection, by the service's id. Needs a key that has the scope
   * `read`.
   */
  readonly getItsmAttachment: Call<
    GetItsmAttachmentParameters,
    ItsmAttachment,
    {
      includeMeta: { whole: { readonly meta: RecordMeta } }
    }
  >
  /**
   * Get an outbound job. Returns the status of a write to the source tool, and why it failed if it did. Needs a key that
   * has the scope `read` or `write`.
   */
  readonly getOutboundJob: Call<
    GetOutboundJobParameters,
    OutboundJob,
    {}
  >
  /**
   * Create an organization. Creates an organization of the account, without connections. 409 if the account has as many
   * as it may have. Needs a key that has the scope `provisioning` and is not limited to organizations.
   */
  readonly createOrganization: Call<
    CreateOrganizationParameters,
    Organization,
    {}
  >
  /**
   * List organizations. The account's organizations, oldest first. Needs a key that has the scope `read` or
   * `provisioning`.
   */
  readonly listOrganizations: Call<
    ListOrganizationsParameters,
    OffsetPage<Organization>,
    {}
  >
  /**
   * Get an organization. Returns one organization of the account. Needs a key that has the scope `read` or
   * `provisioning`.
   */
  readonly getOrganization: Call<
    GetOrganizationParameters,
    Organization,
    {}
  >
  /**
   * Delete an organization. Deletes the organization with its connections; no job runs for them any more, and their data
   * answers 404. With `erase=true`, everything about it also leaves the database, and 409 if it has connections that are
   * not deleted and `force=true` is not sent. Needs a key that has the scope `provisioning`.
   */
  readonly deleteOrganization: Call<
    DeleteOrganizationParameters,
    Erasure | undefined,
    {}
  >
  /**
   * Create a connection. Checks the credentials with the vendor first. If it rejects them, the answer is 422 and nothing
   * is stored. 409 while the operator of this service has stopped the connector, if the account has as many connections
   * as it may have, and if another connection of the organization to the same vendor has the identifier. Needs a key
   * that has the scope `provisioning`.
   */
  readonly createConnection: Call<
    CreateConnectionParameters,
    ConnectionWithOrganization,
    {}
  >
  /**
   * List connections. The organization's connections, oldest first. Needs a key that has the scope `read` or
   * `provisioning`.
   */
  readonly listConnections: Call<
    ListConnectionsParameters,
    OffsetPage<Connection>,
    {}
  >
  /**
   * Get a connection. Returns the connection with the health that its latest finished job found. Needs a key that has
   * the scope `read` or `provisioning`.
   */
  readonly getConnection: Call<
    GetConnectionParameters,
    ConnectionWithOrganization,
    {}
  >
  /**
   * Update a connection. Changes only the fields in the body. It may be the connection as it was read, with some fields
   * changed. The service checks new credentials with the vendor first, then makes a job due at once; the health changes
   * when that job has finished. 409 if another connection of the organization to the same vendor has the identifier, and
   * for credentials while the operator of this service has stopped the connector. Needs a key that has the scope
   * `provisioning`.
   */
  readonly updateConnection: Call<
    UpdateConnectionParameters,
    ConnectionWithOrganization,
    {}
  >
  /**
   * Delete a connection. Destroys the credentials and stops the jobs; the data answers 404 and is purged later, or
   * erased at once with `erase=true`. Needs a key that has the scope `provisioning`.
   */
  readonly deleteConnection: Call<
    DeleteConnectionParameters,
    Erasure | undefined,
    {}
  >
  /**
   * Get a connection's status. How far the first sync is, what the running job does, how current each type of data is,
   * and what keeps data from being read, with a sentence for the customer and one for the operator. The health of the
   * connection shows only what the latest finished job found. Needs a key that has the scope `read` or `provisioning`.
   */
  readonly getConnectionStatus: Call<
    GetConnectionStatusParameters,
    ConnectionStatus,
    {}
  >
  /**
   * Test a connection. Asks the vendor which types of data the stored credentials can read. 409 while the operator of
   * this service has stopped the connector. Needs a key that has the scope `write` or `provisioning`.
   */
  readonly testConnection: Call<
    TestConnectionParameters,
    ConnectionTest,
    {}
  >
  /**
   * List a connection's jobs. The jobs that pull the connection's data, newest first. Needs a key that has the scope
   * `read` or `provisioning`.
   */
  readonly listConnectionJobs: Call<
    ListConnectionJobsParameters,
    OffsetPage<Job>,
    {}
  >
  /**
   * Count a connection's records. Counts the records of a kind by the values of one field: what the list of the kind
   * returns without filters, with the deleted records that it still lists. Fields that a list can be filtered by are
   * counted in an index; others read each record, which takes up to about 25 seconds for 1,000,000 records. A count that
   * takes longer than a minute is a 503. Two of a key run at once. Needs a key that has the scope `read`.
   */
  readonly countConnectionRecords: Call<
    CountConnectionRecordsParameters,
    RecordCounts,
    {}
  >
  /**
   * Run a job now. Queues a job that runs at once. If a job is already queued, the answer is that job. With `full=true`,
   * the job reads every list from its start, as do the jobs after it until each list has been read completely once;
   * `full_scan_interval_secs` counts from then on. Records that are gone are deleted by that job if the source tool's
   * own total proves it, otherwise by a job that misses them too and begins to read the list at least 3600 seconds after
   * that one (the operator's setting is TRIBUTARY_DELETION_EVIDENCE_SECS); one is planned for then, and `within_secs` in
   * the status includes it. 409 if a job is running, which then changes nothing, if the connection is not `ACTIVE`, or
   * if the operator of this service has stopped its connector. 429 if full scans were requested twice within the least
   * `full_scan_interval_secs` of this server, unless the first has not begun: then the answer is its job. Needs a key
   * that has the scope `write`.
   */
  readonly syncConnection: Call<
    SyncConnectionParameters,
    Job,
    {}
  >
  /**
   * Confirm or dismiss deletions. Decides about the deletions in the connection's `held_back_deletions`. After `CONFIRM`
   * a job is due at once, whose full scan deletes those of the records that it still misses, and no others. After
   * `DISMISS` the records stay until later scans miss them again. Needs a key that has the scope `write`.
   */
  readonly decideHeldBackDeletions: Call<
    DecideHeldBackDeletionsParameters,
    DecidedDeletions,
    {}
  >
  /**
   * Make a link for a customer. Whoever opens the link makes one connection of the organization, or renews the
   * credentials of one, and you never see a secret. The link works once; its session lasts an hour, stores one
   * connection, and then only shows how far that is. 409 if the account has as many connections as it may have, or if
   * each of `vendors` has a connection with the `identifier`. The link is the account's: it stays if the key that made
   * it is revoked. Needs a key that has the scope `provisioning`.
   */
  readonly createConnectSession: Call<
    CreateConnectSessionParameters,
    CreateConnectSessionAnswer,
    {}
  >
  /**
   * List links. The organization's links and their sessions, oldest first; they leave the list a week after they ended.
   * Needs a key that has the scope `read` or `provisioning`.
   */
  readonly listConnectSessions: Call<
    ListConnectSessionsParameters,
    OffsetPage<ConnectSession>,
    {}
  >
  /**
   * Get a link. Says whether the customer has opened the link, which connection came of it, and whether a consent is
   * still awaited. Needs a key that has the scope `read` or `provisioning`.
   */
  readonly getConnectSession: Call<
    GetConnectSessionParameters,
    ConnectSession,
    {}
  >
  /**
   * Revoke a link. The link and the session that was opened with it end at once, and so does the link of a consent that
   * the session waits for, unless a later session has ended it: nobody connects anything with it any more. A connection
   * that came of the session stays; its present link is its `oauth2_authorize_url`. A session that only expires leaves
   * the consent's link as it is. Needs a key that has the scope `provisioning`.
   */
  readonly revokeConnectSession: Call<
    RevokeConnectSessionParameters,
    void,
    {}
  >
  /**
   * Create a webhook. From now on the address gets a POST with a `WebhookEvent` for each event, signed as Standard
   * Webhooks describes, at least once, and in no certain order. 409 if the account has 10 webhooks. The events: -
   * `connection.created`: A connection was created. - `connection.health_changed`: A job has found another health of the
   * connection than the job before it. - `job.finished`: A job that pulls the connection's data has ended. -
   * `records.changed`: A job that has ended has created, changed or deleted records. Needs a key that has the scope
   * `provisioning` and is not limited to organizations.
   */
  readonly createWebhook: Call<
    CreateWebhookParameters,
    CreateWebhookAnswer,
    {}
  >
  /**
   * List webhooks. The account's webhooks, oldest first. Needs a key that has the scope `read` or `provisioning` and is
   * not limited to organizations.
   */
  readonly listWebhooks: Call<
    ListWebhooksParameters,
    OffsetPage<Webhook>,
    {}
  >
  /**
   * Get a webhook. Returns one webhook of the account, without its secret. Needs a key that has the scope `read` or
   * `provisioning` and is not limited to organizations.
   */
  readonly getWebhook: Call<
    GetWebhookParameters,
    Webhook,
    {}
  >
  /**
   * Update a webhook. Changes only the fields in the body, such as `is_paused`. Needs a key that has the scope
   * `provisioning` and is not limited to organizations.
   */
  readonly updateWebhook: Call<
    UpdateWebhookParameters,
    Webhook,
    {}
  >
  /**
   * Delete a webhook. Nothing is sent any more, and its deliveries and secrets are gone. Needs a key that has the scope
   * `provisioning` and is not limited to organizations.
   */
  readonly deleteWebhook: Call<
    DeleteWebhookParameters,
    void,
    {}
  >
  /**
   * Rotate a webhook's secret. Makes a new secret. For a day, each message has a signature of the former one, too, so
   * that a receiver can change from one to the other. Needs a key that has the scope `provisioning` and is not limited
   * to organizations.
   */
  readonly rotateWebhookSecret: Call<
    RotateWebhookSecretParameters,
    RotateWebhookSecretAnswer,
    {}
  >
  /**
   * Test a webhook. Queues an event `webhook.test`, whatever types the webhook is told. The list of deliveries shows
   * what became of it. A paused webhook gets it once it is not paused any more. Needs a key that has the scope
   * `provisioning` and is not limited to organizations.
   */
  readonly testWebhook: Call<
    TestWebhookParameters,
    WebhookDelivery,
    {}
  >
  /**
   * List a webhook's deliveries. The events of the last seven days that the webhook was told or is to be told, the
   * latest first. Needs a key that has the scope `read` or `provisioning` and is not limited to organizations.
   */
  readonly listWebhookDeliveries: Call<
    ListWebhookDeliveriesParameters,
    OffsetPage<WebhookDelivery>,
    {}
  >
  /**
   * Send a delivery again. Makes an attempt due at once, also of a delivery that was delivered or given up; if it fails,
   * others follow for a day. The message has the same `webhook-id`. Needs a key that has the scope `provisioning` and is
   * not limited to organizations.
   */
  readonly resendWebhookDelivery: Call<
    ResendWebhookDeliveryParameters,
    WebhookDelivery,
    {}
  >
  /**
   * List erasures. The erasures of the account's connections and organizations, the latest first. They stay after what
   * they have erased is gone. Needs a key that has the scope `read` or `provisioning`.
   */
  readonly listErasures: Call<
    ListErasuresParameters,
    OffsetPage<Erasure>,
    {}
  >
  /**
   * Get an erasure. Where the erasure stands, and its receipt: how many rows of which table are gone, and when the last
   * of them went. Needs a key that has the scope `read` or `provisioning`.
   */
  readonly getErasure: Call<
    GetErasureParameters,
    Erasure,
    {}
  >
  /**
   * Get the account's usage. What the account has and what the operator of this service allows it. An organization or a
   * connection beyond that is a 409; a job that would store records beyond it stops there, and the status of its
   * connection says so. Needs a key that has the scope `read` or `provisioning` and is not limited to organizations.
   */
  readonly getUsage: Call<
    GetUsageParameters,
    Usage,
    {}
  >
  /**
   * List the account's audit log. Who changed what of the account, the newest first. An event contains ids alone, is
   * never changed, and is kept for as many days as the operator sets (TRIBUTARY_AUDIT_DAYS), also when what it is about
   * is deleted. An event may appear a moment later than one with a higher `id`. The actions: - `account.create`: An
   * account was created. - `account.erase`: An account was deleted, and is erased with everything; `resource_id` names
   * it. - `account.quota`: A quota of an account was set. - `key.create`: An API key was made. - `key.rotate`: An API
   * key, which `resource_id` names, was replaced by a new one. - `key.revoke`: An API key was revoked. -
   * `operator_key.create`: The key of an operator was made. - `operator_key.rotate`: The key of an operator, which
   * `resource_id` names, was replaced by a new one. - `operator_key.revoke`: The key of an operator was revoked. -
   * `records.read`: An operator read records of a connection; `resource_id` is their kind. - `organization.create`: An
   * organization was created. - `organization.delete`: An organization was deleted with its connections. -
   * `organization.erase`: An organization and its connections were deleted, and are erased. - `connection.create`: A
   * connection was created. - `connection.update`: A connection was changed: its settings, its state or its credentials.
   * - `connection.delete`: A connection was deleted. - `connection.erase`: A connection was deleted, and is erased. -
   * `connection.sync`: A job was asked for, which `resource_id` names. - `connect_session.create`: A link for a customer
   * was made; `resource_id` is the id of its session. - `connect_session.open`: A customer opened a link. -
   * `connect_session.connect`: A customer stored a connection, or new credentials of one, with a link. -
   * `connect_session.revoke`: A link, and the session that was opened with it, were revoked. - `webhook.create`: A
   * webhook was created; `resource_id` is its id. - `webhook.update`: A webhook was changed. - `webhook.delete`: A
   * webhook was deleted. - `webhook.rotate`: The secret of a webhook was replaced by a new one. - `deletions.confirm`:
   * Held-back deletions of a connection were confirmed. - `deletions.dismiss`: Held-back deletions of a connection were
   * dismissed. - `ticket.create`: A ticket was ordered; `resource_id` is its outbound job. - `connector.stop`: A vendor,
   * or one version of its connector, was stopped for all customers; `resource_id` is the vendor. - `connector.resume`: A
   * stopped vendor may be asked again. - `installation.hold`: The installation was held: it runs nothing and sends
   * nothing. - `installation.resume`: The hold of the installation ended. - `installation.move`: A move of the database
   * to another host was announced. - `master_key.rewrap`: What other master keys had sealed was sealed again;
   * `resource_id` is the id of the key that seals it now. - `master_key.forget`: A master key was forgotten;
   * `resource_id` is its id. Needs a key that has the scope `read` or `provisioning` and is not limited to
   * organizations.
   */
  readonly listAuditEvents: Call<
    ListAuditEventsParameters,
    AuditEvents,
    {}
  >
  /**
   * List connectors. The catalogue of connectors. Needs no key, so that a caller can build a form from
   * `credentials_params` before a connection exists.
   */
  readonly listConnectors: Call<
    ListConnectorsParameters,
    ReadonlyArray<ConnectorEntry>,
    {
      includeRecordKinds: { whole: { readonly record_kinds: ReadonlyArray<ExportedKind> } }
    }
  >
  /** Get a connector's logo. The image at `logo_url`: the vendor's logo, or a tile with its first letter. */
  readonly getConnectorLogo: Call<
    GetConnectorLogoParameters,
    string,
    {}
  >
}

/** What the requests of the operations are made of. */
export const operations: { readonly [Name in keyof Operations]: Operation } = {
  listIdpUsers: { method: "GET", path: "/idp/users", isRecordList: true },
  getIdpUser: { method: "GET", path: "/idp/users/{user_id}" },
  listIdpGroups: { method: "GET", path: "/idp/groups", isRecordList: true },
  getIdpGroup: { method: "GET", path: "/idp/groups/{group_id}" },
  listIdpApplications: { method: "GET", path: "/idp/applications", isRecordList: true },
  getIdpApplication: { method: "GET", path: "/idp/applications/{application_id}" },
  listIdpPolicies: { method: "GET", path: "/idp/policies", isRecordList: true },
  getIdpPolicy: { method: "GET", path: "/idp/policies/{policy_id}" },
  listIdpPolicyUsers: { method: "GET", path: "/idp/policies/{policy_id}/users", isRecordList: true },
  listIdpPolicyGroups: { method: "GET", path: "/idp/policies/{policy_id}/groups", isRecordList: true },
  listIdpPolicyApplications: { method: "GET", path: "/idp/policies/{policy_id}/applications", isRecordList: true },
  listIdpAlerts: { method: "GET", path: "/idp/alerts", isRecordList: true },
  getIdpAlert: { method: "GET", path: "/idp/alerts/{alert_id}" },
  listIdpAuditLogs: { method: "GET", path: "/idp/audit-logs", isRecordList: true },
  getIdpAuditLog: { method: "GET", path: "/idp/audit-logs/{audit_log_id}" },
  listComplianceFindings: { method: "GET", path: "/cspm/compliance_findings", isRecordList: true },
  getComplianceFinding: { method: "GET", path: "/cspm/compliance_findings/{compliance_finding_id}" },
  listCompliances: { method: "GET", path: "/cspm/compliances", isRecordList: true },
  getCompliance: { method: "GET", path: "/cspm/compliances/{compliance_id}" },
  listCspmAlerts: { method: "GET", path: "/cspm/alerts", isRecordList: true },
  getCspmAlert: { method: "GET", path: "/cspm/alerts/{alert_id}" },
  listDevices: { method: "GET", path: "/entities/devices", isRecordList: true },
  getDevice: { method: "GET", path: "/entities/devices/{device_id}" },
  listDeviceGroups: { method: "GET", path: "/entities/device-groups", isRecordList: true },
  getDeviceGroup: { method: "GET", path: "/entities/device-groups/{device_group_id}" },
  listDeviceGroupDevices: { method: "GET", path: "/entities/device-groups/{device_group_id}/devices", isRecordList: true },
  listDevicePolicies: { method: "GET", path: "/entities/device-policies", isRecordList: true },
  getDevicePolicy: { method: "GET", path: "/entities/device-policies/{device_policy_id}" },
  listDevicePolicyDeviceGroups: { method: "GET", path: "/entities/device-policies/{device_policy_id}/device-groups", isRecordList: true },
  listResources: { method: "GET", path: "/entities/resources", isRecordList: true },
  getResource: { method: "GET", path: "/entities/resources/{resource_id}" },
  listApplications: { method: "GET", path: "/entities/applications", isRecordList: true },
  getApplication: { method: "GET", path: "/entities/applications/{application_id}" },
  listOrganizationIdentities: { method: "GET", path: "/entities/organization-identities", isRecordList: true },
  getOrganizationIdentity: { method: "GET", path: "/entities/organization-identities/{identity_id}" },
  listScanConfigurations: { method: "GET", path: "/vms/scan-configurations", isRecordList: true },
  getScanConfiguration: { method: "GET", path: "/vms/scan-configurations/{scan_config_id}" },
  listVulnerabilities: { method: "GET", path: "/vms/vulnerabilities", isRecordList: true },
  getVulnerability: { method: "GET", path: "/vms/vulnerabilities/{vulnerability_id}" },
  listVulnerabilityFindings: { method: "GET", path: "/vms/vulnerability-findings", isRecordList: true },
  getVulnerabilityFinding: { method: "GET", path: "/vms/vulnerability-findings/{finding_id}" },
  listEdrAlerts: { method: "GET", path: "/edr/alerts", isRecordList: true },
  getEdrAlert: { method: "GET", path: "/edr/alerts/{alert_id}" },
  listAppsecIssues: { method: "GET", path: "/appsec/issues", isRecordList: true },
  getAppsecIssue: { method: "GET", path: "/appsec/issues/{issue_id}" },
  listSastIssues: { method: "GET", path: "/appsec/sast-issues", isRecordList: true },
  getSastIssue: { method: "GET", path: "/appsec/sast-issues/{sast_issue_id}" },
  listScaIssues: { method: "GET", path: "/appsec/sca-issues", isRecordList: true },
  getScaIssue: { method: "GET", path: "/appsec/sca-issues/{sca_issue_id}" },
  listAppsecFindings: { method: "GET", path: "/appsec/findings", isRecordList: true },
  getAppsecFinding: { method: "GET", path: "/appsec/findings/{finding_id}" },
  listConfigurationUsers: { method: "GET", path: "/configuration/users", isRecordList: true },
  getConfigurationUser: { method: "GET", path: "/configuration/users/{user_id}" },
  listItsmUsers: { method: "GET", path: "/itsm/users", isRecordList: true },
  getItsmUser: { method: "GET", path: "/itsm/users/{user_id}" },
  listItsmGroups: { method: "GET", path: "/itsm/groups", isRecordList: true },
  getItsmGroup: { method: "GET", path: "/itsm/groups/{group_id}" },
  listItsmProjects: { method: "GET", path: "/itsm/projects", isRecordList: true },
  getItsmProject: { method: "GET", path: "/itsm/projects/{project_id}" },
  listItsmTickets: { method: "GET", path: "/itsm/tickets", isRecordList: true },
  createTicket: { method: "POST", path: "/itsm/tickets", headers: {"idempotencyKey":"Idempotency-Key"} },
  getItsmTicket: { method: "GET", path: "/itsm/tickets/{ticket_id}" },
  listItsmComments: { method: "GET", path: "/itsm/comments", isRecordList: true },
  getItsmComment: { method: "GET", path: "/itsm/comments/{comment_id}" },
  listItsmAttachments: { method: "GET", path: "/itsm/attachments", isRecordList: true },
  getItsmAttachment: { method: "GET", path: "/itsm/attachments/{attachment_id}" },
  getOutboundJob: { method: "GET", path: "/outbound-jobs/{job_id}" },
  createOrganization: { method: "POST", path: "/provisioning/organizations", headers: {"idempotencyKey":"Idempotency-Key"} },
  listOrganizations: { method: "GET", path: "/provisioning/organizations" },
  getOrganization: { method: "GET", path: "/provisioning/organizations/{organization_id}" },
  deleteOrganization: { method: "DELETE", path: "/provisioning/organizations/{organization_id}" },
  createConnection: { method: "POST", path: "/provisioning/organizations/{organization_id}/connections", headers: {"idempotencyKey":"Idempotency-Key"} },
  listConnections: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections" },
  getConnection: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}" },
  updateConnection: { method: "PATCH", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}" },
  deleteConnection: { method: "DELETE", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}" },
  getConnectionStatus: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/status" },
  testConnection: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/test" },
  listConnectionJobs: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/jobs" },
  countConnectionRecords: { method: "GET", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/counts" },
  syncConnection: { method: "POST", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/sync" },
  decideHeldBackDeletions: { method: "POST", path: "/provisioning/organizations/{organization_id}/connections/{connection_id}/held-back-deletions" },
  createConnectSession: { method: "POST", path: "/provisioning/organizations/{organization_id}/connect-sessions", headers: {"idempotencyKey":"Idempotency-Key"} },
  listConnectSessions: { method: "GET", path: "/provisioning/organizations/{organization_id}/connect-sessions" },
  getConnectSession: { method: "GET", path: "/provisioning/organizations/{organization_id}/connect-sessions/{session_id}" },
  revokeConnectSession: { method: "DELETE", path: "/provisioning/organizations/{organization_id}/connect-sessions/{session_id}" },
  createWebhook: { method: "POST", path: "/provisioning/webhooks", headers: {"idempotencyKey":"Idempotency-Key"} },
  listWebhooks: { method: "GET", path: "/provisioning/webhooks" },
  getWebhook: { method: "GET", path: "/provisioning/webhooks/{webhook_id}" },
  updateWebhook: { method: "PATCH", path: "/provisioning/webhooks/{webhook_id}" },
  deleteWebhook: { method: "DELETE", path: "/provisioning/webhooks/{webhook_id}" },
  rotateWebhookSecret: { method: "POST", path: "/provisioning/webhooks/{webhook_id}/secret" },
  testWebhook: { method: "POST", path: "/provisioning/webhooks/{webhook_id}/test" },
  listWebhookDeliveries: { method: "GET", path: "/provisioning/webhooks/{webhook_id}/deliveries" },
  resendWebhookDelivery: { method: "POST", path: "/provisioning/webhooks/{webhook_id}/deliveries/{delivery_id}/resend" },
  listErasures: { method: "GET", path: "/provisioning/erasures" },
  getErasure: { method: "GET", path: "/provisioning/erasures/{erasure_id}" },
  getUsage: { method: "GET", path: "/usage" },
  listAuditEvents: { method: "GET", path: "/audit-events" },
  listConnectors: { method: "GET", path: "/connectors" },
  getConnectorLogo: { method: "GET", path: "/connectors/{vendor}/logo", isText: true }
}
