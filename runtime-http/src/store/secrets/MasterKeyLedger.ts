import { hkdfSync } from "node:crypto"
import { Effect } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import { type MasterKey, type MasterKeys, MasterKeysError } from "./MasterKeys.js"
import * as SealedColumns from "./SealedColumns.js"
import * as ServiceSecret from "./ServiceSecret.js"

/** How many values of each column are sealed with a key, by the name of the column, such as `connection.credentials`. */
export type SealedCounts = ReadonlyMap<string, number>

/** A process that lives. */
export interface Process {
  /** `<host name>:<process id>/<random>`. */
  readonly name: string
  /** The ids of its master keys; it seals with the first. Empty for the moment in which it starts. */
  readonly keys: ReadonlyArray<string>
}

/** A master key that the database has been used with, or that something in it names. */
export interface KnownMasterKey {
  readonly id: string
  /** How many values only this key opens. */
  readonly sealed: SealedCounts
  /** The names of the living processes that seal with it. */
  readonly processes: ReadonlyArray<string>
  /** Until when requests with an `Idempotency-Key` are recognized with this key, as an ISO date; null if there are none. */
  readonly answersUntil: string | null
}

/** The table `setting` has one row per key, with this prefix in its name. */
const PREFIX = "master_key/"

/** One row per key that was forgotten as lost: what it sealed stays, and keeps no process from starting. */
const LOST_PREFIX = "lost_master_key/"

/** What a key's id has; the header of a value that was damaged may have anything. */
const ID = /^[\w./-]+$/

/** A process without a heartbeat for this long counts as ended. One that was only frozen seals with its key when it goes on, so this is long. */
const PROCESS_SECS = 60

/** Distinguishes two keys with the same id without revealing either: half of a key that is derived only for this purpose. */
const fingerprint = ({ key }: MasterKey): string =>
  Buffer.from(hkdfSync("sha256", key, "", "tributary/fingerprint/v1", 16)).toString("hex")

/** `master key "a"`, or `master keys "a", "b"`. */
export const named = (ids: ReadonlyArray<string>): string =>
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

const lostIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string }>`
    select substr(name, ${LOST_PREFIX.length + 1}::int) as id from setting where starts_with(name, ${LOST_PREFIX})`
  return new Set(rows.map(({ id }) => id))
})

/** Whether an operator has forgotten this key as lost: what it sealed stays unreadable. */
export const isLost = (id: string): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.map(lostIds, (ids) => ids.has(id))

/** The id of the key that sealed a value, from its header, which `Vault` describes; null if the value has none of a known version. */
export const keyIdOf = (sql: SqlClient.SqlClient, { column }: SealedColumns.SealedColumn): Fragment => {
  const value = sql(column)
  return sql`case when octet_length(${value}) > 2 and get_byte(${value}, 0) in (1, 2) then encode(substring(${value} from 3 for get_byte(${value}, 1)), 'escape') end`
}

/** The number of values sealed with each key. */
const sealedWith = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts = new Map<string, Map<string, number>>()
  for (const column of SealedColumns.all) {
    const rows = yield* sql<{ readonly id: string | null; readonly values: number }>`
      select ${keyIdOf(sql, column)} as id, count(*) as values
      from ${sql(column.table)}
      where ${sql.literal(column.where)} and ${sql(column.column)} is not null
      group by 1`
    for (const { id, values } of rows) {
      if (id === null) continue
      const ofKey = counts.get(id) ?? new Map<string, number>()
      counts.set(id, ofKey.set(SealedColumns.nameOf(column), values))
    }
  }
  return counts
})

const total = (counts: SealedCounts | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0)

/** How many values are sealed with a key. */
export const sealedBy = ({ sealed }: KnownMasterKey): number => total(sealed)

/** What is sealed, such as `the credentials of 2 connections and the payloads of 1 outbound job`. */
export const described = (counts: SealedCounts): string =>
  SealedColumns.all
    .flatMap((column) => {
      const count = counts.get(SealedColumns.nameOf(column)) ?? 0
      return count === 0 ? [] : [column.counted(count)]
    })
    .join(" and ")

/** The processes that live, with their keys; an embedded database, whose only process does not register, has none. */
export const processes: Effect.Effect<ReadonlyArray<Process>, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Process>`
    select name, master_keys as keys
    from runner
    where seen_at >= clock_timestamp() - make_interval(secs => ${PROCESS_SECS})
    order by name`
)

/** Says which living processes could not open what a key seals, and what to do; null if all of them can. */
export const unknownTo = (id: string): Effect.Effect<string | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(processes, (living) => {
    const without = living.filter(({ keys }) => keys.length > 0 && !keys.includes(id))
    return without.length === 0
      ? null
      : `These processes do not have the ${named([id])}, and cannot open what is sealed with it: ${without.map(({ name }) => name).join(", ")}. ` +
          "Add it there first, after the key that seals, then move it to the front everywhere. A process that was killed counts for a minute."
  })

/** Until when the fingerprints of each key are compared with those of repeated requests. */
const answersUntil = (keptSecs: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly id: string; readonly until: Date }>`
        select master_key as id, max(created_at) + make_interval(secs => ${keptSecs}) as until
        from idempotency_key
        group by 1
        having max(created_at) > clock_timestamp() - make_interval(secs => ${keptSecs})`,
      (rows) => new Map(rows.map(({ id, until }) => [id, until.toISOString()]))
    )
  )

/** What says which keys this database needs. A process that went on after its key was forgotten has sealed with a key that is not recorded. */
interface Facts {
  /** The fingerprints of the keys that processes have started with, by id. */
  readonly known: ReadonlyMap<string, string>
  readonly sealed: ReadonlyMap<string, SealedCounts>
  readonly living: ReadonlyArray<Process>
  readonly lost: ReadonlySet<string>
}

const facts: Effect.Effect<Facts, SqlError, SqlClient.SqlClient> = Effect.all({
  known: recorded,
  sealed: sealedWith,
  living: processes,
  lost: lostIds
})

const sealingWith = (id: string, living: ReadonlyArray<Process>): ReadonlyArray<string> =>
  living.filter(({ keys }) => keys[0] === id).map(({ name }) => name)

/** Every key that was recorded and not forgotten, that has sealed something and is not lost, or that a living process seals with. */
const idsOf = ({ known, living, lost, sealed }: Facts): ReadonlyArray<string> => {
  const ofValues = [...sealed.keys()].filter((id) => ID.test(id) && !lost.has(id))
  return [...new Set([...known.keys(), ...ofValues, ...living.flatMap(({ keys }) => keys.slice(0, 1))])].sort()
}

/** Every master key that this database depends on. `keptSecs` is for how long the answers of requests with an `Idempotency-Key` are kept. */
export const list = (keptSecs: number): Effect.Effect<ReadonlyArray<KnownMasterKey>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const found = yield* facts
    const until = yield* answersUntil(keptSecs)
    return idsOf(found).map((id) => ({
      id,
      sealed: found.sealed.get(id) ?? new Map<string, number>(),
      processes: sealingWith(id, found.living),
      answersUntil: until.get(id) ?? null
    }))
  })

/** No process may be admitted meanwhile. */
const lockKeys = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`lock table setting in share row exclusive mode`)

/** What was to be forgotten; `isForgotten` is false if something needs the key. */
export interface Forgotten {
  readonly key: KnownMasterKey
  /** The names of the living processes that have it in their settings, in front or not. */
  readonly holders: ReadonlyArray<string>
  readonly isForgotten: boolean
}

/**
 * Forgets a key, so that the next process can start without it, unless something is sealed with it, a process has it, or answers are kept that need it.
 * The last of these is left out with `isEarly`. A key that is lost is forgotten nevertheless. Null if the key is not known.
 */
export const forget = (
  id: string,
  { isEarly, isLost, keptSecs }: { readonly isEarly: boolean; readonly isLost: boolean; readonly keptSecs: number }
): Effect.Effect<Forgotten | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* lockKeys
    const key = (yield* list(keptSecs)).find((each) => each.id === id)
    if (key === undefined) return null
    const holders = (yield* processes).filter(({ keys }) => keys.includes(id)).map(({ name }) => name)
    // A process that has the key would record it again at its next start.
    const isNeeded = sealedBy(key) > 0 || holders.length > 0 || (key.answersUntil !== null && !isEarly)
    if (!isLost && isNeeded) {
      return { key, holders, isForgotten: false }
    }
    yield* sql`delete from setting where name = ${PREFIX + id}`
    if (isLost) yield* sql`insert into setting (name, value) values (${LOST_PREFIX + id}, '') on conflict do nothing`
    yield* ServiceSecret.forget(id)
    yield* AuditTrail.note(sql, { action: "master_key.forget", resourceId: id })
    return { key, holders, isForgotten: true }
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))

/** Why a process with these keys must not use the database, and what to do; null if it may. */
const problem = (keys: MasterKeys, source: string, found: Facts): string | null => {
  const { known, living, lost, sealed } = found
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
      "it to the front. If the old key is lost, run `tributary master-keys forget --lost <id>`; the process can then start, and every connection needs its credentials again."
    )
  }
  const missing = idsOf(found).filter((id) => !own.includes(id) && !lost.has(id))
  const first = missing.find((id) => total(sealed.get(id)) > 0)
  if (first !== undefined) {
    return (
      `The ${named([first])} is missing from ${source}, and only it opens ${described(sealed.get(first) ?? new Map())}. Add it after the other keys, ` +
      "and run `tributary master-keys rewrap`, which says when it can be removed. " +
      `If it is lost, run \`tributary master-keys forget --lost ${first}\`; those connections then need their credentials again.`
    )
  }
  const used = missing.find((id) => sealingWith(id, living).length > 0)
  return used === undefined
    ? null
    : `The ${named([used])} is missing from ${source}, and these processes seal with it: ${sealingWith(used, living).join(", ")}. Add it after ` +
        "the other keys, or restart those processes with another key in front. A process that was killed counts for a minute."
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
    yield* lockKeys
    const found = yield* facts
    const { known, lost } = found
    const message = problem(keys, source, found)
    if (message !== null) return yield* new MasterKeysError({ message })
    const again = keys.flatMap(({ id }) => (lost.has(id) ? [LOST_PREFIX + id] : []))
    if (again.length > 0) yield* sql`delete from setting where name in ${sql.in(again)}`
    const fresh = keys.filter(({ id }) => !known.has(id))
    if (fresh.length === 0) return
    yield* sql`insert into setting ${sql.insert(
      fresh.map((key) => ({ name: PREFIX + key.id, value: fingerprint(key) }))
    )}`
  }).pipe((self) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(self)))
