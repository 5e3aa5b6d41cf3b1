import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import {
  Connection,
  ConnectionStatus,
  ConnectionWithOrganization,
  DataExportType,
  Erasure,
  Extractor,
  Health,
  Job,
  OffsetEnvelope,
  Organization,
  Problem,
  UnreadFields
} from "@tributary/core"
import { Schema } from "effect"
import { CreateConnection, CreateOrganization, MAX_LENGTH, UpdateConnection } from "../parts/ConnectionBody.js"
import * as CountsParameters from "../parts/CountsParameters.js"
import { DecidedDeletions, DecideHeldBackDeletions } from "../parts/DeletionDecisionBody.js"
import * as Described from "../parts/Described.js"
import * as EndpointAnnotations from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as Idempotency from "../parts/Idempotency.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import { KeyAccess, needsKey } from "../parts/Security.js"

/** Whether a connection's credentials can read one type of data. */
export const ExportTypeTest = Described.struct("ExportTypeTest", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** Whether the credentials can read it. Also false if the test could not be completed; `message` then says why. */
  is_valid: Schema.Boolean,
  /** What the test found, as human-readable text. */
  message: Schema.String,
  /** Fields that jobs will not read, because the source tool refuses endpoints that the type can do without. */
  unread_fields: Schema.Array(UnreadFields)
})

/** Which types of data a connection's credentials can read. */
export const ConnectionTest = Described.struct("ConnectionTest", {
  /** Whether the credentials can read every type of data that the connection reads. Also false if the test could not be completed, such as during a rate limit; `message` then says why, and when to test again. */
  is_valid: Schema.Boolean,
  /** What the test found, as human-readable text. */
  message: Schema.String,
  /** One entry for each type of data that the connection reads; empty if the stored credentials could not be read. */
  data_export_types: Schema.Array(ExportTypeTest),
  /** What the credentials cannot read and who must act, as the status of the connection would say it; empty if they can read everything. */
  problems: Schema.Array(Problem.Problem)
})

const organizationId = { organization_id: Parameter.pathId("The service's id of the organization.") }
const connectionId = { ...organizationId, connection_id: Parameter.pathId("The service's id of the connection.") }

const reading = Errors.schemas([401, 422, 429, 503])
const readingOne = Errors.schemas([401, 404, 422, 429, 503])
const checking = Errors.schemas([401, 404, 409, 413, 415, 422, 429, 502, 503])
const changing = Errors.schemas([401, 404, 409, 412, 413, 415, 422, 429, 502, 503])

const identifier = (of: string) => ({
  identifier: ListParameters.optional(
    Parameter.text({ description: `Only ${of} with exactly this identifier.`, maxLength: MAX_LENGTH })
  )
})

const docs = (identifier: string, summary: string, description?: string) =>
  OpenApi.annotations({ identifier, summary, description })

const organizations = "/provisioning/organizations"
const organization = `${organizations}/:organization_id` as const
const connections = `${organization}/connections` as const
const connection = `${connections}/:connection_id` as const

const createOrganization = HttpApiEndpoint.post("createOrganization", organizations)
  .setPayload(CreateOrganization)
  .addSuccess(Organization, { status: 201 })
  .addError(Errors.schemas([401, 409, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs(
      "createOrganization",
      "Create an organization",
      "Creates an organization of the account, without connections. 409 if the account has as many as it may have."
    )
  )
  .annotateContext(Idempotency.keyed)

const listOrganizations = HttpApiEndpoint.get("listOrganizations", organizations)
  .setUrlParams(ListParameters.query({ ...identifier("organizations"), ...ListParameters.offsetListFields }))
  .addSuccess(OffsetEnvelope(Organization))
  .addError(reading)
  .annotateContext(docs("listOrganizations", "List organizations", "The account's organizations, oldest first."))

const getOrganization = HttpApiEndpoint.get("getOrganization", organization)
  .setPath(Schema.Struct(organizationId))
  .addSuccess(Organization)
  .addError(readingOne)
  .annotateContext(docs("getOrganization", "Get an organization", "Returns one organization of the account."))
  .annotateContext(EndpointAnnotations.tagged)

const erase = ListParameters.optional(
  Parameter.boolean(
    "Whether everything about it is removed from the database at once: the answer is a 202 with an erasure, whose receipt `GET /provisioning/erasures/{erasure_id}` shows. " +
      "What was deleted before and is not purged yet can be erased, too, and a second request answers the same erasure."
  )
)

const deleteOrganization = HttpApiEndpoint.del("deleteOrganization", organization)
  .setPath(Schema.Struct(organizationId))
  .setUrlParams(
    ListParameters.query({
      erase,
      force: ListParameters.optional(
        Parameter.boolean(
          "Whether `erase=true` also erases connections that are not deleted; without it they are a 409. Has no effect without `erase=true`."
        )
      )
    })
  )
  .addSuccess(Erasure, { status: 202 })
  .addSuccess(HttpApiSchema.NoContent)
  .addError(Errors.schemas([401, 404, 409, 422, 429, 503]))
  .annotateContext(
    docs(
      "deleteOrganization",
      "Delete an organization",
      "Deletes the organization with its connections; no job runs for them any more, and their data answers 404. With `erase=true`, everything " +
        "about it also leaves the database, and 409 if it has connections that are not deleted and `force=true` is not sent."
    )
  )

const createConnection = HttpApiEndpoint.post("createConnection", connections)
  .setPath(Schema.Struct(organizationId))
  .setPayload(CreateConnection)
  .addSuccess(ConnectionWithOrganization, { status: 201 })
  .addError(checking)
  .annotateContext(
    docs(
      "createConnection",
      "Create a connection",
      "Checks the credentials with the vendor first. If it rejects them, the answer is 422 and nothing is stored. 409 while the operator of this service has stopped the connector, if the account has as many connections as it may have, and if another connection of the organization to the same vendor has the identifier."
    )
  )
  .annotateContext(Idempotency.keyed)

const listConnections = HttpApiEndpoint.get("listConnections", connections)
  .setPath(Schema.Struct(organizationId))
  .setUrlParams(
    ListParameters.query({
      healthStatusCodes: ListParameters.optional(
        Parameter.manyOf({
          description: "Only connections whose health has one of these names.",
          values: Health.HealthName.literals
        })
      ),
      ...identifier("connections"),
      ...ListParameters.offsetListFields
    })
  )
  .addSuccess(OffsetEnvelope(Connection))
  .addError(readingOne)
  .annotateContext(docs("listConnections", "List connections", "The organization's connections, oldest first."))

const getConnection = HttpApiEndpoint.get("getConnection", connection)
  .setPath(Schema.Struct(connectionId))
  .addSuccess(ConnectionWithOrganization)
  .addError(readingOne)
  .annotateContext(
    docs(
      "getConnection",
      "Get a connection",
      "Returns the connection with the health that its latest finished job found."
    )
  )
  .annotateContext(EndpointAnnotations.tagged)

const updateConnection = HttpApiEndpoint.patch("updateConnection", connection)
  .setPath(Schema.Struct(connectionId))
  .setPayload(UpdateConnection)
  .addSuccess(ConnectionWithOrganization)
  .addError(changing)
  .annotateContext(
    docs(
      "updateConnection",
      "Update a connection",
      "Changes only the fields in the body. It may be the connection as it was read, with some fields changed. The service checks new " +
        "credentials with the vendor first, then makes a job due at once; the health changes when that job has finished. 409 if another " +
        "connection of the organization to the same vendor has the identifier, and for credentials while the operator of this service has stopped the connector."
    )
  )
  .annotateContext(EndpointAnnotations.conditional)

const deleteConnection = HttpApiEndpoint.del("deleteConnection", connection)
  .setPath(Schema.Struct(connectionId))
  .setUrlParams(ListParameters.query({ erase }))
  .addSuccess(Erasure, { status: 202 })
  .addSuccess(HttpApiSchema.NoContent)
  .addError(readingOne)
  .annotateContext(
    docs(
      "deleteConnection",
      "Delete a connection",
      "Destroys the credentials and stops the jobs; the data answers 404 and is purged later, or erased at once with `erase=true`."
    )
  )

const getConnectionStatus = HttpApiEndpoint.get("getConnectionStatus", `${connection}/status`)
  .setPath(Schema.Struct(connectionId))
  .addSuccess(ConnectionStatus)
  .addError(readingOne)
  .annotateContext(
    docs(
      "getConnectionStatus",
      "Get a connection's status",
      "How far the first sync is, what the running job does, how current each type of data is, and what keeps data from being read, with a " +
        "sentence for the customer and one for the operator. The health of the connection shows only what the latest finished job found."
    )
  )

const testConnection = HttpApiEndpoint.get("testConnection", `${connection}/test`)
  .setPath(Schema.Struct(connectionId))
  .addSuccess(ConnectionTest)
  .addError(Errors.schemas([401, 404, 409, 422, 429, 503]))
  .annotateContext(
    docs(
      "testConnection",
      "Test a connection",
      "Asks the vendor which types of data the stored credentials can read. 409 while the operator of this service has stopped the connector."
    )
  )

const listJobs = HttpApiEndpoint.get("listConnectionJobs", `${connection}/jobs`)
  .setPath(Schema.Struct(connectionId))
  .setUrlParams(ListParameters.query(ListParameters.offsetListFields))
  .addSuccess(OffsetEnvelope(Job))
  .addError(readingOne)
  .annotateContext(
    docs("listConnectionJobs", "List a connection's jobs", "The jobs that pull the connection's data, newest first.")
  )

const countRecords = HttpApiEndpoint.get("countConnectionRecords", `${connection}/counts`)
  .setPath(Schema.Struct(connectionId))
  .setUrlParams(ListParameters.query(CountsParameters.parameters))
  .addSuccess(CountsParameters.RecordCounts)
  .addError(readingOne)
  .annotateContext(
    docs(
      "countConnectionRecords",
      "Count a connection's records",
      "Counts the records of a kind by the values of one field: what the list of the kind returns without filters, with the deleted records that " +
        "it still lists. Fields that a list can be filtered by are counted in an index; others read each record, which takes up to about 25 " +
        "seconds for 1,000,000 records. A count that takes longer than a minute is a 503. Two of a key run at once."
    )
  )

const sync = HttpApiEndpoint.post("syncConnection", `${connection}/sync`)
  .setPath(Schema.Struct(connectionId))
  .setUrlParams(
    ListParameters.query({
      full: ListParameters.optional(
        Parameter.boolean(
          "Whether every list is read in full, although reading its changes would do; finds deletions that the source tool does not report."
        )
      )
    })
  )
  .addSuccess(Job, { status: 202 })
  .addError(Errors.schemas([401, 404, 409, 422, 429, 503]))
  .annotateContext(
    docs(
      "syncConnection",
      "Run a job now",
      "Queues a job that runs at once. If a job is already queued, the answer is that job. With `full=true`, the job reads every list from its " +
        "start, as do the jobs after it until each list has been read completely once; `full_scan_interval_secs` counts from then on. Records that " +
        "are gone are deleted by that job if the source tool's own total proves it, otherwise by a job that misses them too and begins to read " +
        `the list at least ${Extractor.DEFAULT_EVIDENCE_SECS} seconds after that one (the operator's setting is TRIBUTARY_DELETION_EVIDENCE_SECS); ` +
        "one is planned for then, and `within_secs` in the status includes it. 409 if a job is running, which " +
        "then changes nothing, if the connection is not `ACTIVE`, or if the operator of this service has stopped its connector. 429 if full scans were requested twice within the least " +
        "`full_scan_interval_secs` of this server, unless the first has not begun: then the answer is its job."
    )
  )

const decideHeldBackDeletions = HttpApiEndpoint.post("decideHeldBackDeletions", `${connection}/held-back-deletions`)
  .setPath(Schema.Struct(connectionId))
  .setPayload(DecideHeldBackDeletions)
  .addSuccess(DecidedDeletions)
  .addError(Errors.schemas([401, 404, 409, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs(
      "decideHeldBackDeletions",
      "Confirm or dismiss deletions",
      "Decides about the deletions in the connection's `held_back_deletions`. After `CONFIRM` a job is due at once, whose full scan deletes " +
        "those of the records that it still misses, and no others. After `DISMISS` the records stay until later scans miss them again."
    )
  )

/**
 * Organizations and connections. For the account's own servers, never for browsers, because a key may give
 * access to everything.
 */
export const ProvisioningApi = HttpApiGroup.make("provisioning")
  .add(createOrganization)
  .add(listOrganizations)
  .add(getOrganization)
  .add(deleteOrganization)
  .add(createConnection)
  .add(listConnections)
  .add(getConnection)
  .add(updateConnection)
  .add(deleteConnection)
  .add(getConnectionStatus)
  .add(testConnection)
  .add(listJobs)
  .add(countRecords)
  .add(sync)
  .add(decideHeldBackDeletions)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Provisioning",
      description: "Organizations, their connections and the jobs that pull their data."
    })
  )
