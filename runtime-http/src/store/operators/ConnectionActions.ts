import type { ConnectionState } from "@tributary/core"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { Connections } from "../accounts/Connections.js"
import { asAccount, type Operator } from "../accounts/OperatorKeys.js"
import { Jobs } from "../jobs/Jobs.js"
import * as PresentProblems from "../jobs/PresentProblems.js"
import { LoadedLists } from "../jobs/ReadLists.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import * as ConnectionFilter from "./ConnectionFilter.js"
import { limited } from "./Statements.js"

/** What can be done to many connections at once. */
export type ActionName = "pause" | "resume" | "sync"

/** What became of one connection. */
export type Outcome = "DONE" | "WOULD" | "UNCHANGED" | "REFUSED"

/** What is to be done, and to which connections. */
export interface Action {
  readonly name: ActionName
  readonly filter: ConnectionFilter.ConnectionFilter
  /** Only connections whose id is greater; null for all. */
  readonly after: string | null
  /** How many connections are changed at most. */
  readonly limit: number
  /** Whether nothing is changed. */
  readonly isDry: boolean
}

/** What was done to one connection. */
export interface Result {
  readonly connection_id: string
  readonly account_id: string
  readonly vendor: string
  readonly outcome: Outcome
  /** Why nothing was done; null if it was, or would be. */
  readonly message: string | null
}

/** What was done. */
export interface Results {
  /** How many connections there are, with those beyond the limit. */
  readonly total: number
  readonly items: ReadonlyArray<Result>
  /** The id of the last connection if there are more; otherwise null. */
  readonly next: string | null
}

/** Pauses, resumes and syncs connections of all accounts. */
export class ConnectionActions extends Context.Tag("@tributary/runtime-http/ConnectionActions")<
  ConnectionActions,
  {
    /** Does it to one connection after the other, in the order of their ids, each in a transaction of its own. */
    readonly run: (operator: Operator, action: Action) => Effect.Effect<Results, SqlError>
  }
>() {}

/** A connection, and what decides whether something can be done to it. */
interface Row {
  readonly id: string
  readonly account_id: string
  readonly organization_id: string
  readonly vendor: string
  readonly state: ConnectionState
  readonly is_stopped: boolean
  /** The status of its open job; null if it has none. */
  readonly job: "QUEUED" | "RUNNING" | null
  readonly total: number
}

/** Why something is not done. */
type Verdict = readonly [outcome: "UNCHANGED" | "REFUSED", message: string]

const PENDING: Verdict = ["REFUSED", "It waits for its first credentials."]
const PAUSED_ALREADY: Verdict = ["UNCHANGED", "It is paused already."]
const ACTIVE_ALREADY: Verdict = ["UNCHANGED", "It is active already."]
const IS_PAUSED: Verdict = ["REFUSED", "It is paused, so no job runs: resume it first."]
const IS_STOPPED: Verdict = [
  "REFUSED",
  "Its connector is stopped, or the installation is held: let it run again first."
]
const IS_RUNNING: Verdict = ["UNCHANGED", "A job runs already."]
const IS_QUEUED: Verdict = ["UNCHANGED", "A job is queued already."]
const CHANGED: Verdict = ["UNCHANGED", "Somebody else has changed it meanwhile."]
const GONE: Verdict = ["REFUSED", "It was deleted meanwhile."]

/** Why the action is not done to a connection in this condition; null if it can be. */
const verdicts: Readonly<Record<ActionName, (row: Row) => Verdict | null>> = {
  pause: ({ state }) => {
    if (state === "PENDING") return PENDING
    return state === "PAUSED" ? PAUSED_ALREADY : null
  },
  resume: ({ state }) => {
    if (state === "PENDING") return PENDING
    return state === "ACTIVE" ? ACTIVE_ALREADY : null
  },
  sync: ({ is_stopped, job, state }) => {
    if (state === "PENDING") return PENDING
    if (state === "PAUSED") return IS_PAUSED
    if (is_stopped) return IS_STOPPED
    if (job === null) return null
    return job === "RUNNING" ? IS_RUNNING : IS_QUEUED
  }
}

/** Changes connections with what changes them for their accounts. */
export const make: Effect.Effect<ConnectionActions["Type"], never, SqlClient.SqlClient | Connections | Jobs> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const versions = yield* StoppedConnectors.LoadedVersions
    const lists = yield* LoadedLists
    const connections = yield* Connections
    const jobs = yield* Jobs

    const find = ({ after, filter, limit }: Action) =>
      limited(
        sql,
        sql<Row>`
          with
            problem as materialized (${PresentProblems.rows(sql, versions)}),
            matching as materialized (
              select id from connection
              where ${ConnectionFilter.condition(sql, lists, filter)} and ${after === null ? sql`true` : sql`id > ${after}::uuid`}
            )
          select
            id, account_id, organization_id, vendor, state,
            not ${StoppedConnectors.isUsable(sql, versions, sql`connection.vendor`)} as is_stopped,
            (select status from job where connection_id = connection.id and status in ('QUEUED', 'RUNNING')) as job,
            (select count(*)::int from matching) as total
          from connection
          where id in (select id from matching)
          order by id
          limit ${limit + 1}`
      )

    const setState = (operator: Operator, { account_id, id, organization_id }: Row, to: "ACTIVE" | "PAUSED") => {
      const from = to === "PAUSED" ? "ACTIVE" : "PAUSED"
      const isExpected = ({ state }: { readonly state: ConnectionState }) => state === from
      return connections.update(asAccount(operator, account_id), organization_id, id, { state: to }, isExpected).pipe(
        Effect.as(null),
        Effect.catchTags({
          ConnectionHasChanged: () => Effect.succeed(CHANGED),
          ConnectionNotFound: () => Effect.succeed(GONE),
          // Only new credentials, or another identifier, fail with these.
          IdentifierTaken: Effect.die,
          TenantChanged: Effect.die,
          KeyServiceError: Effect.die
        })
      )
    }

    const sync = (operator: Operator, { account_id, id, organization_id }: Row) =>
      jobs.request(asAccount(operator, account_id), organization_id, id).pipe(
        Effect.as(null),
        Effect.catchTags({
          JobIsRunning: () => Effect.succeed(IS_RUNNING),
          ConnectionIsInactive: () => Effect.succeed(IS_PAUSED),
          ConnectionNotFound: () => Effect.succeed(GONE),
          // No full scan is asked for.
          FullScanTooSoon: Effect.die
        })
      )

    const steps: Readonly<
      Record<ActionName, (operator: Operator, row: Row) => Effect.Effect<Verdict | null, SqlError>>
    > = {
      pause: (operator, row) => setState(operator, row, "PAUSED"),
      resume: (operator, row) => setState(operator, row, "ACTIVE"),
      sync
    }

    const run: ConnectionActions["Type"]["run"] = (operator, action) =>
      Effect.gen(function* () {
        const rows = yield* find(action)
        const items: Array<Result> = []
        for (const row of rows.slice(0, action.limit)) {
          const refusal = verdicts[action.name](row)
          const verdict = refusal ?? (action.isDry ? null : yield* steps[action.name](operator, row))
          const [outcome, message] = verdict ?? ([action.isDry ? "WOULD" : "DONE", null] as const)
          items.push({ connection_id: row.id, account_id: row.account_id, vendor: row.vendor, outcome, message })
        }
        const next = rows.length > action.limit ? (items.at(-1)?.connection_id ?? null) : null
        return { total: rows[0]?.total ?? 0, items, next }
      })

    return ConnectionActions.of({ run })
  })

/** Changes connections of all accounts. */
export const layer: Layer.Layer<ConnectionActions, never, SqlClient.SqlClient | Connections | Jobs> = Layer.effect(
  ConnectionActions,
  make
)
