import type { Line } from "./Line.js"
import * as in_ from "./TestFiles.js"

const values = in_.records("Records > have the enumerated values of the contract")
const asked = in_.lists("every list > %s accepts the shared parameters")
const served = in_.kinds("every record kind with a path > serves %s")
const limits = in_.kinds("every record kind with a path > accepts page sizes of 1 to 500 for %s")
const errorsOfOne = in_.kinds("every record kind with a path > answers errors of one %s in the shape of its kind")
const errorsOfLists = in_.kinds("every record kind with a path > answers errors of its list in the shape of the kind")
const entities = in_.idp("the groups and applications of users > are included when requested: %j")
const filters = (row: string) => in_.cspm("GET /cspm/compliance_findings > filters by %s", row)
const allValues = (row: string) =>
  in_.cspm("GET /cspm/compliance_findings > accepts every value of %s, alone and combined", row)
const findingEntities = in_.cspm("GET /cspm/compliance_findings > includes the rule and the compliances when requested")
const thereAndBack = in_.idp("GET /idp/users > pages forward and back by cursor")
const remembered = in_.idp("GET /idp/users > remembers updatedSince in the cursor")
const conflict = in_.idp("invalid cursors > are rejected together with updatedSince or offset")
const healedByNextJob = in_.provisioning(
  "updating a connection > is HEALTHY after the job that new credentials triggered"
)

/** Proofs that go from a vendor's answer to the caller's, and check that against the OpenAPI document. */
const endToEnd = (title: string, row?: string) =>
  in_.endpoints(`every documented endpoint, from the vendor to the caller > ${title}`, row)
const inOffsetEnvelope = endToEnd("GET $path of $vendor in the offset envelope: $count records")
const inCursorEnvelope = endToEnd("GET $path of $vendor in the cursor envelope, forward and back")
const oneOfThem = endToEnd("GET $path/{id} of $vendor is the same record")
const added = endToEnd("GET $path?$flag of $vendor adds $field")
const filteredOnes = endToEnd("GET $path of $vendor, filtered, leaves $leaves")
const otherRead = (path: string) => endToEnd("GET %s", path)

/** Part 3: states and transitions. */
const states: ReadonlyArray<Line> = [
  {
    key: "3 states.ITSM user status",
    says: "One of ACTIVE, INACTIVE and DELETED.",
    proof: [values, in_.jira("Jira records > fills every user field that Jira provides")]
  },
  {
    key: "3 states.Compliance result filter values",
    says: "Only PASS, FAIL, NOT_APPLICABLE and DELETED are valid.",
    proof: [values, allValues("complianceResults")]
  },
  {
    key: "3 states.Compliance finding status filter",
    says: "Only the seven statuses are valid.",
    proof: [values, allValues("findingStatuses")]
  },
  {
    key: "3 states.Connection health",
    says: "HEALTHY or UNHEALTHY; the name decides which.",
    proof: [in_.health("Health > has the rows of the contract")]
  },
  {
    key: "3 Transitions of the ITSM",
    says: "Decided: the service enforces none. A user that a complete scan no longer sees is DELETED, and may return.",
    proof: [
      in_.recordStore(
        "RecordStore, embedded > removes the records that a delta reports as gone: hides or flags them, depending on the kind"
      )
    ]
  },
  {
    key: "3 Transitions of the compliance",
    says: "Decided: the service enforces none. Results and status become DELETED with the finding, and have their former values when it returns.",
    proof: [in_.filtered("Filtered lists > follow a record's changes, its deletion and its return")]
  },
  {
    key: "3 States and transitions of",
    says: "Decided: a job is QUEUED, then RUNNING, then SUCCESS or FAILED.",
    proof: [
      in_.tickets("POST /itsm/tickets > queues a job with the source tool's ids"),
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status"),
      in_.worker("two workers > do not end a job that the other one has taken over")
    ]
  },
  {
    key: "3 Connection health transitions",
    says: "After new credentials, the next job makes the connection healthy.",
    proof: [healedByNextJob]
  },
  {
    key: "3 transition.UNAUTHORIZED",
    says: "New credentials do not change the health at once; the job that they make due does.",
    proof: [
      healedByNextJob,
      in_.provisioning("updating a connection > stores new credentials and leaves the health to the next job"),
      in_.connections("Connections > update their schedule with every change")
    ]
  },
  {
    key: "3 All other health transitions",
    says: "Decided: the job that finished last decides the health, independently of the health before.",
    proof: [
      in_.jobs("Jobs > set the connection's health when they end, unless their lease is void"),
      in_.partialAccess(
        "a token without access to one export type > makes the connection healthy when the next job runs with access restored"
      )
    ]
  }
]

/** Part 4: endpoints. */
const endpoints: ReadonlyArray<Line> = [
  {
    key: "4 All paths are below",
    says: "Every path is below /v1, and callers read with GET.",
    proof: [
      in_.aroundApi("around the API > answers %s with 404", "/v2/idp/users"),
      in_.aroundApi("around the API > answers a wrong method with 405 and the allowed methods"),
      in_.openApi("OpenAPI document > has the versions of the contract")
    ]
  },
  {
    key: "4.1 Used by the list",
    says: "Every list takes all six parameters.",
    proof: [asked, endToEnd("the table > uses every query parameter of every list")]
  },
  {
    key: "4.1 enableCursor",
    says: "The default is false; true selects the cursor envelope.",
    proof: [asked, thereAndBack, inCursorEnvelope]
  },
  {
    key: "4.1 updatedSince",
    says: "Selects records that changed at the instant or later. Only a change of a field moves a record's time.",
    proof: [
      asked,
      in_.query("RecordQuery, embedded > returns what changed at or after an instant"),
      in_.recordStore("RecordStore, embedded > moves only changed records, to the end of the list"),
      in_.recordStore("RecordStore, embedded > stores new records, and writes nothing when it gets the same ones again")
    ]
  },
  {
    key: "4.1 limit",
    says: "The default is 100; 1 to 500 are valid, for users also 0.",
    proof: [asked, limits, in_.lists("list parameters > a limit is accepted exactly within its bounds")]
  },
  {
    key: "4.1 offset",
    says: "The index of the first record; 0 is the first.",
    proof: [asked, in_.idp("GET /idp/users > pages by offset"), inOffsetEnvelope]
  },
  {
    key: "4.1 excludeTotal",
    says: "The service counts no total; it is null.",
    proof: [
      asked,
      in_.idp("GET /idp/users > returns no total with excludeTotal"),
      in_.idp("GET /idp/users > does not query the total with excludeTotal")
    ]
  },
  {
    key: "4.1 cursor",
    says: "Callers can neither read nor make the token.",
    proof: [
      asked,
      in_.cursors("Cursor > refuses a token with any character changed, added or removed"),
      in_.idp("invalid cursors > are rejected when changed, or sent to another list or connection")
    ]
  },
  {
    key: "4.2 List IDP users of",
    says: "Lists only the users of the connection in the header.",
    proof: [
      in_.idp("GET /idp/users > answers with the offset envelope"),
      in_.isolation("resources of another account > get the same answer as missing ones, byte for byte")
    ]
  },
  {
    key: "4.2 Extra query parameters: includeIdpGroups",
    says: "Two flags, both false by default; each adds a list.",
    proof: [entities, added, in_.openApi("OpenAPI document > gives GET /idp/users the parameters of the contract")]
  },
  {
    key: "4.2 Response 200: offset envelope",
    says: "Answers in both envelopes and both variants. A 422 fits both error shapes; a 500 has the simple shape.",
    proof: [
      entities,
      inOffsetEnvelope,
      inCursorEnvelope,
      in_.idp("GET /idp/users > answers 422 with one body that is valid in both error shapes"),
      in_.aroundApi("failures > that are unexpected become a 500, and the log has the cause under the request id")
    ]
  },
  {
    key: "4.3 List compliance findings of",
    says: "Lists the findings of the connection.",
    proof: [served, in_.filtered("Filtered lists > keep connections and kinds apart, and accept values of any length")]
  },
  {
    key: "4.3 Query parameters: the shared",
    says: "Takes the shared parameters and seven more.",
    proof: [asked, in_.cspm("GET /cspm/compliance_findings > names each invalid parameter")]
  },
  {
    key: "4.3 include compliance data in",
    says: "`includeCompliances` is true or false.",
    proof: [findingEntities]
  },
  {
    key: "4.3 filter by compliance result",
    says: "`complianceResults` takes one or more of the results.",
    proof: [filteredOnes, filters("complianceResults=PASS,FAIL"), allValues("complianceResults")]
  },
  {
    key: "4.3 filter by finding status",
    says: "`findingStatuses` takes one or more of the statuses.",
    proof: [filteredOnes, filters("findingStatuses=NEW,RESOLVED"), allValues("findingStatuses")]
  },
  {
    key: "4.3 filter by control, one",
    says: "`controls` takes texts of the source tool.",
    proof: [filteredOnes, filters("controls=1.2"), filters("controls=1")]
  },
  {
    key: "4.3 filter by standard, one",
    says: "`standards` takes texts of the source tool.",
    proof: [filteredOnes, filters("standards=%22PCI%20DSS,%20v4%22"), filters("standards=cis")]
  },
  {
    key: "4.3 only findings whose status",
    says: "`statusChangedSince` selects fewer records than updatedSince; its bound is inclusive.",
    proof: [
      filters("statusChangedSince=2024-05-02T02:00:00%2B02:00"),
      filters("statusChangedSince=2024-05-02T00:00:00.001Z"),
      in_.filtered("Filtered lists > include records at the instant itself, and exclude records without one")
    ]
  },
  { key: "4.3 include the rule each", says: "`includeRule` is true or false.", proof: [findingEntities] },
  {
    key: "4.3 Multiple values in a",
    says: "One parameter may have several values, separated by commas.",
    proof: [filters("findingStatuses=NEW,RESOLVED"), in_.commaLists("CommaList > reads %j as %j")]
  },
  {
    key: "4.3 Response 200: offset or",
    says: "Answers in both envelopes; errors have the structured shape.",
    proof: [
      asked,
      served,
      errorsOfLists,
      in_.recordsHttp(
        "a record kind with filters and the structured shape > has the structured body for 401, 404 and 422"
      )
    ]
  },
  {
    key: "4.4 List device groups of",
    says: "`deviceId`, a UUID, selects the groups of that device.",
    proof: [asked, in_.cspm("GET /entities/device-groups > filters by device"), filteredOnes]
  },
  {
    key: "4.4 Response 200: envelope with",
    says: "Answers in both envelopes; a 422 has the validation shape.",
    proof: [asked, served, errorsOfLists]
  },
  {
    key: "4.5 Path parameter: scan_config_id, the",
    says: "Answers with one scan configuration; errors have the simple or the validation shape.",
    proof: [served, oneOfThem, errorsOfOne]
  },
  {
    key: "4.6 Path parameter: user_id, the",
    says: "Answers with one ITSM user; errors have the structured shape.",
    proof: [served, oneOfThem, errorsOfOne]
  },
  {
    key: "4.7 Path parameter: job_id, the",
    says: "Answers with one outbound job; errors have the simple shape.",
    proof: [
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status"),
      otherRead("/outbound-jobs/{job_id}"),
      in_.tickets(
        "GET /outbound-jobs/{job_id} > has the simple error body without a key and for a job that does not exist"
      )
    ]
  },
  {
    key: "4.8 rule 1",
    says: "Lists the connections of an organization in the offset envelope; a filter selects them by the name of their health.",
    proof: [
      in_.provisioning(
        "listing connections > shows each connection as GET by id does, in pages of the offset envelope"
      ),
      otherRead("/provisioning/organizations/{organization_id}/connections"),
      in_.provisioning("listing connections > filters by health")
    ]
  },
  {
    key: "4.8 rule 2",
    says: "PATCH replaces the credentials only after the vendor has accepted them; the answer is the record.",
    proof: [
      in_.provisioning("updating a connection > stores new credentials and leaves the health to the next job"),
      in_.provisioning("creating a connection > stores nothing of credentials that %s"),
      in_.provisioning("updating a connection > changes only the fields that are sent")
    ]
  },
  {
    key: "4.8 rule 3",
    says: "GET at the path of the PATCH answers with one connection and its health.",
    proof: [
      in_.provisioning("creating a connection > stores verified credentials and returns the connection"),
      otherRead("/provisioning/organizations/{organization_id}/connections/{connection_id}"),
      in_.provisioning("listing connections > filters by health")
    ]
  },
  {
    key: "4.8 The provisioning operations use",
    says: "The path names the organization; the header of the connection is ignored.",
    proof: [in_.auth("every operation > of provisioning ignores X-CONNECTION-ID")]
  },
  {
    key: "4.9 Returns a JSON array",
    says: "Answers with an array, without a key; a 422 has the validation shape.",
    proof: [
      in_.catalogue("GET /connectors > answers with an array, without a key"),
      otherRead("/connectors"),
      in_.catalogue("GET /connectors > rejects %s with the validation shape"),
      in_.auth("every operation > %s requires %s")
    ]
  },
  {
    key: "4.10 A vulnerability list exists",
    says: "GET /vms/vulnerabilities has pages by cursor, as every list does.",
    proof: [
      asked,
      inCursorEnvelope,
      served,
      in_.records("RecordKind.table > gives the kind its export type and path: %s", "vulnerability")
    ]
  },
  { key: "4.11 rule 1", says: "enableCursor=true without a cursor begins a walk.", proof: [thereAndBack, asked] },
  {
    key: "4.11 rule 2",
    says: "The answer has items, next_cursor and previous_cursor, and nothing else.",
    proof: [thereAndBack, asked]
  },
  {
    key: "4.11 rule 3",
    says: "With enableCursor=true, each token leads to its page, forward or back.",
    proof: [
      thereAndBack,
      inCursorEnvelope,
      in_.query("The pages of a list > are the same forward and back, for any page size and filter"),
      in_.idp("invalid cursors > are rejected without enableCursor=true")
    ]
  },
  {
    key: "4.11 rule 4",
    says: "next_cursor is null at the end, previous_cursor at the beginning.",
    proof: [
      thereAndBack,
      in_.query("RecordQuery, embedded > returns null at both ends, and a previous page from beyond the data"),
      inCursorEnvelope
    ]
  },
  {
    key: "4.11 rule 5",
    says: "The limit decides how many items the page of a cursor has.",
    proof: [asked, in_.query("The pages of a list > are the same forward and back, for any page size and filter")]
  },
  {
    key: "4.11 rule 6",
    says: "A cursor remembers updatedSince; both together answer 422.",
    proof: [remembered, conflict, asked]
  },
  {
    key: "4.11 rule 7",
    says: "Offsets work on every list; a cursor misses nothing while the data changes.",
    proof: [
      in_.idp("GET /idp/users > pages by offset"),
      asked,
      in_.cursorWalk(
        "walking users by cursor while jobs change them > misses no user on the way there, and repeats none on the way back"
      )
    ]
  }
]

/** Parts 3 and 4. */
export const behaviour: ReadonlyArray<Line> = [...states, ...endpoints]
