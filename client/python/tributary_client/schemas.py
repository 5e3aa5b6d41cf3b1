# Written by `pnpm generate` from the declaration of the API. Do not edit.

"""The types of records and bodies. Records are dictionaries: a field that a later server adds is there, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, Required

#: An ISO 8601 date-time with an offset; decoding converts it to UTC with milliseconds.
Timestamp = str

#: Whether a user belongs to the organization or was invited to it.
IdpUserType = Literal["MEMBER", "GUEST"]

#: Normalized severity. `UNKNOWN` means that the source tool gives none, or one without a counterpart here.
Severity = Literal["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"]

#: Where an alert stands. `SUPPRESSED` means that someone dismissed or hid it; `UNKNOWN` is a status without a
#: counterpart here.
AlertStatus = Literal["NEW", "IN_PROGRESS", "RESOLVED", "SUPPRESSED", "UNKNOWN"]

#: How an audited action ended. `DENIED` means that a policy refused it; `UNKNOWN` is an outcome without a
#: counterpart here.
AuditOutcome = Literal["SUCCESS", "FAILURE", "DENIED", "UNKNOWN"]

#: Where a finding stands. `OTHER` is a known status that fits none of these; `UNKNOWN` is a status without a
#: counterpart here. `DELETED` means that complete scans no longer find it.
FindingStatus = Literal["UNKNOWN", "NEW", "IN_PROGRESS", "SUPPRESSED", "RESOLVED", "DELETED", "OTHER"]

#: Whether a resource satisfies a control. `NOT_APPLICABLE` means that the source tool did not judge it; `DELETED`
#: means that complete scans no longer find it.
ComplianceResult = Literal["PASS", "FAIL", "NOT_APPLICABLE", "DELETED"]

#: A public cloud; `OTHER` is any cloud without a value here.
CloudProvider = Literal["AWS", "AZURE", "GCP", "OTHER"]

#: Whether a device is in use. `DELETED` means that the source tool deleted it or that complete scans no longer
#: find it; `UNKNOWN` is a status without a counterpart here.
DeviceStatus = Literal["ACTIVE", "INACTIVE", "DELETED", "UNKNOWN"]

#: The operating system family of a device. `OTHER` is a platform without a value here; `UNKNOWN` means that the
#: source tool names none.
DevicePlatform = Literal["WINDOWS", "MAC", "LINUX", "IOS", "ANDROID", "CHROME_OS", "NETWORK", "OTHER", "UNKNOWN"]

#: What kind of application it is; `OTHER` is anything else.
ApplicationType = Literal["REPOSITORY", "PROJECT", "CONTAINER_IMAGE", "WEB_APPLICATION", "OTHER"]

#: Who can see an application in the source tool: everybody, those with access, or all members of the organization.
ApplicationVisibility = Literal["PUBLIC", "PRIVATE", "INTERNAL"]

#: What kind of member it is; `EXTERNAL` is a person from outside the organization, `OTHER` anything else.
OrganizationIdentityType = Literal["USER", "SERVICE_ACCOUNT", "BOT", "EXTERNAL", "OTHER"]

#: Where a weakness stands. `SUPPRESSED` means that someone accepted the risk or hid it; `UNKNOWN` is a state
#: without a counterpart here.
VulnerabilityState = Literal["OPEN", "REOPENED", "FIXED", "SUPPRESSED", "UNKNOWN"]

#: What has the vulnerability: a dependency, own code, a container image, a host or a resource of a cloud; `OTHER`
#: is anything else.
VulnerabilityFindingType = Literal["DEPENDENCY", "CODE", "CONTAINER", "HOST", "CLOUD", "OTHER"]

#: What an issue is about: a weakness in own code, a vulnerable dependency, a secret in code, infrastructure as
#: code, a container image, a licence, a running web application, the posture of a cloud; `OTHER` is anything else.
IssueType = Literal["SAST", "SCA", "SECRET", "IAC", "CONTAINER", "LICENSE", "DAST", "CSPM", "OTHER"]

#: How sure a tool is. `UNKNOWN` is a word without a counterpart here.
Confidence = Literal["HIGH", "MEDIUM", "LOW", "UNKNOWN"]

#: What a finding is about: a secret in code, infrastructure as code, a container image, a licence, a running web
#: application; `OTHER` is anything else.
AppsecFindingType = Literal["SECRET", "IAC", "CONTAINER", "LICENSE", "DAST", "OTHER"]

#: Whether a secret that was found still works. `UNKNOWN` means that nobody knows.
SecretValidity = Literal["ACTIVE", "INACTIVE", "UNKNOWN"]

#: Whether a user of a ticketing tool can be assigned work. `DELETED` means that complete scans no longer find the
#: user.
ItsmUserStatus = Literal["ACTIVE", "INACTIVE", "DELETED"]

#: Where a ticket stands; `OTHER` is a status without a counterpart here.
TicketStatus = Literal["OPEN", "TODO", "IN_PROGRESS", "IN_REVIEW", "RESOLVED", "CLOSED", "OTHER"]

#: How urgent a ticket is; `UNKNOWN` is a priority without a counterpart here.
TicketPriority = Literal["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"]

#: Where a job stands: `QUEUED`, then `RUNNING`, then `SUCCESS` or `FAILED`; there is no other transition.
JobStatus = Literal["QUEUED", "RUNNING", "SUCCESS", "FAILED"]

#: What an erasure removes: a connection, an organization with its connections, or an account with everything.
ErasureSubject = Literal["CONNECTION", "ORGANIZATION", "ACCOUNT"]

#: Where an erasure stands: `QUEUED`, then `RUNNING` from its first batch on, then `SUCCESS` once nothing is left.
ErasureStatus = Literal["QUEUED", "RUNNING", "SUCCESS"]

#: `PENDING` until the credentials are verified. Only `ACTIVE` connections are synced and written to. `PAUSED`
#: stops both and keeps the data readable; outbound jobs wait. `DELETED` connections answer 404 until they are
#: purged.
ConnectionState = Literal["PENDING", "ACTIVE", "PAUSED", "DELETED"]

#: What the latest finished job of a connection found. `EXECUTION_TIMEOUT`: the job exceeded `timeout_secs`.
#: `RATE_LIMIT_EXCEEDED`: the source tool allowed no more requests. `VENDOR_CLIENT_ERROR`: the source tool returned
#: a 4xx answer. `VENDOR_SERVER_ERROR`: it returned a 5xx answer, or one that is unreadable or too large, did not
#: answer in time, or could not be reached. `UNAUTHORIZED`: the source tool rejected the credentials or a
#: permission is missing. `INTERNAL_ERROR`: the service failed, or could not use what the source tool sent; it is
#: also the health of every connection whose connector the operator of the service has stopped, whatever the latest
#: job found.
HealthName = Literal["HEALTHY", "EXECUTION_TIMEOUT", "RATE_LIMIT_EXCEEDED", "VENDOR_CLIENT_ERROR", "INTERNAL_ERROR", "VENDOR_SERVER_ERROR", "UNAUTHORIZED"]

#: Who must act: `SERVICE` is the operator of the service, `CUSTOMER` the owner of the credentials, `VENDOR` the
#: maker of the source tool.
ResolutionOwner = Literal["SERVICE", "CUSTOMER", "VENDOR"]

#: A type of data that a connector can export; the published API fixes the values and their order.
DataExportType = Literal["alerts", "compliances", "compliance_findings", "config_users", "cspm_alerts", "device_groups", "device_policies", "devices", "idp", "idp_alerts", "idp_audit_logs", "idp_policies", "issues", "organization_identities", "sast_issues", "sca_issues", "vms_scan_configs", "vulnerabilities", "resources", "vulnerability_findings_v2", "grc_entity", "grc_control", "grc_evidence", "grc_assessment_question", "grc_assessment", "tprm", "tprm_company", "tprm_finding", "findings", "itsm_users", "itsm_groups", "itsm_projects", "itsm_tickets", "itsm_attachments", "itsm_comments", "applications", "siem_events"]

#: Why deletions wait for a decision. `UNREADABLE_ROWS`: the source tool returned rows whose id could not be read,
#: or a list that may have ended early, so that it may still have the missing records. `LARGE_SHARE`: too large a
#: share of the records is missing. `EVERYTHING`: all records are missing. `EMPTIED_PARENTS`: too many records,
#: such as groups, have lost all their members at once.
HeldBackReason = Literal["UNREADABLE_ROWS", "LARGE_SHARE", "EVERYTHING", "EMPTIED_PARENTS"]

#: Why data cannot be read. `CONNECTOR_STOPPED`: the operator of the service has stopped the connector for all
#: customers. `CREDENTIALS_REFUSED`: the source tool does not accept the credentials. `CREDENTIALS_UNREADABLE`: the
#: service cannot read the credentials that it stored. `CONSENT_REQUIRED`: nobody has consented yet in the browser.
#: `CONSENT_ENDED`: somebody has to consent again, because the source tool does not accept the consent any more, or
#: the service cannot read what it stored of it. `PERMISSION_MISSING`: the source tool accepts the credentials, but
#: they may not read this data. `NOT_IN_PLAN`: the source tool says that the customer's plan does not include this
#: data. `ADDRESS_INVALID`: the address that was entered does not lead to the source tool's API. `TENANT_CHANGED`:
#: the source tool now answers as another tenant than the one whose data is stored. `RATE_LIMITED`: the source tool
#: allows no more requests for now. `VENDOR_DOWN`: it failed, did not answer in time, or sent something that is not
#: an answer. `INCOMPLETE`: it did not send all of the data, or sent data of somebody else. `DELETIONS_UNPROVEN`:
#: all of the data is read, but not in one run, so that what was deleted in the source tool stays.
#: `FIELDS_EMPTIED`: its answers would empty fields of most records, which keep them until a later answer says the
#: same. `VENDOR_REFUSED`: it rejected the request itself. `TIMEOUT`: the job took longer than `timeout_secs`.
#: `QUOTA_EXCEEDED`: the account has as many records as the operator of the service allows it. `INTERNAL`: the
#: service failed, or could not use what the source tool sent.
ProblemReason = Literal["CONNECTOR_STOPPED", "CREDENTIALS_REFUSED", "CREDENTIALS_UNREADABLE", "CONSENT_REQUIRED", "CONSENT_ENDED", "PERMISSION_MISSING", "NOT_IN_PLAN", "ADDRESS_INVALID", "TENANT_CHANGED", "RATE_LIMITED", "VENDOR_DOWN", "INCOMPLETE", "DELETIONS_UNPROVEN", "FIELDS_EMPTIED", "VENDOR_REFUSED", "TIMEOUT", "QUOTA_EXCEEDED", "INTERNAL"]

#: How far the first sync of a connection is. `FIRST_SYNC_PENDING`: no job has begun. `FIRST_SYNC_RUNNING`: a job
#: runs, and some types of data have never been read completely. `FIRST_SYNC_INCOMPLETE`: no job runs, and some
#: types of data have never been read completely; `data_exports` says which. `SYNCED`: every type of data has been
#: read completely.
SyncPhase = Literal["FIRST_SYNC_PENDING", "FIRST_SYNC_RUNNING", "FIRST_SYNC_INCOMPLETE", "SYNCED"]

#: How current one type of data is. `FAILING`: it could not be read the last time, see `problems`. Otherwise
#: `RUNNING`: a job reads it now. Otherwise `NEVER`: it has never been read completely. Otherwise `STALE`: it was
#: last read completely longer ago than twice `refresh_interval_secs` plus `timeout_secs` of the connection.
#: Otherwise `CURRENT`.
ExportState = Literal["NEVER", "RUNNING", "CURRENT", "STALE", "FAILING"]

#: How the service learns of something that happened in the source tool. `EVERY_JOB`: each job reads the whole
#: list. `CHANGES`: each job reads what the source tool reports as changed since the job before. `FULL_SCAN`:
#: nothing reports it, so it is found by the next full scan, which happens at the connection's full-scan interval.
DetectionMethod = Literal["EVERY_JOB", "CHANGES", "FULL_SCAN"]

#: A field of `IdpUserWithEntities` that a request can choose.
IdpUserWithEntitiesField = Literal["id", "domain", "email_addr", "full_name", "name", "vendor_id", "vendor_status", "vendor_created_at", "activated_at", "last_status_changed_at", "last_login_at", "last_updated_at", "last_password_changed_at", "is_deleted", "is_mfa_enabled", "is_admin", "user_type", "employee_id", "job_title", "department", "manager", "address", "vendor_data", "vendor_data_omitted", "groups", "applications", "meta", "group_ids", "group_count", "application_ids", "application_count"]

#: A field of `IdpGroupWithEntities` that a request can choose.
IdpGroupWithEntitiesField = Literal["id", "types", "description", "name", "vendor_id", "vendor_created_at", "last_membership_updated_at", "last_updated_at", "is_deleted", "users", "groups", "applications", "meta", "user_ids", "user_count", "group_ids", "group_count", "application_ids", "application_count"]

#: A field of `IdpApplicationWithEntities` that a request can choose.
IdpApplicationWithEntitiesField = Literal["id", "labels", "name", "vendor_id", "version", "vendor_status", "vendor_created_at", "last_updated_at", "is_deleted", "users", "groups", "meta", "user_ids", "user_count", "group_ids", "group_count"]

#: A field of `IdpPolicyWithMeta` that a request can choose.
IdpPolicyWithMetaField = Literal["id", "name", "type", "status", "description", "priority", "conditions", "vendor_created_at", "last_updated_at", "is_deleted", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `IdpAlertWithMeta` that a request can choose.
IdpAlertWithMetaField = Literal["id", "title", "description", "severity", "vendor_severity", "status", "vendor_status", "category", "detected_at", "last_updated_at", "user_id", "user_vendor_id", "user_name", "application_id", "application_vendor_id", "ip_address", "location", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `IdpAuditEventWithMeta` that a request can choose.
IdpAuditEventWithMetaField = Literal["id", "event_type", "category", "description", "outcome", "outcome_reason", "severity", "occurred_at", "actor", "targets", "client", "session_id", "request_id", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ComplianceFindingWithEntities` that a request can choose.
ComplianceFindingWithEntitiesField = Literal["id", "title", "description", "remediation", "resource_id", "resource_name", "resource_region", "resource_type", "severity", "vendor_severity", "status", "vendor_status", "status_changed_at", "start_time", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "compliances", "rule", "meta"]

#: A field of `ComplianceWithMeta` that a request can choose.
ComplianceWithMetaField = Literal["id", "standard", "standard_version", "control", "control_name", "description", "result", "passed_count", "failed_count", "vendor_created_at", "last_updated_at", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `CspmAlertWithMeta` that a request can choose.
CspmAlertWithMetaField = Literal["id", "title", "description", "severity", "vendor_severity", "status", "vendor_status", "category", "resource_id", "resource_name", "resource_type", "cloud_provider", "account_id", "region", "first_event_time", "last_event_time", "resolved_time", "remediation", "mitre", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `DeviceWithMeta` that a request can choose.
DeviceWithMetaField = Literal["id", "status", "platform", "hostnames", "fqdns", "ipv4s", "ipv6s", "mac_addresses", "serial_number", "manufacturer", "model", "os_version", "os_major_version", "os_minor_version", "first_seen", "last_seen", "is_encrypted", "is_managed", "owner_email", "source_vendors", "installed_software", "ad_info", "cloud_metadata", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `DeviceGroupWithMeta` that a request can choose.
DeviceGroupWithMetaField = Literal["id", "name", "vendor", "vendor_id", "created_by", "description", "vendor_created_at", "vendor_data", "vendor_data_omitted", "device_ids", "meta"]

#: A field of `DevicePolicyWithMeta` that a request can choose.
DevicePolicyWithMetaField = Literal["id", "name", "type", "platform", "is_enabled", "description", "vendor_created_at", "last_updated_at", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "device_group_ids", "meta"]

#: A field of `ResourceWithMeta` that a request can choose.
ResourceWithMetaField = Literal["id", "name", "type", "vendor_type", "cloud_provider", "account_id", "account_name", "region", "tags", "first_seen", "last_seen", "is_deleted", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ApplicationWithMeta` that a request can choose.
ApplicationWithMetaField = Literal["id", "name", "full_name", "type", "description", "url", "default_branch", "languages", "visibility", "is_archived", "owner", "business_criticality", "tags", "vendor_created_at", "last_updated_at", "last_scanned_at", "is_deleted", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `OrganizationIdentityWithMeta` that a request can choose.
OrganizationIdentityWithMetaField = Literal["id", "name", "username", "email", "type", "role", "is_admin", "is_mfa_enabled", "organization", "external_identity", "last_active_at", "vendor_created_at", "is_deleted", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ScanConfigurationWithMeta` that a request can choose.
ScanConfigurationWithMetaField = Literal["id", "name", "owner", "is_enabled", "is_scheduled", "last_scan_vendor_id", "device_target_count", "scan_targets", "severity_frequency", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `VulnerabilityWithMeta` that a request can choose.
VulnerabilityWithMetaField = Literal["id", "device", "name", "description", "severity", "vendor_severity", "state", "state_updated_at", "cve", "cvss_version", "cvss_base_score", "cvss_vector", "cvss_temporal_score", "cvss_temporal_vector", "epss_score", "is_exploited", "port", "protocol", "service", "first_seen", "last_seen", "is_patchable", "solution", "scan_output", "category", "vendor_scan_id", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `VulnerabilityFindingWithMeta` that a request can choose.
VulnerabilityFindingWithMetaField = Literal["id", "title", "description", "analytic_output", "severity", "state", "state_updated_at", "type", "device_id", "device_vendor_id", "application_id", "application_vendor_id", "resource_id", "first_seen", "last_seen", "has_fix", "remediation", "product", "analytic", "resource_related", "vulnerabilities", "ticket", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `EdrAlertWithMeta` that a request can choose.
EdrAlertWithMetaField = Literal["id", "title", "description", "severity", "vendor_severity", "status", "vendor_status", "category", "assigned_user", "first_event_time", "last_event_time", "resolved_time", "device", "user_name", "windows_sid", "active_directory_user_id", "active_directory_domain", "pid", "process_created_at", "process_filename", "process_command_line", "process_filepath", "process_sha1", "process_sha256", "process_md5", "parent_pid", "mitre", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `AppsecIssueWithMeta` that a request can choose.
AppsecIssueWithMetaField = Literal["id", "title", "description", "type", "severity", "vendor_severity", "state", "state_updated_at", "cve", "cwe", "application_id", "application_vendor_id", "repository", "file_path", "resource_id", "remediation", "is_patchable", "first_seen", "last_seen", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `SastIssueWithMeta` that a request can choose.
SastIssueWithMetaField = Literal["id", "title", "description", "severity", "vendor_severity", "confidence", "state", "vendor_state", "state_updated_at", "dismissed_reason", "dismissed_by", "rule", "cwe", "application_id", "application_vendor_id", "repository", "branch", "commit", "file_path", "start_line", "end_line", "message", "tool", "remediation", "first_seen", "last_seen", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ScaIssueWithMeta` that a request can choose.
ScaIssueWithMetaField = Literal["id", "title", "description", "severity", "vendor_severity", "state", "vendor_state", "state_updated_at", "dismissed_reason", "cve", "advisory_ids", "cwe", "cvss_version", "cvss_base_score", "cvss_vector", "epss_score", "package", "vulnerable_range", "fixed_versions", "is_patchable", "is_direct", "manifest_path", "application_id", "application_vendor_id", "repository", "published_at", "first_seen", "last_seen", "remediation", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `AppsecFindingWithMeta` that a request can choose.
AppsecFindingWithMetaField = Literal["id", "title", "description", "type", "severity", "vendor_severity", "state", "vendor_state", "state_updated_at", "application_id", "application_vendor_id", "repository", "file_path", "start_line", "resource", "secret_type", "validity", "first_seen", "last_seen", "remediation", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ConfigUserWithMeta` that a request can choose.
ConfigUserWithMetaField = Literal["id", "name", "email", "username", "vendor_user_id", "role", "is_admin", "is_active", "is_mfa_enabled", "last_login", "access_data", "is_deleted", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "meta"]

#: A field of `ItsmUserWithMeta` that a request can choose.
ItsmUserWithMetaField = Literal["id", "email", "name", "status", "vendor_attributes", "meta"]

#: A field of `ItsmGroupWithMeta` that a request can choose.
ItsmGroupWithMetaField = Literal["id", "name", "description", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "vendor_attributes", "meta"]

#: A field of `ItsmProjectWithMeta` that a request can choose.
ItsmProjectWithMetaField = Literal["id", "name", "key", "description", "url", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "vendor_attributes", "meta"]

#: A field of `ItsmTicketWithMeta` that a request can choose.
ItsmTicketWithMetaField = Literal["id", "name", "status", "type", "description", "priority", "is_active", "project_id", "parent_ticket_id", "assigned_user_id", "created_by_user_id", "ticket_created_at", "due_date", "closed_at", "status_updated_at", "tags", "url", "identifier", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "vendor_attributes", "meta"]

#: A field of `ItsmCommentWithMeta` that a request can choose.
ItsmCommentWithMetaField = Literal["id", "body", "ticket_id", "author_user_id", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "vendor_attributes", "meta"]

#: A field of `ItsmAttachmentWithMeta` that a request can choose.
ItsmAttachmentWithMetaField = Literal["id", "file_name", "content_type", "size_bytes", "url", "ticket_id", "author_user_id", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted", "vendor_attributes", "meta"]


class IdpUserWithEntities(TypedDict):
    """A user with groups and applications, as far as the request asks for them."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    domain: str
    """The domain of the user's email address or login, such as `example.com`; an empty string if it has none."""
    email_addr: str
    """The user's email address; the login if the identity provider has no address."""
    full_name: str
    """The display name, or first and last name; the login if the identity provider has neither."""
    name: str
    """The name that the user signs in with."""
    vendor_id: str
    """The user's id in the identity provider."""
    vendor_status: str
    """The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`."""
    vendor_created_at: Timestamp
    """When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    activated_at: NotRequired[Timestamp | None]
    """When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does
    not say.
    """
    last_status_changed_at: NotRequired[Timestamp | None]
    """When `vendor_status` last changed. Null if the identity provider does not say."""
    last_login_at: NotRequired[Timestamp | None]
    """When the user last signed in. Null if never, or if the token may not read it."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the user last changed in the source tool. Null if the source tool does not say."""
    last_password_changed_at: NotRequired[Timestamp | None]
    """When the user's password last changed. Null if never, or if the identity provider does not say."""
    is_deleted: bool
    """True once complete scans no longer find the user in the source tool; false again when it returns."""
    is_mfa_enabled: NotRequired[bool | None]
    """Whether the user has registered a second factor. Null if the token may not read it."""
    is_admin: NotRequired[bool | None]
    """Whether the user holds an administrator role, directly or, as far as the identity provider reports it,
    through a group. Null if the token may not read it.
    """
    user_type: NotRequired[IdpUserType | None]
    """Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not
    say.
    """
    employee_id: NotRequired[str | None]
    """The employee number. Null if the profile has none."""
    job_title: NotRequired[str | None]
    """The job title. Null if the profile has none."""
    department: NotRequired[str | None]
    """The department. Null if the profile has none."""
    manager: NotRequired[str | None]
    """The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none."""
    address: NotRequired[Address | None]
    """The postal address. Null if the profile has none."""
    vendor_data: NotRequired[MsEntraUserData | dict[str, Any] | None]
    """Further fields of the user, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    groups: NotRequired[list[IdpGroup] | None]
    """The groups that the user belongs to; present if `includeIdpGroups=true`."""
    applications: NotRequired[list[IdpUserApplication] | None]
    """The applications that the user is assigned to; present if `includeIdpApplications=true`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class Address(TypedDict):
    """A postal address, as far as the source tool knows it."""

    street: NotRequired[str | None]
    """Street and house number. Null if unknown."""
    city: NotRequired[str | None]
    """City or town. Null if unknown."""
    state: NotRequired[str | None]
    """State, province or region. Null if unknown."""
    country: NotRequired[str | None]
    """Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown."""
    postal_code: NotRequired[str | None]
    """Postal or ZIP code. Null if unknown."""


class IdpGroup(TypedDict):
    """A group of an identity provider."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    types: list[str]
    """The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if
    it names none.
    """
    description: str
    """The group's description; an empty string if it has none."""
    name: str
    """The group's name, as the identity provider shows it."""
    vendor_id: str
    """The group's id in the identity provider."""
    vendor_created_at: Timestamp
    """When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    last_membership_updated_at: NotRequired[Timestamp | None]
    """When members last joined or left the group. Null if the identity provider does not say."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the group last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the group in the source tool; false again when it returns."""


class IdpUserApplication(TypedDict):
    """An application in a user's `applications`, with that user's last login to it."""

    id: str
    """The service's own id of the application: a UUID that stays the same across syncs."""
    labels: NotRequired[list[str] | None]
    """Labels or tags that the identity provider shows for the application. Null if it has none."""
    name: str
    """The application's name in the identity provider."""
    vendor_id: str
    """The application's id in the identity provider."""
    version: NotRequired[str | None]
    """The application's version. Null if the identity provider does not track versions."""
    vendor_status: str
    """The application's status in the identity provider's own words, such as `ACTIVE`."""
    vendor_created_at: Timestamp
    """When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the application last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the application in the source tool; false again when it returns."""
    user_app_last_login_at: NotRequired[Timestamp | None]
    """When this user last signed in to this application. Null if never, or if the identity provider does not say."""


class RecordMeta(TypedDict):
    """What the service knows about a record besides its fields. Times are in UTC with microseconds."""

    updated_at: str
    """When the record last counted as changed, by itself or because a relation that it shows changed: what
    `updatedSince` compares.
    """
    first_seen_at: str
    """When the service first stored the record."""
    last_seen_at: str
    """When the source tool was last known to have the record: the start of the last complete scan of its list that
    found it, or when it was last read as new or changed.
    """
    job_id: str | None
    """The job that last wrote the record's own fields, or found it gone. Null if unknown."""
    connector_version: str | None
    """The version of the connector that did so. Null if unknown."""


class IdpUser(TypedDict):
    """A user of an identity provider."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    domain: str
    """The domain of the user's email address or login, such as `example.com`; an empty string if it has none."""
    email_addr: str
    """The user's email address; the login if the identity provider has no address."""
    full_name: str
    """The display name, or first and last name; the login if the identity provider has neither."""
    name: str
    """The name that the user signs in with."""
    vendor_id: str
    """The user's id in the identity provider."""
    vendor_status: str
    """The user's status in the identity provider's own words, such as `ACTIVE` or `DEPROVISIONED`."""
    vendor_created_at: Timestamp
    """When the source tool created the user; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    activated_at: NotRequired[Timestamp | None]
    """When the user was activated or accepted the invitation. Null if not yet, or if the identity provider does
    not say.
    """
    last_status_changed_at: NotRequired[Timestamp | None]
    """When `vendor_status` last changed. Null if the identity provider does not say."""
    last_login_at: NotRequired[Timestamp | None]
    """When the user last signed in. Null if never, or if the token may not read it."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the user last changed in the source tool. Null if the source tool does not say."""
    last_password_changed_at: NotRequired[Timestamp | None]
    """When the user's password last changed. Null if never, or if the identity provider does not say."""
    is_deleted: bool
    """True once complete scans no longer find the user in the source tool; false again when it returns."""
    is_mfa_enabled: NotRequired[bool | None]
    """Whether the user has registered a second factor. Null if the token may not read it."""
    is_admin: NotRequired[bool | None]
    """Whether the user holds an administrator role, directly or, as far as the identity provider reports it,
    through a group. Null if the token may not read it.
    """
    user_type: NotRequired[IdpUserType | None]
    """Whether the user belongs to the organization or is a guest of it. Null if the identity provider does not
    say.
    """
    employee_id: NotRequired[str | None]
    """The employee number. Null if the profile has none."""
    job_title: NotRequired[str | None]
    """The job title. Null if the profile has none."""
    department: NotRequired[str | None]
    """The department. Null if the profile has none."""
    manager: NotRequired[str | None]
    """The manager, as the identity provider names them: a login, a name or an id. Null if the profile names none."""
    address: NotRequired[Address | None]
    """The postal address. Null if the profile has none."""
    vendor_data: NotRequired[MsEntraUserData | dict[str, Any] | None]
    """Further fields of the user, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ErrorDetail(TypedDict):
    """What is wrong with one part of the request."""

    loc: list[str]
    """The part of the request and the path within it, such as `["query", "limit"]`."""
    msg: str
    """What was expected, as human-readable text."""
    type: str
    """The kind of mistake, as a machine-readable word: `missing`, `unexpected`, `conflict`, or the expected type,
    such as `integer`.
    """
    ctx: dict[str, Any]
    """The limits of an accepted value, such as `{"minimum": 1, "maximum": 500}`; an empty object if there are
    none.
    """
    input: Any
    """The value in the request, with at most 256 characters, or the first 20 values of a repeated parameter; null
    if it is absent, and `"[redacted]"` if it could be a secret, is an object, or belongs to a field that the
    operation does not have.
    """


class IdpGroupWithEntities(TypedDict):
    """A group with its members and applications, as far as the request asks for them."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    types: list[str]
    """The group's types in the identity provider's own words, such as `OKTA_GROUP` or `SecurityEnabled`; empty if
    it names none.
    """
    description: str
    """The group's description; an empty string if it has none."""
    name: str
    """The group's name, as the identity provider shows it."""
    vendor_id: str
    """The group's id in the identity provider."""
    vendor_created_at: Timestamp
    """When the source tool created the group; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    last_membership_updated_at: NotRequired[Timestamp | None]
    """When members last joined or left the group. Null if the identity provider does not say."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the group last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the group in the source tool; false again when it returns."""
    users: NotRequired[list[IdpUser] | None]
    """The users who are direct members of the group; present if `includeIdpUsers=true`. The members of a nested
    group are shown in that group.
    """
    groups: NotRequired[list[IdpGroup] | None]
    """The groups that are direct members of the group (nested groups); present if `includeIdpGroups=true`."""
    applications: NotRequired[list[IdpApplication] | None]
    """The applications that the group is assigned to; present if `includeIdpApplications=true`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpApplication(TypedDict):
    """An application that users of an identity provider sign in to."""

    id: str
    """The service's own id of the application: a UUID that stays the same across syncs."""
    labels: NotRequired[list[str] | None]
    """Labels or tags that the identity provider shows for the application. Null if it has none."""
    name: str
    """The application's name in the identity provider."""
    vendor_id: str
    """The application's id in the identity provider."""
    version: NotRequired[str | None]
    """The application's version. Null if the identity provider does not track versions."""
    vendor_status: str
    """The application's status in the identity provider's own words, such as `ACTIVE`."""
    vendor_created_at: Timestamp
    """When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the application last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the application in the source tool; false again when it returns."""


class IdpApplicationWithEntities(TypedDict):
    """An application with its assigned users and groups, as far as the request asks for them."""

    id: str
    """The service's own id of the application: a UUID that stays the same across syncs."""
    labels: NotRequired[list[str] | None]
    """Labels or tags that the identity provider shows for the application. Null if it has none."""
    name: str
    """The application's name in the identity provider."""
    vendor_id: str
    """The application's id in the identity provider."""
    version: NotRequired[str | None]
    """The application's version. Null if the identity provider does not track versions."""
    vendor_status: str
    """The application's status in the identity provider's own words, such as `ACTIVE`."""
    vendor_created_at: Timestamp
    """When the source tool created the application; `1970-01-01T00:00:00.000Z` if the source tool does not say."""
    last_updated_at: NotRequired[Timestamp | None]
    """When the application last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the application in the source tool; false again when it returns."""
    users: NotRequired[list[IdpUser] | None]
    """The users who are assigned to the application; present if `includeIdpUsers=true`."""
    groups: NotRequired[list[IdpGroup] | None]
    """The groups that are assigned to the application; present if `includeIdpGroups=true`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpPolicyWithMeta(TypedDict):
    """A policy of an identity provider, such as a conditional access policy."""

    id: str
    """The service's own id of the policy: a UUID that stays the same across syncs."""
    name: str
    """The policy's name, as the identity provider shows it."""
    type: str
    """The kind of policy, such as `CONDITIONAL_ACCESS`."""
    status: str
    """Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or
    `OTHER`.
    """
    description: str | None
    """The policy's description. Null if it has none."""
    priority: int | None
    """The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no
    order.
    """
    conditions: dict[str, Any] | None
    """To whom and to what the policy applies, as the identity provider writes it. Null if it gives none."""
    vendor_created_at: Timestamp | None
    """When the source tool created the policy. Null if the source tool does not say."""
    last_updated_at: Timestamp | None
    """When the policy last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the policy in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_ENTRA`."""
    vendor_id: str
    """The policy's id in the identity provider."""
    vendor_data: dict[str, Any] | None
    """Further fields of the policy, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpPolicy(TypedDict):
    """A policy of an identity provider, such as a conditional access policy."""

    id: str
    """The service's own id of the policy: a UUID that stays the same across syncs."""
    name: str
    """The policy's name, as the identity provider shows it."""
    type: str
    """The kind of policy, such as `CONDITIONAL_ACCESS`."""
    status: str
    """Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or
    `OTHER`.
    """
    description: str | None
    """The policy's description. Null if it has none."""
    priority: int | None
    """The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no
    order.
    """
    conditions: dict[str, Any] | None
    """To whom and to what the policy applies, as the identity provider writes it. Null if it gives none."""
    vendor_created_at: Timestamp | None
    """When the source tool created the policy. Null if the source tool does not say."""
    last_updated_at: Timestamp | None
    """When the policy last changed in the source tool. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the policy in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_ENTRA`."""
    vendor_id: str
    """The policy's id in the identity provider."""
    vendor_data: dict[str, Any] | None
    """Further fields of the policy, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class IdpAlertWithMeta(TypedDict):
    """An alert about an identity, such as a risky sign-in."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    detected_at: Timestamp | None
    """When the source tool detected it. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When the alert last changed in the source tool. Null if it does not say."""
    user_id: str | None
    """The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source
    tool names none.
    """
    user_vendor_id: str | None
    """That user's id in the source tool. Null if the source tool names none."""
    user_name: str | None
    """That user's login or name. Null if unknown."""
    application_id: str | None
    """The service's id of the application, which `/idp/applications` serves. Null if the source tool names none."""
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    ip_address: str | None
    """The address from which it came. Null if unknown."""
    location: GeoLocation | None
    """Where that address is. Null if unknown."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_ENTRA`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class GeoLocation(TypedDict):
    """Where a request came from, as far as the source tool knows it."""

    city: str | None
    """City or town. Null if unknown."""
    state: str | None
    """State, province or region. Null if unknown."""
    country: str | None
    """Country, as the source tool writes it: a name or an ISO 3166 code. Null if unknown."""


class IdpAlert(TypedDict):
    """An alert about an identity, such as a risky sign-in."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    detected_at: Timestamp | None
    """When the source tool detected it. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When the alert last changed in the source tool. Null if it does not say."""
    user_id: str | None
    """The service's id of the user, which `/idp/users` serves if the connection exports users. Null if the source
    tool names none.
    """
    user_vendor_id: str | None
    """That user's id in the source tool. Null if the source tool names none."""
    user_name: str | None
    """That user's login or name. Null if unknown."""
    application_id: str | None
    """The service's id of the application, which `/idp/applications` serves. Null if the source tool names none."""
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    ip_address: str | None
    """The address from which it came. Null if unknown."""
    location: GeoLocation | None
    """Where that address is. Null if unknown."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_ENTRA`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class IdpAuditEventWithMeta(TypedDict):
    """One event of the log of an identity provider. Events never change, and leave the list when they are as old
    as the operator keeps them: 90 days by default.
    """

    id: str
    """The service's own id of the event: a UUID that stays the same across syncs."""
    event_type: str
    """What happened, as the source tool writes it, such as `user.session.start`."""
    category: str | None
    """The kind of event in the source tool's own words. Null if it names none."""
    description: str | None
    """What happened, for people. Null if the source tool does not describe it."""
    outcome: AuditOutcome
    """How it ended, normalized."""
    outcome_reason: str | None
    """Why it ended so, in the source tool's own words. Null if it does not say."""
    severity: Severity | None
    """How severe the event is, normalized. Null if the source tool gives none."""
    occurred_at: Timestamp
    """When it happened."""
    actor: AuditActor | None
    """Who did it. Null if the source tool does not say."""
    targets: list[AuditTarget] | None
    """What it was done to. Null if the source tool names nothing."""
    client: AuditClient | None
    """The client that sent the request. Null if there was none, or if the source tool does not say."""
    session_id: str | None
    """The id of the session in the source tool. Null if there was none."""
    request_id: str | None
    """The id of the request in the source tool. Null if there was none."""
    vendor: str
    """The vendor identifier of the source tool, such as `OKTA`."""
    vendor_id: str
    """The event's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the event, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class AuditActor(TypedDict):
    """Who did what an audit event records."""

    id: str | None
    """The service's id of the user, which `/idp/users` serves. Null if the actor is no user."""
    vendor_id: str | None
    """The actor's id in the source tool. Null if unknown."""
    type: str | None
    """What the actor is, as the source tool writes it, such as `User`. Null if unknown."""
    name: str | None
    """The actor's name. Null if unknown."""
    email: str | None
    """The actor's email address or login. Null if unknown."""


class AuditTarget(TypedDict):
    """What an audited action was done to."""

    vendor_id: str | None
    """The target's id in the source tool. Null if unknown."""
    type: str | None
    """What the target is, as the source tool writes it, such as `AppInstance`. Null if unknown."""
    name: str | None
    """The target's name. Null if unknown."""


class AuditClient(TypedDict):
    """The client that sent an audited request."""

    ip_address: str | None
    """Its address. Null if unknown."""
    user_agent: str | None
    """What it says that it is, in the header `User-Agent`. Null if unknown."""
    device: str | None
    """The kind of device, as the source tool writes it. Null if unknown."""
    location: GeoLocation | None
    """Where its address is. Null if unknown."""


class IdpAuditEvent(TypedDict):
    """One event of the log of an identity provider. Events never change, and leave the list when they are as old
    as the operator keeps them: 90 days by default.
    """

    id: str
    """The service's own id of the event: a UUID that stays the same across syncs."""
    event_type: str
    """What happened, as the source tool writes it, such as `user.session.start`."""
    category: str | None
    """The kind of event in the source tool's own words. Null if it names none."""
    description: str | None
    """What happened, for people. Null if the source tool does not describe it."""
    outcome: AuditOutcome
    """How it ended, normalized."""
    outcome_reason: str | None
    """Why it ended so, in the source tool's own words. Null if it does not say."""
    severity: Severity | None
    """How severe the event is, normalized. Null if the source tool gives none."""
    occurred_at: Timestamp
    """When it happened."""
    actor: AuditActor | None
    """Who did it. Null if the source tool does not say."""
    targets: list[AuditTarget] | None
    """What it was done to. Null if the source tool names nothing."""
    client: AuditClient | None
    """The client that sent the request. Null if there was none, or if the source tool does not say."""
    session_id: str | None
    """The id of the session in the source tool. Null if there was none."""
    request_id: str | None
    """The id of the request in the source tool. Null if there was none."""
    vendor: str
    """The vendor identifier of the source tool, such as `OKTA`."""
    vendor_id: str
    """The event's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the event, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ComplianceFindingWithEntities(TypedDict):
    """A finding with its rule and its compliances, as far as the request asks for them."""

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """The finding's title, as the source tool shows it."""
    description: str | None
    """What was checked and why it matters. Null if the source tool gives no description."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    resource_id: str
    """The evaluated resource's id in its cloud, such as an ARN or an Azure resource id."""
    resource_name: str | None
    """The evaluated resource's name. Null if unknown."""
    resource_region: str | None
    """The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global."""
    resource_type: str | None
    """The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown."""
    severity: Severity
    """How severe a failure is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str
    """The severity in the source tool's own words; `UNKNOWN` if it gives none."""
    status: FindingStatus
    """Where the finding stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str
    """The status in the source tool's own words."""
    status_changed_at: Timestamp | None
    """When the status last changed; the last update of the finding if the source tool does not record status
    changes. Null if unknown.
    """
    start_time: Timestamp | None
    """When the source tool first observed the finding. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `AWS_SECURITYHUB`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    rule: NotRequired[FindingRule | None]
    """The rule that was evaluated; present if `includeRule=true`. Null if the source tool names none."""
    compliances: NotRequired[list[FindingCompliance] | None]
    """The controls that the finding counts towards; present if `includeCompliances=true`. Null if the source tool
    links it to none.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class FindingRule(TypedDict):
    """The rule that a finding was evaluated against."""

    id: str
    """The service's own id of the rule: the same UUID in every finding of the connection that names the rule."""
    name: str
    """The rule's title, as the source tool shows it."""
    vendor_id: str
    """The rule's id in the source tool."""


class FindingCompliance(TypedDict):
    """One control of one standard that a finding counts towards."""

    standard: str
    """The name of the standard, as the source tool writes it."""
    standard_version: str | None
    """The version of the standard. Null if the source tool names none."""
    control: str
    """The control's identifier within the standard."""
    control_name: str | None
    """The control's title. Null if the source tool gives none."""
    result: ComplianceResult
    """Whether the resource satisfies this control."""


class ComplianceFinding(TypedDict):
    """One resource evaluated against one control."""

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """The finding's title, as the source tool shows it."""
    description: str | None
    """What was checked and why it matters. Null if the source tool gives no description."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    resource_id: str
    """The evaluated resource's id in its cloud, such as an ARN or an Azure resource id."""
    resource_name: str | None
    """The evaluated resource's name. Null if unknown."""
    resource_region: str | None
    """The cloud region of the resource, such as `eu-west-1`. Null if unknown or if the resource is global."""
    resource_type: str | None
    """The type of the resource, as the source tool writes it, such as `AwsS3Bucket`. Null if unknown."""
    severity: Severity
    """How severe a failure is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str
    """The severity in the source tool's own words; `UNKNOWN` if it gives none."""
    status: FindingStatus
    """Where the finding stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str
    """The status in the source tool's own words."""
    status_changed_at: Timestamp | None
    """When the status last changed; the last update of the finding if the source tool does not record status
    changes. Null if unknown.
    """
    start_time: Timestamp | None
    """When the source tool first observed the finding. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `AWS_SECURITYHUB`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ComplianceWithMeta(TypedDict):
    """One control of one standard, as the source tool evaluates it over all resources."""

    id: str
    """The service's own id of the compliance: a UUID that stays the same across syncs."""
    standard: str
    """The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`."""
    standard_version: str | None
    """The version of the standard, such as `1.4.0`. Null if the source tool names none."""
    control: str
    """The control's identifier within the standard, such as `IAM.1`."""
    control_name: str | None
    """The control's title. Null if the source tool gives none."""
    description: str | None
    """What the control requires. Null if the source tool does not describe it."""
    result: ComplianceResult
    """Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it."""
    passed_count: int | None
    """How many resources passed. Null if the source tool does not count them."""
    failed_count: int | None
    """How many resources failed. Null if the source tool does not count them."""
    vendor_created_at: Timestamp | None
    """When the source tool first evaluated the control. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When the source tool last changed its evaluation. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `AWS_SECURITYHUB`."""
    vendor_id: str
    """The compliance's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class Compliance(TypedDict):
    """One control of one standard, as the source tool evaluates it over all resources."""

    id: str
    """The service's own id of the compliance: a UUID that stays the same across syncs."""
    standard: str
    """The name of the standard, as the source tool writes it, such as `CIS AWS Foundations Benchmark`."""
    standard_version: str | None
    """The version of the standard, such as `1.4.0`. Null if the source tool names none."""
    control: str
    """The control's identifier within the standard, such as `IAM.1`."""
    control_name: str | None
    """The control's title. Null if the source tool gives none."""
    description: str | None
    """What the control requires. Null if the source tool does not describe it."""
    result: ComplianceResult
    """Whether the evaluated resources satisfy the control; `DELETED` once complete scans no longer find it."""
    passed_count: int | None
    """How many resources passed. Null if the source tool does not count them."""
    failed_count: int | None
    """How many resources failed. Null if the source tool does not count them."""
    vendor_created_at: Timestamp | None
    """When the source tool first evaluated the control. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When the source tool last changed its evaluation. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `AWS_SECURITYHUB`."""
    vendor_id: str
    """The compliance's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the compliance, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class CspmAlertWithMeta(TypedDict):
    """An alert about what happened in a cloud account."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    resource_id: str | None
    """The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown."""
    resource_name: str | None
    """The affected resource's name. Null if unknown."""
    resource_type: str | None
    """The type of the resource, as the source tool writes it. Null if unknown."""
    cloud_provider: CloudProvider | None
    """The cloud that runs the resource. Null if unknown."""
    account_id: str | None
    """The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown."""
    region: str | None
    """The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global."""
    first_event_time: Timestamp | None
    """When the first of its events happened. Null if the source tool does not say."""
    last_event_time: Timestamp | None
    """When the last of its events happened. Null if the source tool does not say."""
    resolved_time: Timestamp | None
    """When the alert was resolved. Null if it is not, or if the source tool does not say."""
    remediation: str | None
    """What to do about it; may include links. Null if the source tool gives no advice."""
    mitre: list[MitreTechnique] | None
    """The techniques of MITRE ATT&CK that it shows. Null if the source tool names none."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class MitreTechnique(TypedDict):
    """A technique of MITRE ATT&CK that an alert shows, or only its tactic if the source tool names no technique."""

    tactic_id: str | None
    """The tactic's id, such as `TA0002`. Null if unknown."""
    tactic_name: str | None
    """The tactic's name, such as `Execution`. Null if unknown."""
    technique_id: str | None
    """The technique's id, such as `T1059`. Null if unknown."""
    technique_name: str | None
    """The technique's name. Null if unknown."""


class CspmAlert(TypedDict):
    """An alert about what happened in a cloud account."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    resource_id: str | None
    """The affected resource's id in its cloud, such as an ARN or an Azure resource id. Null if unknown."""
    resource_name: str | None
    """The affected resource's name. Null if unknown."""
    resource_type: str | None
    """The type of the resource, as the source tool writes it. Null if unknown."""
    cloud_provider: CloudProvider | None
    """The cloud that runs the resource. Null if unknown."""
    account_id: str | None
    """The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown."""
    region: str | None
    """The cloud region, such as `eu-west-1`. Null if unknown or if the resource is global."""
    first_event_time: Timestamp | None
    """When the first of its events happened. Null if the source tool does not say."""
    last_event_time: Timestamp | None
    """When the last of its events happened. Null if the source tool does not say."""
    resolved_time: Timestamp | None
    """When the alert was resolved. Null if it is not, or if the source tool does not say."""
    remediation: str | None
    """What to do about it; may include links. Null if the source tool gives no advice."""
    mitre: list[MitreTechnique] | None
    """The techniques of MITRE ATT&CK that it shows. Null if the source tool names none."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class DeviceWithMeta(TypedDict):
    """A computer, phone, server or network device."""

    id: str
    """The service's own id of the device: a UUID that stays the same across syncs."""
    status: DeviceStatus
    """Whether the device is in use, normalized."""
    platform: DevicePlatform
    """The operating system family, normalized."""
    hostnames: list[str]
    """Host names, without duplicates; empty if none is known."""
    fqdns: list[str]
    """Fully qualified domain names; empty if none is known."""
    ipv4s: list[str]
    """IPv4 addresses; empty if none is known."""
    ipv6s: list[str]
    """IPv6 addresses; empty if none is known."""
    mac_addresses: list[str]
    """Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known."""
    serial_number: str | None
    """The manufacturer's serial number. Null if unknown."""
    manufacturer: str | None
    """The maker of the hardware. Null if unknown."""
    model: str | None
    """The hardware model. Null if unknown."""
    os_version: str | None
    """The operating system's version, as the source tool writes it. Null if unknown."""
    os_major_version: str | None
    """The major part of the version, such as `22` of `22.04`. Null if unknown."""
    os_minor_version: str | None
    """The minor part of the version, such as `04` of `22.04`. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first saw the device. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last saw the device. Null if it does not say."""
    is_encrypted: bool | None
    """Whether the disk is encrypted. Null if the source tool does not say."""
    is_managed: bool | None
    """Whether a management tool or agent controls the device. Null if the source tool does not say."""
    owner_email: str | None
    """The email address of the person who uses the device. Null if unknown."""
    source_vendors: list[SourceVendor]
    """The source tools that report this device; at least the vendor of the connection."""
    installed_software: list[str] | None
    """The installed software, one entry per product, as the source tool writes it. Null if the source tool does
    not list software.
    """
    ad_info: AdInfo | None
    """How a directory service knows the device. Null if it belongs to no directory or nothing is known."""
    cloud_metadata: CloudMetadata | None
    """Where a cloud runs the device. Null if it runs in no cloud or nothing is known."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The device's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the device, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class SourceVendor(TypedDict):
    """A source tool that reports the device."""

    vendor: str
    """The vendor identifier of that source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The device's id in that source tool."""
    agent_info: AgentInfo | None
    """The tool's agent on the device. Null if there is no agent or nothing is known about one."""


class AgentInfo(TypedDict):
    """The source tool's agent on a device."""

    agent_version: str | None
    """The version of the agent. Null if unknown."""
    signature_version: str | None
    """The version of the agent's detection signatures. Null if unknown or if the agent has none."""
    policies: list[str] | None
    """The source tool's ids of the policies that the agent applies. Null if unknown."""


class AdInfo(TypedDict):
    """How a directory service, such as Active Directory or Entra ID, knows the device."""

    org_unit: str | None
    """The organizational unit that contains the device, parts joined by `/`. Null if unknown."""
    site_name: str | None
    """The Active Directory site. Null if unknown."""
    domain: str | None
    """The directory domain that the device has joined. Null if unknown."""
    device_id: str | None
    """The device id that the directory assigned. Null if unknown."""


class CloudMetadata(TypedDict):
    """Which cloud runs the device, and where."""

    cloud_provider: CloudProvider
    """The cloud that runs the device."""
    account_id: str | None
    """The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown."""
    region: str | None
    """The cloud region, such as `eu-west-1`. Null if unknown."""
    availability_zone: str | None
    """The zone within the region, such as `eu-west-1a`. Null if unknown."""
    instance_id: str | None
    """The virtual machine's id in the cloud. Null if unknown."""


class Device(TypedDict):
    """A computer, phone, server or network device."""

    id: str
    """The service's own id of the device: a UUID that stays the same across syncs."""
    status: DeviceStatus
    """Whether the device is in use, normalized."""
    platform: DevicePlatform
    """The operating system family, normalized."""
    hostnames: list[str]
    """Host names, without duplicates; empty if none is known."""
    fqdns: list[str]
    """Fully qualified domain names; empty if none is known."""
    ipv4s: list[str]
    """IPv4 addresses; empty if none is known."""
    ipv6s: list[str]
    """IPv6 addresses; empty if none is known."""
    mac_addresses: list[str]
    """Hardware addresses of the network interfaces, as the source tool writes them; empty if none is known."""
    serial_number: str | None
    """The manufacturer's serial number. Null if unknown."""
    manufacturer: str | None
    """The maker of the hardware. Null if unknown."""
    model: str | None
    """The hardware model. Null if unknown."""
    os_version: str | None
    """The operating system's version, as the source tool writes it. Null if unknown."""
    os_major_version: str | None
    """The major part of the version, such as `22` of `22.04`. Null if unknown."""
    os_minor_version: str | None
    """The minor part of the version, such as `04` of `22.04`. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first saw the device. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last saw the device. Null if it does not say."""
    is_encrypted: bool | None
    """Whether the disk is encrypted. Null if the source tool does not say."""
    is_managed: bool | None
    """Whether a management tool or agent controls the device. Null if the source tool does not say."""
    owner_email: str | None
    """The email address of the person who uses the device. Null if unknown."""
    source_vendors: list[SourceVendor]
    """The source tools that report this device; at least the vendor of the connection."""
    installed_software: list[str] | None
    """The installed software, one entry per product, as the source tool writes it. Null if the source tool does
    not list software.
    """
    ad_info: AdInfo | None
    """How a directory service knows the device. Null if it belongs to no directory or nothing is known."""
    cloud_metadata: CloudMetadata | None
    """Where a cloud runs the device. Null if it runs in no cloud or nothing is known."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The device's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the device, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class DeviceGroupWithMeta(TypedDict):
    """A group of devices."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    name: str
    """The group's name, as the source tool shows it."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The group's id in the source tool."""
    created_by: str | None
    """Who created the group, as the source tool names them. Null if unknown."""
    description: str | None
    """The group's description. Null if it has none."""
    device_ids: NotRequired[list[str]]
    """The service's ids of the member devices that it knows, in ascending order; empty if the group has no
    members. Absent if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the
    field, and `/entities/device-groups/{id}/devices` lists them.
    """
    vendor_created_at: Timestamp | None
    """When the source tool created the group. Null if the source tool does not say."""
    vendor_data: dict[str, Any] | None
    """Further fields of the group, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class DeviceGroup(TypedDict):
    """A group of devices."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    name: str
    """The group's name, as the source tool shows it."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The group's id in the source tool."""
    created_by: str | None
    """Who created the group, as the source tool names them. Null if unknown."""
    description: str | None
    """The group's description. Null if it has none."""
    device_ids: NotRequired[list[str]]
    """The service's ids of the member devices that it knows, in ascending order; empty if the group has no
    members. Absent if the group has more than 1,000 members: the header `X-Omitted-Fields` then names the
    field, and `/entities/device-groups/{id}/devices` lists them.
    """
    vendor_created_at: Timestamp | None
    """When the source tool created the group. Null if the source tool does not say."""
    vendor_data: dict[str, Any] | None
    """Further fields of the group, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class DevicePolicyWithMeta(TypedDict):
    """A policy that a device manager applies to groups of devices."""

    id: str
    """The service's own id of the policy: a UUID that stays the same across syncs."""
    name: str
    """The policy's name, as the source tool shows it."""
    type: str | None
    """The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds."""
    platform: str | None
    """The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown."""
    is_enabled: bool | None
    """Whether the policy is in force. Null if the source tool does not say."""
    description: str | None
    """The policy's description. Null if it has none."""
    device_group_ids: NotRequired[list[str]]
    """The service's ids of the device groups that the policy applies to and that it knows, in ascending order;
    empty if the policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header
    `X-Omitted-Fields` then names the field, and `/entities/device-policies/{id}/device-groups` lists the
    groups.
    """
    vendor_created_at: Timestamp | None
    """When the source tool created the policy. Null if the source tool does not say."""
    last_updated_at: Timestamp | None
    """When the policy last changed in the source tool. Null if the source tool does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The policy's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the policy, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class DevicePolicy(TypedDict):
    """A policy that a device manager applies to groups of devices."""

    id: str
    """The service's own id of the policy: a UUID that stays the same across syncs."""
    name: str
    """The policy's name, as the source tool shows it."""
    type: str | None
    """The kind of policy, such as `PREVENTION`. Null if the source tool has no kinds."""
    platform: str | None
    """The operating system that the policy is for, as the source tool writes it. Null if it is for all or unknown."""
    is_enabled: bool | None
    """Whether the policy is in force. Null if the source tool does not say."""
    description: str | None
    """The policy's description. Null if it has none."""
    device_group_ids: NotRequired[list[str]]
    """The service's ids of the device groups that the policy applies to and that it knows, in ascending order;
    empty if the policy applies to no group. Absent if the policy applies to more than 1,000 groups: the header
    `X-Omitted-Fields` then names the field, and `/entities/device-policies/{id}/device-groups` lists the
    groups.
    """
    vendor_created_at: Timestamp | None
    """When the source tool created the policy. Null if the source tool does not say."""
    last_updated_at: Timestamp | None
    """When the policy last changed in the source tool. Null if the source tool does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The policy's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the policy, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ResourceWithMeta(TypedDict):
    """A resource in a cloud account, such as a bucket or a virtual machine."""

    id: str
    """The service's own id of the resource: a UUID that stays the same across syncs."""
    name: str
    """The resource's name; the last part of its id if it has none."""
    type: str
    """The resource's type without its provider, such as `virtualMachines`."""
    vendor_type: str | None
    """The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if
    unknown.
    """
    cloud_provider: CloudProvider | None
    """The cloud that runs the resource. Null if unknown."""
    account_id: str | None
    """The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown."""
    account_name: str | None
    """The name of that account. Null if unknown."""
    region: str | None
    """The cloud region, such as `westeurope`. Null if unknown or if the resource is global."""
    tags: dict[str, Any] | None
    """The resource's tags: an object of names and values. Null if it has none."""
    first_seen: Timestamp | None
    """When the resource was created or first seen. Null if the source tool does not say."""
    last_seen: Timestamp | None
    """When the source tool last saw the resource. Null if it does not say."""
    is_deleted: bool
    """True once complete scans no longer find the resource in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`."""
    vendor_id: str
    """The resource's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the resource, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class Resource(TypedDict):
    """A resource in a cloud account, such as a bucket or a virtual machine."""

    id: str
    """The service's own id of the resource: a UUID that stays the same across syncs."""
    name: str
    """The resource's name; the last part of its id if it has none."""
    type: str
    """The resource's type without its provider, such as `virtualMachines`."""
    vendor_type: str | None
    """The resource's full type in the cloud's own words, such as `microsoft.compute/virtualMachines`. Null if
    unknown.
    """
    cloud_provider: CloudProvider | None
    """The cloud that runs the resource. Null if unknown."""
    account_id: str | None
    """The cloud account: an AWS account, Azure subscription or GCP project id. Null if unknown."""
    account_name: str | None
    """The name of that account. Null if unknown."""
    region: str | None
    """The cloud region, such as `westeurope`. Null if unknown or if the resource is global."""
    tags: dict[str, Any] | None
    """The resource's tags: an object of names and values. Null if it has none."""
    first_seen: Timestamp | None
    """When the resource was created or first seen. Null if the source tool does not say."""
    last_seen: Timestamp | None
    """When the source tool last saw the resource. Null if it does not say."""
    is_deleted: bool
    """True once complete scans no longer find the resource in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `MS_DEFENDER_CLOUD`."""
    vendor_id: str
    """The resource's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the resource, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ApplicationWithMeta(TypedDict):
    """Something that is built and scanned: a code repository, a project, a container image or a web application."""

    id: str
    """The service's own id of the application: a UUID that stays the same across syncs."""
    name: str
    """The application's name."""
    full_name: str | None
    """The name with its owner or group, such as `acme/shop`. Null if there is none."""
    type: ApplicationType
    """What kind of application it is."""
    description: str | None
    """What it is for. Null if nobody said."""
    url: str | None
    """The application's page in the source tool. Null if it has none."""
    default_branch: str | None
    """The branch that is scanned, such as `main`. Null if unknown."""
    languages: list[str] | None
    """The programming languages. Null if unknown."""
    visibility: ApplicationVisibility | None
    """Who can see it in the source tool. Null if unknown."""
    is_archived: bool | None
    """Whether it is archived or no longer watched. Null if the source tool does not say."""
    owner: str | None
    """Who it belongs to: a person, a team or an organization. Null if unknown."""
    business_criticality: str | None
    """How important it is, in the source tool's own words. Null if nobody said."""
    tags: list[str] | None
    """Its tags, topics or labels. Null if it has none."""
    vendor_created_at: Timestamp | None
    """When the application was created in the source tool. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When it last changed in the source tool. Null if it does not say."""
    last_scanned_at: Timestamp | None
    """When it was last scanned. Null if it never was, or if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the application in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The application's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the application, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class Application(TypedDict):
    """Something that is built and scanned: a code repository, a project, a container image or a web application."""

    id: str
    """The service's own id of the application: a UUID that stays the same across syncs."""
    name: str
    """The application's name."""
    full_name: str | None
    """The name with its owner or group, such as `acme/shop`. Null if there is none."""
    type: ApplicationType
    """What kind of application it is."""
    description: str | None
    """What it is for. Null if nobody said."""
    url: str | None
    """The application's page in the source tool. Null if it has none."""
    default_branch: str | None
    """The branch that is scanned, such as `main`. Null if unknown."""
    languages: list[str] | None
    """The programming languages. Null if unknown."""
    visibility: ApplicationVisibility | None
    """Who can see it in the source tool. Null if unknown."""
    is_archived: bool | None
    """Whether it is archived or no longer watched. Null if the source tool does not say."""
    owner: str | None
    """Who it belongs to: a person, a team or an organization. Null if unknown."""
    business_criticality: str | None
    """How important it is, in the source tool's own words. Null if nobody said."""
    tags: list[str] | None
    """Its tags, topics or labels. Null if it has none."""
    vendor_created_at: Timestamp | None
    """When the application was created in the source tool. Null if it does not say."""
    last_updated_at: Timestamp | None
    """When it last changed in the source tool. Null if it does not say."""
    last_scanned_at: Timestamp | None
    """When it was last scanned. Null if it never was, or if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the application in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The application's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the application, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class OrganizationIdentityWithMeta(TypedDict):
    """A member of an organization in a tool or cloud."""

    id: str
    """The service's own id of the member: a UUID that stays the same across syncs."""
    name: str
    """The display name; the login or id if there is none."""
    username: str | None
    """The login. Null if there is none."""
    email: str | None
    """The email address. Null if unknown or if the tool hides it."""
    type: OrganizationIdentityType
    """What kind of member it is."""
    role: str | None
    """The member's role, as the source tool writes it. Null if unknown."""
    is_admin: bool | None
    """Whether the member administers the organization. Null if the source tool does not say."""
    is_mfa_enabled: bool | None
    """Whether a second factor protects the login. Null if the source tool does not say."""
    organization: IdentityOrganization | None
    """The organization that the member belongs to. Null if the source tool does not say."""
    external_identity: str | None
    """The member's id or login in the identity provider, such as a SAML name id. Null if there is none."""
    last_active_at: Timestamp | None
    """When the member was last active. Null if the source tool does not say."""
    vendor_created_at: Timestamp | None
    """When the member was created or joined. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the member in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The member's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the member, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdentityOrganization(TypedDict):
    """The organization, group or account that a member belongs to."""

    name: str
    """Its name."""
    vendor_id: str | None
    """Its id in the source tool. Null if unknown."""


class OrganizationIdentity(TypedDict):
    """A member of an organization in a tool or cloud."""

    id: str
    """The service's own id of the member: a UUID that stays the same across syncs."""
    name: str
    """The display name; the login or id if there is none."""
    username: str | None
    """The login. Null if there is none."""
    email: str | None
    """The email address. Null if unknown or if the tool hides it."""
    type: OrganizationIdentityType
    """What kind of member it is."""
    role: str | None
    """The member's role, as the source tool writes it. Null if unknown."""
    is_admin: bool | None
    """Whether the member administers the organization. Null if the source tool does not say."""
    is_mfa_enabled: bool | None
    """Whether a second factor protects the login. Null if the source tool does not say."""
    organization: IdentityOrganization | None
    """The organization that the member belongs to. Null if the source tool does not say."""
    external_identity: str | None
    """The member's id or login in the identity provider, such as a SAML name id. Null if there is none."""
    last_active_at: Timestamp | None
    """When the member was last active. Null if the source tool does not say."""
    vendor_created_at: Timestamp | None
    """When the member was created or joined. Null if the source tool does not say."""
    is_deleted: bool
    """True once complete scans no longer find the member in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The member's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the member, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ScanConfigurationWithMeta(TypedDict):
    """A scan that a vulnerability scanner is configured to run."""

    id: str
    """The service's own id of the scan configuration: a UUID that stays the same across syncs."""
    name: str
    """The scan's name, as the scanner shows it."""
    owner: str | None
    """Who owns the scan, as the scanner names them. Null if unknown."""
    is_enabled: bool | None
    """True if the scan is active, false if it is disabled. Null if the scanner does not say."""
    is_scheduled: bool | None
    """True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say."""
    last_scan_vendor_id: str | None
    """The scanner's id of the latest scan run. Null if it never ran."""
    device_target_count: int | None
    """How many devices the latest scan targeted. Null if unknown or if it never ran."""
    scan_targets: list[str] | None
    """What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown."""
    severity_frequency: SeverityFrequency | None
    """How many findings the latest scan counted, by severity. Null if unknown or if it never ran."""
    vendor: str
    """The vendor identifier of the source tool, such as `TENABLE`."""
    vendor_id: str
    """The scan configuration's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the scan configuration, as the source tool sends them or under a name of the connector;
    the shape depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class SeverityFrequency(TypedDict):
    """How many findings the latest scan counted, by severity."""

    critical: int
    """Findings of critical severity."""
    high: int
    """Findings of high severity."""
    info: int
    """Informational findings."""
    low: int
    """Findings of low severity."""
    medium: int
    """Findings of medium severity."""


class ScanConfiguration(TypedDict):
    """A scan that a vulnerability scanner is configured to run."""

    id: str
    """The service's own id of the scan configuration: a UUID that stays the same across syncs."""
    name: str
    """The scan's name, as the scanner shows it."""
    owner: str | None
    """Who owns the scan, as the scanner names them. Null if unknown."""
    is_enabled: bool | None
    """True if the scan is active, false if it is disabled. Null if the scanner does not say."""
    is_scheduled: bool | None
    """True if the scan runs on a schedule, false if someone starts it on demand. Null if the scanner does not say."""
    last_scan_vendor_id: str | None
    """The scanner's id of the latest scan run. Null if it never ran."""
    device_target_count: int | None
    """How many devices the latest scan targeted. Null if unknown or if it never ran."""
    scan_targets: list[str] | None
    """What the latest scan targeted, such as addresses or ranges with a hyphen. Null if unknown."""
    severity_frequency: SeverityFrequency | None
    """How many findings the latest scan counted, by severity. Null if unknown or if it never ran."""
    vendor: str
    """The vendor identifier of the source tool, such as `TENABLE`."""
    vendor_id: str
    """The scan configuration's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the scan configuration, as the source tool sends them or under a name of the connector;
    the shape depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class VulnerabilityWithMeta(TypedDict):
    """One weakness found on one device, or in something that is none, such as an image."""

    id: str
    """The service's own id of the vulnerability: a UUID that stays the same across syncs."""
    device: AffectedDevice | None
    """The device that has the weakness. Null if it is in something that is no device."""
    name: str
    """The weakness's title, or its CVE id."""
    description: str | None
    """What the weakness is. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the weakness is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where the weakness stands on the device, normalized."""
    state_updated_at: Timestamp | None
    """When the weakness entered this state. Null if the source tool does not say."""
    cve: list[str]
    """The CVE ids, such as `CVE-2024-3094`; empty if it has none."""
    cvss_version: str | None
    """The CVSS version of the scores and vectors, such as `3.1`. Null if there is no score."""
    cvss_base_score: float | None
    """CVSS base score, 0.0 to 10.0. Null if the source tool gives none."""
    cvss_vector: str | None
    """CVSS base vector, such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`. Null if the source tool gives
    none.
    """
    cvss_temporal_score: float | None
    """CVSS temporal score (threat score in version 4), 0.0 to 10.0. Null if the source tool gives none."""
    cvss_temporal_vector: str | None
    """CVSS temporal vector (threat vector in version 4). Null if the source tool gives none."""
    epss_score: float | None
    """EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool
    gives none.
    """
    is_exploited: bool | None
    """Whether the weakness is known to be exploited, for example because CISA lists it. Null if the source tool
    does not say.
    """
    port: int | None
    """The network port that shows the weakness. Null if it concerns the device as a whole or is unknown."""
    protocol: str | None
    """The transport protocol of the port, such as `tcp`. Null if unknown."""
    service: str | None
    """The service that answers on the port, such as `https`. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first found the weakness on the device. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found the weakness on the device. Null if it does not say."""
    is_patchable: bool | None
    """Whether a patch or another official fix exists. Null if the source tool does not say."""
    solution: str | None
    """How to fix it. Null if the source tool gives no advice."""
    scan_output: str | None
    """The scanner's evidence, as text; connectors may truncate it. Null if there is none."""
    category: str | None
    """The kind of weakness in the source tool's own words, several joined by `, `. Null if it names none."""
    vendor_scan_id: str | None
    """The source tool's id of the scan that last found it. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `TENABLE`."""
    vendor_id: str
    """The vulnerability's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the vulnerability, as the source tool sends them or under a name of the connector; the
    shape depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class AffectedDevice(TypedDict):
    """The device that a vulnerability or an alert is about."""

    id: str
    """The service's id of the device, which `/entities/devices` serves if the connection exports devices."""
    hostnames: list[str]
    """Host names; empty if none is known."""
    ipv4s: list[str]
    """IPv4 addresses; empty if none is known."""
    platform: DevicePlatform
    """The operating system family, normalized."""
    vendor_id: str
    """The device's id in the source tool."""


class Vulnerability(TypedDict):
    """One weakness found on one device, or in something that is none, such as an image."""

    id: str
    """The service's own id of the vulnerability: a UUID that stays the same across syncs."""
    device: AffectedDevice | None
    """The device that has the weakness. Null if it is in something that is no device."""
    name: str
    """The weakness's title, or its CVE id."""
    description: str | None
    """What the weakness is. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the weakness is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where the weakness stands on the device, normalized."""
    state_updated_at: Timestamp | None
    """When the weakness entered this state. Null if the source tool does not say."""
    cve: list[str]
    """The CVE ids, such as `CVE-2024-3094`; empty if it has none."""
    cvss_version: str | None
    """The CVSS version of the scores and vectors, such as `3.1`. Null if there is no score."""
    cvss_base_score: float | None
    """CVSS base score, 0.0 to 10.0. Null if the source tool gives none."""
    cvss_vector: str | None
    """CVSS base vector, such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`. Null if the source tool gives
    none.
    """
    cvss_temporal_score: float | None
    """CVSS temporal score (threat score in version 4), 0.0 to 10.0. Null if the source tool gives none."""
    cvss_temporal_vector: str | None
    """CVSS temporal vector (threat vector in version 4). Null if the source tool gives none."""
    epss_score: float | None
    """EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool
    gives none.
    """
    is_exploited: bool | None
    """Whether the weakness is known to be exploited, for example because CISA lists it. Null if the source tool
    does not say.
    """
    port: int | None
    """The network port that shows the weakness. Null if it concerns the device as a whole or is unknown."""
    protocol: str | None
    """The transport protocol of the port, such as `tcp`. Null if unknown."""
    service: str | None
    """The service that answers on the port, such as `https`. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first found the weakness on the device. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found the weakness on the device. Null if it does not say."""
    is_patchable: bool | None
    """Whether a patch or another official fix exists. Null if the source tool does not say."""
    solution: str | None
    """How to fix it. Null if the source tool gives no advice."""
    scan_output: str | None
    """The scanner's evidence, as text; connectors may truncate it. Null if there is none."""
    category: str | None
    """The kind of weakness in the source tool's own words, several joined by `, `. Null if it names none."""
    vendor_scan_id: str | None
    """The source tool's id of the scan that last found it. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `TENABLE`."""
    vendor_id: str
    """The vulnerability's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the vulnerability, as the source tool sends them or under a name of the connector; the
    shape depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class VulnerabilityFindingWithMeta(TypedDict):
    """A vulnerability found in something, in the shape of the OCSF class Vulnerability Finding."""

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    analytic_output: str | None
    """The evidence, as text; connectors may truncate it. Null if there is none."""
    severity: Severity
    """How severe it is, normalized."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    type: VulnerabilityFindingType
    """What has the vulnerability."""
    device_id: str | None
    """The service's id of the device, which `/entities/devices` serves. Null if it is in no device."""
    device_vendor_id: str | None
    """That device's id in the source tool. Null if it is in no device."""
    application_id: str | None
    """The service's id of the application, which `/entities/applications` serves. Null if it is in none."""
    application_vendor_id: str | None
    """That application's id in the source tool. Null if it is in none."""
    resource_id: str | None
    """The affected resource's id in its cloud or in the source tool, such as an ARN. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    has_fix: bool | None
    """Whether a fix exists. Null if the source tool does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    product: FindingProduct | None
    """The product that reports it. Null if the source tool does not say."""
    analytic: FindingAnalytic | None
    """The rule, check or technique that found it. Null if the source tool names none."""
    resource_related: AffectedResource | None
    """What it affects. Null if the source tool does not say."""
    vulnerabilities: list[FindingVulnerability] | None
    """The vulnerabilities that it is about. Null if the source tool names none."""
    ticket: FindingTicket | None
    """The ticket in which somebody works on it. Null if there is none."""
    vendor: str
    """The vendor identifier of the source tool, such as `SNYK`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class FindingProduct(TypedDict):
    """The product that reports a finding."""

    vendor_name: str
    """Who makes it."""
    name: str
    """The product's name."""


class FindingAnalytic(TypedDict):
    """The rule, check or technique that found it."""

    type: str | None
    """The kind of analysis, as the source tool writes it. Null if unknown."""
    uid: str | None
    """Its id in the source tool. Null if unknown."""
    name: str | None
    """Its name. Null if unknown."""
    url: str | None
    """Its documentation. Null if it has none."""


class AffectedResource(TypedDict):
    """What a finding affects, as far as the source tool knows it."""

    affected_code: AffectedCode | None
    """The place in code. Null if it is not in code."""
    affected_image: AffectedImage | None
    """The container image. Null if it is in none."""
    affected_os: AffectedOs | None
    """The operating system. Null if unknown."""
    affected_package: SoftwarePackage | None
    """The package. Null if it is in none."""
    port: int | None
    """The network port that shows it. Null if there is none."""
    protocol: str | None
    """The transport protocol of the port, such as `tcp`. Null if unknown."""
    service: str | None
    """The service that answers on the port, such as `https`. Null if unknown."""


class AffectedCode(TypedDict):
    """The place in code."""

    repository: CodeRepository | None
    """The code repository. Null if unknown."""
    file_path: str | None
    """The path of the file. Null if unknown."""
    start_line: int | None
    """The first line, counted from 1. Null if unknown."""
    end_line: int | None
    """The last line, counted from 1. Null if unknown."""


class CodeRepository(TypedDict):
    """The code repository that an issue is in."""

    name: str
    """The repository's name with its owner, such as `acme/shop`."""
    url: str | None
    """The repository's page. Null if unknown."""


class AffectedImage(TypedDict):
    """The container image."""

    name: str
    """The image's name, with its registry if it is known."""
    tag: str | None
    """The tag. Null if unknown."""
    digest: str | None
    """The digest, such as `sha256:9f86...`. Null if unknown."""


class AffectedOs(TypedDict):
    """The operating system."""

    name: str
    """Its name."""
    version: str | None
    """Its version. Null if unknown."""


class SoftwarePackage(TypedDict):
    """A package of software that an issue is about."""

    name: str
    """The package's name."""
    version: str | None
    """The installed version. Null if unknown."""
    ecosystem: str | None
    """Where the package comes from, as the source tool writes it, such as `npm`. Null if unknown."""


class FindingVulnerability(TypedDict):
    """A vulnerability that a finding is about."""

    uid: str
    """Its id: a CVE id, such as `CVE-2024-3094`, or the id of another advisory."""
    cvss: FindingCvss | None
    """How severe it is by CVSS. Null if the source tool does not say."""
    epss: FindingEpss | None
    """How likely it is to be exploited. Null if the source tool does not say."""
    published: Timestamp | None
    """When it was published. Null if the source tool does not say."""
    last_modified: Timestamp | None
    """When what is published about it last changed. Null if the source tool does not say."""
    references: list[str] | None
    """Pages about it. Null if the source tool names none."""


class FindingCvss(TypedDict):
    """How severe a vulnerability is by CVSS."""

    version: str | None
    """The CVSS version, such as `3.1`. Null if unknown."""
    base_score: float | None
    """The base score, 0.0 to 10.0. Null if unknown."""
    vector: str | None
    """The vector. Null if unknown."""


class FindingEpss(TypedDict):
    """How likely a vulnerability is to be exploited, by EPSS."""

    score: float | None
    """The probability, 0 to 1, that it is exploited in the next 30 days. Null if unknown."""
    percentile: float | None
    """The share of vulnerabilities, 0 to 1, that are at most as likely. Null if unknown."""


class FindingTicket(TypedDict):
    """The ticket in which somebody works on a finding."""

    vendor_id: str | None
    """Its id or key in the ticketing tool. Null if unknown."""
    url: str | None
    """Its page. Null if unknown."""


class VulnerabilityFinding(TypedDict):
    """A vulnerability found in something, in the shape of the OCSF class Vulnerability Finding."""

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    analytic_output: str | None
    """The evidence, as text; connectors may truncate it. Null if there is none."""
    severity: Severity
    """How severe it is, normalized."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    type: VulnerabilityFindingType
    """What has the vulnerability."""
    device_id: str | None
    """The service's id of the device, which `/entities/devices` serves. Null if it is in no device."""
    device_vendor_id: str | None
    """That device's id in the source tool. Null if it is in no device."""
    application_id: str | None
    """The service's id of the application, which `/entities/applications` serves. Null if it is in none."""
    application_vendor_id: str | None
    """That application's id in the source tool. Null if it is in none."""
    resource_id: str | None
    """The affected resource's id in its cloud or in the source tool, such as an ARN. Null if unknown."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    has_fix: bool | None
    """Whether a fix exists. Null if the source tool does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    product: FindingProduct | None
    """The product that reports it. Null if the source tool does not say."""
    analytic: FindingAnalytic | None
    """The rule, check or technique that found it. Null if the source tool names none."""
    resource_related: AffectedResource | None
    """What it affects. Null if the source tool does not say."""
    vulnerabilities: list[FindingVulnerability] | None
    """The vulnerabilities that it is about. Null if the source tool names none."""
    ticket: FindingTicket | None
    """The ticket in which somebody works on it. Null if there is none."""
    vendor: str
    """The vendor identifier of the source tool, such as `SNYK`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class EdrAlertWithMeta(TypedDict):
    """An alert about what happened on a device, from endpoint detection and response."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    assigned_user: str | None
    """Who works on the alert: a name or an email address. Null if nobody does."""
    first_event_time: Timestamp | None
    """When the first of its events happened. Null if the source tool does not say."""
    last_event_time: Timestamp | None
    """When the last of its events happened. Null if the source tool does not say."""
    resolved_time: Timestamp | None
    """When the alert was resolved. Null if it is not, or if the source tool does not say."""
    device: AffectedDevice | None
    """The device on which it happened. Null if the source tool names none."""
    user_name: str | None
    """The account that the process ran as, as the device knows it. Null if unknown."""
    windows_sid: str | None
    """The Windows security identifier of that account. Null if unknown."""
    active_directory_user_id: str | None
    """The account's id in the directory. Null if unknown."""
    active_directory_domain: str | None
    """The directory domain of the account. Null if unknown."""
    pid: int | None
    """The process's id on the device. Null if unknown."""
    process_created_at: Timestamp | None
    """When the process started. Null if unknown."""
    process_filename: str | None
    """The name of the process's file. Null if unknown."""
    process_command_line: str | None
    """The command that started the process. Null if unknown."""
    process_filepath: str | None
    """The path of the process's file. Null if unknown."""
    process_sha1: str | None
    """The SHA-1 of the process's file, in hexadecimal. Null if unknown."""
    process_sha256: str | None
    """The SHA-256 of the process's file, in hexadecimal. Null if unknown."""
    process_md5: str | None
    """The MD5 of the process's file, in hexadecimal. Null if unknown."""
    parent_pid: int | None
    """The id of the process's parent on the device. Null if unknown."""
    mitre: list[MitreTechnique] | None
    """The techniques of MITRE ATT&CK that it shows. Null if the source tool names none."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class EdrAlert(TypedDict):
    """An alert about what happened on a device, from endpoint detection and response."""

    id: str
    """The service's own id of the alert: a UUID that stays the same across syncs."""
    title: str
    """The alert's title, as the source tool shows it."""
    description: str | None
    """What happened and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe the alert is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    status: AlertStatus
    """Where the alert stands, normalized; `vendor_status` has the source tool's own word."""
    vendor_status: str | None
    """The status in the source tool's own words. Null if it gives none."""
    category: str | None
    """The kind of threat in the source tool's own words. Null if it names none."""
    assigned_user: str | None
    """Who works on the alert: a name or an email address. Null if nobody does."""
    first_event_time: Timestamp | None
    """When the first of its events happened. Null if the source tool does not say."""
    last_event_time: Timestamp | None
    """When the last of its events happened. Null if the source tool does not say."""
    resolved_time: Timestamp | None
    """When the alert was resolved. Null if it is not, or if the source tool does not say."""
    device: AffectedDevice | None
    """The device on which it happened. Null if the source tool names none."""
    user_name: str | None
    """The account that the process ran as, as the device knows it. Null if unknown."""
    windows_sid: str | None
    """The Windows security identifier of that account. Null if unknown."""
    active_directory_user_id: str | None
    """The account's id in the directory. Null if unknown."""
    active_directory_domain: str | None
    """The directory domain of the account. Null if unknown."""
    pid: int | None
    """The process's id on the device. Null if unknown."""
    process_created_at: Timestamp | None
    """When the process started. Null if unknown."""
    process_filename: str | None
    """The name of the process's file. Null if unknown."""
    process_command_line: str | None
    """The command that started the process. Null if unknown."""
    process_filepath: str | None
    """The path of the process's file. Null if unknown."""
    process_sha1: str | None
    """The SHA-1 of the process's file, in hexadecimal. Null if unknown."""
    process_sha256: str | None
    """The SHA-256 of the process's file, in hexadecimal. Null if unknown."""
    process_md5: str | None
    """The MD5 of the process's file, in hexadecimal. Null if unknown."""
    parent_pid: int | None
    """The id of the process's parent on the device. Null if unknown."""
    mitre: list[MitreTechnique] | None
    """The techniques of MITRE ATT&CK that it shows. Null if the source tool names none."""
    url: str | None
    """The alert's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `CROWDSTRIKE`."""
    vendor_id: str
    """The alert's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the alert, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class AppsecIssueWithMeta(TypedDict):
    """An issue of any kind that a tool for application or cloud security reports."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    type: IssueType
    """What the issue is about."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    cve: list[str] | None
    """The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    file_path: str | None
    """The path of the file in the repository. Null if it is in no file."""
    resource_id: str | None
    """The affected resource's id in its cloud or in the source tool. Null if it affects none."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    is_patchable: bool | None
    """Whether an official fix exists. Null if the source tool does not say."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class AppsecIssue(TypedDict):
    """An issue of any kind that a tool for application or cloud security reports."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    type: IssueType
    """What the issue is about."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    cve: list[str] | None
    """The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    file_path: str | None
    """The path of the file in the repository. Null if it is in no file."""
    resource_id: str | None
    """The affected resource's id in its cloud or in the source tool. Null if it affects none."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    is_patchable: bool | None
    """Whether an official fix exists. Null if the source tool does not say."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class SastIssueWithMeta(TypedDict):
    """A weakness in own code, from static analysis."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    confidence: Confidence | None
    """How sure the source tool is. Null if it does not say."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    dismissed_reason: str | None
    """Why someone dismissed it, in the source tool's own words. Null if nobody did."""
    dismissed_by: str | None
    """Who dismissed it: a name, login or email address. Null if nobody did."""
    rule: CodeRule | None
    """The rule that found it. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    branch: str | None
    """The branch, such as `main`. Null if unknown."""
    commit: str | None
    """The commit that was analyzed. Null if unknown."""
    file_path: str | None
    """The path of the file in the repository. Null if unknown."""
    start_line: int | None
    """The first line, counted from 1. Null if unknown."""
    end_line: int | None
    """The last line, counted from 1. Null if unknown."""
    message: str | None
    """What the tool says about this place. Null if it says nothing."""
    tool: str | None
    """The tool that found it, such as `CodeQL`. Null if unknown."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class CodeRule(TypedDict):
    """The rule that found a weakness in code."""

    id: str
    """The rule's id in the tool that found it."""
    name: str | None
    """The rule's title. Null if it has none."""
    url: str | None
    """The rule's documentation. Null if it has none."""


class SastIssue(TypedDict):
    """A weakness in own code, from static analysis."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    confidence: Confidence | None
    """How sure the source tool is. Null if it does not say."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    dismissed_reason: str | None
    """Why someone dismissed it, in the source tool's own words. Null if nobody did."""
    dismissed_by: str | None
    """Who dismissed it: a name, login or email address. Null if nobody did."""
    rule: CodeRule | None
    """The rule that found it. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    branch: str | None
    """The branch, such as `main`. Null if unknown."""
    commit: str | None
    """The commit that was analyzed. Null if unknown."""
    file_path: str | None
    """The path of the file in the repository. Null if unknown."""
    start_line: int | None
    """The first line, counted from 1. Null if unknown."""
    end_line: int | None
    """The last line, counted from 1. Null if unknown."""
    message: str | None
    """What the tool says about this place. Null if it says nothing."""
    tool: str | None
    """The tool that found it, such as `CodeQL`. Null if unknown."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ScaIssueWithMeta(TypedDict):
    """A vulnerable dependency, from software composition analysis."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    dismissed_reason: str | None
    """Why someone dismissed it, in the source tool's own words. Null if nobody did."""
    cve: list[str] | None
    """The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none."""
    advisory_ids: list[str] | None
    """Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    cvss_version: str | None
    """The CVSS version of the score and the vector, such as `3.1`. Null if there is no score."""
    cvss_base_score: float | None
    """CVSS base score, 0.0 to 10.0. Null if the source tool gives none."""
    cvss_vector: str | None
    """CVSS base vector. Null if the source tool gives none."""
    epss_score: float | None
    """EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool
    gives none.
    """
    package: SoftwarePackage
    """The package that is vulnerable."""
    vulnerable_range: str | None
    """The versions that are vulnerable, in the notation of the source tool. Null if unknown."""
    fixed_versions: list[str] | None
    """The versions that fix it. Null if unknown, or if there is none."""
    is_patchable: bool | None
    """Whether an official fix exists. Null if the source tool does not say."""
    is_direct: bool | None
    """Whether the application itself names the package, and not another package. Null if the source tool does not
    say.
    """
    manifest_path: str | None
    """The path of the file that names the package. Null if unknown."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    published_at: Timestamp | None
    """When the vulnerability was published. Null if the source tool does not say."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ScaIssue(TypedDict):
    """A vulnerable dependency, from software composition analysis."""

    id: str
    """The service's own id of the issue: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    dismissed_reason: str | None
    """Why someone dismissed it, in the source tool's own words. Null if nobody did."""
    cve: list[str] | None
    """The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none."""
    advisory_ids: list[str] | None
    """Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none."""
    cwe: list[str] | None
    """The CWE ids, such as `CWE-79`. Null if the source tool names none."""
    cvss_version: str | None
    """The CVSS version of the score and the vector, such as `3.1`. Null if there is no score."""
    cvss_base_score: float | None
    """CVSS base score, 0.0 to 10.0. Null if the source tool gives none."""
    cvss_vector: str | None
    """CVSS base vector. Null if the source tool gives none."""
    epss_score: float | None
    """EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool
    gives none.
    """
    package: SoftwarePackage
    """The package that is vulnerable."""
    vulnerable_range: str | None
    """The versions that are vulnerable, in the notation of the source tool. Null if unknown."""
    fixed_versions: list[str] | None
    """The versions that fix it. Null if unknown, or if there is none."""
    is_patchable: bool | None
    """Whether an official fix exists. Null if the source tool does not say."""
    is_direct: bool | None
    """Whether the application itself names the package, and not another package. Null if the source tool does not
    say.
    """
    manifest_path: str | None
    """The path of the file that names the package. Null if unknown."""
    application_id: str | None
    """The service's id of the application that has the issue, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    published_at: Timestamp | None
    """When the vulnerability was published. Null if the source tool does not say."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    url: str | None
    """The issue's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The issue's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the issue, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class AppsecFindingWithMeta(TypedDict):
    """A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable
    dependency.
    """

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    type: AppsecFindingType
    """What the finding is about."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    application_id: str | None
    """The service's id of the application that has the finding, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    file_path: str | None
    """The path of the file in the repository. Null if it is in no file."""
    start_line: int | None
    """The first line, counted from 1. Null if unknown."""
    resource: str | None
    """What the finding is in, such as an image or a resource of a template. Null if the source tool does not say."""
    secret_type: str | None
    """What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none."""
    validity: SecretValidity | None
    """Whether the secret still works. Null if it is no secret."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    url: str | None
    """The finding's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class AppsecFinding(TypedDict):
    """A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable
    dependency.
    """

    id: str
    """The service's own id of the finding: a UUID that stays the same across syncs."""
    title: str
    """Its title, as the source tool shows it."""
    description: str | None
    """What it is and why it matters. Null if the source tool does not describe it."""
    type: AppsecFindingType
    """What the finding is about."""
    severity: Severity
    """How severe it is, normalized; `vendor_severity` has the source tool's own word."""
    vendor_severity: str | None
    """The severity in the source tool's own words. Null if it gives none."""
    state: VulnerabilityState
    """Where it stands, normalized."""
    vendor_state: str | None
    """The state in the source tool's own words. Null if it gives none."""
    state_updated_at: Timestamp | None
    """When it entered this state. Null if the source tool does not say."""
    application_id: str | None
    """The service's id of the application that has the finding, such as its repository. Null if the source tool
    names none.
    """
    application_vendor_id: str | None
    """That application's id in the source tool. Null if the source tool names none."""
    repository: CodeRepository | None
    """The code repository that has it. Null if it is in none, or if the source tool does not say."""
    file_path: str | None
    """The path of the file in the repository. Null if it is in no file."""
    start_line: int | None
    """The first line, counted from 1. Null if unknown."""
    resource: str | None
    """What the finding is in, such as an image or a resource of a template. Null if the source tool does not say."""
    secret_type: str | None
    """What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none."""
    validity: SecretValidity | None
    """Whether the secret still works. Null if it is no secret."""
    first_seen: Timestamp | None
    """When the source tool first found it. Null if it does not say."""
    last_seen: Timestamp | None
    """When the source tool last found it. Null if it does not say."""
    remediation: str | None
    """How to fix it; may include links. Null if the source tool gives no advice."""
    url: str | None
    """The finding's page in the source tool. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `GITHUB`."""
    vendor_id: str
    """The finding's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the finding, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ConfigUserWithMeta(TypedDict):
    """A person or an account with access to the source tool itself."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    name: str | None
    """The display name. Null if there is none."""
    email: str | None
    """The email address. Null if unknown."""
    username: str
    """The login; the email address or id if there is none."""
    vendor_user_id: str
    """The person's id in the source tool; `vendor_id` may name an access of that person."""
    role: str | None
    """The role in the source tool, in its own words; several joined by `, `. Null if unknown."""
    is_admin: bool | None
    """Whether the user administers the source tool. Null if it does not say."""
    is_active: bool | None
    """Whether the user can log in. Null if the source tool does not say."""
    is_mfa_enabled: bool | None
    """Whether a second factor protects the login. Null if the source tool does not say."""
    last_login: Timestamp | None
    """When the user last logged in. Null if never, or if the source tool does not say."""
    access_data: dict[str, Any] | None
    """What the user may do, as the source tool sends it. Null if it does not say."""
    is_deleted: bool
    """True once complete scans no longer find the user in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `SNYK`."""
    vendor_id: str
    """The user's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the user, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ConfigUser(TypedDict):
    """A person or an account with access to the source tool itself."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    name: str | None
    """The display name. Null if there is none."""
    email: str | None
    """The email address. Null if unknown."""
    username: str
    """The login; the email address or id if there is none."""
    vendor_user_id: str
    """The person's id in the source tool; `vendor_id` may name an access of that person."""
    role: str | None
    """The role in the source tool, in its own words; several joined by `, `. Null if unknown."""
    is_admin: bool | None
    """Whether the user administers the source tool. Null if it does not say."""
    is_active: bool | None
    """Whether the user can log in. Null if the source tool does not say."""
    is_mfa_enabled: bool | None
    """Whether a second factor protects the login. Null if the source tool does not say."""
    last_login: Timestamp | None
    """When the user last logged in. Null if never, or if the source tool does not say."""
    access_data: dict[str, Any] | None
    """What the user may do, as the source tool sends it. Null if it does not say."""
    is_deleted: bool
    """True once complete scans no longer find the user in the source tool; false again when it returns."""
    vendor: str
    """The vendor identifier of the source tool, such as `SNYK`."""
    vendor_id: str
    """The user's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the user, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """


class ItsmUserWithMeta(TypedDict):
    """A user of a ticketing tool."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    email: str | None
    """The user's email address. Null if unknown or if the tool hides it."""
    name: str
    """The display name; the email address, login or id if the tool has no display name."""
    status: ItsmUserStatus
    """Whether the user can be assigned work."""
    vendor_attributes: ItsmUserAttributes
    """What the source tool says about the user, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class VendorAttributes(TypedDict):
    """What the source tool says about an ITSM record, in its own words."""

    created_at: Timestamp | None
    """When the source tool created the record. Null if it does not say."""
    id: str
    """The record's id in the source tool."""
    updated_at: Timestamp | None
    """When the record last changed in the source tool. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    data: dict[str, Any] | None
    """Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes
    nothing through.
    """


class ItsmUser(TypedDict):
    """A user of a ticketing tool."""

    id: str
    """The service's own id of the user: a UUID that stays the same across syncs."""
    email: str | None
    """The user's email address. Null if unknown or if the tool hides it."""
    name: str
    """The display name; the email address, login or id if the tool has no display name."""
    status: ItsmUserStatus
    """Whether the user can be assigned work."""
    vendor_attributes: ItsmUserAttributes
    """What the source tool says about the user, in its own words."""


class ItsmGroupWithMeta(TypedDict):
    """A group of users of a ticketing tool."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    name: str
    """The group's name; the source tool's id if it has none."""
    description: str | None
    """The group's description. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The group's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the group, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the group, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ItsmGroup(TypedDict):
    """A group of users of a ticketing tool."""

    id: str
    """The service's own id of the group: a UUID that stays the same across syncs."""
    name: str
    """The group's name; the source tool's id if it has none."""
    description: str | None
    """The group's description. Null if it has none."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The group's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the group, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the group, in its own words."""


class ItsmProjectWithMeta(TypedDict):
    """A project of a ticketing tool."""

    id: str
    """The service's own id of the project: a UUID that stays the same across syncs."""
    name: str
    """The project's name; its key or id if it has none."""
    key: str | None
    """The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys."""
    description: str | None
    """The project's description, without formatting. Null if it has none."""
    url: str | None
    """The project's page in the source tool. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The project's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the project, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the project, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ItsmProject(TypedDict):
    """A project of a ticketing tool."""

    id: str
    """The service's own id of the project: a UUID that stays the same across syncs."""
    name: str
    """The project's name; its key or id if it has none."""
    key: str | None
    """The short key that prefixes ticket identifiers, such as `OPS`. Null if the tool has no keys."""
    description: str | None
    """The project's description, without formatting. Null if it has none."""
    url: str | None
    """The project's page in the source tool. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The project's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the project, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the project, in its own words."""


class ItsmTicketWithMeta(TypedDict):
    """A ticket of a ticketing tool; the records that it refers to belong to the same connection."""

    id: str
    """The service's own id of the ticket: a UUID that stays the same across syncs."""
    name: str
    """The ticket's summary; its identifier if it has none."""
    status: TicketStatus
    """Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word."""
    type: str | None
    """The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none."""
    description: str | None
    """The ticket's text, without formatting. Null if it has none."""
    priority: TicketPriority | None
    """How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if
    the ticket has no priority.
    """
    is_active: bool | None
    """Whether the ticket is still open. Null if the source tool does not say."""
    project_id: str | None
    """The service's id of the project. Null if the ticket belongs to none."""
    parent_ticket_id: str | None
    """The service's id of the ticket that this one is part of. Null if there is none."""
    assigned_user_id: str | None
    """The service's id of the assigned user. Null if nobody is assigned."""
    created_by_user_id: str | None
    """The service's id of the user who reported the ticket. Null if unknown."""
    ticket_created_at: Timestamp | None
    """When the ticket was created in the source tool. Null if it does not say."""
    due_date: Timestamp | None
    """When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no
    due date.
    """
    closed_at: Timestamp | None
    """When the ticket was resolved or closed. Null while it is open, or if the source tool does not say."""
    status_updated_at: Timestamp | None
    """When the status last changed, as far as the source tool records it. Null if it does not say."""
    tags: list[str] | None
    """The ticket's labels. Null if the source tool has no labels."""
    url: str | None
    """The ticket's page in the source tool. Null if unknown."""
    identifier: str | None
    """What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The ticket's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: TicketVendorAttributes
    """What the source tool says about the ticket, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class TicketVendorAttributes(TypedDict):
    """What the source tool says about a ticket, in its own words."""

    id: str
    """The ticket's id in the source tool."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    created_at: Timestamp | None
    """When the source tool created the ticket. Null if the source tool does not say."""
    updated_at: Timestamp | None
    """When the ticket last changed in the source tool. Null if the source tool does not say."""
    type: str | None
    """The ticket's type in the source tool's own words. Null if it has none."""
    status: str | None
    """The ticket's status in the source tool's own words. Null if it has none."""
    priority: str | None
    """The ticket's priority in the source tool's own words. Null if it has none."""
    data: dict[str, Any] | None
    """Further fields of the ticket, passed through; the shape depends on the vendor. Null if the connector passes
    nothing through.
    """


class ItsmTicket(TypedDict):
    """A ticket of a ticketing tool; the records that it refers to belong to the same connection."""

    id: str
    """The service's own id of the ticket: a UUID that stays the same across syncs."""
    name: str
    """The ticket's summary; its identifier if it has none."""
    status: TicketStatus
    """Where the ticket stands, normalized; `vendor_attributes.status` has the source tool's own word."""
    type: str | None
    """The ticket's type, as the source tool shows it, such as `Task` or `incident`. Null if it has none."""
    description: str | None
    """The ticket's text, without formatting. Null if it has none."""
    priority: TicketPriority | None
    """How urgent the ticket is, normalized; `vendor_attributes.priority` has the source tool's own word. Null if
    the ticket has no priority.
    """
    is_active: bool | None
    """Whether the ticket is still open. Null if the source tool does not say."""
    project_id: str | None
    """The service's id of the project. Null if the ticket belongs to none."""
    parent_ticket_id: str | None
    """The service's id of the ticket that this one is part of. Null if there is none."""
    assigned_user_id: str | None
    """The service's id of the assigned user. Null if nobody is assigned."""
    created_by_user_id: str | None
    """The service's id of the user who reported the ticket. Null if unknown."""
    ticket_created_at: Timestamp | None
    """When the ticket was created in the source tool. Null if it does not say."""
    due_date: Timestamp | None
    """When the ticket is due; the start of the day in UTC if the source tool gives only a date. Null if it has no
    due date.
    """
    closed_at: Timestamp | None
    """When the ticket was resolved or closed. Null while it is open, or if the source tool does not say."""
    status_updated_at: Timestamp | None
    """When the status last changed, as far as the source tool records it. Null if it does not say."""
    tags: list[str] | None
    """The ticket's labels. Null if the source tool has no labels."""
    url: str | None
    """The ticket's page in the source tool. Null if unknown."""
    identifier: str | None
    """What people call the ticket, such as `OPS-12` or `INC0010001`. Null if the tool has no such identifier."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The ticket's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the ticket, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: TicketVendorAttributes
    """What the source tool says about the ticket, in its own words."""


class CreateTicket(TypedDict):
    """The ticket to create. Of each pair of a service id and a source tool's id, such as `project_id` and
    `project_vendor_id`, send at most one.
    """

    name: str
    """The ticket's summary."""
    project_id: NotRequired[str | None]
    """The service's id of the project. Null or absent if `project_vendor_id` names it, or if the tool has no
    projects.
    """
    project_vendor_id: NotRequired[str | None]
    """The source tool's id of the project. Null or absent if `project_id` names it, or if the tool has no
    projects.
    """
    type: NotRequired[str | None]
    """The name of the ticket's type, such as `Task`. Null or absent if `type_vendor_id` gives the type."""
    type_vendor_id: NotRequired[str | None]
    """The source tool's id of the ticket's type. Null or absent if `type` gives it."""
    description: NotRequired[str | None]
    """The ticket's text, without formatting. Null or absent for none."""
    priority: NotRequired[Literal["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"] | None]
    """How urgent the ticket is. Null or absent leaves it to the source tool."""
    assigned_user_id: NotRequired[str | None]
    """The service's id of the user to assign. Null or absent if `assigned_user_vendor_id` names them, or for
    nobody.
    """
    assigned_user_vendor_id: NotRequired[str | None]
    """The source tool's id of the user to assign. Null or absent if `assigned_user_id` names them, or for nobody."""
    parent_ticket_id: NotRequired[str | None]
    """The service's id of the ticket that this one is part of. Null or absent if `parent_ticket_vendor_id` names
    it, or for none.
    """
    parent_ticket_vendor_id: NotRequired[str | None]
    """The source tool's id of the ticket that this one is part of. Null or absent if `parent_ticket_id` names it,
    or for none.
    """
    identifier: NotRequired[str | None]
    """The caller's own reference, stored with the ticket in the source tool. Null or absent for none."""


class ItsmCommentWithMeta(TypedDict):
    """A comment on a ticket."""

    id: str
    """The service's own id of the comment: a UUID that stays the same across syncs."""
    body: str | None
    """The text, without formatting. Null if the comment has none."""
    ticket_id: str
    """The service's id of the ticket; the ticket belongs to the same connection."""
    author_user_id: str | None
    """The service's id of the user who wrote the comment. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The comment's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the comment, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the comment, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ItsmComment(TypedDict):
    """A comment on a ticket."""

    id: str
    """The service's own id of the comment: a UUID that stays the same across syncs."""
    body: str | None
    """The text, without formatting. Null if the comment has none."""
    ticket_id: str
    """The service's id of the ticket; the ticket belongs to the same connection."""
    author_user_id: str | None
    """The service's id of the user who wrote the comment. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The comment's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the comment, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the comment, in its own words."""


class ItsmAttachmentWithMeta(TypedDict):
    """A file attached to a ticket; the file itself stays in the source tool."""

    id: str
    """The service's own id of the attachment: a UUID that stays the same across syncs."""
    file_name: str
    """The file's name; the source tool's id of the attachment if it has none."""
    content_type: str | None
    """The file's media type, such as `image/png`. Null if unknown."""
    size_bytes: int | None
    """The file's size in bytes. Null if unknown."""
    url: str | None
    """Where the source tool serves the file, to callers with access to that tool. Null if unknown."""
    ticket_id: str
    """The service's id of the ticket; the ticket belongs to the same connection."""
    author_user_id: str | None
    """The service's id of the user who attached the file. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The attachment's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the attachment, in its own words."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class ItsmAttachment(TypedDict):
    """A file attached to a ticket; the file itself stays in the source tool."""

    id: str
    """The service's own id of the attachment: a UUID that stays the same across syncs."""
    file_name: str
    """The file's name; the source tool's id of the attachment if it has none."""
    content_type: str | None
    """The file's media type, such as `image/png`. Null if unknown."""
    size_bytes: int | None
    """The file's size in bytes. Null if unknown."""
    url: str | None
    """Where the source tool serves the file, to callers with access to that tool. Null if unknown."""
    ticket_id: str
    """The service's id of the ticket; the ticket belongs to the same connection."""
    author_user_id: str | None
    """The service's id of the user who attached the file. Null if unknown."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    vendor_id: str
    """The attachment's id in the source tool."""
    vendor_data: dict[str, Any] | None
    """Further fields of the attachment, as the source tool sends them or under a name of the connector; the shape
    depends on the vendor. Null if there are none.
    """
    vendor_data_omitted: NotRequired[list[str] | None]
    """The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would
    have more than 8,192 characters with them. Null if it has them all.
    """
    vendor_attributes: VendorAttributes
    """What the source tool says about the attachment, in its own words."""


class OutboundJob(TypedDict):
    """A write to a source tool."""

    id: str
    """The service's id of the job."""
    status: JobStatus
    """Where the job stands."""
    task_name: str
    """What the job does, such as `create_ticket`."""
    vendor: str
    """The vendor identifier of the source tool that the job writes to."""
    failure_reason: str | None
    """Why the write failed, as human-readable text. Null unless `status` is `FAILED`."""
    started_at: Timestamp | None
    """When the job started. Null while it is queued."""
    finished_at: Timestamp | None
    """When the job ended. Null until then."""


class CreateOrganization(TypedDict):
    """The organization to create."""

    name: str
    """The organization's name."""
    identifier: NotRequired[str | None]
    """The caller's own reference. Null or absent for none."""


class Organization(TypedDict):
    """A customer of the account, who owns connections."""

    id: str
    """The service's id of the organization."""
    name: str
    """The organization's name."""
    identifier: str | None
    """The caller's own reference. Null if the caller gave none."""
    created_at: Timestamp
    """When the organization was created."""
    updated_at: Timestamp
    """When the organization last changed."""


class ErasureLine(TypedDict):
    """What an erasure has removed from one table of the service's database."""

    table: str
    """The name of the table."""
    count: int
    """How many of its rows are gone, or no longer contain what they said."""
    last_at: Timestamp
    """When the last of them went."""


class CreateConnection(TypedDict):
    """The connection to create."""

    vendor: str
    """The `vendor` of a connector of the catalogue, such as `OKTA`."""
    credentials: dict[str, Any]
    """Values for the fields that the connector lists in `credentials_params`; checked with the vendor and never
    shown again.
    """
    auth_type: NotRequired[str]
    """How the connection signs in: the `auth_type` of one of the connector's `auth_methods`; the first of them if
    absent.
    """
    return_url: NotRequired[str | None]
    """Where the browser goes after a consent, with `connection_id` and `status` (`connected` or `failed`) added to
    its query: an https address, or an http one of this machine. Null or absent for a page of this service; only
    for an `auth_type` with a consent. A consent for which the page of a link waits ends on a page of this
    service.
    """
    identifier: NotRequired[str | None]
    """The caller's own reference, which no other connection of the organization to the same vendor may have. Null
    or absent for none.
    """
    refresh_interval_secs: NotRequired[int]
    """Seconds from the start of one job to the start of the next, on average; the connector's default if absent,
    14400 for most. The server accepts 300 to 2592000, unless its operator has set another minimum; a 422 names
    the bounds.
    """
    timeout_secs: NotRequired[int]
    """Seconds that a job may take; the connector's default if absent, 3600 for most. The server accepts 10 to
    21600, unless its operator has set another maximum; a 422 names the bounds.
    """
    full_scan_interval_secs: NotRequired[int | None]
    """Seconds after a full scan until the next job makes another one of a list that is otherwise read by its
    changes. Null or absent for the default: 14400 for identities and 28800 for devices up to 5000 records, in
    proportion for more, and at most 86400, as for everything else. The server accepts 3600 to 2592000, unless
    its operator has set another minimum; a 422 names the bounds.
    """
    events_first_load_days: NotRequired[int | None]
    """How many days of a log of events the first job reads, before it begins. Null or absent for the default, 7.
    The server accepts 1 to 90, and no more than the days for which its operator keeps events; a 422 names the
    bounds.
    """
    data_export_types: NotRequired[list[DataExportType]]
    """The types of data that jobs read: one or more of those that the connector exports. If absent, all of them
    but the logs of events, `idp_audit_logs` and `siem_events`, unless it has no others. The choice is stored,
    so a connector that learns another type does not read it for this connection.
    """


class Health(TypedDict):
    """Whether a connection works, what broke, and who must act."""

    name: HealthName
    """What the latest finished job found."""
    status: Literal["HEALTHY", "UNHEALTHY"]
    """`HEALTHY` if nothing failed."""
    description: str
    """What happened, in a few words."""
    resolution_owner: ResolutionOwner
    """Who must act; `SERVICE` if the connection is healthy."""
    details: list[HealthDetail] | None
    """Every failing type of data with its endpoint. Null if the connection is healthy."""


class HealthDetail(TypedDict):
    """One failing type of data, and the endpoint of the source tool that failed."""

    data_export_type: DataExportType
    """The type of data that could not be read."""
    endpoint: str
    """The path of the source tool's endpoint that failed; an empty string if the failure has no endpoint."""


class HeldBackDeletion(TypedDict):
    """Deletions of one kind of record that wait for a decision."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    count: int
    """How many records complete scans no longer find, but whose deletion waits."""
    reason: HeldBackReason
    """Why the deletions wait."""
    held_since: Timestamp
    """Since when deletions of this kind wait."""


class UnreadFields(TypedDict):
    """Fields of one kind of record that are not read, because the source tool refuses an endpoint that they need
    or does not send all of it, or because its answers would empty them of most records, which is rather a fault
    of the source tool.
    """

    record_kind: str
    """The kind of record, such as `idp_user`."""
    fields: list[str]
    """The names of the fields; a dot leads into an object. Records keep the values that were read before."""
    endpoint: str
    """The path of the source tool's endpoint."""
    permissions: list[str]
    """The permissions that the endpoint needs, in the source tool's words."""
    problem: ProblemReason
    """The `reason` of the problem that the status of the connection has because of them."""
    reason: str
    """What the source tool answered, as human-readable text."""
    accepted_from: Timestamp | None
    """From when on a complete scan that would empty the fields, too, is believed. Null if the source tool refuses
    the endpoint.
    """


class Connection(TypedDict):
    """A customer's link to one source tool."""

    id: str
    """The service's id of the connection: the value of the `X-CONNECTION-ID` header."""
    vendor: str
    """The vendor identifier of the connector, such as `OKTA`."""
    is_active: bool
    """True if `state` is `ACTIVE`."""
    refresh_interval_secs: int
    """Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler
    moves each start at random by up to 5 %, so that connections do not start together.
    """
    timeout_secs: int
    """Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`."""
    organization_id: str
    """The id of the organization that owns the connection."""
    state: ConnectionState
    """Where the connection is in its lifecycle."""
    created_at: Timestamp
    """When the connection was created."""
    updated_at: Timestamp
    """When the connection last changed."""
    health: Health
    """Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has
    finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.
    """
    identifier: str | None
    """The caller's own reference. Null if the caller gave none."""
    auth_type: str | None
    """How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`.
    Null if the connector is not loaded and the connection uses its first way.
    """
    oauth2_authorize_url: str | None
    """Where an administrator of the source tool consents in the browser, for the first time or again: a link of
    this service that is valid for seven days, and until somebody has consented with it, or a customer's session
    goes on with the connection, or that session is revoked. Null for a connection that signs in otherwise.
    """
    oauth2_problem: str | None
    """Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only
    the customer may read, such as the names of other tenants; null if it gave one, if there was none, and while
    a browser is on that page.
    """
    credentials: dict[str, Any]
    """The credential fields that are not secret, such as the address of the source tool: texts, or null for one
    that was left empty. Those of a connection with a consent are the ones that were entered last, which count
    from the next consent on.
    """
    data_export_types: list[DataExportType]
    """The types of data that jobs read. A connector that learns another type does not add it here. What is stored
    of types that are not read any more stays readable as it is.
    """
    held_back_deletions: list[HeldBackDeletion]
    """Deletions that wait for a decision, by kind of record; empty if none waits."""
    unread_fields: list[UnreadFields]
    """Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if
    every field is read.
    """


class ConnectionWithOrganization(TypedDict):
    """A connection, with the name of its organization."""

    id: str
    """The service's id of the connection: the value of the `X-CONNECTION-ID` header."""
    vendor: str
    """The vendor identifier of the connector, such as `OKTA`."""
    is_active: bool
    """True if `state` is `ACTIVE`."""
    refresh_interval_secs: int
    """Seconds from the start of one job to the start of the next, on average while jobs succeed: the scheduler
    moves each start at random by up to 5 %, so that connections do not start together.
    """
    timeout_secs: int
    """Seconds that a job may take; one that takes longer ends with the health `EXECUTION_TIMEOUT`."""
    organization_id: str
    """The id of the organization that owns the connection."""
    state: ConnectionState
    """Where the connection is in its lifecycle."""
    created_at: Timestamp
    """When the connection was created."""
    updated_at: Timestamp
    """When the connection last changed."""
    health: Health
    """Whether the latest finished job succeeded, and who must act if it did not; `HEALTHY` until the first job has
    finished. `INTERNAL_ERROR` while the operator of the service has stopped the connector.
    """
    identifier: str | None
    """The caller's own reference. Null if the caller gave none."""
    auth_type: str | None
    """How the connection signs in to the source tool: one of `auth_methods` of the connector, such as `API_KEY`.
    Null if the connector is not loaded and the connection uses its first way.
    """
    oauth2_authorize_url: str | None
    """Where an administrator of the source tool consents in the browser, for the first time or again: a link of
    this service that is valid for seven days, and until somebody has consented with it, or a customer's session
    goes on with the connection, or that session is revoked. Null for a connection that signs in otherwise.
    """
    oauth2_problem: str | None
    """Why the last visit to the source tool's page gave no consent, such as that it was denied, without what only
    the customer may read, such as the names of other tenants; null if it gave one, if there was none, and while
    a browser is on that page.
    """
    credentials: dict[str, Any]
    """The credential fields that are not secret, such as the address of the source tool: texts, or null for one
    that was left empty. Those of a connection with a consent are the ones that were entered last, which count
    from the next consent on.
    """
    data_export_types: list[DataExportType]
    """The types of data that jobs read. A connector that learns another type does not add it here. What is stored
    of types that are not read any more stays readable as it is.
    """
    held_back_deletions: list[HeldBackDeletion]
    """Deletions that wait for a decision, by kind of record; empty if none waits."""
    unread_fields: list[UnreadFields]
    """Fields that the source tool does not let the credentials read, as far as the finished jobs know; empty if
    every field is read.
    """
    organization_name: str
    """The name of the organization that owns the connection."""


class UpdateConnection(TypedDict):
    """What to change about a connection; absent fields stay as they are, and so do fields as they were read."""

    credentials: NotRequired[dict[str, Any]]
    """New values for credential fields; those that are absent keep their stored values. All are checked with the
    vendor, and used by a job that becomes due at once. If a field that is not secret changes, such as the
    address, every secret has to be sent again, because a stored one is never sent to another place. Nothing
    happens if no secret is sent and the others are as they are stored. Null, or an empty text, empties a field
    that may be empty. A connection with a consent takes only fields that are not secret. They are not checked
    now: they count from the next consent at its `oauth2_authorize_url` on, because the tokens of the former one
    are not sent to another place. Until then, jobs go on with those of before.
    """
    replace_tenant: NotRequired[bool]
    """Whether the credentials may lead to another tenant of the source tool, such as another organization; false
    if absent. With `true`, a running job ends, outbound jobs that have not ended become `FAILED`, and the next
    complete full scan removes what the new tenant does not have, without a confirmation. Without it, such
    credentials are a 422. It needs `credentials`, and does nothing if they are known to be of the same tenant.
    A consent cannot replace the tenant: create another connection for it.
    """
    identifier: NotRequired[str | None]
    """The caller's own reference, which no other connection of the organization to the same vendor may have. Null
    removes it.
    """
    refresh_interval_secs: NotRequired[int]
    """Seconds from the start of one job to the start of the next, on average; within the bounds that hold for a
    new connection.
    """
    timeout_secs: NotRequired[int]
    """Seconds that a job may take; within the bounds that hold for a new connection."""
    full_scan_interval_secs: NotRequired[int | None]
    """Seconds after a full scan until the next job makes another one; within the bounds that hold for a new
    connection. Null restores the default.
    """
    events_first_load_days: NotRequired[int | None]
    """How many days of a log of events its first job reads; within the bounds that hold for a new connection. Null
    restores the default. A log of which a job has read something already is not read again.
    """
    state: NotRequired[ConnectionState]
    """`PAUSED` stops the jobs, also those that write to the source tool, and keeps the data readable: a running
    job stores the page that it is reading and ends as `FAILED` without changing the health. `ACTIVE` resumes
    them: the next job continues where that one ended, if it starts within a day. Any other state is accepted
    only if the connection has it.
    """
    data_export_types: NotRequired[list[DataExportType]]
    """The types of data that jobs read: one or more of those that the connector exports. A type that is added
    makes a job due at once. One that is left out is not read any more, and its problems end; its records stay
    as they are, and readable. If it shares a list of the source tool with another type, that list is read anew.
    A running job ends if it would read what is left out.
    """
    id: NotRequired[str]
    """The service's id of the connection, if sent. It cannot be changed."""
    vendor: NotRequired[str]
    """The vendor of the connection, if sent. It cannot be changed."""
    organization_id: NotRequired[str]
    """The organization of the connection, if sent. It cannot be changed."""
    created_at: NotRequired[str]
    """When the connection was created, if sent. It cannot be changed."""
    auth_type: NotRequired[str | None]
    """How the connection signs in, if sent. It cannot be changed."""
    oauth2_authorize_url: NotRequired[Any]
    """Ignored: the service computes it."""
    oauth2_problem: NotRequired[Any]
    """Ignored: the service computes it."""
    health: NotRequired[Any]
    """Ignored: the service computes it."""
    is_active: NotRequired[Any]
    """Ignored: the service computes it."""
    updated_at: NotRequired[Any]
    """Ignored: the service computes it. `If-Match` guards against changes since."""
    held_back_deletions: NotRequired[Any]
    """Ignored: the service computes it."""
    unread_fields: NotRequired[Any]
    """Ignored: the service computes it."""
    organization_name: NotRequired[Any]
    """Ignored: it is a field of the organization."""


class ConnectionStatus(TypedDict):
    """What is known of a connection's data: how far the first sync is, how current each type of data is, and what
    goes wrong.
    """

    state: ConnectionState
    """Where the connection is in its lifecycle."""
    data_export_types: list[DataExportType]
    """The types of data that jobs read; everything below concerns only these."""
    phase: SyncPhase
    """How far the first sync is."""
    first_sync: SyncSummary | None
    """The connection's first job. Null until a job has begun."""
    last_sync: SyncSummary | None
    """The latest job that has ended. Null until a job has ended."""
    current_job: CurrentJob | None
    """The job that is queued or running. Null if there is none."""
    next_run_at: Timestamp | None
    """When the next job is due. Null while a job runs, while the connection is not `ACTIVE`, and while its
    connector is stopped.
    """
    tenant: str | None
    """The tenant of the source tool whose data is stored, such as the id of an organization, or else its address.
    Null if it is not known.
    """
    row_tenants: list[RowTenant]
    """The tenants that rows have named, if the source tool does not say which ones the credentials cover; the
    latest first, and at most 100. Empty if it does say so, because rows of any other tenant are then refused,
    and if its rows name no tenant.
    """
    data_exports: list[ExportStatus]
    """One entry for each of `data_export_types`, as long as the connector exports it."""
    problems: list[Problem]
    """What keeps data, or some fields of it, from being read; empty if everything could be read the last time."""


class SyncSummary(TypedDict):
    """One run of a connection, without its numbers; the list of jobs has those."""

    id: str
    """The service's id of the job."""
    status: JobStatus
    """Where the job stands, and how it ended."""
    started_at: Timestamp | None
    """When the job started. Null while it is queued."""
    finished_at: Timestamp | None
    """When the job ended. Null until then."""
    failure_reason: str | None
    """Why the job failed, as human-readable text. Null unless `status` is `FAILED`."""
    is_ended_by_pause: bool
    """Whether the job ended early because the connection was paused, or because the operator stopped its
    connector. Its `status` is then `FAILED`, because not everything was read, but nothing is wrong: the next
    job continues where this one ended, if it starts within a day.
    """


class CurrentJob(TypedDict):
    """The job that is queued or running."""

    id: str
    """The service's id of the job."""
    status: JobStatus
    """`QUEUED` or `RUNNING`."""
    started_at: Timestamp | None
    """When the job started. Null while it is queued."""
    is_retrying: bool
    """Whether a request of the job has failed and is repeated, or waits because of a rate limit; see `waits`."""
    waits: list[JobWait]
    """What is repeated or waits because of a rate limit, one entry for each endpoint and reason; waits below 1.5
    seconds are left out.
    """
    data_exports: list[ExportProgress]
    """What the job has done so far, one entry for each type of data; empty while the job is queued."""


class JobWait(TypedDict):
    """Requests of the running job to one endpoint that wait before they are sent, or sent again."""

    data_export_type: DataExportType
    """The type of data that waits."""
    endpoint: str
    """The path of the source tool's endpoint."""
    reason: ProblemReason
    """Why they wait."""
    until: Timestamp
    """When the first of them is sent; if that has passed, its answer is awaited."""
    since: Timestamp
    """Since when one of them has waited or failed, without a good answer in between."""
    retries: int
    """How often one of them was sent before, at most; 0 if all wait for their turn within a rate limit."""


class ExportProgress(TypedDict):
    """What the running job has done so far with one type of data, in numbers of records."""

    data_export_type: DataExportType
    """The type of data."""
    reading: list[str]
    """What the job reads now: paths of the source tool's endpoints; empty if it reads nothing of this type now."""
    is_finished: bool
    """Whether the job has ended with this type of data, with success or without."""
    seen: int
    """Records that the source tool has returned so far; those of a page count as soon as the page is stored."""
    created: int
    """Records, of those seen, that were not stored before."""
    changed: int
    """Records, of those seen, whose content differs from what was stored."""
    deleted: int
    """Records that are marked as deleted or hidden from lists so far."""
    rejected: int
    """Rows of the source tool that could not become records so far."""


class RowTenant(TypedDict):
    """A tenant of the source tool, such as an account or a subscription, that rows of the data have named."""

    tenant: str
    """What the source tool calls the tenant."""
    first_seen_at: Timestamp
    """When a job first read a row that names it."""
    is_new: bool
    """Whether it was first seen after the connection's first job had ended."""


class ExportStatus(TypedDict):
    """How one type of data of a connection stands."""

    data_export_type: DataExportType
    """The type of data."""
    state: ExportState
    """How current the data is."""
    last_success_at: Timestamp | None
    """When the last complete reading of the data began: what is stored is complete up to this instant. Null until
    it was read completely.
    """
    last_full_scan_at: Timestamp | None
    """When the last full scan of the data began that was complete, by the oldest of its lists; between full scans,
    a connector may read only changes. Null until there was one.
    """
    full_scan_interval_secs: int | None
    """Seconds after a full scan until the next job makes another one, by the longest of the lists. Null if every
    job reads all of the data, and for a log, which is read from its last event on.
    """
    full_scan_requested_at: Timestamp | None
    """When a full scan was asked for that is not complete yet. Null if there is none."""
    change_detection: list[ChangeDetection]
    """How changes and deletions of each kind of record are found, and how long that takes at most with the
    connection's intervals.
    """
    records: list[RecordCount]
    """How many records of each kind are stored."""
    events: EventLogStatus | None
    """How the log is read, and how long its events are kept. Null if the source tool does not have the data as a
    log.
    """
    held_back_deletions: list[HeldBackProblem]
    """Deletions that wait for a decision, by kind of record, with who decides; empty if none waits."""
    missing_records: list[MissingRecords]
    """Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty
    if none is missing.
    """
    rejected: int | None
    """Rows that could not become records in the last job that ended. Null until a job that tried to read this data
    has ended.
    """
    duplicates: int | None
    """Rows of the last job that ended whose id another row of the same full scan has, with other content. Null
    until a job that tried to read this data has ended.
    """
    duplicate_samples: list[DuplicateSample]
    """Some of the records of `duplicates`; at most 5."""
    unreadable: int | None
    """Values of the last job that ended that could not be read; their fields keep what was read before, or are
    null. Null until a job that tried to read this data has ended.
    """
    unreadable_samples: list[str]
    """Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5."""
    unmapped: int | None
    """Records of the last job that ended, with a value of the source tool that has no counterpart here. Null until
    a job that tried to read this data has ended.
    """
    unread_fields: list[UnreadFields]
    """Fields that the source tool does not let the credentials read, as far as the finished jobs know."""


class ChangeDetection(TypedDict):
    """How changes and deletions of one kind of record are found, and how long that takes at most."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    changes: Detection
    """Records that are new or changed, as far as the source tool reports them in time."""
    deletions: Detection
    """Records that left the source tool. Without a report of the source tool, the time allows for two full scans
    whose starts are a distance apart, because only the source tool's own total makes one enough.
    """
    late_changes: Detection
    """What the source tool reports late or not at all, such as changes of fields that come from another of its
    lists.
    """


class Detection(TypedDict):
    """How something is found, and how long that takes."""

    method: DetectionMethod
    """How it is found."""
    within_secs: int
    """Seconds from the event in the source tool until the API shows it, at most, while jobs start on time and
    succeed and no deletion is held back.
    """


class RecordCount(TypedDict):
    """How many records of a kind are stored."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    total: int
    """How many records the list has, those included that are marked as deleted."""


class EventLogStatus(TypedDict):
    """How the events of a log are read and kept; they never change, and no scan removes them."""

    first_load_days: int
    """How many days before its start the first job reads: `events_first_load_days` of the connection, or 7."""
    most_per_job: int
    """The most events that one job reads of one log of the source tool."""
    has_more: bool
    """Whether the last job ended before the end of the log, such as at that number; the next one goes on from
    there.
    """
    retention_days: int | None
    """How many days events are kept after they happened; then they leave the list. Null for what a log has besides
    events, such as alerts, which stay.
    """


class HeldBackProblem(TypedDict):
    """Deletions of one kind of record that wait for a decision, with who decides and what to tell them."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    count: int
    """How many records complete scans no longer find, but whose deletion waits."""
    reason: HeldBackReason
    """Why the deletions wait."""
    held_since: Timestamp
    """Since when deletions of this kind wait."""
    resolution_owner: ResolutionOwner
    """Who decides."""
    customer_message: str
    """What the customer should know or do, as a sentence that a product can show."""
    operator_message: str
    """What the operator of the service should know or do, as human-readable text."""


class MissingRecords(TypedDict):
    """Records of one kind that the last complete scan missed, but that are not proven to be gone, and for which no
    deletion waits for a decision.
    """

    record_kind: str
    """The kind of record, such as `idp_user`."""
    count: int
    """How many records are missing."""
    missing_since: Timestamp
    """When the first scan began that missed the longest missing one of them, or the last run of that scan."""
    earliest_deletion_at: Timestamp
    """From when on the first of them can be deleted: by a complete scan that begins then or later and misses the
    record too. Earlier only if the source tool's own total proves that the record is gone, or if it names the
    record as removed.
    """


class DuplicateSample(TypedDict):
    """A record that several rows of the source tool claim to be."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    id: str
    """The service's id of the record."""
    fields: list[str]
    """The names of the fields in which the rows differ; never the values."""


class Problem(TypedDict):
    """Something that keeps data, or some fields of it, from being read, with who must act and what to tell them."""

    id: str
    """Identifies the problem: it stays the same from job to job, whatever else changes, so that an alert can be
    closed. A problem that comes back later has the same id and another `since`.
    """
    reason: ProblemReason
    """Why data cannot be read."""
    health: HealthName
    """The name of the health that the connection has because of it, if no other problem comes before it; `HEALTHY`
    if only fields are affected, or if nobody has consented yet.
    """
    since: Timestamp
    """When the problem was first seen without a success in between, by the oldest of `affected`."""
    resolution_owner: ResolutionOwner
    """Who must act."""
    customer_message: str
    """What the customer should know or do, as a sentence that a product can show."""
    operator_message: str
    """What the operator of the service should know or do, as human-readable text."""
    permissions: list[str]
    """The permissions to grant, in the source tool's words; empty unless `reason` is `PERMISSION_MISSING`."""
    until: Timestamp | None
    """When the source tool allows the next request. Null unless `reason` is `RATE_LIMITED`, and if the source tool
    did not say.
    """
    docs_url: str | None
    """A page of the source tool's documentation about the API that the connector reads. Null if the connector is
    not loaded.
    """
    affected: list[AffectedExport]
    """What cannot be read."""


class AffectedExport(TypedDict):
    """A list of records, or some fields of its records, that a problem concerns."""

    data_export_type: DataExportType | None
    """The type of data that cannot be read. Null if the job could not begin, so that no data is read."""
    endpoint: str | None
    """The path of the source tool's endpoint that failed. Null if the failure has no endpoint."""
    record_kinds: list[str]
    """The kinds of record that cannot be read, such as `idp_group`; empty if the failure has no list."""
    fields: list[str]
    """The names of the fields that cannot be read, if only some fields are affected; everything else is read.
    Empty if whole records cannot be read.
    """
    since: Timestamp
    """When this was first seen without a success in between."""
    detail: str
    """What happened, as human-readable text for operators; never a credential and never personal data."""


class ConnectionTest(TypedDict):
    """Which types of data a connection's credentials can read."""

    is_valid: bool
    """Whether the credentials can read every type of data that the connection reads. Also false if the test could
    not be completed, such as during a rate limit; `message` then says why, and when to test again.
    """
    message: str
    """What the test found, as human-readable text."""
    data_export_types: list[ExportTypeTest]
    """One entry for each type of data that the connection reads; empty if the stored credentials could not be
    read.
    """
    problems: list[Problem]
    """What the credentials cannot read and who must act, as the status of the connection would say it; empty if
    they can read everything.
    """


class ExportTypeTest(TypedDict):
    """Whether a connection's credentials can read one type of data."""

    data_export_type: DataExportType
    """The type of data."""
    is_valid: bool
    """Whether the credentials can read it. Also false if the test could not be completed; `message` then says why."""
    message: str
    """What the test found, as human-readable text."""
    unread_fields: list[UnreadFields]
    """Fields that jobs will not read, because the source tool refuses endpoints that the type can do without."""


class Job(TypedDict):
    """One run that pulls the data of a connection."""

    id: str
    """The service's id of the job."""
    status: JobStatus
    """Where the job stands."""
    started_at: Timestamp | None
    """When the job started. Null while it is queued."""
    finished_at: Timestamp | None
    """When the job ended. Null until then."""
    failure_reason: str | None
    """Why the job failed, as human-readable text. Null unless `status` is `FAILED`."""
    data_exports: list[JobExport]
    """One entry for each export type; empty until the job has reports."""


class JobExport(TypedDict):
    """What one export type of a pull job did, in numbers of records."""

    data_export_type: DataExportType
    """The type of data."""
    health: HealthName
    """How this export type ended; `HEALTHY` if it succeeded, or if nothing failed before a pause ended the job."""
    reason: ProblemReason | None
    """Why this type of data could not be read. Null if it could."""
    resolution_owner: ResolutionOwner | None
    """Who must act. Null if this type of data could be read."""
    customer_message: str | None
    """What the customer should know or do, as a sentence that a product can show. Null if this type of data could
    be read.
    """
    endpoint: str | None
    """The path of the source tool's endpoint that failed. Null if none did."""
    message: str | None
    """What went wrong or could not be read, as human-readable text. Null if there is nothing to say."""
    seen: int
    """Records that the source tool returned."""
    created: int
    """Records that were not stored before."""
    changed: int
    """Records whose content differs from what was stored."""
    unchanged: int
    """Records with the same content as before."""
    deleted: int
    """Records that complete scans no longer found and that are now marked as deleted or hidden from lists."""
    rejected: int
    """Rows of the source tool that could not become records, or for which the account has no room."""
    duplicates: int
    """Rows whose id another row of the same full scan has, with other content. One of them becomes the record, and
    always the same one, in whatever order the source tool returns them.
    """
    duplicate_samples: list[DuplicateSample]
    """Some of the records of `duplicates`; at most 5."""
    unreadable: int
    """Values of the source tool that could not be read. They cost only their fields, which keep what was read
    before, or are null.
    """
    unreadable_samples: list[str]
    """Some of the fields of `unreadable`, each with what was expected there; never the values. At most 5."""
    unmapped: int
    """Records, of those seen, with a value of the source tool that has no counterpart here, such as a new
    severity.
    """
    held_back: int
    """Records that complete scans no longer found, but whose deletion waits for a decision."""
    held_back_deletions: list[HeldBackByJob]
    """The records of `held_back` by kind, with the reason; empty if no deletion waits."""
    missing_records: list[MissingRecords]
    """Records that are missing in the source tool's answers, but neither deleted nor held back yet, by kind; empty
    if none is missing.
    """
    unread_fields: list[UnreadFields]
    """Fields that could not be read, or were not believed; empty if every field was read."""


class HeldBackByJob(TypedDict):
    """Deletions of one kind of record that a job held back."""

    record_kind: str
    """The kind of record, such as `idp_user`."""
    count: int
    """How many records the job did not delete."""
    reason: HeldBackReason
    """Why the deletions wait."""
    message: str
    """What happened and what to do, as human-readable text."""


class RecordCounts(TypedDict):
    """The records of a kind, counted by the values of one field."""

    kind: str
    """The kind of records."""
    by: str
    """The field by which they are counted."""
    total: int
    """How many there are in all: the `total` of their list without filters."""
    counts: list[ValueCount]
    """One entry for each value that the field can have, and one for null."""


class ValueCount(TypedDict):
    """How many records have a value."""

    value: str | bool | None
    """The value of the field. Null for records that have none."""
    count: int
    """How many records have it; 0 if none."""


class DecideHeldBackDeletions(TypedDict):
    """What to do with deletions that wait."""

    decision: Literal["CONFIRM", "DISMISS"]
    """`CONFIRM` deletes those of the records that the next complete scan still misses; `DISMISS` forgets that they
    were missing.
    """
    record_kinds: NotRequired[list[Literal["idp_user", "idp_group", "idp_application", "idp_group_membership", "idp_group_nesting", "idp_application_assignment", "idp_group_assignment", "idp_policy", "idp_policy_user", "idp_policy_group", "idp_policy_application", "idp_alert", "idp_audit_event", "compliance_finding", "compliance", "cspm_alert", "device_group", "device_group_member", "device", "device_policy", "device_policy_group", "resource", "application", "organization_identity", "scan_configuration", "vulnerability", "vulnerability_finding", "edr_alert", "appsec_issue", "sast_issue", "sca_issue", "appsec_finding", "config_user", "itsm_user", "itsm_group", "itsm_project", "itsm_ticket", "itsm_comment", "itsm_attachment"]]]
    """The kinds of record that the decision is about, such as `idp_user`; all kinds if absent."""


class DecidedDeletions(TypedDict):
    """The deletions that a decision was about."""

    held_back_deletions: list[HeldBackDeletion]
    """One entry for each kind of record; none of them waits any longer."""


class CreateConnectSession(TypedDict):
    """The link to make for a customer."""

    vendors: NotRequired[list[str]]
    """The vendors from which the customer may choose one. Empty or absent for every vendor of the catalogue."""
    connection_id: NotRequired[str | None]
    """The connection whose credentials the customer is to renew. It excludes `vendors` and `identifier`. Null or
    absent for a new connection.
    """
    identifier: NotRequired[str | None]
    """The `identifier` of the new connection. Null or absent for none."""
    data_export_types: NotRequired[list[DataExportType]]
    """The types of data that the connection may read, as far as its connector exports them; a connection that is
    renewed keeps those that it has besides. If absent, the customer may choose any for a new connection, which
    has the default otherwise, and only those that it has for a connection that is renewed.
    """
    return_url: NotRequired[str | None]
    """Where the page sends the customer back to. Null or absent for nowhere."""
    link_lifetime_secs: NotRequired[int]
    """Seconds for which the link can be opened; 604800 if absent, which is a week."""


class ConnectSession(TypedDict):
    """A link for a customer, and the session of whoever has opened it."""

    id: str
    """The service's id of the session."""
    organization_id: str
    """The organization that owns the connection."""
    vendors: list[str]
    """The vendors from which the customer may choose one; empty for every vendor of the catalogue."""
    connection_id: str | None
    """The connection whose credentials are renewed, or the one that the customer has made. Null until then."""
    identifier: str | None
    """The `identifier` of the new connection. Null for none."""
    data_export_types: list[DataExportType] | None
    """The types of data that the link names. Null for none."""
    return_url: str | None
    """Where the page sends the customer back to. Null for nowhere."""
    state: Literal["CREATED", "OPENED", "CONSENT_AWAITED", "CONNECTED", "CONNECTION_DELETED", "EXPIRED", "REVOKED"]
    """`CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the
    customer still has to consent, also after the session has ended. `CONNECTED` once the connection is stored
    and any consent is given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or
    `REVOKED` if it ended without that.
    """
    expires_at: str
    """Until when the link can be opened; once it is, when the session ends."""
    created_at: str
    """When the link was made."""


class ConnectorEntry(TypedDict):
    """One entry of the catalogue of connectors."""

    vendor: str
    """The vendor identifier, such as `OKTA`; the same in connections and records."""
    vendor_name: str
    """The vendor's display name, such as `Okta`."""
    vendor_description: str
    """What the source tool is, in a sentence."""
    category: str
    """The kind of tool, such as `IDP` or `VMS`."""
    auth_type: str
    """How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`."""
    credentials_params: list[str]
    """The names of the credential fields that a connection needs."""
    credentials_form: list[CredentialParam]
    """The same fields, each as a form needs it."""
    setup_steps: list[str]
    """What the customer does first, as the first of the `auth_methods` says."""
    auth_methods: list[AuthMethodEntry]
    """All ways to sign in: first that of the fields above, which a connection uses that names no other."""
    export_permissions: list[ExportPermissions]
    """The permissions that each type of data needs."""
    data_export_types: list[DataExportType]
    """The types of data that the connector exports."""
    docs_url: str
    """A page of the vendor's documentation about the API that the connector reads."""
    logo_url: str
    """The address of the vendor's logo, an SVG image."""


class CredentialParam(TypedDict):
    """A credential field as a form needs it."""

    name: str
    """The key of the field in `credentials`, such as `api_token`."""
    title: str
    """The label of the field, such as `API token`."""
    help: str
    """Where the customer finds the value, in one or two sentences."""
    input: Literal["TEXT", "MULTILINE_TEXT", "URL", "CHOICE"]
    """How a form enters the value."""
    is_secret: bool
    """Whether the value must never be shown, so that a form hides it."""
    is_required: bool
    """Whether the field may not stay empty."""
    example: str | None
    """A made-up value in the right format; null if there is none."""
    pattern: str | None
    """A regular expression of ECMAScript that matches a value without spaces at its ends, such as `^key_`; null if
    any text will do.
    """
    choices: list[str]
    """The values of a field whose `input` is `CHOICE`; empty for the others."""
    url: str | None
    """The page on which the customer finds or creates the value; null if the connector names none."""


class AuthMethodEntry(TypedDict):
    """A way to sign in to the source tool."""

    auth_type: str
    """How requests are authorized, such as `API_KEY`; no other way of the connector has the same."""
    credentials_params: list[str]
    """The names of the credential fields that a connection of this way needs."""
    credentials_form: list[CredentialParam]
    """The same fields, each as a form needs it."""
    setup_steps: list[str]
    """What the customer does first, one step after the other: creates credentials with the fewest permissions or,
    for a consent, finds who may give it. Empty if the connector names no steps.
    """
    consent: ConsentEntry | None
    """The consent that the customer gives in the browser; null for a way that needs none."""


class ConsentEntry(TypedDict):
    """The consent that a customer gives on the vendor's page."""

    title: str
    """The label of the button that opens the vendor's page, such as `Sign in with Google`."""
    help: str
    """Who can consent, and what it allows, in one or two sentences."""
    scopes: list[str]
    """The scopes that the consent gives, in the spelling of the vendor."""
    registration_steps: list[str]
    """How the operator of the service registers it with the vendor, one step after the other; empty if the
    connector names no steps.
    """


class ExportPermissions(TypedDict):
    """What the credentials need permission for."""

    data_export_type: DataExportType
    """The type of data."""
    is_default: bool
    """Whether a connection reads this type if nobody chooses the types."""
    permissions: list[str]
    """The vendor's names of the permissions without which the type cannot be read."""
    optional_permissions: list[str]
    """The vendor's names of the permissions without which some fields stay unread."""


class CreateWebhook(TypedDict):
    """The webhook to create."""

    url: str
    """The https address that gets a POST for each event. Addresses that the operator of this service does not
    allow are a 422.
    """
    events: NotRequired[list[Literal["connection.created", "connection.health_changed", "job.finished", "records.changed"]]]
    """The types of the events that it is told; all of them if absent."""
    description: NotRequired[str | None]
    """The caller's own words about it. Null or absent for none."""


class Webhook(TypedDict):
    """An address that is told what happens."""

    id: str
    """The service's id of the webhook."""
    url: str
    """The address that gets a POST for each event."""
    events: list[Literal["connection.created", "connection.health_changed", "job.finished", "records.changed"]]
    """The types of the events that it is told."""
    description: str | None
    """The caller's own words about it. Null for none."""
    is_paused: bool
    """Whether nothing is sent."""
    paused_reason: str | None
    """Why the service itself has paused it: the receiver answered 410. Null otherwise."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was changed last."""


class UpdateWebhook(TypedDict):
    """What to change about a webhook; absent fields stay as they are."""

    url: NotRequired[str]
    """The https address that gets a POST for each event, also for those that wait."""
    events: NotRequired[list[Literal["connection.created", "connection.health_changed", "job.finished", "records.changed"]]]
    """The types of the events that it is told from now on."""
    description: NotRequired[str | None]
    """The caller's own words about it. Null removes them."""
    is_paused: NotRequired[bool]
    """Whether nothing is sent. What happens meanwhile is never told; what waited before is sent once this is
    `false` again.
    """


class WebhookEvent(TypedDict):
    """The body of the POST that a webhook gets."""

    type: Literal["connection.created", "connection.health_changed", "job.finished", "records.changed", "webhook.test"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: WebhookEventData
    """To which connection, and what else belongs to it."""


class WebhookEventData(TypedDict):
    """What has happened to which connection; ids and numbers alone, no records."""

    organization_id: str | None
    """The organization of the connection. Null in a test."""
    connection_id: str | None
    """The connection. Null in a test."""
    vendor: str | None
    """The vendor of the connection. Null in a test."""
    identifier: str | None
    """The account's own reference to the connection. Null if it has none, and in a test."""
    sequence: int | None
    """The number of the event among all events of the connection: a later event has a higher one. Null in a test."""
    health: HealthChange | None
    """The health before and after. Null unless `type` is `connection.health_changed`."""
    job: EventJob | None
    """The job that has ended. Null if `type` is `connection.created`, if the health is another one because types
    of data are not read any more, and in a test.
    """
    records: RecordChanges | None
    """What the job has changed. Null unless `type` is `records.changed`."""


class HealthChange(TypedDict):
    """How the health of a connection has changed."""

    name: HealthName
    """What the job has found."""
    former_name: HealthName
    """What the job before it had found."""


class EventJob(TypedDict):
    """The job of an event."""

    id: str
    """The service's id of the job."""
    status: JobStatus
    """How the job ended."""
    started_at: str | None
    """When the job started. Null if it never did."""
    finished_at: str
    """When the job ended."""


class RecordChanges(TypedDict):
    """Which records a job has changed, in numbers."""

    updated_since: str
    """The `updatedSince` with which a poll finds all of them. A poll from your own position finds them, too."""
    types: list[ChangedType]
    """One entry for each type of data of which it has changed records."""


class ChangedType(TypedDict):
    """How many records of one type of data a job has changed."""

    data_export_type: DataExportType
    """The type of data."""
    created: int
    """Records that were not stored before."""
    changed: int
    """Records whose content differs from what was stored."""
    deleted: int
    """Records that are deleted now, or have left their list."""


class WebhookDelivery(TypedDict):
    """An event that a webhook is told, and what became of that."""

    id: str
    """The service's id of the delivery, which is also the `webhook-id` of its messages."""
    state: Literal["PENDING", "DELIVERED", "DEAD"]
    """`PENDING` as long as it is tried, `DELIVERED` once the receiver has answered with a 2xx, `DEAD` once it was
    given up.
    """
    attempts: int
    """How many attempts have begun since it was queued, or sent again."""
    status: int | None
    """The status of the receiver's last answer. Null if there was none."""
    reason: str | None
    """Why the last attempt failed, as human-readable text. Null if it did not, or there was none."""
    created_at: str
    """When the event happened."""
    attempted_at: str | None
    """When the last attempt began. Null before the first."""
    finished_at: str | None
    """When it was delivered or given up. Null until then."""
    next_attempt_at: str | None
    """When the next attempt is due, unless the webhook is paused. Null while one is under way, and once it was
    delivered or given up.
    """
    event: WebhookEvent
    """What the receiver is told."""


class Erasure(TypedDict):
    """A request to erase a customer, and its receipt: ids and counts alone, which stay."""

    erasure_id: str
    """The service's id of the erasure."""
    subject: ErasureSubject
    """What it removes."""
    organization_id: str | None
    """The organization that it removes, or whose connection it removes. Null if it removes the account."""
    connection_id: str | None
    """The connection that it removes. Null unless `subject` is `CONNECTION`."""
    status: ErasureStatus
    """Where it stands."""
    requested_at: Timestamp
    """When it was requested first."""
    started_at: Timestamp | None
    """When its first batch ran. Null before."""
    finished_at: Timestamp | None
    """When nothing was left. Null until then."""
    receipt: list[ErasureLine]
    """One entry for each table from which it has removed anything so far; what the purge of old data removed
    earlier is not counted.
    """


class Usage(TypedDict):
    """What the account of the key has, and what it may have."""

    organizations: QuotaUsage
    """Its organizations."""
    connections: QuotaUsage
    """The connections of all its organizations."""
    records: QuotaUsage
    """The records of all its connections and kinds, with relations between records and without those that are
    marked as deleted.
    """
    records_by_kind: list[RecordCount]
    """The same records by kind; kinds without records are left out."""


class QuotaUsage(TypedDict):
    """How many of something the account has, and how many it may have."""

    used: int
    """How many there are; what was deleted does not count."""
    limit: int | None
    """How many there may be. Null without a limit."""


class AuditEvents(TypedDict):
    """A page of the audit log, the newest event first."""

    items: list[AuditEvent]
    """The events."""
    next_before: int | None
    """What to send as `before` for the next page. Null on the last page."""


class AuditEvent(TypedDict):
    """Who did what to which resource, when and from where."""

    id: int
    """Ascends from event to event."""
    at: str
    """When it was noted, in UTC."""
    action: Literal["account.create", "account.erase", "account.quota", "key.create", "key.rotate", "key.revoke", "operator_key.create", "operator_key.rotate", "operator_key.revoke", "records.read", "organization.create", "organization.delete", "organization.erase", "connection.create", "connection.update", "connection.delete", "connection.erase", "connection.sync", "connect_session.create", "connect_session.open", "connect_session.connect", "connect_session.revoke", "webhook.create", "webhook.update", "webhook.delete", "webhook.rotate", "deletions.confirm", "deletions.dismiss", "ticket.create", "connector.stop", "connector.resume", "installation.hold", "installation.resume", "installation.move", "master_key.rewrap", "master_key.forget"]
    """What was done."""
    actor: Literal["API_KEY", "CONNECT_SESSION", "CONSENT", "OPERATOR", "COMMAND", "RUNTIME"]
    """Who acted: an API key of the account, a customer with a link that the account has made, an operator's key, a
    command on a machine of the operator, or the service by itself.
    """
    actor_id: str | None
    """The id of the key, or of the customer's session, that was used. Null if none was."""
    resource_id: str | None
    """The id of what was made, changed or deleted. Null if the action concerns the whole account."""
    organization_id: str | None
    """The organization that is concerned. Null if none is."""
    connection_id: str | None
    """The connection that is concerned. Null if none is."""
    origin: str | None
    """From where: the address of the client. Null unless an API key or a link was used."""
    request_id: str | None
    """The `X-Request-Id` of the request. Null if there was none."""


class ConnectorEntryWithKinds(TypedDict):
    """One entry of the catalogue of connectors, with the kinds of record that the connector exports."""

    vendor: str
    """The vendor identifier, such as `OKTA`; the same in connections and records."""
    vendor_name: str
    """The vendor's display name, such as `Okta`."""
    vendor_description: str
    """What the source tool is, in a sentence."""
    category: str
    """The kind of tool, such as `IDP` or `VMS`."""
    auth_type: str
    """How the connector authenticates to the vendor, such as `API_KEY` or `OAUTH2`."""
    credentials_params: list[str]
    """The names of the credential fields that a connection needs."""
    credentials_form: list[CredentialParam]
    """The same fields, each as a form needs it."""
    setup_steps: list[str]
    """What the customer does first, as the first of the `auth_methods` says."""
    auth_methods: list[AuthMethodEntry]
    """All ways to sign in: first that of the fields above, which a connection uses that names no other."""
    export_permissions: list[ExportPermissions]
    """The permissions that each type of data needs."""
    data_export_types: list[DataExportType]
    """The types of data that the connector exports."""
    docs_url: str
    """A page of the vendor's documentation about the API that the connector reads."""
    logo_url: str
    """The address of the vendor's logo, an SVG image."""
    record_kinds: list[ExportedKind]
    """The kinds of record that the connector exports; the lists of other kinds stay empty."""


class ExportedKind(TypedDict):
    """A kind of record that a connector exports."""

    record_kind: str
    """The name of the kind, such as `idp_user`."""
    data_export_type: DataExportType
    """The type of data that the kind belongs to."""
    path: str
    """The path of the kind's list, such as `/v1/idp/users`."""


class ItsmUserAttributes(TypedDict):
    """What the source tool says about an ITSM record, in its own words."""

    created_at: Timestamp | None
    """When the source tool created the record. Null if it does not say."""
    id: str
    """The record's id in the source tool."""
    updated_at: Timestamp | None
    """When the record last changed in the source tool. Null if it does not say."""
    vendor: str
    """The vendor identifier of the source tool, such as `JIRA`."""
    data: JiraUserData | dict[str, Any] | None
    """Further fields of the record, passed through; the shape depends on the vendor. Null if the connector passes
    nothing through.
    """


class MsEntraUserData(TypedDict):
    """The `vendor_data` of a Microsoft Entra ID user."""

    vendor: Literal["MS_ENTRA"]
    """Always `MS_ENTRA`."""
    mail_nickname: str | None
    """The mail alias of the user. Null if there is none."""
    password_policies: str | None
    """The password policies of the user, such as `DisablePasswordExpiration`. Null if there are none."""
    on_premises_distinguished_name: str | None
    """The distinguished name in the on-premises Active Directory. Null if the user is not synchronized from one."""
    on_premises_sync_enabled: bool | None
    """Whether the user is synchronized from an on-premises Active Directory. Null if the user never was."""
    user_type: str | None
    """`Member` for a user of the tenant's own, `Guest` for an invited one. Null if the tenant does not say."""
    employee_type: str | None
    """How the user is employed, in the tenant's own words, such as `Contractor`. Null if the profile does not say."""
    external_user_state: str | None
    """Whether an invited user has accepted: `PendingAcceptance` or `Accepted`. Null for other users."""
    given_name: str | None
    """The first name. Null if the profile has none."""
    surname: str | None
    """The last name. Null if the profile has none."""
    other_mails: list[str] | None
    """Further email addresses. Null if the token may not read them."""
    company_name: str | None
    """The company that employs the user. Null if the profile names none."""
    office_location: str | None
    """The office where the user works. Null if the profile names none."""
    preferred_language: str | None
    """The user's language, such as `en-US`. Null if the profile names none."""


class JiraUserData(TypedDict):
    """The `vendor_attributes.data` of a Jira user."""

    vendor: Literal["JIRA"]
    """Always `JIRA`."""
    accountType: str
    """What kind of account it is, such as `atlassian`, `app` or `customer`; `unknown` if Jira does not say."""
    locale: str | None
    """The language of the user, such as `en_US`. Null if the token may not read it."""
    time_zone: str | None
    """The time zone of the user, such as `Europe/Berlin`. Null if the token may not read it."""


class CreateTicketAnswer(TypedDict):
    """The answer to `createTicket`."""

    job_id: str
    """The id of the outbound job, which `GET /outbound-jobs/{job_id}` reads."""


class CreateConnectSessionAnswer(TypedDict):
    """The answer to `createConnectSession`."""

    id: str
    """The service's id of the session."""
    organization_id: str
    """The organization that owns the connection."""
    vendors: list[str]
    """The vendors from which the customer may choose one; empty for every vendor of the catalogue."""
    connection_id: str | None
    """The connection whose credentials are renewed, or the one that the customer has made. Null until then."""
    identifier: str | None
    """The `identifier` of the new connection. Null for none."""
    data_export_types: list[DataExportType] | None
    """The types of data that the link names. Null for none."""
    return_url: str | None
    """Where the page sends the customer back to. Null for nowhere."""
    state: Literal["CREATED", "OPENED", "CONSENT_AWAITED", "CONNECTED", "CONNECTION_DELETED", "EXPIRED", "REVOKED"]
    """`CREATED` until the link is opened, then `OPENED`. `CONSENT_AWAITED` if the connection is stored and the
    customer still has to consent, also after the session has ended. `CONNECTED` once the connection is stored
    and any consent is given; `CONNECTION_DELETED` if the connection was deleted before that, and `EXPIRED` or
    `REVOKED` if it ended without that.
    """
    expires_at: str
    """Until when the link can be opened; once it is, when the session ends."""
    created_at: str
    """When the link was made."""
    url: str | None
    """The address to give to the customer: it works once, and is shown in this answer alone. It starts with the
    server's first base address, or is relative to this server if it has none. Null in an answer that is given
    again for an `Idempotency-Key`: make another link if the first answer was lost.
    """


class CreateWebhookAnswer(TypedDict):
    """The answer to `createWebhook`."""

    id: str
    """The service's id of the webhook."""
    url: str
    """The address that gets a POST for each event."""
    events: list[Literal["connection.created", "connection.health_changed", "job.finished", "records.changed"]]
    """The types of the events that it is told."""
    description: str | None
    """The caller's own words about it. Null for none."""
    is_paused: bool
    """Whether nothing is sent."""
    paused_reason: str | None
    """Why the service itself has paused it: the receiver answered 410. Null otherwise."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was changed last."""
    secret: str | None
    """What signs its messages, in the form of Standard Webhooks; shown once. Null in an answer that is given again
    for an `Idempotency-Key`: rotate the secret if the first answer was lost.
    """


class RotateWebhookSecretAnswer(TypedDict):
    """The answer to `rotateWebhookSecret`."""

    secret: str
    """What signs the messages from now on; shown once."""
    former_valid_until: str
    """Until when the former secret signs them, too."""


class IdpUserWithEntitiesAsIds(IdpUser):
    """A user with groups and applications, as far as the request asks for them. Instead of arrays of records, it
    has what `expand_as="ids"` asks for.
    """

    group_ids: NotRequired[list[str]]
    """The ids of the `groups`, instead of the array; present if `expandAs=ids`."""
    application_ids: NotRequired[list[str]]
    """The ids of the `applications`, instead of the array; present if `expandAs=ids`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpUserWithEntitiesAsCount(IdpUser):
    """A user with groups and applications, as far as the request asks for them. Instead of arrays of records, it
    has what `expand_as="count"` asks for.
    """

    group_count: NotRequired[int]
    """How many `groups` there are, instead of the array; present if `expandAs=count`."""
    application_count: NotRequired[int]
    """How many `applications` there are, instead of the array; present if `expandAs=count`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpUserWithEntitiesPart(TypedDict, total=False):
    """The fields of `IdpUserWithEntities` that `fields` names, and `id`."""

    id: Required[str]
    domain: str
    email_addr: str
    full_name: str
    name: str
    vendor_id: str
    vendor_status: str
    vendor_created_at: Timestamp
    activated_at: Timestamp | None
    last_status_changed_at: Timestamp | None
    last_login_at: Timestamp | None
    last_updated_at: Timestamp | None
    last_password_changed_at: Timestamp | None
    is_deleted: bool
    is_mfa_enabled: bool | None
    is_admin: bool | None
    user_type: IdpUserType | None
    employee_id: str | None
    job_title: str | None
    department: str | None
    manager: str | None
    address: Address | None
    vendor_data: MsEntraUserData | dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    groups: list[IdpGroup] | None
    applications: list[IdpUserApplication] | None
    group_ids: list[str]
    group_count: int
    application_ids: list[str]
    application_count: int
    meta: RecordMeta


class IdpGroupWithEntitiesAsIds(IdpGroup):
    """A group with its members and applications, as far as the request asks for them. Instead of arrays of
    records, it has what `expand_as="ids"` asks for.
    """

    user_ids: NotRequired[list[str]]
    """The ids of the `users`, instead of the array; present if `expandAs=ids`."""
    group_ids: NotRequired[list[str]]
    """The ids of the `groups`, instead of the array; present if `expandAs=ids`."""
    application_ids: NotRequired[list[str]]
    """The ids of the `applications`, instead of the array; present if `expandAs=ids`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpGroupWithEntitiesAsCount(IdpGroup):
    """A group with its members and applications, as far as the request asks for them. Instead of arrays of
    records, it has what `expand_as="count"` asks for.
    """

    user_count: NotRequired[int]
    """How many `users` there are, instead of the array; present if `expandAs=count`."""
    group_count: NotRequired[int]
    """How many `groups` there are, instead of the array; present if `expandAs=count`."""
    application_count: NotRequired[int]
    """How many `applications` there are, instead of the array; present if `expandAs=count`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpGroupWithEntitiesPart(TypedDict, total=False):
    """The fields of `IdpGroupWithEntities` that `fields` names, and `id`."""

    id: Required[str]
    types: list[str]
    description: str
    name: str
    vendor_id: str
    vendor_created_at: Timestamp
    last_membership_updated_at: Timestamp | None
    last_updated_at: Timestamp | None
    is_deleted: bool
    users: list[IdpUser] | None
    groups: list[IdpGroup] | None
    applications: list[IdpApplication] | None
    user_ids: list[str]
    user_count: int
    group_ids: list[str]
    group_count: int
    application_ids: list[str]
    application_count: int
    meta: RecordMeta


class IdpApplicationWithEntitiesAsIds(IdpApplication):
    """An application with its assigned users and groups, as far as the request asks for them. Instead of arrays of
    records, it has what `expand_as="ids"` asks for.
    """

    user_ids: NotRequired[list[str]]
    """The ids of the `users`, instead of the array; present if `expandAs=ids`."""
    group_ids: NotRequired[list[str]]
    """The ids of the `groups`, instead of the array; present if `expandAs=ids`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpApplicationWithEntitiesAsCount(IdpApplication):
    """An application with its assigned users and groups, as far as the request asks for them. Instead of arrays of
    records, it has what `expand_as="count"` asks for.
    """

    user_count: NotRequired[int]
    """How many `users` there are, instead of the array; present if `expandAs=count`."""
    group_count: NotRequired[int]
    """How many `groups` there are, instead of the array; present if `expandAs=count`."""
    meta: NotRequired[RecordMeta]
    """Present if `includeMeta=true`."""


class IdpApplicationWithEntitiesPart(TypedDict, total=False):
    """The fields of `IdpApplicationWithEntities` that `fields` names, and `id`."""

    id: Required[str]
    labels: list[str] | None
    name: str
    vendor_id: str
    version: str | None
    vendor_status: str
    vendor_created_at: Timestamp
    last_updated_at: Timestamp | None
    is_deleted: bool
    users: list[IdpUser] | None
    groups: list[IdpGroup] | None
    user_ids: list[str]
    user_count: int
    group_ids: list[str]
    group_count: int
    meta: RecordMeta


class IdpPolicyWithMetaPart(TypedDict, total=False):
    """The fields of `IdpPolicyWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    type: str
    status: str
    description: str | None
    priority: int | None
    conditions: dict[str, Any] | None
    vendor_created_at: Timestamp | None
    last_updated_at: Timestamp | None
    is_deleted: bool
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class IdpAlertWithMetaPart(TypedDict, total=False):
    """The fields of `IdpAlertWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    status: AlertStatus
    vendor_status: str | None
    category: str | None
    detected_at: Timestamp | None
    last_updated_at: Timestamp | None
    user_id: str | None
    user_vendor_id: str | None
    user_name: str | None
    application_id: str | None
    application_vendor_id: str | None
    ip_address: str | None
    location: GeoLocation | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class IdpAuditEventWithMetaPart(TypedDict, total=False):
    """The fields of `IdpAuditEventWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    event_type: str
    category: str | None
    description: str | None
    outcome: AuditOutcome
    outcome_reason: str | None
    severity: Severity | None
    occurred_at: Timestamp
    actor: AuditActor | None
    targets: list[AuditTarget] | None
    client: AuditClient | None
    session_id: str | None
    request_id: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ComplianceFindingWithEntitiesPart(TypedDict, total=False):
    """The fields of `ComplianceFindingWithEntities` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    remediation: str | None
    resource_id: str
    resource_name: str | None
    resource_region: str | None
    resource_type: str | None
    severity: Severity
    vendor_severity: str
    status: FindingStatus
    vendor_status: str
    status_changed_at: Timestamp | None
    start_time: Timestamp | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    rule: FindingRule | None
    compliances: list[FindingCompliance] | None
    meta: RecordMeta


class ComplianceWithMetaPart(TypedDict, total=False):
    """The fields of `ComplianceWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    standard: str
    standard_version: str | None
    control: str
    control_name: str | None
    description: str | None
    result: ComplianceResult
    passed_count: int | None
    failed_count: int | None
    vendor_created_at: Timestamp | None
    last_updated_at: Timestamp | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class CspmAlertWithMetaPart(TypedDict, total=False):
    """The fields of `CspmAlertWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    status: AlertStatus
    vendor_status: str | None
    category: str | None
    resource_id: str | None
    resource_name: str | None
    resource_type: str | None
    cloud_provider: CloudProvider | None
    account_id: str | None
    region: str | None
    first_event_time: Timestamp | None
    last_event_time: Timestamp | None
    resolved_time: Timestamp | None
    remediation: str | None
    mitre: list[MitreTechnique] | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class DeviceWithMetaPart(TypedDict, total=False):
    """The fields of `DeviceWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    status: DeviceStatus
    platform: DevicePlatform
    hostnames: list[str]
    fqdns: list[str]
    ipv4s: list[str]
    ipv6s: list[str]
    mac_addresses: list[str]
    serial_number: str | None
    manufacturer: str | None
    model: str | None
    os_version: str | None
    os_major_version: str | None
    os_minor_version: str | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    is_encrypted: bool | None
    is_managed: bool | None
    owner_email: str | None
    source_vendors: list[SourceVendor]
    installed_software: list[str] | None
    ad_info: AdInfo | None
    cloud_metadata: CloudMetadata | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class DeviceGroupWithMetaPart(TypedDict, total=False):
    """The fields of `DeviceGroupWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    vendor: str
    vendor_id: str
    created_by: str | None
    description: str | None
    device_ids: list[str]
    vendor_created_at: Timestamp | None
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class DevicePolicyWithMetaPart(TypedDict, total=False):
    """The fields of `DevicePolicyWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    type: str | None
    platform: str | None
    is_enabled: bool | None
    description: str | None
    device_group_ids: list[str]
    vendor_created_at: Timestamp | None
    last_updated_at: Timestamp | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ResourceWithMetaPart(TypedDict, total=False):
    """The fields of `ResourceWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    type: str
    vendor_type: str | None
    cloud_provider: CloudProvider | None
    account_id: str | None
    account_name: str | None
    region: str | None
    tags: dict[str, Any] | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    is_deleted: bool
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ApplicationWithMetaPart(TypedDict, total=False):
    """The fields of `ApplicationWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    full_name: str | None
    type: ApplicationType
    description: str | None
    url: str | None
    default_branch: str | None
    languages: list[str] | None
    visibility: ApplicationVisibility | None
    is_archived: bool | None
    owner: str | None
    business_criticality: str | None
    tags: list[str] | None
    vendor_created_at: Timestamp | None
    last_updated_at: Timestamp | None
    last_scanned_at: Timestamp | None
    is_deleted: bool
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class OrganizationIdentityWithMetaPart(TypedDict, total=False):
    """The fields of `OrganizationIdentityWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    username: str | None
    email: str | None
    type: OrganizationIdentityType
    role: str | None
    is_admin: bool | None
    is_mfa_enabled: bool | None
    organization: IdentityOrganization | None
    external_identity: str | None
    last_active_at: Timestamp | None
    vendor_created_at: Timestamp | None
    is_deleted: bool
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ScanConfigurationWithMetaPart(TypedDict, total=False):
    """The fields of `ScanConfigurationWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    owner: str | None
    is_enabled: bool | None
    is_scheduled: bool | None
    last_scan_vendor_id: str | None
    device_target_count: int | None
    scan_targets: list[str] | None
    severity_frequency: SeverityFrequency | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class VulnerabilityWithMetaPart(TypedDict, total=False):
    """The fields of `VulnerabilityWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    device: AffectedDevice | None
    name: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    state: VulnerabilityState
    state_updated_at: Timestamp | None
    cve: list[str]
    cvss_version: str | None
    cvss_base_score: float | None
    cvss_vector: str | None
    cvss_temporal_score: float | None
    cvss_temporal_vector: str | None
    epss_score: float | None
    is_exploited: bool | None
    port: int | None
    protocol: str | None
    service: str | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    is_patchable: bool | None
    solution: str | None
    scan_output: str | None
    category: str | None
    vendor_scan_id: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class VulnerabilityFindingWithMetaPart(TypedDict, total=False):
    """The fields of `VulnerabilityFindingWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    analytic_output: str | None
    severity: Severity
    state: VulnerabilityState
    state_updated_at: Timestamp | None
    type: VulnerabilityFindingType
    device_id: str | None
    device_vendor_id: str | None
    application_id: str | None
    application_vendor_id: str | None
    resource_id: str | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    has_fix: bool | None
    remediation: str | None
    product: FindingProduct | None
    analytic: FindingAnalytic | None
    resource_related: AffectedResource | None
    vulnerabilities: list[FindingVulnerability] | None
    ticket: FindingTicket | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class EdrAlertWithMetaPart(TypedDict, total=False):
    """The fields of `EdrAlertWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    status: AlertStatus
    vendor_status: str | None
    category: str | None
    assigned_user: str | None
    first_event_time: Timestamp | None
    last_event_time: Timestamp | None
    resolved_time: Timestamp | None
    device: AffectedDevice | None
    user_name: str | None
    windows_sid: str | None
    active_directory_user_id: str | None
    active_directory_domain: str | None
    pid: int | None
    process_created_at: Timestamp | None
    process_filename: str | None
    process_command_line: str | None
    process_filepath: str | None
    process_sha1: str | None
    process_sha256: str | None
    process_md5: str | None
    parent_pid: int | None
    mitre: list[MitreTechnique] | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class AppsecIssueWithMetaPart(TypedDict, total=False):
    """The fields of `AppsecIssueWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    type: IssueType
    severity: Severity
    vendor_severity: str | None
    state: VulnerabilityState
    state_updated_at: Timestamp | None
    cve: list[str] | None
    cwe: list[str] | None
    application_id: str | None
    application_vendor_id: str | None
    repository: CodeRepository | None
    file_path: str | None
    resource_id: str | None
    remediation: str | None
    is_patchable: bool | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class SastIssueWithMetaPart(TypedDict, total=False):
    """The fields of `SastIssueWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    confidence: Confidence | None
    state: VulnerabilityState
    vendor_state: str | None
    state_updated_at: Timestamp | None
    dismissed_reason: str | None
    dismissed_by: str | None
    rule: CodeRule | None
    cwe: list[str] | None
    application_id: str | None
    application_vendor_id: str | None
    repository: CodeRepository | None
    branch: str | None
    commit: str | None
    file_path: str | None
    start_line: int | None
    end_line: int | None
    message: str | None
    tool: str | None
    remediation: str | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ScaIssueWithMetaPart(TypedDict, total=False):
    """The fields of `ScaIssueWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    severity: Severity
    vendor_severity: str | None
    state: VulnerabilityState
    vendor_state: str | None
    state_updated_at: Timestamp | None
    dismissed_reason: str | None
    cve: list[str] | None
    advisory_ids: list[str] | None
    cwe: list[str] | None
    cvss_version: str | None
    cvss_base_score: float | None
    cvss_vector: str | None
    epss_score: float | None
    package: SoftwarePackage
    vulnerable_range: str | None
    fixed_versions: list[str] | None
    is_patchable: bool | None
    is_direct: bool | None
    manifest_path: str | None
    application_id: str | None
    application_vendor_id: str | None
    repository: CodeRepository | None
    published_at: Timestamp | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    remediation: str | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class AppsecFindingWithMetaPart(TypedDict, total=False):
    """The fields of `AppsecFindingWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    title: str
    description: str | None
    type: AppsecFindingType
    severity: Severity
    vendor_severity: str | None
    state: VulnerabilityState
    vendor_state: str | None
    state_updated_at: Timestamp | None
    application_id: str | None
    application_vendor_id: str | None
    repository: CodeRepository | None
    file_path: str | None
    start_line: int | None
    resource: str | None
    secret_type: str | None
    validity: SecretValidity | None
    first_seen: Timestamp | None
    last_seen: Timestamp | None
    remediation: str | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ConfigUserWithMetaPart(TypedDict, total=False):
    """The fields of `ConfigUserWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str | None
    email: str | None
    username: str
    vendor_user_id: str
    role: str | None
    is_admin: bool | None
    is_active: bool | None
    is_mfa_enabled: bool | None
    last_login: Timestamp | None
    access_data: dict[str, Any] | None
    is_deleted: bool
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    meta: RecordMeta


class ItsmUserWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmUserWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    email: str | None
    name: str
    status: ItsmUserStatus
    vendor_attributes: ItsmUserAttributes
    meta: RecordMeta


class ItsmGroupWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmGroupWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    description: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    vendor_attributes: VendorAttributes
    meta: RecordMeta


class ItsmProjectWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmProjectWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    key: str | None
    description: str | None
    url: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    vendor_attributes: VendorAttributes
    meta: RecordMeta


class ItsmTicketWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmTicketWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    name: str
    status: TicketStatus
    type: str | None
    description: str | None
    priority: TicketPriority | None
    is_active: bool | None
    project_id: str | None
    parent_ticket_id: str | None
    assigned_user_id: str | None
    created_by_user_id: str | None
    ticket_created_at: Timestamp | None
    due_date: Timestamp | None
    closed_at: Timestamp | None
    status_updated_at: Timestamp | None
    tags: list[str] | None
    url: str | None
    identifier: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    vendor_attributes: TicketVendorAttributes
    meta: RecordMeta


class ItsmCommentWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmCommentWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    body: str | None
    ticket_id: str
    author_user_id: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    vendor_attributes: VendorAttributes
    meta: RecordMeta


class ItsmAttachmentWithMetaPart(TypedDict, total=False):
    """The fields of `ItsmAttachmentWithMeta` that `fields` names, and `id`."""

    id: Required[str]
    file_name: str
    content_type: str | None
    size_bytes: int | None
    url: str | None
    ticket_id: str
    author_user_id: str | None
    vendor: str
    vendor_id: str
    vendor_data: dict[str, Any] | None
    vendor_data_omitted: list[str] | None
    vendor_attributes: VendorAttributes
    meta: RecordMeta
