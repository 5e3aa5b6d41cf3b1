import { randomUUID } from "node:crypto"
import type { SqlError } from "@effect/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { OutboundJob } from "@tributary/core"
import { Context, Data, Effect, Layer, type Redacted } from "effect"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { Vault, type VaultError } from "../secrets/Vault.js"
import { ConnectionIsInactive } from "./Jobs.js"

/** The job does not exist, or belongs to another connection; a caller cannot tell which. */
export class OutboundJobNotFound extends Data.TaggedError("OutboundJobNotFound") {}

/** The right to carry out one job until its lease expires. */
export interface Claim {
  readonly jobId: string
  readonly connectionId: string
  readonly vendor: string
  /** Starts at 1; a later attempt takes over from one whose result is unknown. */
  readonly attempt: number
  /** Changes with every claim: the writes of an earlier claim are ignored. */
  readonly fence: number
  /** What to write, sealed; `OutboundJobs.payload` opens it. */
  readonly payload: Uint8Array
}

/** How a job ended. */
export type Result =
  | { readonly status: "SUCCESS"; readonly vendorId: string }
  | { readonly status: "FAILED"; readonly failureReason: string }

/** Jobs that write to source tools: queued, then carried out once. */
export class OutboundJobs extends Context.Tag("@tributary/runtime-http/OutboundJobs")<
  OutboundJobs,
  {
    /** Queues a job of an ACTIVE connection; returns its id. */
    readonly create: (
      scope: ConnectionScope,
      job: { readonly taskName: string; readonly payload: Redacted.Redacted }
    ) => Effect.Effect<string, ConnectionIsInactive | SqlError.SqlError>
    readonly get: (
      scope: ConnectionScope,
      jobId: string
    ) => Effect.Effect<OutboundJob, OutboundJobNotFound | SqlError.SqlError>
    /** Claims open jobs without a valid lease, for `leaseSecs`; no two processes claim the same job. */
    readonly claim: (limit: number, leaseSecs: number) => Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>
    /** Opens what the job is to write. */
    readonly payload: (claim: Claim) => Effect.Effect<Redacted.Redacted, VaultError>
    /** Sets the lease to end, and the next attempt to be due, in `secs`; returns false if another process has claimed the job. */
    readonly extend: (claim: Claim, secs: number) => Effect.Effect<boolean, SqlError.SqlError>
    /** Ends the job and erases its payload; does nothing if another process has claimed the job. */
    readonly finish: (claim: Claim, result: Result) => Effect.Effect<void, SqlError.SqlError>
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

/** Stores outbound jobs with their sealed payloads. */
export const make: Effect.Effect<OutboundJobs["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault

  const create: OutboundJobs["Type"]["create"] = ({ accountId, connectionId, vendor }, { taskName, payload }) =>
    Effect.gen(function* () {
      const id = randomUUID()
      const sealed = yield* vault.seal(connectionId, payload)
      const made = yield* sql`
        insert into outbound_job (id, account_id, connection_id, vendor, task_name, payload)
        select ${id}::uuid, ${accountId}::uuid, id, ${vendor}, ${taskName}, ${sealed}
        from connection
        where id = ${connectionId} and state = 'ACTIVE'
        returning id`
      if (made.length === 0) return yield* new ConnectionIsInactive({ state: "PAUSED" })
      return id
    })

  const get: OutboundJobs["Type"]["get"] = ({ accountId, connectionId }, jobId) =>
    Effect.gen(function* () {
      const [row] = yield* sql<JobRow>`
        select id, status, task_name, vendor, failure_reason, started_at, finished_at
        from outbound_job
        where id = ${jobId} and connection_id = ${connectionId} and account_id = ${accountId}`
      return row === undefined ? yield* new OutboundJobNotFound() : toJob(row)
    })

  // Not `due_at <= clock_timestamp()`: it is volatile, so the index would not bound what the query reads.
  const claim: OutboundJobs["Type"]["claim"] = (limit, leaseSecs) =>
    sql<Claim>`
      update outbound_job
      set
        status = 'RUNNING',
        attempt = attempt + 1,
        fence = nextval('sync_fence'),
        due_at = clock_timestamp() + make_interval(secs => ${leaseSecs}),
        started_at = coalesce(started_at, clock_timestamp())
      where id in (
        select id
        from outbound_job
        where status in ('QUEUED', 'RUNNING') and due_at <= statement_timestamp()
        order by due_at
        limit ${limit}
        for update skip locked
      )
      returning id as "jobId", connection_id as "connectionId", vendor, attempt, fence, payload`

  const held = ({ fence, jobId }: Claim) => sql`id = ${jobId} and fence = ${fence} and status = 'RUNNING'`

  const payload: OutboundJobs["Type"]["payload"] = ({ connectionId, payload: sealed }) =>
    vault.open(connectionId, sealed)

  const extend: OutboundJobs["Type"]["extend"] = (claim, secs) =>
    Effect.map(
      sql`
        update outbound_job
        set due_at = clock_timestamp() + make_interval(secs => ${secs})
        where ${held(claim)}
        returning id`,
      (rows) => rows.length > 0
    )

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

  return OutboundJobs.of({ create, get, claim, payload, extend, finish })
})

/** Stores outbound jobs with their sealed payloads. */
export const layer: Layer.Layer<OutboundJobs, never, SqlClient.SqlClient | Vault> = Layer.effect(OutboundJobs, make)
