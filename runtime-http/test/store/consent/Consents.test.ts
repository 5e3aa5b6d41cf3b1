import { randomUUID } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Data, Effect, Exit, Layer, Redacted } from "effect"
import * as Consents from "../../../src/store/consent/Consents.js"
import * as WaitingConnection from "./WaitingConnection.js"

const stores = Consents.layer.pipe(Layer.provideMerge(WaitingConnection.layer))

const tokens = (name: string): OAuth2Protocol.Tokens => ({
  access: Redacted.make(`access ${name}`),
  refresh: Redacted.make(`refresh ${name}`),
  expiresInSecs: 600
})

/** A connection that waits for a consent. */
const waiting = Effect.gen(function* () {
  const { connectionId, id, remove, sql } = yield* WaitingConnection.make
  const consents = yield* Consents.Consents
  /** Stores a consent that was given with this link, with a change of the connection. */
  const grant = <A, E, R>(link: number, name: string, change: Effect.Effect<A, E, R>) =>
    consents.grant({ id, connectionId, link, nextFields: null }, tokens(name), change)
  const stored = Effect.map(sql`select * from consent where id = ${id}`, ([row]) => row)
  return { connectionId, consents, grant, id, remove, sql, stored }
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
      const lease = (yield* consents.lease(id, 1)) ?? ""
      yield* remove
      // A renewal that was under way when the connection was deleted.
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("late"), lease)).toBe(false)
      expect(yield* stored).toMatchObject({ tokens: null })
      expect(yield* consents.find(id)).toBeNull()
      for (const wrong of ["", "none", randomUUID()]) expect(yield* consents.find(wrong)).toBeNull()
    })
  )

  it.effect("gives nobody the tokens of another consent, also if somebody changes names in the database", () =>
    Effect.gen(function* () {
      const { consents, grant, id, sql } = yield* waiting
      const other = yield* waiting
      yield* grant(0, "one", Effect.void)
      yield* other.grant(0, "other", Effect.void)
      yield* sql`update consent set id = ${randomUUID()} where id = ${id}`
      yield* sql`update consent set id = ${id} where id = ${other.id}`
      expect(yield* Effect.flip(consents.find(id))).toMatchObject({ _tag: "VaultError", reason: "NotAuthentic" })
    })
  )

  it.effect("lets one process renew at a time, for the present tokens only, until its lease ends", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, sql } = yield* waiting
      yield* grant(0, "one", Effect.void)
      expect(yield* consents.lease(id, 0)).toBeNull()
      const first = yield* consents.lease(id, 1)
      expect(first).not.toBeNull()
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* consents.release(id, randomUUID())
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* sql`update consent set leased_at = leased_at - interval '44 seconds' where id = ${id}`
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* sql`update consent set leased_at = leased_at - interval '2 seconds' where id = ${id}`
      const second = yield* consents.lease(id, 1)
      expect(second).not.toBeNull()
      // The first holder has been away too long.
      yield* consents.release(id, first ?? "")
      expect(yield* consents.lease(id, 1)).toBeNull()
      // Nor does what it got late replace what the second one is getting for the same refresh token.
      const renewing = { id, connectionId, generation: 1 }
      expect(yield* consents.renew(renewing, tokens("late"), first ?? "")).toBe(false)
      expect(yield* consents.lease(id, 1)).toBeNull()
      yield* consents.release(id, second ?? "")
      const third = yield* consents.lease(id, 1)
      expect(third).not.toBeNull()
      // A lease that has ended still stores what it got, also if whoever came next was refused and has given up.
      yield* sql`update consent set leased_at = leased_at - interval '46 seconds' where id = ${id}`
      const fourth = yield* consents.lease(id, 1)
      yield* consents.lose({ id, generation: 1 }, "the refresh token is used up", fourth)
      expect(yield* consents.renew(renewing, tokens("two"), third ?? "")).toBe(true)
      expect(yield* consents.find(id)).toMatchObject({ generation: 2, lostReason: null })
    })
  )

  it.effect("stores renewed tokens, and their loss, only if nobody has stored others since", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, stored } = yield* waiting
      yield* grant(0, "one", Effect.void)
      const lease = (yield* consents.lease(id, 1)) ?? ""
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("two"), lease)).toBe(true)
      expect(yield* stored).toMatchObject({ generation: 2, leased_at: null })
      expect(yield* consents.renew({ id, connectionId, generation: 1 }, tokens("late"), lease)).toBe(false)
      yield* consents.lose({ id, generation: 1 }, "late", lease)
      const found = yield* consents.find(id)
      expect(found).toMatchObject({ generation: 2, granted: 1, lostReason: null })
      expect(Redacted.value(found?.tokens?.access ?? Redacted.make(""))).toBe("access two")
      const last = yield* consents.lease(id, 2)
      // Another process renews them now, which may have used the refresh token first.
      for (const other of [lease, null]) yield* consents.lose({ id, generation: 2 }, "used up", other)
      expect(yield* stored).toMatchObject({ lost_reason: null, leased_at: expect.anything() })
      yield* consents.lose({ id, generation: 2 }, "withdrawn", last)
      expect(yield* stored).toMatchObject({ lost_reason: "withdrawn", leased_at: null })
    })
  )

  it.effect("begins anew with each consent, and stores both the tokens and the connection or neither", () =>
    Effect.gen(function* () {
      const { connectionId, consents, grant, id, sql, stored } = yield* waiting
      yield* grant(0, "one", Effect.void)
      const lease = yield* consents.lease(id, 1)
      yield* sql`update consent set problem = 'It was refused.' where id = ${id}`
      yield* consents.lose({ id, generation: 1 }, "withdrawn", lease)
      yield* consents.lease(id, 1)
      yield* grant(1, "two", Effect.void)
      expect(yield* stored).toMatchObject({
        granted: 2,
        link: 2,
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
})
