import { randomUUID } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "../../../src/Sql.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { TestDatabase } from "../../TestDatabase.js"

const vault = Layer.effect(Vault, Effect.map(MasterKeys.parse(MasterKeys.generate()), Vault.make)).pipe(Layer.orDie)

/** The stores that it takes to make such a connection, on a database of their own. */
export const layer = Layer.mergeAll(Connections.layer, ApiKeys.layer, Organizations.layer).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(vault),
  Layer.provideMerge(TestDatabase.layer)
)

/** Makes a connection that waits for a consent, of an account of its own. `id` is that of the consent. */
export const make = Effect.gen(function* () {
  const keys = yield* ApiKeys.Keys
  const { key } = yield* keys.create(yield* keys.createAccount(randomUUID()), "key")
  const scope = yield* keys.authenticate(key)
  const organization = yield* (yield* Organizations.Organizations).create(scope, { name: "Org", identifier: null })
  const id = randomUUID()
  const connections = yield* Connections.Connections
  const connection = yield* Effect.flatten(
    connections.create(scope, organization.id, {
      vendor: "CONSENTING",
      credentials: Redacted.make("{}"),
      consent: { id, returnUrl: null },
      identifier: null,
      refreshIntervalSecs: 600,
      timeoutSecs: 60
    })
  )
  const remove = connections.remove(scope, organization.id, connection.id)
  return { connectionId: connection.id, id, remove, sql: yield* SqlClient.SqlClient }
})
