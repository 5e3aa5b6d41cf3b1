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

/** What Postgres refuses as text, as it does a parameter with a NUL, which would end the message here. */
const WITH_NUL = "e'\\000'"

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null"
  if (typeof value === "number" && Number.isFinite(value)) return `(${value})`
  if (typeof value === "object") {
    throw new TypeError("A parameter of a statement that begins or ends a transaction is an object.")
  }
  const text = String(value)
  return text.includes("\0") ? WITH_NUL : pg.escapeLiteral(text)
}

/** A part of a message, whose text without the values is for traces. */
interface Command {
  readonly text: string
  readonly sent: string
}

/** A statement with its parameters as literals, because a message with several statements cannot have parameters. */
const commandOf = (statement: Statement<unknown>): Command => {
  const [text, parameters] = statement.compile()
  const sent = text.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
  return { text, sent }
}

const plain = (text: string): Command => ({ text, sent: text })

/** Sends commands as one message. Each begins a line, because the one before may end with a comment. */
const send = (connection: Connection, commands: ReadonlyArray<Command>) =>
  Effect.useSpan("sql.execute", { kind: "client", captureStackTrace: false }, (span) => {
    span.attribute("db.query.text", commands.map(({ text }) => text).join(";\n"))
    // The driver would prepare a message that begins with the name of a statement.
    const message = `;${commands.map(({ sent }) => sent).join("\n;")}`
    return connection.executeUnprepared(message, [], undefined)
  })

/** Statements that return such rows. */
export type Statements<Rows extends ReadonlyArray<unknown>> = { readonly [Index in keyof Rows]: Statement<Rows[Index]> }

/** The rows of each statement. */
export type Answers<Rows extends ReadonlyArray<unknown>> = {
  readonly [Index in keyof Rows]: ReadonlyArray<Rows[Index]>
}

/** The statements that end the transaction; null if they cannot wait for its end. */
class Ending extends Context.Reference<Ending>()("@tributary/runtime-http/Transaction/Ending", {
  defaultValue: (): Array<Command> | null => null
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
          ending.push(commandOf(statement))
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
    const run = (answers: ReadonlyArray<ReadonlyArray<unknown>>, ending: Array<Command> | null) =>
      Effect.provideService(
        Effect.suspend(() => body(answers as Answers<Rows>)),
        Ending,
        ending
      )
    const asked = Effect.forEach(statements as ReadonlyArray<Statement<unknown>>, (statement) => statement)
    if (Option.isSome(yield* Effect.serviceOption(SqlClient.TransactionConnection))) {
      return yield* sql.withTransaction(Effect.flatMap(asked, (answers) => run(answers, null)))
    }
    const commands = statements.map(commandOf)
    const ending: Array<Command> = []
    let answers: ReadonlyArray<ReadonlyArray<unknown>> = []
    return yield* Effect.checkInterruptible((isInterruptible) => {
      // A lock for which they wait must not keep a job from being interrupted.
      const sent = (connection: Connection, all: ReadonlyArray<Command>) =>
        isInterruptible ? Effect.interruptible(send(connection, all)) : send(connection, all)
      const rollback = (connection: Connection) => send(connection, [plain("rollback")])
      const withTransaction = SqlClient.makeWithTransaction({
        transactionTag: SqlClient.TransactionConnection,
        spanAttributes: [["db.system.name", "postgresql"]],
        acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
          Effect.map(Scope.extend(sql.reserve, scope), (connection) => [scope, connection] as const)
        ),
        begin: (connection) =>
          Effect.map(sent(connection, [plain("begin"), ...commands]), (all) => {
            answers = commands.length === 0 ? [] : all.slice(1)
          }),
        // Whoever gets the connection next must not find a transaction in it. A `commit` alone waits for no lock, so nothing interrupts it.
        commit: (connection) =>
          Effect.onError(
            ending.length === 0 ? send(connection, [plain("commit")]) : sent(connection, [...ending, plain("commit")]),
            () => Effect.ignore(rollback(connection))
          ),
        rollback,
        // Not reached: another transaction around it is dealt with above.
        savepoint: () => Effect.void,
        rollbackSavepoint: () => Effect.void
      })
      return typedOutage(withTransaction)(Effect.suspend(() => run(answers, ending)))
    })
  })
