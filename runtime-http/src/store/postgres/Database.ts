// store/postgres: the connection to Postgres, embedded or a server, its schema, and what every query uses.

import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Data, Duration, Effect, Layer, Option, Redacted, type Scope } from "effect"
import pg from "pg"
import { isSqlError } from "./DatabaseFailure.js"
import { EmbeddedPostgres, type EmbeddedPostgresError, type EmbeddedPostgresOptions } from "./EmbeddedPostgres.js"
import * as SerializedConnection from "./SerializedConnection.js"

/** The settings of the database cannot be used. */
export class DatabaseSettingsError extends Data.TaggedError("DatabaseSettingsError")<{ readonly message: string }> {}

export interface DatabaseUrlOptions {
  /** `postgres://user:password@host:5432/database`; options of libpq may follow as parameters. */
  readonly url: Redacted.Redacted<string>
  readonly maxConnections: number
  /** Whether statements may be named (kept prepared); false behind a pooler that cannot. Default true. */
  readonly named?: boolean
}

/** Everything the layers of this module provide. */
export type DatabaseServices = Database | PgClient.PgClient | SqlClient.SqlClient

/**
 * The one pool of connections, and `SqlClient` on top of it.
 *
 * `int8` arrives as a number: positions and counts stay below 2^53, and a value that does not fails its query rather than losing digits.
 */
export class Database extends Context.Tag("@tributary/runtime-http/Database")<
  Database,
  {
    /** The same connections as `SqlClient`, for the few hot queries that are run by name. */
    readonly pool: pg.Pool
    /** PGlite: one connection, one process, and no advisory locks to speak of. */
    readonly embedded: boolean
    /** Whether statements may be named. */
    readonly named: boolean
  }
>() {
  /** A Postgres server. */
  static readonly layerUrl = (
    options: DatabaseUrlOptions
  ): Layer.Layer<DatabaseServices, SqlError | DatabaseSettingsError> =>
    Layer.scopedContext(
      Effect.gen(function* () {
        const settings = yield* poolSettings(options)
        return yield* services(settings, { embedded: false, named: options.named ?? true })
      })
    )

  /** PGlite in a child process of its own, for one process with nothing to install. */
  static readonly layerEmbedded = (
    options: EmbeddedPostgresOptions
  ): Layer.Layer<DatabaseServices, SqlError | EmbeddedPostgresError> =>
    Layer.scopedContext(Effect.flatMap(EmbeddedPostgres.make(options), Database.fromEmbedded))

  /** The services on an embedded Postgres that runs already. */
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
        // The one connection is what everybody queues for.
        connectionTimeoutMillis: Duration.toMillis("30 seconds"),
        idleTimeoutMillis: 0
      },
      { embedded: true, named: false }
    )
}

/** Longer than any statement of the store needs; migrations lift it. */
const statementTimeout = Duration.seconds(60)

/** A transaction that forgot its work, such as that of a process frozen in its middle, holds locks no longer than this. */
const idleInTransactionTimeout = Duration.seconds(5)

const poolSettings = (options: DatabaseUrlOptions): Effect.Effect<pg.PoolConfig, DatabaseSettingsError> =>
  Effect.gen(function* () {
    const text = Redacted.value(options.url)
    // The error of a URL that cannot be parsed quotes it, password and all, hence no cause here.
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || (url.protocol !== "postgres:" && url.protocol !== "postgresql:")) {
      return yield* new DatabaseSettingsError({
        message:
          "The database URL cannot be read. Expected postgres://user:password@host:5432/database, " +
          "with special characters in the password percent-encoded."
      })
    }
    // A parameter of the URL would replace ours, where both are wanted.
    const fromUrl = url.searchParams.get("options")
    url.searchParams.delete("options")
    return {
      connectionString: url.href,
      max: options.maxConnections,
      application_name: "tributary",
      // With jit on, 290 of 310 ms of a 1,000-row batch were spent compiling.
      options: fromUrl === null ? "-c jit=off" : `-c jit=off ${fromUrl}`,
      statement_timeout: Duration.toMillis(statementTimeout),
      idle_in_transaction_session_timeout: Duration.toMillis(idleInTransactionTimeout),
      connectionTimeoutMillis: Duration.toMillis("5 seconds"),
      idleTimeoutMillis: Duration.toMillis("30 seconds"),
      keepAlive: true
    }
  })

const services = (
  settings: pg.PoolConfig,
  kind: { readonly embedded: boolean; readonly named: boolean }
): Effect.Effect<Context.Context<DatabaseServices>, SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const pool = yield* Effect.acquireRelease(makePool(settings, kind.embedded), closePool)
    yield* Effect.tryPromise({
      try: () => pool.query("select 1"),
      catch: (cause) => new SqlError({ cause, message: "Postgres cannot be reached" })
    })
    const client = yield* Effect.provide(PgClient.fromPool({ acquire: Effect.succeed(pool) }), Reactivity.layer)
    const sql = Object.assign(client, {
      withTransaction: typedOutage(client.withTransaction),
      reserve: Effect.flatMap(client.reserve, SerializedConnection.serialized)
    })
    return Context.make(Database, { pool, ...kind }).pipe(
      Context.add(PgClient.PgClient, sql),
      Context.add(SqlClient.SqlClient, sql)
    )
  })

const makePool = (settings: pg.PoolConfig, embedded: boolean) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<never>()
    const pool = yield* Effect.sync(() => new pg.Pool({ ...settings, types }))
    // pg reads it as a property; hidden, so that whatever prints the pool prints no password.
    Object.defineProperty(pool.options, "connectionString", { value: settings.connectionString, enumerable: false })
    // An idle connection that breaks is reported here, and would end the process if nobody listened. The pool has replaced it by then.
    pool.on("error", (error) => {
      Effect.logDebug(`An idle connection to Postgres was lost: ${error.message}`).pipe((log) =>
        Effect.runFork(Effect.provide(log, runtime))
      )
    })
    if (embedded) {
      // An interrupted query is cancelled over a second connection, which PGlite has not; without an id sql-pg does not try.
      pool.on("connect", (client) => {
        Reflect.set(client, "processID", undefined)
      })
    }
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

/**
 * `withTransaction` of @effect/sql turns a failed `commit` or `rollback` into a defect, which is what an outage in the middle of a
 * transaction ends in. Callers are promised a `SqlError`.
 */
const typedOutage =
  (withTransaction: SqlClient.SqlClient["withTransaction"]): SqlClient.SqlClient["withTransaction"] =>
  (self) =>
    Effect.catchSomeDefect(withTransaction(self), (defect) =>
      isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none()
    )
