import { randomUUID } from "node:crypto"
import type { ConnectionState, OutboundJob } from "@tributary/core"
import { Context, Data, Effect, Layer, type Redacted } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { Actor } from "../audit/Actor.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { uuidArray } from "../postgres/RecordTable.js"
import * as Announcements from "../schedule/Announcements.js"
import { RestoreCheck } from "../schedule/RestoredDatabase.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault, type VaultError } from "../secrets/Vault.js"
import * as DueConnections from "./DueConnections.js"
import { ConnectionIsInactive } from "./Jobs.js"

/** The job does not exist, or belongs to another connection; a caller cannot tell which. */
export class OutboundJobNotFound extends Data.TaggedError("OutboundJobNotFound") {}

/** The account has as many open jobs as it may have. */
export class OutboundQueueIsFull extends Data.TaggedError("OutboundQueueIsFull") {}

/** Limits on outbound jobs. */
export interface OutboundJobsSettings {
  /** How many jobs of one account may wait or run at once. Requests that arrive together may exceed it by their number. */
  readonly maxOpen: number
}

/** The limits of a runtime that sets none. */
export const defaults: OutboundJobsSettings = { maxOpen: 1_000 }

/** Why the vendor may have what a job was to create. */
export interface Doubt {
  /** For how long it may have it, in seconds. */
  readonly secs: number
  /** What happened to the request; null if the process died before it could say. */
  readonly reason: string | null
}

/** How many jobs of a connection to claim. */
export interface Turn extends DueConnections.DueConnection {
  readonly jobs: number
}

/** The right to carry out one job until its lease expires. */
export interface Claim {
  readonly jobId: string
  readonly accountId: string
  readonly connectionId: string
  readonly vendor: string
  /** Starts at 1 and counts every claim. */
  readonly attempt: number
  /** How many claims in a row, this one included, have not come to an end. */
  readonly crashes: number
  /** Changes with every claim: the writes of an earlier claim are ignored. */
  readonly fence: number
  /** What to write, sealed; `OutboundJobs.payload` opens it. */
  readonly payload: Uint8Array
  /** Null while the vendor certainly has nothing of this job. */
  readonly doubt: Doubt | null
  /** For how many seconds the database is known to be restored, if the job may have been carried out since the copy was made; otherwise null. */
  readonly restoredSecs: number | null
}

/** How a job ended. */
export type Result =
  | { readonly status: "SUCCESS"; readonly vendorId: string }
  | { readonly status: "FAILED"; readonly failureReason: string }

/** Jobs that write to source tools: queued, then carried out once. */
export class OutboundJobs extends Context.Tag("@tributary/runtime-http/OutboundJobs")<
  OutboundJobs,
  {
    /**
     * Seals what a job is to write, for which it may ask a key service. The effect that it returns, which may run in a transaction, queues the
     * job of an ACTIVE connection, and returns its id.
     */
    readonly create: (
      scope: ConnectionScope,
      job: { readonly taskName: string; readonly payload: Redacted.Redacted }
    ) => Effect.Effect<Effect.Effect<string, ConnectionIsInactive | OutboundQueueIsFull | SqlError>, KeyServiceError>
    readonly get: (scope: ConnectionScope, jobId: string) => Effect.Effect<OutboundJob, OutboundJobNotFound | SqlError>
    /** The connections with open jobs that are due and have no valid lease; jobs of paused connections and stopped connectors wait. */
    readonly due: Effect.Effect<ReadonlyArray<DueConnections.DueConnection>, SqlError>
    /**
     * In how many milliseconds the first open job will be due; not above 0 if one is due that has to wait for its connection. Null if there
     * is none.
     */
    readonly dueIn: Effect.Effect<number | null, SqlError>
    /** Claims due jobs of these connections for `leaseSecs`, the oldest first; no two processes claim the same job. */
    readonly claim: (turns: ReadonlyArray<Turn>, leaseSecs: number) => Effect.Effect<ReadonlyArray<Claim>, SqlError>
    /** Opens what the job is to write. */
    readonly payload: (claim: Claim) => Effect.Effect<Redacted.Redacted, VaultError | KeyServiceError>
    /**
     * Notes that the vendor may have what the job creates from now on, and extends the lease. Returns false if nothing may be sent: another
     * process has claimed the job, the connection is no longer ACTIVE, its connector is stopped, or the database was restored meanwhile.
     */
    readonly begin: (claim: Claim, leaseSecs: number) => Effect.Effect<boolean, SqlError>
    /** Gives the claim back, so that the job is due at once. */
    readonly release: (claim: Claim) => Effect.Effect<void, SqlError>
    /** Makes the next attempt due in `secs`; nothing was created. */
    readonly retry: (claim: Claim, secs: number) => Effect.Effect<void, SqlError>
    /** Makes the next search before the request due in `secs`; the attempt does not count. */
    readonly wait: (claim: Claim, secs: number) => Effect.Effect<void, SqlError>
    /** Makes the next search due in `secs`; `reason` says why the vendor may have what the job was to create. */
    readonly search: (claim: Claim, reason: string | null, secs: number) => Effect.Effect<void, SqlError>
    /** Ends the job and erases its payload; does nothing if another process has claimed the job. */
    readonly finish: (claim: Claim, result: Result) => Effect.Effect<void, SqlError>
  }
>() {}

interface JobRow {
  readonly id: string
  readonly status: OutboundJob["status"]
  readonly task_name: string
  readonly vendor: string
  readonly failure_reason: string | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

const toJob = ({ started_at, finished_at, ...row }: JobRow): OutboundJob => ({
  ...row,
  started_at: started_at?.toISOString() ?? null,
  finished_at: finished_at?.toISOString() ?? null
})

interface ClaimRow extends Omit<Claim, "doubt"> {
  readonly uncertainSecs: number | null
  readonly uncertainReason: string | null
}

const toClaim = ({ uncertainSecs: secs, uncertainReason: reason, ...claim }: ClaimRow): Claim => ({
  ...claim,
  doubt: secs === null ? null : { secs, reason }
})

/** Stores outbound jobs with their sealed payloads. */
export const make = ({
  maxOpen
}: OutboundJobsSettings): Effect.Effect<OutboundJobs["Type"], never, SqlClient.SqlClient | Vault> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const vault = yield* Vault
    const versions = yield* StoppedConnectors.LoadedVersions
    const restored = yield* RestoreCheck
    const isUsable = StoppedConnectors.isUsable(sql, versions, sql`connection.vendor`)
    const isOpen = sql`status in ('QUEUED', 'RUNNING')`

    // No lock: it would let the requests of one account wait for each other with a database connection in their hands.
    const insert = ({ accountId, connectionId, vendor }: ConnectionScope, taskName: string, sealed: Uint8Array) =>
      Effect.gen(function* () {
        const id = randomUUID()
        const order = { action: "ticket.create", connectionId, resourceId: id } as const
        const made = yield* sql`
          with
            made as (
              insert into outbound_job (id, account_id, connection_id, vendor, task_name, payload)
              select ${id}::uuid, ${accountId}::uuid, id, ${vendor}, ${taskName}, ${sealed}
              from connection
              where
                id = ${connectionId}
                and state = 'ACTIVE'
                and ${maxOpen} > (
                  select count(*)
                  from (select from outbound_job where ${isOpen} and account_id = ${accountId} limit ${maxOpen}) as open
                )
              returning id
            ),
            noted as (${AuditTrail.statement(sql, yield* Actor, order, sql`exists (select from made)`)})
          select id, ${Announcements.due(sql, "outbound")} from made`
        if (made.length > 0) return id
        const [connection] = yield* sql<{ readonly state: ConnectionState }>`
          select state from connection where id = ${connectionId}`
        const state = connection?.state ?? "DELETED"
        return yield* state === "ACTIVE" ? new OutboundQueueIsFull() : new ConnectionIsInactive({ state })
      })

    const create: OutboundJobs["Type"]["create"] = (scope, { taskName, payload }) =>
      Effect.map(vault.seal(scope.connectionId, payload), (sealed) => insert(scope, taskName, sealed))

    const get: OutboundJobs["Type"]["get"] = ({ accountId, connectionId }, jobId) =>
      Effect.gen(function* () {
        const [row] = yield* sql<JobRow>`
          select id, status, task_name, vendor, failure_reason, started_at, finished_at
          from outbound_job
          where id = ${jobId} and connection_id = ${connectionId} and account_id = ${accountId}`
        return row === undefined ? yield* new OutboundJobNotFound() : toJob(row)
      })

    const claim: OutboundJobs["Type"]["claim"] = (turns, leaseSecs) => {
      const accounts = uuidArray(turns.map(({ accountId }) => accountId))
      const connections = uuidArray(turns.map(({ connectionId }) => connectionId))
      const limits = `{${turns.map(({ jobs }) => jobs).join(",")}}`
      // The query for due jobs stands apart, because Postgres may run a subquery of the update several times, and would claim more.
      const claimed = sql<ClaimRow>`
        with due as materialized (
          select job.id
          from
            unnest(${accounts}::uuid[], ${connections}::uuid[], ${limits}::int[]) as turn (account_id, connection_id, jobs),
            lateral (
              select id
              from outbound_job
              where
                ${isOpen}
                and account_id = turn.account_id
                and connection_id = turn.connection_id
                and due_at <= statement_timestamp()
                and exists (
                  select from connection where id = turn.connection_id and (state = 'DELETED' or ${isUsable})
                )
              order by due_at
              limit turn.jobs
              for update skip locked
            ) as job
        )
        update outbound_job
        set
          status = 'RUNNING',
          attempt = attempt + 1,
          crashes = crashes + 1,
          fence = nextval('sync_fence'),
          due_at = clock_timestamp() + make_interval(secs => ${leaseSecs}),
          planned_at = clock_timestamp(),
          started_at = coalesce(started_at, clock_timestamp())
        from due
        where outbound_job.id = due.id
        returning
          outbound_job.id as "jobId", account_id as "accountId", connection_id as "connectionId", vendor, attempt, crashes,
          fence, payload, uncertain_reason as "uncertainReason",
          extract(epoch from clock_timestamp() - restored_at)::float8 as "restoredSecs",
          extract(epoch from clock_timestamp() - uncertain_since)::float8 as "uncertainSecs"`
      return Effect.zipRight(
        restored,
        Effect.map(claimed, (rows) => rows.map(toClaim))
      )
    }

    const held = ({ fence, jobId }: Claim) => sql`id = ${jobId} and fence = ${fence} and status = 'RUNNING'`

    const payload: OutboundJobs["Type"]["payload"] = ({ connectionId, payload: sealed }) =>
      vault.open(connectionId, sealed)

    const begin: OutboundJobs["Type"]["begin"] = (claim, leaseSecs) =>
      Effect.map(
        Effect.zipRight(
          restored,
          sql`
          update outbound_job
          set
            due_at = clock_timestamp() + make_interval(secs => ${leaseSecs}),
            planned_at = clock_timestamp(),
            restored_at = null,
            uncertain_since = coalesce(uncertain_since, clock_timestamp())
          where
            ${held(claim)}
            and (restored_at is null or ${claim.restoredSecs !== null})
            and exists (select from connection where id = ${claim.connectionId} and state = 'ACTIVE' and ${isUsable})
          returning id`
        ),
        (rows) => rows.length > 0
      )

    const release: OutboundJobs["Type"]["release"] = (claim) =>
      Effect.asVoid(sql`update outbound_job set due_at = clock_timestamp(), crashes = 0 where ${held(claim)}`)

    const retry: OutboundJobs["Type"]["retry"] = (claim, secs) =>
      Effect.asVoid(sql`
        update outbound_job
        set
          due_at = clock_timestamp() + make_interval(secs => ${secs}),
          planned_at = clock_timestamp(),
          crashes = 0,
          uncertain_since = null
        where ${held(claim)}`)

    const wait: OutboundJobs["Type"]["wait"] = (claim, secs) =>
      Effect.asVoid(sql`
        update outbound_job
        set
          due_at = clock_timestamp() + make_interval(secs => ${secs}),
          planned_at = clock_timestamp(),
          crashes = 0,
          attempt = ${claim.attempt - 1}
        where ${held(claim)}`)

    // The time for which it may exist starts with the answer, because the vendor worked on the request until then.
    const search: OutboundJobs["Type"]["search"] = (claim, reason, secs) =>
      Effect.asVoid(sql`
        update outbound_job
        set
          due_at = clock_timestamp() + make_interval(secs => ${secs}),
          planned_at = clock_timestamp(),
          crashes = 0,
          uncertain_since = ${claim.doubt === null ? sql`clock_timestamp()` : sql`uncertain_since`},
          uncertain_reason = ${reason}
        where ${held(claim)}`)

    const finish: OutboundJobs["Type"]["finish"] = (claim, result) =>
      Effect.asVoid(sql`
        update outbound_job
        set
          status = ${result.status},
          vendor_id = ${result.status === "SUCCESS" ? result.vendorId : null},
          failure_reason = ${result.status === "FAILED" ? result.failureReason : null},
          finished_at = clock_timestamp(),
          payload = null
        where ${held(claim)}`)

    return OutboundJobs.of({
      create,
      get,
      due: DueConnections.find(sql, versions),
      dueIn: DueConnections.dueIn(sql),
      claim,
      payload,
      begin,
      release,
      retry,
      wait,
      search,
      finish
    })
  })

/** Stores outbound jobs with their sealed payloads. */
export const layer = (
  settings: OutboundJobsSettings = defaults
): Layer.Layer<OutboundJobs, never, SqlClient.SqlClient | Vault> => Layer.effect(OutboundJobs, make(settings))
