import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ConnectionState, Health, JobStatus, OffsetEnvelope, Problem, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as Errors from "../parts/Errors.js"
import * as ListParameters from "../parts/ListParameters.js"
import { MAX_CONNECTIONS, MAX_VENDOR, OperatorAction, OperatorActionResults } from "../parts/OperatorActionBody.js"
import * as Bodies from "../parts/OperatorBodies.js"
import * as Parameter from "../parts/Parameter.js"
import { needsOperator, OperatorAccess } from "../parts/Security.js"

const errors = Errors.schemas([401, 422, 429, 503])
const errorsOfOne = Errors.schemas([401, 404, 422, 429, 503])

const docs = (identifier: string, summary: string, description: string) =>
  OpenApi.annotations({ identifier, summary, description })

const { optional } = ListParameters

/** A year. */
const MAX_SECS = 31_536_000

const vendor = optional(
  Parameter.text({ description: "Only those of this vendor, such as `OKTA`.", maxLength: MAX_VENDOR })
)
const accountId = optional(Parameter.uuid("Only those of this account."))
const page = ListParameters.offsetListFields

const connectionId = { connection_id: Parameter.pathId("The service's id of the connection, of any account.") }

const getStatus = HttpApiEndpoint.get("getOperatorStatus", "/operator/status")
  .addSuccess(Bodies.OperatorStatus)
  .addError(errors)
  .annotateContext(
    docs(
      "getOperatorStatus",
      "Get the state of the service",
      "How many connections need whom and why, what is due, held back and stopped, over all accounts."
    )
  )

const listConnections = HttpApiEndpoint.get("listOperatorConnections", "/operator/connections")
  .setUrlParams(
    ListParameters.query({
      vendor,
      account_id: accountId,
      reason: ListParameters.values(
        "Only connections that have a problem with one of these reasons. Problems of a job that still runs do not count.",
        Problem.ProblemReason.literals
      ),
      owner: ListParameters.values(
        "Only connections that have a problem on which one of these must act.",
        Health.ResolutionOwner.literals
      ),
      state: ListParameters.values(
        "Only connections in one of these states.",
        ConnectionState.literals.filter((state) => state !== "DELETED")
      ),
      failing: ListParameters.either(
        "`true` returns only connections that have a problem or a stopped connector, `false` only the others."
      ),
      stale_secs: optional(
        Parameter.integer({
          description:
            "Only connections that are not paused, and have a list whose last complete reading began longer ago than so many seconds, or that was never read completely since the connection was created as long ago.",
          minimum: 1,
          maximum: MAX_SECS
        })
      ),
      ...page
    })
  )
  .addSuccess(OffsetEnvelope(Bodies.OperatorConnection))
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorConnections",
      "List connections of all accounts",
      "The connections that meet all filters, oldest first, each with its problems, its last job, and whether one runs now."
    )
  )

const getConnection = HttpApiEndpoint.get("getOperatorConnection", "/operator/connections/:connection_id")
  .setPath(Schema.Struct(connectionId))
  .addSuccess(Bodies.OperatorConnectionStatus)
  .addError(errorsOfOne)
  .annotateContext(
    docs(
      "getOperatorConnection",
      "Get a connection of any account",
      "The connection, and its status as its account sees it."
    )
  )

const listAccounts = HttpApiEndpoint.get("listOperatorAccounts", "/operator/accounts")
  .setUrlParams(ListParameters.query(page))
  .addSuccess(OffsetEnvelope(Bodies.OperatorAccount))
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorAccounts",
      "List accounts",
      "The accounts of this deployment's region, oldest first, with what they have and may have."
    )
  )

const listJobs = HttpApiEndpoint.get("listOperatorJobs", "/operator/jobs")
  .setUrlParams(
    ListParameters.query({
      status: ListParameters.values("Only jobs with one of these statuses.", JobStatus.literals),
      vendor,
      account_id: accountId,
      since_secs: Schema.optionalWith(
        Parameter.integer({
          description: "Only jobs that are open, or have ended within so many seconds.",
          minimum: 1,
          maximum: MAX_SECS,
          default: 3_600
        }),
        { exact: true, default: () => 3_600 }
      ),
      ...page
    })
  )
  .addSuccess(OffsetEnvelope(Bodies.OperatorJob))
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorJobs",
      "List jobs of all accounts",
      "The jobs that run or wait, and those of the last hour, the latest end first."
    )
  )

const getProcesses = HttpApiEndpoint.get("getOperatorProcesses", "/operator/processes")
  .addSuccess(Bodies.OperatorProcesses)
  .addError(errors)
  .annotateContext(
    docs("getOperatorProcesses", "Get processes and queue", "The processes that run jobs, and what is due.")
  )

const listHeldBack = HttpApiEndpoint.get("listOperatorHeldBackDeletions", "/operator/held-back-deletions")
  .setUrlParams(ListParameters.query({ vendor, account_id: accountId, ...page }))
  .addSuccess(Bodies.OperatorHeldBack)
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorHeldBackDeletions",
      "List deletions that wait for a decision",
      "Over all accounts, those that wait longest first; and how many records scans miss besides. `tributary deletions` decides."
    )
  )

const countRecords = HttpApiEndpoint.get("countOperatorRecords", "/operator/records")
  .setUrlParams(ListParameters.query({ vendor, account_id: accountId }))
  .addSuccess(Schema.Array(Bodies.OperatorRecords).annotations({ description: "One entry for each vendor and kind." }))
  .addError(errors)
  .annotateContext(
    docs(
      "countOperatorRecords",
      "Count records by vendor and kind",
      "From the counters of the lists, so that no record is read. Kinds without records are left out."
    )
  )

const listOutboundJobs = HttpApiEndpoint.get("listOperatorOutboundJobs", "/operator/outbound-jobs")
  .setUrlParams(ListParameters.query({ vendor, account_id: accountId, ...page }))
  .addSuccess(OffsetEnvelope(Bodies.OperatorOutboundJob))
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorOutboundJobs",
      "List tickets in flight",
      "The writes to source tools of all accounts that have not ended, oldest first. What they write is not shown."
    )
  )

const listFreshness = HttpApiEndpoint.get("listOperatorFreshness", "/operator/freshness")
  .setUrlParams(ListParameters.query({ vendor, account_id: accountId }))
  .addSuccess(
    Schema.Array(Bodies.OperatorFreshness).annotations({ description: "One entry for each vendor and type of data." })
  )
  .addError(errors)
  .annotateContext(
    docs(
      "listOperatorFreshness",
      "Get the age of data",
      "By vendor and type of data, of all connections that are ACTIVE."
    )
  )

/** The kinds that lists of the API have. */
const recordKinds = Object.values(RecordKind.table).flatMap(({ name, path }) => (path === null ? [] : [name]))

const listRecords = HttpApiEndpoint.get(
  "listOperatorConnectionRecords",
  "/operator/connections/:connection_id/records/:record_kind"
)
  .setPath(
    Schema.Struct({
      ...connectionId,
      record_kind: Parameter.pathOneOf({ description: "The kind of record.", noun: "kind", values: recordKinds })
    })
  )
  .setUrlParams(ListParameters.query(page))
  .addSuccess(
    OffsetEnvelope(
      Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
        jsonSchema: { type: "object", additionalProperties: true }
      })
    )
  )
  .addError(errorsOfOne)
  .annotateContext(
    docs(
      "listOperatorConnectionRecords",
      "List records of a connection of any account",
      "The records of a kind as their account sees them, oldest change first. Each request is noted in the audit log of the account."
    )
  )

const act = HttpApiEndpoint.post("actOnOperatorConnections", "/operator/connections/actions")
  .setPayload(OperatorAction)
  .addSuccess(OperatorActionResults)
  .addError(Errors.schemas([401, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs(
      "actOnOperatorConnections",
      "Pause, resume or sync connections",
      `Changes at most ${MAX_CONNECTIONS} connections that meet the filter, each in a transaction of its own, and says what became of each. To change ` +
        "the others, send the same body with `after`. To send a body again changes nothing that is so already. `dry_run` changes nothing."
    )
  )

/** What those who operate the service see and do, over all accounts. */
export const OperatorsApi = HttpApiGroup.make("operators")
  .add(getStatus)
  .add(listConnections)
  .add(getConnection)
  .add(listAccounts)
  .add(listJobs)
  .add(getProcesses)
  .add(listHeldBack)
  .add(countRecords)
  .add(listOutboundJobs)
  .add(listFreshness)
  .add(listRecords)
  .add(act)
  .annotateEndpointsContext(needsOperator)
  .middleware(OperatorAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Operators",
      description: "What those who operate the service see and do, over all accounts. Customers never get such a key."
    })
  )
