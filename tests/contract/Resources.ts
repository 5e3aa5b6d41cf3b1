import { type Line, words } from "./Line.js"
import * as in_ from "./TestFiles.js"

/** Proofs that the schema has a field. */
const schemaOf = (row: string) => in_.records("Records > have the fields of the contract: %s", row)
const decidedSchemaOf = (row: string) => in_.records("Records > have the fields that the contract left open: %s", row)
const values = in_.records("Records > have the enumerated values of the contract")
const decidedValues = (row: string) =>
  in_.records("Records > have the enumerated values that the contract left open: %s", row)

/** Proofs that the server sends exactly the fields of the schema. */
const served = in_.kinds("every record kind with a path > serves %s")
const said = in_.endpoints(
  "every documented endpoint, from the vendor to the caller > GET $path of $vendor shows what the vendor sent"
)
const asked = in_.lists("every list > %s accepts the shared parameters")
const entities = in_.idp("the groups and applications of users > are included when requested: %j")
const findingEntities = in_.cspm("GET /cspm/compliance_findings > includes the rule and the compliances when requested")
const securityHub = in_.securityHub("Security Hub findings > maps every field that Security Hub returns")
const created = in_.provisioning("creating a connection > stores verified credentials and returns the connection")
const listed = in_.provisioning(
  "listing connections > shows each connection as GET by id does, in pages of the offset envelope"
)
const ended = in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status")
const queued = in_.tickets("POST /itsm/tickets > queues a job with the source tool's ids")
const catalogue = in_.catalogue("GET /connectors > answers with an array, without a key")
const healthRows = in_.health("Health > has the rows of the contract")
const named = (row: string) => in_.jobRunner("JobRunner > names a connection whose vendor answers %s: %s", row)

/** Part 2: resources and their fields. */
export const resources: ReadonlyArray<Line> = [
  {
    key: "2.1 Offset envelope",
    says: "A list is in the offset envelope unless the caller asks for cursors.",
    proof: [in_.idp("GET /idp/users > answers with the offset envelope"), asked]
  },
  {
    key: "2.1 offset",
    fields: ["count", "total", "items"],
    says: "Has the items of the page, their count, and the total, which is null if the caller excludes it.",
    proof: [
      schemaOf("2.1 offset envelope"),
      in_.idp("GET /idp/users > answers with the offset envelope"),
      in_.idp("GET /idp/users > returns no total with excludeTotal")
    ]
  },
  {
    key: "2.1 Cursor envelope, used when",
    says: "With enableCursor=true a list is in the cursor envelope.",
    proof: [in_.idp("GET /idp/users > pages forward and back by cursor"), asked]
  },
  {
    key: "2.1 cursor",
    fields: ["items", "next_cursor", "previous_cursor"],
    says: "Has the items and the tokens of the next and the previous page; they are null at the end and at the beginning.",
    proof: [
      schemaOf("2.1 cursor envelope"),
      in_.idp("GET /idp/users > pages forward and back by cursor"),
      in_.query("RecordQuery, embedded > returns null at both ends, and a previous page from beyond the data")
    ]
  },
  {
    key: "2.2 Two variants exist. The",
    says: "Groups and applications are present only if the flags ask for them.",
    proof: [entities]
  },
  {
    key: "2.2 user",
    fields: words(`
      id domain email_addr full_name name vendor_id vendor_status vendor_created_at activated_at last_status_changed_at
      last_login_at last_updated_at last_password_changed_at is_deleted is_mfa_enabled is_admin employee_id job_title
      department manager address vendor_data`),
    says: "A user has these fields, with these types; the schema says which may be absent or null.",
    proof: [
      schemaOf("2.2 IDP user"),
      served,
      in_.timestamps("Timestamp > normalizes an instant from any time zone to the same text"),
      in_.entra("Microsoft Entra users > fills every user field that Entra provides")
    ]
  },
  {
    key: "2.2 user",
    fields: ["groups", "applications"],
    says: "Only the variant with entities has them.",
    proof: [schemaOf("2.2 IDP user with entities"), entities]
  },
  {
    key: "2.2 Address object: street, city",
    says: "An address has five parts; each is a text, null or absent.",
    proof: [
      schemaOf("2.2 address"),
      in_.normalized("NormalizedRecord.normalize > orders the fields of nested objects as well"),
      in_.entra("Microsoft Entra users > fills every user field that Entra provides")
    ]
  },
  {
    key: "2.2 Vendor data for one",
    says: "Microsoft Entra adds four fields to a user: vendor (a constant), mail nickname, password policies and on-premises name.",
    proof: [
      schemaOf("2.2 vendor data of a directory vendor"),
      in_.entra("Microsoft Entra users > fills every user field that Entra provides")
    ]
  },
  { key: "2.2 IDP group", says: "A user contains the groups that the user is a member of.", proof: [entities] },
  {
    key: "2.2 group",
    fields: words(`
      id types description name vendor_id vendor_created_at last_membership_updated_at last_updated_at is_deleted`),
    says: "A group has these fields.",
    proof: [schemaOf("2.2 IDP group"), served, entities]
  },
  {
    key: "2.2 IDP application",
    says: "A user contains the assigned applications, with the fields of the assignment.",
    proof: [entities]
  },
  {
    key: "2.2 application",
    fields: words("id labels name vendor_id version vendor_status vendor_created_at last_updated_at is_deleted"),
    says: "An application has these fields.",
    proof: [schemaOf("2.2 IDP application"), served, entities]
  },
  {
    key: "2.2 application",
    fields: ["user_app_last_login_at"],
    says: "The last time that this user signed in to this application.",
    proof: [
      schemaOf("2.2 IDP application of a user"),
      entities,
      in_.query("RecordQuery, embedded > embeds related records")
    ]
  },
  {
    key: "2.3 One finding is one",
    says: "A connector creates one finding for one resource and one control.",
    proof: [securityHub, in_.defender("Defender for Cloud findings > maps every field that Defender returns")]
  },
  {
    key: "2.3",
    fields: words(`
      id title description remediation resource_id resource_name resource_region resource_type severity vendor_severity
      status vendor_status status_changed_at start_time vendor vendor_id vendor_data`),
    says: "A finding has these fields.",
    proof: [schemaOf("2.3 compliance finding"), served, securityHub]
  },
  {
    key: "2.3",
    fields: ["rule"],
    says: "The flag adds the rule that failed: id, name, vendor_id.",
    proof: [schemaOf("2.3 rule"), schemaOf("2.3 compliance finding with entities"), findingEntities]
  },
  {
    key: "2.3 Which fields of the",
    says: "Decided: nine fields are never null; the others are always present and may be null.",
    proof: [schemaOf("2.3 compliance finding"), served]
  },
  {
    key: "2.3 Fields of the variant",
    says: "Decided: `compliances` is a list; an item has the standard, its version, the control, its name and the result.",
    proof: [decidedSchemaOf("compliance of a finding"), findingEntities]
  },
  {
    key: "2.3 Allowed values of severity",
    says: "Decided: there are six severities, and a finding has one of the seven statuses of the filter. The vendor's words are any text.",
    proof: [values, schemaOf("2.3 compliance finding")]
  },
  {
    key: "2.4",
    fields: words("id name vendor vendor_id created_by description device_ids vendor_created_at vendor_data"),
    says: "A device group has these fields, and names its devices by the ids of the service.",
    proof: [
      schemaOf("2.4 device group"),
      served,
      said,
      in_.cspm("GET /entities/device-groups > filters by device"),
      in_.deviceGroups(
        "device_ids > are in every group with at most 1,000 of them, and the header names them if one group omits them"
      ),
      in_.deviceGroups(
        "GET /entities/device-groups/{device_group_id}/devices > lists the devices of the group, however many, by offset and by cursor"
      )
    ]
  },
  {
    key: "2.5",
    fields: words(`
      id name owner is_enabled is_scheduled last_scan_vendor_id device_target_count scan_targets vendor vendor_id
      vendor_data`),
    says: "A scan configuration has these fields; its vendor is written as in all records.",
    proof: [schemaOf("2.5 scan configuration"), served, said]
  },
  {
    key: "2.5",
    fields: ["severity_frequency"],
    says: "Has five counts: critical, high, info, low, medium.",
    proof: [schemaOf("2.5 severity frequency"), schemaOf("2.5 scan configuration"), served]
  },
  {
    key: "2.6",
    fields: ["id", "email", "name"],
    says: "An ITSM user has these fields.",
    proof: [schemaOf("2.6 ITSM user"), served, said]
  },
  {
    key: "2.6",
    fields: ["status"],
    says: "One of ACTIVE, INACTIVE and DELETED.",
    proof: [schemaOf("2.6 ITSM user"), values, in_.jira("Jira records > fills every user field that Jira provides")]
  },
  {
    key: "2.6",
    fields: ["vendor_attributes"],
    says: "The attributes of the source tool: created_at, id, updated_at, vendor, data.",
    proof: [schemaOf("2.6 vendor attributes"), served]
  },
  {
    key: "2.6 vendor_attributes.data carries a vendor",
    says: "Jira's data has the vendor and the account type; the data of other vendors is any object.",
    proof: [in_.jira("Jira records > fills every user field that Jira provides")]
  },
  {
    key: "2.7",
    fields: words("id status task_name vendor failure_reason started_at finished_at"),
    says: "An outbound job has these fields from the time it is queued to its end.",
    proof: [schemaOf("2.7 outbound job"), queued, ended]
  },
  {
    key: "2.7 Allowed values of job",
    says: "Decided: one of QUEUED, RUNNING, SUCCESS and FAILED.",
    proof: [decidedValues("job status"), ended]
  },
  {
    key: "2.8 connection",
    fields: words(`
      id vendor is_active refresh_interval_secs timeout_secs organization_id state created_at updated_at health`),
    says: "A connection has these fields; the states other than ACTIVE are decided.",
    proof: [
      schemaOf(
        "2.8 connection, with the reference of the caller, the deletions that wait and the fields that are not read"
      ),
      decidedValues("connection state"),
      created,
      listed
    ]
  },
  {
    key: "2.8 Health object: name, status",
    says: "Health has five fields; details name each export type that failed and its endpoint, or are null.",
    proof: [
      schemaOf("2.8 health"),
      schemaOf("2.8 health detail"),
      created,
      in_.partialAccess(
        "a token without access to one export type > reports the type that failed, keeps its records, and still reads the other one"
      )
    ]
  },
  {
    key: "2.8 Health is computed from",
    says: "The job that finished last decides the health and who must act.",
    proof: [
      in_.jobs("Jobs > set the connection's health when they end, unless their lease is void"),
      healthRows,
      in_.provisioning("updating a connection > is HEALTHY after the job that new credentials triggered")
    ]
  },
  {
    key: "2.8 health",
    fields: ["HEALTHY"],
    says: "No export type failed.",
    proof: [
      healthRows,
      in_.health("Health > is healthy, without details, if nothing failed"),
      in_.jobRunner("JobRunner > stores every page, then sweeps, and reports a healthy job")
    ]
  },
  {
    key: "2.8 health",
    fields: ["EXECUTION_TIMEOUT"],
    says: "The service stopped the job after its time limit.",
    proof: [
      healthRows,
      in_.jobRunner(
        "JobRunner > stops at its timeout, keeps what was stored, sweeps nothing, and blames a vendor that no longer answers"
      )
    ]
  },
  {
    key: "2.8 health",
    fields: ["RATE_LIMIT_EXCEEDED"],
    says: "The vendor still answered 429 to the last retry.",
    proof: [healthRows, named("RATE_LIMIT_EXCEEDED")]
  },
  {
    key: "2.8 health",
    fields: ["VENDOR_CLIENT_ERROR"],
    says: "The vendor answered with another 4xx.",
    proof: [healthRows, named("VENDOR_CLIENT_ERROR")]
  },
  {
    key: "2.8 health",
    fields: ["INTERNAL_ERROR"],
    says: "The connector or the service itself failed.",
    proof: [healthRows, in_.jobRunner("JobRunner > reports a defect in a connector as the failure of one export")]
  },
  {
    key: "2.8 health",
    fields: ["VENDOR_SERVER_ERROR"],
    says: "The vendor answered 5xx.",
    proof: [healthRows, named("VENDOR_SERVER_ERROR")]
  },
  {
    key: "2.8 health",
    fields: ["UNAUTHORIZED"],
    says: "The vendor answered 401 or 403.",
    proof: [healthRows, named("UNAUTHORIZED")]
  },
  {
    key: "2.8 UNAUTHORIZED means the service",
    says: "One export type without permission is enough, and so are credentials that the customer revoked later.",
    proof: [
      in_.partialAccess(
        "a token without access to one export type > reports the type that failed, keeps its records, and still reads the other one"
      ),
      in_.jobRunner("JobRunner > backs off if nothing can be read")
    ]
  },
  {
    key: "2.9",
    fields: words(`
      vendor vendor_name vendor_description category auth_type credentials_params data_export_types docs_url logo_url`),
    says: "An entry of the catalogue has these fields.",
    proof: [
      schemaOf("2.9 connector"),
      catalogue,
      in_.connector("Connector.toEntry > lists the export types in the order of the contract")
    ]
  },
  {
    key: "2.9 Allowed values of data_export_types",
    says: "There are 37 export types.",
    proof: [in_.exportTypes("DataExportType > has the 37 values of the contract, in its order")]
  }
]
