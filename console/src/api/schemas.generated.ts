// Written by `pnpm generate` from the declaration of the API. Do not edit.

/** An ISO 8601 date-time with an offset; decoding converts it to UTC with milliseconds. */
export type Timestamp = string

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

/** Where a job stands: `QUEUED`, then `RUNNING`, then `SUCCESS` or `FAILED`; there is no other transition. */
export type JobStatus = "QUEUED" | "RUNNING" | "SUCCESS" | "FAILED"

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

/**
 * How far the first sync of a connection is. `FIRST_SYNC_PENDING`: no job has begun. `FIRST_SYNC_RUNNING`: a job runs,
 * and some types of data have never been read completely. `FIRST_SYNC_INCOMPLETE`: no job runs, and some types of data
 * have never been read completely; `data_exports` says which. `SYNCED`: every type of data has been read completely.
 */
export type SyncPhase = "FIRST_SYNC_PENDING" | "FIRST_SYNC_RUNNING" | "FIRST_SYNC_INCOMPLETE" | "SYNCED"

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

/** What a customer gets for a link. */
export interface OpenedConnectSession {
  /**
   * What the requests of the session send as `Authorization: Bearer`. It can do nothing else. It is shown again only to
   * a request with the same `X-CONNECT-OPENER`.
   */
  readonly token: string
  /** When the session ends. */
  readonly expires_at: string
}

/** What the page of a session shows. */
export interface ConnectSessionView {
  /** The service's id of the session. */
  readonly id: string
  /** The name of the organization that owns the connection. */
  readonly organization_name: string
  /**
   * What the customer may connect, ordered by vendor, with only those ways to sign in that can be used: for a consent,
   * the operator of the service has registered it with the vendor. A connection that is renewed has one way. Tools that
   * have a connection with the link's `identifier` are left out.
   */
  readonly connectors: ReadonlyArray<ConnectorEntry>
  /**
   * The types of data that the customer may choose: for a connection that is renewed, those that it has, and those of
   * the link. Null for any.
   */
  readonly data_export_types: ReadonlyArray<DataExportType> | null
  /**
   * Why nothing can be connected now, as a sentence for the customer: the account has as many connections as it may
   * have, each tool of the link is connected already with the link's `identifier`, or no way to sign in can be used any
   * more. Null if something can, and once the session is used.
   */
  readonly blocked: string | null
  /** The connection whose credentials are renewed. Null for a new connection. */
  readonly connection: ReconnectedConnection | null
  /** Where the page sends the customer back to. Null for nowhere. */
  readonly return_url: string | null
  /**
   * `OPENED`; once the connection is stored, `CONSENT_AWAITED` until a consent that it needs is given, and `CONNECTED`;
   * or `CONNECTION_DELETED` if it was deleted before that. If a link renews a connection that was deleted, the answer is
   * a 404.
   */
  readonly state: "CREATED" | "OPENED" | "CONSENT_AWAITED" | "CONNECTED" | "CONNECTION_DELETED" | "EXPIRED" | "REVOKED"
  /** When the session ends. */
  readonly expires_at: string
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

/** The connection whose credentials a customer renews. */
export interface ReconnectedConnection {
  /** The service's id of the connection. */
  readonly id: string
  /** The vendor of the connection. */
  readonly vendor: string
  /**
   * How the connection signs in: the `auth_type` of one of the session's `auth_methods`. Null if the connector is not
   * loaded.
   */
  readonly auth_type: string | null
  /**
   * Why the last visit to the source tool's page gave no consent, as a sentence for the customer; null if it gave one,
   * or if there was none.
   */
  readonly oauth2_problem: string | null
  /** The credential fields that are not secret. */
  readonly credentials: { readonly [name: string]: unknown }
  /** The types of data that jobs read. */
  readonly data_export_types: ReadonlyArray<DataExportType>
  /** Where the connection is in its lifecycle. */
  readonly state: ConnectionState
  /** What the latest finished job found. */
  readonly health: Health
  /** What is wrong, since when, and who must act; empty if nothing is. */
  readonly problems: ReadonlyArray<ConnectProblem>
}

/** What keeps the data of a connection from being read, as its customer sees it. */
export interface ConnectProblem {
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

/** The connection that a customer makes, or the new credentials of one. */
export interface CreateConnectSessionConnection {
  /** The `vendor` of one of the session's connectors. */
  readonly vendor: string
  /**
   * Values for the fields of the way to sign in, which are in its `credentials_params`. If a connection is renewed,
   * those that are absent keep their stored values, but every secret has to be sent again if another field changes. For
   * a way with a consent, changed fields count from the next consent on.
   */
  readonly credentials: { readonly [name: string]: unknown }
  /**
   * How the connection signs in: the `auth_type` of one of the `auth_methods` of the session's connector; the first of
   * them if absent. A connection that is renewed keeps its own.
   */
  readonly auth_type?: string
  /**
   * The types of data to read, of those that the session allows; if absent, those of the connection that is renewed; for
   * a new one all that the session allows, or the default if it allows any.
   */
  readonly data_export_types?: ReadonlyArray<DataExportType>
}

/** Which types of data the credentials can read that a customer has entered. */
export interface ConnectSessionTest {
  /**
   * Whether the credentials can read every type of data. Also false if the test could not be completed; `message` then
   * says why.
   */
  readonly is_valid: boolean
  /** What the test found, as human-readable text. */
  readonly message: string
  /** One entry for each type of data that the connection would read. */
  readonly data_export_types: ReadonlyArray<ExportTypeTest>
  /** What the credentials cannot read and who must act; empty if they can read everything. */
  readonly problems: ReadonlyArray<ConnectProblem>
}

/** The consent that a customer gives on the page of the source tool. */
export interface ConnectSessionConsent {
  /** `AWAITED` until the customer has consented since the connection was stored in the session, then `GIVEN`. */
  readonly state: "AWAITED" | "GIVEN"
  /**
   * The address of the consent, to open in a window of the browser. Null after the consent, after another link was used
   * for the connection, and while the operator of the service does not offer the consent.
   */
  readonly authorize_url: string | null
  /**
   * Why the last visit gave no consent, as a sentence for the customer, who can try again. It stays until the next visit
   * begins. If another link was used for the connection meanwhile, it says so. Null if the last visit gave a consent, if
   * there was none, or while the operator of the service does not offer the consent.
   */
  readonly problem: string | null
}

/** How far the first sync of the connection of a session is. */
export interface ConnectSessionConnection {
  /** The service's id of the connection. */
  readonly id: string
  /** The vendor of the connection. */
  readonly vendor: string
  /** What the latest finished job found. */
  readonly health: Health
  /** Where the connection is in its lifecycle. */
  readonly state: ConnectionState
  /** How far the first sync is. */
  readonly phase: SyncPhase
  /** The job that is queued or running, with the progress of each type of data. Null if there is none. */
  readonly current_job: CurrentJob | null
  /** How each type of data stands. */
  readonly data_exports: ReadonlyArray<ExportStatus>
  /** What is wrong, since when, and who must act; empty if nothing is. */
  readonly problems: ReadonlyArray<ConnectProblem>
  /** The consent that the connection needs. Null if it signs in otherwise. */
  readonly consent: ConnectSessionConsent | null
  /**
   * Whether a job has ended that began after the connection was stored in the session, and after the consent if it needs
   * one; until then, what is said of a connection that is renewed may be older than its credentials.
   */
  readonly has_read: boolean
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
