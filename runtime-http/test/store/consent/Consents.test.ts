import { randomUUID } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Data, Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "../../../src/Sql.js"
import * as ApiKeys from "../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../src/store/accounts/Connections.js"
import * as Organizations from "../../../src/store/accounts/Organizations.js"
import * as Consents from "../../../src/store/consent/Consents.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import { TestDatabase } from "../../TestDatabase.js"

const vault = Layer.effect(Vault, Effect.map(MasterKeys.parse(MasterKeys.generate()), Vault.make)).pipe(Layer.orDie)

const stores = Layer.mergeAll(Consents.layer, Connections.layer, ApiKeys.layer, Organizations.layer).pipe(
  Layer.provideMerge(SyncSchedule.layer),
  Layer.provideMerge(vault),
  Layer.provideMerge(TestDatabase.layer)
)

const tokens = (name: string): OAuth2Protocol.Tokens => ({
  access: Redacted.make(`access ${name}`),
  refresh: Redacted.make(`refresh ${name}`),
  expiresInSecs: 600
})

/** A connection that waits for a consent. */
const waiting = Effect.gen(function* () {
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
  const consents = yield* Consents.Consents
  const sql = yield* SqlClient.SqlClient
  /** Stores a consent of a customer who had consented so often before, with a change of the connection. */
  const grant = <A, E, R>(granted: number, name: string, change: Effect.Effect<A, E, R>) =>
    consents.grant({ id, connectionId: connection.id, granted, nextFields: null }, tokens(name), change)
  const stored = Effect.map(sql`select * from consent where id = ${id}`, ([row]) => row)
  const remove = connections.remove(scope, organization.id, connection.id)
  return { connectionId: connection.id, consents, grant, id, remove, sql, stored }
})

class Failed extends Data.TaggedError("Failed") {}

layer(stores)("Consents", (it) => {
  it.effect("holds the tokens once the customer has consented, and nothing of a connection that is deleted", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, remove, stored } = yield* waiting
      expect(yield* consents.find(id)).toMatchObject({ granted: 0, tokens: null })
      yield* grant(0, "one", Effect.void)
      const found = yield* consents.find(id)
      expect(found?.tokens).toEqual({ ...tokens("one"), expiresInSecs: expect.closeTo(600, -1) })
      expect(yield* consents.ofConnection(connectionId)).toMatchObject({ id, granted: 1, generation: 1 })
      yield* remove
      // A renewal that was under way when the connection was deleted.
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("late"))).toBe(false)
      expect(yield* stored).toMatchObject({ tokens: null })
      expect(yield* consents.find(id)).toBeNull()
      expect(yield* consents.ofConnection(connectionId)).toBeNull()
      for (const wrong of ["", "none", randomUUID()]) {
        expect([yield* consents.find(wrong), yield* consents.ofConnection(wrong)]).toEqual([null, null])
      }
    })
  )

  it.effect("lets one process renew at a time, for the present tokens only, until its lease ends", () =>
    Effect.gen(function* () {
      const { consents, grant, id, sql } = yield* waiting
      yield* grant(0, "one", Effect.void)
      expect(yield* consents.lease(id, 0)).toBeNull()
      const first = yield* consents.lease(id, 1)
      expect(first).not.toBeNull()
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* consents.release(id, randomUUID())
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* sql`update consent set leased_at = leased_at - interval '14 seconds' where id = ${id}`
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* sql`update consent set leased_at = leased_at - interval '2 seconds' where id = ${id}`
      const second = yield* consents.lease(id, 1)
      expect(second).not.toBeNull()
      // The first holder has been away too long.
      yield* consents.release(id, first ?? "")
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* consents.release(id, second ?? "")
      expect(yield* consents.lease(id, 1)).not.toBeNull()
    })
  )

  it.effect("stores renewed tokens, and their loss, only if nobody has stored others since", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, stored } = yield* waiting
      yield* grant(0, "one", Effect.void)
      yield* consents.lease(id, 1)
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("two"))).toBe(true)
      expect(yield* stored).toMatchObject({ generation: 2, leased_at: null })
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("late"))).toBe(false)
      yield* consents.lose(id, 1, "late")
      const found = yield* consents.find(id)
      expect(found).toMatchObject({ generation: 2, granted: 1, lostReason: null })
      expect(Redacted.value(found?.tokens?.access ?? Redacted.make(""))).toBe("access two")
      yield* consents.lease(id, 2)
      yield* consents.lose(id, 2, "withdrawn")
      expect(yield* stored).toMatchObject({ lost_reason: "withdrawn", leased_at: null })
    })
  )

  it.effect("begins anew with each consent, and stores both the tokens and the connection or neither", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, sql, stored } = yield* waiting
      yield* grant(0, "one", Effect.void)
      yield* consents.lease(id, 1)
      yield* consents.refuse(id, "It was refused.")
      expect(yield* stored).toMatchObject({ problem: "It was refused." })
      yield* consents.lose(id, 1, "withdrawn")
      yield* consents.lease(id, 1)
      yield* grant(1, "two", Effect.void)
      expect(yield* stored).toMatchObject({
        granted: 2,
        generation: 2,
        leased_at: null,
        lost_reason: null,
        problem: null
      })
      const rename = sql`update connection set identifier = 'changed' where id = ${connectionId}`
      const again = grant(1, "late", rename)
      expect(yield* Effect.flip(again)).toMatchObject({ _tag: "ConsentSuperseded" })
      const failing = grant(2, "three", Effect.zipRight(rename, new Failed()))
      expect(Exit.isFailure(yield* Effect.exit(failing))).toBe(true)
      expect(yield* stored).toMatchObject({ granted: 2, generation: 2 })
      expect(yield* sql`select identifier from connection where id = ${connectionId}`).toEqual([{ identifier: null }])
    })
  )

  it.effect("ends a visit once, in the browser that left, within ten minutes, and before another consent", () =>
    Effect.gen(function* () {
      const { consents, grant, id, sql } = yield* waiting
      const secret = () => Buffer.from(randomUUID())
      const [own, others] = [secret(), secret()]
      const leave = Effect.gen(function* () {
        const state = secret()
        yield* consents.depart(id, { state, browser: own })
        return state
      })
      const first = yield* leave
      expect(yield* consents.arrive({ state: first, browsers: [] })).toBeNull()
      expect(yield* consents.arrive({ state: first, browsers: [others, own] })).toMatchObject({ id, granted: 0 })
      expect(yield* consents.arrive({ state: first, browsers: [own] })).toBeNull()
      expect(yield* consents.arrive({ state: yield* leave, browsers: [others] })).toBeNull()
      const late = yield* leave
      yield* sql`update consent_visit set created_at = created_at - interval '10 minutes' where consent_id = ${id}`
      expect(yield* consents.arrive({ state: late, browsers: [own] })).toBeNull()
      const superseded = yield* leave
      yield* grant(0, "one", Effect.void)
      expect(yield* consents.arrive({ state: superseded, browsers: [own] })).toBeNull()
    })
  )

  it.effect("has at most 20 open visits of one consent: the oldest ends", () =>
    Effect.gen(function* () {
      const { consents, id } = yield* waiting
      const other = yield* waiting
      const browser = Buffer.from("browser")
      const kept = Buffer.from(randomUUID())
      yield* other.consents.depart(other.id, { state: kept, browser })
      const states = Array.from({ length: 21 }, () => Buffer.from(randomUUID()))
      for (const state of states) yield* consents.depart(id, { state, browser })
      const [oldest, ...rest] = yield* Effect.forEach(states, (state) =>
        consents.arrive({ state, browsers: [browser] })
      )
      expect(oldest).toBeNull()
      expect(rest.filter((consent) => consent === null)).toEqual([])
      expect(yield* consents.arrive({ state: kept, browsers: [browser] })).not.toBeNull()
    })
  )
})
