import { hkdfSync } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type MasterKey, type MasterKeys, MasterKeysError } from "./MasterKeys.js"

/** A master key that the database was used with. */
export interface KnownMasterKey {
  readonly id: string
  /** Connections whose credentials only this key opens. */
  readonly connections: number
}

/** Names of the rows in `setting`. */
const PREFIX = "master_key/"

/** Tells two keys of the same id apart and says nothing of either: a key derived for this alone, and half of it. */
const fingerprint = ({ key }: MasterKey): string =>
  Buffer.from(hkdfSync("sha256", key, "", "tributary/fingerprint/v1", 16)).toString("hex")

const named = (ids: ReadonlyArray<string>): string =>
  `master key${ids.length === 1 ? "" : "s"} ${ids.map((id) => `"${id}"`).join(", ")}`

const recorded = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly fingerprint: string }>`
    select substr(name, ${PREFIX.length + 1}::int) as id, value as fingerprint
    from setting
    where starts_with(name, ${PREFIX})
    order by name`
  return new Map(rows.map((row) => [row.id, row.fingerprint]))
})

/** How many connections are sealed with each key; the id stands in the head of what is sealed, see `Vault`. */
const sealedWith = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly connections: number }>`
    select encode(substring(credentials from 3 for get_byte(credentials, 1)), 'escape') as id, count(*) as connections
    from connection
    where octet_length(credentials) > 2 and state <> 'DELETED'
    group by 1`
  return new Map(rows.map((row) => [row.id, row.connections]))
})

/** Every key that the database was used with, and what depends on it. */
export const list: Effect.Effect<ReadonlyArray<KnownMasterKey>, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const known = yield* recorded
    const sealed = yield* sealedWith
    return [...known.keys()].map((id) => ({ id, connections: sealed.get(id) ?? 0 }))
  }
)

/** Forgets a key that is lost, so that the next process may start without it; false where it was not known. */
export const forget = (id: string): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gone = yield* sql`delete from setting where name = ${PREFIX + id} returning name`
    return gone.length > 0
  })

const problem = (
  keys: MasterKeys,
  source: string,
  known: ReadonlyMap<string, string>,
  sealed: ReadonlyMap<string, number>
): string | null => {
  const own = keys.map(({ id }) => id)
  const other = keys.find((key) => known.has(key.id) && known.get(key.id) !== fingerprint(key))
  if (other !== undefined) {
    return (
      `The ${named([other.id])} of ${source} has another value than the one this database was used with under that id. ` +
      "Restore the former value, or give a new key an id of its own and put it in front of the former one."
    )
  }
  if (known.size > 0 && !own.some((id) => known.has(id))) {
    return (
      `The ${named(own)} of ${source} opens nothing in this database, which was used with the ${named([...known.keys()])}. ` +
      "Set TRIBUTARY_MASTER_KEY to the same keys in every process; to change the key, add the new one beside the former. " +
      "If that is lost for good, `tributary master-keys forget <id>` lets the process start, and every connection needs its credentials again."
    )
  }
  const missing = [...known.keys()].filter((id) => !own.includes(id) && sealed.has(id))
  if (missing.length > 0) {
    const connections = missing.reduce((sum, id) => sum + (sealed.get(id) ?? 0), 0)
    return (
      `The ${named(missing)}, with which the credentials of ${connections} ${connections === 1 ? "connection" : "connections"} ` +
      `are sealed, is not among those of ${source}. Add it behind the others until those credentials have been updated, ` +
      "or, if it is lost for good, run `tributary master-keys forget <id>`."
    )
  }
  return null
}

/**
 * Fails unless these keys fit the database: whoever sealed or will seal in it must be able to open what the others did.
 *
 * The first process records the fingerprints of its keys; later ones need one of them, and may add others, which is how keys are rotated.
 * `source` ends the words "the key of".
 */
export const admit = (
  keys: MasterKeys,
  source: string
): Effect.Effect<void, MasterKeysError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Of two first processes with a key of their own each, one must see the other's.
    yield* sql`lock table setting in share row exclusive mode`
    const known = yield* recorded
    const message = problem(keys, source, known, yield* sealedWith)
    if (message !== null) return yield* new MasterKeysError({ message })
    const fresh = keys.filter(({ id }) => !known.has(id))
    if (fresh.length === 0) return
    yield* sql`insert into setting ${sql.insert(
      fresh.map((key) => ({ name: PREFIX + key.id, value: fingerprint(key) }))
    )}`
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))
