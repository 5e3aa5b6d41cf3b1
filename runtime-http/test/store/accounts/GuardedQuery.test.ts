import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { expect } from "vitest"
import { connectionClaim } from "../../../src/store/accounts/AccessScope.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import { Database } from "../../../src/store/postgres/Database.js"
import * as PageSql from "../../../src/store/read/PageSql.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

/** What a claim reads when it asks for all users. */
const readWith = (claim: Fixture.Connection["claim"]) =>
  Effect.gen(function* () {
    const { openWith } = yield* ApiKeys.make()
    return yield* openWith<PageSql.PageRow>(claim, PageSql.first(PageSql.listed.pages.up, true), [
      IdpUser.name,
      0,
      10,
      0
    ])
  })

Fixture.bothDatabases("A query that checks the key and the connection first", (it) => {
  it.scoped("returns records only if the key is valid and the connection belongs to its account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [at, other] = [yield* Fixture.connection, yield* Fixture.connection]
      for (const each of [at, other]) yield* Fixture.put(each, IdpUser, Fixture.users(3))
      const { keyHash } = at.claim

      const own = yield* readWith(at.claim)
      expect([own.access.account.accountId, own.access.connection?.connectionId, own.rows.length]).toEqual([
        at.id,
        at.id,
        3
      ])
      expect(own.about).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), 3])

      for (const id of [other.id, randomUUID()]) {
        const { about, access, rows } = yield* readWith(connectionClaim(keyHash, id))
        expect([access.account.accountId, access.connection, about, rows]).toEqual([at.id, null, null, []])
      }
      expect((yield* Effect.flip(readWith(connectionClaim(Buffer.from("unknown"), at.id))))._tag).toBe("InvalidKey")

      yield* sql`update connection set state = 'DELETED' where id = ${at.id}`
      const deleted = yield* readWith(at.claim)
      expect([deleted.access.connection, deleted.rows]).toEqual([null, []])
      yield* sql`update api_key set revoked_at = clock_timestamp() where account_id = ${at.id}`
      expect((yield* Effect.flip(readWith(at.claim)))._tag).toBe("InvalidKey")
      const [limited, expired] = [yield* Fixture.connection, yield* Fixture.connection]
      for (const each of [limited, expired]) yield* Fixture.put(each, IdpUser, Fixture.users(3))
      const limitTo = (id: string) => sql`
        update api_key set scopes = '{read,write}', organization_ids = array[${randomUUID()}, ${id}]::uuid[]
        where account_id = ${limited.id}`
      yield* limitTo(limited.id)
      const within = yield* readWith(limited.claim)
      expect([within.access.account.scopes, within.rows.length]).toEqual([["read", "write"], 3])
      yield* limitTo(randomUUID())
      const beyond = yield* readWith(limited.claim)
      expect([beyond.access.account.accountId, beyond.access.connection, beyond.about, beyond.rows]).toEqual([
        limited.id,
        null,
        null,
        []
      ])
      yield* sql`update api_key set expires_at = clock_timestamp() where account_id = ${expired.id}`
      expect((yield* Effect.flip(readWith(expired.claim)))._tag).toBe("ExpiredKey")
      yield* sql`update account set region = 'elsewhere' where id = ${other.id}`
      expect((yield* Effect.flip(readWith(other.claim)))._tag).toBe("InvalidKey")
    })
  )
})

Fixture.eitherDatabase("The statements of an answer", (it) => {
  it.scoped("are one for a page and one for a record, including the check of the key", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      const database = yield* Database
      const statements: Array<string> = []
      const counting = new Proxy(database.pool, {
        get: (pool, name) => {
          const value: unknown = Reflect.get(pool, name)
          if (name !== "query" || typeof value !== "function") return value
          return (config: { readonly text: string }, ...rest: ReadonlyArray<unknown>) => {
            statements.push(config.text)
            return value.call(pool, config, ...rest)
          }
        }
      })
      const reading = Effect.provideServiceEffect(RecordQuery.make, ApiKeys.Keys, ApiKeys.make())
      const query = yield* Effect.provideService(reading, Database, { ...database, pool: counting })
      const { next } = yield* Fixture.list(at, IdpUser, { limit: 1 })
      const pages: ReadonlyArray<Parameters<typeof Fixture.list>[2]> = [
        { start: { _tag: "After", position: next ?? 0 }, limit: 2 },
        { limit: 2, wantsTotal: true },
        { filters: [Fixture.any("vendor_status:ACTIVE")], limit: 2 }
      ]
      for (const fields of pages) {
        yield* Effect.provideService(Fixture.list(at, IdpUser, fields), RecordQuery, query)
        expect(statements.splice(0), JSON.stringify(fields)).toHaveLength(1)
      }
      const id = Fixture.idOf(at, IdpUser, "u0")
      yield* query.get({ claim: at.claim, kind: IdpUser, id, includes: [], onRequest: [] })
      expect(statements).toHaveLength(1)
    })
  )
})
