import { Context, Effect, Option, Scope } from "effect"
import pg from "pg"
import { type Connection, SqlClient, type SqlError, type Statement } from "../../Sql.js"
import { isSqlError } from "./DatabaseFailure.js"

type WithTransaction = SqlClient.SqlClient["withTransaction"]

/**
 * Turns the defects of `withTransaction` back into errors. @effect/sql dies if a `commit` or `rollback` fails, as it does when an outage
 * strikes during a transaction, but callers expect a `SqlError`.
 */
export const typedOutage =
  (withTransaction: WithTransaction): WithTransaction =>
  (self) =>
    Effect.catchSomeDefect(withTransaction(self), (defect) =>
      isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none()
    )

const literal = (value: unknown): string => {
  if (value === null) return "null"
  if (typeof value === "number" && Number.isFinite(value)) return `(${value})`
  if (typeof value === "object")
    throw new TypeError("A parameter of a statement that begins or ends a transaction is an object.")
  return pg.escapeLiteral(String(value))
}

/** A statement with its parameters as literals, because a message with several statements cannot have parameters. */
const withLiterals = (statement: Statement<unknown>): string => {
  const [text, parameters] = statement.compile()
  return text.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
}

/** Statements that return such rows. */
export type Statements<Rows extends ReadonlyArray<unknown>> = { readonly [Index in keyof Rows]: Statement<Rows[Index]> }

/** The rows of each statement. */
export type Answers<Rows extends ReadonlyArray<unknown>> = {
  readonly [Index in keyof Rows]: ReadonlyArray<Rows[Index]>
}

/** The statements that end the transaction; null if they cannot wait for its end. */
class Ending extends Context.Reference<Ending>()("@tributary/runtime-http/Transaction/Ending", {
  defaultValue: (): Array<string> | null => null
}) {}

/**
 * Runs a statement, to whose answer nobody looks, in one message with the `commit` of its transaction: whatever the transaction still does
 * runs before it. If it fails, so does the transaction.
 */
export const atEnd = (statement: Statement<unknown>): Effect.Effect<void, SqlError> =>
  Effect.flatMap(Ending, (ending) =>
    ending === null
      ? Effect.asVoid(statement)
      : Effect.sync(() => {
          ending.push(withLiterals(statement))
        })
  )

/**
 * Runs `body` in a transaction with the answers to the statements that begin it. They and `begin` are one message, because a small statement
 * costs this process and the database less than its message. Parameters must be texts, numbers, booleans or null.
 */
export const begunBy = <Rows extends ReadonlyArray<unknown>, A, E, R>(
  statements: Statements<Rows>,
  body: (answers: Answers<Rows>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const text = statements.map(withLiterals)
    const isNested = Option.isSome(yield* Effect.serviceOption(SqlClient.TransactionConnection))
    const ending: Array<string> = []
    let answers: ReadonlyArray<ReadonlyArray<unknown>> = []
    const send = (connection: Connection, commands: ReadonlyArray<string>) =>
      connection.executeUnprepared(commands.join(";"), [], undefined)
    return yield* Effect.checkInterruptible((isInterruptible) => {
      const begin = (connection: Connection, first: string) => {
        const sent = Effect.map(send(connection, [first, ...text]), (all) => {
          answers = text.length === 0 ? [] : all.slice(1)
        })
        // A lock for which the first statements wait must not keep a job from being interrupted.
        return isInterruptible ? Effect.interruptible(sent) : sent
      }
      const rollback = (connection: Connection) => send(connection, ["rollback"])
      const withTransaction = SqlClient.makeWithTransaction({
        transactionTag: SqlClient.TransactionConnection,
        spanAttributes: [],
        acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
          Effect.map(Scope.extend(sql.reserve, scope), (connection) => [scope, connection] as const)
        ),
        begin: (connection) => begin(connection, "begin"),
        savepoint: (connection, id) => begin(connection, `savepoint begun_${id}`),
        // Whoever gets the connection next must not find a transaction in it.
        commit: (connection) =>
          Effect.tapError(send(connection, [...ending, "commit"]), () => Effect.ignore(rollback(connection))),
        rollback,
        rollbackSavepoint: (connection, id) => send(connection, [`rollback to savepoint begun_${id}`])
      })
      const run = Effect.suspend(() => body(answers as Answers<Rows>))
      return typedOutage(withTransaction)(Effect.provideService(run, Ending, isNested ? null : ending))
    })
  })
