import type { Line } from "./Line.js"
import * as in_ from "./TestFiles.js"

const fieldsOf = (row: string) => in_.records("Records > have the fields that the contract left open: %s", row)
const contractFieldsOf = (row: string) => in_.records("Records > have the fields of the contract: %s", row)
const valuesOf = (row: string) =>
  in_.records("Records > have the enumerated values that the contract left open: %s", row)
const values = in_.records("Records > have the enumerated values of the contract")
const stands = (row: string) => in_.records("RecordKind.table > gives the kind its export type and path: %s", row)

const served = in_.kinds("every record kind with a path > serves %s")
const bothEndpoints = in_.kinds(
  "every record kind with a path > has a list and a get-by-id endpoint in the OpenAPI document"
)
const limits = in_.kinds("every record kind with a path > accepts page sizes of 1 to 500 for %s")
const errorsOfOne = in_.kinds("every record kind with a path > answers errors of one %s in the shape of its kind")
const errorsOfLists = in_.kinds("every record kind with a path > answers errors of its list in the shape of the kind")
const asked = in_.lists("every list > %s accepts the shared parameters")
const filters = (row: string) => in_.cspm("GET /cspm/compliance_findings > filters by %s", row)
const findingEntities = in_.cspm("GET /cspm/compliance_findings > includes the rule and the compliances when requested")
const created = in_.provisioning("creating a connection > stores verified credentials and returns the connection")
const refused = (row: string) => in_.provisioning("creating a connection > stores nothing of credentials that %s", row)
const bothShapes = in_.idp("GET /idp/users > answers 422 with one body that is valid in both error shapes")
const structured = in_.recordsHttp(
  "a record kind with filters and the structured shape > has the structured body for 401, 404 and 422"
)
const isolated = in_.isolation("resources of another account > get the same answer as missing ones, byte for byte")
const foreign = in_.provisioning("foreign and nonexistent resources > %s %s get the same 404")
const notBuilt = "No connector exports this type yet, so it has no record kind and no endpoint."

const names: ReadonlyArray<Line> = [
  {
    key: "1 resolution owner of the",
    says: "One of SERVICE, CUSTOMER and VENDOR.",
    proof: [valuesOf("resolution owner"), in_.health("Health > has the rows of the contract")]
  },
  {
    key: "1 vendor identifiers",
    says: "Each connector has one, in upper snake case, and every place uses the same.",
    proof: [
      in_.connector("Connector.make > rejects the vendor %j"),
      in_.normalized("NormalizedRecord.normalize > assigns the vendor even if the draft names another one"),
      in_.entra("Microsoft Entra users > fills every user field that Entra provides")
    ]
  },
  {
    key: "1 connection state",
    says: "There are four states. PENDING is not scheduled, PAUSED stays readable, DELETED answers 404 and is purged later.",
    proof: [
      in_.retention("a purge, embedded > removes the rows of a connection that was deleted long ago, and of no other"),
      valuesOf("connection state"),
      in_.connections("Connections > turn from PENDING to ACTIVE only with verified credentials"),
      in_.provisioning("updating a connection > pauses and resumes"),
      in_.auth("X-CONNECTION-ID > of an unknown, foreign or deleted connection gets the same 404")
    ],
    gap: "No connector asks for a consent yet, so no connection begins as PENDING."
  },
  {
    key: "1 is_active",
    says: "True only in the state ACTIVE.",
    proof: [in_.provisioning("updating a connection > pauses and resumes")]
  },
  {
    key: "1 connection fields beyond 2.8",
    says: "The caller's own reference is in every answer; the organization's name only if one connection is read.",
    proof: [
      created,
      contractFieldsOf(
        "2.8 connection, with the reference of the caller, the deletions that wait and the fields that are not read"
      ),
      in_.provisioning("listing connections > shows each connection as GET by id does, in pages of the offset envelope")
    ]
  },
  {
    key: "1 job status",
    says: "A job is QUEUED, then RUNNING, then SUCCESS or FAILED.",
    proof: [
      valuesOf("job status"),
      in_.jobs("Jobs > go from QUEUED to RUNNING to SUCCESS, and are listed newest first"),
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status")
    ]
  },
  { key: "1 normalized severity", says: "There are six severities.", proof: [values] },
  {
    key: "1 compliance finding status",
    says: "The seven statuses of the filter.",
    proof: [values, contractFieldsOf("2.3 compliance finding")]
  },
  {
    key: "1 compliance finding, required fields",
    says: "Nine fields are never null; the others are always present; two more show on request.",
    proof: [contractFieldsOf("2.3 compliance finding"), served, findingEntities]
  },
  {
    key: "1 compliance data variant",
    says: "Has the standard, its version, the control, its name and the result.",
    proof: [fieldsOf("compliance of a finding"), values, findingEntities]
  },
  {
    key: "1 ITSM user transitions, finding",
    says: "The status is that of the source tool, or DELETED after a complete scan that no longer sees the record.",
    proof: [
      in_.filtered("Filtered lists > follow a record's changes, its deletion and its return"),
      in_.recordStore(
        "RecordStore, embedded > removes the records that a delta reports as gone: hides or flags them, depending on the kind"
      )
    ]
  },
  {
    key: "1 unknown enum value from",
    says: "Becomes the catch-all value, the vendor's word is kept beside it, and the job counts such records.",
    proof: [
      in_.defender("Defender for Cloud findings > maps upper-case field names, other clouds and unknown values"),
      in_.batch("Batch.make, unmapped values > counts records, not fields, and names each field once"),
      in_.recordStore(
        "RecordStore, embedded > counts the records of a page with unmapped values, including unchanged ones"
      ),
      in_.jobRunner("JobRunner > counts records with unmapped values, and logs their fields once per kind"),
      in_.provisioning("testing and syncing a connection > shows what a job did, by export type")
    ]
  }
]

const query: ReadonlyArray<Line> = [
  {
    key: "2 GET /cspm/compliance_findings",
    says: "Takes seven parameters with these names.",
    proof: [in_.cspm("GET /cspm/compliance_findings > names each invalid parameter"), findingEntities]
  },
  {
    key: "2 GET /entities/device-groups",
    says: "Takes `deviceId`.",
    proof: [in_.cspm("GET /entities/device-groups > filters by device")]
  },
  {
    key: "2 GET /connectors",
    says: "Takes `category` and `dataExportType`, both optional.",
    proof: [
      in_.catalogue("GET /connectors > filters by category and export type"),
      in_.catalogue("GET /connectors > rejects %s with the validation shape")
    ]
  },
  {
    key: "2 list parameter form",
    says: "Commas separate values, quotes protect a comma, and a repeated parameter adds values.",
    proof: [
      in_.commaLists("CommaList > reads %j as %j"),
      in_.parameters("Parameter > lists: accept commas and repeated parameters"),
      filters("standards=%22PCI%20DSS,%20v4%22"),
      filters("findingStatuses=NEW&findingStatuses=RESOLVED")
    ]
  },
  {
    key: "2 limit",
    says: "Users take 0 to 500, all other lists 1 to 500; the default is 100.",
    proof: [limits, asked]
  },
  {
    key: "2 booleans",
    says: "Only true and false are valid.",
    proof: [
      in_.parameters("Parameter > boolean: accepts only true and false"),
      in_.idp("GET /idp/users > rejects %s", "enableCursor=TRUE")
    ]
  },
  {
    key: "2 updatedSince, statusChangedSince",
    says: "The bound is inclusive. Any instant with an offset is valid; a date without a time is not.",
    proof: [
      in_.query("RecordQuery, embedded > returns what changed at or after an instant"),
      in_.filtered("Filtered lists > include records at the instant itself, and exclude records without one"),
      in_.parameters("Parameter > instant: %s"),
      in_.parameters("Parameter > instant: requires an offset and a date that exists"),
      in_.idp("GET /idp/users > rejects %s", "updatedSince=2024-01-05")
    ]
  },
  {
    key: "2 unknown parameter",
    says: "An unknown parameter is ignored, and named in a header.",
    proof: [
      in_.idp("GET /idp/users > ignores parameters it does not know"),
      in_.unknownParameters("unknown query parameters > are ignored, and named with the nearest known one")
    ]
  },
  {
    key: "2 offset",
    says: "The OpenAPI document marks it as deprecated.",
    proof: [in_.openApi("OpenAPI document > gives GET /idp/users the parameters of the contract")]
  },
  {
    key: "2 cursor without enableCursor=true",
    says: "Answers 422, and so does a cursor together with updatedSince or offset.",
    proof: [
      in_.idp("invalid cursors > are rejected without enableCursor=true"),
      in_.idp("invalid cursors > are rejected together with updatedSince or offset"),
      asked
    ]
  },
  {
    key: "2 cursor and filters",
    says: "A cursor of another connection, list or filter answers 422, and so does a changed cursor.",
    proof: [
      in_.idp("invalid cursors > are rejected when changed, or sent to another list or connection"),
      in_.cspm("GET /cspm/compliance_findings > pages through a filtered list and binds the cursor to its filters"),
      in_.recordsHttp(
        "a record kind with filters and the structured shape > binds a cursor to the filters, however they are written"
      ),
      in_.cursors("Cursor > refuses a token of another connection, kind or set of filters")
    ]
  }
]

const changes: ReadonlyArray<Line> = [
  {
    key: "3 Lists are ordered by",
    says: "The oldest change comes first, and no two share a position. A lock for each kind guards the positions, so that no reader misses one.",
    proof: [
      in_.recordStore("RecordStore, embedded > moves only changed records, to the end of the list"),
      in_.recordStore("RecordStore, embedded > gives later positions later times, even after the clock was set back"),
      in_.concurrency("Concurrent writers > never make a reader that pages forward, or polls, miss a change"),
      in_.cursorWalk(
        "walking users by cursor while jobs change them > misses no user on the way there, and repeats none on the way back"
      )
    ]
  },
  {
    key: "3 A record's updated time",
    says: "Changes with any field and with memberships, but not with a scan that finds the same.",
    proof: [
      in_.recordStore("RecordStore, embedded > moves only changed records, to the end of the list"),
      in_.recordStore(
        "RecordStore, embedded > moves both ends of a new relation, and nothing while the relation stays the same"
      ),
      in_.recordStore(
        "RecordStore, embedded > stores new records, and writes nothing when it gets the same ones again"
      ),
      in_.sweep("The end of a scan > moves the ends of swept relations, and sweeps each kind separately")
    ]
  },
  {
    key: "3 A record that changes",
    says: "Shows at least once; the way back leads over the pages that came before.",
    proof: [
      in_.cursorWalk(
        "walking users by cursor while jobs change them > misses no user on the way there, and repeats none on the way back"
      ),
      in_.query("The pages of a list > are the same forward and back, for any page size and filter"),
      in_.query("RecordQuery, embedded > returns null at both ends, and a previous page from beyond the data")
    ]
  },
  {
    key: "3 total counts what the",
    says: "The total counts all pages of the same query.",
    proof: [asked, in_.filtered("Filtered lists > return the matches forward, back and by offset, with their total")]
  },
  {
    key: "3 A record that complete",
    says: "Gets a flag or a status, or leaves the lists and answers 404. If it returns, it has the same id.",
    proof: [
      in_.sweep("The end of a scan > removes records that a complete scan did not see, at new positions"),
      in_.recordStore(
        "RecordStore, embedded > removes the records that a delta reports as gone: hides or flags them, depending on the kind"
      ),
      in_.recordStore("RecordStore, embedded > lists a returning record again, under its former id"),
      in_.query("RecordQuery, embedded > does not find a removed record until a scan sees it again")
    ],
    gap: "One complete scan removes a record, even if the vendor sends no total that confirms the count."
  },
  {
    key: "3 id is stable: the",
    says: "An id is derived from the connection, the kind and the vendor's id.",
    proof: [
      in_.ids("RecordId > derives the id of %s %s"),
      in_.ids("RecordId > derives different ids for different connections, kinds and vendor ids")
    ]
  }
]

const errors: ReadonlyArray<Line> = [
  {
    key: "4 invalid parameter, path or",
    says: "Answers 422 in the endpoint's shape.",
    proof: [
      errorsOfLists,
      errorsOfOne,
      in_.catalogue("GET /connectors > rejects %s with the validation shape"),
      in_.provisioning("organizations > reject %j")
    ]
  },
  {
    key: "4 the two shapes of",
    says: "One body fits both shapes; the entries are the same in each.",
    proof: [bothShapes, in_.errors("the error table > has the same entries in both 422 shapes")]
  },
  {
    key: "4 type and code",
    says: "There are four types, and each cause has a code.",
    proof: [
      structured,
      in_.errors("the error table > gives each error a unique code in upper snake case"),
      in_.aroundApi("failures > that are unexpected become a 500, and the log has the cause under the request id")
    ]
  },
  {
    key: "4 no key, unknown key",
    says: "All answer the same 401, in the structured shape if the endpoint's errors have that.",
    proof: [in_.auth("X-API-KEY > missing, unknown, malformed and revoked keys get the same 401"), errorsOfOne]
  },
  {
    key: "4 X-CONNECTION-ID missing or not",
    says: "Answers 422 with the header as its location.",
    proof: [in_.auth("X-CONNECTION-ID > %j gets a 422"), in_.auth("every operation > %s requires %s")]
  },
  {
    key: "4 connection, organization or record",
    says: "Answers 404 with the same bytes, whether the resource is missing or belongs to another account.",
    proof: [isolated, foreign]
  },
  {
    key: "4 path unknown / method",
    says: "Answer 404 and 405 in the simple shape.",
    proof: [
      in_.aroundApi("around the API > answers %s with 404"),
      in_.aroundApi("around the API > answers a wrong method with 405 and the allowed methods")
    ]
  },
  {
    key: "4 too many requests from",
    says: "Answers 429 in the simple shape, with Retry-After.",
    proof: [in_.aroundApi("the request limit > answers 429 with Retry-After to the key that sends too many requests")]
  },
  {
    key: "4 body too large /",
    says: "Answer 413, and 422 with the body as its location; a body that says to be something else than JSON answers 415.",
    proof: [
      in_.aroundApi("around the API > answers 415 to a body of another type, charset or coding"),
      in_.aroundApi("around the API > rejects bodies that are too large"),
      in_.aroundApi("around the API > rejects the body %j")
    ]
  },
  {
    key: "4 store unavailable",
    says: "Answers 503 in the simple shape, with Retry-After; the process recovers.",
    proof: [
      in_.aroundApi("failures > of the database become a 503 with Retry-After"),
      in_.inDatabase("Database on a Postgres server > recovers when the server goes away and comes back")
    ]
  },
  {
    key: "4 unexpected failure",
    says: "Answers 500 in the simple shape, without internals; the log has the cause with the id of the request.",
    proof: [
      in_.aroundApi("failures > that are unexpected become a 500, and the log has the cause under the request id")
    ]
  },
  {
    key: "4 every answer",
    says: "Every answer has X-Request-Id.",
    proof: [
      in_.aroundApi("around the API > gives every request an id"),
      in_.aroundApi("around the API > keeps the caller's request id if it is safe to log")
    ]
  }
]

const provisioning: ReadonlyArray<Line> = [
  {
    key: "5 All with X-API-KEY. Bodies",
    says: "Every operation requires a key; lists are in the offset envelope.",
    proof: [
      in_.auth("every operation > %s requires %s"),
      in_.provisioning(
        "listing connections > shows each connection as GET by id does, in pages of the offset envelope"
      ),
      in_.provisioning("organizations > can be created, listed, read and deleted")
    ]
  },
  {
    key: "5 POST, GET /provisioning/organizations; GET",
    says: "Callers create, list, read and delete organizations.",
    proof: [
      fieldsOf("organization"),
      in_.provisioning("organizations > can be created, listed, read and deleted"),
      in_.provisioning("organizations > reject %j")
    ]
  },
  {
    key: "5 POST /provisioning/organizations/{organization_id}/connections",
    says: "Answers 201 with the record after the vendor has accepted the credentials.",
    proof: [
      created,
      refused("the vendor rejects"),
      in_.provisioning("creating a connection > rejects %j without quoting it")
    ]
  },
  {
    key: "5 GET .../connections",
    says: "Takes healthStatusCodes, limit and offset.",
    proof: [
      in_.provisioning("listing connections > filters by health"),
      in_.provisioning(
        "listing connections > shows each connection as GET by id does, in pages of the offset envelope"
      ),
      in_.provisioning("listing connections > rejects %s", "limit=501")
    ]
  },
  {
    key: "5 GET, PATCH, DELETE .../connections/{connection_id}",
    says: "A property that is absent changes nothing; the answer is the record.",
    proof: [
      in_.provisioning("updating a connection > changes only the fields that are sent"),
      in_.provisioning("updating a connection > pauses and resumes"),
      in_.provisioning("updating a connection > rejects %j"),
      in_.provisioning("updating a connection > deletes the connection")
    ]
  },
  {
    key: "5 GET .../connections/{connection_id}/test",
    says: "Answers which export types the credentials can read.",
    proof: [
      in_.provisioning("testing and syncing a connection > reports which export types the credentials can read"),
      in_.probe("CredentialTest.test > reports which export types can be read and which permission is missing")
    ]
  },
  {
    key: "5 GET .../connections/{connection_id}/jobs",
    says: "The newest job comes first, with the result of each export type.",
    proof: [
      fieldsOf("pull job"),
      fieldsOf("export type of a pull job"),
      in_.jobs("Jobs > go from QUEUED to RUNNING to SUCCESS, and are listed newest first")
    ]
  },
  {
    key: "5 POST .../connections/{connection_id}/sync",
    says: "Answers 202 with the job, or 409 while another one runs.",
    proof: [
      in_.provisioning("testing and syncing a connection > queues a job only once"),
      in_.provisioning("testing and syncing a connection > answers 409 while a job runs"),
      in_.provisioning(
        "testing and syncing a connection > stores that a full job was asked for, also if a job is queued, and nothing without"
      )
    ]
  },
  {
    key: "5 credentials the vendor rejects",
    says: "Answers 422 with the credentials as its location, and stores nothing.",
    proof: [refused("the vendor rejects")]
  },
  {
    key: "5 credentials that could not",
    says: "Answers 502 in the simple shape, and stores nothing.",
    proof: [refused("the vendor cannot check (5xx)")]
  },
  {
    key: "5 credentials, in any answer",
    says: "No answer, log line, span or file contains them.",
    proof: [
      in_.secrets("a planted credential > appears in no answer, log line, span or file"),
      in_.provisioning("creating a connection > rejects %j without quoting it")
    ]
  },
  {
    key: "5 Default refresh_interval_secs 14400, timeout_secs",
    says: "14400 and 3600 by default. A connector may have its own; the operator's bounds apply to all.",
    proof: [
      created,
      in_.provisioning(
        "creating a connection > uses the connector's timing within the operator's bounds when the caller sets none"
      )
    ]
  },
  {
    key: "5 Health follows 2.8, computed",
    says: "Failures have one order, and details name all of them. A connection is HEALTHY before its first job. New credentials make the next job due.",
    proof: [
      in_.health("Health > names a connection after the failure with the highest precedence"),
      in_.health("Health > lists exactly the failing exports; the rest follows from the name"),
      created,
      in_.provisioning("updating a connection > is HEALTHY after the job that new credentials triggered")
    ]
  },
  {
    key: "5 Keys: an account owns",
    says: "A key has 256 random bits. The command line makes it and shows it once; the store keeps a hash; it can be revoked.",
    proof: [
      in_.keys("Keys > have 256 random bits and give access to their account"),
      in_.keys("Keys > are stored only as a hash"),
      in_.keys("Keys > are refused when unknown, malformed or revoked"),
      in_.cli("The command line > creates an account and a key, shows when the key was last used, and revokes it")
    ]
  }
]

const kinds: ReadonlyArray<Line> = [
  {
    key: "6 Every export type of",
    says: "Each record kind has a schema, a list and a get by id, and takes the shared parameters.",
    proof: [
      bothEndpoints,
      served,
      asked,
      in_.exportTypes("DataExportType > includes the export type of every record kind")
    ],
    gap: "Export types that no connector exports have no record kind yet; the lines below name them."
  },
  {
    key: "6 idp",
    says: "Has users, groups and applications.",
    proof: [stands("idp_user"), stands("idp_group"), stands("idp_application"), served]
  },
  {
    key: "6 idp_policies, idp_audit_logs, idp_alerts",
    says: "Has policies.",
    proof: [stands("idp_policy"), served],
    gap: `idp_audit_logs and idp_alerts: ${notBuilt}`
  },
  {
    key: "6 compliances, compliance_findings, cspm_alerts",
    says: "Has compliances and findings.",
    proof: [stands("compliance"), stands("compliance_finding"), served],
    gap: `cspm_alerts: ${notBuilt}`
  },
  {
    key: "6 resources, devices, device_groups, device_policies",
    says: "Has resources, devices, device groups and device policies.",
    proof: [stands("resource"), stands("device"), stands("device_group"), stands("device_policy"), served],
    gap: `organization_identities and applications: ${notBuilt}`
  },
  {
    key: "6 vulnerabilities, vulnerability_findings_v2, vms_scan_configs",
    says: "Has vulnerabilities and scan configurations.",
    proof: [stands("vulnerability"), stands("scan_configuration"), served],
    gap: `vulnerability_findings_v2: ${notBuilt}`
  },
  { key: "6 alerts", says: "Nothing yet.", proof: [], gap: notBuilt },
  { key: "6 issues, sast_issues, sca_issues, findings", says: "Nothing yet.", proof: [], gap: notBuilt },
  { key: "6 siem_events", says: "Nothing yet.", proof: [], gap: notBuilt },
  { key: "6 config_users", says: "Nothing yet.", proof: [], gap: notBuilt },
  {
    key: "6 itsm_users, itsm_groups, itsm_projects, itsm_tickets",
    says: "Has users, groups, projects, tickets, comments and attachments.",
    proof: [
      stands("itsm_user"),
      stands("itsm_group"),
      stands("itsm_project"),
      stands("itsm_ticket"),
      stands("itsm_comment"),
      stands("itsm_attachment"),
      served
    ]
  },
  { key: "6 grc_entity, grc_control, grc_evidence, grc_assessment", says: "Nothing yet.", proof: [], gap: notBuilt },
  { key: "6 tprm, tprm_company, tprm_finding", says: "Nothing yet.", proof: [], gap: notBuilt },
  {
    key: "6 Outbound jobs are writes",
    says: "The service queues a ticket and creates it once; callers read its job.",
    proof: [
      in_.tickets("POST /itsm/tickets > queues a job with the source tool's ids"),
      in_.worker("an outbound job > creates one ticket and ends as SUCCESS"),
      in_.worker("an outbound job > creates one ticket even if the process dies after the vendor has answered"),
      in_.worker(
        "an outbound job > searches for its ticket after %s until it finds it, and never creates a second one"
      ),
      in_.createJiraTicket("Jira's createTicket > creates an issue from every field of the ticket, with one request"),
      in_.createServiceNowTicket(
        "ServiceNow's createTicket > creates an incident from every field of the ticket, with one request"
      )
    ]
  }
]

const fields: ReadonlyArray<Line> = [
  {
    key: "7 All nullable unless marked",
    says: "Fields that are not required may be null; every record has id, vendor, vendor_id and vendor_data.",
    proof: [fieldsOf("device"), fieldsOf("vulnerability"), fieldsOf("ITSM ticket"), served]
  },
  {
    key: "7 IDP group, application",
    says: "Has the fields that it has inside users; flags add users, groups and applications.",
    proof: [
      fieldsOf("IDP group with entities"),
      fieldsOf("IDP application with entities"),
      in_.query("RecordQuery, embedded > embeds related records")
    ]
  },
  {
    key: "7 IDP policy",
    says: "Has these fields; its users, groups and applications are lists below it.",
    proof: [
      fieldsOf("IDP policy"),
      served,
      in_.policyMembers(
        "GET /idp/policies/{policy_id}/users > returns the users of the policy, as the list of users shows them"
      ),
      in_.policyMembers("the other members of a policy > are its groups and its applications")
    ]
  },
  {
    key: "7 Device",
    says: "Has these fields, and its parts have theirs.",
    proof: [
      fieldsOf("device"),
      fieldsOf("source vendor of a device"),
      fieldsOf("agent of a device"),
      fieldsOf("directory entry of a device"),
      fieldsOf("cloud of a device"),
      valuesOf("device status"),
      valuesOf("device platform"),
      valuesOf("cloud provider"),
      served
    ]
  },
  {
    key: "7 Vulnerability",
    says: "Has these fields, and its device has its own.",
    proof: [fieldsOf("vulnerability"), fieldsOf("device of a vulnerability"), valuesOf("vulnerability state"), served]
  },
  { key: "7 Compliance", says: "Has these fields.", proof: [fieldsOf("compliance"), values, served] },
  { key: "7 Resource", says: "Has these fields.", proof: [fieldsOf("resource"), served] },
  {
    key: "7 Device policy",
    says: "Has these fields; its device groups are a list below it.",
    proof: [
      fieldsOf("device policy"),
      served,
      in_.deviceGroups("device_group_ids > are those of the groups that the policy applies to"),
      in_.deviceGroups(
        "GET /entities/device-policies/{device_policy_id}/device-groups > lists the groups of the policy, with their own ids, and takes the filters of device groups"
      )
    ]
  },
  {
    key: "7 ITSM ticket",
    says: "Has these fields, and the attributes of the source tool.",
    proof: [
      fieldsOf("ITSM ticket"),
      fieldsOf("vendor attributes of a ticket"),
      valuesOf("ticket status"),
      valuesOf("ticket priority"),
      served
    ]
  },
  {
    key: "7 ITSM project, group, comment",
    says: "Have these fields.",
    proof: [
      fieldsOf("ITSM project"),
      fieldsOf("ITSM group"),
      fieldsOf("ITSM comment"),
      fieldsOf("ITSM attachment"),
      served
    ]
  },
  {
    key: "7 POST /itsm/tickets body: name",
    says: "A ticket names at most one of each pair; the service replaces its own id by the vendor's.",
    proof: [
      in_.tickets("POST /itsm/tickets > queues a job with the source tool's ids"),
      in_.tickets("POST /itsm/tickets > rejects %j")
    ]
  },
  {
    key: "7 Enumerations of severity in",
    says: "The five counts of a scan have lower-case names.",
    proof: [contractFieldsOf("2.5 severity frequency")]
  }
]

/** Parts 1 to 7 of the decisions document: what the interface leaves open. */
export const decisions: ReadonlyArray<Line> = [
  ...names,
  ...query,
  ...changes,
  ...errors,
  ...provisioning,
  ...kinds,
  ...fields
]
