import {
  ConnectionState,
  ConnectionStatus,
  CurrentJob,
  Health,
  HeldBackReason,
  Job,
  JobStatus,
  Problem,
  SyncSummary
} from "@tributary/core"
import { Schema } from "effect"
import * as Described from "./Described.js"
import { QuotaUsage } from "./UsageBody.js"

const count = Schema.Int.annotations({ jsonSchema: { type: "integer" } })
const id = Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } })
const instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })

/** Whose a connection is, and which one. */
const whose = {
  /** The id of the account. */
  account_id: id,
  /** The name of the account. */
  account_name: Schema.String,
  /** The id of the organization. */
  organization_id: id,
  /** The vendor of the connection. */
  vendor: Schema.String
}

/** A connection of any account, with what an operator looks at first. */
export const OperatorConnection = Described.struct("OperatorConnection", {
  /** The id of the connection. */
  id,
  ...whose,
  /** The name of the organization. */
  organization_name: Schema.String,
  /** The account's own reference to the connection. Null if it has none. */
  identifier: Schema.NullOr(Schema.String),
  /** Where the connection is in its lifecycle. */
  state: ConnectionState,
  /** The name of its health, as its account sees it. */
  health: Health.HealthName,
  /** What keeps data from being read, since when, who must act, and a sentence for each side; empty if everything could be read the last time. */
  problems: Schema.Array(Problem.Problem),
  /** The latest job that has ended. Null until one has. */
  last_job: Schema.NullOr(SyncSummary),
  /** The job that is queued or running now. Null if there is none. */
  current_job: Schema.NullOr(CurrentJob),
  /** When the next job is due. Null while one runs, while the connection is not `ACTIVE`, and while its connector is stopped. */
  next_run_at: Schema.NullOr(instant),
  /** When the last complete reading of its oldest data began. Null while some data was never read completely, and without a loaded connector. */
  last_success_at: Schema.NullOr(instant),
  /** Within how many seconds it shows a change or a deletion of its source tool at most, by its slowest list. Null without a loaded connector. */
  within_secs: Schema.NullOr(count),
  /** When the connection was created. */
  created_at: instant
})
export interface OperatorConnection extends Schema.Schema.Type<typeof OperatorConnection> {}

/** A connection of any account with its whole status. */
export const OperatorConnectionStatus = Described.struct("OperatorConnectionStatus", {
  /** The connection. */
  connection: OperatorConnection,
  /** Its status, as its account sees it. */
  status: ConnectionStatus
})

/** An account, with what it has. */
export const OperatorAccount = Described.struct("OperatorAccount", {
  /** The id of the account. */
  id,
  /** Its name. */
  name: Schema.String,
  /** Its organizations. */
  organizations: QuotaUsage,
  /** Its connections. */
  connections: QuotaUsage,
  /** Its records, with relations between records. */
  records: QuotaUsage,
  /** How many of its connections have a problem or a stopped connector. */
  failing: count
})

/** A job of any account. */
export const OperatorJob = Described.struct("OperatorJob", {
  /** The job, as its account sees it. */
  job: Job,
  /** The id of its connection. */
  connection_id: id,
  ...whose
})
export interface OperatorJob extends Schema.Schema.Type<typeof OperatorJob> {}

/** A process that runs jobs. */
export const OperatorProcess = Described.struct("OperatorProcess", {
  /** Its name: its host, its process id, and a random part. */
  name: Schema.String,
  /** When it last said that it lives. */
  seen_at: instant,
  /** Whether it said so within the last ten seconds. */
  is_alive: Schema.Boolean,
  /** Whether it takes new work; false once it stops. */
  takes_shards: Schema.Boolean,
  /** How many of the 128 shards of the schedule it has. */
  shards: count,
  /** How many jobs it runs. */
  running: count
})

/** The queue of jobs. */
export const OperatorQueue = Described.struct("OperatorQueue", {
  /** How many connections are due and do not run: they wait for a free slot. */
  due: count,
  /** For how many seconds the first of them has been due. Null if none is. */
  oldest_due_secs: Schema.NullOr(count),
  /** How many jobs run. */
  running: count,
  /** How many connections that are due wait for an operator, because their connector is stopped or the installation is held. */
  stopped: count,
  /** How many connections are paused. */
  paused: count
})

/** The processes that run jobs, and what waits for them. */
export const OperatorProcesses = Described.struct("OperatorProcesses", {
  /** The processes of the last hour; the only process of an embedded database is not among them. */
  processes: Schema.Array(OperatorProcess),
  /** What is due. */
  queue: OperatorQueue
})

/** Deletions of any account that wait for a decision. */
export const OperatorHeldBackDeletion = Described.struct("OperatorHeldBackDeletion", {
  /** The id of the connection. */
  connection_id: id,
  ...whose,
  /** The kind of record, such as `idp_user`. */
  record_kind: Schema.String,
  /** How many records complete scans no longer find, but whose deletion waits. */
  count,
  /** Why the deletions wait. */
  reason: HeldBackReason,
  /** Since when they wait. */
  held_since: instant
})

/** How many records of a kind scans miss that are neither deleted nor held back. */
export const OperatorMissing = Described.struct("OperatorMissing", {
  /** The vendor. */
  vendor: Schema.String,
  /** The kind of record. */
  record_kind: Schema.String,
  /** How many records are missing. */
  records: count,
  /** Of how many connections. */
  connections: count,
  /** Since when the first of them is. */
  since: instant
})

/** Deletions that wait for a decision, and records that one scan has missed. */
export const OperatorHeldBack = Described.struct("OperatorHeldBack", {
  /** How many entries this page has. */
  count,
  /** How many there are over all pages. */
  total: count,
  /** The deletions that wait, those that wait longest first. */
  items: Schema.Array(OperatorHeldBackDeletion),
  /** The records that are missing besides, by vendor and kind; a later scan decides about them. */
  missing: Schema.Array(OperatorMissing)
})

/** How many records of a kind there are of a vendor. */
export const OperatorRecords = Described.struct("OperatorRecords", {
  /** The vendor. */
  vendor: Schema.String,
  /** The kind of record. */
  record_kind: Schema.String,
  /** Of how many connections. */
  connections: count,
  /** How many records are listed, with those that are marked as deleted. */
  total: count,
  /** How many of them are marked as deleted. */
  deleted: count
})

/** A ticket, or another write to a source tool, that has not ended. */
export const OperatorOutboundJob = Described.struct("OperatorOutboundJob", {
  /** The id of the job. */
  id,
  /** The id of its connection. */
  connection_id: id,
  ...whose,
  /** What it does, such as `create_ticket`. */
  task_name: Schema.String,
  /** Where it stands. */
  status: JobStatus,
  /** How often it was tried. */
  attempt: count,
  /** When it was queued. */
  created_at: instant,
  /** When its next attempt is due, or the lease of the present one ends. */
  due_at: instant,
  /** Since when the source tool may have what it is to create, so that it only searches. Null if it certainly has not. */
  uncertain_since: Schema.NullOr(instant),
  /** Why that is not known. Null if it is known, or if the process died before it could say. */
  uncertain_reason: Schema.NullOr(Schema.String)
})

/** How old the data of one type is, over all connections of a vendor that are not paused. */
export const OperatorFreshness = Described.struct("OperatorFreshness", {
  /** The vendor. */
  vendor: Schema.String,
  /** The type of data. */
  data_export_type: Schema.String,
  /** How many lists of connections have it. */
  lists: count,
  /** How many of them were never read completely. */
  never_read: count,
  /** How many seconds ago the last complete reading began, for half of those that were read. Null if none was. */
  p50_secs: Schema.NullOr(count),
  /** The same for the oldest. Null if none was read. */
  oldest_secs: Schema.NullOr(count),
  /** The connection with the oldest. Null if none was read. */
  oldest_connection_id: Schema.NullOr(id)
})

/** How many connections have a problem for one reason. */
export const OperatorReason = Described.struct("OperatorReason", {
  /** The reason. */
  reason: Problem.ProblemReason,
  /** Who must act. */
  resolution_owner: Health.ResolutionOwner,
  /** How many connections have it. */
  connections: count
})

/** How many connections wait for somebody. */
export const OperatorOwners = Described.struct("OperatorOwners", {
  /** For the customer. */
  CUSTOMER: count,
  /** For the vendor. */
  VENDOR: count,
  /** For the operator of this service. */
  SERVICE: count
})

/** A connector that is stopped. */
export const OperatorStop = Described.struct("OperatorStop", {
  /** The vendor; `*` if the whole installation is held. */
  vendor: Schema.String,
  /** The version of its connector. Null for all versions. */
  version: Schema.NullOr(Schema.String),
  /** Why, as customers read it. */
  reason: Schema.String,
  /** Since when. */
  since: instant
})

/** How many connections are in each state. */
export const OperatorStates = Described.struct("OperatorStates", {
  /** Those that jobs read. */
  ACTIVE: count,
  /** Those that are paused. */
  PAUSED: count,
  /** Those that wait for their first credentials. */
  PENDING: count
})

/** How the whole service is. */
export const OperatorStatus = Described.struct("OperatorStatus", {
  /** The sentence that says it, such as "3 connections need the customer, 1 a vendor." */
  summary: Schema.String,
  /** How many accounts there are. */
  accounts: count,
  /** The connections by state. */
  connections: OperatorStates,
  /** How many connections have at least one problem, or a stopped connector. */
  failing: count,
  /** How many connections need whom; one with several problems may count for several. */
  owners: OperatorOwners,
  /** The reasons, the most frequent first. */
  reasons: Schema.Array(OperatorReason),
  /** What is due. */
  queue: OperatorQueue,
  /** How many processes that run jobs live; 0 with an embedded database. */
  processes: count,
  /** How many jobs of the last hour failed. */
  failed_jobs: count,
  /** How many jobs have ended in the last hour. */
  ended_jobs: count,
  /** How many records wait for a decision about their deletion. */
  held_back: count,
  /** How many tickets and other writes have not ended. */
  outbound_jobs: count,
  /** For how many seconds the oldest of them waits. Null if there is none. */
  oldest_outbound_secs: Schema.NullOr(count),
  /** What is stopped. */
  stops: Schema.Array(OperatorStop)
})
export interface OperatorStatus extends Schema.Schema.Type<typeof OperatorStatus> {}
