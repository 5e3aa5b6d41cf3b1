import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type KeyService, KeyServiceError } from "./KeyService.js"

/*
 * Cursors and fingerprints need keys that are the same in every process, also if a key service has the master key, which it gives to nobody.
 * They are derived from one random secret, which the first process makes. The table `setting` has it as the service has wrapped it.
 */

/** The prefix of the name in the table `setting`; the id of the service follows. */
const PREFIX = "key_service/"

const stored = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ readonly value: string }>`select value from setting where name = ${PREFIX + id}`, ([row]) =>
      row === undefined ? null : Buffer.from(row.value, "base64")
    )
  )

/** The secret of this service, which is made if there is none. */
export const read = (service: KeyService): Effect.Effect<Uint8Array, KeyServiceError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if ((yield* stored(service.id)) === null) {
      const wrapped = Buffer.from(yield* service.wrap(randomBytes(32))).toString("base64")
      // Of several first processes, all use what one of them has stored.
      yield* sql`insert into setting ${sql.insert({ name: PREFIX + service.id, value: wrapped })} on conflict do nothing`
    }
    const secret = yield* service.unwrap((yield* stored(service.id)) ?? Buffer.alloc(0))
    if (secret.length === 32) return secret
    return yield* new KeyServiceError({
      reason: "Refused",
      message: `The key service "${service.id}" returned another secret than the one that it had wrapped. Check that TRIBUTARY_KEY_SERVICE_URL leads to the key that this database has been used with.`
    })
  })

/** Wraps the secret anew, with the present version of the key. */
export const rewrap = (service: KeyService): Effect.Effect<void, KeyServiceError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wrapped = Buffer.from(yield* service.wrap(yield* read(service))).toString("base64")
    yield* sql`update setting set value = ${wrapped} where name = ${PREFIX + service.id}`
  })

/** Deletes the secret of a service, if there is one. */
export const forget = (id: string): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql`delete from setting where name = ${PREFIX + id}`))
