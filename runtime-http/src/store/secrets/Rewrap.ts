import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import type { KeyServiceError } from "./KeyService.js"
import * as MasterKeyLedger from "./MasterKeyLedger.js"
import { MasterKeysError } from "./MasterKeys.js"
import * as SealedColumns from "./SealedColumns.js"
import { Vault, type VaultError } from "./Vault.js"

/** How many rows are read at once. */
const BATCH = 200

/**
 * How often the whole is gone through: values that a process has sealed with another key meanwhile are found by the next pass. While such a
 * process runs there is no last one, so it is given up, and whoever asks learns what is left.
 */
const MAX_PASSES = 3

/** How far it is with one column. */
export interface Progress {
  readonly column: SealedColumns.SealedColumn
  /** How many values of the column this run has sealed again so far. */
  readonly done: number
}

/** A value that could not be opened. */
export interface Unreadable {
  readonly column: SealedColumns.SealedColumn
  /** The id of its row. */
  readonly id: string
  readonly reason: VaultError["reason"] | "Refused"
}

/** What a run has done. */
export interface Rewrapped {
  /** The id of the key with which everything is sealed now, except what could not be opened. */
  readonly key: string
  /** How many values it has sealed again, by the name of their column. */
  readonly done: MasterKeyLedger.SealedCounts
  readonly unreadable: ReadonlyArray<Unreadable>
}

interface Row {
  readonly id: string
  readonly connection: string
  readonly value: Uint8Array
}

/**
 * Seals everything anew that is sealed with another key than the vault seals with now, while the service runs.
 *
 * A row is opened and sealed outside of any transaction, and stored only if its value is still the one that was opened, so that nothing that
 * is stored meanwhile is lost. A run that was ended leaves rows under both keys, which the next run tells apart by their headers; several runs
 * at once only do some of the work twice. What cannot be opened is named and stays as it is.
 *
 * With `isAll`, everything is sealed again once, also what is sealed with this key: with the present version of a key that a key service has
 * rotated. A run that was ended begins again.
 */
export const run = (
  report: (progress: Progress) => Effect.Effect<void>,
  { isAll }: { readonly isAll: boolean } = { isAll: false }
): Effect.Effect<Rewrapped, KeyServiceError | MasterKeysError | SqlError, SqlClient.SqlClient | Vault> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const vault = yield* Vault
    const [key = ""] = vault.keyIds
    const obstacle = yield* MasterKeyLedger.unknownTo(key)
    if (obstacle !== null) return yield* new MasterKeysError({ message: obstacle })
    const done = new Map<string, number>()
    // Those of the last pass: somebody may have replaced the value since the one before.
    let unreadable: Array<Unreadable> = []

    const read = (column: SealedColumns.SealedColumn, after: string | null) => sql<Row>`
      select ${sql(column.id)}::text as id, ${sql(column.connection)}::text as connection, ${sql(column.column)} as value
      from ${sql(column.table)}
      where
        ${sql.literal(column.where)}
        and ${sql(column.column)} is not null
        and (${isAll}::boolean or ${MasterKeyLedger.keyIdOf(sql, column)} is distinct from ${key})
        ${after === null ? sql`` : sql`and ${sql(column.id)} > ${after}::uuid`}
      order by ${sql(column.id)}
      limit ${BATCH}`

    /** Returns whether the value was replaced. */
    const rewrap = (column: SealedColumns.SealedColumn, { connection, id, value }: Row) =>
      Effect.gen(function* () {
        const sealed = yield* vault.seal(connection, yield* vault.open(connection, value))
        const replaced = yield* sql`
          update ${sql(column.table)} set ${sql(column.column)} = ${sealed}
          where ${sql(column.id)} = ${id}::uuid and ${sql(column.column)} = ${value}
          returning 1`
        return replaced.length > 0
      }).pipe(
        Effect.catchAll((error): Effect.Effect<boolean, KeyServiceError | SqlError> => {
          // A key service that is unavailable ends the run; one that does not open this value may open the next one.
          if (error._tag === "SqlError") return Effect.fail(error)
          if (error._tag === "KeyServiceError" && error.reason === "Unavailable") return Effect.fail(error)
          unreadable.push({ column, id, reason: error._tag === "VaultError" ? error.reason : "Refused" })
          return Effect.succeed(false)
        })
      )

    /** Goes through one column; returns how many values it has found that are not sealed with the key and may be readable. */
    const pass = (column: SealedColumns.SealedColumn) =>
      Effect.gen(function* () {
        const name = SealedColumns.nameOf(column)
        const before = unreadable.length
        let found = 0
        let rows = yield* read(column, null)
        while (rows.length > 0) {
          found += rows.length
          for (const row of rows) {
            if (yield* rewrap(column, row)) done.set(name, (done.get(name) ?? 0) + 1)
          }
          yield* report({ column, done: done.get(name) ?? 0 })
          rows = rows.length < BATCH ? [] : yield* read(column, rows.at(-1)?.id ?? null)
        }
        return found - (unreadable.length - before)
      })

    for (let count = 0; count < MAX_PASSES; count += 1) {
      unreadable = []
      const found = yield* Effect.forEach(SealedColumns.all, pass)
      // Nothing but what cannot be opened.
      if (isAll || found.every((each) => each === 0)) break
    }
    if (done.size > 0) yield* AuditTrail.note(sql, { action: "master_key.rewrap", resourceId: key })
    return { key, done, unreadable }
  })
