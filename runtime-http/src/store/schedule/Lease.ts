import { Data, Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "../../Sql.js"
import * as Transaction from "../postgres/Transaction.js"

/** Another run owns the connection now, or the connection was deleted, so the store refuses this run's writes. */
export class StaleFence extends Data.TaggedError("StaleFence")<{ readonly connectionId: string }> {}

/** What the records that a job writes say about where they come from. */
export interface Origin {
  readonly jobId: string
  /** The version of the connector's package; null if the connector does not say it. */
  readonly connectorVersion: string | null
}

/** The right to run a connection's job. A claim of the schedule row grants it; it is void as soon as the fence changes. A pause leaves it, so that the job can store its page and end. */
export interface Lease {
  readonly connectionId: string
  /** The fence of the schedule row at the time of the claim. */
  readonly fence: number
  /** How long the job may run. */
  readonly timeoutSecs: number
  /** How many processes in a row died or froze while they ran the job, if these are too many to run it again; null if it may run. */
  readonly crashLoop: number | null
  /** Known once the job runs. */
  readonly origin?: Origin
}

/**
 * The schedule row if the lease is valid, otherwise nothing: a subquery for a write that is a single statement, and has to be its first lock.
 *
 * The share lock keeps the fence from changing until the write has been committed; see `begunBy`.
 */
export const held = (
  sql: SqlClient.SqlClient,
  { connectionId, fence }: Pick<Lease, "connectionId" | "fence">
): Statement<unknown> => sql`
  select connection_id from schedule where connection_id = ${connectionId} and fence = ${fence} for share`

/** Fails with StaleFence unless the write, a single statement with `held`, returned a row. */
export const checked =
  (lease: Lease) =>
  <Row, E, R>(write: Effect.Effect<ReadonlyArray<Row>, E, R>): Effect.Effect<Row, StaleFence | E, R> =>
    Effect.flatMap(write, ([row]) =>
      row === undefined ? new StaleFence({ connectionId: lease.connectionId }) : Effect.succeed(row)
    )

/**
 * Runs `body` in a transaction of a job, with the answers to the statements that begin it; fails with StaleFence unless the lease is valid.
 *
 * The share lock keeps the fence from changing until the transaction ends, without making writers of the same job wait for each other.
 */
export const begunBy = <Rows extends ReadonlyArray<unknown>, A, E, R>(
  lease: Lease,
  statements: Transaction.Statements<Rows>,
  body: (answers: Transaction.Answers<Rows>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Transaction.begunBy<readonly [unknown, ...Rows], A, E | StaleFence, R>(
      [held(sql, lease), ...statements],
      ([own, ...answers]) =>
        Effect.flatMap(checked(lease)(Effect.succeed(own)), () => body(answers as Transaction.Answers<Rows>))
    )
  )

/** Runs `body` in a transaction of a job; see `begunBy`. */
export const withLease = <A, E, R>(
  lease: Lease,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StaleFence | SqlError, R | SqlClient.SqlClient> => begunBy(lease, [], () => body)

/** Runs a statement in a transaction of a job, after those that set how; see `begunBy`. */
export const runWithLease = <Row>(
  lease: Lease,
  statement: Statement<Row>,
  settings: ReadonlyArray<Statement<unknown>> = []
): Effect.Effect<ReadonlyArray<Row>, StaleFence | SqlError, SqlClient.SqlClient> =>
  begunBy<readonly [...ReadonlyArray<unknown>, Row], ReadonlyArray<Row>, never, never>(
    lease,
    [...settings, statement],
    (answers) => Effect.succeed((answers.at(-1) ?? []) as ReadonlyArray<Row>)
  )
