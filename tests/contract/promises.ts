/** What the API promises, by area and name. The title of a test that proves a promise ends with its name, as in `[contract: list-order]`. */
export const promises: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Lists: {
    "offset-envelope": "A list has items, their count and the total of all pages, unless the caller asks for cursors.",
    "cursor-envelope":
      "With `enableCursor=true` a list has items and the tokens of the next and the previous page, and nothing else.",
    "cursor-walk": "Each token leads to its page, forward or back. It is null at the end and at the beginning.",
    "cursor-is-opaque":
      "Callers can neither read nor make a token. A changed one, or one of another connection, list or filter, answers 422.",
    "cursor-parameters":
      "A cursor remembers `updatedSince`. Without `enableCursor=true`, or together with `updatedSince` or `offset`, it answers 422.",
    "cursor-misses-nothing": "A walk by cursor misses no record while the data changes.",
    "shared-parameters":
      "Every list takes `limit`, `offset`, `cursor`, `enableCursor`, `updatedSince` and `excludeTotal`.",
    limit: "The default is 100. Users take 0 to 500, all other lists 1 to 500.",
    offset: "The index of the first record, from 0 on.",
    "exclude-total": "The total is null, and the service does not count it.",
    "updated-since": "`updatedSince` selects records that changed at the instant or later.",
    "list-order": "The oldest change comes first, and no two records share a position.",
    "updated-time":
      "A record's time changes with any field and with its memberships, but not with a scan that finds the same.",
    specification:
      "A client that was generated from the interface specification alone reads every answer, but for the listed differences.",
    "parameter-values":
      "Commas separate values, quotes protect a comma, and each of a repeated parameter is one value. Only `true` and `false` are booleans.",
    "unknown-parameters": "An unknown parameter is ignored, and named in a header.",
    "own-records": "A list has only records of the connection in the header."
  },
  "Filters of findings and of the catalogue": {
    "finding-filters": "Findings take seven parameters of their own, by result, status, control, standard and instant.",
    "filters-from-vendor-to-caller": "Each filter leaves what the vendor's data says.",
    "status-changed-since": "`statusChangedSince` selects fewer records than `updatedSince`; its bound is inclusive.",
    "device-id-filter": "`deviceId` selects the groups of that device.",
    "catalogue-filters": "The catalogue takes `category` and `dataExportType`, both optional."
  },
  Records: {
    "every-kind-is-served": "Each kind has a list and a get by id, which send exactly the fields of its schema.",
    "vendor-to-caller": "Each list, each record and each flag shows what the vendor sent.",
    "kinds-and-paths": "Each kind has its export type and path.",
    enumerations:
      "The values of the contract: severities, finding statuses, compliance results, statuses of ITSM users, and others.",
    "unknown-values":
      "An unknown value becomes the catch-all value, the vendor's word is kept beside it, and the job counts such records.",
    "vendor-names": "Each connector has one name, in upper snake case, and every record has it.",
    "stable-ids": "An id is derived from the connection, the kind and the vendor's id.",
    "removed-records":
      "A record that a complete scan no longer sees gets a flag or a status, or leaves the lists and answers 404. If it returns, it has the same id.",
    "removed-findings":
      "The results and the status of a finding become DELETED with it, and have their former values when it returns.",
    instants: "Each instant has one form, whatever its time zone was.",
    "user-fields": "A user has these fields.",
    "user-entities":
      "The groups and applications of a user, with the fields of the assignment, are present only if the flags ask for them.",
    "address-fields": "An address has five parts, each a text, null or absent.",
    "directory-vendor-data": "Microsoft Entra adds four fields to a user.",
    "group-fields": "A group has these fields; flags add its members and applications.",
    "application-fields": "An application has these fields; flags add its users and groups.",
    "policy-fields": "A policy has these fields; its users, groups and applications are lists below it.",
    "finding-fields": "A finding has these fields: nine are never null, the others are always present.",
    "finding-per-resource-and-control": "A connector creates one finding for one resource and one control.",
    "finding-entities":
      "Flags add the rule and the compliances, each with the standard, its version, the control, its name and the result.",
    "compliance-fields": "A compliance has these fields.",
    "device-fields": "A device has these fields, and its parts have theirs.",
    "device-group-fields": "A device group has these fields, and names its devices by the ids of the service.",
    "device-policy-fields": "A device policy has these fields; its device groups are a list below it.",
    "resource-fields": "A resource has these fields.",
    "vulnerability-fields": "A vulnerability has these fields, and its device has its own.",
    "scan-configuration-fields": "A scan configuration has these fields, and five counts by severity.",
    "itsm-user-fields": "An ITSM user has these fields, and the attributes of the source tool.",
    "itsm-user-data": "Jira adds the type of the account to a user.",
    "ticket-fields": "A ticket has these fields, and the attributes of the source tool.",
    "itsm-parts-fields": "Projects, groups, comments and attachments have these fields."
  },
  "Organizations, connections and their health": {
    organizations: "Callers create, list, read and delete organizations.",
    "connection-fields": "A connection has these fields. The organization's name is in it only if it is read alone.",
    "connection-states":
      "There are four states. PENDING waits for the consent of the customer and is not scheduled, PAUSED stays readable and is not active, DELETED answers 404 and is purged later.",
    "connection-creation":
      "Answers 201 with the record after the vendor has accepted the credentials; it is HEALTHY before its first job.",
    "credentials-refused":
      "Credentials that the vendor rejects answer 422, those that it cannot check answer 502, and nothing is stored.",
    "credentials-stay-secret": "No answer, log line, span or file contains credentials.",
    "connection-list": "The list of connections takes `healthStatusCodes`, `limit` and `offset`.",
    "connection-update": "A property that is absent changes nothing, and the answer is the record.",
    "connection-timing":
      "14400 s between two jobs and 3600 s for one, unless the connector or the caller says otherwise, within the operator's bounds.",
    "credentials-update":
      "New credentials replace the old ones after the vendor has accepted them, and make the next job due, which decides the health.",
    "connection-test": "A test says which export types the credentials can read.",
    "health-fields": "Health has five fields; details name each export type that failed, or are null.",
    "health-names": "Each name of a health has its status and who must act.",
    "health-from-the-last-job": "The job that finished last decides the health, independently of the health before.",
    healthy: "No export type failed.",
    "health-of-vendor-failures":
      "401 and 403 are UNAUTHORIZED, 429 to the last retry RATE_LIMIT_EXCEEDED, another 4xx VENDOR_CLIENT_ERROR, 5xx VENDOR_SERVER_ERROR.",
    "health-of-own-failures":
      "A defect of the connector or the service is INTERNAL_ERROR, a job beyond its time limit EXECUTION_TIMEOUT.",
    "stopped-connectors":
      "A connector that the operator has stopped asks its vendor nothing: checks are a 409, what is stored stays readable, and the health names the operator.",
    quotas:
      "An account never has more organizations or connections than its quota, also if they are created at the same time: one more is a 409. A job that finds no room for new records leaves them out, stores and deletes everything else, and a later one stores them once there is room.",
    erasure:
      "`erase=true` beside a DELETE removes everything about a connection or an organization, also if it was deleted before: a 202 with an erasure, whose receipt says how many rows of which table are gone. The same request again gets the same erasure, and no key sees one of what it may not see.",
    webhooks:
      "An account names up to ten addresses that are told of new connections, changes of their health, jobs that have ended and changed records: at least once, signed as Standard Webhooks describes, for about a day, after which a delivery is listed as dead until it is sent again. No key of another account, or with a limit to organizations, sees them.",
    "connect-sessions":
      "An account makes a link with which one customer makes one connection of an organization, or renews the credentials of one: it opens once, and again only for whoever has opened it. Its session lasts an hour at most, stores one connection, ends if the link is revoked, and can do nothing else. Of two requests at once, one opens or connects. Nothing that the account sees has a secret, and wrong tokens and ids all get the same answer.",
    usage: "The usage says what the account of the key has and may have; an operator lists it for all accounts.",
    "health-precedence": "Failures have one order; one export type without permission is enough for UNAUTHORIZED."
  },
  "Jobs and tickets": {
    "job-status": "A job is QUEUED, then RUNNING, then SUCCESS or FAILED. The newest is listed first.",
    "job-fields": "A job has these fields, with the result of each export type.",
    sync: "A request for a job answers 202 with the job, or 409 while another one runs.",
    "outbound-job":
      "An outbound job has these fields from the time it is queued to its end; its errors have the simple shape.",
    "ticket-is-queued": "A request for a ticket answers with a job, which sends the source tool's ids.",
    "ticket-is-created-once": "A ticket is created once, whatever dies meanwhile.",
    "ticket-at-the-vendor": "Every field of a ticket reaches the vendor."
  },
  Catalogue: {
    catalogue: "Anybody reads the catalogue as an array, without a key.",
    "export-types": "There are 37 export types, among them that of every kind."
  },
  "Keys and errors": {
    "key-required":
      "Every operation but the catalogue requires a key. Missing, unknown, malformed and revoked keys get the same 401.",
    "key-scopes":
      "A key with scopes may do what one table says, for each operation of the OpenAPI document. Anything else is a 403, whatever exists and before the body is read.",
    "key-organizations":
      "For a key that is limited to organizations, all others of its account answer like those of another account.",
    "operator-roles":
      "Operators have keys of their own, with the role read or act, and a right to records. The same table says what each operation needs; their keys and those of accounts are a 403 where the other is asked for.",
    "operator-views":
      "Operators see, over all accounts, connections with their problems, jobs, processes, what is due, what waits for a decision, counts of records, tickets in flight, and the age of data.",
    "operator-records":
      "An operator reads the records of a customer only with a right of its own, and sees them as their account does.",
    "operator-acts":
      "An operator pauses, resumes and syncs what meets a filter. An empty one must be meant, a dry run changes nothing, and a second request changes nothing that is so already.",
    "connection-header": "Data endpoints require the header of the connection, and provisioning ignores it.",
    "api-keys":
      "A key has 256 random bits. The command line makes it and shows it once, the store keeps a hash, and it can be revoked, may expire, and is rotated with an overlap.",
    "base-path": "Every path is below /v1. An unknown path answers 404, and a wrong method 405.",
    "error-shapes":
      "There are three shapes of errors: validation, simple and structured. A 422 of users fits two of them.",
    "errors-of-records": "The errors of a list and of a record have the shape of their kind.",
    "error-codes": "Each cause has a type of four and a unique code, which a header and the documentation name.",
    "error-statuses": "The statuses of errors are those of the OpenAPI document.",
    "nothing-of-others": "What belongs to another account gets the same bytes as what does not exist.",
    "request-bodies":
      "A body that is too large answers 413, one of another type 415, and any other that cannot be read 422.",
    "too-many-requests": "Too many requests with one key answer 429 with Retry-After.",
    "database-unavailable": "Without its database the service answers 503 with Retry-After, and recovers.",
    "unexpected-failures": "A 500 has no internals; the log has the cause with the id of the request.",
    "request-id": "Every answer has X-Request-Id."
  }
}
