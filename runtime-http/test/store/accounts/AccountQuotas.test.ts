import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Either, Layer, Redacted } from "effect"
import type { AccountScope } from "../../../src/store/accounts/AccessScope.js"
import { DefaultQuotas, QuotaExceeded } from "../../../src/store/accounts/AccountQuotas.js"
import * as AccountUsage from "../../../src/store/accounts/AccountUsage.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { TestDatabase } from "../../TestDatabase.js"

const vault = Layer.unwrapEffect(
  Effect.map(Effect.orDie(MasterKeys.parse(MasterKeys.generate())), (keys) => Vault.layer(keys))
)
const stores = Layer.mergeAll(
  AccountUsage.layerIn(ApiKeys.DEFAULT_REGION),
  Connections.layer,
  ApiKeys.layer,
  Organizations.layer
).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(Layer.merge(TestDatabase.layer, vault)),
  Layer.provide(Layer.succeed(DefaultQuotas, { organizations: 3, connections: 2, records: null }))
)

const values = {
  vendor: "ACME",
  credentials: Redacted.make("{}"),
  identifier: null,
  refreshIntervalSecs: 600,
  timeoutSecs: 60
}

const makeAccount = Effect.gen(function* () {
  const keys = yield* ApiKeys.Keys
  const { key } = yield* keys.create(yield* keys.createAccount("account"), "key")
  return yield* keys.authenticate(key)
})

const createOrganization = (scope: AccountScope) =>
  Effect.flatMap(Organizations.Organizations, ({ create }) => create(scope, { name: "Org", identifier: null }))

const createConnection = (scope: AccountScope, organizationId: string) =>
  Effect.flatMap(Connections.Connections, ({ create }) => Effect.flatten(create(scope, organizationId, values)))

/** Runs all of them at once; returns how many have succeeded, and why the others failed. */
const together = <A, E, R>(all: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.map(Effect.all(all.map(Effect.either), { concurrency: "unbounded" }), (results) => ({
    created: results.filter(Either.isRight).length,
    failures: results.flatMap((result) => (Either.isLeft(result) ? [result.left] : []))
  }))

layer(stores)("Quotas of an account", (it) => {
  it.effect("are never exceeded by organizations that are created at the same time [contract: quotas]", () =>
    Effect.gen(function* () {
      const scope = yield* makeAccount
      const { created, failures } = yield* together(Array.from({ length: 9 }, () => createOrganization(scope)))
      expect(created).toBe(3)
      expect(failures).toEqual(
        Array.from({ length: 6 }, () => new QuotaExceeded({ quota: "organizations", limit: 3, used: 3 }))
      )
      yield* createOrganization(yield* makeAccount)
    })
  )

  it.effect("are never exceeded by connections of several organizations that are created at the same time", () =>
    Effect.gen(function* () {
      const scope = yield* makeAccount
      const organizations = yield* Effect.replicateEffect(createOrganization(scope), 3)
      const { created, failures } = yield* together(
        [...organizations, ...organizations, ...organizations].map(({ id }) => createConnection(scope, id))
      )
      expect(created).toBe(2)
      expect(failures).toEqual(
        Array.from({ length: 7 }, () => new QuotaExceeded({ quota: "connections", limit: 2, used: 2 }))
      )
    })
  )

  it.effect(
    "let the connections that have left out records start soon when that of records changes, and no others",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const usage = yield* AccountUsage.AccountUsage
        const makeWaiting = Effect.gen(function* () {
          const scope = yield* makeAccount
          const organization = yield* createOrganization(scope)
          const { id } = yield* createConnection(scope, organization.id)
          yield* sql`update schedule set next_run_at = clock_timestamp() + interval '1 day' where connection_id = ${id}`
          yield* sql`
          insert into connection_problem (connection_id, extractor, reason, detail, permissions)
          values (${id}, 'x', 'QUOTA_EXCEEDED', '', '[]')`
          return { id, scope, organization }
        })
        const [own, other] = yield* Effect.replicateEffect(makeWaiting, 2)
        if (!own || !other) throw new Error("not made")
        const healthy = yield* createConnection(own.scope, own.organization.id)
        yield* sql`update schedule set next_run_at = clock_timestamp() + interval '1 day' where connection_id = ${healthy.id}`
        const waits = ({ id }: { readonly id: string }) =>
          Effect.map(
            sql<{ readonly isLong: boolean }>`
            select next_run_at > clock_timestamp() + interval '1 hour' as "isLong" from schedule where connection_id = ${id}`,
            ([row]) => row?.isLong
          )
        yield* usage.setQuota(own.scope.accountId, "connections", 5)
        expect(yield* waits(own)).toBe(true)
        yield* usage.setQuota(own.scope.accountId, "records", 5)
        expect([yield* waits(own), yield* waits(healthy), yield* waits(other)]).toEqual([false, true, true])
      })
  )

  it.effect("have room again for as many as were deleted", () =>
    Effect.gen(function* () {
      const scope = yield* makeAccount
      const [first, second, third] = yield* Effect.replicateEffect(createOrganization(scope), 3)
      if (!first || !second || !third) throw new Error("not made")
      yield* createConnection(scope, first.id)
      const one = yield* createConnection(scope, second.id)
      yield* (yield* Connections.Connections).remove(scope, second.id, one.id)
      yield* createConnection(scope, second.id)
      yield* (yield* Organizations.Organizations).remove(scope, second.id)
      yield* createConnection(scope, third.id)
      yield* createOrganization(scope)
      const usage = yield* (yield* AccountUsage.AccountUsage).of(scope.accountId)
      expect(usage).toMatchObject({ organizations: { used: 3, limit: 3 }, connections: { used: 2, limit: 2 } })
    })
  )

  it.effect("can be others for one account, none, or the default again", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountUsage.AccountUsage
      const scope = yield* makeAccount
      const { accountId } = scope
      const room = Effect.map(
        together(Array.from({ length: 5 }, () => createOrganization(scope))),
        ({ created }) => created
      )
      yield* accounts.setQuota(accountId, "organizations", 0)
      expect(yield* room).toBe(0)
      yield* accounts.setQuota(accountId, "organizations", 4)
      expect(yield* room).toBe(4)
      yield* accounts.setQuota(accountId, "organizations", null)
      expect(yield* room).toBe(5)
      yield* accounts.setQuota(accountId, "organizations", "default")
      expect(yield* room).toBe(0)
      expect(yield* accounts.of(accountId)).toMatchObject({ organizations: { used: 9, limit: 3 } })
      const failure = yield* Effect.flip(accounts.check(accountId, "organizations"))
      expect(failure.message).toBe("the account has 9 organizations, and its quota is 3")
      yield* accounts.check(accountId, "connections")
    })
  )
})
