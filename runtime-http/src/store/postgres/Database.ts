// store/postgres: the connection to Postgres, embedded or a server, and its schema; the columns that writers and readers share are in RecordTable.

import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Data, Duration, Effect, Layer, type Redacted, type Scope } from "effect"
import pg from "pg"
import * as Fiberless from "../../Fiberless.js"
import * as DatabaseAddress from "./DatabaseAddress.js"
import { DatabaseShares, type Turns, UNLIMITED } from "./DatabaseShares.js"
import { EmbeddedPostgres, type EmbeddedPostgresError, type EmbeddedPostgresOptions } from "./EmbeddedPostgres.js"
import { queryInTurn, takingTurns } from "./PoolTurns.js"
import * as SerializedConnection from "./SerializedConnection.js"
import * as ServerLink from "./ServerLink.js"
import { typedOutage } from "./Transaction.js"

/** A hot query. Its text never changes, so that each connection prepares it only once. */
export interface NamedQuery {
  readonly name: string
  readonly text: string
  /** Ends the query if it takes longer; by default it may take as long as any statement of its connection. */
  readonly maxSecs?: number
}

/**
 * A parameter whose value the planner cannot see, such as the position where a page starts or a rare value.
 *
 * If it saw the value, it would find the plan for this value cheaper than the one for all values, and plan each run anew, which takes longer
 * than reading a page.
 */
export const unseen = (parameter: number, type: string): string => `(select $${parameter}::${type})`

/** A hot query with the values of its parameters. */
export interface Statement {
  readonly query: NamedQuery
  readonly values: ReadonlyArray<unknown>
}

/**
 * Runs a hot query outside any transaction. Rows are arrays, because naming the columns of each row would cost more than reading it.
 *
 * An interrupted caller stops waiting; the query itself runs on, at most until the statement timeout.
 */
export const runNamed = <Row extends ReadonlyArray<unknown>>(
  { named, pool, turns = UNLIMITED }: Context.Tag.Service<Database>,
  { maxSecs, name, text }: NamedQuery,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  // A callback, because the promises of `pg` and Effect would double the cost of sending the query.
  Fiberless.async((resume) => {
    const config = { text, values: [...values], rowMode: "array" as const }
    const done = (cause: Error | null | undefined, result: pg.QueryArrayResult<Array<unknown>>) =>
      resume(
        cause
          ? new SqlError({ cause, message: `The query ${name} failed` })
          : Effect.succeed(result.rows as unknown as ReadonlyArray<Row>)
      )
    const query = named ? { ...config, name } : config
    if (turns === UNLIMITED && maxSecs === undefined) return pool.query<Array<unknown>>(query, done)
    queryInTurn(pool, query, turns, maxSecs, done)
  })

/** How a statement of `SqlClient` begins that has a name. */
const STATEMENT_NAME = /^\s*\/\* (\w+) \*\//

/**
 * Lets a connection prepare only once each statement of `SqlClient` that begins with a name in a comment; planning it takes Postgres longer
 * than running it. A name stands for one text, so a statement whose text varies needs a name for each form; `pg` refuses a second text.
 *
 * Such a statement still takes part in transactions and traces, unlike a `NamedQuery`.
 */
const prepareNamed = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as (...parameters: ReadonlyArray<unknown>) => unknown
  const named = (text: unknown, values: unknown, ...rest: ReadonlyArray<unknown>) => {
    const name = typeof text === "string" && Array.isArray(values) ? STATEMENT_NAME.exec(text)?.[1] : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  Object.assign(client, { query: named })
}

/** How long a statement waits for a connection to a Postgres server. */
export const CONNECTION_WAIT: Duration.Duration = Duration.seconds(5)

/** How long a statement waits for the only connection to the embedded database, which jobs need, too. */
export const EMBEDDED_WAIT: Duration.Duration = Duration.seconds(30)

/** The database settings are invalid. */
export class DatabaseSettingsError extends Data.TaggedError("DatabaseSettingsError")<{ readonly message: string }> {}

/** How to connect to a Postgres server. */
export interface DatabaseUrlOptions {
  /** `postgres://user:password@host:5432/database`, optionally with libpq options as query parameters. */
  readonly url: Redacted.Redacted<string>
  /** The size of the pool. */
  readonly maxConnections: number
  /**
   * Whether Postgres keeps one plan per statement and connection, whatever its parameters; false by default, so that it may plan each
   * run of a statement anew. True for short statements that run often, which take longer to plan than to run.
   */
  readonly keepsPlans?: boolean
  /** Gives up a query that takes longer, together with its connection. By default, only the server ends a query, after a minute. */
  readonly queryTimeout?: Duration.Duration
}

/** The services that every layer of this module provides. */
export type DatabaseServices = Database | PgClient.PgClient | SqlClient.SqlClient

/**
 * The pool of connections, and `SqlClient` on top of it.
 *
 * `int8` values arrive as numbers, because positions and counts stay below 2^53. A larger value fails its query instead of losing digits.
 */
export class Database extends Context.Tag("@tributary/runtime-http/Database")<
  Database,
  {
    /** The pool that `SqlClient` uses, for the few hot queries that run as named statements. */
    readonly pool: pg.Pool
    /** Whether to use named prepared statements, which neither the embedded database nor a session of a pooler keeps. */
    readonly named: boolean
    /** What is between this process and the database. */
    readonly link: ServerLink.ServerLink
    /** In whose turns named queries run; without it, they run at once. */
    readonly turns?: Turns
  }
>() {
  /** Connects to a Postgres server. */
  static readonly layerUrl = (
    options: DatabaseUrlOptions
  ): Layer.Layer<DatabaseServices, SqlError | DatabaseSettingsError> =>
    Layer.scopedContext(
      Effect.gen(function* () {
        const settings = yield* poolSettings(options)
        return yield* services(settings).pipe(
          Effect.catchIf(refusesParameters, () => services(withoutParameters(settings, options.url)))
        )
      })
    )

  /** Starts PGlite in a child process, for a single process with nothing to install. */
  static readonly layerEmbedded = (
    options: EmbeddedPostgresOptions
  ): Layer.Layer<DatabaseServices, SqlError | EmbeddedPostgresError> =>
    Layer.scopedContext(Effect.flatMap(EmbeddedPostgres.make(options), Database.fromEmbedded))

  /** Connects to an embedded Postgres that is already running. */
  static readonly fromEmbedded = (
    server: Context.Tag.Service<EmbeddedPostgres>
  ): Effect.Effect<Context.Context<DatabaseServices>, SqlError, Scope.Scope> =>
    services(
      {
        host: server.host,
        port: server.port,
        user: "postgres",
        database: "postgres",
        max: 1,
        // All callers queue for the only connection.
        connectionTimeoutMillis: Duration.toMillis(EMBEDDED_WAIT),
        idleTimeoutMillis: 0
      },
      true
    )
}

/** Longer than any statement of the store needs; migrations run without it. */
const statementTimeout = Duration.seconds(60)

/** How long an idle transaction, such as that of a frozen process, can hold its locks. */
const idleInTransactionTimeout = Duration.seconds(5)

/**
 * How long a connection may be silent before the system asks whether the other machine is still there. Without it, that is two hours: so long
 * would a statement wait for the answer of a machine that has lost its power.
 */
const keepAliveDelay = Duration.seconds(10)

const poolSettings = (options: DatabaseUrlOptions): Effect.Effect<pg.PoolConfig, DatabaseSettingsError> =>
  Effect.gen(function* () {
    const url = DatabaseAddress.parse(options.url)
    if (url === null) {
      // No cause: the parse error quotes the URL with its password.
      return yield* new DatabaseSettingsError({
        message:
          "The database URL is invalid. Expected postgres://user:password@host:5432/database, " +
          "with special characters percent-encoded, such as %40 for @ or %2F for / in the password."
      })
    }
    // The `options` parameter of the URL would replace ours; both are needed.
    const fromUrl = url.searchParams.get("options")
    url.searchParams.delete("options")
    const sessionOptions = [
      // With jit on, Postgres spent 290 of the 310 ms of a 1,000-row batch compiling.
      "-c jit=off",
      ...(options.keepsPlans === true ? ["-c plan_cache_mode=force_generic_plan"] : []),
      ...(fromUrl === null ? [] : [fromUrl])
    ]
    return {
      connectionString: url.href,
      max: options.maxConnections,
      application_name: "tributary",
      options: sessionOptions.join(" "),
      statement_timeout: Duration.toMillis(statementTimeout),
      idle_in_transaction_session_timeout: Duration.toMillis(idleInTransactionTimeout),
      connectionTimeoutMillis: Duration.toMillis(CONNECTION_WAIT),
      idleTimeoutMillis: Duration.toMillis("30 seconds"),
      keepAlive: true,
      keepAliveInitialDelayMillis: Duration.toMillis(keepAliveDelay),
      ...(options.queryTimeout === undefined ? {} : { query_timeout: Duration.toMillis(options.queryTimeout) })
    }
  })

/** The code with which a pooler refuses the start-up parameters that it would not pass on. */
const REFUSED_PARAMETERS = "08P01"

const refusesParameters = ({ cause }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === REFUSED_PARAMETERS

/** The settings without our own start-up parameters; those of the URL stay, because somebody relies on them. */
const withoutParameters = (
  {
    options: _options,
    statement_timeout: _statement,
    idle_in_transaction_session_timeout: _idle,
    ...rest
  }: pg.PoolConfig,
  url: Redacted.Redacted
): pg.PoolConfig => {
  const options = DatabaseAddress.parse(url)?.searchParams.get("options")
  return options == null ? rest : { ...rest, options }
}

const services = (
  settings: pg.PoolConfig,
  isEmbedded = false
): Effect.Effect<Context.Context<DatabaseServices>, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(makePool(settings), closePool)
    const link = yield* Effect.tryPromise({
      try: () => begin(pool, isEmbedded),
      catch: (cause) => new SqlError({ cause, message: "Postgres cannot be reached" })
    })
    const named = !isEmbedded && !link.isPooled
    const acquire = Effect.succeed(takingTurns(pool, yield* DatabaseShares))
    const client = yield* Effect.provide(PgClient.fromPool({ acquire }), Reactivity.layer)
    const sql = Object.assign(client, {
      withTransaction: typedOutage(client.withTransaction),
      reserve: Effect.flatMap(client.reserve, SerializedConnection.serialized)
    })
    return Context.make(Database, { pool, named, link }).pipe(
      Context.add(PgClient.PgClient, sql),
      Context.add(SqlClient.SqlClient, sql)
    )
  })

/** Opens the first connection, which tells how this one and all others are used. */
const begin = async (pool: pg.Pool, isEmbedded: boolean): Promise<ServerLink.ServerLink> => {
  const first = await pool.connect()
  try {
    const link = isEmbedded ? ServerLink.EMBEDDED : await ServerLink.of(first)
    const adapt = isEmbedded || link.isPooled ? ServerLink.neverCancel : prepareNamed
    adapt(first)
    pool.on("connect", adapt)
    return link
  } finally {
    first.release()
  }
}

const makePool = (settings: pg.PoolConfig) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<never>()
    const pool = yield* Effect.sync(() => new pg.Pool({ ...settings, types }))
    // pg reads this property; it is not enumerable, so that printing the pool does not print the password.
    Object.defineProperty(pool.options, "connectionString", { value: settings.connectionString, enumerable: false })
    // Without a listener, a broken idle connection would end the process. The pool replaces the connection by itself.
    pool.on("error", (error) => {
      Effect.logDebug(`An idle connection to Postgres was lost: ${error.message}`).pipe((log) =>
        Effect.runFork(Effect.provide(log, runtime))
      )
    })
    return pool
  })

const closePool = (pool: pg.Pool): Effect.Effect<void> =>
  Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption("1 second"), Effect.asVoid)

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseInt8 : pg.types.getTypeParser(oid, format))
}

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The bigint ${text} does not fit a JavaScript number; select it as text.`)
  }
  return value
}
