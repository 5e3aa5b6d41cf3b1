import type { Line } from "./Line.js"
import * as in_ from "./TestFiles.js"

const everyOperation = in_.auth("every operation > %s requires %s")
const errorsOfOne = in_.kinds("every record kind with a path > answers errors of one %s in the shape of its kind")
const errorsOfLists = in_.kinds("every record kind with a path > answers errors of its list in the shape of the kind")
const limits = in_.kinds("every record kind with a path > accepts page sizes of 1 to 500 for %s")
const asked = in_.lists("every list > %s accepts the shared parameters")
const shapes = in_.errors("the error table > has the shapes of the contract")
const structured = in_.recordsHttp(
  "a record kind with filters and the structured shape > has the structured body for 401, 404 and 422"
)
const bothShapes = in_.idp("GET /idp/users > answers 422 with one body that is valid in both error shapes")

/** Parts 5 to 8: authentication, events, errors, limits. */
export const rules: ReadonlyArray<Line> = [
  {
    key: "5 rule 1",
    says: "Data endpoints require both headers.",
    proof: [
      everyOperation,
      in_.auth("X-API-KEY > missing, unknown, malformed and revoked keys get the same 401"),
      in_.auth("X-CONNECTION-ID > %j gets a 422")
    ]
  },
  {
    key: "5 rule 2",
    says: "Provisioning requires only the key.",
    proof: [everyOperation, in_.auth("every operation > of provisioning ignores X-CONNECTION-ID")]
  },
  {
    key: "5 rule 3",
    says: "The catalogue requires no header.",
    proof: [everyOperation, in_.catalogue("GET /connectors > answers with an array, without a key")]
  },
  {
    key: "5 rule 4",
    says: "Decided: the command line issues keys and shows them once; the store keeps a hash; they can be revoked. Creating a resource returns its id.",
    proof: [
      in_.keys("Keys > have 256 random bits and give access to their account"),
      in_.keys("Keys > are stored only as a hash"),
      in_.keys("Keys > are refused when unknown, malformed or revoked"),
      in_.cli("The command line > creates an account and a key, shows when the key was last used, and revokes it"),
      in_.provisioning("creating a connection > stores verified credentials and returns the connection")
    ]
  },
  {
    key: "6 Events, webhooks or notifications",
    says: "The service sends none; callers read jobs and health.",
    proof: [
      in_.tickets("GET /outbound-jobs/{job_id} > shows how a job ended: $status"),
      in_.provisioning("listing connections > filters by health")
    ]
  },
  {
    key: "7.1 Body: detail, an array",
    says: "An entry has loc, msg, type, ctx and input; updatedSince together with a cursor has one too.",
    proof: [bothShapes, errorsOfOne, errorsOfLists, asked]
  },
  {
    key: "7.2 Body: detail. Used by",
    says: "A single text, for the 500 of users and the 404 of scan configurations and outbound jobs.",
    proof: [
      shapes,
      in_.aroundApi("failures > that are unexpected become a 500, and the log has the cause under the request id"),
      errorsOfOne,
      in_.tickets(
        "GET /outbound-jobs/{job_id} > has the simple error body without a key and for a job that does not exist"
      )
    ]
  },
  {
    key: "7.3 Body: type, code, message",
    says: "Always four fields, for the 422 of users and the errors of findings and ITSM users.",
    proof: [shapes, bothShapes, structured, errorsOfOne]
  },
  {
    key: "7.3 Status codes other than",
    says: "Decided: the others are 401, 404, 405, 409, 413, 415, 429, 502 and 503, and those of requests that reach no operation.",
    proof: [
      structured,
      in_.errors("the error table > has the same statuses as the OpenAPI document"),
      in_.aroundApi("around the API > answers %s with 404")
    ]
  },
  {
    key: "7.3 Values of type and",
    says: "Decided: there are four types; codes are stable, unique names, which every error has in a header.",
    proof: [
      structured,
      in_.errorCodes("X-Error-Code > names the cause of each error, whoever answers"),
      in_.errorCodes(
        "the table of error codes > says the cause and the remedy of each code, in the README and in the reference"
      ),
      in_.errors("the error table > gives each error a unique code in upper snake case")
    ]
  },
  {
    key: "8 page size limit",
    says: "Findings and device groups take 1 to 500.",
    proof: [limits]
  },
  {
    key: "8 page size limit, IDP users",
    says: "Users take 0; the default is 100.",
    proof: [limits, in_.idp("GET /idp/users > accepts a limit of 0"), asked]
  },
  {
    key: "8 offset",
    says: "Every list takes 0 and more.",
    proof: [asked, in_.idp("GET /idp/users > rejects %s", "offset=-1")]
  },
  {
    key: "8 Rate limits: not shown",
    says: "Decided: too many requests with one key are answered with 429 and Retry-After.",
    proof: [in_.aroundApi("the request limit > answers 429 with Retry-After to the key that sends too many requests")]
  },
  {
    key: "8 Maximum page size of",
    says: "Decided: the largest page has 500 records.",
    proof: [limits, in_.lists("list parameters > a limit is accepted exactly within its bounds")]
  },
  {
    key: "8 The connection record shows",
    says: "The record has the interval and the time limit in seconds; the health shows a run that took too long or asked too often.",
    proof: [
      in_.connections("Connections > update their schedule with every change"),
      in_.schedule("Schedule > runs at a fixed rate, however long a run takes"),
      in_.jobRunner(
        "JobRunner > stops at its timeout, keeps what was stored, sweeps nothing, and blames a vendor that no longer answers"
      ),
      in_.jobRunner("JobRunner > names a connection whose vendor answers %s: %s", "RATE_LIMIT_EXCEEDED")
    ]
  }
]
