import { hkdfSync } from "node:crypto"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { type MasterKey, type MasterKeys, MasterKeysError } from "./MasterKeys.js"

/** A master key that the database has been used with. */
export interface KnownMasterKey {
  readonly id: string
  /** The number of connections whose credentials only this key opens. */
  readonly connections: number
}

/** The table `setting` has one row per key, with this prefix in its name. */
const PREFIX = "master_key/"

/** Distinguishes two keys with the same id without revealing either: half of a key that is derived only for this purpose. */
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

/** The number of connections sealed with each key. The header of sealed credentials holds the key id; see `Vault`. */
const sealedWith = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly connections: number }>`
    select encode(substring(credentials from 3 for get_byte(credentials, 1)), 'escape') as id, count(*) as connections
    from connection
    where octet_length(credentials) > 2 and state <> 'DELETED'
    group by 1`
  return new Map(rows.map((row) => [row.id, row.connections]))
})

/** Every master key that the database has been used with, and how many connections depend on it. */
export const list: Effect.Effect<ReadonlyArray<KnownMasterKey>, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const known = yield* recorded
    const sealed = yield* sealedWith
    return [...known.keys()].map((id) => ({ id, connections: sealed.get(id) ?? 0 }))
  }
)

/** Forgets a lost key, so that the next process can start without it; returns false if the key was not known. */
export const forget = (id: string): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gone = yield* sql`delete from setting where name = ${PREFIX + id} returning name`
    if (gone.length === 0) return false
    yield* AuditTrail.note(sql, { action: "master_key.forget", resourceId: id })
    return true
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/** Why a process with these keys must not use the database, and what to do; null if it may. */
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
      `The ${named([other.id])} of ${source} differs from the key that this database has been used with under the same id. ` +
      "Restore the old value. To change keys, add the new key under an id of its own after the old key in every process, then move it to the front."
    )
  }
  if (known.size > 0 && !own.some((id) => known.has(id))) {
    return (
      `The ${named(own)} of ${source} cannot open this database, which has been used with the ${named([...known.keys()])}. ` +
      "Set TRIBUTARY_MASTER_KEY to the same keys in every process. To change keys, add the new key after the old one in every process, then move " +
      "it to the front. If the old key is lost, run `tributary master-keys forget <id>`; the process can then start, and every connection needs its credentials again."
    )
  }
  const missing = [...known.keys()].filter((id) => !own.includes(id) && sealed.has(id))
  if (missing.length > 0) {
    const connections = missing.reduce((sum, id) => sum + (sealed.get(id) ?? 0), 0)
    return (
      `The credentials of ${connections} ${connections === 1 ? "connection" : "connections"} are sealed with the ${named(missing)}, ` +
      `missing from ${source}. Add it after the other keys until those credentials have been updated or, ` +
      "if it is lost, run `tributary master-keys forget <id>`."
    )
  }
  return null
}

/**
 * Checks that the keys of a starting process fit the database, so that all processes can open each other's sealed values.
 *
 * The first process records the fingerprints of its keys. Later processes need at least one of them and may add others, which is how keys
 * are rotated. `source` is where the keys come from, for messages such as "the key of TRIBUTARY_MASTER_KEY".
 */
export const admit = (
  keys: MasterKeys,
  source: string
): Effect.Effect<void, MasterKeysError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // If two first processes with different keys start at once, one must see the key of the other.
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
