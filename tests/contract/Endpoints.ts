import * as in_ from "./files.js"
import type { Line } from "./Line.js"

const values = in_.records("Records > have the enumerated values of the contract")
const asked = in_.lists("every list > %s takes the shared parameters")
const served = in_.kinds("every record kind with a path > serves %s")
const limits = in_.kinds("every record kind with a path > takes pages of 1 to 500 of %s")
const errorsOfOne = in_.kinds("every record kind with a path > answers errors of one %s in its shape")
const errorsOfLists = in_.kinds("every record kind with a path > answers errors in its own shape")
const entities = in_.idp("the groups and applications of users > show where they are asked for: %j")
const filters = (row: string) => in_.cspm("GET /cspm/compliance_findings > filters by %s", row)
const allValues = (row: string) =>
  in_.cspm("GET /cspm/compliance_findings > takes every value of %s, alone and together", row)
const findingEntities = in_.cspm(
  "GET /cspm/compliance_findings > shows the rule and the compliances when they are asked for"
)
const thereAndBack = in_.idp("GET /idp/users > walks forward and back by cursor")
const remembered = in_.idp("GET /idp/users > remembers updatedSince in the cursor")
const conflict = in_.idp(
  "cursors that were not given out for the request > stand beside neither updatedSince nor offset"
)
const healedByNextJob = in_.provisioning(
  "updating a connection > is HEALTHY once the job has run that new credentials made due"
)

/** From what a vendor answers to what a caller gets, at every endpoint, held against the published document. */
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
    says: "ACTIVE, INACTIVE, DELETED.",
    proof: [values, in_.jira("Jira records > fills every user field that Jira provides")]
  },
  {
    key: "3 states.Compliance result filter values",
    says: "PASS, FAIL, NOT_APPLICABLE, DELETED, and nothing else.",
    proof: [values, allValues("complianceResults")]
  },
  {
    key: "3 states.Compliance finding status filter",
    says: "Seven statuses, and nothing else.",
    proof: [values, allValues("findingStatuses")]
  },
  {
    key: "3 states.Connection health",
    says: "HEALTHY or UNHEALTHY, as the name says.",
    proof: [in_.health("Health > has the rows of the contract")]
  },
  {
    key: "3 Transitions of the ITSM",
    says: "Decided: none is enforced; a user that a complete scan no longer sees is DELETED, and may return.",
    proof: [
      in_.recordStore(
        "RecordStore, embedded > removes the records that a delta reports as gone: hides or flags them, depending on the kind"
      )
    ]
  },
  {
    key: "3 Transitions of the compliance",
    says: "Decided: none is enforced; results and status are DELETED with the finding, and as they were when it returns.",
    proof: [in_.filtered("Filtered lists, embedded > follow a record's changes, its deletion and its return")]
  },
  {
    key: "3 States and transitions of",
    says: "Decided: QUEUED, RUNNING, then SUCCESS or FAILED.",
    proof: [
      in_.tickets("POST /itsm/tickets > queues a job whose ids are the source tool's"),
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status"),
      in_.worker("two workers > do not end a job that the other one has taken over")
    ]
  },
  {
    key: "3 Connection health transitions",
    says: "New credentials heal by the next job.",
    proof: [healedByNextJob]
  },
  {
    key: "3 transition.UNAUTHORIZED",
    says: "An update of the credentials changes nothing at once; the job that it makes due does.",
    proof: [
      healedByNextJob,
      in_.provisioning("updating a connection > stores new credentials, and leaves the health to the next job"),
      in_.connections("Connections > update their schedule with every change")
    ]
  },
  {
    key: "3 All other health transitions",
    says: "Decided: the job that finished last decides, whatever the health was.",
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
    says: "Every path is below /v1 alone, and reading is GET.",
    proof: [
      in_.aroundApi("around the API > answers %s with 404", "/v2/idp/users"),
      in_.aroundApi("around the API > answers a wrong method with 405 and the right ones"),
      in_.openApi("OpenAPI document > has the versions of the contract")
    ]
  },
  {
    key: "4.1 Used by the list",
    says: "Every list takes all six.",
    proof: [asked, endToEnd("the table > uses every query parameter of every list")]
  },
  {
    key: "4.1 enableCursor",
    says: "false by default; true gives the cursor envelope.",
    proof: [asked, thereAndBack, inCursorEnvelope]
  },
  {
    key: "4.1 updatedSince",
    says: "What changed at the instant or later; any field's change moves the record's time, and no other event does.",
    proof: [
      asked,
      in_.query("RecordQuery, embedded > returns what changed at or after an instant"),
      in_.recordStore("RecordStore, embedded > moves only changed records, to the end of the list"),
      in_.recordStore("RecordStore, embedded > stores new records, and writes nothing when it gets the same ones again")
    ]
  },
  {
    key: "4.1 limit",
    says: "100 by default; 1 to 500, for users from 0.",
    proof: [asked, limits, in_.lists("list parameters > a limit is taken exactly within its bounds")]
  },
  {
    key: "4.1 offset",
    says: "The index of the first record, from 0.",
    proof: [asked, in_.idp("GET /idp/users > pages by offset"), inOffsetEnvelope]
  },
  {
    key: "4.1 excludeTotal",
    says: "The total is null, and is not counted.",
    proof: [
      asked,
      in_.idp("GET /idp/users > counts nothing with excludeTotal"),
      in_.idp("GET /idp/users > reads no count with excludeTotal")
    ]
  },
  {
    key: "4.1 cursor",
    says: "A token that tells a caller nothing, and that none can make.",
    proof: [
      asked,
      in_.cursors("Cursor > refuses a token with any character changed, added or removed"),
      in_.idp(
        "cursors that were not given out for the request > are refused when changed, or sent to another list or connection"
      )
    ]
  },
  {
    key: "4.2 List IDP users of",
    says: "The users of the connection that the header names, and of no other.",
    proof: [
      in_.idp("GET /idp/users > answers with the offset envelope"),
      in_.isolation("resources of another account > get the same answer as missing ones, byte for byte")
    ]
  },
  {
    key: "4.2 Extra query parameters: includeIdpGroups",
    says: "Two flags, false by default, each adds its own list.",
    proof: [entities, added, in_.openApi("OpenAPI document > gives GET /idp/users the parameters of the contract")]
  },
  {
    key: "4.2 Response 200: offset envelope",
    says: "Both envelopes, both variants; a 422 that is both error shapes; a 500 of the simple shape.",
    proof: [
      entities,
      inOffsetEnvelope,
      inCursorEnvelope,
      in_.idp("GET /idp/users > has one body that is both error shapes"),
      in_.aroundApi("failures > that nobody expected are a 500; the cause is in the log under the request id")
    ]
  },
  {
    key: "4.3 List compliance findings of",
    says: "The findings of the connection.",
    proof: [
      served,
      in_.filtered("Filtered lists, embedded > keep connections and kinds apart, and accept values of any length")
    ]
  },
  {
    key: "4.3 Query parameters: the shared",
    says: "The shared parameters and seven more.",
    proof: [asked, in_.cspm("GET /cspm/compliance_findings > names each parameter that it cannot read")]
  },
  {
    key: "4.3 include compliance data in",
    says: "`includeCompliances`, true or false.",
    proof: [findingEntities]
  },
  {
    key: "4.3 filter by compliance result",
    says: "`complianceResults`: any of the results.",
    proof: [filteredOnes, filters("complianceResults=PASS,FAIL"), allValues("complianceResults")]
  },
  {
    key: "4.3 filter by finding status",
    says: "`findingStatuses`: any of the statuses.",
    proof: [filteredOnes, filters("findingStatuses=NEW,RESOLVED"), allValues("findingStatuses")]
  },
  {
    key: "4.3 filter by control, one",
    says: "`controls`: free texts of the source tool.",
    proof: [filteredOnes, filters("controls=1.2"), filters("controls=1")]
  },
  {
    key: "4.3 filter by standard, one",
    says: "`standards`: free texts.",
    proof: [filteredOnes, filters("standards=%22PCI%20DSS,%20v4%22"), filters("standards=cis")]
  },
  {
    key: "4.3 only findings whose status",
    says: "`statusChangedSince`: narrower than updatedSince, and inclusive.",
    proof: [
      filters("statusChangedSince=2024-05-02T02:00:00%2B02:00"),
      filters("statusChangedSince=2024-05-02T00:00:00.001Z"),
      in_.filtered("Filtered lists, embedded > include records at the instant itself, and exclude records without one")
    ]
  },
  { key: "4.3 include the rule each", says: "`includeRule`, true or false.", proof: [findingEntities] },
  {
    key: "4.3 Multiple values in a",
    says: "Several values stand in one parameter, with commas between them.",
    proof: [filters("findingStatuses=NEW,RESOLVED"), in_.commaLists("CommaList > reads %j as %j")]
  },
  {
    key: "4.3 Response 200: offset or",
    says: "Both envelopes; errors have the structured shape.",
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
    says: "`deviceId`, a uuid, leaves the groups of that device.",
    proof: [asked, in_.cspm("GET /entities/device-groups > filters by a device"), filteredOnes]
  },
  {
    key: "4.4 Response 200: envelope with",
    says: "Both envelopes; a 422 of the validation shape.",
    proof: [asked, served, errorsOfLists]
  },
  {
    key: "4.5 Path parameter: scan_config_id, the",
    says: "One scan configuration; errors have the simple and the validation shape.",
    proof: [served, oneOfThem, errorsOfOne]
  },
  {
    key: "4.6 Path parameter: user_id, the",
    says: "One ITSM user; errors have the structured shape.",
    proof: [served, oneOfThem, errorsOfOne]
  },
  {
    key: "4.7 Path parameter: job_id, the",
    says: "One outbound job; errors have the simple shape.",
    proof: [
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status"),
      otherRead("/outbound-jobs/{job_id}"),
      in_.tickets(
        "GET /outbound-jobs/{job_id} > has the simple error body without a key, and for a job that does not exist"
      )
    ]
  },
  {
    key: "4.8 rule 1",
    says: "The connections of an organization, by health name where that is asked for, in the offset envelope.",
    proof: [
      in_.provisioning("listing connections > shows each as its own record does, in pages of the offset envelope"),
      otherRead("/provisioning/organizations/{organization_id}/connections"),
      in_.provisioning("listing connections > filters by health")
    ]
  },
  {
    key: "4.8 rule 2",
    says: "PATCH with credentials replaces them once the vendor has taken them, and nothing before; answers the record.",
    proof: [
      in_.provisioning("updating a connection > stores new credentials, and leaves the health to the next job"),
      in_.provisioning("creating a connection > stores nothing of credentials that %s"),
      in_.provisioning("updating a connection > changes what is there and nothing else")
    ]
  },
  {
    key: "4.8 rule 3",
    says: "One connection, with its health, is at the path of its PATCH.",
    proof: [
      in_.provisioning("creating a connection > stores verified credentials and answers with the record"),
      otherRead("/provisioning/organizations/{organization_id}/connections/{connection_id}"),
      in_.provisioning("listing connections > filters by health")
    ]
  },
  {
    key: "4.8 The provisioning operations use",
    says: "The organization is in the path; the connection's header is not looked at.",
    proof: [in_.auth("every operation > of provisioning does not look at X-CONNECTION-ID")]
  },
  {
    key: "4.9 Returns a JSON array",
    says: "A bare array, without a key; a 422 of the validation shape.",
    proof: [
      in_.catalogue("GET /connectors > answers with an array, without a key"),
      otherRead("/connectors"),
      in_.catalogue("GET /connectors > refuses %s with the validation shape"),
      in_.auth("every operation > %s asks for %s")
    ]
  },
  {
    key: "4.10 A vulnerability list exists",
    says: "GET /vms/vulnerabilities pages by cursor like every list.",
    proof: [
      asked,
      inCursorEnvelope,
      served,
      in_.records("RecordKind.table > gives the kind its export type and path: %s", "vulnerability")
    ]
  },
  { key: "4.11 rule 1", says: "enableCursor=true alone begins a walk.", proof: [thereAndBack, asked] },
  {
    key: "4.11 rule 2",
    says: "The answer has exactly items, next_cursor and previous_cursor.",
    proof: [thereAndBack, asked]
  },
  {
    key: "4.11 rule 3",
    says: "Each token leads to its page, forward and back, with enableCursor=true.",
    proof: [
      thereAndBack,
      inCursorEnvelope,
      in_.query("RecordQuery, embedded > returns the same pages forward and back, for any page size"),
      in_.idp("cursors that were not given out for the request > need enableCursor=true")
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
    says: "A page that a cursor leads to has as many items as the limit says.",
    proof: [asked, in_.query("RecordQuery, embedded > returns the same pages forward and back, for any page size")]
  },
  {
    key: "4.11 rule 6",
    says: "A cursor remembers updatedSince; both together are a 422.",
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
