import { Effect, Option, Scope } from "effect"
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

/** A statement with its parameters as literals, because a message with several statements cannot have parameters. */
const withLiterals = (statement: Statement<unknown>): string => {
  const [text, parameters] = statement.compile()
  return text.replace(/\$(\d+)/g, (_, place: string) => pg.escapeLiteral(String(parameters[Number(place) - 1])))
}

/** The rows of each statement. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

/**
 * Runs `body` in a transaction with the answers to the statements that begin it. They and `begin` are one message: to send each by itself
 * would cost this process and the database more than to run them. Their parameters must be strings or numbers.
 */
export const begunBy = <A, E, R>(
  statements: ReadonlyArray<Statement<unknown>>,
  body: (answers: Answers) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const text = statements.map(withLiterals)
    let answers: Answers = []
    const sending = (first: string) => (connection: Connection) =>
      Effect.map(connection.executeUnprepared([first, ...text].join(";"), [], undefined), (all) => {
        answers = (all as Answers).slice(1)
      })
    const run = (connection: Connection, command: string) => connection.executeUnprepared(command, [], undefined)
    return yield* Effect.checkInterruptible((isInterruptible) => {
      // A lock for which the first statements wait must not keep a job from being interrupted.
      const begin = (first: string) => (connection: Connection) =>
        isInterruptible ? Effect.interruptible(sending(first)(connection)) : sending(first)(connection)
      const withTransaction = SqlClient.makeWithTransaction({
        transactionTag: SqlClient.TransactionConnection,
        spanAttributes: [],
        acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
          Effect.map(Scope.extend(sql.reserve, scope), (connection) => [scope, connection] as const)
        ),
        begin: begin("begin"),
        savepoint: (connection, id) => begin(`savepoint begun_${id}`)(connection),
        commit: (connection) => run(connection, "commit"),
        rollback: (connection) => run(connection, "rollback"),
        rollbackSavepoint: (connection, id) => run(connection, `rollback to savepoint begun_${id}`)
      })
      return typedOutage(withTransaction)(Effect.suspend(() => body(answers)))
    })
  })
